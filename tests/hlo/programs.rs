//! Dumps of whole programs: every instruction has maps in both directions, or a reason.
//!
//! Of the dumps in the folder that the environment variable `TILEWORK_DUMPS` names, and all folders in it; without
//! it, of the shared ones where they stand beside the repository, or of `examples/hlo`. `-- --nocapture` shows the
//! table by opcode.
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use tilework::hlo::{
    Computation, Module, OperandMaps, Scope, UnknownReasons, input_to_output, output_to_input,
};

/// The dumps in a folder.
fn dumps(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(dumps(&path));
        } else if path.extension().is_some_and(|extension| extension == "hlo") {
            found.push(path);
        }
    }
    found
}

/// How many pairs of an output and an operand there are, and of how many the maps are known, in each direction.
#[derive(Default)]
struct Counts {
    pairs: u32,
    read: u32,
    fed: u32,
    reasons: BTreeMap<String, u32>,
}

#[test]
fn everything_has_maps_or_a_reason() {
    let beside = ["../shared/conformance/hlo", "examples/hlo"];
    let beside = beside.map(|folder| Path::new(env!("CARGO_MANIFEST_DIR")).join(folder));
    let named = std::env::var_os("TILEWORK_DUMPS").map(PathBuf::from);
    let folder = named.into_iter().chain(beside).find(|folder| folder.is_dir()).unwrap();
    let mut counts: BTreeMap<String, Counts> = BTreeMap::new();
    for path in dumps(&folder) {
        let text = std::fs::read_to_string(&path).unwrap();
        let module = Module::parse(&text).unwrap();
        for computation in &module.computations {
            for number in 0..computation.instructions.len() {
                let opcode = computation.instructions[number].opcode;
                check(&module, computation, number, counts.entry(opcode.into()).or_default());
            }
        }
    }
    let mut all = Counts::default();
    for (opcode, own) in &counts {
        all.pairs += own.pairs;
        all.read += own.read;
        all.fed += own.fed;
        if own.pairs > 0 {
            print(opcode, own);
        }
        for (reason, count) in &own.reasons {
            println!("    {count} {reason}");
        }
    }
    print("all", &all);
    assert!(all.pairs > 200 && all.read * 10 > all.pairs * 9 && all.fed * 10 > all.pairs * 9);
}

fn print(opcode: &str, counts: &Counts) {
    let percent = |known: u32| 100.0 * f64::from(known) / f64::from(counts.pairs);
    println!("{opcode:28} {:6} {:6.1} % {:6.1} %", counts.pairs, percent(counts.read), percent(counts.fed));
}

fn check(module: &Module<'_>, computation: &Computation<'_>, number: usize, counts: &mut Counts) {
    let instruction = &computation.instructions[number];
    let leaves: Vec<_> = instruction.shape.leaves().collect();
    for scope in [Scope::Xla, Scope::Extended] {
        let forward: Vec<_> = (0..instruction.operands.len())
            .map(|operand| input_to_output(module, computation, number, operand, scope))
            .collect();
        let reasons = UnknownReasons::new(module, computation, number, scope);
        for (output, leaf) in leaves.iter().enumerate() {
            let backward = output_to_input(module, computation, number, output, scope);
            assert_eq!(backward.len(), instruction.operands.len(), "{}", instruction.name);
            for (operand, read) in backward.iter().enumerate() {
                let reason = reasons.of_read(operand, output);
                assert_eq!(reason.is_some(), read.is_none(), "{}: {reason:?}", instruction.name);
                let Some(fed) = forward[operand].get(output) else { continue };
                let use_reason = reasons.of_use(operand, output);
                assert_eq!(use_reason.is_some(), fed.is_none(), "{}: {use_reason:?}", instruction.name);
                // tokens have no elements
                if scope == Scope::Xla || leaf.as_array().is_none() {
                    continue;
                }
                counts.pairs += 1;
                counts.read += u32::from(read.is_some());
                counts.fed += u32::from(fed.is_some());
                if let Some(reason) = reason.or(use_reason) {
                    *counts.reasons.entry(reason.to_string()).or_default() += 1;
                }
                let source = &computation.instructions[instruction.operands[operand]].shape;
                inside(read, |element| element.iter().try_fold(&**source, child), instruction.name);
                inside(fed, |_| Some(*leaf), instruction.name);
            }
        }
    }
}

fn child<'s>(shape: &'s tilework::xla::Shape, element: &usize) -> Option<&'s tilework::xla::Shape> {
    match shape {
        tilework::xla::Shape::Tuple(shapes) => shapes.get(*element),
        _ => None,
    }
}

/// The results of simplified maps without constraints are indices of the array they lead to.
fn inside<'s>(maps: &OperandMaps, target: impl Fn(&[usize]) -> Option<&'s tilework::xla::Shape>, name: &str) {
    for indexing in maps.iter().flatten() {
        let map = indexing.simplified().map;
        let sizes = target(&indexing.element).and_then(|shape| shape.as_array()?.sizes().ok()).unwrap();
        assert_eq!(map.results().len(), sizes.len(), "{name}: {map}");
        if map.constraints().is_empty() && !map.is_known_empty() && indexing.runtime.is_empty() {
            for (result, size) in map.results().iter().zip(&sizes) {
                let range = result.range(&map.bounds());
                assert!(range.lower >= 0 && range.upper < *size, "{name}: {map}");
            }
        }
    }
}
