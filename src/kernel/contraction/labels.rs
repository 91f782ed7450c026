//! Labels of modes, read from a text.

use super::error::ContractionError;
use crate::int::sort_few;
use crate::layout::Mapping;
use crate::tuple::MAX_RANK;
use alloc::vec::Vec;

/// The labels of operands and of a result.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct ModeLabels {
    /// Those of the operands, and behind them those of the result.
    tensors: Vec<Vec<u8>>,
}

impl ModeLabels {
    /// Reads labels such as `ik,kj->ij`: letters, one for each mode, of so many operands. Blanks are skipped.
    pub(super) fn read(text: &str, operands: usize) -> Result<Self, ContractionError> {
        let mut tensors = Vec::from([Vec::new()]);
        let (bytes, mut at) = (text.as_bytes(), 0);
        let wrong = |at, expected| Err(ContractionError::Text { at, expected });
        let mut has_result = false;
        while let Some(&byte) = bytes.get(at) {
            let labels = tensors.last_mut().expect("there is a first tensor");
            match byte {
                b' ' => {}
                b'a'..=b'z' | b'A'..=b'Z' if labels.len() < MAX_RANK => labels.push(byte),
                b'a'..=b'z' | b'A'..=b'Z' => return wrong(at, "the end of 12 labels"),
                b',' if !has_result && tensors.len() < operands => tensors.push(Vec::new()),
                b'-' if !has_result && tensors.len() == operands && bytes.get(at + 1) == Some(&b'>') => {
                    tensors.push(Vec::new());
                    has_result = true;
                    at += 1;
                }
                _ if has_result => return wrong(at, "a label"),
                _ if tensors.len() < operands => return wrong(at, "a label or `,`"),
                _ => return wrong(at, "a label or `->`"),
            }
            at += 1;
        }
        match has_result {
            true => ModeLabels { tensors }.checked(),
            false if tensors.len() < operands => wrong(at, "a label or `,`"),
            false => wrong(at, "a label or `->`"),
        }
    }

    fn checked(self) -> Result<Self, ContractionError> {
        let result = self.result();
        match result.iter().enumerate().find(|(i, label)| result[..*i].contains(label)) {
            Some((_, &label)) => Err(ContractionError::Twice { label: label.into() }),
            None => Ok(self),
        }
    }

    /// Those of a tensor: behind the operands comes the result.
    pub(super) fn of(&self, tensor: usize) -> &[u8] {
        &self.tensors[tensor]
    }

    /// Those of the result.
    pub(super) fn result(&self) -> &[u8] {
        self.tensors.last().expect("there is a result")
    }

    /// All labels, each once.
    pub(super) fn all(&self) -> Vec<u8> {
        let mut all: Vec<u8> = self.tensors.concat();
        sort_few(&mut all, |&label| label);
        all.dedup();
        all
    }

    /// The extents of labels in a tensor, written to a list by label; or why they are not those of others.
    pub(super) fn extents<L: Mapping>(
        &self,
        tensor: usize,
        layout: &L,
        extents: &mut Extents,
    ) -> Result<(), ContractionError> {
        let labels = self.of(tensor);
        if labels.len() != L::RANK {
            return Err(ContractionError::Rank { tensor, labels: labels.len(), rank: L::RANK });
        }
        for (mode, &label) in labels.iter().enumerate() {
            let extent = layout.mode_extent(mode);
            match extents.0[usize::from(label)].replace(extent) {
                Some(other) if other != extent => {
                    return Err(ContractionError::Extent {
                        label: label.into(),
                        extent: other,
                        other: extent,
                    });
                }
                _ => {}
            }
        }
        Ok(())
    }
}

/// The extent of each label.
pub(super) struct Extents([Option<usize>; 128]);

impl Extents {
    pub(super) const NONE: Extents = Extents([None; 128]);

    /// That of a label which a tensor has.
    pub(super) fn of(&self, label: u8) -> usize {
        self.0[usize::from(label)].expect("some tensor has the label")
    }
}
