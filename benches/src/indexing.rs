//! How fast modules are read, and maps of their instructions are made: `cargo run --release -p tilework-bench --
//! --indexing [FOLDER]`.
//!
//! Of the dumps of a folder, or the ones in `examples/hlo`, on one core.

use std::error::Error;
use std::fs;
use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::time::Instant;
use tilework::hlo::{Module, Scope, output_to_input};

const SECONDS: f64 = 5.0;
const ROUND_SECONDS: f64 = 0.02;

/// Prints megabytes of text a second, and simplified maps a second, of the fastest of many short rounds.
pub(crate) fn report(folder: Option<PathBuf>) -> Result<(), Box<dyn Error>> {
    let folder = folder.unwrap_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/hlo"));
    let texts = dumps(&folder)?;
    let bytes: usize = texts.iter().map(String::len).sum();
    println!("{} dumps, {:.2} MB", texts.len(), bytes as f64 / 1e6);
    let seconds = fastest(|| {
        for text in &texts {
            black_box(Module::parse(text).is_ok());
        }
    });
    println!("module_megabytes_per_second {:.0}", bytes as f64 / 1e6 / seconds);
    let modules: Vec<Module<'_>> = texts.iter().map(|text| Module::parse(text)).collect::<Result<_, _>>()?;
    for scope in [Scope::Xla, Scope::Extended] {
        let count: usize = modules.iter().map(|module| maps(module, scope)).sum();
        let seconds = fastest(|| {
            for module in &modules {
                black_box(maps(module, scope));
            }
        });
        println!("{scope:?}: {count} maps");
        println!("maps_per_second_{scope:?} {:.0}", count as f64 / seconds);
    }
    Ok(())
}

/// Makes the maps of all instructions, simplified; how many there are.
fn maps(module: &Module<'_>, scope: Scope) -> usize {
    let mut count = 0;
    for computation in &module.computations {
        for number in 0..computation.instructions.len() {
            for maps in output_to_input(module, computation, number, 0, scope).into_iter().flatten() {
                for indexing in maps {
                    black_box(indexing.into_simplified());
                    count += 1;
                }
            }
        }
    }
    count
}

/// The texts of the dumps in a folder.
fn dumps(folder: &Path) -> Result<Vec<String>, Box<dyn Error>> {
    let mut paths: Vec<PathBuf> =
        fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<Result<_, std::io::Error>>()?;
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "hlo"));
    paths.sort();
    let texts: Vec<String> = paths.iter().map(fs::read_to_string).collect::<Result<_, _>>()?;
    if texts.is_empty() {
        return Err(format!("{}: no dumps, files that end in .hlo", folder.display()).into());
    }
    Ok(texts)
}

/// The seconds of one call in the fastest of many short rounds: others may use the machine, too.
fn fastest(mut run: impl FnMut()) -> f64 {
    let start = Instant::now();
    let mut fastest = f64::INFINITY;
    while start.elapsed().as_secs_f64() < SECONDS {
        let round = Instant::now();
        let mut calls = 0;
        while round.elapsed().as_secs_f64() < ROUND_SECONDS {
            run();
            calls += 1;
        }
        fastest = fastest.min(round.elapsed().as_secs_f64() / f64::from(calls));
    }
    fastest
}
