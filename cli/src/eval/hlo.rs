//! `hlo.*`: programs of XLA.
use super::request::{Answer, Fields, Kind, Refusal};
use serde_json::{Value, json};
use tilework::hlo::{Line, ScanError, Scanner};
use tilework::xla::{Shape, padded_size};

pub(crate) fn answer(verb: &str, fields: &mut Fields) -> Answer {
    Some(match verb {
        "padded_sizes" => padded_sizes(fields),
        _ => return None,
    })
}

/// The padded bytes of every array-shaped instruction, in the order of the text.
fn padded_sizes(fields: &mut Fields) -> Result<Value, Refusal> {
    let text = fields.text("hlo")?;
    let malformed = |error: ScanError| Refusal::new(Kind::Parse, format!("field hlo: {error}"));
    let mut scanner = Scanner::new();
    let (mut sizes, mut is_hlo) = (Vec::new(), false);
    for line in text.lines() {
        let Line::Instruction(instruction) = scanner.line(line).map_err(malformed)? else { continue };
        is_hlo = true;
        let number = scanner.number();
        let in_line = |error| {
            let Refusal { kind, message } = Refusal::from(error);
            Refusal::new(kind, format!("field hlo: line {number}: {}: {message}", instruction.shape_text()))
        };
        let shape = instruction.shape().map_err(in_line)?;
        if let Shape::Array(_) = shape {
            sizes.push(json!({
                "instruction": instruction.name(),
                "shape": shape.to_string(),
                "padded_bytes": padded_size(&shape).map_err(in_line)?,
            }));
        }
    }
    scanner.finish().map_err(malformed)?;
    if is_hlo {
        Ok(Value::from(sizes))
    } else {
        Err(Refusal::new(Kind::Parse, "field hlo: no instruction, from position 0 to the end"))
    }
}
