//! For ML compiler engineers: which elements the fusions of a compiled program read, and which of its copies move
//! anything.
//!
//! ```sh
//! cargo run --example what_is_read
//! cargo run --example what_is_read -- dump.hlo
//! ```
//!
//! The dump is what a compiler for TPUs made of a few lines of JAX. Every answer is a map from indices to indices;
//! the layouts of the arrays, tiles included, are maps as well, and so the bytes that are read follow by composition.

use std::error::Error;
use std::{env, fs};
use tilework::dynamic;
use tilework::hlo::{
    Computation, Module, Scope, output_to_input, proves_bitcast, symbolic_tile, utilization,
};
use tilework::xla::BitcastProof;

fn main() -> Result<(), Box<dyn Error>> {
    let path = env::args_os().nth(1).unwrap_or_else(|| "examples/hlo/shuffle_f32.v5e.hlo".into());
    let text = fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    let module = Module::parse(&text).map_err(|error| format!("{}: {error}", path.display()))?;
    let entry = module.entry();
    for (number, instruction) in entry.instructions.iter().enumerate() {
        match instruction.opcode {
            "fusion" => fusion(&module, entry, number)?,
            "copy" | "transpose" | "reshape" => movement(&module, entry, number),
            _ => {}
        }
    }
    Ok(())
}

/// What a fusion reads of each operand: as maps, how much of it, and what a tile of 8 in each dimension needs.
fn fusion(module: &Module<'_>, entry: &Computation<'_>, number: usize) -> dynamic::Result<()> {
    let fusion = &entry.instructions[number];
    println!("{} = {}", fusion.name, fusion.shape);
    let maps = output_to_input(module, entry, number, 0, Scope::Extended);
    for (maps, &operand) in maps.iter().zip(&fusion.operands) {
        let operand = &entry.instructions[operand];
        println!("  {} {}", operand.name, operand.shape);
        for read in maps.iter().flatten() {
            println!("    reads {}", read.simplified().map);
        }
        let Some(array) = operand.shape.as_array() else { continue };
        match utilization(maps, array) {
            Ok(found) => println!("    that is {} of {} elements", found.read, found.elements),
            Err(error) => println!("    how much that is: {error}"),
        }
        match symbolic_tile(maps) {
            Ok(tile) => println!("    for a tile of the output: {}", tile.size.function_text()),
            Err(error) => println!("    for a tile of the output: {error}"),
        }
    }
    Ok(())
}

/// Whether an instruction that computes nothing moves anything.
fn movement(module: &Module<'_>, entry: &Computation<'_>, number: usize) {
    let instruction = &entry.instructions[number];
    let answer = match proves_bitcast(module, entry, number) {
        Ok(BitcastProof::Proven) => "every element stays where it is".into(),
        Ok(BitcastProof::Refuted { index, from, to }) => {
            format!("element {:?} moves from place {from} to place {to}", &index[..])
        }
        Ok(BitcastProof::Open) => "no proof, and no element that moves".into(),
        Err(error) => error.to_string(),
    };
    println!("{} = {} {}: {answer}", instruction.name, instruction.shape, instruction.opcode);
}
