//! The kernels by name, over the layouts that they are compiled for.
#![allow(improper_ctypes_definitions, reason = "`Layout::WORDS` asserts how layouts lie in memory")]

use crate::block::{thread, thread_of_grid};
use crate::index::offsets;
use crate::product::multiply;
use crate::relayout::element;
use crate::transpose::transposed;
use tilework::prelude::*;

/// Rows of dynamic number, length and distance: `(m,n):(ld,_1)`, to a host `struct { size_t m, n, ld; }`.
pub type Rows = Layout<(usize, usize), (usize, Int!(1))>;

const _: () = assert!(Rows::WORDS == 3);

type Square = Layout!((128, 128):(128, 1));
/// zN, as `f16` has it: blocks of 16x16, rows fastest among them.
type Fractal = Layout!(((16, 8), (16, 8)):((16, 256), (1, 2048)));

/// Rows whose numbers are below 2^32, to a host `struct { unsigned m, n, ld; }`: a kernel then multiplies and compares 32
/// bits.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct NarrowRows {
    m: u32,
    n: u32,
    ld: u32,
}

impl NarrowRows {
    /// The rows as a layout.
    ///
    /// # Safety
    /// They are one: the host has checked that.
    unsafe fn layout(self) -> Rows {
        let [m, n, ld] = [self.m, self.n, self.ld].map(|number| number as usize);
        // SAFETY: by the contract.
        unsafe { Layout::try_new((m, n), (ld, int!(1))).unwrap_unchecked() }
    }
}

macro_rules! kernels {
    ($($(#[$doc:meta])* $name:ident($($parameter:ident: $Type:ty),*) $body:block)*) => { $(
        $(#[$doc])*
        ///
        /// # Safety
        /// The buffers have as many elements as their layouts reach, or as the kernel has threads. Layouts that are
        /// written are injective, and nobody else uses these elements. Blocks are of the shape that is said above.
        #[unsafe(no_mangle)]
        pub unsafe extern "ptx-kernel" fn $name($($parameter: $Type),*) {
            // SAFETY: by the contract.
            unsafe { $body }
        }
    )* };
}

kernels! {
    /// The offsets of zN.
    index_zn(dst: *mut u32) {
        offsets(Fractal::STATIC, dst)
    }
    /// The offsets of rows of 64 numbers, each row's eighths exchanged by its number.
    index_swizzle(dst: *mut u32) {
        offsets(xor_layout!((8, (8, 8)):(F72, (F1, F8))), dst)
    }
    /// The offsets of XLA's tiles of a matrix of `bf16`.
    index_xla(dst: *mut u32) {
        offsets(xla!(bf16[256,512]{1,0:T(8,128)(2,1)}), dst)
    }
    /// 128x128 numbers from zN to rows.
    zn_to_rows(src: *const u16, dst: *mut u16) {
        let at = thread();
        element(View::from_raw_parts_unchecked(src, Fractal::STATIC), dst, Square::STATIC, (at / 128, at % 128))
    }
    /// 128x128 numbers from rows to zN.
    rows_to_zn(src: *const u16, dst: *mut u16) {
        let at = thread();
        element(View::from_raw_parts_unchecked(src, Square::STATIC), dst, Fractal::STATIC, (at / 128, at % 128))
    }
    /// A matrix of any size to another distance of rows, by blocks of 32x8 threads.
    copy_rows(src: *const u16, from: Rows, dst: *mut u16, to: Rows) {
        element(View::from_raw_parts_unchecked(src, from), dst, to, thread_of_grid::<32, 8>())
    }
    /// The same over numbers of 32 bits.
    copy_rows_narrow(src: *const u16, from: NarrowRows, dst: *mut u16, to: NarrowRows) {
        element(View::from_raw_parts_unchecked(src, from.layout()), dst, to.layout(), thread_of_grid::<32, 8>())
    }
    /// The same from rows that the kernel is told of in numbers, and checks: nothing is copied where they are no layout, or
    /// reach further than `len` elements.
    copy_checked(src: *const u16, len: usize, m: usize, n: usize, ld: usize, dst: *mut u16, to: Rows) {
        if let Ok(from) = Layout::try_new((m, n), (ld, int!(1)))
            && let Ok(view) = View::from_raw_parts(src, len, from)
        {
            element(view, dst, to, thread_of_grid::<32, 8>())
        }
    }
    /// The transpose of a matrix of any size, by blocks of 32x8 threads with 4096 bytes of memory.
    transpose(src: *const f32, from: Rows, dst: *mut f32, to: Rows) {
        transposed(src, from, dst, to)
    }
    /// The same over numbers of 32 bits.
    transpose_narrow(src: *const f32, from: NarrowRows, dst: *mut f32, to: NarrowRows) {
        transposed(src, from.layout(), dst, to.layout())
    }
    /// The transpose of 1024x2048 numbers, likewise.
    transpose_fixed(src: *const f32, dst: *mut f32) {
        transposed(src, layout!((1024, 2048):(2048, 1)), dst, layout!((2048, 1024):(1024, 1)))
    }
    /// The product of matrices of any size, by blocks of 16x16 threads with 8192 bytes of memory.
    product(a: *const f32, of_a: Rows, b: *const f32, of_b: Rows, c: *mut f32, of_c: Rows) {
        multiply(
            View::from_raw_parts_unchecked(a, of_a),
            View::from_raw_parts_unchecked(b, of_b),
            ViewMut::from_raw_parts_unchecked(c, of_c),
        )
    }
    /// The same over numbers of 32 bits.
    product_narrow(a: *const f32, of_a: NarrowRows, b: *const f32, of_b: NarrowRows, c: *mut f32, of_c: NarrowRows) {
        multiply(
            View::from_raw_parts_unchecked(a, of_a.layout()),
            View::from_raw_parts_unchecked(b, of_b.layout()),
            ViewMut::from_raw_parts_unchecked(c, of_c.layout()),
        )
    }
}
