//! Whether the leaves of a type have room for modes that are found at run time.

use super::error::Reason;
use super::flat::Flat;
use super::leaves::LayoutOf;
use crate::admissible::{FlatMode, Piece};
use crate::int::const_list::ConstList;
use crate::int::modes::{End, Modes, Then, static_match};
use crate::int::{Integer, Scalar, word};
use crate::layout::{Layout, LayoutError};
use crate::tuple::{self, IntTuple, MAX_LEAVES, Shape, Step, Stride};

/// Whether these modes are the pieces, up to modes of one element and pieces that are cut again.
pub(crate) const fn is_refinement(result: &Flat, whole: &[FlatMode], pieces: &[Piece]) -> bool {
    let result = result.modes();
    if has_no_elements(whole) {
        return has_no_elements(result);
    }
    let (mut mode, mut piece, mut leaf) = (0, 0, 0);
    while leaf < whole.len() {
        let mut rest = whole[leaf].extent;
        while rest > 1 {
            if piece == pieces.len() || pieces[piece].leaf != leaf {
                return false;
            }
            let (mut extent, mut stride) = (pieces[piece].extent, pieces[piece].stride);
            rest /= extent;
            while extent > 1 {
                if mode == result.len() {
                    return false;
                }
                let FlatMode { extent: part, stride: step } = result[mode];
                if part > 1 {
                    if extent % part != 0 || step != stride {
                        return false;
                    }
                    extent /= part;
                    stride = stride.wrapping_mul(part);
                } else if part == 0 {
                    return false;
                }
                mode += 1;
            }
            piece += 1;
        }
        leaf += 1;
    }
    while mode < result.len() {
        if result[mode].extent != 1 {
            return false;
        }
        mode += 1;
    }
    true
}

const fn has_no_elements(modes: &[FlatMode]) -> bool {
    let mut i = 0;
    while i < modes.len() {
        if modes[i].extent == 0 {
            return true;
        }
        i += 1;
    }
    false
}

/// The leaves of a result type, some of them known: where the modes of a composition must find room.
pub(crate) struct LeafRoom<'a> {
    /// How many leaves there are for each leaf of `rhs`.
    pub(crate) slots: &'a tuple::Leaves,
    pub(crate) shape: &'a tuple::Leaves,
    pub(crate) stride: &'a tuple::Leaves,
}

impl LeafRoom<'_> {
    /// The values of the leaves, if they are not those of the candidate; or that there is no room.
    ///
    /// The pieces are the right modes, those of each of the modes in `whole` together.
    pub(crate) fn fit(
        &self,
        pieces: &[Piece],
        whole: &[FlatMode],
        candidate: &Flat,
    ) -> Result<Option<Flat>, Reason> {
        if !has_no_elements(whole) && is_refinement(candidate, whole, pieces) {
            return Ok(None);
        }
        check_offsets(pieces)?;
        self.place(pieces, whole, Some(candidate)).map(Some)
    }

    /// The pieces in the leaves; a leaf takes as much of a piece as the candidate, or as it can.
    pub(crate) fn place(
        &self,
        mut pieces: &[Piece],
        whole: &[FlatMode],
        candidate: Option<&Flat>,
    ) -> Result<Flat, Reason> {
        // No piece has the shape of what has no elements: it is that of `whole`.
        let is_empty = has_no_elements(whole);
        let (mut result, mut slot) = (Flat::new(), 0);
        for (leaf, mode) in whole.iter().enumerate() {
            let count = pieces.iter().take_while(|piece| piece.leaf == leaf).count();
            let (own, others) = pieces.split_at(count);
            let mut own = own.iter();
            let (mut rest, mut step) = (if is_empty { mode.extent } else { 1 }, 0);
            let (first, slots) = (slot, self.slots.get(leaf).unwrap_or(0).cast_unsigned());
            for place in 0..slots {
                if let (1, Some(piece)) = (rest, own.as_slice().first()) {
                    (rest, step) = (piece.extent, piece.stride);
                    own.next();
                }
                let liked = candidate.map_or(1, |candidate| candidate.modes()[slot].extent);
                let extent = match self.shape.get(slot) {
                    Some(known) => known as i64,
                    // what the type computes for this mode, if the rest has another to go to
                    None if place + 1 < slots && liked > 1 && rest % liked == 0 && !is_empty => liked,
                    None => rest,
                };
                let idle = self.stride.get(slot).unwrap_or(0) as i64;
                result.push(extent, if extent == 1 || is_empty { idle } else { step });
                rest = match rest.checked_rem(extent) {
                    Some(0) => rest / extent,
                    None if rest == 0 => 0,
                    _ => return Err(Reason::NoRoom),
                };
                step = if rest > 1 { step.saturating_mul(extent) } else { 0 };
                slot += 1;
            }
            let is_used_up = match rest {
                0 => has_no_elements(result.modes().split_at(first).1),
                rest => rest == 1 && own.next().is_none(),
            };
            if !is_used_up {
                return Err(Reason::NoRoom);
            }
            pieces = others;
        }
        Ok(result)
    }
}

