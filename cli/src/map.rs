//! `tilework map`: indexing maps on their own.
use crate::failure::{Failure, mistake, parse};
use clap::Subcommand;
use std::fmt::Display;
use tilework::affine::{IndexingMap, Points};
use tilework::dynamic;

/// Simplify, compose, invert, compare and evaluate indexing maps.
///
/// A map is written as XLA does, `(d0, d1)[s0] -> (d0 + s0, d1), domain: d0 in [0, 9], d1 in [0, 4], s0 in [0, 2]`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  tilework map simplify '(d0) -> (d0 floordiv 8 * 8 + d0 mod 8), domain: d0 in [0, 31]'
  tilework map compose '(d0, d1) -> (d1, d0), domain: d0 in [0, 3], d1 in [0, 7]' '(d0, d1) -> (d0 * 4 + d1), domain: d0 in [0, 7], d1 in [0, 3]'
  tilework map eval '(d0)[s0] -> (d0 + s0), domain: d0 in [0, 9], s0 in [0, 2]' 4 1
  tilework map inverse '(d0) -> (d0 floordiv 8, d0 mod 8), domain: d0 in [0, 18]'
  tilework map equal '(d0) -> (d0), domain: d0 in [0, 9]' '(d0) -> (min(d0, 8)), domain: d0 in [0, 9]'
  tilework map layout '(d0, d1) -> ((d0 floordiv 4) * 32 + (d0 mod 4) * 2 + d1), domain: d0 in [0, 10], d1 in [0, 1]'
  tilework map remove-unused '(d0)[s0, s1] -> (d0, s1), domain: d0 in [0, 9], s0 in [0, 3], s1 in [0, 2]'
  tilework map rescale '(d0)[s0] -> (s0), domain: d0 in [0, 3], s0 in [0, 41], s0 mod 6 in [4, 4]'
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
    /// The map from the results back to the dimensions and range symbols, or two points with the same results.
    Inverse {
        /// The map.
        map: String,
    },
    /// Whether two maps are the same function: same, different at a point, or unknown and why.
    Equal {
        /// A map.
        first: String,
        /// Another map, of as many variables and results.
        second: String,
    },
    /// The nested shape and stride that the map is, or why it is none.
    Layout {
        /// The map.
        map: String,
    },
    /// The map without the symbols that no result needs.
    RemoveUnused {
        /// The map.
        map: String,
        /// Take out dimensions, too.
        #[arg(long)]
        dimensions: bool,
    },
    /// The map with symbols that step by one, where they have one residue.
    Rescale {
        /// The map.
        map: String,
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
        Verb::Inverse { map } => {
            let map = read(map)?;
            refusable(&map, map.inverse())
        }
        Verb::Equal { first, second } => Ok(format!("{}\n", read(first)?.same_function(&read(second)?)?)),
        Verb::Layout { map } => {
            let map = read(map)?;
            refusable(&map, map.to_layout())
        }
        Verb::RemoveUnused { map, dimensions } => {
            // a constraint that cannot be met is seen first
            let map = read(map)?.into_simplified(Points::Replace);
            let used = if *dimensions { map.remove_unused_variables() } else { map.remove_unused_symbols() };
            Ok(format!("{used}\n"))
        }
        Verb::Rescale { map } => Ok(format!("{}\n", read(map)?.rescale_symbols())),
        Verb::Eval { map, values } => eval(&read(map)?, values),
    }
}

/// The answer, or the map and why there is none.
fn refusable(map: &IndexingMap, answer: dynamic::Result<impl Display>) -> Result<String, Failure> {
    match answer {
        Ok(answer) => Ok(format!("{answer}\n")),
        Err(error) => {
            Err(Failure::Refused { operands: format!("map       {map}\n"), reason: error.to_string() })
        }
    }
}

fn eval(map: &IndexingMap, values: &[i64]) -> Result<String, Failure> {
    let count = map.variables().len();
    if values.len() != count {
        return Err(mistake!("{} values, where the map has {count} variables", values.len()));
    }
    let (dims, symbols) = values.split_at(map.dims().len());
    let (range, runtime) = symbols.split_at(map.range_symbols().len());
    let results = map.evaluate(dims, range, runtime)?;
    let texts: Vec<String> = results.iter().map(i64::to_string).collect();
    let note = if map.contains(values) { "" } else { "  outside of the domain" };
    Ok(format!("({}){note}\n", texts.join(", ")))
}
