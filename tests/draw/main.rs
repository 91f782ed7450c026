//! Pictures: what they hold is what the layout says, and they look as they did.
#![cfg(all(feature = "draw", feature = "xla"))]

mod pictures;

use proptest::prelude::*;
use tilework::draw::{
    Cell, ColorBy, DrawnAxis, Label, Look, Picture, Subject, ThreadValues, TiledArray, svg, table,
};
use tilework::dynamic::{DynLayout, DynTuple, Offset, TableLimits, idx2crd};
use tilework::xla::{LinearIndex, Tiling};

fn layout(text: &str) -> DynLayout {
    text.parse().expect("a layout")
}

fn limits(rows: i64, columns: i64) -> TableLimits {
    TableLimits { rows, columns, pages: 4 }
}

/// The numbers of a table without colours, row after row; nothing where one is left out or padding.
fn numbers(text: &str) -> Vec<i64> {
    let rows = text.lines().filter_map(|line| line.split_once('|'));
    rows.flat_map(|(_, cells)| cells.split_whitespace()).filter_map(|word| word.parse().ok()).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn tables_hold_the_offsets(
        rows in proptest::collection::vec((1_i64..5, -20_i64..20), 1..3),
        columns in proptest::collection::vec((1_i64..5, -20_i64..20), 1..3),
        cut in (0_i64..3, 0_i64..3),
    ) {
        let mode = |leaves: &[(i64, i64)], part: fn(&(i64, i64)) -> i64| {
            let parts: Vec<String> = leaves.iter().map(|leaf| part(leaf).to_string()).collect();
            format!("({})", parts.join(","))
        };
        let text = format!(
            "({},{}):({},{})",
            mode(&rows, |leaf| leaf.0), mode(&columns, |leaf| leaf.0),
            mode(&rows, |leaf| leaf.1), mode(&columns, |leaf| leaf.1)
        );
        let size = |leaves: &[(i64, i64)]| leaves.iter().map(|leaf| leaf.0).product::<i64>();
        let extent = [(size(&rows) - cut.0).max(1), (size(&columns) - cut.1).max(1)];
        let layout = layout(&text).with_extent(&extent).expect("inside");
        let mut expected = Vec::new();
        for row in 0..extent[0] {
            for column in 0..extent[1] {
                let offset = layout.offset(&DynTuple::flat([row, column])).expect("inside");
                expected.push(offset.as_int().expect("an integer"));
            }
        }
        let subject = Subject::from(layout);
        let picture = Picture::new(&subject, &Look { limits: limits(100, 100), ..Look::default() }).expect("small");
        prop_assert_eq!(numbers(&table(&picture)), expected);
        roxmltree::Document::parse(&svg(&picture)).expect("well-formed");
    }

    #[test]
    fn what_is_drawn_is_inside(levels in proptest::collection::vec(1_i64..40, 1..4), limit in 0_i64..60) {
        let size: i64 = levels.iter().product();
        let shape = levels.iter().map(i64::to_string).collect::<Vec<_>>().join(",");
        let strides = levels.iter().map(|_| "0").collect::<Vec<_>>().join(",");
        let subject = Subject::from(layout(&format!("(({shape})):(({strides}))")));
        let picture = Picture::new(&subject, &Look { limits: limits(1, limit), ..Look::default() }).expect("small");
        let columns: &DrawnAxis = picture.columns();
        let drawn: Vec<i64> = columns.shown().iter().flatten().copied().collect();
        prop_assert!(drawn.is_sorted() && drawn.iter().all(|index| (0..size).contains(index)));
        prop_assert!(columns.shown().len() as i64 <= limit.max(2) + 2);
        prop_assert_eq!(columns.size(), size);
        for index in drawn {
            let coordinate: i64 =
                (0..columns.depth()).map(|level| columns.coordinate(level, index) * columns.block(level)).sum();
            prop_assert_eq!(coordinate, index);
        }
    }
}

