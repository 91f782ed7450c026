//! Reads HLO text from Rust's tokens.
//!
//! What only sparse arrays have is refused.

use super::array::{Array, Tile};
use crate::tree::{Dialect, Mistake, Parser, Tree};
use proc_macro::{Delimiter, Group, Span, TokenStream, TokenTree};
use tilework_tiles::{LayoutText, MAX_RANK, PrimitiveType, TileSize, Tokens, misplaced, read_layout};

/// One array, and nothing after it.
pub(crate) fn read_array(notation: TokenStream, dialect: Dialect) -> Result<Array, Mistake> {
    // as HLO prints it: without blanks
    let text = notation.to_string().split_whitespace().collect();
    let mut tokens = Parser::new(notation, dialect);
    let bits = element_bits(&mut tokens)?;
    let sizes = match tokens.next() {
        Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Bracket => sizes(&group, dialect)?,
        other => {
            let expected = "the sizes in `[ ]` after the element type, as in f32[2,3]";
            return Err(unexpected(other, tokens.last(), expected));
        }
    };
    let minor_to_major = (0..sizes.len()).rev().collect();
    let (tiles, splits) = (Vec::new(), Vec::new());
    let mut array = Array { bits, sizes, minor_to_major, tiles, tail_padding: 1, splits, text };
    let mut tokens = Brackets(vec![(tokens, "the end")]);
    if tokens.is_next('{') {
        let layout = read_layout(&mut tokens)?;
        set_layout(&mut array, layout)?;
        tokens.innermost().end()?;
    } else if !tokens.innermost().is_at_end() {
        return Err(tokens.unexpected("the end, or a layout such as {1,0:T(8,128)}"));
    }
    Ok(array)
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
            return Err(unexpected(other, tokens.last(), expected));
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

fn sizes(group: &Group, dialect: Dialect) -> Result<Vec<Tree>, Mistake> {
    let mut tokens = Parser::inside(group, dialect);
    let mut sizes = Vec::new();
    while !tokens.is_at_end() {
        sizes.push(size(&mut tokens)?);
        if !tokens.is_at_end() && (tokens.eat(',').is_none() || tokens.is_at_end()) {
            let found = tokens.next();
            let mistake = unexpected(found, tokens.last(), "`,` between sizes, and none after the last");
            return Err(mistake.because("an expression goes in braces, as in `f32[{n + 1},2]`"));
        }
    }
    if sizes.len() > MAX_RANK {
        let message =
            format!("an array of {} dimensions: a typed layout has at most {MAX_RANK}", sizes.len());
        return Err(Mistake::new(group.span(), message));
    }
    Ok(sizes)
}

/// A size, or `<=` and a bound.
fn size(tokens: &mut Parser) -> Result<Tree, Mistake> {
    if let Some(span) = tokens.eat('?') {
        let message =
            "`?` is a size without a bound, and so without a layout: write a size, or a name that holds it";
        return Err(Mistake::new(span, message.into()));
    }
    if tokens.eat('<').is_some() && tokens.eat('=').is_none() {
        let found = tokens.next();
        return Err(unexpected(found, tokens.last(), "`=` after `<`, as in `<=16`"));
    }
    let size = tokens.tree("a size")?;
    match &size {
        Tree::Int { value, span } if *value < 0 => {
            Err(Mistake::new(*span, format!("the size {value} is negative")))
        }
        Tree::Int { value, span } => fitting("the size", *value, *span).map(|_| size),
        Tree::Tuple { span, .. } => Err(Mistake::new(*span, "a size is one integer, not a tuple".into())),
        _ => Ok(size),
    }
}

/// Gives an array the layout that was read, if it is one of such an array.
fn set_layout(array: &mut Array, layout: LayoutText<Brackets>) -> Result<(), Mistake> {
    let rank = array.sizes.len();
    let (order, spans): (Vec<usize>, Vec<Span>) = layout.minor_to_major.into_iter().unzip();
    let mut seen = vec![false; rank];
    if let Some(place) = misplaced(&order, &mut seen) {
        let dimension = order[place];
        let message = match rank {
            _ if dimension < rank => {
                format!("dimension {dimension} stands twice in the order of the dimensions")
            }
            0 => format!("there is no dimension {dimension}: the array is a scalar"),
            _ => format!("there is no dimension {dimension}: the array has dimensions 0 to {}", rank - 1),
        };
        return Err(Mistake::new(spans[place], message));
    }
    if let Some(missing) = seen.iter().position(|seen| !seen) {
        let told = order.len();
        let message = format!(
            "the layout orders {told} of {rank} dimensions, minor to major: dimension {missing} is missing"
        );
        return Err(Mistake::new(layout.span, message));
    }
    if rank == 0 && array.text.ends_with("{}") {
        let message = "a scalar has an empty layout: expected nothing, or attributes as in {:T(128)}";
        return Err(Mistake::new(layout.span, message.into()));
    }
    for tile in &layout.tiles {
        if let (Some(TileSize::Combine), Some(&span)) = (tile.sizes.last(), tile.spans.last()) {
            let message = "a tile ends with `*`: there is no dimension after the last to merge into";
            return Err(Mistake::new(span, message.into()));
        }
    }
    array.minor_to_major = order;
    array.tail_padding = layout.tail_padding;
    if layout.element_bits > 0 {
        array.bits = layout.element_bits;
    }
    array.tiles = layout.tiles;
    array.splits = layout.splits;
    Ok(())
}

/// What is left of the tokens, and of those in each bracket that is open, with the token that ends them.
struct Brackets(Vec<(Parser, &'static str)>);

impl Brackets {
    fn innermost(&mut self) -> &mut Parser {
        let (tokens, _) = self.0.last_mut().expect("the outermost tokens are in no bracket that is closed");
        tokens
    }
}

impl Tokens for Brackets {
    type Span = Span;
    type Mistake = Mistake;
    type List<T> = Vec<T>;
    type Tile = Tile;

    fn is_next(&mut self, mark: char) -> bool {
        match mark {
            '(' => self.innermost().is_group(Delimiter::Parenthesis),
            '{' => self.innermost().is_group(Delimiter::Brace),
            ')' | '}' => self.0.len() > 1 && self.innermost().is_at_end(),
            mark => self.innermost().is_next(mark),
        }
    }

    fn eat(&mut self, mark: char) -> Option<Span> {
        if !self.is_next(mark) {
            return None;
        }
        match mark {
            ')' | '}' => self.0.pop().map(|(tokens, _)| tokens.last()),
            mark => {
                let token = self.innermost().next()?;
                if let TokenTree::Group(group) = &token {
                    let end = if mark == '(' { "`)`" } else { "`}`" };
                    self.0.push((Parser::inside(group, Dialect::Type), end));
                }
                Some(token.span())
            }
        }
    }

    fn eat_word(&mut self, word: &'static str) -> Option<Span> {
        self.innermost().eat_word(word)
    }

    fn number(&mut self, what: &'static str, least: i64) -> Result<(i64, Span), Mistake> {
        match self.innermost().tree(what)? {
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
        match self.innermost().next() {
            None => {
                let end = self.0.last().map_or("the end", |(_, end)| end);
                Mistake::new(self.innermost().last(), format!("expected {expected}, found {end}"))
            }
            found => unexpected(found, self.innermost().last(), expected),
        }
    }

    fn push<T>(list: &mut Vec<T>, item: T) {
        list.push(item);
    }

    fn push_size(tile: &mut Tile, size: TileSize, span: Span) {
        tile.sizes.push(size);
        tile.spans.push(span);
    }

    fn sparse(&mut self, name: char, span: Span) -> Result<(), Mistake> {
        let message = format!("`{name}` belongs to sparse arrays, which have no layout here");
        Err(Mistake::new(span, message))
    }
}

fn fitting(what: &str, value: i128, span: Span) -> Result<i64, Mistake> {
    let too_large = || format!("{what} {value} is too large: numbers stay below 2^63");
    i64::try_from(value).map_err(|_| Mistake::new(span, too_large()))
}

/// The mistake that something else was found, or the end behind `last`.
fn unexpected(found: Option<TokenTree>, last: Span, expected: &str) -> Mistake {
    match found {
        Some(token) => Mistake::new(token.span(), format!("expected {expected}, found `{token}`")),
        None => Mistake::new(last, format!("expected {expected}, found the end")),
    }
}
