//! The formats of TLA at run time: where NPU kernels keep their matrices.
//!
//! Most are fractal formats, each defined once by its fractal and the order of its leaves; the letters stand for
//! the order, the first (lower case) inside a fractal and the second (upper case) between fractals, z row-major
//! and n column-major. A layout made here spans whole fractals, and its extent is the matrix that was asked for.
//!
//! What may enter: constructors of layouts by format, tiles of such layouts, and predicates on them.
//! Source: the TLA documentation of CATLASS.
mod conv;
mod matches;
mod mx;
mod slice_tile;

pub use conv::{ConvFormat, conv_offset, make_feature_map_layout, make_filter_layout};
pub use matches::{Predicate, matches_format};
pub use mx::{MxFormat, Operand, make_mx_scale_layout};
pub use slice_tile::{TensorSlice, slice_tile};

use super::arithmetic::{self, ceil_div, round_up};
use super::compact::ordered;
use super::error::{Result, invalid};
use super::layout::DynLayout;
use super::mode::{Mode, mode_size};
use super::named::named;
use super::tree::{Builder, INLINE, Tree};
use super::tuple::DynTuple;
use alloc::vec::Vec;
use smallvec::SmallVec;

named! {
    /// How a matrix lies in memory.
    #[allow(non_camel_case_types, reason = "the field names these formats by their letters")]
    pub enum Format "format" {
        /// Rows one after another.
        RowMajor "RowMajor",
        /// Columns one after another.
        ColumnMajor "ColumnMajor",
        /// One row without a row mode.
        VectorLayout "VectorLayout",
        /// Row-major inside a fractal of 16 rows by 32 bytes, fractals column-major.
        zN "zN",
        /// Column-major inside a fractal of 32 bytes by 16 columns, fractals row-major.
        nZ "nZ",
        /// Row-major inside a fractal of 16 rows by 32 bytes, fractals row-major.
        zZ "zZ",
        /// Column-major inside a fractal of 32 bytes by 16 columns, fractals column-major.
        nN "nN",
        /// Order of zN over fractals of 16 by 16 elements, whatever their width.
        L0C "L0C",
        /// Order of nZ over fractals of 32 by 16 elements, whatever their width.
        Weight4BitnZ "Weight4BitnZ",
        /// Order of zZ over blocks of a given shape.
        PaddingRowMajor "PaddingRowMajor",
        /// Order of nN over blocks of a given shape.
        PaddingColumnMajor "PaddingColumnMajor",
    }
}

impl Format {
    /// Whether the block of the format is given by the user instead of by the element.
    pub fn has_block(self) -> bool {
        matches!(self, Format::PaddingRowMajor | Format::PaddingColumnMajor)
    }

    /// The fractal of the format for elements of this width; none for the flat formats and those over blocks.
    pub fn fractal(self, element: ElementBits) -> Option<Fractal> {
        let row = element.in_32_bytes();
        Some(match self {
            Format::zN => Fractal { rows: 16, columns: row, order: FractalOrder::ZN },
            Format::nZ => Fractal { rows: row, columns: 16, order: FractalOrder::NZ },
            Format::zZ => Fractal { rows: 16, columns: row, order: FractalOrder::ZZ },
            Format::nN => Fractal { rows: row, columns: 16, order: FractalOrder::NN },
            Format::L0C => Fractal { rows: 16, columns: 16, order: FractalOrder::ZN },
            Format::Weight4BitnZ => Fractal { rows: 32, columns: 16, order: FractalOrder::NZ },
            _ => return None,
        })
    }

    /// The blocks of a padding format as a fractal.
    fn blocks(self, (rows, columns): (i64, i64)) -> Option<Fractal> {
        match self {
            Format::PaddingRowMajor => Some(Fractal { rows, columns, order: FractalOrder::ZZ }),
            Format::PaddingColumnMajor => Some(Fractal { rows, columns, order: FractalOrder::NN }),
            _ => None,
        }
    }
}

/// The width of an element: 4, 8, 16, 32 or 64 bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ElementBits(u32);

impl ElementBits {
    /// This width, if it is one of 4, 8, 16, 32 and 64.
    ///
    /// # Errors
    /// If it is none of these.
    pub fn new(bits: i64) -> Result<ElementBits> {
        match u32::try_from(bits) {
            Ok(bits @ (4 | 8 | 16 | 32 | 64)) => Ok(ElementBits(bits)),
            _ => Err(invalid!("element", "{bits} bits: elements have 4, 8, 16, 32 or 64")),
        }
    }

