//! A plan that is ready to run.
use crate::agreement::agree;
use crate::copies::Copies;
use crate::error::RedistributionError;
use crate::message::{self, End, Message, Way};
use crate::walk::Walk;
use bytemuck::{Pod, cast_slice, cast_slice_mut};
use mpi::collective::SystemOperation;
use mpi::datatype::DynBuffer;
use mpi::request::multiple_scope;
use mpi::traits::{Communicator, CommunicatorCollectives, Destination, Source};
use std::any::type_name;
use std::collections::HashMap;
use std::fmt::Write;
use tilework::dynamic::DynLayout;
use tilework::shard::plan::{Chunk, ReshardPlan};

/// A plan that is ready to run, as often as one likes: the messages of this rank, round by round, and its buffers.
pub struct Redistribution<'c, C: Communicator> {
    communicator: &'c C,
    element: usize,
    /// The elements of the local memories.
    lengths: [usize; 2],
    rounds: Vec<Messages>,
    kept: Copies,
    /// For what is sent and received in one round.
    buffer: Vec<u8>,
}

#[derive(Debug)]
struct Messages {
    sends: Vec<Message>,
    receives: Vec<Message>,
}

impl Messages {
    /// The bytes of what is packed.
    fn buffered(&self) -> usize {
        let messages = self.sends.iter().chain(&self.receives);
        messages.filter(|message| matches!(message.way, Way::Packed(_))).map(|message| message.bytes).sum()
    }
}

/// The bytes that a rank has in messages at one time, if nothing is said and there are buffers.
const USUAL_LIMIT: usize = 8 << 20;

/// Counts of MPI are 32-bit numbers: no message has as many bytes.
const MOST_BYTES: usize = 1 << 30;

impl<'c, C: Communicator> Redistribution<'c, C> {
    /// Makes a plan ready on every rank of a communicator, for elements of type `T`. All ranks call it together.
    ///
    /// What a rank has in messages at one time takes at most as many bytes as the limit, and goes in rounds. Without
    /// one all messages go at once where no rank needs buffers of more than 8 MiB for that, and else the limit is that:
    /// with more, what is packed is no longer in a cache when it is sent.
    ///
    /// # Errors
    /// On every rank, if on one of them the plan is for another number of ranks, has no layouts for its memory, the
    /// limit is below two elements, or plans, elements or limits differ between ranks.
    pub fn new<T: Pod>(
        plan: &ReshardPlan,
        communicator: &'c C,
        limit: Option<usize>,
    ) -> Result<Self, RedistributionError> {
        let ready = |most: usize| {
            let result = Self::alone(plan, communicator, size_of::<T>(), most);
            agree(communicator, result, |text| write!(text, "{plan:?} {limit:?} {}", type_name::<T>()))
        };
        if let Some(limit) = limit {
            return ready(limit);
        }
        let at_once = ready(usize::MAX)?;
        let (own, mut most) = (at_once.buffer.len() as u64, 0_u64);
        communicator.all_reduce_into(&own, &mut most, SystemOperation::max());
        if most <= USUAL_LIMIT as u64 { Ok(at_once) } else { ready(USUAL_LIMIT.max(2 * size_of::<T>())) }
    }

