//! `tilework reshard`: what moves between two distributions of an array, before anything does.
//!
//! What may enter: `mod` reads the question and counts, `tables` and `json` answer.
mod json;
mod tables;

use crate::failure::{Failure, mistake};
use crate::shape::read_array;
use tilework::dynamic::Error;
use tilework::shard::Distribution;
use tilework::shard::plan::{Collective, CostModel, PlanFigures, RankPart, ReshardPlan, relabelled};
use tilework::xla::{ArrayShape, stored_bits};

/// Count what moves when an array goes from one sharding to another.
///
/// FROM and TO are shardings of HLO or JAX, blocks dealt to the tiles of one, or descriptors of ScaLAPACK with a grid.
/// The plan moves the least that there is: what each rank wants and does not hold, each element once. It is compared
/// with giving every rank the whole array and slicing it, which is what compilers do where they know no sequence of
/// collectives.
///
/// Of one rank (--rank) it lists the messages: the elements in each dimension, and their layouts in the memories of
/// both sides, row-major parts.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  tilework reshard 'devices=[2,1,4]<=[4,2]T(1,0)' 'devices=[1,8,1]<=[8]' --shape 'bf16[64,64,64]'
  tilework reshard 'devices=[8,1]<=[8]' replicated --shape 'f32[1024,512]' --rank 3
  tilework reshard \"Mesh('x': 4, 'y': 2) P('x', 'y')\" \"Mesh('x': 4, 'y': 2) P('y', 'x')\" --shape 'f32[64,64]' --relabel
  tilework reshard 'blocks=[64,64] devices=[2,2]<=[4]' 'blocks=[48,80] devices=[2,2]<=[4]' --shape 'f64[8192,8192]'
  tilework reshard 'scalapack=[1,0,100,100,8,8,0,0,52] grid=[2,2]' 'devices=[4,1]<=[4]' --shape 'f64[100,100]' --json
")]
pub(crate) struct Arguments {
    /// How the array lies on the ranks.
    from: String,
    /// How it is to lie there.
    to: String,
    /// The type and the sizes of the array, as in HLO. Parts lie in rows: a layout is not looked at.
    #[arg(long, value_name = "SHAPE")]
    shape: String,
    /// The number of ranks, where FROM and TO do not say it.
    #[arg(long, value_name = "N")]
    ranks: Option<i64>,
    /// List the messages of this rank.
    #[arg(long, value_name = "RANK")]
    rank: Option<i64>,
    /// List at most so many messages each way.
    #[arg(long, value_name = "N", default_value_t = 16)]
    top: usize,
    /// Choose which rank gets which part, so that the least moves.
    #[arg(long)]
    relabel: bool,
    /// Messages of a rank take at most so many bytes at a time: count the rounds of --rank.
    #[arg(long, value_name = "BYTES", requires = "rank")]
    limit: Option<i64>,
    /// Seconds that a message takes, whatever it holds.
    #[arg(long, value_name = "SECONDS", default_value_t = 1e-5)]
    latency: f64,
    /// Bytes that a rank sends, and receives, in a second.
    #[arg(long, value_name = "BYTES", default_value_t = 10_000_000_000)]
    bandwidth: u64,
    /// Answer in JSON: exact numbers, nothing left out but messages beyond --top.
    #[arg(long)]
    json: bool,
}

/// What was counted.
struct Answer<'a> {
    arguments: &'a Arguments,
    shape: String,
    bits: u32,
    array: i64,
    plan: ReshardPlan,
    figures: PlanFigures,
    collective: Option<Collective>,
    /// What moves if ranks are not chosen anew.
    moved_before: i128,
    /// Seconds of the slowest rank where all are known, and of giving everybody the array.
    seconds: (Option<f64>, f64),
    rank: Option<OfRank>,
}

/// One rank, and how many rounds it takes under the limit.
struct OfRank {
    part: RankPart,
    rounds: Option<usize>,
}

