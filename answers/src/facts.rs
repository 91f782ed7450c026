//! The facts about a layout or an array: the name of each and the value.
use crate::bytes::{decimal, exact_bytes, factor};
use crate::mistake::Mistake;
use crate::shape::{self, padded_dimensions};
use tilework::dynamic::format::ElementBits;
use tilework::dynamic::{DynLayout, Error, Swizzled, size};
use tilework::xla::{ArrayShape, Shape, byte_size, nested_layout, padded_size, reach};

/// A fact: its name, and its value in words.
pub type Fact = (String, String);

/// How the offsets of a layout lie in memory.
struct Spread {
    cosize: Result<i64, Error>,
    is_injective: Result<bool, Error>,
    is_contiguous: Result<bool, Error>,
    holes: Result<i64, Error>,
}

/// The facts about a layout, whose elements may have a known width.
///
/// # Errors
/// If there are too many valid elements to be counted.
pub fn of_layout(layout: &DynLayout, element: Option<ElementBits>) -> Result<Vec<Fact>, Mistake> {
    let spread = Spread {
        cosize: Ok(layout.cosize()),
        is_injective: layout.is_injective(),
        is_contiguous: layout.is_contiguous(),
        holes: layout.holes(),
    };
    of_spread(layout, element, spread)
}

/// The facts about a swizzled layout with these offsets; none, if they are too many.
///
/// # Errors
/// As [`of_layout`].
pub fn of_swizzled(swizzled: &Swizzled, offsets: Option<Vec<i64>>) -> Result<Vec<Fact>, Mistake> {
    let layout = &swizzled.layout;
    let counted = offsets.map(|mut offsets| {
        offsets.sort_unstable();
        offsets.dedup();
        let cosize = offsets.last().zip(offsets.first()).map_or(0, |(last, first)| last - first + 1);
        (cosize, offsets.windows(2).map(|pair| pair[1] - pair[0] - 1).sum::<i64>())
    });
    let counted = counted.ok_or(Error::TooLarge { quantity: "the offsets of the layout" });
    // a swizzle exchanges places
    let is_injective = layout.is_injective();
    let is_dense = |(cosize, _)| cosize == layout.size() && matches!(is_injective, Ok(true));
    let spread = Spread {
        is_contiguous: counted.clone().map(is_dense),
        cosize: counted.clone().map(|(cosize, _)| cosize),
        holes: counted.map(|(_, holes)| holes),
        is_injective,
    };
    of_spread(layout, None, spread)
}

fn of_spread(layout: &DynLayout, element: Option<ElementBits>, spread: Spread) -> Result<Vec<Fact>, Mistake> {
    let mut facts = Vec::new();
    let mut fact = |name: &str, value: String| facts.push((name.to_string(), value));
    let all = layout.size();
    fact("size", format!("{all} coordinates"));
    fact("cosize", answer(spread.cosize));
    if !layout.is_exact() {
        let (extent, padding) = (layout.extents(), all - valid(layout)?);
        fact("extent", format!("{extent}, {} elements", all - padding));
        let percent = percent(padding.into(), all.into());
        let bytes = element.map_or(String::new(), |element| format!(", {} bytes", bytes(padding, element)));
        fact("padding", format!("{padding} elements{bytes}, {percent} % of the size"));
    }
    if let Some(element) = element {
        fact("bytes", bytes(all, element).to_string());
    }
    fact("injective", answer(spread.is_injective.map(yes_or_no)));
    fact("contiguous", answer(spread.is_contiguous.map(yes_or_no)));
    fact("holes", answer(spread.holes));
    Ok(facts)
}

/// How many coordinates of a layout are valid; none if all are.
///
/// # Errors
/// If they do not fit in 64 bits.
pub fn of_overhang(layout: &DynLayout) -> Result<Option<String>, Mistake> {
    let text = || Ok(format!("{} of {} coordinates are valid", valid(layout)?, layout.size()));
    (!layout.is_exact()).then(text).transpose()
}

/// The number of coordinates that are not padding.
fn valid(layout: &DynLayout) -> Result<i64, Error> {
    size(layout.extents().view())
}

/// The bytes that so many elements take, packed.
fn bytes(elements: i64, element: ElementBits) -> i128 {
    (i128::from(elements) * i128::from(element.bits()) + 7) / 8
}

fn percent(part: i128, all: i128) -> String {
    decimal(100 * part, all, 1)
}

/// Whether something is so, in a word.
pub fn yes_or_no(answer: bool) -> &'static str {
    if answer { "yes" } else { "no" }
}

fn answer(result: Result<impl ToString, Error>) -> String {
    match result {
        Ok(value) => value.to_string(),
        Err(_) => String::from("unknown, the layout is too large to try all coordinates"),
    }
}

/// The sizes of an array, and its layout as a nested shape and stride.
///
/// # Errors
/// If they do not fit in 64 bits.
pub fn of_array(array: &ArrayShape) -> Result<Vec<Fact>, Mistake> {
    let mut facts = Vec::new();
    let mut fact = |name: &str, value: &str| facts.push((name.to_string(), value.to_string()));
    if array.dimensions().iter().any(|size| size.bound().is_none()) {
        fact("sizes", "unknown, a dimension is unbounded");
        return Ok(facts);
    }
    let shape = Shape::Array(array.clone());
    let (bytes, padded) = (byte_size(&shape)?, padded_size(&shape)?);
    fact("elements", &array.elements()?.to_string());
    fact("bytes", &exact_bytes(bytes));
    fact("padded bytes", &exact_bytes(padded));
    let places = shape::places(array);
    if places.is_ok()
        && let Ok(reach) = reach(&shape)
    {
        fact("reach", &format!("{}, from the first element to past the last", exact_bytes(reach)));
    }
    let (larger, waste) = (factor(padded.into(), bytes.into()), i128::from(padded) - i128::from(bytes));
    let waste = match waste {
        0 => String::from("nothing"),
        1.. => format!(
            "{waste} bytes, {} % of what is allocated: {larger} the elements",
            percent(waste, padded.into())
        ),
        _ => format!("nothing: the largest piece of a split takes {larger} the elements"),
    };
    fact("waste", &waste);
    match padded_dimensions(array)? {
        None => fact("dimensions", "padded together: a `*` merges them"),
        Some(dimensions) => {
            for (number, one) in dimensions.iter().enumerate().filter(|(_, one)| one.tile > 1) {
                let value = match one.padded - one.size {
                    0 => format!("{} fills tiles of {}", one.size, one.tile),
                    added => {
                        format!("{} -> {}, {added} added to fill tiles of {}", one.size, one.padded, one.tile)
                    }
                };
                fact(&format!("dimension {number}"), &value);
            }
        }
    }
    match places {
        Err(mistake) => fact("nested", &format!("none: {}", mistake.message)),
        Ok(_) => match nested_layout(array) {
            Ok(nested) => fact("nested", &nested.to_string()),
            Err(error) => {
                fact("nested", &format!("none: {}", error.to_string().trim_start_matches("nested_layout: ")));
            }
        },
    }
    Ok(facts)
}
