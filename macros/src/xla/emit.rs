//! Layouts of HLO text as Rust: an ordinary nested layout where there is one, a tiled layout otherwise.

use super::blocks::{Count, Leaf, Nested, Refusal, Stride, nested};
use super::places::places;
use super::{Array, static_size};
use crate::emit::{Emit, group, punct};
use crate::tree::{Mistake, Tree};
use proc_macro::{Delimiter, Ident, Literal, Span, TokenStream, TokenTree};

/// The type of the layout.
pub(crate) fn layout_type(emit: &Emit, array: &Array) -> Result<TokenStream, Mistake> {
    Ok(match kind(array)? {
        Kind::Nested(nested) => Writer { emit, array }.nested_type(&nested),
        Kind::Tiled { sizes, places } => Writer { emit, array }.tiled_type(&sizes, places),
    })
}

/// What is done about dynamic sizes that are too large.
#[derive(Clone, Copy)]
pub(crate) enum Failure {
    Panic,
    Error,
}

/// The value of the layout, or a result that has it.
pub(crate) fn layout_value(emit: &Emit, array: &Array, failure: Failure) -> Result<TokenStream, Mistake> {
    let writer = Writer { emit, array };
    let result = match kind(array)? {
        Kind::Nested(nested) if array.static_sizes().is_none() => {
            return Ok(writer.dynamic_value(&nested, failure));
        }
        Kind::Nested(nested) => writer.nested_type(&nested),
        Kind::Tiled { sizes, places } => writer.tiled_type(&sizes, places),
    };
    let value = emit.associated(result, "STATIC", None, Span::call_site());
    Ok(match failure {
        Failure::Panic => value,
        Failure::Error => writer.call(&["placed", "static_layout"], &[value]),
    })
}

/// What the layout of an array is.
enum Kind {
    Nested(Nested),
    Tiled { sizes: Vec<u128>, places: u128 },
}

fn kind(array: &Array) -> Result<Kind, Mistake> {
    match nested(array) {
        Ok(nested) => Ok(Kind::Nested(nested)),
        Err(Refusal::Wrong(mistake)) => Err(mistake),
        Err(Refusal::Inexact(mistake)) => {
            let Some(sizes) = array.static_sizes() else {
                return Err(
                    mistake.because("no shape and stride says that, and other tilings need static sizes")
                );
            };
            let physical: Vec<u128> = array.major_to_minor().map(|dimension| sizes[dimension]).collect();
            let places = places(&physical, &array.tiles)?;
            Ok(Kind::Tiled { sizes, places })
        }
    }
}

struct Writer<'a> {
    emit: &'a Emit,
    array: &'a Array,
}