    /// What this rank makes of it, whatever the others do.
    fn alone(
        plan: &ReshardPlan,
        communicator: &'c C,
        element: usize,
        limit: usize,
    ) -> Result<Self, RedistributionError> {
        let (ranks, size) = (plan.ranks(), communicator.size());
        if ranks != i64::from(size) {
            return Err(RedistributionError::Ranks { plan: ranks, communicator: size });
        }
        let rank = i64::from(communicator.rank());
        let memories = [plan.source().memory(), plan.target().memory()];
        let own = [plan.source().local_layout(rank)?, plan.target().local_layout(rank)?];
        let negative = |layout: &DynLayout| {
            layout.leaves().iter().any(|leaf| leaf.stride.as_int().is_some_and(|stride| stride < 0))
        };
        if own.iter().any(negative) {
            return Err(RedistributionError::NegativeStride);
        }
        let part = plan.part(rank)?;
        let most = limit.min(2 * MOST_BYTES) / element.max(1);
        let mut rounds = Vec::new();
        // how many messages there are with each rank so far
        let (mut sent, mut received) = (HashMap::new(), HashMap::new());
        let number = |numbers: &mut HashMap<i64, usize>, chunk: &Chunk| {
            let next = numbers.entry(chunk.peer).or_default();
            std::mem::replace(next, *next + 1)
        };
        for round in part.rounds(Some(i64::try_from(most).unwrap_or(i64::MAX)))? {
            let mut messages = Messages { sends: Vec::new(), receives: Vec::new() };
            for chunk in &round.sends {
                let there = plan.target().local_layout(chunk.peer)?;
                let number = number(&mut sent, chunk);
                let end = (End::Sends, memories[0]);
                messages.sends.push(Message::new(end, number, chunk, [&own[0], &there], element)?);
            }
            for chunk in &round.receives {
                let there = plan.source().local_layout(chunk.peer)?;
                let number = number(&mut received, chunk);
                let end = (End::Receives, memories[1]);
                messages.receives.push(Message::new(end, number, chunk, [&there, &own[1]], element)?);
            }
            rounds.push(messages);
        }
        let mut kept = Vec::new();
        for patch in part.kept().iter().flat_map(|kept| kept.patches()) {
            kept.extend(patch.pieces(&own[0], &own[1])?);
        }
        let kept = message::kept(memories, &kept, element)?;
        let places =
            [plan.source().local_places(rank)?.cosize()?, plan.target().local_places(rank)?.cosize()?];
        let lengths = places.map(|places| usize::try_from(places).unwrap_or(usize::MAX));
        let buffer = vec![0; rounds.iter().map(Messages::buffered).max().unwrap_or(0)];
        Ok(Redistribution { communicator, element, lengths, rounds, kept, buffer })
    }

    /// The elements of the memory that this rank reads.
    pub fn source_len(&self) -> usize {
        self.lengths[0]
    }

    /// The elements of the memory that this rank writes.
    pub fn target_len(&self) -> usize {
        self.lengths[1]
    }

    /// The bytes of the buffers of this rank.
    pub fn buffer_bytes(&self) -> usize {
        self.buffer.len()
    }

    /// The bytes and the messages that this rank sends.
    pub fn sent(&self) -> (usize, usize) {
        let sends = || self.rounds.iter().flat_map(|round| &round.sends);
        (sends().map(|message| message.bytes).sum(), sends().count())
    }

    /// Moves the array: `source` is the memory of this rank before, `target` the one after. All ranks call it together.
    ///
    /// Post-condition: at each local index of the target is the element that the source has, on whatever rank. Padding
    /// of the target is as it was.
    ///
    /// # Errors
    /// On every rank, before anything moves, if a slice or an element of one of them has another length than was
    /// planned for.
    pub fn start<T: Pod>(&mut self, source: &[T], target: &mut [T]) -> Result<(), RedistributionError> {
        let checked = self.check(size_of::<T>(), source.len(), target.len());
        agree(self.communicator, checked, |_| Ok(()))?;
        let (source, target): (&[u8], &mut [u8]) = (cast_slice(source), cast_slice_mut(target));
        let mut kept = Some(&self.kept);
        for round in &self.rounds {
            exchange(self.communicator, round, source, target, &mut self.buffer, &mut kept)?;
        }
        kept.map_or(Ok(()), |kept| kept.run(source, target))
    }

