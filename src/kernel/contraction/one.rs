//! Contractions of one tensor: transposes, sums over modes, diagonals, broadcasts.

use super::error::ContractionError;
use super::labels::{Extents, ModeLabels};
use super::scattered::{LabelGroup, stride};
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
    for group in [&mut kept, &mut summed] {
        group.sort_by_key(|&label| stride(&from, labels.of(0), label));
    }
    let group = |group: &[u8]| LabelGroup::new(&from, labels.of(0), group, &extents);
    let (kept_from, summed) = (group(&kept)?.steps, group(&summed)?.steps);
    let kept_to = LabelGroup::new(&to, labels.result(), &kept, &extents)?.steps;
    for (from_steps, to_steps) in kept_from.chunks(SUMS).zip(kept_to.chunks(SUMS)) {
        let mut sums = [S::default(); SUMS];
        for step in &summed {
            for (sum, kept) in sums.iter_mut().zip(from_steps) {
                // SAFETY: the indices are inside the extents, whose offsets are all inside a view.
                let x = unsafe { a.origin().offset(A::place(from.bias() + kept + step)).read() };
                *sum = *sum + x.widened();
            }
        }
        for (sum, step) in sums.into_iter().zip(to_steps) {
            // SAFETY: as above for `c`, which is mutably borrowed.
            unsafe { c.origin().offset(C::place(to.bias() + step)).write(sum) };
        }
    }
    Ok(())
}

/// So many sums are under way: of indices that lie side by side where any do.
const SUMS: usize = 64;
