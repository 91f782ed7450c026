//! A tensor as a matrix, or as a batch of these: what each index of a group of labels contributes to the offset.

use super::error::ContractionError;
use super::labels::Extents;
use super::modes::{Labelled, LabelledModes};
use crate::kernel::product::ElementPlaces;
use crate::layout::MixedRadix;
use crate::tuple::MAX_LEAVES;
use alloc::vec::Vec;

/// The places of the elements of a sum over some labels: runs that begin at steps.
pub(super) struct SummedPlaces {
    /// So many elements of a run lie side by side: one, or at least as many as were asked for.
    pub(super) run: usize,
    pub(super) steps: Vec<isize>,
}

impl SummedPlaces {
    /// Those over some labels of a tensor, the first label fastest, in runs of a number of elements or more, if it has
    /// such.
    pub(super) fn new<M: LabelledModes>(
        tensor: Labelled<'_, M>,
        group: &[u8],
        extents: &Extents,
        least: usize,
    ) -> Result<Self, ContractionError> {
        let size = |sizes: &mut dyn Iterator<Item = usize>| sizes.fold(1, usize::saturating_mul);
        let count = size(&mut group.iter().map(|&label| extents.of(label)));
        match leaves(tensor, group, extents).as_deref() {
            // without padding
            Some(leaves @ [(run, 1), rest @ ..])
                if *run >= least && size(&mut leaves.iter().map(|leaf| leaf.0)) == count =>
            {
                let modes = rest.iter().map(|&(extent, stride)| {
                    (extent, move |index: usize| index.cast_signed().wrapping_mul(stride))
                });
                Ok(SummedPlaces { run: *run, steps: steps(modes)? })
            }
            _ => Ok(SummedPlaces { run: 1, steps: LabelGroup::new(tensor, group, extents)?.steps }),
        }
    }
}

/// What the indices of a group of labels contribute, the first label fastest, in rows: that of an index is that of its
/// row and that of its place in the row.
pub(super) struct LabelRows {
    /// What each place in a row does.
    pub(super) row: Vec<isize>,
    /// What each row does.
    pub(super) rows: Vec<isize>,
}

impl LabelRows {
    /// Those of some labels of a tensor, each row of a number of indices or more, if there are so many.
    pub(super) fn new<M: LabelledModes>(
        tensor: Labelled<'_, M>,
        group: &[u8],
        extents: &Extents,
        least: usize,
    ) -> Result<Self, ContractionError> {
        let (mut len, mut count) = (1, 0);
        while len < least && count < group.len() {
            len = len.saturating_mul(extents.of(group[count]));
            count += 1;
        }
        let (row, rows) = group.split_at(count);
        let steps = |group| LabelGroup::new(tensor, group, extents).map(|group| group.steps);
        Ok(LabelRows { row: steps(row)?, rows: steps(rows)? })
    }
}

/// What the indices of a group of labels contribute, the first label fastest.
pub(super) struct LabelGroup {
    /// What each index does.
    pub(super) steps: Vec<isize>,
    /// The leaves that do, if the tensor has digits and those of these labels are digits of the index.
    leaves: Option<Vec<(usize, isize)>>,
}

impl LabelGroup {
    /// That of some labels of a tensor.
    pub(super) fn new<M: LabelledModes>(
        tensor: Labelled<'_, M>,
        group: &[u8],
        extents: &Extents,
    ) -> Result<Self, ContractionError> {
        let steps = steps(
            group.iter().map(|&label| (extents.of(label), move |index| tensor.contribution(label, index))),
        )?;
        Ok(LabelGroup { steps, leaves: leaves(tensor, group, extents) })
    }

    /// How many indices from each multiple of this number on contribute one more each: 1 where none do, 0 where all do.
    fn run(&self) -> usize {
        let mut run = 1_usize;
        for &(extent, stride) in self.leaves.iter().flatten().filter(|leaf| leaf.0 > 1) {
            if stride != run.cast_signed() {
                return run;
            }
            run *= extent;
        }
        if run > 1 { 0 } else { 1 }
    }
}

/// What the indices of several modes contribute together, the first mode fastest: of each its extent, and what an index
/// of it does.
fn steps<F: Fn(usize) -> isize>(
    modes: impl Iterator<Item = (usize, F)> + Clone,
) -> Result<Vec<isize>, ContractionError> {
    let count = modes.clone().fold(1, |count: usize, (extent, _)| count.saturating_mul(extent));
    let mut steps = Vec::new();
    steps.try_reserve_exact(count).map_err(|_| ContractionError::OutOfMemory { indices: count })?;
    steps.resize(count, 0);
    let mut behind = 1;
    for (extent, contribution) in modes.filter(|_| count > 0) {
        for index in 1..extent {
            let (step, (front, rest)) = (contribution(index), steps.split_at_mut(index * behind));
            rest.iter_mut().zip(&front[..behind]).for_each(|(to, from)| *to = from + step);
        }
        behind *= extent;
    }
    Ok(steps)
}

