//! The widest vectors that an access can be made of.
use super::offsets::StaticOffsets;
use super::taken::Taken;
use crate::format::Element;
use typenum::Unsigned;

/// How many values of a thread can be taken at once: a power of two, 1 where only element by element is safe.
///
/// The offsets are those of value 0 of every thread, then of value 1, and so on, in elements of so many bits; the
/// memory begins at an address that is a multiple of `alignment` bytes, and no more is known of it. Post-condition:
/// the values of each thread, so many at a time from the first on, lie one behind the other, and each such vector
/// begins at an address that is a multiple of its bytes.
///
/// ```
/// use tilework::access::widest_vector_of;
/// // two threads with four values each, in rows of 8 elements of 16 bits
/// let offsets = [0, 8, 1, 9, 2, 10, 3, 11];
/// assert_eq!(widest_vector_of(&offsets, 2, 16, 16), 4);
/// // what begins at a multiple of 4 bytes can be read by 4 bytes
/// assert_eq!(widest_vector_of(&offsets, 2, 16, 4), 2);
/// ```
pub const fn widest_vector_of(offsets: &[usize], threads: usize, bits: usize, alignment: usize) -> usize {
    let mut width = 1;
    while is_vector(offsets, threads, bits, alignment, 2 * width) {
        width *= 2;
    }
    width
}

/// Whether so many values can be taken at once, if half as many can.
const fn is_vector(offsets: &[usize], threads: usize, bits: usize, alignment: usize, width: usize) -> bool {
    let Some(values) = offsets.len().checked_div(threads) else { return false };
    let is_aligned = match width.checked_mul(bits) {
        Some(bits) => bits > 0 && bits.is_multiple_of(8) && alignment.is_multiple_of(bits / 8),
        None => false,
    };
    if values == 0 || !values.is_multiple_of(width) || !is_aligned {
        return false;
    }
    let mut i = 0;
    while i < offsets.len() {
        let place = i / threads % width;
        let first = offsets[i - place * threads];
        if offsets[i] - place != first || !first.is_multiple_of(width) {
            return false;
        }
        i += 1;
    }
    true
}

/// How many neighbours among the threads take one run of memory: the greatest power of two such that each so many
/// threads, from the first on, take neighbouring bytes in their order.
///
/// Each address is that of the first of so many bytes that a thread takes. A full warp is 32.
///
/// ```
/// use tilework::access::contiguous_threads_of;
/// assert_eq!(contiguous_threads_of(&[0, 4, 8, 12, 64, 68, 72, 76], 4), 4);
/// assert_eq!(contiguous_threads_of(&[0, 8, 16, 24], 4), 1);
/// ```
pub const fn contiguous_threads_of(addresses: &[usize], bytes: usize) -> usize {
    let mut run = 1;
    while !addresses.is_empty() && addresses.len().is_multiple_of(2 * run) {
        let mut thread = 0;
        while thread < addresses.len() {
            let place = thread % (2 * run);
            if addresses[thread] != addresses[thread - place] + place * bytes {
                return run;
            }
            thread += 1;
        }
        run *= 2;
    }
    run
}

/// The distance from each thread to the next in bytes, if it is always the same; none of one thread.
///
/// ```
/// use tilework::access::thread_stride_of;
/// assert_eq!(thread_stride_of(&[0, 128, 256]), Some(128));
/// assert_eq!(thread_stride_of(&[0, 128, 4]), None);
/// ```
pub const fn thread_stride_of(addresses: &[usize]) -> Option<isize> {
    if addresses.len() < 2 {
        return None;
    }
    let (stride, mut thread) = (addresses[1].wrapping_sub(addresses[0]), 2);
    while thread < addresses.len() {
        if addresses[thread].wrapping_sub(addresses[thread - 1]) != stride {
            return None;
        }
        thread += 1;
    }
    Some(stride.cast_signed())
}

/// How many values of a thread can be taken at once of a static stage, whose memory begins at a multiple of so many
/// bytes: see [`widest_vector_of`].
///
/// # Panics
/// As [`bank_conflicts`](super::bank_conflicts), but that values need not follow each other.
///
/// ```
/// use tilework::access::widest_vector;
/// use tilework::prelude::*;
/// // (thread,value) of 8x64 halves: 8 in a row are 16 bytes
/// type Access = Layout!(((8, 8), 8):((1, 64), 8));
/// const { assert!(widest_vector::<u16, Layout!((8, 64):(64, 1)), Access>(128) == 8) };
/// // rows of 66 begin at multiples of 4 bytes only
/// const { assert!(widest_vector::<u16, Layout!((8, 64):(66, 1)), Access>(128) == 2) };
/// ```
#[track_caller]
pub const fn widest_vector<T: Element, Stage: StaticOffsets, Access: StaticOffsets>(
    alignment: usize,
) -> usize {
    let taken = Taken::of::<Stage, Access>();
    widest_vector_of(taken.offsets(), taken.threads(), T::Bits::USIZE, alignment)
}

/// How many neighbours among the threads take one run of a static stage: see [`contiguous_threads_of`].
///
/// # Panics
/// As [`bank_conflicts`](super::bank_conflicts).
///
/// ```
/// use tilework::access::contiguous_threads;
/// use tilework::prelude::*;
/// type Rows = Layout!((32, 32):(32, 1));
/// const { assert!(contiguous_threads::<f32, Rows, Layout!(32:32)>() == 32) };
/// const { assert!(contiguous_threads::<f32, Rows, Layout!(32:1)>() == 1) };
/// ```
#[track_caller]
pub const fn contiguous_threads<T: Element, Stage: StaticOffsets, Access: StaticOffsets>() -> usize {
    let (addresses, bytes) = Taken::of::<Stage, Access>().bytes::<T>();
    contiguous_threads_of(addresses.entries(), bytes)
}
