//! The exchange over F2 with the fewest XORs that frees accesses of conflicts.
use super::conflicts::{ConflictSearch, PiecePhases};
use crate::dynamic::{
    DynLayout, Error, Mode, Result as DynResult, Stride, Swizzled, Tree, check_enumerable, invalid,
};
use crate::int::word;
use alloc::vec::Vec;
use core::fmt;

/// An exchange of pieces of memory that is linear over F2: each bit of the number of a piece becomes the XOR of some of
/// its bits. The places within a piece keep their order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BitExchange {
    piece_bits: u32,
    /// Of each bit, from the lowest on, the bits that it is the XOR of.
    rows: Vec<usize>,
}

impl BitExchange {
    /// A piece has two to this power places.
    pub fn piece_bits(&self) -> u32 {
        self.piece_bits
    }

    /// Of each bit of the number of a piece, from the lowest on, the bits that it becomes the XOR of, as a mask.
    pub fn rows(&self) -> &[usize] {
        &self.rows
    }

    /// How many XORs of two bits it takes.
    pub fn xors(&self) -> u32 {
        self.rows.iter().map(|row| row.count_ones().saturating_sub(1)).sum()
    }

    /// Where an element is put.
    pub fn apply(&self, place: usize) -> usize {
        let (piece, low) = (place >> self.piece_bits, place & ((1 << self.piece_bits) - 1));
        let bits = self.rows.iter().enumerate();
        let put = bits.fold(0, |put, (bit, row)| put | (((row & piece).count_ones() as usize) & 1) << bit);
        put << self.piece_bits | low
    }

    /// The layout with its elements exchanged, over F2 strides: shapes and strides of powers of two become it, and so
    /// does what is swizzled.
    ///
    /// Post-condition: `result(i) = apply(layout(i))`, which is tried for every index. Leaves are split where their
    /// bits go apart; indices of top-level modes stay as they are.
    ///
    /// # Errors
    /// If the layout is not linear over F2, or has more than [`MAX_ENUMERATED`](crate::dynamic::MAX_ENUMERATED)
    /// elements.
    pub fn to_layout(&self, layout: &Swizzled) -> DynResult<DynLayout> {
        let refuse = || {
            invalid!("search", "{layout} is not linear over F2: extents are no powers of two, or bits meet")
        };
        check_enumerable(layout.layout.size(), "the offsets of the layout")?;
        let offsets = layout.offsets().collect::<DynResult<Vec<i64>>>()?;
        let place = |index: i64| -> DynResult<u64> {
            let offset = offsets.get(word::size(index)).copied();
            let place = offset.and_then(|offset| usize::try_from(offset).ok()).ok_or_else(refuse)?;
            Ok(self.apply(place) as u64)
        };
        let (mut modes, mut weight) = (Vec::new(), 1_i64);
        for mode in layout.layout.modes() {
            let mut leaves: Vec<Mode> = Vec::new();
            for leaf in mode.leaves() {
                let mut extent = leaf.extent;
                while extent > 1 {
                    if extent % 2 != 0 {
                        return Err(refuse());
                    }
                    let stride: u64 = place(weight)?;
                    match leaves.last_mut() {
                        Some(Mode { extent, stride: Stride::F2(first) })
                            if (*first).checked_mul(word::size(*extent) as u64) == Some(stride) =>
                        {
                            *extent *= 2;
                        }
                        _ => leaves.push(Mode::new(2, Stride::F2(stride))),
                    }
                    extent /= 2;
                    weight *= 2;
                }
            }
            if leaves.is_empty() {
                leaves.push(Mode::new(1, Stride::F2(0)));
            }
            modes.push(leaves);
        }
        let exchanged = DynLayout::from_modes(Tree::of_modes(modes)?)?;
        let all_equal = exchanged.offsets().zip(0..).all(|(found, index)| {
            let wanted = place(index).ok().and_then(|place| i64::try_from(place).ok());
            found.as_int() == wanted
        });
        if all_equal { Ok(exchanged) } else { Err(refuse()) }
    }
}

/// Each bit by the bits it is the XOR of, places within a piece left out: `[2^5 3^6 4 5 6]` where a piece has 4 places.
impl fmt::Display for BitExchange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("[")?;
        for (number, row) in self.rows.iter().enumerate() {
            let bits = (0..usize::BITS).filter(|bit| row >> bit & 1 == 1);
            for (i, bit) in bits.enumerate() {
                let before = if i > 0 {
                    "^"
                } else if number > 0 {
                    " "
                } else {
                    ""
                };
                write!(f, "{before}{}", bit + self.piece_bits)?;
            }
        }
        f.write_str("]")
    }
}

