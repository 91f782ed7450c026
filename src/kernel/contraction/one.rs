//! Contractions of one tensor: transposes, sums over modes, diagonals, broadcasts.

use super::error::ContractionError;
use super::labels::{Extents, ModeLabels};
use super::modes::Labelled;
use super::scattered::LabelGroup;
use crate::kernel::product::FactorOf;
use crate::layout::Mapping;
use crate::tensor::{View, ViewMut};
use core::ops::Add;

/// Sums of a tensor over the labels that the result has not: `ij->` is the sum of all elements, `ij->j` those of the
/// columns, `ii->i` the diagonal, `ii->` the trace, `i->ji` a row again and again.
///
/// Labels are those of [`contract`](super::contract()). A label that the result alone has is a broadcast: each of its
/// indices has the same sums. `S::default()` is taken for zero; the order of a sum is that of the strides, whatever the
/// result.
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
    for group in [&mut kept, &mut summed] {
        group.sort_by_key(|&label| of_a.stride(label));
    }
    let group = |group: &[u8]| LabelGroup::new(of_a, group, &extents);
    let (kept_from, summed) = (group(&kept)?.steps, group(&summed)?.steps);
    let of_c = Labelled { labels: labels.result(), modes: &to };
    let kept_to = LabelGroup::new(of_c, &kept, &extents)?.steps;
    let put = |index: usize, sum| {
        // SAFETY: the index is inside the extents, whose offsets are all inside a view, and `c` is mutably borrowed.
        unsafe { c.origin().offset(C::place(to.bias() + kept_to[index])).write(sum) };
    };
    // SAFETY: the indices are inside the extents.
    unsafe { each_sum(a, &kept_from, &summed, put) };
    Ok(())
}

/// The sums over some indices of a tensor, given in turn with the number of the index that is kept.
///
/// # Safety
/// What the indices contribute is that of indices inside the extents.
pub(super) unsafe fn each_sum<S, X: FactorOf<S>, A: Mapping>(
    a: &View<'_, X, A>,
    kept: &[isize],
    summed: &[isize],
    mut put: impl FnMut(usize, S),
) where
    S: Copy + Default + Add<Output = S>,
{
    let (first, bias) = (a.origin(), a.layout().bias());
    for (number, kept) in kept.chunks(SUMS).enumerate() {
        let mut sums = [S::default(); SUMS];
        let is_run = A::ROW == 0 && kept.windows(2).all(|pair| pair[1] == pair[0] + 1);
        for step in summed {
            if is_run {
                // SAFETY: by the contract; elements whose offsets follow each other do so in memory.
                let run = unsafe { first.offset(bias + kept[0] + step) };
                for (i, sum) in sums.iter_mut().take(kept.len()).enumerate() {
                    // SAFETY: as above.
                    *sum = *sum + unsafe { run.add(i).read() }.widened();
                }
                continue;
            }
            for (sum, kept) in sums.iter_mut().zip(kept) {
                // SAFETY: by the contract; the offsets of all indices are inside a view.
                let x = unsafe { first.offset(A::place(bias + kept + step)).read() };
                *sum = *sum + x.widened();
            }
        }
        for (i, sum) in sums.into_iter().take(kept.len()).enumerate() {
            put(number * SUMS + i, sum);
        }
    }
}

/// So many sums are under way, of indices that lie side by side where any do: about a page of them.
const SUMS: usize = 256;
