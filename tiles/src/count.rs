//! Numbers of elements and of blocks, of which some may be known at run time only.

use crate::TilingRefusal;
use alloc::vec::Vec;
use core::convert::Infallible;

/// A number of elements or blocks: a static number, or one times a dynamic number.
///
/// `D` names a dimension of dynamic size. Where all sizes are static it is [`Infallible`]: then there is nothing but
/// `factor`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Count<D = Infallible> {
    /// The static factor.
    pub factor: i64,
    /// The dynamic factor.
    pub dynamic: Option<Dynamic<D>>,
}

/// The size of a dimension divided by the unit, rounded up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Dynamic<D> {
    /// The dimension.
    pub dimension: D,
    /// The elements that count as one.
    pub unit: i64,
}

/// A product of counts, the static ones in one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Product<D = Infallible> {
    /// The static factor.
    pub factor: i64,
    /// The dynamic factors.
    pub dynamic: Vec<Dynamic<D>>,
}

impl<D: Copy> Count<D> {
    /// A static number.
    pub const fn new(factor: i64) -> Self {
        Count { factor, dynamic: None }
    }

    /// The size of a dimension.
    pub const fn of_dimension(dimension: D) -> Self {
        Count { factor: 1, dynamic: Some(Dynamic { dimension, unit: 1 }) }
    }

    /// The number, if it is static.
    pub const fn as_static(&self) -> Option<i64> {
        match self.dynamic {
            None => Some(self.factor),
            Some(_) => None,
        }
    }

    /// How many blocks of `size` there are, the last one rounded up.
    pub(crate) fn blocks_of(self, size: i64) -> Result<Self, TilingRefusal> {
        match self.dynamic {
            None => Ok(Count::new(div_ceil(self.factor, size))),
            dynamic if self.factor % size == 0 => Ok(Count { factor: self.factor / size, dynamic }),
            // ceil(ceil(n / u) * f / (f * k)) is ceil(n / (u * k))
            Some(Dynamic { dimension, unit }) if size % self.factor == 0 => {
                let unit = multiply(unit, size / self.factor, "the size of a block")?;
                Ok(Count { factor: 1, dynamic: Some(Dynamic { dimension, unit }) })
            }
            Some(_) => Err(TilingRefusal::Dynamic("the number of tiles of merged dimensions")),
        }
    }

    /// The product with another count.
    pub(crate) fn times(self, other: Self) -> Result<Self, TilingRefusal> {
        let factor = multiply(self.factor, other.factor, "the size of merged dimensions")?;
        match (self.dynamic, other.dynamic) {
            (Some(_), Some(_)) => Err(TilingRefusal::Dynamic("the size of merged dimensions")),
            (dynamic, None) | (None, dynamic) => Ok(Count { factor, dynamic }),
        }
    }
}

impl<D: Copy> Product<D> {
    /// A static number.
    pub(crate) const fn new(factor: i64) -> Self {
        Product { factor, dynamic: Vec::new() }
    }

    /// The product with another count.
    pub(crate) fn times(&self, count: Count<D>) -> Result<Self, TilingRefusal> {
        let factor = multiply(self.factor, count.factor, "the number of elements in tiles")?;
        let mut dynamic = self.dynamic.clone();
        dynamic.extend(count.dynamic);
        Ok(Product { factor, dynamic })
    }
}

/// `a * b`, if that is below 2^63.
pub(crate) fn multiply(a: i64, b: i64, quantity: &'static str) -> Result<i64, TilingRefusal> {
    a.checked_mul(b).ok_or(TilingRefusal::TooLarge(quantity))
}

/// `ceil(a / b)`
pub(crate) const fn div_ceil(a: i64, b: i64) -> i64 {
    a / b + (a % b != 0) as i64
}
