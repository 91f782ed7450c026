//! Which offsets a layout reaches, how often, and from where.
use super::error::{Result, check_enumerable};
use super::layout::DynLayout;
use super::mode::{Mode, StrideKind, is_independent, kind};
use super::stride::Offset;
use super::tree::INLINE;
use super::tuple::DynTuple;
use crate::int::word;
use alloc::vec::Vec;
use smallvec::SmallVec;

impl DynLayout {
    /// Whether no two coordinates have the same offset.
    ///
    /// Decided from the strides where they settle it, else by enumeration.
    ///
    /// # Errors
    /// If the strides do not settle it and there are more than [`MAX_ENUMERATED`](super::MAX_ENUMERATED) elements.
    ///
    /// ```
    /// # use tilework::dynamic::DynLayout;
    /// assert!("(4,8):(8,1)".parse::<DynLayout>()?.is_injective()?);
    /// assert!("(4096,4096):(F4097,F4096)".parse::<DynLayout>()?.is_injective()?);
    /// assert!(!"(4,8):(1,0)".parse::<DynLayout>()?.is_injective()?);
    /// # Ok::<(), tilework::dynamic::Error>(())
    /// ```
    pub fn is_injective(&self) -> Result<bool> {
        if self.size() > self.cosize() {
            return Ok(false);
        }
        if self.leaves_are_disjoint() {
            return Ok(true);
        }
        Ok(self.distinct_offsets()? == self.size())
    }

    /// Whether the layout reaches every place from its least to its greatest offset: no holes.
    ///
    /// # Errors
    /// If the strides do not settle it and there are more than [`MAX_ENUMERATED`](super::MAX_ENUMERATED) elements.
    ///
    /// ```
    /// # use tilework::dynamic::DynLayout;
    /// assert!("(4,8):(1,2)".parse::<DynLayout>()?.is_exhaustive()?);
    /// assert!(!"(2,4):(12,1)".parse::<DynLayout>()?.is_exhaustive()?);
    /// # Ok::<(), tilework::dynamic::Error>(())
    /// ```
    pub fn is_exhaustive(&self) -> Result<bool> {
        if self.size() < self.cosize() {
            return Ok(false);
        }
        Ok(self.holes()? == 0)
    }

    /// Whether the layout is a bijection onto the places from its least to its greatest offset.
    ///
    /// # Errors
    /// If the strides do not settle it and there are more than [`MAX_ENUMERATED`](super::MAX_ENUMERATED) elements.
    ///
    /// ```
    /// # use tilework::dynamic::DynLayout;
    /// assert!("((4,2),(4,3)):((4,16),(1,32))".parse::<DynLayout>()?.is_contiguous()?);
    /// # Ok::<(), tilework::dynamic::Error>(())
    /// ```
    pub fn is_contiguous(&self) -> Result<bool> {
        Ok(self.size() == self.cosize() && self.is_injective()?)
    }

    /// How many places from the least to the greatest offset no coordinate reaches.
    ///
    /// # Errors
    /// If the strides do not settle it and there are more than [`MAX_ENUMERATED`](super::MAX_ENUMERATED) elements.
    ///
    /// ```
    /// # use tilework::dynamic::DynLayout;
    /// assert_eq!("(2,4):(12,1)".parse::<DynLayout>()?.holes()?, 8);
    /// # Ok::<(), tilework::dynamic::Error>(())
    /// ```
    pub fn holes(&self) -> Result<i64> {
        if self.leaves_are_disjoint() {
            return Ok(self.cosize() - self.size());
        }
        Ok(self.cosize() - self.distinct_offsets()?)
    }

    /// Whether, by ascending stride, each leaf steps over all the leaves before it; over F2, whether no bit of an index
    /// adds up from others. Sufficient for injectivity.
    fn leaves_are_disjoint(&self) -> bool {
        match kind(self.leaves()) {
            StrideKind::Int => {}
            StrideKind::F2 => return is_independent(self.leaves()),
            StrideKind::Basis => return false,
        }
        let mut modes = self
            .leaves()
            .iter()
            .filter(|mode| mode.extent > 1)
            .map(|mode| (mode.stride.as_int().map_or(0, i64::abs), mode.extent))
            .collect::<SmallVec<[(i64, i64); INLINE]>>();
        modes.sort_unstable();
        let mut reached = 0;
        self.size() == 0
            || modes.iter().all(|&(stride, extent)| {
                let steps_over = stride > reached;
                reached += stride * (extent - 1);
                steps_over
            })
    }

    fn distinct_offsets(&self) -> Result<i64> {
        let mut offsets: Vec<Offset> = self.few_offsets()?.collect();
        offsets.sort_unstable();
        offsets.dedup();
        Ok(word::wide(offsets.len()))
    }

