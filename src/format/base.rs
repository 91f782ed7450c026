//! What a format is, and making a layout of it.

use super::element::{Element, check_width};
use crate::int::{Integer, Scalar};
use crate::layout::{
    Accepts, Free, Layout, LayoutError, Mapping, OutOfBounds, SlicedBy, SlicingTuple, SplitMode, Strided,
};
use crate::tuple::{IntTuple, Shape, ShapeList, ShapeTuple, Stride};
use core::fmt;
use core::marker::PhantomData;

/// A format: the rule that gives matrices of every size and element width their layout.
///
/// Formats are types without values, such as [`zN`](super::zN). `F::Layout<T, R, C>` exists for all elements and sizes,
/// so code that is generic over formats needs one bound: [`MatrixFormat`], or `Format` where vectors will do.
/// What is static in the size is static in the layout.
///
/// ```
/// use tilework::prelude::*;
/// /// How much of the storage is padding, in per cent.
/// fn waste<F: MatrixFormat, T: Element>(rows: usize, cols: usize) -> usize {
///     let layout = F::layout::<T, _, _>(rows, cols);
///     100 - 100 * layout.rows() * layout.cols() / F::capacity::<T>(rows, cols)
/// }
/// assert_eq!(waste::<zN, f16>(100, 50), 31);
/// assert_eq!(waste::<RowMajor, f16>(100, 50), 0);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a format",
    note = "formats are the types `zN`, `nZ`, `zZ`, `nN`, `RowMajor`, `ColumnMajor` … of `tilework::format`",
    note = "the format comes before the element: `make_layout::<zN, f16>(rows, cols)`"
)]
pub trait Format: Sized + 'static {
    /// The name in the field.
    const NAME: &'static str;
    /// What the name means, in words.
    const MEANING: &'static str;
    /// For formats of fractals: the order in which the leaves of the shape are filled, 0 fastest.
    const ORDER: Option<&'static str>;
    /// Whether it groups elements by 32 bytes, which their width must divide.
    #[doc(hidden)]
    const GROUPS: bool = false;
    /// The coordinates its layouts take: `(usize, usize)`, or `usize` where the format is that of a vector.
    type Crd: FormatCrd;
    /// The layout of a matrix of `R` rows and `C` columns of `T`.
    type Layout<T: Element, R: Integer, C: Integer>: PackedLayout<Self::Crd>;

    /// The layout of a matrix, or why there is none: its size overflows.
    ///
    /// # Errors
    /// If a dynamic size is so large that the padded matrix does not fit in a machine word.
    fn try_layout<T: Element, R: Integer, C: Integer>(
        rows: R,
        cols: C,
    ) -> Result<Self::Layout<T, R, C>, LayoutError> {
        let () = Grouping::<Self, T>::HOLDS;
        Self::of_size(rows, cols)
    }

    /// [`try_layout`](Format::try_layout) of elements that the format can group.
    #[doc(hidden)]
    fn of_size<T: Element, R: Integer, C: Integer>(
        rows: R,
        cols: C,
    ) -> Result<Self::Layout<T, R, C>, LayoutError>;

    /// The layout of a matrix.
    ///
    /// # Panics
    /// If a dynamic size is so large that the padded matrix overflows a machine word: [`Format::try_layout`] returns
    /// that as an error. Of static sizes it is a compile error.
    ///
    /// ```
    /// use tilework::prelude::*;
    /// let l = zN::layout::<f16, _, _>(100, int!(50));
    /// assert_eq!(l.to_string(), "((_16,7),(_16,_4)):((_16,_256),(_1,1792)) of (100,_50)");
    /// ```
    #[track_caller]
    fn layout<T: Element, R: Integer, C: Integer>(rows: R, cols: C) -> Self::Layout<T, R, C> {
        let () = Grouping::<Self, T>::HOLDS;
        const { fits::<Self::Layout<T, R, C>>() };
        expect_layout::<Self, T, R, C>(rows, cols)
    }

    /// How many elements to allocate for a matrix: the padded size.
    ///
    /// This is what hardware moves, so the padding behind the last element counts: zN of 100x40 needs 5376 elements,
    /// although the last one has offset 5175.
    ///
    /// # Panics
    /// If the number overflows a machine word: [`Format::try_capacity`] returns that as an error.
    ///
    /// ```
    /// use tilework::{format::i4, prelude::*};
    /// assert_eq!(zN::capacity::<f16>(100, 40), 5376);
    /// // rows of 4-bit elements start on a byte: 3 columns take 4
    /// assert_eq!(RowMajor::capacity::<i4>(7, 3), 28);
    /// ```
    #[track_caller]
    fn capacity<T: Element>(rows: usize, cols: usize) -> usize {
        let () = Grouping::<Self, T>::HOLDS;
        match Self::try_capacity::<T>(rows, cols) {
            Ok(capacity) => capacity,
            Err(error) => panic!("{} of {rows} rows and {cols} columns: {error}", Self::NAME),
        }
    }

    /// How many elements to allocate for a matrix, or the overflow of that number; see [`Format::capacity`].
    ///
    /// # Errors
    /// If the number does not fit in a machine word.
    fn try_capacity<T: Element>(rows: usize, cols: usize) -> Result<usize, LayoutError> {
        let () = Grouping::<Self, T>::HOLDS;
        let layout = Self::try_layout::<T, usize, usize>(rows, cols)?;
        if layout.cosize().value() == 0 {
            return Ok(0);
        }
        // the slowest leaf steps over everything else, the padding of its last step included
        let mut capacity = Some(1);
        layout.stride().each_leaf(layout.shape(), &mut |extent, stride| {
            capacity =
                capacity.and_then(|most: usize| Some(most.max(extent.checked_mul(stride.unsigned_abs())?)));
        });
        capacity.ok_or(LayoutError::SizeOverflow)
    }

    /// Whether a layout is in this format, by its values: every leaf of shape and stride is what the format gives a
    /// matrix of the same logical extent.
    ///
    /// Static and dynamic leaves count alike. At compile time ask [`is_exactly`](super::is_exactly).
    ///
    /// ```
    /// use tilework::prelude::*;
    /// let l = make_layout::<zN, f16>(100, 50);
    /// assert!(zN::matches::<f16>(&l) && !nZ::matches::<f16>(&l));
    /// // an L0C of 16-bit elements has the fractals of zN
    /// assert!(zN::matches::<f16>(&make_layout::<L0C, f16>(100, 50)));
    /// // the fractals are right, the distance between them is not
    /// assert!(!zN::matches::<f16>(&layout!(((16, 8), (16, 4)):((16, 256), (1, 4096)))));
    /// ```
    fn matches<T: Element>(layout: &impl Strided) -> bool {
        has_values_of::<Self, T, _>(layout)
    }
}

