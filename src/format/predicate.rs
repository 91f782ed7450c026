//! Which format a layout has, as far as its type tells.
//!
//! A dynamic leaf is not known to the compiler and never matches. All predicates are `const fn`s of types, so that a
//! kernel states what it takes once: `const { assert!(looks_like::<zN, f16, L>()) }`.

use super::base::{AnySize, Mode0, Mode1, same_tree};
use super::{ColumnMajor, E, Element, Format, Packed, RowMajor, VectorLayout, nN, nZ, zN, zZ};
use crate::layout::{Mapping, Strided};
use crate::tuple::{IntTuple, Leaves, Shape};

/// Whether layout `L` has the marks of format `F`: the leaves that the format itself fixes.
///
/// For fractals these are the block, the unit stride, and the stride between blocks; for rows, columns and vectors the
/// unit stride. What depends on the size of the matrix is not looked at: a tile of a zN matrix still looks like zN.
/// Source: TLA's `iszN` and its sisters.
///
/// ```
/// use tilework::{format::looks_like, layout::Strided, prelude::*};
/// /// The number of fractals that one burst of a zN tile moves.
/// fn burst<T: Element, L: Strided>(tile: &L) -> usize {
///     const { assert!(looks_like::<zN, T, L>(), "this copy needs a source in zN") };
///     tile.size().value() / 256
/// }
/// assert_eq!(burst::<f16, _>(&make_layout::<zN, f16>(100, 50)), 28);
/// ```
pub const fn looks_like<F: Format, T: Element, L: Strided>() -> bool {
    let (shape, stride) = (leaves::<AnySize<F, T>>().0, leaves::<AnySize<F, T>>().1);
    if !same_tree::<L::Shape, <AnySize<F, T> as Strided>::Shape>() {
        return false;
    }
    let block = static_product(&shape);
    let (own_shape, own_stride) = leaves::<L>();
    let mut i = 0;
    while i < shape.len() {
        let shape_differs = shape.get(i).is_some() && !same(own_shape.get(i), shape.get(i));
        let is_mark = same(stride.get(i), Some(1)) || same(stride.get(i), Some(block));
        if shape_differs || is_mark && !same(own_stride.get(i), stride.get(i)) {
            return false;
        }
        i += 1;
    }
    true
}

/// Whether layout `L` is static and every leaf of its shape and stride is what format `F` gives its logical extent.
///
/// For layouts with dynamic leaves the same question is [`Format::matches`], asked of the value.
///
/// ```
/// use tilework::{format::Packed, format::is_exactly, prelude::*};
/// type Tile = Packed<zN, f16, Int!(128), Int!(64)>;
/// const { assert!(is_exactly::<zN, f16, Tile>() && !is_exactly::<nZ, f16, Tile>()) };
/// ```
pub const fn is_exactly<F: Format, T: Element, L: Strided>() -> bool {
    match <L as Mapping>::RANK {
        1 => same_leaves::<Packed<F, T, Size0<L>, Size0<L>>, L>(),
        _ => same_leaves::<Packed<F, T, Size0<L>, Size1<L>>, L>(),
    }
}

type Size0<L> = <Mode0<<L as Mapping>::Extents> as Shape>::Size;
type Size1<L> = <Mode1<<L as Mapping>::Extents> as Shape>::Size;

const fn leaves<L: Strided>() -> (Leaves, Leaves) {
    (L::Shape::LEAVES, L::Stride::LEAVES)
}

const fn same_leaves<A: Strided, B: Strided>() -> bool {
    let ((shape, stride), (own_shape, own_stride)) = (leaves::<A>(), leaves::<B>());
    let mut all = same_tree::<A::Shape, B::Shape>();
    let mut i = 0;
    while all && i < shape.len() {
        all = same(own_shape.get(i), shape.get(i)) && same(own_stride.get(i), stride.get(i));
        i += 1;
    }
    all
}

/// Whether two leaves are static and equal.
const fn same(a: Option<isize>, b: Option<isize>) -> bool {
    matches!((a, b), (Some(a), Some(b)) if a == b)
}

const fn static_product(leaves: &Leaves) -> isize {
    let (mut product, mut i) = (1, 0);
    while i < leaves.len() {
        if let Some(leaf) = leaves.get(i) {
            product *= leaf;
        }
        i += 1;
    }
    product
}

