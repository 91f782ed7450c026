//! Why an operation has no result.

use crate::admissible::{self, Refusal};
use crate::basis::{BasisStride, CoordinateLayout, Origin};
use crate::int::Text;
use crate::layout::Layout;
use crate::layout::LayoutError;
use crate::tuple::{IntTuple, Leaves, Shape, Stride};
use core::fmt;

/// An operation that has no result on these operands.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Refused<A, B> {
    /// The name of the operation.
    pub operation: &'static str,
    /// The left operand.
    pub lhs: A,
    /// The right operand.
    pub rhs: B,
    /// What is in the way.
    pub reason: Reason,
}

/// An operation that messages name.
#[doc(hidden)]
pub trait Operation {
    /// The name.
    const NAME: &'static str;
}

/// What is in the way of an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// No layout equals the composition of the operands; with a coordinate that shows it.
    NoLayout(Refusal),
    /// There is a result, and it has more modes than its type has room for: the type knows too little of the operands.
    NoRoom,
    /// A stride is negative.
    Negative {
        /// The stride.
        stride: isize,
    },
    /// A mode starts within what the smaller ones span.
    Overlap {
        /// The stride of the mode.
        stride: usize,
        /// What the smaller ones span.
        span: usize,
    },
    /// There are no elements, or none to complete to.
    Empty,
    /// Copies of a tiler leave gaps in the layout.
    Gaps,
    /// Whole tiles do not make up the layout.
    Overhangs,
    /// A size or an offset does not fit in a machine word.
    Overflow,
    /// The result is no layout: its offsets overflow.
    Layout(LayoutError),
    /// A mode does not step over whole multiples of a smaller stride.
    Straddles {
        /// The stride of the mode.
        stride: usize,
        /// The greatest smaller stride of a mode that moves.
        step: usize,
    },
}

impl Reason {
    /// What is wrong with an operand, which is given in notation.
    pub(crate) const fn explain(&self, operation: &str, operand: &Text) -> Text {
        Text::new().str(operation).str(": ").text(operand).str(": ").text(&self.words())
    }

    const fn words(&self) -> Text {
        let text = Text::new();
        match *self {
            Reason::Negative { stride } => text.str("the stride ").signed(stride).str(" is negative"),
            Reason::Overlap { stride, span } => {
                let text = text.str("a mode of stride ").number(stride);
                text.str(" overlaps with smaller ones, which span ").number(span)
            }
            Reason::Empty => text.str("there are no elements, or none are asked for"),
            Reason::Gaps => text.str("copies of the tiler leave gaps"),
            Reason::Overhangs => text.str("whole tiles do not make up the layout"),
            Reason::Overflow => text.str("the result goes beyond 2^63"),
            Reason::NoRoom => text.str("the result has more modes than its type has room for"),
            Reason::NoLayout(_) => text.str("no layout equals the result"),
            Reason::Layout(_) => text.str("the offsets of the result overflow"),
            Reason::Straddles { stride, step } => {
                text.str("the stride ").number(stride).str(" is no multiple of the smaller ").number(step)
            }
        }
    }
}

impl<S: Shape, D: Stride<S>> fmt::Display for Refused<Layout<S, D>, ()> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let operand = text(self.lhs.shape()).str(":").text(&text(self.lhs.stride()));
        f.write_str(self.reason.explain(self.operation, &operand).as_str())
    }
}

/// A tiler as an operand.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct By<T>(pub T);

impl<S: Shape, D: Stride<S>, T: fmt::Display> fmt::Display for Refused<Layout<S, D>, By<T>> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.explain_by(f)
    }
}

impl<S, D, X, O, T> fmt::Display for Refused<CoordinateLayout<S, D, X, O>, By<T>>
where
    S: Shape,
    D: BasisStride<S>,
    X: Shape,
    O: Origin<X>,
    T: fmt::Display,
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.explain_by(f)
    }
}

impl<L: fmt::Display, T: fmt::Display> Refused<L, By<T>> {
    fn explain_by(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {} by {}: ", self.operation, self.lhs, self.rhs.0)?;
        match self.reason {
            Reason::NoLayout(Refusal { index, needed, given, .. }) => {
                write!(f, "no layout equals the result: element {index} needs {needed}, modes give {given}")
            }
            Reason::Layout(error) => fmt::Display::fmt(&error, f),
            reason => f.write_str(reason.words().as_str()),
        }
    }
}

impl<SA, DA, SB, DB> fmt::Display for Refused<Layout<SA, DA>, Layout<SB, DB>>
where
    SA: Shape,
    DA: Stride<SA>,
    SB: Shape,
    DB: Stride<SB>,
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shape = self.rhs.shape();
        let texts = Operands {
            lhs: text(self.lhs.shape()).str(":").text(&text(self.lhs.stride())),
            rhs: text(shape).str(":").text(&text(self.rhs.stride())),
            rhs_shape: text(shape),
        };
        match self.reason {
            Reason::NoLayout(refusal) => {
                let crd = coordinate(refusal.index, &shape.leaf_values());
                f.write_str(texts.explain(self.operation, &refusal, &SB::PROFILE.text(&crd)).as_str())
            }
            Reason::NoRoom => write!(
                f,
                "{}: {} o {} has more modes than its type has room for; its runtime twin has room for all",
                self.operation, self.lhs, self.rhs
            ),
            Reason::Layout(error) => write!(f, "{}: {error}", self.operation),
            reason => f.write_str(reason.explain(self.operation, &texts.lhs).as_str()),
        }
    }
}

impl<A: fmt::Debug, B: fmt::Debug> core::error::Error for Refused<A, B> where Self: fmt::Display {}

fn text<T: IntTuple>(tuple: T) -> Text {
    T::PROFILE.text(&tuple.leaf_values())
}

/// The coordinate of an index in a shape, leaf by leaf.
pub(crate) const fn coordinate(index: i64, shape: &Leaves) -> Leaves {
    let (mut crd, mut rest, mut i) = (Leaves::new(), index as isize, 0);
    while i < shape.len() {
        let extent = match shape.get(i) {
            Some(extent) if extent > 0 => extent,
            _ => 1,
        };
        crd = crd.push(Some(rest % extent));
        rest /= extent;
        i += 1;
    }
    crd
}

/// The operands of a composition in notation.
pub(crate) struct Operands {
    pub(crate) lhs: Text,
    pub(crate) rhs: Text,
    pub(crate) rhs_shape: Text,
}

impl Operands {
    /// What keeps the composition from being a layout, with the coordinate that shows it.
    pub(crate) const fn explain(&self, operation: &str, refusal: &Refusal, crd: &Text) -> Text {
        let text = Text::new().str(operation).str(": ");
        let text = match refusal.reason {
            admissible::Reason::Empty => {
                return text.text(&self.lhs).str(" has no elements for ").text(&self.rhs);
            }
            admissible::Reason::Overflow => {
                return text.str("a stride of ").text(&self.lhs).str(" o ").text(&self.rhs).str(" overflows");
            }
            _ => text.str("no layout over ").text(&self.rhs_shape).str(" equals ").text(&self.lhs),
        };
        let text = text.str(" o ").text(&self.rhs).str(match refusal.reason {
            admissible::Reason::Split => ", which splits mode ",
            admissible::Reason::Carry => ", digits carry in mode ",
            admissible::Reason::Negative => ", an index below 0 is reached in mode ",
            _ => ", as far as can be decided, in mode ",
        });
        let text = text.number(refusal.leaf).str(": coordinate ").text(crd).str(" needs ");
        text.signed(refusal.needed as isize).str(", modes give ").signed(refusal.given as isize)
    }
}
