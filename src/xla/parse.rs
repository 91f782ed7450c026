//! Shapes and layouts from HLO text.
//!
//! Linear time, bounded nesting. What XLA reads and then drops, or reads and then refuses, is refused here with the place:
//! `T` without sizes, `S(-1)`, `SC` without cuts, a `minor_to_major` that is no permutation. `D(...)`, the types of dimensions
//! that sparse arrays once had, is read and dropped, as XLA does. The grammar of sizes and layouts is that of `tilework-tiles`. Source: XLA,
//! `hlo_parser.cc`.
use super::layout::{Layout, SplitConfig};
use super::shape::{ArrayShape, Dimension, Shape};
use super::tile::Tile;
use crate::dynamic::cursor::Cursor;
use crate::dynamic::{Error, Result};
use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::format;
use alloc::vec::Vec;
use core::mem;
use core::str::FromStr;
use smallvec::SmallVec;
use tilework_tiles::{Attribute, PrimitiveType, Reader, TileSize, read_sizes};

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
    let mut reader = ArrayReader::new(cursor);
    read_sizes(&mut reader)?;
    let array = ArrayShape::new(element_type, &reader.dimensions);
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

/// The next layout.
fn read_layout(cursor: &mut Cursor<'_>) -> Result<Layout> {
    let mut reader = ArrayReader::new(cursor);
    tilework_tiles::read_layout(&mut reader)?;
    let mut layout = reader.layout.with_tiles(&reader.tiles);
    if !reader.split_configs.is_empty() {
        layout = layout.with_split_configs(reader.split_configs)?;
    }
    let (index_type, pointer_type, physical_shape) = reader.sparse;
    if index_type.is_some() || pointer_type.is_some() || physical_shape.is_some() {
        layout = layout.with_sparse(index_type, pointer_type, physical_shape);
    }
    Ok(layout)
}

/// The sizes, or the layout, of an array while they are read.
struct ArrayReader<'c, 't> {
    cursor: &'c mut Cursor<'t>,
    dimensions: SmallVec<[Dimension; 6]>,
    order: SmallVec<[usize; 6]>,
    /// Where the order of the dimensions begins.
    order_start: usize,
    /// The order, and attributes that are numbers.
    layout: Layout,
    tiles: SmallVec<[Tile; 2]>,
    split_configs: Vec<SplitConfig>,
    /// The types of indices and of pointers, and the shape in memory.
    sparse: (Option<PrimitiveType>, Option<PrimitiveType>, Option<Shape>),
}

impl<'c, 't> ArrayReader<'c, 't> {
    fn new(cursor: &'c mut Cursor<'t>) -> Self {
        ArrayReader {
            cursor,
            dimensions: SmallVec::new(),
            order: SmallVec::new(),
            order_start: 0,
            layout: Layout::descending(0),
            tiles: SmallVec::new(),
            split_configs: Vec::new(),
            sparse: (None, None, None),
        }
    }
}

impl Reader for ArrayReader<'_, '_> {
    type Span = usize;
    type Mistake = Error;

    fn is_next(&mut self, mark: char) -> bool {
        self.cursor.peek().is_some_and(|next| char::from(next) == mark)
    }

    fn eat(&mut self, mark: char) -> Option<usize> {
        let start = self.cursor.token_start();
        u8::try_from(mark).is_ok_and(|mark| self.cursor.eat(mark)).then_some(start)
    }

    fn eat_at_most(&mut self) -> Result<bool> {
        let found = self.cursor.eat(b'<');
        if found {
            self.cursor.expect_next(b'=')?;
        }
        Ok(found)
    }

    fn eat_word(&mut self, word: &'static str) -> Option<usize> {
        let mut ahead = self.cursor.clone();
        let start = ahead.token_start();
        (ahead.word() == word).then(|| {
            *self.cursor = ahead;
            start
        })
    }

    fn number(&mut self, what: &'static str, least: i64) -> Result<(i64, usize)> {
        let start = self.cursor.token_start();
        match self.cursor.integer()? {
            value if value < least => {
                let expected = format!("{what}, at least {least}");
                Err(self.cursor.error(start..self.cursor.at(), expected).into())
            }
            value => Ok((value, start)),
        }
    }

    fn unexpected(&mut self, expected: &'static str) -> Error {
        self.cursor.unexpected(expected).into()
    }

    fn no_size(&mut self) -> Error {
        self.unexpected("`,` or `]`")
    }

    fn size(&mut self, is_bounded: bool) -> Result<()> {
        let (size, _) = self.number("a size", 0)?;
        self.dimensions.push(if is_bounded { Dimension::Bounded(size) } else { Dimension::Static(size) });
        Ok(())
    }

    fn unbounded(&mut self, _: usize) -> Result<()> {
        self.dimensions.push(Dimension::Unbounded);
        Ok(())
    }

    fn dimension(&mut self, dimension: usize, start: usize) {
        if self.order.is_empty() {
            self.order_start = start;
        }
        self.order.push(dimension);
    }

    fn ordered(&mut self, _: usize) -> Result<()> {
        let expected = || format!("each of the {} dimensions from 0 on, once", self.order.len());
        let layout = Layout::new(&self.order);
        self.layout =
            layout.map_err(|_| self.cursor.error(self.order_start..self.cursor.at(), expected()))?;
        Ok(())
    }

    fn tile(&mut self) -> Result<()> {
        self.tiles.push(Tile::of(SmallVec::new()));
        Ok(())
    }

    fn tile_size(&mut self, size: TileSize, _: usize) {
        if let Some(tile) = self.tiles.last_mut() {
            tile.push(size);
        }
    }

    fn attribute(&mut self, attribute: Attribute, value: i64) -> Result<()> {
        let layout = mem::replace(&mut self.layout, Layout::descending(0));
        self.layout = match attribute {
            Attribute::TailPadding => layout.with_tail_padding_alignment(value),
            Attribute::ElementSize => layout.with_element_size_in_bits(value),
            Attribute::MemorySpace => layout.with_memory_space(value),
            Attribute::MetadataPrefix => layout.with_dynamic_metadata_prefix_bytes(value),
        }?;
        Ok(())
    }

    fn split(&mut self, dimension: usize) {
        self.split_configs.push(SplitConfig { dimension, indices: Vec::new() });
    }

    fn split_index(&mut self, index: i64) {
        if let Some(config) = self.split_configs.last_mut() {
            config.indices.push(index);
        }
    }

    fn sparse(&mut self, name: &'static str, _: usize) -> Result<()> {
        self.cursor.expect(b'(')?;
        match name {
            "#" => self.sparse.0 = Some(read_unsigned(self.cursor)?),
            "*" => self.sparse.1 = Some(read_unsigned(self.cursor)?),
            _ => {
                let shape = read_nested(self.cursor, MAX_DEPTH - 1)?;
                self.sparse.2 = Some(with_default_layouts(&shape)?);
            }
        }
        Ok(self.cursor.expect(b')')?)
    }
}

fn read_unsigned(cursor: &mut Cursor<'_>) -> Result<PrimitiveType> {
    let start = cursor.token_start();
    let found = PrimitiveType::from_name(cursor.word()).filter(|found| found.is_unsigned());
    found.ok_or_else(|| cursor.error(start..cursor.at(), "an unsigned integer type such as `u32`").into())
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
