//! Timings against hand-written code: `cargo run --release -p tilework-bench -- --quick`.
//!
//! `--compile-time` measures the compiler instead, `--report [FOLDER]` how fast `tilework report` reads dumps,
//! `--indexing [FOLDER]` how fast modules are read and maps made, `--access [FILTER…]` what indexing views costs,
//! `--dispatch` what layouts cost that were read as text, `--relayout [--quick] [FILTER]` copies between all formats,
//! and `--products [--quick] [FILTER]` matrix products.
//!
//! Prints a table, and for scripts a line `ratio NAME VALUE` for each row: our time over the reference's.

mod access;
mod arena;
mod compile_time;
mod copies;
mod dispatch;
mod elementwise;
mod indexing;
mod measure;
mod products;
mod relayout;
mod report;
mod tiles;

use measure::{Effort, Row};
use std::error::Error;
use std::path::PathBuf;
use std::process::ExitCode;

fn main() -> ExitCode {
    if std::env::args().any(|argument| argument == "--compile-time") {
        compile_time::report();
        return ExitCode::SUCCESS;
    }
    if let Some(folder) = folder_of("--report") {
        return ended(report::report(folder));
    }
    if let Some(folder) = folder_of("--indexing") {
        return ended(indexing::report(folder));
    }
    if std::env::args().any(|argument| argument == "--access") {
        let filter =
            std::env::args().skip(1).filter(|argument| !argument.starts_with("--")).collect::<Vec<_>>();
        access::report(Effort { rounds: 51, batch_nanoseconds: 100_000.0 }, &filter);
        return ExitCode::SUCCESS;
    }
    if std::env::args().any(|argument| argument == "--dispatch") {
        print(&dispatch::rows(Effort { rounds: 101, batch_nanoseconds: 200_000.0 }));
        return ExitCode::SUCCESS;
    }
    let quick = std::env::args().any(|argument| argument == "--quick");
    if std::env::args().any(|argument| argument == "--relayout") {
        let filter = std::env::args().skip(1).find(|argument| !argument.starts_with("--"));
        relayout::report(quick, &filter.unwrap_or_default());
        return ExitCode::SUCCESS;
    }
    if std::env::args().any(|argument| argument == "--products") {
        let filter = std::env::args().skip(1).find(|argument| !argument.starts_with("--"));
        products::report(quick, &filter.unwrap_or_default());
        return ExitCode::SUCCESS;
    }
    let effort = Effort { rounds: if quick { 51 } else { 301 }, batch_nanoseconds: 100_000.0 };
    let mut rows = copies::rows(effort);
    rows.extend(tiles::rows(effort));
    rows.extend(elementwise::rows(effort));
    print(&rows);
    ExitCode::SUCCESS
}

/// The table, and the ratios for scripts.
fn print(rows: &[Row]) {
    println!("{:<34} {:>12} {:>12} {:>7}  reference", "what", "ns", "reference ns", "ratio");
    for row in rows {
        println!(
            "{:<34} {:>12.1} {:>12.1} {:>7.3}  {}",
            row.name,
            row.nanoseconds,
            row.reference_nanoseconds,
            row.ratio(),
            row.reference
        );
    }
    println!();
    for row in rows {
        println!("ratio {} {:.4}", row.name, row.ratio());
    }
}

/// The argument behind a flag that is there.
fn folder_of(flag: &str) -> Option<Option<PathBuf>> {
    let place = std::env::args().position(|argument| argument == flag)?;
    Some(std::env::args_os().nth(place + 1).map(PathBuf::from))
}

fn ended(outcome: Result<(), Box<dyn Error>>) -> ExitCode {
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}
