//! The notation as a tree: parsing tokens, and printing trees back.

use proc_macro::{Delimiter, Group, Ident, Literal, Punct, Spacing, Span, TokenStream, TokenTree};
use std::fmt;
use std::iter::Peekable;
use tilework_tiles::MAX_RANK;

/// A tuple of so many modes is not too large.
pub(crate) fn check_rank(rank: usize, span: Span) -> Result<(), Mistake> {
    if rank > MAX_RANK {
        let message =
            format!("tuple of {rank} modes: there are at most {MAX_RANK}, group some in a nested tuple");
        return Err(Mistake::new(span, message));
    }
    Ok(())
}

/// An integer tuple as written.
pub(crate) enum Tree {
    /// A literal: static.
    Int { value: i128, span: Span },
    /// An identifier or a block: dynamic (in types: any leaf type).
    Dynamic { tokens: TokenStream, span: Span },
    /// `const TILE`, `const {A * B}`: a static integer with the value of a constant.
    Const { value: TokenStream, span: Span },
    /// `7*_64`, `n*_64`: so many times a static integer. In types `?{div=64}`, where it is not said how many.
    Multiple { times: TokenStream, divisor: i128, span: Span },
    /// `_`: a mode left free.
    Free { span: Span },
    /// A parenthesised list; `(4)` is a tuple of rank 1.
    Tuple { modes: Vec<Tree>, span: Span },
}

impl Tree {
    pub(crate) fn span(&self) -> Span {
        match self {
            Tree::Int { span, .. }
            | Tree::Dynamic { span, .. }
            | Tree::Const { span, .. }
            | Tree::Multiple { span, .. }
            | Tree::Free { span }
            | Tree::Tuple { span, .. } => *span,
        }
    }
}

/// CuTe's text, as the library prints it elsewhere, with dynamic leaves as they were written.
impl fmt::Display for Tree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Tree::Int { value, .. } => write!(f, "{value}"),
            Tree::Dynamic { tokens, .. } => write!(f, "{tokens}"),
            Tree::Const { value, .. } => write!(f, "const {value}"),
            Tree::Multiple { times, divisor, .. } if times.is_empty() => write!(f, "?{{div={divisor}}}"),
            Tree::Multiple { times, divisor, .. } => write!(f, "{times}*_{divisor}"),
            Tree::Free { .. } => write!(f, "_"),
            Tree::Tuple { modes, .. } => {
                write!(f, "(")?;
                for (i, mode) in modes.iter().enumerate() {
                    write!(f, "{}{mode}", if i == 0 { "" } else { "," })?;
                }
                write!(f, ")")
            }
        }
    }
}

/// A layout as written.
pub(crate) struct LayoutTrees {
    pub(crate) shape: Tree,
    /// None of a shape alone.
    pub(crate) stride: Option<Tree>,
    /// The logical extent behind `of`.
    pub(crate) extent: Option<Tree>,
}

/// What is wrong with a text, and where.
pub(crate) struct Mistake {
    span: Span,
    message: String,
}

impl Mistake {
    pub(crate) fn new(span: Span, message: String) -> Self {
        Mistake { span, message }
    }

    /// This mistake, and what follows from it.
    pub(crate) fn because(mut self, reason: &str) -> Self {
        self.message += ": ";
        self.message += reason;
        self
    }

    /// `compile_error!("message")`, spanned where the mistake stands.
    pub(crate) fn into_compile_error(self) -> Vec<TokenTree> {
        let at = |mut token: TokenTree| {
            token.set_span(self.span);
            token
        };
        let text = TokenStream::from(at(Literal::string(&self.message).into()));
        let path = [":", ":"].map(|_| at(Punct::new(':', Spacing::Joint).into()));
        let mut tokens: Vec<TokenTree> = path.into();
        tokens.push(at(Ident::new("core", self.span).into()));
        tokens.extend([":", ":"].map(|_| at(Punct::new(':', Spacing::Joint).into())));
        tokens.push(at(Ident::new("compile_error", self.span).into()));
        tokens.push(at(Punct::new('!', Spacing::Alone).into()));
        tokens.push(at(Group::new(Delimiter::Brace, text).into()));
        tokens
    }
}

/// What a dynamic leaf looks like: an expression in values, a type in types; `_` only in coordinates. There are none
/// in what is static, and F2 strides are static integers with an `F` in front.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Dialect {
    Value,
    Type,
    Coordinate,
    Static,
    F2,
}

