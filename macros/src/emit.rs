//! Trees as Rust: the tokens of their types and values.

use crate::tree::Tree;
use proc_macro::{Delimiter, Group, Ident, Literal, Punct, Spacing, Span, TokenStream, TokenTree};

/// typenum names all numbers up to this one, a power of two.
const LARGEST_NAMED: u128 = 1024;

/// Rust as it is put together. What is in a group has passed to the compiler and back; a list of tokens has not.
pub(crate) type Tokens = Vec<TokenTree>;

/// Writes paths of the library, which `$crate` names.
pub(crate) struct Emit {
    library: TokenTree,
}

pub(crate) fn group(delimiter: Delimiter, tokens: Tokens, span: Span) -> TokenTree {
    let mut group = Group::new(delimiter, tokens.into_iter().collect());
    group.set_span(span);
    group.into()
}

pub(crate) fn punct(c: char) -> TokenTree {
    Punct::new(c, Spacing::Alone).into()
}

fn path_separator() -> [TokenTree; 2] {
    [Punct::new(':', Spacing::Joint).into(), punct(':')]
}

/// `a, b,`
pub(crate) fn separated(items: impl IntoIterator<Item = Tokens>) -> Tokens {
    let mut tokens = Tokens::new();
    for item in items {
        tokens.extend(item);
        tokens.push(punct(','));
    }
    tokens
}

/// `(a, b,)`
pub(crate) fn list(items: impl IntoIterator<Item = Tokens>, span: Span) -> Tokens {
    vec![group(Delimiter::Parenthesis, separated(items), span)]
}

impl Emit {
    pub(crate) fn new(library: TokenTree) -> Self {
        Emit { library }
    }

    /// `$crate::a::b`
    pub(crate) fn path(&self, segments: &[&str], span: Span) -> Tokens {
        let (mut tokens, at) = (vec![self.library.clone()], span.resolved_at(Span::mixed_site()));
        for segment in segments {
            tokens.extend(path_separator());
            tokens.push(Ident::new(segment, at).into());
        }
        tokens
    }

    /// `path<arguments>`
    pub(crate) fn generic(
        &self,
        segments: &[&str],
        arguments: impl IntoIterator<Item = Tokens>,
        span: Span,
    ) -> Tokens {
        // with `::` it is a path in an expression, too: there the compiler says that a type is no value
        let mut tokens = self.path(segments, span);
        tokens.extend(path_separator());
        tokens.push(punct('<'));
        tokens.extend(separated(arguments));
        tokens.push(punct('>'));
        tokens
    }

    /// `path(arguments)`
    pub(crate) fn call(
        &self,
        function: &[&str],
        arguments: impl IntoIterator<Item = Tokens>,
        span: Span,
    ) -> Tokens {
        let mut tokens = self.path(function, span);
        tokens.extend(list(arguments, span));
        tokens
    }

    /// typenum's canonical type of a natural number, most significant digit innermost.
    ///
    /// As many of the first digits as make up a number that typenum has a name for are that name: each token costs the
    /// compiler time.
    pub(crate) fn nat(&self, value: u128, span: Span) -> Tokens {
        let digits = (128 - value.leading_zeros()).saturating_sub(LARGEST_NAMED.ilog2());
        let mut number = self.path(&["typenum", &format!("U{}", value >> digits)], span);
        for place in (0..digits).rev() {
            let digit = if value >> place & 1 == 1 { "B1" } else { "B0" };
            let digit = self.path(&["typenum", digit], span);
            number = self.generic(&["typenum", "UInt"], [number, digit], span);
        }
        number
    }

    pub(crate) fn tree_type(&self, tree: &Tree) -> Tokens {
        match tree {
            Tree::Int { value, span } => {
                let leaf = if *value < 0 { "Neg" } else { "Int" };
                self.generic(&["int", leaf], [self.nat(value.unsigned_abs(), *span)], *span)
            }
            Tree::Dynamic { tokens, .. } => tokens.clone().into_iter().collect(),
            Tree::Const { value, span } => self.constant_type(value, *span),
            Tree::Multiple { divisor: 1, .. } => {
                let word: TokenStream = "::core::primitive::usize".parse().expect("a path is Rust");
                word.into_iter().collect()
            }
            Tree::Multiple { divisor, span, .. } => {
                let divisor = Tree::Int { value: *divisor, span: *span };
                self.generic(&["int", "Multiple"], [self.tree_type(&divisor)], *span)
            }
            Tree::Free { span } => self.path(&["layout", "Free"], *span),
            Tree::Tuple { modes, span } => list(modes.iter().map(|mode| self.tree_type(mode)), *span),
        }
    }

    pub(crate) fn tree_value(&self, tree: &Tree) -> Tokens {
        match tree {
            Tree::Int { span, .. } | Tree::Const { span, .. } => {
                let mut tokens = self.associated(self.tree_type(tree), "new", *span);
                tokens.extend(list([], *span));
                tokens
            }
            Tree::Dynamic { tokens, .. } => match constant_name(tokens) {
                Some(name) => vec![dynamic_constant(&name)],
                None => tokens.clone().into_iter().collect(),
            },
            Tree::Tuple { modes, span } => self.tuple_value(modes, *span),
            Tree::Multiple { times, divisor, span } => {
                let divisor = Tree::Int { value: *divisor, span: *span };
                let factors = [times.clone().into_iter().collect(), self.tree_value(&divisor)];
                self.call(&["int", "scale"], factors, *span)
            }
            Tree::Free { .. } => self.tree_type(tree),
        }
    }

