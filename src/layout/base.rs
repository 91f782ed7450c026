//! The layout itself: shape, stride, logical extent.

use super::coordinate::{Coordinate, Entries, Outside, crd2offset};
use super::error::{LayoutError, OutOfBounds, WithExtents};
use super::extent::{Exact, Extent, ExtentByMode, Validity};
use super::notation::notation;
use crate::tuple::{AllStatic, Get, HasSize, IntTuple, Ranked, Shape, Stride, StrideFor, Text, Weights};
use core::fmt;

/// A layout: a function from coordinates to offsets, given by a shape and a stride that are congruent.
///
/// `Layout<S, D>` is exact; `Layout<S, D, E>` carries a logical extent and may have padding (see [`Extent`]). A
/// layout whose leaves are all static takes no space. Every layout that exists has been checked: shape and stride are
/// congruent (by type), and all offsets fit in a machine word.
///
/// In memory it is its dynamic leaves, and passes by value to C and to devices: see [`Layout::WORDS`].
///
/// Write layouts with [`layout!`](crate::layout!) and their types with [`Layout!`](crate::Layout!). Source: CuTe, TLA.
///
/// ```
/// use tilework::prelude::*;
/// // the zN fractal layout of the TLA documents: 4x4 blocks, rows fastest in a block, blocks column by column
/// let zn = layout!(((4, 2), (4, 3)):((4, 16), (1, 32)));
/// assert_eq!(zn.offset((1, 5)), 37);
/// assert_eq!((zn.size(), zn.cosize()), (int!(96), int!(96)));
/// assert_eq!(size_of_val(&zn), 0);
/// assert_eq!(zn.to_string(), "((_4,_2),(_4,_3)):((_4,_16),(_1,_32))");
/// ```
// in the order of the notation: see `WORDS`
#[derive(Clone, Copy, PartialEq)]
#[repr(C)]
pub struct Layout<S, D, E = Exact> {
    shape: S,
    stride: D,
    extent: E,
}

/// The number of elements between the first and the last offset, both included; 0 of an empty layout.
///
/// Source: CuTe's `cosize`, with the absolute value of negative strides.
pub type Cosize<S, D> = <D as Stride<S>>::Cosize;

impl<S: Shape, D: StrideFor<S::Itself>> Layout<S, D> {
    /// The layout `shape:stride`.
    ///
    /// Congruence is checked by type, and the overflow of static offsets at compile time.
    ///
    /// # Panics
    /// If a leaf is dynamic and some offset would not fit in a machine word. [`Layout::try_new`] returns that as an
    /// error.
    ///
    /// ```
    /// use tilework::prelude::*;
    /// let rows = 100;
    /// let row_major = Layout::new((rows, int!(50)), (int!(50), int!(1)));
    /// assert_eq!(row_major.to_string(), "(100,_50):(_50,_1)");
    /// ```
    ///
    /// ```compile_fail,E0277
    /// # use tilework::prelude::*;
    /// Layout::new((100, 50), (50, 1, 1)); // stride of rank 3 for a shape of rank 2: they must be congruent
    /// ```
    #[track_caller]
    #[inline]
    pub fn new(shape: S, stride: D) -> Self {
        let () = Self::FITS;
        match check_offsets(shape, stride) {
            Ok(()) => Layout { shape, stride, extent: Exact },
            Err(error) => panic!("{}:{}: {error}", shape.notation(), stride.notation()),
        }
    }

    /// The layout `shape:stride`, or the overflow of its offsets.
    ///
    /// # Errors
    /// If a leaf is dynamic and some offset, or the size, does not fit in a machine word. With static leaves that is a
    /// compile error.
    ///
    /// ```
    /// use tilework::prelude::*;
    /// let error = Layout::try_new((usize::MAX, 2), (1, usize::MAX)).unwrap_err();
    /// assert!(error.to_string().contains("overflow"));
    /// ```
    #[inline]
    pub fn try_new(shape: S, stride: D) -> Result<Self, LayoutError> {
        let () = Self::FITS;
        Self::made(shape, stride)
    }

    /// The same for an operation that asks for [`FITS`](Self::FITS) of what it makes where users call it: from here
    /// the compiler would say it once more, and name a line of the library.
    #[inline]
    pub(crate) fn made(shape: S, stride: D) -> Result<Self, LayoutError> {
        check_offsets(shape, stride)?;
        Ok(Layout { shape, stride, extent: Exact })
    }
}

