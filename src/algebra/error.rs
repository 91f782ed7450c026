//! Why an operation has no result.

use crate::admissible::{self, Refusal};
use crate::int::{Integer, Text, word};
use crate::layout::Layout;
use crate::layout::LayoutError;
use crate::placed::SwizzleError;
use crate::tuple::{IntTuple, Leaves, Shape, Stride};
use crate::units;
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

/// An error that prints its operation and its reason, whatever the operands are.
#[doc(hidden)]
pub trait Why {
    /// The name of the operation, and what is in its way.
    fn why(&self) -> (&'static str, Reason);
}

impl<A, B> Why for Refused<A, B> {
    fn why(&self) -> (&'static str, Reason) {
        (self.operation, self.reason)
    }
}

/// An operation that messages name.
#[doc(hidden)]
pub trait Operation {
    /// The name.
    const NAME: &'static str;
}

/// A mistake of static operands as a compile error: the name of the operation, and what is wrong with them.
///
/// Messages show the call of the one function that asks for this: so it is asked for by those that users call.
#[track_caller]
pub(crate) const fn permit(operation: &str, mistake: &Option<Text>) {
    if let Some(mistake) = mistake {
        panic!("{}", Text::new().str(operation).str(": ").text(mistake).as_str())
    }
}

/// The first of two mistakes.
pub(crate) const fn first(mistake: Option<Text>, other: Option<Text>) -> Option<Text> {
    match mistake {
        None => other,
        mistake => mistake,
    }
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
    /// There are no elements.
    Empty,
    /// There are no places to fill.
    NoPlaces,
    /// Copies of a tiler leave gaps in the layout.
    Gaps,
    /// Whole tiles do not make up the layout.
    Overhangs {
        /// The number of elements of whole tiles.
        tiles: usize,
        /// The number of elements of the layout, or of the mode that is cut.
        elements: usize,
    },
    /// A step of a tiler is one along several modes of what the block leaves out at once.
    Unaligned {
        /// The stride of the tiler.
        stride: isize,
    },
    /// The copies along a tiler without modes are several modes, and the block has none to pair them with.
    Split {
        /// The number of their modes.
        modes: usize,
    },
    /// A block does not divide the shape that copies of it are to fill.
    DoesNotDivide {
        /// The mode of both.
        mode: usize,
        /// The number of elements of the block along the mode.
        block: usize,
        /// The number of elements of the shape along the mode.
        target: usize,
    },
    /// A size or an offset does not fit in a machine word.
    Overflow,
    /// The result is no layout: its offsets overflow.
    Layout(LayoutError),
    /// The swizzle behind the layout does not take the offsets of the result.
    Swizzle(SwizzleError),
    /// A mode does not step over whole multiples of a smaller stride.
    Straddles {
        /// The stride of the mode.
        stride: usize,
        /// The greatest smaller stride of a mode that moves.
        step: usize,
    },
    /// Two layouts, or a layout and the shape it is to have, differ in size.
    Size {
        /// The size of the layout.
        size: usize,
        /// That of the other, if it is a number.
        other: Option<usize>,
    },
    /// A mode cannot be cut where another one ends.
    Uncut {
        /// How many elements the mode has left.
        extent: usize,
        /// After how many it would have to be cut.
        after: usize,
    },
    /// Modes that the type of the result takes for equal in size are not, so that the result is another tree.
    OtherTree {
        /// The size of the one.
        size: usize,
        /// The size of the other.
        other: usize,
    },
    /// The layout cannot be counted in units or parts of `n` elements.
    Units {
        /// Why.
        refusal: units::UnitError,
        /// How many elements a unit has, or parts an element.
        n: i64,
    },
}

impl Reason {
    /// That tiles of so many elements do not make up what they cut.
    pub(super) fn overhangs(tiles: impl Shape, cut: impl Shape) -> Self {
        Reason::Overhangs { tiles: tiles.size().value(), elements: cut.size().value() }
    }