impl Writer<'_> {
    /// `Layout<shape, stride, extent>`
    fn nested_type(&self, nested: &Nested) -> TokenStream {
        let shape = self.modes(nested, |leaf| self.count_type(leaf.extent));
        let stride = self.modes(nested, |leaf| self.stride_type(&leaf.stride));
        let extent = match nested.overhangs {
            true => list(self.array.sizes.iter().map(|size| self.emit.tree_type(size))),
            false => self.path(&["layout", "Exact"]),
        };
        self.emit.generic(&["layout", "Layout"], &[shape, stride, extent], Span::call_site())
    }

    /// The modes as nested tuples; a mode of one leaf is the leaf.
    fn modes(&self, nested: &Nested, emit: impl Fn(&Leaf) -> TokenStream) -> TokenStream {
        list(nested.modes.iter().map(|leaves| match &leaves[..] {
            [leaf] => emit(leaf),
            leaves => list(leaves.iter().map(&emit)),
        }))
    }

    fn count_type(&self, count: Count) -> TokenStream {
        match count {
            Count::Static(value) => self.int_type(value),
            Count::Dynamic { dimension, unit } => {
                let size = self.emit.tree_type(&self.array.sizes[dimension]);
                match unit {
                    1 => size,
                    unit => self.int("CeilDiv", &[size, self.int_type(unit)]),
                }
            }
        }
    }

    fn stride_type(&self, stride: &Stride) -> TokenStream {
        let factors = stride.counts.iter().map(|&count| self.count_type(count));
        let factors = static_factor(stride).map(|factor| self.int_type(factor)).into_iter().chain(factors);
        factors.reduce(|product, factor| self.int("Mul", &[product, factor])).unwrap_or_default()
    }

    /// A type of `int` with these arguments.
    fn int(&self, name: &str, arguments: &[TokenStream]) -> TokenStream {
        self.emit.generic(&["int", name], arguments, Span::call_site())
    }

    fn int_type(&self, value: u128) -> TokenStream {
        self.int("Int", &[self.emit.nat(value, Span::call_site())])
    }

    fn int_value(&self, value: u128) -> TokenStream {
        self.emit.associated(self.int_type(value), "new", Some(TokenStream::new()), Span::call_site())
    }

    /// `TiledLayout<sizes, minor to major, tiles, places>`
    fn tiled_type(&self, sizes: &[u128], places: u128) -> TokenStream {
        let int = |&value: &u128| self.int_type(value);
        let order = self.array.minor_to_major.iter().map(|&dimension| self.int_type(dimension as u128));
        let tiles = self.array.tiles.iter().map(|tile| {
            list(tile.sizes.iter().map(|size| match size.elements {
                Some(elements) => self.int_type(elements),
                None => self.path(&["placed", "Combine"]),
            }))
        });
        let arguments = [list(sizes.iter().map(int)), list(order), list(tiles), self.int_type(places)];
        self.emit.generic(&["placed", "TiledLayout"], &arguments, Span::call_site())
    }

    /// The layout of dynamic sizes: each is evaluated once, and their product is checked before anything multiplies them.
    fn dynamic_value(&self, nested: &Nested, failure: Failure) -> TokenStream {
        let shape = self.modes(nested, |leaf| self.count_value(leaf.extent));
        let stride = self.modes(nested, |leaf| self.stride_value(&leaf.stride));
        let extent = match nested.overhangs {
            true => {
                list(self.array.sizes.iter().enumerate().map(|(dimension, size)| match static_size(size) {
                    Some(value) => self.int_value(value),
                    None => self.size(dimension),
                }))
            }
            false => self.path(&["layout", "Exact"]),
        };
        let bounds = nested.bounds.iter().map(|bound| match bound {
            Count::Static(bound) => TokenTree::from(Literal::u128_unsuffixed(*bound)).into(),
            dynamic => self.call(&["int", "Integer", "value"], &[self.count_value(*dynamic)]),
        });
        let bounds = group(Delimiter::Bracket, separated(bounds), Span::call_site());
        let mut parts: TokenStream = [punct('|'), punct('|')].into_iter().collect();
        parts.extend(list([shape, stride, extent]));
        let result = self.call(&["placed", "try_layout"], &[bounds.into(), parts]);
        let value = match failure {
            Failure::Panic => {
                let text = TokenTree::from(Literal::string(&self.array.text));
                self.call(&["placed", "expect_layout"], &[text.into(), result])
            }
            Failure::Error => result,
        };
        let names = self.dynamic_sizes().map(|(dimension, _)| self.size(dimension));
        let values = self.dynamic_sizes().map(|(_, size)| {
            // in a tuple, where braces around it are nothing to warn of
            let inside = separated([self.emit.tree_value(size)]);
            let tuple = group(Delimiter::Parenthesis, inside, size.span());
            let first = [tuple, punct('.'), Literal::usize_unsuffixed(0).into()];
            self.call_at(&["placed", "dimension"], &[first.into_iter().collect()], size.span())
        });
        let mut arm = list(names);
        arm.extend([TokenTree::from(proc_macro::Punct::new('=', proc_macro::Spacing::Joint)), punct('>')]);
        arm.extend(value);
        let mut tokens: TokenStream = TokenTree::from(Ident::new("match", Span::mixed_site())).into();
        tokens.extend(list(values));
        tokens.extend([group(Delimiter::Brace, arm, Span::call_site())]);
        tokens
    }

    fn dynamic_sizes(&self) -> impl Iterator<Item = (usize, &Tree)> {
        self.array.sizes.iter().enumerate().filter(|(_, size)| static_size(size).is_none())
    }

    /// The variable that holds a dynamic size.
    fn size(&self, dimension: usize) -> TokenStream {
        TokenTree::from(Ident::new(&format!("size_{dimension}"), Span::mixed_site())).into()
    }

    fn count_value(&self, count: Count) -> TokenStream {
        match count {
            Count::Static(value) => self.int_value(value),
            Count::Dynamic { dimension, unit: 1 } => self.size(dimension),
            Count::Dynamic { dimension, unit } => {
                self.call(&["int", "ceil_div"], &[self.size(dimension), self.int_value(unit)])
            }
        }
    }

    fn stride_value(&self, stride: &Stride) -> TokenStream {
        let factors = stride.counts.iter().map(|&count| self.count_value(count));
        let factors = static_factor(stride).map(|factor| self.int_value(factor)).into_iter().chain(factors);
        factors.reduce(|product, factor| self.call(&["int", "mul"], &[product, factor])).unwrap_or_default()
    }

    fn path(&self, segments: &[&str]) -> TokenStream {
        self.emit.path(segments, Span::call_site()).into_iter().collect()
    }

    /// `function(arguments)`
    fn call(&self, function: &[&str], arguments: &[TokenStream]) -> TokenStream {
        self.call_at(function, arguments, Span::call_site())
    }

    fn call_at(&self, function: &[&str], arguments: &[TokenStream], span: Span) -> TokenStream {
        let mut tokens: TokenStream = self.emit.path(function, span).into_iter().collect();
        tokens.extend([group(Delimiter::Parenthesis, separated(arguments.iter().cloned()), span)]);
        tokens
    }
}

/// The static factor of a stride, unless it is 1 and there are others.
fn static_factor(stride: &Stride) -> Option<u128> {
    (stride.factor != 1 || stride.counts.is_empty()).then_some(stride.factor)
}

/// `(a, b,)`
fn list(items: impl IntoIterator<Item = TokenStream>) -> TokenStream {
    group(Delimiter::Parenthesis, separated(items), Span::call_site()).into()
}

/// `a, b,`
fn separated(items: impl IntoIterator<Item = TokenStream>) -> TokenStream {
    let mut tokens = TokenStream::new();
    for item in items {
        tokens.extend(item);
        tokens.extend([punct(',')]);
    }
    tokens
}
