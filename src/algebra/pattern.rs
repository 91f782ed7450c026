//! What a tiler picks of a layout, and how it repeats one.

use super::by_mode::{ByMode, ListFor, OnePerMode};
use super::composition::{self, Compose, Composition, CompositionName, after};
use super::copies::{self, Copies, copies};
use super::error::{By, Operation, Reason, Refused, first, permit};
use super::forms::done;
use super::parts::{Cut, ExactLayout, ExactList, Joined, Unit, joined};
use super::written::{Written, WrittenList};
use crate::int::{Int, Integer, Multiple, Nat, Text};
use crate::layout::{Exact, Free, Layout};
use crate::tuple::list::{Cons, Nil};
use crate::tuple::modes::ToList;
use crate::tuple::{Shape, Stride};
use core::fmt;
use typenum::U1;

/// A tiler as a pattern for the layout `S:D`: what it picks of it, and how it repeats it.
#[diagnostic::on_unimplemented(
    message = "not a tiler for this layout: that is an integer, a layout, or `tiler!(16, 8, _)` with one entry for every mode",
    label = "`_` keeps a mode; to a mode with modes inside belongs an integer, a layout, or entries in parentheses",
    note = "shape `{S}`"
)]
pub trait Pattern<S, D>: Written {
    /// The layout after the pattern, mode by mode; a mode that is kept.
    type Picked: ExactLayout;
    /// What is repeated; of a mode that is kept one element.
    type Block: ExactLayout;
    /// The copies; a mode that is kept.
    type Copies: ExactLayout;
    /// Block and copies, mode by mode.
    type Repeated: ExactLayout;
    /// Why a static layout has nothing to pick.
    #[doc(hidden)]
    const PICK_MISTAKE: Option<Text>;
    /// Why a static block has no such copies.
    #[doc(hidden)]
    const REPEAT_MISTAKE: Option<Text>;
    /// See [`Pattern::Picked`].
    #[doc(hidden)]
    fn pick<O: Operation>(self, layout: Layout<S, D>) -> Result<Self::Picked, Reason>;
    /// Block and copies, or why there are none.
    #[doc(hidden)]
    fn repeat(self, block: Layout<S, D>) -> Result<Cut<Self::Block, Self::Copies, Self::Repeated>, Reason>;
}

/// `_`: the mode stays as it is.
#[diagnostic::do_not_recommend]
impl<S: Shape, D: Stride<S>> Pattern<S, D> for Free {
    type Picked = Layout<S, D>;
    type Block = Unit;
    type Copies = Layout<S, D>;
    type Repeated = Layout<S, D>;
    const PICK_MISTAKE: Option<Text> = None;
    const REPEAT_MISTAKE: Option<Text> = None;
    fn pick<O: Operation>(self, layout: Layout<S, D>) -> Result<Layout<S, D>, Reason> {
        Ok(layout)
    }
    fn repeat(self, block: Layout<S, D>) -> Result<Cut<Unit, Layout<S, D>, Layout<S, D>>, Reason> {
        Ok(Cut { tile: Unit::STATIC, rest: block, both: block })
    }
}

type One = Int<U1>;

/// One rule for each kind of integer, as for a [`Tiler`](super::Tiler).
macro_rules! integer {
    ($N:ty $(, $U:ident)?) => {
        /// `N` stands for `N:1`.
        #[diagnostic::do_not_recommend]
        impl<S: Shape, D: Stride<S>, $($U: Nat)?> Pattern<S, D> for $N {
            type Picked = <Layout<$N, One> as Pattern<S, D>>::Picked;
            type Block = Layout<S, D>;
            type Copies = <Layout<$N, One> as Pattern<S, D>>::Copies;
            type Repeated = <Layout<$N, One> as Pattern<S, D>>::Repeated;
            const PICK_MISTAKE: Option<Text> = <Layout<$N, One> as Pattern<S, D>>::PICK_MISTAKE;
            const REPEAT_MISTAKE: Option<Text> = <Layout<$N, One> as Pattern<S, D>>::REPEAT_MISTAKE;
            fn pick<O: Operation>(self, layout: Layout<S, D>) -> Result<Self::Picked, Reason> {
                row(self)?.pick::<O>(layout)
            }
            fn repeat(
                self,
                block: Layout<S, D>,
            ) -> Result<Cut<Self::Block, Self::Copies, Self::Repeated>, Reason> {
                row(self)?.repeat(block)
            }
        }
    };
}
integer!(usize);
integer!(Int<U>, U);
integer!(Multiple<Int<U>>, U);

