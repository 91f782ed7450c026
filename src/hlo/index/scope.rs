//! How much is known.

/// What maps to answer with.
///
/// `Xla` has the maps that XLA's indexing analysis has, and is unknown where that is. `Extended` knows more operations,
/// both directions of each, and has exact maps where XLA answers with more or less than is read. An extended map is
/// exact: an element of the output is computed from those elements of the operand that the map leads to, and from no
/// others. Where indexing maps cannot say it, they lead to all that is read, and to more:
///
/// | operation, operand | the maps lead to | what is read |
/// |---|---|---|
/// | dynamic-update-slice, operand | the element | nothing where the update is |
/// | pad, value | the value, from everywhere | the value where there is padding |
/// | scatter, operand | the element | nothing where an update replaces it |
/// | scatter, reduce, reduce-window, sort of several operands | all of them | what the called computation takes |
/// | select-and-scatter, source | the windows that have the element | those that select it |
/// | while | what any number of rounds may read, and the condition | what the rounds read that are run |
/// | ragged-dot | all groups | the group of the row |
/// | dynamic-reshape of arrays with unknown sizes but the first | all elements | the element in row-major order |
/// | conditional | what each branch reads | what the branch reads that is taken |
/// | reduce-scatter, all-to-all | the parts of all replicas of the group | the part with the own number |
/// | collective-permute | all replicas that send | the one that sends to this one |
///
/// A number that is read at run time is a place, or stands for one, or for none: [`OutOfRange`](super::OutOfRange)
/// says which.
///
/// The maps of runtime variables and of the replica have either no symbols, or all variables of the map they belong to,
/// in the same order: a number that is read at a place which depends on a symbol is another one for each of its values.
/// XLA's maps have symbols of their own there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Scope {
    /// Those that XLA's indexing analysis knows; unknown where it answers unknown.
    #[default]
    Xla,
    /// Also those that it does not know, and exact ones where it answers with more than is read.
    Extended,
}
