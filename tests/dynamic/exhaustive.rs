//! The runtime algebra against its definition, point by point, on every layout up to a bound.
//!
//! A layout of up to 4 leaves has a size of up to 24 and strides from 0 to 32, flat and in every grouping of its
//! leaves; extents of 1 change no function, and are left out. Layouts are numbered, each once, so that a part is every
//! nth.
//!
//! What takes one layout goes over all of them. What takes two goes over all pairs of flat layouts up to a size of 12
//! and strides of 12:
//! - a nested layout stands for its flat one, as both operations see leaves only;
//! - whether a composition is a layout depends on carries between digits, and whether carries cancel on relations
//!   between the strides of the left layout. Three digits on each side, and strides that are multiples of each other or
//!   not, are in the bound;
//! - a sample of the pairs up to a size of 24 and strides of 32 is beside it.
//!
//! The tests take a part. All of it is 57,441,913 layouts and 131,552,757 pairs, in 15 minutes on two cores:
//! `cargo test --release --features hlo --test dynamic exhaustive -- --ignored --nocapture`.

use std::ops::AddAssign;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;
use tilework::dynamic::*;

/// All layouts up to a size and a stride.
#[derive(Debug, Clone, Copy)]
struct Bound {
    size: i64,
    stride: i64,
}

const LAYOUTS: Bound = Bound { size: 24, stride: 32 };
const PAIRS: Bound = Bound { size: 12, stride: 12 };

impl Bound {
    /// The shapes: the ways to write the sizes as products of numbers above 1, in order.
    fn shapes(self) -> Vec<Vec<i64>> {
        fn extend(shape: &mut Vec<i64>, left: i64, shapes: &mut Vec<Vec<i64>>) {
            if left == 1 {
                shapes.push(shape.clone());
            }
            for extent in (2..=left).filter(|extent| left % extent == 0) {
                shape.push(extent);
                extend(shape, left / extent, shapes);
                shape.pop();
            }
        }
        let mut shapes = Vec::new();
        (1..=self.size).for_each(|size| extend(&mut Vec::new(), size, &mut shapes));
        shapes
    }

    fn number_of(self, shape: &[i64]) -> usize {
        (self.stride as usize + 1).pow(shape.len() as u32)
    }

    /// The leaves of a layout, by the number of its strides.
    fn leaves(self, shape: &[i64], mut number: usize) -> Leaves {
        let strides = self.stride as usize + 1;
        let stride = |number: &mut usize| {
            let stride = (*number % strides) as i64;
            *number /= strides;
            stride
        };
        Leaves(shape.iter().map(|&extent| (extent, stride(&mut number))).collect())
    }

    /// Every nth layout.
    fn layouts(self, every: usize) -> impl Iterator<Item = Leaves> {
        let all = self.shapes().into_iter().flat_map(move |shape| {
            (0..self.number_of(&shape)).map(move |number| self.leaves(&shape, number))
        });
        all.step_by(every)
    }
}

/// Extents and strides of a flat layout.
#[derive(Debug, Clone, PartialEq)]
struct Leaves(Vec<(i64, i64)>);

impl Leaves {
    fn of(layout: &DynLayout) -> Leaves {
        Leaves(layout.leaves().iter().map(|mode| (mode.extent, mode.stride.as_int().unwrap())).collect())
    }

    fn size(&self) -> i64 {
        self.0.iter().map(|(extent, _)| extent).product()
    }

    /// The definition: the sum of digit times stride, where the last digit takes what is left.
    fn offset(&self, index: i64) -> i64 {
        let (mut left, mut offset) = (index, 0);
        for (place, (extent, stride)) in self.0.iter().enumerate() {
            let digit = if place + 1 == self.0.len() { left } else { left % extent };
            offset += digit * stride;
            left /= extent;
        }
        offset
    }

    fn offsets(&self) -> Vec<i64> {
        (0..self.size()).map(|index| self.offset(index)).collect()
    }

    fn flat(&self) -> DynLayout {
        let modes = self.0.iter().map(|&(extent, stride)| Mode::new(extent, stride));
        let tree = match self.0[..] {
            [] => Tree::leaf(Mode::new(1, 0)),
            [(extent, stride)] => Tree::leaf(Mode::new(extent, stride)),
            _ => Tree::flat(modes),
        };
        DynLayout::from_modes(tree).unwrap()
    }

