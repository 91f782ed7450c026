//! Plans of copies: each element at its coordinate, whatever the layouts, pieces and sizes of elements.

use super::with_extent;
use proptest::prelude::*;
use tilework::dynamic::DynLayout;
use tilework::kernel::relayout::{Plan, PlanError};
use tilework::prelude::{View, ViewMut, copy, layout};

/// A mode of some size cut into leaves, and in which order the leaves lie in memory.
#[derive(Clone, Debug)]
struct Cut {
    leaves: Vec<i64>,
    keys: Vec<u32>,
}

/// Two ways to cut each of up to three modes into leaves whose products refine each other, with an extent that may end
/// anywhere in the last leaf.
fn pairs() -> impl Strategy<Value = (DynLayout, DynLayout)> {
    let leaf = prop_oneof![Just(1_i64), Just(2), Just(3), Just(4), Just(8), Just(16)];
    let mode = (proptest::collection::vec(leaf, 0..4), 1..20_i64, any::<[bool; 6]>(), any::<[u32; 8]>());
    proptest::collection::vec(mode, 1..4).prop_flat_map(|modes| {
        // a few thousand elements
        let most = [10_000, 100, 24][modes.len() - 1];
        let made: Vec<_> = modes
            .into_iter()
            .map(|(mut leaves, last, joins, keys)| {
                while leaves.iter().product::<i64>() * last > most {
                    leaves.pop();
                }
                let extent: i64 = leaves.iter().product::<i64>() * last - i64::from(keys[7] % 3);
                let extent = extent.max(1);
                // from both ends of the choices
                let side = |joins: &[bool], first: usize| Cut {
                    leaves: joined(&leaves, last, joins),
                    keys: keys[first..].iter().chain(&keys).copied().collect(),
                };
                (side(&joins[..3], 0), side(&joins[3..], 3), extent)
            })
            .collect();
        Just((
            layout(made.iter().map(|mode| (&mode.0, mode.2)).collect()),
            layout(made.iter().map(|mode| (&mode.1, mode.2)).collect()),
        ))
    })
}

/// The leaves of a mode and the last one, where some of them are joined.
pub(super) fn joined(leaves: &[i64], last: i64, joins: &[bool]) -> Vec<i64> {
    let mut joined: Vec<i64> = Vec::new();
    for (i, &leaf) in leaves.iter().chain([&last]).enumerate() {
        match joined.last_mut() {
            Some(before) if joins[i % 3] => *before *= leaf,
            _ => joined.push(leaf),
        }
    }
    joined
}

/// A compact layout: strides by the order of the keys, some of them negative.
fn layout(modes: Vec<(&Cut, i64)>) -> DynLayout {
    let mut places: Vec<(u32, usize, usize)> = Vec::new();
    for (mode, (cut, _)) in modes.iter().enumerate() {
        for leaf in 0..cut.leaves.len() {
            places.push((cut.keys[leaf].rotate_left(mode as u32 * 7), mode, leaf));
        }
    }
    places.sort_unstable();
    let mut strides: Vec<Vec<i64>> = modes.iter().map(|(cut, _)| vec![0; cut.leaves.len()]).collect();
    let mut stride = 1;
    for (key, mode, leaf) in places {
        strides[mode][leaf] = if key % 5 == 0 { -stride } else { stride };
        stride *= modes[mode].0.leaves[leaf];
        // a hole now and then
        stride += i64::from(key % 7 == 0);
    }
    let list = |of: &dyn Fn(usize) -> String| {
        let modes: Vec<String> = (0..modes.len()).map(of).collect();
        format!("({})", modes.join(","))
    };
    let tuple = |leaves: &[i64]| {
        let leaves: Vec<String> = leaves.iter().map(i64::to_string).collect();
        format!("({})", leaves.join(","))
    };
    let shape = list(&|mode| tuple(&modes[mode].0.leaves));
    let stride = list(&|mode| tuple(&strides[mode]));
    let extents: Vec<i64> = modes.iter().map(|mode| mode.1).collect();
    format!("{shape}:{stride}").parse::<DynLayout>().unwrap().with_extent(&extents).unwrap()
}

