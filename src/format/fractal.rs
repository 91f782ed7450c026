//! Formats of fractals: one rule, (fractal, order), and the formats that are its instances.

use super::element::{E, Element};
use super::{Compact, Format, compact};
use crate::int::{CeilDiv, Int, Integer, ceil_div};
use crate::layout::{LayoutError, LeafOrder};
use crate::tuple::{AllStatic, Text};
use core::marker::PhantomData;
use typenum::{U16, U32};

/// The shape of an `R` by `C` matrix cut into blocks of `R0` by `C0`: `((R0, ⌈R/R0⌉), (C0, ⌈C/C0⌉))`.
pub type InBlocks<R0, C0, R, C> = ((R0, CeilDiv<R, R0>), (C0, CeilDiv<C, C0>));

/// The type of [`fractal`] layouts: blocks of `R0` by `C0`, filled in order `O`, of an `R` by `C` matrix.
pub type FractalLayout<R0, C0, O, R, C> = Compact<InBlocks<R0, C0, R, C>, O, (R, C)>;

/// The one rule behind all formats of fractals: a matrix of `extent` in blocks of `block`, filled in `order`.
///
/// ```text
/// shape  = ((r0, ⌈rows/r0⌉), (c0, ⌈cols/c0⌉))
/// stride = for every leaf, the product of the extents of all leaves with a smaller number in the order
/// ```
///
/// The order has a number for every leaf, `((inside rows, between rows), (inside columns, between columns))`, 0
/// fastest. The logical extent is kept: what is past it in the last blocks is padding. The layout is a bijection of
/// the padded domain onto `0..size`. Everything may be dynamic but the order. Source: TLA's fractal layouts, CuTe's
/// `make_ordered_layout`.
///
/// # Panics
/// If a dynamic block is zero, or a dynamic size so large that the padded matrix overflows a machine word:
/// [`try_fractal`] returns that as an error.
///
/// ```
/// use tilework::{format::fractal, prelude::*};
/// // the example of the TLA documents: 8x12 in fractals of 4x4
/// let (size, block) = (shape!(8, 12), shape!(4, 4));
/// let strides = |layout: &dyn std::fmt::Display| layout.to_string().split_once(':').unwrap().1.to_owned();
/// assert_eq!(strides(&fractal(size, block, shape!((1, 2), (0, 3)))), "((_4,_16),(_1,_32))"); // zN
/// assert_eq!(strides(&fractal(size, block, shape!((0, 3), (1, 2)))), "((_1,_48),(_4,_16))"); // nZ
/// assert_eq!(strides(&fractal(size, block, shape!((1, 3), (0, 2)))), "((_4,_48),(_1,_16))"); // zZ
/// assert_eq!(strides(&fractal(size, block, shape!((0, 2), (1, 3)))), "((_1,_16),(_4,_32))"); // nN
/// // blocks chosen at run time: PaddingRowMajor(32,16)
/// let block = (32, 16);
/// let l = fractal((100, 50), block, shape!((1, 3), (0, 2)));
/// assert_eq!(l.to_string(), "((32,4),(16,4)):((16,2048),(_1,512)) of (100,50)");
/// ```
#[track_caller]
pub fn fractal<R0: Integer, C0: Integer, R: Integer, C: Integer, O: LeafOrder<InBlocks<R0, C0, R, C>>>(
    extent: (R, C),
    block: (R0, C0),
    order: O,
) -> FractalLayout<R0, C0, O, R, C> {
    match try_fractal(extent, block, order) {
        Ok(layout) => layout,
        Err(error) => panic!("blocks of {}x{} in {}x{}: {error}", block.0, block.1, extent.0, extent.1),
    }
}

/// See [`fractal`]; or why there is no such layout.
///
/// # Errors
/// If a dynamic block is zero, or the padded matrix does not fit in a machine word.
///
/// ```
/// use tilework::{format::try_fractal, layout::LayoutError, prelude::*};
/// let order = shape!((1, 3), (0, 2));
/// assert_eq!(try_fractal((4, 4), (2, 0), order), Err(LayoutError::ZeroBlock { mode: 1 }));
/// assert_eq!(try_fractal((usize::MAX, 4), (2, 2), order), Err(LayoutError::SizeOverflow));
/// ```
pub fn try_fractal<R0: Integer, C0: Integer, R: Integer, C: Integer, O: LeafOrder<InBlocks<R0, C0, R, C>>>(
    (rows, cols): (R, C),
    (r0, c0): (R0, C0),
    order: O,
) -> Result<FractalLayout<R0, C0, O, R, C>, LayoutError> {
    const { check_block::<R0, C0>() };
    for (mode, block) in [r0.value(), c0.value()].into_iter().enumerate() {
        if block == 0 {
            return Err(LayoutError::ZeroBlock { mode });
        }
    }
    let shape = ((r0, ceil_div(rows, r0)), (c0, ceil_div(cols, c0)));
    let leaves = [r0.value(), shape.0.1.value(), c0.value(), shape.1.1.value()];
    compact(shape, order, (rows, cols), leaves)
}

