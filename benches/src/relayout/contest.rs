//! One row of the table: the contenders of one pair of layouts, checked and timed side by side.

use super::cell::{Cell, Maker, Mover};
use super::hand::ByHand;
use super::modes::Pair;
use super::peers;
use crate::arena::Arena;
use crate::measure::{Effort, medians, medians_of_made};
use std::hint::black_box;
use tilework::kernel::relayout::Plan;
use tilework::prelude::*;

/// A pair of layouts with what there is for it.
pub(super) struct Entry<T> {
    pub(super) name: String,
    pub(super) pair: Pair,
    /// Whether buffers are larger than caches.
    pub(super) large: bool,
    /// The library's copy of static layouts, and of the same with dynamic sizes.
    pub(super) fixed: Option<Maker<T>>,
    pub(super) sized: Option<Maker<T>>,
}

/// The name of a row.
pub(super) fn name<T>([src, dst]: [&str; 2], size: &str) -> String {
    format!("{src}_to_{dst}_{}bit_{size}", 8 * size_of::<T>())
}

/// The library's copy between two layouts, as a kernel of its own.
pub(super) fn copies<'a, T: Cell, S: Mapping, D: Mapping>(
    src: &'a [T],
    dst: &'a mut [T],
    (from, to): (S, D),
) -> Mover<'a> {
    let src = View::new(src, from).expect("the buffer holds the layout");
    let mut dst = ViewMut::new(dst, to).expect("the buffer holds the layout");
    Box::new(move || copied(&src, &mut dst))
}

#[inline(never)]
fn copied<T: Cell, S: Mapping, D: Mapping>(src: &View<'_, T, S>, dst: &mut ViewMut<'_, T, D>) {
    copy(src, dst).expect("one size");
}

/// The columns of the table: what is ours first, then the references.
pub(super) const COLUMNS: [&str; 8] =
    ["static", "dynamic", "plan", "memcpy", "hand", "hptt", "strided_perm", "ndarray"];
/// How many of them are ours.
pub(super) const OURS: usize = 3;
/// The source, and what all write in turn: so that none has a better place.
pub(super) const BUFFERS: usize = 2;

/// The nanoseconds of every contender, in the order of the columns; `None` of what cannot express the pair.
pub(super) struct Outcome {
    pub(super) name: String,
    pub(super) nanoseconds: [Option<f64>; COLUMNS.len()],
    /// What making the plan takes.
    pub(super) making: Option<f64>,
}

impl Outcome {
    /// Our time for layouts that are known at run time.
    pub(super) fn ours(&self) -> Option<f64> {
        let [_, dynamic, plan, ..] = self.nanoseconds;
        plan.or(dynamic)
    }
}

impl<T: Cell> Entry<T> {
    /// Runs every contender once and compares what it wrote with the definition, then times them in turn.
    pub(super) fn outcome(self, effort: Effort, arena: &mut Arena<T>) -> Outcome {
        let regions = self.pair.regions();
        // what peers are given: plain loops, where they are all there is
        let loops = if let [whole] = &regions[..] { &whole.loops[..] } else { &[] };
        let (by_hand, len) = (ByHand::new(&self.pair, size_of::<T>()), self.pair.len());
        let memcpy: Maker<T> =
            Box::new(move |src, dst| Box::new(move || memcpy(&src[..len], &mut dst[..len])));
        let hand: Maker<T> = Box::new(move |src, dst| {
            let by_hand = by_hand.clone();
            Box::new(move || by_hand.run(src, dst))
        });
        let [hptt, strided_perm, ndarray] = peers::makers(loops);
        let [from, to] = self.pair.layouts();
        let make = || Plan::from_dynamic(&from, &to, 8 * size_of::<T>() as u32);
        let planned = make().ok().map(|plan| -> Maker<T> {
            Box::new(move |src, dst| {
                let plan = plan.clone();
                Box::new(move || plan.run_slices(src, dst).expect("buffers of the layouts"))
            })
        });
        let making = planned.is_some().then(|| {
            medians(
                effort,
                &mut [&mut || {
                    black_box(make()).expect("a plan");
                }],
            )[0]
        });
        let makers = [self.fixed, self.sized, planned, Some(memcpy), Some(hand), hptt, strided_perm, ndarray];

        let (src, mut buffers) = arena.buffers();
        let dst = buffers.next().expect("the arena has a buffer to write");
        let mut expected = vec![T::default(); src.len()];
        self.pair.define(src, &mut expected);
        let there: Vec<(usize, &Maker<T>)> =
            makers.iter().enumerate().filter_map(|(number, maker)| Some((number, maker.as_ref()?))).collect();
        for &(number, maker) in &there {
            dst.fill(T::default());
            maker(src, dst)();
            let is_memcpy = number == OURS;
            assert!(is_memcpy || *dst == expected, "{} by {}", self.name, COLUMNS[number]);
        }
        let times =
            medians_of_made(effort, there.len(), &mut |number, time| time(&mut *there[number].1(src, dst)));
        let mut nanoseconds = [None; COLUMNS.len()];
        for (&(number, _), time) in there.iter().zip(times) {
            nanoseconds[number] = Some(time);
        }
        Outcome { name: self.name, nanoseconds, making }
    }
}

#[inline(never)]
fn memcpy<T: Copy>(src: &[T], dst: &mut [T]) {
    dst.copy_from_slice(src);
}
