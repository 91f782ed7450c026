//! How long a plan takes.
use super::figures::RankFigures;

/// A network in which every rank sends and receives at the same time: each message takes `latency` seconds and then its
/// bytes at `bandwidth` bytes in a second. Source: Hockney's model.
///
/// ```
/// use tilework::shard::plan::{CostModel, RankFigures};
/// let network = CostModel { latency: 1e-6, bandwidth: 1e9 };
/// let rank = RankFigures { received: 1000, messages_in: 2, sent: Some(0), ..RankFigures::default() };
/// // 2 messages and 4000 bytes
/// assert!((network.seconds(&rank, 32).unwrap() - 6e-6).abs() < 1e-12);
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CostModel {
    /// Seconds for a message.
    pub latency: f64,
    /// Bytes in a second, in each direction.
    pub bandwidth: f64,
}

impl CostModel {
    /// The seconds that a rank takes for elements of so many bits, as long as its messages in one direction last; none
    /// if it is not known what it sends. A plan takes as long as its slowest rank.
    pub fn seconds(&self, rank: &RankFigures, bits: u32) -> Option<f64> {
        let out = self.direction(rank.messages_out.unwrap_or(0), rank.sent?, bits);
        Some(out.max(self.direction(rank.messages_in, rank.received, bits)))
    }

    /// The seconds in which every one of `ranks` ranks gets an array of so many elements of which it holds `held`,
    /// from its neighbours in a ring.
    pub fn replicate_seconds(&self, elements: i64, held: i64, ranks: i64, bits: u32) -> f64 {
        self.direction(ranks - 1, elements - held, bits)
    }

    fn direction(&self, messages: i64, elements: i64, bits: u32) -> f64 {
        messages as f64 * self.latency + elements as f64 * f64::from(bits) / 8.0 / self.bandwidth
    }
}
