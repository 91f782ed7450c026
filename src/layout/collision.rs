//! Whether two coordinates of a layout share an offset: decided once, for constants and at run time alike.

use crate::int::const_list::ConstList;
use crate::tuple::{Leaves, MAX_LEAVES};

/// The leaf modes of a layout, extent and stride, from the first to the last.
pub(crate) struct LeafModes(ConstList<(usize, isize), MAX_LEAVES>);

/// What is known of a layout's offsets.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Overlap {
    /// No two coordinates share an offset.
    None,
    /// The coordinates of these two indices share this offset.
    Between { first: usize, second: usize, offset: isize },
    /// Not decided within the steps allowed.
    Undecided,
}

impl LeafModes {
    pub(crate) const fn new() -> Self {
        LeafModes(ConstList::new((0, 0)))
    }

    pub(crate) const fn push(&mut self, extent: usize, stride: isize) {
        self.0.push((extent, stride));
    }

    /// The modes of a layout whose leaves are all static.
    pub(crate) const fn of_static(shape: &Leaves, stride: &Leaves) -> Option<Self> {
        let (mut modes, mut i) = (LeafModes::new(), 0);
        while i < shape.len() {
            match (shape.get(i), stride.get(i)) {
                (Some(extent), Some(stride)) => modes.push(extent.cast_unsigned(), stride),
                _ => return None,
            }
            i += 1;
        }
        Some(modes)
    }

    /// Whether two coordinates share an offset.
    ///
    /// They do iff some difference of coordinates, not all zero, has offset 0. The search fixes the difference mode
    /// by mode from the largest stride down; what the smaller strides can still reach bounds each choice, so the
    /// layouts of practice leave one choice at a time. `steps` bounds the others.
    pub(crate) const fn overlap(&self, steps: u32) -> Overlap {
        let (modes, mut i) = (self.0.entries(), 0);
        while i < modes.len() {
            if modes[i].0 == 0 {
                return Overlap::None;
            }
            i += 1;
        }
        let mut search = CollisionSearch { modes: self.sorted(), difference: [0; MAX_LEAVES], steps };
        let found = search.reaches(0, false);
        if search.steps == 0 {
            Overlap::Undecided
        } else if found {
            self.witness(&search)
        } else {
            Overlap::None
        }
    }

    /// The modes that move, by falling size of stride: stride, extent - 1, place.
    const fn sorted(&self) -> ConstList<(i128, i128, usize), MAX_LEAVES> {
        let mut sorted = ConstList::new((0, 0, 0));
        let (modes, mut i) = (self.0.entries(), 0);
        while i < modes.len() {
            let (extent, stride) = modes[i];
            if extent > 1 {
                let mode = (stride.unsigned_abs() as i128, extent as i128 - 1, i);
                let mut at = sorted.len();
                sorted.push(mode);
                let sorted = sorted.entries_mut();
                while at > 0 && sorted[at - 1].0 < mode.0 {
                    sorted[at] = sorted[at - 1];
                    at -= 1;
                }
                sorted[at] = mode;
            }
            i += 1;
        }
        sorted
    }

    /// The two coordinates behind a difference: one takes its positive steps, the other the negative ones.
    const fn witness(&self, search: &CollisionSearch) -> Overlap {
        let (mut first, mut second, mut offset) = (0, 0, 0);
        let (mut place, mut weight) = (0, 1usize);
        while place < self.0.len() {
            let (extent, stride) = self.0.entries()[place];
            let mut k = 0;
            while k < search.modes.len() {
                if search.modes.entries()[k].2 == place {
                    let step = search.difference[k] * if stride < 0 { -1 } else { 1 };
                    if step > 0 {
                        first += step.unsigned_abs() as usize * weight;
                        offset += step as isize * stride;
                    } else {
                        second += step.unsigned_abs() as usize * weight;
                    }
                }
                k += 1;
            }
            weight *= extent;
            place += 1;
        }
        Overlap::Between { first, second, offset }
    }
}

struct CollisionSearch {
    /// See [`LeafModes::sorted`].
    modes: ConstList<(i128, i128, usize), MAX_LEAVES>,
    difference: [i128; MAX_LEAVES],
    steps: u32,
}

impl CollisionSearch {
    /// Whether the modes from `k` on sum to `target` by a difference that, with what was chosen before, is not zero.
    const fn reaches_from(&mut self, k: usize, target: i128, moved: bool) -> bool {
        let modes = self.modes.entries();
        if k == modes.len() {
            return moved && target == 0;
        }
        let (stride, most, _) = modes[k];
        if stride == 0 {
            self.difference[k] = if moved { 0 } else { 1 };
            return target == 0;
        }
        let (mut reach, mut i) = (0, k + 1);
        while i < modes.len() {
            reach += modes[i].0 * modes[i].1;
            i += 1;
        }
        // target - x * stride must lie in -reach..=reach; the first step may be taken as positive
        let mut x = max(-((reach - target).div_euclid(stride)), if moved { -most } else { 0 });
        let high = min((target + reach).div_euclid(stride), most);
        while x <= high && self.steps > 0 {
            self.steps -= 1;
            self.difference[k] = x;
            if self.reaches_from(k + 1, target - x * stride, moved || x != 0) {
                return true;
            }
            x += 1;
        }
        self.difference[k] = 0;
        false
    }

    const fn reaches(&mut self, target: i128, moved: bool) -> bool {
        self.reaches_from(0, target, moved)
    }
}

const fn max(a: i128, b: i128) -> i128 {
    if a > b { a } else { b }
}

const fn min(a: i128, b: i128) -> i128 {
    if a < b { a } else { b }
}
