//! Which bytes threads take of a layout, at run time.
use super::banks::Banks;
use super::places::AccessedPlaces;
use super::runs::PlaceRuns;
use super::vector::contiguous_threads_of;
use crate::dynamic::{DynLayout, Error, Result, Swizzled, invalid};
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
const MOST_THREADS: usize = 1 << 16;

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
        let taken = AccessedPlaces::of(layout, access, bits)?;
        let steps = ThreadAccess::in_vectors(&taken, taken.values())?;
        Ok(steps.into_iter().next().unwrap_or_else(|| ThreadAccess::new(Vec::new(), 0)))
    }

    /// What is taken in vectors of so many values, a vector of each thread at a time.
    ///
    /// # Errors
    /// If the values of a thread do not make up whole vectors, those of a vector do not follow each other, there are
    /// more than 65536 threads, or the elements of a vector are no whole bytes.
    ///
    /// ```
    /// use tilework::access::{AccessedPlaces, ThreadAccess};
    /// let rows = "(4,8):(8,1)".parse::<tilework::dynamic::DynLayout>()?;
    /// let taken = AccessedPlaces::of(&rows.into(), &"(2,4):(1,4)".parse()?, 16)?;
    /// let steps = ThreadAccess::in_vectors(&taken, 2)?;
    /// assert_eq!(steps, [ThreadAccess::new(vec![0, 16], 4), ThreadAccess::new(vec![4, 20], 4)]);
    /// # Ok::<(), tilework::dynamic::Error>(())
    /// ```
    pub fn in_vectors(taken: &AccessedPlaces, width: usize) -> Result<Vec<ThreadAccess>> {
        let (places, threads, values) = (taken.as_slice(), taken.threads(), taken.values());
        if threads > MOST_THREADS {
            return Err(invalid!("access", "{threads} threads, at most {MOST_THREADS} are looked at"));
        }
        if places.is_empty() {
            return Ok(Vec::new());
        }
        if width == 0 || !values.is_multiple_of(width) {
            return Err(invalid!("access", "{values} values of a thread are no whole vectors of {width}"));
        }
        for (i, place) in places.iter().enumerate() {
            let within = i / threads % width;
            if *place != places[i - within * threads] + within {
                return Err(invalid!(
                    "access",
                    "value {} of thread {} is at {place}: it does not follow the one before it",
                    i / threads,
                    i % threads
                ));
            }
        }
        let bytes_of = |elements: usize| -> Result<usize> {
            let bits = elements.checked_mul(taken.bits() as usize).ok_or(Error::overflow("an address"))?;
            match bits % 8 {
                0 => Ok(bits / 8),
                _ => {
                    Err(invalid!("access", "{elements} elements of {} bits are no whole bytes", taken.bits()))
                }
            }
        };
        let bytes = bytes_of(width)?;
        let steps = places.chunks(threads * width);
        let access = |step: &[usize]| {
            let addresses = step[..threads].iter().copied().map(bytes_of).collect::<Result<Vec<usize>>>()?;
            Ok(ThreadAccess::new(addresses, bytes))
        };
        steps.map(access).collect()
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

    /// The blocks of so many bytes that are touched: see [`blocks_touched`](super::blocks_touched).
    ///
    /// # Errors
    /// If a block has 0 bytes.
    pub fn blocks_touched(&self, block: usize) -> Result<u64> {
        if block == 0 {
            return Err(Error::invalid("access", "a block has 0 bytes"));
        }
        Ok(self.runs().blocks(8, block as u64))
    }

    /// The bytes that are taken by one thread or more.
    pub fn footprint(&self) -> u64 {
        self.runs().places()
    }

    /// The bytes that are taken, as runs.
    fn runs(&self) -> PlaceRuns {
        let address = |address: usize| i64::try_from(address).unwrap_or(i64::MAX);
        let last = |first: usize| address(first.saturating_add(self.bytes)).saturating_sub(1);
        PlaceRuns::of(self.addresses.iter().map(|first| (address(*first), last(*first))), 1)
    }

    /// The distances in bytes from each thread to the next, each with how often it occurs, the most frequent first.
    ///
    /// ```
    /// use tilework::access::ThreadAccess;
    /// let access = ThreadAccess::new(vec![0, 4, 8, 12, 128, 132], 4);
    /// assert_eq!(access.thread_strides(), [(4, 4), (116, 1)]);
    /// ```
    pub fn thread_strides(&self) -> Vec<(i64, usize)> {
        let mut strides: BTreeMap<i64, usize> = BTreeMap::new();
        for pair in self.addresses.windows(2) {
            *strides.entry(pair[1].wrapping_sub(pair[0]).cast_signed() as i64).or_default() += 1;
        }
        let mut strides: Vec<(i64, usize)> = strides.into_iter().collect();
        strides.sort_by_key(|(_, count)| core::cmp::Reverse(*count));
        strides
    }

    /// How many neighbours among the threads take one run: see [`contiguous_threads_of`].
    pub fn contiguous_threads(&self) -> usize {
        contiguous_threads_of(&self.addresses, self.bytes)
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
