//! Relayouts as one writes them by hand for one pair of layouts: which method, and the loops around it.
//!
//! The method is chosen before the clock runs, as by the author of a loop with constants. Where both layouts have a run
//! of elements, the run is moved whole; where their runs cross, tiles are transposed in registers; where one layout
//! interleaves two rows of the other, they are zipped; what is left at the edges goes element by element.

use super::job::{Job, Leaf, Tile};
use super::leaves;
use super::modes::{Loop, Pair, Region};

/// From this many bytes on, what is written past the caches is written around them.
const LARGE: usize = 32 << 20;

/// Up to this many bytes, both sides stay in the first cache.
const SMALL: usize = 32 << 10;

/// The parts of a relayout, each with its method.
#[derive(Clone, Debug)]
pub(super) struct ByHand {
    jobs: Vec<Job>,
}

impl ByHand {
    pub(super) fn new(pair: &Pair, width: usize) -> Self {
        let size = pair.len() * width;
        let jobs = pair.regions().into_iter().flat_map(|region| jobs(region, width, size)).collect();
        ByHand { jobs }
    }

    /// Moves the elements.
    #[inline(never)]
    pub(super) fn run<T: Copy>(&self, src: &[T], dst: &mut [T]) {
        for job in &self.jobs {
            leaves::run(job, src, dst);
        }
    }
}

/// The jobs that together move a region.
fn jobs(region: Region, width: usize, size: usize) -> Vec<Job> {
    let unit = |stride: fn(&Loop) -> usize| region.loops.iter().position(|each| stride(each) == 1);
    let (Some(reads), Some(writes)) = (unit(|each| each.src), unit(|each| each.dst)) else {
        return vec![job(region, width, Leaf::Element { width }, size)];
    };
    if reads == writes {
        return run(region, reads, width, size);
    }
    for bytes in [32, 16] {
        match tile(&region, reads, width, bytes) {
            Cut::Whole(rest, tile) => return vec![job(rest, width, Leaf::Tile(tile), size)],
            Cut::At(number, at) => {
                return region
                    .split(number, at)
                    .into_iter()
                    .flat_map(|part| jobs(part, width, size))
                    .collect();
            }
            Cut::Never => {}
        }
    }
    zip(region, (reads, writes), width, size)
}

/// A region in which both layouts have the loop `number` as a run.
fn run(mut region: Region, number: usize, width: usize, size: usize) -> Vec<Job> {
    let run = region.loops.remove(number);
    let bytes = run.extent * width;
    if bytes >= 16 {
        return vec![job(region, width, Leaf::Run { bytes }, size)];
    }
    let strides = region.loops.iter().flat_map(|each| [each.src, each.dst]);
    let whole = strides.chain([region.src, region.dst]).all(|stride| stride % run.extent == 0);
    if !bytes.is_power_of_two() || !whole {
        region.loops.insert(0, run);
        return vec![job(region, width, Leaf::Element { width }, size)];
    }
    // a short run is an element of its own
    let scaled = |stride: usize| stride / run.extent;
    let rescaled = |each: &Loop| Loop { src: scaled(each.src), dst: scaled(each.dst), ..*each };
    let loops = region.loops.iter().map(rescaled).collect();
    jobs(Region { src: scaled(region.src), dst: scaled(region.dst), loops }, bytes, size)
}

/// Whether a region can be cut into pieces of a kind.
enum Cut<T> {
    /// It can: what is left of it, and what a piece is.
    Whole(Region, T),
    /// Its part before this place of one of its loops can.
    At(usize, usize),
    Never,
}

/// Cuts a region into tiles of which 16 bytes are read in a row, and `bytes` are written.
fn tile(region: &Region, reads: usize, width: usize, bytes: usize) -> Cut<Tile> {
    let mut rest = region.clone();
    // a loop in one of the two chains is not in the other
    let kept = region.loops[reads];
    rest.loops[reads].extent = 1;
    let written = match chain(&mut rest.loops, |each| each.dst, bytes / width) {
        Chain::Of(loops) => loops,
        Chain::Indivisible(number, at) => return Cut::At(number, at),
        Chain::Short => return Cut::Never,
    };
    rest.loops[reads] = kept;
    let read = match chain(&mut rest.loops, |each| each.src, 16 / width) {
        Chain::Of(loops) => loops,
        Chain::Indivisible(number, at) if region.loops[number] == rest.loops[number] => {
            return Cut::At(number, at);
        }
        _ => return Cut::Never,
    };
    let starts = |loops: &[Loop], stride: fn(&Loop) -> usize| {
        loops.iter().fold(vec![0], |starts, each| {
            (0..each.extent)
                .flat_map(|i| {
                    starts.iter().map(move |start| start + i * stride(each) * width).collect::<Vec<_>>()
                })
                .collect()
        })
    };
    let (from, to) = (starts(&written, |each| each.src), starts(&read, |each| each.dst));
    Cut::Whole(rest, Tile { width, wide: bytes == 32, from, to })
}

/// Loops that together walk places in a row.
enum Chain {
    Of(Vec<Loop>),
    /// None, for one loop would have to be cut here.
    Indivisible(usize, usize),
    Short,
}

