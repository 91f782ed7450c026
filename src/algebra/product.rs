//! Layouts repeated by other layouts.

use super::complement::fill_without_end;
use super::copies::{self, Copies, copies};
use super::error::{By, Operation, Reason, Refused, both, first, permit};
use super::flat::{Flat, values};
use super::forms::{Arrange, Flattened, InTwo, Logical, Tiled, Zipped, done, kept, verbs};
use super::parts::{ExactLayout, Pair};
use super::pattern::Pattern;
use crate::admissible::refine;
use crate::int::{Int, Text};
use crate::layout::{Exact, Layout, notation};
use crate::tuple::modes::{ToList, ToTuple};
use crate::tuple::{IntTuple, Shape, Stride};
use core::marker::PhantomData;
use typenum::{U0, U1};

verbs! {
    Repeat Product repeated_by try_repeated_by "The layout with its copies." [L::HOLDS];
    /// The layout as `(block, copies)`, by mode `((block_0,copies_0),(block_1,copies_1),…)`: copies of the block,
    /// laid out as the tiler says. A mode kept by `_` stays as it is.
    ///
    /// Post-condition: `result = (block, complement(block, N) o tiler)` for any `N` that has room for `cosize(tiler)`
    /// copies; no two copies overlap if block and tiler are injective. Refused where no layout equals this, and where
    /// a stride of the tiler is unaligned to the block: a step along a single mode of the complement is wanted. Source:
    /// CuTe's `logical_product`, whose `N` is too small for blocks with gaps.
    ///
    /// # Panics
    /// If a leaf is dynamic and the product is refused; the `try_` form returns that as an error. With static leaves
    /// it is a compile error.
    ///
    /// ```
    /// use tilework::prelude::*;
    /// let l: Layout!(((2, 2), (2, 3)):((4, 1), (2, 8))) = logical_product(layout!((2, 2):(4, 1)), layout!(6:1));
    /// let n = 8;
    /// let by_mode = logical_product(layout!((4, n):(1, 40)), tiler!(3, _));
    /// assert_eq!(by_mode.to_string(), "((_4,_3),8):((_1,_4),_40)");
    /// ```
    ///
    /// ```compile_fail,E0080
    /// # use tilework::prelude::*;
    /// // the copies of 5:4 fill its gaps first, 4 of them: 5 would be one gap further, and one whole block
    /// logical_product(layout!(5:4), layout!(8:5));
    /// ```
    logical_product try_logical_product Logical "logical_product"
        [L: Repeat<Logical, T, Product = R>, T, R] [<Self as Repeat<Logical, T>>::HOLDS];
    /// [`logical_product`] with all block modes put together: `((block_0,block_1,…),(copies_0,copies_1,…))`. Of a
    /// mode kept by `_` the block is a single element.
    ///
    /// # Panics
    /// As [`logical_product`].
    ///
    /// ```
    /// use tilework::{algebra::zipped_product, prelude::*};
    /// let l: Layout!(((2, 2), (3, 4)):((1, 2), (4, 12))) =
    ///     zipped_product(layout!((2, 2):(1, 2)), layout!((3, 4):(1, 3)));
    /// ```
    zipped_product try_zipped_product Zipped "zipped_product"
        [L: Repeat<Zipped, T, Product = R>, T, R] [<Self as Repeat<Zipped, T>>::HOLDS];
    /// [`zipped_product`] with the modes of the copies at the top: `((block_0,block_1,…),copies_0,copies_1,…)`.
    ///
    /// # Panics
    /// As [`logical_product`].
    ///
    /// ```
    /// use tilework::{algebra::tiled_product, prelude::*};
    /// let l: Layout!(((2, 2), 3, 4):((1, 2), 4, 12)) = tiled_product(layout!((2, 2):(1, 2)), layout!((3, 4):(1, 3)));
    /// ```
    tiled_product try_tiled_product Tiled "tiled_product"
        [L: Repeat<Tiled, T, Product = R>, T, R] [<Self as Repeat<Tiled, T>>::HOLDS];
    /// [`zipped_product`] with all modes at the top: `(block_0,block_1,…,copies_0,copies_1,…)`. As in CuTe, the
    /// blocks or the copies stay together in one mode if they are a single one; and no mode may be kept by `_`,
    /// because its block could not be distinguished from the others.
    ///
    /// # Panics
    /// As [`logical_product`].
    ///
    /// ```
    /// use tilework::{algebra::flat_product, prelude::*};
    /// let l: Layout!((2, 2, 3, 4):(1, 2, 4, 12)) = flat_product(layout!((2, 2):(1, 2)), layout!((3, 4):(1, 3)));
    /// ```
    flat_product try_flat_product Flattened "flat_product"
        [L: Repeat<Flattened, T, Product = R>, T, R] [<Self as Repeat<Flattened, T>>::HOLDS];
}

