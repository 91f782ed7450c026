//! Elements permuted in place: a relayout without a second buffer.

use super::error::PlanError;
use super::joint::Joint;
use super::plan::Plan;
use super::region::Loop;
use super::unit::LoopUnit;
use crate::int::sort_few;
use crate::layout::MixedRadix;
use alloc::vec;
use alloc::vec::Vec;

/// The bytes of a chunk that is permuted through a buffer: as many as a cache holds.
const CHUNK: usize = 1 << 20;

/// Blocks that are permuted where they lie are at least so many bytes long, or the chunks become larger.
const LONG: usize = 512;

/// Chunks that are larger than a cache are at most this part of all bytes.
const CHUNKS: usize = 8;

impl Plan {
    /// As [`run_bytes`](Plan::run_bytes) from storage into itself: the elements are permuted.
    ///
    /// Three passes over the storage, of which each may have nothing to do. The first one permutes the elements within
    /// chunks, so that those that stay together lie together; the second one permutes these blocks, cycle by cycle; the
    /// third one again permutes within chunks. A chunk goes through a buffer: of 1 MiB, or of an eighth of the storage
    /// where that is more and blocks would be short otherwise. Besides it there is a bit for each block, which is at
    /// most an eighth of the storage.
    ///
    /// It is fast where extents can be divided. Where they are primes blocks are single elements, each moved alone to a
    /// place far away; and so they are where a stride is negative.
    ///
    /// ```
    /// use tilework::{kernel::relayout::Plan, prelude::*};
    /// let plan = Plan::new::<u8, _, _>(&layout!((2, 3):(3, 1)), &layout!((2, 3):(1, 2)))?;
    /// let mut bytes = *b"abcdef";
    /// plan.run_in_place(&mut bytes)?;
    /// assert_eq!(&bytes, b"adbecf");
    /// # Ok::<(), tilework::kernel::relayout::PlanError>(())
    /// ```
    ///
    /// # Errors
    /// If the slice is too short, or the layouts are no permutations of each other: there is padding, or a hole, or
    /// elements of 4 bits of which no whole bytes can be moved together; or if one is swizzled; then nothing is moved.
    pub fn run_in_place(&self, bytes: &mut [u8]) -> Result<(), PlanError> {
        self.spans.0.check(bytes.len())?;
        self.spans.1.check(bytes.len())?;
        let digits = self.permutation().ok_or(PlanError::NoPermutation)?;
        permute(&mut bytes[..self.spans.1.len], &digits, self.moves.unit(), CHUNK)
    }

    /// The digits of the places of all elements, with their steps in elements, if both layouts have one element for
    /// each place of the same storage.
    fn permutation(&self) -> Option<Vec<Loop>> {
        if !self.moves.are_linear() {
            return None;
        }
        let joint = Joint::of(&self.src, &self.dst, 1)?;
        let digits = match joint.regions() {
            0 => return Some(Vec::new()),
            1 => {
                let mut region = joint.region(0);
                region.join();
                region.loops().to_vec()
            }
            _ => return None,
        };
        let elements = digits.iter().map(|digit| digit.extent).product::<usize>();
        let bits = elements.checked_mul(self.moves.unit().bits());
        let is_dense = [self.spans.0.len, self.spans.1.len].iter().all(|len| len.checked_mul(8) == bits);
        let is_compact = |mut digits: Vec<(usize, usize)>| {
            let mut end = 1;
            sort_few(&mut digits, |digit| *digit);
            digits.iter().all(|&(stride, extent)| core::mem::replace(&mut end, stride * extent) == stride)
        };
        let strides = |stride: fn(&Loop) -> isize| {
            digits.iter().map(|digit| (stride(digit).unsigned_abs(), digit.extent)).collect()
        };
        let is_permutation =
            is_dense && is_compact(strides(|digit| digit.src)) && is_compact(strides(|digit| digit.dst));
        is_permutation.then_some(digits)
    }
}

/// A digit of the place of an element: its step at first, between the passes, and at the end.
#[derive(Clone, Copy, Debug)]
struct StagedDigit {
    extent: usize,
    src: usize,
    first: usize,
    second: usize,
    dst: usize,
}