#[track_caller]
const fn check_block<R0: Integer, C0: Integer>() {
    let text = match (R0::STATIC, C0::STATIC) {
        (Some(0), _) => Text::new().str("a block of 0 rows"),
        (_, Some(0)) => Text::new().str("a block of 0 columns"),
        _ => return,
    };
    panic!("{}", text.str(" holds nothing: every extent of a block is at least 1").as_str())
}

/// An extent of a fractal: a number, or `E`.
macro_rules! extent {
    (E $T:ident) => { E<$T> };
    ($n:ident $T:ident) => { Int<$n> };
}

/// Whether an extent of a fractal is `E`, which an element must have.
macro_rules! is_group {
    (E) => {
        true
    };
    ($n:ident) => {
        false
    };
}

macro_rules! fractal_formats {
    ($($(#[$doc:meta])* $name:ident: ($r0:ident, $c0:ident), $order:tt, $meaning:literal;)*) => { $(
        $(#[$doc])*
        #[allow(non_camel_case_types)]
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum $name {}

        impl Format for $name {
            const NAME: &'static str = stringify!($name);
            const MEANING: &'static str = $meaning;
            const ORDER: Option<&'static str> = Some(<crate::Shape!($order) as crate::tuple::IntTuple>::TEXT.as_str());
            const GROUPS: bool = is_group!($r0) || is_group!($c0);
            type Crd = (usize, usize);
            type Layout<T: Element, R: Integer, C: Integer> =
                FractalLayout<extent!($r0 T), extent!($c0 T), crate::Shape!($order), R, C>;

            fn of_size<T: Element, R: Integer, C: Integer>(
                rows: R,
                cols: C,
            ) -> Result<Self::Layout<T, R, C>, LayoutError> {
                try_fractal((rows, cols), (Int::new(), Int::new()), crate::shape!($order))
            }
        }
    )* };
}

fractal_formats! {
    /// zN: fractals of `16 x E`, row-major inside (z), one column of fractals after the other (N).
    ///
    /// Shape `((16, ⌈rows/16⌉), (E, ⌈cols/E⌉))`, stride `((E, 16E), (1, S))`, `S = 16E ⌈rows/16⌉`: a column of
    /// fractals is one strip of rows of 32 bytes. The format of matrices in L1; also called NZ in the field, which is
    /// not [`nZ`].
    ///
    /// ```
    /// use tilework::prelude::*;
    /// let l = make_layout::<zN, f16>(100, 50);
    /// assert_eq!(l.to_string(), "((_16,7),(_16,4)):((_16,_256),(_1,1792)) of (100,50)");
    /// assert_eq!(l.offset((17, 20)), 1 * 16 + 1 * 256 + 4 * 1 + 1 * 1792);
    /// ```
    zN: (U16, E), ((1, 2), (0, 3)), "row-major inside a fractal, column-major between fractals";
    /// nZ: fractals of `E x 16`, column-major inside (n), one row of fractals after the other (Z).
    ///
    /// Shape `((E, ⌈rows/E⌉), (16, ⌈cols/16⌉))`, stride `((1, S), (E, 16E))`, `S = 16E ⌈cols/16⌉`: the transpose of
    /// [`zN`].
    ///
    /// ```
    /// use tilework::prelude::*;
    /// let l = make_layout::<nZ, f16>(100, 50);
    /// assert_eq!(l.to_string(), "((_16,7),(_16,4)):((_1,1024),(_16,_256)) of (100,50)");
    /// assert_eq!(l.offset((17, 20)), 1 * 1 + 1 * 1024 + 4 * 16 + 1 * 256);
    /// ```
    nZ: (E, U16), ((0, 3), (1, 2)), "column-major inside a fractal, row-major between fractals";
    /// zZ: fractals of `16 x E`, row-major inside (z), one row of fractals after the other (Z).
    ///
    /// Shape `((16, ⌈rows/16⌉), (E, ⌈cols/E⌉))`, stride `((E, S), (1, 16E))`, `S = 16E ⌈cols/E⌉`.
    ///
    /// ```
    /// use tilework::prelude::*;
    /// let l = make_layout::<zZ, f16>(100, 50);
    /// assert_eq!(l.to_string(), "((_16,7),(_16,4)):((_16,1024),(_1,_256)) of (100,50)");
    /// assert_eq!(l.offset((17, 20)), 1 * 16 + 1 * 1024 + 4 * 1 + 1 * 256);
    /// ```
    zZ: (U16, E), ((1, 3), (0, 2)), "row-major inside a fractal, row-major between fractals";
    /// nN: fractals of `E x 16`, column-major inside (n), one column of fractals after the other (N).
    ///
    /// Shape `((E, ⌈rows/E⌉), (16, ⌈cols/16⌉))`, stride `((1, 16E), (E, S))`, `S = 16E ⌈rows/E⌉`: the transpose of
    /// [`zZ`].
    ///
    /// ```
    /// use tilework::prelude::*;
    /// let l = make_layout::<nN, f16>(100, 50);
    /// assert_eq!(l.to_string(), "((_16,7),(_16,4)):((_1,_256),(_16,1792)) of (100,50)");
    /// assert_eq!(l.offset((17, 20)), 1 * 1 + 1 * 256 + 4 * 16 + 1 * 1792);
    /// ```
    nN: (E, U16), ((0, 2), (1, 3)), "column-major inside a fractal, column-major between fractals";
    /// L0C: fractals of `16 x 16` elements of any width, in the order of [`zN`]: the accumulator.
    ///
    /// Shape `((16, ⌈rows/16⌉), (16, ⌈cols/16⌉))`, stride `((16, 256), (1, 256 ⌈rows/16⌉))`.
    ///
    /// ```
    /// use tilework::prelude::*;
    /// let l = make_layout::<L0C, f32>(100, 50);
    /// assert_eq!(l.to_string(), "((_16,7),(_16,4)):((_16,_256),(_1,1792)) of (100,50)");
    /// ```
    L0C: (U16, U16), ((1, 2), (0, 3)), "row-major inside a fractal, column-major between fractals";
    /// Weight4BitnZ: fractals of `32 x 16` elements of any width, in the order of [`nZ`]: 4-bit weights.
    ///
    /// Shape `((32, ⌈rows/32⌉), (16, ⌈cols/16⌉))`, stride `((1, 512 ⌈cols/16⌉), (32, 512))`.
    ///
    /// ```
    /// use tilework::{format::Weight4BitnZ, format::i4, prelude::*};
    /// let l = make_layout::<Weight4BitnZ, i4>(100, 50);
    /// assert_eq!(l.to_string(), "((_32,4),(_16,4)):((_1,2048),(_32,_512)) of (100,50)");
    /// ```
    Weight4BitnZ: (U32, U16), ((0, 3), (1, 2)), "column-major inside a fractal, row-major between fractals";
}

macro_rules! padding_formats {
    ($($(#[$doc:meta])* $name:ident: $order:tt, $meaning:literal;)*) => { $(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct $name<BR, BC>(PhantomData<(BR, BC)>);

        impl<BR: Integer + AllStatic, BC: Integer + AllStatic> Format for $name<BR, BC> {
            const NAME: &'static str = stringify!($name);
            const MEANING: &'static str = $meaning;
            const ORDER: Option<&'static str> = Some(<crate::Shape!($order) as crate::tuple::IntTuple>::TEXT.as_str());
            type Crd = (usize, usize);
            type Layout<T: Element, R: Integer, C: Integer> = FractalLayout<BR, BC, crate::Shape!($order), R, C>;

            fn of_size<T: Element, R: Integer, C: Integer>(
                rows: R,
                cols: C,
            ) -> Result<Self::Layout<T, R, C>, LayoutError> {
                try_fractal((rows, cols), (BR::VALUE, BC::VALUE), crate::shape!($order))
            }
        }
    )* };
}

padding_formats! {
    /// PaddingRowMajor: blocks of `BR x BC`, row-major inside and between, the last ones padded.
    ///
    /// Shape `((BR, ⌈rows/BR⌉), (BC, ⌈cols/BC⌉))`, stride `((BC, BR BC ⌈cols/BC⌉), (1, BR BC))`, in elements of any
    /// width. For blocks chosen at run time use [`fractal`].
    ///
    /// ```
    /// use tilework::{format::PaddingRowMajor, prelude::*};
    /// let l = make_layout::<PaddingRowMajor<Int!(32), Int!(16)>, f16>(100, 50);
    /// assert_eq!(l.to_string(), "((_32,4),(_16,4)):((_16,2048),(_1,_512)) of (100,50)");
    /// assert_eq!(l.offset((33, 20)), 2580);
    /// ```
    PaddingRowMajor: ((1, 3), (0, 2)), "row-major inside a block, row-major between blocks";
    /// PaddingColumnMajor: blocks of `BR x BC`, column-major inside and between, the last ones padded.
    ///
    /// Shape `((BR, ⌈rows/BR⌉), (BC, ⌈cols/BC⌉))`, stride `((1, BR BC), (BR, BR BC ⌈rows/BR⌉))`, in elements of any
    /// width. For blocks chosen at run time use [`fractal`].
    ///
    /// ```
    /// use tilework::{format::PaddingColumnMajor, prelude::*};
    /// let l = make_layout::<PaddingColumnMajor<Int!(32), Int!(16)>, f16>(100, 50);
    /// assert_eq!(l.to_string(), "((_32,4),(_16,4)):((_1,_512),(_32,2048)) of (100,50)");
    /// assert_eq!(l.offset((33, 20)), 2689);
    /// ```
    PaddingColumnMajor: ((0, 2), (1, 3)), "column-major inside a block, column-major between blocks";
}
