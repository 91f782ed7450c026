//! The operators of integers: `+ - * / %`, `==`, `<`, and unary minus.

use super::integer::{Add, Div, Integer, Mul, Rem};
use super::nat::{self, Nat};
use super::{Int, Multiple, Neg, Scalar, Signed, SignedMultiple, Text};
use core::cmp::Ordering;
use core::marker::PhantomData;
use core::ops;

/// `a - b` with its sign: static where both are, otherwise dynamic.
impl<U: Nat, V: Nat> ops::Sub<Int<V>> for Int<U> {
    type Output = <Neg<V> as Scalar>::AddedToStatic<U>;
    #[inline]
    fn sub(self, rhs: Int<V>) -> Self::Output {
        Scalar::from_isize(self.to_isize() - rhs.to_isize())
    }
}

/// Of a difference as much is known as of the sum. A difference below 0 panics, as it does between `usize`s.
macro_rules! difference {
    ($([$($generic:tt)*] $lhs:ty, $rhs:ty;)*) => { $(
        impl<$($generic)*> ops::Sub<$rhs> for $lhs {
            type Output = Add<$lhs, $rhs>;
            #[inline]
            fn sub(self, rhs: $rhs) -> Self::Output {
                Integer::from_value(self.value() - rhs.value())
            }
        }
    )* };
}

difference! {
    [U: Nat] usize, Int<U>;
    [U: Nat] Int<U>, usize;
    [U: Nat] usize, Multiple<Int<U>>;
    [U: Nat] Multiple<Int<U>>, usize;
    [U: Nat, V: Nat] Int<U>, Multiple<Int<V>>;
    [U: Nat, V: Nat] Multiple<Int<U>>, Int<V>;
    [U: Nat, V: Nat] Multiple<Int<U>>, Multiple<Int<V>>;
}

impl<U: Nat> ops::Neg for Int<U> {
    type Output = <Neg<U> as Scalar>::AddedToStatic<typenum::UTerm>;
    #[inline]
    fn neg(self) -> Self::Output {
        Scalar::from_isize(-self.to_isize())
    }
}

impl<U: Nat> ops::Neg for Neg<U> {
    type Output = Int<U>;
    #[inline]
    fn neg(self) -> Int<U> {
        Int::new()
    }
}

impl<U: Nat> ops::Neg for Multiple<Int<U>> {
    type Output = SignedMultiple<Int<U>>;
    #[inline]
    fn neg(self) -> Self::Output {
        self.negated()
    }
}

impl<U: Nat> ops::Neg for SignedMultiple<Int<U>> {
    type Output = Self;
    #[inline]
    fn neg(self) -> Self {
        self.negated()
    }
}

impl ops::Neg for Signed {
    type Output = Signed;
    #[inline]
    fn neg(self) -> Signed {
        Signed(-self.0)
    }
}

macro_rules! operators {
    ($($trait:ident $method:ident $result:ident),*) => { $(
        operators!($trait $method $result: [U: Nat, V: Nat] Int<U>, Int<V>);
        operators!($trait $method $result: [U: Nat] Int<U>, usize);
        operators!($trait $method $result: [U: Nat] usize, Int<U>);
        operators!($trait $method $result: [U: Nat, V: Nat] Multiple<Int<U>>, Multiple<Int<V>>);
        operators!($trait $method $result: [U: Nat, V: Nat] Multiple<Int<U>>, Int<V>);
        operators!($trait $method $result: [U: Nat, V: Nat] Int<U>, Multiple<Int<V>>);
        operators!($trait $method $result: [U: Nat] Multiple<Int<U>>, usize);
        operators!($trait $method $result: [U: Nat] usize, Multiple<Int<U>>);
    )* };
    ($trait:ident $method:ident $result:ident: [$($generic:tt)*] $lhs:ty, $rhs:ty) => {
        impl<$($generic)*> ops::$trait<$rhs> for $lhs {
            type Output = $result<$lhs, $rhs>;
            fn $method(self, rhs: $rhs) -> Self::Output {
                const { fits::<Self::Output>() };
                super::integer::$method(self, rhs)
            }
        }
    };
}

operators!(Add add Add, Mul mul Mul);

/// A static result that does not fit in a machine word, as a compile error: that of its value.
const fn fits<N: Integer>() {
    let _ = Int::<N::Nat>::VALUE;
}

/// What `N / V` and `N % V` ask for, where users call them.
struct DividedBy<N, V>(PhantomData<(N, V)>);

impl<N: Integer, V: Nat> DividedBy<N, V> {
    const EXISTS: () = not_zero::<V>(N::STATIC);
}