/// Elements `T` as the format `F` groups them.
struct Grouping<F, T>(PhantomData<(F, T)>);

impl<F: Format, T: Element> Grouping<F, T> {
    /// That the format can group them; otherwise a compile error.
    const HOLDS: () = {
        if F::GROUPS {
            check_width::<T>();
        }
    };
}

/// The layout of a format, strided, that takes coordinates of type `Crd`: a pair, or an index.
///
/// This is what generic code knows of a layout that a format gave it. A format has no negative strides, so its offsets
/// are plain `usize`.
///
/// ```
/// use tilework::prelude::*;
/// /// The first element of row 1, in any format.
/// fn second_row<F: MatrixFormat, T: Element>(rows: usize, cols: usize) -> usize {
///     F::layout::<T, _, _>(rows, cols).offset((1, 0))
/// }
/// assert_eq!((second_row::<zN, f16>(100, 50), second_row::<RowMajor, f16>(100, 50)), (16, 50));
/// ```
pub trait FormatLayout<Crd: IntTuple>: Strided + Accepts<Crd> {
    /// The offset of a coordinate: the position of the element in its storage. Not checked; see
    /// [`try_offset`](FormatLayout::try_offset).
    fn offset(&self, crd: Crd) -> usize {
        // the base of a layout without negative strides is the static 0
        self.base().wrapping_add_signed(self.offset_of(crd).to_isize())
    }