/// Reads one tree after the other from a stream of tokens.
pub(crate) struct Parser {
    tokens: Peekable<proc_macro::token_stream::IntoIter>,
    dialect: Dialect,
    /// Where the last token read stands: the place of "unexpected end".
    last: Span,
}

impl Parser {
    pub(crate) fn new(tokens: TokenStream, dialect: Dialect) -> Self {
        Parser { tokens: tokens.into_iter().peekable(), dialect, last: Span::call_site() }
    }

    /// What stands inside a group.
    pub(crate) fn inside(group: &Group, dialect: Dialect) -> Self {
        let mut inner = Parser::new(group.stream(), dialect);
        inner.last = group.span();
        inner
    }

    /// The place of the last token read.
    pub(crate) fn last(&self) -> Span {
        self.last
    }

    pub(crate) fn is_at_end(&mut self) -> bool {
        self.tokens.peek().is_none()
    }

    /// Whether the next token is this mark.
    pub(crate) fn is_next(&mut self, mark: char) -> bool {
        matches!(self.tokens.peek(), Some(TokenTree::Punct(p)) if p.as_char() == mark)
    }

    /// Takes the next token if it is this mark.
    pub(crate) fn eat(&mut self, mark: char) -> Option<Span> {
        let is_next = self.is_next(mark);
        is_next.then(|| self.next()).flatten().map(|token| token.span())
    }

    /// Takes the next token if it is this word.
    pub(crate) fn eat_word(&mut self, word: &str) -> Option<Span> {
        let is_next =
            matches!(self.tokens.peek(), Some(TokenTree::Ident(ident)) if ident.to_string() == word);
        is_next.then(|| self.next()).flatten().map(|token| token.span())
    }

    /// Whether the next token is a group in these brackets.
    pub(crate) fn is_group(&mut self, delimiter: Delimiter) -> bool {
        matches!(self.tokens.peek(), Some(TokenTree::Group(group)) if group.delimiter() == delimiter)
    }

    /// One tree and nothing after it.
    pub(crate) fn tree_alone(mut self, expected: &str) -> Result<Tree, Mistake> {
        let tree = self.tree(expected)?;
        self.end()?;
        Ok(tree)
    }

    /// `4`, `(4,2)`, or a bare list `4, 2`, which is the tuple `(4,2)`.
    pub(crate) fn tree_or_list(mut self) -> Result<Tree, Mistake> {
        let mut modes = self.list()?;
        let list = modes.len() != 1;
        Ok(match modes.pop() {
            Some(tree) if !list => tree,
            last => {
                modes.extend(last);
                self.tuple(modes, Span::call_site())?
            }
        })
    }

    /// `shape:stride`, `shape:stride of extent`, or a shape alone.
    pub(crate) fn layout(mut self) -> Result<LayoutTrees, Mistake> {
        let shape = self.tree("a shape, such as (4,2)")?;
        let Some(separator) = self.next() else {
            return Ok(LayoutTrees { shape, stride: None, extent: None });
        };
        separates(&separator)?;
        let stride = Some(self.tree("a stride after `:`, such as (1,4)")?);
        let has_extent = self.eat_word("of").is_some();
        let extent =
            has_extent.then(|| self.tree("a logical extent after `of`, such as (100,50)")).transpose()?;
        self.end()?;
        Ok(LayoutTrees { shape, stride, extent })
    }

    /// `shape:stride` with F2 strides.
    pub(crate) fn xor_layout(mut self) -> Result<(Tree, Tree), Mistake> {
        let shape = self.tree("a shape, such as (8,8)")?;
        match self.next() {
            Some(separator) => separates(&separator)?,
            None => return Err(Mistake::new(self.last, "expected `:` and F2 strides, found the end".into())),
        }
        self.dialect = Dialect::F2;
        let stride = self.tree("F2 strides after `:`, such as (F1,F9)")?;
        self.end()?;
        Ok((shape, stride))
    }

    pub(crate) fn next(&mut self) -> Option<TokenTree> {
        let token = self.tokens.next();
        if let Some(token) = &token {
            self.last = token.span();
        }
        token
    }

    pub(crate) fn end(&mut self) -> Result<(), Mistake> {
        match self.next() {
            None => Ok(()),
            Some(token) => Err(Mistake::new(token.span(), format!("expected the end here, found `{token}`"))),
        }
    }

