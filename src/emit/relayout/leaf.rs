//! Leaves that an index is taken apart by: those of a side whose digits are not those of the other.
use crate::affine::Expr;
use crate::dynamic::{Error, LayoutRef, Result, Stride, invalid};
use alloc::vec::Vec;

/// A leaf of a mode on one side.
#[derive(Debug, Clone, Copy)]
pub(super) struct SideLeaf {
    /// What one of it counts in indices of the mode.
    pub(super) weight: i64,
    pub(super) extent: i64,
    pub(super) stride: Stride,
    /// Whether it is the last one of its mode.
    is_last: bool,
}

impl SideLeaf {
    /// The leaves of a mode with more than one element.
    ///
    /// # Errors
    /// If a stride is neither an integer nor one of F2.
    pub(super) fn of(mode: LayoutRef<'_>) -> Result<Vec<SideLeaf>> {
        let (mut leaves, mut weight) = (Vec::new(), 1_i64);
        for leaf in mode.leaves().iter().filter(|leaf| leaf.extent != 1) {
            if let Stride::Basis(..) = leaf.stride {
                return Err(invalid!("relayout", "the stride {} is no place", leaf.stride));
            }
            leaves.push(SideLeaf { weight, extent: leaf.extent, stride: leaf.stride, is_last: false });
            weight = weight.checked_mul(leaf.extent).ok_or(Error::overflow("the size of a mode"))?;
        }
        if let Some(last) = leaves.last_mut() {
            last.is_last = true;
        }
        Ok(leaves)
    }

    /// The stride as a number.
    pub(super) fn step(&self) -> i64 {
        match self.stride {
            Stride::Int(step) => step,
            Stride::F2(bits) => bits.cast_signed(),
            Stride::Basis(..) => 0,
        }
    }

    /// The index in the leaf, of one in the mode. It may go beyond the last leaf, over F2 as far as it has bits: there
    /// nothing is read or written.
    pub(super) fn index(&self, of: &Expr) -> Expr {
        let above = of.clone().floor_div(Expr::constant(self.weight));
        match (self.is_last, self.stride) {
            (true, Stride::F2(_)) => above.modulo(Expr::constant(1 << self.bits())),
            (true, _) => above,
            (false, _) => above.modulo(Expr::constant(self.extent)),
        }
    }

    /// How many bits its index has.
    fn bits(&self) -> u32 {
        i64::BITS - (self.extent - 1).leading_zeros()
    }

    /// Where the element of an index in the mode is.
    pub(super) fn place(&self, index: i64) -> Result<Stride> {
        self.stride.scaled(index / self.weight % self.extent)
    }

    /// Over F2, what each bit of the index in the leaf becomes, counted in so many places: a power of two.
    pub(super) fn columns(&self, places: i64) -> Vec<u64> {
        (0..self.bits()).map(|bit| (self.step() << bit).cast_unsigned() >> places.ilog2()).collect()
    }

    /// Counts so many elements as one: those of its mode, or of another.
    pub(super) fn count_in(&mut self, count: i64, is_own: bool) {
        if is_own && self.weight == 1 {
            self.extent /= count;
            return;
        }
        self.weight /= if is_own { count } else { 1 };
        self.stride = match self.stride {
            Stride::F2(bits) => Stride::F2(bits >> count.ilog2()),
            _ => Stride::Int(self.step() / count),
        };
    }
}