#[test]
fn arrays_are_drawn_where_their_elements_lie() {
    for text in [
        "f32[3,5]{1,0:T(2,2)}",
        "bf16[20,300]{1,0:T(8,128)(2,1)}",
        "f32[5,7]{0,1:T(2,4)}",
        "f32[3,4,5]{2,1,0:T(2,2)}",
        "f32[20,30]{1,0:T(8,16)(3,1)}",
        "f32[2,7,8,11,10]{4,3,2,1,0:T(*,*,2,*,3)}",
        "s8[7]{0:T(4)}",
        "f32[]",
    ] {
        let array: TiledArray = text.parse().expect("an array");
        let sizes = array.shape().sizes().expect("bounded");
        let places = LinearIndex::new(array.shape(), Tiling::All).expect("small");
        let subject = Subject::from(array);
        let rank = sizes.len();
        let mut expected = Vec::new();
        let plane = sizes[rank.saturating_sub(2)..].iter().product::<i64>();
        for number in 0..plane {
            let mut index = vec![0; rank];
            let mut rest = number;
            for mode in (rank.saturating_sub(2)..rank).rev() {
                index[mode] = rest % sizes[mode];
                rest /= sizes[mode];
            }
            expected.push(places.at(&index).expect("inside"));
        }
        let look = Look { limits: TableLimits { rows: 400, columns: 400, pages: 1 }, ..Look::default() };
        let drawn = table(&Picture::new(&subject, &look).expect("small"));
        assert_eq!(numbers(&drawn), expected, "{drawn}");
    }
}

#[test]
fn every_value_of_every_thread_is_where_the_layout_puts_it() {
    for (text, tile) in [
        ("((4,8),(2,2)):((32,1),(16,8))", "(16,8)"),
        ("((4,8),2):((2@1,1@0),1@1)", "(8,8)"),
        ("(4,3):(0,1)", "(3,1)"),
    ] {
        let (layout, tile): (DynLayout, DynTuple) = (layout(text), tile.parse().expect("a shape"));
        let subject = Subject::from(ThreadValues::new(layout.clone(), tile.clone()).expect("inside"));
        let sizes: Vec<i64> = tile.leaves().to_vec();
        let mut values = 0;
        for number in 0..sizes.iter().product::<i64>() {
            let index = idx2crd(number, tile.view()).expect("inside");
            let Cell::Held(holders) = subject.cell(index.leaves()).expect("inside") else {
                panic!("not held")
            };
            for (thread, value) in holders {
                values += 1;
                let element = match layout.offset(&DynTuple::flat([thread, value])).expect("inside") {
                    Offset::Int(element) => element,
                    Offset::Coordinate(parts) => parts
                        .iter()
                        .map(|(axis, entry)| if axis.path() == [0] { *entry } else { entry * sizes[0] })
                        .sum(),
                };
                assert_eq!(element, number, "thread {thread}, value {value}");
            }
        }
        assert_eq!(values, layout.size());
    }
    let outside = ThreadValues::new(layout("(4,3):(1,4)"), "(3,3)".parse().unwrap()).unwrap_err();
    assert_eq!(outside.to_string(), "draw: (4,3):(1,4) reaches 9, outside the tile (3,3)");
}

#[test]
fn banks_are_those_of_the_bytes() {
    let subject = Subject::from(layout("(8,64):(64,1)"));
    let color_by = ColorBy::Bank { banks: 32, width: 4 };
    let look = Look { color_by, label: Label::Color, bits: 16, limits: limits(8, 64) };
    let drawn = table(&Picture::new(&subject, &look).expect("small"));
    let plain: String =
        drawn.split('\x1b').map(|part| part.split_once('m').map_or(part, |(_, rest)| rest)).collect();
    let expected: Vec<i64> = (0..8 * 64).map(|offset| offset * 2 / 4 % 32).collect();
    assert_eq!(numbers(&plain), expected);
}

#[test]
fn large_pictures_are_small_files() {
    let worst = [
        (layout("(128,128):(1,129)"), ColorBy::Bank { banks: 32, width: 4 }),
        (layout("((16,8),(16,8)):((16,256),(1,2048))"), ColorBy::Order),
    ];
    for (layout, color_by) in worst {
        let look = Look { color_by, limits: limits(128, 128), ..Look::default() };
        let drawing = svg(&Picture::new(&Subject::from(layout), &look).expect("small"));
        assert!(drawing.len() < 300_000, "{}", drawing.len());
    }
}