    fn tuple(&self, modes: Vec<Tree>, span: Span) -> Result<Tree, Mistake> {
        check_rank(modes.len(), span)?;
        Ok(Tree::Tuple { modes, span })
    }

    /// Trees separated by commas, up to the end of the stream.
    fn list(&mut self) -> Result<Vec<Tree>, Mistake> {
        self.separated("modes", |tokens| tokens.tree("an integer or a tuple"))
    }

    /// What `read` reads, separated by commas, up to the end of the stream.
    pub(crate) fn separated<T>(
        &mut self,
        what: &str,
        read: impl Fn(&mut Self) -> Result<T, Mistake>,
    ) -> Result<Vec<T>, Mistake> {
        let mut items = Vec::new();
        while !self.is_at_end() {
            items.push(read(self)?);
            match self.next() {
                None => break,
                Some(TokenTree::Punct(p)) if p.as_char() == ',' => {}
                Some(token) => {
                    let hint = match token {
                        TokenTree::Punct(_) => ": an expression goes in braces, as in `({n + 1}, 2)`",
                        _ => "",
                    };
                    let message = format!("expected `,` between {what}, found `{token}`{hint}");
                    return Err(Mistake::new(token.span(), message));
                }
            }
        }
        Ok(items)
    }

    /// Takes a list in parentheses, if that is what comes next and no stride follows.
    pub(crate) fn group_without_stride(&mut self) -> Option<Group> {
        let mut ahead = self.tokens.clone();
        match (ahead.next(), ahead.next()) {
            (_, Some(TokenTree::Punct(p))) if p.as_char() == ':' => None,
            (Some(TokenTree::Group(group)), _) if group.delimiter() == Delimiter::Parenthesis => {
                self.next();
                Some(group)
            }
            _ => None,
        }
    }

    /// A tree, and if it is a dynamic leaf or a number, of what it is a multiple.
    pub(crate) fn tree(&mut self, expected: &str) -> Result<Tree, Mistake> {
        let tree = self.factor(expected)?;
        if !matches!(self.dialect, Dialect::Value | Dialect::Coordinate) {
            return Ok(tree);
        }
        let times: TokenStream = match &tree {
            Tree::Int { value, .. } => match usize::try_from(*value) {
                Ok(value) => TokenTree::from(Literal::usize_suffixed(value)).into(),
                Err(_) => return Ok(tree),
            },
            Tree::Dynamic { tokens, .. } => argument(tokens),
            _ => return Ok(tree),
        };
        let Some(divisor) = self.static_factor() else { return Ok(tree) };
        Parser::multiple(times, divisor?, tree.span())
    }

    /// The static integer behind a `*`, if that is what follows.
    fn static_factor(&mut self) -> Option<Result<Tree, Mistake>> {
        let mut ahead = self.tokens.clone();
        match (ahead.next()?, ahead.next()?) {
            (TokenTree::Punct(p), TokenTree::Ident(ident)) if p.as_char() == '*' => {
                let digits = ident.to_string().strip_prefix('_')?.to_owned();
                if !digits.starts_with(|c: char| c.is_ascii_digit()) {
                    return None;
                }
                self.tokens = ahead;
                self.last = ident.span();
                Some(integer(&digits, ident.span()))
            }
            _ => None,
        }
    }

    /// So many times a divisor, which is not 0.
    fn multiple(times: TokenStream, divisor: Tree, span: Span) -> Result<Tree, Mistake> {
        match divisor {
            Tree::Int { value: divisor @ 1.., .. } => Ok(Tree::Multiple { times, divisor, span }),
            other => Err(Mistake::new(other.span(), format!("a multiple of {other} is 0: write 0"))),
        }
    }

    /// What stands behind the `?` of a dynamic leaf in a type: nothing, or `{div=64}`.
    fn unknown(&mut self, span: Span) -> Result<Tree, Mistake> {
        let Some(TokenTree::Group(group)) = self.is_group(Delimiter::Brace).then(|| self.next()).flatten()
        else {
            return Ok(Tree::Multiple { times: TokenStream::new(), divisor: 1, span });
        };
        let mut inner = Parser::inside(&group, Dialect::Type);
        let says_divisor = inner.eat_word("div").is_some() && inner.eat('=').is_some();
        if !says_divisor {
            let message = "expected what is known of a dynamic leaf, such as `?{div=64}`";
            return Err(Mistake::new(group.span(), message.into()));
        }
        Parser::multiple(
            TokenStream::new(),
            inner.tree_alone("the divisor of a dynamic leaf, such as 64")?,
            span,
        )
    }

