//! From offsets back to indices.

use super::coalesce::Coalesced;
use super::error::{Reason, Refused, permit};
use super::flat::{Flat, values};
use super::inverse_modes::{LeftModes, NullModes, RightModes, null_modes};
use super::inverse_values as inverse;
use super::leaves::{LayoutOf, LeavesOf, layout_of, leaves};
use super::room::{LastMode, in_room};
use crate::int::modes::Modes;
use crate::int::{Integer, Text};
use crate::layout::{Layout, notation};
use crate::tuple::{Shape, Stride};

/// A layout of indices whose offsets are `0, 1, 2, ...`, built from whole modes: the longest, where no offsets
/// coincide.
///
/// Post-condition: `layout(result(i)) = i` for `0 <= i < size(result)`, if the layout has elements; `_1:_0` if there
/// is no more. Source: CuTe's `right_inverse`.
///
/// The result is static as far as the order of the strides is known at compile time. From where it is not, the result
/// has one dynamic mode for each mode that may take part; those that turn out not to are `1:0`. Of modes of the same
/// stride the first takes part.
///
/// ```
/// use tilework::{algebra::right_inverse, prelude::*};
/// let r: Layout!((8, 4):(4, 1)) = right_inverse(layout!((4, 8):(8, 1)));
/// let n = 8;
/// assert_eq!(right_inverse(layout!((4, n):(1, 4))).to_string(), "8*_4:_1");
/// assert_eq!(right_inverse(layout!((n, 4):(4, 1))).to_string(), "(_4,8):(8,_1)");
/// assert_eq!(right_inverse(layout!((4, 8):(1, n))).to_string(), "(_4,1):(_1,0)");
/// assert_eq!(right_inverse(layout!((4, 8):(n, 1))).to_string(), "(8,4):(4,1)");
/// ```
pub fn right_inverse<L: Invert<Right = R>, R>(layout: L) -> R {
    layout.right()
}

/// A layout that leads from each offset back to an index that has it.
///
/// Post-condition: `layout(result(layout(i))) = layout(i)` for every index, and `result(layout(i)) = i` if the layout
/// is injective. What the result is at offsets that are not reached is of no meaning. Source: CuTe's `left_inverse`,
/// which does not see that offsets coincide.
///
/// There is one if no stride is negative and, by ascending stride, each mode of the [coalesced](super::coalesce())
/// layout steps over whole multiples of the one before and over all its elements.
/// [`dynamic::left_inverse`](crate::dynamic::left_inverse) looks for an inverse of other layouts too.
///
/// The result is static as far as the order of the strides is known at compile time. From where it is not, it has one
/// dynamic mode for each mode that may take part, and one for the largest stride; those that turn out to be in excess
/// are `1:0`.
///
/// # Panics
/// If a leaf is dynamic and the layout is none of these; or, which needs a dynamic extent of 1 between modes that go
/// on, if the inverse has no room in its type. [`try_left_inverse`] returns that as an error. With static leaves it
/// is a compile error.
///
/// ```
/// use tilework::{algebra::left_inverse, prelude::*};
/// let l: Layout!((5, 8):(1, 4)) = left_inverse(layout!((4, 8):(1, 5)));
/// let n = 8;
/// assert_eq!(left_inverse(layout!((4, n):(1, 5))).to_string(), "(_5,8):(_1,_4)");
/// assert_eq!(left_inverse(layout!((4, 8):(n, 1))).to_string(), "(8,4,1):(4,1,0)");
/// ```
///
/// ```compile_fail,E0080
/// # use tilework::{algebra::left_inverse, prelude::*};
/// // left_inverse: (63,2):(1,1): a mode of stride 1 overlaps with smaller ones, which span 63
/// left_inverse(layout!((63, 2):(1, 1)));
/// ```
#[track_caller]
pub fn left_inverse<L: Invert<Left = R>, R>(layout: L) -> R {
    let () = L::LEFT_HOLDS;
    layout.left()
}

/// [`left_inverse`] with what is refused as an error.
///
/// # Errors
/// If a leaf is dynamic and a stride is negative, a mode does not step over whole multiples of the one before or
/// overlaps with it, there are no elements, or the inverse has no room in its type. With static leaves that is a
/// compile error.
///
/// ```
/// use tilework::{algebra::try_left_inverse, prelude::*};
/// let n = 63;
/// let error = try_left_inverse(layout!((n, 2):(1, 1))).unwrap_err();
/// assert!(error.to_string().ends_with("a mode of stride 1 overlaps with smaller ones, which span 63"));
/// ```
pub fn try_left_inverse<L: Invert<Left = R>, R>(layout: L) -> Result<R, Refused<L, ()>> {
    let () = L::LEFT_HOLDS;
    layout.try_left()
}

/// The layout of the indices that have the offset 0 because their modes have stride 0.
///
/// Post-condition: `layout(result(i)) = 0` for every `i < size(result)`. A mode whose stride is only known at run
/// time counts with one element if that is not 0. Source: PyCuTe's `nullspace`.
///
/// ```
/// use tilework::{algebra::nullspace, prelude::*};
/// let l: Layout!(2:32) = nullspace(layout!((8, 4, 2):(8, 1, 0)));
/// let n = 0;
/// assert_eq!(nullspace(layout!((8, 4, 2):(8, n, 0))).to_string(), "(4,_2):(_8,_32)");
/// ```
pub fn nullspace<L: Invert<Nullspace = R>, R>(layout: L) -> R {
    layout.nulls()
}

