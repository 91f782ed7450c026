//! Timings against hand-written code: `cargo run --release -p tilework-bench -- --quick`.
//!
//! `--compile-time` measures the compiler instead.
//!
//! Prints a table, and for scripts a line `ratio NAME VALUE` for each row: our time over the reference's.

mod arena;
mod compile_time;
mod copies;
mod measure;

use measure::Effort;

fn main() {
    if std::env::args().any(|argument| argument == "--compile-time") {
        return compile_time::report();
    }
    let quick = std::env::args().any(|argument| argument == "--quick");
    let effort = Effort { rounds: if quick { 51 } else { 301 }, batch_nanoseconds: 100_000.0 };
    let rows = copies::rows(effort);
    println!("{:<34} {:>12} {:>12} {:>7}  reference", "what", "ns", "reference ns", "ratio");
    for row in &rows {
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
    for row in &rows {
        println!("ratio {} {:.4}", row.name, row.ratio());
    }
}
