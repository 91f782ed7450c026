//! The shared conformance vectors, judged by their own runner, where that folder stands beside the repository.
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

/// Cases of the vectors that contradict the definition of the operation or each other, by row.
const CONTRADICTIONS: [(&str, usize, &str); 19] = [
    (
        "cute/compact_col_major",
        6,
        "C++ gives an extent of 1 the stride 0; 18 cases of the row have the running product, as tla/v2_compact has",
    ),
    ("cute/compact_row_major", 1, "the shape 1 has the stride 0 here, (1,1) has (1,1) in tla/v2_compact"),
    (
        "cute/make_ordered_layout",
        2,
        "C++ strides that collide where orders are equal; tla/v2_ordered has the others",
    ),
    (
        "cute/mixed_static_dynamic",
        4,
        "static marks decide over the stride of an extent of 1 and over the order of strides, and are to be ignored",
    ),
    ("cute/composition_tiler", 4, "pycute drops elements: 8 of 9, 2 of 3, 4 of 6, 8 of 10"),
    ("cute/blocked_product", 5, "PyCuTe refuses unequal ranks, C++ answers 12 of them; a copy overlaps"),
    ("cute/raked_product", 6, "PyCuTe refuses unequal ranks, C++ answers 9 of them; a copy overlaps"),
    ("cute/tile_to_shape", 2, "copies that overlap"),
    ("cute/logical_product", 1, "copies that overlap"),
    (
        "cute/zipped_product",
        20,
        "pycute divides by an integer where C++ multiplies, 9 times in this row; a copy overlaps",
    ),
    (
        "cute/tiled_product",
        25,
        "the same; a single mode of copies opened or not, 4 to 2; a mode kept by `_` split or not; 3 copies for 4",
    ),
    ("cute/upcast", 1, "(4,32):(1,1) reaches 5 units of 8, PyCuTe answers (1,4):(1,1)"),
    ("cute/flat_product", 1, "place 6 of the complement (4,n):(1,48) taken for 48, which is 50"),
    ("cute/logical_divide", 1, "192 elements of 144"),
    (
        "cute/zipped_divide",
        2,
        "256 elements of 192; C++ splits a mode kept by `_`, pycute does not in 3 cases",
    ),
    (
        "cute/tiled_divide",
        7,
        "a single mode of the rest opened or not, 11 to 3; a mode kept by `_` split or not, 1 to 2; 64 elements of 20; \
         a mode of 1 element goes on with the stride 0, and with its own in cute/composition",
    ),
    (
        "xla-unit/shape_layout_funcs",
        1,
        "layouts said to be equal that are not: the test copies one into the other first",
    ),
    (
        "xla-unit/indexing_map",
        1,
        "s0 floordiv -3 in [-11, -5] taken for s0 in [15, 35]: 13 floordiv -3 is -5",
    ),
    ("xla-unit/indexing_analysis", 1, "runtime variables listed in another order than their symbols have"),
];

/// The rows of the vectors that are answered.
const ROWS: [&str; 6] = ["tla/*", "cute/*", "composition-census", "hlo/*", "xla/*", "xla-unit/*"];

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
