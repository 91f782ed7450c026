//! Searches for swizzles, matrices, paddings and rotations: compared with trying all there are.
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use tilework::access::{
    Banks, ConflictSearch, NoExchange, NoSkew, NoSwizzle, RowPadding, RowRotation, ThreadAccess,
};
use tilework::dynamic::{DynLayout, Swizzle, Swizzled};

/// Drawn searches: each is compared with thousands of candidates.
const CASES: u32 = if cfg!(debug_assertions) { 100 } else { 3000 };

/// Banks and threads of which a few make a row.
const BANKS: usize = 4;
const GROUP: usize = 8;

fn banks() -> Banks {
    Banks::new(BANKS, 4, GROUP)
}

/// What threads take: the first places, and how many elements each.
type Drawn = (Vec<usize>, usize);

/// The turns of accesses whose elements of so many bytes are put elsewhere, counted byte by byte; none if a thread's
/// elements are torn apart or not aligned.
fn turns(accesses: &[Drawn], element: usize, put: impl Fn(usize) -> usize) -> Option<usize> {
    let mut sum = 0;
    for (firsts, width) in accesses {
        let bytes = width * element;
        let neighbours = (GROUP / bytes.div_ceil(4)).max(1);
        for phase in firsts.chunks(neighbours) {
            let mut words: BTreeMap<usize, BTreeSet<usize>> = BTreeMap::new();
            for first in phase {
                let places: Vec<usize> = (0..*width).map(|value| put(first + value)).collect();
                if places.windows(2).any(|two| two[1] != two[0] + 1)
                    || first.is_multiple_of(*width) && !places[0].is_multiple_of(*width)
                {
                    return None;
                }
                for byte in places[0] * element..places[0] * element + bytes {
                    words.entry(byte / 4 % BANKS).or_default().insert(byte / 4);
                }
            }
            sum += words.values().map(BTreeSet::len).max().unwrap_or(0);
        }
    }
    Some(sum)
}

fn search(accesses: &[Drawn], element: usize, places: usize) -> ConflictSearch {
    let access = |(firsts, width): &Drawn| {
        ThreadAccess::new(firsts.iter().map(|first| first * element).collect(), width * element)
    };
    ConflictSearch::new(accesses.iter().map(access).collect(), element, places, banks()).unwrap()
}

/// Accesses to places in whole vectors: regular ones, of which some can be freed, and any.
fn drawn(bits: u32) -> impl Strategy<Value = Vec<Drawn>> {
    let places = 1_usize << bits;
    let regular = (0..places, 1..places, 1_usize..9).prop_map(move |(start, stride, threads)| {
        (0..threads).map(|thread| (start + thread * stride) % places).collect::<Vec<usize>>()
    });
    let any = prop::collection::vec(0..places, 1..7);
    let firsts = prop_oneof![3 => regular, 1 => any];
    let access = (firsts, 0_u32..3).prop_map(|(firsts, width)| {
        let width = 1_usize << width;
        (firsts.into_iter().map(|first| first / width * width).collect(), width)
    });
    prop::collection::vec(access, 1..4)
}

/// The least turns for maps that keep so many elements together: by bank within these pieces.
fn least(accesses: &[Drawn], element: usize) -> usize {
    let widest = accesses.iter().map(|(_, width)| width * element).max().unwrap().clamp(4, 4 * BANKS);
    let mut sum = 0;
    for (firsts, width) in accesses {
        let bytes = width * element;
        for phase in firsts.chunks((GROUP / bytes.div_ceil(4)).max(1)) {
            let words =
                phase.iter().flat_map(|first| first * element / 4..=(first * element + bytes - 1) / 4);
            let words: BTreeSet<usize> = words.collect();
            let slots = widest / 4;
            let of_slot = |slot: usize| words.iter().filter(|word| **word % slots == slot).count();
            sum += (0..slots).map(|slot| of_slot(slot).div_ceil(BANKS / slots)).max().unwrap();
        }
    }
    sum
}

fn swizzle_of(bits: i64, base: i64, shift: i64) -> impl Fn(usize) -> usize {
    let swizzle = Swizzle::new(bits, base, shift).unwrap();
    move |place| swizzle.apply(place as i64).unwrap() as usize
}

