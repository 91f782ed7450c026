//! The algebra of swizzled layouts.
//!
//! What is done first is all that an operation on indices sees: `(swizzle o layout) o rhs = swizzle o (layout o rhs)`.
//! So a swizzled layout is coalesced, composed, divided and repeated as its layout is, and swizzled again. A division
//! into tiles that may end behind the layout is refused where its form does not keep the modes, which say what is
//! there: as that of a view is.
//! Source: CuTe's overloads for `ComposedLayout`.

use super::coalesce::{Coalesce, CoalesceBy};
use super::composition::Compose;
use super::divide::{Divide, DivideWhole};
use super::error::{By, Reason, Refused, Why};
use super::forms::done;
use super::product::{Repeat, RepeatByMode};
use super::tile_to_shape::TileToShape;
use crate::int::Integer;
use crate::layout::Mapping;
use crate::placed::{Swizzled, XorSwizzle, check_static_swizzle};
use crate::tuple::{IntTuple, TupleText};
use core::fmt;

/// What is refused of a swizzled layout and another operand.
type RefusedBehind<W, L, O, B> = Refused<Swizzled<W, L, O>, By<B>>;

/// What an operation makes of the layout that is swizzled, swizzled.
fn swizzled<W: XorSwizzle, L: Mapping, O: Integer, M: Mapping, B>(
    operand: Swizzled<W, L, O>,
    rhs: B,
    operation: impl FnOnce(L) -> Result<M, (&'static str, Reason)>,
) -> Result<Swizzled<W, M, O>, RefusedBehind<W, L, O, B>> {
    let result = operation(operand.layout()).and_then(|layout| {
        let swizzled = Swizzled::try_new(operand.swizzle(), operand.start(), layout);
        swizzled.map_err(|error| ("swizzle", Reason::Swizzle(error)))
    });
    result.map_err(|(operation, reason)| Refused { operation, lhs: operand, rhs: By(rhs), reason })
}

/// Operations with one more operand: what they are of a swizzled layout, and what of the layout that is swizzled.
macro_rules! behind_a_swizzle {
    ($($Trait:ident $([$F:ident])? $Result:ident $method:ident $try_method:ident $($Error:ident)?;
       $Inner:ident $Made:ident $HOLDS:ident $make:ident;)*) => { $(
        #[diagnostic::do_not_recommend]
        impl<W, L, O, M, B $(, $F)?> $Trait<$($F,)? B> for Swizzled<W, L, O>
        where
            W: XorSwizzle,
            L: Mapping + $Inner<$($F,)? B, $Made = M>,
            O: Integer,
            M: Mapping,
            B: Copy + fmt::Debug + fmt::Display,
        {
            type $Result = Swizzled<W, M, O>;
            $(type $Error = RefusedBehind<W, L, O, B>;)?
            const HOLDS: () = {
                let () = <L as $Inner<$($F,)? B>>::$HOLDS;
                check_static_swizzle::<W, M, O>();
            };

            fn $method(self, rhs: B) -> Self::$Result {
                done($Trait::<$($F,)? B>::$try_method(self, rhs))
            }
            fn $try_method(self, rhs: B) -> Result<Self::$Result, RefusedBehind<W, L, O, B>> {
                swizzled(self, rhs, |layout| layout.$make(rhs).map_err(|refused| refused.why()))
            }
        }
    )* };
}
behind_a_swizzle! {
    Compose Composed composed try_composed Error; Compose Composed HOLDS try_composed;
    Divide [F] Divided divided_by try_divided_by; DivideWhole Whole WHOLE try_divided_whole;
    Repeat [F] Product repeated_by try_repeated_by; Repeat Product HOLDS try_repeated_by;
    RepeatByMode [F] Product repeated_by_mode try_repeated_by_mode; RepeatByMode Product HOLDS try_repeated_by_mode;
}

#[diagnostic::do_not_recommend]
impl<W, L, O, M, F, T> DivideWhole<F, T> for Swizzled<W, L, O>
where
    Self: Divide<F, T, Divided = Swizzled<W, M, O>>,
    L: DivideWhole<F, T, Whole = M>,
{
    type Whole = Swizzled<W, M, O>;
    const WHOLE: () = <Self as Divide<F, T>>::HOLDS;

    fn try_divided_whole(self, tiler: T) -> Result<Self::Whole, Refused<Self, By<T>>> {
        self.try_divided_by(tiler)
    }
}

#[diagnostic::do_not_recommend]
impl<W, L, O, M, T, R> TileToShape<T, R> for Swizzled<W, L, O>
where
    W: XorSwizzle,
    L: Mapping + TileToShape<T, R, Filled = M>,
    O: Integer,
    M: Mapping,
    T: IntTuple,
{
    type Filled = Swizzled<W, M, O>;
    const HOLDS: () = {
        let () = L::HOLDS;
        check_static_swizzle::<W, M, O>();
    };

    fn tiled_to(self, target: T, order: R) -> Self::Filled {
        done(self.try_tiled_to(target, order))
    }
    fn try_tiled_to(self, target: T, order: R) -> Result<Self::Filled, RefusedBehind<W, L, O, TupleText<T>>> {
        swizzled(self, target.notation(), |layout| {
            layout.try_tiled_to(target, order).map_err(|refused| refused.why())
        })
    }
}

/// The same offsets in other modes: the swizzle takes them too.
#[diagnostic::do_not_recommend]
impl<W: XorSwizzle, L: Mapping + Coalesce, O: Integer> Coalesce for Swizzled<W, L, O> {
    type Coalesced = Swizzled<W, L::Coalesced, O>;
    type CoalescedZ = Swizzled<W, L::CoalescedZ, O>;
    fn coalesced(self) -> Self::Coalesced {
        Swizzled::from_parts(self.swizzle(), self.start(), self.layout().coalesced())
    }
    fn coalesced_z(self) -> Self::CoalescedZ {
        Swizzled::from_parts(self.swizzle(), self.start(), self.layout().coalesced_z())
    }
}

#[diagnostic::do_not_recommend]
impl<W: XorSwizzle, L: Mapping + CoalesceBy<P>, O: Integer, P> CoalesceBy<P> for Swizzled<W, L, O> {
    type Coalesced = Swizzled<W, L::Coalesced, O>;
    fn coalesced_by(self, profile: P) -> Self::Coalesced {
        Swizzled::from_parts(self.swizzle(), self.start(), self.layout().coalesced_by(profile))
    }
}