/// Whether the last mode of a layout may be longer than it need be.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum LastMode {
    /// There are no more elements than the modes have.
    Ends,
    /// What is behind the last element is of no meaning.
    GoesOn,
}

/// The layout of a type in which these modes, which are coalesced, find room: a mode may be cut into several, and
/// what is left over is `1:0`.
///
/// A type has room if its static extents are, one after another, the first factors of the modes, and as many dynamic
/// modes follow as may be left. Where there are no modes at all, static extents stay what they are.
pub(crate) fn in_room<M: Modes>(values: &Flat, last: LastMode) -> Result<LayoutOf<M>, Reason> {
    let (shape, stride) = (<M::Shape as IntTuple>::LEAVES, <M::Stride as IntTuple>::LEAVES);
    let (mut result, mut modes) = (Flat::new(), values.modes().iter());
    let (mut rest, mut step) = (1, 0);
    for place in 0..shape.len() {
        if rest == 1
            && let Some(mode) = modes.next()
        {
            (rest, step) = (mode.extent, mode.stride);
        }
        let known_stride = stride.get(place).map(|stride| stride as i64);
        let fits = known_stride.is_none_or(|stride| stride == step);
        let extent = match shape.get(place) {
            Some(known) => known as i64,
            None if fits => rest,
            None => 1,
        };
        result.push(extent, known_stride.unwrap_or(if extent == 1 { 0 } else { step }));
        if extent == 1 || values.modes().is_empty() {
            continue;
        }
        if last == LastMode::GoesOn && modes.as_slice().is_empty() && rest > 1 {
            rest = rest.max(extent);
        }
        if !fits || rest % extent != 0 {
            return Err(Reason::NoRoom);
        }
        rest /= extent;
        step = if rest > 1 { step.checked_mul(extent).ok_or(Reason::Overflow)? } else { 0 };
    }
    if rest != 1 || modes.next().is_some() {
        return Err(Reason::NoRoom);
    }
    let (shape, stride) = match filled(&result) {
        // a leaf that cannot be 1 is one of a layout without elements
        Err(_) if values.modes().is_empty() => filled(&without_elements(&shape, &stride))?,
        filled => filled?,
    };
    Layout::try_new(shape, stride).map_err(Reason::Layout)
}

/// Leaves of which the dynamic ones are 0.
fn without_elements(shape: &tuple::Leaves, stride: &tuple::Leaves) -> Flat {
    let mut empty = Flat::new();
    for place in 0..shape.len() {
        empty.push(shape.get(place).unwrap_or(0) as i64, stride.get(place).unwrap_or(0) as i64);
    }
    empty
}

/// The overflow of the offsets of these modes: what is no layout of any type needs no room.
fn check_offsets(pieces: &[Piece]) -> Result<(), Reason> {
    let mut reach = Some(0_usize);
    for piece in pieces {
        let step = word::steps(piece.stride).unsigned_abs().checked_mul(word::size(piece.extent) - 1);
        reach = reach.zip(step).and_then(|(reach, step)| reach.checked_add(step));
        if reach.is_none_or(|reach| reach >= isize::MAX as usize) {
            let (extent, stride) = (word::size(piece.extent), word::steps(piece.stride));
            return Err(Reason::Layout(LayoutError::Overflow { extent, stride }));
        }
    }
    Ok(())
}

/// The shape and stride of a type that have these leaves.
pub(crate) fn filled<S: Shape, D: Stride<S>>(values: &Flat) -> Result<(S, D), Reason> {
    let (mut extents, mut strides) = (values.modes().iter(), values.modes().iter());
    let shape = S::build(&mut |step| match step {
        Step::Leaf(_) => Some(word::steps(extents.next()?.extent)),
        _ => Some(0),
    });
    let stride = D::build(&mut |step| match step {
        Step::Leaf(_) => Some(word::steps(strides.next()?.stride)),
        _ => Some(0),
    });
    shape.zip(stride).ok_or(Reason::NoRoom)
}

