//! The layout over F2 strides.
//!
//! The sums have a bit for each bit of the index (see `matrix`). They are additive: extents are powers of two, so that
//! no coordinate inside the layout leaves its bits. Every offset is below the cosize, because no product of a
//! coordinate and a stride has a higher bit than that of the last coordinate of a leaf.

use super::matrix::BitMatrix;
use crate::int::modes::{End, MatchNumber, Modes};
use crate::int::nat::{Maximum, Product, TopBit};
use crate::int::sealed::Sealed;
use crate::int::{Int, Integer, Scalar, Text, Truth};
use crate::layout::Overlap;
use crate::placed::{Placed, Placement};
use crate::tuple::{AllStatic, Block, IntTuple, MAX_RANK, Shape, Stride, StrideTuple};
use core::fmt;
use core::marker::PhantomData;
use typenum::U1;

/// A static layout over F2 strides, in which offsets are added by XOR: `(8,8):(F1,F9)`.
///
/// Over F2 a number is a polynomial whose coefficients are its bits. Post-condition: the offset of a coordinate is the
/// XOR, over the leaves, of coordinate times stride, multiplied without carries. Each extent is a power of two, and no
/// offset reaches `2^62`; other layouts do not compile. It takes no space, and it is a
/// [`Mapping`](crate::layout::Mapping), so that tensors, tiles and kernels take it. Written with
/// [`xor_layout!`](crate::xor_layout!); its type with [`XorLayout!`](crate::XorLayout!), whose strides `D` are the
/// numbers after the `F`.
///
/// `(8,8):(F1,F9)` is [`Swizzle<3,0,3>`](crate::placed::Swizzle) of the numbers below 64; any swizzled layout of powers
/// of two is one of these, see [`to_xor_layout`](crate::placed::Swizzled::to_xor_layout). Source: the whitepaper of
/// CuTe. The same at run time: a `dynamic::DynLayout` with strides `dynamic::Stride::F2`.
///
/// ```
/// use tilework::prelude::*;
/// let layout = xor_layout!((8, 8):(F1, F9));
/// assert_eq!([layout.offset((0, 1)), layout.offset((5, 6))], [9, 51]);
/// assert!((0..64).all(|index| layout.offset(index) == Swizzle::<3, 0, 3>::new().apply(index)));
/// assert_eq!((layout.to_string(), size_of_val(&layout)), ("(_8,_8):(F1,F9)".into(), 0));
///
/// let mut tile = StackTensor::fill(layout, 0);
/// tile[(5, 6)] = 7;
/// assert_eq!(tile.as_slice()[51], 7);
/// ```
///
/// ```compile_fail,E0080
/// # use tilework::prelude::*;
/// xor_layout!((8, 6):(F1, F9)); // (8,6):(F1,F9): the extent 6 is no power of two, as the extents of an F2 layout are
/// ```
pub type XorLayout<S, D> = Placed<F2<S, D>>;

/// The placement of a [`XorLayout`]: a matrix over F2, whose columns the strides `D` are.
#[derive(Debug)]
pub struct F2<S, D>(PhantomData<(S, D)>);

impl<S: Shape + AllStatic, D: Stride<S> + AllStatic> F2<S, D> {
    const MATRIX: BitMatrix = BitMatrix::of(&S::LEAVES, &D::LEAVES, &S::PROFILE, &<Self as Placement>::TEXT);
}

#[diagnostic::do_not_recommend]
impl<S, D> Sealed for F2<S, D> {}

impl<S: Shape + AllStatic, D: Stride<S> + AllStatic> Placement for F2<S, D> {
    type Shape = S;
    type Stride = D;
    type Cosize = XorCosize<S, D>;
    const TEXT: Text = Text::new().text(&S::TEXT).str(":").text(&D::PROFILE.marked_text("F", "", &D::LEAVES));
    const OVERLAP: Overlap = Self::MATRIX.overlap();
    const BLOCKS: [Block; MAX_RANK] = {
        let (mut blocks, mut mode) = ([Block::Linear; MAX_RANK], 0);
        while mode < <S as IntTuple>::RANK {
            blocks[mode] = Self::MATRIX.block(mode);
            mode += 1;
        }
        blocks
    };
    const FRONTS: [(Option<isize>, Option<isize>); MAX_RANK] = {
        let (mut fronts, mut mode) = ([(None, None); MAX_RANK], 0);
        while mode < <S as IntTuple>::RANK {
            fronts[mode] = Self::MATRIX.front(mode);
            mode += 1;
        }
        fronts
    };
    const ROW: usize = Self::MATRIX.row();
    // the bits of a place in a row are those of the sum
    const ALIGNED: usize = Self::ROW;

    #[inline(always)]
    fn number(mode: usize, index: usize) -> usize {
        const { &Self::MATRIX }.mode_sum(mode, index)
    }
    #[inline(always)]
    fn place(sum: usize) -> usize {
        const { &Self::MATRIX }.place(sum)
    }
    fn fmt(f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let stride = D::PROFILE.marked_text("F", "", &D::LEAVES);
        write!(f, "{}:{}", S::VALUE.notation(), stride.as_str())
    }
}

impl<S: Shape + AllStatic, D: Stride<S> + AllStatic> XorLayout<S, D> {
    /// The F2 strides, congruent with the shape: the numbers after the `F`.
    pub fn stride(&self) -> D {
        D::VALUE
    }
}

/// The elements that storage needs: see [`Placed::cosize`].
pub type XorCosize<S, D> = Int<<<D as StrideTuple<S>>::LeavesThen<End> as Modes>::MatchNumber<Span>>;

/// The smallest power of two above all offsets of some modes: each of them reaches it alone.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct Span;

impl MatchNumber for Span {
    type End = U1;
    type Then<N: Integer, R: Scalar, T: Modes> = Maximum<
        <N::IsOne as Truth>::IfNat<U1, Product<TopBit<<R::Magnitude as Integer>::Nat>, N::Nat>>,
        T::MatchNumber<Span>,
    >;
}
