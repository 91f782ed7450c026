//! The logical extent of a layout that holds fewer elements than its shape spans.
use super::mode::{LayoutRef, Mode};
use smallvec::SmallVec;

/// Which coordinates of a shape are elements: along each axis, the steps of the leaves must add up to less than the
/// bound.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Extent {
    /// What one step of each leaf is, from left to right.
    pub(crate) steps: SmallVec<[AxisStep; 8]>,
    /// How many elements there are along each axis.
    pub(crate) bounds: SmallVec<[i64; 4]>,
    /// Whether the axes are the top-level modes, and the steps those of their indices.
    pub(crate) by_mode: bool,
}

/// A step along an axis.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct AxisStep {
    pub(crate) axis: usize,
    pub(crate) length: i64,
}

impl Extent {
    /// The extent of a layout whose leaves take these steps. A leaf of one element takes none.
    pub(crate) fn of(
        layout: LayoutRef<'_>,
        mut steps: SmallVec<[AxisStep; 8]>,
        bounds: SmallVec<[i64; 4]>,
    ) -> Extent {
        let moves = |leaf: &Mode| leaf.extent != 1;
        let leaves = layout.leaves().iter().zip(&steps).zip(steps_by_mode(layout));
        let by_mode = leaves.into_iter().all(|((leaf, step), own)| !moves(leaf) || *step == own);
        if by_mode && bounds.len() == layout.rank() {
            return Extent::by_mode(layout, &bounds);
        }
        for (leaf, step) in layout.leaves().iter().zip(&mut steps) {
            step.length *= i64::from(moves(leaf));
        }
        Extent { steps, bounds, by_mode: false }
    }

    /// The extent of so many elements in each top-level mode.
    pub(crate) fn by_mode(layout: LayoutRef<'_>, bounds: &[i64]) -> Extent {
        let (steps, bounds) = (steps_by_mode(layout).collect(), SmallVec::from_slice(bounds));
        Extent { steps, bounds, by_mode: true }
    }

    /// Whether the element at these coordinates of the leaves is beyond a bound.
    pub(crate) fn is_outside(&self, leaves: &[i64]) -> bool {
        self.bounds.iter().enumerate().any(|(axis, &bound)| {
            let steps = self.steps.iter().zip(leaves).filter(|(step, _)| step.axis == axis);
            steps.map(|(step, &c)| i128::from(step.length) * i128::from(c)).sum::<i128>() >= i128::from(bound)
        })
    }
}

fn steps_by_mode(layout: LayoutRef<'_>) -> impl Iterator<Item = AxisStep> {
    layout.modes().enumerate().flat_map(|(axis, mode)| index_steps(axis, mode))
}

/// The steps of the leaves of a mode, counted in its indices.
pub(crate) fn index_steps(axis: usize, mode: LayoutRef<'_>) -> impl Iterator<Item = AxisStep> {
    let mut length = 1_i64;
    mode.leaves().iter().map(move |leaf| {
        let step = AxisStep { axis, length };
        length = length.saturating_mul(leaf.extent);
        step
    })
}
