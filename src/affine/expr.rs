//! Expressions over integer variables.
use super::interval::Interval;
use super::walk::{SMALL, Walk, compare, each_part};
use alloc::sync::Arc;
use core::cmp::Ordering;
use core::hash::{Hash, Hasher};

/// An integer expression over variables `v0, v1, …`: what an index is computed by.
///
/// `floordiv` rounds towards minus infinity, `ceildiv` towards plus infinity, and `mod m` is in `0..|m|`. Values are of 64 bits;
/// an evaluation that does not fit has no value. A clone is cheap: parts are shared. Expressions may be as deep as memory allows:
/// nothing here recurses deeply, and no part that is shared is walked again and again. Source: XLA, *Indexing analysis*.
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
    pub operation: Operation,
    /// The least number of a variable in it, as far as that fits.
    first: u16,
    /// How many operations it is made of; from [`MANY`] on, a number that is most often another for another expression.
    operations: u32,
    /// The left operand.
    pub lhs: Expr,
    /// The right operand.
    pub rhs: Expr,
}

/// So many operations are not counted any more: with parts that are shared it takes few steps to have that many.
const MANY: u32 = 1 << 31;

impl Binary {
    fn new(operation: Operation, lhs: Expr, rhs: Expr) -> Self {
        let (left, right) = (lhs.size(), rhs.size());
        let operations = match left.checked_add(right) {
            Some(operations @ ..MANY) => operations + 1,
            // so that expressions are seldom compared part by part
            _ => left.rotate_left(9).wrapping_mul(0x9E37_79B9).wrapping_add(right) ^ operation as u32 | MANY,
        };
        Binary { operation, first: lhs.first().min(rhs.first()), operations, lhs, rhs }
    }

    /// How many operations it is made of, or a number from [`MANY`] on.
    pub(super) fn operations(&self) -> u32 {
        self.operations
    }

    fn is_small(&self) -> bool {
        self.operations <= SMALL
    }

    /// What is compared before the operands. Small ones are in the order of their operations only.
    fn rank(&self) -> (u32, Operation) {
        (if self.is_small() { 0 } else { self.operations }, self.operation)
    }
}

impl PartialEq for Binary {
    fn eq(&self, other: &Self) -> bool {
        if self.operations != other.operations || self.operation != other.operation {
            return false;
        }
        if self.is_small() {
            return self.lhs == other.lhs && self.rhs == other.rhs;
        }
        self.cmp(other).is_eq()
    }
}

impl Eq for Binary {}

impl Hash for Binary {
    /// Of a large expression only its size counts.
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.operations, self.operation).hash(state);
        if self.is_small() {
            (&self.lhs, &self.rhs).hash(state);
        }
    }
}

impl Ord for Binary {
    fn cmp(&self, other: &Self) -> Ordering {
        let by_rank = self.rank().cmp(&other.rank());
        if self.is_small() || other.is_small() {
            return by_rank.then_with(|| self.lhs.cmp(&other.lhs)).then_with(|| self.rhs.cmp(&other.rhs));
        }
        compare(self, other, |lhs, rhs| lhs.rank().cmp(&rhs.rank()))
    }
}

impl PartialOrd for Binary {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// What an expression may do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Operation {
    /// `+`
    Add,
    /// `*`
    Mul,
    /// `floordiv`: the quotient rounded down.
    FloorDiv,
    /// `ceildiv`: the quotient rounded up.
    CeilDiv,
    /// `mod`: the remainder in `0..|m|`.
    Mod,
    /// The lesser.
    Min,
    /// The greater.
    Max,
}

impl Operation {
    /// The value, if there is one that fits.
    pub fn apply(self, lhs: i64, rhs: i64) -> Option<i64> {
        match self {
            Operation::Add => lhs.checked_add(rhs),
            Operation::Mul => lhs.checked_mul(rhs),
            Operation::FloorDiv => {
                let quotient = lhs.checked_div(rhs)?;
                Some(quotient - i64::from(lhs % rhs != 0 && (lhs < 0) != (rhs < 0)))
            }
            Operation::CeilDiv => {
                let quotient = lhs.checked_div(rhs)?;
                Some(quotient + i64::from(lhs % rhs != 0 && (lhs < 0) == (rhs < 0)))
            }
            Operation::Mod => lhs.checked_rem_euclid(rhs),
            Operation::Min => Some(lhs.min(rhs)),
            Operation::Max => Some(lhs.max(rhs)),
        }
    }

