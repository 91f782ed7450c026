//! Layouts: functions from coordinates to offsets.
use super::arithmetic;
use super::compact::{compact_col_major, compact_order};
use super::error::{Error, Result};
use super::modes;
use super::overhang::Overhang;
use super::stride::{Axis, Stride};
use super::tree::{Modes, Tree, TreeRef};
use super::tuple::DynTuple;
use alloc::boxed::Box;
use alloc::format;
use core::iter;
use smallvec::SmallVec;

/// One leaf of a layout: so many elements, so far apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Mode {
    /// The number of elements.
    pub extent: i64,
    /// The distance from one to the next.
    pub stride: Stride,
}

impl Mode {
    /// A mode of this extent and stride.
    pub fn new(extent: i64, stride: impl Into<Stride>) -> Self {
        Mode { extent, stride: stride.into() }
    }

    /// `1:0`, the mode that fills up a rank.
    pub(crate) const UNIT: Mode = Mode { extent: 1, stride: Stride::Int(0) };
}

/// A view of the modes of a layout or of one of them.
pub type LayoutRef<'a> = TreeRef<'a, Mode>;

/// A layout whose structure is data: a shape and a congruent stride, `(4,(2,3)):(1,(4,8))`, and for each top-level
/// mode the number of elements that are meant, where that is less than the shape spans.
///
/// The offset of a coordinate is the sum over the leaves of coordinate times stride. Size, cosize and the offset of
/// every coordinate in the shape fit in 64 bits: a layout that breaks this cannot be made.
///
/// ```
/// # use tilework::dynamic::DynLayout;
/// let layout: DynLayout = "((4,2),(4,3)):((4,16),(1,32))".parse()?;
/// assert_eq!((layout.size(), layout.cosize(), layout.rank(), layout.depth()), (96, 96, 2, 2));
/// assert_eq!(layout.offset(&"(1,5)".parse()?)?, 37);
/// # Ok::<(), tilework::dynamic::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct DynLayout {
    modes: Tree<Mode>,
    size: i64,
    cosize: i64,
    pub(crate) overhang: Option<Box<Overhang>>,
}

impl DynLayout {
    /// The layout of a shape and a stride of the same tree.
    ///
    /// Refuses trees that differ, negative extents, strides of different kinds and what does not fit in 64 bits.
    pub fn new(shape: &DynTuple, stride: &Tree<Stride>) -> Result<DynLayout> {
        if !shape.view().congruent(stride.view()) {
            return Err(Error::invalid(
                "layout",
                format!("shape {shape} and stride {stride} are not congruent"),
            ));
        }
        let modes =
            shape.leaves().iter().zip(stride.leaves()).map(|(&extent, &stride)| Mode { extent, stride });
        DynLayout::from_modes(shape.view().with_leaves(modes))
    }

    /// The layout of this shape without gaps, first mode fastest.
    pub fn compact(shape: &DynTuple) -> Result<DynLayout> {
        DynLayout::new(shape, &compact_col_major(shape.view())?.map(Stride::Int))
    }

    /// The layout of this shape without gaps whose leaves vary in this order, see [`compact_order`].
    ///
    /// ```
    /// # use tilework::dynamic::DynLayout;
    /// let layout = DynLayout::ordered(&"(2,3,4)".parse()?, &"(2,0,1)".parse()?)?;
    /// assert_eq!(layout.to_string(), "(2,3,4):(12,1,3)");
    /// # Ok::<(), tilework::dynamic::Error>(())
    /// ```
    pub fn ordered(shape: &DynTuple, order: &DynTuple) -> Result<DynLayout> {
        DynLayout::new(shape, &compact_order(shape.view(), order.view())?.map(Stride::Int))
    }

    /// The layout of these modes.
    #[inline]
    pub fn from_modes(modes: Tree<Mode>) -> Result<DynLayout> {
        let (size, cosize) = size_and_cosize(modes.leaves())?;
        Ok(DynLayout { modes, size, cosize, overhang: None })
    }

    /// The extents, as a tuple.
    pub fn shape(&self) -> DynTuple {
        self.modes.map(|mode| mode.extent)
    }