/// What is repeated by the tiler `T`, in the form `F`: an exact layout.
#[diagnostic::on_unimplemented(
    message = "a product takes an exact layout and a tiler for it",
    label = "not an exact layout",
    note = "a tiler is an integer, a layout, or by mode `tiler!(16, 8, _)` with one entry for every mode (`_` keeps a mode)",
    note = "a layout with padding becomes exact by `.exact()?`, or by `.padded()` if padding counts as elements"
)]
pub trait Repeat<F, T>: Sized {
    /// The layout with its copies.
    type Product;
    /// That static operands have one, or a compile error.
    #[doc(hidden)]
    const HOLDS: ();
    #[doc(hidden)]
    #[track_caller]
    fn repeated_by(self, tiler: T) -> Self::Product;
    #[doc(hidden)]
    fn try_repeated_by(self, tiler: T) -> Result<Self::Product, Refused<Self, By<T>>>;
}

impl<F: Arrange<InCopies<S, D, T>>, S: Shape, D: Stride<S>, T: Pattern<S, D>> Repeat<F, T> for Layout<S, D> {
    type Product = Layout<F::Shape, F::Stride>;
    const HOLDS: () = {
        let kept = kept::<F>(T::KEEPS, Text::new().str(", in ").text(&T::TEXT));
        permit(F::PRODUCT, &first(kept, T::REPEAT_MISTAKE));
    };

    fn repeated_by(self, tiler: T) -> Self::Product {
        done(Repeat::<F, T>::try_repeated_by(self, tiler))
    }
    fn try_repeated_by(self, tiler: T) -> Result<Self::Product, Refused<Self, By<T>>> {
        let product = tiler.repeat(self).map(|parts| {
            // the same leaves as in the parts together, whose offsets fit
            let (shape, stride) = F::arrange(parts);
            Layout::from_parts(shape, stride, Exact)
        });
        product.map_err(|reason| Refused { operation: F::PRODUCT, lhs: self, rhs: By(tiler), reason })
    }
}

/// The block `S:D` and its copies by `T`.
#[derive(Debug)]
pub struct InCopies<S, D, T>(PhantomData<(S, D, T)>);

impl<S: Shape, D: Stride<S>, T: Pattern<S, D>> InTwo for InCopies<S, D, T> {
    type First = T::Block;
    type Second = T::Copies;
    type Both = T::Repeated;
}

verbs! {
    RepeatByMode Product repeated_by_mode try_repeated_by_mode "The layout with its copies, mode by mode." [L::HOLDS];
    /// Copies of a block side by side: each mode is `(block mode, copies along it)`. The shorter operand is filled up
    /// with modes `1:0`.
    ///
    /// Post-condition: as [`logical_product`], with the modes paired. Refused too where a tiler that is an integer
    /// would be split along a block that is one, because there is no mode to pair its parts with: `(4):(1)` instead
    /// of `4:1` is a mode that may have parts. Source: CuTe's `blocked_product`.
    ///
    /// # Panics
    /// If a leaf is dynamic and the product is refused; the `try_` form returns that as an error. With static leaves
    /// it is a compile error.
    ///
    /// ```
    /// use tilework::{algebra::blocked_product, prelude::*};
    /// let (block, tiler) = (layout!((2, 5):(5, 1)), layout!((3, 4):(1, 3)));
    /// let l: Layout!(((2, 3), (5, 4)):((5, 10), (1, 30))) = blocked_product(block, tiler);
    /// let split: Layout!(((3, (2, 2))):((2, (1, 6)))) = blocked_product(layout!(3:2), layout!((4):(1)));
    /// ```
    ///
    /// ```compile_fail,E0080
    /// # use tilework::{algebra::blocked_product, prelude::*};
    /// blocked_product(layout!(3:2), layout!(4:1)); // split into 2 modes
    /// ```
    blocked_product try_blocked_product Blocked "blocked_product"
        [L: RepeatByMode<Blocked, T, Product = R>, T, R] [<Self as RepeatByMode<Blocked, T>>::HOLDS];
    /// Copies of a block interleaved: each mode is `(copies along it, block mode)`.
    ///
    /// Post-condition: as [`blocked_product`], with the pairs the other way round. Source: CuTe's `raked_product`.
    ///
    /// # Panics
    /// As [`blocked_product`].
    ///
    /// ```
    /// use tilework::{algebra::raked_product, prelude::*};
    /// let (block, tiler) = (layout!((2, 5):(5, 1)), layout!((3, 4):(1, 3)));
    /// let l: Layout!(((3, 2), (4, 5)):((10, 5), (30, 1))) = raked_product(block, tiler);
    /// ```
    raked_product try_raked_product Raked "raked_product"
        [L: RepeatByMode<Raked, T, Product = R>, T, R] [<Self as RepeatByMode<Raked, T>>::HOLDS];
}

