//! ScaLAPACK's descriptors of distributed matrices.
use super::assignment::TileAssignment;
use super::distribution::Distribution;
use super::memory::LocalMemory;
use super::sharding::TiledSharding;
use crate::dynamic::{Result, invalid};

/// The descriptor of a matrix in blocks on a grid of processes: ScaLAPACK's array of nine integers, without its type 1
/// and its context. Local matrices are column-major, their columns `leading` apart.
///
/// ```
/// use tilework::shard::{GridOrder, ScalapackDescriptor};
/// // DTYPE_, CTXT_, M_, N_, MB_, NB_, RSRC_, CSRC_, LLD_
/// let descriptor = ScalapackDescriptor::new([1, 0, 9, 8, 2, 3, 0, 1, 5])?;
/// let matrix = descriptor.distribution([2, 2], GridOrder::RowMajor)?;
/// assert_eq!(matrix.owners(&[2, 0])?, [3]);
/// assert_eq!(matrix.local_layout(1)?.to_string(), "(5,5):(1,5)");
/// # Ok::<(), tilework::dynamic::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ScalapackDescriptor {
    /// Rows and columns of the matrix, `M_` and `N_`.
    pub extents: [i64; 2],
    /// Rows and columns of a block, `MB_` and `NB_`.
    pub blocks: [i64; 2],
    /// The row and the column of processes that have the first block, `RSRC_` and `CSRC_`.
    pub first: [i64; 2],
    /// The distance of columns in a local matrix, `LLD_`.
    pub leading: i64,
}

/// How ranks are counted in a grid of processes: the second argument of `BLACS_GRIDINIT`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum GridOrder {
    /// Along rows, `'R'`.
    RowMajor,
    /// Along columns, `'C'`.
    ColumnMajor,
}

impl ScalapackDescriptor {
    /// Reads the nine integers of a dense matrix.
    ///
    /// # Errors
    /// If the first one is not 1, dense.
    pub fn new(descriptor: [i64; 9]) -> Result<Self> {
        let [kind, _, rows, columns, block_rows, block_columns, first_row, first_column, leading] =
            descriptor;
        if kind != 1 {
            return Err(invalid!("ScaLAPACK", "a descriptor of type {kind}: a dense matrix has 1"));
        }
        let (extents, blocks) = ([rows, columns], [block_rows, block_columns]);
        Ok(ScalapackDescriptor { extents, blocks, first: [first_row, first_column], leading })
    }

    /// The distribution over a grid of so many rows and columns of processes.
    ///
    /// # Errors
    /// If the grid is empty, there is no process that has the first block, or a local matrix has more rows than its
    /// columns are apart.
    pub fn distribution(&self, grid: [i64; 2], order: GridOrder) -> Result<Distribution> {
        let assignment = match order {
            GridOrder::RowMajor => TileAssignment::iota(&grid, &grid, &[0, 1])?,
            GridOrder::ColumnMajor => TileAssignment::iota(&grid, &[grid[1], grid[0]], &[1, 0])?,
        };
        let tiled = TiledSharding::new(assignment, &[])?;
        let matrix = Distribution::block_cyclic(&self.extents, &self.blocks, &self.first, &tiled)?
            .with_memory(LocalMemory::Columns(self.leading));
        let rows = matrix.dimensions()[0];
        let most = (0..grid[0]).map(|part| rows.local_extent(part)).max().unwrap_or(0);
        if self.leading < most.max(1) {
            let leading = self.leading;
            return Err(invalid!("ScaLAPACK", "local matrices have {most} rows, and LLD_ is {leading}"));
        }
        Ok(matrix)
    }
}