    /// A tuple; one of literals is a constant of its type, which costs the compiler less than a value for each.
    pub(crate) fn tuple_value<'a>(
        &self,
        modes: impl IntoIterator<Item = &'a Tree, IntoIter: Clone>,
        span: Span,
    ) -> Tokens {
        let modes = modes.into_iter();
        if modes.clone().count() < 2 || !modes.clone().all(is_static) {
            return list(modes.map(|mode| self.tree_value(mode)), span);
        }
        let mut constant = list(modes.map(|mode| self.tree_type(mode)), span);
        constant.push(Ident::new("as", span.resolved_at(Span::mixed_site())).into());
        constant.extend(self.path(&["tuple", "AllStatic"], span));
        self.associated(constant, "VALUE", span)
    }

    /// The static integer with the value of a constant, from its digits: what the compiler can take from a value.
    fn constant_type(&self, value: &TokenStream, span: Span) -> Tokens {
        let digits = (0..CONST_DIGITS).map(|place| {
            let arguments = [value.clone().into_iter().collect(), vec![Literal::u32_suffixed(place).into()]];
            let digit = self.call(&["int", "const_digit"], arguments, span);
            vec![group(Delimiter::Brace, digit, span.resolved_at(Span::mixed_site()))]
        });
        self.generic(&["int", "OfConst"], digits, span)
    }

    /// `<Type>::name`, or `<Type as Trait>::name`
    pub(crate) fn associated(&self, ty: Tokens, name: &str, span: Span) -> Tokens {
        let mut tokens = vec![punct('<')];
        tokens.extend(ty);
        tokens.push(punct('>'));
        tokens.extend(path_separator());
        tokens.push(Ident::new(name, span.resolved_at(Span::mixed_site())).into());
        tokens
    }

    /// A layout, with its logical extent if it has one.
    pub(crate) fn layout_type(&self, shape: &Tree, stride: &Tree, extent: Option<&Tree>) -> Tokens {
        let parts = [shape, stride].into_iter().chain(extent);
        self.generic(&["layout", "Layout"], parts.map(|part| self.tree_type(part)), shape.span())
    }

    /// A layout of literals is a constant; one with dynamic leaves is checked when it is made.
    pub(crate) fn layout_value(&self, shape: &Tree, stride: &Tree, extent: Option<&Tree>) -> Tokens {
        let span = Span::call_site();
        let parts = [shape, stride].into_iter().chain(extent);
        if parts.clone().all(is_static) {
            return self.associated(self.layout_type(shape, stride, extent), "STATIC", span);
        }
        let name = if extent.is_some() { "with_extent" } else { "new" };
        self.call(&["layout", "Layout", name], parts.map(|part| self.tree_value(part)), span)
    }

    pub(crate) fn xor_layout_type(&self, shape: &Tree, stride: &Tree) -> Tokens {
        let parts = [self.tree_type(shape), self.tree_type(stride)];
        self.generic(&["placed", "XorLayout"], parts, shape.span())
    }

    pub(crate) fn xor_layout_value(&self, shape: &Tree, stride: &Tree) -> Tokens {
        self.associated(self.xor_layout_type(shape, stride), "STATIC", Span::call_site())
    }

    /// A shape alone: the compact layout, first mode fastest.
    pub(crate) fn compact_type(&self, shape: &Tree) -> Tokens {
        self.generic(&["layout", "ColumnMajorLayout"], [self.tree_type(shape)], shape.span())
    }

    pub(crate) fn compact_value(&self, shape: &Tree) -> Tokens {
        self.call(&["layout", "column_major"], [self.tree_value(shape)], shape.span())
    }
}

/// The digits that `int::OfConst` takes.
const CONST_DIGITS: u32 = 7;

/// The name that a dynamic leaf is, if it is written as constants are.
fn constant_name(tokens: &TokenStream) -> Option<Ident> {
    let mut tokens = tokens.clone().into_iter();
    match (tokens.next(), tokens.next()) {
        (Some(TokenTree::Ident(ident)), None) => {
            let text = ident.to_string();
            let is_constant =
                text.contains(|c: char| c.is_ascii_uppercase()) && !text.contains(|c: char| c.is_lowercase());
            is_constant.then_some(ident)
        }
        _ => None,
    }
}

/// The value of a constant as a dynamic leaf, and a warning that it is one.
///
/// A macro of stable Rust warns by the use of something deprecated.
fn dynamic_constant(name: &Ident) -> TokenTree {
    let note = format!(
        "`{name}` is a dynamic leaf here: write `const {name}` for a static one, or `{{{name}}}` if that is meant"
    );
    let text = format!(
        "{{ #[deprecated(note = {note:?})] #[allow(non_upper_case_globals)] const named_as_a_constant: () = (); \
         let () = named_as_a_constant; }}"
    );
    let block: TokenStream = text.parse().expect("a block is Rust");
    // the warning stands at the name
    let mut inside: Tokens = block.into_iter().flat_map(|token| located(token, name.span())).collect();
    inside.push(name.clone().into());
    group(Delimiter::Brace, inside, Span::mixed_site().located_at(name.span()))
}

/// What is inside a block, with a place in the source.
fn located(block: TokenTree, span: Span) -> Tokens {
    let at = Span::mixed_site().located_at(span);
    let TokenTree::Group(block) = block else { return vec![block] };
    let set = |mut token: TokenTree| {
        token.set_span(at);
        token
    };
    block.stream().into_iter().map(set).collect()
}

fn is_static(tree: &Tree) -> bool {
    match tree {
        Tree::Int { .. } | Tree::Const { .. } => true,
        Tree::Tuple { modes, .. } => modes.iter().all(is_static),
        _ => false,
    }
}