    /// The number of bits.
    pub fn bits(self) -> u32 {
        self.0
    }

    /// The number of elements in 32 bytes, the row of a fractal.
    pub fn in_32_bytes(self) -> i64 {
        256 / i64::from(self.0)
    }
}

/// The block a fractal format repeats, and the order of the four leaves of the layout.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fractal {
    /// Rows of a block.
    pub rows: i64,
    /// Columns of a block.
    pub columns: i64,
    /// Which leaf varies fastest.
    pub order: FractalOrder,
}

/// The order of the leaves `((rows in a block, blocks), (columns in a block, blocks))`: 0 varies fastest.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FractalOrder(pub [[i64; 2]; 2]);

impl FractalOrder {
    /// Row-major inside, column-major between.
    pub const ZN: FractalOrder = FractalOrder([[1, 2], [0, 3]]);
    /// Column-major inside, row-major between.
    pub const NZ: FractalOrder = FractalOrder([[0, 3], [1, 2]]);
    /// Row-major inside, row-major between.
    pub const ZZ: FractalOrder = FractalOrder([[1, 3], [0, 2]]);
    /// Column-major inside, column-major between.
    pub const NN: FractalOrder = FractalOrder([[0, 2], [1, 3]]);
}

impl Fractal {
    /// The layout of a matrix in such blocks.
    ///
    /// Post-condition: a bijection from the padded matrix onto `0..size`; the extent is the matrix.
    ///
    /// # Errors
    /// If the matrix has a negative extent, the block one that is not positive, or a number does not fit in 64 bits.
    pub fn layout(self, rows: i64, columns: i64) -> Result<DynLayout> {
        check_extents(rows, columns)?;
        if self.rows <= 0 || self.columns <= 0 {
            return Err(invalid!("make_layout", "a block of {}x{} elements", self.rows, self.columns));
        }
        let pair = |[a, b]: [i64; 2]| Tree::flat([a, b]);
        let shape = [[self.rows, ceil_div(rows, self.rows)], [self.columns, ceil_div(columns, self.columns)]]
            .map(pair);
        let order = self.order.0.map(pair);
        let shape: DynTuple = Tree::tuple(shape.iter().map(Tree::view))?;
        let order: DynTuple = Tree::tuple(order.iter().map(Tree::view))?;
        ordered(&shape, &order)?.with_extent(&[rows, columns])
    }
}

/// The layout of a matrix of `rows` by `columns` in a format, for elements of this width.
///
/// The extent of the result is the matrix; what the shape spans beyond it is padding. `VectorLayout` takes the columns
/// and ignores the rows. Rows of 4-bit elements begin at whole bytes in `RowMajor`, columns in `ColumnMajor`.
/// Padding formats need a block: [`make_padding_layout`].
///
/// # Errors
/// If an extent is negative, the format needs a block, or a number does not fit in 64 bits.
///
/// ```
/// # use tilework::dynamic::format::{ElementBits, Format, make_layout};
/// let layout = make_layout(Format::zN, 100, 50, ElementBits::new(16)?)?;
/// assert_eq!(layout.to_string(), "((16,7),(16,4)):((16,256),(1,1792)) of (100,50)");
/// # Ok::<(), tilework::dynamic::Error>(())
/// ```
pub fn make_layout(format: Format, rows: i64, columns: i64, element: ElementBits) -> Result<DynLayout> {
    check_extents(rows, columns)?;
    if let Some(fractal) = format.fractal(element) {
        return fractal.layout(rows, columns);
    }
    // Two 4-bit elements share a byte, which belongs to one row only.
    let whole_bytes = |extent| if element.bits() == 4 { round_up(extent, 2, "stride") } else { Ok(extent) };
    let modes = match format {
        Format::RowMajor => Tree::flat([Mode::new(rows, whole_bytes(columns)?), Mode::new(columns, 1)]),
        Format::ColumnMajor => Tree::flat([Mode::new(rows, 1), Mode::new(columns, whole_bytes(rows)?)]),
        Format::VectorLayout => Tree::flat([Mode::new(columns, 1)]),
        _ => return Err(invalid!("make_layout", "{format} needs the shape of its blocks")),
    };
    DynLayout::from_modes(modes)
}