    /// What is wrong with an operand, which is given in notation.
    pub(crate) const fn explain(&self, operation: &str, operand: &Text) -> Text {
        if let Reason::Units { refusal, n } = *self {
            return refusal.explain(operation, operand, n);
        }
        Text::new().str(operation).str(": ").text(&self.mistake(operand))
    }

    /// The same without the operation.
    pub(crate) const fn mistake(&self, operand: &Text) -> Text {
        Text::new().text(operand).str(": ").text(&self.words())
    }

    const fn words(&self) -> Text {
        let text = Text::new();
        match *self {
            Reason::Negative { stride } => text.str("the stride ").signed(stride).str(" is negative"),
            Reason::Size { size, other } => {
                let text = text.str("the sizes ").number(size).str(" and ");
                match other {
                    Some(other) => text.number(other).str(" differ"),
                    None => text.str("more than a machine word differ"),
                }
            }
            Reason::Uncut { extent, after } => {
                let text = text.str("a mode of ").number(extent);
                text.str(" elements cannot be cut after ").number(after)
            }
            Reason::Overlap { stride, span } => {
                let text = text.str("a mode of stride ").number(stride);
                text.str(" overlaps with smaller ones, which span ").number(span)
            }
            Reason::Empty => text.str("there are no elements"),
            Reason::NoPlaces => text.str("there are 0 places to fill"),
            Reason::Gaps => text.str("copies of the tiler leave gaps"),
            Reason::Overhangs { tiles, elements } => {
                let text = text.str("whole tiles have ").number(tiles);
                text.str(" elements instead of ").number(elements)
            }
            Reason::Unaligned { stride } => text
                .str("the stride ")
                .signed(stride)
                .str(" of the tiler is unaligned with copies of the block"),
            Reason::Split { modes } => {
                let text = text.str("the tiler is split into ").number(modes);
                text.str(" modes, which are no single mode; in a tuple it would be one")
            }
            Reason::DoesNotDivide { mode, block, target } => {
                let text =
                    text.str("the ").number(block).str(" elements of the block along mode ").number(mode);
                text.str(" do not divide the ").number(target).str(" of the shape")
            }
            Reason::Overflow => text.str("the result goes beyond 2^63"),
            Reason::NoRoom => text.str("the result has more modes than its type has room for"),
            Reason::NoLayout(_) => text.str("no layout equals the result"),
            Reason::Layout(_) => text.str("the offsets of the result overflow"),
            Reason::Swizzle(_) => text.str("the swizzle does not take the offsets of the result"),
            Reason::Straddles { stride, step } => {
                text.str("the stride ").number(stride).str(" is no multiple of the smaller ").number(step)
            }
            Reason::OtherTree { size, other } => {
                let text = text.str("modes of sizes ").number(size).str(" and ").number(other);
                text.str(" meet: the result is another tree than its type; its runtime twin may be any")
            }
            Reason::Units { n, .. } => {
                text.str("it cannot be counted in units or parts of ").number(word::size(n)).str(" elements")
            }
        }
    }

    /// What is wrong with a layout that is to have a shape, both given in notation.
    pub(crate) const fn explain_shape(&self, operation: &str, operand: &Text, shape: &Text) -> Text {
        match *self {
            Reason::Size { size, other } => {
                Text::new().str(operation).str(": ").text(&wrong_size(size, other, operand, shape))
            }
            reason => reason.explain(operation, operand),
        }
    }
}

/// A layout and a shape that differ in size.
pub(crate) const fn wrong_size(size: usize, other: Option<usize>, operand: &Text, shape: &Text) -> Text {
    let text = Text::new().text(operand).str(" has ").number(size);
    let text = text.str(" elements, the shape ").text(shape).str(" has ");
    match other {
        Some(other) => text.number(other),
        None => text.str("more than fit in a machine word"),
    }
}

/// The shape that a layout is to have.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct InShape<S>(pub S);

impl<S: Shape, D: Stride<S>, T: Shape> fmt::Display for Refused<Layout<S, D>, InShape<T>> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let operand = written(self.lhs);
        let shape = text(self.rhs.0);
        let Reason::NoLayout(refusal) = self.reason else {
            return f.write_str(self.reason.explain_shape(self.operation, &operand, &shape).as_str());
        };
        let crd = T::PROFILE.text(&coordinate(refusal.index, &self.rhs.0.leaf_values()));
        let operands = Operands { lhs: operand, rhs: shape, rhs_shape: shape };
        f.write_str(operands.explain(self.operation, &refusal, &crd).as_str())
    }
}

