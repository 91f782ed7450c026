//! Powers of two as types, by the numbers that a swizzle is written with.

use crate::int::Nat;
use typenum::U1;

/// Stands for the number `N`.
#[derive(Clone, Copy, Debug)]
pub struct Bits<const N: u32>;

/// `2^N`, for [`Bits<N>`] up to 63.
pub trait PowerOfTwo {
    /// The power.
    type Power: Nat;
}

/// Stands for the shift `S`.
#[derive(Clone, Copy, Debug)]
pub struct Shift<const S: i32>;

/// How far a swizzle of this shift moves bits up: `2^-S` for a negative one, and 1 for one that moves them down.
pub trait ShiftLeft {
    /// The factor.
    type Power: Nat;
    /// The divisor, of one that moves them down.
    type Divisor: Nat;
}

impl PowerOfTwo for Bits<0> {
    type Power = U1;
}

macro_rules! powers {
    ($last:literal) => {};
    ($last:literal $next:literal $($rest:literal)*) => {
        impl PowerOfTwo for Bits<$next> {
            type Power = <<Bits<$last> as PowerOfTwo>::Power as Nat>::Twice;
        }
        impl ShiftLeft for Shift<$next> {
            type Power = U1;
            type Divisor = <Bits<$next> as PowerOfTwo>::Power;
        }
        impl ShiftLeft for Shift<{ -$next }> {
            type Power = <Bits<$next> as PowerOfTwo>::Power;
            type Divisor = U1;
        }
        powers!($next $($rest)*);
    };
}
powers!(0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 33 34 35 36 37 38 39 40
    41 42 43 44 45 46 47 48 49 50 51 52 53 54 55 56 57 58 59 60 61 62 63);
