//! What the vendors' documents say, evaluated point by point.
use super::{atom, parts};
use tilework::atlas;
use tilework::dynamic::DynTuple;
use tilework::dynamic::format::{ElementBits, Format, make_layout};

/// Compares an atom with `(thread, value) -> coordinate`.
#[track_caller]
fn is(name: &str, formula: impl Fn(usize, usize) -> (usize, usize)) {
    let atom = atom(name);
    for thread in 0..atom.threads() {
        for value in 0..atom.values() {
            let (i, j) = formula(thread, value);
            assert!(
                i < atom.tile[0] && j < atom.tile[1],
                "{name}: the formula leaves the tile at {thread}, {value}"
            );
            assert_eq!(
                atom.element(thread, value),
                Some(i + atom.tile[0] * j),
                "{name} at {thread}, {value}"
            );
        }
    }
}

/// PTX ISA, `groupID` and `threadID_in_group` of `%laneid`.
fn group(lane: usize) -> (usize, usize) {
    (lane >> 2, lane % 4)
}

#[test]
fn mma_as_ptx_says() {
    // m8n8k4 with .f16: lanes of the quad pair are 0-3 and 16-19
    let lane = |thread: usize| thread % 4 + 16 * (thread / 4);
    let quarter = |lane: usize| lane % 4 + if lane < 16 { 0 } else { 4 };
    is("mma.m8n8k4.row.A", |t, i| (quarter(lane(t)), i));
    is("mma.m8n8k4.col.A", |t, i| (i % 4 + if lane(t) < 16 { 0 } else { 4 }, lane(t) % 4));
    is("mma.m8n8k4.row.B", |t, i| (if lane(t) < 16 { i } else { i + 4 }, lane(t) % 4));
    is("mma.m8n8k4.col.B", |t, i| (quarter(lane(t)), i));
    is("mma.m8n8k4.f16.C", |t, i| (quarter(lane(t)), i));
    is("mma.m8n8k4.f32.C", |t, i| {
        let x = (lane(t) & 1) + (i & 2);
        (if lane(t) < 16 { x } else { x + 4 }, (i & 4) + (lane(t) & 2) + (i & 1))
    });
    is("mma.m8n8k4.f64.A", |t, _| group(t));
    is("mma.m8n8k4.f64.B", |t, _| group(t));
    // eight rows and columns: one register of factors
    for (name, per_register) in [("mma.m8n8k16.s8", 4), ("mma.m8n8k32.s4", 8), ("mma.m8n8k128.b1", 32)] {
        for role in ["A", "B"] {
            is(&format!("{name}.{role}"), |t, i| (group(t).0, group(t).1 * per_register + i));
        }
        is(&format!("{name}.C"), |t, i| (group(t).0, group(t).1 * 2 + (i & 1)));
    }
    // sixteen rows: row and col of each ai and bi
    is("mma.m16n8k4.tf32.A", |t, i| (if i == 0 { group(t).0 } else { group(t).0 + 8 }, group(t).1));
    is("mma.m16n8k4.tf32.B", |t, _| group(t));
    is("mma.m16n8k8.f16.A", |t, i| {
        (if i < 2 { group(t).0 } else { group(t).0 + 8 }, group(t).1 * 2 + (i & 1))
    });
    is("mma.m16n8k8.f16.B", |t, i| (group(t).0, group(t).1 * 2 + i));
    for kind in ["tf32", "f64"] {
        is(&format!("mma.m16n8k8.{kind}.A"), |t, i| {
            (
                if i % 2 == 0 { group(t).0 } else { group(t).0 + 8 },
                if i < 2 { group(t).1 } else { group(t).1 + 4 },
            )
        });
        is(&format!("mma.m16n8k8.{kind}.B"), |t, i| {
            (group(t).0, if i == 0 { group(t).1 } else { group(t).1 + 4 })
        });
    }
    is("mma.m16n8k16.f16.A", |t, i| {
        let row = if i < 2 || (4..6).contains(&i) { group(t).0 } else { group(t).0 + 8 };
        let column = group(t).1 * 2 + (i & 1);
        (row, if i < 4 { column } else { column + 8 })
    });
    is("mma.m16n8k16.f16.B", |t, i| {
        let row = group(t).1 * 2 + (i & 1);
        (group(t).0, if i < 2 { row } else { row + 8 })
    });
    is("mma.m16n8k16.f64.A", |t, i| {
        (if i % 2 == 0 { group(t).0 } else { group(t).0 + 8 }, i / 2 * 4 + group(t).1)
    });
    is("mma.m16n8k16.f64.B", |t, i| (group(t).0, group(t).1 + i * 4));
    is("mma.m16n8k16.s8.A", |t, i| {
        (if i < 4 { group(t).0 } else { group(t).0 + 8 }, group(t).1 * 4 + (i & 3))
    });
    is("mma.m16n8k16.s8.B", |t, i| (group(t).0, group(t).1 * 4 + i));
    for kind in ["s8", "e4m3"] {
        is(&format!("mma.m16n8k32.{kind}.A"), |t, i| {
            let row = if i < 4 || (8..12).contains(&i) { group(t).0 } else { group(t).0 + 8 };
            let column = group(t).1 * 4 + (i & 3);
            (row, if i < 8 { column } else { column + 16 })
        });
        is(&format!("mma.m16n8k32.{kind}.B"), |t, i| {
            let row = group(t).1 * 4 + (i & 3);
            (group(t).0, if i < 4 { row } else { row + 16 })
        });
    }
    is("mma.m16n8k32.s4.A", |t, i| {
        (if i < 8 { group(t).0 } else { group(t).0 + 8 }, group(t).1 * 8 + (i & 7))
    });
    is("mma.m16n8k32.s4.B", |t, i| (group(t).0, group(t).1 * 8 + (i & 7)));
    for kind in ["s4", "e2m1"] {
        is(&format!("mma.m16n8k64.{kind}.A"), |t, i| {
            let row = if i < 8 || (16..24).contains(&i) { group(t).0 } else { group(t).0 + 8 };
            let column = group(t).1 * 8 + (i & 7);
            (row, if i < 16 { column } else { column + 32 })
        });
        is(&format!("mma.m16n8k64.{kind}.B"), |t, i| {
            let row = group(t).1 * 8 + (i & 7);
            (group(t).0, if i < 8 { row } else { row + 32 })
        });
    }
    is("mma.m16n8k128.b1.A", |t, i| {
        (if i < 32 { group(t).0 } else { group(t).0 + 8 }, group(t).1 * 32 + (i & 31))
    });
    is("mma.m16n8k128.b1.B", |t, i| (group(t).0, group(t).1 * 32 + i));
    is("mma.m16n8k256.b1.A", |t, i| {
        let row = if i < 32 || (64..96).contains(&i) { group(t).0 } else { group(t).0 + 8 };
        let column = group(t).1 * 32 + (i & 31);
        (row, if i < 64 { column } else { column + 128 })
    });
    is("mma.m16n8k256.b1.B", |t, i| {
        let row = group(t).1 * 32 + (i & 31);
        (group(t).0, if i < 32 { row } else { row + 128 })
    });
    for atom in atlas::all()
        .filter(|atom| matches!(parts(atom), ["mma" | "mma_sp", shape, _, "C"] if shape.starts_with("m16")))
    {
        is(atom.name, |t, i| (if i < 2 { group(t).0 } else { group(t).0 + 8 }, group(t).1 * 2 + (i & 1)));
    }
}