/// The leaves of a group of labels, the first label fastest.
fn leaves<M: LabelledModes>(
    tensor: Labelled<'_, M>,
    group: &[u8],
    extents: &Extents,
) -> Option<Vec<(usize, isize)>> {
    let radix = tensor.modes.digits()?;
    let mut leaves = Vec::<(usize, isize)>::new();
    for (i, &label) in group.iter().enumerate() {
        let extent = extents.of(label);
        let mut modes = tensor.modes_of(label);
        let of_label: &[(usize, isize)] = match (modes.next(), modes.next()) {
            (None, _) => &[(extent, 0)],
            (Some(mode), None) => radix.leaves(mode),
            (Some(_), Some(_)) => {
                let steps = tensor.modes_of(label).map(|mode| match radix.leaves(mode) {
                    [] => Some(0),
                    [(_, stride)] => Some(*stride),
                    _ => None,
                });
                &[(extent, steps.sum::<Option<isize>>()?)]
            }
        };
        // where digits have values that are no indices, the next label does not begin where they end
        let is_last = i + 1 == group.len();
        let values = of_label.iter().fold(1, |values: usize, leaf| values.saturating_mul(leaf.0));
        if !is_last && values != extent {
            return None;
        }
        for &leaf in of_label.iter().filter(|leaf| leaf.0 != 1) {
            match leaves.last_mut() {
                // a digit that goes on as the one before
                Some((extent, stride)) if leaf.1 == stride.wrapping_mul((*extent).cast_signed()) => {
                    *extent *= leaf.0;
                }
                _ => leaves.push(leaf),
            }
        }
    }
    (leaves.len() <= MAX_LEAVES / 2).then_some(leaves)
}

/// A matrix of two groups.
#[derive(Clone, Copy)]
pub(super) struct Scattered<'g> {
    groups: [&'g LabelGroup; 2],
    digits: Option<&'g MixedRadix>,
    runs: [usize; 2],
    base: isize,
    /// Where sums lie, if not at themselves.
    place: Option<fn(isize) -> isize>,
}

/// A matrix each of whose groups is one digit.
#[derive(Clone, Copy)]
pub(super) struct StridedPlaces {
    extents: [usize; 2],
    strides: [isize; 2],
}

/// What is the same of all matrices of a batch.
pub(super) struct Matrices {
    groups: [LabelGroup; 2],
    batch: LabelGroup,
    digits: Option<MixedRadix>,
    bias: isize,
    place: Option<fn(isize) -> isize>,
}

impl Matrices {
    /// The matrices of a tensor: of rows and columns, one for each index of the batch.
    pub(super) fn new<M: LabelledModes>(
        tensor: Labelled<'_, M>,
        [rows, cols, batch]: [&[u8]; 3],
        extents: &Extents,
    ) -> Result<Self, ContractionError> {
        let group = |group| LabelGroup::new(tensor, group, extents);
        let groups = [group(rows)?, group(cols)?];
        let digits = match [&groups[0].leaves, &groups[1].leaves] {
            [Some(rows), Some(cols)] => {
                let mut radix = MixedRadix::new();
                for (leaves, group) in [rows, cols].into_iter().zip(&groups) {
                    leaves.iter().for_each(|&(extent, stride)| radix.leaf(extent, stride));
                    radix.mode(group.steps.len());
                }
                Some(radix)
            }
            _ => None,
        };
        let (bias, place) = (tensor.modes.base(), tensor.modes.place());
        Ok(Matrices { batch: group(batch)?, groups, digits, bias, place })
    }

    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.batch.steps.len()
    }

    /// What the index of a matrix of the batch contributes.
    pub(super) fn start(&self, number: usize) -> isize {
        self.bias + self.batch.steps[number]
    }

    /// The matrices without their groups, if these are one digit each.
    pub(super) fn strided(&self) -> Option<StridedPlaces> {
        let is_sum = self.place.is_none();
        let stride = |group: &LabelGroup| match group.leaves.as_deref()? {
            [] => Some(0),
            [(_, stride)] => Some(*stride),
            _ => None,
        };
        let [rows, cols] = &self.groups;
        let strides = [stride(rows)?, stride(cols)?];
        is_sum.then_some(StridedPlaces { extents: [rows.steps.len(), cols.steps.len()], strides })
    }

    /// A matrix of the batch, and where its offsets count from.
    pub(super) fn at(&self, number: usize) -> (isize, Scattered<'_>) {
        let base = self.start(number);
        let groups = [&self.groups[0], &self.groups[1]];
        let (first, base) = if self.place.is_some() { (0, base) } else { (base, 0) };
        let runs = groups.map(|group| if self.place.is_some() { 1 } else { group.run() });
        (first, Scattered { groups, digits: self.digits.as_ref(), runs, base, place: self.place })
    }
}

impl ElementPlaces for Scattered<'_> {
    fn extent(&self, mode: usize) -> usize {
        self.groups[mode].steps.len()
    }
    fn digits(&self) -> Option<MixedRadix> {
        self.digits.filter(|_| self.place.is_none()).copied()
    }
    #[inline(always)]
    fn contribution(&self, mode: usize, index: usize) -> isize {
        self.groups[mode].steps[index]
    }
    fn base(&self) -> isize {
        self.base
    }
    #[inline(always)]
    fn placed(&self, sum: isize) -> isize {
        self.place.map_or(sum, |place| place(sum))
    }
    fn is_sum(&self) -> bool {
        self.place.is_none()
    }
    fn run(&self, mode: usize) -> usize {
        self.runs[mode]
    }
}

impl ElementPlaces for StridedPlaces {
    #[inline(always)]
    fn extent(&self, mode: usize) -> usize {
        self.extents[mode]
    }
    fn digits(&self) -> Option<MixedRadix> {
        let mut radix = MixedRadix::new();
        for (extent, stride) in self.extents.into_iter().zip(self.strides) {
            radix.leaf(extent, stride);
            radix.mode(extent);
        }
        Some(radix)
    }
    #[inline(always)]
    fn contribution(&self, mode: usize, index: usize) -> isize {
        index.cast_signed().wrapping_mul(self.strides[mode])
    }
    #[inline(always)]
    fn base(&self) -> isize {
        0
    }
    #[inline(always)]
    fn placed(&self, sum: isize) -> isize {
        sum
    }
    #[inline(always)]
    fn is_sum(&self) -> bool {
        true
    }
    fn run(&self, mode: usize) -> usize {
        if self.extents[mode] > 1 && self.strides[mode] == 1 { 0 } else { 1 }
    }
}