    /// The layouts with these leaves whose modes are tuples of neighbours; bit `i` of a grouping parts leaf `i` from
    /// the next.
    fn nested(&self) -> impl Iterator<Item = DynLayout> {
        let parts = self.0.len().saturating_sub(1);
        (0..(1_usize << parts) * usize::from(!self.0.is_empty())).map(move |grouping| {
            let (mut modes, mut mode) = (Vec::new(), Vec::new());
            for (place, &(extent, stride)) in self.0.iter().enumerate() {
                mode.push(Mode::new(extent, stride));
                if place == parts || grouping >> place & 1 == 1 {
                    modes.push(match mode[..] {
                        [leaf] => Tree::leaf(leaf),
                        _ => Tree::flat(mode.iter().copied()),
                    });
                    mode.clear();
                }
            }
            DynLayout::from_modes(Tree::tuple(modes.iter().map(Tree::view)).unwrap()).unwrap()
        })
    }
}

/// What was looked at.
#[derive(Debug, Default, Clone, Copy)]
struct Counts {
    cases: usize,
    refused: usize,
}

impl AddAssign for Counts {
    fn add_assign(&mut self, other: Counts) {
        self.cases += other.cases;
        self.refused += other.refused;
    }
}

/// Judges items on all threads, and prints what they counted.
fn count<T: Sync, const N: usize>(
    names: [&str; N],
    items: &[T],
    judge: impl Fn(&T, &mut [Counts; N]) + Sync,
) -> [Counts; N] {
    let (start, next) = (Instant::now(), AtomicUsize::new(0));
    let total = Mutex::new([Counts::default(); N]);
    std::thread::scope(|threads| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            threads.spawn(|| {
                let mut own = [Counts::default(); N];
                while let Some(item) = items.get(next.fetch_add(1, Ordering::Relaxed)) {
                    judge(item, &mut own);
                }
                total.lock().unwrap().iter_mut().zip(own).for_each(|(total, own)| *total += own);
            });
        }
    });
    let total = total.into_inner().unwrap();
    for (name, Counts { cases, refused }) in names.iter().zip(total) {
        println!("{name:<14} {cases:>12} cases, {refused:>11} refused");
    }
    println!("{:<14} {:>12.1} seconds", "", start.elapsed().as_secs_f64());
    total
}

/// Whether a function of `0, 1, 2, ...` is a layout: its first mode can only be its longest run.
fn is_layout(values: &[i64]) -> bool {
    let [first, second, ..] = *values else { return values == [0] };
    let run = (1..values.len()).find(|&at| values[at] != at as i64 * second).unwrap_or(values.len());
    first == 0
        && values.len().is_multiple_of(run)
        && values.chunks(run).all(|part| part.iter().zip(values).all(|(value, own)| *value == part[0] + own))
        && (run == values.len() || is_layout(&values.iter().copied().step_by(run).collect::<Vec<i64>>()))
}

/// Whether a function of the coordinates of a shape is a layout over it: a sum of layouts over its modes.
fn is_layout_over(shape: &[(i64, i64)], values: &[i64]) -> bool {
    let mut place = 1;
    let mut along = Vec::new();
    for &(extent, _) in shape {
        along.push((place, (0..extent as usize).map(|x| values[x * place]).collect::<Vec<i64>>()));
        place *= extent as usize;
    }
    along.iter().all(|(_, values)| is_layout(values))
        && values.iter().enumerate().all(|(index, value)| {
            along.iter().map(|(place, own)| own[index / place % own.len()]).sum::<i64>() == *value
        })
}

fn has_size_by_mode(layout: &DynLayout, sizes: &[(i64, i64)]) -> bool {
    let size = |mode: LayoutRef<'_>| mode.leaves().iter().map(|leaf| leaf.extent).product::<i64>();
    match sizes {
        [] => layout.size() == 1,
        [(extent, _)] => layout.size() == *extent,
        _ => layout.rank() == sizes.len() && layout.modes().zip(sizes).all(|(mode, own)| size(mode) == own.0),
    }
}

/// What takes one layout, in this order.
const OF_ONE: [&str; 4] = ["coalesce", "right_inverse", "left_inverse", "complement"];

