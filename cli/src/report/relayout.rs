//! Instructions that only change the layout, and whether anything moves.
use super::shapes::KnownShape;
use hashbrown::HashMap;
use std::rc::Rc;
use tilework::dynamic::Error;
use tilework::xla::{
    ArrayShape, LinearIndex, Tiling, descending_layout, nested_layout, reshape_is_bitcast, stored_bits,
    transpose_is_bitcast,
};

/// An operation that gives its operand another shape or layout.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum RelayoutKind {
    Copy,
    CopyStart,
    Transpose,
    Reshape,
    Bitcast,
}

impl RelayoutKind {
    pub(super) const ALL: [RelayoutKind; 5] = [
        RelayoutKind::Copy,
        RelayoutKind::CopyStart,
        RelayoutKind::Transpose,
        RelayoutKind::Reshape,
        RelayoutKind::Bitcast,
    ];

    pub(super) fn of(opcode: &str) -> Option<RelayoutKind> {
        RelayoutKind::ALL.into_iter().find(|kind| kind.name() == opcode)
    }

    pub(super) fn name(self) -> &'static str {
        match self {
            RelayoutKind::Copy => "copy",
            RelayoutKind::CopyStart => "copy-start",
            RelayoutKind::Transpose => "transpose",
            RelayoutKind::Reshape => "reshape",
            RelayoutKind::Bitcast => "bitcast",
        }
    }
}

/// What such an operation does in memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Outcome {
    /// Every element stays where it is: it is a bitcast, or could be one.
    IsBitcast,
    /// The same layout, in the same or another memory space.
    SameLayout,
    /// Elements move: the layout really changes.
    Moves,
    /// Its operand is not known, or tiles overhang and there are too many elements to look at each.
    Unknown,
}

impl Outcome {
    pub(super) const ALL: [Outcome; 4] =
        [Outcome::IsBitcast, Outcome::SameLayout, Outcome::Moves, Outcome::Unknown];

    pub(super) fn name(self) -> &'static str {
        match self {
            Outcome::IsBitcast => "bitcast",
            Outcome::SameLayout => "same layout",
            Outcome::Moves => "moves elements",
            Outcome::Unknown => "unknown",
        }
    }
}

/// How many there are of each kind and outcome, and their padded bytes. Most computations have few of them, or none.
#[derive(Debug, Clone, Default)]
pub(super) struct OutcomeCounts {
    counts: Vec<OutcomeCount>,
}

#[derive(Debug, Clone)]
struct OutcomeCount {
    kind: RelayoutKind,
    outcome: Outcome,
    count: u64,
    padded: i128,
}

impl OutcomeCounts {
    pub(super) fn add(&mut self, kind: RelayoutKind, outcome: Outcome, padded: i64) {
        self.put(OutcomeCount { kind, outcome, count: 1, padded: padded.into() });
    }

    pub(super) fn merge(&mut self, other: &OutcomeCounts) {
        other.counts.iter().for_each(|count| self.put(count.clone()));
    }

    fn put(&mut self, more: OutcomeCount) {
        match self.counts.iter_mut().find(|one| (one.kind, one.outcome) == (more.kind, more.outcome)) {
            Some(one) => {
                one.count += more.count;
                one.padded += more.padded;
            }
            None => {
                self.counts.reserve_exact(1);
                self.counts.push(more);
            }
        }
    }

    pub(super) fn of(&self, kind: RelayoutKind, outcome: Outcome) -> (u64, i128) {
        let found = self.counts.iter().find(|one| (one.kind, one.outcome) == (kind, outcome));
        found.map_or((0, 0), |one| (one.count, one.padded))
    }
}

/// Outcomes that were found out already, by operand, result and permutation.
#[derive(Debug, Default)]
pub(super) struct Outcomes {
    known: HashMap<(*const KnownShape, *const KnownShape), Vec<KnownOutcome>>,
}

#[derive(Debug)]
struct KnownOutcome {
    kind: RelayoutKind,
    permutation: Option<Box<[usize]>>,
    outcome: Outcome,
    /// Keeps the addresses in the key from being used again.
    _of: [Rc<KnownShape>; 2],
}

/// The most outcomes that are remembered, and the longest texts of which they are.
const MOST_KNOWN: usize = 1 << 14;
const MOST_BYTES: usize = 1 << 12;

