//! What else is compiled for each instruction set: products of few columns, by lines or as dot products, and the sums
//! of the columns of a panel.

use super::lanes::Lanes;
use super::micro::{MOST_COLS, Old, STREAMS, TileFactors, Update, load, put};

/// The text of all sums of lines: so many at once as there are streams that memory is read in.
///
/// # Safety
///
/// As of [`SumLines`].
#[inline(always)]
pub(super) unsafe fn lines<V: Lanes>(from: &TileFactors, to: *mut u8, rows: usize, update: &Update) {
    let (mut from, mut update) = (*from, *update);
    // SAFETY: by the contract, of some of the lines after others.
    unsafe {
        while from.depth >= STREAMS {
            some_lines::<V, STREAMS>(&mut from, to.cast(), rows, &update);
            update.old = Old::Kept;
        }
        while from.depth > 0 {
            some_lines::<V, 1>(&mut from, to.cast(), rows, &update);
            update.old = Old::Kept;
        }
    }
}

/// Adds the first lines up, and leaves those behind them.
///
/// # Safety
///
/// As of [`SumLines`]; and there are so many lines.
#[inline(always)]
unsafe fn some_lines<V: Lanes, const D: usize>(
    from: &mut TileFactors,
    to: *mut V::Element,
    rows: usize,
    update: &Update,
) {
    let (mut a, mut b) = (from.a.0.cast::<V::Element>(), from.b.0.cast::<V::Element>());
    let (mut lines, mut factors) = ([a; D], [b; D]);
    for (line, factor) in lines.iter_mut().zip(&mut factors) {
        (*line, *factor) = (a, b);
        // behind the last line there may be no place
        (a, b) = (a.wrapping_offset(from.a.1), b.wrapping_offset(from.b.1));
    }
    from.depth -= D;
    (from.a.0, from.b.0) = (a.cast(), b.cast());
    let whole = rows / V::COUNT * V::COUNT;
    let mut row = 0;
    // SAFETY: by the contract.
    unsafe {
        while row < whole {
            row_of_lines::<V, D>((&lines, &factors), row, to, update, None);
            row += V::COUNT;
        }
        if whole < rows {
            row_of_lines::<V, D>((&lines, &factors), row, to, update, Some(rows - whole));
        }
    }
}

/// Adds lines up from a row on: a vector, or its first lanes.
///
/// # Safety
///
/// As of [`SumLines`], of so many rows.
#[inline(always)]
unsafe fn row_of_lines<V: Lanes, const D: usize>(
    (lines, factors): (&[*const V::Element; D], &[*const V::Element; D]),
    row: usize,
    to: *mut V::Element,
    update: &Update,
    lanes: Option<usize>,
) {
    // SAFETY: by the contract.
    unsafe {
        let mut sum = V::zero();
        for (line, &factor) in lines.iter().zip(factors) {
            sum = sum.plus_product(load(line.add(row), lanes), V::splat(factor));
        }
        if let Some(alpha) = update.alpha {
            sum = sum.scaled(V::splat(alpha.cast()));
        }
        put(sum, to.add(row), update.old, lanes);
    }
}

/// The text of all sums of columns: the bytes 128 are also -128, whichever factor has the sign.
///
/// # Safety
///
/// As of [`SumColumns`].
#[cfg(target_arch = "x86_64")]
#[inline(always)]
pub(super) unsafe fn sum_columns<V: Lanes<Element = i32>>(panel: *mut u8, lines: usize, width: usize) {
    let (first, times) = (panel.cast::<i32>(), i32::from_ne_bytes([128; 4]));
    // SAFETY: by the contract.
    unsafe {
        let (mut sums, times) = (V::zero(), V::splat(&raw const times));
        for line in 1..=lines {
            sums = sums.plus_product(times, V::load_first(first.add(line * width), width));
        }
        sums.store_first(first, width);
        for place in 0..width {
            let start = first.add(place);
            start.write(start.read().wrapping_neg());
        }
    }
}

/// The text of all dot products: rows, in vectors along the depth, by a column.
///
/// # Safety
///
/// As of [`SumDots`].
#[inline(always)]
pub(super) unsafe fn dots<V: Lanes>(from: &TileFactors, to: *mut u8) {
    let (column, rows) = (from.a.0.cast::<V::Element>(), from.b.0.cast::<V::Element>());
    let whole = from.depth / V::COUNT * V::COUNT;
    // SAFETY: so many elements follow each other in the column and in every row.
    unsafe {
        let mut sums = [V::zero(); MOST_COLS];
        let mut k = 0;
        while k < whole {
            let factor = V::load(column.add(k));
            for (sum, row) in sums.iter_mut().zip(from.places) {
                *sum = sum.plus_product(V::load(rows.offset(row).add(k)), factor);
            }
            k += V::COUNT;
        }
        if whole < from.depth {
            let factor = V::load_first(column.add(whole), from.depth - whole);
            for (sum, row) in sums.iter_mut().zip(from.places) {
                let row = V::load_first(rows.offset(row).add(whole), from.depth - whole);
                *sum = sum.plus_product(row, factor);
            }
        }
        for (i, sum) in sums.into_iter().enumerate() {
            to.cast::<V::Element>().add(i).write(sum.total());
        }
    }
}
