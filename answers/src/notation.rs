//! `notation.*`: layouts in every notation of the hub.
use crate::element::parse_element;
use crate::mistake::{Mistake, mistake, mistake_of};
use crate::request::{Answer, ErrorKind, Fields, RequestError};
use serde_json::{Map, Value, json};
use tilework::dynamic::{Error, Offset, Swizzled};
use tilework::notation::{
    ConvertError, ElementWidth, Given, Notation, Pivot, PivotPlaces, parse_sizes, read, write,
};
use tilework::xla::PrimitiveType;

pub(crate) fn answer(verb: &str, fields: &mut Fields) -> Answer {
    Ok(Some(match verb {
        "convert" => {
            let text = fields.text("text")?;
            let targets = targets(&fields.text("to")?)?;
            let [from, shape, element] = ["from", "shape", "element"].map(|name| fields.optional_text(name));
            let given = given(shape?.as_deref(), element?.as_deref())?;
            let from = from?.map(|name| name.parse()).transpose()?;
            let from = from.or_else(|| Notation::of(&text)).ok_or(ConvertError::Unknown)?;
            conversions_value(from, &conversions(&read(&text, Some(from), &given)?, &targets))
        }
        // what is drawn for a text that no other family reads
        "layout" => match layout(&fields.text("text")?) {
            Some(read) => Value::from(read?.0.to_string()),
            None => Value::Null,
        },
        _ => return Ok(None),
    }))
}

/// The notations that a name stands for: `all`, or one.
///
/// # Errors
/// If there is none of that name.
pub fn targets(name: &str) -> Result<Vec<Notation>, Error> {
    match name {
        "all" => Ok(Notation::ALL.to_vec()),
        one => Ok(vec![one.parse()?]),
    }
}

/// What is said beside a text: the shape of the array, and the type of an element.
///
/// # Errors
/// If it is no tuple, or no type.
pub fn given(shape: Option<&str>, element: Option<&str>) -> Result<Given, Mistake> {
    let shape = shape.map(sizes_of).transpose()?;
    let element = element.map(element_of).transpose()?;
    Ok(Given { shape, element })
}

/// The sizes of an array: `(100,50)`, `100,50` or `100x50`.
///
/// # Errors
/// If they are none.
pub fn sizes_of(text: &str) -> Result<Vec<i64>, Mistake> {
    parse_sizes(text).map_err(|error| mistake_of("shape", text, error))
}

/// A type of XLA, or the width of another one.
///
/// # Errors
/// If it is none.
pub fn element_of(text: &str) -> Result<ElementWidth, Mistake> {
    match PrimitiveType::from_name(text) {
        Some(kind) => Ok(kind.into()),
        None => Ok(ElementWidth { kind: None, bits: parse_element(text)?.bits() }),
    }
}

/// A layout in each of some notations, or why it cannot be said there.
pub type Conversions = Vec<(Notation, Result<String, ConvertError>)>;

/// A layout in each of some notations.
pub fn conversions(pivot: &Pivot, targets: &[Notation]) -> Conversions {
    targets.iter().map(|&to| (to, write(pivot, to))).collect()
}

/// The notation that a text was in, and it in others, by their names.
pub fn conversions_value(from: Notation, conversions: &Conversions) -> Value {
    let to = conversions.iter().map(|(to, answer)| {
        let value = match answer {
            Ok(text) => json!({ "text": text }),
            Err(refusal) => {
                let witness = refusal.witness().map(|witness| {
                    json!({
                        "coordinate": witness.coordinate.to_string(),
                        "needed": witness.needed.to_string(),
                        "given": witness.given.to_string(),
                    })
                });
                json!({ "refused": refusal.to_string(), "dimension": refusal.dimension(), "witness": witness })
            }
        };
        (to.to_string(), value)
    });
    json!({ "from": from.name(), "to": Map::from_iter(to) })
}

/// A text in a notation that [`subject`](crate::subject) does not read: not that of CuTe or XLA, nor a format with its
/// size apart.
pub fn pivot(text: &str) -> Option<Result<Pivot, Mistake>> {
    let notation = Notation::of(text)?;
    let is_named = matches!(notation, Notation::Tla | Notation::OneDnn | Notation::Tvm);
    let is_other =
        !matches!(notation, Notation::Cute | Notation::Xla) && (!is_named || text.contains(" of "));
    is_other.then(|| read_alone(text, notation))
}

/// The layout that such a text stands for, and what an element is, if it says that.
///
/// ```
/// use tilework_answers::notation::layout;
/// assert_eq!(layout("NHWC->NCHW of (2,3,4,5)").unwrap()?.0.to_string(), "(2,3,4,5):(60,4,1,12)");
/// assert!(layout("(2,3):(3,1)").is_none());
/// # Ok::<(), tilework_answers::Mistake>(())
/// ```
pub fn layout(text: &str) -> Option<Result<(Swizzled, Option<ElementWidth>), Mistake>> {
    let with_element = |pivot: Pivot| {
        let element = pivot.element;
        Ok((layout_of(text, pivot)?, element))
    };
    Some(pivot(text)?.and_then(with_element))
}

/// The layout of an XLA shape with its tiles.
///
/// # Errors
/// If it is no shape, or its places are no layout.
pub fn layout_of_shape(text: &str) -> Result<Swizzled, Mistake> {
    layout_of(text, read_alone(text, Notation::Xla)?)
}

fn read_alone(text: &str, notation: Notation) -> Result<Pivot, Mistake> {
    read(text, Some(notation), &Given::default()).map_err(|refusal| mistake_in(text, refusal))
}

fn layout_of(text: &str, pivot: Pivot) -> Result<Swizzled, Mistake> {
    match pivot.places {
        PivotPlaces::Layout { offset: Offset::Int(0), layout, .. } => Ok(layout),
        PivotPlaces::Layout { offset, .. } => {
            Err(mistake!("{text} begins at {offset}: layouts are shown from 0 on"))
        }
        _ => Ok(pivot.to_map()?.to_layout()?.into()),
    }
}

/// What is wrong with a text, pointed at.
pub fn mistake_in(text: &str, refusal: ConvertError) -> Mistake {
    match refusal {
        ConvertError::Read { notation, error: Error::Parse(error) } => {
            Mistake { message: format!("this is no {notation}"), pointed: Some((text.to_string(), error)) }
        }
        other => mistake!("{other}"),
    }
}

impl From<ConvertError> for RequestError {
    fn from(error: ConvertError) -> Self {
        let kind = match &error {
            ConvertError::Unknown | ConvertError::Read { error: Error::Parse(_), .. } => ErrorKind::Parse,
            ConvertError::Missing { .. } => ErrorKind::Request,
            _ => ErrorKind::Invalid,
        };
        RequestError::new(kind, error.to_string())
    }
}
