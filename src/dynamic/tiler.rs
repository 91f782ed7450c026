//! What a layout is divided by: one layout for the whole, or a tiler for each mode.
use super::error::{Error, Result, invalid};
use super::layout::DynLayout;
use super::mode::{LayoutRef, Mode};
use super::text::{TextCursor, read_all};
use super::tree::{Builder, MAX_DEPTH, Tree};
use alloc::format;
use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

/// One layout for the whole, or by mode `<4,(2,4):(1,8),_,<2,3:2>>`. The two differ: `(8,12):(1,8)` divided by the
/// layout `12:1` has one tile mode of 12 elements, divided by `<4,3>` a tile of 4 by 3.
#[derive(Debug, Clone, PartialEq, Eq)]
#[allow(clippy::large_enum_variant, reason = "a tiler that is one layout takes no heap")]
pub enum Tiler {
    /// A function on the whole domain; an integer `N` stands for `N:1`.
    Layout(DynLayout),
    /// A tiler for each of the first modes.
    ByMode(Vec<Tiler>),
    /// `_`: the mode stays as it is.
    Keep,
}

impl Tiler {
    /// Whether the tiler names top-level modes of the layout, and nothing inside or across them.
    pub(crate) fn names_whole_modes(&self, layout: &DynLayout) -> bool {
        match self {
            Tiler::Layout(_) | Tiler::Keep => layout.view().is_leaf(),
            Tiler::ByMode(tilers) => !tilers.iter().any(|tiler| matches!(tiler, Tiler::ByMode(_))),
        }
    }
}

impl From<DynLayout> for Tiler {
    fn from(layout: DynLayout) -> Self {
        Tiler::Layout(layout)
    }
}

impl FromStr for Tiler {
    type Err = Error;

    fn from_str(text: &str) -> Result<Tiler> {
        read_all(text, read)
    }
}

/// Reads a tiler without recursion: the lists that are open are on a stack.
fn read(reader: &mut TextCursor<'_>) -> Result<Tiler> {
    let mut open: Vec<Vec<Tiler>> = Vec::new();
    loop {
        if reader.eat('<') {
            if open.len() >= MAX_DEPTH {
                return Err(reader.unexpected(format!("no more than {MAX_DEPTH} levels of nesting")).into());
            }
            open.push(Vec::new());
            continue;
        }
        let mut tiler = read_leaf(reader)?;
        loop {
            let Some(list) = open.last_mut() else { return Ok(tiler) };
            list.push(tiler);
            if reader.eat(',') {
                break;
            }
            if !reader.eat('>') {
                return Err(reader.unexpected("`,` or `>`").into());
            }
            tiler = Tiler::ByMode(open.pop().unwrap_or_default());
        }
    }
}

fn read_leaf(reader: &mut TextCursor<'_>) -> Result<Tiler> {
    if reader.eat_underscore() {
        return Ok(Tiler::Keep);
    }
    let shape = reader.tree(TextCursor::number)?;
    let layout = match shape.view().as_leaf() {
        Some(extent) if reader.peek() != Some(':') => {
            DynLayout::from_modes(Tree::leaf(Mode::new(extent, 1)))?
        }
        _ => reader.stride_of(&shape)?,
    };
    Ok(Tiler::Layout(layout))
}

impl fmt::Display for Tiler {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Tiler::Layout(layout) => layout.fmt(f),
            Tiler::Keep => f.write_str("_"),
            Tiler::ByMode(tilers) => {
                f.write_str("<")?;
                for (index, tiler) in tilers.iter().enumerate() {
                    if index > 0 {
                        f.write_str(",")?;
                    }
                    tiler.fmt(f)?;
                }
                f.write_str(">")
            }
        }
    }
}

/// What becomes of the modes behind those a tiler by mode names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Untouched {
    Keep,
    Drop,
}

/// What is done with one mode: with a layout, or with none where the mode is kept. The result is written.
type Apply<'a, T> = dyn FnMut(LayoutRef<'_>, Option<&DynLayout>, &mut Builder<T>) -> Result<()> + 'a;

/// Writes the result of an operation on a layout done mode by mode as the tiler says.
pub(crate) fn by_mode<T: Copy>(
    operation: &'static str,
    layout: LayoutRef<'_>,
    tiler: &Tiler,
    untouched: Untouched,
    result: &mut Builder<T>,
    apply: &mut Apply<'_, T>,
) -> Result<()> {
    let tilers = match tiler {
        Tiler::Layout(tiler) => return apply(layout, Some(tiler), result),
        Tiler::Keep => return apply(layout, None, result),
        Tiler::ByMode(tilers) => tilers,
    };
    if tilers.len() > layout.rank() {
        return Err(invalid!(operation, "the tiler {tiler} has more modes than {layout}"));
    }
    result.open()?;
    for (index, mode) in layout.modes().enumerate() {
        match tilers.get(index) {
            Some(tiler) => by_mode(operation, mode, tiler, untouched, result, apply)?,
            None if untouched == Untouched::Keep => apply(mode, None, result)?,
            None => break,
        }
    }
    result.close();
    Ok(())
}