proptest! {
    #![proptest_config(ProptestConfig { cases: CASES, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_swizzle_found_is_the_smallest(
        accesses in drawn(6), element in prop::sample::select(vec![2_usize, 4, 8]), cut in 0_usize..17,
    ) {
        // places need be no power of two
        let needed = accesses.iter().flat_map(|(firsts, width)| firsts.iter().map(move |first| first + width));
        let places = (64 - cut).max(needed.max().unwrap());
        let piece = accesses.iter().map(|(_, width)| width * element).max().unwrap().max(4);
        let piece_bits = (piece / element).trailing_zeros() as i64;
        let least = least(&accesses, element);
        let mut smallest = None;
        for bits in 0..4_i64 {
            for shift in (-6..7_i64).filter(|shift| *shift != 0 && shift.abs() >= bits) {
                for base in piece_bits..7 {
                    let put = swizzle_of(bits, base, shift);
                    let stays = (0..places).all(|place| put(place) < places);
                    if stays && smallest.is_none() && turns(&accesses, element, &put) == Some(least) {
                        smallest = Some(bits);
                    }
                }
            }
        }
        match search(&accesses, element, places).swizzle() {
            Ok(found) => {
                let put = |place: usize| found.apply(place as i64).unwrap() as usize;
                prop_assert_eq!(turns(&accesses, element, put), Some(least));
                prop_assert!((0..places).all(|place| put(place) < places));
                let bits = (0..4).find(|bits| found.to_string().starts_with(&format!("Sw<{bits},")));
                prop_assert_eq!(bits, smallest);
            }
            Err(NoSwizzle::Conflicts { best, wavefronts, least: named }) => {
                prop_assert_eq!((smallest, named), (None, least));
                let put = |place: usize| best.map_or(place, |best| best.apply(place as i64).unwrap() as usize);
                prop_assert_eq!(turns(&accesses, element, put), Some(wavefronts));
                prop_assert!(wavefronts > least);
            }
            Err(NoSwizzle::Unsuited(error)) => prop_assert!(false, "{error}"),
        }
    }

    #[test]
    fn the_exchange_found_has_the_fewest_xors(accesses in drawn(4)) {
        // elements of a word: pieces are what the widest access takes
        let width = accesses.iter().map(|(_, width)| *width).max().unwrap();
        let bits = 4 - width.trailing_zeros();
        let least = least(&accesses, 4);
        let all = invertible(bits);
        let free = |rows: &[usize]| {
            let put = |place: usize| {
                let piece = place / width;
                let bits = rows.iter().enumerate();
                let put: usize =
                    bits.map(|(bit, row)| ((row & piece).count_ones() as usize % 2) << bit).sum();
                put * width + place % width
            };
            turns(&accesses, 4, put) == Some(least)
        };
        let fewest = all.iter().find(|(_, rows)| free(rows)).map(|(xors, _)| *xors);
        match search(&accesses, 4, 16).exchange() {
            Ok(found) => {
                prop_assert!(free(found.rows()), "{found}");
                prop_assert_eq!(Some(found.xors()), fewest, "{}", found);
                let mut reached: Vec<usize> = (0..16).map(|place| found.apply(place)).collect();
                reached.sort_unstable();
                prop_assert_eq!(reached, (0..16).collect::<Vec<_>>());
            }
            Err(NoExchange::Conflicts { least: named }) => prop_assert_eq!((fewest, named), (None, least)),
            Err(other) => prop_assert!(false, "{other}"),
        }
    }

    #[test]
    fn the_skew_found_is_the_least(
        (rows, columns) in (1_usize..9, 2_usize..12), element in prop::sample::select(vec![1_usize, 2, 3, 4, 8]),
        drawn in prop::collection::vec((0_usize..96, 1_usize..96, 1_usize..9, 1_usize..3), 1..3),
        by_columns in any::<bool>(),
    ) {
        let places = rows * columns;
        let access = |(start, stride, threads, width): &(usize, usize, usize, usize)| {
            // vectors within a row
            let width = if columns % width == 0 { *width } else { 1 };
            let first = |thread: usize| (start + thread * stride) % places / width * width;
            ((0..*threads).map(first).collect(), width)
        };
        let accesses: Vec<Drawn> = drawn.iter().map(access).collect();
        let layout = match by_columns {
            true => format!("({columns},{rows}):(1,{columns})"),
            false => format!("({rows},{columns}):({columns},1)"),
        };
        let layout: DynLayout = layout.parse().unwrap();
        let search = search(&accesses, element, places);
        let bytes: usize = accesses.iter().map(|(firsts, width)| {
            let phases = firsts.chunks((GROUP / (width * element).div_ceil(4)).max(1));
            phases.map(|phase| {
                let taken: BTreeSet<usize> = phase.iter().flat_map(|first| *first..first + width).collect();
                (taken.len() * element).div_ceil(4).div_ceil(BANKS)
            }).sum::<usize>()
        }).sum();
        prop_assert_eq!(search.least_wavefronts(), bytes);
        prop_assert_eq!(Some(search.wavefronts()), turns(&accesses, element, |place| place));

        // twice as many as a row of banks has bytes, and more than the rows alone
        let padded = |by: usize| move |place: usize| place + place / columns * by;
        let fewest = (0..2 * 4 * BANKS).find(|by| turns(&accesses, element, padded(*by)) == Some(bytes));
        match search.padding(&layout) {
            Ok(found) => {
                let in_rows = rows > 1 || found.by == 0;
                prop_assert!(in_rows);
                prop_assert_eq!(Some(found.by), fewest);
                let padded = found.to_layout(&layout).unwrap();
                let moved = layout.offsets().map(|offset| found.apply(offset.as_int().unwrap() as usize) as i64);
                prop_assert!(padded.offsets().map(|offset| offset.as_int().unwrap()).eq(moved));
            }
            Err(NoSkew::Conflicts { .. }) => prop_assert_eq!(fewest, None),
            Err(NoSkew::Unsuited(error)) => prop_assert!(false, "{error}"),
        }
        let turned = |by: usize| move |place: usize| RowRotation { row: columns, by }.apply(place);
        let fewest = (0..columns).find(|by| turns(&accesses, element, turned(*by)) == Some(bytes));
        match search.rotation(&layout) {
            Ok(found) => {
                prop_assert_eq!(Some(found.by), fewest);
                let mut reached: Vec<usize> = (0..places).map(|place| found.apply(place)).collect();
                reached.sort_unstable();
                prop_assert_eq!(reached, (0..places).collect::<Vec<_>>());
            }
            Err(NoSkew::Conflicts { .. }) => prop_assert_eq!(fewest, None),
            Err(NoSkew::Unsuited(error)) => prop_assert!(false, "{error}"),
        }
    }
}

