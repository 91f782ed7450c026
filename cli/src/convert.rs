//! `tilework convert`: a layout in another notation.
use crate::failure::{Failure, mistake};
use crate::json;
use crate::table::{Column, table};
use tilework::notation::{ConvertError, Notation, read};
use tilework_answers::notation::{Conversions, conversions, conversions_value, given, mistake_in, targets};

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
    let targets = targets(&arguments.to)?;
    let Some(from) = arguments.from.or_else(|| Notation::of(text)) else {
        return Err(mistake!("{text} is in no notation that is known; --from says which one is meant"));
    };
    let pivot = read(text, Some(from), &given).map_err(|refusal| match failure(refusal, text) {
        Failure::Input { message, pointed } if arguments.from.is_none() && pointed.is_some() => {
            Failure::Input { message: format!("{message}; --from says another notation"), pointed }
        }
        other => other,
    })?;
    let answers = conversions(&pivot, &targets);
    if arguments.json {
        return json::pretty(&conversions_value(from, &answers));
    }
    match answers.as_slice() {
        [(_, Ok(answer))] => Ok(format!("{answer}\n")),
        [(_, Err(refusal))] => Err(failure(refusal.clone(), text)),
        _ => Ok(table_of(&answers)),
    }
}

fn table_of(answers: &Conversions) -> String {
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

/// A refusal as the program says it.
fn failure(refusal: ConvertError, text: &str) -> Failure {
    match refusal {
        ConvertError::Inexpressible { .. } => {
            Failure::Refused { operands: String::new(), reason: refusal.to_string() }
        }
        ConvertError::Missing { what, .. } => {
            mistake!("{refusal}: {}", if what == "the shape" { "--shape" } else { "--element" })
        }
        other => mistake_in(text, other).into(),
    }
}