/// The offsets of all coordinates, from the least offset of the shape on, by the definition.
fn places(layout: &DynLayout) -> Vec<usize> {
    let extents: Vec<i64> = layout.extents().leaves().to_vec();
    let least: i64 = layout
        .shape()
        .leaves()
        .iter()
        .zip(layout.leaves())
        .map(|(_, leaf)| match leaf.stride {
            tilework::dynamic::Stride::Int(stride) => (leaf.extent - 1) * stride.min(0),
            _ => unreachable!(),
        })
        .sum();
    let total: i64 = extents.iter().product();
    let modes: Vec<_> = layout.modes().collect();
    (0..total)
        .map(|mut index| {
            let mut offset = 0;
            for (mode, extent) in modes.iter().zip(&extents) {
                let mut digit = index % extent;
                index /= extent;
                for leaf in mode.leaves() {
                    let tilework::dynamic::Stride::Int(stride) = leaf.stride else { unreachable!() };
                    offset += digit % leaf.extent * stride;
                    digit /= leaf.extent;
                }
            }
            usize::try_from(offset - least).unwrap()
        })
        .collect()
}

/// Element number `place` of storage, in so many bits.
fn read(storage: &[u8], place: usize, bits: u32) -> Vec<u8> {
    match bits {
        4 => vec![storage[place / 2] >> (place % 2 * 4) & 15],
        _ => storage[place * bits as usize / 8..][..bits as usize / 8].to_vec(),
    }
}

/// How storage begins for nibbles: offset 0 is in the lower half of a byte.
fn shifted(places: Vec<usize>, layout: &DynLayout, bits: u32) -> Vec<usize> {
    let below: i64 = layout
        .leaves()
        .iter()
        .map(|leaf| match leaf.stride {
            tilework::dynamic::Stride::Int(stride) => (1 - leaf.extent) * stride.min(0),
            _ => unreachable!(),
        })
        .sum();
    let shift = usize::from(bits == 4 && below % 2 == 1);
    places.into_iter().map(|place| place + shift).collect()
}

fn check((src, dst): (&DynLayout, &DynLayout), bits: u32, piece: usize) -> Result<(), TestCaseError> {
    let plan = match Plan::from_dynamic(src, dst, bits) {
        Ok(plan) => plan,
        Err(error) => return Err(TestCaseError::fail(format!("{src} to {dst}: {error}"))),
    };
    let (from, to) = plan.len_bytes();
    // not the least value twice in a row, in any unit
    let source: Vec<u8> = (0..from).map(|i| (i.wrapping_mul(0x9e37_79b9) >> 13) as u8).collect();
    let mut target = vec![0xa5; to];
    plan.run_bytes(&source, &mut target).unwrap();
    let (reads, writes) = (shifted(places(src), src, bits), shifted(places(dst), dst, bits));
    let mut written = vec![false; to * 8 / bits as usize];
    for (&read_at, &write_at) in reads.iter().zip(&writes) {
        prop_assert_eq!(
            read(&source, read_at, bits),
            read(&target, write_at, bits),
            "{} to {}, {} bits\n{}",
            src,
            dst,
            bits,
            &plan
        );
        written[write_at] = true;
    }
    // nothing else is written
    let untouched = read(&[0xa5; 16], 0, bits);
    for (place, _) in written.iter().enumerate().filter(|(_, written)| !**written) {
        // of a byte the halves differ
        let untouched = if bits == 4 && place % 2 == 1 { &vec![0xa] } else { &untouched };
        prop_assert_eq!(&read(&target, place, bits), untouched);
    }
    // the same in pieces
    let pieces = in_pieces(&plan, &source, piece)?;
    prop_assert_eq!(&pieces, &target, "{} to {}, {} bits, pieces of {}", src, dst, bits, piece);
    check_padding(&plan, dst, (bits, piece), target)
}