    /// The coordinates that have this offset; each is congruent to the shape.
    ///
    /// # Errors
    /// If more than [`MAX_ENUMERATED`](super::MAX_ENUMERATED) steps would be needed.
    ///
    /// ```
    /// # use tilework::dynamic::{DynLayout, Offset};
    /// let layout: DynLayout = "((4,2),(4,3)):((4,16),(1,32))".parse()?;
    /// assert_eq!(layout.coordinates_of(&Offset::Int(37))?[0].to_string(), "((1,0),(1,1))");
    /// # Ok::<(), tilework::dynamic::Error>(())
    /// ```
    pub fn coordinates_of(&self, offset: &Offset) -> Result<Vec<DynTuple>> {
        if self.size() == 0 {
            return Ok(Vec::new());
        }
        let found = match (kind(self.leaves()), offset) {
            (StrideKind::Int, Offset::Int(target)) => CoordinateSearch::new(self.leaves()).run(*target)?,
            (StrideKind::Int, Offset::Coordinate(_)) => Vec::new(),
            _ => self.indices_of(offset)?,
        };
        Ok(found.into_iter().map(|coordinate| self.view().with_leaves(coordinate)).collect())
    }

    fn indices_of(&self, target: &Offset) -> Result<Vec<LeafCoordinate>> {
        let hits = self.few_offsets()?.enumerate().filter(|(_, offset)| offset == target);
        Ok(hits
            .map(|(index, _)| {
                let mut rest = word::wide(index);
                self.leaves().iter().map(|mode| (rest % mode.extent, rest /= mode.extent).0).collect()
            })
            .collect())
    }
}

type LeafCoordinate = SmallVec<[i64; INLINE]>;

/// Depth-first search for the coordinates of an offset, largest stride first: what the smaller strides cannot reach any
/// more is cut off.
struct CoordinateSearch {
    /// The leaves of more than one element, by descending stride.
    leaves: SmallVec<[SearchLeaf; INLINE]>,
    /// How many leaves the layout has.
    rank: usize,
    steps: i64,
}

struct SearchLeaf {
    place: usize,
    extent: i64,
    stride: i64,
    /// The least and the greatest sum the later leaves can give.
    least_rest: i64,
    greatest_rest: i64,
}

impl CoordinateSearch {
    fn new(modes: &[Mode]) -> Self {
        let mut leaves: SmallVec<[SearchLeaf; INLINE]> = modes
            .iter()
            .enumerate()
            .filter(|(_, mode)| mode.extent > 1)
            .map(|(place, mode)| SearchLeaf {
                place,
                extent: mode.extent,
                stride: mode.stride.as_int().unwrap_or(0),
                least_rest: 0,
                greatest_rest: 0,
            })
            .collect();
        leaves.sort_by_key(|leaf| core::cmp::Reverse(leaf.stride.abs()));
        let (mut least, mut greatest) = (0, 0);
        for leaf in leaves.iter_mut().rev() {
            (leaf.least_rest, leaf.greatest_rest) = (least, greatest);
            let reach = leaf.stride * (leaf.extent - 1);
            (least, greatest) = (least + reach.min(0), greatest + reach.max(0));
        }
        CoordinateSearch { leaves, rank: modes.len(), steps: 0 }
    }

    /// All solutions, first mode fastest.
    fn run(&mut self, target: i64) -> Result<Vec<LeafCoordinate>> {
        let mut found = Vec::new();
        let mut coordinate = LeafCoordinate::from_elem(0, self.rank);
        self.descend(0, i128::from(target), &mut coordinate, &mut found)?;
        found.sort_by(|a, b| a.iter().rev().cmp(b.iter().rev()));
        Ok(found)
    }

    fn descend(
        &mut self,
        level: usize,
        target: i128,
        coordinate: &mut LeafCoordinate,
        found: &mut Vec<LeafCoordinate>,
    ) -> Result<()> {
        let Some(leaf) = self.leaves.get(level) else {
            if target == 0 {
                found.push(coordinate.clone());
            }
            return Ok(());
        };
        let (place, extent, stride) = (leaf.place, leaf.extent, i128::from(leaf.stride));
        // What is left after this leaf must be within reach of the later ones: low <= c * stride <= high.
        let (low, high) = (target - i128::from(leaf.greatest_rest), target - i128::from(leaf.least_rest));
        let ceil_div = |a: i128, b: i128| -(-a).div_euclid(b);
        let (first, last) = match stride {
            0 if low <= 0 && high >= 0 => (i128::MIN, i128::MAX),
            0 => return Ok(()),
            1.. => (ceil_div(low, stride), high.div_euclid(stride)),
            _ => (ceil_div(-high, -stride), (-low).div_euclid(-stride)),
        };
        if stride == 0 {
            // each coordinate of this leaf, and of the later ones, which do not move either, is found
            let many = self.leaves[level..].iter().fold(1_i64, |many, leaf| many.saturating_mul(leaf.extent));
            check_enumerable(many, "the coordinates of the offset")?;
        }
        // an end that does not fit is beyond all coordinates
        let ends = (word::narrow(first.max(0)), word::narrow(last.min(i128::from(extent) - 1)));
        let (Some(first), Some(last)) = ends else { return Ok(()) };
        for c in first..=last {
            self.steps += 1;
            check_enumerable(self.steps, "the coordinates of the offset")?;
            coordinate[place] = c;
            self.descend(level + 1, target - i128::from(c) * stride, coordinate, found)?;
        }
        Ok(())
    }
}
