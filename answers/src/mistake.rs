//! What is wrong with a text that a person wrote.
use std::fmt;
use std::str::FromStr;
use tilework::dynamic::{Error, ParseError};

/// [`Mistake::new`] with a message that is formatted.
macro_rules! mistake {
    ($($message:tt)+) => {
        $crate::mistake::Mistake::new(format!($($message)+))
    };
}
pub(crate) use mistake;

/// What is wrong with a text, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mistake {
    /// What is wrong.
    pub message: String,
    /// The text, if the mistake has a place in it.
    pub pointed: Option<(String, ParseError)>,
}

impl Mistake {
    /// A mistake without a place.
    pub fn new(message: impl Into<String>) -> Mistake {
        Mistake { message: message.into(), pointed: None }
    }
}

impl From<Error> for Mistake {
    fn from(error: Error) -> Self {
        Mistake::new(error.to_string())
    }
}

impl fmt::Display for Mistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.pointed {
            None => f.write_str(&self.message),
            Some((_, error)) => write!(f, "{}: {error}", self.message),
        }
    }
}

impl std::error::Error for Mistake {}

/// Reads a text; a mistake is pointed at.
///
/// # Errors
/// If it is not what it should be.
///
/// ```
/// use tilework::dynamic::DynLayout;
/// let mistake = tilework_answers::parse::<DynLayout>("layout", "(2,3):(3,").unwrap_err();
/// assert_eq!(mistake.to_string(), "this is no layout: expected an integer, found the end at position 9");
/// ```
pub fn parse<T: FromStr<Err = Error>>(what: &str, text: &str) -> Result<T, Mistake> {
    text.parse().map_err(|error| mistake_of(what, text, error))
}

/// The mistake in a text that should be something.
pub fn mistake_of(what: &str, text: &str, error: Error) -> Mistake {
    match error {
        Error::Parse(error) => {
            Mistake { message: format!("this is no {what}"), pointed: Some((text.to_string(), error)) }
        }
        other => mistake!("{what} {text}: {other}"),
    }
}

/// Reads a tuple; the parentheses around all of it may be left out, `1,5`.
///
/// # Errors
/// If it is not what it should be.
pub fn parse_tuple<T: FromStr<Err = Error>>(what: &str, text: &str) -> Result<T, Mistake> {
    let mut depth = 0;
    let is_list = text.chars().any(|c| {
        depth += i32::from(c == '(') - i32::from(c == ')');
        c == ',' && depth == 0
    });
    if is_list { parse(what, &format!("({text})")) } else { parse(what, text) }
}
