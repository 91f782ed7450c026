//! The notation: macros that read layouts as they are written in the field.

/// The type of a static integer: `Int!(12288)`, `Int!(-3)`.
///
/// Any literal below 2^63; the type is canonical, see [`Int`](crate::int::Int).
#[macro_export]
macro_rules! Int {
    ($($notation:tt)*) => { $crate::notation_macros::Int!($crate $($notation)*) };
}

/// The value of a static integer: `int!(12288)`, `int!(-3)`; `int!(const TILE)` is that of a constant.
///
/// ```
/// use tilework::prelude::*;
/// let n = int!(12288);
/// assert_eq!(n, 12288);
/// assert_eq!(int!(-3).to_string(), "_-3");
/// ```
#[macro_export]
macro_rules! int {
    ($($notation:tt)*) => { $crate::notation_macros::int!($crate $($notation)*) };
}

/// The type of a shape: literals are static; a name is a type, `usize` for a dynamic extent.
#[macro_export]
macro_rules! Shape {
    ($($notation:tt)*) => { $crate::notation_macros::Shape!($crate $($notation)*) };
}

/// The value of a shape: literals are static; a name or a `{block}` is dynamic.
///
/// ```
/// use tilework::prelude::*;
/// let (rows, tiles) = (100, 7);
/// assert_eq!(shape!((16, tiles), {rows / 2}).notation().to_string(), "((_16,7),50)");
/// // parentheses make a tuple, as in the notation: (4) has rank 1 and depth 1, 4 has depth 0
/// assert_eq!((depth(shape!((4))), depth(shape!(4))), (1, 0));
/// ```
#[macro_export]
macro_rules! shape {
    ($($notation:tt)*) => { $crate::notation_macros::shape!($crate $($notation)*) };
}

/// The type of a stride: like [`Shape!`](crate::Shape!), and literals may be negative.
#[macro_export]
macro_rules! Stride {
    ($($notation:tt)*) => { $crate::notation_macros::Stride!($crate $($notation)*) };
}

/// The value of a stride: like [`shape!`](crate::shape!), and literals may be negative.
#[macro_export]
macro_rules! stride {
    ($($notation:tt)*) => { $crate::notation_macros::stride!($crate $($notation)*) };
}

/// The value of a coordinate: literals are static, a name or `{block}` is dynamic, `_` keeps a mode free.
///
/// ```
/// use tilework::prelude::*;
/// let i = 2;
/// assert_eq!(crd!(1, i), (int!(1), 2));
/// ```
#[macro_export]
macro_rules! crd {
    ($($notation:tt)*) => { $crate::notation_macros::crd!($crate $($notation)*) };
}

/// The type of a layout: `Layout!(((4,2),(4,3)):((4,16),(1,32)))`.
///
/// Literals are static; a name is a type. `?` is any dynamic integer, a `usize`, and `?{div=64}` one that is known to
/// be a [`Multiple`](crate::int::Multiple). A shape alone is the compact layout with the first mode fastest. `of` says
/// the logical extent, as layouts with padding print it: `Layout!(((16, 7), 50):((50, 800), 1) of (100, 50))`.
///
/// ```
/// use tilework::prelude::*;
/// type Tiled = Layout!(((16, ?), (8, ?)):((8, 128), (1, ?{div=128})));
/// let n = 7;
/// let l: Tiled = layout!(((16, n), (8, n)):((8, 128), (1, n*_128)));
/// assert_eq!(l.offset((17, 20)), 17 * 8 + 4 + 2 * 896);
/// ```
#[macro_export]
macro_rules! Layout {
    ($($notation:tt)*) => { $crate::notation_macros::Layout!($crate $($notation)*) };
}

