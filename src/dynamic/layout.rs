//! Layouts: functions from coordinates to offsets.
use super::arithmetic;
use super::error::{Error, Result, invalid};
use super::extent::{AxisStep, Extent};
use super::mode::{LayoutRef, Mode, mode_size, size_and_cosize};
use super::stride::Stride;
use super::tree::{Tree, TreeModes, TreeRef};
use super::tuple::{DynTuple, TupleRef};
use alloc::boxed::Box;
use alloc::format;
use smallvec::SmallVec;

/// A layout whose structure is data: a shape and a congruent stride, `(4,(2,3)):(1,(4,8))`, and for each top-level
/// mode its logical extent, where that is less than the shape spans.
///
/// The offset of a coordinate is the sum over the leaves of coordinate times stride. Size, cosize and the offset of
/// every coordinate in the shape fit in 64 bits: a layout that breaks this cannot be made. A text with swizzles in
/// front, `Sw<3,3,3> o (64,64):(64,1)`, is a [`Swizzled`](super::Swizzled).
///
/// ```
/// # use tilework::dynamic::DynLayout;
/// let layout: DynLayout = "((4,2),(4,3)):((4,16),(1,32))".parse()?;
/// assert_eq!((layout.size(), layout.cosize(), layout.rank(), layout.depth()), (96, 96, 2, 2));
/// assert_eq!(layout.offset(&"(1,5)".parse()?)?, 37);
/// # Ok::<(), tilework::dynamic::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct DynLayout {
    modes: Tree<Mode>,
    size: i64,
    cosize: i64,
    pub(crate) extent: Option<Box<Extent>>,
}

impl DynLayout {
    /// The layout of a shape and a stride of the same tree.
    ///
    /// # Errors
    /// If the trees differ, an extent is negative, strides are of different kinds, or size or offsets do not fit in 64
    /// bits.
    pub fn new(shape: &DynTuple, stride: &Tree<Stride>) -> Result<DynLayout> {
        if !shape.view().congruent(stride.view()) {
            return Err(invalid!("layout", "shape {shape} and stride {stride} are not congruent"));
        }
        let modes =
            shape.leaves().iter().zip(stride.leaves()).map(|(&extent, &stride)| Mode { extent, stride });
        DynLayout::from_modes(shape.view().with_leaves(modes))
    }

    /// The layout of these modes.
    ///
    /// # Errors
    /// If an extent is negative, strides are of different kinds, or size or offsets do not fit in 64 bits.
    #[inline]
    pub fn from_modes(modes: Tree<Mode>) -> Result<DynLayout> {
        let (size, cosize) = size_and_cosize(modes.leaves())?;
        Ok(DynLayout { modes, size, cosize, extent: None })
    }

    /// The extents, as a tuple.
    pub fn shape(&self) -> DynTuple {
        self.modes.map(|mode| mode.extent)
    }

    /// The strides, as a tree of the same structure.
    pub fn stride(&self) -> Tree<Stride> {
        self.modes.map(|mode| mode.stride)
    }

    /// The number of coordinates.
    #[inline]
    pub fn size(&self) -> i64 {
        self.size
    }

    /// The number of places in memory from the first to the last one used: `1 + sum (extent - 1) * |stride|`, or 0 if
    /// there are no coordinates.
    ///
    /// Over basis strides this is the size of the box of coordinates reached; over F2 strides one more than the
    /// greatest offset when extents are rounded up to powers of two.
    #[inline]
    pub fn cosize(&self) -> i64 {
        self.cosize
    }

    /// The number of top-level modes; 1 for a layout that is a single leaf.
    #[inline]
    pub fn rank(&self) -> usize {
        self.modes.rank()
    }

    /// The depth of nesting: 0 for a single leaf.
    pub fn depth(&self) -> usize {
        self.modes.depth()
    }