fn judge_one(leaves: &Leaves, counts: &mut [Counts; 4]) {
    let (layout, offsets) = (leaves.flat(), leaves.offsets());
    let [coalesced, right, left, rest] = counts;
    let cosize = offsets.iter().max().map_or(1, |last| last + 1);
    let mut times = vec![0_u32; cosize as usize];
    offsets.iter().for_each(|&offset| times[offset as usize] += 1);
    let is_injective = times.iter().all(|&times| times <= 1);

    let simplest = coalesce(&layout).unwrap();
    let own = Leaves::of(&simplest);
    assert_eq!(own.offsets(), offsets, "coalesce({layout})");
    assert!(simplest.depth() <= 1);
    assert!(own.0.len() == 1 || own.0.iter().all(|&(extent, _)| extent > 1), "coalesce({layout})");
    assert!(own.0.windows(2).all(|pair| pair[1].1 != pair[0].0 * pair[0].1), "coalesce({layout})");

    let inverse = right_inverse(&layout).unwrap();
    for (place, index) in Leaves::of(&inverse).offsets().into_iter().enumerate() {
        assert_eq!(offsets.get(index as usize), Some(&(place as i64)), "right_inverse({layout})");
    }
    // nothing more: the next offset is not the stride of a mode
    let longer = own.0.iter().any(|&(extent, stride)| extent > 1 && stride == inverse.size());
    assert!(!longer, "right_inverse({layout})");

    let back = left_inverse(&layout);
    match &back {
        Ok(back) => {
            let back = Leaves::of(back);
            for (index, &offset) in offsets.iter().enumerate() {
                let found = back.offset(offset);
                assert!(offset < back.size(), "left_inverse({layout})");
                assert_eq!(offsets.get(found as usize), Some(&offset), "left_inverse({layout})");
                assert!(!is_injective || found == index as i64, "left_inverse({layout})");
            }
        }
        // a chain of whole steps has an inverse
        Err(_) => assert!(!is_chain(&own), "left_inverse({layout})"),
    }

    for target in [1, cosize, 24, 2 * cosize + 1] {
        let found = complement(&layout, target);
        rest.cases += 1;
        match &found {
            Ok(found) => judge_complement(&own, &times, target, &Leaves::of(found)),
            Err(_) => {
                rest.refused += 1;
                assert!(overlaps(&own), "complement({layout}, {target})");
            }
        }
        for nested in leaves.nested() {
            rest.cases += 1;
            rest.refused += usize::from(found.is_err());
            assert_eq!(complement(&nested, target).ok(), found.as_ref().ok().cloned(), "{nested}");
        }
    }
    let others = leaves.nested().count();
    for nested in leaves.nested() {
        assert_eq!(coalesce(&nested).unwrap(), simplest, "{nested}");
        assert_eq!(right_inverse(&nested).unwrap(), inverse, "{nested}");
        assert_eq!(left_inverse(&nested).ok(), back.as_ref().ok().cloned(), "{nested}");
    }
    let refused = usize::from(back.is_err()) * (1 + others);
    *coalesced += Counts { cases: 1 + others, refused: 0 };
    *right += Counts { cases: 1 + others, refused: 0 };
    *left += Counts { cases: 1 + others, refused };
}

/// The modes that move, by ascending stride.
fn ascending(leaves: &Leaves) -> Vec<(i64, i64)> {
    let mut modes: Vec<(i64, i64)> = leaves
        .0
        .iter()
        .filter(|&&(extent, stride)| extent > 1 && stride > 0)
        .map(|&(extent, stride)| (stride, extent))
        .collect();
    modes.sort_unstable();
    modes
}

/// Whether each mode steps over the modes before it, and over whole steps of them.
fn is_chain(leaves: &Leaves) -> bool {
    let modes = ascending(leaves);
    modes.windows(2).all(|pair| pair[1].0 >= pair[0].0 * pair[0].1 && pair[1].0 % pair[0].0 == 0)
}

/// Whether a mode begins inside the span of the modes before it.
fn overlaps(leaves: &Leaves) -> bool {
    ascending(leaves).windows(2).any(|pair| pair[1].0 < pair[0].0 * pair[0].1)
}

/// Whether copies of the layout, shifted, fill a target without gaps: each mode steps over whole copies of those
/// before.
fn fills(leaves: &Leaves) -> bool {
    let mut span = 1;
    ascending(leaves).into_iter().all(|(stride, extent)| {
        let whole = stride % span == 0;
        span = stride * extent;
        whole
    })
}

