//! `tilework atlas`: the operands of instructions, as layouts.
use crate::failure::{Failure, mistake};
use crate::table::{Column, table};
use serde_json::{Value, json};
use strsim::damerau_levenshtein;
use tilework::atlas::{self, Atom};
use tilework_answers::atlas::elements;

/// List the operands of matrix and copy instructions: who holds which element.
///
/// Each layout goes from (thread,value) to the element of the tile, the first mode of the tile fastest. `tilework show`
/// draws one of them by its name.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  tilework atlas                        all of them
  tilework atlas mma.m16n8k16           those with this in their name
  tilework atlas gfx950                 those of an architecture, from which on it has them
  tilework atlas wgmma.m64n128 --json
  tilework show mma.m16n8k16.f16.A      one of them, drawn
")]
pub(crate) struct Arguments {
    /// Part of a name, a vendor, or an architecture.
    filter: Option<String>,
    /// Answer in JSON, with the digits of every layout.
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &Arguments) -> Result<String, Failure> {
    let filter = arguments.filter.as_deref().unwrap_or_default();
    let found: Vec<&Atom> = atlas::all().filter(|atom| is_meant(atom, filter)).collect();
    if found.is_empty() {
        return Err(Failure::Nothing(format!(
            "no atom has {filter} in its name, its vendor or its architectures"
        )));
    }
    if arguments.json {
        let rows: Vec<String> = found.iter().map(|atom| to_json(atom).to_string()).collect();
        return Ok(format!("[\n{}\n]\n", rows.join(",\n")));
    }
    const COLUMNS: [Column; 7] = [
        Column::Left("name"),
        Column::Left("since"),
        Column::Left("elements"),
        Column::Left("tile"),
        Column::Right("threads"),
        Column::Right("values"),
        Column::Left("layout"),
    ];
    Ok(table(&COLUMNS, found.iter().map(|atom| row(atom))))
}

/// The atom that an argument names, if it begins with the name of a family.
pub(crate) fn named(text: &str) -> Option<Result<&'static Atom, Failure>> {
    let family = |name: &str| name.split_once('.').map(|(family, _)| family.to_string());
    let wanted = family(text)?;
    if !atlas::all().any(|atom| family(atom.name).as_ref() == Some(&wanted)) {
        return None;
    }
    Some(atlas::find(text).ok_or_else(|| {
        let operands: Vec<&str> = atlas::all()
            .filter(|atom| atom.name.strip_prefix(text).is_some_and(|rest| rest.starts_with('.')))
            .map(|atom| atom.name)
            .collect();
        if !operands.is_empty() && operands.len() <= 3 {
            return mistake!("which operand of {text}? There is {}", operands.join(", "));
        }
        let nearest = atlas::all().min_by_key(|atom| damerau_levenshtein(atom.name, text));
        let nearest = nearest.map_or("", |atom| atom.name);
        mistake!(
            "there is no atom {text}; the nearest is {nearest}, `tilework atlas {wanted}` lists its family"
        )
    }))
}

fn is_meant(atom: &Atom, filter: &str) -> bool {
    atom.name.contains(filter)
        || atom.vendor.to_string().eq_ignore_ascii_case(filter)
        || atom.architectures.contains(&filter)
}

fn row(atom: &Atom) -> Vec<String> {
    vec![
        atom.name.to_string(),
        atom.architectures.first().unwrap_or(&"").to_string(),
        elements(atom),
        atom.tile_shape().to_string(),
        atom.threads().to_string(),
        atom.values().to_string(),
        atom.layout().to_string(),
    ]
}

fn to_json(atom: &Atom) -> Value {
    let pairs = |digits: &[(usize, usize)]| -> Value {
        digits.iter().map(|&(extent, stride)| json!([extent, stride])).collect()
    };
    let all_lanes = [(atom.threads(), 1)];
    json!({
        "name": atom.name,
        "vendor": atom.vendor.to_string(),
        "architectures": atom.architectures,
        "operand": atom.role.to_string(),
        "elements": atom.elements.iter().map(ToString::to_string).collect::<Vec<String>>(),
        "tile": atom.tile,
        "threads": atom.threads(),
        "values": atom.values(),
        "copies": atom.copies(),
        "layout": atom.layout().to_string(),
        "thread_digits": pairs(atom.digits.of_thread()),
        "value_digits": pairs(atom.digits.of_value()),
        "lanes": atom.lane_layout().to_string(),
        "lane_digits": pairs(atom.lanes.map_or(&all_lanes, |lanes| lanes.digits())),
        "document": atom.document,
    })
}
