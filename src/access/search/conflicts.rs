//! Accesses that are to be free of conflicts, and what they need at least.
use crate::access::{Banks, ThreadAccess};
use crate::dynamic::{Error, Result, invalid};
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::vec::Vec;

/// Accesses to one memory that are to be free of conflicts at once, such as those that write it by rows and those that
/// read it by columns.
///
/// What is looked for puts the elements of the memory elsewhere, and the accesses still take the same elements, each
/// thread's bytes one behind the other and aligned as before. The least that a phase needs follows from a count: so
/// many different bytes fill so many words, and each bank gives one at a time.
///
/// ```
/// use tilework::access::{AccessedPlaces, Banks, ConflictSearch, ThreadAccess};
/// let stage: tilework::dynamic::DynLayout = "(32,32):(32,1)".parse()?;
/// let access = |threads: &str| ThreadAccess::of(&stage.clone().into(), &threads.parse()?, 32);
/// let (row, column) = (access("32:32")?, access("32:1")?);
/// let search = ConflictSearch::new(vec![row, column], 4, 1024, Banks::NVIDIA)?;
/// // a row takes a turn, a column 32
/// assert_eq!((search.wavefronts(), search.least_wavefronts()), (33, 2));
/// assert_eq!(search.swizzle().unwrap().to_string(), "Sw<5,0,5>");
/// assert_eq!(search.padding(&stage).unwrap().to_layout(&stage)?.to_string(), "(32,32):(33,1)");
/// # Ok::<(), tilework::dynamic::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct ConflictSearch {
    accesses: Vec<ThreadAccess>,
    element: usize,
    places: usize,
    banks: Banks,
}

/// The most places of a memory that is searched, and the most threads of all accesses together.
const MOST_PLACES: usize = 1 << 24;
const MOST_THREADS: usize = 1 << 12;

impl ConflictSearch {
    /// These accesses to a memory of so many places for elements of so many bytes.
    ///
    /// # Errors
    /// If an element has 0 bytes, an access takes parts of elements or reaches behind the last place, a thread takes
    /// more words than are looked at, or there are more than 16777216 places or 4096 threads.
    pub fn new(
        accesses: Vec<ThreadAccess>,
        element: usize,
        places: usize,
        banks: Banks,
    ) -> Result<ConflictSearch> {
        if element == 0 || places > MOST_PLACES {
            return Err(invalid!("search", "{places} places of {element} bytes are not looked at"));
        }
        let threads: usize = accesses.iter().map(|access| access.addresses().len()).sum();
        if threads > MOST_THREADS {
            return Err(invalid!("search", "{threads} threads, at most {MOST_THREADS} are looked at"));
        }
        for access in &accesses {
            let whole = |bytes: usize| bytes.is_multiple_of(element);
            if !whole(access.bytes()) || !access.addresses().iter().copied().all(whole) {
                return Err(Error::invalid("search", "an access takes parts of elements"));
            }
            let last = access.addresses().iter().max().map_or(0, |last| last / element);
            if last.saturating_add(access.bytes() / element) > places {
                return Err(invalid!("search", "an access reaches behind the {places} places"));
            }
            access.ways(banks)?;
        }
        Ok(ConflictSearch { accesses, element, places, banks })
    }

    /// The bytes of an element.
    pub fn element(&self) -> usize {
        self.element
    }

    /// How many places there are.
    pub fn places(&self) -> usize {
        self.places
    }

    /// The banks.
    pub fn banks(&self) -> Banks {
        self.banks
    }

    /// The turns of all accesses together.
    pub fn wavefronts(&self) -> usize {
        self.accesses.iter().map(|access| self.banks.wavefronts(access.addresses(), access.bytes())).sum()
    }

    /// The turns that all accesses together need at least, wherever elements are put: each phase has to have its words.
    pub fn least_wavefronts(&self) -> usize {
        let words = |phase: &[usize], bytes: usize| {
            let taken: BTreeSet<usize> = phase.iter().flat_map(|first| *first..first + bytes).collect();
            taken.len().div_ceil(self.banks.width()).div_ceil(self.banks.count())
        };
        self.phases().map(|(phase, bytes)| words(phase, bytes)).sum()
    }

    /// The turns of all accesses together with each element put elsewhere; none, if a thread's elements are torn apart
    /// or less aligned then.
    pub fn wavefronts_by(&self, put: impl Fn(usize) -> usize) -> Option<usize> {
        let mut sum = 0;
        for access in &self.accesses {
            let (bytes, width) = (access.bytes(), access.bytes() / self.element);
            let moved = access.addresses().iter().map(|address| {
                let first = address / self.element;
                let to = put(first);
                let follows = (1..width).all(|more| put(first + more) == to + more);
                let is_aligned =
                    bytes == 0 || address % bytes != 0 || (to * self.element).is_multiple_of(bytes);
                (follows && is_aligned).then_some(to * self.element)
            });
            sum += self.banks.wavefronts(&moved.collect::<Option<Vec<usize>>>()?, bytes);
        }
        Some(sum)
    }