/// All invertible matrices over F2, those with fewer XORs first.
fn invertible(bits: u32) -> Vec<(u32, Vec<usize>)> {
    let mut all: Vec<Vec<usize>> = vec![Vec::new()];
    for _ in 0..bits {
        let longer = all.iter().flat_map(|rows| {
            let span: BTreeSet<usize> = (0..1_usize << rows.len())
                .map(|some| (0..rows.len()).filter(|i| some >> i & 1 == 1).fold(0, |sum, i| sum ^ rows[i]))
                .collect();
            (1..1_usize << bits)
                .filter(move |row| !span.contains(row))
                .map(|row| [&rows[..], &[row]].concat())
        });
        all = longer.collect();
    }
    let xors = |rows: &[usize]| rows.iter().map(|row| row.count_ones() - 1).sum();
    let mut all: Vec<(u32, Vec<usize>)> = all.into_iter().map(|rows| (xors(&rows), rows)).collect();
    all.sort();
    all
}

/// The accesses of threads to a layout, as they are written.
fn of(layout: &str, accesses: &[&str], bits: u32) -> ConflictSearch {
    let layout: Swizzled = layout.parse().unwrap();
    let accesses = accesses
        .iter()
        .map(|access| ThreadAccess::of(&layout, &access.parse::<DynLayout>().unwrap(), bits).unwrap());
    let places = layout.layout.cosize() as usize;
    ConflictSearch::new(accesses.collect(), bits as usize / 8, places, Banks::NVIDIA).unwrap()
}

