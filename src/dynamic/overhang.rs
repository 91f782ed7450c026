//! Layouts that hold fewer elements than their shape spans.
use super::coordinate::idx2crd;
use super::error::{Error, Result};
use super::layout::{DynLayout, LayoutRef, Mode, mode_size};
use super::tree::Tree;
use super::tuple::{DynTuple, TupleRef};
use alloc::boxed::Box;
use alloc::format;
use smallvec::SmallVec;

/// Which coordinates of a shape are meant: along each axis, the steps of the leaves must add up to less than the bound.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Overhang {
    /// What one step of each leaf is, from left to right.
    pub(crate) steps: SmallVec<[Step; 8]>,
    /// How many elements are meant along each axis.
    pub(crate) bounds: SmallVec<[i64; 4]>,
    /// Whether the axes are the top-level modes, and the steps those of their indices.
    pub(crate) by_mode: bool,
    /// Whether the other coordinates are padding that has its place in memory, and not beyond the end of something.
    pub(crate) in_memory: bool,
}

/// A step along an axis.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Step {
    pub(crate) axis: usize,
    pub(crate) length: i64,
}

impl Overhang {
    /// What is meant of a layout whose leaves take these steps.
    pub(crate) fn of(
        layout: LayoutRef<'_>,
        steps: SmallVec<[Step; 8]>,
        bounds: SmallVec<[i64; 4]>,
        in_memory: bool,
    ) -> Overhang {
        let own = layout.modes().enumerate().flat_map(|(axis, mode)| index_steps(axis, mode));
        let leaves = layout.leaves().iter().zip(&steps).zip(own);
        // a leaf of one element takes no steps
        let same = leaves.into_iter().all(|((leaf, step), own)| leaf.extent == 1 || *step == own);
        Overhang { by_mode: same && bounds.len() == layout.rank(), steps, bounds, in_memory }
    }
}

impl DynLayout {
    /// The same layout, of which only so many elements of each top-level mode are meant: the rest is padding.
    ///
    /// ```
    /// # use tilework::dynamic::DynLayout;
    /// let layout = "(4,4):(1,4)".parse::<DynLayout>()?.with_extent(&[3, 4])?;
    /// assert!(layout.overhangs());
    /// assert_eq!((layout.size(), layout.meant()), (16, 12));
    /// # Ok::<(), tilework::dynamic::Error>(())
    /// ```
    pub fn with_extent(mut self, extent: &[i64]) -> Result<DynLayout> {
        let refuse = |reason| Err(Error::invalid("extent", reason));
        if extent.len() != self.rank() {
            return refuse(format!("{} numbers for a layout of rank {}", extent.len(), self.rank()));
        }
        let mut exact = true;
        for (mode, &logical) in self.modes().zip(extent) {
            let spanned = mode_size(mode)?;
            if logical < 0 || logical > spanned {
                let mode = mode.shape();
                return refuse(format!("{logical} is not within the {spanned} elements of mode {mode}"));
            }
            exact &= logical == spanned;
        }
        self.overhang = None;
        if !exact {
            let steps = self.modes().enumerate().flat_map(|(axis, mode)| index_steps(axis, mode)).collect();
            let bounds = SmallVec::from_slice(extent);
            self.overhang = Some(Box::new(Overhang { steps, bounds, by_mode: true, in_memory: true }));
        }
        Ok(self)
    }

    /// The same shape and stride with all coordinates meant.
    pub fn without_extent(mut self) -> DynLayout {
        self.overhang = None;
        self
    }

    /// How many elements are meant: for each top-level mode, unless the layout is a division that overhangs; then for
    /// each index that was divided.
    pub fn extent(&self) -> DynTuple {
        match &self.overhang {
            Some(overhang) => Tree::flat(overhang.bounds.iter().copied()),
            // A size of a mode divides that of the layout, except in a layout without elements.
            None => Tree::flat(self.modes().map(|mode| mode_size(mode).unwrap_or(0))),
        }
    }

    /// Whether some coordinates of the shape are not meant.
    pub fn overhangs(&self) -> bool {
        self.overhang.is_some()
    }

    /// The number of coordinates that are meant.
    pub fn meant(&self) -> i64 {
        match &self.overhang {
            Some(overhang) => overhang.bounds.iter().product(),
            None => self.size(),
        }
    }