fn judge_complement(layout: &Leaves, times: &[u32], target: i64, rest: &Leaves) {
    let starts = rest.offsets();
    let last = starts.iter().max().copied().unwrap_or(0) as usize;
    let mut reached = vec![0_u32; times.len() + last];
    for start in starts {
        times.iter().enumerate().for_each(|(place, times)| {
            reached[place + start as usize] += u32::from(*times > 0);
        });
    }
    assert!(reached.iter().all(|&times| times <= 1), "complement({layout:?}, {target}) = {rest:?} overlaps");
    let strides: Vec<i64> = rest.0.iter().map(|&(_, stride)| stride).collect();
    assert!(strides.is_sorted() && (rest.size() == 1 || strides[0] > 0), "complement({layout:?}, {target})");
    if fills(layout) {
        let filled = reached.iter().take_while(|&&times| times == 1).count();
        assert!(filled as i64 >= target, "complement({layout:?}, {target}) = {rest:?} leaves out {filled}");
        let whole = filled == reached.len();
        let copies = ascending(layout).last().map_or(1, |(stride, extent)| stride * extent);
        assert!(target % copies != 0 || whole && filled as i64 == target, "complement({layout:?}, {target})");
    }
}

/// What takes two layouts, in this order.
const OF_TWO: [&str; 2] = ["composition", "logical_divide"];

/// A layout with all that a pair needs to know of it.
struct Side {
    leaves: Leaves,
    layout: DynLayout,
    offsets: Vec<i64>,
    tiler: Tiler,
}

impl Side {
    fn of(leaves: Leaves) -> Side {
        let layout = leaves.flat();
        Side { offsets: leaves.offsets(), tiler: Tiler::from(layout.clone()), layout, leaves }
    }
}

fn judge_pair(lhs: &Side, rhs: &Side, counts: &mut [Counts; 2]) {
    let names = || format!("{} and {}", lhs.layout, rhs.layout);
    let [composed, divided] = counts;
    let values: Vec<i64> = rhs.offsets.iter().map(|&index| lhs.leaves.offset(index)).collect();
    composed.cases += 1;
    match composition(&lhs.layout, &rhs.layout) {
        Ok(result) => {
            assert!(has_size_by_mode(&result, &rhs.leaves.0), "composition of {}: {result}", names());
            assert_eq!(Leaves::of(&result).offsets(), values, "composition of {}", names());
        }
        Err(_) => {
            composed.refused += 1;
            assert!(!is_layout_over(&rhs.leaves.0, &values), "composition of {} is a layout", names());
        }
    }

    divided.cases += 1;
    let result = logical_divide(&lhs.layout, &rhs.tiler);
    // the definition: the layout after the tiler and the copies of it that fill the layout
    let size = lhs.leaves.size();
    let rest = complement(&rhs.layout, size).ok().filter(|_| fills(&rhs.leaves));
    let index = rest.map(|rest| {
        let mut index = rhs.leaves.clone();
        index.0.extend(Leaves::of(&rest).0);
        index
    });
    match (result, index) {
        (Ok(result), Some(index)) => {
            assert_eq!(result.size(), index.size(), "division of {}", names());
            let tile = result.get(&[0]).unwrap();
            assert!(has_size_by_mode(&tile, &rhs.leaves.0), "division of {}: {result}", names());
            let own = Leaves::of(&result);
            let exact = result.is_exact();
            for number in 0..index.size() {
                let at = index.offset(number);
                assert_eq!(own.offset(number), lhs.leaves.offset(at), "division of {}", names());
                if exact {
                    assert!(at < size, "division of {}", names());
                } else {
                    let coordinate = idx2crd(number, result.shape().view()).unwrap();
                    assert_eq!(result.is_padding(&coordinate), Ok(at >= size), "division of {}", names());
                }
            }
        }
        (Ok(result), None) => {
            panic!("division of {}: {result}, though copies overlap or leave gaps", names())
        }
        (Err(_), Some(index)) => {
            divided.refused += 1;
            let values: Vec<i64> =
                index.offsets().into_iter().map(|index| lhs.leaves.offset(index)).collect();
            assert!(!is_layout_over(&index.0, &values), "division of {} is a layout", names());
        }
        (Err(_), None) => divided.refused += 1,
    }
}

