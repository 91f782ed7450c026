//! Whether the composition of two layouts is a layout, decided in one place for types and for data.
//!
//! A layout `lhs` with modes `(M_0:d_0, ..., M_a:d_a)` maps an index `x` to
//!
//! ```text
//! lhs(x) = d_0 x + sum over t of e_t floor(x / P_t),     P_t = M_0 ... M_(t-1),     e_t = d_t - M_(t-1) d_(t-1)
//! ```
//!
//! with `t` from 1 to `a`; the last mode takes whatever is left. So over steps `b_j` taken `y_j` times,
//!
//! ```text
//! lhs(sum b_j y_j) - sum lhs(b_j) y_j = sum over t of e_t K_t(y),     K_t(y) = floor(sum (b_j mod P_t) y_j / P_t)
//! ```
//!
//! and `lhs` is additive over the steps iff the right side is 0 for every `y`: iff no digit sum carries (`K_t` is 0),
//! or the carries cancel. `K_t` grows with `y`, so that it vanishes everywhere iff it vanishes at the greatest `y`:
//! one look at that corner settles the case in which no more than one `t` carries. Only carries at several `t` at
//! once need a search, over the parts of the box on which some `K_t` changes.
//!
//! What the modes of a composition must be is forced. A mode `N:r` of `rhs` gives the function `lhs(r i)` of `i < N`;
//! a layout of `N` elements equals it only if its first mode is exactly the longest linear run `m` of that function
//! (a longer mode is wrong at `m`; a shorter one merges with the next, unless that has the stride that continues the
//! run), so `m` must divide `N`, and the same holds for `lhs(m r i)` of `i < N / m`. [`refine`] finds these runs and
//! then asks for additivity: what it refuses is no layout. The one exception are searches that would take more than
//! [`SEARCH_LIMIT`] steps, refused as [`Obstacle::Undecided`].

use crate::int::const_list::ConstList;
use crate::int::word;
use core::fmt;

/// One mode of a flat layout of integer strides.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FlatMode {
    /// The number of elements.
    pub extent: i64,
    /// The distance from one to the next.
    pub stride: i64,
}

/// A part of a mode of `rhs` on which `lhs` is linear.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Piece {
    /// The mode of `rhs` it is part of.
    pub leaf: usize,
    /// The number of elements.
    pub extent: i64,
    /// The stride in `rhs`.
    pub step: i64,
    /// The stride of the composition: what `lhs` maps the step to.
    pub stride: i64,
}

/// More pieces than any layout can have whose size fits in 64 bits.
pub const MAX_PIECES: usize = 64;

/// The most parts of a domain that are looked at to see whether carries cancel. Only compositions in which two or more
/// digits carry come to that.
pub const SEARCH_LIMIT: u32 = 1 << 20;

/// The coarsest refinement of `rhs` over which `lhs` is additive: the modes of the composition.
#[derive(Clone, Copy)]
pub struct Refinement {
    pieces: ConstList<Piece, MAX_PIECES>,
}

impl Refinement {
    /// The pieces, by ascending mode of `rhs`, those of one mode from fast to slow.
    pub const fn pieces(&self) -> &[Piece] {
        self.pieces.entries()
    }

    const fn push(&mut self, piece: Piece) {
        self.pieces.push(piece);
    }
}

impl fmt::Debug for Refinement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.pieces()).finish()
    }
}

/// Why a composition is not a layout, or not known to be one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Refusal {
    /// The kind of obstacle.
    pub reason: Obstacle,
    /// The mode of `rhs` in question; for carries, the last one that takes part.
    pub leaf: usize,
    /// A witness: the number of a coordinate of `rhs`, first mode fastest, at which every candidate is wrong.
    pub index: i64,
    /// What `lhs` after `rhs` is there.
    pub needed: i128,
    /// What the modes of the only candidate add up to there.
    pub given: i128,
}

