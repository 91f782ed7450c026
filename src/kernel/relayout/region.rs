//! Loops over bytes that source and destination have in common.

use crate::int::const_list::ConstList;

/// The most loops of a copy.
pub(super) const MAX_LOOPS: usize = 24;

/// A loop: how often, and by how many bytes source and destination go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Loop {
    pub(super) extent: usize,
    pub(super) src: isize,
    pub(super) dst: isize,
}

impl Loop {
    /// No loop: what lists are filled with, the same zeros all over.
    pub(super) const NONE: Loop = Loop { extent: 0, src: 0, dst: 0 };
    /// One turn.
    pub(super) const ONCE: Loop = Loop { extent: 1, src: 0, dst: 0 };

    const fn is_inside(&self, other: &Loop) -> bool {
        self.dst < other.dst || self.dst == other.dst && self.src.unsigned_abs() < other.src.unsigned_abs()
    }

    /// The larger power of two in its steps on both sides, as an exponent: lines that are a large one apart push each
    /// other out of a cache.
    pub(super) const fn crowding(&self) -> u32 {
        let (src, dst) = (power_of_two_in(self.src), power_of_two_in(self.dst));
        if src > dst { src } else { dst }
    }

    /// The turns from one on, at most so many; and where they begin.
    pub(super) fn part(
        &self,
        start: usize,
        most: usize,
        src: *const u8,
        dst: *mut u8,
    ) -> (*const u8, *mut u8, Loop) {
        let times = start.cast_signed();
        let (src, dst) = (src.wrapping_offset(times * self.src), dst.wrapping_offset(times * self.dst));
        (src, dst, Loop { extent: most.min(self.extent - start), ..*self })
    }

    /// The loop over what is behind so many turns, a divisor of all, again and again.
    pub(super) const fn behind(&self, turns: usize) -> Loop {
        let times = turns.cast_signed();
        Loop { extent: self.extent / turns, src: self.src * times, dst: self.dst * times }
    }

    /// Whether another loop begins where this one ends, on both sides: then they are one.
    pub(super) const fn goes_on_as(&self, next: &Loop) -> bool {
        let extent = self.extent.cast_signed();
        next.src == self.src.wrapping_mul(extent) && next.dst == self.dst.wrapping_mul(extent)
    }
}

/// The innermost loop, and those around it.
pub(super) const fn innermost(loops: &[Loop]) -> (Loop, &[Loop]) {
    match loops {
        [] => (Loop::ONCE, loops),
        [innermost, outer @ ..] => (*innermost, outer),
    }
}

/// The largest power of two that divides a step, as an exponent; 0 of no step, which stays in one line.
pub(super) const fn power_of_two_in(step: isize) -> u32 {
    if step == 0 { 0 } else { step.trailing_zeros() }
}

/// Full loops within each other, from one place in source and destination on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Region {
    pub(super) src: isize,
    pub(super) dst: isize,
    loops: ConstList<Loop, MAX_LOOPS>,
}

impl Region {
    pub(super) const fn new() -> Self {
        Region { src: 0, dst: 0, loops: ConstList::new(Loop::NONE) }
    }

    /// The loops, the one with the smallest steps in the destination first.
    pub(super) const fn loops(&self) -> &[Loop] {
        self.loops.entries()
    }

    /// One more loop, in its place. It walks the destination upwards.
    // what is passed in memory is read before it is there
    #[inline(always)]
    pub(super) const fn push(&mut self, mut new: Loop) {
        if new.extent == 1 {
            return;
        }
        if new.dst < 0 {
            self.skip(new.extent - 1, &new);
            new = Loop { extent: new.extent, src: -new.src, dst: -new.dst };
        }
        let mut at = self.loops.len();
        self.loops.push(new);
        let loops = self.loops.entries_mut();
        while at > 0 && new.is_inside(&loops[at - 1]) {
            loops[at] = loops[at - 1];
            at -= 1;
        }
        loops[at] = new;
    }

    /// Begins so many steps of a loop later.
    pub(super) const fn skip(&mut self, times: usize, steps: &Loop) {
        self.src += steps.src * times.cast_signed();
        self.dst += steps.dst * times.cast_signed();
    }

    /// Joins loops that are one on both sides.
    pub(super) const fn join(&mut self) {
        let mut i = 1;
        while i < self.loops.len() {
            let [before, next] = [self.loops.entries()[i - 1], self.loops.entries()[i]];
            if before.goes_on_as(&next) {
                self.loops.entries_mut()[i - 1].extent *= next.extent;
                self.loops.remove(i);
            } else {
                i += 1;
            }
        }
    }

    /// The place of the loop with the smallest steps in the source, from a place on.
    pub(super) const fn source_first(&self, from: usize) -> usize {
        let loops = self.loops.entries();
        let (mut first, mut i) = (from, from + 1);
        while i < loops.len() {
            if loops[i].src.unsigned_abs() < loops[first].src.unsigned_abs() {
                first = i;
            }
            i += 1;
        }
        first
    }

    /// Puts the loops with the smallest steps in the source first, until these go over so many bytes of it.
    pub(super) const fn go_along_source(&mut self, bytes: usize) {
        let (mut at, mut read) = (0, 0);
        while at < self.loops.len() && read < bytes {
            let next = self.source_first(at);
            self.put_at(next, at);
            let Loop { extent, src, .. } = self.loops.entries()[at];
            read = src.unsigned_abs().saturating_mul(extent);
            at += 1;
        }
    }

    /// The place of the loop with such a step in the destination, behind the innermost one.
    pub(super) const fn outer_to(&self, step: usize) -> Option<usize> {
        let (loops, mut i) = (self.loops.entries(), 1);
        while i < loops.len() {
            if loops[i].dst == step.cast_signed() {
                return Some(i);
            }
            i += 1;
        }
        None
    }

    /// Makes some turns of a loop, a divisor of all, the innermost loop; the others stay in its place.
    pub(super) const fn put_turns_first(&mut self, place: usize, turns: usize) {
        let whole = self.loops.entries()[place];
        self.loops.entries_mut()[place] = whole.behind(turns);
        if turns == whole.extent {
            self.loops.remove(place);
        }
        self.loops.push(Loop { extent: turns, ..whole });
        self.put_at(self.loops.len() - 1, 0);
    }

    /// Makes a loop the innermost one.
    pub(super) const fn put_first(&mut self, place: usize) {
        self.put_at(place, 0);
    }

    /// Moves a loop inwards.
    const fn put_at(&mut self, mut place: usize, at: usize) {
        let loops = self.loops.entries_mut();
        while place > at {
            (loops[place], loops[place - 1]) = (loops[place - 1], loops[place]);
            place -= 1;
        }
    }

    /// From where to where the elements lie in the destination, if each has so many bytes.
    pub(super) const fn spread(&self, bytes: usize) -> (isize, isize) {
        let (mut end, mut i) = (self.dst + bytes.cast_signed(), 0);
        while i < self.loops.len() {
            let last = self.loops.entries()[i];
            end += last.dst * (last.extent - 1).cast_signed();
            i += 1;
        }
        (self.dst, end)
    }

    /// Takes a loop out.
    pub(super) const fn remove(&mut self, place: usize) -> Loop {
        self.loops.remove(place)
    }
}
