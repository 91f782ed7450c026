//! The types of CuTe IR, CUTLASS's dialect of MLIR: `!cute.layout<"(32,8):(1,32)">`, and with a swizzle
//! `!cute.composed_layout<"S<3,4,3> o 0 o (8,64):(64,1)">`.
//!
//! Leaves that are known at run time, `?` and `?{div=192}`, have no number, and are refused with their place.
use super::cute;
use super::error::{ConvertError, shifted};
use super::name::Notation;
use super::pivot::{Given, Pivot};
use crate::dynamic::{DynLayout, Error, ParseError, StrideKind, Swizzled, kind};
use alloc::format;
use alloc::string::{String, ToString};

const THIS: Notation = Notation::CuteIr;
const PLAIN: &str = "!cute.layout<\"";
const COMPOSED: &str = "!cute.composed_layout<\"";

pub(super) fn read(text: &str, given: &Given) -> Result<Pivot, ConvertError> {
    let refuse = |error| ConvertError::Read { notation: THIS, error };
    let wrong = |at: usize, length: usize, expected: &'static str| {
        let found = match &text[at..at + length] {
            "" => "the end".into(),
            found => format!("`{found}`"),
        };
        refuse(Error::Parse(ParseError { span: at..at + length, found, expected: expected.into() }))
    };
    let start = text.len() - text.trim_start().len();
    let body = [PLAIN, COMPOSED].iter().find_map(|head| text[start..].strip_prefix(head));
    let Some(body) = body else {
        return Err(wrong(start, 0, "`!cute.layout<\"` or `!cute.composed_layout<\"`"));
    };
    let begin = text.len() - body.len();
    let Some(inside) = body.trim_end().strip_suffix("\">") else { return Err(wrong(text.len(), 0, "`\">`")) };
    if let Some(at) = inside.find('?') {
        let length = if inside[at + 1..].starts_with('{') {
            inside[at..].find('}').map_or(1, |end| end + 1)
        } else {
            1
        };
        return Err(wrong(begin + at, length, "a number: what is known at run time has no place to say"));
    }
    // the twin writes swizzles `Sw<..>`
    let swizzled = match inside.strip_prefix("S<") {
        Some(rest) => format!("Sw<{rest}").parse::<Swizzled>().map_err(|error| match error {
            Error::Parse(mut error) => {
                error.span = error.span.start.saturating_sub(1)..error.span.end.saturating_sub(1);
                shifted(Error::Parse(error), begin)
            }
            other => other,
        }),
        None => inside.parse::<Swizzled>().map_err(|error| shifted(error, begin)),
    };
    let pivot = swizzled.and_then(cute::pivot).map_err(refuse)?;
    let is_exact = |pivot: &Pivot| cute::layout(pivot, THIS).is_ok_and(|swizzled| swizzled.layout.is_exact());
    match is_exact(&pivot) {
        true => Ok(pivot.with_element(given.element)),
        false => Err(refuse(Error::invalid("cute-ir", "CuTe IR has no logical extents"))),
    }
}

pub(super) fn write(pivot: &Pivot) -> Result<String, ConvertError> {
    let refuse = |error| ConvertError::because(THIS, error);
    let mut swizzled = cute::layout(pivot, THIS)?;
    let is_extended = !swizzled.layout.is_exact() || kind(swizzled.layout.leaves()) == StrideKind::F2;
    if is_extended {
        let nested = pivot.nested(THIS)?;
        nested.no_padding(THIS)?;
        let layout = nested.to_layout().map_err(refuse)?;
        swizzled = cute::layout(&Pivot::of(nested.offset.clone(), layout.into()), THIS)?;
    }
    if let Some(text) = nested_text(&swizzled) {
        return Ok(text);
    }
    Err(ConvertError::of(THIS, None, "several swizzles one after another"))
}

fn nested_text(swizzled: &Swizzled) -> Option<String> {
    let layout: &DynLayout = &swizzled.layout;
    match swizzled.swizzles[..] {
        [] => Some(format!("{PLAIN}{layout}\">")),
        [(swizzle, offset)] => {
            let swizzle = swizzle.to_string().replacen("Sw<", "S<", 1);
            Some(format!("{COMPOSED}{swizzle} o {offset} o {layout}\">"))
        }
        _ => None,
    }
}
