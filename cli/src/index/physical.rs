//! Where in memory an operand is read: places in its buffer instead of indices.
use tilework::affine::IndexingMap;
use tilework::dynamic::Error;
use tilework::hlo::{Computation, Module, OperandIndexing, proves_bitcast};
use tilework::xla::{ArrayShape, BitcastProof, stored_bits};

/// One map in memory.
pub(super) struct PlaceMaps {
    /// From the index to the place that is read.
    pub(super) offsets: IndexingMap,
    /// From place to place.
    pub(super) places: IndexingMap,
    /// From byte to byte, if elements are whole bytes, and not of one size; why not, if they are no whole bytes.
    pub(super) bytes: Option<Result<IndexingMap, String>>,
}

/// Whether elements change their places.
pub(super) enum Movement {
    Nothing,
    /// An element that moves.
    Element {
        index: Vec<i64>,
        from: i64,
        to: i64,
    },
    Unknown(String),
}

impl Movement {
    /// Whether an instruction of one operand moves elements.
    pub(super) fn of(module: &Module<'_>, computation: &Computation<'_>, number: usize) -> Self {
        match proves_bitcast(module, computation, number) {
            Ok(BitcastProof::Proven) => Movement::Nothing,
            Ok(BitcastProof::Refuted { index, from, to }) => {
                Movement::Element { index: index.to_vec(), from, to }
            }
            Ok(BitcastProof::Open) => {
                Movement::Unknown("there is no proof, and no element that moves was found".into())
            }
            Err(error) => Movement::Unknown(error.to_string()),
        }
    }

    /// A word for a column.
    pub(super) fn word(&self) -> &'static str {
        match self {
            Movement::Nothing => "nothing",
            Movement::Element { .. } => "elements",
            Movement::Unknown(_) => "?",
        }
    }
}

impl PlaceMaps {
    pub(super) fn of(indexing: &OperandIndexing, from: &ArrayShape, to: &ArrayShape) -> Result<Self, Error> {
        let of_bytes = || indexing.between_bytes(from, to).map(|found| found.map);
        let is_other = stored_bits(from) != stored_bits(to);
        Ok(PlaceMaps {
            offsets: indexing.to_places(to)?.map,
            places: indexing.between_places(from, to)?.map,
            bytes: is_other.then(|| of_bytes().map_err(|error| error.to_string())),
        })
    }
}