/// `N:1`.
fn row<N: Integer>(extent: N) -> Result<Layout<N, One>, Reason> {
    Layout::try_new(extent, One::new()).map_err(Reason::Layout)
}

type Repeated<S, D, C> = Layout<(S, <C as ExactLayout>::Shape), (D, <C as ExactLayout>::Stride)>;

#[diagnostic::do_not_recommend]
impl<S: Shape, D: Stride<S>, TS: Shape, TD: Stride<TS>> Pattern<S, D> for Layout<TS, TD> {
    type Picked = Composition<S, D, TS, TD>;
    type Block = Layout<S, D>;
    type Copies = Copies<S, D, TS, TD>;
    type Repeated = Repeated<S, D, Copies<S, D, TS, TD>>;
    const PICK_MISTAKE: Option<Text> = composition::mistake::<S, D, TS, TD>();
    const REPEAT_MISTAKE: Option<Text> = copies::mistake::<S, D, TS, TD>();
    fn pick<O: Operation>(self, layout: Layout<S, D>) -> Result<Self::Picked, Reason> {
        after::<O, _, _, _, _>(layout, self).map_err(|refused| refused.reason)
    }
    fn repeat(self, block: Layout<S, D>) -> Result<Cut<Self::Block, Self::Copies, Self::Repeated>, Reason> {
        let copies = copies(block, self)?;
        let (shape, stride) = copies.parts();
        let both = Layout::made((block.shape(), shape), (block.stride(), stride));
        Ok(Cut { tile: block, rest: copies, both: both.map_err(Reason::Layout)? })
    }
}

impl<S: Shape, D: Stride<S>, T: ToList<List: WrittenList> + fmt::Debug> Pattern<S, D> for ByMode<T>
where
    T::Rank: OnePerMode<S::Structure, T>,
    ListFor<T, S>: PatternList<S::ShapeModes, D::StrideModes>,
{
    type Picked = Joined<<ListFor<T, S> as PatternList<S::ShapeModes, D::StrideModes>>::Picked>;
    type Block = Joined<<ListFor<T, S> as PatternList<S::ShapeModes, D::StrideModes>>::Block>;
    type Copies = Joined<<ListFor<T, S> as PatternList<S::ShapeModes, D::StrideModes>>::Copies>;
    type Repeated = Joined<<ListFor<T, S> as PatternList<S::ShapeModes, D::StrideModes>>::Repeated>;
    const PICK_MISTAKE: Option<Text> = ListFor::<T, S>::PICK_MISTAKE;
    const REPEAT_MISTAKE: Option<Text> = ListFor::<T, S>::REPEAT_MISTAKE;
    fn pick<O: Operation>(self, layout: Layout<S, D>) -> Result<Self::Picked, Reason> {
        let (shape, stride) = layout.parts();
        T::Rank::entries(self.0).list().pick::<O>(shape.shape_modes(), stride.stride_modes()).map(joined)
    }
    fn repeat(self, block: Layout<S, D>) -> Result<Cut<Self::Block, Self::Copies, Self::Repeated>, Reason> {
        let (shape, stride) = block.parts();
        let cut = T::Rank::entries(self.0).list().repeat(shape.shape_modes(), stride.stride_modes())?;
        let (shape, stride) = joined(cut.both).parts();
        Ok(Cut {
            tile: joined(cut.tile),
            rest: joined(cut.rest),
            // each mode fits in a machine word, and all of them together may not
            both: Layout::try_new(shape, stride).map_err(Reason::Layout)?,
        })
    }
}

