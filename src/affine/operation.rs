//! What may be done to two integers.

/// What an expression may do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ExprOp {
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

impl ExprOp {
    /// The value, if there is one that fits.
    pub fn apply(self, lhs: i64, rhs: i64) -> Option<i64> {
        match self {
            ExprOp::Add => lhs.checked_add(rhs),
            ExprOp::Mul => lhs.checked_mul(rhs),
            ExprOp::FloorDiv => {
                let quotient = lhs.checked_div(rhs)?;
                Some(quotient - i64::from(lhs % rhs != 0 && lhs.signum() != rhs.signum()))
            }
            ExprOp::CeilDiv => {
                let quotient = lhs.checked_div(rhs)?;
                Some(quotient + i64::from(lhs % rhs != 0 && lhs.signum() == rhs.signum()))
            }
            ExprOp::Mod => lhs.checked_rem_euclid(rhs),
            ExprOp::Min => Some(lhs.min(rhs)),
            ExprOp::Max => Some(lhs.max(rhs)),
        }
    }

    /// Whether there is a divisor.
    pub(super) fn is_division(self) -> bool {
        matches!(self, ExprOp::FloorDiv | ExprOp::CeilDiv | ExprOp::Mod)
    }
}
