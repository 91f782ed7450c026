//! Sectors and lines of memory.
use super::offsets::StaticOffsets;
use super::taken::Taken;
use crate::format::Element;

/// How many blocks of memory an access touches, such as sectors of 32 bytes or lines of 128: each is moved once.
///
/// Each address is that of the first of so many bytes that a thread takes; the first block begins at address 0.
///
/// # Panics
/// If a block has 0 bytes.
///
/// ```
/// use tilework::access::blocks_touched;
/// use tilework::prelude::*;
/// const ROW: [usize; 32] = <Layout!(32:4)>::offset_array();
/// const COLUMN: [usize; 32] = <Layout!(32:128)>::offset_array();
/// const { assert!(blocks_touched(&ROW, 4, 32) == 4) };
/// const { assert!(blocks_touched(&COLUMN, 4, 32) == 32) };
/// ```
pub const fn blocks_touched(addresses: &[usize], bytes: usize, block: usize) -> usize {
    let (mut count, mut thread) = (0, 0);
    while thread < addresses.len() && bytes > 0 {
        let address = addresses[thread];
        let mut number = address / block;
        while number <= (address + (bytes - 1)) / block {
            if !is_touched_before(addresses, thread, bytes, block, number) {
                count += 1;
            }
            number += 1;
        }
        thread += 1;
    }
    count
}

/// Whether a thread before this one touches a block.
const fn is_touched_before(
    addresses: &[usize],
    thread: usize,
    bytes: usize,
    block: usize,
    number: usize,
) -> bool {
    let mut other = 0;
    while other < thread {
        let address = addresses[other];
        if address / block <= number && number <= (address + (bytes - 1)) / block {
            return true;
        }
        other += 1;
    }
    false
}

/// How many blocks of memory an access to a static stage touches: see [`blocks_touched`].
///
/// # Panics
/// As [`bank_conflicts`](super::bank_conflicts); and if a block has 0 bytes.
///
/// ```
/// use tilework::access::static_blocks;
/// use tilework::prelude::*;
/// type Rows = Layout!((32, 32):(32, 1));
/// // sectors of a row, and of a column
/// const { assert!(static_blocks::<f32, Rows, Layout!(32:32)>(32) == 4) };
/// const { assert!(static_blocks::<f32, Rows, Layout!(32:1)>(32) == 32) };
/// ```
#[track_caller]
pub const fn static_blocks<T: Element, Stage: StaticOffsets, Access: StaticOffsets>(block: usize) -> usize {
    let (addresses, bytes) = Taken::of::<Stage, Access>().bytes::<T>();
    blocks_touched(addresses.entries(), bytes, block)
}
