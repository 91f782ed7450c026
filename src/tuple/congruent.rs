//! Operations on two congruent shapes, leaf by leaf: each is named after its integer case.

use super::list::{Cons, Leaf, Nil};
use super::{Shape, ShapeList, ShapeTuple};
use crate::int::{AddOp, BinaryOp, CeilDivOp, GcdOp, Integer, MaxOp, MinOp, RoundUpOp};

/// Two shapes that are the same tree, so that they can be combined leaf by leaf.
///
/// The functions of this kind are [`add`], [`ceil_div`], [`round_up`], [`min`], [`max`], [`gcd`] and [`shape_div`], and
/// the questions [`elem_less`] and [`evenly_divides`]. Each leaf of a result is as static as the integer operation
/// makes it. A mode missing in one of the two is a compile error: CuTe takes it for 1, which is seldom right.
#[diagnostic::on_unimplemented(
    message = "the two shapes are not congruent",
    label = "these two have different ranks or nesting",
    note = "an operation leaf by leaf needs the same tree on both sides, as in `ceil_div((10, 7), (4, 4))`",
    note = "left  `{Self}`",
    note = "right `{B}`"
)]
pub trait Congruent<B: Shape>: Shape {
    /// The shape of `op(a, b)` for each pair of leaves.
    type Zip<Op: BinaryOp>: Shape;
    #[doc(hidden)]
    fn zip<Op: BinaryOp>(self, b: B) -> Self::Zip<Op>;
    /// Whether something holds for each pair of leaves.
    #[doc(hidden)]
    fn all(self, b: B, holds: &impl Fn(usize, usize) -> bool) -> bool;
}

#[diagnostic::do_not_recommend]
impl<A: ShapeTuple<ShapeModes: CongruentList<B::ShapeModes>>, B: Shape> Congruent<B> for A {
    type Zip<Op: BinaryOp> = <Zip<A, B, Op> as ShapeList>::Tuple;
    #[inline]
    fn zip<Op: BinaryOp>(self, b: B) -> Self::Zip<Op> {
        self.shape_modes().zip::<Op>(b.shape_modes()).shape()
    }
    #[inline]
    fn all(self, b: B, holds: &impl Fn(usize, usize) -> bool) -> bool {
        self.shape_modes().all(b.shape_modes(), holds)
    }
}

type Zip<A, B, Op> = <<A as ShapeTuple>::ShapeModes as CongruentList<<B as ShapeTuple>::ShapeModes>>::Zip<Op>;

/// [`Congruent`] said of the modes.
#[diagnostic::on_unimplemented(
    message = "the two shapes are not congruent",
    label = "these two have different ranks or nesting",
    note = "an operation leaf by leaf needs the same tree on both sides, as in `ceil_div((10, 7), (4, 4))`"
)]
#[doc(hidden)]
pub trait CongruentList<B: ShapeList>: ShapeList {
    type Zip<Op: BinaryOp>: ShapeList;
    fn zip<Op: BinaryOp>(self, b: B) -> Self::Zip<Op>;
    fn all(self, b: B, holds: &impl Fn(usize, usize) -> bool) -> bool;
}

impl<A: Integer, B: Integer> CongruentList<Leaf<B>> for Leaf<A> {
    type Zip<Op: BinaryOp> = Leaf<A::With<Op, B>>;
    #[inline]
    fn zip<Op: BinaryOp>(self, b: Leaf<B>) -> Self::Zip<Op> {
        Leaf(Integer::from_value(Op::value(self.0.value(), b.0.value())))
    }
    #[inline]
    fn all(self, b: Leaf<B>, holds: &impl Fn(usize, usize) -> bool) -> bool {
        holds(self.0.value(), b.0.value())
    }
}

impl CongruentList<Nil> for Nil {
    type Zip<Op: BinaryOp> = Nil;
    #[inline]
    fn zip<Op: BinaryOp>(self, _: Nil) -> Nil {
        Nil
    }
    #[inline]
    fn all(self, _: Nil, _: &impl Fn(usize, usize) -> bool) -> bool {
        true
    }
}

impl<A, AL, B, BL> CongruentList<Cons<B, BL>> for Cons<A, AL>
where
    A: Congruent<B>,
    AL: CongruentList<BL>,
    B: Shape,
    BL: ShapeList,
{
    type Zip<Op: BinaryOp> = Cons<A::Zip<Op>, AL::Zip<Op>>;
    #[inline]
    fn zip<Op: BinaryOp>(self, b: Cons<B, BL>) -> Self::Zip<Op> {
        Cons(self.0.zip::<Op>(b.0), self.1.zip::<Op>(b.1))
    }
    #[inline]
    fn all(self, b: Cons<B, BL>, holds: &impl Fn(usize, usize) -> bool) -> bool {
        self.0.all(b.0, holds) && self.1.all(b.1, holds)
    }
}

