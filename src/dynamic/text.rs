//! The notation of CuTe and TLA: `((4,2),_3)`, `(4,(2,3)):(1,(4,8))`, `(1,_)`.
//!
//! Reading takes linear time and no recursion; static marks (`_4`) are accepted everywhere and dropped, blanks too,
//! and so are known divisors: `7*_64` is 448. What is known of a number says nothing more where the number is there;
//! and a `?`, of which only the divisor is known, is refused with its place.
use super::error::{Error, ParseError, Parsed, Result, invalid};
use super::extent::AxisStep;
use super::layout::DynLayout;
use super::mode::Mode;
use super::stride::{Axis, Stride};
use super::tree::{Builder, MAX_DEPTH, Tree, TreeRef};
use super::tuple::DynTuple;
use alloc::borrow::Cow;
use alloc::format;
use alloc::string::ToString;
use core::fmt;
use core::str::FromStr;
use smallvec::SmallVec;

/// Reads a text from left to right.
#[derive(Debug, Clone)]
pub(crate) struct TextCursor<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> TextCursor<'a> {
    pub(crate) fn new(text: &'a str) -> Self {
        TextCursor { text, at: 0 }
    }

    fn skip_blanks(&mut self) {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start().len();
    }

    /// The next character that is not blank.
    pub(crate) fn peek(&mut self) -> Option<char> {
        self.skip_blanks();
        self.text[self.at..].chars().next()
    }

    /// Takes the character if it is the next one.
    pub(crate) fn eat(&mut self, expected: char) -> bool {
        let found = self.peek() == Some(expected);
        if found {
            self.at += expected.len_utf8();
        }
        found
    }

    pub(crate) fn expect(&mut self, expected: char) -> Parsed<()> {
        if self.eat(expected) { Ok(()) } else { Err(self.unexpected(format!("`{expected}`"))) }
    }

    pub(crate) fn expect_end(&mut self) -> Parsed<()> {
        if self.peek().is_none() { Ok(()) } else { Err(self.unexpected("the end")) }
    }

    /// The error that something else should stand here.
    pub(crate) fn unexpected(&mut self, expected: impl Into<Cow<'static, str>>) -> ParseError {
        let found = match self.peek() {
            Some(c) => format!("`{c}`"),
            None => "the end".to_string(),
        };
        let length = self.peek().map_or(0, char::len_utf8);
        ParseError { span: self.at..self.at + length, found, expected: expected.into() }
    }

    /// An integer, with or without static mark.
    pub(crate) fn integer(&mut self) -> Parsed<i64> {
        self.skip_blanks();
        let start = self.at;
        let bytes = self.text.as_bytes();
        let mut end = start;
        end += usize::from(bytes.get(end) == Some(&b'_'));
        let number = end;
        end += usize::from(bytes.get(end) == Some(&b'-'));
        let digits = end;
        while bytes.get(end).is_some_and(u8::is_ascii_digit) {
            end += 1;
        }
        if end == digits {
            return Err(self.unexpected("an integer"));
        }
        self.at = end;
        self.text[number..end].parse().map_err(|_| ParseError {
            span: start..end,
            found: format!("a number of {} digits", end - digits),
            expected: "an integer of 64 bits".into(),
        })
    }

    /// An integer, or a product of some, as dynamic leaves are printed that are known to be multiples: `7*_64`.
    pub(crate) fn number(&mut self) -> Parsed<i64> {
        self.skip_blanks();
        let start = self.at;
        let mut product = self.integer()?;
        while self.eat('*') {
            let factor = self.integer()?;
            product = product.checked_mul(factor).ok_or_else(|| ParseError {
                span: start..self.at,
                found: format!("`{}`", &self.text[start..self.at]),
                expected: "an integer of 64 bits".into(),
            })?;
        }
        Ok(product)
    }

    /// What is made of a name: of letters, digits and `_`.
    #[cfg(feature = "affine")]
    pub(crate) fn name<T>(&mut self, made: impl FnOnce(&str) -> T) -> T {
        self.skip_blanks();
        let rest = &self.text[self.at..];
        let length = rest.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).unwrap_or(rest.len());
        self.at += length;
        made(&rest[..length])
    }

    /// A `_` that is not a static mark.
    pub(crate) fn eat_underscore(&mut self) -> bool {
        self.skip_blanks();
        let bytes = &self.text.as_bytes()[self.at..];
        let alone =
            bytes.first() == Some(&b'_') && !bytes.get(1).is_some_and(|b| b.is_ascii_digit() || *b == b'-');
        self.at += usize::from(alone);
        alone
    }

    /// The leaf of a coordinate: an integer, or `_` for a mode left free.
    fn coordinate(&mut self) -> Parsed<Option<i64>> {
        if self.eat_underscore() { Ok(None) } else { self.number().map(Some) }
    }

    /// The leaf of a stride: an integer, `2@1`, or `F9`.
    fn stride(&mut self) -> Parsed<Stride> {
        if self.eat('F') {
            let start = self.at;
            let value = self.integer()?;
            return u64::try_from(value).map(Stride::F2).map_err(|_| ParseError {
                span: start..self.at,
                found: format!("{value}"),
                expected: "a number that is not negative".into(),
            });
        }
        let value = self.number()?;
        let start = self.at;
        let mut path = SmallVec::<[usize; Axis::MAX_LENGTH]>::new();
        while self.eat('@') {
            // An index that does not fit is refused by the axis.
            path.push(usize::try_from(self.integer()?).unwrap_or(usize::MAX));
        }
        if path.is_empty() {
            return Ok(Stride::Int(value));
        }
        path.reverse();
        let axis = Axis::new(&path).map_err(|_| ParseError {
            span: start..self.at,
            found: format!("`{}`", &self.text[start..self.at]),
            expected: "an axis of 1 to 6 indices of at most 255".into(),
        })?;
        Ok(Stride::Basis(value, axis))
    }

    /// A leaf, or trees in parentheses.
    pub(crate) fn tree<T: Copy>(&mut self, leaf: impl Fn(&mut Self) -> Parsed<T>) -> Parsed<Tree<T>> {
        let mut builder = Builder::new();
        loop {
            if self.peek() == Some('(') {
                if builder.open().is_err() {
                    return Err(self.unexpected(format!("no more than {MAX_DEPTH} levels of nesting")));
                }
                self.at += 1;
                if !self.eat(')') {
                    continue;
                }
                builder.close();
            } else {
                builder.leaf(leaf(self)?);
            }
            loop {
                if builder.depth() == 0 {
                    return Ok(builder.finish());
                }
                if self.eat(',') {
                    break;
                }
                if !self.eat(')') {
                    return Err(self.unexpected("`,` or `)`"));
                }
                builder.close();
            }
        }
    }

    /// A step along an axis: `4@1`.
    fn step(&mut self) -> Parsed<AxisStep> {
        let length = self.integer()?;
        self.expect('@')?;
        // an axis that does not fit is none of those there are
        let axis = usize::try_from(self.integer()?).unwrap_or(usize::MAX);
        Ok(AxisStep { axis, length })
    }

    /// A shape, a colon and a stride; and, if there is padding, `of` and the logical extent of each mode, or `of`, the
    /// extent of what was divided, `by` and the steps that lead there.
    pub(crate) fn layout(&mut self) -> Result<DynLayout> {
        let shape = self.tree(TextCursor::number)?;
        let layout = self.stride_of(&shape)?;
        if self.peek() != Some('o') {
            return Ok(layout);
        }
        "of".chars().try_for_each(|letter| self.expect(letter))?;
        let extent = self.tree(TextCursor::number)?;
        if self.peek() == Some('b') {
            "by".chars().try_for_each(|letter| self.expect(letter))?;
            let steps = self.tree(TextCursor::step)?;
            return layout.with_steps(steps.view(), extent.view());
        }
        if extent.view().is_leaf() != layout.view().is_leaf() || extent.depth() > 1 {
            return Err(invalid!("extent", "{extent} is no number for each mode of {layout}"));
        }
        layout.with_extent(extent.leaves())
    }

    /// A colon and a stride, behind a shape.
    pub(crate) fn stride_of(&mut self, shape: &DynTuple) -> Result<DynLayout> {
        self.expect(':')?;
        let stride = self.tree(TextCursor::stride)?;
        DynLayout::new(shape, &stride)
    }
}

