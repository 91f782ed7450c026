//! Shapes filled with copies of a block.

use super::copies::{self, copies};
use super::error::{By, Operation, Reason, Refused, both, first, permit};
use super::forms::done;
use super::parts::{ExactLayout, Pair};
use super::product::{CopiesShape, CopiesStride};
use crate::int::{Div, False, Int, Text, True, div};
use crate::layout::{Layout, LeafOrder, NoLeaves, notation};
use crate::tuple::list::{Cons, Nil};
use crate::tuple::modes::{ToList, ToTuple};
use crate::tuple::{IntTuple, Shape, Stride, TupleText};
use typenum::{U0, U1};

/// A target shape filled with copies of a block, copies along the first mode first.
///
/// Post-condition: a [`blocked_product`](super::blocked_product) whose modes have the sizes of those of the target; a
/// block of lower rank is filled up with modes `1:0`. Refused if the block does not divide the target, or has no such
/// product. Source: CuTe's `tile_to_shape`.
///
/// # Panics
/// If a leaf is dynamic and there is no such layout; [`try_tile_to_shape`] returns that as an error. With static
/// leaves it is a compile error.
///
/// ```
/// use tilework::{algebra::tile_to_shape, prelude::*};
/// let l: Layout!(((8, 2), (8, 3)):((8, 64), (1, 128))) = tile_to_shape(layout!((8, 8):(8, 1)), shape!(16, 24));
/// let rows = 32;
/// assert_eq!(
///     tile_to_shape(layout!((8, 8):(8, 1)), shape!(rows, 24)).to_string(),
///     "((_8,4),(_8,_3)):((_8,_64),(_1,256))"
/// );
/// ```
///
/// ```compile_fail,E0080
/// # use tilework::{algebra::tile_to_shape, prelude::*};
/// // the 8 elements of the block along mode 1 do not divide the 20 of the shape
/// tile_to_shape(layout!((8, 8):(8, 1)), shape!(16, 20));
/// ```
#[track_caller]
pub fn tile_to_shape<L: TileToShape<T, FirstToLast, Filled = R>, T, R>(block: L, target: T) -> R {
    let () = L::HOLDS;
    block.tiled_to(target, FirstToLast)
}

/// [`tile_to_shape`] with what is refused as an error.
///
/// # Errors
/// If a leaf is dynamic and the block does not divide the shape, or a number does not fit in a machine word. With
/// static leaves that is a compile error.
///
/// ```
/// use tilework::{algebra::try_tile_to_shape, prelude::*};
/// let columns = 20;
/// assert_eq!(
///     try_tile_to_shape(layout!((8, 8):(8, 1)), shape!(16, columns)).unwrap_err().to_string(),
///     "tile_to_shape: (_8,_8):(_8,_1) by (_16,20): \
///      the 8 elements of the block along mode 1 do not divide the 20 of the shape"
/// );
/// ```
pub fn try_tile_to_shape<L: TileToShape<T, FirstToLast, Filled = R>, T, R>(
    block: L,
    target: T,
) -> Result<R, Refused<L, By<TupleText<T>>>> {
    let () = L::HOLDS;
    block.try_tiled_to(target, FirstToLast)
}

/// [`tile_to_shape`] with the copies in a given order of the modes, smallest number first, as in
/// [`ordered`](crate::layout::ordered).
///
/// # Panics
/// As [`tile_to_shape`].
///
/// ```
/// use tilework::{algebra::tile_to_shape_ordered, prelude::*};
/// // copies side by side first, then the next row of them
/// let l: Layout!(((8, 2), (8, 3)):((8, 192), (1, 64))) =
///     tile_to_shape_ordered(layout!((8, 8):(8, 1)), shape!(16, 24), shape!(1, 0));
/// ```
#[track_caller]
pub fn tile_to_shape_ordered<L: TileToShape<T, Ordered<O>, Filled = R>, T, O, R>(
    block: L,
    target: T,
    order: O,
) -> R {
    let () = L::HOLDS;
    block.tiled_to(target, Ordered(order))
}