/// What is repeated by the modes of the layout `T`, in the form `F`: an exact layout.
#[diagnostic::on_unimplemented(
    message = "a product of modes takes two exact layouts",
    label = "not an exact layout",
    note = "the modes of the second layout count the copies along those of the first",
    note = "a layout with padding becomes exact by `.exact()?`, or by `.padded()` if padding counts as elements"
)]
pub trait RepeatByMode<F, T>: Sized {
    /// The layout with its copies, mode by mode.
    type Product;
    /// That static operands have one, or a compile error.
    #[doc(hidden)]
    const HOLDS: ();
    #[doc(hidden)]
    #[track_caller]
    fn repeated_by_mode(self, tiler: T) -> Self::Product;
    #[doc(hidden)]
    fn try_repeated_by_mode(self, tiler: T) -> Result<Self::Product, Refused<Self, By<T>>>;
}

#[diagnostic::do_not_recommend]
impl<F, S, D, TS, TD, MS, MD, SR, DR> RepeatByMode<F, Layout<TS, TD>> for Layout<S, D>
where
    F: PairModes<S, CopiesShape<S, D, MS, MD>, Int<U1>, Whole = SR>,
    F: PairModes<D, CopiesStride<S, D, MS, MD>, Int<U0>, Whole = DR>,
    S: Shape,
    D: Stride<S>,
    TS: Shape + ToList<List: ToTuple<Tuple = MS>>,
    TD: Stride<TS> + ToList<List: ToTuple<Tuple = MD>>,
    MS: Shape,
    MD: Stride<MS>,
    SR: Shape,
    DR: Stride<SR>,
{
    type Product = Layout<SR, DR>;
    const HOLDS: () = permit(F::NAME, &first(split::<S, D, TS, TD>(), copies::mistake::<S, D, MS, MD>()));

    fn repeated_by_mode(self, tiler: Layout<TS, TD>) -> Self::Product {
        done(RepeatByMode::<F, _>::try_repeated_by_mode(self, tiler))
    }
    fn try_repeated_by_mode(
        self,
        tiler: Layout<TS, TD>,
    ) -> Result<Self::Product, Refused<Self, By<Layout<TS, TD>>>> {
        let product = modes_of_copies(self, tiler).and_then(|(shape, stride)| {
            let (shape, stride) = (F::pair_modes(self.shape(), shape), F::pair_modes(self.stride(), stride));
            Layout::try_new(shape, stride).map_err(Reason::Layout)
        });
        product.map_err(|reason| Refused { operation: F::NAME, lhs: self, rhs: By(tiler), reason })
    }
}

/// A form in which each mode of a block `A` stands beside that of the copies `B`; where one is missing there is `U`.
#[doc(hidden)]
pub trait PairModes<A, B, U>: Operation {
    type Whole;
    fn pair_modes(block: A, copies: B) -> Self::Whole;
}

/// Each mode is `(block mode, copies along it)`.
#[derive(Clone, Copy, Debug)]
pub struct Blocked;

impl Operation for Blocked {
    const NAME: &'static str = "blocked_product";
}

