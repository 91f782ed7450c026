//! The pictures of the README and the docs. `UPDATE_PICTURES=1 cargo test --features hlo,draw --test draw` draws them
//! anew.

use std::{env, fs, path::Path};
use tilework::draw::{Label, Look, Panel, Picture, Subject, ThreadValues, TiledArray, moves, strip, svg};
use tilework::dynamic::{DynLayout, Swizzled, TableLimits, Tiler, complement, logical_divide};

fn layout(text: &str) -> DynLayout {
    text.parse().expect("a layout")
}

fn drawn(subject: impl Into<Subject>, color_by: &str, label: Label, bits: i64) -> String {
    let limits = TableLimits { rows: 64, columns: 64, pages: 4 };
    let look = Look { color_by: color_by.parse().expect("known"), label, bits, limits };
    svg(&Picture::new(&subject.into(), &look).expect("small"))
}

fn all() -> Vec<(&'static str, String)> {
    let array = |text: &str| text.parse::<TiledArray>().expect("an array");
    let swizzled: Swizzled = "Sw<3,3,3> o (8,64):(64,1)".parse().expect("a layout");
    let threads =
        ThreadValues::new(layout("((4,8),(2,2)):((32,1),(16,8))"), "(16,8)".parse().expect("a shape"));
    let tiles = layout("((4,2),(4,2)):((4,16),(1,32))");
    let (all, tiler) = (layout("24:3"), layout("4:2"));
    let rest = complement(&tiler, all.size()).expect("it exists");
    let divided = logical_divide(&all, &Tiler::from(tiler.clone())).expect("it exists");
    let steps = [("layout", all), ("tiler", tiler), ("complement in 24", rest), ("divided", divided)];
    let steps = steps.map(|(name, layout)| Panel::new(name, layout));
    let by_tile = Look { color_by: "tile".parse().expect("known"), ..Look::default() };
    vec![
        ("zn_8x12", drawn(layout("((4,2),(4,3)):((4,16),(1,32))"), "tile", Label::Place, 32)),
        ("padding", drawn(layout("((4,2),(4,3)):((4,16),(1,32)) of (7,10)"), "tile", Label::Place, 32)),
        ("xla_3x5_tiles_2x2", drawn(array("f32[3,5]{1,0:T(2,2)}"), "order", Label::Place, 32)),
        ("xla_4x8_tiles_2x4_2x1", drawn(array("f32[4,8]{1,0:T(2,4)(2,1)}"), "tile", Label::Place, 32)),
        ("banks", drawn(layout("(8,64):(64,1)"), "bank", Label::Color, 16)),
        ("banks_swizzled", drawn(swizzled, "bank", Label::Color, 16)),
        ("thread_values", drawn(threads.expect("inside"), "thread", Label::Place, 32)),
        (
            "moves",
            moves(&layout("(8,8):(8,1)").into(), &tiles.into(), &Look::default()).expect("same extents"),
        ),
        ("divide", strip("24:3 divided by 4:2", &steps, &by_tile).expect("small")),
    ]
}

#[test]
fn pictures_are_as_they_were_drawn() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/draw/pictures");
    let is_update = env::var_os("UPDATE_PICTURES").is_some();
    for (name, picture) in all() {
        let path = folder.join(name).with_extension("svg");
        roxmltree::Document::parse(&picture).expect("well-formed");
        if is_update {
            fs::write(&path, &picture).expect("written");
        }
        let kept = fs::read_to_string(&path).unwrap_or_default();
        assert!(kept == picture, "{name}.svg is not what is drawn now: see the head of this file");
    }
}
