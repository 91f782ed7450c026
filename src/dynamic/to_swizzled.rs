//! Layouts over F2 as swizzles of layouts over integers.
use super::error::{Result, inexact, invalid};
use super::extent::{AxisStep, Extent};
use super::layout::DynLayout;
use super::mode::{LayoutRef, Mode, StrideKind, kind};
use super::stride::Stride;
use super::swizzle::{Swizzle, Swizzled};
use super::tree::Builder;
use alloc::vec::Vec;

impl DynLayout {
    /// This layout as swizzles of a layout over integers: one over F2 whose strides are powers of two there, each other
    /// one as it is, without a swizzle.
    ///
    /// A layout over F2 is a matrix of bits that takes the bits of a coordinate to those of an offset. Elimination
    /// leaves one bit of each column, by adding rows to rows; to add a row to another is a swizzle of a bit, and those
    /// that lie side by side are one swizzle. So what takes offsets apart by digits serves layouts over F2 as well.
    ///
    /// Post-condition: `result.offset(c) = self.offset(c)` at each coordinate `c`. A leaf becomes a tuple of leaves
    /// where its bits do not stay side by side, and its index counts their coordinates; it overhangs then if its extent
    /// is no power of two.
    ///
    /// # Errors
    /// If strides are coordinates; or if a bit of the coordinates adds up from others, so that two of them have one
    /// offset; or if bits do not stay side by side of an extent that is no power of two, and not the last of its mode.
    ///
    /// ```
    /// # use tilework::dynamic::DynLayout;
    /// let swizzled = |text: &str| text.parse::<DynLayout>()?.to_swizzled().map(|layout| layout.to_string());
    /// assert_eq!(swizzled("(8,8):(F1,F9)")?, "Sw<3,0,3> o 0 o (8,8):(1,8)");
    /// assert_eq!(swizzled("(4,4):(F5,F1)")?, "Sw<2,0,2> o 0 o (4,4):(4,1)");
    /// assert_eq!(swizzled("(4,4):(4,1)")?, "(4,4):(4,1)");
    /// # Ok::<(), tilework::dynamic::Error>(())
    /// ```
    pub fn to_swizzled(&self) -> Result<Swizzled> {
        if kind(self.leaves()) == StrideKind::Basis {
            return Err(invalid!("swizzle", "{self} gives coordinates, and swizzles are of offsets"));
        }
        let mut elimination = Elimination::default();
        let mut leaves = Vec::with_capacity(self.leaves().len());
        for leaf in self.leaves() {
            leaves.push(elimination.leaf(leaf).ok_or_else(|| {
                inexact!("swizzle", "bits of the coordinates of {self} add up from others")
            })?);
        }
        let swizzles = elimination.swizzles.iter().map(|swizzle| Ok((swizzle.to_swizzle()?, 0)));
        Ok(Swizzled { swizzles: swizzles.collect::<Result<_>>()?, layout: self.with_runs(&leaves)? })
    }

    /// The layout over integers of which each leaf is these runs of bits.
    fn with_runs(&self, leaves: &[Vec<BitRun>]) -> Result<DynLayout> {
        let mut modes = Builder::new();
        put(self.view(), &mut leaves.iter(), &mut modes)?;
        let layout = DynLayout::from_modes(modes.finish())?;
        let by_mode = self.extent.as_ref().is_none_or(|extent| extent.by_mode);
        if by_mode && self.is_overhung_by(leaves) {
            return layout.with_extent(self.extents().leaves());
        }
        match &self.extent {
            Some(extent) if layout.size() == self.size() => {
                let runs = extent.steps.iter().zip(leaves);
                let steps = runs.flat_map(|(step, runs)| {
                    runs.iter().map(|run| AxisStep { length: step.length << run.from, ..*step })
                });
                let extent = Extent::of(layout.view(), steps.collect(), extent.bounds.clone());
                Ok(layout.within(extent))
            }
            _ => {
                Err(inexact!("swizzle", "bits of an extent of {self} come apart, and it is no power of two"))
            }
        }
    }

    /// Whether what leaves have become spans more than they do only at the end of modes.
    fn is_overhung_by(&self, leaves: &[Vec<BitRun>]) -> bool {
        let mut leaves = leaves.iter();
        self.modes().all(|mode| {
            let mut spanned =
                mode.leaves().iter().zip(&mut leaves).map(|(leaf, runs)| {
                    (leaf.extent, runs.iter().map(|run| run.mode.extent).product::<i64>())
                });
            // from the first that is longer on, all others are one element
            spanned.find(|(before, after)| before != after);
            spanned.all(|(before, _)| before == 1)
        })
    }
}

