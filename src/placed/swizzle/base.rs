//! The swizzle: a bijection of offsets by XOR.

use super::bits::{Bits, PowerOfTwo, Shift, ShiftLeft};
use super::parts::SwizzleParts;
use super::pieces::SwizzledPieces;
use crate::int::modes::Modes;
use crate::int::nat::Product;
use crate::int::sealed::Sealed;
use crate::int::{Nat, Text};
use core::fmt::{self, Debug, Display};

/// The swizzle `Sw<B,M,S>`: the `B` bits of an offset from bit `M + S` on are added, by XOR, to those from bit `M` on.
///
/// A negative `S` does it the other way: the bits from `M` on are added to those from `M - S` on. `M` says which
/// offsets stay in a row: `2^M` elements move together. In one formula, over the naturals,
///
/// ```text
/// x ^ ((x & mask) >> S)      mask = (2^B - 1) << (M + max(S, 0)), and >> S shifts left for a negative S
/// ```
///
/// Post-condition: applied twice it changes nothing, so it is a bijection; and each block of `2^(M+B)` offsets (of
/// `2^(M+B-S)` for a negative `S`) stays the same set. It takes no space. Source: CuTe's `Swizzle`. The same at run
/// time: `dynamic::Swizzle`.
///
/// The bits read must not overlap with those changed, `|S| >= B`, `S` must not be 0, and all bits must lie within 63;
/// other numbers do not compile:
///
/// ```
/// use tilework::prelude::*;
/// let swizzle = Swizzle::<2, 0, 3>::new();
/// assert_eq!([8, 9, 10, 11, 12, 13, 14, 15].map(|x| swizzle.apply(x)), [9, 8, 11, 10, 13, 12, 15, 14]);
/// assert_eq!([128, 896, 1024].map(|x| Swizzle::<3, 4, 3>::new().apply(x)), [144, 1008, 1024]);
/// assert_eq!(swizzle.to_string(), "Sw<2,0,3>");
/// ```
///
/// ```compile_fail,E0080
/// # use tilework::prelude::*;
/// // there is no swizzle Sw<3,0,2>: the 3 bits it changes overlap with those it reads, 2 places away: ...
/// Swizzle::<3, 0, 2>::new();
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Swizzle<const B: u32, const M: u32, const S: i32>(());

impl<const B: u32, const M: u32, const S: i32> Swizzle<B, M, S> {
    /// The numbers, once they are known to be those of a swizzle.
    const CHECKED: SwizzleParts = {
        let parts = SwizzleParts { bits: B, base: M, shift: S };
        parts.check();
        parts
    };

    /// The one value of this type.
    pub const fn new() -> Self {
        const { Self::CHECKED };
        Swizzle(())
    }

    /// Where an offset is put. The result is dynamic, also where the offset is static: `apply(int!(8).into())`.
    ///
    /// ```
    /// use tilework::prelude::*;
    /// const PUT: usize = Swizzle::<3, 4, 3>::new().apply(128);
    /// assert_eq!(PUT, 144);
    /// ```
    #[inline(always)]
    pub const fn apply(self, offset: usize) -> usize {
        const { Self::CHECKED }.apply(offset)
    }
}

impl<const B: u32, const M: u32, const S: i32> Default for Swizzle<B, M, S> {
    fn default() -> Self {
        Self::new()
    }
}

impl<const B: u32, const M: u32, const S: i32> Display for Swizzle<B, M, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Sw<{B},{M},{S}>")
    }
}

impl<const B: u32, const M: u32, const S: i32> Debug for Swizzle<B, M, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Display::fmt(self, f)
    }
}

/// Any [`Swizzle`]: the bound of code that is generic over its numbers.
///
/// Sealed: that a swizzle is a bijection of every [`Block`](XorSwizzle::Block) is what the tensors trust.
#[diagnostic::on_unimplemented(
    message = "a swizzle is needed here: `{Self}` is not known to be one within 63 bits",
    label = "not known to be a swizzle of offsets below 2^63",
    note = "`B + M + |S|` is at most 63 in `Swizzle<B, M, S>`, `|S|` at least `B`, and `S` not 0",
    note = "generic code takes the swizzle as one type, `W: XorSwizzle`, and composes with `Swizzled::try_new`"
)]
pub trait XorSwizzle: Sealed + Copy + Default + PartialEq + Debug + Display + Send + Sync + 'static {
    /// How many offsets a block has that stays the same set: a power of two.
    type Block: Nat;
    /// What `N` elements at stride `R` become: said here, it is worked out once, and not wherever it is used.
    #[doc(hidden)]
    type Pieces<N: Nat, R: Nat>: Modes;
    #[doc(hidden)]
    const PARTS: SwizzleParts;
    #[doc(hidden)]
    const VALUE: Self;
    #[doc(hidden)]
    const TEXT: Text;
}

/// The lowest bit that is read, as a power of two.
type ReadFrom<const M: u32, const S: i32> =
    Product<<Bits<M> as PowerOfTwo>::Power, <Shift<S> as ShiftLeft>::Divisor>;

#[diagnostic::do_not_recommend]
impl<const B: u32, const M: u32, const S: i32> Sealed for Swizzle<B, M, S> {}

#[diagnostic::do_not_recommend]
impl<const B: u32, const M: u32, const S: i32> XorSwizzle for Swizzle<B, M, S>
where
    Bits<B>: PowerOfTwo,
    Bits<M>: PowerOfTwo,
    Shift<S>: ShiftLeft,
{
    // The highest bit changed is M+B-1, or M-S+B-1 for a negative S. So offsets that agree in all bits above it, a
    // block, still do when they are swizzled; and a bijection that keeps the block is one of the block.
    type Block = Product<
        <Shift<S> as ShiftLeft>::Power,
        Product<<Bits<M> as PowerOfTwo>::Power, <Bits<B> as PowerOfTwo>::Power>,
    >;
    type Pieces<N: Nat, R: Nat> = SwizzledPieces<
        ReadFrom<M, S>,
        Product<ReadFrom<M, S>, <Bits<B> as PowerOfTwo>::Power>,
        <Shift<S> as ShiftLeft>::Power,
        <Shift<S> as ShiftLeft>::Divisor,
        N,
        R,
    >;
    const PARTS: SwizzleParts = Self::CHECKED;
    const VALUE: Self = Self::new();
    const TEXT: Text = Self::CHECKED.text();
}
