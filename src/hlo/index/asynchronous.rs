//! Operations in two halves: one begins, the other waits for the end.
//!
//! What begins has a tuple: what is read, what is computed, and marks that nobody computes with. `copy-start` has the
//! copy first.
use super::builder::subshape;
use super::output_at::OutputAt;
use super::reads::Reads;
use smallvec::SmallVec;

/// The output of the operation that begins with `…-start`, of an opcode without it; none if the output is nothing that
/// it computes.
pub(super) fn begun<'a, 't>(at: &OutputAt<'a, 't>, opcode: &'a str) -> Option<OutputAt<'a, 't>> {
    match (opcode, at.output) {
        ("copy", _) => None,
        ("all-reduce", _) => Some(OutputAt { opcode, ..*at }),
        (_, [1, output @ ..]) => Some(OutputAt { opcode, shape: subshape(at.shape, &[1])?, output, ..*at }),
        _ => None,
    }
}

/// What else `…-start` has, of an opcode without it: what is read, a copy, marks.
pub(super) fn start(at: &OutputAt<'_, '_>, opcode: &str) -> Option<Reads> {
    match (opcode, at.output) {
        // the copy, and what is copied
        ("copy", [0 | 1]) => at.only(0, at.same_element(0, &[])),
        // what is read: as a tuple, or the only operand itself
        (_, [0]) => at.only(0, at.same_element(0, &[])),
        (_, [0, operand, rest @ ..]) => at.only(*operand, at.same_element(*operand, rest)),
        // no element is in a mark
        (_, [_, ..]) => Some(Reads::nothing()),
        _ => None,
    }
}

/// `…-done`, of an opcode without it.
pub(super) fn done(at: &OutputAt<'_, '_>, opcode: &str) -> Option<Reads> {
    let mut path: SmallVec<[usize; 2]> = match opcode {
        "copy" => SmallVec::from_slice(&[0]),
        "all-reduce" => SmallVec::new(),
        _ => SmallVec::from_slice(&[1]),
    };
    path.extend_from_slice(at.output);
    at.only(0, at.same_element(0, &path))
}
