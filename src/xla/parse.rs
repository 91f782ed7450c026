//! Shapes and layouts from HLO text.
//!
//! Linear time, bounded nesting. What XLA reads and then drops, or reads and then refuses, is refused here with the
//! place: `T` without sizes, `S(-1)`, `SC` without cuts, a `minor_to_major` that is no permutation. `D(...)`, the
//! types of dimensions that sparse arrays once had, is read and dropped, as XLA does. The grammar of layouts is that
//! of `tilework-tiles`. Source: XLA, `hlo_parser.cc`.
use super::layout::{Layout, SplitConfig};
use super::shape::{ArrayShape, Dimension, Shape};
use super::tile::Tile;
use crate::dynamic::cursor::{Cursor, read_all};
use crate::dynamic::{Error, Result};
use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::format;
use core::str::FromStr;
use smallvec::SmallVec;
use tilework_tiles::{PrimitiveType, TileSize, Tokens};

/// How deep tuples of shapes may nest.
pub const MAX_DEPTH: usize = 64;

impl FromStr for Shape {
    type Err = Error;

    /// Reads a shape; an array without a layout gets the default one.
    fn from_str(text: &str) -> Result<Self> {
        with_default_layouts(&read_all(text, read_shape)?)
    }
}

fn with_default_layouts(shape: &Shape) -> Result<Shape> {
    shape.map_arrays(&mut |array| Ok(array.clone().with_default_layout()))
}

impl FromStr for Layout {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        read_all(text, read_layout)
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
        return cursor.list(*b"()", |cursor| read_nested(cursor, depth + 1)).map(Shape::Tuple);
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

/// What follows the element type: dimensions, and the layout if one follows.
fn read_array(cursor: &mut Cursor<'_>, element_type: PrimitiveType, start: usize) -> Result<ArrayShape> {
    let dimensions: SmallVec<[Dimension; 6]> = cursor.list(*b"[]", read_dimension)?;
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
    let size = cursor.at_least(0, "a size")?;
    Ok(if is_bounded { Dimension::Bounded(size) } else { Dimension::Static(size) })
}

/// The next layout.
fn read_layout(cursor: &mut Cursor<'_>) -> Result<Layout> {
    let mut tokens = TextTokens { cursor, index_type: None, pointer_type: None, physical_shape: None };
    let text = tilework_tiles::read_layout(&mut tokens)?;
    let TextTokens { cursor, index_type, pointer_type, physical_shape } = tokens;
    let order: SmallVec<[usize; 6]> = text.minor_to_major.iter().map(|(dimension, _)| *dimension).collect();
    let mut layout = Layout::new(&order).map_err(|error| match text.minor_to_major.first() {
        Some((_, start)) => no_permutation(cursor, *start, order.len()),
        None => error,
    })?;
    if !text.tiles.is_empty() {
        let tiles: SmallVec<[Tile; 2]> = text.tiles.into_iter().map(Tile::of).collect();
        layout = layout.with_tiles(&tiles);
    }
    if text.element_bits != 0 {
        layout = layout.with_element_size_in_bits(text.element_bits)?;
    }
    if text.memory_space != 0 {
        layout = layout.with_memory_space(text.memory_space)?;
    }
    if text.tail_padding != 1 {
        layout = layout.with_tail_padding_alignment(text.tail_padding)?;
    }
    if !text.splits.is_empty() {
        let config = |(dimension, indices)| SplitConfig { dimension, indices };
        layout = layout.with_split_configs(text.splits.into_iter().map(config).collect())?;
    }
    if text.metadata_prefix != 0 {
        layout = layout.with_dynamic_metadata_prefix_bytes(text.metadata_prefix)?;
    }
    if index_type.is_some() || pointer_type.is_some() || physical_shape.is_some() {
        layout = layout.with_sparse(index_type, pointer_type, physical_shape);
    }
    Ok(layout)
}

/// The error that the numbers from `start` on are no order of so many dimensions.
fn no_permutation(cursor: &Cursor<'_>, start: usize, rank: usize) -> Error {
    let mut order = cursor.clone();
    order.go_to(start);
    while order.integer().is_ok() && order.eat(b',') {}
    cursor.error(start..order.at(), format!("each of the {rank} dimensions from 0 on, once")).into()
}

/// The tokens of a layout, and what it says of a sparse array.
struct TextTokens<'c, 't> {
    cursor: &'c mut Cursor<'t>,
    index_type: Option<PrimitiveType>,
    pointer_type: Option<PrimitiveType>,
    physical_shape: Option<Shape>,
}

impl Tokens for TextTokens<'_, '_> {
    /// Where it begins.
    type Span = usize;
    type Mistake = Error;
    type List<T> = SmallVec<[T; 4]>;
    type Tile = SmallVec<[TileSize; 2]>;

    fn is_next(&mut self, mark: char) -> bool {
        self.cursor.peek().is_some_and(|next| char::from(next) == mark)
    }

    fn eat(&mut self, mark: char) -> Option<usize> {
        let start = self.cursor.token_start();
        self.is_next(mark).then(|| {
            self.cursor.go_to(start + 1);
            start
        })
    }

    fn eat_word(&mut self, word: &'static str) -> Option<usize> {
        let start = self.cursor.token_start();
        let is_next = self.cursor.word() == word;
        if !is_next {
            self.cursor.go_to(start);
        }
        is_next.then_some(start)
    }

    fn number(&mut self, what: &'static str, least: i64) -> Result<(i64, usize)> {
        let start = self.cursor.token_start();
        Ok((self.cursor.at_least(least, what)?, start))
    }

    fn unexpected(&mut self, expected: &'static str) -> Error {
        self.cursor.unexpected(expected).into()
    }

    fn push<T>(list: &mut SmallVec<[T; 4]>, item: T) {
        list.push(item);
    }

    fn push_size(tile: &mut SmallVec<[TileSize; 2]>, size: TileSize, _: usize) {
        tile.push(size);
    }

    fn sparse(&mut self, name: char, _: usize) -> Result<()> {
        self.cursor.expect(b'(')?;
        match name {
            '#' => self.index_type = Some(read_unsigned(self.cursor)?),
            '*' => self.pointer_type = Some(read_unsigned(self.cursor)?),
            _ => {
                let shape = read_nested(self.cursor, MAX_DEPTH - 1)?;
                self.physical_shape = Some(with_default_layouts(&shape)?);
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
