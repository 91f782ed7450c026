//! Expressions over integer variables.
use super::operation::ExprOp;
use super::variables::Variables;
use alloc::sync::Arc;

/// An integer expression over variables `v0, v1, …`: what an index is computed by.
///
/// `floordiv` rounds towards minus infinity, `ceildiv` towards plus infinity, and `mod m` is in `0..|m|`. Values are
/// of 64 bits; an evaluation that does not fit has no value. A clone is cheap: parts are shared. Expressions may be
/// as deep as memory allows: nothing here recurses deeply, and no part that is shared is walked again and again.
/// Source: XLA, *Indexing analysis*.
///
/// ```
/// use tilework::affine::Expr;
/// let (d0, d1) = (Expr::variable(0), Expr::variable(1));
/// let linear = d0.mul(Expr::constant(16)).add(d1);
/// assert_eq!(linear.clone().floor_div(Expr::constant(8)).evaluate(&[3, 9]), Some(7));
/// assert_eq!(linear.to_string(), "v0 * 16 + v1");
/// assert_eq!("-7 floordiv 2".parse::<Expr>()?.evaluate(&[]), Some(-4));
/// # Ok::<(), tilework::dynamic::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub enum Expr {
    /// A number.
    Constant(i64),
    /// The variable of that number.
    Variable(u32),
    /// An operation on two expressions.
    Binary(Arc<Binary>),
}

/// An operation on two expressions. [`Expr::binary`] makes it.
#[derive(Debug)]
pub struct Binary {
    /// What is done.
    pub operation: ExprOp,
    /// The least number of a variable in it, as far as that fits.
    first: u16,
    /// How many operations it is made of; from [`MANY`] on, a number that is most often another for another expression.
    operations: u32,
    /// Which variables stand in it.
    variables: Variables,
    /// The left operand.
    pub lhs: Expr,
    /// The right operand.
    pub rhs: Expr,
}

/// Expressions of at most so many operations are walked by recursion, at most as deep.
pub(super) const SMALL: u32 = 512;

/// So many operations are not counted any more: with parts that are shared it takes few steps to have that many.
const MANY: u32 = 1 << 31;

impl Binary {
    fn new(operation: ExprOp, lhs: Expr, rhs: Expr) -> Self {
        let (left, right) = (lhs.size(), rhs.size());
        let operations = match left.checked_add(right) {
            Some(operations @ ..MANY) => operations + 1,
            // so that expressions are seldom compared part by part
            _ => left.rotate_left(9).wrapping_mul(0x9E37_79B9).wrapping_add(right) ^ operation as u32 | MANY,
        };
        let (first, variables) = (lhs.first().min(rhs.first()), lhs.variables().union(rhs.variables()));
        Binary { operation, first, operations, variables, lhs, rhs }
    }

    /// How many operations it is made of, or a number from [`MANY`] on.
    pub(super) fn operations(&self) -> u32 {
        self.operations
    }

    pub(super) fn is_small(&self) -> bool {
        self.operations <= SMALL
    }
}

/// The number of the variable at a place, as expressions have it. No map has more of them than that.
pub(crate) fn variable(place: usize) -> u32 {
    u32::try_from(place).unwrap_or(u32::MAX)
}

