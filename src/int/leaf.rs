//! The leaves of integer tuples: static and dynamic integers, with and without a sign.
//!
//! | leaf | value known | may be negative | stored in | printed |
//! |---|---|---|---|---|
//! | [`Int<U>`] | at compile time | no | nothing | `_4` |
//! | [`Neg<U>`] | at compile time | always | nothing | `_-4` |
//! | `usize` | at run time | no | a word | `4` |
//! | [`Multiple<Int<U>>`](super::Multiple) | at run time, a divisor at compile time | no | a word | `7*_4` |
//! | [`Signed`] | at run time | yes | a word | `-4` |
//! | [`SignedMultiple<Int<U>>`](super::SignedMultiple) | at run time, a divisor at compile time | yes | a word | `-7*_4` |
//!
//! One rule covers signs: *a number that can be negative says so in its type*. Extents and coordinates cannot; strides
//! and offsets may. `usize` is the only primitive leaf, so a plain literal such as `(4, 2)` needs no suffix.

use super::rows::number;
use super::{Nat, Text};
use core::fmt;
use core::hash::{Hash, Hasher};
use core::marker::PhantomData;

/// A static integer: its value is in the type and takes no space.
///
/// Write `Int!(16)` for the type and `int!(16)` for the value. The type is canonical: `Int!(16)`, `Int<typenum::U16>`
/// and the type of `int!(4) * int!(4)` are one and the same. Arithmetic between static integers is static.
///
/// ```
/// use tilework::prelude::*;
/// let sixteen: Int!(16) = int!(4) * int!(4);
/// assert_eq!(size_of_val(&sixteen), 0);
/// assert_eq!(usize::from(sixteen), 16);
/// assert_eq!(sixteen.to_string(), "_16");
/// ```
#[derive(Default)]
#[repr(transparent)]
pub struct Int<U>(PhantomData<U>);

#[cold]
#[track_caller]
const fn too_large(what: &str, bits: u32) -> ! {
    let text = Text::new().str(what).str(" has ").number(bits as usize).str(" bits: the largest is 2^");
    panic!("{}", text.number(usize::BITS as usize - 1).as_str())
}

impl<U: Nat> Int<U> {
    /// Whether the value is at most 2^63.
    const FITS: bool = U::BITS < usize::BITS || U::BITS == usize::BITS && U::USIZE == 1 << (usize::BITS - 1);

    /// The value, as a constant. Evaluating it is a compile error if the number is above 2^63.
    pub const VALUE: usize = {
        if !Self::FITS {
            too_large("a static integer", U::BITS)
        }
        U::USIZE
    };

    /// The value as far as a machine word holds it: the largest word for numbers above 2^63.
    ///
    /// A constant that is wrong is reported once for each that is made of it. So this one is never wrong, and what is
    /// too large is refused where users call: by operators, and by what makes layouts.
    pub(crate) const WORD: usize = if Self::FITS { U::USIZE } else { usize::MAX };

    /// The same of strides and offsets: the lowest word for numbers from 2^63 on.
    pub(crate) const SIGNED_WORD: isize =
        if U::BITS < usize::BITS { U::USIZE.cast_signed() } else { isize::MIN };

    /// The value, in a function.
    ///
    /// # Panics
    /// If the number is above 2^63, and nothing has refused it before.
    #[inline]
    #[track_caller]
    pub(super) fn number(self) -> usize {
        if !Self::FITS {
            too_large("a static integer", U::BITS)
        }
        Self::WORD
    }

    /// The one value of this type.
    pub const fn new() -> Self {
        Int(PhantomData)
    }
}

/// A negative static integer, `-U`. `Int!(-3)` is `Neg<U3>`; there is no negative zero.
#[derive(Default)]
#[repr(transparent)]
pub struct Neg<U>(PhantomData<U>);

impl<U: Nat> Neg<U> {
    /// The value, as a constant. Evaluating it is a compile error if the number does not fit in an `isize`.
    pub const VALUE: isize = {
        if U::BITS >= usize::BITS {
            too_large("the size of a negative static integer", U::BITS)
        }
        -U::USIZE.cast_signed()
    };

    /// The value as far as a machine word holds it: the lowest word for numbers beyond that. See [`Int::WORD`].
    pub(crate) const WORD: isize = if U::BITS < usize::BITS { -U::USIZE.cast_signed() } else { isize::MIN };

    /// The value, in a function.
    ///
    /// # Panics
    /// If the number does not fit in an `isize`, and nothing has refused it before.
    #[inline]
    #[track_caller]
    pub(super) fn number(self) -> isize {
        if U::BITS >= usize::BITS {
            too_large("the size of a negative static integer", U::BITS)
        }
        Self::WORD
    }

    /// The one value of this type.
    pub const fn new() -> Self {
        Neg(PhantomData)
    }
}

/// A dynamic integer that may be negative: a stride or an offset, never an extent or a coordinate.
///
/// ```
/// use tilework::prelude::*;
/// // a vector of five elements walked backwards
/// let reversed = layout!((5):({Signed(-1)}));
/// assert_eq!(reversed.offset(3), Signed(-3));
/// ```
#[derive(Clone, Copy, Default, Hash, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(transparent)]
pub struct Signed(pub isize);

number!(Int<U>, number);
number!(Neg<U>, number);

impl<U: Nat> fmt::Display for Int<U> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "_{}", self.number())
    }
}

impl<U: Nat> fmt::Display for Neg<U> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "_{}", self.number())
    }
}

impl fmt::Display for Signed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl<U: Nat> From<Int<U>> for usize {
    #[inline]
    fn from(_: Int<U>) -> usize {
        Int::<U>::VALUE
    }
}

impl<U: Nat> From<Neg<U>> for isize {
    #[inline]
    fn from(_: Neg<U>) -> isize {
        Neg::<U>::VALUE
    }
}

impl From<Signed> for isize {
    #[inline]
    fn from(x: Signed) -> isize {
        x.0
    }
}