/// A layout: `layout!(((4,2),(4,3)):((4,16),(1,32)))`.
///
/// Literals are static, and so is `const TILE`, the value of a constant, or `const {A * B}` of several, but of none
/// that depends on parameters of a function; a name or a `{block}` is dynamic. `n*_64` is `64 * n`, known to be a
/// [`Multiple`](crate::int::Multiple) of 64; a number that is one already is `{Multiple::<Int!(64)>::new(n)?}`. A name
/// written as those of constants are, without `const` or braces, is a warning: it would be dynamic. A shape alone is
/// the compact layout with the first mode fastest. Behind `of` stands the [logical extent](crate::layout::Extent): one
/// integer for every mode, how much of it holds elements. A layout of literals is a constant, and its mistakes are
/// compile errors at their place.
///
/// # Panics
/// If a leaf is dynamic and some offset would not fit in a machine word, or an extent is larger than its mode;
/// [`Layout::try_new`](crate::layout::Layout) and [`try_with_extent`](crate::layout::Layout) return that as an error.
///
/// ```
/// use tilework::prelude::*;
/// let n = 4;
/// let w2xh4 = layout!((2, n):(12, 1));
/// assert_eq!(w2xh4.to_string(), "(_2,4):(_12,_1)");
/// assert_eq!(layout!((n*_64, 8):(8, 1)).to_string(), "(4*_64,_8):(_8,_1)");
/// const TILE: usize = 12_288;
/// let tile: Layout!((const TILE, 8):(8, 1)) = layout!((const TILE, const {TILE / 1536}):(8, 1));
/// assert_eq!((tile.to_string(), size_of_val(&tile)), ("(_12288,_8):(_8,_1)".into(), 0));
/// assert_eq!(layout!((4, (2, 3))).to_string(), "(_4,(_2,_3)):(_1,(_4,_8))");
/// // 100 rows in blocks of 16: the last block has four
/// let blocks: Layout!(((16, 7), 50):((50, 800), 1) of (100, 50)) = layout!(((16, 7), 50):((50, 800), 1) of (100, 50));
/// assert_eq!((blocks.cosize().value(), blocks.len()), (5600, 5000));
/// ```
#[macro_export]
macro_rules! layout {
    ($($notation:tt)*) => { $crate::notation_macros::layout!($crate $($notation)*) };
}

/// The type of a layout over F2 strides: `XorLayout!((8, 8):(F1, F9))`; a name is a type.
#[macro_export]
macro_rules! XorLayout {
    ($($notation:tt)*) => { $crate::notation_macros::XorLayout!($crate $($notation)*) };
}

/// A layout over F2 strides: `xor_layout!((8, 8):(F1, F9))`, see [`XorLayout`](crate::placed::XorLayout). Everything
/// is static.
///
/// ```
/// use tilework::prelude::*;
/// assert_eq!(xor_layout!(((2, 4), 8):((F1, F2), F9)).to_string(), "((_2,_4),_8):((F1,F2),F9)");
/// ```
#[macro_export]
macro_rules! xor_layout {
    ($($notation:tt)*) => { $crate::notation_macros::xor_layout!($crate $($notation)*) };
}

/// The type of the layout of an array in HLO text: `Xla!(bf16[8,128]{1,0:T(8,128)(2,1)})`; see [`xla!`](crate::xla!).
///
/// A name or `{type}` is the type of a size: `usize` for a dynamic one.
///
/// ```
/// use tilework::prelude::*;
/// type Rows = Xla!(f32[usize,256]{1,0:T(8,128)});
/// let n = 100;
/// let rows: Rows = xla!(f32[n,256]{1,0:T(8,128)});
/// assert_eq!(rows.to_string(), "((_8,13),(_128,_2)):((_128,_2048),(_1,_1024)) of (100,_256)");
/// ```
#[macro_export]
macro_rules! Xla {
    ($($text:tt)*) => { $crate::notation_macros::Xla!($crate $($text)*) };
}