    /// The offset of a coordinate inside the logical extent.
    ///
    /// # Errors
    /// If the coordinate is outside the logical extent, with the coordinate and the layout.
    ///
    /// ```
    /// use tilework::{format::FormatLayout, prelude::*};
    /// let zn = make_layout::<zN, f16>(100, 50);
    /// assert_eq!(zn.try_offset((99, 49)).ok(), Some(6961));
    /// // padding
    /// assert!(zn.try_offset((100, 0)).is_err());
    /// ```
    fn try_offset(&self, crd: Crd) -> Result<usize, OutOfBounds<Crd, Self>>
    where
        Self: Sized,
    {
        match self.contains(crd) {
            true => Ok(FormatLayout::offset(self, crd)),
            false => Err(OutOfBounds { crd, layout: *self }),
        }
    }
}

impl<Crd: IntTuple, L: Strided + Accepts<Crd>> FormatLayout<Crd> for L {}

/// All that is known of the layout of a format, also where its type has no name: it is indexed by a `Crd` and by an
/// index, slices by whole modes, and is cut across mode 0. Where `Crd` is a pair it is a
/// [`Matrix`](crate::layout::Matrix). [`Strided::layout`] is all else that a [`Layout`] has, such as its padding.
///
/// ```
/// use tilework::prelude::*;
/// let data: Vec<u32> = (0..7168).collect();
/// let a = View::new(&data, make_layout::<zN, f16>(100, 50))?;
/// let j = 20;
/// assert_eq!([a.row(17)[j], a.slice(crd!(_, j))?[17], a.transposed()[(j, 17)]], [2068; 3]);
/// assert_eq!(a.split_at_mode::<0>(16)?.1[(1, j)], 2068);
/// assert_eq!(a.layout().layout().padding_offsets().len(), 7168 - 100 * 50);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait PackedLayout<Crd: FormatCrd>:
    FormatLayout<Crd>
    + FormatLayout<usize>
    + Strided<Extents: Shape<Dynamic = Crd::Extents>>
    + SlicedBy<Crd::Row>
    + SlicedBy<Crd::Col>
    + SplitMode<0, Part: Accepts<Crd>>
{
    /// The layout of the modes that a coordinate keeps, and the offset from which its offsets count.
    ///
    /// Where the type of the layout has no name, what is fixed is a `usize`.
    ///
    /// # Panics
    /// If what is fixed is outside its mode.
    ///
    /// ```
    /// use tilework::{format::PackedLayout, prelude::*};
    /// let (j, zn) = (20, make_layout::<zN, f16>(100, 50));
    /// let (col, start) = zn.slice(crd!(_, j));
    /// assert_eq!(start.to_isize() + col.offset_of(17).to_isize(), zn.offset((17, j)) as isize);
    /// ```
    #[track_caller]
    fn slice<C: SlicingTuple>(&self, crd: C) -> (<Self as SlicedBy<C>>::Kept, <Self as SlicedBy<C>>::Fixed)
    where
        Self: SlicedBy<C>,
    {
        let () = <Self as SlicedBy<C>>::INSIDE;
        self.cut(crd)
    }
}

impl<Crd: FormatCrd, L> PackedLayout<Crd> for L where
    L: FormatLayout<Crd>
        + FormatLayout<usize>
        + Strided<Extents: Shape<Dynamic = Crd::Extents>>
        + SlicedBy<Crd::Row>
        + SlicedBy<Crd::Col>
        + SplitMode<0, Part: Accepts<Crd>>
{
}

