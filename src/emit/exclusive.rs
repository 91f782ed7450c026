//! Exclusive sums: linear maps over F2, as few operations as their diagonals.
use super::lower::Lowering;
use super::machine::{Machine, Node};
use crate::affine::{Expr, IndexingMap};
use crate::dynamic::{Axis, DynLayout, Error, Mode, Stride, Swizzled};
use alloc::collections::BTreeMap;
use alloc::vec::Vec;

/// The most bits of a place.
const BITS: u32 = 62;

/// A linear map over F2: numbers, and for each what its bits are mapped to, bit 0 first.
#[derive(Debug, Clone)]
pub(super) struct ExclusiveSum {
    terms: Vec<(Expr, Vec<u64>)>,
}

impl ExclusiveSum {
    /// Of numbers, and for each what its bits are mapped to, bit 0 first.
    pub(super) fn of_terms(terms: Vec<(Expr, Vec<u64>)>) -> Self {
        ExclusiveSum { terms }
    }

    /// The layout as such a map of its modes, or of its leaves, if its offsets add up without carries.
    pub(super) fn of_layout(layout: &DynLayout) -> Option<Self> {
        let columns_of = |mode: &Mode| -> Option<Vec<u64>> {
            let bits = i64::BITS - (mode.extent - 1).max(0).leading_zeros();
            let stride = match mode.stride {
                Stride::F2(stride) => stride,
                Stride::Int(stride) if mode.extent == 1 << bits => u64::try_from(stride).ok()?,
                _ if mode.extent == 1 => 0,
                _ => return None,
            };
            let shifted =
                |bit: u32| (bit + u64::BITS - stride.leading_zeros() <= BITS).then(|| stride << bit);
            (0..bits).map(shifted).collect()
        };
        let leaves: Option<Vec<Vec<u64>>> = layout.leaves().iter().map(columns_of).collect();
        let leaves = leaves?;
        let is_f2 = |mode: &Mode| matches!(mode.stride, Stride::F2(_)) || mode.extent == 1;
        if !layout.leaves().iter().all(is_f2) {
            // numbers without a common bit add up without carries
            let mut seen = 0;
            for column in leaves.iter().flatten() {
                if seen & column != 0 {
                    return None;
                }
                seen |= column;
            }
        }
        let is_binary = layout.leaves().iter().all(|mode| mode.extent.count_ones() == 1);
        if !is_binary {
            let indices = leaf_indices(layout).ok()?;
            return Some(ExclusiveSum { terms: indices.into_iter().zip(leaves).collect() });
        }
        let mut rest = leaves.into_iter();
        let modes = layout.modes().enumerate().map(|(place, mode)| {
            (Expr::variable_at(place), rest.by_ref().take(mode.leaves().len()).flatten().collect())
        });
        Some(ExclusiveSum { terms: modes.collect() })
    }

    /// The same for a swizzled layout, if nothing is added before its swizzles.
    pub(super) fn of_swizzled(swizzled: &Swizzled) -> Option<Self> {
        let mut sum = ExclusiveSum::of_layout(&swizzled.layout)?;
        for (swizzle, offset) in swizzled.swizzles.iter().rev() {
            if *offset != 0 {
                return None;
            }
            for column in sum.terms.iter_mut().flat_map(|(_, columns)| columns) {
                *column = swizzle.apply(column.cast_signed()).ok()?.cast_unsigned();
            }
        }
        Some(sum)
    }

    /// From a place to each of the numbers, if every place up to a power of two has one; and that power.
    pub(super) fn inverse(&self) -> Option<(u32, Vec<ExclusiveSum>)> {
        // rows of the matrix beside those of the identity
        let mut rows: Vec<(u64, u64)> = Vec::new();
        let mut places = Vec::new();
        for (input, (expr, columns)) in self.terms.iter().enumerate() {
            if !matches!(expr, Expr::Variable(_)) {
                return None;
            }
            for (bit, &column) in columns.iter().enumerate() {
                rows.push((column, 1 << rows.len()));
                places.push((input, bit));
            }
        }
        let bits = u32::try_from(rows.len()).ok().filter(|bits| *bits <= BITS)?;
        for bit in 0..rows.len() {
            let pivot = (bit..rows.len()).find(|row| rows[*row].0 >> bit & 1 == 1)?;
            rows.swap(bit, pivot);
            let (column, inputs) = rows[bit];
            for (other, row) in rows.iter_mut().enumerate() {
                if other != bit && row.0 >> bit & 1 == 1 {
                    *row = (row.0 ^ column, row.1 ^ inputs);
                }
            }
        }
        if rows.iter().any(|(column, _)| column.count_ones() != 1) {
            return None;
        }
        let of_input = |input: usize| {
            let column = |&(_, inputs): &(u64, u64)| {
                let own = places
                    .iter()
                    .enumerate()
                    .filter(|(place, (of, _))| *of == input && inputs >> place & 1 == 1);
                own.fold(0_u64, |column, (_, (_, bit))| column | 1 << bit)
            };
            ExclusiveSum { terms: Vec::from([(Expr::variable(0), rows.iter().map(column).collect())]) }
        };
        Some((bits, (0..self.terms.len()).map(of_input).collect()))
    }

    /// The value: for each number, the bits that go equally far, together.
    pub(super) fn value(&self, lowering: &mut Lowering<'_>) -> Option<Node> {
        let mut sum = None;
        for (expr, columns) in &self.terms {
            // how far, and which bits go there
            let mut diagonals: BTreeMap<i32, i64> = BTreeMap::new();
            for (bit, column) in (0_i32..).zip(columns) {
                let set = (0..64).filter(|place| column >> place & 1 == 1);
                set.for_each(|place| *diagonals.entry(place - bit).or_insert(0) |= 1 << bit);
            }
            let number = lowering.value(expr)?;
            let machine = &mut lowering.machine;
            let mut places: Vec<(i64, Node)> = Vec::new();
            for (by, mask) in diagonals.into_iter().rev() {
                if by > 0 {
                    let bits = machine.masked(number, mask)?;
                    let moved = machine.shifted(bits, by)?;
                    sum = Some(with(machine, sum, moved)?);
                    continue;
                }
                // what comes to the same places is added before the others are left out
                let (moved, mask) = (machine.shifted(number, by)?, mask >> by.unsigned_abs());
                match places.iter_mut().find(|(places, _)| *places == mask) {
                    Some((_, known)) => *known = machine.xor(*known, moved)?,
                    None => places.push((mask, moved)),
                }
            }
            for (mask, moved) in places {
                let moved = machine.masked(moved, mask)?;
                sum = Some(with(machine, sum, moved)?);
            }
        }
        match sum {
            Some(sum) => Some(sum),
            None => lowering.machine.constant(0),
        }
    }
}

/// The index of each leaf of a layout, over the indices of its modes: what the layout gives with an axis for each leaf.
fn leaf_indices(layout: &DynLayout) -> Result<Vec<Expr>, Error> {
    let axes = layout.leaves().iter().enumerate().map(|(leaf, mode)| {
        let stride = Stride::Basis(1, Axis::new(&[leaf])?);
        Ok(Mode { extent: mode.extent, stride })
    });
    let modes = layout.view().with_leaves(axes.collect::<Result<Vec<Mode>, Error>>()?);
    Ok(IndexingMap::try_from(&DynLayout::from_modes(modes)?)?.results().to_vec())
}

fn with(machine: &mut Machine, sum: Option<Node>, moved: Node) -> Option<Node> {
    match sum {
        Some(sum) => machine.xor(sum, moved),
        None => Some(moved),
    }
}