/// What a plan writes, in pieces of so many bytes that follow each other; 0xa5 where it writes nothing.
pub(super) fn in_pieces(plan: &Plan, source: &[u8], piece: usize) -> Result<Vec<u8>, TestCaseError> {
    let mut pieces = Vec::new();
    for part in plan.pieces(piece) {
        prop_assert_eq!(part.range().start, pieces.len());
        let mut buffer = vec![0xa5; part.range().len()];
        part.run(source, &mut buffer).unwrap();
        pieces.extend(buffer);
    }
    Ok(pieces)
}

/// Padding is filled, whole and in pieces, and nothing else.
fn check_padding(
    plan: &Plan,
    dst: &DynLayout,
    (bits, piece): (u32, usize),
    before: Vec<u8>,
) -> Result<(), TestCaseError> {
    let value: Vec<u8> = (0..bits.div_ceil(8)).map(|byte| 0x31 + byte as u8).collect();
    let in_shape = shifted(places(&dst.clone().padded()), dst, bits);
    let mut is_element = vec![false; before.len() * 8 / bits as usize];
    shifted(places(dst), dst, bits).into_iter().for_each(|place| is_element[place] = true);
    let mut expected = before.clone();
    for &place in in_shape.iter().filter(|&&place| !is_element[place]) {
        match bits {
            4 => {
                let shift = place % 2 * 4;
                expected[place / 2] = expected[place / 2] & !(0xf << shift) | (value[0] & 0xf) << shift;
            }
            _ => expected[place * value.len()..][..value.len()].copy_from_slice(&value),
        }
    }
    let mut filled = before.clone();
    plan.fill_padding(&value, &mut filled).unwrap();
    prop_assert_eq!(&filled, &expected, "{}, {} bits", dst, bits);
    let mut pieces = before;
    for part in plan.pieces(piece) {
        part.fill_padding(&value, &mut pieces[part.range()]).unwrap();
    }
    prop_assert_eq!(&pieces, &expected, "{}, {} bits, pieces of {}", dst, bits, piece);
    let is_filled = in_shape.len() * bits as usize == plan.len_bytes().1 * 8;
    prop_assert_eq!(plan.is_filled(), is_filled, "{}", dst);
    Ok(())
}

/// Permutations of short modes: several loops are rows, or columns, of one tile; but not where one loop fills lines.
#[test]
fn short_modes_are_moved_together() {
    let four = ["(8,16,8,16):(2048,128,16,1)", "(8,16,8,16):(8,64,1,1024)"];
    let six = ["(4,8,4,4,8,4):(4096,512,128,32,4,1)", "(4,8,4,4,8,4):(4,256,16,1,2048,64)"];
    let odd = ["(4,3,4,5,8,4):(1920,640,160,32,4,1)", "(4,3,4,5,8,4):(1,4,60,12,960,240)"];
    for (pair, widest) in [(four, 32), (six, 64), (odd, 0)] {
        let [src, dst] = pair.map(|text| text.parse::<DynLayout>().unwrap());
        for bits in [8, 16, 32, 64, 128] {
            for (from, to) in [(&src, &dst), (&dst, &src)] {
                let plan = Plan::from_dynamic(from, to, bits).unwrap().to_string();
                assert!(bits > widest || plan.contains(" and "), "{from} to {to}: {plan}");
                check((from, to), bits, 1000).unwrap();
            }
        }
    }
}

/// On any number of threads the same bytes.
#[test]
fn threads_write_what_one_would() {
    let layouts =
        ["(1000,700):(700,1)", "(1000,700):(1,1000)", "((16,63),(16,44)):((16,256),(1,16128)) of (1000,700)"];
    let layouts = layouts.map(|text| text.parse::<DynLayout>().unwrap());
    for (src, dst) in layouts.iter().flat_map(|src| layouts.iter().map(move |dst| (src, dst))) {
        for bits in [4, 8, 16, 32] {
            let plan = Plan::from_dynamic(src, dst, bits).unwrap();
            let (from, to) = plan.len_bytes();
            let source: Vec<u8> =
                (0..from).map(|i| (i.wrapping_mul(0x9e37_79b9) >> 13).to_le_bytes()[0]).collect();
            let (mut one, mut more) = (vec![0x5a; to], vec![0x5a; to]);
            plan.run_bytes(&source, &mut one).unwrap();
            for threads in [2, 3, 7] {
                more.fill(0x5a);
                plan.run_bytes_on(threads.try_into().unwrap(), &source, &mut more).unwrap();
                assert!(one == more, "{src} to {dst}, {bits} bits, {threads} threads");
            }
            #[cfg(feature = "rayon")]
            {
                more.fill(0x5a);
                plan.par_run_bytes(&source, &mut more).unwrap();
                assert!(one == more, "{src} to {dst}, {bits} bits, on rayon");
            }
        }
    }
}

