//! Kernels whose stack frames `tests/codegen.rs` measures: products that pack, over layouts of several kinds, and
//! copies of elements that are larger than any frame may be.

#![allow(clippy::missing_errors_doc, missing_docs, unsafe_code)]

use tilework::{format::Packed, kernel::Mismatch, prelude::*};

type Strided = Layout<(usize, usize), (Signed, Signed)>;
type Swizzled = tilework::placed::Swizzled<Swizzle<3, 2, 3>, Strided>;
type Fractal = Packed<zN, f32, usize, usize>;
type Large = [u8; 128 << 10];

macro_rules! products {
    ($($name:ident: $T:ty, $A:ty, $B:ty, $C:ty;)*) => { $(
        #[unsafe(no_mangle)]
        pub fn $name(
            a: &View<'_, $T, $A>,
            b: &View<'_, $T, $B>,
            c: &mut ViewMut<'_, $T, $C>,
        ) -> Result<(), Mismatch> {
            matmul(a, b, c)
        }
    )* };
}

products! {
    product_of_strided_f32: f32, Strided, Strided, Strided;
    product_of_strided_f64: f64, Strided, Strided, Strided;
    product_of_strided_u128: u128, Strided, Strided, Strided;
    product_of_strided_u8: u8, Strided, Strided, Strided;
    product_of_fractals: f32, Fractal, Strided, Fractal;
    product_of_swizzled: f32, Swizzled, Fractal, Strided;
}

/// Three products in one function: what they keep on the stack must not add up.
#[unsafe(no_mangle)]
pub fn product_of_four(
    a: &View<'_, f32, Strided>,
    b: &View<'_, f32, Fractal>,
    c: &mut ViewMut<'_, f32, Strided>,
    d: &mut ViewMut<'_, f32, Fractal>,
) -> Result<(), Mismatch> {
    matmul(a, b, c)?;
    matmul(a, &c.view(), d)?;
    matmul(&d.view(), a, c)
}

#[unsafe(no_mangle)]
pub fn copy_of_large(
    src: &View<'_, Large, Strided>,
    dst: &mut ViewMut<'_, Large, Fractal>,
) -> Result<(), Mismatch> {
    copy(src, dst)
}

#[unsafe(no_mangle)]
pub fn transform_of_32_bytes(
    src: &View<'_, [u8; 32], Strided>,
    dst: &mut ViewMut<'_, [u8; 64], Fractal>,
) -> Result<(), Mismatch> {
    transform(src, dst, |x| std::array::from_fn(|i| x[i % 32]))
}