/// `firstcol` and `lastcol` say in which columns the stored elements of a register may be.
#[test]
fn sparse_mma_as_ptx_says() {
    for (name, wide) in [("m16n8k8.tf32", 2), ("m16n8k16.f16", 4), ("m16n8k32.s8", 8), ("m16n8k64.s4", 16)] {
        is(&format!("mma_sp.{name}.A"), |t, i| {
            (if i < wide { group(t).0 } else { group(t).0 + 8 }, group(t).1 * wide + i % wide)
        });
    }
    let twice = [("m16n8k16.tf32", 2), ("m16n8k32.bf16", 4), ("m16n8k64.e4m3", 8), ("m16n8k128.u4", 16)];
    for (name, wide) in twice {
        is(&format!("mma_sp.{name}.A"), |t, i| {
            let row = if i < wide || (2 * wide..3 * wide).contains(&i) { group(t).0 } else { group(t).0 + 8 };
            let column = group(t).1 * wide + i % wide;
            (row, if i < 2 * wide { column } else { column + 4 * wide })
        });
        is(&format!("mma_sp.{name}.B"), |t, i| {
            let held = wide / 2;
            (group(t).0, group(t).1 * held + i % held + i / held * 4 * held)
        });
    }
}

#[test]
fn wgmma_as_ptx_says() {
    let row = |t: usize, i: usize, wide: usize| t / 32 * 16 + t % 32 / 4 + 8 * (i / wide % 2);
    for (name, wide) in [("k8.tf32", 1), ("k16.bf16", 2), ("k32.e5m2", 4), ("k256.b1", 32)] {
        is(&format!("wgmma.m64n64{name}.A"), |t, i| {
            (row(t, i, wide), t % 4 * wide + i % wide + i / (2 * wide) * 4 * wide)
        });
    }
    for columns in (8..=256).step_by(8) {
        is(&format!("wgmma.m64n{columns}k16.f16.C"), |t, i| (row(t, i, 2), i / 4 * 8 + t % 4 * 2 + i % 2));
    }
}

