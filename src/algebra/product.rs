//! Layouts repeated by other layouts.

use super::complement::fill_without_end;
use super::copies::{Copies, copies};
use super::error::{By, Operation, Reason, Refused};
use super::flat::{Flat, values};
use super::forms::{done, with_tiler};
use super::parts::{Cut, ExactLayout, OpenOnto, Pair};
use super::pattern::Pattern;
use crate::admissible::refine;
use crate::int::{Int, Text};
use crate::layout::{Exact, Layout};
use crate::tuple::modes::{ToList, ToTuple};
use crate::tuple::{IntTuple, Prepend, Shape, Stride};
use typenum::{U0, U1};

with_tiler! {
    Product, "The layout with its copies.", "repeats by", "a product takes an exact layout and a tiler for it",
    "not an exact layout",
    "a tiler is an integer, a layout, or by mode `tiler!(16, 8, _)` with one entry for every mode (`_` keeps a mode)";
    /// The layout as `(block, copies)`, by mode `((block_0,copies_0),(block_1,copies_1),…)`: copies of the block, laid out as the
    /// tiler says. A mode kept by `_` stays as it is.
    ///
    /// Post-condition: `result = (block, complement(block, N) o tiler)` for any `N` that has room for `cosize(tiler)` copies; no
    /// two copies overlap if block and tiler are injective. Refused where no layout equals this, and where a stride of the
    /// tiler is askew to the block: a step along a single mode of the complement is wanted. Source: CuTe's `logical_product`,
    /// whose `N` is too small for blocks with gaps.
    ///
    /// # Panics
    /// If a leaf is dynamic and the product is refused; the `try_` form returns that as an error. With static leaves it is a
    /// compile error.
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
    logical_product try_logical_product LogicalProduct repeated_logically try_repeated_logically Logical "logical_product";
    /// [`logical_product`] with all block modes put together: `((block_0,block_1,…),(copies_0,copies_1,…))`. Of a mode kept by `_`
    /// the block is a single element.
    ///
    /// # Panics
    /// As [`logical_product`].
    ///
    /// ```
    /// use tilework::prelude::*;
    /// let l: Layout!(((2, 2), (3, 4)):((1, 2), (4, 12))) = zipped_product(layout!((2, 2):(1, 2)), layout!((3, 4):(1, 3)));
    /// ```
    zipped_product try_zipped_product ZippedProduct repeated_zipped try_repeated_zipped Zipped "zipped_product";
    /// [`zipped_product`] with the modes of the copies at the top: `((block_0,block_1,…),copies_0,copies_1,…)`.
    ///
    /// # Panics
    /// As [`logical_product`].
    ///
    /// ```
    /// use tilework::prelude::*;
    /// let l: Layout!(((2, 2), 3, 4):((1, 2), 4, 12)) = tiled_product(layout!((2, 2):(1, 2)), layout!((3, 4):(1, 3)));
    /// ```
    tiled_product try_tiled_product TiledProduct repeated_tiled try_repeated_tiled Tiled "tiled_product";
    /// [`zipped_product`] with all modes at the top: `(block_0,block_1,…,copies_0,copies_1,…)`. As in CuTe, the blocks or the copies
    /// stay together in one mode if they are a single one; and no mode may be kept by `_`, because its block could not be told
    /// from the others.
    ///
    /// # Panics
    /// As [`logical_product`].
    ///
    /// ```
    /// use tilework::prelude::*;
    /// let l: Layout!((2, 2, 3, 4):(1, 2, 4, 12)) = flat_product(layout!((2, 2):(1, 2)), layout!((3, 4):(1, 3)));
    /// ```
    flat_product try_flat_product FlatProduct repeated_flat try_repeated_flat Flattened "flat_product";
}

impl<S: Shape, D: Stride<S>, T: Pattern<S, D>> LogicalProduct<T> for Layout<S, D> {
    type Product = Layout<<T::Repeated as ExactLayout>::Shape, <T::Repeated as ExactLayout>::Stride>;

    fn repeated_logically(self, tiler: T) -> Self::Product {
        done(self.try_repeated_logically(tiler))
    }
    fn try_repeated_logically(self, tiler: T) -> Result<Self::Product, Refused<Self, By<T>>> {
        let (shape, stride) = parts::<Logical, _, _, _>(self, tiler)?.both.parts();
        Ok(Layout::from_parts(shape, stride, Exact))
    }
}

impl<S: Shape, D: Stride<S>, T: Pattern<S, D>> ZippedProduct<T> for Layout<S, D> {
    type Product = Layout<
        (<T::Block as ExactLayout>::Shape, <T::Copies as ExactLayout>::Shape),
        (<T::Block as ExactLayout>::Stride, <T::Copies as ExactLayout>::Stride),
    >;

    fn repeated_zipped(self, tiler: T) -> Self::Product {
        done(self.try_repeated_zipped(tiler))
    }
    fn try_repeated_zipped(self, tiler: T) -> Result<Self::Product, Refused<Self, By<T>>> {
        // here and below: the same leaves as in the parts together, whose offsets fit
        let (shape, stride) = parts::<Zipped, _, _, _>(self, tiler)?.zipped();
        Ok(Layout::from_parts(shape, stride, Exact))
    }
}

