//! Layouts in other notations.
use crate::{prints, refused, tilework};

#[test]
fn one_notation() {
    prints(&["convert", "bf16[100,50]{1,0:T(112,16)}", "--to", "tla"], "zN:bf16 of (100,50)\n");
    prints(
        &["convert", "aBcd16b", "--shape", "2,20,3,5", "--to", "cute"],
        "(2,(16,2),3,5):(480,(1,240),80,16) of (2,20,3,5)\n",
    );
    prints(
        &["convert", "(4,3):(1,4)", "--to", "numpy", "--element", "f32"],
        "ndarray(shape=(4,3), dtype='float32', strides=(4,16), offset=0)\n",
    );
    prints(&["convert", "devices=[4,2]<=[2,4]T(1,0)", "--to", "cute"], "(4,2):(1,4)\n");
}

/// Sizes are read as people write them, a format with its sizes in one word too.
#[test]
fn sizes_of_matrices() {
    let zn = "((16,7),(16,4)):((16,256),(1,1792)) of (100,50)\n";
    for text in ["zN:f16 of (100,50)", "zN:f16 of 100x50", "zN:f16:100x50", "zN:16:100x50"] {
        prints(&["convert", text, "--to", "cute"], zn);
    }
    for shape in ["(100,50)", "100,50", "100x50"] {
        prints(&["convert", "zN", "--shape", shape, "--element", "f16", "--to", "cute"], zn);
    }
    let blocks = "((32,4),(16,4)):((16,2048),(1,512)) of (100,50)\n";
    prints(&["convert", "PaddingRowMajor:32x16:100x50", "--to", "cute"], blocks);
    refused(
        &tilework(&["convert", "aBcd16b of 2x20x3y5", "--to", "cute"]),
        2,
        "
error: this is no onednn; --from says another notation
  |
  | aBcd16b of 2x20x3y5
  |                 ^^^ expected an integer, found `3y5`",
    );
    refused(
        &tilework(&["convert", "PaddingRowMajor:100x50", "--to", "cute"]),
        2,
        "error: tla: the shape has to be said: --shape",
    );
}

#[test]
fn what_cannot_be_said() {
    let zn = "((16,7),(16,4)):((16,256),(1,1792))";
    refused(
        &tilework(&["convert", zn, "--to", "mdspan"]),
        1,
        "refused   mdspan: dim 1: 16*1 != 1792: coordinate (0,16) needs 1792, modes give 16",
    );
    refused(
        &tilework(&["convert", zn, "--to", "dlpack"]),
        1,
        "refused   dlpack: dim 1: 16*1 != 1792: coordinate (0,16) needs 1792, modes give 16",
    );
    refused(
        &tilework(&["convert", "aBcd16x", "--shape", "2,20,3,5", "--to", "cute"]),
        2,
        "
error: this is no onednn; --from says another notation
  |
  | aBcd16x
  |       ^ expected the letter of a dimension, found `x`",
    );
    refused(
        &tilework(&["convert", "aBcd16b", "--to", "cute"]),
        2,
        "error: onednn: the shape has to be said: --shape",
    );
}

#[test]
fn all_notations() {
    prints(
        &["convert", "((16,7),(16,4)):((16,256),(1,1792)) of (100,50)", "--to", "all"],
        "
notation  layout
cute      ((16,7),(16,4)):((16,256),(1,1792)) of (100,50)
tla       zN:16 of (100,50)
xla       [100,50]{1,0:T(112,16)}
map       (d0, d1) -> (d0 * 16 + (d1 floordiv 16) * 1792 + d1 mod 16), domain: d0 in [0, 99], d1 in [0, 49]
onednn    BA16a16b of (100,50)
tvm       BA16a16b of (100,50) padded
numpy     - dim 1: 16*1 != 1792: coordinate (0,16) needs 1792, modes give 16
dlpack    - dim 1: 16*1 != 1792: coordinate (0,16) needs 1792, modes give 16
mdspan    - dim 1: 16*1 != 1792: coordinate (0,16) needs 1792, modes give 16
f2        - dim 0: 100 is no power of two
iota      - dim 1: 50 is no multiple of 16: padding cannot be said
axe       - dim 1: 50 is no multiple of 16: padding cannot be said
cute-ir   - dim 1: 50 is no multiple of 16: padding cannot be said
",
    );
    let answer = crate::printed(&tilework(&["convert", "(6,4):(4,1)", "--to", "all", "--json"]));
    let answer: serde_json::Value = serde_json::from_str(&answer).unwrap();
    assert_eq!(answer["from"], "cute");
    assert_eq!(answer["to"]["xla"]["text"], "[6,4]{1,0}");
    assert_eq!(answer["to"]["f2"]["dimension"], 0);
}

#[test]
fn read_by_every_command() {
    let printed = |arguments: &[&str]| crate::printed(&tilework(arguments));
    assert_eq!(printed(&["offset", "AB4a4b of (8,8)", "1,5"]), "21\n");
    assert_eq!(printed(&["coord", "AB4a4b of (8,8)", "21"]), "(1,5)  ((1,0),(1,1))\n");
    // a swizzled one
    assert_eq!(printed(&["offset", "{d0: [8,16], d1: [3,2,4]}", "1,5"]), "15\n");
    let divided = printed(&["divide", "RowMajor of (4,4)", "<2,2>"]);
    assert!(divided.ends_with("((2,2),(2,2)):((4,8),(1,2))\n"), "{divided}");
    let half = "ndarray(shape=(32,2), dtype='float16', strides=(128,2), offset=0)";
    let analyzed = printed(&["analyze", half, "--access", "32:1"]);
    assert!(
        analyzed.contains("32, 2 bytes each") && analyzed.contains("bank conflicts  32-way"),
        "{analyzed}"
    );
    let sized = ["offset", "AB4a4b of (8,8)", "8x8", "1,5"];
    crate::fails(&sized, 2, "error: AB4a4b of (8,8) has its sizes already, what is 8x8 for?\n");
}

#[test]
fn shown() {
    let shown = crate::printed(&tilework(&["show", "AB2b2a of (3,4)", "--no-table"]));
    assert!(shown.starts_with("AB2b2a of (3,4)\n((2,2),(2,2)):((1,8),(2,4)) of (3,4)\n"), "{shown}");
    let shown = crate::printed(&tilework(&["show", "S[(2,3):(3,1)]"]));
    assert!(shown.contains("| 3 | 4 | 5 |"), "{shown}");
}
