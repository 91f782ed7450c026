//! The stage: where a tile lies in shared memory so that neither side waits for banks.
use super::digits::JointDigits;
use super::patch::TilePatch;
use super::side::CopySide;
use super::tile::{BlockTile, MOST_BYTES, TileOrder, WARP};
use crate::access::{Banks, ConflictSearch, NoSkew, NoSwizzle, RowPadding, ThreadAccess};
use crate::dynamic::{DynLayout, DynTuple, Result, Stride, Swizzle, Tree, invalid};
use crate::int::word;
use alloc::vec::Vec;
use core::fmt;

/// How elements of a stage are moved apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StageSkew {
    /// They lie as the source is read.
    None,
    /// By a swizzle of their places, counted in units.
    Swizzle(Swizzle),
    /// By two, the first of which is applied first.
    Swizzles([Swizzle; 2]),
    /// By places left free, counted in units.
    Padding(RowPadding),
}

/// Where a tile lies in shared memory, in the order of the source.
#[derive(Debug, Clone)]
pub(super) struct TileStage {
    pub(super) skew: StageSkew,
    /// How many units it has room for.
    pub(super) units: i64,
    /// The units that are put or got at once.
    pub(super) widths: [i64; 2],
    /// By which patches units are got, if they are.
    pub(super) patch: Option<TilePatch>,
    /// How many units an entry of the array has: what fits in 4 bytes and is put at once.
    pub(super) units_of_a_cell: i64,
    /// The turns of all accesses of a block: of those that put, and of those that get.
    pub(super) wavefronts: [usize; 2],
    /// What they need at least.
    pub(super) least: [usize; 2],
    /// The turns of the slowest.
    pub(super) ways: [usize; 2],
}

/// The banks of NVIDIA's and AMD's memories.
const BANKS: Banks = Banks::NVIDIA;

/// The groups of threads by whose accesses a skew is looked for; all others are compared then.
const LOOKED_AT: usize = 4;

impl TileStage {
    /// The stage of a tile whose sides take at most so many units at once: with the widest accesses of which a swizzle
    /// or a padding is found that frees both of conflicts; or, if none is, with the fewest turns of the widest.
    pub(super) fn of(joint: &JointDigits, tile: &BlockTile, widest: [i64; 2]) -> Result<TileStage> {
        let mut first = None;
        for halved in [[0, 0], [0, 1], [1, 0], [1, 1], [1, 2], [2, 1], [2, 2]] {
            let widths = [widest[0] >> halved[0], widest[1] >> halved[1]];
            if widths.contains(&0) {
                continue;
            }
            let patch = tile.patch(joint.unit, widths);
            for patch in patch.into_iter().map(Some).chain([None]) {
                let stage = TileStage::with_widths(joint, tile, widths, patch)?;
                if stage.is_free() {
                    return Ok(stage);
                }
                first.get_or_insert(stage);
            }
        }
        match first {
            Some(stage) => Ok(stage),
            None => TileStage::with_widths(joint, tile, [1, 1], None),
        }
    }

    /// Whether no access waits for another.
    pub(super) fn is_free(&self) -> bool {
        self.wavefronts == self.least
    }

    /// The order in which threads write.
    pub(super) fn order(&self) -> TileOrder {
        order_of(self.patch)
    }

    fn with_widths(
        joint: &JointDigits,
        tile: &BlockTile,
        widths: [i64; 2],
        patch: Option<TilePatch>,
    ) -> Result<TileStage> {
        let accesses = accesses(joint, tile, widths, patch);
        let places = word::size(tile.units());
        let room = places.next_power_of_two();
        let searched = if room * joint.unit <= MOST_BYTES { room } else { places };
        let search =
            |accesses: Vec<ThreadAccess>, places| ConflictSearch::new(accesses, joint.unit, places, BANKS);
        let some = accesses.iter().zip([1, word::size(widths[1])]);
        let some = some.flat_map(|(side, steps)| side.iter().take(LOOKED_AT * steps)).cloned();
        let some: Vec<ThreadAccess> = some.collect();
        let mut skews = Vec::from([StageSkew::None]);
        let mut is_free = false;
        if let Some(swizzle) = least_conflicts(&search(some.clone(), searched)?, &mut is_free) {
            skews.push(StageSkew::Swizzle(swizzle));
            if !is_free {
                let moved = some.iter().map(|access| StageSkew::Swizzle(swizzle).moved(access, joint.unit));
                let second = least_conflicts(&search(moved.collect(), searched)?, &mut is_free);
                skews.extend(second.map(|second| StageSkew::Swizzles([swizzle, second])));
            }
        }
        if !is_free
            && let Ok(padding) | Err(NoSkew::Conflicts { best: Some(padding), .. }) =
                search(some, places)?.padding(&in_order_of_source(tile)?)
        {
            skews.push(StageSkew::Padding(padding));
        }
        let each = |side: &[ThreadAccess]| -> Result<Vec<ConflictSearch>> {
            side.iter().map(|access| search(Vec::from([access.clone()]), searched)).collect()
        };
        let searches = [each(&accesses[0])?, each(&accesses[1])?];
        let least =
            [0, 1].map(|side: usize| searches[side].iter().map(ConflictSearch::least_wavefronts).sum());
        let mut best: Option<TileStage> = None;
        for skew in skews {
            let units = (0..places).map(|place| skew.apply(place)).max().map_or(0, |last| last + 1);
            if units * joint.unit > MOST_BYTES {
                continue;
            }
            let turns = |side: usize| -> Option<Vec<usize>> {
                searches[side].iter().map(|search| search.wavefronts_by(|place| skew.apply(place))).collect()
            };
            let Some((put, get)) = turns(0).zip(turns(1)) else { continue };
            let wavefronts = [put.iter().sum(), get.iter().sum::<usize>()];
            let better =
                |best: &TileStage| wavefronts.iter().sum::<usize>() < best.wavefronts.iter().sum::<usize>();
            if best.as_ref().is_none_or(better) {
                let ways = [0, 1].map(|side| {
                    let moved = accesses[side].iter().map(|access| skew.moved(access, joint.unit));
                    moved.map(|moved| BANKS.ways(moved.addresses(), moved.bytes())).max().unwrap_or(0)
                });
                best = Some(TileStage {
                    skew,
                    units: word::wide(units),
                    widths,
                    patch,
                    units_of_a_cell: widths[0].min((4 / word::wide(joint.unit)).max(1)),
                    wavefronts,
                    least,
                    ways,
                });
            }
        }
        best.ok_or_else(|| invalid!("relayout", "a tile of {places} units has no place in 16 KiB"))
    }
}

