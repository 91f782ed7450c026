//! Trees as Rust: the tokens of their types and values.

use crate::tree::Tree;
use proc_macro::{Delimiter, Group, Ident, Literal, Punct, Spacing, Span, TokenStream, TokenTree};

/// typenum names all numbers up to this one, a power of two.
const LARGEST_NAMED: u128 = 1024;

/// Writes paths of the library, which `$crate` names.
pub(crate) struct Emit {
    library: TokenTree,
}

pub(crate) fn group(delimiter: Delimiter, stream: TokenStream, span: Span) -> TokenTree {
    let mut group = Group::new(delimiter, stream);
    group.set_span(span);
    group.into()
}

pub(crate) fn punct(c: char) -> TokenTree {
    Punct::new(c, Spacing::Alone).into()
}

fn path_separator() -> [TokenTree; 2] {
    [Punct::new(':', Spacing::Joint).into(), punct(':')]
}

impl Emit {
    pub(crate) fn new(library: TokenTree) -> Self {
        Emit { library }
    }

    /// `$crate::a::b`
    pub(crate) fn path(&self, segments: &[&str], span: Span) -> Vec<TokenTree> {
        let mut tokens = vec![self.library.clone()];
        for segment in segments {
            tokens.extend(path_separator());
            tokens.push(Ident::new(segment, span.resolved_at(Span::mixed_site())).into());
        }
        tokens
    }

    /// `path<arguments>`
    pub(crate) fn generic(&self, segments: &[&str], arguments: &[TokenStream], span: Span) -> TokenStream {
        // with `::` it is a path in an expression, too: there the compiler says that a type is no value
        let mut tokens = self.path(segments, span);
        tokens.extend(path_separator());
        tokens.push(punct('<'));
        for argument in arguments {
            tokens.extend(argument.clone());
            tokens.push(punct(','));
        }
        tokens.push(punct('>'));
        tokens.into_iter().collect()
    }

    /// typenum's canonical type of a natural number, most significant digit innermost.
    ///
    /// As many of the first digits as make up a number that typenum has a name for are that name: each token costs the
    /// compiler time.
    pub(crate) fn nat(&self, value: u128, span: Span) -> TokenStream {
        let digits = (128 - value.leading_zeros()).saturating_sub(LARGEST_NAMED.ilog2());
        let named = format!("U{}", value >> digits);
        let mut number: TokenStream = self.path(&["typenum", &named], span).into_iter().collect();
        for place in (0..digits).rev() {
            let digit = if value >> place & 1 == 1 { "B1" } else { "B0" };
            let digit = self.path(&["typenum", digit], span).into_iter().collect();
            number = self.generic(&["typenum", "UInt"], &[number, digit], span);
        }
        number
    }

    pub(crate) fn tree_type(&self, tree: &Tree) -> TokenStream {
        match tree {
            Tree::Int { value, span } => {
                let leaf = if *value < 0 { "Neg" } else { "Int" };
                self.generic(&["int", leaf], &[self.nat(value.unsigned_abs(), *span)], *span)
            }
            Tree::Dynamic { tokens, .. } => tokens.clone(),
            Tree::Const { value, span } => self.constant_type(value, *span),
            Tree::Multiple { divisor: 1, .. } => "::core::primitive::usize".parse().expect("a path is Rust"),
            Tree::Multiple { divisor, span, .. } => {
                let divisor = Tree::Int { value: *divisor, span: *span };
                self.generic(&["int", "Multiple"], &[self.tree_type(&divisor)], *span)
            }
            Tree::Free { span } => self.path(&["layout", "Free"], *span).into_iter().collect(),
            Tree::Tuple { modes, span } => self.tuple(modes, *span, |mode| self.tree_type(mode)),
        }
    }

    pub(crate) fn tree_value(&self, tree: &Tree) -> TokenStream {
        match tree {
            Tree::Int { span, .. } | Tree::Const { span, .. } => {
                self.associated(self.tree_type(tree), "new", Some(TokenStream::new()), *span)
            }
            Tree::Dynamic { tokens, .. } => match constant_name(tokens) {
                Some(name) => dynamic_constant(&name),
                None => tokens.clone(),
            },
            Tree::Tuple { modes, span } => self.tuple(modes, *span, |mode| self.tree_value(mode)),
            Tree::Multiple { times, divisor, span } => {
                let divisor = Tree::Int { value: *divisor, span: *span };
                let factors = self.arguments(&[times.clone(), self.tree_value(&divisor)]);
                let mut tokens = self.path(&["int", "scale"], *span);
                tokens.push(group(Delimiter::Parenthesis, factors, *span));
                tokens.into_iter().collect()
            }
            Tree::Free { .. } => self.tree_type(tree),
        }
    }

