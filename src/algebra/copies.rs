//! The copies of a block.

use super::complement::{Complemented, completed, fill_without_end};
use super::composition::{After, Composed, check_numbers, checked_after, known_after};
use super::error::{Operation, Reason};
use super::flat::{Flat, values};
use super::leaves::{LeavesOf, leaves};
use crate::admissible::FlatMode;
use crate::int::{Int, Text, word};
use crate::layout::Layout;
use crate::tuple::{Shape, Stride};
use typenum::U0;

/// What a block leaves out, without end: where its copies are. The last mode counts copies of all that is before it.
/// Its extent is 0 here, and not looked at: what follows a layout goes on in its last mode as far as it has to.
type Endless<S, D> = Complemented<LeavesOf<S, D>, Int<U0>>;

/// The copies of the block `S:D` that `TS:TD` counts.
pub(crate) type Copies<S, D, TS, TD> = Composed<After<Endless<S, D>>, TS, TD>;

/// The complement of the block after the tiler, whose steps go along single modes of the complement.
pub(crate) fn copies<O: Operation, S: Shape, D: Stride<S>, TS: Shape, TD: Stride<TS>>(
    block: Layout<S, D>,
    tiler: Layout<TS, TD>,
) -> Result<Copies<S, D, TS, TD>, Reason> {
    let map = || After(completed(leaves(block), Int::<U0>::new()));
    if const { check_static::<O, S, D, TS, TD>() } {
        return known_after(map(), tiler);
    }
    let room = fill_without_end(&values(block.shape(), block.stride()))?.modes();
    if let Some(stride) = unaligned(&values(tiler.shape(), tiler.stride()), &room) {
        return Err(Reason::Unaligned { stride: word::steps(stride) });
    }
    checked_after(map(), &room, tiler)
}

/// A static block without copies where a static tiler counts them, as a compile error; whether both are static.
const fn check_static<O: Operation, S: Shape, D: Stride<S>, TS: Shape, TD: Stride<TS>>() -> bool {
    let (Some(block), Some(tiler)) = (Flat::of(&S::LEAVES, &D::LEAVES), Flat::of(&TS::LEAVES, &TD::LEAVES))
    else {
        return false;
    };
    let block_text = Text::new().text(&S::TEXT).str(":").text(&D::TEXT);
    let room = match fill_without_end(&block) {
        Ok(fill) => fill.modes(),
        Err(reason) => panic!("{}", reason.explain(O::NAME, &block_text).as_str()),
    };
    if let Some(stride) = unaligned(&tiler, &room) {
        let text = Text::new().str(O::NAME).str(": the stride ").signed(word::steps(stride)).str(" in ");
        let text = text.text(&TS::TEXT).str(":").text(&TD::TEXT).str(" is unaligned with copies of ");
        panic!("{}", text.text(&block_text).str(", which are ").text(&without_end(&room)).as_str())
    }
    check_numbers::<O, After<Endless<S, D>>, TS, TD>(&room, without_end(&room), &tiler);
    true
}

/// The notation of modes the last of which goes on: `(2,*):(1,8)`.
const fn without_end(room: &Flat) -> Text {
    let (modes, mut shape, mut stride, mut i) = (room.modes(), Text::new(), Text::new(), 0);
    while i < modes.len() {
        if i > 0 {
            (shape, stride) = (shape.str(","), stride.str(","));
        }
        shape = if i + 1 == modes.len() { shape.str("*") } else { shape.number(word::size(modes[i].extent)) };
        stride = stride.number(word::size(modes[i].stride));
        i += 1;
    }
    match modes.len() {
        1 => shape.str(":").text(&stride),
        _ => Text::new().str("(").text(&shape).str("):(").text(&stride).str(")"),
    }
}

/// The stride of a mode, if a step of it is one along several modes of the room at once.
const fn unaligned(tiler: &Flat, room: &Flat) -> Option<i64> {
    if tiler.is_empty() {
        return None;
    }
    let (tiler, room, mut i) = (tiler.modes(), room.modes(), 0);
    while i < tiler.len() {
        let FlatMode { extent, stride } = tiler[i];
        let (mut rest, mut moves, mut place) = (stride, false, 0);
        while place < room.len() && extent > 1 {
            let is_last = place + 1 == room.len();
            let digit = if is_last { rest } else { rest % room[place].extent };
            if digit != 0 && moves {
                return Some(stride);
            }
            moves |= digit != 0;
            rest /= room[place].extent;
            place += 1;
        }
        i += 1;
    }
    None
}
