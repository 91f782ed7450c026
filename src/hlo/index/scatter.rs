//! Updates at places that are read at run time.
use super::along::everything_of;
use super::builder::{Exprs, c, constraint, d, of_sizes, ranged};
use super::gather::component_at;
use super::operand::{OperandIndexing, OperandMaps};
use super::output_at::OutputAt;
use super::reads::Reads;
use super::runtime::folded;
use super::runtime_variable::OutOfRange;
use crate::affine::{Constraint, IndexingMap, Interval};
use crate::xla::Sizes;
use alloc::vec::Vec;
use smallvec::{SmallVec, smallvec};

/// `scatter(operands…, indices, updates…)`: the element that is updated, all indices, and of the updates those that go
/// to it.
pub(super) fn scatter(at: &OutputAt<'_, '_>) -> Option<Reads> {
    let inputs = at.operands().checked_sub(1)? / 2;
    if at.operands() != 2 * inputs + 1 || inputs == 0 {
        return None;
    }
    let updates = Some(smallvec![Scatter::of(at, inputs)?.updates()?]);
    Some(at.each(|operand| match operand {
        _ if operand < inputs => at.same_element(operand, &[]),
        _ if operand == inputs => everything_of(at, operand),
        _ if at.sizes(operand)? == at.sizes(inputs + 1)? => updates.clone(),
        _ => OperandMaps::None,
    }))
}

/// `update_window_dims`, `inserted_window_dims`, `scatter_dims_to_operand_dims`, `input_batching_dims`,
/// `scatter_indices_batching_dims`, `index_vector_dim`.
struct Scatter<'s, 'a, 't> {
    at: &'s OutputAt<'a, 't>,
    /// The number of the operand that has the indices.
    indices: usize,
    output: Sizes,
    places: Sizes,
    update: Sizes,
    window: SmallVec<[usize; 6]>,
    inserted: SmallVec<[usize; 6]>,
    starts: SmallVec<[usize; 6]>,
    batches: SmallVec<[usize; 6]>,
    index_batches: SmallVec<[usize; 6]>,
    /// The dimension of the indices that counts the components of a place.
    vector: usize,
}

impl<'s, 'a, 't> Scatter<'s, 'a, 't> {
    fn of(at: &'s OutputAt<'a, 't>, indices: usize) -> Option<Self> {
        let list = |name| at.dimensions_if_any(name);
        let scatter = Scatter {
            at,
            indices,
            output: at.output_sizes()?,
            places: at.sizes(indices)?,
            update: at.sizes(indices + 1)?,
            window: list("update_window_dims")?,
            inserted: list("inserted_window_dims")?,
            starts: list("scatter_dims_to_operand_dims")?,
            batches: list("input_batching_dims")?,
            index_batches: list("scatter_indices_batching_dims")?,
            vector: at.index("index_vector_dim")?,
        };
        let places = scatter.places.len() - usize::from(scatter.vector < scatter.places.len());
        let windows = scatter.output.len().checked_sub(scatter.inserted.len() + scatter.batches.len())?;
        let fits = scatter.update.len() == places + windows
            && scatter.window.len() == windows
            && scatter.vector <= scatter.places.len()
            && scatter.batches.len() == scatter.index_batches.len();
        fits.then_some(scatter)
    }

    /// The dimensions of the updates that count the places.
    fn numbers(&self) -> impl Iterator<Item = usize> {
        (0..self.update.len()).filter(|dimension| !self.window.contains(dimension))
    }

    /// The dimension of the output that a dimension of the indices is, if it is one of both.
    fn batch_of(&self, dimension: usize) -> Option<usize> {
        let place = self.index_batches.iter().position(|batch| *batch == dimension)?;
        self.batches.get(place).copied()
    }

    /// The numbers of the updates: range symbols, or dimensions of the output; and the sizes of the symbols.
    fn number_exprs(&self) -> (Exprs, Sizes) {
        let of_indices = (0..self.places.len()).filter(|dimension| *dimension != self.vector);
        let mut range = Sizes::new();
        let numbers =
            of_indices.zip(self.numbers()).map(|(of_indices, of_update)| match self.batch_of(of_indices) {
                Some(batch) => d(batch),
                None => {
                    range.push(self.update[of_update]);
                    d(self.output.len() + range.len() - 1)
                }
            });
        (numbers.collect(), range)
    }

    /// From an element to the updates that go to it: to all that are at its place.
    fn updates(&self) -> Option<OperandIndexing> {
        let (numbers, range) = self.number_exprs();
        let rank = self.output.len();
        let (mut places, mut runtime) = (SmallVec::<[Interval; 6]>::new(), Vec::new());
        let mut constraints: Vec<Constraint> = Vec::new();
        let mut windows = self.window.iter();
        let mut inside: Exprs = SmallVec::new();
        for dimension in 0..rank {
            if self.batches.contains(&dimension) {
                continue;
            }
            let is_inserted = self.inserted.contains(&dimension);
            let size = if is_inserted { 1 } else { *self.update.get(*windows.next()?)? };
            let mut entry = d(dimension);
            if let Some(component) = self.starts.iter().position(|start| *start == dimension) {
                entry = entry.sub(d(rank + range.len() + places.len()));
                places.push(Interval::new(0, self.output[dimension].saturating_sub(size)));
                let read_at =
                    component_at(&numbers, c(i64::try_from(component).ok()?), self.vector, self.places.len());
                let map = ranged(&self.output, &range, read_at);
                let source = *self.at.instruction.operands.get(self.indices)?;
                runtime.push(self.at.runtime_variable(source, map, OutOfRange::Dropped));
            }
            constraints.push(constraint(entry.clone(), 0, size - 1));
            if !is_inserted {
                inside.push(entry);
            }
        }
        let (mut numbers, mut inside) = (numbers.into_iter(), inside.into_iter());
        let results: Option<Exprs> = (0..self.update.len())
            .map(|dimension| if self.window.contains(&dimension) { inside.next() } else { numbers.next() })
            .collect();
        let map =
            IndexingMap::over(&of_sizes(&self.output), &of_sizes(&range), &places, results?, constraints);
        Some(folded(self.at, OperandIndexing { runtime, ..map.into() }))
    }
}
