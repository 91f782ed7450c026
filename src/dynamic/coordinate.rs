//! Coordinates and indices of a shape, the first mode fastest.
use super::compact::compact_col_major;
use super::error::{Error, Result, invalid};
use super::layout::DynLayout;
use super::mode::{LayoutRef, mode_size};
use super::stride::{Offset, RunningSum, Stride};
use super::tree::{Builder, Tree, TreeRef};
use super::tuple::{DynTuple, TupleRef};
use alloc::format;
use smallvec::SmallVec;

/// A coordinate in which modes may be left free: `(1,_,(2,_))`. A free mode is `None`.
pub type Coordinate = Tree<Option<i64>>;

impl DynLayout {
    /// The offset of a coordinate of the shape: the sum over the leaves of coordinate times stride.
    ///
    /// An integer may stand for the coordinate of a nested mode, first mode fastest. A coordinate outside the logical
    /// extent is an error: [`offset_unchecked`](Self::offset_unchecked) is where padding is.
    ///
    /// # Errors
    /// If the coordinate does not fit the shape, or is outside the shape or the logical extent.
    ///
    /// ```
    /// # use tilework::dynamic::DynLayout;
    /// let layout: DynLayout = "(4,8):(8,1)".parse()?;
    /// assert_eq!(layout.offset(&"(1,5)".parse()?)?, 13);
    /// assert!(layout.offset(&"99".parse()?).is_err());
    /// # Ok::<(), tilework::dynamic::Error>(())
    /// ```
    pub fn offset(&self, coordinate: &DynTuple) -> Result<Offset> {
        check_inside(coordinate.view(), self.view(), None)?;
        if self.is_padding(coordinate)? {
            return Err(invalid!(
                "offset",
                "coordinate {coordinate} is outside the extent {}",
                self.extents()
            ));
        }
        self.offset_unchecked(coordinate)
    }

    /// The offset of a coordinate, extended linearly past the end of the shape: the last leaf of a mode takes the
    /// rest of an integer coordinate, whatever its extent. Source: TLA `crd2offset`.
    ///
    /// # Errors
    /// If the coordinate does not fit the shape, the index of a nested mode is negative, a mode in the way has no
    /// elements, or the offset does not fit in 64 bits.
    ///
    /// ```
    /// # use tilework::dynamic::DynLayout;
    /// let layout: DynLayout = "(4,8):(8,1)".parse()?;
    /// assert_eq!(layout.offset_unchecked(&"99".parse()?)?, 48);
    /// # Ok::<(), tilework::dynamic::Error>(())
    /// ```
    pub fn offset_unchecked(&self, coordinate: &DynTuple) -> Result<Offset> {
        crd2offset(coordinate.view(), self.view())
    }

    /// Whether a coordinate is that of an element: inside the shape, and inside the logical extent.
    ///
    /// ```
    /// # use tilework::dynamic::DynLayout;
    /// let layout: DynLayout = "(4,4):(1,4) of (3,4)".parse()?;
    /// assert!(layout.contains(&"(2,3)".parse()?));
    /// assert!(!layout.contains(&"(3,0)".parse()?) && !layout.contains(&"(0,4)".parse()?));
    /// # Ok::<(), tilework::dynamic::Error>(())
    /// ```
    pub fn contains(&self, coordinate: &DynTuple) -> bool {
        check_inside(coordinate.view(), self.view(), None).is_ok() && self.is_padding(coordinate) == Ok(false)
    }

    /// Whether a coordinate of the shape is no element: it is padding, or beyond the end of what was divided.
    ///
    /// # Errors
    /// If there is a logical extent and the coordinate does not fit the shape, or has a negative index.
    ///
    /// ```
    /// # use tilework::dynamic::DynLayout;
    /// let layout = "(4,4):(1,4)".parse::<DynLayout>()?.with_extent(&[3, 4])?;
    /// assert!(layout.is_padding(&"(3,0)".parse()?)?);
    /// # Ok::<(), tilework::dynamic::Error>(())
    /// ```
    pub fn is_padding(&self, coordinate: &DynTuple) -> Result<bool> {
        let Some(extent) = &self.extent else { return Ok(false) };
        let mut leaves = SmallVec::<[i64; 8]>::new();
        expand(coordinate.view(), self.shape().view(), &mut leaves)?;
        Ok(extent.is_outside(&leaves))
    }