/// Why no exchange over F2 frees accesses of conflicts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NoExchange {
    /// The accesses, the banks or the places are not such as are exchanged.
    Unsuited(Error),
    /// There is none: all were tried.
    Conflicts {
        /// The turns that each phase by itself could do with, together.
        least: usize,
    },
    /// None has fewer XORs; whether one has as many, or more, took too long to find out.
    Unsettled {
        /// As many XORs are needed at least.
        xors: u32,
    },
}

impl fmt::Display for NoExchange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoExchange::Unsuited(error) => error.fmt(f),
            NoExchange::Conflicts { least } => write!(
                f,
                "no exchange of bits is free of conflicts: each phase alone could do with its part of {least} turns, and \
                 all of them together cannot"
            ),
            NoExchange::Unsettled { xors } => {
                write!(
                    f,
                    "an exchange of bits that is free of conflicts has at least {xors} XORs, if there is one"
                )
            }
        }
    }
}

impl core::error::Error for NoExchange {}

/// The most pieces, two to this power.
const MOST_BITS: u32 = 12;

/// How many words are looked at, at most: a few seconds.
const BUDGET: u64 = 1 << 30;

impl ConflictSearch {
    /// The exchange over F2 after which no access has conflicts with the fewest XORs of two bits; moving bits costs
    /// none.
    ///
    /// Looked at are all invertible matrices over the numbers of pieces, which are as many elements as fill a word,
    /// or as a thread takes, if that is more. Only the rows of the bits that choose the bank matter, and of those
    /// only what they tell apart: sets of them are tried in the order of their XORs, and given up where the words of
    /// some phase are not split evenly enough. Post-condition: every phase takes as many turns as its words need,
    /// wherever pieces are put, and no matrix with fewer XORs does that. Source of layouts as matrices over F2: Zhou
    /// and others, "Linear Layouts", arXiv 2505.23819.
    ///
    /// # Errors
    /// If there is none, or it takes too long to find; if the places, the banks or the elements are no powers of two,
    /// there are more than 4096 pieces, or the bytes of a thread are not aligned.
    ///
    /// ```
    /// use tilework::access::{Banks, ConflictSearch, ThreadAccess};
    /// let stage: tilework::dynamic::Swizzled = "(32,32):(32,1)".parse()?;
    /// let access = |threads: &str| ThreadAccess::of(&stage, &threads.parse()?, 32);
    /// let search = ConflictSearch::new(vec![access("32:32")?, access("32:1")?], 4, 1024, Banks::NVIDIA)?;
    /// let exchange = search.exchange().unwrap();
    /// assert_eq!((exchange.xors(), exchange.to_string()), (5, "[0^5 1^6 2^7 3^8 4^9 5 6 7 8 9]".into()));
    /// assert_eq!(exchange.to_layout(&stage)?.to_string(), "(32,32):(F33,F1)");
    /// # Ok::<(), tilework::dynamic::Error>(())
    /// ```
    pub fn exchange(&self) -> Result<BitExchange, NoExchange> {
        let pieces = self.in_pieces().map_err(NoExchange::Unsuited)?;
        let places = self.places();
        if !places.is_power_of_two() || places.trailing_zeros() > MOST_BITS + pieces.piece_bits {
            return Err(NoExchange::Unsuited(invalid!(
                "search",
                "{places} places: bits of at most 4096 pieces are exchanged, and a power of two"
            )));
        }
        let bits = places.trailing_zeros().saturating_sub(pieces.piece_bits);
        let mut search = RowSearch::new(&pieces, bits);
        for xors in 0..=search.count * bits.saturating_sub(1) {
            let whole = search.descend(0, xors);
            if whole == Some(true) {
                return Ok(BitExchange {
                    piece_bits: pieces.piece_bits,
                    rows: completed(&search.rows, bits),
                });
            }
            if whole.is_none() {
                return Err(NoExchange::Unsettled { xors });
            }
        }
        Err(NoExchange::Conflicts { least: pieces.least() })
    }
}

/// A search for the rows of the bits that choose the bank.
struct RowSearch<'a> {
    pieces: &'a PiecePhases,
    /// How many rows there are.
    count: u32,
    /// All rows that there may be, those with fewer bits first.
    candidates: Vec<usize>,
    /// The rows chosen, and the same reduced, each with a highest bit of its own.
    rows: Vec<usize>,
    reduced: Vec<usize>,
    /// For each number of rows the bank of every word, as far as it is chosen.
    banks: Vec<Vec<usize>>,
    /// How often each bank is asked for, word by word of a piece.
    asked: Vec<usize>,
    budget: u64,
}

