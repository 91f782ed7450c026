//! `tilework convert`: a layout in another notation.
use crate::failure::{Failure, mistake};
use crate::hub::{failure, given};
use crate::table::{Column, table};
use serde_json::{Map, Value, json};
use std::io;
use tilework::notation::{ConvertError, Notation, read, write};

/// Write a layout in another notation: exactly, or not at all.
///
/// Reads and writes layouts of CuTe and TLA (cute), formats of TLA (tla), arrays of XLA (xla), indexing maps (map),
/// tags of oneDNN (onednn) and layouts of TVM (tvm), strided arrays of NumPy, DLPack and C++ mdspan (numpy, dlpack,
/// mdspan), matrices over F2 such as Triton's linear layouts (f2), shardings of HLO and JAX (iota), Axe (axe), and the
/// types of CuTe IR (cute-ir). What is written says the same place for every element as what was read. Where a notation
/// cannot say it, the answer is the dimension, the condition that fails, and a coordinate that shows it.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  tilework convert 'bf16[100,50]{1,0:T(112,16)}' --to tla
  tilework convert aBcd16b --shape 2,20,3,5 --to cute
  tilework convert '((16,7),(16,4)):((16,256),(1,1792)) of (100,50)' --to all
  tilework convert '(4,3):(1,4)' --to numpy --element f32
  tilework convert 'Sw<3,0,3> o (8,8):(8,1)' --to f2
  tilework convert \"NamedSharding(mesh=Mesh('x': 2, 'y': 4), spec=P('y', None))\" --to iota
")]
pub(crate) struct Arguments {
    /// The layout, in any of the notations.
    #[arg(value_name = "FROM")]
    text: String,
    /// The notation that is asked for; `all` for each that can say it, and for the others why not.
    #[arg(long, value_name = "NOTATION")]
    to: String,
    /// The notation that the layout is in, where it does not look like it.
    #[arg(long, value_name = "NOTATION")]
    from: Option<Notation>,
    /// The sizes of the array, where the layout does not say them: 2,20,3,5.
    #[arg(long, value_name = "SHAPE")]
    shape: Option<String>,
    /// The type of an element, where the layout does not say it: f32, bf16, s8, .., or a width in bits.
    #[arg(long, value_name = "TYPE")]
    element: Option<String>,
    /// Answer in JSON.
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &Arguments) -> Result<String, Failure> {
    let given = given(arguments.shape.as_deref(), arguments.element.as_deref())?;
    let text = arguments.text.trim();
    let targets: Vec<Notation> = match arguments.to.as_str() {
        "all" => Notation::ALL.to_vec(),
        one => [one.parse()?].into(),
    };
    let Some(from) = arguments.from.or_else(|| Notation::of(text)) else {
        return Err(mistake!("{text} is in no notation that is known; --from says which one is meant"));
    };
    let pivot = read(text, Some(from), &given).map_err(|refusal| match failure(refusal, text) {
        Failure::Input { message, pointed } if arguments.from.is_none() && pointed.is_some() => {
            Failure::Input { message: format!("{message}; --from says another notation"), pointed }
        }
        other => other,
    })?;
    let answers: Vec<(Notation, Result<String, ConvertError>)> =
        targets.into_iter().map(|to| (to, write(&pivot, to))).collect();
    if arguments.json {
        return json_of(from, &answers);
    }
    match answers.as_slice() {
        [(_, Ok(answer))] => Ok(format!("{answer}\n")),
        [(_, Err(refusal))] => Err(failure(refusal.clone(), text)),
        _ => Ok(table_of(&answers)),
    }
}

fn table_of(answers: &[(Notation, Result<String, ConvertError>)]) -> String {
    let columns = [Column::Left("notation"), Column::Left("layout")];
    let row = |(to, answer): &(Notation, Result<String, ConvertError>)| {
        // the reason names the notation once more
        let reason = |refusal: &ConvertError| {
            let reason = refusal.to_string();
            format!("- {}", reason.strip_prefix(&format!("{to}: ")).unwrap_or(&reason))
        };
        vec![to.to_string(), answer.as_ref().map_or_else(reason, String::clone)]
    };
    table(&columns, answers.iter().map(row))
}

fn json_of(from: Notation, answers: &[(Notation, Result<String, ConvertError>)]) -> Result<String, Failure> {
    let to = answers.iter().map(|(to, answer)| {
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
    let value = json!({ "from": from.name(), "to": Value::Object(Map::from_iter(to)) });
    let text =
        serde_json::to_string_pretty(&value).map_err(|error| Failure::Output(io::Error::other(error)))?;
    Ok(text + "\n")
}