impl<S: Shape, D: Stride<S>, T: Pattern<S, D>, SR, DR> TiledProduct<T> for Layout<S, D>
where
    <T::Copies as ExactLayout>::Shape: Prepend<<T::Block as ExactLayout>::Shape, Prepended = SR>,
    <T::Copies as ExactLayout>::Stride: Prepend<<T::Block as ExactLayout>::Stride, Prepended = DR>,
    SR: Shape,
    DR: Stride<SR>,
{
    type Product = Layout<SR, DR>;

    fn repeated_tiled(self, tiler: T) -> Self::Product {
        done(self.try_repeated_tiled(tiler))
    }
    fn try_repeated_tiled(self, tiler: T) -> Result<Self::Product, Refused<Self, By<T>>> {
        let (shape, stride) = parts::<Tiled, _, _, _>(self, tiler)?.tiled();
        Ok(Layout::from_parts(shape, stride, Exact))
    }
}

impl<S: Shape, D: Stride<S>, T: Pattern<S, D>, SR, DR> FlatProduct<T> for Layout<S, D>
where
    <T::Block as ExactLayout>::Shape: OpenOnto<<T::Copies as ExactLayout>::Shape, Joined = SR>,
    <T::Block as ExactLayout>::Stride: OpenOnto<<T::Copies as ExactLayout>::Stride, Joined = DR>,
    SR: Shape,
    DR: Stride<SR>,
{
    type Product = Layout<SR, DR>;

    fn repeated_flat(self, tiler: T) -> Self::Product {
        done(self.try_repeated_flat(tiler))
    }
    fn try_repeated_flat(self, tiler: T) -> Result<Self::Product, Refused<Self, By<T>>> {
        const {
            if T::KEEPS {
                let text = Text::new().str("flat_product: no mode may be kept by `_`, in ").text(&T::TEXT);
                panic!("{}", text.as_str())
            }
        }
        let (shape, stride) = parts::<Flattened, _, _, _>(self, tiler)?.flat();
        Ok(Layout::from_parts(shape, stride, Exact))
    }
}

type Parts<S, D, T> =
    Cut<<T as Pattern<S, D>>::Block, <T as Pattern<S, D>>::Copies, <T as Pattern<S, D>>::Repeated>;

/// Block and copies, in the name of an operation.
fn parts<O: Operation, S: Shape, D: Stride<S>, T: Pattern<S, D>>(
    block: Layout<S, D>,
    tiler: T,
) -> Result<Parts<S, D, T>, Refused<Layout<S, D>, By<T>>> {
    let refused = |reason| Refused { operation: O::NAME, lhs: block, rhs: By(tiler), reason };
    tiler.repeat::<O>(block).map_err(refused)
}

with_tiler! {
    Product, "The layout with its copies, mode by mode.", "repeats by", "a product of modes takes two exact layouts",
    "not an exact layout",
    "the modes of the second layout count the copies along those of the first";
    /// Copies of a block side by side: each mode is `(block mode, copies along it)`. The shorter operand is filled up with
    /// modes `1:0`.
    ///
    /// Post-condition: as [`logical_product`], with the modes paired. Refused too where a tiler that is an integer would be split
    /// along a block that is one, because there is no mode to pair its parts with: `(4):(1)` instead of `4:1` is a mode that may
    /// have parts.
    /// Source: CuTe's `blocked_product`.
    ///
    /// # Panics
    /// If a leaf is dynamic and the product is refused; the `try_` form returns that as an error. With static leaves it is a
    /// compile error.
    ///
    /// ```
    /// use tilework::prelude::*;
    /// let (block, tiler) = (layout!((2, 5):(5, 1)), layout!((3, 4):(1, 3)));
    /// let l: Layout!(((2, 3), (5, 4)):((5, 10), (1, 30))) = blocked_product(block, tiler);
    /// let split: Layout!(((3, (2, 2))):((2, (1, 6)))) = blocked_product(layout!(3:2), layout!((4):(1)));
    /// ```
    ///
    /// ```compile_fail,E0080
    /// # use tilework::prelude::*;
    /// blocked_product(layout!(3:2), layout!(4:1)); // split into 2 modes
    /// ```
    blocked_product try_blocked_product BlockedProduct repeated_blocked try_repeated_blocked Blocked "blocked_product";
    /// Copies of a block interleaved: each mode is `(copies along it, block mode)`.
    ///
    /// Post-condition: as [`blocked_product`], with the pairs the other way round. Source: CuTe's `raked_product`.
    ///
    /// # Panics
    /// As [`blocked_product`].
    ///
    /// ```
    /// use tilework::prelude::*;
    /// let (block, tiler) = (layout!((2, 5):(5, 1)), layout!((3, 4):(1, 3)));
    /// let l: Layout!(((3, 2), (4, 5)):((10, 5), (30, 1))) = raked_product(block, tiler);
    /// ```
    raked_product try_raked_product RakedProduct repeated_raked try_repeated_raked Raked "raked_product";
}