#[test]
fn matrices_move_as_ptx_says() {
    for (count, name) in [(1, "x1"), (2, "x2"), (4, "x4")] {
        for kind in ["b16", "trans"] {
            for (address, registers) in
                [("ldmatrix", "S", "D"), ("stmatrix", "D", "S")].map(|(family, address, registers)| {
                    (
                        format!("{family}.{name}.{kind}.{address}"),
                        format!("{family}.{name}.{kind}.{registers}"),
                    )
                })
            {
                // threads 0-7 have the addresses of the rows of the first matrix, 8-15 of the second, and so on
                is(&address, |t, v| (t % (8 * count), v));
                is(&registers, |t, v| {
                    let (matrix, row, column) = (v / 2, t / 4, t % 4 * 2 + v % 2);
                    if kind == "trans" { (8 * matrix + column, row) } else { (8 * matrix + row, column) }
                });
            }
        }
    }
    is("movmatrix.m8n8.trans.S", |t, v| (t / 4, t % 4 * 2 + v));
    is("movmatrix.m8n8.trans.D", |t, v| (t % 4 * 2 + v, t / 4));
}

#[test]
fn tensor_memory_as_ptx_says() {
    is("tcgen05.m128n64k16.f16.C", |lane, column| (lane, column));
    is("tcgen05.m256n64k16.f16.C", |lane, column| (lane, column));
    is("tcgen05.m64n64k16.f16.C", |lane, column| (lane, column));
    let lanes = atom("tcgen05.m64n64k16.f16.C").lane_layout();
    // layout F: sixteen lanes of each warp
    assert!(
        lanes
            .offsets()
            .map(|lane| lane.to_string())
            .eq((0..64).map(|row| (row / 16 * 32 + row % 16).to_string()))
    );
    is("tcgen05_ld.s32x32b_x8.b32.D", |t, v| (t, v));
    is("tcgen05_ld.s16x128b_x2.b32.D", |t, v| (t / 4 + 8 * (v % 2), t % 4 + v / 2 * 4));
    is("tcgen05_ld.s16x256b_x4.b32.D", |t, v| (t / 4 + 8 * (v / 2 % 2), t % 4 * 2 + v % 2 + v / 4 * 8));
}

/// AMD's matrix instruction calculator goes from the element to the lane and the value: all elements, all instructions.
#[test]
fn mfma_as_the_calculator_says() {
    let mut count = 0;
    for atom in atlas::all().filter(|atom| parts(atom)[0] == "mfma") {
        let [_, shape, kind, role] = parts(atom);
        let (rows, blocks) = (atom.tile[0], atom.tile.get(2).copied().unwrap_or(1));
        let place = |i: usize, j: usize, block: usize| match role {
            // the deepest products of 8 bits: the blog on matrix cores of CDNA4
            "A" | "B" if shape == "m32n32k64" && kind != "e2m1" => {
                (i + j / 16 % 2 * 32, j / 32 * 16 + j % 16)
            }
            "A" | "B" => {
                let in_a_lane = atom.tile[1] / (64 / (rows * blocks));
                (block * rows + j / in_a_lane * rows * blocks + i, j % in_a_lane)
            }
            _ => {
                let height = if kind == "f64" { 1 } else { 4 };
                let beside = 64 / rows;
                let blocks_beside = 64_usize.div_ceil(rows * rows / height);
                let value = block * (rows * rows / 64) + i / (height * beside) * height + i % height;
                (block % blocks_beside * rows + i / height % beside * blocks_beside * rows + j, value)
            }
        };
        for block in 0..blocks {
            for j in 0..atom.tile[1] {
                for i in 0..rows {
                    let (lane, value) = place(i, j, block);
                    let element = i + rows * (j + atom.tile[1] * block);
                    assert_eq!(
                        atom.element(lane, value),
                        Some(element),
                        "{} at {i}, {j} of {block}",
                        atom.name
                    );
                }
            }
        }
        count += 1;
    }
    assert!(count > 120, "{count} operands");
}

