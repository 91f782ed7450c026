//! One row of the table: the contenders of one pair of layouts, checked and timed side by side.

use super::hand::ByHand;
use super::modes::Pair;
use super::peers::{self, Known};
use crate::arena::Arena;
use crate::measure::{Effort, medians};
use std::hint::black_box;
use tilework::kernel::relayout::{self, Plan};
use tilework::prelude::*;

/// An element: of a width, and told apart from others.
pub(super) trait Cell:
    Copy + PartialEq + Default + Send + Sync + Element + relayout::Element + Known + 'static
{
    fn numbered(number: usize) -> Self;
}

macro_rules! cells {
    ($($T:ty: $Of:ty),*) => { $(
        impl Cell for $T {
            fn numbered(number: usize) -> Self {
                // mixed, so that neighbours in no direction are alike
                (number.wrapping_mul(0x9e37_79b9) >> 7) as $Of as $T
            }
        }
    )* };
}
// the floats take whole numbers that they hold exactly
cells!(u8: u8, u16: u16, f32: u16, f64: u32);

/// Something that moves the elements from a buffer to a buffer whenever it is called.
pub(super) type Mover<'a> = Box<dyn FnMut() + 'a>;
/// Makes one of two buffers.
pub(super) type Maker<T> = Box<dyn for<'a> Fn(&'a [T], &'a mut [T]) -> Mover<'a>>;

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
/// The source, and a buffer for each.
pub(super) const BUFFERS: usize = 1 + COLUMNS.len();

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

        let (src, buffers) = arena.buffers();
        let mut expected = vec![T::default(); src.len()];
        self.pair.define(src, &mut expected);
        let mut movers: Vec<Mover<'_>> = Vec::new();
        for ((number, maker), buffer) in makers.iter().enumerate().zip(buffers) {
            let Some(maker) = maker else { continue };
            buffer.fill(T::default());
            maker(src, buffer)();
            let is_memcpy = number == OURS;
            assert!(is_memcpy || *buffer == expected, "{} by {}", self.name, COLUMNS[number]);
            movers.push(maker(src, buffer));
        }
        let mut runs: Vec<&mut dyn FnMut()> =
            movers.iter_mut().map(|run| &mut **run as &mut dyn FnMut()).collect();
        let mut times = medians(effort, &mut runs).into_iter();
        let nanoseconds = makers.each_ref().map(|maker| maker.as_ref().and_then(|_| times.next()));
        Outcome { name: self.name, nanoseconds, making }
    }
}

#[inline(never)]
fn memcpy<T: Copy>(src: &[T], dst: &mut [T]) {
    dst.copy_from_slice(src);
}
