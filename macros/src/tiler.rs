//! Tilers by mode: `16, (2,4):(1,8), _, {n / 2}`.

use crate::check;
use crate::emit::{Emit, Tokens, list};
use crate::tree::{Dialect, Mistake, Parser, Tree, check_rank};
use proc_macro::{Span, TokenStream};

const ENTRY: &str = "an entry of a tiler: an integer, a layout, `_`, or entries in parentheses";

/// What cuts the modes of a layout, as written.
pub(crate) struct Tiler {
    entries: Vec<Entry>,
    span: Span,
}

/// What cuts one mode.
enum Entry {
    /// `_`: nothing.
    Kept(Span),
    /// So many elements in a row.
    Run(Tree),
    Layout {
        shape: Tree,
        stride: Tree,
    },
    /// Entries for the modes inside.
    Nested(Tiler),
}

impl Tiler {
    pub(crate) fn read(notation: TokenStream) -> Result<Self, Mistake> {
        Tiler::entries(Parser::new(notation, Dialect::Value), Span::call_site())
    }

    fn entries(mut tokens: Parser, span: Span) -> Result<Self, Mistake> {
        let entries = tokens.separated("entries", Entry::read)?;
        check_rank(entries.len(), span)?;
        Ok(Tiler { entries, span })
    }

    /// `$crate::algebra::ByMode((a, b,))`
    pub(crate) fn value(&self, emit: &Emit) -> Tokens {
        let runs: Option<Vec<&Tree>> = self.entries.iter().map(Entry::run).collect();
        let entries = match runs {
            Some(runs) => emit.tuple_value(runs, self.span),
            None => list(self.entries.iter().map(|entry| entry.value(emit)), self.span),
        };
        emit.call(&["algebra", "ByMode"], [entries], self.span)
    }
}

impl Entry {
    fn read(tokens: &mut Parser) -> Result<Self, Mistake> {
        if let Some(span) = tokens.eat_word("_") {
            return Ok(Entry::Kept(span));
        }
        if let Some(modes) = tokens.group_without_stride() {
            return Tiler::entries(Parser::inside(&modes, Dialect::Value), modes.span()).map(Entry::Nested);
        }
        let shape = tokens.tree(ENTRY)?;
        if tokens.eat(':').is_none() {
            check::extents(&shape, "extent")?;
            return Ok(Entry::Run(shape));
        }
        let stride = tokens.tree("a stride after `:`, such as (1,4)")?;
        check::shape(&shape)?;
        check::layout(&shape, &stride)?;
        Ok(Entry::Layout { shape, stride })
    }

    fn run(&self) -> Option<&Tree> {
        match self {
            Entry::Run(length) => Some(length),
            _ => None,
        }
    }

    fn value(&self, emit: &Emit) -> Tokens {
        match self {
            Entry::Kept(span) => emit.path(&["layout", "Free"], *span),
            Entry::Run(length) => emit.tree_value(length),
            Entry::Layout { shape, stride } => emit.layout_value(shape, stride, None),
            Entry::Nested(tiler) => tiler.value(emit),
        }
    }
}