impl<A: Pair<B, U>, B, U> PairModes<A, B, U> for Blocked {
    type Whole = A::Paired;
    fn pair_modes(block: A, copies: B) -> A::Paired {
        block.paired(copies)
    }
}

/// Each mode is `(copies along it, block mode)`.
#[derive(Clone, Copy, Debug)]
pub struct Raked;

impl Operation for Raked {
    const NAME: &'static str = "raked_product";
}

impl<A, B: Pair<A, U>, U> PairModes<A, B, U> for Raked {
    type Whole = B::Paired;
    fn pair_modes(block: A, copies: B) -> B::Paired {
        copies.paired(block)
    }
}

/// The tiler `TS:TD`, which has modes, after what the block `S:D` leaves out.
pub(super) type CopiesShape<S, D, TS, TD> = <Copies<S, D, TS, TD> as ExactLayout>::Shape;
pub(super) type CopiesStride<S, D, TS, TD> = <Copies<S, D, TS, TD> as ExactLayout>::Stride;

/// Shape and stride of the copies, with a mode for each mode of the tiler.
#[allow(clippy::type_complexity, reason = "a shape and a stride")]
fn modes_of_copies<S, D, TS, TD, MS, MD>(
    block: Layout<S, D>,
    tiler: Layout<TS, TD>,
) -> Result<(CopiesShape<S, D, MS, MD>, CopiesStride<S, D, MS, MD>), Reason>
where
    S: Shape,
    D: Stride<S>,
    TS: Shape + ToList<List: ToTuple<Tuple = MS>>,
    TD: Stride<TS> + ToList<List: ToTuple<Tuple = MD>>,
    MS: Shape,
    MD: Stride<MS>,
{
    let (shape, stride) = (tiler.shape().list().tuple(), tiler.stride().list().tuple());
    let copies = copies(block, Layout::<MS, MD, Exact>::from_parts(shape, stride, Exact))?;
    if are_leaves::<S, TS>() {
        let (block, tiler) = (values(block.shape(), block.stride()), values(tiler.shape(), tiler.stride()));
        let modes = count_of_modes(&block, &tiler);
        if modes > 1 {
            return Err(Reason::Split { modes });
        }
    }
    Ok(copies.parts())
}

/// A static tiler without modes that is split where there is one mode to pair.
const fn split<S: Shape, D: Stride<S>, TS: Shape, TD: Stride<TS>>() -> Option<Text> {
    if let (Some(block), Some(tiler)) = (Flat::of(&S::LEAVES, &D::LEAVES), Flat::of(&TS::LEAVES, &TD::LEAVES))
        && are_leaves::<S, TS>()
    {
        let modes = count_of_modes(&block, &tiler);
        if modes > 1 {
            let operands = both(&notation::<S, D>(), " by ", &notation::<TS, TD>());
            return Some(Reason::Split { modes }.mistake(&operands));
        }
    }
    None
}

/// Whether block and tiler are without modes.
const fn are_leaves<S: Shape, TS: Shape>() -> bool {
    TS::DEPTH == 0 && S::DEPTH == 0 && <S as IntTuple>::RANK == 1
}

/// How many modes the copies along a tiler are; 0 if there are none.
const fn count_of_modes(block: &Flat, tiler: &Flat) -> usize {
    match fill_without_end(block) {
        Ok(room) => match refine(room.modes().modes(), tiler.modes()) {
            Ok(refinement) => refinement.pieces().len(),
            Err(_) => 0,
        },
        Err(_) => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout;

    #[test]
    fn static_leaves_whose_copies_are_several_modes_are_said() {
        fn said<S: Shape, D: Stride<S>, TS: Shape, TD: Stride<TS>>(
            _: Layout<S, D>,
            _: Layout<TS, TD>,
        ) -> Option<alloc::string::String> {
            split::<S, D, TS, TD>().map(|text| text.as_str().into())
        }
        let n = 4;
        assert_eq!(said(layout!(4:1), layout!(3:1)), None);
        assert_eq!(said(layout!(4:2), layout!(2:1)), None);
        assert_eq!(said(layout!(n:2), layout!(4:1)), None);
        assert_eq!(said(layout!((4, 2):(2, 8)), layout!(4:1)), None);
        let two = said(layout!(4:2), layout!(4:1)).unwrap();
        assert!(two.contains('2') && two.contains("4:2 by 4:1"), "{two}");
    }
}
