//! Contractions of one tensor: transposes, sums over modes, diagonals, broadcasts.

use super::error::ContractionError;
use super::labels::{Extents, ModeLabels};
use super::modes::Labelled;
use super::scattered::{LabelRows, SummedPlaces};
use crate::int::sort_few;
use crate::kernel::product::{FactorOf, are_sums};
use crate::kernel::relayout::{is_plain_bytes, run_once};
use crate::layout::Mapping;
use crate::tensor::{View, ViewMut};
use core::ops::Add;
use core::slice;

/// Sums of a tensor over the labels that the result has not: `ij->` is the sum of all elements, `ij->j` those of the
/// columns, `ii->i` the diagonal, `ii->` the trace, `i->ji` a row again and again.
///
/// Labels are those of [`contract`](super::contract()). A label that the result alone has is a broadcast: each of its
/// indices has the same sums. Where nothing is summed, elements are moved as they are: numbers as by
/// [`copy`](crate::kernel::copy). `S::default()` is taken for zero.
///
/// The order of a sum is that of the strides, whatever the result. Where 16 elements or more that lie side by side are
/// summed, each sum is one of 16 strands, of which the first has elements 0, 16, 32, …: so it has an order too, and
/// additions that do not wait for each other.
///
/// # Errors
/// As of [`contract`](super::contract()), but of labels that the result alone has.
///
/// ```
/// use tilework::{kernel::contract_one, prelude::*};
/// let a = Tensor::new([1, 2, 3, 4, 5, 6, 7, 8, 9], layout!((3, 3):(3, 1)))?;
/// let mut columns = StackTensor::fill(layout!(3:1), 0);
/// contract_one("ij->j", &a.view(), &mut columns.view_mut())?;
/// assert_eq!(columns.as_slice(), [12, 15, 18]);
/// let mut diagonal = StackTensor::fill(layout!(3:1), 0);
/// contract_one("ii->i", &a.view(), &mut diagonal.view_mut())?;
/// assert_eq!(diagonal.as_slice(), [1, 5, 9]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn contract_one<S, X: FactorOf<S>, A: Mapping, C: Mapping>(
    labels: &str,
    a: &View<'_, X, A>,
    c: &mut ViewMut<'_, S, C>,
) -> Result<(), ContractionError>
where
    S: Copy + Default + Add<Output = S>,
{
    let (from, to) = (a.layout(), c.layout());
    let labels = ModeLabels::read(labels, 1)?;
    let mut extents = Extents::NONE;
    labels.extents(0, &from, &mut extents)?;
    labels.extents(1, &to, &mut extents)?;
    let (mut kept, mut summed) = (labels.all(), labels.all());
    kept.retain(|label| labels.result().contains(label));
    summed.retain(|label| !labels.result().contains(label));
    let of_a = Labelled { labels: labels.of(0), modes: &from };
    if summed.is_empty() && copies(&labels, &extents, a, c) {
        return Ok(());
    }
    for group in [&mut kept, &mut summed] {
        sort_few(group, |&label| of_a.stride(label));
    }
    let kept_from = LabelRows::new(of_a, &kept, &extents, PAGE)?;
    let of_c = Labelled { labels: labels.result(), modes: &to };
    let kept_to = LabelRows::new(of_c, &kept, &extents, PAGE)?;
    let put = |row: usize, place: usize, sum| {
        let step = to.bias() + kept_to.rows[row] + kept_to.row[place];
        // SAFETY: the index is inside the extents, whose offsets are all inside a view, and `c` is mutably borrowed.
        unsafe { c.origin().offset(C::place(step)).write(sum) };
    };
    if summed.is_empty() {
        for (row, start) in kept_from.rows.iter().enumerate() {
            for (place, step) in kept_from.row.iter().enumerate() {
                // SAFETY: the index is inside the extents, whose offsets are all inside a view.
                let x = unsafe { a.origin().offset(A::place(from.bias() + start + step)).read() };
                put(row, place, x.widened());
            }
        }
        return Ok(());
    }
    let summed = SummedPlaces::new(of_a, &summed, &extents, STRANDS)?;
    // SAFETY: the indices are inside the extents.
    unsafe { each_sum(a, &kept_from, &summed, put) };
    Ok(())
}