/// The modes of a result without nesting, from fast to slow.
pub(crate) struct Row {
    /// As many as two layouts have leaves: a sum may cut each where the other begins a leaf.
    pieces: ConstList<Piece, { 2 * MAX_LEAVES }>,
    size: i64,
}

impl Row {
    pub(crate) const fn new() -> Self {
        Row { pieces: ConstList::new(Piece { leaf: 0, extent: 1, step: 0, stride: 0 }), size: 1 }
    }

    /// The modes of a layout with elements.
    pub(crate) const fn of(layout: &Flat) -> Self {
        let (mut row, mut i) = (Row::new(), 0);
        while i < layout.modes().len() {
            row.push(layout.modes()[i].extent, layout.modes()[i].stride);
            i += 1;
        }
        row
    }

    /// One more mode. The size fits in 64 bits, unless the row has no elements.
    pub(crate) const fn push(&mut self, extent: i64, stride: i64) {
        self.pieces.push(Piece { leaf: 0, extent, step: 0, stride });
        self.size = self.size.wrapping_mul(extent);
    }

    pub(crate) const fn pieces(&self) -> &[Piece] {
        self.pieces.entries()
    }

    /// The modes as numbers.
    pub(crate) const fn modes(&self) -> Flat {
        let (mut modes, mut i) = (Flat::new(), 0);
        while i < self.pieces().len() {
            modes.push(self.pieces()[i].extent, self.pieces()[i].stride);
            i += 1;
        }
        modes
    }

    /// What the modes are together.
    pub(crate) const fn whole(&self) -> FlatMode {
        FlatMode { extent: self.size, stride: 1 }
    }

    /// Whether these are the modes, up to modes of one element and modes that are cut again.
    pub(crate) const fn is_in(&self, result: &Flat) -> bool {
        is_refinement(result, &[self.whole()], self.pieces())
    }

    /// The values of the leaves of `S:D`, if they are not those of the candidate; or that there is no room. A mode
    /// that has no elements in the candidate is one that may have any number.
    pub(crate) fn fit<S: Shape, D: Stride<S>>(&self, candidate: &Flat) -> Result<Option<(S, D)>, Reason> {
        if self.is_in(candidate) {
            return Ok(None);
        }
        let (mut result, mut pieces, mut rest, mut step) = (Flat::new(), self.pieces().iter(), 1, 0);
        for (leaf, mode) in candidate.modes().iter().enumerate() {
            if rest == 1
                && mode.extent != 1
                && let Some(piece) = pieces.next()
            {
                (rest, step) = (piece.extent, piece.stride);
            }
            let extent = match mode.extent {
                0 => rest,
                known if rest % known == 0 => known,
                _ => return Err(Reason::NoRoom),
            };
            let idle = D::LEAVES.get(leaf).unwrap_or(0) as i64;
            result.push(extent, if extent == 1 { idle } else { step });
            rest /= extent;
            step = if rest > 1 { step.checked_mul(extent).ok_or(Reason::Overflow)? } else { 0 };
        }
        if rest != 1 || pieces.next().is_some() {
            return Err(Reason::NoRoom);
        }
        filled(&result).map(Some)
    }
}

/// Room for a mode of dynamic extent and stride `R` in place of each mode of `A` and of `B`.
pub(crate) type Slots<R, A, B> = <A as Modes>::Match<SlotEach<R, B>>;