    /// A view of the tree of modes.
    #[inline]
    pub fn view(&self) -> LayoutRef<'_> {
        self.modes.view()
    }

    /// The leaves from left to right.
    #[inline]
    pub fn leaves(&self) -> &[Mode] {
        self.modes.leaves()
    }

    /// The top-level modes from left to right.
    #[inline]
    pub fn modes(&self) -> TreeModes<'_, Mode> {
        self.modes.modes()
    }

    /// The same layout with so many elements in each top-level mode: the rest is padding.
    ///
    /// # Errors
    /// If there are not as many numbers as modes, or one is negative or more than its mode has elements.
    ///
    /// ```
    /// # use tilework::dynamic::DynLayout;
    /// let layout = "(4,4):(1,4)".parse::<DynLayout>()?.with_extent(&[3, 4])?;
    /// assert!(!layout.is_exact());
    /// assert_eq!((layout.size(), layout.logical_size()), (16, 12));
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
        self.extent = (!exact).then(|| Box::new(Extent::by_mode(self.view(), extent)));
        Ok(self)
    }

    /// This exact layout as tiles of something of other extents, to which these steps of its leaves lead.
    ///
    /// # Errors
    /// If the steps are not congruent with the layout; if those along an axis do not reach each of its places by one
    /// way, or more than one alike (a step of length 0); or if an extent is more than they reach.
    pub(crate) fn with_steps(self, steps: TreeRef<'_, AxisStep>, extents: TupleRef<'_>) -> Result<DynLayout> {
        let refuse = |reason| Err(Error::invalid("extent", reason));
        if extents.is_leaf() || extents.depth() > 1 {
            return refuse(format!("{extents} is no number for each axis"));
        }
        if !self.view().congruent(steps) {
            return refuse(format!("the steps are not one for each leaf of {}", self.view()));
        }
        let mut is_exact = true;
        for (axis, &extent) in extents.leaves().iter().enumerate() {
            let leaves = self.view().leaves().iter().zip(steps.leaves());
            let mut digits: SmallVec<[(i64, i64); 8]> = leaves
                .filter(|(leaf, step)| step.axis == axis && step.length != 0 && leaf.extent != 1)
                .map(|(leaf, step)| (step.length, leaf.extent))
                .collect();
            digits.sort_unstable();
            let mut places = 1;
            for (length, extent) in digits {
                if length != places {
                    return refuse(format!("the steps along axis {axis} are not digits of its places"));
                }
                places = arithmetic::mul(places, extent, "places of an axis")?;
            }
            if extent < 0 || extent > places {
                return refuse(format!("{extent} is not within the {places} places of axis {axis}"));
            }
            is_exact &= extent == places;
        }
        if let Some(step) = steps.leaves().iter().find(|step| step.axis >= extents.leaves().len()) {
            return refuse(format!("there is no extent for axis {}", step.axis));
        }
        if is_exact {
            return Ok(self);
        }
        let (steps, extents) = (SmallVec::from_slice(steps.leaves()), SmallVec::from_slice(extents.leaves()));
        let extent = Extent::of(self.view(), steps, extents);
        Ok(self.within(extent))
    }

    /// An exact layout with an extent that it overhangs.
    pub(crate) fn within(mut self, extent: Extent) -> DynLayout {
        self.extent = Some(Box::new(extent));
        self
    }

    /// The same layout with its padding taken for elements: exact, over the whole shape.
    pub fn padded(mut self) -> DynLayout {
        self.extent = None;
        self
    }

    /// The logical extent of every top-level mode; of a division that overhangs, of every index that was divided.
    pub fn extents(&self) -> DynTuple {
        match &self.extent {
            Some(extent) => Tree::flat(extent.bounds.iter().copied()),
            // A size of a mode divides that of the layout, except in a layout without elements.
            None => Tree::flat(self.modes().map(|mode| mode_size(mode).unwrap_or(0))),
        }
    }

    /// Whether every coordinate of the shape is an element: the layout has no padding, and ends with what was divided.
    #[inline]
    pub fn is_exact(&self) -> bool {
        self.extent.is_none()
    }

    /// The number of elements: the product of the [`extents`](Self::extents).
    pub fn logical_size(&self) -> i64 {
        match &self.extent {
            Some(extent) => extent.bounds.iter().product(),
            None => self.size(),
        }
    }

    /// Refuses a layout that overhangs, in the name of an operation that would lose its extent.
    pub(crate) fn require_exact(&self, operation: &'static str) -> Result<()> {
        if self.is_exact() {
            return Ok(());
        }
        Err(invalid!(
            operation,
            "{} overhangs, only {} of its elements are valid",
            self.view(),
            self.extents()
        ))
    }

    /// The logical extent of each top-level mode; refused if it is that of something else.
    pub(crate) fn extent_by_mode(&self, operation: &'static str) -> Result<DynTuple> {
        if self.extent.as_ref().is_some_and(|extent| !extent.by_mode) {
            self.require_exact(operation)?;
        }
        Ok(self.extents())
    }

    /// Another arrangement of the leaves of this layout, with its extent; `None` stands for a leaf of one element
    /// that was added.
    pub(crate) fn rearranged(
        &self,
        modes: Tree<Mode>,
        leaves: impl IntoIterator<Item = Option<usize>>,
    ) -> Result<DynLayout> {
        let mut arranged = DynLayout::from_modes(modes)?;
        if let Some(extent) = &self.extent {
            let step =
                |leaf: Option<usize>| leaf.map_or(AxisStep { axis: 0, length: 0 }, |leaf| extent.steps[leaf]);
            let steps = leaves.into_iter().map(step).collect();
            arranged.extent = Some(Box::new(Extent::of(arranged.view(), steps, extent.bounds.clone())));
        }
        Ok(arranged)
    }
}
