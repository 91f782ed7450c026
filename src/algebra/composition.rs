//! One layout after another.

use super::coalesce::{CoalescedZ, CoalescingZ};
use super::error::{Operands, Reason, Refused, coordinate};
use super::flat::Flat;
use super::leaves::{AsLayout, Leaves, leaves};
use super::pieces::Pieces;
use super::room::{Room, is_refinement};
use crate::admissible::refine;
use crate::int::modes::Modes;
use crate::int::{Integer, Scalar, Text};
use crate::layout::Layout;
use crate::tuple::list::for_tuples;
use crate::tuple::{self, IntTuple, Shape, Step, Stride};

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
/// assert_eq!(composition(layout!((n, 2):(2, 60)), layout!(5:4)).to_string(), "(5,1):(8,240)");
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

impl<SA: Shape, DA: Stride<SA>, SB: Shape, DB: Stride<SB>> Compose<Layout<SB, DB>> for Layout<SA, DA>
where
    SB: After<CoalescedZ<Leaves<SA, DA>>, DB>,
{
    type Composed = Layout<SB::Shape, SB::Stride>;
    type Error = Refused<Layout<SA, DA>, Layout<SB, DB>>;

    fn composed(self, rhs: Layout<SB, DB>) -> Self::Composed {
        match after("composition", self, rhs) {
            Ok(layout) => layout,
            Err(refused) => panic!("{refused}"),
        }
    }
    fn try_composed(self, rhs: Layout<SB, DB>) -> Result<Self::Composed, Self::Error> {
        after("composition", self, rhs)
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

/// A composition that is known to be one, by the compiler or by a check; in the name of an operation that needs it.
pub(crate) fn after<SA: Shape, DA: Stride<SA>, SB: Shape, DB: Stride<SB>>(
    operation: &'static str,
    lhs: Layout<SA, DA>,
    rhs: Layout<SB, DB>,
) -> Result<Layout<SB::Shape, SB::Stride>, Refused<Layout<SA, DA>, Layout<SB, DB>>>
where
    SB: After<CoalescedZ<Leaves<SA, DA>>, DB>,
{
    const { check_static::<SA, DA, SB, DB>() };
    let refused = |reason| Refused { operation, lhs, rhs, reason };
    let (shape, stride) = rhs.shape().after(rhs.stride(), leaves(lhs).matched(CoalescingZ));
    if !(SA::IS_STATIC && DA::IS_STATIC && SB::IS_STATIC && DB::IS_STATIC) {
        let room = Room { slots: &SB::SLOTS, shape: &SB::Shape::LEAVES, stride: &SB::Stride::LEAVES };
        let candidate = flat(&shape.leaf_values(), &stride.leaf_values());
        if let Some(values) = room.fit(&values(lhs), &values(rhs), &candidate).map_err(refused)? {
            let (mut extents, mut strides) = (values.modes().iter(), values.modes().iter());
            let shape = IntTuple::build(&mut |step| match step {
                Step::Leaf(_) => Some(extents.next()?.extent as isize),
                _ => Some(0),
            });
            let stride = IntTuple::build(&mut |step| match step {
                Step::Leaf(_) => Some(strides.next()?.stride as isize),
                _ => Some(0),
            });
            let (Some(shape), Some(stride)) = (shape, stride) else { return Err(refused(Reason::NoRoom)) };
            return Layout::try_new(shape, stride).map_err(|error| refused(Reason::Layout(error)));
        }
    }
    Layout::try_new(shape, stride).map_err(|error| refused(Reason::Layout(error)))
}

fn values<S: Shape, D: Stride<S>>(layout: Layout<S, D>) -> Flat {
    flat(&layout.shape().leaf_values(), &layout.stride().leaf_values())
}

fn flat(shape: &tuple::Leaves, stride: &tuple::Leaves) -> Flat {
    Flat::of(shape, stride).expect("the leaves of a value are all known")
}

/// A composition of static leaves that is no layout, as a compile error.
const fn check_static<SA, DA, SB, DB>()
where
    SA: Shape,
    DA: Stride<SA>,
    SB: Shape + After<CoalescedZ<Leaves<SA, DA>>, DB>,
    DB: Stride<SB>,
{
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
            panic!("{}", operands.explain("composition", &refusal, &crd).as_str())
        }
        Ok(refinement) => {
            let result = match Flat::of(&<SB::Shape as IntTuple>::LEAVES, &<SB::Stride as IntTuple>::LEAVES) {
                Some(result) => result,
                None => panic!("static operands have a static composition"),
            };
            assert!(is_refinement(&result, rhs.modes(), &refinement), "types and numbers are composed alike");
        }
    }
}

/// The right operand of a composition with a layout whose leaves are the list `L`: the shape of a stride `D`.
#[diagnostic::on_unimplemented(
    message = "this composition would have more than 12 modes",
    label = "a tuple has at most 12 modes"
)]
pub trait After<L: Modes, D>: Shape {
    /// The shape of the composition, which refines this one.
    type Shape: Shape;
    /// The stride of the composition.
    type Stride: Stride<Self::Shape>;
    /// How many leaves the composition has for each leaf of this shape.
    #[doc(hidden)]
    const SLOTS: tuple::Leaves;
    #[doc(hidden)]
    fn after(self, stride: D, lhs: L) -> (Self::Shape, Self::Stride);
}

#[diagnostic::do_not_recommend]
impl<L: Modes, N: Integer, R: Scalar> After<L, R> for N
where
    Pieces<L, N, R>: AsLayout,
{
    type Shape = <Pieces<L, N, R> as AsLayout>::Shape;
    type Stride = <Pieces<L, N, R> as AsLayout>::Stride;
    const SLOTS: tuple::Leaves =
        tuple::Leaves::new().push(Some(<Self::Shape as IntTuple>::LEAVES.len() as isize));
    fn after(self, stride: R, lhs: L) -> (Self::Shape, Self::Stride) {
        let pieces = super::pieces::pieces(lhs, self, stride);
        (AsLayout::shape(pieces), AsLayout::stride(pieces))
    }
}

macro_rules! after {
    ($($A:ident $SA:ident $DA:ident $i:tt),*) => {
        #[allow(non_snake_case)]
        impl<LHS: Modes, $($SA: After<LHS, $DA>, $DA: Stride<$SA>),*> After<LHS, ($($DA,)*)> for ($($SA,)*) {
            type Shape = ($($SA::Shape,)*);
            type Stride = ($($SA::Stride,)*);
            const SLOTS: tuple::Leaves = {
                let slots = tuple::Leaves::new();
                $(let slots = slots.append(&$SA::SLOTS);)*
                slots
            };
            fn after(self, _stride: ($($DA,)*), _lhs: LHS) -> (Self::Shape, Self::Stride) {
                $(let $A = self.$i.after(_stride.$i, _lhs);)*
                (($($A.0,)*), ($($A.1,)*))
            }
        }
    };
}
for_tuples!(after);