impl<S: Shape + AllStatic, D: Stride<S> + AllStatic> Layout<S, D> {
    /// The one layout of a fully static type, usable in constants.
    ///
    /// ```
    /// use tilework::prelude::*;
    /// const TILE: Layout!((16, 8):(8, 1)) = layout!((16, 8):(8, 1));
    /// assert_eq!(TILE.offset((2, 3)), 19);
    /// ```
    pub const STATIC: Self = {
        let () = Self::FITS;
        Layout { shape: S::VALUE, stride: D::VALUE, extent: Exact }
    };
}

impl<S: Shape + AllStatic, D: Stride<S> + AllStatic, E: Extent<S> + AllStatic> Layout<S, D, E> {
    /// The one layout of a fully static type with a logical extent, usable in constants.
    ///
    /// ```
    /// use tilework::{format::Packed, prelude::*};
    /// type Tile = Packed<zN, f16, Int!(100), Int!(50)>;
    /// const TILE: Tile = Tile::STATIC;
    /// assert_eq!(TILE, zN::layout::<f16, _, _>(int!(100), int!(50)));
    /// ```
    pub const STATIC: Self = {
        let () = Layout::<S, D>::FITS;
        check_static_extents::<S, D, E>();
        Layout { shape: S::VALUE, stride: D::VALUE, extent: E::VALUE }
    };
}

impl<S: Shape, D: Stride<S>, E: Extent<S>> Layout<S, D, E> {
    /// The layout `shape:stride` of which only `extent` holds elements: `layout!(shape:stride of extent)`.
    ///
    /// # Panics
    /// If a leaf is dynamic and the extent of a mode is larger than its size, or some offset, or the size, does not fit
    /// in a machine word; [`try_with_extent`](Self::try_with_extent) returns that as an error. With static leaves it is
    /// a compile error.
    ///
    /// ```
    /// use tilework::prelude::*;
    /// let rows = 100;
    /// let l = Layout::with_extent(shape!((16, 7), 50), stride!((50, 800), 1), (rows, int!(50)));
    /// assert_eq!(l, layout!(((16, 7), 50):((50, 800), 1) of (rows, 50)));
    /// assert_eq!((l.to_string(), l.len()), ("((_16,_7),_50):((_50,_800),_1) of (100,_50)".into(), 5000));
    /// ```
    #[track_caller]
    #[inline]
    pub fn with_extent(shape: S, stride: D, extent: E) -> Self {
        let () = Layout::<S, D>::FITS;
        const { check_static_extents::<S, D, E>() };
        match Self::made_with_extent(shape, stride, extent) {
            Ok(layout) => layout,
            Err(error) => panic!("{}:{}: {error}", shape.notation(), stride.notation()),
        }
    }

    /// The layout `shape:stride` of which only `extent` holds elements; or why there is none.
    ///
    /// # Errors
    /// If a leaf is dynamic and the extent of a mode is larger than its size, or some offset, or the size, does not fit
    /// in a machine word. With static leaves that is a compile error.
    ///
    /// ```
    /// use tilework::prelude::*;
    /// let l = Layout::try_with_extent(shape!((4, 2), 3), stride!((1, 12), 4), (7, 3)).unwrap();
    /// assert!(l.contains((6, 2)) && !l.contains((7, 2)));
    /// assert!(Layout::try_with_extent(shape!(4, 2), stride!(1, 4), (5, 2)).is_err());
    /// ```
    #[inline]
    pub fn try_with_extent(shape: S, stride: D, extent: E) -> Result<Self, LayoutError> {
        let () = Layout::<S, D>::FITS;
        const { check_static_extents::<S, D, E>() };
        Self::made_with_extent(shape, stride, extent)
    }

    /// The same for what knows that static extents fit, and for whom the compiler would name a line of the library:
    /// static offsets that overflow are an error here.
    pub(crate) fn made_with_extent(shape: S, stride: D, extent: E) -> Result<Self, LayoutError> {
        check_offsets(shape, stride)?;
        match extent.excess(shape) {
            Some((mode, extent, size)) => Err(LayoutError::ExtentTooLarge { mode, extent, size }),
            None => Ok(Layout { shape, stride, extent }),
        }
    }