/// Takes `len` steps of stride 1 out of the loops.
fn chain(loops: &mut [Loop], stride: impl Fn(&Loop) -> usize, len: usize) -> Chain {
    let (mut taken, mut next) = (Vec::new(), 1);
    while next < len {
        let continues = |each: &Loop| each.extent > 1 && stride(each) == next;
        let Some(number) = loops.iter().position(continues) else { return Chain::Short };
        let (each, need) = (loops[number], len / next);
        if each.extent > need && each.extent % need != 0 {
            return Chain::Indivisible(number, each.extent / need * need);
        }
        if each.extent < need && need % each.extent != 0 {
            return Chain::Short;
        }
        let extent = each.extent.min(need);
        taken.push(Loop { extent, ..each });
        loops[number] = Loop { extent: each.extent / extent, src: each.src * extent, dst: each.dst * extent };
        next *= extent;
    }
    Chain::Of(taken)
}

/// A region of which one layout interleaves two rows that the other has apart; any other goes by elements.
fn zip(mut region: Region, (reads, writes): (usize, usize), width: usize, size: usize) -> Vec<Job> {
    let (read, written) = (region.loops[reads], region.loops[writes]);
    let zips = written.extent == 2 && read.dst == 2;
    if !zips && (read.extent != 2 || written.src != 2) {
        return vec![job(region, width, Leaf::Element { width }, size)];
    }
    let (pair, row) = if zips { (writes, reads) } else { (reads, writes) };
    let extent = region.loops[row].extent;
    let wide = (extent * width).is_multiple_of(32);
    let step = if wide { 32 } else { 16 } / width;
    if extent < step {
        return vec![job(region, width, Leaf::Element { width }, size)];
    }
    if !extent.is_multiple_of(step) {
        let at = extent / step * step;
        return region.split(row, at).into_iter().flat_map(|part| jobs(part, width, size)).collect();
    }
    let cut = region.loops[row];
    region.loops[row] = Loop { extent: extent / step, src: cut.src * step, dst: cut.dst * step };
    region.loops[pair].extent = 1;
    let leaf = if zips {
        Leaf::Zip { width, gap: written.src * width, wide }
    } else {
        Leaf::Unzip { width, gap: read.dst * width, wide }
    };
    vec![job(region, width, leaf, size)]
}

/// The loops around a leaf, in bytes and in order: short steps on either side first, and whole cache lines before that.
fn job(region: Region, width: usize, leaf: Leaf, size: usize) -> Job {
    let bytes = |each: &Loop| Loop { src: each.src * width, dst: each.dst * width, ..*each };
    let mut loops: Vec<Loop> = region.loops.iter().filter(|each| each.extent > 1).map(bytes).collect();
    loops.sort_by_key(|each| (each.src.min(each.dst), each.src.max(each.dst)));
    let (src, dst, large) = (region.src * width, region.dst * width, size >= LARGE);
    let first = match &leaf {
        Leaf::Tile(tile) => around_tile(&mut loops, tile, large),
        &Leaf::Run { bytes } if bytes < 64 && size > SMALL => {
            // the lines of the side on which runs do not follow each other
            let follows = loops.first().is_some_and(|each| each.dst == bytes);
            let side = |each: &Loop| if follows { each.src } else { each.dst };
            take(&mut loops, |each| side(each) == bytes, 64 / bytes).into_iter().collect()
        }
        _ => Vec::new(),
    };
    loops.splice(0..0, first);
    let aligned = loops.iter().all(|each| each.dst % 32 == 0) && dst % 32 == 0;
    let whole = match &leaf {
        Leaf::Run { bytes } => bytes % 32 == 0,
        Leaf::Tile(tile) => tile.wide && tile.to.iter().all(|start| start % 32 == 0),
        _ => false,
    };
    let (read, written) = leaf.reach();
    let room = |start: usize, reach: usize, stride: fn(&Loop) -> usize| {
        start + reach + loops.iter().map(|each| (each.extent - 1) * stride(each)).sum::<usize>()
    };
    let room = (room(src, read, |each| each.src), room(dst, written, |each| each.dst));
    Job { src, dst, loops, leaf, room, streams: large && aligned && whole }
}

/// What comes first around tiles: what is left of the lines that were read, then two lines of every column that those
/// go to; or, where such columns crowd each other out of the first cache, the lines that are written before those read.
fn around_tile(loops: &mut Vec<Loop>, tile: &Tile, large: bool) -> Vec<Loop> {
    let row = if tile.wide { 32 } else { 16 };
    // its 64 sets hold 8 lines each
    let sets = 64 >> (tile.to[1] / 64).max(1).trailing_zeros().min(6);
    let crowded = large || 4 * tile.to.len() > 8 * sets;
    let mut first = Vec::new();
    first.extend(take(loops, |each| each.src == 16, 4));
    first.extend(take(loops, |each| each.dst == row, 128 / row));
    if crowded {
        first.reverse();
    }
    if large {
        // no more pages than the processor keeps in mind
        first.extend(take(loops, |each| each.src == 64, 32));
    }
    first
}

/// Takes the first steps out of the loop that a condition picks: as many as said, or the most that divide.
fn take(loops: &mut Vec<Loop>, picks: impl Fn(&Loop) -> bool, most: usize) -> Option<Loop> {
    let number = loops.iter().position(picks)?;
    let each = loops[number];
    let extent = (1..=most).rev().find(|extent| each.extent.is_multiple_of(*extent))?;
    loops[number] = Loop { extent: each.extent / extent, src: each.src * extent, dst: each.dst * extent };
    loops.retain(|each| each.extent > 1);
    Some(Loop { extent, ..each })
}
