//! Element types: what a format knows of them is their width.

use crate::int::Int;
use crate::int::nat::{Nat, Quotient};
use crate::tuple::Text;
use typenum::{U4, U8, U16, U32, U64, U256, Unsigned};

/// A type of matrix elements, of a width in bits.
///
/// Formats place whole elements and ask only how many fit into 32 bytes. Implement it for element types of your own:
///
/// ```
/// use tilework::prelude::*;
/// #[derive(Clone, Copy)]
/// struct Fixed16(i16);
/// impl Element for Fixed16 {
///     type Bits = tilework::typenum::U16;
/// }
/// assert_eq!(make_layout::<zN, Fixed16>(100, 50).offset((1, 0)), 16);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an element type with a known width",
    note = "known are those of primitive numbers but `usize` and `isize`, and of the names in `tilework::format`; \
            for a type of your own write `impl Element for {Self} {{ type Bits = tilework::typenum::U16; }}`"
)]
pub trait Element {
    /// The width in bits.
    type Bits: Nat;
}

/// `E = 256 / bits`: how many elements 32 bytes hold, the unit that every format of the field is built from.
///
/// | bits | 4 | 8 | 16 | 32 | 64 |
/// |---|---|---|---|---|---|
/// | `E` elements in 32 bytes | 64 | 32 | 16 | 8 | 4 |
/// | `F = 16 E` elements in a fractal of 512 bytes | 1024 | 512 | 256 | 128 | 64 |
pub type E<T> = Int<Quotient<U256, <T as Element>::Bits>>;

/// An element that does not fill 32 bytes evenly has no `E`: a compile error.
#[track_caller]
pub(super) const fn check_width<T: Element>() {
    let bits = T::Bits::USIZE;
    if bits == 0 || 256 % bits != 0 {
        let text = Text::new().str("elements of ").number(bits).str(" bits do not fill 32 bytes evenly: ");
        panic!("{}", text.str("this format is defined for widths that divide 256").as_str())
    }
}

macro_rules! elements {
    ($($bits:ident: $($element:ty),*;)*) => { $($(
        #[diagnostic::do_not_recommend]
        impl Element for $element {
            type Bits = $bits;
        }
    )*)* };
}

elements! {
    U8: u8, i8;
    U16: u16, i16;
    U32: u32, i32, f32;
    U64: u64, i64, f64;
}

/// The 16-bit floats themselves, with their values, where the feature `half` is on.
#[cfg(feature = "half")]
pub use half::{bf16, f16};
#[cfg(feature = "half")]
elements! { U16: f16, bf16; }

macro_rules! names {
    ($($(#[$doc:meta])* $name:ident: $bits:ident;)*) => { $(
        $(#[$doc])*
        ///
        /// The name of a width: it has no values, and stands where a format asks for an element type.
        #[allow(non_camel_case_types)]
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum $name {}
        elements! { $bits: $name; }
    )* };
}

#[cfg(not(feature = "half"))]
names! {
    /// IEEE half precision, 16 bits. With the feature `half` this is `half::f16`, which has values.
    f16: U16;
    /// Brain floating point, 16 bits. With the feature `half` this is `half::bf16`, which has values.
    bf16: U16;
}

names! {
    /// 8-bit float with 4 exponent and 3 mantissa bits.
    f8e4m3: U8;
    /// 8-bit float with 5 exponent and 2 mantissa bits.
    f8e5m2: U8;
    /// 8-bit float with a tapered exponent (HiFloat8).
    hif8: U8;
    /// 8-bit exponent without a mantissa: the scale of MX formats.
    e8m0: U8;
    /// 4-bit float with 2 exponent and 1 mantissa bits.
    f4e2m1: U4;
    /// 4-bit float with 1 exponent and 2 mantissa bits.
    f4e1m2: U4;
    /// 4-bit signed integer.
    i4: U4;
    /// 4-bit unsigned integer.
    u4: U4;
}