/// What the layouts of formats are indexed by: a pair, or, of vectors, an index.
#[doc(hidden)]
pub trait FormatCrd: IntTuple {
    /// One integer for every mode.
    type Extents: Shape;
    /// What keeps a row, and what keeps a column.
    type Row: SlicingTuple;
    type Col: SlicingTuple;
}

impl FormatCrd for (usize, usize) {
    type Extents = (usize, usize);
    type Row = (usize, Free);
    type Col = (Free, usize);
}

impl FormatCrd for usize {
    type Extents = (usize,);
    type Row = (Free,);
    type Col = (Free,);
}

/// A format of matrices: its layouts take coordinates `(i, j)`, so they are [`Matrix`](crate::layout::Matrix).
///
/// Every [`Format`] but those of vectors.
pub trait MatrixFormat: Format<Crd = (usize, usize)> {}
impl<F: Format<Crd = (usize, usize)>> MatrixFormat for F {}

/// The type of the layout of an `R` by `C` matrix of `T` in format `F`.
///
/// ```
/// use tilework::{format::Packed, prelude::*};
/// struct Weights {
///     layout: Packed<zN, f16, usize, Int!(64)>,
/// }
/// let w = Weights { layout: zN::layout::<f16, _, _>(100, int!(64)) };
/// assert_eq!(w.layout.to_string(), "((_16,7),(_16,_4)):((_16,_256),(_1,1792)) of (100,_64)");
/// // static sizes give static layouts: of no size, and constants
/// const TILE: Packed<zN, f16, Int!(128), Int!(64)> = Packed::<zN, f16, Int!(128), Int!(64)>::STATIC;
/// assert_eq!((size_of_val(&TILE), TILE.cosize()), (0, int!(8192)));
/// ```
pub type Packed<F, T, R, C> = <F as Format>::Layout<T, R, C>;

/// The layout of a `rows` by `cols` matrix of `T` in format `F`; rows and columns are static or dynamic.
///
/// The layout takes coordinates ([`offset`](FormatLayout::offset), `contains`), prints itself, opens up as
/// [`Strided`] and goes wherever a [`Matrix`](crate::layout::Matrix) is asked for. Rust cannot name its type here,
/// because the types of `rows` and `cols` have no names in this call; where you need the name, in a struct or to
/// index by static coordinates, the same layout is `F::layout::<T, _, _>(rows, cols)`, and its type is [`Packed<F, T,
/// R, C>`](Packed).
///
/// # Panics
/// If a size is so large that the padded matrix overflows a machine word: [`Format::try_layout`] returns that as an
/// error, and of static sizes [`Format::layout`] makes it a compile error.
///
/// ```
/// use tilework::prelude::*;
/// let l = make_layout::<zN, f16>(100, 50);
/// assert_eq!(l.to_string(), "((_16,7),(_16,4)):((_16,_256),(_1,1792)) of (100,50)");
/// assert_eq!((l.offset((17, 20)), l.offset((99, 49))), (2068, 6961));
/// assert_eq!(l.cosize(), 7168);
/// let l = make_layout::<zN, f16>(int!(128), int!(64));
/// assert_eq!(l.to_string(), "((_16,_8),(_16,_4)):((_16,_256),(_1,_2048))");
/// ```
#[doc(alias = "MakeLayout")]
#[track_caller]
pub fn make_layout<F: Format, T: Element>(
    rows: impl Integer,
    cols: impl Integer,
) -> impl PackedLayout<F::Crd> {
    let () = Grouping::<F, T>::HOLDS;
    // not by `layout`: what cannot be would be a compile error of this line, and not of the user's
    expect_layout::<F, T, _, _>(rows, cols)
}

/// The layout, or a panic that says of what.
#[track_caller]
fn expect_layout<F: Format, T: Element, R: Integer, C: Integer>(rows: R, cols: C) -> F::Layout<T, R, C> {
    match F::of_size(rows, cols) {
        Ok(layout) => layout,
        Err(error) => panic!("{} of {rows} rows and {cols} columns: {error}", F::NAME),
    }
}

