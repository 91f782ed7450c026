//! `tilework map`: indexing maps on their own.
use crate::failure::{Failure, parse};
use clap::Subcommand;
use tilework::affine::{IndexingMap, Points};

/// Simplify, compose and evaluate indexing maps.
///
/// A map is written as XLA does, `(d0, d1)[s0] -> (d0 + s0, d1), domain: d0 in [0, 9], d1 in [0, 4], s0 in [0, 2]`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  tilework map simplify '(d0) -> (d0 floordiv 8 * 8 + d0 mod 8), domain: d0 in [0, 31]'
  tilework map compose '(d0, d1) -> (d1, d0), domain: d0 in [0, 3], d1 in [0, 7]' '(d0, d1) -> (d0 * 4 + d1), domain: d0 in [0, 7], d1 in [0, 3]'
  tilework map eval '(d0)[s0] -> (d0 + s0), domain: d0 in [0, 9], s0 in [0, 2]' 4 1
")]
pub(crate) struct Arguments {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Debug, Subcommand)]
enum Verb {
    /// The same map, as short as it can be made.
    Simplify {
        /// The map.
        map: String,
        /// Keep variables that have one value only.
        #[arg(long)]
        keep_points: bool,
    },
    /// The map that first does FIRST, then SECOND, simplified.
    Compose {
        /// The map that is done first.
        first: String,
        /// The map of its results.
        second: String,
    },
    /// The results of a map at a point.
    Eval {
        /// The map.
        map: String,
        /// A value for each variable: dimensions, range symbols, runtime symbols.
        #[arg(allow_negative_numbers = true)]
        values: Vec<i64>,
    },
}

pub(crate) fn run(arguments: &Arguments) -> Result<String, Failure> {
    let read = |text: &str| parse::<IndexingMap>("indexing map", text);
    match &arguments.verb {
        Verb::Simplify { map, keep_points } => {
            let points = if *keep_points { Points::Preserve } else { Points::Replace };
            Ok(format!("{}\n", read(map)?.simplify(points)))
        }
        Verb::Compose { first, second } => {
            Ok(format!("{}\n", read(first)?.then(&read(second)?)?.into_simplified(Points::Replace)))
        }
        Verb::Eval { map, values } => eval(&read(map)?, values),
    }
}

fn eval(map: &IndexingMap, values: &[i64]) -> Result<String, Failure> {
    let count = map.variables().len();
    if values.len() != count {
        return Err(Failure::input(format!("{} values, where the map has {count} variables", values.len())));
    }
    let (dims, symbols) = values.split_at(map.dims().len());
    let (range, runtime) = symbols.split_at(map.range_symbols().len());
    let results = map.evaluate(dims, range, runtime)?;
    let texts: Vec<String> = results.iter().map(i64::to_string).collect();
    let note = if map.contains(values) { "" } else { "  outside of the domain" };
    Ok(format!("({}){note}\n", texts.join(", ")))
}