/// Views on any number of threads; what lies between the columns stays as it is.
#[test]
fn threads_copy_views() {
    let (rows, cols) = (700_usize, 1000_usize);
    let data: Vec<u16> = (0..rows * cols).map(|i| (i.wrapping_mul(40503) >> 4) as u16).collect();
    let (from, to) = (layout!((rows, cols):(cols, 1)), layout!((rows, cols):(1, 768)));
    let plan = Plan::new::<u16, _, _>(&from, &to).unwrap();
    let src = View::new(&data, from).unwrap();
    let mut expected = vec![9; 768 * cols];
    for (place, element) in expected.iter_mut().enumerate().filter(|(place, _)| place % 768 < rows) {
        *element = data[place % 768 * cols + place / 768];
    }
    for threads in [1, 2, 3, 7] {
        let mut found = vec![9; 768 * cols];
        let mut dst = ViewMut::new(&mut found, to).unwrap();
        plan.run_on(threads.try_into().unwrap(), &src, &mut dst).unwrap();
        assert!(found == expected, "{threads} threads");
    }
    #[cfg(feature = "rayon")]
    {
        let mut found = vec![9; 768 * cols];
        plan.par_run(&src, &mut ViewMut::new(&mut found, to).unwrap()).unwrap();
        assert!(found == expected);
    }
    let (mut found, other) = (vec![9; rows * cols], layout!((rows, cols):(1, rows)));
    let mut other = ViewMut::new(&mut found, other).unwrap();
    let refused = plan.run_on(2.try_into().unwrap(), &src, &mut other).unwrap_err();
    assert_eq!(refused.to_string(), "the layout is not the one that was planned for");
}

/// More than caches hold: rows and columns of matrices, close and whole lines or large powers of two apart, to places
/// that begin anywhere in a line; with one thread and with three.
#[test]
fn what_no_cache_holds_is_copied_alike() {
    for (element, (rows, cols), (src, dst)) in [
        (1, (2100, 4100), ((4100, 1), (1, 2100))),
        (1, (2100, 4100), ((4096, 1), (1, 2176))),
        (2, (1025, 4097), ((8192, 1), (1, 1025))),
        (4, (1024, 2050), ((4096, 1), (1, 1024))),
        (4, (1500, 1500), ((1500, 1), (1, 1504))),
        (8, (515, 2049), ((2049, 1), (1, 1024))),
        (16, (700, 800), ((800, 1), (1, 704))),
        (1, (9000, 1000), ((1, 9100), (1, 9024))),
        (2, (300, 15000), ((1, 300), (1, 320))),
    ] {
        let layout = |(rows_by, cols_by)| -> DynLayout {
            format!("({rows},{cols}):({rows_by},{cols_by})").parse().unwrap()
        };
        let plan = Plan::from_dynamic(&layout(src), &layout(dst), 8 * element as u32).unwrap();
        let (from, to) = plan.len_bytes();
        assert!(to > 8 << 20, "{plan}");
        let source: Vec<u8> =
            (0..from).map(|i| (i.wrapping_mul(0x9e37_79b9) >> 13).to_le_bytes()[0]).collect();
        let mut expected = vec![0x5a; to];
        for col in 0..cols {
            for row in 0..rows {
                let (read, write) = (row * src.0 + col * src.1, row * dst.0 + col * dst.1);
                expected[write * element..][..element].copy_from_slice(&source[read * element..][..element]);
            }
        }
        for start in [0, element, 3, 16] {
            let mut found = vec![0x5a; start + to];
            plan.run_bytes(&source, &mut found[start..]).unwrap();
            assert!(found[start..] == expected, "{element} bytes, from {start} on\n{plan}");
        }
        let mut found = vec![0x5a; to];
        plan.run_bytes_on(3.try_into().unwrap(), &source, &mut found).unwrap();
        assert!(found == expected, "{element} bytes, three threads\n{plan}");
    }
}