    /// The values there may be for operands in these intervals, if all of them fit in 64 bits.
    fn range_that_fits(self, lhs: Interval, rhs: Interval) -> Option<Interval> {
        let range = self.range(lhs, rhs);
        let fits = match self {
            Operation::Min | Operation::Max => true,
            Operation::Add | Operation::Mul => range.is_bounded(),
            _ => !(rhs.contains(0) || lhs.contains(i64::MIN) && rhs.contains(-1)),
        };
        fits.then_some(range)
    }

    /// The values there may be for operands in these intervals.
    pub fn range(self, lhs: Interval, rhs: Interval) -> Interval {
        match self {
            Operation::Add => lhs.add(rhs),
            Operation::Mul => lhs.mul(rhs),
            Operation::Min => lhs.min(rhs),
            Operation::Max => lhs.max(rhs),
            Operation::FloorDiv => lhs.floor_div_by(rhs),
            Operation::CeilDiv => lhs.ceil_div_by(rhs),
            Operation::Mod => lhs.rem_by(rhs),
        }
    }
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

    /// The operation on two expressions, computed if both are numbers and the value fits; a sum of two multiples of the same
    /// expression, and a multiple of a multiple, are one multiple.
    pub fn binary(operation: Operation, lhs: Expr, rhs: Expr) -> Self {
        if let (Expr::Constant(lhs), Expr::Constant(rhs)) = (&lhs, &rhs)
            && let Some(value) = operation.apply(*lhs, *rhs)
        {
            return Expr::Constant(value);
        }
        match (operation, &lhs, &rhs) {
            (Operation::Add, _, Expr::Constant(0)) => lhs,
            (Operation::Add, Expr::Constant(0), _) => rhs,
            (Operation::Mul | Operation::FloorDiv | Operation::CeilDiv, _, Expr::Constant(1)) => lhs,
            (Operation::Mul, Expr::Constant(1), _) => rhs,
            (Operation::Mul, _, Expr::Constant(0)) | (Operation::Mul, Expr::Constant(0), _) => {
                Expr::Constant(0)
            }
            (Operation::Mul, _, Expr::Constant(factor)) => match lhs.scaled() {
                Some((inner, own)) if let Some(factor) = own.checked_mul(*factor) => {
                    inner.clone().mul(Expr::Constant(factor))
                }
                _ => Expr::node(operation, lhs, rhs),
            },
            (Operation::Add, ..) => {
                multiple_of_same(&lhs, &rhs).unwrap_or_else(|| Expr::node(operation, lhs, rhs))
            }
            _ => Expr::node(operation, lhs, rhs),
        }
    }

    /// The operation on two expressions that have nothing to join.
    pub(super) fn node(operation: Operation, lhs: Expr, rhs: Expr) -> Self {
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

    /// The sum.
    #[allow(clippy::should_implement_trait)]
    pub fn add(self, rhs: Expr) -> Self {
        Expr::binary(Operation::Add, self, rhs)
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

    /// The product.
    #[allow(clippy::should_implement_trait)]
    pub fn mul(self, rhs: Expr) -> Self {
        Expr::binary(Operation::Mul, self, rhs)
    }

    /// The quotient rounded down.
    pub fn floor_div(self, rhs: Expr) -> Self {
        Expr::binary(Operation::FloorDiv, self, rhs)
    }

    /// The quotient rounded up.
    pub fn ceil_div(self, rhs: Expr) -> Self {
        Expr::binary(Operation::CeilDiv, self, rhs)
    }

    /// The remainder in `0..|rhs|`.
    pub fn modulo(self, rhs: Expr) -> Self {
        Expr::binary(Operation::Mod, self, rhs)
    }

    /// The lesser of both.
    pub fn min(self, rhs: Expr) -> Self {
        Expr::binary(Operation::Min, self, rhs)
    }

    /// The greater of both.
    pub fn max(self, rhs: Expr) -> Self {
        Expr::binary(Operation::Max, self, rhs)
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
                (Operation::Mul, Expr::Constant(factor)) => Some((&node.lhs, *factor)),
                _ => None,
            },
            _ => None,
        }
    }

