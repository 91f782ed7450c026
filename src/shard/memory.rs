//! How the part of an array that a device has lies in its memory.
use crate::dynamic::format::{ElementBits, Format, make_layout};
use crate::dynamic::{DynLayout, DynTuple, Mode, Result, Tree, column_major, invalid, row_major};
use crate::xla::{ArrayShape, Layout, PrimitiveType, nested_layout};

/// How the part of an array that a device has lies in its memory: a layout for every shape that a part may have.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(clippy::large_enum_variant, reason = "a distribution has one, and layouts of XLA are that large")]
pub enum LocalMemory {
    /// Without gaps, the last dimension fastest.
    RowMajor,
    /// Without gaps, the first dimension fastest.
    ColumnMajor,
    /// A matrix whose columns are so many elements apart: `LLD_` of ScaLAPACK.
    Columns(i64),
    /// A matrix in a format of TLA, for elements of this width.
    Format(Format, ElementBits),
    /// An array of XLA with its order of dimensions and tiles.
    Xla(PrimitiveType, Layout),
    /// The same layout on every device, of which a part fills the beginning.
    Fixed(DynLayout),
}

impl LocalMemory {
    /// The layout of a part of these sizes.
    ///
    /// Post-condition: its extents are those sizes.
    ///
    /// # Errors
    /// If there is no such layout for the number of dimensions, the part is larger than the memory, or no nested layout
    /// is that of XLA.
    ///
    /// ```
    /// use tilework::shard::LocalMemory;
    /// let tiled = LocalMemory::Xla(tilework::xla::PrimitiveType::F32, "{1,0:T(8,128)}".parse()?);
    /// assert_eq!(tiled.layout(&[12, 200])?.to_string(), "((8,2),(128,2)):((128,2048),(1,1024)) of (12,200)");
    /// # Ok::<(), tilework::dynamic::Error>(())
    /// ```
    pub fn layout(&self, sizes: &[i64]) -> Result<DynLayout> {
        let matrix = || match *sizes {
            [rows, columns] => Ok((rows, columns)),
            _ => Err(invalid!("memory", "a matrix has 2 dimensions, the array has {}", sizes.len())),
        };
        match self {
            LocalMemory::RowMajor => row_major(&DynTuple::flat(sizes.iter().copied())),
            LocalMemory::ColumnMajor => column_major(&DynTuple::flat(sizes.iter().copied())),
            LocalMemory::Columns(distance) => {
                let (rows, columns) = matrix()?;
                if *distance < rows {
                    return Err(invalid!("memory", "columns of {rows} elements are {distance} apart"));
                }
                DynLayout::from_modes(Tree::flat([Mode::new(rows, 1), Mode::new(columns, *distance)]))
            }
            LocalMemory::Format(format, element) => {
                let (rows, columns) = matrix()?;
                make_layout(*format, rows, columns, *element)
            }
            LocalMemory::Xla(element, layout) => {
                nested_layout(&ArrayShape::of_sizes(*element, sizes)?.with_layout(layout.clone())?)
            }
            LocalMemory::Fixed(layout) => layout.clone().padded().with_extent(sizes),
        }
    }
}
