//! `atlas.*`: operands of matrix and copy instructions, by name.
use crate::facts::Fact;
use crate::request::{Answer, Fields, RequestError};
use serde_json::{Value, json};
use tilework::atlas::{self, Atom};

pub(crate) fn answer(verb: &str, fields: &mut Fields) -> Answer {
    Ok(Some(match verb {
        "find" => {
            let name = fields.text("name")?;
            let found = atlas::find(&name)
                .ok_or_else(|| RequestError::invalid(format!("there is no atom {name}")))?;
            value(found)
        }
        "list" => atlas::all().map(value).collect(),
        _ => return Ok(None),
    }))
}

/// An atom as a page draws it: a layout from (thread,value), over a tile.
fn value(atom: &Atom) -> Value {
    json!({
        "name": atom.name,
        "layout": atom.layout().to_string(),
        "tile": atom.tile_shape().to_string(),
        "facts": facts(atom),
    })
}

/// The facts about an operand of an instruction.
pub fn facts(atom: &Atom) -> Vec<Fact> {
    let mut facts = Vec::new();
    let mut fact = |name: &str, value: String| facts.push((name.to_string(), value));
    fact("vendor", format!("{}, {}", atom.vendor, atom.architectures.join(", ")));
    fact("operand", format!("{} of {}, {}", atom.role, atom.tile_shape(), elements(atom)));
    fact("threads", atom.threads().to_string());
    if atom.lanes.is_some() {
        fact("lanes", atom.lane_layout().to_string());
    }
    fact("values", format!("{} of each thread", atom.values()));
    if atom.copies() > 1 {
        fact("copies", format!("{} of each element", atom.copies()));
    }
    fact("documented in", atom.document.to_string());
    facts
}

/// The types that the elements may have.
pub fn elements(atom: &Atom) -> String {
    let names: Vec<String> = atom.elements.iter().map(ToString::to_string).collect();
    names.join(" or ")
}