/// How many elements the passes move together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct StageSizes {
    /// The chunks of the first and of the third pass.
    chunks: [usize; 2],
    /// The blocks of the second one.
    block: usize,
}

/// Permutes elements; a buffer has at most so many bytes, if blocks are long enough then.
fn permute(bytes: &mut [u8], digits: &[Loop], unit: LoopUnit, mut chunk: usize) -> Result<(), PlanError> {
    if bytes.is_empty() {
        return Ok(());
    }
    let bits = unit.bits();
    let whole = |elements: usize| match elements * bits {
        bits if bits.is_multiple_of(8) => Ok(bits / 8),
        _ => Err(PlanError::NoPermutation),
    };
    if digits.iter().any(|digit| digit.src < 0) {
        // what follows each other on both sides stays together
        let run =
            digits.iter().find(|digit| digit.src == 1 && digit.dst == 1).map_or(1, |digit| digit.extent);
        let moves = digits.iter().map(|digit| (digit.extent, digit.src, digit.dst.cast_unsigned()));
        cycles(bytes, moves.collect(), run, whole(run)?);
        return Ok(());
    }
    let (mut staged, mut sizes) = stage(digits, chunk * 8 / bits);
    while sizes.block * bits < LONG * 8 && chunk < bytes.len() / CHUNKS {
        chunk = (2 * chunk).min(bytes.len() / CHUNKS);
        (staged, sizes) = stage(digits, chunk * 8 / bits);
    }
    let (chunks, block) = ([whole(sizes.chunks[0])?, whole(sizes.chunks[1])?], whole(sizes.block)?);
    let first = staged.iter().filter(|digit| digit.src < sizes.chunks[0]);
    let first = first.map(|digit| (digit.extent, digit.src, digit.first));
    let third = staged.iter().filter(|digit| digit.dst < sizes.chunks[1]);
    let third = third.map(|digit| (digit.extent, digit.second, digit.dst));
    let within = [within(first.collect(), unit, chunks[0])?, within(third.collect(), unit, chunks[1])?];
    run_within(bytes, &within[0])?;
    let second = staged.iter().map(|digit| (digit.extent, digit.first.cast_signed(), digit.second));
    cycles(bytes, second.collect(), sizes.block, block);
    run_within(bytes, &within[1])
}

/// The passes of a permutation by chunks of at most so many elements.
///
/// Digits that are within a chunk both before and after are a block. Each is put together in the first pass, and taken
/// apart in the third one.
fn stage(digits: &[Loop], most: usize) -> (Vec<StagedDigit>, StageSizes) {
    let staged = |digit: &Loop| {
        let (src, dst) = (digit.src.cast_unsigned(), digit.dst.cast_unsigned());
        StagedDigit { extent: digit.extent, src, first: src, second: dst, dst }
    };
    let mut digits: Vec<StagedDigit> = digits.iter().map(staged).collect();
    let chunks = [cut(&mut digits, |digit| digit.src, most), cut(&mut digits, |digit| digit.dst, most)];
    let mut block = 1;
    for digit in digits.iter_mut().filter(|digit| digit.src < chunks[0] && digit.dst < chunks[1]) {
        (digit.first, digit.second) = (block, block);
        block *= digit.extent;
    }
    let (mut first, mut second) = (block, block);
    for digit in &mut digits {
        match (digit.src < chunks[0], digit.dst < chunks[1]) {
            (true, false) => (digit.first, first) = (first, first * digit.extent),
            (false, true) => (digit.second, second) = (second, second * digit.extent),
            _ => {}
        }
    }
    (digits, StageSizes { chunks, block })
}

