//! The sizes and the layout of an array in HLO text: `[8,<=128]{1,0:T(8,128)(2,1)S(1)}`.
//!
//! The grammar is read from whatever has the tokens, text or those of Rust, and tells its reader what stands there. Source: XLA,
//! `hlo_parser.cc`.

use crate::TileSize;

/// An attribute of a layout that is one number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Attribute {
    /// `L(n)`: the number of elements is rounded up to a multiple of `n`.
    TailPadding,
    /// `E(n)`: elements of so many bits; 0 for the natural width.
    ElementSize,
    /// `S(n)`: the memory the array is in.
    MemorySpace,
    /// `M(n)`: the bytes in front of the array that hold its dynamic sizes.
    MetadataPrefix,
}

/// Has the tokens of an array, and is told what they say.
pub trait Reader {
    /// Where a token stands.
    type Span: Copy;
    /// What is wrong, and where.
    type Mistake;

    /// Whether the next token is this mark.
    fn is_next(&mut self, mark: char) -> bool;
    /// Takes the next token if it is this mark. The place of a bracket that opens may be that of all that it encloses.
    fn eat(&mut self, mark: char) -> Option<Self::Span>;
    /// Takes `<=` if it comes next.
    ///
    /// # Errors
    /// If `<` stands there without `=`.
    fn eat_at_most(&mut self) -> Result<bool, Self::Mistake>;
    /// Takes the next token if it is this word.
    fn eat_word(&mut self, word: &'static str) -> Option<Self::Span>;
    /// Takes a number of at least `least`.
    ///
    /// # Errors
    /// If there is none.
    fn number(&mut self, what: &'static str, least: i64) -> Result<(i64, Self::Span), Self::Mistake>;
    /// The mistake that something else comes next.
    fn unexpected(&mut self, expected: &'static str) -> Self::Mistake;
    /// The mistake that after a size neither `,` nor `]` comes next.
    fn no_size(&mut self) -> Self::Mistake;

    /// Takes the size of the next dimension; of a bounded one, its bound.
    ///
    /// # Errors
    /// If there is none.
    fn size(&mut self, is_bounded: bool) -> Result<(), Self::Mistake>;
    /// The next dimension is unbounded, `?`.
    ///
    /// # Errors
    /// If there may be none.
    fn unbounded(&mut self, span: Self::Span) -> Result<(), Self::Mistake>;
    /// The next dimension in the order of memory, the most minor one first.
    fn dimension(&mut self, dimension: usize, span: Self::Span);
    /// All dimensions have been told, of the layout at this place.
    ///
    /// # Errors
    /// If they are not those of the array.
    fn ordered(&mut self, layout: Self::Span) -> Result<(), Self::Mistake>;
    /// A tile begins; its first entry comes next.
    ///
    /// # Errors
    /// If there is none.
    fn tile(&mut self) -> Result<(), Self::Mistake>;
    /// The next entry of the tile.
    fn tile_size(&mut self, size: TileSize, span: Self::Span);
    /// An attribute has this value.
    ///
    /// # Errors
    /// If it may not.
    fn attribute(&mut self, attribute: Attribute, value: i64) -> Result<(), Self::Mistake>;
    /// A physical dimension, 0 the most major one, is split at some indices.
    fn split(&mut self, dimension: usize);
    /// The next of these indices.
    fn split_index(&mut self, index: i64);
    /// Takes what follows the name of an attribute of sparse arrays, `#`, `*` or `P`.
    ///
    /// # Errors
    /// If there may be none.
    fn sparse(&mut self, name: &'static str, span: Self::Span) -> Result<(), Self::Mistake>;
}

/// Reads `[8,<=128,?]`, and tells where it stands.
///
/// # Errors
/// If that does not come next.
pub fn read_sizes<R: Reader>(reader: &mut R) -> Result<R::Span, R::Mistake> {
    let span = expect(reader, '[', "the sizes in `[ ]` after the element type, as in f32[2,3]")?;
    if reader.eat(']').is_some() {
        return Ok(span);
    }
    loop {
        match reader.eat('?') {
            Some(span) => reader.unbounded(span)?,
            None => {
                let is_bounded = reader.eat_at_most()?;
                reader.size(is_bounded)?;
            }
        }
        if reader.eat(']').is_some() {
            return Ok(span);
        }
        if reader.eat(',').is_none() {
            return Err(reader.no_size());
        }
    }
}

/// Reads `{1,0:T(8,128)(2,1)S(1)}`.
///
/// # Errors
/// If that does not come next.
pub fn read_layout<R: Reader>(reader: &mut R) -> Result<(), R::Mistake> {
    let span = expect(reader, '{', "a layout such as {1,0:T(8,128)}")?;
    if !reader.is_next(':') && !reader.is_next('}') {
        loop {
            let (dimension, span) = reader.number("the number of a dimension", 0)?;
            // what does not fit is no dimension either
            reader.dimension(usize::try_from(dimension).unwrap_or(usize::MAX), span);
            if reader.eat(',').is_none() {
                break;
            }
        }
    }
    reader.ordered(span)?;
    if reader.eat(':').is_some() {
        attributes(reader)?;
        expect(reader, '}', "`}`, or an attribute in the order `D T L E S SC M`")?;
    } else {
        expect(reader, '}', "`,` and a dimension, `:` and attributes, or `}`")?;
    }
    Ok(())
}

/// The attributes of a layout, each at most once and in this order.
fn attributes<R: Reader>(reader: &mut R) -> Result<(), R::Mistake> {
    if reader.eat_word("D").is_some() {
        expect(reader, '(', "the types of levels such as (D,C+) after `D`")?;
        entries(reader, level_type)?;
    }
    if reader.eat_word("T").is_some() {
        each(reader, |reader| tile(reader))?;
    }
    numbered(reader, "L", Attribute::TailPadding, ["a number such as L(128)", "the number of `L`"], 1)?;
    for (mark, name) in [('#', "#"), ('*', "*")] {
        if let Some(span) = reader.eat(mark) {
            reader.sparse(name, span)?;
        }
    }
    numbered(reader, "E", Attribute::ElementSize, ["a number such as E(4)", "the number of `E`"], 0)?;
    numbered(reader, "S", Attribute::MemorySpace, ["a number such as S(1)", "the number of `S`"], 0)?;
    if reader.eat_word("SC").is_some() {
        each(reader, |reader| split(reader))?;
    }
    if let Some(span) = reader.eat_word("P") {
        reader.sparse("P", span)?;
    }
    numbered(reader, "M", Attribute::MetadataPrefix, ["a number such as M(8)", "the number of `M`"], 0)
}

/// `C+`: once the type of a level of a sparse array, which says nothing of the layout.
fn level_type<R: Reader>(reader: &mut R) -> Result<(), R::Mistake> {
    if !["D", "C", "S", "H"].iter().any(|level| reader.eat_word(level).is_some()) {
        return Err(reader.unexpected("the type of a level: `D`, `C`, `S` or `H`"));
    }
    reader.eat('+');
    reader.eat('~');
    Ok(())
}

/// `(8,*,128)`
fn tile<R: Reader>(reader: &mut R) -> Result<(), R::Mistake> {
    expect(reader, '(', "a tile such as (8,128) after `T`")?;
    reader.tile()?;
    entries(reader, |reader| {
        match reader.eat('*') {
            Some(span) => reader.tile_size(TileSize::Combine, span),
            None => {
                let (elements, span) = reader.number("the size of a tile", 1)?;
                reader.tile_size(TileSize::Elements(elements), span);
            }
        }
        Ok(())
    })
}

/// `(dimension:index,index...)`
fn split<R: Reader>(reader: &mut R) -> Result<(), R::Mistake> {
    expect(reader, '(', "a split such as (0:104) after `SC`")?;
    let (dimension, _) = reader.number("the number of a physical dimension", 0)?;
    reader.split(usize::try_from(dimension).unwrap_or(usize::MAX));
    expect(reader, ':', "`:` and the indices at which pieces begin, as in (0:104)")?;
    entries(reader, |reader| {
        // as in XLA it is not asked whether they increase and are inside
        let (index, _) = reader.number("the index at which a piece begins", i64::MIN)?;
        reader.split_index(index);
        Ok(())
    })
}

/// `(n)` after the name of an attribute, if that comes next.
fn numbered<R: Reader>(
    reader: &mut R,
    name: &'static str,
    attribute: Attribute,
    [expected, what]: [&'static str; 2],
    least: i64,
) -> Result<(), R::Mistake> {
    if reader.eat_word(name).is_some() {
        expect(reader, '(', expected)?;
        let (value, _) = reader.number(what, least)?;
        reader.attribute(attribute, value)?;
        expect(reader, ')', "`)` after the number")?;
    }
    Ok(())
}

/// One argument after another: `(8,128)(2,1)`.
fn each<R: Reader>(
    reader: &mut R,
    argument: impl Fn(&mut R) -> Result<(), R::Mistake>,
) -> Result<(), R::Mistake> {
    argument(reader)?;
    while reader.is_next('(') {
        argument(reader)?;
    }
    Ok(())
}

/// `entry,entry...)`
fn entries<R: Reader>(
    reader: &mut R,
    entry: impl Fn(&mut R) -> Result<(), R::Mistake>,
) -> Result<(), R::Mistake> {
    entry(reader)?;
    while reader.eat(',').is_some() {
        entry(reader)?;
    }
    expect(reader, ')', "`,` or `)`").map(drop)
}

/// Takes a mark that must come next.
fn expect<R: Reader>(reader: &mut R, mark: char, expected: &'static str) -> Result<R::Span, R::Mistake> {
    match reader.eat(mark) {
        Some(span) => Ok(span),
        None => Err(reader.unexpected(expected)),
    }
}