/// [`tile_to_shape_ordered`] with what is refused as an error.
///
/// # Errors
/// As [`try_tile_to_shape`].
pub fn try_tile_to_shape_ordered<L: TileToShape<T, Ordered<O>, Filled = R>, T, O, R>(
    block: L,
    target: T,
    order: O,
) -> Result<R, Refused<L, By<TupleText<T>>>> {
    let () = L::HOLDS;
    block.try_tiled_to(target, Ordered(order))
}

/// What can be repeated to fill the shape `T` in the order `O`: an exact layout.
#[diagnostic::on_unimplemented(
    message = "`tile_to_shape` takes an exact layout, and a shape with at least as many modes",
    label = "not an exact layout",
    note = "a layout with padding becomes exact by `.exact()?`, or by `.padded()` if padding counts as elements"
)]
pub trait TileToShape<T, O>: Sized {
    /// The layout of the whole.
    type Filled;
    /// That static operands have one, or a compile error.
    #[doc(hidden)]
    const HOLDS: ();
    #[doc(hidden)]
    #[track_caller]
    fn tiled_to(self, target: T, order: O) -> Self::Filled;
    #[doc(hidden)]
    fn try_tiled_to(self, target: T, order: O) -> Result<Self::Filled, Refused<Self, By<TupleText<T>>>>;
}

impl<S, D, T, O, SL, TL, N, SR, DR> TileToShape<T, O> for Layout<S, D>
where
    S: Shape + ToList<List = SL> + Pair<CopiesShape<S, D, N, O::Strides>, Int<U1>, Paired = SR>,
    D: Stride<S> + Pair<CopiesStride<S, D, N, O::Strides>, Int<U0>, Paired = DR>,
    T: Shape + ToList<List = TL>,
    SL: Counts<TL, HaveRank: HasRank, Counts: ToTuple<Tuple = N>>,
    N: Shape,
    O: Order<N>,
    SR: Shape,
    DR: Stride<SR>,
{
    type Filled = Layout<SR, DR>;
    const HOLDS: () = permit(TileToShapeName::NAME, &mistake::<S, D, T, N, O>());

    fn tiled_to(self, target: T, order: O) -> Self::Filled {
        done(self.try_tiled_to(target, order))
    }
    fn try_tiled_to(self, target: T, order: O) -> Result<Self::Filled, Refused<Self, By<TupleText<T>>>> {
        let filled = || {
            check(self.shape(), target)?;
            let counts = self.shape().list().counts(target.list()).tuple();
            let tiler = Layout::try_new(counts, order.strides(counts)).map_err(Reason::Layout)?;
            let (shape, stride) = copies(self, tiler)?.parts();
            Layout::try_new(self.shape().paired(shape), self.stride().paired(stride)).map_err(Reason::Layout)
        };
        filled().map_err(|reason| Refused {
            operation: TileToShapeName::NAME,
            lhs: self,
            rhs: By(target.notation()),
            reason,
        })
    }
}

struct TileToShapeName;

impl Operation for TileToShapeName {
    const NAME: &'static str = "tile_to_shape";
}

/// Why a static block does not fill a static shape `T` with `N` copies in the order `O`.
const fn mistake<S: Shape, D: Stride<S>, T: Shape, N: Shape, O: Order<N>>() -> Option<Text> {
    first(undivided::<S, D, T>(), copies::mistake::<S, D, N, O::Strides>())
}

/// A static block that does not divide a static shape.
const fn undivided<S: Shape, D: Stride<S>, T: Shape>() -> Option<Text> {
    let mut mode = 0;
    while mode < <S as IntTuple>::RANK {
        if let (Some(block), Some(target)) = (S::MODE_SIZES[mode], T::MODE_SIZES[mode])
            && (block == 0 || target % block != 0)
        {
            let operands = both(&notation::<S, D>(), " by ", &T::TEXT);
            let reason = Reason::DoesNotDivide { mode, block, target };
            return Some(reason.mistake(&operands));
        }
        mode += 1;
    }
    None
}

