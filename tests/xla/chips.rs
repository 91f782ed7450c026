//! Layouts of chips: every element where the documents of the chip have it, and as many bytes as they fill.
use crate::array;
use std::collections::HashSet;
use tilework::xla::{ArrayShape, Candidate, Chip, LinearIndex, Tiling, TpuGeneration};

fn candidate(array: &ArrayShape, chip: Chip, name: &str) -> Candidate {
    chip.candidates(array).unwrap().into_iter().find(|found| found.name == name).unwrap()
}

/// Each element of a batch of matrices is where a function has it, and the matrices fill so many elements.
fn assert_is(
    (batch, rows, columns): (i64, i64, i64),
    (element, bits): (&str, i64),
    (chip, name): (Chip, &str),
    (size, place): (i64, impl Fn(i64, i64) -> i64),
) {
    let shape = array(&format!("{element}[{batch},{rows},{columns}]"));
    let found = candidate(&shape, chip, name);
    assert_eq!(found.padded_bytes, batch * size * bits / 8, "{shape} as {name}");
    let places = LinearIndex::new(&shape.with_layout(found.layout).unwrap(), Tiling::All).unwrap();
    let mut seen = HashSet::new();
    for (number, row, column) in
        (0..batch).flat_map(|n| (0..rows).flat_map(move |r| (0..columns).map(move |c| (n, r, c))))
    {
        let expected = number * size + place(row, column);
        assert_eq!(places.at(&[number, row, column]), Ok(expected), "{name} at {number}, {row}, {column}");
        assert!(expected < batch * size && seen.insert(expected));
    }
}

fn up(size: i64, to: i64) -> i64 {
    (size + to - 1) / to * to
}

const SIZES: [(i64, i64, i64); 6] =
    [(1, 1, 1), (2, 16, 32), (3, 17, 5), (1, 100, 50), (2, 33, 65), (1, 5, 130)];

#[test]
fn fractals_of_ascend() {
    for (element, bits) in [("s4", 4), ("s8", 8), ("f16", 16), ("bf16", 16), ("f32", 32), ("f64", 64)] {
        let line = 256 / bits;
        for size @ (_, rows, columns) in SIZES {
            // the formulas of TLA: line by line inside of a fractal, and fractal by fractal
            let fractal = 16 * line;
            let lie = |high: i64, wide: i64, in_line: bool, down: bool| {
                move |row: i64, column: i64| {
                    let (r, c) = (row % high, column % wide);
                    let inside = if in_line { r * wide + c } else { c * high + r };
                    let (across, below) = (up(columns, wide) / wide, up(rows, high) / high);
                    let between = match down {
                        true => column / wide * below + row / high,
                        false => row / high * across + column / wide,
                    };
                    between * fractal + inside
                }
            };
            let (by_rows, by_columns) = (up(rows, 16) * up(columns, line), up(rows, line) * up(columns, 16));
            let check = |name, filled, place: &dyn Fn(i64, i64) -> i64| {
                assert_is(size, (element, bits), (Chip::Ascend, name), (filled, place));
            };
            check("zN", by_rows, &lie(16, line, true, true));
            check("zZ", by_rows, &lie(16, line, true, false));
            check("nZ", by_columns, &lie(line, 16, false, false));
            check("nN", by_columns, &lie(line, 16, false, true));
            if bits >= 8 {
                check("RowMajor", rows * columns, &|row, column| row * columns + column);
                check("ColumnMajor", rows * columns, &|row, column| column * rows + row);
            }
        }
    }
}