fn sides(bound: Bound) -> Vec<Side> {
    bound.layouts(1).map(Side::of).collect()
}

fn all_pairs(bound: Bound) -> [Counts; 2] {
    let sides = sides(bound);
    println!("{} layouts up to size {} and stride {}", sides.len(), bound.size, bound.stride);
    count(OF_TWO, &sides, |lhs, counts| sides.iter().for_each(|rhs| judge_pair(lhs, rhs, counts)))
}

/// Pairs far from each other in the numbering, among all layouts.
fn some_pairs(bound: Bound, every: usize) -> [Counts; 2] {
    let lhs: Vec<Side> = bound.layouts(every).map(Side::of).collect();
    let rhs: Vec<Side> = bound.layouts(every + 2).map(Side::of).collect();
    println!("{} by {} layouts up to size {} and stride {}", lhs.len(), rhs.len(), bound.size, bound.stride);
    count(OF_TWO, &lhs, |lhs, counts| rhs.iter().for_each(|rhs| judge_pair(lhs, rhs, counts)))
}

#[test]
fn layouts_are_numbered_once() {
    let small = Bound { size: 8, stride: 2 };
    let all: Vec<Leaves> = small.layouts(1).collect();
    // 1; 2, 3, 5, 7; 4, 6, 8 with 1, 2, 3 ways of two factors or more and one of three
    assert_eq!(all.len(), 1 + 7 * 3 + 5 * 9 + 27);
    assert!(all.iter().enumerate().all(|(place, layout)| !all[..place].contains(layout)));
    let nested: Vec<String> =
        Leaves(vec![(2, 1), (2, 2), (3, 4)]).nested().map(|layout| layout.shape().to_string()).collect();
    assert_eq!(nested, ["((2,2,3))", "(2,(2,3))", "((2,2),3)", "(2,2,3)"]);
}

#[test]
fn definitions_tell_layouts_from_others() {
    assert!(is_layout(&[0, 3, 6, 7, 10, 13]) && !is_layout(&[0, 3, 6, 7]) && !is_layout(&[1, 2]));
    assert!(
        is_layout_over(&[(2, 0), (2, 0)], &[0, 1, 5, 6]) && !is_layout_over(&[(2, 0), (2, 0)], &[0, 1, 5, 7])
    );
}

#[test]
fn one_layout() {
    let mut layouts: Vec<Leaves> = Bound { size: 24, stride: 3 }.layouts(1).collect();
    layouts.extend(LAYOUTS.layouts(2003));
    let [coalesced, right, left, rest] = count(OF_ONE, &layouts, judge_one);
    assert!(coalesced.cases > 20_000 && right.cases == coalesced.cases && rest.cases == 4 * right.cases);
    assert!(left.refused < left.cases && rest.refused < rest.cases);
}

#[test]
fn two_layouts() {
    let all = all_pairs(Bound { size: 6, stride: 3 });
    let some = some_pairs(LAYOUTS, 100_003);
    for [composed, divided] in [all, some] {
        assert!(0 < composed.refused && composed.refused < composed.cases);
        assert!(0 < divided.refused && divided.refused < divided.cases);
    }
}

#[test]
#[ignore = "takes minutes: all layouts up to size 24 and stride 32"]
fn every_layout() {
    let work: Vec<(Vec<i64>, i64)> = LAYOUTS
        .shapes()
        .into_iter()
        .flat_map(|shape| (0..=LAYOUTS.stride).map(move |last| (shape.clone(), last)))
        .collect();
    count(OF_ONE, &work, |(shape, last), counts| {
        let Some((slowest, others)) = shape.split_last() else {
            // the layout of one element has no stride
            if *last == 0 {
                judge_one(&Leaves(Vec::new()), counts);
            }
            return;
        };
        for number in 0..LAYOUTS.number_of(others) {
            let mut leaves = LAYOUTS.leaves(others, number);
            leaves.0.push((*slowest, *last));
            judge_one(&leaves, counts);
        }
    });
}

#[test]
#[ignore = "takes minutes: all pairs up to size 12 and stride 12, and some up to size 24 and stride 32"]
fn every_pair() {
    all_pairs(PAIRS);
    some_pairs(LAYOUTS, 1999);
}
