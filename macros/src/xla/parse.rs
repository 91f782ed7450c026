//! Reads HLO text from Rust's tokens.
//!
//! What the parser of the library refuses is refused here, in the same order of attributes; and what only sparse arrays have.

use super::{Array, SplitConfig, Tile, TileSize};
use crate::tree::{Dialect, MAX_RANK, Mistake, Parser, Tree};
use proc_macro::{Delimiter, Group, Span, TokenStream, TokenTree};

/// Element types by name, with the bits of one that is stored by itself: whole bytes.
const ELEMENT_TYPES: [(&str, u128); 31] = [
    ("pred", 8),
    ("s1", 8),
    ("s2", 8),
    ("s4", 8),
    ("s8", 8),
    ("s16", 16),
    ("s32", 32),
    ("s64", 64),
    ("u1", 8),
    ("u2", 8),
    ("u4", 8),
    ("u8", 8),
    ("u16", 16),
    ("u32", 32),
    ("u64", 64),
    ("f16", 16),
    ("f32", 32),
    ("f64", 64),
    ("bf16", 16),
    ("c64", 64),
    ("c128", 128),
    ("f4e2m1fn", 8),
    ("f8e3m4", 8),
    ("f8e4m3", 8),
    ("f8e4m3b11fnuz", 8),
    ("f8e4m3fn", 8),
    ("f8e4m3fnuz", 8),
    ("f8e5m2", 8),
    ("f8e5m2fnuz", 8),
    ("f8e8m0fnu", 8),
    ("token", 0),
];

/// The largest number of a size, a tile or an attribute.
const MOST: i128 = i64::MAX as i128;

/// One array, and nothing after it.
pub(crate) fn read_array(notation: TokenStream, dialect: Dialect) -> Result<Array, Mistake> {
    // as HLO prints it: without blanks
    let text = notation.to_string().split_whitespace().collect();
    let mut tokens = Parser::new(notation, dialect);
    let bits = element_bits(&mut tokens)?;
    let sizes = match tokens.next() {
        Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Bracket => sizes(&group, dialect)?,
        other => {
            return Err(unexpected(
                &tokens,
                other,
                "the sizes in `[ ]` after the element type, as in f32[2,3]",
            ));
        }
    };
    let rank = sizes.len();
    let mut array = Array {
        bits,
        sizes,
        minor_to_major: (0..rank).rev().collect(),
        tiles: Vec::new(),
        tail_padding_alignment: 1,
        split_configs: Vec::new(),
        text,
    };
    match tokens.next() {
        None => {}
        Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Brace => layout(&group, &mut array)?,
        other => return Err(unexpected(&tokens, other, "the end, or a layout such as {1,0:T(8,128)}")),
    }
    tokens.end()?;
    Ok(array)
}

fn element_bits(tokens: &mut Parser) -> Result<u128, Mistake> {
    let expected = "an array in HLO text, such as bf16[8,128]{1,0:T(8,128)(2,1)}";
    let name = match tokens.next() {
        Some(TokenTree::Ident(name)) => name,
        Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Parenthesis => {
            let message = "a tuple has no layout of its own: expected one of its arrays, such as f32[2,3]";
            return Err(Mistake::new(group.span(), message.into()));
        }
        other => return Err(unexpected(tokens, other, expected)),
    };
    let text = name.to_string();
    match ELEMENT_TYPES.iter().find(|(known, _)| *known == text) {
        Some((_, bits)) if *bits > 0 => Ok(*bits),
        Some(_) => Err(Mistake::new(name.span(), format!("{text}[] has no elements, and so no layout"))),
        None => Err(Mistake::new(
            name.span(),
            format!("`{text}` is no element type of XLA: those are pred, s8, u32, f32, bf16, f8e4m3fn …"),
        )),
    }
}

fn sizes(group: &Group, dialect: Dialect) -> Result<Vec<Tree>, Mistake> {
    let mut tokens = Parser::inside(group, dialect);
    let mut sizes = Vec::new();
    while !tokens.is_at_end() {
        let size = size(&mut tokens)?;
        match &size {
            Tree::Int { value, span } if *value < 0 => {
                return Err(Mistake::new(*span, format!("the size {value} is negative")));
            }
            Tree::Int { value, span } if *value > MOST => return Err(too_large("size", *value, *span)),
            Tree::Tuple { span, .. } => {
                return Err(Mistake::new(*span, "a size is one integer, not a tuple".into()));
            }
            _ => sizes.push(size),
        }
        comma(&mut tokens, "sizes")?;
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
        return Err(unexpected(tokens, found, "`=` after `<`, as in `<=16`"));
    }
    tokens.tree("a size")
}