/// In a cache loops go along the destination, or along the source where that changes pages less often, or reads lines
/// in whole.
#[test]
fn loops_in_a_cache_go_where_few_pages_change() {
    for (bits, src, dst, plan) in [
        // the pages of the source are at hand for all of it, and one is written after the other
        (
            64,
            "((16,16),(4,64)):((4,64),(1,1024))",
            "((4,64),(16,16)):((1,1024),(4,64))",
            "64 times (from +128, to +8192): 64 times (from +8192, to +128): 4x4 elements of 8 B transposed \
             (rows from +32, columns to +32)",
        ),
        // a block is whole lines of the source, though each of its rows is half of one
        (
            64,
            "((4,64),(16,16)):((1,64),(4,4096))",
            "(256,256):(256,1)",
            "64 times (from +512, to +8192): 16 times (from +32768, to +128): 16x4 elements of 8 B transposed \
             (rows from +32, columns to +2048)",
        ),
        // lines of many pages would be read in turn: eight pages are written instead
        (
            32,
            "((8,128),(128,2)):((128,2048),(1,1024))",
            "((16,64),(16,16)):((16,256),(1,16384))",
            "2 times (from +4096, to +524288): 128 times (from +8192, to +512): 8 times (from +512, to +64): \
             8 times (from +64, to +65536): runs of 64 B",
        ),
    ] {
        let (src, dst): (DynLayout, DynLayout) = (src.parse().unwrap(), dst.parse().unwrap());
        assert_eq!(Plan::from_dynamic(&src, &dst, bits).unwrap().to_string(), plan);
    }
}

/// Blocks within matrices and short modes, more than caches hold: what leaves and loops are then.
#[test]
fn blocks_that_no_cache_holds_are_copied_alike() {
    for (bits, src, dst, leaf) in [
        // tiles of XLA, rows and columns of several digits, and short ones that are read line by line
        (16, "((8,256),(128,18)):((128,18432),(1,1024))", "(2048,2304):(1,2048)", "64x64 elements of 2 B"),
        (16, "(2048,2304):(2304,1)", "((16,128),(16,144)):((1,256),(16,32768))", "16x64 elements of 2 B"),
        // fractals to fractals: elements of 8 bytes in blocks of two lines, some of which are written together
        (
            64,
            "((4,256),(16,68)):((1,4352),(4,64))",
            "((16,64),(4,272)):((4,64),(1,4096))",
            "4 times (from +34816, to +128): 4x4",
        ),
        // runs of two lines that follow each other
        (
            64,
            "(1024,1088):(1088,1)",
            "((16,64),(16,68)):((16,256),(1,16384))",
            "4 times (from +8704, to +128): runs",
        ),
        // few lines of each column
        (32, "(36,64,32,32):(65536,1024,32,1)", "(36,64,32,32):(32,1152,1,73728)", "32x32 elements of 4 B"),
    ] {
        let (src, dst): (DynLayout, DynLayout) = (src.parse().unwrap(), dst.parse().unwrap());
        let plan = Plan::from_dynamic(&src, &dst, bits).unwrap();
        let ((from, to), bytes) = (plan.len_bytes(), bits as usize / 8);
        assert!(to >= 8 << 20 && plan.to_string().contains(leaf), "{src} to {dst}: {plan}");
        let source: Vec<u8> =
            (0..from).map(|i| (i.wrapping_mul(0x9e37_79b9) >> 13).to_le_bytes()[0]).collect();
        let mut expected = vec![0x5a; to];
        for (read, write) in places(&src).into_iter().zip(places(&dst)) {
            expected[write * bytes..][..bytes].copy_from_slice(&source[read * bytes..][..bytes]);
        }
        let mut storage = vec![0x5a; 64 + 3 + to];
        let first = storage.as_ptr().align_offset(64);
        // lines begin where columns do, and where they do not
        for start in [first, first + 3] {
            let found = &mut storage[start..][..to];
            found.fill(0x5a);
            plan.run_bytes(&source, found).unwrap();
            assert!(*found == expected, "{src} to {dst}, from {start} on\n{plan}");
        }
        let mut found = vec![0x5a; to];
        plan.run_bytes_on(3.try_into().unwrap(), &source, &mut found).unwrap();
        assert!(found == expected, "{src} to {dst}, three threads\n{plan}");
    }
}