#[test]
fn what_is_found_is_a_layout_without_conflicts() {
    let cases: [(&str, &[&str], u32); 8] = [
        // 4096 pieces: the largest that are searched
        ("(64,64):(64,1)", &["32:64", "32:1"], 32),
        ("(64,64):(64,1)", &["32:64", "32:1", "((4,8)):((1,64))", "((8,4)):((1,64))"], 32),
        ("(16,16,16):(256,16,1)", &["((16,2)):((1,16))", "((16,2)):((16,256))", "((16,2)):((256,1))"], 32),
        ("(32,32):(32,1)", &["32:32", "32:1"], 32),
        ("(64,64):(64,1)", &["((8,4),8):((1,512),64)", "(32,2):(1,64)"], 16),
        ("(64,64):(64,1)", &["((8,4),8):((512,1),64)", "((8,4),8):((1,8),64)"], 16),
        ("(16,256):(256,1)", &["32:16", "(16,2):(1,16)", "((4,8),4):((64,1),16)"], 32),
        ("(8,128):(128,1)", &["(8,8):(1,8)", "32:8"], 64),
    ];
    for (layout, accesses, bits) in cases {
        let search = of(layout, accesses, bits);
        let plain: Swizzled = layout.parse().unwrap();
        let turns = |layout: &Swizzled| -> usize {
            let of = |access: &&str| ThreadAccess::of(layout, &access.parse().unwrap(), bits).unwrap();
            accesses.iter().map(|access| of(access).wavefronts(Banks::NVIDIA).unwrap()).sum()
        };
        assert_eq!(turns(&plain), search.wavefronts());
        let least = search.least_in_pieces().unwrap();
        if let Ok(swizzle) = search.swizzle() {
            assert_eq!(turns(&swizzle.compose(plain.layout.clone())), least, "{layout}");
        }
        let exchange = search.exchange().unwrap();
        let exchanged = exchange.to_layout(&plain).unwrap();
        assert_eq!(turns(&exchanged.clone().into()), least, "{layout}: {exchanged}");
        let reached = |layout: &DynLayout| layout.offsets().collect::<BTreeSet<_>>().len();
        assert_eq!(reached(&exchanged), reached(&plain.layout));
        match search.padding(&plain.layout) {
            Ok(padding) => {
                let padded = padding.to_layout(&plain.layout).unwrap();
                assert_eq!(turns(&padded.into()), search.least_wavefronts(), "{layout}");
            }
            Err(reason) => {
                assert!(reason.to_string().contains("no padding is free of conflicts"), "{reason}");
            }
        }
    }
}

#[test]
fn what_is_impossible_says_why() {
    // three lines through one point of a plane of two bits cannot all be told apart by one
    let accesses = [vec![0, 1], vec![0, 2], vec![0, 3]].map(|firsts| (firsts, 1)).to_vec();
    let access = |(firsts, width): &Drawn| {
        ThreadAccess::new(firsts.iter().map(|first| first * 4).collect(), width * 4)
    };
    let search =
        ConflictSearch::new(accesses.iter().map(access).collect(), 4, 4, Banks::new(2, 4, 2)).unwrap();
    assert_eq!(search.exchange(), Err(NoExchange::Conflicts { least: 3 }));
    let refused = search.swizzle().unwrap_err();
    assert_eq!(
        refused.to_string(),
        "no Sw<B,M,S> is free of conflicts: the words need 3 turns at least, and none takes less than the 4 of no swizzle"
    );
    let long = of("(2,32768):(32768,1)", &["2:1"], 32).rotation(&"(2,32768):(32768,1)".parse().unwrap());
    assert!(long.unwrap_err().to_string().contains("rows of 32768 places"));
    let many = ThreadAccess::new(vec![0; 5000], 4);
    assert!(
        ConflictSearch::new(vec![many], 4, 4, Banks::NVIDIA)
            .unwrap_err()
            .to_string()
            .contains("5000 threads")
    );
    // 48 rows are no power of two, and 3 bytes neither
    assert!(of("(48,32):(32,1)", &["32:1"], 32).exchange().unwrap_err().to_string().contains("1536 places"));
    assert!(of("(48,32):(32,1)", &["32:1"], 32).swizzle().is_ok());
    assert!(of("(32,32):(32,1)", &["32:1"], 24).swizzle().unwrap_err().to_string().contains("3 bytes"));
    let layout: DynLayout = "(32,32):(33,1)".parse().unwrap();
    let search = of("(32,32):(32,1)", &["32:1"], 32);
    assert!(search.padding(&layout).unwrap_err().to_string().contains("1055 places, not 1024"));
    assert_eq!(search.padding(&"(32,32):(32,1)".parse().unwrap()), Ok(RowPadding { every: 32, by: 1 }));
}