/// `1,0:T(8,128)(2,1)` between braces.
fn layout(group: &Group, array: &mut Array) -> Result<(), Mistake> {
    let mut tokens = Parser::inside(group, Dialect::Type);
    let rank = array.sizes.len();
    let (mut order, mut seen) = (Vec::new(), vec![false; rank]);
    while !tokens.is_at_end() && !tokens.is_next(':') {
        let (dimension, span) = number(&mut tokens, "the number of a dimension", 0)?;
        let known = usize::try_from(dimension).ok().filter(|dimension| *dimension < rank);
        let Some(dimension) = known else {
            let message = match rank {
                0 => format!("there is no dimension {dimension}: the array is a scalar"),
                _ => format!("there is no dimension {dimension}: the array has dimensions 0 to {}", rank - 1),
            };
            return Err(Mistake::new(span, message));
        };
        if std::mem::replace(&mut seen[dimension], true) {
            let message = format!("dimension {dimension} stands twice in the order of the dimensions");
            return Err(Mistake::new(span, message));
        }
        order.push(dimension);
        if tokens.is_next(':') || tokens.is_at_end() {
            break;
        }
        comma(&mut tokens, "dimensions")?;
    }
    if let Some(missing) = seen.iter().position(|seen| !seen) {
        let message = format!(
            "the layout orders {} of {rank} dimensions, minor to major: dimension {missing} is missing",
            order.len()
        );
        return Err(Mistake::new(group.span(), message));
    }
    array.minor_to_major = order;
    match tokens.eat(':') {
        Some(_) => attributes(&mut tokens, array)?,
        None if rank == 0 => {
            let message = "a scalar has an empty layout: expected nothing, or attributes as in {:T(128)}";
            return Err(Mistake::new(group.span(), message.into()));
        }
        None => {}
    }
    match tokens.next() {
        None => Ok(()),
        found => Err(unexpected(&tokens, found, "`}`, or an attribute in the order `D T L E S SC M`")),
    }
}

/// The attributes of a layout, each at most once and in this order.
fn attributes(tokens: &mut Parser, array: &mut Array) -> Result<(), Mistake> {
    if tokens.eat_word("D").is_some() {
        level_types(&argument(tokens, "the types of levels such as (D,C+) after `D`")?)?;
    }
    if tokens.eat_word("T").is_some() {
        array.tiles.push(tile(&argument(tokens, "a tile such as (8,128) after `T`")?)?);
        while let Some(group) = tokens.eat_group() {
            array.tiles.push(tile(&group)?);
        }
    }
    if tokens.eat_word("L").is_some() {
        array.tail_padding_alignment = numbered(tokens, "L", 1)?;
    }
    for mark in ['#', '*'] {
        if let Some(span) = tokens.eat(mark) {
            return Err(sparse(&mark.to_string(), span));
        }
    }
    if tokens.eat_word("E").is_some() {
        match numbered(tokens, "E", 0)? {
            0 => {}
            bits => array.bits = bits,
        }
    }
    if tokens.eat_word("S").is_some() {
        numbered(tokens, "S", 0)?;
    }
    if tokens.eat_word("SC").is_some() {
        let config = split_config(&argument(tokens, "a split such as (0:104) after `SC`")?)?;
        array.split_configs.push(config);
        while let Some(group) = tokens.eat_group() {
            array.split_configs.push(split_config(&group)?);
        }
    }
    if let Some(span) = tokens.eat_word("P") {
        return Err(sparse("P", span));
    }
    if tokens.eat_word("M").is_some() {
        numbered(tokens, "M", 0)?;
    }
    Ok(())
}

fn sparse(mark: &str, span: Span) -> Mistake {
    Mistake::new(span, format!("`{mark}` belongs to sparse arrays, which have no layout here"))
}

/// `D,C+,S~` between parentheses: once the types of the levels of a sparse array, which say nothing of the layout.
fn level_types(group: &Group) -> Result<(), Mistake> {
    let mut tokens = Parser::inside(group, Dialect::Type);
    loop {
        if !["D", "C", "S", "H"].iter().any(|level| tokens.eat_word(level).is_some()) {
            let found = tokens.next();
            return Err(unexpected(&tokens, found, "the type of a level: `D`, `C`, `S` or `H`"));
        }
        tokens.eat('+');
        tokens.eat('~');
        if tokens.is_at_end() {
            return Ok(());
        }
        comma(&mut tokens, "the types of levels")?;
    }
}

