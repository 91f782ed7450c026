//! Swizzled layouts as layouts over F2 strides.

use super::base::XorSwizzle;
use super::swizzled::Swizzled;
use crate::int::modes::Modes;
use crate::int::{Integer, Scalar};
use crate::layout::{Layout, notation};
use crate::placed::{Placed, XorLayout};
use crate::tuple::{AllStatic, LeafMap, Shape, Stride, StrideTuple};
use core::marker::PhantomData;

/// The F2 layout that the swizzle `W` makes of the layout `S:D`.
pub type Unswizzled<W, S, D> = XorLayout<
    <D as StrideTuple<S>>::MapShape<LeavesUnder<W>>,
    <D as StrideTuple<S>>::MapStride<LeavesUnder<W>>,
>;

impl<W: XorSwizzle, S: Shape, D: Stride<S>> Swizzled<W, Layout<S, D>> {
    /// The same function as one layout over F2 strides, without a swizzle behind it.
    ///
    /// Post-condition: the shape of the result refines that of the layout, and the offsets are the same. A mode of
    /// which the swizzle reads only some bits is split there.
    ///
    /// The layout is static, without an offset, of extents and strides that are powers of two, and no two of its modes
    /// use the same bits of the offset: then sums have no carries, and XOR is no other. Other layouts do not compile.
    ///
    /// ```
    /// use tilework::prelude::*;
    /// let swizzle = Swizzle::<3, 0, 3>::new();
    /// let rows: XorLayout!((8, 8):(F9, F1)) = swizzle.compose(layout!((8, 8):(8, 1))).to_xor_layout();
    /// let split: XorLayout!((8, 8):(F1, F9)) = swizzle.compose(layout!(64:1)).to_xor_layout();
    /// let tile = Swizzle::<3, 3, 3>::new().compose(layout!((64, 64):(64, 1)));
    /// assert_eq!(tile.to_xor_layout().to_string(), "((_8,_8),_64):((F72,F512),F1)");
    /// assert!(tile.to_xor_layout().offsets().eq(tile.offsets()));
    /// ```
    ///
    /// ```compile_fail,E0080
    /// # use tilework::prelude::*;
    /// // (4,4):(1,2) is not one of bits: the mode 4:2 shares bits of the offset with modes before it
    /// Swizzle::<2, 0, 2>::new().compose(layout!((4, 4):(1, 2))).to_xor_layout();
    /// ```
    pub fn to_xor_layout(&self) -> Unswizzled<W, S, D>
    where
        S: AllStatic,
        D: AllStatic,
    {
        const { check::<S, D>() };
        Placed::new()
    }
}

/// What is in the way of a layout's offsets being XORs of bits, as a compile error.
#[track_caller]
const fn check<S: Shape, D: Stride<S>>() {
    let (mut used, mut i) = (0, 0);
    let text = notation::<S, D>().str(" is not one of bits: ");
    while i < S::LEAVES.len() {
        // the stride of a single element is never taken
        if let (Some(extent), Some(stride)) = (S::LEAVES.get(i), D::LEAVES.get(i))
            && extent != 1
        {
            let (extent, stride) = (extent.cast_unsigned(), stride.cast_unsigned());
            let text = text.str("the mode ").number(extent).str(":").number(stride);
            if !extent.is_power_of_two() || stride > 0 && !stride.is_power_of_two() {
                panic!("{}", text.str(" is not of powers of two").as_str())
            }
            // the offsets of a static layout fit in a machine word
            let bits = (extent - 1) * stride;
            if used & bits != 0 {
                panic!("{}", text.str(" shares bits of the offset with modes before it").as_str())
            }
            used |= bits;
        }
        i += 1;
    }
}

/// What the leaves of a layout become under the swizzle `W`.
#[derive(Clone, Copy, Debug)]
pub struct LeavesUnder<W>(PhantomData<W>);

impl<W: XorSwizzle> LeafMap for LeavesUnder<W> {
    type Shape<N: Integer, R: Scalar> = <W::Pieces<N::Nat, NatOf<R>> as Modes>::Shape;
    type Stride<N: Integer, R: Scalar> = <W::Pieces<N::Nat, NatOf<R>> as Modes>::Stride;
    fn map<N: Integer, R: Scalar>(self, _: N, _: R) -> (Self::Shape<N, R>, Self::Stride<N, R>) {
        W::Pieces::<N::Nat, NatOf<R>>::known().tuples()
    }
}

type NatOf<R> = <<R as Scalar>::Magnitude as Integer>::Nat;
