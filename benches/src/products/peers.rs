//! What other libraries make of a product: nothing, unless built with `--cfg peers`.
// most take pointers
#![cfg_attr(peers, allow(unsafe_code))]

/// A product of rows in rows, of so many rows, such a depth and so many columns, on so many threads.
pub(super) type Multiply<T> = fn(usize, [usize; 3], &[T], &[T], &mut [T]);

/// Who can be asked.
pub(super) const NAMES: [&str; 6] =
    ["matrixmultiply", "gemm", "faer", "private-gemm-x86", "gemmkit", "OpenBLAS"];

/// An element that peers know too.
pub(super) trait Peers: Sized + 'static {
    /// The peers in the order of their names, as far as they are there and make products on so many threads.
    fn peers(threads: usize) -> [Option<Multiply<Self>>; NAMES.len()];
}

#[cfg(not(peers))]
mod absent {
    use super::{Multiply, NAMES, Peers};

    impl Peers for f32 {
        fn peers(_: usize) -> [Option<Multiply<f32>>; NAMES.len()] {
            [None; NAMES.len()]
        }
    }
    impl Peers for f64 {
        fn peers(_: usize) -> [Option<Multiply<f64>>; NAMES.len()] {
            [None; NAMES.len()]
        }
    }
}

#[cfg(peers)]
mod built {
    use super::{Multiply, NAMES, Peers};
    use libloading::{Library, Symbol};
    use private_gemm_x86::{Accum, DType, DstKind, IType, InstrSet};
    use std::env;
    use std::ptr::null;
    use std::sync::LazyLock;

    /// Of Debian's `libopenblas0-pthread`.
    static OPENBLAS: LazyLock<Option<Library>> = LazyLock::new(|| {
        // SAFETY: the threads that there are, of pools, do not look at the environment. What the library does when it
        // is loaded is to start threads of its own; these look for work for 2^20 ticks, not for 2^26, in which they
        // would keep a processor from whoever is timed next.
        unsafe {
            env::set_var("OPENBLAS_THREAD_TIMEOUT", "20");
            Library::new("libopenblas.so.0").ok()
        }
    });

    type Cblas<T> =
        unsafe extern "C" fn(i32, i32, i32, i32, i32, i32, T, *const T, i32, *const T, i32, T, *mut T, i32);

