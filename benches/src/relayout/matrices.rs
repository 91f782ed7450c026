//! Matrices: every pair of formats, in the caches and out of them, and of odd sizes.

use super::contest::{Cell, Entry, Maker, copies, name};
use super::modes::Pair;
use super::places::{Column, InL0C, NN, NZ, PairedTiles, Place, Row, Tiles, ZN, ZZ};

/// All pairs of different formats.
pub(super) fn entries<T: Cell>() -> Vec<Entry<T>> {
    macro_rules! pairs {
        ($($Src:ident),*) => { [$(to_each::<T, $Src>()),*] };
    }
    pairs!(Row, Column, ZN, NZ, ZZ, NN, InL0C, Tiles, PairedTiles).into_iter().flatten().collect()
}

/// From one format to each of the others.
fn to_each<T: Cell, S: Place>() -> Vec<Entry<T>> {
    macro_rules! pairs {
        ($($Dst:ident),*) => { [$(of_sizes::<T, S, $Dst>()),*] };
    }
    pairs!(Row, Column, ZN, NZ, ZZ, NN, InL0C, Tiles, PairedTiles).into_iter().flatten().collect()
}

fn of_sizes<T: Cell, S: Place, D: Place>() -> Vec<Entry<T>> {
    if S::NAME == D::NAME {
        return Vec::new();
    }
    // as square as 64 MiB allow
    let large = match size_of::<T>() {
        1 => (8192, 8192),
        2 => (8192, 4096),
        4 => (4096, 4096),
        _ => (4096, 2048),
    };
    [("128x128", (128, 128)), ("64MiB", large), ("1000x37", (1000, 37)), ("4099x257", (4099, 257))]
        .map(|(text, size)| entry::<T, S, D>(text, size))
        .into()
}

fn entry<T: Cell, S: Place, D: Place>(text: &str, (rows, cols): (usize, usize)) -> Entry<T> {
    let fixed: Maker<T> = Box::new(|src, dst| copies(src, dst, (S::fixed::<T>(), D::fixed::<T>())));
    let sized: Maker<T> = Box::new(move |src, dst| {
        let layouts = (S::sized::<T>(rows, cols), D::sized::<T>(rows, cols));
        copies(src, dst, layouts)
    });
    Entry {
        name: name::<T>([S::NAME, D::NAME], text),
        pair: Pair {
            extents: vec![rows, cols],
            src: S::modes::<T>(rows, cols),
            dst: D::modes::<T>(rows, cols),
        },
        large: text == "64MiB",
        fixed: (text == "128x128").then_some(fixed),
        sized,
    }
}
