//! Indexing maps, their expressions, intervals and inverses, against their definitions.
#![cfg(feature = "hlo")]

#[path = "../common/mod.rs"]
mod common;
#[path = "../common/random.rs"]
mod random;

mod bitcasts;
mod depth;
mod digits;
mod edges;
mod expressions;
mod forms;
mod images;
mod intervals;
mod inverse;
mod known;
mod layouts;
mod maps;
mod multiples;
mod open_ends;
mod parameters;
mod smallest;
mod solving;
mod texts;
mod tiles;
mod vectors;

use tilework::affine::{IndexingMap, Interval};

fn map(text: &str) -> IndexingMap {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// All points of these intervals.
fn points(bounds: impl IntoIterator<Item = Interval>) -> Vec<Vec<i64>> {
    bounds.into_iter().fold(vec![Vec::new()], |points, bounds| {
        let longer = |point: &Vec<i64>| {
            let values = bounds.lower..=bounds.upper;
            values.map(|value| [&point[..], &[value]].concat()).collect::<Vec<_>>()
        };
        points.iter().flat_map(longer).collect()
    })
}