/// Whether a layout is a vector: `(n):(_1)`.
///
/// ```
/// use tilework::{format::is_vector, prelude::*};
/// const { assert!(is_vector(&layout!((50):(1)))) };
/// assert!(!is_vector(&layout!((50):({1}))));
/// ```
#[doc(alias = "isVector")]
pub const fn is_vector<L: Strided>(_: &L) -> bool {
    looks_like::<VectorLayout, u8, L>()
}

/// Whether a layout is a matrix of rows: rank 2, depth 1, and the second stride is `_1`.
///
/// ```
/// use tilework::{format::{is_column_major, is_row_major}, prelude::*};
/// assert!(is_row_major(&layout!((2, 3):(3, 1))) && !is_row_major(&layout!((2, 3):(1, 2))));
/// // a layout can be both
/// let one_column = layout!((2, 1):(1, 1));
/// assert!(is_row_major(&one_column) && is_column_major(&one_column));
/// ```
#[doc(alias = "isRowMajor")]
pub const fn is_row_major<L: Strided>(_: &L) -> bool {
    looks_like::<RowMajor, u8, L>()
}

/// Whether a layout is a matrix of columns: rank 2, depth 1, and the first stride is `_1`.
#[doc(alias = "isColumnMajor")]
pub const fn is_column_major<L: Strided>(_: &L) -> bool {
    looks_like::<ColumnMajor, u8, L>()
}

macro_rules! predicates {
    ($($(#[$doc:meta])* $verb:ident $format:ident;)*) => { $(
        $(#[$doc])*
        ///
        /// See [`looks_like`]. In a kernel, where only the type of the layout is known at compile time, ask that.
        #[allow(non_snake_case)]
        pub const fn $verb<T: Element>(layout: &impl Strided) -> bool {
            const fn of_type<T: Element, L: Strided>(_: &L) -> bool {
                looks_like::<$format, T, L>()
            }
            of_type::<T, _>(layout)
        }
    )* };
}

predicates! {
    /// Whether a layout has the marks of zN: `((_16,…),(_E,…)):((…,_16E),(_1,…))`.
    ///
    /// ```
    /// use tilework::{format::is_zN, prelude::*};
    /// let l = make_layout::<zN, f16>(100, 50);
    /// assert!(is_zN::<f16>(&l) && !is_zN::<f32>(&l));
    /// ```
    #[doc(alias = "iszN")]
    is_zN zN;
    /// Whether a layout has the marks of nZ: `((_E,…),(_16,…)):((_1,…),(…,_16E))`.
    #[doc(alias = "isnZ")]
    is_nZ nZ;
    /// Whether a layout has the marks of zZ: `((_16,…),(_E,…)):((…,…),(_1,_16E))`.
    #[doc(alias = "iszZ")]
    is_zZ zZ;
    /// Whether a layout has the marks of nN: `((_E,…),(_16,…)):((_1,_16E),(…,…))`.
    #[doc(alias = "isnN")]
    is_nN nN;
}

/// Whether a layout is zN whose rows are not cut into fractals: `((…,_1),(_E,…)):((_E,…),(_1,…))`.
///
/// ```
/// use tilework::{format::is_zN_unaligned, prelude::*};
/// let (rows, strips) = (100, 4);
/// let l = layout!(((rows, 1), (16, strips)):((16, 0), (1, {16 * rows})));
/// assert!(is_zN_unaligned::<f16>(&l));
/// ```
#[doc(alias = "iszNUnAlign")]
#[allow(non_snake_case)]
pub const fn is_zN_unaligned<T: Element>(layout: &impl Strided) -> bool {
    const fn of_type<T: Element, L: Strided>(_: &L) -> bool {
        let (shape, stride) = leaves::<L>();
        let e = Some(E::<T>::VALUE.cast_signed());
        same_tree::<L::Shape, <AnySize<zN, T> as Strided>::Shape>()
            && same(shape.get(1), Some(1))
            && same(shape.get(2), e)
            && same(stride.get(0), e)
            && same(stride.get(2), Some(1))
    }
    of_type::<T, _>(layout)
}
