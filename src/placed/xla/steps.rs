//! A tiling as compile-time data: divisions, remainders and sums by constants, one after another.
//!
//! Each dimension of an array has a register. A tile splits a register into the number of the block and the place in
//! it, and a `*` adds one register, times a size, to another. In the end every register has a stride. This is the
//! definition of XLA's tiled layouts, step by step, with everything computed but the index.

use crate::int::const_list::ConstList;
use crate::int::{Text, word};
use crate::tuple::{Leaves, MAX_RANK};
use tilework_tiles::{TileSize, TileStep, TileSteps, misplaced};

/// How many registers there may be, and how many steps.
const CAPACITY: usize = 64;

/// The most elements, padding included: 2^63 - 1, in a machine word.
const MOST: usize = isize::MAX as usize;

/// The steps of a tiled layout.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Steps {
    steps: ConstList<RegisterStep, CAPACITY>,
    /// The stride of each register; those of dimensions come first.
    strides: ConstList<usize, CAPACITY>,
    /// The sizes of the dimensions, the most minor one first, with the dimension.
    order: ConstList<(usize, usize), MAX_RANK>,
    /// How many places there are, padding included.
    pub(super) places: usize,
    /// How many elements of the most minor dimension follow each other in memory, from each multiple of this number on.
    pub(super) row: usize,
}

#[derive(Clone, Copy, Debug)]
enum RegisterStep {
    /// `to = from % size; from /= size`
    Split { from: usize, to: usize, size: usize },
    /// `into += from * size; from = 0`
    Merge { from: usize, into: usize, size: usize },
}

/// A dimension while tiles are applied.
#[derive(Clone, Copy)]
struct TileBound {
    /// None of one that is always 0.
    register: Option<usize>,
    size: usize,
}

/// How a register depends on the index in the most minor dimension.
#[derive(Clone, Copy)]
enum Run {
    /// It is the same from each multiple of the number to the next; everywhere if that is 0.
    Constant(usize),
    /// It counts by one from each multiple of the number to the next; everywhere if that is 0.
    Counting(usize),
}

impl Steps {
    /// The steps of an array of these sizes, the order of its dimensions minor to major, and its tiles, one after
    /// another in `tiles` with the number of entries of each in `ranks`; or what is wrong with it, as a compile
    /// error.
    pub(super) const fn of(
        sizes: &Leaves,
        minor_to_major: &Leaves,
        tiles: &Leaves,
        ranks: &[usize; MAX_RANK],
        text: &Text,
    ) -> Self {
        let mut steps = Steps {
            steps: ConstList::new(RegisterStep::Merge { from: 0, into: 0, size: 0 }),
            strides: ConstList::new(0),
            order: order(sizes, minor_to_major, text),
            places: 0,
            row: 1,
        };
        while steps.strides.len() < sizes.len() {
            steps.register();
        }
        let mut runs = [Run::Constant(0); CAPACITY];
        if let Some(&(most_minor, _)) = steps.order.entries().first() {
            runs[most_minor] = Run::Counting(0);
        }
        let mut bounds = TileBounds::new(&steps);
        let (mut tile, mut first) = (0, 0);
        while tile < MAX_RANK && ranks[tile] > 0 {
            let sizes = tile_sizes(tiles, first, ranks[tile], text);
            steps.apply(sizes.split_at(ranks[tile]).0, &mut bounds, &mut runs, text);
            first += ranks[tile];
            tile += 1;
        }
        steps.finish(&bounds, &runs, text);
        steps
    }

    const fn apply(
        &mut self,
        tile: &[TileSize],
        bounds: &mut TileBounds,
        runs: &mut [Run; CAPACITY],
        text: &Text,
    ) {
        let Ok(mut steps) = TileSteps::new(tile, bounds.0.len()) else {
            refuse("a tile ends with `*`, and there is nothing to merge into", text)
        };
        while let Some(step) = steps.step() {
            match step {
                TileStep::Widen { added } => bounds.widen(added),
                TileStep::Merge { position, .. } => {
                    let from = bounds.0.remove(position);
                    let into = &mut bounds.0.entries_mut()[position];
                    *into = self.merge(from, *into, runs, text);
                }
                TileStep::Split { position, size, .. } => {
                    let bound = &mut bounds.0.entries_mut()[position];
                    let (outer, place) = self.split(*bound, word::size(size), runs);
                    *bound = outer;
                    bounds.push(place);
                }
            }
        }
    }

