//! Relayouts between formats: `cargo run --release -p tilework-bench -- --relayout [--quick] [FILTER]`.
//!
//! A row is a pair of layouts, an element width and a size, as in `zN_to_row_32bit_128x128`; `FILTER` is a part of its
//! name. `--quick` takes twenty of them. The columns are the library's copy of static layouts and of the same layouts
//! with dynamic sizes, a plan that is made once (and, last, what making it takes), a `memcpy` of as many bytes, loops
//! by hand of the best known method for the pair, and peers. What each of them wrote is compared with the definition
//! before anything is timed. `16Ki` are tensors of 2^14 elements, as many as 128x128.
//!
//! Peers are built on request, because `hptt` is C++ and needs CMake, and its build leaves out its vectors unless told
//! otherwise:
//!
//! ```sh
//! export CXXFLAGS="-O3 -mavx2 -mfma -DHPTT_ARCH_AVX"
//! RUSTFLAGS="--cfg peers" cargo run --release -p tilework-bench -- --relayout --quick
//! ```
//!
//! `benches/scripts/relayout_peers.py` times NumPy, PyTorch and oneDNN on rows of the same names.

mod cell;
mod contest;
mod hand;
mod job;
mod leaves;
mod matrices;
mod modes;
mod peers;
mod places;
mod tensors;

use crate::arena::Arena;
use crate::measure::Effort;
use cell::Cell;
use contest::{BUFFERS, COLUMNS, Entry, OURS, Outcome};

/// What `--quick` measures.
const QUICK: [&str; 20] = [
    "row_to_column_8bit_128x128",
    "row_to_column_16bit_128x128",
    "row_to_column_32bit_128x128",
    "row_to_column_64bit_128x128",
    "row_to_zN_16bit_128x128",
    "zN_to_row_32bit_128x128",
    "row_to_nZ_16bit_128x128",
    "zN_to_nZ_32bit_128x128",
    "nZ_to_row_8bit_128x128",
    "row_to_T(8,128)_32bit_128x128",
    "T(8,128)(2,1)_to_row_16bit_128x128",
    "row_to_L0C_32bit_128x128",
    "NCHW_to_NHWC_32bit_16Ki",
    "NCHW_to_NCHW16c_32bit_16Ki",
    "4-D_to_(3,1,0,2)_32bit_16Ki",
    "6-D_to_(4,1,5,2,0,3)_32bit_16Ki",
    "row_to_zN_16bit_1000x37",
    "row_to_column_32bit_4099x257",
    "row_to_zN_32bit_64MiB",
    "row_to_column_32bit_64MiB",
];

/// Prints a line for every row while it is measured, then the ratios.
///
/// The geometric means are of plans.
pub(crate) fn report(quick: bool, filter: &str) {
    println!("{:<40}{}{:>13}", "ns", COLUMNS.map(|column| format!("{column:>13}")).concat(), "making");
    let chosen = |name: &str| name.contains(filter) && (!quick || QUICK.contains(&name));
    let mut outcomes = Vec::new();
    outcomes.extend(measured::<u8>(quick, &chosen));
    outcomes.extend(measured::<u16>(quick, &chosen));
    outcomes.extend(measured::<f32>(quick, &chosen));
    outcomes.extend(measured::<f64>(quick, &chosen));
    println!();
    for outcome in &outcomes {
        print_ratios(outcome);
    }
    for (peer, column) in COLUMNS.iter().enumerate().skip(OURS) {
        let ratios = outcomes.iter().filter_map(|outcome| Some(outcome.ours()? / outcome.nanoseconds[peer]?));
        let logarithms: Vec<f64> = ratios.map(f64::ln).collect();
        if !logarithms.is_empty() {
            let mean = (logarithms.iter().sum::<f64>() / logarithms.len() as f64).exp();
            println!("ratio geomean_{column} {mean:.4}");
        }
    }
}

/// The chosen rows of one element, each measured and printed.
fn measured<T: Cell>(quick: bool, chosen: &dyn Fn(&str) -> bool) -> Vec<Outcome> {
    let mut entries: Vec<Entry<T>> = matrices::entries().into_iter().chain(tensors::entries()).collect();
    entries.retain(|entry| chosen(&entry.name));
    let (large, small): (Vec<_>, Vec<_>) = entries.into_iter().partition(|entry| entry.large);
    let mut outcomes = Vec::new();
    for entries in [small, large] {
        let Some(room) = entries.iter().map(|entry| entry.pair.room()).max() else { continue };
        let mut arena = Arena::new(BUFFERS, room, T::numbered);
        for entry in entries {
            let effort = effort(quick, entry.pair.len() * size_of::<T>());
            let outcome = entry.outcome(effort, &mut arena);
            let cell = |time: &Option<f64>| match time {
                Some(time) => format!("{time:>13.1}"),
                None => format!("{:>13}", "-"),
            };
            let cells: String = outcome.nanoseconds.iter().chain([&outcome.making]).map(cell).collect();
            println!("{:<40}{cells}", outcome.name);
            outcomes.push(outcome);
        }
    }
    outcomes
}

/// How long to measure copies of so many bytes: above a megabyte one call is long enough.
fn effort(quick: bool, bytes: usize) -> Effort {
    let (rounds, batch_nanoseconds) = match bytes {
        0..0x10_0000 => (51, 50_000.0),
        0x10_0000..0x100_0000 => (11, 1.0),
        _ => (5, 1.0),
    };
    Effort { rounds: if quick { rounds } else { 2 * rounds - 1 }, batch_nanoseconds }
}

/// `ratio ROW/OURS/REFERENCE VALUE` for everything that was measured.
fn print_ratios(outcome: &Outcome) {
    let (ours, references) = outcome.nanoseconds.split_at(OURS);
    for (ours, column) in ours.iter().zip(COLUMNS) {
        for (reference, other) in references.iter().zip(&COLUMNS[OURS..]) {
            if let (Some(ours), Some(reference)) = (ours, reference) {
                println!("ratio {}/{column}/{other} {:.4}", outcome.name, ours / reference);
            }
        }
    }
    if let Some(making) = outcome.making {
        println!("ratio {}/making/2000ns {:.4}", outcome.name, making / 2000.0);
    }
}
