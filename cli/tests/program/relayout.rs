//! `tilework relayout`: what is in the files that it writes.

use crate::{printed, program, refused, tilework};
use safetensors::SafeTensors;
use serde_json::{Value, json};
use std::fs;
use std::path::PathBuf;
use std::process::Output;
use tempfile::TempDir;

/// A folder for files, gone at the end.
pub(crate) struct Folder(TempDir);

impl Folder {
    pub(crate) fn new() -> Folder {
        Folder(tempfile::tempdir().unwrap())
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub(crate) fn write(&self, name: &str, bytes: impl AsRef<[u8]>) {
        fs::write(self.path(name), bytes).unwrap();
    }

    pub(crate) fn read(&self, name: &str) -> Vec<u8> {
        fs::read(self.path(name)).unwrap()
    }

    /// The names of all files.
    pub(crate) fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(self.0.path()).unwrap();
        let mut names: Vec<_> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    /// The program in this folder.
    pub(crate) fn relayout(&self, arguments: &[&str]) -> Output {
        program().current_dir(self.0.path()).arg("relayout").args(arguments).output().unwrap()
    }
}

/// A `.safetensors` file as others write it: no metadata, arrays in this order.
pub(crate) fn safetensors(arrays: &[(String, &str, Vec<i64>, Vec<u8>)]) -> Vec<u8> {
    let (mut header, mut data) = (String::from("{"), Vec::<u8>::new());
    for (name, element, shape, bytes) in arrays {
        let comma = if data.is_empty() { "" } else { "," };
        let offsets = [data.len(), data.len() + bytes.len()];
        let (name, shape, offsets) = (json!(name), json!(shape), json!(offsets));
        header +=
            &format!(r#"{comma}{name}:{{"dtype":"{element}","shape":{shape},"data_offsets":{offsets}}}"#);
        data.extend(bytes);
    }
    header += "}";
    while header.len() % 8 != 0 {
        header.push(' ');
    }
    let mut file = (header.len() as u64).to_le_bytes().to_vec();
    file.extend(header.bytes());
    file.extend(data);
    file
}

/// An `.npy` file of version 1 as NumPy writes it.
pub(crate) fn npy(element: &str, is_fortran: bool, shape: &str, data: &[u8]) -> Vec<u8> {
    let order = if is_fortran { "True" } else { "False" };
    let mut header = format!("{{'descr': '{element}', 'fortran_order': {order}, 'shape': {shape}, }}");
    while !(header.len() + 11).is_multiple_of(64) {
        header.push(' ');
    }
    header.push('\n');
    let mut file = b"\x93NUMPY\x01\x00".to_vec();
    file.extend(u16::try_from(header.len()).unwrap().to_le_bytes());
    file.extend(header.bytes());
    file.extend(data);
    file
}

/// Bytes without an order.
pub(crate) fn noise(length: usize) -> Vec<u8> {
    let mut state = 0x2545_f491_4f6c_dd1d_u64;
    let next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state.to_le_bytes()[3]
    };
    std::iter::repeat_with(next).take(length).collect()
}

/// Element `at` of an array; the first of two of 4 bits is in the lower ones.
fn element(array: &[u8], bits: usize, at: usize) -> Vec<u8> {
    match bits {
        4 => vec![array[at / 2] >> (at % 2 * 4) & 15],
        _ => array[at * bits / 8..(at + 1) * bits / 8].to_vec(),
    }
}

fn set_element(array: &mut [u8], bits: usize, at: usize, value: &[u8]) {
    match bits {
        4 => array[at / 2] |= value[0] << (at % 2 * 4),
        _ => array[at * bits / 8..(at + 1) * bits / 8].copy_from_slice(value),
    }
}

/// Where element `(i, j)` of a matrix lies, and how many elements the matrix takes: by the definition of the layout.
type Places = fn(rows: usize, columns: usize, bits: usize, i: usize, j: usize) -> (usize, usize);

/// Blocks of `r` by `c`, one after another, and inside them an order: `in_block` of the row, the column.
fn blocked(
    (rows, columns): (usize, usize),
    (i, j): (usize, usize),
    (r, c): (usize, usize),
    by_rows: bool,
    in_block: usize,
) -> (usize, usize) {
    let (down, across) = (rows.div_ceil(r), columns.div_ceil(c));
    let block = if by_rows { i / r * across + j / c } else { j / c * down + i / r };
    (block * r * c + in_block, down * across * r * c)
}

const TARGETS: [(&str, Places); 19] = [
    ("F", |rows, columns, _, i, j| (j * rows + i, rows * columns)),
    ("(1,0)", |rows, columns, _, i, j| (j * rows + i, rows * columns)),
    ("{0,1}", |rows, columns, _, i, j| (j * rows + i, rows * columns)),
    ("ColumnMajor", |rows, columns, bits, i, j| {
        // columns of elements of 4 bits begin at whole bytes
        let pitch = if bits == 4 { rows.next_multiple_of(2) } else { rows };
        (j * pitch + i, pitch * columns)
    }),
    ("zN", |rows, columns, bits, i, j| {
        let c = 256 / bits;
        blocked((rows, columns), (i, j), (16, c), false, i % 16 * c + j % c)
    }),
    ("ascend.nz", |rows, columns, bits, i, j| {
        let c = 256 / bits;
        blocked((rows, columns), (i, j), (16, c), false, i % 16 * c + j % c)
    }),
    ("nZ", |rows, columns, bits, i, j| {
        let r = 256 / bits;
        blocked((rows, columns), (i, j), (r, 16), true, j % 16 * r + i % r)
    }),
    ("zZ", |rows, columns, bits, i, j| {
        let c = 256 / bits;
        blocked((rows, columns), (i, j), (16, c), true, i % 16 * c + j % c)
    }),
    ("nN", |rows, columns, bits, i, j| {
        let r = 256 / bits;
        blocked((rows, columns), (i, j), (r, 16), false, j % 16 * r + i % r)
    }),
    ("PaddingRowMajor:32x6", |rows, columns, _, i, j| {
        blocked((rows, columns), (i, j), (32, 6), true, i % 32 * 6 + j % 6)
    }),
    ("{1,0:T(4,16)}", |rows, columns, _, i, j| {
        blocked((rows, columns), (i, j), (4, 16), true, i % 4 * 16 + j % 16)
    }),
    ("{1,0:T(4,16)E(4)}", |rows, columns, _, i, j| {
        blocked((rows, columns), (i, j), (4, 16), true, i % 4 * 16 + j % 16)
    }),
    ("{1,0:T(8,128)(2,1)}", |rows, columns, _, i, j| {
        blocked((rows, columns), (i, j), (8, 128), true, i % 8 / 2 * 256 + j % 128 * 2 + i % 2)
    }),
    ("tpu", |rows, columns, bits, i, j| {
        // narrow elements are packed in pairs, fours and eights of rows
        let packed = if bits < 32 { 32 / bits } else { 1 };
        let in_block = i % 8 / packed * 128 * packed + j % 128 * packed + i % packed;
        blocked((rows, columns), (i, j), (8, 128), true, in_block)
    }),
    ("blackwell.scales", |rows, columns, _, i, j| {
        let in_block = i % 32 * 16 + i % 128 / 32 * 4 + j % 4;
        blocked((rows, columns), (i, j), (128, 4), true, in_block)
    }),
    ("tile_to_shape((2,3):(3,1))", |rows, columns, _, i, j| {
        blocked((rows, columns), (i, j), (2, 3), false, i % 2 * 3 + j % 3)
    }),
    ("panels.rows16", |rows, columns, _, i, j| {
        (i / 16 * columns * 16 + j * 16 + i % 16, rows.next_multiple_of(16) * columns)
    }),
    ("panels.columns16", |rows, columns, _, i, j| {
        (j / 16 * rows * 16 + i * 16 + j % 16, rows * columns.next_multiple_of(16))
    }),
    ("BA16a32b4a", |rows, columns, _, i, j| {
        blocked((rows, columns), (i, j), (64, 32), false, i % 64 / 4 * 128 + j % 32 * 4 + i % 4)
    }),
];

const ELEMENTS: [(&str, usize); 8] =
    [("F4", 4), ("F8_E4M3", 8), ("BOOL", 8), ("I8", 8), ("BF16", 16), ("U32", 32), ("F64", 64), ("C64", 64)];

/// An array in row-major order, in the layout of a target; in front of the matrix there may be a batch.
fn relaid(array: &[u8], bits: usize, [batch, rows, columns]: [usize; 3], places: Places) -> Vec<u8> {
    // every matrix of a batch begins at a whole byte
    let elements = places(rows, columns, bits, 0, 0).1.next_multiple_of(if bits == 4 { 2 } else { 1 });
    let mut relaid = vec![0; (batch * elements * bits).div_ceil(8)];
    for b in 0..batch {
        for i in 0..rows {
            for j in 0..columns {
                let value = element(array, bits, (b * rows + i) * columns + j);
                let place = b * elements + places(rows, columns, bits, i, j).0;
                set_element(&mut relaid, bits, place, &value);
            }
        }
    }
    relaid
}

/// Every target, for elements of every width and matrices of odd sizes, alone and as a batch, there and back.
#[test]
fn layouts() {
    let folder = Folder::new();
    let sizes = [[1, 100, 50], [1, 33, 130], [3, 16, 32], [2, 37, 17], [1, 9, 2]];
    for (target, places) in TARGETS {
        let mut arrays = Vec::new();
        for (element, bits) in ELEMENTS {
            // XLA says itself that elements are packed
            if target.starts_with('{') && (bits == 4) != target.contains("E(4)") {
                continue;
            }
            // in Fortran's order all dimensions are turned round, those in front too
            for size in sizes.into_iter().filter(|size| size[0] == 1 || target != "F") {
                let [batch, rows, columns] = size;
                let shape = if batch == 1 { vec![rows, columns] } else { vec![batch, rows, columns] };
                let shape: Vec<i64> = shape.into_iter().map(|size| i64::try_from(size).unwrap()).collect();
                arrays.push((
                    format!("{element}.{batch}x{rows}x{columns}"),
                    element,
                    shape,
                    noise(batch * rows * columns * bits / 8),
                    bits,
                    size,
                ));
            }
        }
        let file =
            arrays.iter().map(|(name, e, shape, bytes, ..)| (name.clone(), *e, shape.clone(), bytes.clone()));
        let file = safetensors(&file.collect::<Vec<_>>());
        folder.write("in.safetensors", &file);
        printed(&folder.relayout(&["in.safetensors", "out.safetensors", "--to", target, "--verify"]));
        let output = folder.read("out.safetensors");
        let output = SafeTensors::deserialize(&output).unwrap();
        for (name, _, shape, bytes, bits, size) in &arrays {
            let found = output.tensor(name).unwrap();
            let expected = relaid(bytes, *bits, *size, places);
            assert!(found.data() == expected, "{target}, {name}, stored as {:?}", found.shape());
            assert_eq!(
                found.shape().iter().product::<usize>() * bits,
                expected.len() * 8,
                "{target}, {name}"
            );
            assert_eq!(record(&folder.read("out.safetensors"), name)["shape"], json!(shape));
        }
        printed(&folder.relayout(&[
            "out.safetensors",
            "back.safetensors",
            "--to",
            "C",
            "--verify",
            "--threads",
            "3",
        ]));
        assert!(folder.read("back.safetensors") == file, "{target}");
    }
    assert_eq!(folder.names(), ["back.safetensors", "in.safetensors", "out.safetensors"]);
}

/// What the file says about an array.
fn record(file: &[u8], name: &str) -> Value {
    let (_, header) = SafeTensors::read_metadata(file).unwrap();
    let text = header.metadata().as_ref().unwrap()[&format!("tilework.layout.{name}")].clone();
    serde_json::from_str(&text).unwrap()
}

/// The order of four dimensions, and the blocks of channels of images.
#[test]
fn images() {
    let folder = Folder::new();
    let (n, c, h, w) = (2, 20, 3, 5);
    let data = noise(n * c * h * w * 2);
    folder.write("in.npy", npy("<f2", false, "(2, 20, 3, 5)", &data));
    let mut expected = [vec![0; data.len()], vec![0; n * 32 * h * w * 2]];
    for at in 0..n * c * h * w {
        let (x, y, channel, image) = (at % w, at / w % h, at / w / h % c, at / w / h / c);
        let value = element(&data, 16, at);
        set_element(&mut expected[0], 16, ((image * h + y) * w + x) * c + channel, &value);
        let block = (image * 2 + channel / 16) * h + y;
        set_element(&mut expected[1], 16, (block * w + x) * 16 + channel % 16, &value);
    }
    for (target, expected, shape) in [
        ("nhwc", &expected[0], "(2, 3, 5, 20)"),
        ("(0,2,3,1)", &expected[0], "(2, 3, 5, 20)"),
        ("nchw16c", &expected[1], "(2, 2, 3, 5, 16)"),
        ("aBcd16b", &expected[1], "(2, 2, 3, 5, 16)"),
    ] {
        printed(&folder.relayout(&["in.npy", "out.npy", "--to", target, "--verify"]));
        let output = folder.read("out.npy");
        assert!(output.ends_with(expected), "{target}");
        let header = &output[..output.len() - expected.len()];
        assert_eq!((header.len() % 64, header.last()), (0, Some(&b'\n')));
        let header = String::from_utf8_lossy(header);
        assert!(header.contains(&format!("'shape': {shape}, }} # tilework {{")), "{header}");
        printed(&folder.relayout(&["out.npy", "back.npy", "--to", "C"]));
        assert!(folder.read("back.npy") == folder.read("in.npy"), "{target}");
    }
}

/// Both orders of NumPy, the byte order, all versions of the format and every width of an element.
#[test]
fn numpy() {
    let folder = Folder::new();
    for (descr, bytes) in
        [("|b1", 1), ("<i2", 2), (">f4", 4), ("|V2", 2), ("<M8[ns]", 8), ("<c16", 16), ("<U1", 4)]
    {
        let data = noise(15 * bytes);
        let transposed =
            relaid(&data, bytes * 8, [1, 3, 5], |rows, columns, _, i, j| (j * rows + i, rows * columns));
        let (rows, columns) = (npy(descr, false, "(3, 5)", &data), npy(descr, true, "(3, 5)", &transposed));
        folder.write("rows.npy", &rows);
        printed(&folder.relayout(&["rows.npy", "columns.npy", "--to", "F", "--verify"]));
        assert!(folder.read("columns.npy") == columns, "{descr}");
        // from Fortran's order into blocks and back, in both orders
        printed(&folder.relayout(&["columns.npy", "blocks.npy", "--to", "{1,0:T(2,4)}", "--verify"]));
        printed(&folder.relayout(&["blocks.npy", "back.npy", "--to", "C"]));
        assert!(folder.read("back.npy") == rows, "{descr}");
        printed(&folder.relayout(&["blocks.npy", "back.npy", "--to", "F"]));
        assert!(folder.read("back.npy") == columns, "{descr}");
    }
    let header = b"{'descr': '<i2', 'fortran_order': False, 'shape': (2L, 2L), }\n";
    for version in [2, 3] {
        let mut file = vec![0x93];
        file.extend(b"NUMPY");
        file.extend([version, 0]);
        file.extend(u32::try_from(header.len()).unwrap().to_le_bytes());
        file.extend(header);
        file.extend([1, 2, 3, 4, 5, 6, 7, 8]);
        folder.write("old.npy", &file);
        printed(&folder.relayout(&["old.npy", "new.npy", "--to", "F"]));
        assert!(folder.read("new.npy").ends_with(&[1, 2, 5, 6, 3, 4, 7, 8]));
    }
}

/// Swizzled layouts, and those over F2 strides: forth, back, and from one to another.
#[test]
fn swizzled() {
    let folder = Folder::new();
    // the swizzle adds bits 3 and 4 to bits 0 and 1
    let place = |i: usize, j: usize| 8 * i + (j ^ (i % 4));
    for (bits, descr) in [(8, "|u1"), (16, "<f2"), (32, "<i4"), (64, "<f8")] {
        let data = noise(3 * 7 * 8 * bits / 8);
        for (shape, batch, rows, layout) in [
            ("(6, 8)", 1, 6, "Sw<2,0,3> o (6,8):(8,1)"),
            ("(7, 8)", 1, 7, "Sw<2,0,3> o (8,8):(8,1) of (7,8)"),
            ("(3, 7, 8)", 3, 7, "Sw<2,0,3> o (8,8):(8,1) of (7,8)"),
            ("(4, 8)", 1, 4, "(4,8):(F9,F1)"),
        ] {
            let data = &data[..batch * rows * 8 * bits / 8];
            let stored = if rows == 7 { 8 } else { rows };
            let mut expected = vec![0; batch * stored * 8 * bits / 8];
            for (n, i, j) in (0..batch * rows * 8).map(|at| (at / 8 / rows, at / 8 % rows, at % 8)) {
                let value = element(data, bits, (n * rows + i) * 8 + j);
                set_element(&mut expected, bits, n * stored * 8 + place(i, j), &value);
            }
            folder.write("rows.npy", npy(descr, false, shape, data));
            printed(&folder.relayout(&["rows.npy", "stage.npy", "--to", layout, "--verify"]));
            let file = folder.read("stage.npy");
            assert!(file.ends_with(&expected) && !file.ends_with(data), "{layout}");
            printed(&folder.relayout(&["stage.npy", "zN.npy", "--to", "zN", "--verify"]));
            printed(&folder.relayout(&["zN.npy", "again.npy", "--to", layout, "--verify"]));
            assert!(folder.read("again.npy").ends_with(&expected), "{layout}");
            printed(&folder.relayout(&["stage.npy", "back.npy", "--to", "C"]));
            assert!(folder.read("back.npy") == folder.read("rows.npy"), "{layout}");
        }
    }
    folder.write("rows.npy", npy("<f2", false, "(8, 8)", &noise(128)));
    let swizzle = "Sw<2,0,3> o (8,8):(8,1)";
    let plan = printed(&folder.relayout(&["rows.npy", "--plan", "--to", swizzle]));
    assert!(
        plan.ends_with(
            "rows: (8,8):(8,1)\n  -> Sw<2,0,3> o 0 o (8,8):(8,1)\n  \
             from 16 starts: 2 times (from +64, to +64): 2 times (from +8, to +8): single elements of 2 B\n"
        ),
        "{plan}"
    );
    printed(&folder.relayout(&["rows.npy", "raw.npy", "--to", swizzle]));
    let raw = folder.read("raw.npy").split_off(folder.read("raw.npy").len() - 128);
    folder.write("raw.npy", npy("<f2", false, "(64)", &raw));
    printed(&folder.relayout(&["raw.npy", "back.npy", "--from", swizzle, "--to", "C"]));
    assert!(folder.read("back.npy") == folder.read("rows.npy"));
    // the part of a device is swizzled for itself; of a swizzled array there are no parts
    let shard = ["--shard", "devices=[2,1]<=[2]"];
    let half = "Sw<2,0,3> o (4,8):(8,1)";
    printed(&folder.relayout(&[&["rows.npy", "out.npy", "--to", half, "--verify"], &shard[..]].concat()));
    printed(&folder.relayout(&["out.device1.npy", "back.npy", "--to", "C"]));
    assert!(folder.read("back.npy").ends_with(&folder.read("rows.npy").split_off(128 + 64)));
    printed(&folder.relayout(&["rows.npy", "stage.npy", "--to", swizzle]));
    refused(
        &folder.relayout(&[&["stage.npy", "out.npy", "--to", "C"], &shard[..]].concat()),
        2,
        "error: stage.npy: stage: the part [0..4, 0..8] of Sw<2,0,3> o 0 o (8,8):(8,1) is not moved to (4,8):(8,1), \
         of which one is swizzled; by way of `--to C` it takes two steps",
    );
    // a swizzle that takes rows of 257 apart to single elements: nor is there a way over rows one after another
    folder.write("large.npy", npy("|u1", false, "(512, 256)", &noise(512 * 256)));
    refused(
        &folder.relayout(&["large.npy", "out.npy", "--to", "Sw<3,3,3> o (512,256):(257,1)"]),
        2,
        "error: large.npy: large: (512,256):(256,1) and Sw<3,3,3> o 0 o (512,256):(257,1): a swizzle leaves too little \
         together: a copy has at most 65536 starts",
    );
}

/// Layouts that the file does not say, with their shapes.
#[test]
fn from() {
    let folder = Folder::new();
    let data = noise(13 * 20 * 2);
    folder.write("in.npy", npy("<f2", false, "(13, 20)", &data));
    printed(&folder.relayout(&["in.npy", "zN.npy", "--to", "zN"]));
    let mut raw = folder.read("zN.npy");
    raw.drain(..raw.len() - 1024);
    folder.write("raw.npy", npy("<f2", false, "(2, 1, 16, 16)", &raw));
    for from in [
        "zN of (13,20)",
        "zN of 13x20",
        "zN:13x20",
        "zN:f16:13x20",
        "((16,1),(16,2)):((16,256),(1,256)) of (13,20)",
        "f16[13,20]{1,0:T(16,16)}",
    ] {
        // of one row of fractals all orders are the same
        let text = printed(&folder.relayout(&["raw.npy", "out.npy", "--from", from, "--to", "C"]));
        assert!(folder.read("out.npy") == folder.read("in.npy"), "{from}");
        assert!(text.contains(&format!("  (13,20)  {from}  C  ")), "{text}");
    }
    folder.write("raw.npy", npy("<f2", false, "(20, 13)", &folder.read("in.npy").split_off(128)));
    printed(&folder.relayout(&["raw.npy", "out.npy", "--from", "F", "--to", "F"]));
    assert!(folder.read("out.npy").ends_with(&data));
    for (from, expected) in [
        ("zN:f32:13x20", "zN:f32:13x20 has elements of 32 bits, the array has 16"),
        ("zN", "what is the shape of the array? Write it behind: `zN of (100,50)`"),
        (
            "zN of (130,20)",
            "zN of (130,20) is ((16,9),(16,2)):((16,256),(1,2304)) of (130,20), which does not fill 260 elements",
        ),
        ("(13,20):(20,1) of (14,20)", "extent: 14 is not within the 13 elements of mode 13"),
    ] {
        refused(
            &folder.relayout(&["in.npy", "out.npy", "--from", from, "--to", "C"]),
            2,
            &format!("error: in.npy: in: {expected}"),
        );
    }
    let said =
        "the file says that it is zN, ((16,1),(16,2)):((16,256),(1,256)) of (13,20): what is `from = F` for?";
    let output = folder.relayout(&["zN.npy", "out.npy", "--from", "F", "--to", "C"]);
    refused(&output, 2, &format!("error: zN.npy: zN: {said}"));
}

/// A file of four arrays.
fn model() -> Vec<u8> {
    let array =
        |name: &str, element, shape: &[i64], bytes| (name.into(), element, shape.to_vec(), noise(bytes));
    safetensors(&[
        array("layers.0.weight", "BF16", &[20, 30], 1200),
        array("layers.0.bias", "BF16", &[20], 40),
        array("layers.1.weight", "I8", &[40, 70], 2800),
        array("scale", "F32", &[], 4),
    ])
}

/// The first rule that names an array counts; what none names is copied.
#[test]
fn rules() {
    let folder = Folder::new();
    folder.write("model.safetensors", model());
    folder.write(
        "rules.toml",
        r#"
            [recipes]
            by-width = { 16 = "zN", 8 = "panels.rows16" }
            [[rule]]
            tensor = "*.1.weight"
            to = "by-width"
            [[rule]]
            tensor = "layers.*.weight"
            to = "nZ"
        "#,
    );
    let stored = |out: &str, expected: [&[usize]; 4]| {
        let (file, before) = (folder.read(out), folder.read("model.safetensors"));
        let (file, before) =
            (SafeTensors::deserialize(&file).unwrap(), SafeTensors::deserialize(&before).unwrap());
        let names = ["layers.0.weight", "layers.0.bias", "layers.1.weight", "scale"];
        for (name, shape) in names.into_iter().zip(expected) {
            let (now, then) = (file.tensor(name).unwrap(), before.tensor(name).unwrap());
            assert_eq!((now.shape(), now.dtype()), (shape, then.dtype()), "{name}");
            assert!(shape != then.shape() || now.data() == then.data(), "{name}");
        }
    };
    printed(&folder.relayout(&["model.safetensors", "out.safetensors", "--rules", "rules.toml"]));
    stored("out.safetensors", [&[2, 2, 16, 16], &[20], &[3, 70, 16], &[]]);
    // patterns of the command line come first, a layout for all arrays last
    let more = ["--rules", "rules.toml", "--to", "(1,0)", "--tensor", "*.1.*", "--tensor", "*.7.*"];
    let arguments = [&["model.safetensors", "more.safetensors"], &more[..6]].concat();
    printed(&folder.relayout(&arguments));
    stored("more.safetensors", [&[2, 2, 16, 16], &[20], &[70, 40], &[]]);
    printed(&folder.relayout(&[
        "model.safetensors",
        "all.safetensors",
        "--rules",
        "rules.toml",
        "--to",
        "C",
    ]));
    stored("all.safetensors", [&[2, 2, 16, 16], &[20], &[3, 70, 16], &[]]);
    printed(&folder.relayout(&["out.safetensors", "back.safetensors", "--to", "C"]));
    assert!(folder.read("back.safetensors") == folder.read("model.safetensors"));
    // what is copied keeps what is said about it
    printed(&folder.relayout(&[
        "out.safetensors",
        "half.safetensors",
        "--to",
        "C",
        "--tensor",
        "*.0.weight",
    ]));
    stored("half.safetensors", [&[20, 30], &[20], &[3, 70, 16], &[]]);
    assert_eq!(record(&folder.read("half.safetensors"), "layers.1.weight")["notation"], "by-width");

    let names = "layers.0.weight, layers.0.bias, layers.1.weight, scale";
    let arguments = [&["model.safetensors", "none.safetensors"], &more[..]].concat();
    refused(
        &folder.relayout(&arguments),
        2,
        &format!("error: model.safetensors: no array is like `*.7.*`; there are {names}"),
    );
    for (text, expected) in [
        (
            "[[rule]]\ntensor = \"x*\"\nto = \"C\"",
            &*format!("model.safetensors: no rule names an array; there are {names}"),
        ),
        (
            "[[rule]]\ntensor = \"*\"",
            "rules.toml: rule 1: a rule needs `tensor`, a pattern, and `to`, a layout",
        ),
        (
            "[[rule]]\ntensor = \"[\"\nto = \"C\"",
            "rules.toml: rule 1: `[` is no pattern: Pattern syntax error near position 0: invalid range pattern",
        ),
        (
            "[[rule]]\ntensor = \"*\"\nto = \"C\"\nfill = 1",
            "rules.toml: rule 1: `fill` is not known: a rule has `tensor`, `to`, `from` and `shard`",
        ),
        ("rules = 1", "rules.toml: `rules` is not known: a file has [recipes] and [[rule]]"),
        ("[recipes]\nx = 1", "rules.toml: recipe x: write a layout, x = \"zN\""),
        (
            "[recipes]\nx = { wide = \"C\" }",
            "rules.toml: recipe x: write the bits of an element and a layout, 16 = \"zN\"",
        ),
        (
            "[recipes]\nx = \"(2,3):(1\"",
            "rules.toml: recipe x: this is no layout\n  |\n  | (2,3):(1\n  \
             |         ^ expected `,` or `)`, found the end",
        ),
        (
            "[recipes]\nx = { 16 = \"C\" }\n[[rule]]\ntensor = \"*.1.weight\"\nto = \"x\"",
            "model.safetensors: layers.1.weight: x has no layout for elements of 8 bits",
        ),
    ] {
        folder.write("rules.toml", text);
        let output = folder.relayout(&["model.safetensors", "none.safetensors", "--rules", "rules.toml"]);
        refused(&output, 2, &format!("error: {expected}"));
    }
    assert!(!folder.names().contains(&String::from("none.safetensors")));
}

/// One file for each device, with its part of the arrays that are sharded and all of the others.
#[test]
fn shards() {
    let folder = Folder::new();
    folder.write("model.safetensors", model());
    // 20x30 over 3 by 2 devices: rows are 7, 7 and 6
    let shard = ["--tensor", "*.0.weight", "--shard", "devices=[3,2]<=[2,3]T(1,0)", "--verify"];
    let arguments = |from, out, to| [&[from, out, "--to", to][..], &shard].concat();
    printed(&folder.relayout(&arguments("model.safetensors", "part.safetensors", "zZ")));
    let whole = folder.read("model.safetensors");
    let whole = SafeTensors::deserialize(&whole).unwrap();
    let array = whole.tensor("layers.0.weight").unwrap().data();
    for device in 0..6 {
        let (tile, half) = (device % 3, device / 3);
        let rows = if tile < 2 { 7 } else { 6 };
        let mut part = vec![0; rows * 15 * 2];
        for i in 0..rows {
            for j in 0..15 {
                let value = element(array, 16, (tile * 7 + i) * 30 + half * 15 + j);
                set_element(&mut part, 16, i * 15 + j, &value);
            }
        }
        let expected = relaid(&part, 16, [1, rows, 15], |rows, columns, _, i, j| {
            blocked((rows, columns), (i, j), (16, 16), true, i % 16 * 16 + j % 16)
        });
        let name = format!("part.device{device}.safetensors");
        let file = folder.read(&name);
        let read = SafeTensors::deserialize(&file).unwrap();
        assert!(read.tensor("layers.0.weight").unwrap().data() == expected, "{device}");
        assert_eq!(read.tensor("layers.1.weight").unwrap(), whole.tensor("layers.1.weight").unwrap());
        let from = format!("C, device {device} of devices=[3,2]<=[2,3]T(1,0)");
        assert_eq!(record(&file, "layers.0.weight")["from"], json!(from));
        printed(&folder.relayout(&[&name, "back.safetensors", "--to", "C"]));
        let back = folder.read("back.safetensors");
        let back = SafeTensors::deserialize(&back).unwrap();
        let back = back.tensor("layers.0.weight").unwrap();
        assert_eq!((back.shape(), back.data()), (&[rows, 15][..], &part[..]));
    }
    // more devices than rows: the last ones have nothing
    folder.write("in.npy", npy("|u1", false, "(3, 2)", &[1, 2, 3, 4, 5, 6]));
    let text = printed(&folder.relayout(&[
        "in.npy",
        "out.npy",
        "--to",
        "C",
        "--shard",
        "devices=[4,1]<=[4]",
        "--json",
    ]));
    let answers: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(answers.as_array().unwrap().len(), 4);
    assert_eq!(answers[1]["tensors"][0]["bytes_read"], json!(2));
    for (device, expected) in [&[1, 2][..], &[3, 4], &[5, 6], &[]].into_iter().enumerate() {
        let file = folder.read(&format!("out.device{device}.npy"));
        assert_eq!((file.len() - 128, &file[128..]), (expected.len(), expected));
    }
    for (arguments, expected) in [
        (
            vec!["in.npy", "x.npy", "--to", "C", "--shard", "devices=[4]<=[4]"],
            "in.npy: in: devices=[4]<=[4] is for 1 dimensions, the array has 2; --tensor chooses arrays",
        ),
        (
            vec!["in.npy", "x.npy", "--to", "C", "--shard", "[4]<=[4]"],
            "this is no sharding
  |
  | [4]<=[4]
  | ^ expected `devices=`, `replicated`, `manual`, `maximal`, `mesh` or `NamedSharding`, found `[`",
        ),
    ] {
        refused(&folder.relayout(&arguments), 2, &format!("error: {expected}"));
    }
    assert!(!folder.names().iter().any(|name| name.starts_with('x') || name.starts_with('.')));
}

/// Arrays in blocks, cut wherever: each device has its part in blocks of its own.
#[test]
fn shards_of_blocks() {
    let folder = Folder::new();
    let places = |target: &str| TARGETS.iter().find(|(name, _)| *name == target).unwrap().1;
    // rows and columns cut at blocks, inside of them, and both
    let shards = [
        ("devices=[2,1]<=[2]", 64, 96, (2, 1)),
        ("devices=[3,2]<=[6]", 100, 150, (3, 2)),
        ("devices=[5,7]<=[35]", 90, 300, (5, 7)),
    ];
    for (shard, rows, columns, tiles) in shards {
        for (element, bits) in [("I8", 8), ("BF16", 16), ("F64", 64), ("F4", 4)] {
            // halves of bytes, where a part begins at whole ones
            if bits == 4 && shard != "devices=[2,1]<=[2]" {
                continue;
            }
            let data = noise(2 * rows * columns * bits / 8);
            let shape = vec![2, rows.try_into().unwrap(), columns.try_into().unwrap()];
            folder.write("in.safetensors", safetensors(&[(String::from("x"), element, shape, data.clone())]));
            for (from, to) in [
                ("zN", "tpu"),
                ("tpu", "nZ"),
                ("zN", "zN"),
                ("tpu", "C"),
                ("C", "panels.rows16"),
                ("BA16a32b4a", "zZ"),
            ] {
                printed(&folder.relayout(&["in.safetensors", "from.safetensors", "--to", from]));
                let shard = shard.replacen('[', "[1,", 1);
                let arguments = [
                    "from.safetensors",
                    "x.safetensors",
                    "--to",
                    to,
                    "--shard",
                    &shard,
                    "--verify",
                    "--no-sync",
                ];
                printed(&folder.relayout(&arguments));
                for device in 0..tiles.0 * tiles.1 {
                    let part = |extent: usize, tiles: usize, tile: usize| {
                        let length = extent.div_ceil(tiles);
                        (tile * length).min(extent)..((tile + 1) * length).min(extent)
                    };
                    let down = part(rows, tiles.0, device / tiles.1);
                    let across = part(columns, tiles.1, device % tiles.1);
                    let mut own = vec![0; (2 * down.len() * across.len() * bits).div_ceil(8)];
                    let mut place = 0;
                    for b in 0..2 {
                        for (i, j) in down.clone().flat_map(|i| across.clone().map(move |j| (i, j))) {
                            let value = self::element(&data, bits, (b * rows + i) * columns + j);
                            set_element(&mut own, bits, place, &value);
                            place += 1;
                        }
                    }
                    let own = match to {
                        "C" => own,
                        to => relaid(&own, bits, [2, down.len(), across.len()], places(to)),
                    };
                    let file = folder.read(&format!("x.device{device}.safetensors"));
                    let read = SafeTensors::deserialize(&file).unwrap();
                    let found = read.tensor("x").unwrap();
                    assert!(found.data() == own, "{from} to {to}, {element}, {shard}, device {device}");
                }
            }
        }
    }
}

/// Blocks of 3 and of 4, of 6 and of 5: a dimension is cut where one of either ends.
#[test]
fn blocks_across_each_other() {
    let folder = Folder::new();
    for (shape, bytes) in [("(50, 41)", 4), ("(7, 3)", 4), ("(12, 300)", 8)] {
        let sizes: Vec<usize> =
            shape.trim_matches(['(', ')']).split(", ").map(|size| size.parse().unwrap()).collect();
        let data = noise(sizes[0] * sizes[1] * bytes);
        folder.write("in.npy", npy(&format!("<u{bytes}"), false, shape, &data));
        let (one, other) = ("tile_to_shape((3,6):(6,1))", "tile_to_shape((4,5):(1,4))");
        printed(&folder.relayout(&["in.npy", "one.npy", "--to", one]));
        printed(&folder.relayout(&["in.npy", "other.npy", "--to", other]));
        printed(&folder.relayout(&["one.npy", "across.npy", "--to", other, "--verify"]));
        let data = |name| {
            let file = folder.read(name);
            let header = file.iter().position(|byte| *byte == b'\n').unwrap();
            file[header..].to_vec()
        };
        assert!(data("across.npy") == data("other.npy"), "{shape}");
        printed(&folder.relayout(&["across.npy", "back.npy", "--to", "C", "--verify"]));
        assert!(folder.read("back.npy") == folder.read("in.npy"), "{shape}");
    }
}

/// Half a byte is no place to begin at, and blocks may lie across each other in too many ways.
#[test]
fn shards_that_are_refused() {
    let folder = Folder::new();
    let array = |element, bytes| safetensors(&[(String::from("x"), element, vec![6, 4096], noise(bytes))]);
    folder.write("half.safetensors", array("F4", 6 * 2048));
    printed(&folder.relayout(&["half.safetensors", "from.safetensors", "--to", "ColumnMajor"]));
    let shard = ["--shard", "devices=[2,1]<=[2]"];
    let arguments = |to| [&["from.safetensors", "x.safetensors", "--to", to][..], &shard].concat();
    refused(
        &folder.relayout(&arguments("C")),
        2,
        "error: from.safetensors: x: a part of (6,4096):(1,6) and (3,4096):(4096,1) does not begin at a whole byte",
    );
    folder.write("in.npy", npy("|u1", false, "(1, 20000)", &noise(20000)));
    printed(&folder.relayout(&["in.npy", "from.npy", "--to", "tile_to_shape((1,4099):(0,1))"]));
    let arguments = ["from.npy", "x.npy", "--to", "tile_to_shape((1,2):(0,1))"];
    refused(
        &folder.relayout(&arguments),
        2,
        "error: from.npy: from: the part 0..20000 is cut into more than 4096 by its blocks; by way of `--to C` it \
         takes two steps",
    );
    assert!(!folder.names().iter().any(|name| name.starts_with('x') || name.starts_with('.')));
}

/// What others said in a file stays there, in an order that does not change.
#[test]
fn metadata() {
    let folder = Folder::new();
    let header = br#"{"__metadata__":{"format":"pt","a":"1"},"x":{"dtype":"I16","shape":[2,3],"data_offsets":[0,12]}}"#;
    let mut file = (header.len() as u64).to_le_bytes().to_vec();
    file.extend(header);
    file.extend(noise(12));
    folder.write("in.safetensors", &file);
    printed(&folder.relayout(&["in.safetensors", "out.safetensors", "--to", "F"]));
    let output = folder.read("out.safetensors");
    let (_, read) = SafeTensors::read_metadata(&output).unwrap();
    let metadata = read.metadata().as_ref().unwrap();
    assert_eq!((metadata.len(), &*metadata["format"], &*metadata["a"]), (3, "pt", "1"));
    let expected = json!({ "shape": [2, 3], "layout": "(2,3):(1,2)", "notation": "F", "from": "C" });
    assert_eq!(record(&output, "x"), expected);
    assert_eq!(read.info("x").unwrap().shape, [3, 2]);
    // the bytes are the same each time
    printed(&folder.relayout(&["in.safetensors", "again.safetensors", "--to", "F"]));
    assert!(folder.read("again.safetensors") == output);
    printed(&folder.relayout(&["out.safetensors", "back.safetensors", "--to", "C"]));
    let back = folder.read("back.safetensors");
    let (_, read) = SafeTensors::read_metadata(&back).unwrap();
    assert_eq!(read.metadata().as_ref().unwrap().len(), 2);
    assert!(back.ends_with(&noise(12)));
}

#[test]
fn answers() {
    let folder = Folder::new();
    folder.write("model.safetensors", model());
    let arguments =
        ["model.safetensors", "out.safetensors", "--to", "zN", "--tensor", "*.weight", "--verify"];
    let text = printed(&folder.relayout(&arguments));
    let (table, sums) = text.rsplit_once("\n\n").unwrap();
    assert_eq!(
        table,
        "\
array            type  shape    from  to  stored as          bytes    become
layers.0.weight  BF16  (20,30)  C     zN  [2, 2, 16, 16]  1.17 KiB  2.00 KiB
layers.1.weight  I8    (40,70)  C     zN  [3, 3, 16, 32]  2.73 KiB  4.50 KiB"
    );
    assert!(sums.starts_with("2 relaid, 2 copied; out.safetensors has "), "{sums}");
    assert!(sums.ends_with("/s; read back, and the same\n"), "{sums}");

    let text = printed(&folder.relayout(&[&arguments[..], &["--json"]].concat()));
    let answer: Value = serde_json::from_str(&text).unwrap();
    let length = folder.read("out.safetensors").len();
    assert_eq!(answer["bytes_written"], json!(length));
    assert_eq!(answer["bytes_read"], json!(1200 + 40 + 2800 + 4));
    assert_eq!(answer["verified"], json!(true));
    assert!(answer["seconds"].as_f64().unwrap() > 0.0);
    let expected = json!({
        "name": "layers.0.weight", "type": "BF16", "relaid": true, "shape": [20, 30], "stored_shape": [2, 2, 16, 16],
        "from": "C", "from_layout": "(20,30):(30,1)",
        "to": "zN", "to_layout": "((16,2),(16,2)):((16,256),(1,512)) of (20,30)",
        "bytes_read": 1200, "bytes_written": 2048,
    });
    assert_eq!(answer["tensors"][0], expected);
    assert_eq!(answer["tensors"][1]["relaid"], json!(false));

    let plan = ["model.safetensors", "--to", "zN", "--tensor", "*.0.weight", "--plan"];
    let text = printed(&folder.relayout(&plan));
    assert!(text.contains("\n1 relaid, 3 copied\n\nlayers.0.weight: (20,30):(30,1)\n  -> ((16,2)"), "{text}");
    let text = printed(&folder.relayout(&[&plan[..], &["--json"]].concat()));
    let answer: Value = serde_json::from_str(&text).unwrap();
    assert!(answer["tensors"][0]["plan"].is_string() && answer["seconds"].is_null(), "{text}");
    assert_eq!(folder.names(), ["model.safetensors", "out.safetensors"]);
}

/// Of many arrays, people are shown the first ones.
#[test]
fn many_arrays() {
    let folder = Folder::new();
    let array = |number| (format!("x{number}"), "I16", vec![2, 3], noise(12));
    folder.write("in.safetensors", safetensors(&(0..100).map(array).collect::<Vec<_>>()));
    let arguments = ["in.safetensors", "out.safetensors", "--to", "F", "--verify"];
    let text = printed(&folder.relayout(&arguments));
    assert_eq!(text.lines().count(), 1 + 64 + 3);
    assert!(text.contains("\n\nshown: 64 of 100 arrays; --json has all\n100 relaid, 0 copied; "), "{text}");
    let text = printed(&folder.relayout(&[&arguments[..], &["--json"]].concat()));
    let answer: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(answer["tensors"].as_array().unwrap().len(), 100);
}

/// What cannot be asked for, and why.
#[test]
fn layouts_that_are_none() {
    let folder = Folder::new();
    folder.write("model.safetensors", model());
    let known = "a recipe, C, F, an order such as (1,0), a format such as zN, a layout of XLA such as {1,0:T(8,128)}, \
        of CuTe such as (2,3):(1,2) or Sw<2,0,3> o (8,8):(8,1), tile_to_shape(BLOCK) or a tag such as aBcd16b";
    let weight = "model.safetensors: layers.0.weight:";
    let others = "--tensor chooses arrays, and a rule in front of others keeps some as they are: \
                  `tensor = \"*norm*\"`, `to = \"C\"`";
    for (to, expected) in [
        ("blah", format!("`blah` is no layout: it is {known}")),
        ("asend.nz", format!("`asend.nz` is no layout: it is {known}; is `ascend.nz` meant?")),
        ("(1,1)", String::from("(1,1) is no order of the dimensions: it names each from 0 on once")),
        ("(0,1,2)", format!("{weight} the layout is for 3 dimensions, the array has 2; {others}")),
        (
            "(2,3):(3,1)",
            format!(
                "{weight} (2,3):(3,1) is a layout of (2,3), the array is (20,30); where the rest is padding, \
                 say so behind it, `of (20,30)`"
            ),
        ),
        ("(20,30):(1,1)", format!("{weight} (20,30):(1,1) has, or may have, two elements at one place")),
        ("(20,30):(-30,1)", format!("{weight} (20,30):(-30,1) has offsets below that of its first element")),
        ("(20,30):(1@0,1@1)", format!("{weight} (20,30):(1@0,1@1) has strides that are no integers")),
        ("f32[20,30]{1,0}", format!("{weight} f32[20,30]{{1,0}} has elements of 32 bits, the array has 16")),
        ("bf16[20,31]{1,0}", format!("{weight} bf16[20,31]{{1,0}} is not the array, which is (20,30)")),
        (
            "{1,0:T(8,128)L(4)}",
            format!(
                "{weight} {{1,0:T(8,128)L(4)}} has bytes beside those of its elements, which a file has not"
            ),
        ),
        (
            "{1,0:T(8,128)E(4)}",
            format!(
                "{weight} {{1,0:T(8,128)E(4)}} is no layout of elements packed to 16 bits, as files have them: E(16)"
            ),
        ),
        (
            "tile_to_shape((2,3):(3,1),(0))",
            String::from("the order (0) has not a number for each mode of (2,3):(3,1)"),
        ),
    ] {
        let arguments = ["model.safetensors", "out.safetensors", "--to", to, "--tensor", "layers.0.weight"];
        refused(&folder.relayout(&arguments), 2, &format!("error: {expected}"));
    }
    let output = folder.relayout(&["model.safetensors", "out.safetensors", "--to", "{1,0:T(8,128"]);
    refused(
        &output,
        2,
        "error: this is no layout\n  |\n  | {1,0:T(8,128\n  |             ^ expected `,` or `)`, found the end",
    );
    let output = folder.relayout(&["model.safetensors", "out.safetensors", "--to", "zN"]);
    refused(
        &output,
        2,
        &format!(
            "error: model.safetensors: layers.0.bias: the layout is for 2 dimensions, the array has 1; {others}"
        ),
    );
    assert_eq!(folder.names(), ["model.safetensors"]);
}

/// The help has a worked example and all recipes.
#[test]
fn help() {
    let text = printed(&tilework(&["relayout", "--help"]));
    for part in
        ["npu.safetensors back.safetensors --to C --verify", "[[rule]]", "ascend.nz", "blackwell.scales"]
    {
        assert!(text.contains(part), "{text}");
    }
}
