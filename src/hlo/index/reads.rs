//! What one output reads, without a word for each operand of which it reads nothing.
use super::operand::{Indexing, OperandIndexing, OperandMaps};
use alloc::sync::Arc;
use alloc::vec::Vec;
use smallvec::SmallVec;

/// The maps of the operands that something is read of, or nothing is known of, in the order of the operands. The
/// element of a wide tuple is that of one operand, and there are as many elements as operands.
#[derive(Debug, Clone, Default)]
pub(in crate::hlo) struct Reads(SmallVec<[(usize, OperandMaps); 2]>);

impl Reads {
    /// No operand is read.
    pub(super) fn nothing() -> Self {
        Reads::default()
    }

    /// Those of some operands, each named once, in any order.
    pub(super) fn of_some(found: impl IntoIterator<Item = (usize, OperandMaps)>) -> Self {
        let is_read = |(_, maps): &(usize, OperandMaps)| maps.as_ref().is_none_or(|maps| !maps.is_empty());
        let mut found: SmallVec<[(usize, OperandMaps); 2]> = found.into_iter().filter(is_read).collect();
        found.sort_unstable_by_key(|(operand, _)| *operand);
        Reads(found)
    }

    /// Those of the first operands, in order.
    pub(super) fn of_all(maps: impl IntoIterator<Item = OperandMaps>) -> Self {
        Reads::of_some(maps.into_iter().enumerate())
    }

    /// The maps of an operand: none if nothing is known of it, an empty list if it is not read.
    pub(in crate::hlo) fn of(&self, operand: usize) -> Option<&[OperandIndexing]> {
        match self.0.binary_search_by_key(&operand, |(operand, _)| *operand) {
            Ok(place) => self.0[place].1.as_deref(),
            Err(_) => Some(&[]),
        }
    }

    /// The operands that are read, or of which nothing is known.
    pub(in crate::hlo) fn iter(&self) -> impl Iterator<Item = (usize, &OperandMaps)> {
        self.0.iter().map(|(operand, maps)| (*operand, maps))
    }

    /// With a word for each operand.
    pub(super) fn into_all(self, operands: usize) -> Indexing {
        let mut all: Indexing = (0..operands).map(|_| Some(SmallVec::new())).collect();
        for (operand, maps) in self.0 {
            if let Some(slot) = all.get_mut(operand) {
                *slot = maps;
            }
        }
        all
    }
}

impl IntoIterator for Reads {
    type Item = (usize, OperandMaps);
    type IntoIter = smallvec::IntoIter<[(usize, OperandMaps); 2]>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

/// What some outputs of an instruction have to do with an operand.
///
/// Of an instruction with many outputs that read alike, one list serves all of them.
#[derive(Debug, Clone, PartialEq)]
pub struct OutputMaps {
    /// The numbers of the outputs, in order.
    pub outputs: Arc<[usize]>,
    /// The maps, the same for each of these outputs; none if nothing is known.
    pub maps: OperandMaps,
}

/// For each operand what the outputs have to do with it, in the order of the outputs; outputs that have nothing to do
/// with it are not named.
pub type AllOutputs = Vec<Vec<OutputMaps>>;

/// Outputs of which nothing is known, of no operand.
pub(super) fn add_unknown(all: &mut AllOutputs, mut unknown: Vec<usize>) {
    if unknown.is_empty() {
        return;
    }
    unknown.sort_unstable();
    let outputs: Arc<[usize]> = unknown.into();
    all.iter_mut().for_each(|maps| maps.push(OutputMaps { outputs: outputs.clone(), maps: None }));
}