    fn factor(&mut self, expected: &str) -> Result<Tree, Mistake> {
        let Some(token) = self.next() else {
            return Err(Mistake::new(self.last, format!("expected {expected}, found the end")));
        };
        let span = token.span();
        match token {
            TokenTree::Literal(literal) if self.dialect == Dialect::F2 => Err(no_f2_stride(&literal, span)),
            TokenTree::Literal(literal) => integer(&literal.to_string(), span),
            TokenTree::Punct(p) if p.as_char() == '-' && self.dialect != Dialect::F2 => match self.next() {
                Some(TokenTree::Literal(literal)) => match integer(&literal.to_string(), span)? {
                    Tree::Int { value, span } => Ok(Tree::Int { value: -value, span }),
                    other => Ok(other),
                },
                other => {
                    let found = other.map_or("the end".into(), |t| format!("`{t}`"));
                    Err(Mistake::new(
                        self.last,
                        format!("expected an integer literal after `-`, found {found}"),
                    ))
                }
            },
            TokenTree::Punct(p) if p.as_char() == '?' && self.dialect == Dialect::Type => self.unknown(span),
            TokenTree::Ident(ident) => self.word(ident),
            TokenTree::Group(group) => self.group(group),
            other => Err(Mistake::new(span, format!("expected {expected}, found `{other}`"))),
        }
    }

    /// `_4` is the static 4, as layouts print it; `_` a free mode; any other word is dynamic.
    fn word(&mut self, ident: Ident) -> Result<Tree, Mistake> {
        let span = ident.span();
        let text = ident.to_string();
        if text == "const" && self.dialect != Dialect::F2 {
            return self.constant(span);
        }
        if text == "_" {
            return match self.dialect {
                Dialect::Coordinate => Ok(Tree::Free { span }),
                _ => Err(Mistake::new(
                    span,
                    "`_` marks a free mode, which only a coordinate (`crd!`) can have".into(),
                )),
            };
        }
        if self.dialect == Dialect::F2 {
            return match text.strip_prefix('F') {
                Some(digits) if digits.starts_with(|c: char| c.is_ascii_digit()) => integer(digits, span),
                _ => Err(no_f2_stride(&ident, span)),
            };
        }
        match text.strip_prefix('_') {
            Some(digits) if digits.starts_with(|c: char| c.is_ascii_digit()) => integer(digits, span),
            _ if self.dialect == Dialect::Static => Err(no_static(&ident, span)),
            _ => Ok(Tree::Dynamic { tokens: TokenTree::from(ident).into(), span }),
        }
    }

    /// What stands behind `const`: a path, such as `TILE` or `Self::TILE`, or an expression in braces.
    fn constant(&mut self, span: Span) -> Result<Tree, Mistake> {
        let missing = |span| {
            Mistake::new(span, "expected the name of a constant, or `{expression}`, after `const`".into())
        };
        let mut value = TokenStream::new();
        match self.next() {
            Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Brace => value = group.stream(),
            Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::None => {
                value.extend([TokenTree::from(group)]);
            }
            Some(TokenTree::Ident(ident)) => {
                value.extend([TokenTree::from(ident)]);
                while self.is_path_separator() {
                    value.extend([self.next(), self.next()].into_iter().flatten());
                    match self.next() {
                        Some(TokenTree::Ident(ident)) => value.extend([TokenTree::from(ident)]),
                        _ => return Err(missing(self.last)),
                    }
                }
            }
            _ => return Err(missing(self.last)),
        }
        Ok(Tree::Const { value, span })
    }

    /// Whether `::` comes next, and not the `:` between shape and stride.
    fn is_path_separator(&mut self) -> bool {
        matches!(self.tokens.peek(), Some(TokenTree::Punct(p)) if p.as_char() == ':' && p.spacing() == Spacing::Joint)
    }

