//! What a tiler picks of a layout, and how it repeats one.

use super::by_mode::ByMode;
use super::composition::{Compose, Composition, CompositionName, after};
use super::copies::{Copies, copies};
use super::error::{By, Operation, Reason, Refused};
use super::forms::done;
use super::parts::{Cut, ExactLayout, Unit, modes_type, modes_value};
use crate::int::{Int, Integer, Nat, Text};
use crate::layout::{Exact, Free, Layout};
use crate::tuple::list::for_tuples;
use crate::tuple::{IntTuple, Shape, Stride};
use core::fmt;
use typenum::U1;

/// A tiler as a pattern for the layout `S:D`: what it picks of it, and how it repeats it.
#[diagnostic::on_unimplemented(
    message = "not a tiler for this layout: that is an integer, a layout, or `tiler!(16, 8, _)` with one entry for every mode",
    label = "`_` keeps a mode; to a mode with modes inside belongs an integer, a layout, or entries in parentheses",
    note = "shape `{S}`"
)]
pub trait Pattern<S: Shape, D: Stride<S>>: Copy + fmt::Debug + fmt::Display {
    /// The layout after the pattern, mode by mode; a mode that is kept.
    type Picked: ExactLayout;
    /// What is repeated; of a mode that is kept one element.
    type Block: ExactLayout;
    /// The copies; a mode that is kept.
    type Copies: ExactLayout;
    /// Block and copies, mode by mode.
    type Repeated: ExactLayout;
    /// Whether some mode is kept.
    #[doc(hidden)]
    const KEEPS: bool;
    /// The notation as far as it is known at compile time.
    #[doc(hidden)]
    const TEXT: Text;
    /// See [`Pattern::Picked`].
    #[doc(hidden)]
    fn pick<O: Operation>(self, layout: Layout<S, D>) -> Result<Self::Picked, Reason>;
    /// Block and copies, or why there are none.
    #[doc(hidden)]
    fn repeat<O: Operation>(
        self,
        block: Layout<S, D>,
    ) -> Result<Cut<Self::Block, Self::Copies, Self::Repeated>, Reason>;
}

/// `_`: the mode stays as it is.
impl<S: Shape, D: Stride<S>> Pattern<S, D> for Free {
    type Picked = Layout<S, D>;
    type Block = Unit;
    type Copies = Layout<S, D>;
    type Repeated = Layout<S, D>;
    const KEEPS: bool = true;
    const TEXT: Text = Text::new().str("_");
    fn pick<O: Operation>(self, layout: Layout<S, D>) -> Result<Layout<S, D>, Reason> {
        Ok(layout)
    }
    fn repeat<O: Operation>(
        self,
        block: Layout<S, D>,
    ) -> Result<Cut<Unit, Layout<S, D>, Layout<S, D>>, Reason> {
        Ok(Cut { tile: Unit::STATIC, rest: block, both: block })
    }
}

type One = Int<U1>;

/// One rule for each kind of integer, as for a [`Tiler`](super::Tiler).
macro_rules! integer {
    ($N:ty $(, $U:ident)?) => {
        /// `N` stands for `N:1`.
        impl<S: Shape, D: Stride<S>, $($U: Nat)?> Pattern<S, D> for $N {
            type Picked = <Layout<$N, One> as Pattern<S, D>>::Picked;
            type Block = Layout<S, D>;
            type Copies = <Layout<$N, One> as Pattern<S, D>>::Copies;
            type Repeated = <Layout<$N, One> as Pattern<S, D>>::Repeated;
            const KEEPS: bool = false;
            const TEXT: Text = <$N as IntTuple>::TEXT;
            fn pick<O: Operation>(self, layout: Layout<S, D>) -> Result<Self::Picked, Reason> {
                row(self)?.pick::<O>(layout)
            }
            fn repeat<O: Operation>(
                self,
                block: Layout<S, D>,
            ) -> Result<Cut<Self::Block, Self::Copies, Self::Repeated>, Reason> {
                row(self)?.repeat::<O>(block)
            }
        }
    };
}
integer!(usize);
integer!(Int<U>, U);

