//! When two shapes are the same.
use super::layout::Layout;
use super::shape::{ArrayShape, Dimension, Shape};
use tilework_tiles::PrimitiveType;

/// What to overlook when element types are compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Ignore {
    /// Nothing.
    #[default]
    Nothing,
    /// The precision of floating-point numbers: `f32` and `bf16` are the same.
    FpPrecision,
    /// Element types.
    ElementType,
}

/// Whether two shapes are the same: element types, dimensions, which of them are dynamic, and layouts.
///
/// The bytes in front of dynamic arrays, `M(n)`, do not count. Source: XLA, `ShapeUtil::Equal`.
///
/// ```
/// use tilework::xla::{Ignore, equal};
/// let (a, b) = ("f32[2,3]{1,0}".parse()?, "bf16[2,3]{1,0}".parse()?);
/// assert!(!equal(&a, &b, Ignore::Nothing) && equal(&a, &b, Ignore::FpPrecision));
/// # Ok::<(), tilework::dynamic::Error>(())
/// ```
pub fn equal(lhs: &Shape, rhs: &Shape, ignore: Ignore) -> bool {
    same(lhs, rhs, &|lhs, rhs| {
        same_element_types(lhs.element_type(), rhs.element_type(), ignore)
            && lhs.dimensions() == rhs.dimensions()
            && same_layouts(lhs.layout(), rhs.layout())
    })
}

/// Whether values of one shape can stand for values of the other: element types and bounds are the same, layouts and
/// which dimensions are dynamic do not count, and an unbounded dimension fits any.
///
/// Source: XLA, `ShapeUtil::Compatible`.
///
/// ```
/// use tilework::xla::{Ignore, compatible};
/// assert!(compatible(&"f32[<=4,3]{1,0}".parse()?, &"f32[4,3]{0,1}".parse()?, Ignore::Nothing));
/// # Ok::<(), tilework::dynamic::Error>(())
/// ```
pub fn compatible(lhs: &Shape, rhs: &Shape, ignore: Ignore) -> bool {
    same(lhs, rhs, &|lhs, rhs| {
        same_element_types(lhs.element_type(), rhs.element_type(), ignore) && same_dimensions(lhs, rhs)
    })
}

/// Whether two arrays have the same bounds, where an unbounded dimension fits any; element types and layouts do not
/// count.
///
/// Source: XLA, `ShapeUtil::SameDimensions`.
pub fn same_dimensions(lhs: &ArrayShape, rhs: &ArrayShape) -> bool {
    let fits = |(lhs, rhs): (&Dimension, &Dimension)| {
        matches!((lhs, rhs), (Dimension::Unbounded, _) | (_, Dimension::Unbounded))
            || lhs.bound() == rhs.bound()
    };
    lhs.rank() == rhs.rank() && lhs.dimensions().iter().zip(rhs.dimensions()).all(fits)
}

/// Whether two shapes have the same layouts; both must be nested alike.
///
/// Source: XLA, `LayoutUtil::LayoutsInShapesEqual`.
pub fn layouts_equal(lhs: &Shape, rhs: &Shape) -> bool {
    same(lhs, rhs, &|lhs, rhs| lhs.rank() == rhs.rank() && same_layouts(lhs.layout(), rhs.layout()))
}

fn same(lhs: &Shape, rhs: &Shape, arrays: &impl Fn(&ArrayShape, &ArrayShape) -> bool) -> bool {
    match (lhs, rhs) {
        (Shape::Array(lhs), Shape::Array(rhs)) => arrays(lhs, rhs),
        (Shape::Buffer(lhs), Shape::Buffer(rhs)) => arrays(lhs, rhs),
        (Shape::Tuple(lhs), Shape::Tuple(rhs)) => {
            lhs.len() == rhs.len() && lhs.iter().zip(rhs).all(|(lhs, rhs)| same(lhs, rhs, arrays))
        }
        (Shape::Token, Shape::Token) | (Shape::Opaque, Shape::Opaque) => true,
        _ => false,
    }
}

fn same_element_types(lhs: PrimitiveType, rhs: PrimitiveType, ignore: Ignore) -> bool {
    match ignore {
        Ignore::Nothing => lhs == rhs,
        Ignore::FpPrecision => lhs == rhs || lhs.is_floating_point() && rhs.is_floating_point(),
        Ignore::ElementType => true,
    }
}

fn same_layouts(lhs: Option<&Layout>, rhs: Option<&Layout>) -> bool {
    // the metadata in front is not part of where elements are
    let place = |layout: Option<&Layout>| {
        layout.map(|layout| {
            layout.clone().with_dynamic_metadata_prefix_bytes(0).unwrap_or_else(|_| layout.clone())
        })
    };
    lhs == rhs || place(lhs) == place(rhs)
}