macro_rules! leaf_by_leaf {
    ($($(#[$doc:meta])* $verb:ident $op:ident;)*) => { $(
        $(#[$doc])*
        pub fn $verb<A: Congruent<B>, B: Shape>(a: A, b: B) -> A::Zip<$op> {
            a.zip::<$op>(b)
        }
    )* };
}

leaf_by_leaf! {
    /// `a + b`, leaf by leaf.
    ///
    /// ```
    /// use tilework::{prelude::*, tuple::add};
    /// assert_eq!(add((1, 2), (3, 4)), (4, 6));
    /// assert_eq!(add(shape!(16, (4, 1)), shape!(1, (2, 3))), shape!(17, (6, 4)));
    /// ```
    add AddOp;
    /// `a / b` rounded up, leaf by leaf, and 0 where `b` is 0: how many tiles of `b` cover `a`.
    ///
    /// ```
    /// use tilework::{prelude::*, tuple::ceil_div};
    /// assert_eq!(ceil_div((10, 7), (4, 4)), (3, 2));
    /// let tiles: (Int!(7), usize) = ceil_div((int!(100), 50), shape!(16, 16));
    /// assert_eq!(tiles, (int!(7), 4));
    /// let rows: Int!(7) = ceil_div(int!(100), int!(16));
    /// ```
    ceil_div CeilDivOp;
    /// `a` rounded up to a multiple of `b`, leaf by leaf, and 0 where `b` is 0: the padded shape.
    ///
    /// Post-condition: `evenly_divides(round_up(a, b), b)`, and nothing smaller that is at least `a` has it.
    ///
    /// ```
    /// use tilework::{prelude::*, tuple::round_up};
    /// assert_eq!(round_up(shape!(100, 50), shape!(16, 16)), shape!(112, 64));
    /// assert_eq!(round_up(100, int!(16)), 112);
    /// ```
    round_up RoundUpOp;
    /// The smaller of each pair of leaves.
    ///
    /// ```
    /// use tilework::{prelude::*, tuple::min};
    /// assert_eq!(min((3, 9), (4, 8)), (3, 8));
    /// ```
    min MinOp;
    /// The larger of each pair of leaves. The largest leaf of one tuple is [`max_leaf`](super::max_leaf).
    ///
    /// ```
    /// use tilework::{prelude::*, tuple::max};
    /// assert_eq!(max((3, 9), (4, 8)), (4, 9));
    /// ```
    max MaxOp;
    /// The greatest common divisor of each pair of leaves; `gcd(a, 0)` is `a`.
    ///
    /// ```
    /// use tilework::{prelude::*, tuple::gcd};
    /// assert_eq!(gcd(shape!(12, (9, 5)), shape!(8, (6, 0))), shape!(4, (3, 5)));
    /// ```
    gcd GcdOp;
}

/// `a / b` rounded up, leaf by leaf, where one of each pair divides the other; otherwise `None`.
///
/// Source: CuTe's `shape_div`.
///
/// ```
/// use tilework::{prelude::*, tuple::shape_div};
/// assert_eq!(shape_div((12, 4), (4, 12)), Some((3, 1)));
/// assert_eq!(shape_div(10, 4), None);
/// ```
#[inline]
pub fn shape_div<A: Congruent<B>, B: Shape>(a: A, b: B) -> Option<A::Zip<CeilDivOp>> {
    a.all(b, &|a, b| divides(b, a) || divides(a, b)).then(|| a.zip::<CeilDivOp>(b))
}

/// Whether every leaf of `a` is less than that of `b`: with a coordinate and an extent, whether the one is inside.
///
/// Source: CuTe's `elem_less`, the basis of predication.
///
/// ```
/// use tilework::{prelude::*, tuple::elem_less};
/// assert!(elem_less((3, 7), (4, 8)));
/// assert!(!elem_less((3, 9), (4, 8)));
/// ```
#[inline]
pub fn elem_less<A: Congruent<B>, B: Shape>(a: A, b: B) -> bool {
    a.all(b, &|a, b| a < b)
}

/// Whether tiles of `tiler` cover `shape` without overhang: every leaf is a multiple.
///
/// Post-condition: `round_up(shape, tiler) == shape`.
///
/// ```
/// use tilework::{prelude::*, tuple::evenly_divides};
/// assert!(evenly_divides((12, 8), (4, 4)));
/// assert!(!evenly_divides((10, 8), (4, 4)));
/// ```
#[inline]
pub fn evenly_divides<A: Congruent<B>, B: Shape>(shape: A, tiler: B) -> bool {
    shape.all(tiler, &|extent, tile| divides(tile, extent))
}

/// Whether `a` divides `b`; 0 divides 0 alone.
#[inline]
fn divides(a: usize, b: usize) -> bool {
    b.checked_rem(a).unwrap_or(b) == 0
}
