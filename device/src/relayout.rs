//! Copies from one layout to another, an element a thread.

use tilework::prelude::*;

/// The element of this thread, from one matrix to the other.
///
/// # Safety
/// There are as many elements from `dst` on as `to` reaches, each once, and nobody reads or writes this thread's.
pub(crate) unsafe fn element<S: Matrix, D: Matrix>(
    src: View<'_, u16, S>,
    dst: *mut u16,
    to: D,
    (i, j): (u32, u32),
) {
    // SAFETY: by the contract.
    let mut dst = unsafe { ViewMut::from_raw_parts_unchecked(dst, to) };
    let (crd, from) = ((i as usize, j as usize), src.layout());
    // one branch, of comparisons in a row: each then takes up the one before
    if (crd.0 < from.rows()) & (crd.1 < from.cols()) & (crd.0 < to.rows()) & (crd.1 < to.cols()) {
        dst[crd] = src[crd];
    }
}