/// What stands between the parentheses of an attribute.
fn argument(tokens: &mut Parser, expected: &str) -> Result<Group, Mistake> {
    match tokens.eat_group() {
        Some(group) => Ok(group),
        None => {
            let found = tokens.next();
            Err(unexpected(tokens, found, expected))
        }
    }
}

/// `(n)` after the name of an attribute.
fn numbered(tokens: &mut Parser, name: &str, least: i128) -> Result<u128, Mistake> {
    let group = argument(tokens, &format!("a number in parentheses after `{name}`"))?;
    let mut inside = Parser::inside(&group, Dialect::Type);
    let (value, _) = number(&mut inside, &format!("the number of `{name}`"), least)?;
    inside.end()?;
    Ok(value)
}

fn tile(group: &Group) -> Result<Tile, Mistake> {
    let mut tokens = Parser::inside(group, Dialect::Type);
    let mut sizes = Vec::new();
    while !tokens.is_at_end() {
        sizes.push(match tokens.eat('*') {
            Some(span) => TileSize { elements: None, span },
            None => {
                let (elements, span) = number(&mut tokens, "the size of a tile", 1)?;
                TileSize { elements: Some(elements), span }
            }
        });
        comma(&mut tokens, "the sizes of a tile")?;
    }
    match sizes.last() {
        None => Err(Mistake::new(group.span(), "a tile without sizes: expected one such as (8,128)".into())),
        Some(TileSize { elements: None, span }) => {
            let message = "a tile ends with `*`: there is no dimension after the last to merge into";
            Err(Mistake::new(*span, message.into()))
        }
        Some(_) => Ok(Tile { sizes }),
    }
}

/// `dimension:index,index...`
fn split_config(group: &Group) -> Result<SplitConfig, Mistake> {
    let mut tokens = Parser::inside(group, Dialect::Type);
    let (dimension, _) = number(&mut tokens, "the number of a physical dimension", 0)?;
    if tokens.eat(':').is_none() {
        let found = tokens.next();
        return Err(unexpected(&tokens, found, "`:` and the indices at which pieces begin, as in (0:104)"));
    }
    let mut indices = Vec::new();
    while !tokens.is_at_end() {
        indices.push(number(&mut tokens, "the index at which a piece begins", 0)?.0);
        comma(&mut tokens, "indices")?;
    }
    if indices.is_empty() {
        let message = format!("physical dimension {dimension} is split at no index");
        return Err(Mistake::new(group.span(), message));
    }
    Ok(SplitConfig { dimension: usize::try_from(dimension).unwrap_or(usize::MAX), indices })
}

/// A literal of at least `least`.
fn number(tokens: &mut Parser, what: &str, least: i128) -> Result<(u128, Span), Mistake> {
    match tokens.tree(what)? {
        Tree::Int { value, span } if value < least => {
            Err(Mistake::new(span, format!("{what} is {value}: it must be at least {least}")))
        }
        Tree::Int { value, span } if value > MOST => Err(too_large(what, value, span)),
        Tree::Int { value, span } => Ok((value.unsigned_abs(), span)),
        other => {
            let message = format!("{what} is known at compile time: expected a literal, found `{other}`");
            Err(Mistake::new(other.span(), message))
        }
    }
}

fn too_large(what: &str, value: i128, span: Span) -> Mistake {
    Mistake::new(span, format!("the {what} {value} is too large: numbers stay below 2^63"))
}

/// `,` between entries, or the end.
fn comma(tokens: &mut Parser, between: &str) -> Result<(), Mistake> {
    if tokens.is_at_end() || tokens.eat(',').is_some() && !tokens.is_at_end() {
        return Ok(());
    }
    let found = tokens.next();
    let expected = format!("`,` between {between}, and none after the last");
    let mistake = unexpected(tokens, found, &expected);
    Err(match between {
        "sizes" => mistake.because("an expression goes in braces, as in `f32[{n + 1},2]`"),
        _ => mistake,
    })
}

fn unexpected(tokens: &Parser, found: Option<TokenTree>, expected: &str) -> Mistake {
    match found {
        Some(token) => Mistake::new(token.span(), format!("expected {expected}, found `{token}`")),
        None => Mistake::new(tokens.last(), format!("expected {expected}, found the end")),
    }
}