/// Sorts digits by a stride, and cuts one of them so that those below have as many elements as possible, at most so
/// many: how many they have.
fn cut(digits: &mut Vec<StagedDigit>, stride: fn(&StagedDigit) -> usize, most: usize) -> usize {
    sort_few(digits, stride);
    let mut size = 1;
    for i in 0..digits.len() {
        let digit = digits[i];
        let part = divisor(digit.extent, most / size);
        size *= part;
        if part < digit.extent {
            let StagedDigit { src, first, second, dst, .. } = digit;
            digits[i].extent = part;
            let rest = digit.extent / part;
            let [src, first, second, dst] = [src, first, second, dst].map(|stride| stride * part);
            digits.insert(i + 1, StagedDigit { extent: rest, src, first, second, dst });
            digits.retain(|digit| digit.extent > 1);
            break;
        }
    }
    size
}

/// The largest divisor of a number that is at most so large.
fn divisor(number: usize, most: usize) -> usize {
    if number <= most {
        return number;
    }
    let pairs =
        (1..).take_while(|small| small * small <= number).filter(|small| number.is_multiple_of(*small));
    pairs.flat_map(|small| [small, number / small]).filter(|part| *part <= most).max().unwrap_or(1)
}

/// The plan for every chunk of so many bytes, and how many bytes it is for, if there is something to do: digits are an
/// extent, and a stride before and after.
fn within(
    mut digits: Vec<(usize, usize, usize)>,
    unit: LoopUnit,
    mut chunk: usize,
) -> Result<Option<(Plan, usize)>, PlanError> {
    sort_few(&mut digits, |&(.., after)| after);
    // the outermost digits that stay are one chunk after another
    while let Some((extent, ..)) =
        digits.pop_if(|(extent, before, after)| before == after && chunk.is_multiple_of(*extent))
    {
        chunk /= extent;
    }
    if digits.is_empty() {
        return Ok(None);
    }
    let radix = |stride: fn(&(usize, usize, usize)) -> usize| {
        let mut radix = MixedRadix::new();
        digits.iter().for_each(|digit| radix.leaf(digit.0, stride(digit).cast_signed()));
        radix.mode(digits.iter().map(|digit| digit.0).product());
        radix
    };
    Ok(Some((Plan::of_radix(radix(|digit| digit.1), radix(|digit| digit.2), unit)?, chunk)))
}

/// Permutes the elements within every chunk.
fn run_within(bytes: &mut [u8], plan: &Option<(Plan, usize)>) -> Result<(), PlanError> {
    let Some((plan, chunk)) = plan else { return Ok(()) };
    let mut buffer = vec![0; *chunk];
    for chunk in bytes.chunks_exact_mut(*chunk) {
        buffer.copy_from_slice(chunk);
        plan.run_bytes(&buffer, chunk)?;
    }
    Ok(())
}

/// Permutes blocks of so many elements, which are so many bytes: digits are an extent, and a stride before and after.
/// Each block goes to its place at once; a buffer has the first one of a cycle.
fn cycles(bytes: &mut [u8], mut digits: Vec<(usize, isize, usize)>, elements: usize, block: usize) {
    digits.retain(|&(.., after)| after >= elements);
    if digits.iter().all(|&(_, before, after)| before == after.cast_signed()) {
        return;
    }
    sort_few(&mut digits, |&(.., after)| core::cmp::Reverse(after));
    for (_, before, after) in &mut digits {
        (*before, *after) = (*before / elements.cast_signed(), *after / elements);
    }
    // where a digit counts downwards the first value is the last place
    let last = |&(extent, before, _): &(usize, isize, usize)| before.min(0) * (1 - extent.cast_signed());
    let begin: isize = digits.iter().map(last).sum();
    let origin = |place: usize| {
        let mut rest = place;
        let steps = digits.iter().map(|&(_, before, after)| {
            let value = rest / after;
            rest %= after;
            value.cast_signed() * before
        });
        (begin + steps.sum::<isize>()).cast_unsigned()
    };
    let blocks = bytes.len() / block;
    let (mut is_done, mut first) = (vec![0_u64; blocks.div_ceil(64)], vec![0; block]);
    for start in 0..blocks {
        let (mut hole, mut from) = (start, origin(start));
        if from == start || is_done[start / 64] >> (start % 64) & 1 == 1 {
            continue;
        }
        first.copy_from_slice(&bytes[start * block..][..block]);
        while from != start {
            bytes.copy_within(from * block..from * block + block, hole * block);
            is_done[from / 64] |= 1 << (from % 64);
            (hole, from) = (from, origin(from));
        }
        bytes[hole * block..][..block].copy_from_slice(&first);
    }
}