    fn check(&self, element: usize, source: usize, target: usize) -> Result<(), RedistributionError> {
        if element != self.element {
            return Err(RedistributionError::Mismatch);
        }
        for (side, needed, given) in
            [("source", self.lengths[0], source), ("target", self.lengths[1], target)]
        {
            if given != needed {
                return Err(RedistributionError::Length { side, needed, given });
            }
        }
        Ok(())
    }
}

/// One round: messages go before anything is waited for, and what arrives first is unpacked first. What a rank keeps
/// is copied while packed messages are on their way; where MPI goes through memory by itself, it moves nothing
/// meanwhile, and that comes last. While it writes into the target, nothing else does.
fn exchange(
    communicator: &impl Communicator,
    round: &Messages,
    source: &[u8],
    target: &mut [u8],
    mut buffer: &mut [u8],
    kept: &mut Option<&Copies>,
) -> Result<(), RedistributionError> {
    let peer = |message: &Message| communicator.process_at_rank(message.peer);
    let (gathered, packed) = by_way(&round.sends);
    let (scattered, unpacked) = by_way(&round.receives);
    let sources: Vec<DynBuffer<'_>> = gathered.iter().map(|(_, walk)| walk.gathered(source)).collect();
    multiple_scope(sources.len(), |scope, gathering| {
        for ((message, _), own) in gathered.iter().zip(&sources) {
            gathering.add(peer(message).immediate_send_with_tag(scope, own, message.tag));
        }
        multiple_scope(packed.len() + unpacked.len(), |scope, requests| {
            for (message, _) in &unpacked {
                let own = take(&mut buffer, message.bytes);
                requests.add(peer(message).immediate_receive_into_with_tag(scope, own, message.tag));
            }
            for (message, copies) in &packed {
                let own = take(&mut buffer, message.bytes);
                copies.run(source, own)?;
                requests.add(peer(message).immediate_send_with_tag(scope, &*own, message.tag));
            }
            if let Some(kept) = kept.take_if(|_| gathered.is_empty() && scattered.is_empty()) {
                kept.run(source, target)?;
            }
            let walks: Vec<&Walk> = scattered.iter().map(|(_, walk)| *walk).collect();
            let mut targets = Walk::scattered(&walks, target);
            multiple_scope(targets.len(), |scope, scattering| {
                for ((message, _), own) in scattered.iter().zip(&mut targets) {
                    scattering.add(peer(message).immediate_receive_into_with_tag(scope, own, message.tag));
                }
                scattering.wait_all(&mut Vec::new());
            });
            // asked for one more than there are, the binding takes MPI's answer, a negative number, for a place
            while requests.incomplete() > 0 {
                let Some((at, _, buffer)) = requests.wait_any() else { break };
                if let Some((_, copies)) = unpacked.get(at) {
                    copies.run(buffer, target)?;
                }
            }
            Ok::<(), RedistributionError>(())
        })?;
        gathering.wait_all(&mut Vec::new());
        Ok(())
    })
}

/// The first bytes of a buffer, which is shorter by them.
fn take<'a>(buffer: &mut &'a mut [u8], bytes: usize) -> &'a mut [u8] {
    let (own, rest) = std::mem::take(buffer).split_at_mut(bytes);
    *buffer = rest;
    own
}

/// Messages, each with what it takes.
type With<'a, T> = Vec<(&'a Message, &'a T)>;

/// The messages that MPI goes through by itself, and those that are packed.
fn by_way(messages: &[Message]) -> (With<'_, Walk>, With<'_, Copies>) {
    let (mut walked, mut packed) = (Vec::new(), Vec::new());
    for message in messages {
        match &message.way {
            Way::Walked(walk) => walked.push((message, walk)),
            Way::Packed(copies) => packed.push((message, copies)),
        }
    }
    (walked, packed)
}

impl<C: Communicator> std::fmt::Debug for Redistribution<'_, C> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (bytes, messages) = self.sent();
        write!(
            f,
            "Redistribution of {bytes} bytes in {messages} messages, {} of buffers",
            self.buffer_bytes()
        )
    }
}