    /// The coordinate with one integer for each top-level mode, whatever the nesting of the modes.
    ///
    /// # Errors
    /// If the coordinate does not fit the shape, or has a negative index where a mode is nested.
    ///
    /// ```
    /// # use tilework::dynamic::DynLayout;
    /// let layout: DynLayout = "((4,2),(4,3)):((4,16),(1,32))".parse()?;
    /// assert_eq!(layout.coordinate_by_mode(&"((1,0),(1,1))".parse()?)?.to_string(), "(1,5)");
    /// # Ok::<(), tilework::dynamic::Error>(())
    /// ```
    pub fn coordinate_by_mode(&self, coordinate: &DynTuple) -> Result<DynTuple> {
        if self.view().is_leaf() {
            return Ok(coordinate.clone());
        }
        let whole;
        let coordinate = match coordinate.view().as_leaf() {
            Some(index) => {
                whole = idx2crd(index, self.shape().view())?;
                whole.view()
            }
            None => coordinate.view(),
        };
        check_rank(coordinate, self.view())?;
        let mut result = Builder::new();
        result.open()?;
        for (c, mode) in coordinate.modes().zip(self.modes()) {
            result.leaf(crd2idx(c, mode.shape().view())?);
        }
        result.close();
        Ok(result.finish())
    }
}

/// The offset of a coordinate under the modes of a layout: TLA's three cases.
pub(crate) fn crd2offset(coordinate: TupleRef<'_>, modes: LayoutRef<'_>) -> Result<Offset> {
    let mut sum = RunningSum::default();
    add_coordinate(coordinate, modes, &mut sum)?;
    sum.finish()
}

fn add_coordinate(coordinate: TupleRef<'_>, modes: LayoutRef<'_>, sum: &mut RunningSum) -> Result<()> {
    if let Some(index) = coordinate.as_leaf() {
        return add_index(index, modes, sum);
    }
    check_rank(coordinate, modes)?;
    coordinate.modes().zip(modes.modes()).try_for_each(|(c, m)| add_coordinate(c, m, sum))
}

/// Splits an index over the leaves, first leaf fastest; the last one takes the whole rest.
fn add_index(index: i64, modes: LayoutRef<'_>, sum: &mut RunningSum) -> Result<()> {
    let Some((last, first)) = modes.leaves().split_last() else { return Ok(()) };
    if first.is_empty() {
        return sum.add(index, last.stride);
    }
    if index < 0 {
        return Err(invalid!("offset", "the index {index} is negative"));
    }
    let mut rest = index;
    for mode in first {
        if mode.extent == 0 {
            return Err(Error::invalid("offset", "a mode without elements has no coordinates"));
        }
        sum.add(rest % mode.extent, mode.stride)?;
        rest /= mode.extent;
    }
    sum.add(rest, last.stride)
}

/// Every entry of the coordinate is inside its mode; `place` is the number of the mode in question, if it has one.
fn check_inside(coordinate: TupleRef<'_>, modes: LayoutRef<'_>, place: Option<usize>) -> Result<()> {
    if let Some(index) = coordinate.as_leaf() {
        let extent = mode_size(modes)?;
        if (0..extent).contains(&index) {
            return Ok(());
        }
        let mode =
            place.map_or(format!("the size {extent}"), |mode| format!("mode {mode} of extent {extent}"));
        return Err(invalid!("offset", "coordinate {index} is outside {mode}"));
    }
    check_rank(coordinate, modes)?;
    let mut modes = coordinate.modes().zip(modes.modes()).enumerate();
    modes.try_for_each(|(place, (c, m))| check_inside(c, m, Some(place)))
}

fn check_rank<T: Copy>(coordinate: TupleRef<'_>, modes: TreeRef<'_, T>) -> Result<()> {
    let rank = coordinate.rank();
    if modes.is_leaf() {
        return Err(invalid!(
            "coordinate",
            "{coordinate} has {rank} modes where the shape has a single leaf"
        ));
    }
    if rank != modes.rank() {
        return Err(invalid!(
            "coordinate",
            "{coordinate} has rank {rank}, the shape has rank {}",
            modes.rank()
        ));
    }
    Ok(())
}

/// The coordinates of the leaves of a shape.
fn expand(coordinate: TupleRef<'_>, shape: TupleRef<'_>, leaves: &mut SmallVec<[i64; 8]>) -> Result<()> {
    if let Some(index) = coordinate.as_leaf() {
        leaves.extend_from_slice(idx2crd(index, shape)?.leaves());
        return Ok(());
    }
    check_rank(coordinate, shape)?;
    coordinate.modes().zip(shape.modes()).try_for_each(|(c, s)| expand(c, s, leaves))
}

/// The number of a coordinate of a shape, first mode fastest. Source: CuTe `crd2idx`.
///
/// # Errors
/// If the coordinate does not fit the shape, an index is negative where a mode is nested, an extent is negative, or a
/// number does not fit in 64 bits.
///
/// # Panics
/// Never: integer strides give integer offsets.
///
/// ```
/// # use tilework::dynamic::{DynTuple, crd2idx};
/// let (coordinate, shape): (DynTuple, DynTuple) = ("(1,5)".parse()?, "(4,8)".parse()?);
/// assert_eq!(crd2idx(coordinate.view(), shape.view())?, 21);
/// # Ok::<(), tilework::dynamic::Error>(())
/// ```
pub fn crd2idx(coordinate: TupleRef<'_>, shape: TupleRef<'_>) -> Result<i64> {
    let shape = shape.to_tree();
    let stride = compact_col_major(shape.view())?.map(Stride::Int);
    let index = crd2offset(coordinate, DynLayout::new(&shape, &stride)?.view())?;
    Ok(index.as_int().expect("integer strides give integer offsets"))
}

