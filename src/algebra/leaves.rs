//! Between layouts and lists of modes.

use crate::int::modes::{End, Modes, Then};
use crate::int::{Int, Integer, Scalar};
use crate::layout::{Exact, Layout};
use crate::tuple::list::for_tuples;
use crate::tuple::{Shape, Stride};
use typenum::{U0, U1};

/// The leaves of `S:D`, from the first to the last.
pub(crate) type Leaves<S, D> = <D as Stride<S>>::LeavesThen<End>;

/// The leaves of a layout, from the first to the last.
pub(crate) fn leaves<S: Shape, D: Stride<S>>(layout: Layout<S, D>) -> Leaves<S, D> {
    layout.stride().leaves_then(layout.shape(), End)
}

/// The layout with the modes of the list `M`.
pub(crate) type LayoutOf<M> = Layout<<M as AsLayout>::Shape, <M as AsLayout>::Stride>;

/// A list of at most 12 modes: they are the modes of a layout.
///
/// No mode is `_1:_0`, a single mode is a leaf, several are a tuple.
#[diagnostic::on_unimplemented(
    message = "the result would have more than 12 modes",
    label = "a tuple has at most 12 modes: nest them"
)]
pub trait AsLayout: Modes {
    /// The extents.
    type Shape: Shape;
    /// The strides.
    type Stride: Stride<Self::Shape>;
    #[doc(hidden)]
    fn shape(self) -> Self::Shape;
    #[doc(hidden)]
    fn stride(self) -> Self::Stride;
}

/// The layout of modes whose offsets are known to fit.
pub(crate) fn layout_of<M: AsLayout>(modes: M) -> LayoutOf<M> {
    Layout::from_parts(AsLayout::shape(modes), AsLayout::stride(modes), Exact)
}

impl AsLayout for End {
    type Shape = Int<U1>;
    type Stride = Int<U0>;
    fn shape(self) -> Self::Shape {
        Int::new()
    }
    fn stride(self) -> Self::Stride {
        Int::new()
    }
}

impl<N: Integer, R: Scalar> AsLayout for Then<N, R, End> {
    type Shape = N;
    type Stride = R;
    fn shape(self) -> N {
        self.extent
    }
    fn stride(self) -> R {
        self.stride
    }
}

/// The list of the modes `N R, …`, as a type and as a pattern.
macro_rules! list {
    () => { End };
    ($N:ident $R:ident $(, $M:ident $E:ident)*) => { Then<$N, $R, list!($($M $E),*)> };
}
macro_rules! list_pattern {
    () => { End };
    ($n:ident $r:ident $(, $m:ident $e:ident)*) => {
        Then { extent: $n, stride: $r, rest: list_pattern!($($m $e),*) }
    };
}

macro_rules! as_layout {
    () => {};
    ($A:ident $SA:ident $DA:ident $i:tt) => {};
    ($($A:ident $SA:ident $DA:ident $i:tt),*) => {
        #[allow(non_snake_case, unused_variables)]
        impl<$($SA: Integer, $DA: Scalar),*> AsLayout for list!($($SA $DA),*) {
            type Shape = ($($SA,)*);
            type Stride = ($($DA,)*);
            fn shape(self) -> Self::Shape {
                let list_pattern!($($SA $DA),*) = self;
                ($($SA,)*)
            }
            fn stride(self) -> Self::Stride {
                let list_pattern!($($SA $DA),*) = self;
                ($($DA,)*)
            }
        }
    };
}
for_tuples!(as_layout);
