//! How far apart in a traversal the same line is used again.
use crate::dynamic::{Error, Result};
use alloc::collections::BTreeMap;
use alloc::vec::Vec;

/// A stack of lines, the one used last on top: how deep a line lies is how many other lines were used since.
///
/// Each line costs time near the logarithm of how many different ones there are, and memory is that of those. Source:
/// Mattson, Gecsei, Slutz and Traiger 1970; the tree of marks is that of Bennett and Kruskal 1975.
#[derive(Debug, Clone)]
pub(super) struct LineStack {
    /// When each line was used last.
    last: BTreeMap<usize, usize>,
    /// Of each time that is some line's last, a mark, in a tree of partial sums (Fenwick).
    marks: Vec<usize>,
    now: usize,
}

/// The most different lines of a traversal.
const MOST_LINES: usize = 1 << 22;

impl LineStack {
    pub(super) fn new() -> LineStack {
        LineStack { last: BTreeMap::new(), marks: alloc::vec![0; 64], now: 0 }
    }

    /// Uses a line, and says how many other lines were used since it was used last; none, if it is new.
    pub(super) fn touch(&mut self, line: usize) -> Result<Option<usize>> {
        if self.now + 1 == self.marks.len() {
            self.renumber();
        }
        let now = self.now;
        self.now += 1;
        let depth = match self.last.insert(line, now) {
            Some(before) => {
                let depth = self.last.len() - self.marked_up_to(before);
                self.mark(before, false);
                Some(depth)
            }
            None if self.last.len() > MOST_LINES => {
                return Err(Error::TooLarge { quantity: "the lines of the traversal" });
            }
            None => None,
        };
        self.mark(now, true);
        Ok(depth)
    }

    /// The times that are some line's last, counted up to one.
    fn marked_up_to(&self, time: usize) -> usize {
        let (mut sum, mut node) = (0, time + 1);
        while node > 0 {
            sum += self.marks[node];
            node &= node - 1;
        }
        sum
    }

    fn mark(&mut self, time: usize, is_marked: bool) {
        let mut node = time + 1;
        while node < self.marks.len() {
            self.marks[node] = if is_marked { self.marks[node] + 1 } else { self.marks[node] - 1 };
            node += node & node.wrapping_neg();
        }
    }

    /// Gives the lines the times 0, 1, ... in their order, with as many free behind them.
    fn renumber(&mut self) {
        let mut order: Vec<(usize, usize)> = self.last.iter().map(|(line, time)| (*time, *line)).collect();
        order.sort_unstable();
        self.marks = alloc::vec![0; (2 * order.len()).max(64) + 2];
        self.now = order.len();
        for (time, (_, line)) in order.into_iter().enumerate() {
            self.last.insert(line, time);
            self.mark(time, true);
        }
    }
}

/// How often which reuse distance occurs in a traversal, counted exactly.
///
/// The distance of a use is the number of other lines used since the line was used last: a cache of `n` lines that
/// gives up the one that was used longest ago has it still if the distance is below `n`.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ReuseDistances {
    histogram: BTreeMap<usize, u64>,
    cold: u64,
}

impl ReuseDistances {
    /// The distances of a traversal that uses these lines one after another.
    ///
    /// Takes time near `n log n`, and memory for the different lines.
    ///
    /// # Errors
    /// [`Error::TooLarge`] if there are more than 4194304 different lines.
    ///
    /// ```
    /// use tilework::access::ReuseDistances;
    /// let reuse = ReuseDistances::of([7, 8, 9, 8, 7, 7])?;
    /// assert_eq!(reuse.cold(), 3);
    /// assert_eq!(reuse.iter().collect::<Vec<_>>(), [(0, 1), (1, 1), (2, 1)]);
    /// // caches of 1, 2 and 3 lines
    /// assert_eq!([1, 2, 3].map(|lines| reuse.misses(lines)), [5, 4, 3]);
    /// # Ok::<(), tilework::dynamic::Error>(())
    /// ```
    pub fn of(lines: impl IntoIterator<Item = usize>) -> Result<ReuseDistances> {
        let (mut stack, mut reuse) = (LineStack::new(), ReuseDistances::default());
        for line in lines {
            match stack.touch(line)? {
                Some(distance) => *reuse.histogram.entry(distance).or_default() += 1,
                None => reuse.cold += 1,
            }
        }
        Ok(reuse)
    }

    /// The uses that are the first of their line: no cache has it.
    pub fn cold(&self) -> u64 {
        self.cold
    }

    /// All uses.
    pub fn uses(&self) -> u64 {
        self.cold + self.histogram.values().sum::<u64>()
    }

    /// The distances that occur and how often, the shortest first; first uses have none.
    pub fn iter(&self) -> impl Iterator<Item = (usize, u64)> + '_ {
        self.histogram.iter().map(|(distance, count)| (*distance, *count))
    }

    /// The misses of a cache of so many lines, each of which may hold any: it gives up the one used longest ago.
    pub fn misses(&self, lines: usize) -> u64 {
        self.cold + self.histogram.range(lines..).map(|(_, count)| count).sum::<u64>()
    }
}

/// The lines of so many bytes that a traversal uses, one after another: a use of several is one of each.
pub(super) fn lines(
    addresses: impl IntoIterator<Item = usize>,
    bytes: usize,
    line: usize,
) -> impl Iterator<Item = usize> {
    let line = line.max(1);
    let last = move |first: usize| first.saturating_add(bytes.max(1) - 1) / line;
    addresses.into_iter().flat_map(move |first| first / line..=last(first))
}

impl ReuseDistances {
    /// The same of a traversal that takes so many bytes at each of these addresses, in lines of so many bytes.
    ///
    /// # Errors
    /// As [`of`](Self::of); and if a line has 0 bytes.
    ///
    /// ```
    /// use tilework::access::ReuseDistances;
    /// // a 16x16 matrix of f32 in rows, walked by columns: each line is used again after the 15 of the other rows
    /// let columns = (0..256).map(|step| (step % 16 * 16 + step / 16) * 4);
    /// let reuse = ReuseDistances::of_traversal(columns, 4, 64)?;
    /// assert_eq!((reuse.cold(), reuse.iter().collect::<Vec<_>>()), (16, vec![(15, 240)]));
    /// # Ok::<(), tilework::dynamic::Error>(())
    /// ```
    pub fn of_traversal(
        addresses: impl IntoIterator<Item = usize>,
        bytes: usize,
        line: usize,
    ) -> Result<ReuseDistances> {
        if line == 0 {
            return Err(Error::invalid("reuse", "a line has 0 bytes"));
        }
        ReuseDistances::of(lines(addresses, bytes, line))
    }
}
