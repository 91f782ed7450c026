//! What the rules of tiles refuse, as errors of the runtime twin.
use crate::dynamic::{Error, ParseError, invalid};
use alloc::format;
use tilework_tiles::{TilingRefusal, UnknownType};

impl From<TilingRefusal> for Error {
    fn from(refusal: TilingRefusal) -> Self {
        match refusal {
            TilingRefusal::TooLarge(quantity) => Error::overflow(quantity),
            refusal => invalid!("tile", "{refusal}"),
        }
    }
}

impl From<UnknownType> for Error {
    fn from(UnknownType(name): UnknownType) -> Self {
        Error::Parse(ParseError {
            span: 0..name.len(),
            found: format!("`{name}`"),
            expected: "an element type such as `f32`, `bf16` or `s8`".into(),
        })
    }
}