impl<S: Shape, D: Stride<S>> fmt::Display for Refused<Layout<S, D>, ()> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let operand = written(self.lhs);
        f.write_str(self.reason.explain(self.operation, &operand).as_str())
    }
}

impl<S: Shape, T: Shape> fmt::Display for Refused<S, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let operands = both(&text(self.lhs), " and ", &text(self.rhs));
        f.write_str(self.reason.explain(self.operation, &operands).as_str())
    }
}

/// A tiler as an operand.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct By<T>(pub T);

impl<L: fmt::Display, T: fmt::Display> fmt::Display for Refused<L, By<T>> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {} by {}: {}", self.operation, self.lhs, self.rhs.0, self.reason)
    }
}

/// What is in the way, without the operands.
impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Reason::NoLayout(refusal) => {
                let Refusal { index, needed, given, .. } = refusal;
                match refusal.reason {
                    admissible::Obstacle::Overflow => f.write_str("a stride of the result overflows"),
                    admissible::Obstacle::Empty => f.write_str("the layout has no elements"),
                    admissible::Obstacle::Negative => write!(f, "element {index} goes below index 0"),
                    _ => write!(
                        f,
                        "no layout equals the result: element {index} needs {needed}, modes give {given}"
                    ),
                }
            }
            Reason::Layout(error) => fmt::Display::fmt(&error, f),
            Reason::Swizzle(error) => fmt::Display::fmt(&error, f),
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
        let texts = Operands { lhs: written(self.lhs), rhs: written(self.rhs), rhs_shape: text(shape) };
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
            Reason::Size { .. } | Reason::Uncut { .. } => {
                let operands = both(&texts.lhs, " + ", &texts.rhs);
                f.write_str(self.reason.explain(self.operation, &operands).as_str())
            }
            reason => f.write_str(reason.explain(self.operation, &texts.lhs).as_str()),
        }
    }
}

impl<A: fmt::Debug, B: fmt::Debug> core::error::Error for Refused<A, B> where Self: fmt::Display {}

/// Two operands in notation.
pub(crate) const fn both(lhs: &Text, between: &str, rhs: &Text) -> Text {
    Text::new().text(lhs).str(between).text(rhs)
}

fn written<S: Shape, D: Stride<S>>(layout: Layout<S, D>) -> Text {
    both(&text(layout.shape()), ":", &text(layout.stride()))
}

fn text<T: IntTuple>(tuple: T) -> Text {
    T::PROFILE.text(&tuple.leaf_values())
}

