//! Element types: their names, their numbers and their widths.

use core::fmt;

macro_rules! primitive_types {
    ($($variant:ident $name:literal $number:literal $bits:literal $what:literal;)*) => {
        /// The type of the elements of an array, as XLA names it.
        ///
        /// Source: XLA, `xla_data.proto`.
        ///
        /// ```
        /// use tilework_tiles::PrimitiveType;
        /// let bf16 = PrimitiveType::from_name("bf16").unwrap();
        /// assert_eq!((bf16.name(), bf16.bits(), bf16.number()), ("bf16", 16, 16));
        /// // a truth value takes a byte, and so does any narrow integer unless its layout packs it
        /// assert_eq!((PrimitiveType::Pred.bits(), PrimitiveType::S4.bits()), (8, 4));
        /// ```
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum PrimitiveType {
            $(#[doc = concat!("`", $name, "`: ", $what)] $variant,)*
        }

        impl PrimitiveType {
            /// All of them, in the order of their numbers.
            pub const ALL: &'static [PrimitiveType] = &[$(PrimitiveType::$variant),*];

            /// The name in HLO text.
            pub const fn name(self) -> &'static str {
                match self { $(PrimitiveType::$variant => $name,)* }
            }

            /// The number in a serialised shape.
            pub const fn number(self) -> u8 {
                match self { $(PrimitiveType::$variant => $number,)* }
            }

            /// The bits of one element, before a layout pads or packs it.
            pub const fn bits(self) -> u32 {
                match self { $(PrimitiveType::$variant => $bits,)* }
            }

            /// What it is, in words.
            pub const fn description(self) -> &'static str {
                match self { $(PrimitiveType::$variant => $what,)* }
            }

            /// The type of that name.
            pub fn from_name(name: &str) -> Option<Self> {
                match name { $($name => Some(PrimitiveType::$variant),)* _ => None }
            }
        }
    };
}

primitive_types! {
    Pred "pred" 1 8 "a truth value";
    S8 "s8" 2 8 "a signed integer of 8 bits";
    S16 "s16" 3 16 "a signed integer of 16 bits";
    S32 "s32" 4 32 "a signed integer of 32 bits";
    S64 "s64" 5 64 "a signed integer of 64 bits";
    U8 "u8" 6 8 "an unsigned integer of 8 bits";
    U16 "u16" 7 16 "an unsigned integer of 16 bits";
    U32 "u32" 8 32 "an unsigned integer of 32 bits";
    U64 "u64" 9 64 "an unsigned integer of 64 bits";
    F16 "f16" 10 16 "an IEEE half";
    F32 "f32" 11 32 "an IEEE single";
    F64 "f64" 12 64 "an IEEE double";
    C64 "c64" 15 64 "a complex number of two `f32`";
    Bf16 "bf16" 16 16 "a single cut to 16 bits: 8 of exponent, 7 of mantissa";
    C128 "c128" 18 128 "a complex number of two `f64`";
    F8E5m2 "f8e5m2" 19 8 "8 bits, 5 of exponent, 2 of mantissa";
    F8E4m3fn "f8e4m3fn" 20 8 "8 bits, 4 of exponent, 3 of mantissa, finite";
    S4 "s4" 21 4 "a signed integer of 4 bits";
    U4 "u4" 22 4 "an unsigned integer of 4 bits";
    F8E4m3b11fnuz "f8e4m3b11fnuz" 23 8 "8 bits, 4 of exponent with bias 11, 3 of mantissa, finite, one zero";
    F8E5m2fnuz "f8e5m2fnuz" 24 8 "8 bits, 5 of exponent, 2 of mantissa, finite, one zero";
    F8E4m3fnuz "f8e4m3fnuz" 25 8 "8 bits, 4 of exponent, 3 of mantissa, finite, one zero";
    S2 "s2" 26 2 "a signed integer of 2 bits";
    U2 "u2" 27 2 "an unsigned integer of 2 bits";
    F8E4m3 "f8e4m3" 28 8 "8 bits, 4 of exponent, 3 of mantissa";
    F8E3m4 "f8e3m4" 29 8 "8 bits, 3 of exponent, 4 of mantissa";
    S1 "s1" 30 1 "a signed integer of 1 bit";
    U1 "u1" 31 1 "an unsigned integer of 1 bit";
    F4E2m1fn "f4e2m1fn" 32 4 "4 bits, 2 of exponent, 1 of mantissa, finite";
    F8E8m0fnu "f8e8m0fnu" 33 8 "a power of two: 8 bits of exponent";
}

impl PrimitiveType {
    /// The bits that one element takes in memory by itself: whole bytes.
    ///
    /// ```
    /// use tilework_tiles::PrimitiveType;
    /// assert_eq!(PrimitiveType::S4.stored_bits(), 8);
    /// ```
    pub const fn stored_bits(self) -> u32 {
        self.bits().next_multiple_of(8)
    }

    /// Whether it is a floating-point number; complex numbers are not.
    pub const fn is_floating_point(self) -> bool {
        use PrimitiveType::*;
        matches!(
            self,
            F16 | F32
                | F64
                | Bf16
                | F8E5m2
                | F8E4m3fn
                | F8E4m3b11fnuz
                | F8E5m2fnuz
                | F8E4m3fnuz
                | F8E4m3
                | F8E3m4
                | F4E2m1fn
                | F8E8m0fnu
        )
    }

    /// Whether it is an unsigned integer.
    pub const fn is_unsigned(self) -> bool {
        use PrimitiveType::*;
        matches!(self, U1 | U2 | U4 | U8 | U16 | U32 | U64)
    }

    /// Whether it is a complex number.
    pub const fn is_complex(self) -> bool {
        matches!(self, PrimitiveType::C64 | PrimitiveType::C128)
    }
}

impl fmt::Display for PrimitiveType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// No element type has this name.
#[cfg(feature = "alloc")]
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnknownType(pub alloc::string::String);

#[cfg(feature = "alloc")]
impl fmt::Display for UnknownType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` is no element type such as `f32`, `bf16` or `s8`", self.0)
    }
}

#[cfg(feature = "alloc")]
impl core::error::Error for UnknownType {}

#[cfg(feature = "alloc")]
impl core::str::FromStr for PrimitiveType {
    type Err = UnknownType;

    fn from_str(text: &str) -> Result<Self, UnknownType> {
        PrimitiveType::from_name(text).ok_or_else(|| UnknownType(text.into()))
    }
}