/// Reads a whole text.
pub(crate) fn read_all<'a, T>(
    text: &'a str,
    read: impl FnOnce(&mut TextCursor<'a>) -> Result<T>,
) -> Result<T> {
    let mut reader = TextCursor::new(text);
    let value = read(&mut reader)?;
    reader.expect_end()?;
    Ok(value)
}

fn write_tree<T: Copy>(
    tree: TreeRef<'_, T>,
    f: &mut fmt::Formatter<'_>,
    leaf: &impl Fn(T, &mut fmt::Formatter<'_>) -> fmt::Result,
) -> fmt::Result {
    if let Some(value) = tree.as_leaf() {
        return leaf(value, f);
    }
    f.write_str("(")?;
    for (index, mode) in tree.modes().enumerate() {
        if index > 0 {
            f.write_str(",")?;
        }
        write_tree(mode, f, leaf)?;
    }
    f.write_str(")")
}

fn write_coordinate(leaf: Option<i64>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    match leaf {
        Some(value) => write!(f, "{value}"),
        None => f.write_str("_"),
    }
}

/// Text of trees over one kind of leaf, both ways.
macro_rules! notation {
    ($leaf:ty, $read:expr, $write:expr) => {
        impl FromStr for Tree<$leaf> {
            type Err = Error;

            fn from_str(text: &str) -> Result<Self> {
                read_all(text, |reader| Ok(reader.tree($read)?))
            }
        }

        impl fmt::Display for TreeRef<'_, $leaf> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write_tree(*self, f, &$write)
            }
        }

        impl fmt::Display for Tree<$leaf> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.view().fmt(f)
            }
        }
    };
}

