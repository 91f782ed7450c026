//! What other libraries make of a product: nothing, unless built with `--cfg peers`.
// both take pointers
#![cfg_attr(peers, allow(unsafe_code))]

/// A product of rows in rows, of so many rows, such a depth and so many columns.
pub(super) type Multiply<T> = fn([usize; 3], &[T], &[T], &mut [T]);

/// An element that peers know too.
pub(super) trait Peers: Sized + 'static {
    /// `matrixmultiply` and `gemm`.
    const PEERS: &'static [Multiply<Self>];
}

#[cfg(not(peers))]
macro_rules! peers {
    ($($T:ty: $gemm:ident $zero:literal $one:literal;)*) => { $(
        impl Peers for $T {
            const PEERS: &'static [Multiply<$T>] = &[];
        }
    )* };
}

#[cfg(peers)]
macro_rules! peers {
    ($($T:ty: $gemm:ident $zero:literal $one:literal;)*) => { $(
        impl Peers for $T {
            const PEERS: &'static [Multiply<$T>] = &[
                |[m, k, n], a, b, c| {
                    check([m, k, n], a, b, c);
                    let (a_rows, b_rows) = (k.cast_signed(), n.cast_signed());
                    let (a, b, c) = (a.as_ptr(), b.as_ptr(), c.as_mut_ptr());
                    // SAFETY: the slices hold the matrices.
                    unsafe { matrixmultiply::$gemm(m, k, n, $one, a, a_rows, 1, b, b_rows, 1, $zero, c, b_rows, 1) }
                },
                |[m, k, n], a, b, c| {
                    check([m, k, n], a, b, c);
                    let (a_rows, b_rows) = (k.cast_signed(), n.cast_signed());
                    let (a, b, c) = (a.as_ptr(), b.as_ptr(), c.as_mut_ptr());
                    let (no, one_thread) = (false, gemm::Parallelism::None);
                    // SAFETY: the slices hold the matrices.
                    unsafe {
                        gemm::gemm(
                            m, n, k, c, 1, b_rows, no, a, 1, a_rows, b, 1, b_rows, $zero, $one, no, no, no, one_thread,
                        )
                    }
                },
            ];
        }
    )* };
}
peers! {
    f32: sgemm 0.0 1.0;
    f64: dgemm 0.0 1.0;
}

#[cfg(peers)]
fn check<T>([m, k, n]: [usize; 3], a: &[T], b: &[T], c: &[T]) {
    assert!(a.len() >= m * k && b.len() >= k * n && c.len() >= m * n, "the slices hold the matrices");
}
