//! Rounds under a limit of memory.
use super::part::RankPart;
use super::patch::{Patch, groups};
use super::transfer::Transfer;
use crate::dynamic::{Result, invalid};
use alloc::collections::VecDeque;
use alloc::vec::Vec;

/// What a rank sends and receives before it goes on.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Round {
    /// What it sends.
    pub sends: Vec<Chunk>,
    /// What it receives.
    pub receives: Vec<Chunk>,
}

/// A message, or a part of one that is too large.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Chunk {
    /// The other rank.
    pub peer: i64,
    /// The elements, in the order in which both ranks see them.
    pub patches: Vec<Patch>,
}

impl Chunk {
    /// The number of elements.
    pub fn elements(&self) -> i64 {
        self.patches.iter().map(Patch::elements).sum()
    }
}

impl Round {
    /// The number of elements in messages: what a rank needs buffers for.
    pub fn elements(&self) -> i64 {
        self.sends.iter().chain(&self.receives).map(Chunk::elements).sum()
    }
}

impl RankPart {
    /// What the rank sends and receives in rounds whose messages have at most so many elements together; `None` is one
    /// round. One round is done when its messages have arrived; ranks need not wait for each other in between.
    ///
    /// Post-condition: every element of the messages is in one round, no round has more elements than the limit, and
    /// whatever order ranks run in, no one waits for ever: the messages of a step are those of the same distance
    /// between ranks, all ranks take them in the same order, and both ends cut them alike, along the dimension that is
    /// outermost in the memory of the source.
    ///
    /// # Errors
    /// If the limit is below 2, an element to send and one to receive, or so small that a message would be cut into
    /// more than 2^20 pieces.
    ///
    /// ```
    /// use tilework::shard::{Distribution, plan::ReshardPlan};
    /// let on = |text| Distribution::read(text, &[8, 8], 4);
    /// let plan = ReshardPlan::new(on("devices=[4,1]<=[4]")?, on("devices=[1,4]<=[4]")?)?;
    /// let rounds: Vec<_> = plan.part(1)?.rounds(Some(8))?.collect();
    /// // 3 messages of 4 elements each way
    /// assert_eq!(rounds.iter().map(|round| round.elements()).collect::<Vec<_>>(), [8, 8, 8]);
    /// assert_eq!([rounds[0].sends[0].peer, rounds[0].receives[0].peer], [2, 0]);
    /// # Ok::<(), tilework::dynamic::Error>(())
    /// ```
    pub fn rounds(&self, limit: Option<i64>) -> Result<impl Iterator<Item = Round>> {
        let limit = limit.unwrap_or(i64::MAX);
        if limit < 2 {
            return Err(invalid!("rounds", "messages of {limit} elements: one goes and one comes"));
        }
        let most = limit / 2;
        let all = self.sends().chain(self.receives()).map(|message| message.elements()).max().unwrap_or(0);
        if all / most > MOST_CHUNKS {
            return Err(invalid!("rounds", "a message of {all} elements in pieces of {most} is too many"));
        }
        Ok(RoundIter {
            limit,
            sends: ChunkQueue::new(self.sends().collect(), &self.outermost_first, most),
            receives: ChunkQueue::new(self.receives().collect(), &self.outermost_first, most),
            steps: self.ranks,
            rank: self.rank(),
        })
    }
}

/// A message is cut into no more pieces, give or take those that are not full.
const MOST_CHUNKS: i64 = 1 << 20;

struct RoundIter<'a> {
    limit: i64,
    sends: ChunkQueue<'a>,
    receives: ChunkQueue<'a>,
    /// The number of ranks.
    steps: i64,
    rank: i64,
}

impl Iterator for RoundIter<'_> {
    type Item = Round;

    fn next(&mut self) -> Option<Round> {
        let (mut round, mut elements) = (Round::default(), 0_i64);
        loop {
            // both ends have the same step and the same number of a chunk for it
            let (rank, steps) = (self.rank, self.steps);
            let send = self.sends.peek().map(|(peer, number)| ((peer - rank).rem_euclid(steps), number));
            let receive =
                self.receives.peek().map(|(peer, number)| ((rank - peer).rem_euclid(steps), number));
            let (send_first, receive_first) = match (send, receive) {
                (None, None) => break,
                (Some(send), Some(receive)) => (send <= receive, receive <= send),
                (send, receive) => (send.is_some(), receive.is_some()),
            };
            // what goes and what comes in one step are in one round: else ranks in a ring would each wait for the next
            let size = |chunks: &ChunkQueue<'_>, is_first| if is_first { chunks.next_elements() } else { 0 };
            let more = size(&self.sends, send_first) + size(&self.receives, receive_first);
            if elements > self.limit - more {
                break;
            }
            elements += more;
            round.sends.extend(send_first.then(|| self.sends.take()).flatten());
            round.receives.extend(receive_first.then(|| self.receives.take()).flatten());
        }
        (elements > 0).then_some(round)
    }
}

/// The messages of one direction, chunk by chunk.
struct ChunkQueue<'a> {
    transfers: VecDeque<Transfer<'a>>,
    outermost_first: &'a [usize],
    most: i64,
    /// What is left of the first message, and how many chunks of it are gone.
    left: VecDeque<Vec<Patch>>,
    number: i64,
}

impl<'a> ChunkQueue<'a> {
    fn new(transfers: VecDeque<Transfer<'a>>, outermost_first: &'a [usize], most: i64) -> Self {
        ChunkQueue { transfers, outermost_first, most, left: VecDeque::new(), number: 0 }
    }

    /// The peer of the next chunk, and its number.
    fn peek(&mut self) -> Option<(i64, i64)> {
        let transfer = self.transfers.front()?;
        if self.left.is_empty() {
            self.left = groups(transfer.patches().collect(), self.outermost_first, self.most);
            self.number = 0;
        }
        Some((transfer.peer(), self.number))
    }

    /// How many elements the next chunk has; it was peeked at before.
    fn next_elements(&self) -> i64 {
        self.left.front().map_or(0, |patches| patches.iter().map(Patch::elements).sum())
    }

    /// The next chunk.
    fn take(&mut self) -> Option<Chunk> {
        let (peer, _) = self.peek()?;
        let patches = self.left.pop_front()?;
        self.number += 1;
        if self.left.is_empty() {
            self.transfers.pop_front();
        }
        Some(Chunk { peer, patches })
    }
}
