//! How the part of an array that a device has lies in its memory.
use crate::dynamic::format::{ElementBits, Format, make_layout};
use crate::dynamic::{
    DynLayout, DynTuple, Mode, Result, Swizzle, Swizzled, Tree, column_major, invalid, row_major,
};
use crate::xla::{ArrayShape, Layout, PrimitiveType, nested_layout};
use alloc::boxed::Box;

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
    /// Another memory, of which each place is swizzled.
    Swizzled(Swizzle, Box<LocalMemory>),
}

impl LocalMemory {
    /// The layout of a part of these sizes, before places are [swizzled](Self::placed).
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
            LocalMemory::Swizzled(_, memory) => memory.layout(sizes),
        }
    }

    /// The same memory, where a fixed layout over F2 is [swizzles](DynLayout::to_swizzled) of one over integers.
    pub(super) fn over_integers(self) -> Self {
        match self {
            LocalMemory::Fixed(layout) => match layout.to_swizzled() {
                Ok(Swizzled { swizzles, layout }) => {
                    let memory = LocalMemory::Fixed(layout);
                    swizzles
                        .into_iter()
                        .rev()
                        .fold(memory, |memory, (swizzle, _)| LocalMemory::Swizzled(swizzle, Box::new(memory)))
                }
                // which is reported where a part is to be placed
                Err(_) => LocalMemory::Fixed(layout),
            },
            LocalMemory::Swizzled(swizzle, memory) => {
                LocalMemory::Swizzled(swizzle, Box::new(memory.over_integers()))
            }
            memory => memory,
        }
    }

    /// Whether places are swizzled.
    pub fn is_swizzled(&self) -> bool {
        matches!(self, LocalMemory::Swizzled(..))
    }

    /// Where elements are that a layout has, from an offset on, before places are swizzled.
    ///
    /// ```
    /// use tilework::shard::LocalMemory;
    /// let memory = LocalMemory::Swizzled("Sw<2,0,3>".parse()?, Box::new(LocalMemory::RowMajor));
    /// let row = memory.placed(8, "4:1".parse()?);
    /// assert_eq!(row.offsets().collect::<Result<Vec<_>, _>>()?, [9, 8, 11, 10]);
    /// # Ok::<(), tilework::dynamic::Error>(())
    /// ```
    pub fn placed(&self, offset: i64, layout: DynLayout) -> Swizzled {
        match self {
            LocalMemory::Swizzled(swizzle, memory) if memory.is_swizzled() => {
                swizzle.compose(memory.placed(offset, layout))
            }
            LocalMemory::Swizzled(swizzle, _) => swizzle.compose_at(offset, layout),
            _ if offset == 0 => layout.into(),
            // an offset stands before a swizzle, this one of no bits
            _ => Swizzle::IDENTITY.compose_at(offset, layout),
        }
    }
}