#[track_caller]
const fn not_zero<V: Nat>(dividend: Option<usize>) {
    if V::BITS == 0 {
        let text = match dividend {
            Some(dividend) => Text::new().str("division of ").number(dividend),
            None => Text::new().str("division of a dynamic integer"),
        };
        panic!("{}", text.str(" by the static integer 0").as_str())
    }
}

/// Division by the static 0 is a compile error; by a dynamic 0 it panics, as it does between `usize`s.
macro_rules! division {
    ($($trait:ident $method:ident $result:ident $sign:tt),*) => { $(
        division!($trait $method $result $sign: static V, [U: Nat, V: Nat] Int<U>, Int<V>);
        division!($trait $method $result $sign: static V, [V: Nat] usize, Int<V>);
        division!($trait $method $result $sign: static V, [U: Nat, V: Nat] Multiple<Int<U>>, Int<V>);
        division!($trait $method $result $sign: [U: Nat] Int<U>, usize);
        division!($trait $method $result $sign: [U: Nat, V: Nat] Int<U>, Multiple<Int<V>>);
        division!($trait $method $result $sign: [U: Nat] Multiple<Int<U>>, usize);
        division!($trait $method $result $sign: [U: Nat] usize, Multiple<Int<U>>);
        division!($trait $method $result $sign: [U: Nat, V: Nat] Multiple<Int<U>>, Multiple<Int<V>>);
    )* };
    ($trait:ident $method:ident $result:ident $sign:tt: $(static $V:ident,)? [$($generic:tt)*] $lhs:ty, $rhs:ty) => {
        impl<$($generic)*> ops::$trait<$rhs> for $lhs {
            type Output = $result<$lhs, $rhs>;
            fn $method(self, rhs: $rhs) -> Self::Output {
                $(let () = DividedBy::<$lhs, $V>::EXISTS;)?
                Integer::from_value(self.value() $sign rhs.value())
            }
        }
    };
}

division!(Div div Div /, Rem rem Rem %);

impl<U: Nat, V: Nat> PartialEq<Int<V>> for Int<U> {
    #[inline]
    fn eq(&self, _: &Int<V>) -> bool {
        <nat::IsEqual<U, V> as super::Truth>::VALUE
    }
}
impl<U: Nat> Eq for Int<U> {}

impl<U: Nat> Eq for Multiple<Int<U>> {}
impl<U: Nat> Eq for SignedMultiple<Int<U>> {}

impl<U: Nat> PartialEq for Neg<U> {
    #[inline]
    fn eq(&self, _: &Neg<U>) -> bool {
        true
    }
}
impl<U: Nat> Eq for Neg<U> {}

impl<U: Nat, V: Nat> PartialOrd<Int<V>> for Int<U> {
    #[inline]
    fn partial_cmp(&self, other: &Int<V>) -> Option<Ordering> {
        self.value().partial_cmp(&other.value())
    }
}

macro_rules! compare_values {
    ($([$($generic:tt)*] $lhs:ty, $rhs:ty, $value:ident;)*) => { $(
        impl<$($generic)*> PartialEq<$rhs> for $lhs {
            #[inline]
            fn eq(&self, other: &$rhs) -> bool {
                self.$value() == other.$value()
            }
        }
        impl<$($generic)*> PartialOrd<$rhs> for $lhs {
            #[inline]
            fn partial_cmp(&self, other: &$rhs) -> Option<Ordering> {
                self.$value().partial_cmp(&other.$value())
            }
        }
    )* };
}

compare_values! {
    [U: Nat] Int<U>, usize, value;
    [U: Nat] usize, Int<U>, value;
    [U: Nat] Multiple<Int<U>>, usize, value;
    [U: Nat] usize, Multiple<Int<U>>, value;
    [U: Nat, V: Nat] Multiple<Int<U>>, Int<V>, value;
    [U: Nat, V: Nat] Int<U>, Multiple<Int<V>>, value;
    [U: Nat, V: Nat] Multiple<Int<U>>, Multiple<Int<V>>, value;
    [U: Nat] Neg<U>, Signed, to_isize;
    [U: Nat] Signed, Neg<U>, to_isize;
    [U: Nat] SignedMultiple<Int<U>>, Signed, to_isize;
    [U: Nat] Signed, SignedMultiple<Int<U>>, to_isize;
    [U: Nat, V: Nat] SignedMultiple<Int<U>>, Neg<V>, to_isize;
    [U: Nat, V: Nat] Neg<U>, SignedMultiple<Int<V>>, to_isize;
    [U: Nat, V: Nat] SignedMultiple<Int<U>>, SignedMultiple<Int<V>>, to_isize;
}