    /// `x` and `c` of `x * c`; the expression itself and 1 of any other.
    pub(super) fn as_multiple(&self) -> (&Expr, i64) {
        self.scaled().unwrap_or((self, 1))
    }

    /// The value at these values of the variables; `None` if something does not fit in 64 bits, is divided by 0, or has no
    /// value in `values`.
    pub fn evaluate(&self, values: &[i64]) -> Option<i64> {
        match self {
            Expr::Constant(value) => Some(*value),
            Expr::Variable(number) => values.get(*number as usize).copied(),
            Expr::Binary(node) if node.is_small() => {
                node.operation.apply(node.lhs.evaluate(values)?, node.rhs.evaluate(values)?)
            }
            Expr::Binary(_) => Walk::default().fold(
                self,
                true,
                &mut |leaf, _| leaf.evaluate(values),
                &mut |node, _, lhs, rhs| node.operation.apply(lhs?, rhs?),
            ),
        }
    }

    /// An interval that all values are in, for variables in these intervals.
    pub fn range(&self, bounds: &[Interval]) -> Interval {
        match self {
            Expr::Constant(value) => Interval::point(*value),
            Expr::Variable(number) => bounds.get(*number as usize).copied().unwrap_or(Interval::ALL),
            Expr::Binary(node) if node.is_small() => {
                node.operation.range(node.lhs.range(bounds), node.rhs.range(bounds))
            }
            Expr::Binary(_) => Walk::default().fold(
                self,
                true,
                &mut |leaf, _| leaf.range(bounds),
                &mut |node, _, lhs, rhs| node.operation.range(lhs, rhs),
            ),
        }
    }

    /// The range, if every part has a value that fits in 64 bits, for all values of the variables in these intervals.
    pub(super) fn range_that_fits(&self, bounds: &[Interval]) -> Option<Interval> {
        match self {
            Expr::Constant(value) => Some(Interval::point(*value)),
            Expr::Variable(number) => bounds.get(*number as usize).copied(),
            Expr::Binary(node) if node.is_small() => node
                .operation
                .range_that_fits(node.lhs.range_that_fits(bounds)?, node.rhs.range_that_fits(bounds)?),
            Expr::Binary(_) => self.large_range_that_fits(bounds, &mut Walk::default()),
        }
    }

    /// The same, where some parts are known.
    pub(super) fn large_range_that_fits(
        &self,
        bounds: &[Interval],
        walk: &mut Walk<Option<Interval>>,
    ) -> Option<Interval> {
        walk.fold(self, true, &mut |leaf, _| leaf.range_that_fits(bounds), &mut |node, _, lhs, rhs| {
            node.operation.range_that_fits(lhs?, rhs?)
        })
    }

    /// The expression with each variable replaced.
    pub fn substitute(&self, replacement: &impl Fn(u32) -> Expr) -> Expr {
        match self {
            Expr::Constant(_) => self.clone(),
            Expr::Variable(number) => replacement(*number),
            Expr::Binary(node) if node.is_small() => {
                node.with_operands(node.lhs.substitute(replacement), node.rhs.substitute(replacement))
            }
            Expr::Binary(_) => Walk::default().fold(
                self,
                true,
                &mut |leaf, _| leaf.substitute(replacement),
                &mut |node, _, lhs, rhs| node.with_operands(lhs, rhs),
            ),
        }
    }

    /// Calls `visit` with the number of each variable: at least once, and at most as often as it stands there.
    pub fn each_variable(&self, visit: &mut impl FnMut(u32)) {
        match self {
            Expr::Constant(_) => {}
            Expr::Variable(number) => visit(*number),
            Expr::Binary(node) if node.is_small() => {
                node.lhs.each_variable(visit);
                node.rhs.each_variable(visit);
            }
            Expr::Binary(_) => each_part(self, &mut |part| {
                if let Expr::Variable(number) = part {
                    visit(*number);
                }
                true
            }),
        }
    }

