//! What several kinds of numbers have in common, said once.

/// What a number does that is printed as its notation: it is copied, printed for debugging, and hashed by its value.
// not derived: whether a number is copied does not depend on its digits, each of which would be asked
macro_rules! number {
    ($Number:ident<$U:ty>, $value:ident) => {
        impl<U> Clone for $Number<U> {
            #[inline]
            fn clone(&self) -> Self {
                *self
            }
        }
        impl<U> Copy for $Number<U> {}

        impl<U: Nat> fmt::Debug for $Number<$U> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Display::fmt(self, f)
            }
        }

        /// Equal integers hash alike.
        impl<U: Nat> Hash for $Number<$U> {
            #[inline]
            fn hash<H: Hasher>(&self, state: &mut H) {
                self.$value().hash(state);
            }
        }
    };
}
pub(super) use number;

/// What a number does of which a divisor is known.
macro_rules! multiple {
    ($Multiple:ident, $word:ty) => {
        super::rows::number!($Multiple<Int<U>>, get);

        #[diagnostic::do_not_recommend]
        impl<D> Sealed for $Multiple<D> {}

        impl<U: Nat> fmt::Display for $Multiple<Int<U>> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "{}*_{}", self.quotient(), Self::DIVISOR)
            }
        }

        impl<U: Nat> From<$Multiple<Int<U>>> for $word {
            #[inline]
            fn from(n: $Multiple<Int<U>>) -> $word {
                n.get()
            }
        }

        impl<U: Nat> TryFrom<$word> for $Multiple<Int<U>> {
            type Error = NotMultiple<$word>;
            #[inline]
            fn try_from(value: $word) -> Result<Self, NotMultiple<$word>> {
                $Multiple::new(value)
            }
        }
    };
}
pub(super) use multiple;

/// What the type says of a dynamic [`Integer`](super::Integer): nothing that depends on its value.
macro_rules! dynamic_integer {
    () => {
        const STATIC: Option<usize> = None;
        type Nat = UTerm;
        type Is<U: Nat> = False;
        type IsOne = False;
        type IsAtMostOne = False;
        type IsPositiveAnd<T: Truth> = False;
        type Pred = usize;
        type IfPositive<N: Integer> = Mul<usize, N>;
        type Same<R: Integer> = False;
        type GoesOn<R: Scalar, E: Scalar> = False;
        type IsLess<R: Integer> = False;
        type IsMore<U: Nat> = False;
        type Word = usize;
    };
}
pub(super) use dynamic_integer;

/// What the type says of a dynamic [`Scalar`](super::Scalar).
macro_rules! dynamic_scalar {
    () => {
        const STATIC_VALUE: Option<isize> = None;
        type IsStatic = False;
        type IsStaticAnd<T: Truth> = False;
        type IsStaticForward = False;
        type IsZero = False;
        type Equals<R: Scalar> = False;
        type IsStaticInt<U: Nat> = False;
        type IsStaticNeg<U: Nat> = False;
        type TimesIs<U: Nat, R: Scalar> = <Self::Times<Int<U>> as Scalar>::Equals<R>;
        type IsProduct<U: Nat, W: Nat> = False;
    };
}
pub(super) use dynamic_scalar;

/// What a dynamic [`Scalar`](super::Scalar) without a sign is besides.
macro_rules! unsigned_scalar {
    () => {
        super::rows::dynamic_scalar!();
        const MAY_BE_NEGATIVE: bool = false;
        type Product<R: Scalar> = R::Times<Self>;
        type Magnitude = Self;
        type Sign = Int<U1>;
        type Descent = Int<UTerm>;
        type Loose = usize;

        // not by way of `to_isize`: a number without a sign has none, however large it is
        #[inline]
        fn magnitude(self) -> Self {
            self
        }
        #[inline]
        fn descent(self) -> Int<UTerm> {
            Int::new()
        }
    };
}
pub(super) use unsigned_scalar;
