//! Layouts that map every coordinate to itself.
use super::error::Result;
use super::layout::DynLayout;
use super::stride::{Axis, Stride};
use super::tree::Builder;
use super::tuple::{DynTuple, TupleRef};
use alloc::vec::Vec;

/// The layout of a shape whose offsets are the coordinates themselves, over basis strides.
///
/// Post-condition: `result(c) = c`. What is done to it tells what the same would do to the coordinates of any tensor of this
/// shape. Source: CuTe `make_identity_layout`.
///
/// ```
/// # use tilework::dynamic::identity;
/// let coordinates = identity(&"(4,(2,5))".parse()?)?;
/// assert_eq!(coordinates.to_string(), "(4,(2,5)):(1@0,(1@0@1,1@1@1))");
/// # Ok::<(), tilework::dynamic::Error>(())
/// ```
pub fn identity(shape: &DynTuple) -> Result<DynLayout> {
    let mut strides = Builder::new();
    write_axes(shape.view(), &mut Vec::new(), &mut strides)?;
    DynLayout::new(shape, &strides.finish())
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