/// A row-major matrix whose rows begin at multiples of 32 bytes.
///
/// # Errors
/// If an extent is negative, or a number does not fit in 64 bits.
///
/// ```
/// # use tilework::dynamic::format::{ElementBits, make_aligned_layout};
/// assert_eq!(make_aligned_layout(17, 17, ElementBits::new(16)?)?.to_string(), "(17,17):(32,1)");
/// # Ok::<(), tilework::dynamic::Error>(())
/// ```
pub fn make_aligned_layout(rows: i64, columns: i64, element: ElementBits) -> Result<DynLayout> {
    check_extents(rows, columns)?;
    let stride = round_up(columns, element.in_32_bytes(), "stride")?;
    DynLayout::from_modes(Tree::flat([Mode::new(rows, stride), Mode::new(columns, 1)]))
}

/// The layout of a matrix in a padding format over blocks of this shape.
///
/// # Errors
/// If the format has no blocks to choose; else as [`Fractal::layout`].
///
/// ```
/// # use tilework::dynamic::format::{Format, make_padding_layout};
/// let layout = make_padding_layout(Format::PaddingRowMajor, 100, 50, (32, 16))?;
/// assert_eq!(layout.to_string(), "((32,4),(16,4)):((16,2048),(1,512)) of (100,50)");
/// # Ok::<(), tilework::dynamic::Error>(())
/// ```
pub fn make_padding_layout(format: Format, rows: i64, columns: i64, block: (i64, i64)) -> Result<DynLayout> {
    format
        .blocks(block)
        .ok_or_else(|| invalid!("make_layout", "{format} has no blocks to choose"))?
        .layout(rows, columns)
}

/// Copies of a layout one after another: the modes of `outer` behind its own, the first of them fastest, beginning at
/// the cosize of the layout.
///
/// # Errors
/// If the logical extent is not that of the top-level modes, an extent of `outer` is negative, or a number does not fit
/// in 64 bits.
///
/// ```
/// # use tilework::dynamic::format::{ElementBits, Format, batched, make_layout};
/// let matrix = make_layout(Format::zN, 32, 48, ElementBits::new(16)?)?;
/// let layout = batched(&matrix, &"4".parse()?)?;
/// assert_eq!(layout.to_string(), "((16,2),(16,3),4):((16,256),(1,512),1536)");
/// # Ok::<(), tilework::dynamic::Error>(())
/// ```
pub fn batched(inner: &DynLayout, outer: &DynTuple) -> Result<DynLayout> {
    let mut running = inner.cosize();
    let copies = outer.try_map(|extent| {
        let mode = Mode::new(extent, running);
        running = arithmetic::mul(running, extent, "stride")?;
        Ok(mode)
    })?;
    let mut modes = Builder::new();
    modes.open()?;
    inner.modes().chain(copies.modes()).try_for_each(|mode| modes.push(mode))?;
    modes.close();
    let mut extent: Vec<i64> = inner.extent_by_mode("batched")?.leaves().to_vec();
    for mode in copies.modes() {
        extent.push(mode_size(mode)?);
    }
    DynLayout::from_modes(modes.finish())?.with_extent(&extent)
}

/// The elements to allocate for a layout of this module: its cosize, and what pads the last run of elements to the
/// distance of runs.
///
/// # Errors
/// If the number does not fit in 64 bits.
///
/// ```
/// # use tilework::dynamic::format::{ElementBits, Format, capacity, make_layout};
/// let layout = make_layout(Format::RowMajor, 2, 3, ElementBits::new(4)?)?;
/// assert_eq!((layout.to_string().as_str(), layout.cosize(), capacity(&layout)?), ("(2,3):(4,1)", 7, 8));
/// # Ok::<(), tilework::dynamic::Error>(())
/// ```
pub fn capacity(layout: &DynLayout) -> Result<i64> {
    if layout.size() == 0 {
        return Ok(0);
    }
    let mut modes: SmallVec<[(i64, i64); INLINE]> =
        layout.leaves().iter().filter_map(|mode| Some((mode.stride.as_int()?.abs(), mode.extent))).collect();
    modes.sort_unstable();
    let padding = match modes[..] {
        [(stride, extent), (next, _), ..] => (next - stride.saturating_mul(extent)).max(0),
        _ => 0,
    };
    arithmetic::add(layout.cosize(), padding, "capacity")
}

fn check_extents(rows: i64, columns: i64) -> Result<()> {
    if rows < 0 || columns < 0 {
        return Err(invalid!("make_layout", "a matrix of {rows}x{columns}"));
    }
    Ok(())
}
