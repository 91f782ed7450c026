//! One layout after another.

use super::coalesce::{CoalescedZ, CoalescingZ};
use super::error::{Operands, Operation, Reason, Refused, coordinate};
use super::flat::{Flat, values};
use super::leaves::{Leaves, leaves};
use super::pieces::{Pieces, pieces};
use super::room::{Room, filled, is_refinement};
use crate::admissible::refine;
use crate::int::modes::Modes;
use crate::int::{Integer, Scalar, Text};
use crate::layout::Layout;
use crate::tuple::{IntTuple, LeafMap, Shape, Stride};

/// `lhs` after `rhs`: the layout that leads from a coordinate of `rhs` to the offset `lhs` has at the index `rhs` gives.
///
/// Post-condition: the shape of the result refines that of `rhs`, and `result(c) = lhs(rhs(c))` for every coordinate `c` of
/// `rhs`. An index beyond the size of `lhs` extends its last mode. Source: CuTe's `composition`, whose checks let wrong
/// results pass; the test is that of [`admissible`](crate::admissible), which accepts all that is a layout and nothing else.
///
/// Where all leaves are static so is the result. A leaf of `rhs` that meets a dynamic one gets a mode for each mode of `lhs`
/// it may reach, with values computed and checked at run time.
///
/// # Panics
/// If a leaf is dynamic and no layout equals the composition; [`try_composition`] returns that as an error. With static
/// leaves it is a compile error.
///
/// ```
/// use tilework::prelude::*;
/// let l: Layout!(((2, 2), 3):((24, 2), 8)) = composition(layout!((6, 2):(8, 2)), layout!((4, 3):(3, 1)));
/// let n = 30;
/// assert_eq!(composition(layout!((n, 2):(2, 60)), layout!(5:4)).to_string(), "(5,1):(_8,60)");
/// ```
///
/// ```compile_fail,E0080
/// # use tilework::prelude::*;
/// // no layout over (3,2) equals (6,2):(1,7) o (3,2):(2,3): coordinate (2,1) needs 8, modes give 7
/// composition(layout!((6, 2):(1, 7)), layout!((3, 2):(2, 3)));
/// ```
#[track_caller]
pub fn composition<A: Compose<B>, B>(lhs: A, rhs: B) -> A::Composed {
    lhs.composed(rhs)
}

/// [`composition`] with what is refused as an error.
///
/// ```
/// use tilework::prelude::*;
/// let n = 6;
/// let error = try_composition(layout!((n, 2):(1, 7)), layout!((3, 2):(2, 3))).unwrap_err();
/// assert!(error.to_string().ends_with("coordinate (2,1) needs 8, modes give 7"));
/// ```
pub fn try_composition<A: Compose<B>, B>(lhs: A, rhs: B) -> Result<A::Composed, A::Error> {
    lhs.try_composed(rhs)
}

/// What can be composed with `B`: an exact layout with another.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be composed with `{B}`",
    label = "composition takes two exact layouts, or an exact layout and a tiler by mode",
    note = "a layout with padding becomes exact by `.exact()?`, or by `.padded()` if padding counts as elements"
)]
pub trait Compose<B>: Sized {
    /// The composition.
    type Composed;
    /// Why there is none.
    type Error: core::fmt::Debug;
    #[doc(hidden)]
    #[track_caller]
    fn composed(self, rhs: B) -> Self::Composed;
    #[doc(hidden)]
    fn try_composed(self, rhs: B) -> Result<Self::Composed, Self::Error>;
}

impl<SA: Shape, DA: Stride<SA>, SB: Shape, DB: Stride<SB>> Compose<Layout<SB, DB>> for Layout<SA, DA> {
    type Composed = Composition<SA, DA, SB, DB>;
    type Error = Refused<Layout<SA, DA>, Layout<SB, DB>>;

    fn composed(self, rhs: Layout<SB, DB>) -> Self::Composed {
        match after::<Named, _, _, _, _>(self, rhs) {
            Ok(layout) => layout,
            Err(refused) => panic!("{refused}"),
        }
    }
    fn try_composed(self, rhs: Layout<SB, DB>) -> Result<Self::Composed, Self::Error> {
        after::<Named, _, _, _, _>(self, rhs)
    }
}

impl<S: Shape, D: Stride<S>> Layout<S, D> {
    /// This layout after another: see [`composition`].
    #[track_caller]
    pub fn composition<B>(self, rhs: B) -> <Self as Compose<B>>::Composed
    where
        Self: Compose<B>,
    {
        composition(self, rhs)
    }
}

