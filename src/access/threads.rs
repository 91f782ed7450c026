//! Which bytes threads take of a layout, at run time.
use super::banks::Banks;
use super::lines::blocks_touched;
use crate::dynamic::{DynLayout, DynTuple, Error, Offset, Result, Swizzled, invalid};
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::vec::Vec;

/// An access of many threads at once: where each takes how many bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ThreadAccess {
    addresses: Vec<usize>,
    bytes: usize,
}

/// Threads of one phase that have to wait for each other: their words are different, and in one bank.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Collision {
    /// The number of the phase.
    pub phase: usize,
    /// The bank.
    pub bank: usize,
    /// Of each word that it has to give, the threads that ask for it.
    pub words: Vec<Vec<usize>>,
}

/// The most threads of an access.
const MOST_THREADS: i64 = 1 << 16;

impl ThreadAccess {
    /// So many bytes at each of these addresses.
    pub fn new(addresses: Vec<usize>, bytes: usize) -> ThreadAccess {
        ThreadAccess { addresses, bytes }
    }

    /// What threads take of a layout: `access` goes from a thread, or from (thread,value), to the index of an element,
    /// or to its coordinate over basis strides. The values of a thread are taken at once, so they follow each other.
    ///
    /// # Errors
    /// If the access has another rank, reaches outside the layout, has too many threads, the values of a thread do not
    /// follow each other, an offset is negative, or the elements of a thread are no whole bytes.
    ///
    /// ```
    /// use tilework::access::{Banks, ThreadAccess};
    /// // a column of 32x32 floats in rows: the index of an element counts rows first
    /// let rows = "(32,32):(32,1)".parse::<tilework::dynamic::DynLayout>()?;
    /// let column = ThreadAccess::of(&rows.into(), &"32:1".parse()?, 32)?;
    /// assert_eq!(column.ways(Banks::NVIDIA)?, 32);
    /// let swizzled: tilework::dynamic::Swizzled = "Sw<5,0,5> o (32,32):(32,1)".parse()?;
    /// assert_eq!(ThreadAccess::of(&swizzled, &"32:1".parse()?, 32)?.ways(Banks::NVIDIA)?, 1);
    /// # Ok::<(), tilework::dynamic::Error>(())
    /// ```
    pub fn of(layout: &Swizzled, access: &DynLayout, bits: u32) -> Result<ThreadAccess> {
        let rank = access.rank();
        let mut sizes = access.modes().map(|mode| crate::dynamic::size(mode.shape().view()));
        let threads = sizes.next().unwrap_or(Ok(1))?;
        let values = sizes.next().unwrap_or(Ok(1))?;
        if rank > 2 {
            return Err(invalid!("access", "{access} has rank {rank}, (thread,value) has 2"));
        }
        if access.size() > MOST_THREADS {
            return Err(invalid!("access", "{} values, at most {MOST_THREADS} are looked at", access.size()));
        }
        let mut firsts: Vec<i64> = Vec::new();
        for (number, element) in (0_i64..).zip(access.offsets()) {
            let coordinate = coordinate(&layout.layout, &element)?;
            let offset = layout.offset(&coordinate)?;
            let (thread, value) = (number % threads, number / threads);
            if value == 0 {
                firsts.push(offset);
            } else if usize::try_from(thread).ok().and_then(|thread| firsts.get(thread))
                != Some(&(offset - value))
            {
                return Err(invalid!(
                    "access",
                    "value {value} of thread {thread} is at {offset}: it does not follow the one before it"
                ));
            }
        }
        let bytes_of = |elements: i64| -> Result<usize> {
            let all = i128::from(elements) * i128::from(bits);
            let bytes = usize::try_from(all / 8)
                .map_err(|_| invalid!("access", "the offset {elements} is negative"))?;
            if all % 8 == 0 {
                Ok(bytes)
            } else {
                Err(invalid!("access", "{elements} elements of {bits} bits are no whole bytes"))
            }
        };
        let addresses = firsts.into_iter().map(bytes_of).collect::<Result<Vec<usize>>>()?;
        Ok(ThreadAccess { addresses, bytes: bytes_of(values)? })
    }