/// The tiler `TS:TD`, which has modes, after what the block `S:D` leaves out.
pub(super) type CopiesShape<S, D, TS, TD> = <Copies<S, D, TS, TD> as ExactLayout>::Shape;
pub(super) type CopiesStride<S, D, TS, TD> = <Copies<S, D, TS, TD> as ExactLayout>::Stride;

impl<S, D, TS, TD, MS, MD, SR, DR> BlockedProduct<Layout<TS, TD>> for Layout<S, D>
where
    S: Shape + Pair<CopiesShape<S, D, MS, MD>, Int<U1>, Paired = SR>,
    D: Stride<S> + Pair<CopiesStride<S, D, MS, MD>, Int<U0>, Paired = DR>,
    TS: Shape + ToList<List: ToTuple<Tuple = MS>>,
    TD: Stride<TS> + ToList<List: ToTuple<Tuple = MD>>,
    MS: Shape,
    MD: Stride<MS>,
    SR: Shape,
    DR: Stride<SR>,
{
    type Product = Layout<SR, DR>;

    fn repeated_blocked(self, tiler: Layout<TS, TD>) -> Self::Product {
        done(self.try_repeated_blocked(tiler))
    }
    fn try_repeated_blocked(
        self,
        tiler: Layout<TS, TD>,
    ) -> Result<Self::Product, Refused<Self, By<Layout<TS, TD>>>> {
        let product =
            modes_of_copies::<Blocked, _, _, _, _, _, _>(self, tiler).and_then(|(shape, stride)| {
                Layout::try_new(self.shape().paired(shape), self.stride().paired(stride))
                    .map_err(Reason::Layout)
            });
        product.map_err(|reason| Refused { operation: Blocked::NAME, lhs: self, rhs: By(tiler), reason })
    }
}

impl<S, D, TS, TD, MS, MD, SR, DR> RakedProduct<Layout<TS, TD>> for Layout<S, D>
where
    S: Shape,
    D: Stride<S>,
    CopiesShape<S, D, MS, MD>: Pair<S, Int<U1>, Paired = SR>,
    CopiesStride<S, D, MS, MD>: Pair<D, Int<U0>, Paired = DR>,
    TS: Shape + ToList<List: ToTuple<Tuple = MS>>,
    TD: Stride<TS> + ToList<List: ToTuple<Tuple = MD>>,
    MS: Shape,
    MD: Stride<MS>,
    SR: Shape,
    DR: Stride<SR>,
{
    type Product = Layout<SR, DR>;

    fn repeated_raked(self, tiler: Layout<TS, TD>) -> Self::Product {
        done(self.try_repeated_raked(tiler))
    }
    fn try_repeated_raked(
        self,
        tiler: Layout<TS, TD>,
    ) -> Result<Self::Product, Refused<Self, By<Layout<TS, TD>>>> {
        let product = modes_of_copies::<Raked, _, _, _, _, _, _>(self, tiler).and_then(|(shape, stride)| {
            Layout::try_new(shape.paired(self.shape()), stride.paired(self.stride())).map_err(Reason::Layout)
        });
        product.map_err(|reason| Refused { operation: Raked::NAME, lhs: self, rhs: By(tiler), reason })
    }
}

/// Shape and stride of the copies, with a mode for each mode of the tiler.
#[allow(clippy::type_complexity, reason = "a shape and a stride")]
fn modes_of_copies<O: Operation, S, D, TS, TD, MS, MD>(
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
    let is_known = const { check_split::<O, S, D, TS, TD>() };
    let (shape, stride) = (tiler.shape().list().tuple(), tiler.stride().list().tuple());
    let copies = copies::<O, _, _, _, _>(block, Layout::<MS, MD, Exact>::from_parts(shape, stride, Exact))?;
    if are_leaves::<S, TS>() && !is_known {
        let (block, tiler) = (values(block.shape(), block.stride()), values(tiler.shape(), tiler.stride()));
        let modes = count_of_modes(&block, &tiler);
        if modes > 1 {
            return Err(Reason::Split { modes });
        }
    }
    Ok(copies.parts())
}

/// A static tiler without modes that is split where there is one mode to pair, as a compile error; whether all is static.
const fn check_split<O: Operation, S: Shape, D: Stride<S>, TS: Shape, TD: Stride<TS>>() -> bool {
    let (Some(block), Some(tiler)) = (Flat::of(&S::LEAVES, &D::LEAVES), Flat::of(&TS::LEAVES, &TD::LEAVES))
    else {
        return false;
    };
    let modes = count_of_modes(&block, &tiler);
    if are_leaves::<S, TS>() && modes > 1 {
        let text = Text::new().text(&S::TEXT).str(":").text(&D::TEXT).str(" by ");
        let text = text.text(&TS::TEXT).str(":").text(&TD::TEXT);
        panic!("{}", Reason::Split { modes }.explain(O::NAME, &text).as_str())
    }
    true
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