static_match! {
    SlotEach<R: Scalar, B: Modes> as Match
    end B::Match<SlotLast<R>>;
    then<N, E, T> Then<usize, R, T::Match<SlotEach<R, B>>>;

    SlotLast<R: Scalar> as Match
    end End;
    then<N, E, T> Then<usize, R, T::Match<SlotLast<R>>>;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Int;
    use alloc::vec::Vec;

    fn flat(modes: &[(i64, i64)]) -> Flat {
        Flat::of_pairs(modes)
    }

    fn piece((leaf, extent, stride): (usize, i64, i64)) -> Piece {
        Piece { leaf, extent, step: 0, stride }
    }

    #[test]
    fn pieces_are_refined_by_cuts_and_units() {
        let is = |result: &[(i64, i64)], pieces: &[(usize, i64, i64)], whole: &[i64]| {
            let pieces: Vec<Piece> = pieces.iter().copied().map(piece).collect();
            let whole: Vec<FlatMode> = whole.iter().map(|&extent| FlatMode { extent, stride: 1 }).collect();
            is_refinement(&flat(result), &whole, &pieces)
        };
        let two = [(0, 4, 1), (0, 3, 10)];
        assert!(is(&[(4, 1), (3, 10)], &two, &[12]));
        assert!(is(&[(2, 1), (2, 2), (3, 10)], &two, &[12]));
        assert!(is(&[(1, 0), (4, 1), (1, 5), (3, 10), (1, 0)], &two, &[12]));
        for other in [
            &[(4, 1)][..],
            &[(4, 1), (3, 11)],
            &[(2, 1), (2, 3), (3, 10)],
            &[(3, 1), (4, 3)],
            &[(4, 1), (3, 10), (2, 30)],
            &[(4, 1), (0, 10)],
            &[],
        ] {
            assert!(!is(other, &two, &[12]), "{other:?}");
        }
        assert!(is(&[(4, 1), (3, 10)], &[(0, 4, 1), (1, 3, 10)], &[4, 3]));
        assert!(!is(&[(4, 1), (3, 10)], &[(0, 4, 1), (0, 3, 10)], &[4, 3]));
        assert!(!is(&[(4, 1), (3, 10)], &[(0, 4, 1)], &[12]));
        assert!(is(&[(0, 7), (2, 1)], &two, &[12, 0]) && !is(&[(1, 7), (2, 1)], &two, &[12, 0]));
        assert!(is(&[], &[], &[1]) && is(&[(1, 3)], &[], &[]) && !is(&[(2, 3)], &[], &[]));
    }

    #[test]
    fn leaves_take_what_the_candidate_takes_or_all() {
        let place = |slots: &[isize],
                     shape: &[Option<isize>],
                     pieces: &[(usize, i64, i64)],
                     whole: &[i64],
                     candidate: Option<&[(i64, i64)]>| {
            let leaves = |leaves: &mut dyn Iterator<Item = Option<isize>>| {
                leaves.fold(tuple::Leaves::new(), |leaves, leaf| leaves.push(leaf))
            };
            let room = LeafRoom {
                slots: &leaves(&mut slots.iter().copied().map(Some)),
                shape: &leaves(&mut shape.iter().copied()),
                stride: &leaves(&mut shape.iter().map(|_| None)),
            };
            let pieces: Vec<Piece> = pieces.iter().copied().map(piece).collect();
            let whole: Vec<FlatMode> = whole.iter().map(|&extent| FlatMode { extent, stride: 1 }).collect();
            room.place(&pieces, &whole, candidate.map(flat).as_ref()).map(|result| result.pairs())
        };
        let one = [(0, 12, 5)];
        assert_eq!(place(&[2], &[None; 2], &one, &[12], None), Ok([(12, 5), (1, 0)].into()));
        assert_eq!(
            place(&[2], &[None; 2], &one, &[12], Some(&[(4, 5), (3, 20)])),
            Ok([(4, 5), (3, 20)].into())
        );
        assert_eq!(
            place(&[2], &[None; 2], &one, &[12], Some(&[(5, 5), (2, 25)])),
            Ok([(12, 5), (1, 0)].into())
        );
        assert_eq!(place(&[1], &[None], &one, &[12], Some(&[(4, 5)])), Ok([(12, 5)].into()));
        assert_eq!(place(&[2], &[Some(3), None], &one, &[12], None), Ok([(3, 5), (4, 15)].into()));
        assert_eq!(place(&[2], &[Some(5), None], &one, &[12], None), Err(Reason::NoRoom));
        assert_eq!(place(&[1], &[Some(0)], &one, &[12], None), Err(Reason::NoRoom));
        let two = [(0, 2, 1), (0, 3, 5)];
        assert_eq!(place(&[2], &[None; 2], &two, &[6], None), Ok([(2, 1), (3, 5)].into()));
        assert_eq!(place(&[1], &[None], &two, &[6], None), Err(Reason::NoRoom));
        let apart = [(0, 2, 1), (1, 3, 5)];
        assert_eq!(place(&[1, 2], &[None; 3], &apart, &[2, 3], None), Ok([(2, 1), (3, 5), (1, 0)].into()));
        // what has no elements keeps its shape
        assert_eq!(place(&[2], &[None; 2], &[], &[0], Some(&[(2, 0), (2, 0)])), Ok([(0, 0), (0, 0)].into()));
        assert_eq!(place(&[2], &[Some(2), None], &[], &[0], None), Ok([(2, 0), (0, 0)].into()));
        assert_eq!(place(&[1], &[Some(2)], &[], &[0], None), Err(Reason::NoRoom));
        assert_eq!(place(&[1, 1], &[None; 2], &[], &[4, 0], None), Ok([(4, 0), (0, 0)].into()));
    }

    #[test]
    fn coalesced_modes_find_room_in_a_type() {
        fn room<M: Modes>(modes: &[(i64, i64)], last: LastMode) -> Result<Vec<(i64, i64)>, Reason> {
            in_room::<M>(&flat(modes), last)
                .map(|layout| crate::algebra::flat::values(layout.shape(), layout.stride()).pairs())
        }
        use LastMode::{Ends, GoesOn};
        type Free = Then<usize, usize, End>;
        type Two = Then<usize, usize, Free>;
        type Unit = Then<usize, Int!(1), Free>;
        type Fives = Then<Int!(5), usize, Free>;
        assert_eq!(room::<Two>(&[(4, 1), (3, 10)], Ends), Ok([(4, 1), (3, 10)].into()));
        assert_eq!(room::<Two>(&[(4, 1)], Ends), Ok([(4, 1), (1, 0)].into()));
        assert_eq!(room::<Two>(&[], Ends), Ok([(1, 0), (1, 0)].into()));
        assert_eq!(room::<Unit>(&[(4, 1), (3, 10)], Ends), Ok([(4, 1), (3, 10)].into()));
        assert_eq!(room::<Unit>(&[(4, 2)], Ends), Ok([(1, 1), (4, 2)].into()));
        assert_eq!(room::<Fives>(&[(10, 1)], Ends), Ok([(5, 1), (2, 5)].into()));
        assert_eq!(room::<Fives>(&[(12, 1)], Ends), Err(Reason::NoRoom));
        assert_eq!(room::<Fives>(&[(3, 1)], Ends), Err(Reason::NoRoom));
        assert_eq!(room::<Fives>(&[(3, 1)], GoesOn), Ok([(5, 1), (1, 0)].into()));
        assert_eq!(room::<Fives>(&[(12, 1)], GoesOn), Err(Reason::NoRoom));
        assert_eq!(room::<Fives>(&[(3, 1), (2, 7)], GoesOn), Err(Reason::NoRoom));
        assert_eq!(room::<Free>(&[(4, 1), (3, 10)], Ends), Err(Reason::NoRoom));
        assert_eq!(room::<Then<Int!(4), usize, End>>(&[(12, 1)], Ends), Err(Reason::NoRoom));
        assert_eq!(
            room::<Then<usize, usize, Then<Int!(5), usize, End>>>(&[(3, 1)], GoesOn),
            Err(Reason::NoRoom)
        );
        assert_eq!(room::<Then<Int!(5), Int!(2), End>>(&[(5, 1)], Ends), Err(Reason::NoRoom));
    }

    #[test]
    fn rows_fit_where_each_mode_may_be_cut() {
        fn fit<S: Shape, D: Stride<S>>(candidate: &[(i64, i64)]) -> Result<Option<Vec<(i64, i64)>>, Reason> {
            let row = Row::of(&flat(&[(4, 1), (3, 10)]));
            assert_eq!((row.whole().extent, row.modes().pairs()), (12, [(4, 1), (3, 10)].into()));
            let fitted = row.fit::<S, D>(&flat(candidate))?;
            Ok(fitted.map(|(shape, stride)| crate::algebra::flat::values(shape, stride).pairs()))
        }
        type Pair = (usize, usize);
        type Triple = (usize, usize, usize);
        assert_eq!(fit::<Pair, Pair>(&[(4, 1), (3, 10)]), Ok(None));
        assert_eq!(fit::<Pair, Pair>(&[(0, 0), (0, 0)]), Ok(Some([(4, 1), (3, 10)].into())));
        assert_eq!(
            fit::<Triple, Triple>(&[(2, 0), (0, 0), (0, 0)]),
            Ok(Some([(2, 1), (2, 2), (3, 10)].into()))
        );
        assert_eq!(
            fit::<Triple, Triple>(&[(1, 0), (0, 0), (0, 0)]),
            Ok(Some([(1, 0), (4, 1), (3, 10)].into()))
        );
        assert_eq!(
            fit::<Triple, Triple>(&[(0, 0), (0, 0), (0, 0)]),
            Ok(Some([(4, 1), (3, 10), (1, 0)].into()))
        );
        assert_eq!(fit::<Pair, Pair>(&[(5, 0), (0, 0)]), Err(Reason::NoRoom));
        assert_eq!(fit::<Pair, Pair>(&[(0, 0), (2, 0)]), Err(Reason::NoRoom));
        assert_eq!(fit::<Pair, Pair>(&[(0, 0), (1, 0)]), Err(Reason::NoRoom));
        assert_eq!(fit::<usize, usize>(&[(0, 0)]), Err(Reason::NoRoom));
    }
}