    /// Whether the variable stands in it.
    pub fn uses(&self, variable: u32) -> bool {
        let mut found = false;
        self.each_variable(&mut |number| found |= number == variable);
        found
    }

    /// The number of operations in it, a part that is shared as often as it stands there; [`usize::MAX`] if there are more than
    /// 2^31.
    pub fn operations(&self) -> usize {
        if self.size() < MANY { self.size() as usize } else { usize::MAX }
    }

    /// Whether the form shows that every value is a multiple of `divisor`. Of large products and quotients it does not.
    ///
    /// ```
    /// use tilework::affine::Expr;
    /// assert!("max(v0 * 6, v1 * 4)".parse::<Expr>()?.is_multiple_of(2));
    /// assert!(!"v0 * 10 floordiv v1".parse::<Expr>()?.is_multiple_of(2));
    /// # Ok::<(), tilework::dynamic::Error>(())
    /// ```
    pub fn is_multiple_of(&self, divisor: i64) -> bool {
        if divisor == 1 || divisor == -1 {
            return true;
        }
        let mut is_multiple = true;
        each_part(self, &mut |part| {
            use Operation::{Add, Max, Min, Mod};
            is_multiple &= match part {
                Expr::Constant(value) => value.checked_rem(divisor) == Some(0),
                Expr::Variable(_) => false,
                // a remainder, too, is a multiple of what both sides are multiples of
                Expr::Binary(node) if matches!(node.operation, Add | Min | Max | Mod) => return is_multiple,
                Expr::Binary(node) => node.is_small() && node.is_product_of(divisor),
            };
            false
        });
        is_multiple
    }

    /// A divisor of `divisor` that the form shows to divide every value, as large as one finds; 0 only of 0.
    fn factor_of(&self, divisor: i64) -> i64 {
        match self {
            Expr::Constant(value) => gcd(*value, divisor),
            Expr::Binary(node) if node.operation == Operation::Mul => {
                let factor = node.lhs.factor_of(divisor);
                if factor == 0 { 0 } else { factor * node.rhs.factor_of(divisor / factor) }
            }
            Expr::Binary(node) if node.operation == Operation::Add => {
                gcd(node.lhs.factor_of(divisor), node.rhs.factor_of(divisor))
            }
            other if other.is_multiple_of(divisor) => divisor.saturating_abs(),
            _ => 1,
        }
    }
}

impl Binary {
    /// Whether a product or a quotient shows that it is a multiple.
    fn is_product_of(&self, divisor: i64) -> bool {
        match self.operation {
            Operation::Mul => {
                let factor = self.lhs.factor_of(divisor);
                factor != 0 && self.rhs.is_multiple_of(divisor / factor)
            }
            _ => self
                .rhs
                .as_constant()
                .and_then(|rhs| rhs.checked_mul(divisor))
                .is_some_and(|product| product != 0 && self.lhs.is_multiple_of(product)),
        }
    }

    /// The operation on other operands; itself if they are the same.
    fn with_operands(self: &Arc<Self>, lhs: Expr, rhs: Expr) -> Expr {
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

/// The greatest common divisor, not negative; [`i64::MAX`] in place of 2^63.
pub(super) fn gcd(a: i64, b: i64) -> i64 {
    let (mut a, mut b) = (a.unsigned_abs(), b.unsigned_abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    i64::try_from(a).unwrap_or(i64::MAX)
}

/// Operations before variables before constants, and then by their parts: any total order does.
impl Ord for Expr {
    fn cmp(&self, other: &Self) -> Ordering {
        match (self, other) {
            (Expr::Constant(lhs), Expr::Constant(rhs)) => lhs.cmp(rhs),
            (Expr::Variable(lhs), Expr::Variable(rhs)) => lhs.cmp(rhs),
            (Expr::Binary(lhs), Expr::Binary(rhs)) if Arc::ptr_eq(lhs, rhs) => Ordering::Equal,
            (Expr::Binary(lhs), Expr::Binary(rhs)) => lhs.cmp(rhs),
            (Expr::Binary(_), _) | (Expr::Variable(_), Expr::Constant(_)) => Ordering::Less,
            _ => Ordering::Greater,
        }
    }
}

impl PartialOrd for Expr {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
