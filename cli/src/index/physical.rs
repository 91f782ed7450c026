//! Where in memory an operand is read: places in its buffer instead of indices.
use super::Direction;
use super::entry::{Entry, Known, OfOutputs, Operand};
use tilework::affine::IndexingMap;
use tilework::dynamic::Error;
use tilework::hlo::{OperandIndexing, Scope, element, output_shapes, proves_bitcast};
use tilework::xla::{ArrayShape, BitcastProof, Shape, stored_bits};

/// One map in memory.
pub(super) struct Places {
    /// From the index to the place that is read.
    pub(super) offsets: IndexingMap,
    /// From place to place.
    pub(super) places: IndexingMap,
    /// From byte to byte, if elements are whole bytes, and not of one size; why not, if they are no whole bytes.
    pub(super) bytes: Option<Result<IndexingMap, String>>,
}

/// Whether elements change their places.
pub(super) enum Moves {
    Nothing,
    /// An element that moves.
    Element {
        index: Vec<i64>,
        from: i64,
        to: i64,
    },
    Unknown(String),
}

impl Moves {
    /// A word for a column.
    pub(super) fn word(&self) -> &'static str {
        match self {
            Moves::Nothing => "nothing",
            Moves::Element { .. } => "elements",
            Moves::Unknown(_) => "?",
        }
    }
}

impl Entry<'_> {
    /// Adds what is known of places in memory to each operand.
    pub(super) fn with_physical(mut self, number: usize, direction: Direction, scope: Scope) -> Self {
        let outputs: Vec<&Shape> = output_shapes(&self.instruction.shape, scope).collect();
        let is_move = matches!(self.instruction.opcode, "copy" | "reshape" | "transpose" | "bitcast");
        for operand in &mut self.operands {
            let input = &operand.instruction.shape;
            for OfOutputs { outputs: alike, maps } in &mut operand.maps {
                // alike are only outputs of one shape
                let output =
                    alike.first().and_then(|output| outputs.get(*output)).and_then(|shape| shape.as_array());
                for Known { indexing, places, .. } in maps.iter_mut().flatten() {
                    let input = element(input, &indexing.element).and_then(Shape::as_array);
                    let arrays = match direction {
                        Direction::OutputToInput => (output, input),
                        Direction::InputToOutput => (input, output),
                    };
                    *places = Some(match arrays {
                        (Some(from), Some(to)) => {
                            Places::of(indexing, from, to).map_err(|error| error.to_string())
                        }
                        _ => Err("it is no array".to_string()),
                    });
                }
            }
            operand.moves = is_move.then(|| moves(operand, self.computation, number));
        }
        self
    }
}

impl Places {
    fn of(indexing: &OperandIndexing, from: &ArrayShape, to: &ArrayShape) -> Result<Self, Error> {
        let of_bytes = || indexing.between_bytes(from, to).map(|found| found.map);
        let is_other = stored_bits(from) != stored_bits(to);
        Ok(Places {
            offsets: indexing.to_places(to)?.map,
            places: indexing.between_places(from, to)?.map,
            bytes: is_other.then(|| of_bytes().map_err(|error| error.to_string())),
        })
    }
}

fn moves(operand: &Operand<'_>, computation: &tilework::hlo::Computation<'_>, number: usize) -> Moves {
    match proves_bitcast(operand.module, computation, number) {
        Ok(BitcastProof::Proven) => Moves::Nothing,
        Ok(BitcastProof::Refuted { index, from, to }) => Moves::Element { index: index.to_vec(), from, to },
        Ok(BitcastProof::Open) => {
            Moves::Unknown("there is no proof, and no element that moves was found".into())
        }
        Err(error) => Moves::Unknown(error.to_string()),
    }
}
