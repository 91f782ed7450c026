//! Reads HLO text from Rust's tokens.
//!
//! What only sparse arrays have is refused.

use super::array::{Array, Split, Tile};
use crate::tree::{Dialect, MAX_RANK, Mistake, Parser, Tree};
use proc_macro::{Delimiter, Span, TokenStream, TokenTree};
use tilework_tiles::{Attribute, PrimitiveType, Reader, TileSize, misplaced, read_layout, read_sizes};

/// One array, and nothing after it.
pub(crate) fn read_array(notation: TokenStream, dialect: Dialect) -> Result<Array, Mistake> {
    // as HLO prints it: without blanks
    let text = notation.to_string().split_whitespace().collect();
    let mut tokens = Parser::new(notation, dialect);
    let array = Array {
        bits: element_bits(&mut tokens)?,
        sizes: Vec::new(),
        minor_to_major: Vec::new(),
        tiles: Vec::new(),
        tail_padding: 1,
        splits: Vec::new(),
        text,
    };
    let mut reader = ArrayReader { array, groups: vec![tokens], dialect, order: Vec::new() };
    let span = read_sizes(&mut reader)?;
    let rank = reader.array.sizes.len();
    if rank > MAX_RANK {
        let message = format!("an array of {rank} dimensions: a typed layout has at most {MAX_RANK}");
        return Err(Mistake::new(span, message));
    }
    if reader.is_next('{') {
        read_layout(&mut reader)?;
        reader.tokens().end()?;
    } else if reader.tokens().is_at_end() {
        reader.array.minor_to_major = (0..rank).rev().collect();
    } else {
        return Err(reader.unexpected("the end, or a layout such as {1,0:T(8,128)}"));
    }
    for tile in &reader.array.tiles {
        if let (Some(TileSize::Combine), Some(&span)) = (tile.sizes.last(), tile.spans.last()) {
            let message = "a tile ends with `*`: there is no dimension after the last to merge into";
            return Err(Mistake::new(span, message.into()));
        }
    }
    Ok(reader.array)
}

fn element_bits(tokens: &mut Parser) -> Result<i64, Mistake> {
    let name = match tokens.next() {
        Some(TokenTree::Ident(name)) => name,
        Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Parenthesis => {
            let message = "a tuple has no layout of its own: expected one of its arrays, such as f32[2,3]";
            return Err(Mistake::new(group.span(), message.into()));
        }
        other => {
            let expected = "an array in HLO text, such as bf16[8,128]{1,0:T(8,128)(2,1)}";
            return Err(unexpected(tokens, other, expected));
        }
    };
    let text = name.to_string();
    let message = match PrimitiveType::from_name(&text) {
        Some(element_type) => return Ok(element_type.stored_bits().into()),
        None if text == "token" => "token[] has no elements, and so no layout".into(),
        None => format!("`{text}` is no element type of XLA: those are pred, s8, u32, f32, bf16, f8e4m3fn …"),
    };
    Err(Mistake::new(name.span(), message))
}

/// An array while it is read.
struct ArrayReader {
    array: Array,
    /// What is left of the tokens, and of those in each bracket that is open.
    groups: Vec<Parser>,
    /// What dynamic sizes look like.
    dialect: Dialect,
    /// Where the entries of the order of the dimensions stand.
    order: Vec<Span>,
}

impl ArrayReader {
    fn tokens(&mut self) -> &mut Parser {
        self.groups.last_mut().expect("the outermost tokens are no bracket, which alone are taken off")
    }
}

impl Reader for ArrayReader {
    type Span = Span;
    type Mistake = Mistake;

    fn is_next(&mut self, mark: char) -> bool {
        match mark {
            '(' => self.tokens().is_group(Delimiter::Parenthesis),
            '[' => self.tokens().is_group(Delimiter::Bracket),
            '{' => self.tokens().is_group(Delimiter::Brace),
            ')' | ']' | '}' => self.groups.len() > 1 && self.tokens().is_at_end(),
            mark => self.tokens().is_next(mark),
        }
    }

    fn eat(&mut self, mark: char) -> Option<Span> {
        if !self.is_next(mark) {
            return None;
        }
        match mark {
            '(' | '[' | '{' => {
                let Some(TokenTree::Group(group)) = self.tokens().next() else { return None };
                let dialect = if mark == '[' { self.dialect } else { Dialect::Type };
                self.groups.push(Parser::inside(&group, dialect));
                Some(group.span())
            }
            ')' | ']' | '}' => self.groups.pop().map(|group| group.last()),
            mark => self.tokens().eat(mark),
        }
    }

    fn eat_at_most(&mut self) -> Result<bool, Mistake> {
        match self.eat('<') {
            Some(_) if self.eat('=').is_none() => Err(self.unexpected("`=` after `<`, as in `<=16`")),
            found => Ok(found.is_some()),
        }
    }

    fn eat_word(&mut self, word: &'static str) -> Option<Span> {
        self.tokens().eat_word(word)
    }