    /// What counts the blocks of `size`, and the place in one.
    const fn split(
        &mut self,
        bound: TileBound,
        size: usize,
        runs: &mut [Run; CAPACITY],
    ) -> (TileBound, TileBound) {
        let count = bound.size.div_ceil(size);
        let Some(from) = bound.register else {
            return (TileBound { size: count, ..bound }, TileBound { size, ..bound });
        };
        if bound.size <= size {
            // one block: the place is the index
            return (TileBound { register: None, size: count }, TileBound { register: Some(from), size });
        }
        if size == 1 {
            return (bound, TileBound { register: None, size });
        }
        let to = self.register();
        (runs[from], runs[to]) = match runs[from] {
            Run::Constant(len) => (Run::Constant(len), Run::Constant(len)),
            Run::Counting(len) => {
                let len = common(len, size);
                (Run::Constant(len), Run::Counting(len))
            }
        };
        self.steps.push(RegisterStep::Split { from, to, size });
        (TileBound { register: Some(from), size: count }, TileBound { register: Some(to), size })
    }

    /// Both dimensions in one.
    const fn merge(
        &mut self,
        major: TileBound,
        minor: TileBound,
        runs: &mut [Run; CAPACITY],
        text: &Text,
    ) -> TileBound {
        let size = match major.size.checked_mul(minor.size) {
            Some(size) if size <= MOST => size,
            _ => refuse("the array has 2^63 elements or more, padding included", text),
        };
        let (from, into) = match (major.register, minor.register) {
            (None, register) => return TileBound { register, size },
            (Some(from), Some(into)) => (from, into),
            (Some(from), None) => (from, self.register()),
        };
        runs[into] = match (runs[from], runs[into]) {
            (Run::Constant(a), Run::Constant(b)) => Run::Constant(common(a, b)),
            (Run::Constant(a), Run::Counting(b)) => Run::Counting(common(a, b)),
            (Run::Counting(_), _) => Run::Constant(1),
        };
        self.steps.push(RegisterStep::Merge { from, into, size: minor.size });
        TileBound { register: Some(into), size }
    }

    /// One more register.
    const fn register(&mut self) -> usize {
        self.strides.push(0);
        self.strides.len() - 1
    }

    /// The strides of all registers, and what follows from them.
    const fn finish(&mut self, bounds: &TileBounds, runs: &[Run; CAPACITY], text: &Text) {
        let (mut places, mut step, mut row, mut i) = (1usize, 0, 0, bounds.0.len());
        let mut is_empty = false;
        while i > 0 {
            i -= 1;
            let TileBound { register, size } = bounds.0.entries()[i];
            if let Some(register) = register {
                self.strides.entries_mut()[register] = places;
                match runs[register] {
                    Run::Constant(len) => row = common(row, len),
                    Run::Counting(len) => {
                        row = common(row, len);
                        step += places;
                    }
                }
            }
            is_empty = is_empty || size == 0;
            places = match places.checked_mul(if size == 0 { 1 } else { size }) {
                Some(places) if places <= MOST => places,
                _ => refuse("the array has 2^63 elements or more, padding included", text),
            };
        }
        self.places = if is_empty { 0 } else { places };
        // the next row of the array begins after the most minor size
        if step == 1
            && !is_empty
            && let Some(&(_, most_minor)) = self.order.entries().first()
        {
            self.row = common(row, most_minor);
        }
    }

    /// The place of the element with this index in each dimension.
    #[inline(always)]
    pub(crate) const fn place(&self, index: &[usize; MAX_RANK]) -> usize {
        let (steps, strides) = (self.steps.entries(), self.strides.entries());
        let mut registers = [0usize; CAPACITY];
        let mut i = 0;
        while i < self.order.len() {
            registers[i] = index[i];
            i += 1;
        }
        let mut i = 0;
        while i < steps.len() {
            match steps[i] {
                RegisterStep::Split { from, to, size } => {
                    registers[to] = registers[from] % size;
                    registers[from] /= size;
                }
                RegisterStep::Merge { from, into, size } => {
                    registers[into] = registers[into].wrapping_add(registers[from].wrapping_mul(size));
                    registers[from] = 0;
                }
            }
            i += 1;
        }
        let (mut place, mut i) = (0usize, 0);
        while i < strides.len() {
            place = place.wrapping_add(registers[i].wrapping_mul(strides[i]));
            i += 1;
        }
        place
    }