/// Copies a tensor of which nothing is summed by the relayout engine, if elements are numbers of the type of the result
/// and places are sums: whether it did.
fn copies<S, X, A: Mapping, C: Mapping>(
    labels: &ModeLabels,
    extents: &Extents,
    a: &View<'_, X, A>,
    c: &mut ViewMut<'_, S, C>,
) -> bool {
    if !are_sums::<S, X>() || !is_plain_bytes::<X>() {
        return false;
    }
    let of_a = Labelled { labels: labels.of(0), modes: &a.layout() };
    let (src, dst) = (of_a.digits_of(labels.result(), extents), c.layout().mixed_radix());
    let (Some(src), Some(dst)) = (&src, &dst) else { return false };
    let (from, to) = (a.origin().as_ptr().cast_const().cast(), c.origin().as_ptr().cast());
    // SAFETY: all bytes of numbers are initialised; the indices of both are inside the extents, whose offsets are all
    // inside a view, and of `c`, which is mutably borrowed, no two are the same.
    unsafe { run_once((src, dst), size_of::<S>(), from, to) }
}

/// The sums over some indices of a tensor, given in turn with row and place of the index that is kept.
///
/// # Safety
/// What the indices contribute is that of indices inside the extents.
pub(super) unsafe fn each_sum<S, X: FactorOf<S>, A: Mapping>(
    a: &View<'_, X, A>,
    kept: &LabelRows,
    summed: &SummedPlaces,
    mut put: impl FnMut(usize, usize, S),
) where
    S: Copy + Default + Add<Output = S>,
{
    let bias = a.layout().bias();
    // If what is kept lies nearer than what is summed, a page of sums is under way; otherwise as many as there are
    // places to read from at once.
    let distance = |steps: &[isize]| steps.get(1).map_or(isize::MAX, |next| (next - steps[0]).abs());
    let is_near = distance(&kept.row) <= distance(&summed.steps);
    for (number, row) in kept.rows.iter().enumerate() {
        let start = bias + row;
        let put = |place, sum| put(number, place, sum);
        // SAFETY: by the contract.
        unsafe {
            match (summed.run, is_near) {
                (2.., _) => sums_of_runs(a, start, &kept.row, summed, put),
                (_, true) => sums_at_once::<PAGE, _, _, _>(a, start, &kept.row, &summed.steps, put),
                (_, false) => sums_at_once::<16, _, _, _>(a, start, &kept.row, &summed.steps, put),
            }
        }
    }
}

/// So many sums are under way at most.
pub(super) const PAGE: usize = 256;

/// So many strands a sum of runs is of: vectors of all processors hold a part of them.
pub(super) const STRANDS: usize = 16;

/// The sums over runs of elements, one after the other.
///
/// # Safety
/// As of [`each_sum`], and of elements whose offsets are their places.
unsafe fn sums_of_runs<S, X: FactorOf<S>, A: Mapping>(
    a: &View<'_, X, A>,
    start: isize,
    kept: &[isize],
    summed: &SummedPlaces,
    mut put: impl FnMut(usize, S),
) where
    S: Copy + Default + Add<Output = S>,
{
    for (place, kept) in kept.iter().enumerate() {
        let mut strands = [S::default(); STRANDS];
        for step in &summed.steps {
            // SAFETY: by the contract; elements whose offsets follow each other do so in memory.
            let run =
                unsafe { slice::from_raw_parts(a.origin().offset(start + kept + step).as_ptr(), summed.run) };
            let (whole, rest) = run.as_chunks::<STRANDS>();
            let mut add = |elements: &[X]| {
                strands.iter_mut().zip(elements).for_each(|(strand, &x)| *strand = *strand + x.widened());
            };
            whole.iter().for_each(|elements| add(elements));
            add(rest);
        }
        put(place, strands.into_iter().fold(S::default(), S::add));
    }
}

/// The sums over single elements, `N` of them at once.
///
/// # Safety
/// As of [`each_sum`].
unsafe fn sums_at_once<const N: usize, S, X: FactorOf<S>, A: Mapping>(
    a: &View<'_, X, A>,
    start: isize,
    kept: &[isize],
    summed: &[isize],
    mut put: impl FnMut(usize, S),
) where
    S: Copy + Default + Add<Output = S>,
{
    let first = a.origin();
    for (number, kept) in kept.chunks(N).enumerate() {
        let mut sums = [S::default(); N];
        let is_run = A::ROW == 0 && kept.windows(2).all(|pair| pair[1] == pair[0] + 1);
        for step in summed {
            if is_run {
                // SAFETY: by the contract; elements whose offsets follow each other do so in memory.
                let run = unsafe { first.offset(start + kept[0] + step) };
                for (i, sum) in sums.iter_mut().take(kept.len()).enumerate() {
                    // SAFETY: as above.
                    *sum = *sum + unsafe { run.add(i).read() }.widened();
                }
                continue;
            }
            for (sum, kept) in sums.iter_mut().zip(kept) {
                // SAFETY: by the contract; the offsets of all indices are inside a view.
                let x = unsafe { first.offset(A::place(start + kept + step)).read() };
                *sum = *sum + x.widened();
            }
        }
        for (i, sum) in sums.into_iter().take(kept.len()).enumerate() {
            put(number * N + i, sum);
        }
    }
}