    /// The address at which each thread begins.
    pub fn addresses(&self) -> &[usize] {
        &self.addresses
    }

    /// The bytes that each thread takes.
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// The turns of the slowest phase: see [`Banks::ways`].
    ///
    /// # Errors
    /// If a phase has more words than are looked at.
    pub fn ways(&self, banks: Banks) -> Result<usize> {
        self.check(banks)?;
        Ok(banks.ways(&self.addresses, self.bytes))
    }

    /// The turns of all phases: see [`Banks::wavefronts`].
    ///
    /// # Errors
    /// As [`ways`](Self::ways).
    pub fn wavefronts(&self, banks: Banks) -> Result<usize> {
        self.check(banks)?;
        Ok(banks.wavefronts(&self.addresses, self.bytes))
    }

    /// The blocks of so many bytes that are touched: see [`blocks_touched`].
    ///
    /// # Errors
    /// If a block has 0 bytes.
    pub fn blocks_touched(&self, block: usize) -> Result<usize> {
        if block == 0 {
            return Err(Error::invalid("access", "a block has 0 bytes"));
        }
        Ok(blocks_touched(&self.addresses, self.bytes, block))
    }

    /// The bytes that are taken by one thread or more.
    pub fn footprint(&self) -> usize {
        let mut starts = self.addresses.clone();
        starts.sort_unstable();
        let mut end = 0;
        let mut sum = 0;
        for start in starts {
            let stop = start.saturating_add(self.bytes);
            sum += stop - start.max(end).min(stop);
            end = end.max(stop);
        }
        sum
    }

    /// Who collides: the banks that have more than one word to give, phase by phase.
    ///
    /// ```
    /// use tilework::access::{Banks, ThreadAccess};
    /// let access = ThreadAccess::new(vec![0, 4, 128, 4], 4);
    /// let collisions = access.collisions(Banks::NVIDIA);
    /// assert_eq!((collisions.len(), collisions[0].bank), (1, 0));
    /// assert_eq!(collisions[0].words, [vec![0], vec![2]]);
    /// ```
    pub fn collisions(&self, banks: Banks) -> Vec<Collision> {
        if self.bytes == 0 {
            return Vec::new();
        }
        let threads = banks.threads_of_a_phase(self.bytes);
        let mut collisions = Vec::new();
        for (phase, addresses) in self.addresses.chunks(threads).enumerate() {
            let mut asked: BTreeMap<usize, BTreeMap<usize, BTreeSet<usize>>> = BTreeMap::new();
            for (thread, &address) in (phase * threads..).zip(addresses) {
                let end = address.saturating_add(self.bytes);
                for word in address / banks.width()..end.div_ceil(banks.width()) {
                    asked.entry(word % banks.count()).or_default().entry(word).or_default().insert(thread);
                }
            }
            let crowded = asked.into_iter().filter(|(_, words)| words.len() > 1);
            collisions.extend(crowded.map(|(bank, words)| Collision {
                phase,
                bank,
                words: words.into_values().map(|threads| threads.into_iter().collect()).collect(),
            }));
        }
        collisions
    }

    fn check(&self, banks: Banks) -> Result<()> {
        const MOST_WORDS: usize = 128;
        match self.bytes.div_ceil(banks.width()) {
            0..=MOST_WORDS => Ok(()),
            words => {
                Err(invalid!("access", "a thread takes {words} words, at most {MOST_WORDS} are looked at"))
            }
        }
    }
}

/// The coordinate of an element: its index, or what basis strides say.
fn coordinate(layout: &DynLayout, element: &Offset) -> Result<DynTuple> {
    match element {
        Offset::Int(0) if layout.rank() != 1 => Ok(DynTuple::leaf(0)),
        Offset::Int(index) => Ok(DynTuple::leaf(*index)),
        Offset::Coordinate(parts) => {
            let mut entries = alloc::vec![0; layout.rank()];
            for (axis, entry) in parts {
                let slot = match axis.path() {
                    [mode] => entries.get_mut(usize::from(*mode)),
                    _ => None,
                };
                *slot.ok_or_else(|| invalid!("access", "{element} is no coordinate of {layout}"))? = *entry;
            }
            Ok(DynTuple::flat(entries))
        }
    }
}
