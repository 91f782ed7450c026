//! Dynamic integers that are known to be multiples.

use super::integer::{Add, BinaryOp, Integer, Mul};
use super::nat::{self, Nat};
use super::rows::{dynamic_integer, multiple, unsigned_scalar};
use super::sealed::Sealed;
use super::signed_multiple::{SignedInCommon, SignedMultiple};
use super::truth::{False, Truth};
use super::{Int, Scalar, Signed, Text};
use core::fmt;
use core::hash::{Hash, Hasher};
use core::marker::PhantomData;
use typenum::{U1, UTerm};

/// A dynamic integer that is known to be a multiple of the static integer `D`: an extent, a stride or a coordinate.
///
/// `Multiple<Int!(64)>` is a `usize` of which the compiler knows that 64 divides it. That is checked once, when the
/// value comes in ([`Multiple::new`]); arithmetic keeps what it can. A product is a multiple of the product of what is
/// known of its factors, a sum of what they have in common; a quotient by a divisor is a multiple of the quotient, the
/// remainder is the static 0. Where nothing is known any more the result is a `usize`; where it may be negative, a
/// [`SignedMultiple`].
///
/// The tiles of an extent that they are known to divide need no check at run time. Source: CuTe's `?{div=64}`.
///
/// ```
/// use tilework::int::Multiple;
/// use tilework::prelude::*;
/// let n = Multiple::<Int!(64)>::new(448)?;
/// assert_eq!((n.to_string(), n.value()), ("7*_64".into(), 448));
/// let tiles: Multiple<Int!(4)> = n / int!(16);
/// let rest: Int!(0) = n % int!(16);
/// let sum: Multiple<Int!(16)> = n + int!(48);
/// assert_eq!((tiles.value(), rest.value(), sum.value()), (28, 0, 496));
///
/// // the tile divides whatever `n` is, and so the result is exact
/// let tiled = logical_divide(layout!(({n}, 8):(8, 1)), tiler!(16, _));
/// assert_eq!(tiled.to_string(), "((_16,7*_4),_8):((_8,_128),_1)");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[repr(transparent)]
pub struct Multiple<D> {
    value: usize,
    divisor: PhantomData<D>,
}

/// A value is no multiple of what it was said to be; `isize` where it may be negative.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotMultiple<N = usize> {
    /// The value.
    pub value: N,
    /// What does not divide it.
    pub divisor: usize,
}

impl<N: fmt::Display> fmt::Display for NotMultiple<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} is no multiple of {}", self.value, self.divisor)
    }
}

impl<N: fmt::Display + fmt::Debug> core::error::Error for NotMultiple<N> {}

impl<U: Nat> Multiple<Int<U>> {
    /// What is known to divide the value. Evaluating it is a compile error if that is 0.
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
    /// use tilework::int::Multiple;
    /// use tilework::prelude::*;
    /// assert_eq!(Multiple::<Int!(64)>::new(448)?, 448);
    /// let error = Multiple::<Int!(64)>::new(100).unwrap_err();
    /// assert_eq!(error.to_string(), "100 is no multiple of 64");
    /// # Ok::<(), tilework::int::NotMultiple>(())
    /// ```
    pub const fn new(value: usize) -> Result<Self, NotMultiple> {
        match value.is_multiple_of(Self::DIVISOR) {
            true => Ok(Multiple { value, divisor: PhantomData }),
            false => Err(NotMultiple { value, divisor: Self::DIVISOR }),
        }
    }

    /// So many times the divisor, or `None` if that does not fit in a machine word.
    ///
    /// ```
    /// use tilework::int::Multiple;
    /// use tilework::prelude::*;
    /// let n = Multiple::<Int!(64)>::times(7).unwrap();
    /// assert_eq!((n.value(), n.quotient()), (448, 7));
    /// assert_eq!(Multiple::<Int!(64)>::times(usize::MAX), None);
    /// ```
    pub const fn times(quotient: usize) -> Option<Self> {
        match Self::DIVISOR.checked_mul(quotient) {
            Some(value) => Some(Multiple { value, divisor: PhantomData }),
            None => None,
        }
    }

