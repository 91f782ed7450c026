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
    ($($exponent:literal $power:ident)*) => { $(
        impl PowerOfTwo for Bits<$exponent> {
            type Power = typenum::$power;
        }
        impl ShiftLeft for Shift<$exponent> {
            type Power = U1;
            type Divisor = typenum::$power;
        }
        impl ShiftLeft for Shift<{ -$exponent }> {
            type Power = typenum::$power;
            type Divisor = U1;
        }
    )* };
}
powers! {
    1 U2 2 U4 3 U8 4 U16 5 U32 6 U64 7 U128 8 U256 9 U512 10 U1024 11 U2048 12 U4096 13 U8192 14 U16384
    15 U32768 16 U65536 17 U131072 18 U262144 19 U524288 20 U1048576 21 U2097152 22 U4194304 23 U8388608
    24 U16777216 25 U33554432 26 U67108864 27 U134217728 28 U268435456 29 U536870912 30 U1073741824
    31 U2147483648 32 U4294967296 33 U8589934592 34 U17179869184 35 U34359738368 36 U68719476736
    37 U137438953472 38 U274877906944 39 U549755813888 40 U1099511627776 41 U2199023255552 42 U4398046511104
    43 U8796093022208 44 U17592186044416 45 U35184372088832 46 U70368744177664 47 U140737488355328
    48 U281474976710656 49 U562949953421312 50 U1125899906842624 51 U2251799813685248 52 U4503599627370496
    53 U9007199254740992 54 U18014398509481984 55 U36028797018963968 56 U72057594037927936
    57 U144115188075855872 58 U288230376151711744 59 U576460752303423488 60 U1152921504606846976
    61 U2305843009213693952 62 U4611686018427387904 63 U9223372036854775808
}