/// Storage permuted in place is what it is in another one, in chunks and blocks of all kinds.
#[test]
fn in_place_is_as_out_of_place() {
    let fractals = "((16,36),(16,50)):((16,256),(1,9216))";
    let pairs = [
        ("(576,800):(800,1)", "(576,800):(1,576)"),
        ("(576,800):(800,1)", fractals),
        (fractals, "(576,800):(1,576)"),
        ("(761,641):(641,1)", "(761,641):(1,761)"),
        ("(677,677):(677,1)", "(677,677):(1,677)"),
        ("(6,30,50,64):(96000,3200,64,1)", "(6,30,50,64):(96000,1,30,1500)"),
        ("(640,750):(-750,1)", "(640,750):(1,640)"),
        ("(640,750):(750,1)", "(640,750):(750,1)"),
        ("(0,750):(750,1)", "(0,750):(1,640)"),
    ];
    for (src, dst) in pairs {
        for bits in [4, 8, 16, 32, 64, 128] {
            let plan = Plan::from_dynamic(&src.parse().unwrap(), &dst.parse().unwrap(), bits).unwrap();
            let (from, to) = plan.len_bytes();
            let mut bytes: Vec<u8> =
                (0..from).map(|i| (i.wrapping_mul(0x9e37_79b9) >> 13).to_le_bytes()[0]).collect();
            let (before, mut expected) = (bytes.clone(), vec![0; to]);
            plan.run_bytes(&bytes, &mut expected).unwrap();
            // behind the storage there may be more
            bytes.push(7);
            match plan.run_in_place(&mut bytes) {
                Ok(()) => {
                    assert_eq!(bytes.pop(), Some(7));
                    assert!(bytes == expected, "{src} to {dst}, {bits} bits");
                }
                Err(error) => {
                    assert!(bits == 4 && bytes[..from] == before, "{src} to {dst}, {bits} bits: {error}");
                }
            }
        }
    }
    for (src, dst) in [
        ("(6,8):(8,1)", "(6,8):(1,7)"),
        ("(6,8):(0,1)", "(6,8):(1,6)"),
        ("(6,8):(1,1)", "(6,8):(1,6)"),
        ("(6,8):(9,1)", "(6,8):(1,6)"),
        ("((4,2),8):((1,4),8) of (6,8)", "(6,8):(1,6)"),
        ("((4,2),8):((8,32),1) of (6,8)", "((4,2),8):((1,4),8) of (6,8)"),
    ] {
        let plan = Plan::from_dynamic(&src.parse().unwrap(), &dst.parse().unwrap(), 16).unwrap();
        let mut bytes = [3; 256];
        let error = plan.run_in_place(&mut bytes).unwrap_err().to_string();
        assert_eq!(
            error, "the layouts are no permutations of each other over the same bytes",
            "{src} to {dst}"
        );
    }
    // chunks of nine halves of bytes are no whole ones, two of them are
    let halves =
        |src: &str, dst: &str| Plan::from_dynamic(&src.parse().unwrap(), &dst.parse().unwrap(), 4).unwrap();
    let plan = halves("(3,3,2):(1,3,9)", "(3,3,2):(3,1,9)");
    let (mut bytes, mut expected) = ([0x21, 0x43, 0x65, 0x87, 0x19, 0x32, 0x54, 0x76, 0x98], [0; 9]);
    plan.run_bytes(&bytes, &mut expected).unwrap();
    plan.run_in_place(&mut bytes).unwrap();
    assert_eq!(bytes, expected);
    halves("(0,4):(1,4)", "(0,4):(4,1)").run_in_place(&mut []).unwrap();
    let plan =
        Plan::from_dynamic(&"(6,8):(8,1)".parse().unwrap(), &"(6,8):(1,6)".parse().unwrap(), 16).unwrap();
    let short = plan.run_in_place(&mut [0; 95]).unwrap_err().to_string();
    assert_eq!(short, "96 bytes are needed, there are 95");
}

