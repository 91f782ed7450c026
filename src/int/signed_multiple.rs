//! Dynamic integers that may be negative and are known to be multiples.

use super::multiple::{Multiple, NotMultiple};
use super::nat::{self, Nat};
use super::rows::{dynamic_scalar, multiple};
use super::sealed::Sealed;
use super::truth::{False, Truth};
use super::{Int, Integer, Scalar, Signed, Text};
use core::fmt;
use core::hash::{Hash, Hasher};
use core::marker::PhantomData;

/// A dynamic integer that may be negative and is known to be a multiple of the static integer `D`: a stride or an
/// offset, never an extent or a coordinate.
///
/// It is to [`Signed`] what [`Multiple`] is to `usize`, and what a multiple becomes where a sign comes in: `-n`, a
/// product with a negative constant, a sum with what may be negative. What is known of a product, of a sum and of a
/// quotient by a divisor is what is known of multiples without a sign; the magnitude is a [`Multiple`]. Where nothing
/// is known any more the result is a [`Signed`].
///
/// ```
/// use tilework::int::{Multiple, SignedMultiple};
/// use tilework::{algebra::upcast, prelude::*};
/// let pitch = Multiple::<Int!(64)>::new(448)?;
/// let back: SignedMultiple<Int!(64)> = -pitch;
/// assert_eq!((back.to_string(), back.value()), ("-7*_64".into(), -448));
///
/// // an image whose last row comes first, and its rows in units of 16 elements
/// let flipped = layout!((8, 64):({back}, 1));
/// let units: Layout!((8, 4):({SignedMultiple<Int!(4)>}, 1)) = upcast(flipped, int!(16));
/// assert_eq!(units.to_string(), "(_8,_4):(-7*_4,_1)");
/// # Ok::<(), tilework::int::NotMultiple>(())
/// ```
#[repr(transparent)]
pub struct SignedMultiple<D> {
    value: isize,
    divisor: PhantomData<D>,
}

impl<U: Nat> SignedMultiple<Int<U>> {
    /// What is known to divide the value. Evaluating it is a compile error if that is 0.
    // not that of `Multiple`: a constant that is wrong is reported once, and there
    pub const DIVISOR: usize = {
        if U::BITS == 0 {
            panic!("a multiple of 0 is 0: write `int!(0)`")
        }
        Int::<U>::VALUE
    };

    /// The dynamic integer `value`.
    ///
    /// Post-condition: `result.value() == value`.
    ///
    /// # Errors
    /// If the divisor does not divide the value.
    ///
    /// ```
    /// use tilework::int::SignedMultiple;
    /// use tilework::prelude::*;
    /// assert_eq!(SignedMultiple::<Int!(64)>::new(-448)?.value(), -448);
    /// let error = SignedMultiple::<Int!(64)>::new(-100).unwrap_err();
    /// assert_eq!(error.to_string(), "-100 is no multiple of 64");
    /// # Ok::<(), tilework::int::NotMultiple<isize>>(())
    /// ```
    pub const fn new(value: isize) -> Result<Self, NotMultiple<isize>> {
        match value.unsigned_abs().is_multiple_of(Self::DIVISOR) {
            true => Ok(SignedMultiple { value, divisor: PhantomData }),
            false => Err(NotMultiple { value, divisor: Self::DIVISOR }),
        }
    }

    /// So many times the divisor, or `None` if that does not fit in a machine word.
    ///
    /// ```
    /// use tilework::int::SignedMultiple;
    /// use tilework::prelude::*;
    /// let n = SignedMultiple::<Int!(64)>::times(-7).unwrap();
    /// assert_eq!((n.value(), n.quotient()), (-448, -7));
    /// assert!(SignedMultiple::<Int!(64)>::times(isize::MIN).is_none());
    /// ```
    pub const fn times(quotient: isize) -> Option<Self> {
        let Some(size) = Self::DIVISOR.checked_mul(quotient.unsigned_abs()) else { return None };
        let value =
            if quotient < 0 { 0isize.checked_sub_unsigned(size) } else { 0isize.checked_add_unsigned(size) };
        match value {
            Some(value) => Some(SignedMultiple { value, divisor: PhantomData }),
            None => None,
        }
    }

    /// The value.
    #[inline]
    pub const fn value(self) -> isize {
        self.get()
    }

    /// How many times the divisor goes into the value.
    pub const fn quotient(self) -> isize {
        let size = (self.get().unsigned_abs() / Self::DIVISOR).cast_signed();
        if self.value < 0 { size.wrapping_neg() } else { size }
    }

    /// The value, and for the optimizer that its last bits are 0. They are already, as in a [`Multiple`].
    const fn get(self) -> isize {
        self.value & !((1usize << Self::DIVISOR.trailing_zeros()) - 1).cast_signed()
    }
}

multiple!(SignedMultiple, isize);

impl<V: Nat> Scalar for SignedMultiple<Int<V>> {
    dynamic_scalar!();
    const MAY_BE_NEGATIVE: bool = true;
    const TEXT: Text = <Multiple<Int<V>> as Scalar>::TEXT;
    type Times<C: Integer> = C::TimesSignedMultiple<V>;
    type TimesWord = Self;
    type Plus<R: Scalar> = R::AddedToSignedMultiple<V>;
    type Negated = Self;
    type Product<R: Scalar> = R::TimesSignedMultiple<V>;
    type TimesSigned = Self;
    type TimesSignedMultiple<U: Nat> = SignedMultiple<Int<nat::Product<U, V>>>;
    type Magnitude = Multiple<Int<V>>;
    type Sign = Signed;
    type Descent = Multiple<Int<V>>;
    type Loose = Signed;

    #[inline]
    fn to_isize(self) -> isize {
        self.get()
    }
    #[inline]
    fn from_isize(value: isize) -> Self {
        // as for `Multiple`: what wraps around is none, and unsafe code relies on what the type says
        let is_one = value.unsigned_abs().is_multiple_of(Self::DIVISOR);
        assert!(is_one, "{value} is no multiple of {}", Self::DIVISOR);
        SignedMultiple { value, divisor: PhantomData }
    }
    #[inline]
    fn checked_from_isize(value: isize) -> Option<Self> {
        SignedMultiple::new(value).ok()
    }
    #[inline]
    fn fits(self) -> bool {
        self.value != isize::MIN
    }

    type AddedToStatic<U: Nat> = SignedInCommon<U, V>;
    type AddedToDynamic = Signed;
    type AddedToMultiple<U: Nat> = SignedInCommon<U, V>;
    type AddedToNegative<U: Nat> = SignedInCommon<U, V>;
    type AddedToSigned = Signed;
    type AddedToSignedMultiple<U: Nat> = SignedInCommon<U, V>;
}

/// What two integers have in common divides their sum, whatever their signs; a [`Signed`] where that says nothing.
pub(super) type SignedInCommon<U, V> =
    <<nat::Gcd<U, V> as Nat>::IsOne as Truth>::IfScalar<Signed, SignedMultiple<Int<nat::Gcd<U, V>>>>;
