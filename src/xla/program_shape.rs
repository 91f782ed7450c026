//! The shapes of a program: parameters and result.
use super::parse::read_shape;
use super::shape::Shape;
use crate::dynamic::cursor::{Cursor, read_all};
use crate::dynamic::{Error, Result};
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

/// What a program takes and what it gives: `(x: f32[2,3], (unknown): s32[]) -> f32[3]`.
///
/// Source: XLA, `ProgramShape`.
///
/// ```
/// use tilework::xla::ProgramShape;
/// let program: ProgramShape = "(x: f32[2,3], (unknown): s32[]) -> (f32[3], token[])".parse()?;
/// assert_eq!(program.parameters[0].0.as_deref(), Some("x"));
/// assert_eq!(program.to_string(), "(x: f32[2,3], (unknown): s32[]) -> (f32[3], token[])");
/// # Ok::<(), tilework::dynamic::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct ProgramShape {
    /// The parameters: a name, if it is known, and a shape.
    pub parameters: Vec<(Option<String>, Shape)>,
    /// The result.
    pub result: Shape,
}

impl fmt::Display for ProgramShape {
    /// As XLA prints it: without layouts.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("(")?;
        for (place, (name, shape)) in self.parameters.iter().enumerate() {
            let separator = if place == 0 { "" } else { ", " };
            write!(f, "{separator}{}: {}", name.as_deref().unwrap_or("(unknown)"), shape.without_layout())?;
        }
        write!(f, ") -> {}", self.result.without_layout())
    }
}

impl FromStr for ProgramShape {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        read_all(text, |cursor| {
            let parameters =
                cursor.list(*b"()", |cursor| Ok::<_, Error>((read_name(cursor)?, read_shape(cursor)?)))?;
            cursor.expect(b'-')?;
            cursor.expect_next(b'>')?;
            Ok(ProgramShape { parameters, result: read_shape(cursor)? })
        })
    }
}

/// `name:` or `(unknown):`.
fn read_name(cursor: &mut Cursor<'_>) -> Result<Option<String>> {
    let is_unknown = cursor.eat(b'(');
    cursor.eat(b'%');
    let start = cursor.token_start();
    let name = cursor.hlo_name();
    if name.is_empty() || is_unknown && name != "unknown" {
        return Err(cursor.error(start..cursor.at(), "the name of a parameter, or `(unknown)`").into());
    }
    if is_unknown {
        cursor.expect(b')')?;
    }
    cursor.expect(b':')?;
    Ok((!is_unknown).then(|| name.into()))
}