/// A list of tilers as patterns for the modes `S:D` of a layout.
#[diagnostic::on_unimplemented(
    message = "not a tiler for this layout: that is an integer, a layout, or `tiler!(16, 8, _)` with one entry for every mode",
    label = "an entry that is no tiler for its mode"
)]
#[doc(hidden)]
pub trait PatternList<S, D>: Copy {
    type Picked: ExactList;
    type Block: ExactList;
    type Copies: ExactList;
    type Repeated: ExactList;
    const PICK_MISTAKE: Option<Text>;
    const REPEAT_MISTAKE: Option<Text>;
    fn pick<O: Operation>(self, shape: S, stride: D) -> Result<Self::Picked, Reason>;
    fn repeat(self, shape: S, stride: D) -> Result<Cut<Self::Block, Self::Copies, Self::Repeated>, Reason>;
}

#[diagnostic::do_not_recommend]
impl PatternList<Nil, Nil> for Nil {
    type Picked = Nil;
    type Block = Nil;
    type Copies = Nil;
    type Repeated = Nil;
    const PICK_MISTAKE: Option<Text> = None;
    const REPEAT_MISTAKE: Option<Text> = None;
    fn pick<O: Operation>(self, _: Nil, _: Nil) -> Result<Nil, Reason> {
        Ok(Nil)
    }
    fn repeat(self, _: Nil, _: Nil) -> Result<Cut<Nil, Nil, Nil>, Reason> {
        Ok(Cut { tile: Nil, rest: Nil, both: Nil })
    }
}

#[diagnostic::do_not_recommend]
impl<S, SL, D, DL, A: Pattern<S, D>, T: PatternList<SL, DL>> PatternList<Cons<S, SL>, Cons<D, DL>>
    for Cons<A, T>
{
    type Picked = Cons<A::Picked, T::Picked>;
    type Block = Cons<A::Block, T::Block>;
    type Copies = Cons<A::Copies, T::Copies>;
    type Repeated = Cons<A::Repeated, T::Repeated>;
    const PICK_MISTAKE: Option<Text> = first(A::PICK_MISTAKE, T::PICK_MISTAKE);
    const REPEAT_MISTAKE: Option<Text> = first(A::REPEAT_MISTAKE, T::REPEAT_MISTAKE);
    fn pick<O: Operation>(self, shape: Cons<S, SL>, stride: Cons<D, DL>) -> Result<Self::Picked, Reason> {
        let first = self.0.pick::<O>(Layout::from_parts(shape.0, stride.0, Exact))?;
        Ok(Cons(first, self.1.pick::<O>(shape.1, stride.1)?))
    }
    fn repeat(
        self,
        shape: Cons<S, SL>,
        stride: Cons<D, DL>,
    ) -> Result<Cut<Self::Block, Self::Copies, Self::Repeated>, Reason> {
        let first = self.0.repeat(Layout::from_parts(shape.0, stride.0, Exact))?;
        Ok(first.and(self.1.repeat(shape.1, stride.1)?))
    }
}

/// What the tiler picks, mode by mode.
#[diagnostic::do_not_recommend]
impl<S: Shape, D: Stride<S>, T> Compose<ByMode<T>> for Layout<S, D>
where
    ByMode<T>: Pattern<S, D>,
{
    type Composed = Layout<<Picked<S, D, T> as ExactLayout>::Shape, <Picked<S, D, T> as ExactLayout>::Stride>;
    type Error = Refused<Layout<S, D>, By<ByMode<T>>>;
    const HOLDS: () = permit(CompositionName::NAME, &ByMode::<T>::PICK_MISTAKE);

    fn composed(self, tiler: ByMode<T>) -> Self::Composed {
        done(self.try_composed(tiler))
    }
    fn try_composed(self, tiler: ByMode<T>) -> Result<Self::Composed, Self::Error> {
        let picked = tiler.pick::<CompositionName>(self).and_then(|picked| {
            let (shape, stride) = picked.parts();
            Layout::try_new(shape, stride).map_err(Reason::Layout)
        });
        picked.map_err(|reason| Refused {
            operation: CompositionName::NAME,
            lhs: self,
            rhs: By(tiler),
            reason,
        })
    }
}

type Picked<S, D, T> = <ByMode<T> as Pattern<S, D>>::Picked;