/// Whether the block divides the target, and strides can be computed for it.
fn check<S: Shape, T: Shape>(shape: S, target: T) -> Result<(), Reason> {
    let leaves = target.leaf_values();
    let mut extents = (0..leaves.len()).filter_map(|leaf| leaves.get(leaf)).map(|extent| extent.max(1));
    if !target.fits() || extents.try_fold(1_isize, isize::checked_mul).is_none() {
        return Err(Reason::Overflow);
    }
    for mode in 0..S::RANK {
        let (block, target) = (shape.mode_size(mode), target.mode_size(mode));
        if target.checked_rem(block) != Some(0) {
            return Err(Reason::DoesNotDivide { mode, block, target });
        }
    }
    Ok(())
}

/// An order of the modes of copies `N`.
#[doc(hidden)]
pub trait Order<N: Shape>: Copy {
    type Strides: Stride<N>;
    fn strides(self, counts: N) -> Self::Strides;
}

/// The first mode first.
#[derive(Clone, Copy, Debug)]
pub struct FirstToLast;

impl<N: Shape> Order<N> for FirstToLast {
    type Strides = N::ColMajor<Int<U1>>;
    fn strides(self, counts: N) -> Self::Strides {
        counts.col_major(Int::new())
    }
}

/// An order by numbers, smallest first.
#[derive(Clone, Copy, Debug)]
pub struct Ordered<O>(pub O);

impl<N: Shape, O: LeafOrder<N>> Order<N> for Ordered<O> {
    type Strides = O::Strides<NoLeaves, NoLeaves>;
    fn strides(self, counts: N) -> Self::Strides {
        self.0.strides(counts, NoLeaves, NoLeaves)
    }
}

/// How many copies of the modes of a block fill each mode of a shape.
#[doc(hidden)]
pub trait Counts<T> {
    type Counts;
    /// Whether the shape has a mode for each mode of the block.
    type HaveRank;
    fn counts(self, target: T) -> Self::Counts;
}

/// That a shape has as many modes as the block that is to fill it.
#[diagnostic::on_unimplemented(
    message = "the block has more modes than the shape that copies of it are to fill",
    label = "a shape of lower rank than the block"
)]
#[doc(hidden)]
pub trait HasRank {}

impl HasRank for True {}

impl Counts<Nil> for Nil {
    type Counts = Nil;
    type HaveRank = True;
    fn counts(self, _: Nil) -> Nil {
        Nil
    }
}

impl<T: Shape, TL> Counts<Cons<T, TL>> for Nil
where
    Nil: Counts<TL>,
{
    type Counts = Cons<T::Size, <Nil as Counts<TL>>::Counts>;
    type HaveRank = True;
    fn counts(self, target: Cons<T, TL>) -> Self::Counts {
        Cons(target.0.size(), Nil.counts(target.1))
    }
}

impl<S, SL> Counts<Nil> for Cons<S, SL> {
    type Counts = Nil;
    type HaveRank = False;
    fn counts(self, _: Nil) -> Nil {
        Nil
    }
}

impl<S: Shape, SL: Counts<TL>, T: Shape, TL> Counts<Cons<T, TL>> for Cons<S, SL> {
    type Counts = Cons<Div<T::Size, S::Size>, SL::Counts>;
    type HaveRank = SL::HaveRank;
    fn counts(self, target: Cons<T, TL>) -> Self::Counts {
        Cons(div(target.0.size(), self.0.size()), self.1.counts(target.1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{layout, shape};

    #[test]
    fn static_blocks_that_do_not_divide_are_said() {
        fn said<S: Shape, D: Stride<S>, T: Shape>(_: Layout<S, D>, _: T) -> Option<alloc::string::String> {
            undivided::<S, D, T>().map(|text| text.as_str().into())
        }
        let n = 7;
        assert_eq!(said(layout!((2, 3):(1, 2)), shape!(4, 6)), None);
        assert_eq!(said(layout!((2, 3):(1, 2)), shape!(4, n)), None);
        let first = said(layout!((2, 3):(1, 2)), shape!(5, 7)).unwrap();
        assert!(first.contains("mode 0") && first.contains("(2,3):(1,2) by (5,7)"), "{first}");
        let second = said(layout!((2, 3):(1, 2)), shape!(4, 7)).unwrap();
        assert!(second.contains("mode 1"), "{second}");
        assert!(said(layout!((2, 0):(1, 2)), shape!(4, 6)).is_some());
    }
}