/// What is no plan says why.
#[test]
fn what_cannot_be_planned_is_refused() {
    let refused = |src: &str, dst: &str, bits| {
        Plan::from_dynamic(&src.parse().unwrap(), &dst.parse().unwrap(), bits).unwrap_err().to_string()
    };
    assert_eq!(
        refused("(4,8):(8,1)", "(8,4):(4,1)", 8),
        "relayout: mode 0 of the one tensor has extent 4, mode 0 of the other has extent 8"
    );
    let digits = "an index of the two layouts has no common digits";
    // behind 12 rows of which 6 meet 4 there is no row at which five times 4 begin again
    assert_eq!(refused("((4,5,3),2):((1,4,20),60)", "((6,10),2):((1,6),60)", 8), digits);
    // too many segments
    assert_eq!(refused("((3,8194),2):((1,3),24582)", "((4097,6),2):((1,4097),24582)", 8), digits);
    assert_eq!(
        refused("(4,8):(8,1)", "(4,8):(0,1)", 8),
        "two elements may have one place in the destination"
    );
    assert_eq!(refused("4:1", "4:1", 24), "elements have 4, 8, 16, 32, 64 or 128 bits, not 24");
    let far = "2:4000000000000000000";
    let too_many = "the bytes of a layout are too many for the address space";
    assert_eq!(refused(far, "2:1", 64), too_many);
    // a piece of it would need a small buffer only
    assert_eq!(refused("2:1", "2:4611686018427387968", 8), too_many);
    assert_eq!(refused("(2,2):(1,2)", "4:1", 8), "the ranks of the layouts differ: 2 and 1");
    // an empty mode beside one of any size
    let empty =
        |text: &str| Plan::from_dynamic(&text.parse().unwrap(), &"(4,0):(1,4)".parse().unwrap(), 8).unwrap();
    assert_eq!(empty("(4,0):(1000,1)").len_bytes(), (0, 0));

    let plan = Plan::from_dynamic(&"4:1".parse().unwrap(), &"4:2".parse().unwrap(), 16).unwrap();
    assert_eq!((plan.len_bytes(), plan.is_dense()), ((8, 14), false));
    assert_eq!(
        plan.run_bytes(&[0; 7], &mut [0; 14]).unwrap_err().to_string(),
        "8 bytes are needed, there are 7"
    );
    assert_eq!(
        plan.run_bytes(&[0; 8], &mut [0; 13]).unwrap_err().to_string(),
        "14 bytes are needed, there are 13"
    );
    let piece = plan.pieces(64).next().unwrap();
    let long = piece.run(&[0; 8], &mut [0; 15]).unwrap_err().to_string();
    assert_eq!(long, "the piece has 14 bytes, and the buffer 15");
    // the upper half of the last byte is no element
    let half = |shape: &str| Plan::from_dynamic(&shape.parse().unwrap(), &shape.parse().unwrap(), 4).unwrap();
    assert!(!half("(3,5):(1,3)").is_dense() && half("(3,4):(1,3)").is_dense());
    let value = plan.fill_padding(&[0; 3], &mut [0; 14]).unwrap_err().to_string();
    assert_eq!(value, "the elements have 24 bits, and 16 were planned for");
    assert_eq!(plan.fill_padding(&[0; 2], &mut [0; 13]), Err(PlanError::Short { needed: 14, len: 13 }));
    assert_eq!(piece.fill_padding(&[0; 2], &mut [0; 15]), Err(PlanError::Length { needed: 14, len: 15 }));
    let other = plan.run_slices(&[0_u32; 4], &mut [0; 8]).unwrap_err().to_string();
    assert_eq!(other, "the elements have 32 bits, and 16 were planned for");
}