/// Static offsets that overflow, as a compile error.
#[track_caller]
const fn fits<L: Strided>() {
    Layout::<L::Shape, L::Stride>::fits();
}

/// A format and an element in one line, for people: the name with fractal, order and meaning next to it.
///
/// ```
/// use tilework::{format::describe, prelude::*};
/// assert_eq!(
///     describe::<zN, f16>().to_string(),
///     "zN: fractal (16,16), order ((1,2),(0,3)): row-major inside a fractal, column-major between fractals; \
///      ((16,?),(16,?)):((16,256),(1,?))"
/// );
/// assert_eq!(describe::<RowMajor, f32>().to_string(), "RowMajor: one row after the other; (?,?):(?,1)");
/// ```
pub fn describe<F: Format, T: Element>() -> Description<F, T> {
    Description(PhantomData)
}

/// Displays a format; made by [`describe`].
#[derive(Clone, Copy, Debug)]
pub struct Description<F, T>(PhantomData<(F, T)>);

impl<F: Format, T: Element> fmt::Display for Description<F, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", F::NAME)?;
        let shape = <AnySize<F, T> as Strided>::Shape::LEAVES;
        if let Some(order) = F::ORDER
            && let (Some(rows), Some(cols)) = (shape.get(0), shape.get(2))
        {
            write!(f, "fractal ({rows},{cols}), order {order}: ")?;
        }
        let shape = <AnySize<F, T> as Strided>::Shape::TEXT;
        let stride = <AnySize<F, T> as Strided>::Stride::TEXT;
        write!(f, "{}; {}:{}", F::MEANING, shape.as_str(), stride.as_str())
    }
}

/// The layout of a matrix of dynamic size: what is static in it is what the format itself fixes.
pub(super) type AnySize<F, T> = Packed<F, T, usize, usize>;

/// The type of a top-level mode of a shape; the static 1 where there is none.
pub(super) type Mode0<S> = <<S as ShapeTuple>::ShapeModes as ShapeList>::Head;
pub(super) type Mode1<S> = <<<S as ShapeTuple>::ShapeModes as ShapeList>::Tail as ShapeList>::Head;

/// Whether two shapes are the same tree, for trees of at most two modes of leaves: those of the formats.
pub(super) const fn same_tree<A: Shape, B: Shape>() -> bool {
    const fn tree<S: Shape>() -> [usize; 6] {
        let (rows, cols) = ((Mode0::<S>::RANK, Mode0::<S>::DEPTH), (Mode1::<S>::RANK, Mode1::<S>::DEPTH));
        [<S as IntTuple>::RANK, <S as IntTuple>::DEPTH, rows.0, rows.1, cols.0, cols.1]
    }
    let (a, b) = (tree::<A>(), tree::<B>());
    let mut i = 0;
    while i < a.len() {
        if a[i] != b[i] {
            return false;
        }
        i += 1;
    }
    true
}

fn has_values_of<F: Format, T: Element, L: Strided>(layout: &L) -> bool {
    const { assert!(<AnySize<F, T> as Strided>::Shape::LEAVES.len() <= 4, "formats have at most four leaves") };
    if !const { same_tree::<L::Shape, <AnySize<F, T> as Strided>::Shape>() } {
        return false;
    }
    let (rows, cols) = (layout.mode_extent(0), layout.mode_extent(L::RANK - 1));
    match F::try_layout::<T, usize, usize>(rows, cols) {
        Ok(own) => leaves(&own) == leaves(layout),
        Err(_) => false,
    }
}

fn leaves<L: Strided>(layout: &L) -> [(usize, isize); 4] {
    let (mut leaves, mut i) = ([(0, 0); 4], 0);
    layout.stride().each_leaf(layout.shape(), &mut |extent, stride| {
        leaves[i] = (extent, stride);
        i += 1;
    });
    leaves
}
