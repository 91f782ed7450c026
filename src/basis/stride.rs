//! Basis strides: steps along axes.

use crate::int::nat::IsEqual;
use crate::int::sealed::Sealed;
use crate::int::{Div, Int, Integer, Nat, Rem, Scalar, Truth, div, rem};
use crate::tuple::list::for_tuples;
use crate::tuple::{Shape, Stride, Text};
use core::fmt::{self, Debug, Write};
use core::marker::PhantomData;
use typenum::U0;

/// A mode, nested or not, whose integer stride `D` counts steps along axis `A`: `(1,4)` along axis 1 is written `(1@1,4@1)`.
pub struct Along<A, D> {
    stride: D,
    axis: PhantomData<A>,
}

impl<A: Nat, D: Copy> Along<A, D> {
    /// Steps along the axis.
    pub fn new(stride: D) -> Self {
        Along { stride, axis: PhantomData }
    }

    /// The stride without its axis.
    pub fn stride(&self) -> D {
        self.stride
    }
}

/// What a value is along the axis `X`, if it is one along `A`.
pub(super) type OnAxis<A, X, V> = <IsEqual<A, X> as Truth>::IfScalar<V, Int<U0>>;

pub(super) fn on_axis<A: Nat, X: Nat, V: Scalar>(value: V) -> OnAxis<A, X, V> {
    Scalar::from_isize(if <IsEqual<A, X>>::VALUE { value.to_isize() } else { 0 })
}

/// From the lowest to the highest coordinate along each axis, as far as that is static.
#[doc(hidden)]
pub type Spans = [Option<(isize, isize)>; 12];

/// A stride for shape `S` whose leaves are steps along axes: [`Along`] for a whole mode, or a tuple of such.
#[diagnostic::on_unimplemented(
    message = "the basis stride is not congruent with the shape",
    label = "not steps along axes, or of another rank or nesting than the shape",
    note = "stride `{Self}`",
    note = "shape `{S}`"
)]
pub trait BasisStride<S: Shape>: Sealed + Copy + PartialEq + Debug + Send + Sync + 'static {
    /// The coordinate along axis `X` of the index `I`: first mode fastest, the last mode unbounded.
    type AtIndex<I: Integer, X: Nat>: Scalar;
    #[doc(hidden)]
    const SPANS: Spans;
    /// The notation as far as it is known at compile time.
    #[doc(hidden)]
    const TEXT: Text;

    /// See [`BasisStride::AtIndex`].
    fn at_index<I: Integer, X: Nat>(self, shape: S, index: I) -> Self::AtIndex<I, X>;
    /// Calls `f` with axis, extent and stride of every leaf, from the first to the last.
    fn each_leaf(self, shape: S, f: &mut impl FnMut(usize, usize, isize));
    #[doc(hidden)]
    fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result;
}

impl<A: Nat, S: Shape, D: Stride<S>> BasisStride<S> for Along<A, D> {
    type AtIndex<I: Integer, X: Nat> = OnAxis<A, X, D::OffsetAt<I>>;
    const SPANS: Spans = {
        let mut spans = [Some((0, 0)); 12];
        spans[A::USIZE] = match (<D::Descent as Integer>::STATIC, <D::Reach as Integer>::STATIC) {
            (Some(descent), Some(reach)) => Some((-(descent as isize), (reach - descent) as isize)),
            _ => None,
        };
        spans
    };
    const TEXT: Text = {
        let axis = Text::new().str("@").number(A::USIZE);
        D::PROFILE.marked_text("", axis.as_str(), &D::LEAVES)
    };

    fn at_index<I: Integer, X: Nat>(self, shape: S, index: I) -> Self::AtIndex<I, X> {
        on_axis::<A, X, _>(self.stride.offset_at(shape, index))
    }
    fn each_leaf(self, shape: S, f: &mut impl FnMut(usize, usize, isize)) {
        self.stride.each_leaf(shape, &mut |extent, stride| f(A::USIZE, extent, stride));
    }
    fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut marked = Marked { f, axis: A::USIZE, after_digit: false };
        write!(marked, "{}", self.stride.notation())?;
        marked.number_ends()
    }
}

