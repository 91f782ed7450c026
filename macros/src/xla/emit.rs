//! Layouts of HLO text as Rust: an ordinary nested layout where there is one, a tiled layout otherwise.

use super::array::{Array, static_size, too_large};
use crate::emit::{Emit, Tokens, group, list, punct, separated};
use crate::tree::{Mistake, Tree};
use proc_macro::{Delimiter, Ident, Literal, Punct, Spacing, Span};
use tilework_tiles::{Count, Dynamic, Leaf, Nested, NotNested, TileSize, nested, places};

/// The type of the layout.
pub(crate) fn layout_type(emit: &Emit, array: &Array) -> Result<Tokens, Mistake> {
    Ok(match kind(array)? {
        ArrayKind::Nested(nested) => Writer { emit, array }.nested_type(&nested),
        ArrayKind::Tiled { places } => Writer { emit, array }.tiled_type(places),
    })
}

/// What is done about dynamic sizes that are too large.
#[derive(Clone, Copy)]
pub(crate) enum OnTooLarge {
    Panic,
    Error,
}

/// The value of the layout, or a result that has it.
pub(crate) fn layout_value(emit: &Emit, array: &Array, failure: OnTooLarge) -> Result<Tokens, Mistake> {
    let writer = Writer { emit, array };
    let result = match kind(array)? {
        ArrayKind::Nested(nested) if array.physical_sizes().is_none() => {
            return Ok(writer.dynamic_value(&nested, failure));
        }
        ArrayKind::Nested(nested) => writer.nested_type(&nested),
        ArrayKind::Tiled { places } => writer.tiled_type(places),
    };
    let value = emit.associated(result, "STATIC", Span::call_site());
    Ok(match failure {
        OnTooLarge::Panic => value,
        OnTooLarge::Error => writer.call(&["placed", "static_layout"], [value]),
    })
}

/// What the layout of an array is.
enum ArrayKind {
    Nested(Nested<usize>),
    Tiled { places: i64 },
}

fn kind(array: &Array) -> Result<ArrayKind, Mistake> {
    match nested(&array.counts(), &array.minor_to_major, array.tiles()) {
        Ok(nested) => Ok(ArrayKind::Nested(nested)),
        Err(NotNested::Refused(refusal)) => Err(too_large(refusal)),
        Err(NotNested::Inexact { reason, place }) => {
            let Some(sizes) = array.physical_sizes() else {
                let span = place.map_or(Span::call_site(), |(tile, entry)| array.tiles[tile].spans[entry]);
                return Err(Mistake::new(span, reason)
                    .because("no shape and stride says that, and other tilings need static sizes"));
            };
            Ok(ArrayKind::Tiled { places: places(sizes, array.tiles()).map_err(too_large)? })
        }
    }
}

/// Whether the shape spans more than the array, or may.
fn overhangs(array: &Array, nested: &Nested<usize>) -> bool {
    let spans_exactly = |leaves: &[Leaf<usize>], size| match leaves {
        [leaf] => leaf.extent == size,
        // not known of counts of blocks
        leaves => {
            let mut extents = leaves.iter().map(|leaf| leaf.extent.as_static());
            let spanned = extents.try_fold(1i64, |product, extent| product.checked_mul(extent?));
            spanned.is_some_and(|spanned| Count::new(spanned) == size)
        }
    };
    nested.modes().zip(array.counts()).any(|(leaves, size)| !spans_exactly(leaves, size))
}

struct Writer<'a> {
    emit: &'a Emit,
    array: &'a Array,
}

