//! The copies of a block.

use super::complement::{Complemented, completed, fill_without_end};
use super::composition::{After, Composed, checked_after, known_after, mistake_after, refusal};
use super::error::Reason;
use super::flat::{Flat, values};
use super::leaves::{LeavesOf, leaves};
use crate::admissible::FlatMode;
use crate::int::{Int, Text, word};
use crate::layout::{Layout, notation};
use crate::tuple::{Shape, Stride};
use core::marker::PhantomData;
use typenum::U0;

/// What a block leaves out, without end: where its copies are. The last mode counts copies of all that is before it.
/// Its extent is 0 here, and not looked at: what follows a layout goes on in its last mode as far as it has to.
type Endless<S, D> = Complemented<LeavesOf<S, D>, Int<U0>>;

/// The copies of the block `S:D` that `TS:TD` counts.
pub(crate) type Copies<S, D, TS, TD> = Composed<After<Endless<S, D>>, TS, TD>;

/// The complement of the block after the tiler, whose steps go along single modes of the complement.
pub(crate) fn copies<S: Shape, D: Stride<S>, TS: Shape, TD: Stride<TS>>(
    block: Layout<S, D>,
    tiler: Layout<TS, TD>,
) -> Result<Copies<S, D, TS, TD>, Reason> {
    let map = || After(completed(leaves(block), Int::<U0>::new()));
    match const { KnownCopies::<S, D, TS, TD>::REFUSAL } {
        Some(Ok(())) => return known_after(map(), tiler),
        Some(Err(reason)) => return Err(reason),
        None => {}
    }
    let room = fill_without_end(&values(block.shape(), block.stride()))?.modes();
    if let Some(stride) = unaligned(&values(tiler.shape(), tiler.stride()), &room) {
        return Err(Reason::Unaligned { stride: word::steps(stride) });
    }
    checked_after(map(), &room, tiler)
}

/// What the compiler knows of the copies of `S:D` that `TS:TD` counts.
struct KnownCopies<S, D, TS, TD>(PhantomData<(S, D, TS, TD)>);

impl<S: Shape, D: Stride<S>, TS: Shape, TD: Stride<TS>> KnownCopies<S, D, TS, TD> {
    /// Whether there are copies, if all leaves are static.
    const REFUSAL: Option<Result<(), Reason>> =
        match (Flat::of(&S::LEAVES, &D::LEAVES), Flat::of(&TS::LEAVES, &TD::LEAVES)) {
            (Some(block), Some(tiler)) => Some(match fill_without_end(&block) {
                Err(reason) => Err(reason),
                Ok(fill) => {
                    let room = fill.modes();
                    match unaligned(&tiler, &room) {
                        Some(stride) => Err(Reason::Unaligned { stride: word::steps(stride) }),
                        None => match refusal::<After<Endless<S, D>>, TS, TD>(&room, &tiler) {
                            Some(refusal) => Err(Reason::NoLayout(refusal)),
                            None => Ok(()),
                        },
                    }
                }
            }),
            _ => None,
        };
}

/// Why there are no copies of `S:D` that `TS:TD` counts, if all leaves are static.
pub(crate) const fn mistake<S: Shape, D: Stride<S>, TS: Shape, TD: Stride<TS>>() -> Option<Text> {
    let Some(Err(reason)) = KnownCopies::<S, D, TS, TD>::REFUSAL else { return None };
    let block = notation::<S, D>();
    Some(match (reason, room::<S, D>()) {
        (Reason::NoLayout(refusal), Some(room)) => mistake_after::<TS, TD>(without_end(&room), &refusal),
        (Reason::Unaligned { stride }, Some(room)) => {
            let text = Text::new().str("the stride ").signed(stride).str(" in ");
            let text = text.text(&notation::<TS, TD>()).str(" is unaligned with copies of ");
            text.text(&block).str(", which are ").text(&without_end(&room))
        }
        (reason, _) => reason.mistake(&block),
    })
}

/// Where copies of a static block are.
const fn room<S: Shape, D: Stride<S>>() -> Option<Flat> {
    match Flat::of(&S::LEAVES, &D::LEAVES) {
        Some(block) => match fill_without_end(&block) {
            Ok(fill) => Some(fill.modes()),
            Err(_) => None,
        },
        None => None,
    }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout;
    use alloc::string::String;

    #[test]
    fn copies_are_written_without_end() {
        fn written<S: Shape, D: Stride<S>>(_: Layout<S, D>) -> Option<String> {
            room::<S, D>().map(|room| without_end(&room).as_str().into())
        }
        assert_eq!(written(layout!(4:1)).as_deref(), Some("*:4"));
        assert_eq!(written(layout!(4:2)).as_deref(), Some("(2,*):(1,8)"));
        assert_eq!(written(layout!((2, 2):(2, 12))).as_deref(), Some("(2,3,*):(1,4,24)"));
        assert_eq!(written(layout!((4, 4):(1, 2))), None);
        let n = 4;
        assert_eq!(written(layout!(n:1)), None);
    }

    #[test]
    fn static_copies_that_there_are_not_are_said() {
        fn said<S: Shape, D: Stride<S>, TS: Shape, TD: Stride<TS>>(
            _: Layout<S, D>,
            _: Layout<TS, TD>,
        ) -> Option<String> {
            mistake::<S, D, TS, TD>().map(|text| text.as_str().into())
        }
        assert_eq!(said(layout!(4:1), layout!(3:1)), None);
        assert_eq!(
            said(layout!(4:2), layout!(3:3)).as_deref(),
            Some("the stride 3 in 3:3 is unaligned with copies of 4:2, which are (2,*):(1,8)")
        );
        assert_eq!(
            said(layout!((4, 4):(1, 2)), layout!(3:1)).as_deref(),
            Some("(4,4):(1,2): a mode of stride 2 overlaps with smaller ones, which span 4")
        );
    }
}