    fn number(&mut self, what: &'static str, least: i64) -> Result<(i64, Span), Mistake> {
        match self.tokens().tree(what)? {
            Tree::Int { value, span } if value < least.into() => {
                Err(Mistake::new(span, format!("{what} is {value}: it must be at least {least}")))
            }
            Tree::Int { value, span } => Ok((fitting(what, value, span)?, span)),
            other => {
                let message = format!("{what} is known at compile time: expected a literal, found `{other}`");
                Err(Mistake::new(other.span(), message))
            }
        }
    }

    fn unexpected(&mut self, expected: &'static str) -> Mistake {
        let found = self.tokens().next();
        unexpected(self.tokens(), found, expected)
    }

    fn no_size(&mut self) -> Mistake {
        let mistake = self.unexpected("`,` between sizes, and none after the last");
        mistake.because("an expression goes in braces, as in `f32[{n + 1},2]`")
    }

    fn size(&mut self, _: bool) -> Result<(), Mistake> {
        let size = self.tokens().tree("a size")?;
        match &size {
            Tree::Int { value, span } if *value < 0 => {
                return Err(Mistake::new(*span, format!("the size {value} is negative")));
            }
            Tree::Int { value, span } => drop(fitting("the size", *value, *span)?),
            Tree::Tuple { span, .. } => {
                return Err(Mistake::new(*span, "a size is one integer, not a tuple".into()));
            }
            _ => {}
        }
        self.array.sizes.push(size);
        Ok(())
    }

    fn unbounded(&mut self, span: Span) -> Result<(), Mistake> {
        let message =
            "`?` is a size without a bound, and so without a layout: write a size, or a name that holds it";
        Err(Mistake::new(span, message.into()))
    }

    fn dimension(&mut self, dimension: usize, span: Span) {
        self.array.minor_to_major.push(dimension);
        self.order.push(span);
    }

    fn ordered(&mut self, layout: Span) -> Result<(), Mistake> {
        let (order, rank) = (&self.array.minor_to_major, self.array.sizes.len());
        let mut seen = vec![false; rank];
        if let Some(place) = misplaced(order, &mut seen) {
            let dimension = order[place];
            let message = match rank {
                _ if dimension < rank => {
                    format!("dimension {dimension} stands twice in the order of the dimensions")
                }
                0 => format!("there is no dimension {dimension}: the array is a scalar"),
                _ => format!("there is no dimension {dimension}: the array has dimensions 0 to {}", rank - 1),
            };
            return Err(Mistake::new(self.order[place], message));
        }
        if let Some(missing) = seen.iter().position(|seen| !seen) {
            let told = order.len();
            let message = format!(
                "the layout orders {told} of {rank} dimensions, minor to major: dimension {missing} is missing"
            );
            return Err(Mistake::new(layout, message));
        }
        if rank == 0 && !self.is_next(':') {
            let message = "a scalar has an empty layout: expected nothing, or attributes as in {:T(128)}";
            return Err(Mistake::new(layout, message.into()));
        }
        Ok(())
    }

    fn tile(&mut self) -> Result<(), Mistake> {
        self.array.tiles.push(Tile::default());
        match self.is_next(')') {
            true => Err(Mistake::new(
                self.tokens().last(),
                "a tile without sizes: expected one such as (8,128)".into(),
            )),
            false => Ok(()),
        }
    }

    fn tile_size(&mut self, size: TileSize, span: Span) {
        if let Some(tile) = self.array.tiles.last_mut() {
            tile.sizes.push(size);
            tile.spans.push(span);
        }
    }

    fn attribute(&mut self, attribute: Attribute, value: i64) -> Result<(), Mistake> {
        match attribute {
            Attribute::TailPadding => self.array.tail_padding = value,
            Attribute::ElementSize if value > 0 => self.array.bits = value,
            Attribute::ElementSize | Attribute::MemorySpace | Attribute::MetadataPrefix => {}
        }
        Ok(())
    }

    fn split(&mut self, dimension: usize) {
        self.array.splits.push(Split { dimension, indices: Vec::new() });
    }

    fn split_index(&mut self, index: i64) {
        if let Some(split) = self.array.splits.last_mut() {
            split.indices.push(index);
        }
    }

    fn sparse(&mut self, name: &'static str, span: Span) -> Result<(), Mistake> {
        let message = format!("`{name}` belongs to sparse arrays, which have no layout here");
        Err(Mistake::new(span, message))
    }
}

fn fitting(what: &str, value: i128, span: Span) -> Result<i64, Mistake> {
    let too_large = || format!("{what} {value} is too large: numbers stay below 2^63");
    i64::try_from(value).map_err(|_| Mistake::new(span, too_large()))
}

fn unexpected(tokens: &Parser, found: Option<TokenTree>, expected: &str) -> Mistake {
    match found {
        Some(token) => Mistake::new(token.span(), format!("expected {expected}, found `{token}`")),
        None => Mistake::new(tokens.last(), format!("expected {expected}, found the end")),
    }
}
