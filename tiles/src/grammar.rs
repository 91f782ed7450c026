//! The layout of an array in HLO text: `{1,0:T(8,128)(2,1)S(1)}`.
//!
//! Source of the grammar: XLA, `hlo_parser.cc`. The attributes of sparse arrays, which XLA no longer has, are left to
//! the reader.

use crate::TileSize;
use alloc::vec::Vec;

/// The tokens of HLO text, in text or in Rust.
pub trait Tokens {
    /// Where a token stands.
    type Span: Copy;
    /// What is wrong, and where.
    type Mistake;
    /// A list of what was read.
    type List<T>: Default;
    /// A tile.
    type Tile: Default;

    /// Whether the next token is this mark.
    fn is_next(&mut self, mark: char) -> bool;
    /// Takes the next token if it is this mark. The place of a bracket that opens may be that of all it encloses.
    fn eat(&mut self, mark: char) -> Option<Self::Span>;
    /// Takes the next token if it is this word.
    fn eat_word(&mut self, word: &'static str) -> Option<Self::Span>;
    /// Takes a number.
    ///
    /// # Errors
    /// If there is none, or it is less than `least`.
    fn number(&mut self, what: &'static str, least: i64) -> Result<(i64, Self::Span), Self::Mistake>;
    /// The mistake that something else comes next.
    fn unexpected(&mut self, expected: &'static str) -> Self::Mistake;
    /// Adds an item to a list.
    fn push<T>(list: &mut Self::List<T>, item: T);
    /// Adds the next size to a tile.
    fn push_size(tile: &mut Self::Tile, size: TileSize, span: Self::Span);
    /// Takes what follows the name of an attribute of sparse arrays: `#`, `*` or `P`.
    ///
    /// # Errors
    /// If it is something else, or there may be none.
    fn sparse(&mut self, name: char, span: Self::Span) -> Result<(), Self::Mistake>;
}

/// A layout as written.
#[expect(missing_debug_implementations, reason = "its lists are those of the tokens")]
pub struct LayoutText<T: Tokens> {
    /// Where it begins, or stands.
    pub span: T::Span,
    /// The dimensions, the most minor one first.
    pub minor_to_major: T::List<(usize, T::Span)>,
    /// `T(8,*,128)(2,1)`
    pub tiles: T::List<T::Tile>,
    /// `L(n)`: the number of elements is rounded up to a multiple of `n`.
    pub tail_padding: i64,
    /// `E(n)`: elements of so many bits; 0 for the natural width.
    pub element_bits: i64,
    /// `S(n)`: the memory the array is in.
    pub memory_space: i64,
    /// `SC(dimension:index,index...)`: where a physical dimension, 0 the most major one, is cut into pieces.
    pub splits: Vec<(usize, Vec<i64>)>,
    /// `M(n)`: the bytes in front of the array that hold its dynamic sizes.
    pub metadata_prefix: i64,
}

/// Reads a layout.
///
/// # Errors
/// If something else comes next.
pub fn read_layout<T: Tokens>(tokens: &mut T) -> Result<LayoutText<T>, T::Mistake> {
    let mut layout = LayoutText {
        span: expect(tokens, '{', "a layout such as {1,0:T(8,128)}")?,
        minor_to_major: T::List::default(),
        tiles: T::List::default(),
        tail_padding: 1,
        element_bits: 0,
        memory_space: 0,
        splits: Vec::new(),
        metadata_prefix: 0,
    };
    if !tokens.is_next(':') && !tokens.is_next('}') {
        entries(tokens, |tokens| {
            let (dimension, span) = tokens.number("the number of a dimension", 0)?;
            T::push(&mut layout.minor_to_major, (index(dimension), span));
            Ok(())
        })?;
    }
    if tokens.eat(':').is_some() {
        attributes(tokens, &mut layout)?;
        expect(tokens, '}', "`}`, or an attribute in the order `D T L E S SC M`")?;
    } else {
        expect(tokens, '}', "`,` and a dimension, `:` and attributes, or `}`")?;
    }
    Ok(layout)
}

/// The attributes of a layout, each at most once and in this order.
fn attributes<T: Tokens>(tokens: &mut T, layout: &mut LayoutText<T>) -> Result<(), T::Mistake> {
    if tokens.eat_word("D").is_some() {
        // `D(D,C+,S~)`: once the types of the levels of a sparse array, which say nothing of the layout
        arguments(tokens, "the types of levels such as (D,C+) after `D`", level_type)?;
    }
    if tokens.eat_word("T").is_some() {
        each(tokens, |tokens| {
            let mut tile = T::Tile::default();
            arguments(tokens, "a tile such as (8,128) after `T`", |tokens| {
                let (size, span) = match tokens.eat('*') {
                    Some(span) => (TileSize::Combine, span),
                    None => {
                        let (elements, span) = tokens.number("the size of a tile", 1)?;
                        (TileSize::Elements(elements), span)
                    }
                };
                T::push_size(&mut tile, size, span);
                Ok(())
            })?;
            T::push(&mut layout.tiles, tile);
            Ok(())
        })?;
    }
    if tokens.eat_word("L").is_some() {
        layout.tail_padding = number(tokens, "the number of `L`", 1)?;
    }
    for mark in ['#', '*'] {
        if let Some(span) = tokens.eat(mark) {
            tokens.sparse(mark, span)?;
        }
    }
    if tokens.eat_word("E").is_some() {
        layout.element_bits = number(tokens, "the number of `E`", 0)?;
    }
    if tokens.eat_word("S").is_some() {
        layout.memory_space = number(tokens, "the number of `S`", 0)?;
    }
    if tokens.eat_word("SC").is_some() {
        each(tokens, |tokens| {
            expect(tokens, '(', "a split such as (0:104) after `SC`")?;
            let (dimension, _) = tokens.number("the number of a physical dimension", 0)?;
            expect(tokens, ':', "`:` and the indices at which pieces begin, as in (0:104)")?;
            let mut indices = Vec::new();
            entries(tokens, |tokens| {
                // as in XLA it is not asked whether they increase and are inside
                indices.push(tokens.number("the index at which a piece begins", i64::MIN)?.0);
                Ok(())
            })?;
            expect(tokens, ')', "`,` or `)`")?;
            layout.splits.push((index(dimension), indices));
            Ok(())
        })?;
    }
    if let Some(span) = tokens.eat_word("P") {
        tokens.sparse('P', span)?;
    }
    if tokens.eat_word("M").is_some() {
        layout.metadata_prefix = number(tokens, "the number of `M`", 0)?;
    }
    Ok(())
}

fn level_type<T: Tokens>(tokens: &mut T) -> Result<(), T::Mistake> {
    if !["D", "C", "S", "H"].iter().any(|level| tokens.eat_word(level).is_some()) {
        return Err(tokens.unexpected("the type of a level: `D`, `C`, `S` or `H`"));
    }
    tokens.eat('+');
    tokens.eat('~');
    Ok(())
}

/// What does not fit is no dimension either.
fn index(dimension: i64) -> usize {
    usize::try_from(dimension).unwrap_or(usize::MAX)
}

/// `(n)`
fn number<T: Tokens>(tokens: &mut T, what: &'static str, least: i64) -> Result<i64, T::Mistake> {
    expect(tokens, '(', "`(` and a number after the name of an attribute, such as (8)")?;
    let (value, _) = tokens.number(what, least)?;
    expect(tokens, ')', "`)`")?;
    Ok(value)
}

/// One bracket after another: `(8,128)(2,1)`.
fn each<T: Tokens>(
    tokens: &mut T,
    mut argument: impl FnMut(&mut T) -> Result<(), T::Mistake>,
) -> Result<(), T::Mistake> {
    argument(tokens)?;
    while tokens.is_next('(') {
        argument(tokens)?;
    }
    Ok(())
}

/// `(entry,entry...)`
fn arguments<T: Tokens>(
    tokens: &mut T,
    expected: &'static str,
    entry: impl FnMut(&mut T) -> Result<(), T::Mistake>,
) -> Result<(), T::Mistake> {
    expect(tokens, '(', expected)?;
    if tokens.is_next(')') {
        return Err(tokens.unexpected(expected));
    }
    entries(tokens, entry)?;
    expect(tokens, ')', "`,` or `)`").map(drop)
}

/// `entry,entry...`
fn entries<T: Tokens>(
    tokens: &mut T,
    mut entry: impl FnMut(&mut T) -> Result<(), T::Mistake>,
) -> Result<(), T::Mistake> {
    entry(tokens)?;
    while tokens.eat(',').is_some() {
        entry(tokens)?;
    }
    Ok(())
}

/// Takes a mark that must come next.
fn expect<T: Tokens>(tokens: &mut T, mark: char, expected: &'static str) -> Result<T::Span, T::Mistake> {
    match tokens.eat(mark) {
        Some(span) => Ok(span),
        None => Err(tokens.unexpected(expected)),
    }
}