#[test]
fn wmma_as_the_calculator_says() {
    for atom in atlas::all().filter(|atom| parts(atom)[0].starts_with("rdna")) {
        let half = atom.tile[1] / 2;
        match parts(atom) {
            ["rdna3", .., "C"] => is(atom.name, |lane, v| (2 * v + lane / 16, lane % 16)),
            ["rdna3", ..] => is(atom.name, |lane, v| (lane % 16, v)),
            [.., "C"] => is(atom.name, |lane, v| (8 * (lane / 16) + v, lane % 16)),
            _ => is(atom.name, |lane, v| (lane % 16, lane / 16 * half + v)),
        }
    }
}

/// The operation of `TDPBSSD` and `TDPBF16PS`: row `m` of A, row `k` of B, and in both dword `n` or `k`.
#[test]
fn amx_as_the_manual_says() {
    for (name, group) in
        [("m16n16k32.bf16", 2), ("m16n16k32.f16", 2), ("m16n16k64.s8", 4), ("m16n16k64.u8", 4)]
    {
        is(&format!("amx.{name}.A"), |row, place| (row, place));
        is(&format!("amx.{name}.C"), |row, place| (row, place));
        is(&format!("amx.{name}.B"), |row, place| (place / group, row * group + place % group));
    }
}

#[test]
fn dpas_as_the_extension_says() {
    is("dpas.m8n8k16.f16.A", |item, v| (v / 2, 2 * item + v % 2));
    is("dpas.m8n8k32.s8.A", |item, v| (v / 4, 4 * item + v % 4));
    is("dpas.m8n16k16.bf16.A", |item, v| (v, item));
    is("dpas.m8n16k32.u8.A", |item, v| (v / 2, 2 * item + v % 2));
    for name in ["m8n8k16.f16", "m8n8k32.s8", "m8n16k16.bf16", "m8n16k32.u8"] {
        is(&format!("dpas.{name}.B"), |item, v| (item, v));
        is(&format!("dpas.{name}.C"), |item, v| (v, item));
    }
}

/// Fractals are those of TLA's formats: rows and columns of one fractal of the matrix, 32 bytes a line.
#[test]
fn cubes_as_the_formats_say() {
    for (name, bits, depth) in [("m16n16k8.f32", 32, 8), ("m16n16k16.f16", 16, 16), ("m16n16k32.s8", 8, 32)] {
        let element = ElementBits::new(bits).expect("a width");
        let a = make_layout(Format::zZ, 16, depth, element).expect("a fractal");
        let b = make_layout(Format::nZ, depth, 16, element).expect("a fractal");
        let c = make_layout(Format::L0C, 16, 16, element).expect("a fractal");
        for (role, layout, is_turned) in [("A", a, false), ("B", b, true), ("C", c, false)] {
            let atom = atom(&format!("cube.{name}.{role}"));
            for element in 0..atom.tile[0] * atom.tile[1] {
                let (i, j) = (element % atom.tile[0], element / atom.tile[0]);
                let (row, column) = if is_turned { (j, i) } else { (i, j) };
                let coordinate =
                    DynTuple::flat([row, column].map(|index| i64::try_from(index).expect("small")));
                let offset = layout
                    .offset(&coordinate)
                    .expect("inside")
                    .to_string()
                    .parse::<usize>()
                    .expect("an offset");
                let (line, place) = (offset / atom.values(), offset % atom.values());
                assert_eq!(atom.element(line, place), Some(element), "{} at {i}, {j}", atom.name);
            }
        }
    }
}
