//! The operators of integers: `+ - * / %`, `==`, `<`, and unary minus.

use super::integer::{Add, Div, Integer, Mul, Rem};
use super::nat::{self, Nat};
use super::{Int, Neg, Scalar, Signed, Text};
use core::cmp::Ordering;
use core::marker::PhantomData;
use core::ops;

/// `a - b` with its sign: static where both are, otherwise dynamic.
impl<U: Nat, V: Nat> ops::Sub<Int<V>> for Int<U> {
    type Output = <Neg<V> as Scalar>::AddedToStatic<U>;
    fn sub(self, rhs: Int<V>) -> Self::Output {
        Scalar::from_isize(self.to_isize() - rhs.to_isize())
    }
}

impl<U: Nat> ops::Sub<Int<U>> for usize {
    type Output = usize;
    fn sub(self, rhs: Int<U>) -> usize {
        self - rhs.value()
    }
}

impl<U: Nat> ops::Sub<usize> for Int<U> {
    type Output = usize;
    fn sub(self, rhs: usize) -> usize {
        self.value() - rhs
    }
}

impl<U: Nat> ops::Neg for Int<U> {
    type Output = <Neg<U> as Scalar>::AddedToStatic<typenum::UTerm>;
    fn neg(self) -> Self::Output {
        Scalar::from_isize(-self.to_isize())
    }
}

impl<U: Nat> ops::Neg for Neg<U> {
    type Output = Int<U>;
    fn neg(self) -> Int<U> {
        Int::new()
    }
}

impl ops::Neg for Signed {
    type Output = Signed;
    fn neg(self) -> Signed {
        Signed(-self.0)
    }
}

macro_rules! operators {
    ($($trait:ident $method:ident $result:ident),*) => { $(
        impl<U: Nat, V: Nat> ops::$trait<Int<V>> for Int<U> {
            type Output = $result<Int<U>, Int<V>>;
            fn $method(self, rhs: Int<V>) -> Self::Output {
                const { fits::<Self::Output>() };
                super::integer::$method(self, rhs)
            }
        }
        impl<U: Nat> ops::$trait<usize> for Int<U> {
            type Output = $result<Int<U>, usize>;
            fn $method(self, rhs: usize) -> Self::Output {
                super::integer::$method(self, rhs)
            }
        }
        impl<U: Nat> ops::$trait<Int<U>> for usize {
            type Output = $result<usize, Int<U>>;
            fn $method(self, rhs: Int<U>) -> Self::Output {
                super::integer::$method(self, rhs)
            }
        }
    )* };
}

operators!(Add add Add, Mul mul Mul);

/// A static result that does not fit in a machine word, as a compile error: that of its value.
const fn fits<N: Integer>() {
    let _ = N::STATIC;
}

/// What `N / V` and `N % V` ask for, where users call them.
struct Quotient<N, V>(PhantomData<(N, V)>);

impl<N: Integer, V: Nat> Quotient<N, V> {
    const EXISTS: () = {
        if V::BITS == 0 {
            let text = match N::STATIC {
                Some(dividend) => Text::new().str("division of ").number(dividend),
                None => Text::new().str("division of a dynamic integer"),
            };
            panic!("{}", text.str(" by the static integer 0").as_str())
        }
    };
}

/// Division by the static 0 is a compile error; by a dynamic 0 it panics, as it does between `usize`s.
///
/// What must hold is written where the macro is used: messages are longer by the whole macro if it stands in here.
macro_rules! division {
    ($exists:expr, $by_static_exists:expr; $($trait:ident $method:ident $result:ident $sign:tt),*) => { $(
        impl<U: Nat, V: Nat> ops::$trait<Int<V>> for Int<U> {
            type Output = $result<Int<U>, Int<V>>;
            fn $method(self, rhs: Int<V>) -> Self::Output {
                let () = $exists;
                super::integer::$method(self, rhs)
            }
        }
        impl<U: Nat> ops::$trait<usize> for Int<U> {
            type Output = $result<Int<U>, usize>;
            fn $method(self, rhs: usize) -> Self::Output {
                Integer::from_value(self.value() $sign rhs)
            }
        }
        impl<U: Nat> ops::$trait<Int<U>> for usize {
            type Output = $result<usize, Int<U>>;
            fn $method(self, rhs: Int<U>) -> Self::Output {
                let () = $by_static_exists;
                Integer::from_value(self $sign rhs.value())
            }
        }
    )* };
}

division!(Quotient::<Int<U>, V>::EXISTS, Quotient::<usize, U>::EXISTS; Div div Div /, Rem rem Rem %);

impl<U: Nat, V: Nat> PartialEq<Int<V>> for Int<U> {
    fn eq(&self, _: &Int<V>) -> bool {
        <nat::IsEqual<U, V> as super::Truth>::VALUE
    }
}
impl<U: Nat> Eq for Int<U> {}

impl<U: Nat> PartialEq for Neg<U> {
    fn eq(&self, _: &Neg<U>) -> bool {
        true
    }
}
impl<U: Nat> Eq for Neg<U> {}

impl<U: Nat, V: Nat> PartialOrd<Int<V>> for Int<U> {
    fn partial_cmp(&self, other: &Int<V>) -> Option<Ordering> {
        self.value().partial_cmp(&other.value())
    }
}

macro_rules! compare_with_dynamic {
    ($([$($generic:tt)*] $lhs:ty, $rhs:ty, $value:ident;)*) => { $(
        impl<$($generic)*> PartialEq<$rhs> for $lhs {
            fn eq(&self, other: &$rhs) -> bool {
                self.$value() == other.$value()
            }
        }
        impl<$($generic)*> PartialOrd<$rhs> for $lhs {
            fn partial_cmp(&self, other: &$rhs) -> Option<Ordering> {
                self.$value().partial_cmp(&other.$value())
            }
        }
    )* };
}

compare_with_dynamic! {
    [U: Nat] Int<U>, usize, value;
    [U: Nat] usize, Int<U>, value;
    [U: Nat] Neg<U>, Signed, to_isize;
    [U: Nat] Signed, Neg<U>, to_isize;
}