/// What keeps a composition from being a layout.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Obstacle {
    /// The mode would have to be split at the witness, after a number of elements that does not divide its extent.
    Split,
    /// Digits carry at the witness, and the carries do not cancel.
    Carry,
    /// A negative index of `lhs` is reached inside its first modes.
    Negative,
    /// `lhs` has no elements.
    Empty,
    /// A stride does not fit in 64 bits.
    Overflow,
    /// Carries cancel wherever it was looked, but the domain is too large to look everywhere.
    Undecided,
}

/// Splits the modes of `rhs` so that `lhs` is additive over the pieces: the modes of `lhs` after `rhs`.
///
/// A mode with one element has no piece, and where `rhs` has no elements there are none at all.
///
/// Post-condition: with the pieces as modes `(extent:stride)`, `result(c) = lhs(rhs(c))` for every coordinate `c` of
/// `rhs`; and nothing that has such a result is refused, but for [`Obstacle::Undecided`].
///
/// Size and offsets of `rhs` and the cosize of `lhs` must fit in 64 bits.
///
/// # Errors
/// The [`Obstacle`], with an index at which it shows.
///
/// ```
/// use tilework::admissible::{FlatMode, Obstacle, refine};
/// let mode = |extent, stride| FlatMode { extent, stride };
/// // (6,2):(8,2) after (4,3):(3,1) is ((2,2),3):((24,2),8).
/// let refinement = refine(&[mode(6, 8), mode(2, 2)], &[mode(4, 3), mode(3, 1)]).unwrap();
/// let modes: Vec<_> = refinement.pieces().iter().map(|p| (p.leaf, p.extent, p.stride)).collect();
/// assert_eq!(modes, [(0, 2, 24), (0, 2, 2), (1, 3, 8)]);
/// // (6,2):(1,7) after (3,2):(2,3) is no layout: 4 and 3 are 7, which is one past the end of the first mode.
/// let refusal = refine(&[mode(6, 1), mode(2, 7)], &[mode(3, 2), mode(2, 3)]).unwrap_err();
/// assert_eq!((refusal.reason, refusal.index), (Obstacle::Carry, 5));
/// ```
pub const fn refine(lhs: &[FlatMode], rhs: &[FlatMode]) -> Result<Refinement, Refusal> {
    let mut result = Refinement { pieces: ConstList::new(Piece { leaf: 0, extent: 1, step: 0, stride: 0 }) };
    if has_no_elements(rhs) {
        return Ok(result);
    }
    let empty = has_no_elements(lhs);
    let lhs = Digits::new(if empty { &[] } else { lhs });
    // The number of coordinates of the pieces so far, and with that the number of the next piece's first step.
    let mut place = 1_i64;
    let mut leaf = 0;
    while leaf < rhs.len() {
        let FlatMode { extent: mut rest, stride: mut step } = rhs[leaf];
        if rest > 1 && empty {
            return Err(lhs.refusal(Obstacle::Empty, leaf, 0, &[]));
        }
        while rest > 1 {
            let goes_below = step < 0 && step % lhs.place(lhs.last()) != 0;
            // Residues of such a step may be too large to multiply.
            let run = if goes_below { 1 } else { lhs.linear_run(step, rest) };
            let stride = if goes_below {
                Err((Obstacle::Negative, 1))
            } else if run == 0 {
                Err((Obstacle::Undecided, 1))
            } else if rest % run != 0 {
                Err((Obstacle::Split, run))
            } else {
                match word::narrow(lhs.offset(step)) {
                    Some(stride) => Ok(stride),
                    None => Err((Obstacle::Overflow, 1)),
                }
            };
            let stride = match stride {
                Ok(stride) => stride,
                Err((reason, elements)) => {
                    // All that is left of the mode, as if lhs were linear over it.
                    result.push(Piece { leaf, extent: rest, step, stride: 0 });
                    return Err(lhs.refusal(reason, leaf, place * elements, result.pieces()));
                }
            };
            result.push(Piece { leaf, extent: run, step, stride });
            place *= run;
            rest /= run;
            // Beyond the last run the step is not used any more.
            step = if rest > 1 { step * run } else { 0 };
        }
        leaf += 1;
    }
    match lhs.find_carry(result.pieces()) {
        None => Ok(result),
        Some(refusal) => Err(refusal),
    }
}

