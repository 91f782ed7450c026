//! What every value of an expression is a multiple of.
use super::expr::{Binary, Expr};
use super::number::gcd;
use super::operation::ExprOp;
use super::walk::each_part;

impl Expr {
    /// Whether the form shows that every value is a multiple of `divisor`. Of large products and quotients it does not.
    ///
    /// ```
    /// use tilework::affine::Expr;
    /// assert!("max(v0 * 6, v1 * 4)".parse::<Expr>()?.is_multiple_of(2));
    /// assert!(!"v0 * 10 floordiv v1".parse::<Expr>()?.is_multiple_of(2));
    /// # Ok::<(), tilework::dynamic::Error>(())
    /// ```
    pub fn is_multiple_of(&self, divisor: i64) -> bool {
        match divisor {
            0 => return *self == Expr::Constant(0),
            1 | -1 => return true,
            _ => {}
        }
        let mut is_multiple = true;
        each_part(self, &mut |part| {
            use ExprOp::{Add, Max, Min, Mod};
            is_multiple &= match part {
                Expr::Constant(value) => value % divisor == 0,
                Expr::Variable(_) => false,
                // a remainder, too, is a multiple of what both sides are multiples of
                Expr::Binary(node) if matches!(node.operation, Add | Min | Max | Mod) => return is_multiple,
                Expr::Binary(node) => node.is_small() && node.is_product_of(divisor),
            };
            false
        });
        is_multiple
    }

    /// A divisor of `divisor` that the form shows to divide every value, as large as one finds. None of them is 0.
    fn factor_of(&self, divisor: i64) -> i64 {
        match self {
            Expr::Constant(value) => gcd(*value, divisor),
            Expr::Binary(node) if node.operation == ExprOp::Mul => {
                let factor = node.lhs.factor_of(divisor);
                factor * node.rhs.factor_of(divisor / factor)
            }
            Expr::Binary(node) if node.operation == ExprOp::Add => {
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
            ExprOp::Mul => self.rhs.is_multiple_of(divisor / self.lhs.factor_of(divisor)),
            _ => self
                .rhs
                .as_constant()
                .and_then(|rhs| rhs.checked_mul(divisor))
                .is_some_and(|product| self.lhs.is_multiple_of(product)),
        }
    }
}