notation!(i64, TextCursor::number, |leaf, f: &mut fmt::Formatter<'_>| write!(f, "{leaf}"));
notation!(Option<i64>, TextCursor::coordinate, write_coordinate);
notation!(Stride, TextCursor::stride, |leaf, f: &mut fmt::Formatter<'_>| write!(f, "{leaf}"));

impl FromStr for DynLayout {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        read_all(text, TextCursor::layout)
    }
}

impl fmt::Display for TreeRef<'_, Mode> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_tree(*self, f, &|mode: Mode, f| write!(f, "{}", mode.extent))?;
        f.write_str(":")?;
        write_tree(*self, f, &|mode: Mode, f| write!(f, "{}", mode.stride))
    }
}

/// `shape:stride`, and behind it the logical extent if that is less than the shape: `((4,2),3):((1,12),4) of (7,3)`.
/// Where it is not one of the modes, the steps of the leaves in the index that was divided follow: `(4,3):(1,4) of
/// (10) by (1@0,4@0)`.
impl fmt::Display for DynLayout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.view().fmt(f)?;
        let Some(extent) = &self.extent else { return Ok(()) };
        match (self.view().is_leaf() && extent.by_mode, &extent.bounds[..]) {
            (true, [logical]) => write!(f, " of {logical}")?,
            (_, bounds) => write!(f, " of {}", Tree::flat(bounds.iter().copied()))?,
        }
        if extent.by_mode {
            return Ok(());
        }
        f.write_str(" by ")?;
        let steps = self.view().with_leaves(extent.steps.iter().copied());
        write_tree(steps.view(), f, &|step: AxisStep, f| write!(f, "{}@{}", step.length, step.axis))
    }
}
