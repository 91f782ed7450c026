//! Instructions that give an array another sharding, and what moves for it.
use hashbrown::HashMap;
use std::rc::Rc;
use tilework::dynamic::Error;
use tilework::hlo::InstructionLine;
use tilework::shard::plan::{Collective, ReshardPlan};
use tilework::shard::{Distribution, Sharding};
use tilework::xla::{ArrayShape, stored_bits};

/// What it moves, in bytes, and what replicating would.
#[derive(Debug, Clone, Copy)]
pub(super) struct ReshardingCost {
    pub(super) moved: i64,
    pub(super) messages: i128,
    pub(super) replicated: i128,
    pub(super) collective: Option<Collective>,
}

/// The shardings of the instructions of a computation.
#[derive(Debug, Default)]
pub(super) struct Shardings {
    by_name: HashMap<Box<str>, Rc<Sharding>>,
    bytes: usize,
}

/// The most bytes of names and of the texts of shardings: those beyond are unknown.
const MOST_BYTES: usize = 1 << 25;

/// The most ranks for which it is counted what moves.
const MOST_RANKS: i64 = 1 << 14;

impl Shardings {
    /// Forgets all: a computation begins.
    pub(super) fn clear(&mut self) {
        *self = Shardings::default();
    }

    /// Remembers the sharding of an instruction, if it has one, and says what it is.
    pub(super) fn insert(&mut self, instruction: &InstructionLine<'_>) -> Option<Rc<Sharding>> {
        if !instruction.attributes_text().contains("sharding={") {
            return None;
        }
        let text = instruction.attribute("sharding")?;
        let sharding: Rc<Sharding> = Rc::new(text.parse().ok()?);
        self.bytes += instruction.name().len() + text.len();
        if self.bytes <= MOST_BYTES {
            self.by_name.insert(instruction.name().into(), Rc::clone(&sharding));
        }
        Some(sharding)
    }

    /// The sharding that an instruction changes: that of its operand, if it is there for the sharding alone.
    pub(super) fn changed_by(&self, instruction: &InstructionLine<'_>) -> Option<Rc<Sharding>> {
        if self.by_name.is_empty() {
            return None;
        }
        let is_for_sharding = match instruction.opcode() {
            "copy" => true,
            "custom-call" => {
                let target = instruction.attribute("custom_call_target")?;
                target.trim_matches('"') == "Sharding"
            }
            _ => false,
        };
        let operand = instruction.operands().next().filter(|_| is_for_sharding)?;
        self.by_name.get(operand.name).map(Rc::clone)
    }
}

/// What moves from one sharding to another; none where nothing does, or it is not known.
pub(super) fn cost(
    array: &ArrayShape,
    from: &Sharding,
    to: &Sharding,
) -> Result<Option<ReshardingCost>, Error> {
    let Some(ranks) = from.device_count().max(to.device_count()).filter(|ranks| *ranks <= MOST_RANKS) else {
        return Ok(None);
    };
    let sizes = array.sizes()?;
    let on = |sharding: &Sharding| Distribution::of_sharding(sharding, &sizes, ranks);
    let plan = ReshardPlan::new(on(from)?, on(to)?)?;
    let figures = plan.figures()?;
    let bytes = |elements: i128| (elements * i128::from(stored_bits(array)) + 7) / 8;
    let moved = i64::try_from(bytes(figures.moved)).unwrap_or(i64::MAX);
    Ok((moved > 0).then_some(ReshardingCost {
        moved,
        messages: figures.messages,
        replicated: bytes(figures.replicated),
        collective: plan.collective()?,
    }))
}
