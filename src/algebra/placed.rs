//! The algebra of placed layouts.
//!
//! They have no strides, but indices: an operation on indices makes of a placed layout what it makes of the layout that
//! counts them with mode 0 first, `S:(1,..)`, and the elements stay where they are placed. Everything is static, and so
//! is the operand.

use super::composition::Compose;
use super::divide::{Divide, DivideWhole};
use super::error::{By, Refused, Why};
use super::forms::done;
use crate::layout::{ColumnMajorLayout, Layout, column_major};
use crate::placed::{Placed, Placement, Reindexed};
use crate::tuple::{AllStatic, Shape, Stride};
use core::fmt;

/// The layout of the indices.
type Indices<P> = ColumnMajorLayout<<P as Placement>::Shape>;

/// Operations with one more operand: what they are of a placed layout, and what of the layout of its indices.
macro_rules! of_indices {
    ($($Trait:ident $([$F:ident])? $Result:ident $method:ident $try_method:ident $($Error:ident)?;
       $Inner:ident $Made:ident $HOLDS:ident $make:ident;)*) => { $(
        #[diagnostic::do_not_recommend]
        impl<P, S, D, B $(, $F)?> $Trait<$($F,)? B> for Placed<P>
        where
            P: Placement,
            Indices<P>: $Inner<$($F,)? B, $Made = Layout<S, D>>,
            S: Shape + AllStatic,
            D: Stride<S> + AllStatic,
            B: Copy + fmt::Debug + fmt::Display,
        {
            type $Result = Placed<Reindexed<P, S, D>>;
            $(type $Error = Refused<Self, By<B>>;)?
            const HOLDS: () = {
                let () = <Indices<P> as $Inner<$($F,)? B>>::$HOLDS;
                Reindexed::<P, S, D>::FITS
            };

            fn $method(self, rhs: B) -> Self::$Result {
                done($Trait::<$($F,)? B>::$try_method(self, rhs))
            }
            fn $try_method(self, rhs: B) -> Result<Self::$Result, Refused<Self, By<B>>> {
                match column_major(self.shape()).$make(rhs) {
                    Ok(_) => Ok(Placed::STATIC),
                    Err(refused) => {
                        let (operation, reason) = refused.why();
                        Err(Refused { operation, lhs: self, rhs: By(rhs), reason })
                    }
                }
            }
        }
    )* };
}
of_indices! {
    Compose Composed composed try_composed Error; Compose Composed HOLDS try_composed;
    Divide [F] Divided divided_by try_divided_by; DivideWhole Whole WHOLE try_divided_whole;
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