    /// The weight of an index of one dimension in the number of an element, counted in the order of memory without
    /// tiles.
    #[inline(always)]
    pub(super) const fn weight(&self, dimension: usize) -> usize {
        let (order, mut weight, mut i) = (self.order.entries(), 1usize, 0);
        while i < order.len() {
            let (minor, size) = order[i];
            if minor == dimension {
                return weight;
            }
            weight = weight.wrapping_mul(size);
            i += 1;
        }
        0
    }

    /// The place of the element with this number in the order of memory without tiles.
    #[inline(always)]
    pub(super) const fn place_of_number(&self, number: usize) -> usize {
        let (order, mut index, mut rest, mut i) = (self.order.entries(), [0; MAX_RANK], number, 0);
        while i < order.len() {
            let (dimension, size) = order[i];
            if i + 1 == order.len() || size == 0 {
                index[dimension] = rest;
                rest = 0;
            } else {
                index[dimension] = rest % size;
                rest /= size;
            }
            i += 1;
        }
        self.place(&index)
    }
}

/// The dimensions while tiles are applied, most major first.
struct TileBounds(ConstList<TileBound, CAPACITY>);

impl TileBounds {
    const fn new(steps: &Steps) -> Self {
        let mut bounds = TileBounds(ConstList::new(TileBound { register: None, size: 1 }));
        let (order, mut i) = (steps.order.entries(), steps.order.len());
        while i > 0 {
            i -= 1;
            let (dimension, size) = order[i];
            bounds.push(TileBound { register: Some(dimension), size });
        }
        bounds
    }

    const fn push(&mut self, bound: TileBound) {
        self.insert(self.0.len(), bound);
    }

    const fn insert(&mut self, position: usize, bound: TileBound) {
        assert!(
            self.0.len() < CAPACITY,
            "the tiles of an array have too many entries: at most 48, with its dimensions"
        );
        self.0.insert(position, bound);
    }

    /// Puts dimensions of one element in front.
    const fn widen(&mut self, added: usize) {
        let mut i = 0;
        while i < added {
            self.insert(0, TileBound { register: None, size: 1 });
            i += 1;
        }
    }
}

/// The dimensions, the most minor one first, with their sizes.
const fn order(sizes: &Leaves, minor_to_major: &Leaves, text: &Text) -> ConstList<(usize, usize), MAX_RANK> {
    if minor_to_major.len() != sizes.len() {
        refuse("the order of the dimensions has another number of entries than the sizes", text)
    }
    let (mut numbers, mut i) = ([0; MAX_RANK], 0);
    while i < sizes.len() {
        numbers[i] = static_leaf(minor_to_major, i, text);
        i += 1;
    }
    let mut seen = [false; MAX_RANK];
    if misplaced(numbers.split_at(sizes.len()).0, seen.split_at_mut(sizes.len()).0).is_some() {
        refuse("the order of the dimensions is no permutation of them", text)
    }
    let (mut order, mut i) = (ConstList::new((0, 0)), 0);
    while i < sizes.len() {
        order.push((numbers[i], static_leaf(sizes, numbers[i], text)));
        i += 1;
    }
    order
}

/// The tile whose `rank` entries begin at `first`.
const fn tile_sizes(tiles: &Leaves, first: usize, rank: usize, text: &Text) -> [TileSize; MAX_RANK] {
    let (mut sizes, mut i) = ([TileSize::Combine; MAX_RANK], 0);
    while i < rank {
        sizes[i] = TileSize::from_number(word::wide(static_leaf(tiles, first + i, text)));
        i += 1;
    }
    sizes
}

#[track_caller]
const fn static_leaf(leaves: &Leaves, i: usize, text: &Text) -> usize {
    match leaves.get(i) {
        Some(leaf) if leaf >= 0 => leaf.cast_unsigned(),
        _ => refuse("a size, a dimension or a tile is negative or dynamic", text),
    }
}

#[track_caller]
const fn refuse(reason: &str, text: &Text) -> ! {
    panic!("{}", Text::new().text(text).str(": ").str(reason).as_str())
}

/// The greatest common divisor, where 0 is any number.
const fn common(a: usize, b: usize) -> usize {
    crate::int::greatest_common_divisor(a, b)
}