    fn group(&mut self, group: Group) -> Result<Tree, Mistake> {
        let span = group.span();
        match group.delimiter() {
            Delimiter::Parenthesis => {
                let modes = Parser::inside(&group, self.dialect).list()?;
                self.tuple(modes, span)
            }
            // `{expr}` and what other macros captured: dynamic, or in a type any leaf type.
            Delimiter::Brace | Delimiter::None => {
                let tokens = match self.dialect {
                    Dialect::Type => group.stream(),
                    _ => TokenTree::from(group).into(),
                };
                match single_literal(&tokens) {
                    None if self.dialect == Dialect::Type && begins_with_a_literal(&tokens) => {
                        let message = format!(
                            "`{{{tokens}}}` is a number that a type cannot compute: write the literal, or `usize`"
                        );
                        Err(Mistake::new(span, message))
                    }
                    Some(literal) => Parser::new(literal, self.dialect).tree("an integer literal"),
                    None if self.dialect == Dialect::Static => Err(no_static(&tokens, span)),
                    None if self.dialect == Dialect::F2 => Err(no_f2_stride(&tokens, span)),
                    None => Ok(Tree::Dynamic { tokens, span }),
                }
            }
            Delimiter::Bracket => Err(Mistake::new(span, "modes are grouped with `( )`, not `[ ]`".into())),
        }
    }
}

/// What is to stand alone in parentheses: braces that are needed in the notation are not there, and no warning is to
/// say so.
fn argument(tokens: &TokenStream) -> TokenStream {
    let not_written = |token| match token {
        TokenTree::Group(mut group) => {
            group.set_span(Span::mixed_site().located_at(group.span()));
            TokenTree::Group(group)
        }
        other => other,
    };
    tokens.clone().into_iter().map(not_written).collect()
}

/// The `:` between shape and stride.
fn separates(separator: &TokenTree) -> Result<(), Mistake> {
    match separator {
        TokenTree::Punct(p) if p.as_char() == ':' => Ok(()),
        other => {
            Err(Mistake::new(other.span(), format!("expected `:` between shape and stride, found `{other}`")))
        }
    }
}

fn no_static(found: &impl fmt::Display, span: Span) -> Mistake {
    Mistake::new(span, format!("the extents of an F2 layout are static: expected a literal, found `{found}`"))
}

fn no_f2_stride(found: &impl fmt::Display, span: Span) -> Mistake {
    Mistake::new(span, format!("an F2 stride is `F` and a number, such as F9; found `{found}`"))
}

/// Whether an expression stands where a type is expected, as far as its first token tells.
fn begins_with_a_literal(tokens: &TokenStream) -> bool {
    matches!(tokens.clone().into_iter().next(), Some(TokenTree::Literal(_)))
}

/// A literal that another macro captured (`$n:literal`) arrives inside an invisible group: it is still a literal, with
/// its sign.
fn single_literal(tokens: &TokenStream) -> Option<TokenStream> {
    let mut trees = tokens.clone().into_iter();
    match (trees.next(), trees.next(), trees.next()) {
        (Some(TokenTree::Group(group)), None, None) if group.delimiter() == Delimiter::None => {
            single_literal(&group.stream())
        }
        (Some(TokenTree::Literal(_)), None, None) => Some(tokens.clone()),
        (Some(TokenTree::Punct(sign)), Some(TokenTree::Literal(_)), None) if sign.as_char() == '-' => {
            Some(tokens.clone())
        }
        _ => None,
    }
}

/// An integer literal: decimal, `0x`, `0o`, `0b`, with `_` between digits; below 2^63.
fn integer(text: &str, span: Span) -> Result<Tree, Mistake> {
    let digits = text.replace('_', "");
    let (digits, radix) = match digits.get(..2) {
        Some("0x") => (&digits[2..], 16),
        Some("0o") => (&digits[2..], 8),
        Some("0b") => (&digits[2..], 2),
        _ => (&digits[..], 10),
    };
    let digits_end = digits.find(|c: char| !c.is_digit(radix)).unwrap_or(digits.len());
    if let "usize" | "isize" | "u8" | "i8" | "u16" | "i16" | "u32" | "i32" | "u64" | "i64" | "u128" | "i128" =
        &digits[digits_end..]
    {
        let plain = text.trim_end_matches(&digits[digits_end..]).trim_end_matches('_');
        let message =
            format!("a static integer is of no machine type: write `{plain}` without the suffix of `{text}`");
        return Err(Mistake::new(span, message));
    }
    if digits.is_empty() || digits_end < digits.len() {
        return Err(Mistake::new(span, format!("expected an integer literal, found `{text}`")));
    }
    match i128::from_str_radix(digits, radix) {
        Ok(value) if value < 1 << 63 => Ok(Tree::Int { value, span }),
        _ => Err(Mistake::new(span, format!("static integer {text} is too large: they stay below 2^63"))),
    }
}
