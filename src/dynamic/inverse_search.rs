//! Inverses of layouts whose offsets coincide or leave gaps that no sorting of the modes explains.
use super::arithmetic;
use super::coalesce::{FlatLayout, push_coalesced};
use super::error::Result;
use super::mode::Mode;
use alloc::vec;
use alloc::vec::Vec;
use core::cmp::Reverse;

/// A mode of a layout of integer strides.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct IndexedMode {
    pub(crate) stride: i64,
    pub(crate) extent: i64,
    /// The number of the coordinate that is 1 in this mode and 0 in the others.
    pub(crate) index: i64,
}

/// The most elements of a layout an inverse is looked for.
const MAX_ELEMENTS: i64 = 1 << 16;

/// The most offsets that are compared and extents that are tried.
const SEARCH_LIMIT: u32 = 1 << 20;

/// The most strides, or about that, that are tried for a mode that steps over a gap.
const MAX_STRIDES: usize = 1 << 8;

/// A layout that leads from each offset of these modes, whose strides are positive, to one of the indices that have it.
/// `None` if none is found.
pub(crate) fn search_inverse(modes: &[IndexedMode]) -> Result<Option<FlatLayout>> {
    if arithmetic::product(modes.iter().map(|mode| mode.extent), "size of the layout")? > MAX_ELEMENTS {
        return Ok(None);
    }
    let mut indices = vec![(0, 0)];
    for mode in modes {
        let places = indices.clone();
        for step in 1..mode.extent {
            let (offset, index) =
                (arithmetic::mul(step, mode.stride, "offset")?, arithmetic::mul(step, mode.index, "index")?);
            for place in &places {
                indices.push((
                    arithmetic::add(place.0, offset, "offset")?,
                    arithmetic::add(place.1, index, "index")?,
                ));
            }
        }
    }
    indices.sort_unstable();
    let mut offsets: Vec<i64> = indices.iter().map(|&(offset, _)| offset).collect();
    offsets.dedup();
    let mut search = InverseSearch { indices, offsets, modes: FlatLayout::new(), steps: SEARCH_LIMIT };
    if !search.extend(1)? {
        return Ok(None);
    }
    let mut inverse = FlatLayout::new();
    search.modes.iter().for_each(|&mode| push_coalesced(&mut inverse, mode));
    Ok(Some(inverse))
}

struct InverseSearch {
    /// Each offset with each index that has it, ascending.
    indices: Vec<(i64, i64)>,
    /// The offsets, ascending.
    offsets: Vec<i64>,
    /// The inverse so far, which is right for all offsets below its size.
    modes: FlatLayout,
    /// How much may still be tried.
    steps: u32,
}

impl InverseSearch {
    /// Adds modes to an inverse of this size until it is right for all offsets.
    ///
    /// What a further mode must be is not forced, because any of the indices of an offset will do, and none has to
    /// where nothing is reached. Each stride that may be is tried with the longest run first.
    fn extend(&mut self, size: i64) -> Result<bool> {
        let reached = self.offsets.partition_point(|&offset| offset < size);
        let Some(&next) = self.offsets.get(reached) else { return Ok(true) };
        let mut strides = self.strides_to(next, size);
        if next / size > 1 {
            strides.extend(self.strides_over_gap(size));
        }
        let mut candidates = Vec::with_capacity(strides.len());
        for stride in strides {
            if !self.may_go_on() {
                return Ok(false);
            }
            candidates.push((self.run(reached, size, stride), stride));
        }
        candidates.sort_by_key(|&(run, _)| Reverse(run));
        let longest = candidates.first().map_or(0, |&(run, _)| run);
        for extent in (2..=longest).rev() {
            for &(_, stride) in candidates.iter().take_while(|&&(run, _)| run >= extent) {
                if !self.may_go_on() {
                    return Ok(false);
                }
                self.modes.push(Mode::new(extent, stride));
                if self.extend(arithmetic::mul(size, extent, "size of the inverse")?)? {
                    return Ok(true);
                }
                self.modes.pop();
            }
        }
        Ok(false)
    }

    /// The strides that lead to the indices of an offset in whole steps.
    fn strides_to(&self, next: i64, size: i64) -> Vec<i64> {
        let (below, steps) = (self.inverse(next), i128::from(next / size));
        let distances = self.indices_of(next).map(|index| i128::from(index) - below);
        let strides = distances.filter(|distance| distance % steps == 0).map(|distance| distance / steps);
        strides.filter_map(|stride| i64::try_from(stride).ok()).collect()
    }

    /// The strides between indices whose offsets are one step apart, and 0 in case there are none.
    fn strides_over_gap(&mut self, size: i64) -> Vec<i64> {
        let mut strides = vec![0];
        for place in 0..self.offsets.len() {
            if !self.may_go_on() {
                break;
            }
            let offset = self.offsets[place];
            let Some(above) = offset.checked_add(size) else { break };
            let Some(below) = self.indices_of(offset).next() else { break };
            strides.extend(self.indices_of(above).map(|above| above - below));
            if strides.len() > MAX_STRIDES {
                break;
            }
        }
        strides.sort_unstable();
        strides.dedup();
        strides
    }

    fn indices_of(&self, offset: i64) -> impl Iterator<Item = i64> {
        let first = self.indices.partition_point(|&(other, _)| other < offset);
        let indices = self.indices[first..].iter().take_while(move |&&(other, _)| other == offset);
        indices.map(|&(_, index)| index)
    }

    /// The greatest extent a further mode of this stride may have: it ends before the first offset at which it is
    /// wrong.
    fn run(&mut self, reached: usize, size: i64, stride: i64) -> i64 {
        let mut last = 0;
        for place in reached..self.offsets.len() {
            let offset = self.offsets[place];
            let index = self.inverse(offset) + i128::from(offset / size) * i128::from(stride);
            let is_right =
                i64::try_from(index).is_ok_and(|index| self.indices.binary_search(&(offset, index)).is_ok());
            if !is_right || !self.may_go_on() {
                return offset / size;
            }
            last = offset;
        }
        last / size + 1
    }

    /// The inverse so far of an offset below its size.
    fn inverse(&self, offset: i64) -> i128 {
        let (mut rest, mut index) = (offset, 0);
        for mode in &self.modes {
            index += i128::from(rest % mode.extent) * i128::from(mode.stride.as_int().unwrap_or(0));
            rest /= mode.extent;
        }
        index
    }

    fn may_go_on(&mut self) -> bool {
        self.steps = self.steps.saturating_sub(1);
        self.steps > 0
    }
}