/// The swizzle with the fewest conflicts, if one is better than none, and whether there are none.
fn least_conflicts(search: &ConflictSearch, is_free: &mut bool) -> Option<Swizzle> {
    let swizzle = search.swizzle();
    *is_free = swizzle.is_ok();
    match swizzle {
        Ok(swizzle) | Err(NoSwizzle::Conflicts { best: Some(swizzle), .. }) => Some(swizzle),
        Err(_) => None,
    }
}

/// As it stands above a kernel.
impl fmt::Display for StageSkew {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StageSkew::None => f.write_str("as it is read"),
            StageSkew::Swizzle(swizzle) => write!(f, "swizzled by {swizzle}"),
            StageSkew::Swizzles([first, second]) => write!(f, "swizzled by {second} o {first}"),
            StageSkew::Padding(padding) => {
                write!(f, "with {} units free after every {}", padding.by, padding.every)
            }
        }
    }
}

impl StageSkew {
    /// The swizzles, the first of which is applied first.
    pub(super) fn swizzles(&self) -> &[Swizzle] {
        match self {
            StageSkew::Swizzle(swizzle) => core::slice::from_ref(swizzle),
            StageSkew::Swizzles(both) => both,
            StageSkew::None | StageSkew::Padding(_) => &[],
        }
    }

    /// Where a place is put.
    fn apply(self, place: usize) -> usize {
        match self {
            StageSkew::Padding(padding) => padding.apply(place),
            _ => self
                .swizzles()
                .iter()
                .fold(place, |place, swizzle| swizzle.apply(word::wide(place)).map_or(place, word::size)),
        }
    }

    /// An access to elements of so many bytes that are put elsewhere.
    fn moved(self, access: &ThreadAccess, bytes: usize) -> ThreadAccess {
        let moved = |address: &usize| self.apply(address / bytes) * bytes;
        ThreadAccess::new(access.addresses().iter().map(moved).collect(), access.bytes())
    }
}

/// The tile as a layout whose modes are its digits, as the source is read.
fn in_order_of_source(tile: &BlockTile) -> Result<DynLayout> {
    let extents: Vec<i64> =
        tile.order(CopySide::Source).iter().map(|digit| tile.digits[*digit].inner).collect();
    let mut stride = 1;
    let strides: Vec<[Stride; 1]> = extents
        .iter()
        .map(|extent| {
            let own = stride;
            stride *= extent;
            [Stride::Int(own)]
        })
        .collect();
    DynLayout::new(&DynTuple::flat(extents), &Tree::of_modes(strides)?)
}

/// Along the destination, by patches if there are any.
fn order_of(patch: Option<TilePatch>) -> TileOrder {
    patch.map_or(TileOrder::Along(CopySide::Destination), TileOrder::ByPatches)
}

/// The accesses of all groups of threads: those that put, a vector of a thread at a time, and those that get, a unit at
/// a time, or a word of a patch.
fn accesses(
    joint: &JointDigits,
    tile: &BlockTile,
    widths: [i64; 2],
    patch: Option<TilePatch>,
) -> [Vec<ThreadAccess>; 2] {
    let (units, widths) = (word::size(tile.units()), widths.map(word::size));
    let put: Vec<usize> = (0..units / widths[0]).map(|item| item * widths[0] * joint.unit).collect();
    let put = put.chunks(WARP).map(|group| ThreadAccess::new(group.to_vec(), widths[0] * joint.unit));
    let order = order_of(patch);
    let (vectors, runs) = (word::size(order.vectors()), tile.runs(order));
    let places = tile.places_in_order_of_source();
    let got = |unit: i64| {
        let values = tile.values(&runs, unit);
        word::size(values.iter().zip(&places).map(|(value, place)| value * place).sum()) * joint.unit
    };
    let get: Vec<usize> = (0..tile.units()).map(got).collect();
    let of_an_item = widths[1] * vectors;
    let get = get.chunks(WARP * of_an_item).flat_map(|group| {
        (0..widths[1]).map(move |unit| {
            let addresses = group.iter().skip(unit).step_by(of_an_item).copied().collect();
            ThreadAccess::new(addresses, joint.unit * vectors)
        })
    });
    [put.collect(), get.collect()]
}