    /// The strides, as a tree of the same structure.
    pub fn stride(&self) -> Tree<Stride> {
        self.modes.map(|mode| mode.stride)
    }

    /// The number of coordinates.
    #[inline]
    pub fn size(&self) -> i64 {
        self.size
    }

    /// The number of places in memory from the first to the last one used: `1 + sum (extent - 1) * |stride|`, or 0 if
    /// there are no coordinates.
    ///
    /// Over basis strides this is the size of the box of coordinates reached; over F2 strides one more than the greatest
    /// offset when extents are rounded up to powers of two.
    #[inline]
    pub fn cosize(&self) -> i64 {
        self.cosize
    }

    /// The number of top-level modes; 1 for a layout that is a single leaf.
    #[inline]
    pub fn rank(&self) -> usize {
        self.modes.rank()
    }

    /// The depth of nesting: 0 for a single leaf.
    pub fn depth(&self) -> usize {
        self.modes.depth()
    }

    /// A view of the tree of modes.
    #[inline]
    pub fn view(&self) -> LayoutRef<'_> {
        self.modes.view()
    }

    /// The leaves from left to right.
    #[inline]
    pub fn leaves(&self) -> &[Mode] {
        self.modes.leaves()
    }

    /// The top-level modes from left to right.
    #[inline]
    pub fn modes(&self) -> Modes<'_, Mode> {
        self.modes.modes()
    }

    /// The layout that is the subtree at a path of mode numbers. It has an extent only if it is a top-level mode without
    /// nesting: what is meant is not known for parts of a mode.
    pub fn get(&self, path: &[usize]) -> Result<DynLayout> {
        let mode = modes::get(self.view(), path)?;
        let layout = DynLayout::from_modes(mode.to_tree())?;
        match (path, &self.overhang) {
            ([index], Some(overhang)) if overhang.by_mode && mode.is_leaf() => {
                self.part_with_extent(layout, &[overhang.bounds[*index]])
            }
            _ => Ok(layout),
        }
    }

    /// The layout of these top-level modes, in this order.
    pub fn select(&self, modes: &[usize]) -> Result<DynLayout> {
        let extent = self.extent_by_mode("select")?;
        let layout = DynLayout::from_modes(modes::select(self.view(), modes)?)?;
        let extent: SmallVec<[i64; 4]> = modes.iter().map(|&mode| extent.leaves()[mode]).collect();
        self.part_with_extent(layout, &extent)
    }

    /// The layout of the top-level modes `begin..end`.
    pub fn take(&self, begin: usize, end: usize) -> Result<DynLayout> {
        let extent = self.extent_by_mode("take")?;
        let layout = DynLayout::from_modes(modes::take(self.view(), begin, end)?)?;
        self.part_with_extent(layout, &extent.leaves()[begin..end])
    }

    /// The same function, with the top-level modes `begin..end` put into one.
    pub fn group(&self, begin: usize, end: usize) -> Result<DynLayout> {
        self.rearranged(modes::group(self.view(), begin, end)?, self.places())
    }

    /// The same function, with modes `1:0` behind up to this rank.
    pub fn append(&self, rank: usize) -> Result<DynLayout> {
        let modes = modes::append(self.view(), rank, Mode::UNIT)?;
        self.rearranged(modes, self.places().chain(iter::repeat_n(None, rank - self.rank())))
    }

    /// The same function, with modes `1:0` in front up to this rank.
    pub fn prepend(&self, rank: usize) -> Result<DynLayout> {
        let modes = modes::prepend(self.view(), rank, Mode::UNIT)?;
        self.rearranged(modes, iter::repeat_n(None, rank - self.rank()).chain(self.places()))
    }

    /// The same function, without nesting.
    pub fn flatten(&self) -> Result<DynLayout> {
        self.rearranged(modes::flatten(self.view()), self.places())
    }

    /// The numbers of the leaves, all of them kept.
    fn places(&self) -> impl Iterator<Item = Option<usize>> {
        (0..self.leaves().len()).map(Some)
    }
}

impl LayoutRef<'_> {
    /// The extents, as a tuple.
    pub fn shape(self) -> DynTuple {
        self.with_leaves(self.leaves().iter().map(|mode| mode.extent))
    }
}

