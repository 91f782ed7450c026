//! Shapes and layouts as HLO text, exactly as XLA prints them.
use super::layout::Layout;
use super::shape::{ArrayShape, Dimension, Shape};
use super::tile::Tile;
use core::fmt::{Display, Formatter, Result};

impl Display for Shape {
    /// With the layouts.
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        write_shape(self, f, true)
    }
}

impl Display for ArrayShape {
    /// With the layout, unless it is that of a scalar and says nothing.
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        write_array(self, f, true)
    }
}

impl Shape {
    /// Prints the shape without layouts: `f32[2,3]`.
    pub fn without_layout(&self) -> impl Display + '_ {
        Plain(self)
    }
}

struct Plain<'a>(&'a Shape);

impl Display for Plain<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        write_shape(self.0, f, false)
    }
}

fn write_shape(shape: &Shape, f: &mut Formatter<'_>, with_layout: bool) -> Result {
    match shape {
        Shape::Array(array) => write_array(array, f, with_layout),
        Shape::Buffer(array) => {
            f.write_str("b(")?;
            write_array(array, f, with_layout)?;
            f.write_str(")")
        }
        Shape::Token => f.write_str("token[]"),
        Shape::Opaque => f.write_str("opaque[]"),
        Shape::Tuple(shapes) => {
            f.write_str("(")?;
            for (index, shape) in shapes.iter().enumerate() {
                match index {
                    0 => {}
                    _ if index % 5 == 0 => write!(f, ", /*index={index}*/")?,
                    _ => f.write_str(", ")?,
                }
                write_shape(shape, f, with_layout)?;
            }
            f.write_str(")")
        }
    }
}

fn write_array(array: &ArrayShape, f: &mut Formatter<'_>, with_layout: bool) -> Result {
    write!(f, "{}[", array.element_type())?;
    write_list(array.dimensions(), f)?;
    f.write_str("]")?;
    match array.layout() {
        Some(layout) if with_layout && !(array.rank() == 0 && *layout == layout.host()) => layout.fmt(f),
        _ => Ok(()),
    }
}

impl Display for Dimension {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            Dimension::Static(size) => write!(f, "{size}"),
            Dimension::Bounded(size) => write!(f, "<={size}"),
            Dimension::Unbounded => f.write_str("?"),
        }
    }
}

impl Display for Tile {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        f.write_str("(")?;
        write_list(self.sizes(), f)?;
        f.write_str(")")
    }
}

impl Display for Layout {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        f.write_str("{")?;
        write_list(self.minor_to_major(), f)?;
        if *self != self.host() {
            f.write_str(":")?;
            write_attributes(self, f)?;
        }
        f.write_str("}")
    }
}

fn write_attributes(layout: &Layout, f: &mut Formatter<'_>) -> Result {
    if !layout.tiles().is_empty() {
        f.write_str("T")?;
        layout.tiles().iter().try_for_each(|tile| tile.fmt(f))?;
    }
    if layout.tail_padding_alignment() != 1 {
        write!(f, "L({})", layout.tail_padding_alignment())?;
    }
    if let Some(index_type) = layout.index_primitive_type() {
        write!(f, "#({index_type})")?;
    }
    if let Some(pointer_type) = layout.pointer_primitive_type() {
        write!(f, "*({pointer_type})")?;
    }
    if layout.element_size_in_bits() != 0 {
        write!(f, "E({})", layout.element_size_in_bits())?;
    }
    if layout.memory_space() != 0 {
        write!(f, "S({})", layout.memory_space())?;
    }
    for (place, config) in layout.split_configs().iter().enumerate() {
        write!(f, "{}({}:", if place == 0 { "SC" } else { "" }, config.dimension)?;
        write_list(&config.indices, f)?;
        f.write_str(")")?;
    }
    if let Some(shape) = layout.physical_shape() {
        write!(f, "P({shape})")?;
    }
    if layout.dynamic_metadata_prefix_bytes() != 0 {
        write!(f, "M({})", layout.dynamic_metadata_prefix_bytes())?;
    }
    Ok(())
}

fn write_list<T: Display>(items: &[T], f: &mut Formatter<'_>) -> Result {
    for (index, item) in items.iter().enumerate() {
        if index > 0 {
            f.write_str(",")?;
        }
        item.fmt(f)?;
    }
    Ok(())
}