    /// The logical extent of every top-level mode.
    ///
    /// ```
    /// use tilework::prelude::*;
    /// assert_eq!(layout!(((4, 2), 3):((1, 12), 4)).extents(), shape!(8, 3));
    /// ```
    #[inline]
    pub fn extents(&self) -> E::Extents {
        self.extent.extents(self.shape)
    }
}

impl<S: Shape, D: Stride<S>, E: Validity<S>> Layout<S, D, E> {
    /// The shape, padding included.
    #[inline]
    pub fn shape(&self) -> S {
        self.shape
    }

    /// The stride, congruent with the shape.
    #[inline]
    pub fn stride(&self) -> D {
        self.stride
    }

    /// The logical extent as it is kept: [`Exact`], or one integer for every top-level mode; of tiles that may end
    /// behind what they were cut from, the extent of that.
    #[inline]
    pub fn extent(&self) -> E {
        self.extent
    }

    /// The number of coordinates of the shape, padding included.
    #[inline]
    // `R` and not what it is: where a method is looked up, the compiler would compute that once more
    pub fn size<R>(&self) -> R
    where
        S: Shape<Size = R>,
    {
        self.shape.size()
    }

    /// The number of elements storage needs: 1 + the sum of `(extent - 1) * |stride|`, and 0 of an empty layout.
    ///
    /// Padding counts: a buffer for a padded layout holds whole tiles.
    #[inline]
    pub fn cosize<R>(&self) -> R
    where
        D: Stride<S, Cosize = R>,
    {
        self.stride.cosize(self.shape)
    }

    /// The number of top-level modes.
    #[inline]
    pub fn rank(&self) -> usize {
        S::RANK
    }

    /// The levels of nesting.
    #[inline]
    pub fn depth(&self) -> usize {
        S::DEPTH
    }

    /// The offset of a coordinate: [`crd2offset`](super::crd2offset) with this shape and stride.
    ///
    /// A static coordinate outside the layout does not compile. A dynamic one is not checked, and the offset goes on
    /// linearly: use [`Layout::try_offset`] to check. Reading memory through it is always checked, by the tensor.
    ///
    /// ```
    /// use tilework::prelude::*;
    /// let l = layout!(((4, 2), (4, 3)):((4, 16), (1, 32)));
    /// let known: Int!(37) = l.offset(crd!(1, 5));
    /// assert_eq!(l.offset((1, 5)), known);
    /// assert_eq!(l.offset(37), 52);
    /// ```
    ///
    /// ```compile_fail,E0080
    /// # use tilework::prelude::*;
    /// layout!((4, 2):(1, 4)).offset(crd!(4, 0)); // coordinate 4 is outside mode 0 of extent 4 in (4,2):(1,4)
    /// ```
    ///
    /// ```compile_fail,E0277
    /// # use tilework::prelude::*;
    /// layout!((4, 2):(1, 4)).offset((1, 0, 0)); // coordinate of rank 3 in a shape of rank 2
    /// ```
    #[inline]
    pub fn offset<C: Coordinate<S, D>>(&self, crd: C) -> C::Offset
    where
        E: ExtentByMode<S>,
    {
        const { check_static_coordinate::<C, S, D, E>() };
        crd2offset(crd, self.shape, self.stride)
    }

    /// The offset of a coordinate inside the logical extent.
    ///
    /// # Errors
    /// If the coordinate is outside the logical extent, with the coordinate and the layout.
    ///
    /// ```
    /// use tilework::prelude::*;
    /// let l = layout!((4, 8):(8, 1));
    /// assert_eq!(l.try_offset((3, 7)), Ok(31));
    /// let error = l.try_offset((4, 0)).unwrap_err();
    /// assert_eq!(error.to_string(), "coordinate (4,0) is outside the extent (_4,_8) of layout (_4,_8):(_8,_1)");
    /// ```
    #[inline]
    pub fn try_offset<C: Coordinate<S, D>>(&self, crd: C) -> Result<C::Offset, OutOfBounds<C, Self>> {
        match self.contains(crd) {
            true => Ok(crd2offset(crd, self.shape, self.stride)),
            false => Err(OutOfBounds { crd, layout: *self }),
        }
    }

    /// Whether a coordinate is inside the logical extent: an element, not padding.
    #[inline]
    pub fn contains<C: Coordinate<S, D>>(&self, crd: C) -> bool {
        self.extent.is_element(crd, self.shape)
    }

    /// Whether the layout has no padding.
    #[inline]
    pub fn is_exact(&self) -> bool {
        E::IS_EXACT || self.extent.overhang(self.shape).is_none()
    }