/// The layout of an array in HLO text: `xla!(bf16[8,128]{1,0:T(8,128)(2,1)})`.
///
/// Post-condition: the offset of a coordinate is the linear index of the element in XLA, in elements. An array
/// without a layout has the default one, row-major. A name or `{block}` is a dynamic size; `<=n` counts as `n`.
///
/// If in every dimension each block divides the block around it, where only the outermost may overhang, the layout is
/// an ordinary [`Layout`](crate::layout::Layout): a mode for each dimension, from the innermost block to the
/// outermost, over whole tiles, with the logical extent where they overhang. At run time `xla::nested_layout` gives
/// the same. Every other tiling is a [`TiledLayout`](crate::placed::TiledLayout), and needs static sizes.
///
/// What is in the text besides sizes, order and tiles (element type, `L`, `E`, `S`, `SC`, `M`) is read, and changes
/// no offset: offsets count elements, also of types narrower than a byte, whether `E` packs them or not. The bytes
/// are [`xla_bytes!`](crate::xla_bytes!).
///
/// # Panics
/// If a size is dynamic and there are more elements, padding included, than a machine word counts;
/// [`try_xla!`](crate::try_xla!) returns that as an error.
///
/// ```
/// use tilework::prelude::*;
/// let tiled = xla!(bf16[20,300]{1,0:T(8,128)(2,1)});
/// assert_eq!(tiled.to_string(), "((_2,_4,_3),(_128,_3)):((_1,_256,_3072),(_2,_1024)) of (_20,_300)");
/// // all known: a type, computed while compiling
/// let known: Int!(8535) = tiled.offset(crd!(19, 299));
/// assert_eq!((tiled.offset((19, 299)), tiled.cosize()), (8535, int!(9216)));
///
/// // a tensor in tiles, filled from rows
/// let data: Vec<f32> = (0..6000).map(|x| x as f32).collect();
/// let mut array = VecTensor::filled(tiled, 0.0)?;
/// copy(&View::new(&data, layout!((20, 300):(300, 1)))?, &mut array.view_mut())?;
/// assert_eq!(array.as_slice()[8535], 5999.0);
///
/// // 3 rows do not divide 8: the general map
/// let steps = xla!(f32[20,30]{1,0:T(8,16)(3,1)});
/// assert_eq!(steps.offset((8, 0)), 288);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// ```compile_fail
/// # use tilework::prelude::*;
/// // dimension 1 stands twice in the order of the dimensions
/// xla!(f32[2,3]{1,1});
/// ```
#[macro_export]
macro_rules! xla {
    ($($text:tt)*) => { $crate::notation_macros::xla!($crate $($text)*) };
}

/// The layout of an array in HLO text, or the overflow of its dynamic sizes; see [`xla!`](crate::xla!).
///
/// ```
/// use tilework::prelude::*;
/// let rows = usize::MAX / 2;
/// let error = try_xla!(f32[rows,256]{1,0:T(8,128)}).unwrap_err();
/// assert!(error.to_string().contains("does not fit in a machine word"));
/// ```
#[macro_export]
macro_rules! try_xla {
    ($($text:tt)*) => { $crate::notation_macros::try_xla!($crate $($text)*) };
}

/// The bytes that XLA allocates for an array in HLO text: a literal.
///
/// Post-condition: `xla::padded_size` of the text. Each physical dimension under the first tile is rounded up to it,
/// `L(n)` to a multiple of `n` elements, and of a dimension split by `SC` the largest piece counts. Elements take
/// whole bytes, or `E(n)` bits. Every size is a literal.
///
/// ```
/// use tilework::prelude::*;
/// const BYTES: usize = xla_bytes!(bf16[100,200]{1,0:T(8,128)(2,1)});
/// assert_eq!(BYTES, 104 * 256 * 2);
/// assert_eq!(xla_bytes!(s4[5,129]{1,0:T(8,128)(8,1)E(4)}), 1024);
/// ```
#[macro_export]
macro_rules! xla_bytes {
    ($($text:tt)*) => { $crate::notation_macros::xla_bytes!($crate $($text)*) };
}

/// A tiler by mode: `tiler!(16, 8, _)` cuts the first mode by 16 and the second by 8, and keeps the third.
///
/// An entry is an integer `N`, which stands for the layout `N:1`; a layout `shape:stride`; `_`, which keeps the mode;
/// or entries in parentheses, for the modes of a nested one. Literals are static, a name or `{block}` is dynamic.
/// There is one entry for every mode.
///
/// ```
/// use tilework::prelude::*;
/// let n = 8;
/// assert_eq!(tiler!(16, (2, 4):(1, 8), _, {n / 2}).to_string(), "<_16,(_2,_4):(_1,_8),_,4>");
/// ```
#[macro_export]
macro_rules! tiler {
    ($($notation:tt)*) => { $crate::notation_macros::tiler!($crate $($notation)*) };
}
