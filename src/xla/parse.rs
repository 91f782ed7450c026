//! Shapes and layouts from HLO text.
//!
//! Linear time, bounded nesting. What XLA reads and then drops, or reads and then refuses, is refused here with the place:
//! `T` without sizes, `S(-1)`, `SC` without cuts, a `minor_to_major` that is no permutation. `D(...)`, the types of dimensions
//! that sparse arrays once had, is read and dropped, as XLA does. Source of the grammar: XLA, `hlo_parser.cc`.
use super::layout::{Layout, SplitConfig};
use super::primitive_type::PrimitiveType;
use super::shape::{ArrayShape, Dimension, Shape};
use super::tile::{Tile, TileSize};
use crate::dynamic::cursor::Cursor;
use crate::dynamic::{Error, Result};
use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::format;
use alloc::vec::Vec;
use core::str::FromStr;
use smallvec::SmallVec;

/// How deep tuples of shapes may nest.
pub const MAX_DEPTH: usize = 64;

impl FromStr for Shape {
    type Err = Error;

    /// Reads a shape; an array without a layout gets the default one.
    fn from_str(text: &str) -> Result<Self> {
        let mut cursor = Cursor::new(text);
        let shape = read_shape(&mut cursor)?;
        cursor.expect_end()?;
        with_default_layouts(&shape)
    }
}

fn with_default_layouts(shape: &Shape) -> Result<Shape> {
    shape.map_arrays(&mut |array| Ok(array.clone().with_default_layout()))
}

impl FromStr for Layout {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        let mut cursor = Cursor::new(text);
        let layout = read_layout(&mut cursor)?;
        cursor.expect_end()?;
        Ok(layout)
    }
}

/// The next shape. An array without a layout has none.
pub(crate) fn read_shape(cursor: &mut Cursor<'_>) -> Result<Shape> {
    read_nested(cursor, 0)
}

fn read_nested(cursor: &mut Cursor<'_>, depth: usize) -> Result<Shape> {
    if cursor.peek() == Some(b'(') {
        if depth == MAX_DEPTH {
            return Err(cursor.unexpected(format!("no more than {MAX_DEPTH} levels of tuples")).into());
        }
        return read_tuple(cursor, depth + 1);
    }
    let start = cursor.token_start();
    let name = cursor.word();
    let element_type = match name {
        "token" | "opaque" => {
            cursor.expect(b'[')?;
            cursor.expect(b']')?;
            return Ok(if name == "token" { Shape::Token } else { Shape::Opaque });
        }
        "b" => {
            cursor.expect(b'(')?;
            let array = match read_nested(cursor, depth)? {
                Shape::Array(array) => array,
                _ => return Err(cursor.error(start..cursor.at(), "a buffer of an array").into()),
            };
            cursor.expect(b')')?;
            return Ok(Shape::Buffer(Box::new(array)));
        }
        name => PrimitiveType::from_name(name),
    };
    match element_type {
        Some(element_type) => read_array(cursor, element_type, start).map(Shape::Array),
        None if name.is_empty() => Err(cursor.unexpected("a shape such as `f32[2,3]`").into()),
        None => Err(cursor.error(start..cursor.at(), "an element type such as `f32`, `bf16` or `s8`").into()),
    }
}

fn read_tuple(cursor: &mut Cursor<'_>, depth: usize) -> Result<Shape> {
    cursor.expect(b'(')?;
    let mut shapes = Vec::new();
    if cursor.eat(b')') {
        return Ok(Shape::Tuple(shapes));
    }
    loop {
        shapes.push(read_nested(cursor, depth)?);
        if !cursor.eat(b',') {
            break;
        }
    }
    if cursor.eat(b')') { Ok(Shape::Tuple(shapes)) } else { Err(cursor.unexpected("`,` or `)`").into()) }
}