/// `N:1`.
fn row<N: Integer>(extent: N) -> Result<Layout<N, One>, Reason> {
    Layout::try_new(extent, One::new()).map_err(Reason::Layout)
}

type Repeated<S, D, C> = Layout<(S, <C as ExactLayout>::Shape), (D, <C as ExactLayout>::Stride)>;

impl<S: Shape, D: Stride<S>, TS: Shape, TD: Stride<TS>> Pattern<S, D> for Layout<TS, TD> {
    type Picked = Composition<S, D, TS, TD>;
    type Block = Layout<S, D>;
    type Copies = Copies<S, D, TS, TD>;
    type Repeated = Repeated<S, D, Copies<S, D, TS, TD>>;
    const KEEPS: bool = false;
    const TEXT: Text = Text::new().text(&TS::TEXT).str(":").text(&TD::TEXT);
    fn pick<O: Operation>(self, layout: Layout<S, D>) -> Result<Self::Picked, Reason> {
        after::<O, _, _, _, _>(layout, self).map_err(|refused| refused.reason)
    }
    fn repeat<O: Operation>(
        self,
        block: Layout<S, D>,
    ) -> Result<Cut<Self::Block, Self::Copies, Self::Repeated>, Reason> {
        let copies = copies::<O, _, _, _, _>(block, self)?;
        let (shape, stride) = copies.parts();
        let both = Layout::try_new((block.shape(), shape), (block.stride(), stride));
        Ok(Cut { tile: block, rest: copies, both: both.map_err(Reason::Layout)? })
    }
}

macro_rules! by_mode {
    ($($A:ident $SA:ident $DA:ident $i:tt),*) => {
        #[allow(non_snake_case)]
        impl<$($A: Pattern<$SA, $DA>, $SA: Shape, $DA: Stride<$SA>),*> Pattern<($($SA,)*), ($($DA,)*)>
            for ByMode<($($A,)*)>
        where
            Self: fmt::Display,
        {
            type Picked = modes_type!(Picked; $($A)*);
            type Block = modes_type!(Block; $($A)*);
            type Copies = modes_type!(Copies; $($A)*);
            type Repeated = modes_type!(Repeated; $($A)*);
            const KEEPS: bool = false $(|| $A::KEEPS)*;
            const TEXT: Text = {
                let text = Text::new().str("<");
                $(let text = text.str(if $i == 0 { "" } else { "," }).text(&$A::TEXT);)*
                text.str(">")
            };
            fn pick<OP: Operation>(
                self,
                layout: Layout<($($SA,)*), ($($DA,)*)>,
            ) -> Result<Self::Picked, Reason> {
                let (_shape, _stride) = layout.parts();
                $(let $A = (self.0).$i.pick::<OP>(Layout::from_parts(_shape.$i, _stride.$i, Exact))?;)*
                Ok(modes_value!($($A),*))
            }
            fn repeat<OP: Operation>(
                self,
                block: Layout<($($SA,)*), ($($DA,)*)>,
            ) -> Result<Cut<Self::Block, Self::Copies, Self::Repeated>, Reason> {
                let (_shape, _stride) = block.parts();
                $(let $A = (self.0).$i.repeat::<OP>(Layout::from_parts(_shape.$i, _stride.$i, Exact))?;)*
                let both: Self::Repeated = modes_value!($($A.both),*);
                Ok(Cut {
                    tile: modes_value!($($A.tile),*),
                    rest: modes_value!($($A.rest),*),
                    // each mode fits in a machine word, and all of them together may not
                    both: Layout::try_new(both.shape(), both.stride()).map_err(Reason::Layout)?,
                })
            }
        }
    };
}
for_tuples!(by_mode);

/// What the tiler picks, mode by mode.
impl<S: Shape, D: Stride<S>, T> Compose<ByMode<T>> for Layout<S, D>
where
    ByMode<T>: Pattern<S, D>,
{
    type Composed = Layout<<Picked<S, D, T> as ExactLayout>::Shape, <Picked<S, D, T> as ExactLayout>::Stride>;
    type Error = Refused<Layout<S, D>, By<ByMode<T>>>;

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