/// The number of coordinates of one mode of a layout.
pub(crate) fn mode_size(mode: LayoutRef<'_>) -> Result<i64> {
    arithmetic::product(mode.leaves().iter().map(|leaf| leaf.extent), "size of the layout")
}

/// What the strides of a layout are made of. Strides of 0 and those of leaves with one element fit to any.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Int,
    Basis,
    F2,
}

fn kind_of(mode: &Mode) -> Option<Kind> {
    if mode.extent <= 1 || mode.stride.is_zero() {
        return None;
    }
    Some(match mode.stride {
        Stride::Int(_) => Kind::Int,
        Stride::Basis(..) => Kind::Basis,
        Stride::F2(_) => Kind::F2,
    })
}

pub(crate) fn kind(leaves: &[Mode]) -> Kind {
    leaves.iter().find_map(kind_of).unwrap_or(Kind::Int)
}

/// The number of coordinates, and of places from the least to the greatest offset. Refuses what does not fit in 64 bits.
pub(crate) fn size_and_cosize(leaves: &[Mode]) -> Result<(i64, i64)> {
    let size = arithmetic::product(leaves.iter().map(|mode| mode.extent), "size of the layout")?;
    let cosize = cosize(leaves)?;
    Ok((size, if size == 0 { 0 } else { cosize }))
}

/// One more than the distance from the least to the greatest offset. Refuses leaves whose offsets cannot be added or do
/// not fit in 64 bits.
fn cosize(leaves: &[Mode]) -> Result<i64> {
    let overflow = || Error::overflow("cosize of the layout");
    let kind = kind(leaves);
    let mut total = 0_i64;
    for mode in leaves {
        if mode.extent < 0 {
            return Err(Error::invalid("layout", format!("the extent {} is negative", mode.extent)));
        }
        if kind_of(mode).is_some_and(|own| own != kind) {
            return Err(Error::invalid("layout", "strides of different kinds cannot be added"));
        }
        total = reach(mode).and_then(|reach| total.checked_add(reach)).ok_or_else(overflow)?;
    }
    // No axis reaches further than all together.
    let places = total.checked_add(1).ok_or_else(overflow)?;
    match kind {
        Kind::Int => Ok(places),
        Kind::F2 => Ok(1 + f2_span(leaves) as i64),
        Kind::Basis => {
            let spans = axis_spans(leaves);
            arithmetic::product(spans.iter().map(|(_, span)| span + 1), "cosize of the layout")
        }
    }
}

/// The distance from the first to the last element of a leaf. Of an F2 stride only whether it fits counts.
fn reach(mode: &Mode) -> Option<i64> {
    let steps = (mode.extent - 1).max(0);
    match mode.stride {
        Stride::Int(value) | Stride::Basis(value, _) => steps.checked_mul(value.checked_abs()?),
        Stride::F2(value) => (bits(steps as u64) + bits(value) <= 63).then_some(0),
    }
}

fn bits(value: u64) -> u32 {
    u64::BITS - value.leading_zeros()
}

/// The greatest element of the span over F2 of the strides, each times the powers of two below its extent.
fn f2_span(leaves: &[Mode]) -> u64 {
    let mut by_length = [0_u64; 64];
    for mode in leaves {
        let Stride::F2(stride) = mode.stride else { continue };
        for digit in 0..bits((mode.extent - 1).max(0) as u64) {
            let mut element = stride << digit;
            while element != 0 {
                let slot = &mut by_length[bits(element) as usize];
                if *slot == 0 {
                    *slot = element;
                    break;
                }
                element ^= *slot;
            }
        }
    }
    by_length.iter().rev().fold(0, |greatest, &element| greatest.max(greatest ^ element))
}

/// How far the layout reaches along each axis of its coordinate space.
fn axis_spans(leaves: &[Mode]) -> SmallVec<[(Axis, i64); 8]> {
    let mut spans = SmallVec::<[(Axis, i64); 8]>::new();
    for mode in leaves {
        let (Stride::Basis(_, axis), Some(reach)) = (mode.stride, reach(mode)) else { continue };
        match spans.iter_mut().find(|(known, _)| *known == axis) {
            Some((_, span)) => *span += reach,
            None => spans.push((axis, reach)),
        }
    }
    spans
}
