//! The shared conformance vectors, judged by their own runner, where that folder stands beside the repository.
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

/// Cases of the vectors that contradict the protocol or each other, by row.
const CONTRADICTIONS: [(&str, usize, &str); 5] = [
    (
        "cute/compact_col_major",
        6,
        "C++ gives an extent of 1 the stride 0, the other cases the running product",
    ),
    ("cute/compact_row_major", 8, "the same; tla/v2_compact has the running product"),
    ("cute/f2_eval", 22, "the expected list ends after 64 of more offsets"),
    ("cute/make_ordered_layout", 2, "C++ strides that collide where orders are equal"),
    (
        "cute/mixed_static_dynamic",
        4,
        "the stride 0 of an extent of 1; C++ ignores dynamic strides in make_layout_like",
    ),
];

/// The rows of the vectors that are answered.
const ROWS: [&str; 36] = [
    "tla/*",
    "cute/append",
    "cute/ceil_div",
    "cute/common_coarsening",
    "cute/common_refinement",
    "cute/compact_col_major",
    "cute/compact_row_major",
    "cute/compatible",
    "cute/congruent",
    "cute/cosize",
    "cute/crd2crd",
    "cute/crd2idx",
    "cute/crd2idx_stride",
    "cute/depth",
    "cute/dice",
    "cute/elem_less",
    "cute/evenly_divides",
    "cute/f2_eval",
    "cute/flatten",
    "cute/get",
    "cute/group",
    "cute/idx2crd",
    "cute/idx2crd_stride",
    "cute/make_layout_like",
    "cute/make_ordered_layout",
    "cute/prepend",
    "cute/product_each",
    "cute/rank",
    "cute/round_up",
    "cute/select",
    "cute/shape_div",
    "cute/size",
    "cute/slice",
    "cute/slice_offset",
    "cute/take",
    "cute/weakly_congruent",
];

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
            assert_eq!(wrong as usize, known, "{name}: {:#}", row["cases"]);
        }
    }
}