/// The operators as methods.
macro_rules! operators {
    ($($(#[$doc:meta])* $method:ident $Operator:ident;)*) => {
        impl Expr { $(
            $(#[$doc])*
            #[allow(clippy::should_implement_trait)]
            pub fn $method(self, rhs: Expr) -> Self {
                Expr::binary(ExprOp::$Operator, self, rhs)
            }
        )* }
    };
}

operators! {
    /// The sum.
    add Add;
    /// The product.
    mul Mul;
    /// The quotient rounded down.
    floor_div FloorDiv;
    /// The quotient rounded up.
    ceil_div CeilDiv;
    /// The remainder in `0..|rhs|`.
    modulo Mod;
    /// The lesser of both.
    min Min;
    /// The greater of both.
    max Max;
}

impl Expr {
    /// A number.
    pub const fn constant(value: i64) -> Self {
        Expr::Constant(value)
    }

    /// The variable of that number.
    pub const fn variable(number: u32) -> Self {
        Expr::Variable(number)
    }

    /// The variable at this place among those of a map.
    pub(crate) fn variable_at(place: usize) -> Self {
        Expr::Variable(variable(place))
    }

    /// The operation on two expressions, computed if both are numbers and the value fits; a sum of two multiples of
    /// the same expression, and a multiple of a multiple, are one multiple.
    pub fn binary(operation: ExprOp, lhs: Expr, rhs: Expr) -> Self {
        if let (Expr::Constant(lhs), Expr::Constant(rhs)) = (&lhs, &rhs)
            && let Some(value) = operation.apply(*lhs, *rhs)
        {
            return Expr::Constant(value);
        }
        match (operation, &lhs, &rhs) {
            (ExprOp::Add, _, Expr::Constant(0)) => lhs,
            (ExprOp::Add, Expr::Constant(0), _) => rhs,
            (ExprOp::Mul | ExprOp::FloorDiv | ExprOp::CeilDiv, _, Expr::Constant(1)) => lhs,
            (ExprOp::Mul, Expr::Constant(1), _) => rhs,
            (ExprOp::Mul, _, Expr::Constant(0)) | (ExprOp::Mul, Expr::Constant(0), _) => Expr::Constant(0),
            (ExprOp::Mul, _, Expr::Constant(factor)) => {
                match lhs.scaled().and_then(|(inner, own)| Some((inner, own.checked_mul(*factor)?))) {
                    Some((inner, factor)) => inner.clone().mul(Expr::Constant(factor)),
                    None => Expr::node(operation, lhs, rhs),
                }
            }
            (ExprOp::Add, ..) => multiple_of_same(&lhs, &rhs)
                .or_else(|| number_beside(&lhs, &rhs))
                .unwrap_or_else(|| Expr::node(operation, lhs, rhs)),
            _ => Expr::node(operation, lhs, rhs),
        }
    }

    /// The operation on two expressions that have nothing to join.
    pub(super) fn node(operation: ExprOp, lhs: Expr, rhs: Expr) -> Self {
        Expr::Binary(Arc::new(Binary::new(operation, lhs, rhs)))
    }

    /// How many operations it is made of, or a number from [`MANY`] on.
    pub(super) fn size(&self) -> u32 {
        match self {
            Expr::Binary(node) => node.operations,
            _ => 0,
        }
    }

    /// Whether it may be walked by recursion.
    pub(super) fn is_small(&self) -> bool {
        self.size() <= SMALL
    }

    /// The least number of a variable in it, as far as that fits; of a number, the greatest that fits.
    pub(super) fn first(&self) -> u16 {
        match self {
            Expr::Binary(node) => node.first,
            Expr::Variable(number) => u16::try_from(*number).unwrap_or(u16::MAX),
            Expr::Constant(_) => u16::MAX,
        }
    }

    /// Which variables stand in it.
    pub(super) fn variables(&self) -> Variables {
        match self {
            Expr::Binary(node) => node.variables,
            Expr::Variable(number) => Variables::of(*number),
            Expr::Constant(_) => Variables::NONE,
        }
    }

    /// The difference.
    #[allow(clippy::should_implement_trait)]
    pub fn sub(self, rhs: Expr) -> Self {
        self.add(rhs.neg())
    }

    /// The negated value.
    #[allow(clippy::should_implement_trait)]
    pub fn neg(self) -> Self {
        self.mul(Expr::Constant(-1))
    }

    /// The number, if it is one.
    pub fn as_constant(&self) -> Option<i64> {
        match self {
            Expr::Constant(value) => Some(*value),
            _ => None,
        }
    }

    /// `x` and `c` of `x * c`.
    fn scaled(&self) -> Option<(&Expr, i64)> {
        match self {
            Expr::Binary(node) => match (node.operation, &node.rhs) {
                (ExprOp::Mul, Expr::Constant(factor)) => Some((&node.lhs, *factor)),
                _ => None,
            },
            _ => None,
        }
    }

    /// `x` and `c` of `x * c`; the expression itself and 1 of any other.
    pub(super) fn as_multiple(&self) -> (&Expr, i64) {
        self.scaled().unwrap_or((self, 1))
    }

    /// The number of operations in it, a part that is shared as often as it stands there; [`usize::MAX`] of 2^31 and
    /// more.
    pub fn operations(&self) -> usize {
        if self.size() < MANY { self.size() as usize } else { usize::MAX }
    }
}

impl Binary {
    /// The operation on other operands; itself if they are the same.
    pub(super) fn with_operands(self: &Arc<Self>, lhs: Expr, rhs: Expr) -> Expr {
        if lhs.is_identical(&self.lhs) && rhs.is_identical(&self.rhs) {
            return Expr::Binary(self.clone());
        }
        Expr::binary(self.operation, lhs, rhs)
    }
}

impl Expr {
    /// Whether it is a clone.
    pub(super) fn is_identical(&self, other: &Expr) -> bool {
        match (self, other) {
            (Expr::Binary(lhs), Expr::Binary(rhs)) => Arc::ptr_eq(lhs, rhs),
            (Expr::Variable(lhs), Expr::Variable(rhs)) => lhs == rhs,
            (Expr::Constant(lhs), Expr::Constant(rhs)) => lhs == rhs,
            _ => false,
        }
    }
}

/// `a*x + b*x` as `(a+b)*x`.
fn multiple_of_same(lhs: &Expr, rhs: &Expr) -> Option<Expr> {
    let ((lhs, lhs_factor), (rhs, rhs_factor)) = (lhs.as_multiple(), rhs.as_multiple());
    if lhs != rhs || matches!(lhs, Expr::Constant(_)) {
        return None;
    }
    Some(lhs.clone().mul(Expr::Constant(lhs_factor.checked_add(rhs_factor)?)))
}

/// `c` of `(x + c) - x` and of `(c + x) - x`.
fn number_beside(sum: &Expr, negative: &Expr) -> Option<Expr> {
    let Expr::Binary(node) = sum else { return None };
    let (other, number) = match (node.operation, &node.lhs, &node.rhs) {
        (ExprOp::Add, other, number @ Expr::Constant(_)) => (other, number),
        (ExprOp::Add, number @ Expr::Constant(_), other) => (other, number),
        _ => return None,
    };
    (multiple_of_same(other, negative)? == Expr::Constant(0)).then(|| number.clone())
}

/// Dividend and divisor of a `floordiv` by a positive number.
pub(super) fn quotient_of(expr: &Expr) -> Option<(&Expr, i64)> {
    divided_by_constant(expr, ExprOp::FloorDiv)
}

/// Dividend and modulus of a `mod` by a positive number.
pub(super) fn remainder_of(expr: &Expr) -> Option<(&Expr, i64)> {
    divided_by_constant(expr, ExprOp::Mod)
}

fn divided_by_constant(expr: &Expr, operation: ExprOp) -> Option<(&Expr, i64)> {
    match expr {
        Expr::Binary(node) if node.operation == operation => match node.rhs {
            Expr::Constant(divisor @ 1..) => Some((&node.lhs, divisor)),
            _ => None,
        },
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Clones are identical; the same operation made again is equal only.
    #[test]
    fn clones_are_identical() {
        let (v, c) = (Expr::variable, Expr::constant);
        let quotient = || v(0).floor_div(c(2));
        let first = quotient();
        for expr in [v(3), c(-7), first.clone()] {
            assert!(expr.is_identical(&expr.clone()), "{expr}");
        }
        let pairs = [(v(3), v(4)), (c(3), c(4)), (v(3), c(3)), (first.clone(), v(0)), (first, quotient())];
        for (lhs, rhs) in pairs {
            assert!(!lhs.is_identical(&rhs) && !rhs.is_identical(&lhs), "{lhs} {rhs}");
        }
    }
}
