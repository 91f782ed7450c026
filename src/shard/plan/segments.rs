//! What two parts of one dimension have in common.
use super::super::block_cyclic::BlockCyclic;
use crate::dynamic::arithmetic::gcd;
use alloc::vec::Vec;

/// Segments of the same length, equally far apart in two levels, as they lie in the dimension, in a part of the source
/// and in a part of the target: the layout `(length, count, count)` of all three.
///
/// Source: the intersections of families of line segments of Ramaswamy, Simons and Banerjee (PARADIGM), and of block
/// cyclic distributions of Prylli and Tourancheau.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Segments {
    /// The number of elements of a segment.
    pub length: i64,
    /// Where the first one begins.
    pub start: SegmentPlace,
    /// How many segments follow each other, and how far apart.
    pub inner: SegmentRepeat,
    /// How often that repeats.
    pub outer: SegmentRepeat,
}

/// An index of a dimension, in the array and in the parts of source and target; or a distance in each.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct SegmentPlace {
    /// In the array.
    pub global: i64,
    /// In the part of the source.
    pub source: i64,
    /// In the part of the target.
    pub target: i64,
}

/// How often, and how far apart; once is 0 apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct SegmentRepeat {
    /// How often.
    pub count: i64,
    /// From one to the next.
    pub step: SegmentPlace,
}

impl SegmentRepeat {
    pub(super) const ONCE: SegmentRepeat =
        SegmentRepeat { count: 1, step: SegmentPlace { global: 0, source: 0, target: 0 } };
}

impl Segments {
    /// The number of elements.
    pub fn elements(&self) -> i64 {
        self.length * self.inner.count * self.outer.count
    }

    /// As far behind as a repeat is after so many times.
    pub(super) fn moved(mut self, repeat: &SegmentRepeat, times: i64) -> Self {
        self.start.global += times * repeat.step.global;
        self.start.source += times * repeat.step.source;
        self.start.target += times * repeat.step.target;
        self
    }

    /// The first elements of each segment, and the others.
    pub(super) fn cut(self, length: i64) -> (Self, Self) {
        let one = SegmentRepeat { count: 1, step: SegmentPlace { global: 1, source: 1, target: 1 } };
        let rest = Segments { length: self.length - length, ..self.moved(&one, length) };
        (Segments { length, ..self }, rest)
    }

    /// The first half, and the rest: of the outer repeats if there are some, else of the inner ones, else of elements.
    pub(super) fn halves(self) -> (Self, Self) {
        let half = |repeat: SegmentRepeat| {
            let first = repeat.count / 2;
            let one =
                |count| if count == 1 { SegmentRepeat::ONCE } else { SegmentRepeat { count, ..repeat } };
            (first, one(first), one(repeat.count - first))
        };
        if self.outer.count > 1 {
            let (times, first, rest) = half(self.outer);
            (Segments { outer: first, ..self }, Segments { outer: rest, ..self.moved(&self.outer, times) })
        } else if self.inner.count > 1 {
            let (times, first, rest) = half(self.inner);
            (Segments { inner: first, ..self }, Segments { inner: rest, ..self.moved(&self.inner, times) })
        } else {
            self.cut(self.length / 2)
        }
    }

    fn swapped(mut self) -> Self {
        for place in [&mut self.start, &mut self.inner.step, &mut self.outer.step] {
            core::mem::swap(&mut place.source, &mut place.target);
        }
        self
    }
}

/// The elements that a part of the source and a part of the target both have.
///
/// Post-condition: the indices of the segments are those whose parts these are, each once. The time is that of the
/// segments, whatever the extent is: as many as blocks meet before the pattern of both begins again.
///
/// ```
/// use tilework::shard::{BlockCyclic, plan::common_segments};
/// // blocks of 2 over 2 parts, and of 3 over 2: they begin together every 12
/// let (source, target) = (BlockCyclic::new(1200, 2, 2, 0)?, BlockCyclic::new(1200, 3, 2, 0)?);
/// let common = common_segments(&source, 0, &target, 0);
/// assert_eq!(common.iter().map(|some| (some.start.global, some.length, some.outer.count)).collect::<Vec<_>>(),
///     [(0, 2, 100), (8, 1, 100)]);
/// # Ok::<(), tilework::dynamic::Error>(())
/// ```
pub fn common_segments(source: &BlockCyclic, from: i64, target: &BlockCyclic, to: i64) -> Vec<Segments> {
    // the blocks of the one whose blocks are larger are looked at, and the smaller ones inside
    if source.block() <= target.block() {
        within_blocks(source, from, target, to)
    } else {
        within_blocks(target, to, source, from).into_iter().map(Segments::swapped).collect()
    }
}