/// What [`right_inverse`], [`left_inverse`] and [`nullspace`] take: every exact layout.
#[diagnostic::on_unimplemented(
    message = "only an exact layout can be inverted",
    label = "not an exact layout",
    note = "a layout with padding becomes exact by `.exact()?`, or by `.padded()` if padding counts as elements"
)]
pub trait Invert: Sized {
    /// The right inverse.
    type Right;
    /// The left inverse.
    type Left;
    /// The indices whose modes have stride 0.
    type Nullspace;
    /// That static leaves have a left inverse, or a compile error.
    #[doc(hidden)]
    const LEFT_HOLDS: ();
    #[doc(hidden)]
    fn right(self) -> Self::Right;
    #[doc(hidden)]
    #[track_caller]
    fn left(self) -> Self::Left;
    #[doc(hidden)]
    fn try_left(self) -> Result<Self::Left, Refused<Self, ()>>;
    #[doc(hidden)]
    fn nulls(self) -> Self::Nullspace;
}

type Right<S, D> = RightModes<S, Coalesced<LeavesOf<S, D>>>;
type Left<S, D> = LeftModes<Coalesced<LeavesOf<S, D>>>;

impl<S: Shape, D: Stride<S>> Invert for Layout<S, D> {
    type Right = LayoutOf<Right<S, D>>;
    type Left = LayoutOf<Left<S, D>>;
    type Nullspace = LayoutOf<NullModes<LeavesOf<S, D>>>;
    const LEFT_HOLDS: () = permit(NAME, &mistake::<S, D>());

    fn right(self) -> Self::Right {
        if S::IS_STATIC && D::IS_STATIC {
            return layout_of(Right::<S, D>::known());
        }
        let modes = inverse::right_inverse(&values(self.shape(), self.stride()).coalesced());
        match in_room::<Right<S, D>>(&modes, LastMode::Ends) {
            Ok(layout) => layout,
            Err(_) => {
                unreachable!("a right inverse has room in its type, and no more elements than the layout")
            }
        }
    }

    fn left(self) -> Self::Left {
        match self.try_left() {
            Ok(layout) => layout,
            Err(refused) => panic!("{refused}"),
        }
    }
    fn try_left(self) -> Result<Self::Left, Refused<Self, ()>> {
        if let Some(reason) = const { left_refusal::<S, D>() } {
            return Err(Refused { operation: NAME, lhs: self, rhs: (), reason });
        }
        if S::IS_STATIC && D::IS_STATIC {
            let (shape, stride) = Left::<S, D>::known().tuples();
            return Ok(Layout::new(shape, stride));
        }
        let modes = inverse::left_inverse(&values(self.shape(), self.stride()).coalesced());
        // where nothing is reached the inverse may be as its type has it
        let inverse = modes.and_then(|modes| in_room::<Left<S, D>>(&modes, LastMode::GoesOn));
        inverse.map_err(|reason| Refused { operation: NAME, lhs: self, rhs: (), reason })
    }

    fn nulls(self) -> Self::Nullspace {
        let is_empty = self.size().value() == 0;
        let (shape, stride) = null_modes(leaves(self), is_empty).tuples();
        Layout::new(shape, stride)
    }
}

impl<S: Shape, D: Stride<S>> Layout<S, D> {
    /// See [`right_inverse`].
    pub fn right_inverse<R>(self) -> R
    where
        Self: Invert<Right = R>,
    {
        right_inverse(self)
    }

    /// See [`left_inverse`].
    #[track_caller]
    pub fn left_inverse<R>(self) -> R
    where
        Self: Invert<Left = R>,
    {
        let () = Self::LEFT_HOLDS;
        self.left()
    }

    /// See [`nullspace`].
    pub fn nullspace<R>(self) -> R
    where
        Self: Invert<Nullspace = R>,
    {
        nullspace(self)
    }
}

/// The one of the inverses that may not be.
const NAME: &str = "left_inverse";

/// Why static leaves have no left inverse.
const fn left_refusal<S: Shape, D: Stride<S>>() -> Option<Reason> {
    match Flat::of(&S::LEAVES, &D::LEAVES) {
        Some(layout) => match inverse::left_inverse(&layout.coalesced()) {
            Err(reason) => Some(reason),
            Ok(_) => None,
        },
        None => None,
    }
}

const fn mistake<S: Shape, D: Stride<S>>() -> Option<Text> {
    match left_refusal::<S, D>() {
        Some(reason) => Some(reason.mistake(&notation::<S, D>())),
        None => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout;

    #[test]
    fn static_layouts_without_left_inverse_are_said() {
        fn said<S: Shape, D: Stride<S>>(_: Layout<S, D>) -> Option<alloc::string::String> {
            mistake::<S, D>().map(|text| text.as_str().into())
        }
        let n = 4;
        assert_eq!(said(layout!((4, 3):(3, 1))), None);
        assert_eq!(said(layout!((n, 4):(1, 2))), None);
        let overlap = said(layout!((4, 4):(1, 2))).unwrap();
        assert!(overlap.contains("(4,4):(1,2)") && overlap.contains("overlaps"), "{overlap}");
    }
}
