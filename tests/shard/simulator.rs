//! Plans replayed on small arrays: every rank runs its own part, and every element is looked at.
use crate::drawn::indices;
use crate::random::Random;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use tilework::dynamic::DynLayout;
use tilework::shard::Distribution;
use tilework::shard::plan::{Chunk, Patch, RankPart, ReshardPlan, Round};

/// The memory of a rank: nothing where nothing was written.
type Memory = Vec<Option<i64>>;

/// What ranks hold, each element with the number of its index.
fn filled(array: &Distribution, ranks: i64) -> Vec<Memory> {
    let mut memories: Vec<Memory> = (0..ranks)
        .map(|rank| vec![None; usize::try_from(array.local_places(rank).unwrap().cosize().unwrap()).unwrap()])
        .collect();
    for (number, index) in (0..).zip(indices(&array.extents())) {
        for rank in array.owners(&index).unwrap() {
            let offset = usize::try_from(array.local_offset(rank, &index).unwrap()).unwrap();
            memories[usize::try_from(rank).unwrap()][offset] = Some(number);
        }
    }
    memories
}

struct Side<'a> {
    layouts: Vec<DynLayout>,
    memories: &'a mut [Memory],
}

/// Where the elements of patches are, on the source's side or the target's.
fn offsets(
    patches: &[Patch],
    plan: &ReshardPlan,
    from: &DynLayout,
    to: &DynLayout,
    is_source: bool,
) -> Vec<usize> {
    let memory = if is_source { plan.source().memory() } else { plan.target().memory() };
    let mut all = Vec::new();
    for patch in patches {
        for piece in patch.pieces(from, to).unwrap() {
            let (offset, layout) = if is_source { piece.source } else { piece.target };
            assert_eq!(piece_size(&layout), layout.size());
            let places = memory.placed(offset, layout);
            all.extend(places.offsets().map(|at| usize::try_from(at.unwrap()).unwrap()));
        }
    }
    let elements: i64 = patches.iter().map(Patch::elements).sum();
    assert_eq!(all.len(), usize::try_from(elements).unwrap(), "pieces are the patches");
    all
}

fn piece_size(layout: &DynLayout) -> i64 {
    layout.leaves().iter().map(|leaf| leaf.extent).product()
}

/// What was moved, by what.
#[derive(Debug, Default, PartialEq, Eq)]
struct Moved {
    elements: i64,
    messages: usize,
    /// The most elements that a rank had in messages at one time.
    buffered: i64,
}