#[cfg(test)]
mod tests {
    use super::{Loop, LoopUnit, StageSizes, divisor, permute, stage};
    use alloc::vec::Vec;

    /// Digits of these extents, the innermost first, whose order afterwards is that of these numbers.
    fn digits(extents: &[usize], order: &[usize], down: usize) -> Vec<Loop> {
        let mut digits: Vec<Loop> = Vec::new();
        let mut src = 1;
        for (i, &extent) in extents.iter().enumerate() {
            digits.push(Loop { extent, src: if i == down { -src } else { src }, dst: 0 });
            src *= extent.cast_signed();
        }
        let mut dst = 1;
        for &i in order {
            digits[i].dst = dst;
            dst *= extents[i].cast_signed();
        }
        digits
    }

    /// Every element is at its new place, whatever fits in a chunk.
    #[test]
    fn every_element() {
        let shapes: [&[usize]; 6] =
            [&[6, 10], &[7, 13], &[4, 3, 10], &[2, 8, 3, 6], &[5, 3, 2, 9], &[12, 12]];
        let mut orders = Vec::new();
        for (a, b, c) in (0..4).flat_map(|a| (0..4).flat_map(move |b| (0..4).map(move |c| (a, b, c)))) {
            let d = 6_usize.wrapping_sub(a + b + c);
            if a != b && a != c && b != c && d < 4 {
                orders.push([a, b, c, d]);
            }
        }
        assert_eq!(orders.len(), 24);
        for (shape, order, down) in shapes
            .iter()
            .flat_map(|shape| orders.iter().flat_map(move |order| [9, 0, 1].map(|down| (shape, order, down))))
        {
            let order: Vec<usize> = order.iter().copied().filter(|i| *i < shape.len()).collect();
            let digits = digits(shape, &order, down);
            let elements: usize = shape.iter().product();
            for (bytes, chunk) in
                [1, 2, 4, 16].into_iter().flat_map(|bytes| [1, 16, 64, 200, 4000].map(|c| (bytes, c)))
            {
                let before: Vec<u8> =
                    (0..elements * bytes).map(|i| (i * 7 + i / 251).to_le_bytes()[0]).collect();
                let mut after = before.clone();
                permute(&mut after, &digits, LoopUnit::Bytes(bytes), chunk).unwrap();
                for number in 0..elements {
                    let (mut rest, mut src, mut dst) = (number, 0, 0);
                    for Loop { extent, src: from, dst: to } in &digits {
                        let value = (rest % extent).cast_signed();
                        src += value * from + if *from < 0 { (1 - extent.cast_signed()) * from } else { 0 };
                        dst += value * to;
                        rest /= extent;
                    }
                    let (src, dst) = (src.cast_unsigned() * bytes, dst.cast_unsigned() * bytes);
                    assert_eq!(after[dst..dst + bytes], before[src..src + bytes], "{digits:?}, {chunk}");
                }
            }
        }
    }

    /// What stays together is a block: 4 rows and 4 columns of a matrix of 64 by 64, in chunks of 256 elements.
    #[test]
    fn blocks_are_long() {
        let sizes = |extents: &[usize], order: &[usize]| stage(&digits(extents, order, 9), 256).1;
        assert_eq!(sizes(&[64, 64], &[1, 0]), StageSizes { chunks: [256, 256], block: 16 });
        assert_eq!(sizes(&[61, 67], &[1, 0]), StageSizes { chunks: [61, 67], block: 1 });
        assert_eq!(sizes(&[8, 4, 128], &[0, 2, 1]), StageSizes { chunks: [256, 256], block: 64 });
        assert_eq!([divisor(60, 7), divisor(61, 7), divisor(60, 59), divisor(60, 100)], [6, 1, 30, 60]);
    }
}
