//! A product called from C: pointers, sizes and leading dimensions.
#![allow(unsafe_code)]

use super::{Checked, close, numbers};
use tilework::prelude::*;

/// A matrix in rows that are `pitch` elements apart.
#[repr(C)]
pub(crate) struct Rows<P> {
    data: P,
    rows: usize,
    cols: usize,
    pitch: usize,
}

impl<P> Rows<P> {
    /// The layout, and how many elements there are from the first to the last; if rows do not overlap.
    fn layout(&self) -> Option<(Layout<(usize, usize), (usize, Int!(1))>, usize)> {
        let layout = Layout::try_new((self.rows, self.cols), (self.pitch, int!(1))).ok()?;
        (self.pitch >= self.cols && !layout.is_empty()).then_some((layout, layout.cosize()))
    }
}

/// `c = a * b`; 0 if all went well.
///
/// # Safety
/// Each pointer is that of such a matrix, which nobody else writes; `c` has no element of the others.
pub(crate) unsafe extern "C" fn product(a: Rows<*const f32>, b: Rows<*const f32>, c: Rows<*mut f32>) -> i32 {
    let (Some(la), Some(lb), Some(lc)) = (a.layout(), b.layout(), c.layout()) else { return -1 };
    // SAFETY: from the first to the last element these are the matrices, as the caller says.
    let views = unsafe {
        (
            View::from_raw_parts(a.data, la.1, la.0),
            View::from_raw_parts(b.data, lb.1, lb.0),
            ViewMut::from_raw_parts(c.data, lc.1, lc.0),
        )
    };
    match views {
        (Ok(a), Ok(b), Ok(mut c)) => matmul(&a, &b, &mut c).map_or(-1, |()| 0),
        _ => -1,
    }
}

pub(crate) fn check() -> Checked {
    let (m, n, k) = (4, 3, 5);
    let (a, b, mut c) = (numbers(m * 8), numbers(k * 4), vec![-1.0; m * 6]);
    let left = |pitch| Rows { data: a.as_ptr(), rows: m, cols: k, pitch };
    let right = || Rows { data: b.as_ptr(), rows: k, cols: n, pitch: 4 };
    let data = c.as_mut_ptr();
    let result = || Rows { data, rows: m, cols: n, pitch: 6 };
    // SAFETY: the vectors have rows of 8, of 4 and of 6 elements; and what overlaps is refused before it is read
    let codes = unsafe { [product(left(8), right(), result()), product(left(4), right(), result())] };
    assert_eq!(codes, [0, -1]);
    for (i, row) in c.chunks(6).enumerate() {
        assert!((0..n).all(|j| close(row[j], (0..k).map(|l| a[8 * i + l] * b[4 * l + j]).sum())));
        assert!(row[n..].iter().all(|&x| x == -1.0));
    }
    Ok(())
}
