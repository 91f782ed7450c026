//! Layouts that map every coordinate to itself.
use super::compact::compact_col_major;
use super::error::Result;
use super::layout::DynLayout;
use super::stride::{Axis, Stride};
use super::tree::{Builder, Tree};
use super::tuple::{DynTuple, TupleRef};
use alloc::vec::Vec;

/// The layout of a shape whose offsets are the coordinates themselves, over basis strides.
///
/// An offset has one integer for every top-level mode; for a nested mode it is the index in that mode, so that
/// offsets compare with the [`extents`](DynLayout::extents) of a layout. Post-condition: `result(c) = c` for every
/// coordinate `c` with one integer for every top-level mode. Of an integer the coordinate is the index. What is done
/// to it is what the same would do to the coordinates of any tensor of this shape. Source: CuTe
/// `make_identity_layout`, which has an axis for each leaf: over [`make_basis_like`].
///
/// # Errors
/// If an extent is negative, there are more than 256 modes, or a number does not fit in 64 bits.
///
/// ```
/// # use tilework::dynamic::identity_layout;
/// let coordinates = identity_layout(&"(4,(2,5))".parse()?)?;
/// assert_eq!(coordinates.to_string(), "(4,(2,5)):(1@0,(1@1,2@1))");
/// assert_eq!(coordinates.offset(&"(3,7)".parse()?)?.to_string(), "(3,7)");
/// # Ok::<(), tilework::dynamic::Error>(())
/// ```
pub fn identity_layout(shape: &DynTuple) -> Result<DynLayout> {
    if shape.view().is_leaf() {
        return DynLayout::new(shape, &Tree::leaf(Stride::Int(1)));
    }
    let mut strides = Builder::new();
    strides.open()?;
    for (index, mode) in shape.modes().enumerate() {
        let axis = Axis::new(&[index])?;
        strides.push(compact_col_major(mode)?.map(|stride| Stride::Basis(stride, axis)).view())?;
    }
    strides.close();
    DynLayout::new(shape, &strides.finish())
}

/// A step along an axis of its own for each leaf of a shape: the strides of the layout that maps nested coordinates to
/// themselves. Source: CuTe `make_basis_like`.
///
/// # Errors
/// If the shape is nested deeper than 6 levels, or a tuple has more than 256 modes.
///
/// ```
/// # use tilework::dynamic::{DynTuple, make_basis_like};
/// let shape: DynTuple = "(4,(2,5))".parse()?;
/// assert_eq!(make_basis_like(shape.view())?.to_string(), "(1@0,(1@0@1,1@1@1))");
/// # Ok::<(), tilework::dynamic::Error>(())
/// ```
pub fn make_basis_like(shape: TupleRef<'_>) -> Result<Tree<Stride>> {
    let mut strides = Builder::new();
    write_axes(shape, &mut Vec::new(), &mut strides)?;
    Ok(strides.finish())
}

fn write_axes(shape: TupleRef<'_>, path: &mut Vec<usize>, strides: &mut Builder<Stride>) -> Result<()> {
    if shape.is_leaf() {
        strides.leaf(if path.is_empty() { Stride::Int(1) } else { Stride::Basis(1, Axis::new(path)?) });
        return Ok(());
    }
    strides.open()?;
    for (index, mode) in shape.modes().enumerate() {
        path.push(index);
        write_axes(mode, path, strides)?;
        path.pop();
    }
    strides.close();
    Ok(())
}
