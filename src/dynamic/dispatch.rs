//! From data to types: a matrix whose structure was read, in a kernel that is compiled for a few structures.
use super::error::{Result, invalid};
use super::fit::fitted;
use super::layout::DynLayout;
use crate::Int;
use crate::int::{Signed, word};
use crate::layout::{Extent, Layout, Matrix};
use crate::tuple::{self, Shape};

/// Calls a kernel with the layout as a type: one of a few forms with dynamic leaves, whose innermost block is static
/// where it has a common size.
///
/// | form | for instance |
/// |---|---|
/// | a matrix whose rows, or columns, are contiguous | `(100,50):(50,1)` |
/// | blocks of 2, 4, 8, 16, 32, 64, 128 or any other number of neighbours along rows, or columns | zN, nZ, zZ, nN; XLA's `(8,128)` |
/// | blocks of 128 columns, in which 2 or 4 rows stand side by side | XLA's `(8,128)(2,1)`, `(16,128)(2,1)`, `(8,128)(4,1)`, `(32,128)(4,1)` |
/// | any two strides | `(100,50):(100,2)` |
/// | a [`DynMatrix`] | `((3,5,7),(4,8)):((1,12,480),(3,60))` |
///
/// Post-condition: the layout that the kernel gets has the extents of this one, so the same padding, and the same
/// offset at every coordinate. It is the first of these forms that fits.
///
/// The kernel is compiled once for each of 24 forms: what one call of it does with two layouts, each dispatched, it
/// does in 576 ways. A kernel of this crate is fast for a [`DynMatrix`] too; so one of the two may stay one.
///
/// # Errors
/// As [`DynLayout::to_matrix`].
///
/// ```
/// use tilework::dynamic::{DynLayout, MatrixKernel, dispatch};
/// use tilework::{prelude::*, tensor::TensorError};
/// /// The trace of a matrix that is seen through the layout.
/// struct Trace<'a>(&'a [f32]);
///
/// impl MatrixKernel for Trace<'_> {
///     type Output = Result<f32, TensorError>;
///     fn run<L: Matrix>(self, layout: L) -> Self::Output {
///         let a = View::new(self.0, layout)?;
///         Ok((0..layout.rows().min(layout.cols())).map(|i| a[(i, i)]).sum())
///     }
/// }
/// let data: Vec<f32> = (0..12).map(|x| x as f32).collect();
/// let layout: DynLayout = "((2,2),3):((1,6),2) of (3,3)".parse()?;
/// assert_eq!(dispatch(&layout, Trace(&data))??, 0.0 + 3.0 + 10.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn dispatch<K: MatrixKernel>(layout: &DynLayout, kernel: K) -> Result<K::Output> {
    let extents = layout.matrix_extents()?;
    macro_rules! first_of {
        ($($shape:ty: $stride:ty;)*) => { $(
            if let Some(form) = form::<$shape, $stride>(layout, extents) {
                return Ok(kernel.run(form));
            }
        )* };
    }
    // blocks of so many neighbours, along rows or along columns
    macro_rules! first_of_blocks {
        ($($size:ty),*) => { first_of! { $(
            ((usize, usize), ($size, usize)): ((usize, usize), (Int!(1), usize));
            (($size, usize), (usize, usize)): ((Int!(1), usize), (usize, usize));
        )* } };
    }
    first_of! {
        (usize, usize): (usize, Int!(1));
        (usize, usize): (Int!(1), usize);
        (usize, usize): (usize, usize);
    }
    // pairs and fours of rows side by side: XLA's tiles of 8, 16 and 32 rows for elements of 16 and 8 bits
    first_of! {
        ((Int!(2), Int!(4), usize), (Int!(128), usize)): ((Int!(1), Int!(256), usize), (Int!(2), usize));
        ((Int!(2), Int!(8), usize), (Int!(128), usize)): ((Int!(1), Int!(256), usize), (Int!(2), usize));
        ((Int!(4), Int!(2), usize), (Int!(128), usize)): ((Int!(1), Int!(512), usize), (Int!(4), usize));
        ((Int!(4), Int!(8), usize), (Int!(128), usize)): ((Int!(1), Int!(512), usize), (Int!(4), usize));
    }
    first_of_blocks!(Int!(128), Int!(64), Int!(32), Int!(16), Int!(8), Int!(4), Int!(2), usize);
    Ok(kernel.run(layout.to_matrix()?))
}

/// What [`dispatch`] calls: a function of a layout, whichever type that has.
pub trait MatrixKernel {
    /// What it returns.
    type Output;
    /// The function.
    fn run<L: Matrix>(self, layout: L) -> Self::Output;
}

/// The leaves of one mode of a [`DynMatrix`].
type Leaves<T> = (T, T, T, T);

/// Any matrix whose modes have up to four leaves each, all dynamic: what [`DynLayout::to_matrix`] gives.
pub type DynMatrix = Layout<(Leaves<usize>, Leaves<usize>), (Leaves<Signed>, Leaves<Signed>), (usize, usize)>;

impl DynLayout {
    /// The layout as one that tensors and kernels take.
    ///
    /// Post-condition: the same extents, so the same padding, and the same offset at every coordinate. Each mode is
    /// coalesced.
    ///
    /// Kernels of this crate walk its blocks as loops by hand would that do not know their sizes. To index it costs a
    /// few divisions an element: a kernel of one's own is better [dispatched](dispatch).
    ///
    /// # Errors
    /// If the layout has another rank than 2, a mode has more than four leaves once it is coalesced, strides are not
    /// integers, or the logical extent is not that of its modes.
    ///
    /// ```
    /// use tilework::{dynamic::DynLayout, prelude::*};
    /// let rows: DynLayout = "(8,12):(12,1)".parse()?;
    /// let zn: DynLayout = "((4,2),(4,3)):((4,16),(1,32))".parse()?;
    /// let data: Vec<u32> = (0..96).collect();
    /// let mut packed = VecTensor::filled(zn.to_matrix()?, 0)?;
    /// copy(&View::new(&data, rows.to_matrix()?)?, &mut packed.view_mut())?;
    /// assert_eq!(packed.as_slice()[37], 17);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn to_matrix(&self) -> Result<DynMatrix> {
        self.matrix_extents()?;
        DynMatrix::try_from(self)
    }

    /// The numbers of rows and of columns.
    fn matrix_extents(&self) -> Result<(usize, usize)> {
        match self.extent_by_mode("to_matrix")?.leaves() {
            &[rows, cols] => Ok((word::size(rows), word::size(cols))),
            _ => Err(invalid!("to_matrix", "{self} has rank {}, and a matrix has rank 2", self.rank())),
        }
    }
}

/// The layout in this form, if it has it.
fn form<S: Shape, D: tuple::Stride<S>>(
    layout: &DynLayout,
    extents: (usize, usize),
) -> Option<Layout<S, D, (usize, usize)>>
where
    (usize, usize): Extent<S>,
{
    let (shape, stride) = fitted(layout).ok()?;
    Layout::try_with_extent(shape, stride, extents).ok()
}