    /// The phases of all accesses: the addresses of their threads, and the bytes that each takes.
    pub(super) fn phases(&self) -> impl Iterator<Item = (&[usize], usize)> {
        self.accesses.iter().flat_map(|access| {
            let threads = self.banks.threads_of_a_phase(access.bytes());
            access.addresses().chunks(threads).map(|phase| (phase, access.bytes()))
        })
    }

    /// The accesses by whole pieces of memory, which exchanges over F2 keep together.
    pub(super) fn in_pieces(&self) -> Result<PiecePhases> {
        let unit = self.banks.width().max(self.element);
        let row = self.banks.count() * self.banks.width();
        let powers = [self.element, self.banks.width(), self.banks.count(), unit];
        if !powers.iter().all(|number| number.is_power_of_two()) || unit > row {
            return Err(invalid!(
                "search",
                "elements of {} bytes and {} banks of {} bytes: bits are exchanged where these are powers of two",
                self.element,
                self.banks.count(),
                self.banks.width()
            ));
        }
        let widest = self.accesses.iter().map(ThreadAccess::bytes).max().unwrap_or(0).max(unit);
        let piece = widest.next_power_of_two();
        let (in_piece, in_row) = (piece / unit, row / unit);
        let mut phases = Vec::new();
        for (addresses, bytes) in self.phases() {
            // which of its piece, and the piece, each once
            let mut words: BTreeSet<(usize, usize)> = BTreeSet::new();
            for first in addresses.iter().filter(|_| bytes > 0) {
                let last = first + bytes - 1;
                if first / piece != last / piece {
                    return Err(invalid!(
                        "search",
                        "the {bytes} bytes from {first} on cross a multiple of {piece}: no exchange keeps them together"
                    ));
                }
                words.extend((first / unit..=last / unit).map(|slot| (slot % in_piece, slot / in_piece)));
            }
            let words: Vec<(usize, usize)> =
                words.into_iter().map(|(slot, piece)| (slot % in_row, piece)).collect();
            let mut of_slot: BTreeMap<usize, usize> = BTreeMap::new();
            words.iter().for_each(|(slot, _)| *of_slot.entry(*slot).or_default() += 1);
            let most = of_slot.into_values().max().unwrap_or(0);
            phases.push(PiecePhase { turns: most.div_ceil((row / piece).max(1)), words });
        }
        Ok(PiecePhases {
            piece_bits: (piece / self.element).trailing_zeros(),
            bank_bits: (row / piece).max(1).trailing_zeros(),
            slots: in_piece.min(in_row),
            phases,
        })
    }

    /// The turns that all accesses together need at least if pieces of memory are kept together, as
    /// [`swizzle`](Self::swizzle) and [`exchange`](Self::exchange) keep them: words that are the same ones of their
    /// pieces share the banks that these begin at. It is more than [`least_wavefronts`](Self::least_wavefronts) where
    /// some access takes small parts of what another takes at once.
    ///
    /// # Errors
    /// If elements or banks are no powers of two, or the bytes of a thread are not aligned.
    ///
    /// ```
    /// use tilework::access::{Banks, ConflictSearch, ThreadAccess};
    /// // 16 bytes of each row, and 4 bytes of each: 8 banks hold the first words of pieces of 16 bytes
    /// let stage: tilework::dynamic::Swizzled = "(32,32):(32,1)".parse()?;
    /// let access = |threads: &str| ThreadAccess::of(&stage, &threads.parse()?, 32);
    /// let search = ConflictSearch::new(vec![access("(32,4):(1,32)")?, access("32:1")?], 4, 1024, Banks::NVIDIA)?;
    /// assert_eq!((search.least_wavefronts(), search.least_in_pieces()?), (5, 8));
    /// # Ok::<(), tilework::dynamic::Error>(())
    /// ```
    pub fn least_in_pieces(&self) -> Result<usize> {
        Ok(self.in_pieces()?.least())
    }
}

/// Accesses by whole pieces: what the widest access takes, or a word.
#[derive(Debug, Clone)]
pub(super) struct PiecePhases {
    /// A piece has two to this power elements.
    pub(super) piece_bits: u32,
    /// A row of all banks has two to this power pieces.
    pub(super) bank_bits: u32,
    /// How many words a piece has, or elements, if these are larger; at most those of a row.
    pub(super) slots: usize,
    pub(super) phases: Vec<PiecePhase>,
}

/// What one phase asks for.
#[derive(Debug, Clone)]
pub(super) struct PiecePhase {
    /// The words, each once: which of its piece, as far as banks go, and the piece.
    pub(super) words: Vec<(usize, usize)>,
    /// The turns that it needs, wherever pieces are put.
    pub(super) turns: usize,
}

impl PiecePhases {
    /// The turns that all phases need, wherever pieces are put.
    pub(super) fn least(&self) -> usize {
        self.phases.iter().map(|phase| phase.turns).sum()
    }
}