    /// A static integer as a dynamic one. That the divisor divides it is checked by the compiler.
    ///
    /// ```
    /// use tilework::int::Multiple;
    /// use tilework::prelude::*;
    /// assert_eq!(Multiple::<Int!(64)>::of(int!(128)), 128);
    /// ```
    ///
    /// ```compile_fail,E0080
    /// # use tilework::int::Multiple;
    /// # use tilework::prelude::*;
    /// Multiple::<Int!(64)>::of(int!(100)); // 100 is no multiple of 64
    /// ```
    pub const fn of<V: Nat>(_value: Int<V>) -> Self {
        const { check_multiple::<U, V>() };
        Multiple { value: Int::<V>::VALUE, divisor: PhantomData }
    }

    /// How many times the divisor goes into the value.
    pub const fn quotient(self) -> usize {
        self.get() / Self::DIVISOR
    }

    /// The value, and for the optimizer that its last bits are 0.
    ///
    /// They are already: what is masked here is nothing, but from there on `n % 16` of a multiple of 64 is a constant.
    const fn get(self) -> usize {
        self.value & !((1 << Self::DIVISOR.trailing_zeros()) - 1)
    }
}

/// A static integer that is no multiple, as a compile error.
#[track_caller]
const fn check_multiple<U: Nat, V: Nat>() {
    if !Int::<V>::VALUE.is_multiple_of(Multiple::<Int<U>>::DIVISOR) {
        let text = Text::new().number(Int::<V>::VALUE).str(" is no multiple of ");
        panic!("{}", text.number(Int::<U>::VALUE).as_str())
    }
}

multiple!(Multiple, usize);

#[diagnostic::do_not_recommend]
impl<V: Nat> Integer for Multiple<Int<V>> {
    dynamic_integer!();
    type Divisor = V;
    type IsWord = False;

    #[inline]
    fn value(self) -> usize {
        self.get()
    }
    #[inline]
    fn from_value(value: usize) -> Self {
        // sums and products that wrap around are none; unsafe code relies on what the type says
        assert!(value.is_multiple_of(Self::DIVISOR), "{value} is no multiple of {}", Self::DIVISOR);
        Multiple { value, divisor: PhantomData }
    }

    type With<Op: BinaryOp, R: Integer> = R::AfterMultiple<Op, V>;
    type AfterStatic<Op: BinaryOp, U: Nat> = Op::StaticMultiple<U, V>;
    type AfterDynamic<Op: BinaryOp> = Op::Multiples<U1, V>;
    type AfterMultiple<Op: BinaryOp, U: Nat> = Op::Multiples<U, V>;
    type TimesStatic<U: Nat> = Mul<Int<U>, Self>;
    type Negative<U: Nat> = SignedMultiple<Int<nat::Product<U, V>>>;
}

impl<V: Nat> Scalar for Multiple<Int<V>> {
    unsigned_scalar!();
    const TEXT: Text = Text::new().str("?{div=").number(Self::DIVISOR).str("}");
    type Times<C: Integer> = Mul<Self, C>;
    type TimesWord = Mul<Self, usize>;
    type Plus<R: Scalar> = R::AddedToMultiple<V>;
    type Negated = SignedMultiple<Int<V>>;
    type TimesSigned = SignedMultiple<Int<V>>;
    type TimesSignedMultiple<U: Nat> = SignedMultiple<Int<nat::Product<U, V>>>;

    #[inline]
    fn to_isize(self) -> isize {
        self.get().cast_signed()
    }
    #[inline]
    fn from_isize(value: isize) -> Self {
        Integer::from_value(value.cast_unsigned())
    }
    #[inline]
    fn checked_from_isize(value: isize) -> Option<Self> {
        Multiple::new(usize::try_from(value).ok()?).ok()
    }
    #[inline]
    fn fits(self) -> bool {
        self.value <= isize::MAX as usize
    }

    type AddedToStatic<U: Nat> = Add<Int<U>, Self>;
    type AddedToDynamic = usize;
    type AddedToMultiple<U: Nat> = Add<Multiple<Int<U>>, Self>;
    type AddedToNegative<U: Nat> = SignedInCommon<U, V>;
    type AddedToSigned = Signed;
    type AddedToSignedMultiple<U: Nat> = SignedInCommon<U, V>;
}

/// A dynamic integer of which `G` is known to be a divisor; a `usize` where that says nothing.
pub(super) type MultipleOf<G> = <<G as Nat>::IsOne as Truth>::IfInteger<usize, Multiple<Int<G>>>;