/// Runs the parts of all ranks, each round by round as it comes: a rank that waits does not stop others. What is
/// written twice, or read before it is there, stops the test; so does waiting for ever.
fn replay(plan: &ReshardPlan, limit: Option<i64>) -> Moved {
    let ranks = plan.ranks();
    let (source, target) = (plan.source(), plan.target());
    let mut from = filled(source, ranks);
    let expected = filled(target, ranks);
    let mut to: Vec<Memory> = expected.iter().map(|memory| vec![None; memory.len()]).collect();
    let layouts = |array: &Distribution| (0..ranks).map(|rank| array.local_layout(rank).unwrap()).collect();
    let from = Side { layouts: layouts(source), memories: &mut from };
    let to = Side { layouts: layouts(target), memories: &mut to };
    let at = |rank: i64| usize::try_from(rank).unwrap();

    let mut moved = Moved::default();
    // what is on its way, by sender and receiver
    let mut sent: BTreeMap<(i64, i64), VecDeque<(Vec<Patch>, Vec<Option<i64>>)>> = BTreeMap::new();
    let mut pairs: BTreeSet<(i64, i64)> = BTreeSet::new();
    let parts: Vec<RankPart> = (0..ranks).map(|rank| plan.part(rank).unwrap()).collect();
    let mut rounds: Vec<VecDeque<Round>> =
        parts.iter().map(|part| part.rounds(limit).unwrap().collect()).collect();
    for part in &parts {
        if let Some(kept) = part.kept() {
            let rank = at(part.rank());
            let patches: Vec<Patch> = kept.patches().collect();
            let layouts = (&from.layouts[rank], &to.layouts[rank]);
            let places = offsets(&patches, plan, layouts.0, layouts.1, true)
                .into_iter()
                .zip(offsets(&patches, plan, layouts.0, layouts.1, false));
            for (here, there) in places {
                assert!(to.memories[rank][there].is_none(), "written twice");
                to.memories[rank][there] = from.memories[rank][here];
            }
        }
    }
    // what a rank still waits for in its round; none where the round has not begun
    let mut waits: Vec<Option<Vec<Chunk>>> = vec![None; parts.len()];
    loop {
        let mut goes_on = false;
        for part in &parts {
            let (rank, own) = (part.rank(), at(part.rank()));
            let Some(round) = rounds[own].front() else { continue };
            let waiting = waits[own].get_or_insert_with(|| {
                goes_on = true;
                moved.buffered = moved.buffered.max(round.elements());
                for Chunk { peer, patches } in &round.sends {
                    let here = offsets(patches, plan, &from.layouts[own], &to.layouts[at(*peer)], true);
                    let message = here.iter().map(|&place| from.memories[own][place]).collect();
                    sent.entry((rank, *peer)).or_default().push_back((patches.clone(), message));
                    moved.elements += i64::try_from(here.len()).unwrap();
                    moved.messages += usize::from(pairs.insert((rank, *peer)));
                }
                round.receives.clone()
            });
            waiting.retain(|chunk| {
                let message = sent.get_mut(&(chunk.peer, rank)).and_then(VecDeque::pop_front);
                let Some((patches, message)) = message else { return true };
                goes_on = true;
                assert_eq!(patches, chunk.patches, "both ends see the same");
                let there = offsets(&patches, plan, &from.layouts[at(chunk.peer)], &to.layouts[own], false);
                for (place, element) in there.into_iter().zip(message) {
                    assert!(to.memories[own][place].is_none(), "written twice");
                    to.memories[own][place] = element;
                }
                false
            });
            // nothing is buffered on the way: a round has ended when others have taken what it sends
            let is_taken = |chunk: &Chunk| sent.get(&(rank, chunk.peer)).is_none_or(VecDeque::is_empty);
            if waiting.is_empty() && round.sends.iter().all(is_taken) {
                rounds[own].pop_front();
                waits[own] = None;
                goes_on = true;
            }
        }
        if !goes_on {
            break;
        }
    }
    assert!(rounds.iter().all(VecDeque::is_empty), "ranks wait for ever: {plan:?}");
    assert!(sent.values().all(VecDeque::is_empty), "a message has no receiver: {plan:?}");
    assert_eq!(to.memories, expected, "{plan:?}");
    moved
}

/// What ranks want and do not hold, element by element.
fn least(plan: &ReshardPlan) -> i64 {
    let lacks = |index: &Vec<i64>| {
        let held = plan.source().owners(index).unwrap();
        let wanted = plan.target().owners(index).unwrap();
        wanted.iter().filter(|rank| !held.contains(rank)).count()
    };
    i64::try_from(indices(&plan.source().extents()).iter().map(lacks).sum::<usize>()).unwrap()
}

/// Pairs of distributions at random: every element is where it belongs, what moves is the lower bound, figures say so
/// before, and memory is within its limit.
#[test]
fn random_pairs() {
    let mut random = Random(2);
    let count = if cfg!(debug_assertions) { 300 } else { 10_000 };
    let mut copies = 0;
    for _ in 0..count {
        let (extents, ranks) = (random.extents(), 1 + random.below(16));
        let source = random.distribution(&extents, ranks);
        let target = random.distribution(&extents, ranks);
        copies += usize::from(source.copies() > 1);
        let plan = ReshardPlan::new(source, target).unwrap();
        let limit = (random.below(2) == 0).then(|| 2 + random.below(40));
        let moved = replay(&plan, limit);
        let figures = plan.figures().unwrap();
        assert_eq!(moved.elements, least(&plan), "{plan:?}");
        assert_eq!(
            (i128::from(moved.elements), moved.messages as i128),
            (figures.moved, figures.messages),
            "{plan:?}"
        );
        assert!(limit.is_none_or(|limit| moved.buffered <= limit), "{moved:?} and {limit:?}");
        for rank in 0..plan.ranks() {
            let (part, figures) = (plan.part(rank).unwrap(), plan.rank_figures(rank).unwrap());
            let sum = |elements: &mut dyn Iterator<Item = i64>| elements.sum::<i64>();
            assert_eq!(figures.sent, Some(sum(&mut part.sends().map(|message| message.elements()))));
            assert_eq!(figures.received, sum(&mut part.receives().map(|message| message.elements())));
            assert_eq!(figures.kept, part.kept().map_or(0, |kept| kept.elements()));
            assert_eq!(
                (figures.messages_out, figures.messages_in),
                (Some(part.sends().len() as i64), part.receives().len() as i64),
                "{plan:?} on {rank}"
            );
        }
    }
    assert!(copies > count / 10, "there were copies to choose from: {copies}");
}