/// The coordinate with this number, first mode fastest; the last leaf takes the rest of an index beyond the size.
/// The inverse of [`crd2idx`]. Source: CuTe `idx2crd`.
///
/// # Errors
/// If the index is negative, or an extent before the last is not positive.
///
/// ```
/// # use tilework::dynamic::{DynTuple, idx2crd};
/// let shape: DynTuple = "((3,6),(2,4))".parse()?;
/// assert_eq!(idx2crd(117, shape.view())?.to_string(), "((0,3),(0,3))");
/// # Ok::<(), tilework::dynamic::Error>(())
/// ```
pub fn idx2crd(index: i64, shape: TupleRef<'_>) -> Result<DynTuple> {
    if index < 0 {
        return Err(invalid!("idx2crd", "the index {index} is negative"));
    }
    let mut rest = index;
    let mut leaves_left = shape.leaves().len();
    shape.to_tree().try_map(|extent| {
        leaves_left -= 1;
        if leaves_left == 0 {
            return Ok(rest);
        }
        if extent <= 0 {
            return Err(invalid!("idx2crd", "the extent {extent} has no coordinates"));
        }
        let coordinate = rest % extent;
        rest /= extent;
        Ok(coordinate)
    })
}

/// The coordinate of an offset in a compact layout: `(offset / stride) mod extent` at each leaf. Source: CuTe
/// `idx2crd` with strides.
///
/// # Errors
/// If the offset is negative, shape and stride are not congruent, or a mode of other than one element has an extent or
/// a stride that is not positive.
///
/// ```
/// # use tilework::dynamic::{DynTuple, offset2crd};
/// let (shape, stride): (DynTuple, DynTuple) = ("((4,2),(4,3))".parse()?, "((4,16),(1,32))".parse()?);
/// assert_eq!(offset2crd(57, &shape, &stride)?.to_string(), "((2,1),(1,1))");
/// # Ok::<(), tilework::dynamic::Error>(())
/// ```
pub fn offset2crd(offset: i64, shape: &DynTuple, stride: &DynTuple) -> Result<DynTuple> {
    let refuse = |reason| Error::invalid("idx2crd", reason);
    if offset < 0 {
        return Err(refuse(format!("the offset {offset} is negative")));
    }
    if !shape.view().congruent(stride.view()) {
        return Err(refuse(format!("shape {shape} and stride {stride} are not congruent")));
    }
    let mut strides = stride.leaves().iter();
    shape.try_map(|extent| match (extent, *strides.next().unwrap_or(&0)) {
        (1, _) => Ok(0),
        (extent, stride) if extent > 0 && stride > 0 => Ok(offset / stride % extent),
        (extent, stride) => Err(refuse(format!("the mode {extent}:{stride} gives no coordinate"))),
    })
}

/// The coordinate in `target` that has the number of a coordinate in `source`; mode by mode where all three are tuples.
/// Source: CuTe `crd2crd`.
///
/// # Errors
/// If all three are tuples and differ in rank; else as [`crd2idx`] and [`idx2crd`].
///
/// ```
/// # use tilework::dynamic::{DynTuple, crd2crd};
/// let [coordinate, source, target] = ["(0,30)", "(3,(16,2))", "((1,3),(16,2))"].map(str::parse::<DynTuple>);
/// assert_eq!(crd2crd(coordinate?.view(), source?.view(), target?.view())?.to_string(), "((0,0),(14,1))");
/// # Ok::<(), tilework::dynamic::Error>(())
/// ```
pub fn crd2crd(coordinate: TupleRef<'_>, source: TupleRef<'_>, target: TupleRef<'_>) -> Result<DynTuple> {
    let mut result = Builder::new();
    crd2crd_into(coordinate, source, target, &mut result)?;
    Ok(result.finish())
}

fn crd2crd_into(
    c: TupleRef<'_>,
    source: TupleRef<'_>,
    target: TupleRef<'_>,
    result: &mut Builder<i64>,
) -> Result<()> {
    if c.is_leaf() || source.is_leaf() || target.is_leaf() {
        return result.push(idx2crd(crd2idx(c, source)?, target)?.view());
    }
    if c.rank() != source.rank() || source.rank() != target.rank() {
        return Err(invalid!("crd2crd", "{c}, {source} and {target} differ in rank"));
    }
    result.open()?;
    for ((c, s), t) in c.modes().zip(source.modes()).zip(target.modes()) {
        crd2crd_into(c, s, t, result)?;
    }
    result.close();
    Ok(())
}