struct Named;

impl Operation for Named {
    const NAME: &'static str = "composition";
}

/// A composition that is known to be one, by the compiler or by a check; in the name of an operation that needs it.
pub(crate) fn after<O: Operation, SA: Shape, DA: Stride<SA>, SB: Shape, DB: Stride<SB>>(
    lhs: Layout<SA, DA>,
    rhs: Layout<SB, DB>,
) -> Result<Composition<SA, DA, SB, DB>, Refused<Layout<SA, DA>, Layout<SB, DB>>> {
    const { check_static::<O, SA, DA, SB, DB>() };
    let refused = |reason| Refused { operation: O::NAME, lhs, rhs, reason };
    let (mut shape, mut stride) =
        rhs.stride().map_leaves(rhs.shape(), After(leaves(lhs).matched(CoalescingZ)));
    if !(SA::IS_STATIC && DA::IS_STATIC && SB::IS_STATIC && DB::IS_STATIC) {
        let room = Room {
            slots: &DB::mapped_leaves::<After<CoalescedZ<Leaves<SA, DA>>>>(),
            shape: &ComposedShape::<SA, DA, SB, DB>::LEAVES,
            stride: &ComposedStride::<SA, DA, SB, DB>::LEAVES,
        };
        let (lhs, rhs) = (values(lhs.shape(), lhs.stride()), values(rhs.shape(), rhs.stride()));
        let refinement = &refine(lhs.modes(), rhs.modes()).map_err(Reason::NoLayout).map_err(refused)?;
        let candidate = values(shape, stride);
        if let Some(values) = room.fit(refinement.pieces(), rhs.modes(), &candidate).map_err(refused)? {
            (shape, stride) = filled(&values).map_err(refused)?;
        }
    }
    Layout::try_new(shape, stride).map_err(|error| refused(Reason::Layout(error)))
}

/// A composition of static leaves that is no layout, as a compile error.
const fn check_static<O: Operation, SA: Shape, DA: Stride<SA>, SB: Shape, DB: Stride<SB>>() {
    let (Some(lhs), Some(rhs)) = (Flat::of(&SA::LEAVES, &DA::LEAVES), Flat::of(&SB::LEAVES, &DB::LEAVES))
    else {
        return;
    };
    match refine(lhs.modes(), rhs.modes()) {
        Err(refusal) => {
            let operands = Operands {
                lhs: Text::new().text(&SA::TEXT).str(":").text(&DA::TEXT),
                rhs: Text::new().text(&SB::TEXT).str(":").text(&DB::TEXT),
                rhs_shape: SB::TEXT,
            };
            let crd = SB::PROFILE.text(&coordinate(refusal.index, &SB::LEAVES));
            panic!("{}", operands.explain(O::NAME, &refusal, &crd).as_str())
        }
        Ok(refinement) => {
            let result = match Flat::of(
                &ComposedShape::<SA, DA, SB, DB>::LEAVES,
                &ComposedStride::<SA, DA, SB, DB>::LEAVES,
            ) {
                Some(result) => result,
                None => panic!("static operands have a static composition"),
            };
            assert!(
                is_refinement(&result, rhs.modes(), refinement.pieces()),
                "types and numbers are composed alike"
            );
        }
    }
}

/// What the leaves of a layout become after the layout with the modes `L`.
#[derive(Clone, Copy, Debug)]
pub struct After<L>(L);

impl<L: Modes> LeafMap for After<L> {
    type Shape<N: Integer, R: Scalar> = <Pieces<L, N, R> as Modes>::Shape;
    type Stride<N: Integer, R: Scalar> = <Pieces<L, N, R> as Modes>::Stride;
    fn map<N: Integer, R: Scalar>(self, extent: N, stride: R) -> (Self::Shape<N, R>, Self::Stride<N, R>) {
        pieces(self.0, extent, stride).tuples()
    }
}

/// The composition of `SA:DA` with `SB:DB`.
pub(crate) type Composition<SA, DA, SB, DB> =
    Layout<ComposedShape<SA, DA, SB, DB>, ComposedStride<SA, DA, SB, DB>>;
type ComposedShape<SA, DA, SB, DB> = <DB as Stride<SB>>::MapShape<After<CoalescedZ<Leaves<SA, DA>>>>;
type ComposedStride<SA, DA, SB, DB> = <DB as Stride<SB>>::MapStride<After<CoalescedZ<Leaves<SA, DA>>>>;