/// Segments whose source is the one with the smaller blocks.
fn within_blocks(small: &BlockCyclic, from: i64, large: &BlockCyclic, to: i64) -> Vec<Segments> {
    let mut found = Vec::new();
    let whole = large.whole_blocks(to);
    let common = gcd(small.period(), large.period());
    // after so many blocks the larger one meets the smaller ones alike
    let alike = small.period() / common;
    for number in meeting_blocks(small, from, large, to, whole.min(alike), common) {
        let begin = large.begin(to) + number * large.period();
        let count = 1 + (whole - 1 - number) / alike;
        let outer = if count == 1 {
            SegmentRepeat::ONCE
        } else {
            let step = SegmentPlace {
                global: alike * large.period(),
                source: large.period() / common * small.block(),
                target: alike * large.block(),
            };
            SegmentRepeat { count, step }
        };
        within_block(small, from, begin, begin + large.block(), number * large.block(), outer, &mut found);
    }
    let rest = large.local_extent(to) % large.block();
    if rest > 0 {
        let begin = large.begin(to) + whole * large.period();
        within_block(
            small,
            from,
            begin,
            begin + rest,
            whole * large.block(),
            SegmentRepeat::ONCE,
            &mut found,
        );
    }
    found
}

/// The numbers, below `count`, of the blocks of the larger ones that a part of the smaller ones may meet.
fn meeting_blocks(
    small: &BlockCyclic,
    from: i64,
    large: &BlockCyclic,
    to: i64,
    count: i64,
    common: i64,
) -> Vec<i64> {
    let window = (small.block() - 1).saturating_add(large.block());
    if window / common >= count {
        return (0..count).collect();
    }
    // blocks meet where the larger one begins less than its length before, and less than that of the smaller one
    // behind: number * period = difference + shift, modulo the period of the smaller ones
    let (alike, step) = (small.period() / common, large.period() / common % (small.period() / common));
    let inverse = inverse(step, alike);
    let difference = small.begin(from) - large.begin(to);
    let least = difference - (large.block() - 1);
    let first = least + (-least).rem_euclid(common);
    let mut numbers: Vec<i64> = (0..)
        .map(|at| first + at * common)
        .take_while(|sum| *sum < difference + small.block())
        .map(|sum| times_modulo(sum / common, inverse, alike))
        .filter(|number| *number < count)
        .collect();
    numbers.sort_unstable();
    numbers.dedup();
    numbers
}

/// What a part has of `begin..end`, which is one block of the larger ones and begins at `local` there.
fn within_block(
    small: &BlockCyclic,
    from: i64,
    begin: i64,
    end: i64,
    local: i64,
    outer: SegmentRepeat,
    found: &mut Vec<Segments>,
) {
    let (block, period, origin) = (small.block(), small.period(), small.begin(from));
    let low = if begin < origin + block { 0 } else { (begin - origin - block) / period + 1 };
    if end <= origin || origin + low * period >= end {
        return;
    }
    let high = (end - 1 - origin) / period;
    let mut take = |number: i64, count: i64| {
        let own = origin + number * period;
        let (from, to) = (own.max(begin), own.saturating_add(block).min(end));
        let start = SegmentPlace {
            global: from,
            source: number * block + (from - own),
            target: local + (from - begin),
        };
        let step = SegmentPlace { global: period, source: block, target: period };
        let inner = if count == 1 { SegmentRepeat::ONCE } else { SegmentRepeat { count, step } };
        found.push(Segments { length: to - from, start, inner, outer });
    };
    let is_cut = |number: i64| {
        let own = origin + number * period;
        own < begin || own.saturating_add(block) > end
    };
    // the first and the last one may be cut, all others are whole
    let (head, tail) = (is_cut(low), high > low && is_cut(high));
    if head {
        take(low, 1);
    }
    let (low, last) = (low + i64::from(head), high - i64::from(tail));
    if low <= last {
        take(low, last - low + 1);
    }
    if tail {
        take(high, 1);
    }
}