#[test]
fn tiles_of_tenstorrent() {
    for (element, bits) in [("bf16", 16), ("f32", 32), ("u8", 8)] {
        for size @ (_, rows, columns) in SIZES {
            let place = |row: i64, column: i64| {
                let tile = row / 32 * (up(columns, 32) / 32) + column / 32;
                let face = row % 32 / 16 * 2 + column % 32 / 16;
                (tile * 4 + face) * 256 + row % 16 * 16 + column % 16
            };
            let filled = up(rows, 32) * up(columns, 32);
            assert_is(size, (element, bits), (Chip::Tenstorrent, "TILE_LAYOUT"), (filled, place));
        }
    }
    // the shape of tenstorrent/tt-xla issue 4761: 10 MB are 5 GB
    let shape = array("f32[1,4096,5,64,1,2]");
    assert_eq!(candidate(&shape, Chip::Tenstorrent, "ROW_MAJOR_LAYOUT").padded_bytes, 10_485_760);
    assert_eq!(candidate(&shape, Chip::Tenstorrent, "TILE_LAYOUT").padded_bytes, 512 * 10_485_760);
    // a vector is one row of a tile, and a number is one place of it
    assert_eq!(candidate(&array("f32[33]"), Chip::Tenstorrent, "TILE_LAYOUT").padded_bytes, 2 * 4096);
    assert_eq!(candidate(&array("f32[]"), Chip::Tenstorrent, "TILE_LAYOUT").padded_bytes, 4096);
}

#[test]
fn what_is_not_known_is_said() {
    for (chip, text) in [
        (Chip::Tenstorrent, "f64[2,2]"),
        (Chip::Tenstorrent, "pred[2]"),
        (Chip::Ascend, "c64[2,2]"),
        (Chip::Ascend, "s2[2,2]"),
    ] {
        let refusal = chip.candidates(&array(text)).unwrap_err().to_string();
        assert!(refusal.contains(" known"), "{refusal}");
    }
    for chip in Chip::ALL {
        assert_eq!(chip.name().parse(), Ok(chip));
        assert!(chip.candidates(&array("u8[4611686018427387904,1]")).is_err(), "{chip}");
        assert!(!chip.candidates(&array("f32[0,3]")).unwrap().is_empty(), "{chip}");
    }
    assert!("v9".parse::<Chip>().is_err());
}

#[test]
fn chips_have_names_and_rules() {
    let names = ["ascend", "tenstorrent"].map(|name| name.parse::<Chip>().unwrap());
    assert_eq!(names, [Chip::Ascend, Chip::Tenstorrent]);
    assert_eq!(Chip::ALL.len(), TpuGeneration::ALL.len() + 2);
    for chip in Chip::ALL {
        let (tiles, tiled) = match chip {
            Chip::Tpu(generation) => {
                assert_eq!(generation.name().parse(), Ok(chip));
                ("tiles of 8 by 128", None)
            }
            Chip::Ascend => ("fractals of 16 lines of 32 bytes", Some("zN")),
            Chip::Tenstorrent => ("tiles of 32 by 32", Some("TILE_LAYOUT")),
        };
        assert!(chip.rule().starts_with(tiles), "{chip}: {}", chip.rule());
        assert_eq!((chip.tiled(), format!("{chip:>12}")), (tiled, format!("{:>12}", chip.name())));
    }
    // widths below that of a byte are said, no others
    for (element, stored) in [("s4", "E(4)"), ("s8", ""), ("f16", "")] {
        let found = candidate(&array(&format!("{element}[16,64]")), Chip::Ascend, "zN");
        assert_eq!(found.layout.element_size_in_bits() != 0, !stored.is_empty(), "{element}");
        assert!(found.layout.to_string().ends_with(&format!("{stored}}}")), "{}", found.layout);
    }
    // one order of no dimension or of one, and one for each pair of most minor ones
    for (dimensions, orders) in [("", 1), ("3", 1), ("3,3", 2), ("3,3,3", 6), ("3,3,3,3", 12)] {
        let found = Chip::Tpu(TpuGeneration::V4).candidates(&array(&format!("f32[{dimensions}]"))).unwrap();
        assert_eq!(found.len(), orders, "f32[{dimensions}]");
    }
}