/// Writes an axis behind every number.
struct Marked<'a, 'b> {
    f: &'a mut fmt::Formatter<'b>,
    axis: usize,
    after_digit: bool,
}

impl Marked<'_, '_> {
    fn number_ends(&mut self) -> fmt::Result {
        if core::mem::take(&mut self.after_digit) { write!(self.f, "@{}", self.axis) } else { Ok(()) }
    }
}

impl Write for Marked<'_, '_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        text.chars().try_for_each(|c| {
            if !c.is_ascii_digit() {
                self.number_ends()?;
            }
            self.after_digit = c.is_ascii_digit();
            self.f.write_char(c)
        })
    }
}

/// The coordinate along axis `$X` of the index `$I` in modes `shape stride`: a sum over the modes.
macro_rules! at_index {
    ($I:ty, $X:ty;) => { Int<U0> };
    ($I:ty, $X:ty; $S:ident $D:ident) => { $D::AtIndex<$I, $X> };
    ($I:ty, $X:ty; $S:ident $D:ident $($rest:ident)+) => {
        <$D::AtIndex<Rem<$I, $S::Size>, $X> as Scalar>::Plus<at_index!(Div<$I, $S::Size>, $X; $($rest)+)>
    };
}

macro_rules! at_index_value {
    ($shape:ident, $stride:ident, $index:ident, $X:ident;) => { Int::new() };
    ($shape:ident, $stride:ident, $index:ident, $X:ident; $i:tt) => {
        $stride.$i.at_index::<_, $X>($shape.$i, $index)
    };
    ($shape:ident, $stride:ident, $index:ident, $X:ident; $i:tt $($rest:tt)+) => {{
        let size = $shape.$i.size();
        let here = $stride.$i.at_index::<_, $X>($shape.$i, rem($index, size));
        let $index = div($index, size);
        here.plus(at_index_value!($shape, $stride, $index, $X; $($rest)+))
    }};
}

const fn sum(spans: Spans, more: &Spans) -> Spans {
    let (mut sum, mut axis) = (spans, 0);
    while axis < 12 {
        sum[axis] = match (spans[axis], more[axis]) {
            (Some((low, high)), Some((lower, higher))) => Some((low + lower, high + higher)),
            _ => None,
        };
        axis += 1;
    }
    sum
}

macro_rules! basis_stride {
    ($($A:ident $SA:ident $DA:ident $i:tt),*) => {
        impl<$($SA: Shape, $DA: BasisStride<$SA>),*> BasisStride<($($SA,)*)> for ($($DA,)*) {
            type AtIndex<N: Integer, X: Nat> = at_index!(N, X; $($SA $DA)*);
            const SPANS: Spans = {
                let spans = [Some((0, 0)); 12];
                $(let spans = sum(spans, &$DA::SPANS);)*
                spans
            };
            const TEXT: Text = {
                let text = Text::new().str("(");
                $(let text = text.str(if $i == 0 { "" } else { "," }).text(&$DA::TEXT);)*
                text.str(")")
            };

            fn at_index<N: Integer, X: Nat>(self, _shape: ($($SA,)*), _index: N) -> Self::AtIndex<N, X> {
                at_index_value!(_shape, self, _index, X; $($i)*)
            }
            fn each_leaf(self, _shape: ($($SA,)*), _f: &mut impl FnMut(usize, usize, isize)) {
                $(self.$i.each_leaf(_shape.$i, _f);)*
            }
            fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("(")?;
                $(
                    f.write_str(if $i == 0 { "" } else { "," })?;
                    BasisStride::<$SA>::write(&self.$i, f)?;
                )*
                f.write_str(")")
            }
        }
    };
}
for_tuples!(basis_stride);

impl<A, D> Sealed for Along<A, D> {}

impl<A, D: Copy> Clone for Along<A, D> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<A, D: Copy> Copy for Along<A, D> {}

impl<A, D: PartialEq> PartialEq for Along<A, D> {
    fn eq(&self, other: &Self) -> bool {
        self.stride == other.stride
    }
}

impl<A: Nat, D: Debug> Debug for Along<A, D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}@{}", self.stride, A::USIZE)
    }
}