impl Answer<'_> {
    fn bytes(&self, elements: i128) -> i128 {
        (elements * i128::from(self.bits) + 7) / 8
    }
}

pub(crate) fn run(arguments: &Arguments) -> Result<String, Failure> {
    let array = read_array(&arguments.shape)?;
    let (sizes, elements) = (array.sizes()?, array.elements()?);
    let bits = bits(&array)?;
    let ranks = match arguments.ranks {
        Some(ranks @ 1..=MOST_RANKS) => ranks,
        Some(ranks) => return Err(mistake!("{ranks} ranks: there are 1 to {MOST_RANKS}")),
        None => ranks_of(arguments, &sizes)?,
    };
    let read = |text: &str| within(text, Distribution::read(text, &sizes, ranks));
    let (source, mut target) = (read(&arguments.from)?, read(&arguments.to)?);
    let before = ReshardPlan::new(source.clone(), target.clone())?;
    let moved_before = before.figures()?.moved;
    if arguments.relabel {
        target = relabelled(&source, &target)?;
    }
    let plan = ReshardPlan::new(source, target)?;
    let figures = plan.figures()?;
    let network = CostModel { latency: arguments.latency, bandwidth: arguments.bandwidth as f64 };
    let rank = match arguments.rank {
        None => None,
        Some(rank) => {
            let part = plan.part(rank)?;
            let limit = arguments.limit.map(|bytes| bytes.saturating_mul(8) / i64::from(bits));
            let rounds = match limit {
                Some(_) => Some(part.rounds(limit)?.count()),
                None => None,
            };
            Some(OfRank { part, rounds })
        }
    };
    let answer = Answer {
        arguments,
        shape: array.clone().strip_layout().to_string(),
        bits,
        array: elements,
        seconds: seconds(&plan, &network, elements, bits)?,
        collective: plan.collective()?,
        plan,
        figures,
        moved_before,
        rank,
    };
    if arguments.json { json::write(&answer) } else { tables::write(&answer) }
}

const MOST_RANKS: i64 = 1 << 20;

/// The bits of an element as it is stored: of predicates and the like those of a byte.
fn bits(array: &ArrayShape) -> Result<u32, Failure> {
    let stored = u32::try_from(stored_bits(array)).ok().filter(|bits| *bits > 0);
    stored.ok_or_else(|| mistake!("elements of {} are not in memory", array.element_type()))
}

/// The ranks that the texts are for: one that is on all ranks does not say how many there are.
fn ranks_of(arguments: &Arguments, sizes: &[i64]) -> Result<i64, Failure> {
    let mut ranks = None;
    for text in [&arguments.from, &arguments.to] {
        let read = within(text, Distribution::read(text, sizes, MOST_RANKS))?;
        if read.copies() < MOST_RANKS {
            ranks = ranks.max(Some(read.ranks()));
        }
    }
    ranks.ok_or_else(|| mistake!("how many ranks are there? --ranks says it"))
}

fn within<T>(text: &str, read: Result<T, Error>) -> Result<T, Failure> {
    read.map_err(|error| mistake!("`{text}`: {error}"))
}

fn seconds(
    plan: &ReshardPlan,
    network: &CostModel,
    elements: i64,
    bits: u32,
) -> Result<(Option<f64>, f64), Failure> {
    let (mut slowest, mut replicated) = (Some(0.0_f64), 0.0_f64);
    // the ranks differ in their parts alone: of very many the first ones are looked at
    for rank in 0..plan.ranks().min(LOOKED_AT) {
        let figures = plan.rank_figures(rank)?;
        slowest = slowest.zip(network.seconds(&figures, bits)).map(|(most, own)| most.max(own));
        let whole = network.replicate_seconds(elements, figures.held, plan.ranks(), bits);
        replicated = replicated.max(whole);
    }
    Ok((slowest.filter(|_| plan.ranks() <= LOOKED_AT), replicated))
}

const LOOKED_AT: i64 = 1024;