    /// The static integer with the value of a constant, from its digits: what the compiler can take from a value.
    fn constant_type(&self, value: &TokenStream, span: Span) -> TokenStream {
        let digits = (0..CONST_DIGITS).map(|place| {
            let arguments =
                self.arguments(&[value.clone(), TokenTree::from(Literal::u32_suffixed(place)).into()]);
            let mut digit = self.path(&["int", "const_digit"], span);
            digit.push(group(Delimiter::Parenthesis, arguments, span));
            group(Delimiter::Brace, digit.into_iter().collect(), span.resolved_at(Span::mixed_site())).into()
        });
        self.generic(&["int", "OfConst"], &digits.collect::<Vec<TokenStream>>(), span)
    }

    /// `(a, b,)`
    fn tuple(&self, modes: &[Tree], span: Span, emit: impl Fn(&Tree) -> TokenStream) -> TokenStream {
        let mut inside = TokenStream::new();
        for mode in modes {
            inside.extend(emit(mode));
            inside.extend([punct(',')]);
        }
        group(Delimiter::Parenthesis, inside, span).into()
    }

    /// `<Type>::name` or `<Type>::name(arguments)`
    pub(crate) fn associated(
        &self,
        ty: TokenStream,
        name: &str,
        arguments: Option<TokenStream>,
        span: Span,
    ) -> TokenStream {
        let mut tokens: Vec<TokenTree> = vec![punct('<')];
        tokens.extend(ty);
        tokens.push(punct('>'));
        tokens.extend(path_separator());
        tokens.push(Ident::new(name, span.resolved_at(Span::mixed_site())).into());
        tokens.extend(arguments.map(|arguments| group(Delimiter::Parenthesis, arguments, span)));
        tokens.into_iter().collect()
    }

    /// A layout, with its logical extent if it has one.
    pub(crate) fn layout_type(&self, shape: &Tree, stride: &Tree, extent: Option<&Tree>) -> TokenStream {
        let parts: Vec<_> =
            [shape, stride].into_iter().chain(extent).map(|part| self.tree_type(part)).collect();
        self.generic(&["layout", "Layout"], &parts, shape.span())
    }

    /// A layout of literals is a constant; one with dynamic leaves is checked when it is made.
    pub(crate) fn layout_value(&self, shape: &Tree, stride: &Tree, extent: Option<&Tree>) -> TokenStream {
        let span = Span::call_site();
        let parts: Vec<&Tree> = [shape, stride].into_iter().chain(extent).collect();
        if parts.iter().all(|part| is_static(part)) {
            return self.associated(self.layout_type(shape, stride, extent), "STATIC", None, span);
        }
        let values: Vec<_> = parts.into_iter().map(|part| self.tree_value(part)).collect();
        let arguments = self.arguments(&values);
        let name = if extent.is_some() { "with_extent" } else { "new" };
        let mut tokens = self.path(&["layout", "Layout", name], span);
        tokens.push(group(Delimiter::Parenthesis, arguments, span));
        tokens.into_iter().collect()
    }

    pub(crate) fn xor_layout_type(&self, shape: &Tree, stride: &Tree) -> TokenStream {
        let parts = [self.tree_type(shape), self.tree_type(stride)];
        self.generic(&["placed", "XorLayout"], &parts, shape.span())
    }

    pub(crate) fn xor_layout_value(&self, shape: &Tree, stride: &Tree) -> TokenStream {
        self.associated(self.xor_layout_type(shape, stride), "STATIC", None, Span::call_site())
    }

    /// A shape alone: the compact layout, first mode fastest.
    pub(crate) fn compact_type(&self, shape: &Tree) -> TokenStream {
        self.generic(&["layout", "ColumnMajorLayout"], &[self.tree_type(shape)], shape.span())
    }

    pub(crate) fn compact_value(&self, shape: &Tree) -> TokenStream {
        let mut tokens = self.path(&["layout", "column_major"], shape.span());
        tokens.push(group(Delimiter::Parenthesis, self.tree_value(shape), shape.span()));
        tokens.into_iter().collect()
    }

    pub(crate) fn arguments(&self, values: &[TokenStream]) -> TokenStream {
        let mut tokens = TokenStream::new();
        for value in values {
            tokens.extend(value.clone());
            tokens.extend([punct(',')]);
        }
        tokens
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
fn dynamic_constant(name: &Ident) -> TokenStream {
    let note = format!(
        "`{name}` is a dynamic leaf here: write `const {name}` for a static one, or `{{{name}}}` if that is meant"
    );
    let text = format!(
        "{{ #[deprecated(note = {note:?})] #[allow(non_upper_case_globals)] const named_as_a_constant: () = (); \
         let () = named_as_a_constant; }}"
    );
    let block: TokenStream = text.parse().expect("a block is Rust");
    // the warning stands at the name
    let mut inside: TokenStream = block.into_iter().flat_map(|token| located(token, name.span())).collect();
    inside.extend([TokenTree::from(name.clone())]);
    group(Delimiter::Brace, inside, Span::mixed_site().located_at(name.span())).into()
}

/// What is inside a block, with a place in the source.
fn located(block: TokenTree, span: Span) -> TokenStream {
    let at = Span::mixed_site().located_at(span);
    let TokenTree::Group(block) = block else { return block.into() };
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
