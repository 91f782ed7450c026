//! The layout notation of tilework, read at compile time.
//!
//! These are the parsers behind `tilework::{int, Int, shape, Shape, stride, crd, layout, Layout, tiler, xor_layout,
//! XorLayout, xla, Xla, try_xla, xla_bytes}`; use them through that crate, which documents them. Every macro receives
//! the path of the library (`$crate`) as its first token.
//!
//! Reading the notation in a procedural macro, rather than by `macro_rules!`, gives any literal its canonical static
//! integer without arithmetic in the type checker, and lets a mistake in a literal layout be reported in the layout's
//! own words, at the place where it stands.
#![warn(
    clippy::cast_lossless,
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_sign_loss
)]

mod check;
mod emit;
mod tiler;
mod tree;
mod xla;

use emit::{Emit, Tokens};
use proc_macro::{Literal, TokenStream, TokenTree};
use tiler::Tiler;
use tree::{Dialect, LayoutTrees, Mistake, Parser, Tree};

/// Splits `$crate` from the notation.
fn library(input: TokenStream) -> (TokenTree, TokenStream) {
    let mut tokens = input.into_iter();
    let library = tokens.next().expect("the macros of tilework pass its path first");
    (library, tokens.collect())
}

/// Runs one macro: parse, check, emit; or the mistake as a compile error at its place.
fn expand(input: TokenStream, run: impl FnOnce(Emit, TokenStream) -> Result<Tokens, Mistake>) -> TokenStream {
    let (library, notation) = library(input);
    run(Emit::new(library), notation).unwrap_or_else(Mistake::into_compile_error).into_iter().collect()
}

fn integer(dialect: Dialect, notation: TokenStream) -> Result<Tree, Mistake> {
    let tree = Parser::new(notation, dialect).tree_alone("one integer literal, such as 16")?;
    match tree {
        Tree::Int { .. } | Tree::Const { .. } => Ok(tree),
        other => Err(Mistake::new(
            other.span(),
            "expected one integer literal, such as 16 or -1, or `const N` of a constant".into(),
        )),
    }
}

/// The type of a static integer.
#[proc_macro]
#[allow(non_snake_case)]
pub fn Int(input: TokenStream) -> TokenStream {
    expand(input, |emit, notation| Ok(emit.tree_type(&integer(Dialect::Type, notation)?)))
}

/// The value of a static integer.
#[proc_macro]
pub fn int(input: TokenStream) -> TokenStream {
    expand(input, |emit, notation| Ok(emit.tree_value(&integer(Dialect::Value, notation)?)))
}

/// The type of a shape.
#[proc_macro]
#[allow(non_snake_case)]
pub fn Shape(input: TokenStream) -> TokenStream {
    expand(input, |emit, notation| {
        let shape = Parser::new(notation, Dialect::Type).tree_or_list()?;
        check::extents(&shape, "extent")?;
        Ok(emit.tree_type(&shape))
    })
}

/// The value of a shape.
#[proc_macro]
pub fn shape(input: TokenStream) -> TokenStream {
    expand(input, |emit, notation| {
        let shape = Parser::new(notation, Dialect::Value).tree_or_list()?;
        check::extents(&shape, "extent")?;
        Ok(emit.tree_value(&shape))
    })
}

/// The value of a stride.
#[proc_macro]
pub fn stride(input: TokenStream) -> TokenStream {
    expand(
        input,
        |emit, notation| Ok(emit.tree_value(&Parser::new(notation, Dialect::Value).tree_or_list()?)),
    )
}

/// The type of a stride.
#[proc_macro]
#[allow(non_snake_case)]
pub fn Stride(input: TokenStream) -> TokenStream {
    expand(input, |emit, notation| Ok(emit.tree_type(&Parser::new(notation, Dialect::Type).tree_or_list()?)))
}

/// The value of a coordinate; `_` marks a mode that is kept.
#[proc_macro]
pub fn crd(input: TokenStream) -> TokenStream {
    expand(input, |emit, notation| {
        let crd = Parser::new(notation, Dialect::Coordinate).tree_or_list()?;
        check::extents(&crd, "coordinate")?;
        Ok(emit.tree_value(&crd))
    })
}

/// The type of a layout.
#[proc_macro]
#[allow(non_snake_case)]
pub fn Layout(input: TokenStream) -> TokenStream {
    expand(input, |emit, notation| {
        let LayoutTrees { shape, stride, extent } = Parser::new(notation, Dialect::Type).layout()?;
        check::shape(&shape)?;
        let Some(stride) = stride else { return Ok(emit.compact_type(&shape)) };
        check::layout(&shape, &stride)?;
        check::extent(&shape, &stride, extent.as_ref())?;
        Ok(emit.layout_type(&shape, &stride, extent.as_ref()))
    })
}

/// The value of a layout.
#[proc_macro]
pub fn layout(input: TokenStream) -> TokenStream {
    expand(input, |emit, notation| {
        let LayoutTrees { shape, stride, extent } = Parser::new(notation, Dialect::Value).layout()?;
        check::shape(&shape)?;
        let Some(stride) = stride else { return Ok(emit.compact_value(&shape)) };
        check::layout(&shape, &stride)?;
        check::extent(&shape, &stride, extent.as_ref())?;
        Ok(emit.layout_value(&shape, &stride, extent.as_ref()))
    })
}

/// The value of a tiler by mode.
#[proc_macro]
pub fn tiler(input: TokenStream) -> TokenStream {
    expand(input, |emit, notation| Ok(Tiler::read(notation)?.value(&emit)))
}

/// The type of a layout over F2 strides.
#[proc_macro]
#[allow(non_snake_case)]
pub fn XorLayout(input: TokenStream) -> TokenStream {
    expand(input, |emit, notation| {
        let (shape, stride) = Parser::new(notation, Dialect::Type).xor_layout()?;
        check::xor_layout(&shape, &stride)?;
        Ok(emit.xor_layout_type(&shape, &stride))
    })
}

/// The value of a layout over F2 strides.
#[proc_macro]
pub fn xor_layout(input: TokenStream) -> TokenStream {
    expand(input, |emit, notation| {
        let (shape, stride) = Parser::new(notation, Dialect::Static).xor_layout()?;
        check::xor_layout(&shape, &stride)?;
        Ok(emit.xor_layout_value(&shape, &stride))
    })
}

/// The type of the layout of an array in HLO text.
#[proc_macro]
#[allow(non_snake_case)]
pub fn Xla(input: TokenStream) -> TokenStream {
    expand(input, |emit, notation| xla::layout_type(&emit, &xla::read_array(notation, Dialect::Type)?))
}

/// The layout of an array in HLO text.
#[proc_macro]
pub fn xla(input: TokenStream) -> TokenStream {
    expand(input, |emit, notation| {
        xla::layout_value(&emit, &xla::read_array(notation, Dialect::Value)?, xla::OnTooLarge::Panic)
    })
}

/// The layout of an array in HLO text, or why there is none.
#[proc_macro]
pub fn try_xla(input: TokenStream) -> TokenStream {
    expand(input, |emit, notation| {
        xla::layout_value(&emit, &xla::read_array(notation, Dialect::Value)?, xla::OnTooLarge::Error)
    })
}

/// The bytes that an array in HLO text is allocated.
#[proc_macro]
pub fn xla_bytes(input: TokenStream) -> TokenStream {
    expand(input, |_, notation| {
        let bytes = xla::padded_bytes(&xla::read_array(notation, Dialect::Type)?)?;
        Ok(vec![Literal::u64_unsuffixed(bytes).into()])
    })
}