/// What follows the element type: dimensions, and the layout if one follows.
fn read_array(cursor: &mut Cursor<'_>, element_type: PrimitiveType, start: usize) -> Result<ArrayShape> {
    let mut dimensions = SmallVec::<[Dimension; 6]>::new();
    cursor.expect(b'[')?;
    if !cursor.eat(b']') {
        loop {
            dimensions.push(read_dimension(cursor)?);
            if cursor.eat(b']') {
                break;
            }
            if !cursor.eat(b',') {
                return Err(cursor.unexpected("`,` or `]`").into());
            }
        }
    }
    let array = ArrayShape::new(element_type, &dimensions);
    let array = checked(cursor, start, "an array of less than 2^63 bytes", array)?;
    let mut ahead = cursor.clone();
    let is_layout = ahead.eat(b'{') && matches!(ahead.peek(), Some(b':' | b'-' | b'0'..=b'9'));
    if !is_layout {
        return Ok(array);
    }
    let start = cursor.token_start();
    let layout = read_layout(cursor)?;
    if array.rank() == 0 && layout == Layout::descending(0) {
        return Ok(array);
    }
    let expected = match array.rank() {
        rank if layout.minor_to_major().len() != rank => format!("a layout of {rank} dimensions"),
        _ => "a layout without `#`, `*` and `P`, which sparse arrays had".into(),
    };
    checked(cursor, start, expected, array.with_layout(layout))
}

fn read_dimension(cursor: &mut Cursor<'_>) -> Result<Dimension> {
    if cursor.eat(b'?') {
        return Ok(Dimension::Unbounded);
    }
    let is_bounded = cursor.eat(b'<');
    if is_bounded {
        cursor.expect_next(b'=')?;
    }
    let size = cursor.not_negative("a size")?;
    Ok(if is_bounded { Dimension::Bounded(size) } else { Dimension::Static(size) })
}

/// The next layout.
pub(crate) fn read_layout(cursor: &mut Cursor<'_>) -> Result<Layout> {
    cursor.expect(b'{')?;
    let start = cursor.token_start();
    let mut minor_to_major = SmallVec::<[usize; 6]>::new();
    if !matches!(cursor.peek(), Some(b':' | b'}')) {
        loop {
            minor_to_major.push(cursor.not_negative("the number of a dimension")? as usize);
            if !cursor.eat(b',') {
                break;
            }
        }
    }
    let rank = minor_to_major.len();
    let layout = Layout::new(&minor_to_major);
    let mut layout =
        checked(cursor, start, format!("each of the {rank} dimensions from 0 on, once"), layout)?;
    if cursor.eat(b':') {
        layout = read_attributes(cursor, layout)?;
    }
    if cursor.eat(b'}') {
        return Ok(layout);
    }
    Err(cursor.unexpected("`}`, or an attribute in the order `T L # * E S SC P M`").into())
}

/// The attributes of a layout, each at most once and in this order.
fn read_attributes(cursor: &mut Cursor<'_>, mut layout: Layout) -> Result<Layout> {
    if eat_name(cursor, "D") {
        skip_level_types(cursor)?;
    }
    if eat_name(cursor, "T") {
        let mut tiles = SmallVec::<[Tile; 2]>::new();
        loop {
            tiles.push(read_tile(cursor)?);
            if cursor.peek() != Some(b'(') {
                break;
            }
        }
        layout = layout.with_tiles(&tiles);
    }
    if eat_name(cursor, "L") {
        layout = with_number(cursor, layout, 1, Layout::with_tail_padding_alignment)?;
    }
    let index_type = read_type(cursor, b'#')?;
    let pointer_type = read_type(cursor, b'*')?;
    if eat_name(cursor, "E") {
        layout = with_number(cursor, layout, 0, Layout::with_element_size_in_bits)?;
    }
    if eat_name(cursor, "S") {
        layout = with_number(cursor, layout, 0, Layout::with_memory_space)?;
    }
    if eat_name(cursor, "SC") {
        let mut configs = Vec::new();
        loop {
            configs.push(read_split_config(cursor)?);
            if cursor.peek() != Some(b'(') {
                break;
            }
        }
        layout = layout.with_split_configs(configs)?;
    }
    let mut physical_shape = None;
    if eat_name(cursor, "P") {
        cursor.expect(b'(')?;
        let shape = read_nested(cursor, MAX_DEPTH - 1)?;
        cursor.expect(b')')?;
        physical_shape = Some(with_default_layouts(&shape)?);
    }
    if eat_name(cursor, "M") {
        layout = with_number(cursor, layout, 0, Layout::with_dynamic_metadata_prefix_bytes)?;
    }
    if index_type.is_some() || pointer_type.is_some() || physical_shape.is_some() {
        layout = layout.with_sparse(index_type, pointer_type, physical_shape);
    }
    Ok(layout)
}

