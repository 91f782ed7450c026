//! Conflicts of banks.
use crate::int::const_list::ConstList;

/// A memory in banks: each gives one word at a time, and what several threads read of one word is given to all of
/// them.
///
/// The threads of a group are served together if none takes more than a word; otherwise in phases, each of so many
/// neighbours that their accesses fill the group's words: of a warp of 32 threads and banks of 4 bytes, half warps
/// for 8 bytes, and quarter warps for 16. Conflicts are between threads of one phase.
///
/// Sources, and how far they go: NVIDIA, CUDA C++ Programming Guide, "Shared Memory", for accesses of a word. Of
/// wider ones it said something for compute capability 2.x alone: half warps for 8 bytes, quarter warps for 16. For
/// later ones it is silent; NVIDIA's talk S9593 at GTC 2019 shows quarter warps for 16 bytes. An engineer of NVIDIA
/// adds (developer forum, "Unexpected shared memory bank conflict") that from compute capability 7.0 to 7.5 reads
/// take half of the turns where all threads `n` and `n ^ 1` have one address, or all `n` and `n ^ 2`. That is not
/// counted here: for such reads, [`wavefronts`](Self::wavefronts) is what is needed at most.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Banks {
    count: usize,
    width: usize,
    group: usize,
}

/// The most words that a phase takes, two for each thread of the largest group.
const MOST_WORDS: usize = 256;

impl Banks {
    /// The shared memory of NVIDIA's GPUs: 32 banks of 4 bytes, for 32 threads.
    pub const NVIDIA: Banks = Banks::new(32, 4, 32);

    /// So many banks of so many bytes, for groups of so many threads.
    ///
    /// # Panics
    /// If one of them is 0, or the group has more than 128 threads.
    pub const fn new(count: usize, width: usize, group: usize) -> Banks {
        assert!(count > 0 && width > 0, "banks: there are none, or they are empty");
        assert!(group > 0 && group <= MOST_WORDS / 2, "banks: a group has 1 to 128 threads");
        Banks { count, width, group }
    }

    /// How many banks there are.
    pub const fn count(&self) -> usize {
        self.count
    }

    /// The bytes of a word.
    pub const fn width(&self) -> usize {
        self.width
    }

    /// How many neighbours are served together if each takes so many bytes.
    pub const fn threads_of_a_phase(&self, bytes: usize) -> usize {
        match self.group.checked_div(bytes.div_ceil(self.width)) {
            None => self.group,
            Some(0) => 1,
            Some(threads) => threads,
        }
    }

    /// The turns of the slowest phase: how many words its most asked bank has to give. 1 is free of conflicts; 0 if
    /// no thread takes anything.
    ///
    /// Each address is that of the first of so many bytes that a thread takes.
    ///
    /// # Panics
    /// If a thread takes so many bytes that a phase has more than 256 words.
    ///
    /// ```
    /// use tilework::access::Banks;
    /// let every_second_word: [usize; 32] = std::array::from_fn(|thread| thread * 8);
    /// assert_eq!(Banks::NVIDIA.ways(&every_second_word, 4), 2);
    /// // of 8 bytes each, 16 threads are served at a time
    /// assert_eq!(Banks::NVIDIA.ways(&every_second_word, 8), 1);
    /// ```
    pub const fn ways(&self, addresses: &[usize], bytes: usize) -> usize {
        let (mut ways, mut first) = (0, 0);
        while first < addresses.len() {
            let turns = self.turns(addresses, first, bytes);
            if turns > ways {
                ways = turns;
            }
            first += self.threads_of_a_phase(bytes);
        }
        ways
    }

    /// The turns of all phases together.
    ///
    /// # Panics
    /// As [`ways`](Self::ways).
    ///
    /// ```
    /// use tilework::access::Banks;
    /// let one_after_another: [usize; 32] = std::array::from_fn(|thread| thread * 16);
    /// assert_eq!(Banks::NVIDIA.wavefronts(&one_after_another, 16), 4);
    /// ```
    pub const fn wavefronts(&self, addresses: &[usize], bytes: usize) -> usize {
        let (mut sum, mut first) = (0, 0);
        while first < addresses.len() {
            sum += self.turns(addresses, first, bytes);
            first += self.threads_of_a_phase(bytes);
        }
        sum
    }

    /// The turns of the phase that begins with thread `first`.
    const fn turns(&self, addresses: &[usize], first: usize, bytes: usize) -> usize {
        let (mut turns, mut thread) = (0, first);
        let mut seen: ConstList<usize, MOST_WORDS> = ConstList::new(0);
        while thread < addresses.len() && thread < first + self.threads_of_a_phase(bytes) && bytes > 0 {
            let address = addresses[thread];
            let mut word = address / self.width;
            while word <= (address + (bytes - 1)) / self.width {
                let asked = self.asked_of_its_bank(seen.entries(), word);
                if asked > 0 {
                    assert!(seen.len() < MOST_WORDS, "banks: a phase has more than 256 words");
                    seen.push(word);
                }
                if asked > turns {
                    turns = asked;
                }
                word += 1;
            }
            thread += 1;
        }
        turns
    }

    /// How many words its bank has to give with this one; 0 if it is given already.
    const fn asked_of_its_bank(&self, seen: &[usize], word: usize) -> usize {
        let (mut asked, mut i) = (1, 0);
        while i < seen.len() {
            if seen[i] == word {
                return 0;
            }
            if seen[i] % self.count == word % self.count {
                asked += 1;
            }
            i += 1;
        }
        asked
    }
}