impl Outcomes {
    pub(super) fn of(
        &mut self,
        kind: RelayoutKind,
        from: &Rc<KnownShape>,
        to: &Rc<KnownShape>,
        permutation: Option<&[usize]>,
    ) -> Outcome {
        let key = (Rc::as_ptr(from), Rc::as_ptr(to));
        let known = self.known.get(&key).map_or(&[][..], Vec::as_slice);
        if let Some(found) =
            known.iter().find(|known| known.kind == kind && known.permutation.as_deref() == permutation)
        {
            return found.outcome;
        }
        let outcome = match (from.array(), to.array()) {
            (Some(from), Some(to)) => outcome(kind, from, to, permutation).unwrap_or(Outcome::Unknown),
            _ => Outcome::Unknown,
        };
        if from.text.len() + to.text.len() + permutation.map_or(0, <[usize]>::len) > MOST_BYTES {
            return outcome;
        }
        if self.known.len() >= MOST_KNOWN {
            self.known.clear();
        }
        let of = [Rc::clone(from), Rc::clone(to)];
        self.known.entry(key).or_default().push(KnownOutcome {
            kind,
            permutation: permutation.map(Box::from),
            outcome,
            _of: of,
        });
        outcome
    }
}

fn outcome(
    kind: RelayoutKind,
    from: &ArrayShape,
    to: &ArrayShape,
    permutation: Option<&[usize]>,
) -> Result<Outcome, Error> {
    if is_split(from) || is_split(to) {
        return Ok(Outcome::Unknown);
    }
    if stored_bits(from) != stored_bits(to) {
        // a bitcast may read the same bits as elements of another width; what copies them widens or narrows them
        return Ok(if kind == RelayoutKind::Bitcast { Outcome::Unknown } else { Outcome::Moves });
    }
    let is_bitcast = match kind {
        RelayoutKind::Copy | RelayoutKind::CopyStart if same_layout(from, to)? => {
            return Ok(Outcome::SameLayout);
        }
        RelayoutKind::Transpose => match permutation {
            Some(permutation) => transpose_is_bitcast(from, to, permutation)?,
            None => return Ok(Outcome::Unknown),
        },
        RelayoutKind::Bitcast => {
            moves_nothing(from, to)? || moves_nothing(&descending_layout(from)?, &descending_layout(to)?)?
        }
        _ if is_long(from, to)? => match differs_somewhere(from, to)? {
            true => false,
            false => return Ok(Outcome::Unknown),
        },
        _ => reshape_is_bitcast(from, to)?,
    };
    Ok(match (is_bitcast, kind) {
        (true, _) => Outcome::IsBitcast,
        // the compiler says that nothing moves, and it was not found out how
        (false, RelayoutKind::Bitcast) => Outcome::Unknown,
        (false, _) => Outcome::Moves,
    })
}

fn is_split(array: &ArrayShape) -> bool {
    array.layout().is_some_and(|layout| !layout.split_configs().is_empty())
}

/// Whether two arrays differ in nothing but the memory space.
fn same_layout(from: &ArrayShape, to: &ArrayShape) -> Result<bool, Error> {
    let (lhs, rhs) = (from.layout_or_default(), to.layout_or_default());
    Ok(from.dimensions() == to.dimensions()
        && lhs.into_owned().with_memory_space(0)? == rhs.into_owned().with_memory_space(0)?)
}

/// Whether it is known that a reshape moves nothing. A bitcast is one of the arrays themselves, or of the arrays with
/// their dimensions in the order of memory.
fn moves_nothing(from: &ArrayShape, to: &ArrayShape) -> Result<bool, Error> {
    Ok(!is_long(from, to)? && reshape_is_bitcast(from, to)?)
}

/// Whether it would take long to say: all elements would have to be looked at, and there are many.
fn is_long(from: &ArrayShape, to: &ArrayShape) -> Result<bool, Error> {
    const MOST_ELEMENTS: i64 = 1 << 14;
    let not_one = |size: &&i64| **size != 1;
    let (sizes, other) = (from.sizes()?, to.sizes()?);
    if from.elements()? <= MOST_ELEMENTS || sizes.iter().filter(not_one).eq(other.iter().filter(not_one)) {
        return Ok(false);
    }
    let overhangs = |array| nested_layout(array).map_or(true, |layout| !layout.is_exact());
    Ok(overhangs(from) || overhangs(to))
}

/// Whether one of a few elements is at another place after a reshape: then it is no bitcast.
fn differs_somewhere(from: &ArrayShape, to: &ArrayShape) -> Result<bool, Error> {
    const LOOKED_AT: i64 = 1 << 12;
    let elements = from.elements()?;
    if elements != to.elements()? {
        return Ok(true);
    }
    let (before, after) = (LinearIndex::new(from, Tiling::All)?, LinearIndex::new(to, Tiling::All)?);
    let row_major = |array: &ArrayShape| LinearIndex::new(&array.clone().strip_layout(), Tiling::None);
    let (first, second) = (row_major(from)?, row_major(to)?);
    let step = usize::try_from(elements / LOOKED_AT + 1).unwrap_or(usize::MAX);
    for element in (0..LOOKED_AT.min(elements)).chain((0..elements).step_by(step)) {
        if before.at(&first.index_at(element)?)? != after.at(&second.index_at(element)?)? {
            return Ok(true);
        }
    }
    Ok(false)
}