/// Writes a tree in which each leaf is the next runs.
fn put<'a>(
    tree: LayoutRef<'_>,
    leaves: &mut impl Iterator<Item = &'a Vec<BitRun>>,
    modes: &mut Builder<Mode>,
) -> Result<()> {
    if !tree.is_leaf() {
        modes.open()?;
        tree.modes().try_for_each(|mode| put(mode, leaves, modes))?;
        modes.close();
    } else if let Some(runs) = leaves.next() {
        let is_tuple = runs.len() != 1;
        if is_tuple {
            modes.open()?;
        }
        runs.iter().for_each(|run| modes.leaf(run.mode));
        if is_tuple {
            modes.close();
        }
    }
    Ok(())
}

/// Bits of a coordinate, from a bit on, that are bits side by side of an integer.
#[derive(Debug)]
struct BitRun {
    from: u32,
    mode: Mode,
}

/// Columns that have become single bits, and what was done to that end.
#[derive(Debug, Default)]
struct Elimination {
    /// The rows in which a column has its bit.
    taken: u64,
    swizzles: Vec<RowAdditions>,
}

impl Elimination {
    /// The runs of bits that a leaf has become; none if one of its columns is a sum of others.
    fn leaf(&mut self, leaf: &Mode) -> Option<Vec<BitRun>> {
        let bits = i64::BITS - (leaf.extent - 1).max(0).leading_zeros();
        let stride = match leaf.stride {
            Stride::F2(stride @ 1..) if bits > 0 => stride,
            stride => {
                let stride = stride.as_int().unwrap_or(0);
                return Some(alloc::vec![BitRun { from: 0, mode: Mode::new(leaf.extent, stride) }]);
            }
        };
        // the bits with which runs begin, and their rows
        let (mut starts, mut next) = (Vec::new(), None);
        for bit in 0..bits {
            let row = self.column(stride << bit, next)?;
            if next != Some(row) {
                starts.push((bit, row));
            }
            next = Some(row + 1);
        }
        let mut left = leaf.extent;
        let runs = starts.iter().enumerate().map(|(number, &(from, row))| {
            let extent = starts.get(number + 1).map_or(left, |(end, _)| 1 << (end - from));
            left = left / extent + i64::from(left % extent != 0);
            BitRun { from, mode: Mode::new(extent, 1_i64 << row) }
        });
        Some(runs.collect())
    }

    /// The row in which a column has its bit, rather this one; none if it is a sum of those before it.
    fn column(&mut self, column: u64, wanted: Option<u32>) -> Option<u32> {
        let column = self.swizzles.iter().fold(column, |column, additions| additions.apply(column));
        let free = column & !self.taken;
        let highest = free.checked_ilog2()?;
        let row = wanted.filter(|row| free >> row & 1 == 1).unwrap_or(highest);
        self.taken |= 1 << row;
        (0..u64::BITS).filter(|&to| to != row && column >> to & 1 == 1).for_each(|to| self.add(row, to));
        Some(row)
    }

    /// Adds a row to another, with others beside it where all that was done since allows it.
    fn add(&mut self, from: u32, to: u32) {
        for (at, additions) in self.swizzles.iter().enumerate().rev() {
            if additions.goes_on_with(from, to) {
                self.swizzles[at].bits += 1;
                return;
            }
            if additions.writes(from) || additions.reads(to) {
                break;
            }
        }
        self.swizzles.push(RowAdditions { bits: 1, from, to });
    }
}

/// Rows side by side that are added to as many others.
#[derive(Debug)]
struct RowAdditions {
    bits: u32,
    from: u32,
    to: u32,
}

impl RowAdditions {
    fn apply(&self, column: u64) -> u64 {
        column ^ ((column >> self.from & ((1 << self.bits) - 1)) << self.to)
    }

    fn reads(&self, row: u32) -> bool {
        (self.from..self.from + self.bits).contains(&row)
    }

    fn writes(&self, row: u32) -> bool {
        (self.to..self.to + self.bits).contains(&row)
    }

    /// Whether these are the next rows, and all of them still different ones.
    fn goes_on_with(&self, from: u32, to: u32) -> bool {
        from == self.from + self.bits && to == self.to + self.bits && self.bits < self.from.abs_diff(self.to)
    }

    fn to_swizzle(&self) -> Result<Swizzle> {
        let (from, to) = (i64::from(self.from), i64::from(self.to));
        Swizzle::new(i64::from(self.bits), from.min(to), from - to)
    }
}