    fn instructions() -> Option<InstrSet> {
        if is_x86_feature_detected!("avx512f") {
            Some(InstrSet::Avx512)
        } else if is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma") {
            Some(InstrSet::Avx256)
        } else {
            None
        }
    }

    fn check<T>([m, k, n]: [usize; 3], a: &[T], b: &[T], c: &[T]) {
        assert!(a.len() >= m * k && b.len() >= k * n && c.len() >= m * n, "the slices hold the matrices");
    }

    macro_rules! peers {
        ($($T:ty: $matrixmultiply:path, $DType:ident, $cblas:literal;)*) => { $(
            impl Peers for $T {
                fn peers(threads: usize) -> [Option<Multiply<$T>>; NAMES.len()] {
                    let matrixmultiply: Multiply<$T> = |_, [m, k, n], a, b, c| {
                        check([m, k, n], a, b, c);
                        let (a_rows, b_rows) = (k.cast_signed(), n.cast_signed());
                        let (a, b, c) = (a.as_ptr(), b.as_ptr(), c.as_mut_ptr());
                        // SAFETY: the slices hold the matrices.
                        unsafe { $matrixmultiply(m, k, n, 1.0, a, a_rows, 1, b, b_rows, 1, 0.0, c, b_rows, 1) }
                    };
                    let gemm: Multiply<$T> = |threads, [m, k, n], a, b, c| {
                        check([m, k, n], a, b, c);
                        let (a_rows, b_rows) = (k.cast_signed(), n.cast_signed());
                        let (a, b, c) = (a.as_ptr(), b.as_ptr(), c.as_mut_ptr());
                        let crew = match threads {
                            1 => gemm::Parallelism::None,
                            _ => gemm::Parallelism::Rayon(threads),
                        };
                        let no = false;
                        // SAFETY: the slices hold the matrices.
                        unsafe {
                            gemm::gemm(
                                m, n, k, c, 1, b_rows, no, a, 1, a_rows, b, 1, b_rows, 0.0, 1.0, no, no, no, crew,
                            )
                        }
                    };
                    let faer: Multiply<$T> = |threads, [m, k, n], a, b, c| {
                        check([m, k, n], a, b, c);
                        let crew = match threads {
                            1 => faer::Par::Seq,
                            _ => faer::Par::rayon(threads),
                        };
                        faer::linalg::matmul::matmul(
                            faer::MatMut::from_row_major_slice_mut(&mut c[..m * n], m, n),
                            faer::Accum::Replace,
                            faer::MatRef::from_row_major_slice(&a[..m * k], m, k),
                            faer::MatRef::from_row_major_slice(&b[..k * n], k, n),
                            1.0,
                            crew,
                        );
                    };
                    let private_gemm: Multiply<$T> = |threads, [m, k, n], a, b, c| {
                        check([m, k, n], a, b, c);
                        let Some(instructions) = instructions() else { return };
                        let (a_rows, b_rows) = (k.cast_signed(), n.cast_signed());
                        let (a, b, c) = (a.as_ptr().cast(), b.as_ptr().cast(), c.as_mut_ptr().cast());
                        let one: $T = 1.0;
                        // SAFETY: the slices hold the matrices.
                        unsafe {
                            private_gemm_x86::gemm(
                                DType::$DType,
                                IType::U32,
                                instructions,
                                m,
                                n,
                                k,
                                c,
                                b_rows,
                                1,
                                null(),
                                null(),
                                DstKind::Full,
                                Accum::Replace,
                                a,
                                a_rows,
                                1,
                                false,
                                null(),
                                0,
                                b,
                                b_rows,
                                1,
                                false,
                                (&raw const one).cast(),
                                threads,
                            )
                        }
                    };
                    let gemmkit: Multiply<$T> = |threads, [m, k, n], a, b, c| {
                        let crew = match threads {
                            1 => gemmkit::Parallelism::Serial,
                            _ => gemmkit::Parallelism::Rayon(threads),
                        };
                        let a = gemmkit::MatRef::from_row_major(&a[..m * k], m, k);
                        let b = gemmkit::MatRef::from_row_major(&b[..k * n], k, n);
                        gemmkit::gemm(1.0, a, b, 0.0, gemmkit::MatMut::from_row_major(&mut c[..m * n], m, n), crew);
                    };
                    let openblas: Multiply<$T> = |threads, [m, k, n], a, b, c| {
                        check([m, k, n], a, b, c);
                        let Some(library) = &*OPENBLAS else { return };
                        let [m, k, n] = [m, k, n].map(|x| i32::try_from(x).expect("a size for BLAS"));
                        let (a, b, c) = (a.as_ptr(), b.as_ptr(), c.as_mut_ptr());
                        // SAFETY: the functions have these types (`cblas.h`), and the slices hold the matrices.
                        unsafe {
                            let crew: Symbol<'_, unsafe extern "C" fn(i32)> =
                                library.get(b"openblas_set_num_threads").expect("a function of OpenBLAS");
                            let multiply: Symbol<'_, Cblas<$T>> = library.get($cblas).expect("a function of BLAS");
                            crew(threads as i32);
                            multiply(101, 111, 111, m, n, k, 1.0, a, k, b, n, 0.0, c, n);
                        }
                    };
                    [
                        (threads == 1).then_some(matrixmultiply),
                        Some(gemm),
                        Some(faer),
                        instructions().map(|_| private_gemm),
                        Some(gemmkit),
                        OPENBLAS.as_ref().map(|_| openblas),
                    ]
                }
            }
        )* };
    }
    peers! {
        f32: matrixmultiply::sgemm, F32, b"cblas_sgemm";
        f64: matrixmultiply::dgemm, F64, b"cblas_dgemm";
    }
}