/// The left operand as digits: `places[t]` is `P_t` and `jumps[t]` is `e_t`, for `t` from 0 to `last`, without those
/// `t` at which nothing jumps.
struct Digits {
    places: [i64; MAX_PIECES],
    jumps: [i128; MAX_PIECES],
    length: usize,
}

const fn has_no_elements(modes: &[FlatMode]) -> bool {
    let mut t = 0;
    while t < modes.len() {
        if modes[t].extent == 0 {
            return true;
        }
        t += 1;
    }
    false
}

impl Digits {
    const fn new(modes: &[FlatMode]) -> Digits {
        let mut digits = Digits { places: [1; MAX_PIECES], jumps: [0; MAX_PIECES], length: 1 };
        let (mut place, mut continued, mut t) = (1_i64, 0_i128, 0);
        while t < modes.len() {
            let FlatMode { extent, stride } = modes[t];
            let last = t + 1 == modes.len();
            // The digit of a mode with one element is 0, but the last mode takes what is left.
            if extent != 1 || last {
                let jump = stride as i128 - continued;
                if place == 1 {
                    digits.jumps[0] = stride as i128;
                } else if jump != 0 {
                    digits.places[digits.length] = place;
                    digits.jumps[digits.length] = jump;
                    digits.length += 1;
                }
                continued = stride as i128 * extent as i128;
                if !last {
                    place *= extent;
                }
            }
            t += 1;
        }
        digits
    }

    const fn last(&self) -> usize {
        self.length - 1
    }

    const fn place(&self, t: usize) -> i64 {
        self.places[t]
    }

    /// The offset of an index; floors extend it to negative ones. Additions wrap, but no offset of 64-bit strides at a
    /// 64-bit index comes near the end of 128 bits.
    const fn offset(&self, index: i64) -> i128 {
        let mut sum = 0_i128;
        let mut t = 0;
        while t < self.length {
            sum = sum.wrapping_add(self.jumps[t].wrapping_mul(index.div_euclid(self.places[t]) as i128));
            t += 1;
        }
        sum
    }

    /// The refusal with this witness, the number of a coordinate of the pieces.
    const fn refusal(&self, reason: Obstacle, leaf: usize, index: i64, pieces: &[Piece]) -> Refusal {
        let (mut through, mut given, mut rest, mut j) = (0, 0_i128, index, 0);
        while j < pieces.len() {
            let coordinate = rest % pieces[j].extent;
            rest /= pieces[j].extent;
            through += coordinate * pieces[j].step;
            given = given.wrapping_add(self.offset(pieces[j].step).wrapping_mul(coordinate as i128));
            j += 1;
        }
        Refusal { reason, leaf, index, needed: self.offset(through), given }
    }

    /// The greatest `m <= rest` such that `offset(step * i) = i * offset(step)` for every `i < m`; 0 if the search
    /// for it takes too long.
    const fn linear_run(&self, step: i64, rest: i64) -> i64 {
        let mut run = self.next_carry(step, 0, rest);
        let mut left = SEARCH_LIMIT;
        while run < rest && self.carried(step, run) == 0 {
            if left == 0 {
                return 0;
            }
            left -= 1;
            run = self.next_carry(step, run, rest);
        }
        run
    }

    /// The least `i > from` at which some `floor((step mod P_t) i / P_t)` grows, at most `rest`.
    const fn next_carry(&self, step: i64, from: i64, rest: i64) -> i64 {
        let mut next = rest;
        let mut t = 1;
        while t < self.length {
            let place = self.places[t];
            let residue = step.rem_euclid(place);
            // Steps stay within the offsets of rhs, so that the product fits.
            if residue > 0 && residue.saturating_mul(rest - 1) >= place {
                let carries = if from == 0 { 0 } else { residue * from / place };
                let at = ((carries as i128 + 1) * place as i128 + (residue - 1) as i128) / residue as i128;
                if let Some(at) = word::narrow(at)
                    && at < next
                {
                    next = at;
                }
            }
            t += 1;
        }
        next
    }