/// The coordinate of an index in a shape, leaf by leaf.
pub(crate) const fn coordinate(index: i64, shape: &Leaves) -> Leaves {
    let (mut crd, mut rest, mut i) = (Leaves::new(), word::steps(index), 0);
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
        Text::new().str(operation).str(": ").text(&self.mistake(refusal, crd))
    }

    /// The same without the operation.
    pub(crate) const fn mistake(&self, refusal: &Refusal, crd: &Text) -> Text {
        let text = Text::new();
        let text = match refusal.reason {
            admissible::Obstacle::Empty => {
                return text.text(&self.lhs).str(" has no elements for ").text(&self.rhs);
            }
            admissible::Obstacle::Overflow => {
                return text.str("a stride of ").text(&self.lhs).str(" o ").text(&self.rhs).str(" overflows");
            }
            _ => text.str("no layout over ").text(&self.rhs_shape).str(" equals ").text(&self.lhs),
        };
        let text = text.str(" o ").text(&self.rhs).str(match refusal.reason {
            admissible::Obstacle::Split => ", which splits mode ",
            admissible::Obstacle::Carry => ", digits carry in mode ",
            admissible::Obstacle::Negative => ", which goes below index 0 in mode ",
            _ => ", as far as can be decided, in mode ",
        });
        let text = text.number(refusal.leaf).str(": ");
        if let admissible::Obstacle::Negative = refusal.reason {
            return text.str("at coordinate ").text(crd);
        }
        let text = text.str("coordinate ").text(crd).str(" needs ");
        text.signed(refusal.needed as isize).str(", modes give ").signed(refusal.given as isize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_mistake_is_said() {
        let [one, two] = ["one", "two"].map(|text| Some(Text::new().str(text)));
        let said = |text: Option<Text>| text.map(|text| alloc::string::String::from(text.as_str()));
        assert_eq!(said(first(one, two)).as_deref(), Some("one"));
        assert_eq!(said(first(None, two)).as_deref(), Some("two"));
        assert_eq!(said(first(None, None)), None);
        permit("verb", &None);
    }

    #[test]
    #[should_panic(expected = "verb: one")]
    fn a_mistake_is_not_permitted() {
        permit("verb", &Some(Text::new().str("one")));
    }

    #[test]
    fn coordinates_are_digits_of_the_index() {
        let of = |index, extents: &[isize]| -> alloc::vec::Vec<isize> {
            let shape = extents.iter().fold(Leaves::new(), |leaves, &extent| leaves.push(Some(extent)));
            let digits = coordinate(index, &shape);
            (0..digits.len()).filter_map(|leaf| digits.get(leaf)).collect()
        };
        assert_eq!(
            [of(0, &[2, 3, 4]), of(7, &[2, 3, 4]), of(23, &[2, 3, 4])],
            [[0, 0, 0], [1, 0, 1], [1, 2, 3]]
        );
        assert_eq!(of(5, &[2, 0, 3]), [1, 0, 2]);
        assert_eq!(of(5, &[3, 1, 2]), [2, 0, 1]);
        let unknown = Leaves::new().push(Some(2)).push(None).push(Some(3));
        assert_eq!(coordinate(5, &unknown).get(2), Some(2));
    }

    #[test]
    fn each_obstacle_has_words() {
        use admissible::Obstacle;
        let refusal = |reason| Refusal { reason, leaf: 1, index: 5, needed: 8, given: 7 };
        let operands = || Operands {
            lhs: Text::new().str("A"),
            rhs: Text::new().str("B"),
            rhs_shape: Text::new().str("(2,3)"),
        };
        for (obstacle, alone, with_operands) in [
            (Obstacle::Overflow, "a stride of the result overflows", "a stride of A o B overflows"),
            (Obstacle::Empty, "the layout has no elements", "A has no elements for B"),
            (
                Obstacle::Negative,
                "element 5 goes below index 0",
                "no layout over (2,3) equals A o B, which goes below index 0 in mode 1: at coordinate (1,2)",
            ),
            (
                Obstacle::Carry,
                "no layout equals the result: element 5 needs 8, modes give 7",
                "no layout over (2,3) equals A o B, digits carry in mode 1: coordinate (1,2) needs 8, modes give 7",
            ),
            (
                Obstacle::Split,
                "no layout equals the result: element 5 needs 8, modes give 7",
                "no layout over (2,3) equals A o B, which splits mode 1: coordinate (1,2) needs 8, modes give 7",
            ),
            (
                Obstacle::Undecided,
                "no layout equals the result: element 5 needs 8, modes give 7",
                "no layout over (2,3) equals A o B, as far as can be decided, in mode 1: coordinate (1,2) needs 8, \
                 modes give 7",
            ),
        ] {
            assert_eq!(alloc::format!("{}", Reason::NoLayout(refusal(obstacle))), alone);
            let said = operands().explain("verb", &refusal(obstacle), &Text::new().str("(1,2)"));
            assert_eq!(said.as_str(), alloc::format!("verb: {with_operands}"));
        }
    }
}