/// Two ways to cut modes into leaves that do not refine each other: an extent that ends anywhere.
fn across() -> impl Strategy<Value = (DynLayout, DynLayout)> {
    let lens = (1..4_i64, 1..9_i64, 1..9_i64, 1..3_i64);
    let mode = (lens, 1..1000_i64, any::<bool>(), any::<[u32; 4]>(), any::<[u32; 4]>());
    proptest::collection::vec(mode, 1..4).prop_map(|modes| {
        let most = [2000, 90, 24][modes.len() - 1];
        let cut: Vec<_> = modes
            .into_iter()
            .map(|((first, a, b, times), extent, is_deep, from, to)| {
                let extent = extent % most + 1;
                let rest = |leaves: &[i64]| {
                    let block: i64 = leaves.iter().product();
                    [leaves, &[(extent + block - 1) / block]].concat()
                };
                let common = (1..=a).rev().find(|both| a % both == 0 && b % both == 0).unwrap();
                // behind the two there may be one more that ends where they begin again together
                let src = if is_deep { rest(&[first, a, b / common * times]) } else { rest(&[first, a]) };
                (
                    Cut { leaves: src, keys: from.to_vec() },
                    Cut { leaves: rest(&[first, b]), keys: to.to_vec() },
                    extent,
                )
            })
            .collect();
        (
            layout(cut.iter().map(|mode| (&mode.0, mode.2)).collect()),
            layout(cut.iter().map(|mode| (&mode.1, mode.2)).collect()),
        )
    })
}

/// More than a window of the destination, with one thread and with three; and copied without a plan.
#[test]
fn leaves_across_each_other_in_windows() {
    let (size, high) = ((410, 397), |rows: usize, len: usize| rows.div_ceil(len));
    let src = layout!(((6, {high(410, 6)}), (10, {high(397, 10)})):((10, 60), (1, {60 * high(410, 6)})));
    let dst = layout!(((4, {high(410, 4)}), (8, {high(397, 8)})):((1, {32 * high(397, 8)}), (4, 32)));
    let (src, dst) = (with_extent(src, size), with_extent(dst, size));
    let data: Vec<u16> = (0..src.cosize()).map(|i| (i.wrapping_mul(40503) >> 4) as u16).collect();
    let from = View::new(&data, src).unwrap();
    let mut expected = vec![7; dst.cosize()];
    for (row, col) in (0..size.0).flat_map(|row| (0..size.1).map(move |col| (row, col))) {
        expected[dst.offset((row, col))] = data[src.offset((row, col))];
    }
    let plan = Plan::new::<u16, _, _>(&src, &dst).unwrap();
    let (mut by_plan, mut by_copy) = (vec![7; expected.len()], vec![7; expected.len()]);
    plan.run(&from, &mut ViewMut::new(&mut by_plan, dst).unwrap()).unwrap();
    copy(&from, &mut ViewMut::new(&mut by_copy, dst).unwrap()).unwrap();
    assert!(by_plan == expected && by_copy == expected);
    by_plan.fill(7);
    plan.run_on(3.try_into().unwrap(), &from, &mut ViewMut::new(&mut by_plan, dst).unwrap()).unwrap();
    assert!(by_plan == expected);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, ..ProptestConfig::default() })]
    #[test]
    fn every_element_is_at_its_place_across_leaves(
        (src, dst) in across(),
        bits in prop_oneof![Just(4), Just(8), Just(16), Just(32), Just(64), Just(128)],
        piece in 0..2000_usize,
    ) {
        check((&src, &dst), bits, piece)?;
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, ..ProptestConfig::default() })]
    #[test]
    fn every_element_is_at_its_place(
        (src, dst) in pairs(),
        bits in prop_oneof![Just(4), Just(8), Just(16), Just(32), Just(64), Just(128)],
        piece in 0..2000_usize,
    ) {
        check((&src, &dst), bits, piece)?;
    }
}
