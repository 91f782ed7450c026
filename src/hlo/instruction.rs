//! One instruction: its parts, as they stand in the text.
use super::attributes::Attributes;
use super::balance::Balance;
use super::module::without_percent;
use crate::dynamic::Result;
use crate::xla::Shape;
use smallvec::SmallVec;

/// One instruction of a computation, as it stands in the text: `[ROOT] %name = shape opcode(operands), attributes`.
///
/// ```
/// use tilework::hlo::{Line, scan_line};
/// let line = "  ROOT %t.1 = f32[5,3]{0,1:T(8,128)} transpose(f32[3,5]{1,0} %a), dimensions={1,0}, metadata={}";
/// let Line::Instruction(t) = scan_line(line)? else { panic!() };
/// assert_eq!((t.name(), t.is_root(), t.opcode()), ("t.1", true, "transpose"));
/// assert_eq!(t.shape_text(), "f32[5,3]{0,1:T(8,128)}");
/// assert_eq!(t.operands().map(|operand| operand.name).collect::<Vec<_>>(), ["a"]);
/// assert_eq!(t.attribute("dimensions"), Some("{1,0}"));
/// assert_eq!(t.dimensions("dimensions").as_deref(), Some(&[1, 0][..]));
/// # Ok::<(), tilework::dynamic::ParseError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct InstructionLine<'a> {
    pub(super) name: &'a str,
    pub(super) is_root: bool,
    pub(super) shape: &'a str,
    pub(super) opcode: &'a str,
    pub(super) operands: &'a str,
    pub(super) attributes: &'a str,
    /// The brackets that the line leaves open.
    pub(super) open: Option<Balance>,
}

impl<'a> InstructionLine<'a> {
    /// The name, without `%`.
    pub fn name(&self) -> &'a str {
        self.name
    }

    /// Whether its value is that of the computation.
    pub fn is_root(&self) -> bool {
        self.is_root
    }

    /// The shape as it stands there.
    pub fn shape_text(&self) -> &'a str {
        self.shape
    }

    /// The shape.
    ///
    /// # Errors
    /// [`Parse`](crate::dynamic::Error::Parse) with the place in [`shape_text`](InstructionLine::shape_text).
    pub fn shape(&self) -> Result<Shape> {
        self.shape.parse()
    }

    /// The operation, `add` or `copy-start`.
    pub fn opcode(&self) -> &'a str {
        self.opcode
    }

    /// The operands; of a `parameter` its number, of a `constant` what stands between the commas.
    pub fn operands(&self) -> impl Iterator<Item = OperandText<'a>> + use<'a> {
        parts(self.operands).map(OperandText::of)
    }

    /// What stands between the brackets of the operation.
    pub fn operands_text(&self) -> &'a str {
        self.operands
    }

    /// The attributes, names and values.
    pub fn attributes(&self) -> impl Iterator<Item = (&'a str, &'a str)> + use<'a> {
        Attributes(self.attributes).iter()
    }

    /// The value of an attribute.
    pub fn attribute(&self, name: &str) -> Option<&'a str> {
        Attributes(self.attributes).get(name)
    }

    /// The numbers in the value `{1,0}` of an attribute, as numbers of dimensions; none if the attribute is not there,
    /// or says something else.
    pub fn dimensions(&self, name: &str) -> Option<SmallVec<[usize; 6]>> {
        Attributes(self.attributes).dimensions(name)
    }

    /// What stands behind the operands.
    pub fn attributes_text(&self) -> &'a str {
        self.attributes
    }

    /// Whether the operands go on in the next lines, as a large literal may.
    pub fn goes_on(&self) -> bool {
        self.open.is_some()
    }
}

/// An operand of an instruction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OperandText<'a> {
    /// Its name, without `%`.
    pub name: &'a str,
    /// Its shape, in dumps that repeat it.
    pub shape: Option<&'a str>,
}

impl<'a> OperandText<'a> {
    fn of(text: &'a str) -> Self {
        let (shape, name) = match text.rsplit_once([' ', '\t']) {
            Some((shape, name)) => (Some(shape.trim_end()), name),
            None => (None, text),
        };
        OperandText { name: without_percent(name), shape }
    }
}

/// The parts between commas outside of brackets, without blanks and comments around them.
fn parts(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    let mut comments_end = true;
    core::iter::from_fn(move || {
        loop {
            rest = skip_comments(rest, &mut comments_end);
            if rest.is_empty() {
                return None;
            }
            let end = Balance::comma(rest.as_bytes());
            let part = rest[..end].trim();
            rest = rest.get(end + 1..).unwrap_or_default();
            if !part.is_empty() {
                return Some(part);
            }
        }
    })
}

/// The text behind blanks and `/*index=5*/`; once a comment does not end, no later one does.
fn skip_comments<'a>(mut text: &'a str, comments_end: &mut bool) -> &'a str {
    loop {
        text = text.trim_start();
        let Some(comment) = text.strip_prefix("/*").filter(|_| *comments_end) else { return text };
        match comment.split_once("*/") {
            Some((_, rest)) => text = rest,
            None => *comments_end = false,
        }
    }
}