    /// What carries add to `i` times the offset of a step.
    const fn carried(&self, step: i64, i: i64) -> i128 {
        let mut sum = 0_i128;
        let mut t = 1;
        while t < self.length {
            let carries = step.rem_euclid(self.places[t]) * i / self.places[t];
            sum = sum.wrapping_add(self.jumps[t].wrapping_mul(carries as i128));
            t += 1;
        }
        sum
    }

    /// A coordinate of the pieces at which digits carry and the carries do not cancel.
    const fn find_carry(&self, pieces: &[Piece]) -> Option<Refusal> {
        let mut sums = [0_i64; MAX_PIECES];
        let (mut carrying, mut leaf, mut corner, mut size) = (0, 0, 0_i64, 1_i64);
        let mut t = 1;
        while t < self.length {
            let mut sum = 0;
            let mut j = 0;
            while j < pieces.len() {
                sum += pieces[j].step.rem_euclid(self.places[t]) * (pieces[j].extent - 1);
                j += 1;
            }
            carrying += (sum >= self.places[t]) as usize;
            sums[t] = sum;
            t += 1;
        }
        if carrying == 0 {
            return None;
        }
        let mut j = 0;
        while j < pieces.len() {
            corner += (pieces[j].extent - 1) * size;
            size *= pieces[j].extent;
            leaf = pieces[j].leaf;
            j += 1;
        }
        if self.total(&sums) != 0 {
            return Some(self.refusal(Obstacle::Carry, leaf, corner, pieces));
        }
        let mut left = SEARCH_LIMIT;
        match self.search(pieces, [0; MAX_PIECES], &mut left) {
            Search::Additive => None,
            Search::Carry(index) => Some(self.refusal(Obstacle::Carry, leaf, index, pieces)),
            Search::Undecided => Some(self.refusal(Obstacle::Undecided, leaf, corner, pieces)),
        }
    }

    /// What carries add, where the residues add up to these sums.
    const fn total(&self, sums: &[i64; MAX_PIECES]) -> i128 {
        // Additions wrap, yet a total of 0 is exact: its true value is the difference of two numbers below 2^127.
        let mut total = 0_i128;
        let mut t = 1;
        while t < self.length {
            total = total.wrapping_add(self.jumps[t].wrapping_mul((sums[t] / self.places[t]) as i128));
            t += 1;
        }
        total
    }

    /// Looks for carries that do not cancel, with these sums from the pieces already placed; slowest piece first.
    const fn search(&self, pieces: &[Piece], sums: [i64; MAX_PIECES], left: &mut u32) -> Search {
        let mut size = 1;
        let mut constant = true;
        let mut t = 1;
        while t < self.length {
            let mut greatest = sums[t];
            let mut j = 0;
            while j < pieces.len() {
                greatest += pieces[j].step.rem_euclid(self.places[t]) * (pieces[j].extent - 1);
                j += 1;
            }
            constant &= greatest / self.places[t] == sums[t] / self.places[t];
            t += 1;
        }
        if constant {
            return if self.total(&sums) == 0 { Search::Additive } else { Search::Carry(0) };
        }
        // Something changes over the pieces left, so that there are some.
        let Some((slowest, faster)) = pieces.split_last() else { return Search::Additive };
        let mut j = 0;
        while j < faster.len() {
            size *= faster[j].extent;
            j += 1;
        }
        let mut sums = sums;
        let mut i = 0;
        while i < slowest.extent {
            if *left == 0 {
                return Search::Undecided;
            }
            *left -= 1;
            match self.search(faster, sums, left) {
                Search::Additive => {}
                Search::Carry(index) => return Search::Carry(index + i * size),
                Search::Undecided => return Search::Undecided,
            }
            let mut t = 1;
            while t < self.length {
                // The last addition is not used; it may not fit.
                sums[t] = sums[t].wrapping_add(slowest.step.rem_euclid(self.places[t]));
                t += 1;
            }
            i += 1;
        }
        Search::Additive
    }
}

enum Search {
    Additive,
    Carry(i64),
    Undecided,
}