impl<'a> RowSearch<'a> {
    fn new(pieces: &'a PiecePhases, bits: u32) -> Self {
        let count = pieces.bank_bits.min(bits);
        let mut candidates: Vec<usize> = (1..1 << bits).collect();
        candidates.sort_by_key(|row| (row.count_ones(), *row));
        let words = pieces.phases.iter().map(|phase| phase.words.len()).sum();
        RowSearch {
            pieces,
            count,
            candidates,
            rows: Vec::new(),
            reduced: Vec::new(),
            banks: alloc::vec![alloc::vec![0; words]; count as usize + 1],
            asked: alloc::vec![0; pieces.slots << count],
            budget: BUDGET,
        }
    }

    /// Whether rows from a candidate on, with exactly so many XORs, free the accesses together with those chosen; none,
    /// if that took too long.
    fn descend(&mut self, from: usize, xors: u32) -> Option<bool> {
        let left = self.count - word_u32(self.rows.len());
        if left == 0 {
            return Some(xors == 0);
        }
        for number in from..self.candidates.len() {
            let row = self.candidates[number];
            let own = row.count_ones() - 1;
            // the rows behind it have as many XORs at least
            if own * left > xors {
                return Some(false);
            }
            if left == 1 && own < xors {
                continue;
            }
            let rest = self.reduced.iter().fold(row, |rest, other| rest.min(rest ^ other));
            if rest == 0 || !self.splits(row)? {
                continue;
            }
            self.rows.push(row);
            self.reduced.push(rest);
            let found = self.descend(number + 1, xors - own);
            if found != Some(false) {
                return found;
            }
            self.rows.pop();
            self.reduced.pop();
        }
        Some(false)
    }

    /// Whether one more row leaves no bank more words than it can give, however the rows to come are; none, if too much
    /// was looked at.
    fn splits(&mut self, row: usize) -> Option<bool> {
        let (depth, mut word) = (self.rows.len(), 0);
        let left = self.count as usize - depth - 1;
        for phase in &self.pieces.phases {
            self.budget = self.budget.checked_sub(phase.words.len() as u64)?;
            let most = phase.turns << left;
            let mut is_even = true;
            for (slot, piece) in &phase.words {
                let bank = self.banks[depth][word] << 1 | (row & piece).count_ones() as usize & 1;
                self.banks[depth + 1][word] = bank;
                let asked = &mut self.asked[bank * self.pieces.slots + slot];
                *asked += 1;
                is_even &= *asked <= most;
                word += 1;
            }
            let banks = &self.banks[depth + 1][word - phase.words.len()..word];
            for ((slot, _), bank) in phase.words.iter().zip(banks) {
                self.asked[bank * self.pieces.slots + slot] = 0;
            }
            if !is_even {
                return Some(false);
            }
        }
        Some(true)
    }
}

/// A number of rows: there are few.
fn word_u32(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

/// The rows of all bits: those given for the lowest ones, each where it has its own bit if it can be, and single bits
/// that make the whole invertible, each at its own place if it can be.
fn completed(given: &[usize], bits: u32) -> Vec<usize> {
    let (low, all) = (given.len(), bits as usize);
    let mut reduced: Vec<usize> = Vec::new();
    let mut is_new = |row: usize| {
        let rest = reduced.iter().fold(row, |rest, other| rest.min(rest ^ other));
        if rest != 0 {
            reduced.push(rest);
        }
        rest != 0
    };
    given.iter().for_each(|row| {
        is_new(*row);
    });
    let single = (low..all).chain(0..low).map(|bit| 1 << bit);
    let single: Vec<usize> = single.filter(|row| is_new(*row)).collect();
    let mut rows = alloc::vec![0; all];
    let mut place = |rest: &[usize], range: core::ops::Range<usize>| {
        let mut rest = rest.to_vec();
        for bit in range.clone() {
            if let Some(own) = rest.iter().position(|row| row >> bit & 1 == 1) {
                rows[bit] = rest.remove(own);
            }
        }
        range.filter(|bit| rows[*bit] == 0).zip(rest).collect::<Vec<_>>().into_iter().for_each(
            |(bit, row)| {
                rows[bit] = row;
            },
        );
    };
    place(given, 0..low);
    place(&single, low..all);
    rows
}