/// openxla/xla issue 15207: seven eighths of the array in 56 messages, the least that there is; replicating moves eight
/// times as much.
#[test]
fn issue_15207() {
    let on = |text: &str| Distribution::read(text, &[16, 16, 16], 8).unwrap();
    let plan = ReshardPlan::new(on("devices=[2,1,4]<=[4,2]T(1,0)"), on("devices=[1,8,1]<=[8]")).unwrap();
    let (all, moved) = (16 * 16 * 16, replay(&plan, None));
    assert_eq!((moved.elements, moved.messages), (all / 8 * 7, 56));
    assert_eq!(least(&plan), all / 8 * 7);
    assert_eq!(plan.figures().unwrap().replicated, i128::from(all * 7));
    let limited = replay(&plan, Some(128));
    assert_eq!((limited.elements, limited.buffered), (moved.elements, 128));
}

/// Thousands of ranks: rows to columns, blocks to blocks, copies to tiles.
#[test]
fn thousands_of_ranks() {
    let ranks = if cfg!(debug_assertions) { 256 } else { 4096 };
    let half = ranks / 2;
    let root = i64::from(i32::try_from(ranks).unwrap().isqrt());
    for (from, to, extents) in [
        (
            format!("devices=[{ranks},1]<=[{ranks}]"),
            format!("devices=[{root},{root}]<=[{ranks}]"),
            [ranks, root * 2],
        ),
        (
            format!("blocks=[1,1] devices=[{root},{root}]<=[{ranks}]"),
            format!("blocks=[3,2] devices=[{half},2]<=[2,{half}]T(1,0)"),
            [half + 5, 2 * root + 1],
        ),
        (
            format!("devices=[{root},1,{root}]<=[{ranks}] last_tile_dim_replicate"),
            format!("devices=[2,{},2]<=[{half},2] last_tile_dim_replicate", ranks / 4),
            [root, ranks / 4],
        ),
    ] {
        let on = |text: &str| Distribution::read(text, &extents, ranks).unwrap();
        let plan = ReshardPlan::new(on(&from), on(&to)).unwrap();
        let moved = replay(&plan, Some(64));
        assert_eq!(moved.elements, least(&plan), "{from} to {to}");
        assert!(moved.buffered <= 64);
    }
}

/// Holders of the same part serve as many as one another, give or take one.
#[test]
fn copies_share_the_work() {
    for (from, to) in [
        ("devices=[1,8]<=[8] last_tile_dim_replicate", "devices=[16]<=[16]"),
        ("devices=[2,4]<=[8] last_tile_dim_replicate", "devices=[16]<=[2,8]T(1,0)"),
        ("devices=[4,4]<=[16] last_tile_dim_replicate", "devices=[16]<=[4,4]T(1,0)"),
        ("devices=[4,4]<=[16] last_tile_dim_replicate", "devices=[8,2]<=[16] last_tile_dim_replicate"),
    ] {
        let on = |text: &str| Distribution::read(text, &[64], 16).unwrap();
        let plan = ReshardPlan::new(on(from), on(to)).unwrap();
        let mut served: BTreeMap<i64, Vec<usize>> = BTreeMap::new();
        for rank in 0..16 {
            let shape = plan.source().local_shape(rank).unwrap();
            if shape[0] > 0 {
                let first = plan.source().global_index(rank, &[0]).unwrap()[0];
                served.entry(first).or_default().push(plan.part(rank).unwrap().sends().len());
            }
        }
        for (part, counts) in served {
            let (least, most) = (counts.iter().min().unwrap(), counts.iter().max().unwrap());
            assert!(most - least <= 1, "{from} to {to}: the holders of {part} serve {counts:?}");
        }
    }
}
