//! Shapes of XLA, and reports of dumps of programs.
use crate::{fails, printed, prints, refused, tilework, with_input};
use std::path::{Path, PathBuf};

#[test]
fn explain_reads_aloud() {
    prints(
        &["explain", "bf16[100,200]{1,0:T(8,128)(2,1)S(1)}"],
        "
bf16[100,200]{1,0:T(8,128)(2,1)S(1)}
  bf16            each element is a single cut to 16 bits: 8 of exponent, 7 of mantissa
  [100,200]       dimension 0 has 100, dimension 1 has 200
  {1,0            order in memory, minor to major: neighbours differ in dimension 1, then 0: row-major
  T(8,128)        a tile is 8 of dimension 0 by 128 of dimension 1, 1024 elements, and stays together in memory
  (2,1)           inside that, a tile is 2 of dimension 0 by 1 of dimension 1, and stays together in memory
                  so 2 elements of 16 bits are packed into a word of 32 bits
  S(1)            it is in memory space 1: on-chip vector memory, VMEM

elements        20000
bytes           40000  (39.1 KiB)
padded bytes    53248  (52.0 KiB)
reach           52000  (50.8 KiB), from the first element to past the last
waste           13248 bytes, 24.9 % of what is allocated: 1.33x the elements
dimension 0     100 -> 104, 4 added to fill tiles of 8
dimension 1     200 -> 256, 56 added to fill tiles of 128
nested          ((2,4,13),(128,2)):((1,256,2048),(2,1024)) of (100,200)
",
    );
}

#[test]
fn explain_tells_what_a_device_holds() {
    let arrays = "(bf16[8192,1000]{1,0:T(8,128)(2,1)}, f32[])";
    let text = printed(&tilework(&["explain", arrays, "--sharding", "{{devices=[2,4]<=[8]}, {replicated}}"]));
    // 4096 rows, and 250 columns in two tiles of 128
    let largest = "held            bf16[4096,250]{1,0:T(8,128)(2,1)}, the largest part over 8 devices";
    let expected = format!("{largest}\npadded bytes    {}  (2.00 MiB)\n", 4096 * 256 * 2);
    assert!(text.contains(&expected), "{text}");
    assert!(text.ends_with("on a device\nheld            all of it\npadded bytes    4\n"), "{text}");
    fails(
        &["explain", arrays, "--sharding", "{{replicated}, {replicated}, {replicated}}"],
        2,
        "error: 3 shardings are not one for each of 2 arrays",
    );
    fails(
        &["explain", "f32[4]", "--sharding", "devices=[2,4]<=[8]"],
        2,
        "error: sharding: tiles in 2 dimensions, and the array has 1",
    );
}

#[test]
fn explain_tells_every_attribute() {
    let text = printed(&tilework(&[
        "explain",
        "(s4[5,129]{1,0:T(8,128)(8,1)E(4)}, (u32[]{:S(2)}, token[]), f32[<=7,?]{0,1:L(4)M(16)}, bf16[100,200]{0,1:T(8,128)(2,1)SC(0:104)})",
    ]));
    for part in [
        "a tuple of 4, kept as a table of pointers, 32 bytes",
        "element 1.0\nu32[]{:S(2)}",
        "each element takes 4 bits, packed, instead of 8",
        "it is in memory space 2, whose meaning depends on the device",
        "dimension 0 has at most 7, known at run time, dimension 1 has any number",
        "16 bytes in front hold the dynamic sizes",
        "sizes           unknown, a dimension is unbounded",
        "a token orders effects",
        "physical dimension 0, that is dimension 1, is cut at 104",
        "padded bytes    26624",
    ] {
        assert!(text.contains(part), "{part}\n{text}");
    }
    // elements in pairs of rows, and tiles in pairs of columns
    let text = printed(&tilework(&["explain", "bf16[3,5]{1,0:T(8,128)(2,1)}"]));
    assert!(text.contains("reach           530, from"), "{text}");
    let text = printed(&tilework(&["explain", "f32[4,8]{1,0:T(2,2)(*,2,1,1)}"]));
    assert!(text.contains("nested          ((2,2),(2,2,2)):((4,16),(2,1,8))\n"), "{text}");
    // what is not found in a few steps is left out
    let text = printed(&tilework(&["explain", "f32[12,6]{1,0:T(21474836474,2)(*,2)}"]));
    assert!(text.contains("padded bytes    515396075376") && !text.contains("reach"), "{text}");
    let text = printed(&tilework(&["explain", "f32[20,30]{1,0:T(8,16)(3,1)}"]));
    assert!(text.contains("nested          none: "), "{text}");
}

#[test]
fn show_draws_tiles_and_padding() {
    prints(
        &["show", "f32[3,5]{1,0:T(2,2)}"],
        "
f32[3,5]{1,0:T(2,2)}
        0       1       2
        0  1    2  3    4  5
     +-------+-------+-------+
0 0  |  0  1 |  4  5 |  8  . |
  1  |  2  3 |  6  7 | 10  . |
     +-------+-------+-------+
1 2  | 12 13 | 16 17 | 20  . |
  3  |  .  . |  .  . |  .  . |
     +-------+-------+-------+

elements        15
bytes           60
padded bytes    96
reach           84, from the first element to past the last
waste           36 bytes, 37.5 % of what is allocated: 1.60x the elements
dimension 0     3 -> 4, 1 added to fill tiles of 2
dimension 1     5 -> 6, 1 added to fill tiles of 2
nested          ((2,2),(2,3)):((2,12),(1,4)) of (3,5)
",
    );
    for shape in [
        "f32[]",
        "f32[0,5]{1,0:T(2,2)}",
        "f32[1000000,1000000]{1,0:T(8,128)}",
        "f32[9,9,9,9,9]{4,3,2,1,0:T(8,128)}",
        "f32[2,7,8,11,10]{4,3,2,1,0:T(*,*,2,*,3)}",
        "f32[5]{0:T(2,4)}",
    ] {
        assert!(printed(&tilework(&["show", shape])).len() < 64 * 1024, "{shape}");
    }
}

#[test]
fn elements_and_places() {
    let shape = "f32[3,5]{1,0:T(2,2)}";
    prints(&["offset", shape, "(2,3)"], "17  byte 68\n");
    prints(&["coord", shape, "17"], "(2,3)  byte 68\n");
    prints(&["coord", shape, "70", "--bytes"], "(2,3)  byte 68\n");
    prints(&["offset", "s4[5,129]{1,0:T(8,128)(8,1)E(4)}", "(1,0)"], "1  byte 0, bit 4\n");
    prints(&["offset", "bf16[2048]{0:T(1024)(128)(2,1)}", "128"], "1  byte 2\n");
    refused(&tilework(&["coord", shape, "9"]), 1, "place 9 of f32[3,5]{1,0:T(2,2)} is padding");
    refused(
        &tilework(&["coord", shape, "24"]),
        2,
        "error: place 24 is outside f32[3,5]{1,0:T(2,2)}, which has 24 elements of 32 bits, padding included",
    );
    refused(
        &tilework(&["offset", shape, "7"]),
        2,
        "error: the index 7 does not fit f32[3,5]{1,0:T(2,2)}: 2 numbers are wanted, one for each dimension",
    );
    refused(
        &tilework(&["offset", "bf16[100,200]{1,0:T(1,128)(2,1)}", "(0,0)"]),
        2,
        "error: the tiles of bf16[100,200]{1,0:T(1,128)(2,1)} do not divide each other: places would reach 51200 elements of 16 \
         bits, and 51200 bytes are allocated",
    );
}

#[test]
fn suggest_lists_layouts() {
    prints(
        &["suggest", "bf16[100,200]{1,0:T(8,128)(2,1)}"],
        "
bf16[100,200] on v5e: 20000 elements, 40000 bytes without padding

layout               padded bytes     waste  factor
{0,1:T(8,128)(2,1)}         51200  10.9 KiB   1.28x  the compiler's choice
{1,0:T(8,128)(2,1)}         53248  12.9 KiB   1.33x  the layout given

{1,0:T(8,128)(2,1)} takes 53248 bytes: {0,1:T(8,128)(2,1)} saves 2048 bytes (2.00 KiB), 3.8 % of them
",
    );
    let on = |chip| printed(&tilework(&["suggest", "s8[64,100]", "--chip", chip]));
    assert!(on("v5e").contains("T(32,128)(4,1)") && on("v5p").contains("T(8,128)(4,1)"));
    assert_eq!(tilework(&["suggest", "s8[64,100]", "--chip", "v9"]).status.code(), Some(2));
    let many = format!("f32[{}1]", "1,".repeat(100));
    assert_eq!(tilework(&["suggest", &many]).status.code(), Some(2));
}

#[test]
fn suggest_knows_other_chips() {
    prints(
        &["suggest", "bf16[1,4096,5,64,1,2]", "--chip", "tenstorrent"],
        "
bf16[1,4096,5,64,1,2] on tenstorrent: 2621440 elements, 5242880 bytes without padding

layout                         padded bytes     waste   factor
{5,4,3,2,1,0}                       5242880       0 B    1.00x  ROW_MAJOR_LAYOUT
{5,4,3,2,1,0:T(32,32)(16,16)}    2684354560  2.50 GiB  512.00x  TILE_LAYOUT

tenstorrent: tiles of 32 by 32 in faces of 16 by 16 over the last two dimensions, row-major at each level (TT-Metalium, \
         Advanced topics, Tiles)
",
    );
    prints(
        &["suggest", "f16[100,50]{1,0}", "--chip", "ascend", "--top", "3"],
        "
f16[100,50] on ascend: 5000 elements, 10000 bytes without padding

layout           padded bytes     waste  factor
{1,0}                   10000       0 B   1.00x  RowMajor, and the layout given
{0,1}                   10000       0 B   1.00x  ColumnMajor
{1,0:T(112,16)}         14336  4.23 KiB   1.43x  zN
shown: 3 of 6 layouts

ascend: fractals of 16 lines of 32 bytes over the last two dimensions: rows or columns are lines, and fractals follow each \
         other in rows or columns (CATLASS, TLA layouts)

{1,0} takes 10000 bytes: no layout takes less
",
    );
    let refusal = tilework(&["suggest", "f64[2,2]", "--chip", "tenstorrent"]);
    let expected = "error: tenstorrent: no tiles of f64 are known: bf16, f32, s32, u32, u16 and u8 are";
    refused(&refusal, 2, expected);
}

#[test]
fn explain_and_report_know_other_chips() {
    let explained = printed(&tilework(&["explain", "(bf16[1024,1,3], f64[2,2])", "--chip", "tenstorrent"]));
    for line in [
        "{2,1,0:T(32,32)(16,16)}       2097152  1.99 MiB  341.33x  TILE_LAYOUT",
        "not known: tenstorrent: no tiles of f64 are known: bf16, f32, s32, u32, u16 and u8 are",
        "tenstorrent: tiles of 32 by 32 in faces of 16 by 16 over the last two dimensions, row-major at each level \
         (TT-Metalium, Advanced topics, Tiles)",
    ] {
        assert!(explained.contains(line), "{line}\n{explained}");
    }
    let dump = "HloModule m\n\nENTRY e {\n  a = bf16[1024,1,3]{2,1,0} parameter(0)\n  \
                ROOT b = f64[4,4]{1,0} parameter(1)\n}\n";
    let report = |options: &[&str]| {
        let arguments = [&["report", "-", "--chip"], options].concat();
        printed(&with_input(&arguments, dump.as_bytes()))
    };
    let lines = report(&["tenstorrent"]);
    for line in [
        "arrays without tiles are counted as TILE_LAYOUT. tenstorrent: tiles of 32 by 32",
        "1 array counted as they stand: no layout of tenstorrent is known for them",
        "ROW_MAJOR_LAYOUT",
    ] {
        assert!(lines.contains(line), "{line}\n{lines}");
    }
    let answer: serde_json::Value = serde_json::from_str(&report(&["tenstorrent", "--json"])).unwrap();
    let totals = &answer["totals"];
    assert_eq!(
        (&totals["bytes"], &totals["padded_bytes"]),
        (&(6144 + 128).into(), &((2 << 20) + 128).into())
    );
    assert_eq!((&totals["saving"], &answer["unknown_arrays"]), (&((2 << 20) - 6144).into(), &1.into()));
    // 1 by 3 elements of 2 bytes take 16 lines of 32 bytes; f64 has fractals, of 4 elements a line
    let answer: serde_json::Value = serde_json::from_str(&report(&["ascend", "--json"])).unwrap();
    assert_eq!(answer["totals"]["padded_bytes"], 1024 * 512 + 512);
}

#[test]
fn buffers_have_the_dimensions_of_their_arrays() {
    let answer = |lhs: &str, rhs: &str| {
        let request = format!(r#"{{"op":"xla.same_dimensions","lhs":"{lhs}","rhs":"{rhs}"}}"#);
        printed(&with_input(&["eval"], request.as_bytes()))
    };
    for (lhs, rhs, same) in [
        ("b(f32[2])", "b(s8[2])", true),
        ("b(f32[2,3])", "f32[2,3]{0,1}", true),
        ("f32[2]", "b(f32[3])", false),
    ] {
        assert_eq!(answer(lhs, rhs), format!("{{\"id\":null,\"result\":{same}}}\n"));
    }
    assert!(answer("(f32[2])", "f32[2]").contains(r#""kind":"invalid""#));
}

#[test]
fn mistakes_in_shapes_are_pointed_at() {
    for command in ["explain", "suggest", "show"] {
        refused(
            &tilework(&[command, "f32[2,3]{1,1}"]),
            2,
            "
error: this is no shape
  |
  | f32[2,3]{1,1}
  |          ^^^ expected each of the 2 dimensions from 0 on, once, found `1,1`
",
        );
    }
    refused(
        &tilework(&["suggest", "(f32[2], s8[3])"]),
        2,
        "error: (f32[2]{0}, s8[3]{0}) is no array, it is a tuple: name one of its arrays",
    );
}

#[test]
fn report_finds_the_worst() {
    let text = printed(&tilework(&["report", "examples/hlo", "--top", "3"]));
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines[0].starts_with("8 files, "), "{text}");
    assert!(lines[0].ends_with(": 8 modules, 38 computations, 232 instructions"), "{text}");
    for part in [
        "0: main memory, HBM",
        "1: on-chip vector memory, VMEM",
        "46.7 MiB  49.0 MiB  21.33x  bf16[8,224,224,3]{0,3,2,1:T(4,128)(2,1)S(1)}  copy (copy)         46.4 MiB  {2,1,3,0:T(8,128)(2,1)}  \
         examples/hlo/conv_block_f32.v5e.hlo:161",
        "Computations that waste most",
        "Changes of layout",
    ] {
        assert!(text.contains(part), "{part}\n{text}");
    }
    assert!(!text.contains('\x1b'));
}

#[test]
fn report_for_scripts_has_exact_numbers() {
    let arguments = ["report", "examples/hlo/relayout3.v5e.hlo", "examples/hlo/lay308.v5e.hlo", "--json"];
    let report: serde_json::Value = serde_json::from_str(&printed(&tilework(&arguments))).unwrap();
    let worst = &report["worst"][0];
    assert_eq!(worst["shape"], "s8[8,1,40,130]{1,3,0,2:T(8,128)(4,1)}");
    // the dimensions in memory are 40, 8, 130 and 1: 40 * 8 * 136 * 128
    assert_eq!((worst["bytes"].as_i64(), worst["padded_bytes"].as_i64()), (Some(41600), Some(5570560)));
    assert_eq!((worst["memory_space"].as_i64(), worst["line"].as_i64()), (Some(0), Some(20)));
    assert_eq!(worst["suggested_layout"], "{3,2,1,0:T(8,128)(4,1)}");
    assert_eq!(worst["saving"].as_i64(), Some(5570560 - 8 * 40 * 256));
    // f32[8,1,40,130] in {2,0,1,3:T(8,128)} and {3,1,2,0:T(1,128)}
    let relayout3 = report["worst_computations"]
        .as_array()
        .unwrap()
        .iter()
        .find(|one| one["file"] == "examples/hlo/relayout3.v5e.hlo")
        .unwrap();
    assert_eq!(relayout3["padded_bytes"].as_i64(), Some((130 * 8 * 128 + 8 * 40 * 256) * 4));
    assert_eq!(report["totals"]["arrays"].as_i64(), Some(4));
    assert_eq!(report["relayouts"]["copy"]["moves_elements"]["count"].as_i64(), Some(1));
    assert_eq!(report["largest_relayouts"][0]["instruction"], "copy.1");
}

#[test]
fn report_tells_bitcasts_from_copies() {
    let dump = "HloModule m

fused {
  p = f32[999,999]{1,0:T(8,128)} parameter(0)
  ROOT c = f32[999,999]{0,1:T(8,128)} copy(p)
}

ENTRY e {
  a = f32[100,200]{1,0:T(8,128)} parameter(0)
  t = f32[200,100]{0,1:T(8,128)} transpose(a), dimensions={1,0}
  moved = f32[200,100]{1,0:T(8,128)} transpose(a), dimensions={1,0}
  same = f32[100,200]{1,0:T(8,128)S(1)} copy(a)
  wide = f32[100,200,1]{1,0,2:T(8,128)} reshape(a)
  f = f32[999,999]{0,1:T(8,128)} fusion(a), kind=kLoop, calls=fused
  b = f32[200,100]{0,1:T(8,128)} bitcast(a)
  c = f32[8,33,768]{2,1,0:T(8,128)} custom-call(), custom_call_target=\"x\"
  rows = f32[264,768]{1,0:T(8,128)} reshape(c)
  ROOT r = (f32[200,100]{0,1:T(8,128)}, f32[999,999]{0,1:T(8,128)}) tuple(b, f)
}
";
    let report: serde_json::Value =
        serde_json::from_str(&printed(&with_input(&["report", "-", "--json"], dump.as_bytes()))).unwrap();
    let count =
        |part: &str, kind: &str, outcome: &str| report[part][kind][outcome]["count"].as_i64().unwrap();
    assert_eq!(count("relayouts", "transpose", "bitcast"), 1);
    assert_eq!(count("relayouts", "transpose", "moves_elements"), 1);
    assert_eq!(count("relayouts", "copy", "same_layout"), 1);
    assert_eq!(count("relayouts", "reshape", "bitcast"), 1);
    // 33 rows in tiles of 8 leave a gap after each 33
    assert_eq!(count("relayouts", "reshape", "moves_elements"), 1);
    assert_eq!(count("relayouts", "bitcast", "bitcast"), 1);
    assert_eq!(count("inlined_relayouts", "copy", "moves_elements"), 1);
    // a, t, moved, same, wide, f, c and rows: neither what is inside the fusion, nor names for other values
    assert_eq!(report["totals"]["arrays"].as_i64(), Some(8));
    assert_eq!(report["inlined"]["arrays"].as_i64(), Some(1));
}

/// A file of its own for a test.
fn file(name: &str, content: &[u8]) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, content).unwrap();
    path
}

#[test]
fn report_refuses_what_is_no_dump() {
    let cases: [(&str, &[u8], &str); 7] = [
        ("empty.hlo", b"", "error: FILE: no HLO in it, not one instruction was found"),
        ("prose.hlo", b"time = 5 seconds\n", "error: FILE: no HLO in it, not one instruction was found"),
        (
            "binary.hlo",
            b"\x7fELF\x02\x01\xff\xfe\n",
            "error: FILE, line 1: no text, byte 0xff at position 6 is no UTF-8",
        ),
        (
            "cut.hlo",
            b"HloModule m\nENTRY e {\n  a = f32[2] parameter(0)\n",
            "error: FILE, line 3: computation e, which begins in line 2, has no end: the text is cut off",
        ),
        (
            "half.hlo",
            b"HloModule m\nENTRY e {\n  a = f32[2,",
            "error: FILE, line 3: this is no HLO\n  |\n  |   a = f32[2,\n  |             ^ expected the bracket that ends the shape, found the end",
        ),
        (
            "shape.hlo",
            b"HloModule m\nENTRY e {\n  a = f32[2,3]{1,1} parameter(0)\n}\n",
            "error: FILE, line 3: this is no HLO\n  |\n  |   a = f32[2,3]{1,1} parameter(0)\n  |                ^^^ expected each of the 2 dimensions \
             from 0 on, once, found `1,1`",
        ),
        (
            "large.hlo",
            b"HloModule m\nENTRY e {\n  a = f32[4611686018427387904] parameter(0)\n}\n",
            "error: FILE, line 3: this is no HLO\n  |\n  |   a = f32[4611686018427387904] parameter(0)\n  |       \
             ^^^^^^^^^^^^^^^^^^^^^^^^ expected an array of less than 2^63 bytes, found `f32[4611686018427387904]`",
        ),
    ];
    for (name, content, expected) in cases {
        let path = file(name, content);
        let path = path.to_str().unwrap();
        refused(&tilework(&["report", path]), 2, &expected.replace("FILE", path));
        refused(&tilework(&["report", "examples/hlo", path, "--json"]), 2, &expected.replace("FILE", path));
    }
    assert_eq!(tilework(&["report", "macros"]).status.code(), Some(2));
    assert_eq!(tilework(&["report", "-", "-"]).status.code(), Some(2));
}

#[test]
fn report_says_where_nothing_is_in_tiles() {
    let note = "no array is in tiles: for a TPU, this is from before layouts are assigned\n";
    let dump = |layout: &str| format!("HloModule m\nENTRY e {{\n  a = f32[20,3]{layout} parameter(0)\n}}\n");
    let report = |layout: &str, chip: &str| {
        printed(&with_input(&["report", "-", "--chip", chip], dump(layout).as_bytes()))
    };
    assert!(report("{1,0}", "v5e").contains(note) && report("", "v5e").contains(note));
    assert!(!report("{1,0:T(8,128)}", "v5e").contains(note));
    // other chips have tiles of their own for all
    assert!(!report("{1,0}", "ascend").contains(note));
}

#[test]
fn report_leaves_out_what_it_is_told_to() {
    let dump =
        b"HloModule m\nENTRY e {\n  a = f32[2,3]{1,1} parameter(0)\n  b = f32[2] parameter(1)\n  c = f32[2,";
    let text = printed(&with_input(&["report", "-", "--lenient"], dump));
    assert!(
        text.contains("3 places left out") && text.contains("1 array with memory of their own"),
        "{text}"
    );
}

#[test]
fn report_reads_lines_of_any_length() {
    let literal = "{1,2},".repeat(2_000_000);
    let dump = format!(
        "HloModule m\nENTRY e {{\n  a = f32[2000000,2]{{1,0}} constant({{{literal}}})\n  ROOT b = f32[2000000,2]{{1,0}} copy(a)\n}}\n"
    );
    let text = printed(&with_input(&["report", "-"], dump.as_bytes()));
    assert!(text.contains("2 arrays with memory of their own take 30.5 MiB"), "{text}");
    // and mistakes in them
    let broken = dump.replace("} constant", "} (constant");
    let output = with_input(&["report", "-"], broken.as_bytes());
    assert_eq!((output.stdout.len(), output.status.code()), (0, Some(2)));
    assert!(output.stderr.len() < 1000);
    let deep = format!(
        "HloModule m\nENTRY e {{\n  a = {}f32[]{} parameter(0)\n}}\n",
        "(".repeat(100_000),
        ")".repeat(100_000)
    );
    let output = with_input(&["report", "-"], deep.as_bytes());
    assert!(String::from_utf8_lossy(&output.stderr).contains("no more than 64 levels"));
}

#[test]
fn help_has_examples() {
    for command in ["explain", "suggest", "report"] {
        assert!(printed(&tilework(&[command, "--help"])).contains("Examples:"), "{command}");
    }
}

/// A module that is cut over devices: what the device that holds most has, with padding; one that is scheduled is cut.
#[test]
fn report_of_a_device() {
    let module = |attributes: &str| {
        format!(
            "HloModule m, num_partitions=8{attributes}\n\nENTRY e {{\n  a = f32[30,256]{{1,0:T(8,128)}} parameter(0), \
             sharding={{devices=[4,2]<=[8]}}\n  b = f32[256]{{0}} parameter(1), sharding={{replicated}}\n  ROOT c = \
             f32[30,256]{{1,0:T(8,128)}} negate(a), sharding={{devices=[2,1,4]<=[8] last_tile_dim_replicate}}\n}}\n"
        )
    };
    let report = |text: &str| {
        let answer = printed(&with_input(&["report", "-", "--json"], text.as_bytes()));
        serde_json::from_str::<serde_json::Value>(&answer).unwrap()["sharded"].clone()
    };
    // [8,128] on 4x2 devices and [15,256], which is [16,256] in tiles, on 2
    let expected = serde_json::json!({
        "arrays": 2, "padded_bytes": 2 * 32 * 256 * 4, "device_padded_bytes": (8 * 128 + 16 * 256) * 4, "devices": 8,
    });
    assert_eq!(report(&module("")), expected);
    assert_eq!(report(&module(", is_scheduled=true"))["arrays"], 0);
    let text = printed(&with_input(&["report", "-"], module("").as_bytes()));
    assert!(
        text.contains(
            "2 arrays are cut over up to 8 devices: 20.0 KiB of 64.0 KiB on the device that holds most"
        ),
        "{text}"
    );
    let index = with_input(&["index", "-", "--instruction", "c"], module("").as_bytes());
    let index = printed(&index);
    assert!(
        index.contains("c: a device of 8 holds f32[15,256]{1,0:T(8,128)}, 16384 bytes with padding\n"),
        "{index}"
    );
    assert!(
        index.contains("a: a device of 8 holds f32[8,128]{1,0:T(8,128)}, 4096 bytes with padding\n"),
        "{index}"
    );
}

/// Instructions that only change a sharding: what moves at least, and where no collective does it alone. A module that
/// is scheduled has none left.
#[test]
fn report_of_reshardings() {
    let module = |attributes: &str| {
        format!(
            "HloModule m, num_partitions=8{attributes}\n\nENTRY e {{\n  a = bf16[64,64,64] parameter(0), \
             sharding={{devices=[2,1,4]<=[4,2]T(1,0)}}\n  b = bf16[64,64,64] custom-call(a), \
             custom_call_target=\"Sharding\", sharding={{devices=[1,8,1]<=[8]}}\n  c = bf16[64,64,64] copy(b), \
             sharding={{devices=[8,1,1]<=[8]}}\n  ROOT d = bf16[64,64,64] copy(c), \
             sharding={{devices=[8,1,1]<=[8]}}\n}}\n"
        )
    };
    let report = |text: &str| {
        let answer = printed(&with_input(&["report", "-", "--json"], text.as_bytes()));
        serde_json::from_str::<serde_json::Value>(&answer).unwrap()
    };
    let answer = report(&module(""));
    let bytes = 64 * 64 * 64 * 2;
    assert_eq!(answer["reshardings"], serde_json::json!({ "count": 2, "moved_bytes": bytes / 8 * 7 * 2 }));
    let largest = &answer["largest_reshardings"];
    assert_eq!(
        (&largest[0]["instruction"], &largest[0]["collective"]),
        (&"b".into(), &serde_json::Value::Null)
    );
    assert_eq!((&largest[1]["instruction"], &largest[1]["collective"]), (&"c".into(), &"all-to-all".into()));
    assert_eq!((&largest[0]["messages"], &largest[0]["replicated_bytes"]), (&56.into(), &(bytes * 7).into()));
    let text = printed(&with_input(&["report", "-"], module("").as_bytes()));
    assert!(text.contains("448 KiB        56     3.50 MiB  none alone  b"), "{text}");
    assert_eq!(report(&module(", is_scheduled=true"))["reshardings"]["count"], 0);
}
