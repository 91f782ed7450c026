//! Operations in two halves: one begins, the other waits for the end.
//!
//! What begins has a tuple: what is read, what is computed, and marks that nobody computes with. `copy-start` has the copy first.
use super::at::At;
use super::builder::element;
use super::output_to_input::computed;
use super::reads::Reads;
use smallvec::SmallVec;

/// `…-start`, of an opcode without it.
pub(super) fn start(at: &At<'_, '_>, opcode: &str) -> Option<Reads> {
    match (opcode, at.output) {
        // the copy, and what is copied
        ("copy", [0 | 1]) => at.only(0, at.same_element(0, &[])),
        ("all-reduce", _) => computed(&At { opcode: "all-reduce", ..*at }),
        (_, [1, rest @ ..]) if opcode != "copy" => {
            computed(&At { opcode, shape: element(at.shape, &[1])?, output: rest, ..*at })
        }
        // what is read: as a tuple, or the only operand itself
        (_, [0]) => at.only(0, at.same_element(0, &[])),
        (_, [0, operand, rest @ ..]) => at.only(*operand, at.same_element(*operand, rest)),
        // no element is in a mark
        (_, [_, ..]) => Some(Reads::nothing()),
        _ => None,
    }
}

/// `…-done`, of an opcode without it.
pub(super) fn done(at: &At<'_, '_>, opcode: &str) -> Option<Reads> {
    let mut path: SmallVec<[usize; 2]> = match opcode {
        "copy" => SmallVec::from_slice(&[0]),
        "all-reduce" => SmallVec::new(),
        _ => SmallVec::from_slice(&[1]),
    };
    path.extend_from_slice(at.output);
    at.only(0, at.same_element(0, &path))
}