    /// Whether a coordinate of the shape is not meant: it is padding, or beyond the end of what was divided.
    ///
    /// ```
    /// # use tilework::dynamic::DynLayout;
    /// let layout = "(4,4):(1,4)".parse::<DynLayout>()?.with_extent(&[3, 4])?;
    /// assert!(layout.is_padding(&"(3,0)".parse()?)?);
    /// # Ok::<(), tilework::dynamic::Error>(())
    /// ```
    pub fn is_padding(&self, coordinate: &DynTuple) -> Result<bool> {
        let Some(overhang) = &self.overhang else { return Ok(false) };
        let mut leaves = SmallVec::<[i64; 8]>::new();
        expand(coordinate.view(), self.shape().view(), &mut leaves)?;
        Ok(overhang.bounds.iter().enumerate().any(|(axis, &bound)| {
            let steps = overhang.steps.iter().zip(&leaves).filter(|(step, _)| step.axis == axis);
            steps.map(|(step, &c)| i128::from(step.length) * i128::from(c)).sum::<i128>() >= i128::from(bound)
        }))
    }

    /// Refuses a layout that overhangs, in the name of an operation that would lose what is meant.
    pub(crate) fn require_exact(&self, operation: &'static str) -> Result<()> {
        if self.overhangs() {
            let reason =
                format!("{} overhangs, only {} of its elements are meant", self.view(), self.extent());
            return Err(Error::invalid(operation, reason));
        }
        Ok(())
    }

    /// For each top-level mode how many elements are meant; refused if that is not how they are told.
    pub(crate) fn extent_by_mode(&self, operation: &'static str) -> Result<DynTuple> {
        if self.overhang.as_ref().is_some_and(|overhang| !overhang.by_mode) {
            self.require_exact(operation)?;
        }
        Ok(self.extent())
    }

    /// Another arrangement of the leaves of this layout, with what is meant of it; `None` stands for a leaf of one element
    /// that was added.
    pub(crate) fn rearranged(
        &self,
        modes: Tree<Mode>,
        leaves: impl IntoIterator<Item = Option<usize>>,
    ) -> Result<DynLayout> {
        let mut arranged = DynLayout::from_modes(modes)?;
        if let Some(overhang) = &self.overhang {
            let step =
                |leaf: Option<usize>| leaf.map_or(Step { axis: 0, length: 0 }, |leaf| overhang.steps[leaf]);
            let steps = leaves.into_iter().map(step).collect();
            let (bounds, in_memory) = (overhang.bounds.clone(), overhang.in_memory);
            arranged.overhang = Some(Box::new(Overhang::of(arranged.view(), steps, bounds, in_memory)));
        }
        Ok(arranged)
    }

    /// Some top-level modes of this layout, of which so many elements are meant: see [`with_extent`](Self::with_extent).
    pub(crate) fn part_with_extent(&self, part: DynLayout, extent: &[i64]) -> Result<DynLayout> {
        let mut part = part.with_extent(extent)?;
        if let (Some(overhang), Some(own)) = (&mut part.overhang, &self.overhang) {
            overhang.in_memory = own.in_memory;
        }
        Ok(part)
    }
}

/// The steps of the leaves of a mode, counted in its indices.
pub(crate) fn index_steps(axis: usize, mode: LayoutRef<'_>) -> impl Iterator<Item = Step> {
    let mut length = 1_i64;
    mode.leaves().iter().map(move |leaf| {
        let step = Step { axis, length };
        length = length.saturating_mul(leaf.extent);
        step
    })
}

/// The coordinates of the leaves of a shape.
fn expand(coordinate: TupleRef<'_>, shape: TupleRef<'_>, leaves: &mut SmallVec<[i64; 8]>) -> Result<()> {
    if let Some(index) = coordinate.as_leaf() {
        leaves.extend_from_slice(idx2crd(index, shape)?.leaves());
        return Ok(());
    }
    if shape.is_leaf() || coordinate.rank() != shape.rank() {
        return Err(Error::invalid("coordinate", format!("{coordinate} does not fit the shape {shape}")));
    }
    coordinate.modes().zip(shape.modes()).try_for_each(|(c, s)| expand(c, s, leaves))
}