    /// The same layout without a logical extent, if it has no padding.
    ///
    /// # Errors
    /// If a mode overhangs: the first such, with its extent and its size.
    ///
    /// ```
    /// use tilework::prelude::*;
    /// let rows = |n| Layout::try_with_extent((4, 8), (8, 1), (n, 8)).and_then(|layout| layout.exact());
    /// assert_eq!(rows(4).unwrap().to_string(), "(4,8):(8,1)");
    /// assert!(rows(3).is_err());
    /// ```
    #[inline]
    pub fn exact(&self) -> Result<Layout<S, D>, LayoutError> {
        match self.extent.overhang(self.shape) {
            None => Ok(self.padded()),
            Some((mode, extent, size)) => Err(LayoutError::Overhangs { mode, extent, size }),
        }
    }

    /// The same layout with its padding taken for elements: exact, over the whole shape.
    #[inline]
    pub fn padded(&self) -> Layout<S, D> {
        Layout { shape: self.shape, stride: self.stride, extent: Exact }
    }

    /// Mode `I` as a layout of its own, over the whole of its shape.
    ///
    /// ```
    /// use tilework::prelude::*;
    /// let l = layout!(((4, 2), (4, 3)):((4, 16), (1, 32)));
    /// assert_eq!(l.get::<1>().to_string(), "(_4,_3):(_1,_32)");
    /// ```
    #[inline]
    pub fn get<const I: usize>(&self) -> Layout<<S as Get<I>>::Mode, <D as Get<I>>::Mode>
    where
        S: Get<I, Mode: Shape>,
        D: Get<I, Mode: Stride<<S as Get<I>>::Mode>>,
    {
        Layout { shape: Get::<I>::mode(self.shape), stride: Get::<I>::mode(self.stride), extent: Exact }
    }
}

impl<S: IntTuple, D: IntTuple> Layout<S, D> {
    /// That static offsets do not overflow; otherwise a compile error. Those who make layouts ask for it where users
    /// call them: only from there does the compiler name the user's line.
    pub(crate) const FITS: () = check_static_offsets::<S, D>();

    /// [`FITS`](Self::FITS), asked for only if what stands before this call holds.
    pub(crate) const fn fits() {
        let () = Self::FITS;
    }
}

impl<S, D, E> Layout<S, D, E> {
    /// Parts that are known to belong together: no check.
    #[inline]
    pub(crate) fn from_parts(shape: S, stride: D, extent: E) -> Self {
        Layout { shape, stride, extent }
    }
}

/// The number of elements the storage of a layout needs; see [`Layout::cosize`].
///
/// ```
/// use tilework::{layout::cosize, prelude::*};
/// let n: Int!(16) = cosize(layout!((2, 4):(12, 1)));
/// ```
#[inline]
pub fn cosize<S: Shape, D: Stride<S>, E: Extent<S>>(layout: Layout<S, D, E>) -> Cosize<S, D> {
    layout.cosize()
}

impl<S: Shape, D: Stride<S>, E: Validity<S>> HasSize for Layout<S, D, E> {
    type Size = S::Size;
    #[inline]
    fn total(self) -> S::Size {
        self.size()
    }
}

impl<S: Shape, D: Stride<S>, E> Ranked for Layout<S, D, E> {
    const MODES: usize = S::RANK;
    const LEVELS: usize = S::DEPTH;
}

/// `shape:stride`, and the logical extent behind it if there is padding: `((_4,_2),3):((_1,_12),4) of (7,3)`.
impl<S: Shape, D: Stride<S>, E: Validity<S>> fmt::Display for Layout<S, D, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.shape.notation(), self.stride.notation())?;
        if self.is_exact() {
            return Ok(());
        }
        f.write_str(" of ")?;
        self.extent.write_extents(self.shape, f)?;
        self.extent.write_steps(f)
    }
}

impl<S: Shape, D: Stride<S>, E: Validity<S>> WithExtents for Layout<S, D, E> {
    fn write_extents(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.extent.write_extents(self.shape, f)
    }
}

