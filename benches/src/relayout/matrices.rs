//! Matrices: every pair of formats, in the caches and out of them, and of odd sizes.

use super::cell::{Cell, Maker};
use super::contest::{Entry, copies, name};
use super::modes::{Mode, Pair};
use super::places::{Column, InL0C, NN, NZ, PairedTiles, Place, Row, Tiles, ZN, ZZ};

/// All pairs of different formats; those of which people copy by typed layouts have these copies.
pub(super) fn entries<T: Cell>() -> Vec<Entry<T>> {
    let mut entries: Vec<Entry<T>> = sizes::<T>().into_iter().flat_map(all_of_size).collect();
    macro_rules! typed {
        ($($Src:ident => $($Dst:ident)*;)*) => { $($( add_typed::<T, $Src, $Dst>(&mut entries); )*)* };
    }
    // every pair would keep the compiler for minutes
    typed! {
        Row => Column ZN NZ ZZ NN InL0C Tiles PairedTiles;
        Column => Row ZN NZ;
        ZN => Row Column NZ;
        NZ => Row Column ZN;
        ZZ => Row;
        NN => Row;
        InL0C => Row;
        Tiles => Row;
        PairedTiles => Row;
    }
    entries
}

/// Rows and columns, with their names; 64 MiB as square as can be.
fn sizes<T>() -> [(&'static str, (usize, usize)); 5] {
    let large = match size_of::<T>() {
        1 => (8192, 8192),
        2 => (8192, 4096),
        4 => (4096, 4096),
        _ => (4096, 2048),
    };
    [
        ("128x128", (128, 128)),
        ("512x512", (512, 512)),
        ("64MiB", large),
        ("1000x37", (1000, 37)),
        ("4099x257", (4099, 257)),
    ]
}

/// All pairs of a size.
fn all_of_size<T: Cell>((text, (rows, cols)): (&str, (usize, usize))) -> Vec<Entry<T>> {
    macro_rules! places {
        ($($P:ident),*) => { [$(($P::NAME, $P::modes::<T>(rows, cols))),*] };
    }
    let places = places!(Row, Column, ZN, NZ, ZZ, NN, InL0C, Tiles, PairedTiles);
    let entry = |(src, from): &(&str, Vec<Mode>), (dst, to): &(&str, Vec<Mode>)| Entry {
        name: name::<T>([src, dst], text),
        pair: Pair { extents: vec![rows, cols], src: from.clone(), dst: to.clone() },
        large: text == "64MiB",
        fixed: None,
        sized: None,
    };
    let others = |src| places.iter().filter(move |dst| dst.0 != src);
    places.iter().flat_map(|src| others(src.0).map(move |dst| entry(src, dst))).collect()
}

/// Adds the copies of typed layouts to the entries of a pair.
fn add_typed<T: Cell, S: Place, D: Place>(entries: &mut [Entry<T>]) {
    for (text, (rows, cols)) in sizes::<T>() {
        let name = name::<T>([S::NAME, D::NAME], text);
        let entry = entries.iter_mut().find(|entry| entry.name == name).expect("a pair of formats");
        let fixed: Maker<T> = Box::new(|src, dst| copies(src, dst, (S::fixed::<T>(), D::fixed::<T>())));
        entry.fixed = (text == "128x128").then_some(fixed);
        entry.sized = Some(Box::new(move |src, dst| {
            let layouts = (S::sized::<T>(rows, cols), D::sized::<T>(rows, cols));
            copies(src, dst, layouts)
        }));
    }
}