/// Takes the name of an attribute, if it is the next word.
fn eat_name(cursor: &mut Cursor<'_>, name: &str) -> bool {
    let mut ahead = cursor.clone();
    let found = ahead.word() == name;
    if found {
        *cursor = ahead;
    }
    found
}

/// `(n)`, and what it says of the layout.
fn with_number(
    cursor: &mut Cursor<'_>,
    layout: Layout,
    least: i64,
    set: impl FnOnce(Layout, i64) -> Result<Layout>,
) -> Result<Layout> {
    cursor.expect(b'(')?;
    let start = cursor.token_start();
    let layout = set(layout, cursor.integer()?);
    let layout = checked(cursor, start, format!("a number of at least {least}"), layout)?;
    cursor.expect(b')')?;
    Ok(layout)
}

fn read_type(cursor: &mut Cursor<'_>, mark: u8) -> Result<Option<PrimitiveType>> {
    if !cursor.eat(mark) {
        return Ok(None);
    }
    cursor.expect(b'(')?;
    let start = cursor.token_start();
    let name = cursor.word();
    let found = PrimitiveType::from_name(name)
        .filter(|found| found.is_unsigned())
        .ok_or_else(|| cursor.error(start..cursor.at(), "an unsigned integer type such as `u32`"))?;
    cursor.expect(b')')?;
    Ok(Some(found))
}

fn read_tile(cursor: &mut Cursor<'_>) -> Result<Tile> {
    cursor.expect(b'(')?;
    let mut sizes = SmallVec::<[TileSize; 2]>::new();
    loop {
        if cursor.eat(b'*') {
            sizes.push(TileSize::Combine);
        } else {
            let start = cursor.token_start();
            let size = cursor.integer()?;
            if size < 1 {
                return Err(cursor.error(start..cursor.at(), "a size of a tile, at least 1").into());
            }
            sizes.push(TileSize::Elements(size));
        }
        if !cursor.eat(b',') {
            break;
        }
    }
    if !cursor.eat(b')') {
        return Err(cursor.unexpected("`,` or `)`").into());
    }
    Ok(Tile::of(sizes))
}

/// `(dimension:index,index...)`.
fn read_split_config(cursor: &mut Cursor<'_>) -> Result<SplitConfig> {
    cursor.expect(b'(')?;
    let dimension = cursor.not_negative("the number of a physical dimension")? as usize;
    cursor.expect(b':')?;
    let mut indices = Vec::new();
    loop {
        indices.push(cursor.integer()?);
        if !cursor.eat(b',') {
            break;
        }
    }
    cursor.expect(b')')?;
    Ok(SplitConfig { dimension, indices })
}

/// `(D,C+,S~,...)`: once the types of the levels of a sparse array.
fn skip_level_types(cursor: &mut Cursor<'_>) -> Result<()> {
    cursor.expect(b'(')?;
    loop {
        if !["D", "C", "S", "H"].iter().any(|level| eat_name(cursor, level)) {
            return Err(cursor.unexpected("the type of a level: `D`, `C`, `S` or `H`").into());
        }
        cursor.eat(b'+');
        cursor.eat(b'~');
        if !cursor.eat(b',') {
            break;
        }
    }
    Ok(cursor.expect(b')')?)
}

/// What was read from `start` on, or the error that it should have been `expected`.
fn checked<T>(
    cursor: &Cursor<'_>,
    start: usize,
    expected: impl Into<Cow<'static, str>>,
    value: Result<T>,
) -> Result<T> {
    value.map_err(|_| cursor.error(start..cursor.at(), expected).into())
}