impl<S: Shape, D: Stride<S>, E: Validity<S>> fmt::Debug for Layout<S, D, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The overflow of offsets, leaf by leaf.
fn check_offsets<S: Shape, D: StrideFor<S::Itself>>(shape: S, stride: D) -> Result<(), LayoutError> {
    if S::IS_STATIC && D::IS_STATIC {
        return const { static_offsets::<S, D>() };
    }
    if !(shape.fits() && stride.fits()) {
        return Err(LayoutError::LeafTooLarge);
    }
    let mut reach = Some(0usize);
    let mut result = Ok(());
    stride.visit(shape.itself(), &mut |extent, stride| {
        let step = stride.unsigned_abs().checked_mul(extent.saturating_sub(1));
        reach = reach.and_then(|reach| reach.checked_add(step?)).filter(|&reach| reach < isize::MAX as usize);
        if reach.is_none() && result.is_ok() {
            result = Err(LayoutError::Overflow { extent, stride });
        }
    });
    result?;
    match shape.checked_size() {
        Some(size) if size <= isize::MAX as usize => Ok(()),
        _ => Err(LayoutError::SizeOverflow),
    }
}

/// The overflow of static offsets, or of the size.
const fn static_offsets<S: IntTuple, D: IntTuple>() -> Result<(), LayoutError> {
    let (mut reach, mut size, mut i) = (0usize, 1usize, 0);
    while i < S::LEAVES.len() {
        if let Some(extent) = S::LEAVES.get(i) {
            size = match size.checked_mul(extent.cast_unsigned()) {
                Some(size) if size <= isize::MAX as usize => size,
                _ => return Err(LayoutError::SizeOverflow),
            };
        }
        if let (Some(extent), Some(stride)) = (S::LEAVES.get(i), D::LEAVES.get(i)) {
            let extent = extent.cast_unsigned();
            let sum = match stride.unsigned_abs().checked_mul(extent.saturating_sub(1)) {
                Some(step) => reach.checked_add(step),
                None => None,
            };
            reach = match sum {
                // the lowest word is a stride that no word holds, and no coordinate but 0 would show that
                Some(sum) if sum < isize::MAX as usize && stride != isize::MIN => sum,
                _ => return Err(LayoutError::Overflow { extent, stride }),
            };
        }
        i += 1;
    }
    Ok(())
}

/// What [`static_offsets`] says, as a compile error.
#[track_caller]
const fn check_static_offsets<S: IntTuple, D: IntTuple>() {
    let text = match static_offsets::<S, D>() {
        Ok(()) => return,
        Err(LayoutError::Overflow { extent, stride }) => {
            let text = Text::new().str("the offsets of layout ").text(&notation::<S, D>());
            let text = text.str(" overflow at mode ").number(extent).str(":");
            let text = if stride == isize::MIN { text.str("±2^63 or more") } else { text.signed(stride) };
            text.str(": they must stay below 2^63")
        }
        Err(_) => Text::new().str("the size of shape ").text(&S::TEXT).str(" reaches 2^63"),
    };
    panic!("{}", text.as_str())
}

/// A static extent larger than its static mode, as a compile error.
#[track_caller]
const fn check_static_extents<S: Shape, D: Stride<S>, E: Extent<S>>() {
    let mut mode = 0;
    while mode < <S as IntTuple>::RANK {
        if let (Some(extent), Some(size)) = (E::STATIC[mode], S::MODE_SIZES[mode])
            && extent > size
        {
            let text = Text::new().str("the logical extent ").number(extent).str(" of mode ").number(mode);
            let text = text.str(" is larger than its size ").number(size);
            panic!("{}", text.str(" in ").text(&notation::<S, D>()).as_str())
        }
        mode += 1;
    }
}

/// A static coordinate outside its static mode or extent, as a compile error.
#[track_caller]
const fn check_static_coordinate<C: Coordinate<S, D>, S: Shape, D: Stride<S>, E: ExtentByMode<S>>() {
    if let Some(outside) = static_outside::<C, S, D, E>() {
        panic!("{}", outside.message::<S, D>().as_str())
    }
}

/// A static coordinate outside its static mode or extent.
pub(crate) const fn static_outside<C: Coordinate<S, D>, S: Shape, D: Weights<S>, E: ExtentByMode<S>>()
-> Option<Outside> {
    let mut outside = C::Entries::OUTSIDE;
    let mut mode = 0;
    while C::DEPTH > 0 && mode < <S as IntTuple>::RANK {
        if let (Some(crd), Some(extent)) = (C::Entries::ENTRIES[mode], E::STATIC[mode])
            && crd >= extent
        {
            outside = Some(Outside::new(crd, mode, extent));
        }
        mode += 1;
    }
    outside
}