impl Writer<'_> {
    /// `Layout<shape, stride, extent>`
    fn nested_type(&self, nested: &Nested<usize>) -> Tokens {
        let shape = self.modes(nested, |leaf| self.count_type(leaf.extent));
        let stride = self.modes(nested, |leaf| self.product_type(leaf.stride.factor, &leaf.stride.dynamic));
        let extent = match overhangs(self.array, nested) {
            true => tuple(self.array.sizes.iter().map(|size| self.emit.tree_type(size))),
            false => self.path(&["layout", "Exact"]),
        };
        self.emit.generic(&["layout", "Layout"], [shape, stride, extent], Span::call_site())
    }

    /// The modes as nested tuples; a mode of one leaf is the leaf.
    fn modes(&self, nested: &Nested<usize>, emit: impl Fn(&Leaf<usize>) -> Tokens) -> Tokens {
        tuple(nested.modes().map(|leaves| match leaves {
            [leaf] => emit(leaf),
            leaves => tuple(leaves.iter().map(&emit)),
        }))
    }

    fn count_type(&self, count: Count<usize>) -> Tokens {
        self.product_type(count.factor, count.dynamic.as_slice())
    }

    fn product_type(&self, factor: i64, dynamic: &[Dynamic<usize>]) -> Tokens {
        let dynamic = dynamic.iter().map(|&Dynamic { dimension, unit }| {
            let size = self.emit.tree_type(&self.array.sizes[dimension]);
            if unit == 1 { size } else { self.int("CeilDiv", [size, self.int_type(unit)]) }
        });
        let factors = static_factor(factor, &dynamic).map(|factor| self.int_type(factor));
        let product = factors.into_iter().chain(dynamic).reduce(|a, b| self.int("Mul", [a, b]));
        product.unwrap_or_default()
    }

    /// A type of `int` with these arguments.
    fn int(&self, name: &str, arguments: impl IntoIterator<Item = Tokens>) -> Tokens {
        self.emit.generic(&["int", name], arguments, Span::call_site())
    }

    fn int_type(&self, value: i64) -> Tokens {
        self.int("Int", [self.emit.nat(value.unsigned_abs().into(), Span::call_site())])
    }

    fn int_value(&self, value: i64) -> Tokens {
        let mut tokens = self.emit.associated(self.int_type(value), "new", Span::call_site());
        tokens.extend(tuple([]));
        tokens
    }

    /// `TiledLayout<sizes, minor to major, tiles, places>`
    fn tiled_type(&self, places: i64) -> Tokens {
        let sizes = self.array.sizes.iter().map(|size| self.emit.tree_type(size));
        let order = self.array.minor_to_major.iter();
        let order =
            order.map(|&dimension| self.int("Int", [self.emit.nat(dimension as u128, Span::call_site())]));
        let tiles = self.array.tiles().map(|tile| {
            tuple(tile.iter().map(|size| match *size {
                TileSize::Elements(elements) => self.int_type(elements),
                TileSize::Combine => self.path(&["placed", "Combine"]),
            }))
        });
        let arguments = [tuple(sizes), tuple(order), tuple(tiles), self.int_type(places)];
        self.emit.generic(&["placed", "TiledLayout"], arguments, Span::call_site())
    }

    /// The layout of dynamic sizes: each is evaluated once, and their product is checked before anything multiplies
    /// them.
    fn dynamic_value(&self, nested: &Nested<usize>, failure: OnTooLarge) -> Tokens {
        let shape = self.modes(nested, |leaf| self.count_value(leaf.extent));
        let stride = self.modes(nested, |leaf| self.product_value(leaf.stride.factor, &leaf.stride.dynamic));
        let extent = match overhangs(self.array, nested) {
            true => {
                tuple(self.array.sizes.iter().enumerate().map(|(dimension, size)| match static_size(size) {
                    Some(value) => self.int_value(value),
                    None => self.size(dimension),
                }))
            }
            false => self.path(&["layout", "Exact"]),
        };
        let bounds = nested.bounds.iter().flat_map(|bound| {
            let factor = static_factor(bound.factor, &bound.dynamic.iter())
                .map(|factor| vec![Literal::i64_unsuffixed(factor).into()]);
            let dynamic = bound.dynamic.iter().map(|dynamic| self.dynamic_count(dynamic));
            let value = |count| self.call(&["int", "Integer", "value"], [count]);
            factor.into_iter().chain(dynamic.map(value)).collect::<Vec<_>>()
        });
        let bounds = group(Delimiter::Bracket, separated(bounds), Span::call_site());
        let mut parts = vec![punct('|'), punct('|')];
        parts.extend(tuple([shape, stride, extent]));
        let result = self.call(&["placed", "try_layout"], [vec![bounds], parts]);
        let value = match failure {
            OnTooLarge::Panic => {
                let text = vec![Literal::string(&self.array.text).into()];
                self.call(&["placed", "expect_layout"], [text, result])
            }
            OnTooLarge::Error => result,
        };
        let names = self.dynamic_sizes().map(|(dimension, _)| self.size(dimension));
        let values = self.dynamic_sizes().map(|(_, size)| {
            // in a tuple, where braces around it are nothing to warn of
            let mut first = list([self.emit.tree_value(size)], size.span());
            first.extend([punct('.'), Literal::usize_unsuffixed(0).into()]);
            self.emit.call(&["placed", "dimension"], [first], size.span())
        });
        let mut arm = tuple(names);
        arm.extend([Punct::new('=', Spacing::Joint).into(), punct('>')]);
        arm.extend(value);
        let mut tokens = vec![Ident::new("match", Span::mixed_site()).into()];
        tokens.extend(tuple(values));
        tokens.push(group(Delimiter::Brace, arm, Span::call_site()));
        tokens
    }

    fn dynamic_sizes(&self) -> impl Iterator<Item = (usize, &Tree)> {
        self.array.sizes.iter().enumerate().filter(|(_, size)| static_size(size).is_none())
    }

    /// The variable that holds a dynamic size.
    fn size(&self, dimension: usize) -> Tokens {
        vec![Ident::new(&format!("size_{dimension}"), Span::mixed_site()).into()]
    }

    fn count_value(&self, count: Count<usize>) -> Tokens {
        self.product_value(count.factor, count.dynamic.as_slice())
    }

    fn product_value(&self, factor: i64, dynamic: &[Dynamic<usize>]) -> Tokens {
        let dynamic = dynamic.iter().map(|dynamic| self.dynamic_count(dynamic));
        let factors = static_factor(factor, &dynamic).map(|factor| self.int_value(factor));
        let product = factors.into_iter().chain(dynamic).reduce(|a, b| self.call(&["int", "mul"], [a, b]));
        product.unwrap_or_default()
    }

    fn dynamic_count(&self, &Dynamic { dimension, unit }: &Dynamic<usize>) -> Tokens {
        match unit {
            1 => self.size(dimension),
            unit => self.call(&["int", "ceil_div"], [self.size(dimension), self.int_value(unit)]),
        }
    }

    fn path(&self, segments: &[&str]) -> Tokens {
        self.emit.path(segments, Span::call_site())
    }

    /// `function(arguments)`
    fn call(&self, function: &[&str], arguments: impl IntoIterator<Item = Tokens>) -> Tokens {
        self.emit.call(function, arguments, Span::call_site())
    }
}

/// The static factor of a product, unless it is 1 and there are others.
fn static_factor(factor: i64, others: &impl ExactSizeIterator) -> Option<i64> {
    (factor != 1 || others.len() == 0).then_some(factor)
}

/// `(a, b,)`
fn tuple(items: impl IntoIterator<Item = Tokens>) -> Tokens {
    list(items, Span::call_site())
}
