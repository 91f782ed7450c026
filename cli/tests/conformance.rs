//! The shared conformance vectors, judged by their own runner, where that folder stands beside the repository.
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

/// Cases of the vectors that contradict the protocol, the definition of the operation or each other, by row.
const CONTRADICTIONS: [(&str, usize, &str); 19] = [
    (
        "cute/compact_col_major",
        6,
        "C++ gives an extent of 1 the stride 0, other cases of the row the running product",
    ),
    ("cute/compact_row_major", 8, "the same; tla/v2_compact has the running product"),
    ("cute/f2_eval", 22, "the expected list ends after 64 of more offsets"),
    ("cute/swizzle_layout", 29, "the same"),
    (
        "cute/make_ordered_layout",
        2,
        "C++ strides that collide where orders are equal; tla/v2_ordered has the others",
    ),
    (
        "cute/mixed_static_dynamic",
        4,
        "the stride 0 of an extent of 1; C++ ignores dynamic strides in make_layout_like",
    ),
    ("cute/composition_tiler", 4, "pycute drops elements"),
    ("cute/left_inverse", 3, "answers to overlapping layouts, which do not invert them"),
    ("cute/blocked_product", 5, "PyCuTe refuses unequal ranks, C++ does not; copies that overlap"),
    ("cute/raked_product", 7, "the same; PyCuTe drops half of a mode that was split"),
    ("cute/tile_to_shape", 2, "copies that overlap"),
    ("cute/logical_product", 2, "copies that overlap; an exact product that must be refused"),
    ("cute/zipped_product", 20, "pycute divides where an integer is to multiply"),
    ("cute/tiled_product", 26, "the same; the rest opened or not; exact products that must be refused"),
    (
        "cute/flat_product",
        4,
        "exact products that must be refused; C++ splits a mode kept by `_`; a wrong composition",
    ),
    ("cute/logical_divide", 1, "a wrong composition"),
    ("cute/zipped_divide", 2, "C++ splits a mode kept by `_`; 256 elements of 192"),
    (
        "cute/tiled_divide",
        7,
        "the rest opened or not; C++ splits a mode kept by `_`; wrong strides beyond the size",
    ),
    ("cute/flat_divide", 2, "C++ splits a mode kept by `_`"),
];

/// The rows of the vectors that are answered.
const ROWS: [&str; 3] = ["tla/*", "cute/*", "composition-census"];

#[test]
fn shared_vectors() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/conformance");
    let runner = folder.join("run.py");
    if !runner.exists() {
        eprintln!("no shared vectors here");
        return;
    }
    for row in ROWS {
        let report = Path::new(env!("CARGO_TARGET_TMPDIR"))
            .join(format!("conformance-{}.json", row.replace(['/', '*'], "")));
        let outcome = Command::new("python3")
            .arg(&runner)
            .args(["--bin", env!("CARGO_BIN_EXE_tilework"), "--only", row, "--json"])
            .arg(&report)
            .output();
        let Ok(outcome) = outcome else {
            eprintln!("no python3 here");
            return;
        };
        assert!(report.exists(), "{}", String::from_utf8_lossy(&outcome.stderr));
        let report: Value = serde_json::from_slice(&std::fs::read(report).unwrap()).unwrap();
        assert_eq!(report["crashes"], Value::Array(Vec::new()));
        let rows: BTreeMap<String, Value> = serde_json::from_value(report["rows"].clone()).unwrap();
        assert!(!rows.is_empty());
        for (name, row) in rows {
            let wrong: u64 =
                ["failed", "refused", "unsupported"].iter().filter_map(|kind| row[kind].as_u64()).sum();
            let known =
                CONTRADICTIONS.iter().find(|(known, ..)| *known == name).map_or(0, |(_, count, _)| *count);
            assert!(wrong as usize <= known, "{name}: {wrong} of {known} known: {:#}", row["cases"]);
        }
    }
}