/// The parts of `other` that a part meets, in order.
pub(super) fn meeting_parts(own: &BlockCyclic, part: i64, other: &BlockCyclic) -> Vec<i64> {
    let all = usize::try_from(other.parts()).unwrap_or(usize::MAX);
    let mut found: Vec<i64> = Vec::new();
    for (first, span) in spans(own, part, other) {
        if span >= other.parts() {
            return (0..other.parts()).collect();
        }
        found.extend((0..span).map(|more| other.part_of_block(first + more)));
        // what is found twice is put together before it takes much more than all parts do
        if found.len() > all.saturating_mul(2).max(64) {
            found.sort_unstable();
            found.dedup();
            if found.len() == all {
                return found;
            }
        }
    }
    found.sort_unstable();
    found.dedup();
    found
}

/// The number of parts of `other` that a part meets.
pub(super) fn meeting_count(own: &BlockCyclic, part: i64, other: &BlockCyclic) -> i64 {
    match only_span(own, part, other) {
        Some((_, span)) => span.min(other.parts()),
        None => i64::try_from(meeting_parts(own, part, other).len()).unwrap_or(i64::MAX),
    }
}

/// The number of a part of `other` among those that a part meets, and how many there are; none if they do not meet.
///
/// In closed form for a part with one block, by a list where that is short; else the parts of `other` are counted as if
/// each were met.
pub(super) fn meeting_number(
    own: &BlockCyclic,
    part: i64,
    other: &BlockCyclic,
    which: i64,
) -> Option<(i64, i64)> {
    let all = other.parts();
    if let Some((first, span)) = only_span(own, part, other) {
        if span >= all {
            return Some((which, all));
        }
        let number = (which - other.part_of_block(first)).rem_euclid(all);
        return (number < span).then_some((number, span));
    }
    let mut steps = 0_i64;
    if spans(own, part, other).any(|(_, span)| {
        steps = steps.saturating_add(span);
        steps > SHORT
    }) {
        return Some((which, all));
    }
    let met = meeting_parts(own, part, other);
    let number = met.iter().position(|one| *one == which)?;
    Some((i64::try_from(number).ok()?, i64::try_from(met.len()).ok()?))
}

/// So many blocks are few to look at.
const SHORT: i64 = 64;

/// The blocks of `other` that the only block of a part reaches over: the first, and how many. None if the part has more
/// blocks.
fn only_span(own: &BlockCyclic, part: i64, other: &BlockCyclic) -> Option<(i64, i64)> {
    if own.local_extent(part) > own.block() {
        return None;
    }
    Some(spans(own, part, other).next().unwrap_or((0, 0)))
}

/// For each block of a part, until the pattern begins again, the first block of `other` there, and how many.
fn spans(own: &BlockCyclic, part: i64, other: &BlockCyclic) -> impl Iterator<Item = (i64, i64)> {
    let (own, other) = (*own, *other);
    let whole = own.whole_blocks(part);
    let alike = other.period() / gcd(own.period(), other.period());
    let rest = own.local_extent(part) % own.block();
    let last = (rest > 0).then_some((whole, rest));
    (0..whole.min(alike)).map(move |number| (number, own.block())).chain(last).map(move |(number, length)| {
        let begin = own.begin(part) + number * own.period();
        let (first, last) = (begin / other.block(), (begin + length - 1) / other.block());
        (first, last - first + 1)
    })
}

/// The number that times `number` is 1 modulo `modulus`, which have no common divisor.
fn inverse(number: i64, modulus: i64) -> i64 {
    let (mut rest, mut next) = (modulus, number);
    let (mut factor, mut next_factor) = (0_i64, 1_i64);
    while next != 0 {
        let quotient = rest / next;
        (rest, next) = (next, rest - quotient * next);
        (factor, next_factor) = (next_factor, factor - quotient * next_factor);
    }
    factor.rem_euclid(modulus)
}

fn times_modulo(a: i64, b: i64, modulus: i64) -> i64 {
    let product = (i128::from(a) * i128::from(b)).rem_euclid(i128::from(modulus));
    // less than the modulus
    i64::try_from(product).unwrap_or(0)
}
