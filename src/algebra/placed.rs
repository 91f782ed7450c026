//! The algebra of placed layouts.
//!
//! They have no strides, but indices: an operation on indices makes of a placed layout what it makes of the layout that
//! counts them with mode 0 first, `S:(1,..)`, and the elements stay where they are placed. Everything is static, and so
//! is the operand.

use super::composition::Compose;
use super::divide::{Divide, DivideWhole};
use super::error::{By, Refused, Why};
use super::forms::done;
use crate::layout::{ColumnMajorLayout, Layout, Mapping, column_major};
use crate::placed::{Placed, Placement, Reindexed};
use crate::tuple::{AllStatic, Shape, Stride};
use core::fmt;

/// The layout of the indices.
type Indices<P> = ColumnMajorLayout<<P as Placement>::Shape>;

/// A layout of indices of `P`.
#[diagnostic::on_unimplemented(
    message = "what is made of a layout over F2 strides or in XLA's tiles is static, and so is what it is made by",
    label = "not by what is dynamic",
    note = "static numbers are literals, as in `tiler!(4, 3)`, or constants, as in `tiler!(const ROWS, 3)`"
)]
#[doc(hidden)]
pub trait AsIndices<P>: Mapping {
    /// The placement of their elements.
    type Elements: Placement;
    /// That there are such indices, or a compile error.
    const FIT: ();
    /// The elements of a layout that has these indices.
    fn elements(self, of: Placed<P>) -> Placed<Self::Elements>;
}

#[diagnostic::do_not_recommend]
impl<P: Placement, S: Shape + AllStatic, D: Stride<S> + AllStatic> AsIndices<P> for Layout<S, D> {
    type Elements = Reindexed<P, S, D>;
    const FIT: () = Reindexed::<P, S, D>::FITS;
    #[inline]
    fn elements(self, of: Placed<P>) -> Placed<Self::Elements> {
        of.reindexed(self)
    }
}

impl<P: Placement, B: Copy + fmt::Debug + fmt::Display> Compose<B> for Placed<P>
where
    Indices<P>: Compose<B, Composed: AsIndices<P>>,
{
    type Composed = Placed<<<Indices<P> as Compose<B>>::Composed as AsIndices<P>>::Elements>;
    type Error = Refused<Self, By<B>>;
    const HOLDS: () = {
        let () = <Indices<P> as Compose<B>>::HOLDS;
        let () = <<Indices<P> as Compose<B>>::Composed as AsIndices<P>>::FIT;
    };

    fn composed(self, rhs: B) -> Self::Composed {
        done(self.try_composed(rhs))
    }
    fn try_composed(self, rhs: B) -> Result<Self::Composed, Self::Error> {
        placed(self, rhs, column_major(self.shape()).try_composed(rhs))
    }
}

impl<P: Placement, F, B: Copy + fmt::Debug + fmt::Display> Divide<F, B> for Placed<P>
where
    Indices<P>: DivideWhole<F, B, Whole: AsIndices<P>>,
{
    type Divided = Placed<<<Indices<P> as DivideWhole<F, B>>::Whole as AsIndices<P>>::Elements>;
    const HOLDS: () = {
        let () = <Indices<P> as DivideWhole<F, B>>::WHOLE;
        let () = <<Indices<P> as DivideWhole<F, B>>::Whole as AsIndices<P>>::FIT;
    };

    fn divided_by(self, tiler: B) -> Self::Divided {
        done(self.try_divided_by(tiler))
    }
    fn try_divided_by(self, tiler: B) -> Result<Self::Divided, Refused<Self, By<B>>> {
        placed(self, tiler, column_major(self.shape()).try_divided_whole(tiler))
    }
}

#[diagnostic::do_not_recommend]
impl<P, M, F, T> DivideWhole<F, T> for Placed<P>
where
    Self: Divide<F, T, Divided = M>,
{
    type Whole = M;
    const WHOLE: () = <Self as Divide<F, T>>::HOLDS;

    fn try_divided_whole(self, tiler: T) -> Result<Self::Whole, Refused<Self, By<T>>> {
        self.try_divided_by(tiler)
    }
}

/// The elements of what an operation makes of the indices.
fn placed<P: Placement, M: AsIndices<P>, B>(
    operand: Placed<P>,
    rhs: B,
    made: Result<M, impl Why>,
) -> Result<Placed<M::Elements>, Refused<Placed<P>, By<B>>> {
    match made {
        Ok(_) => Ok(Placed::STATIC),
        Err(refused) => {
            let (operation, reason) = refused.why();
            Err(Refused { operation, lhs: operand, rhs: By(rhs), reason })
        }
    }
}
