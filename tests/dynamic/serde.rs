//! Whatever has a notation comes back from its text, in any format that holds texts.

use proptest::prelude::*;
use serde_json::{from_str, json, to_value};
use tilework::dynamic::{DynLayout, DynTuple, Swizzled, Tiler};
use tilework::prelude::*;

#[test]
fn what_has_a_notation_is_its_text() {
    let tuple: DynTuple = "(2,(3,4))".parse().unwrap();
    assert_eq!(to_value(&tuple).unwrap(), json!("(2,(3,4))"));
    assert_eq!(from_str::<DynTuple>("\"(2,(3,4))\"").unwrap(), tuple);
    assert_eq!(from_str::<Tiler>("\"<4,_>\"").unwrap().to_string(), "<4:1,_>");
    assert!(from_str::<Swizzled>("\"Sw<2,0,2> o 0 o (4,4):(4,1)\"").is_ok());
    // what is no text, and what is no layout, says so
    let error = from_str::<DynLayout>("12").unwrap_err().to_string();
    assert!(error.contains("expected a layout such as (4,(2,3)):(1,(4,8))"), "{error}");
    let error = from_str::<DynLayout>("\"(4,2):(1\"").unwrap_err().to_string();
    assert!(error.contains("expected"), "{error}");
}

#[test]
fn shapes_and_maps_too() {
    let shape: xla::Shape = from_str("\"bf16[100,200]{1,0:T(8,128)(2,1)}\"").unwrap();
    assert_eq!(to_value(&shape).unwrap(), json!("bf16[100,200]{1,0:T(8,128)(2,1)}"));
    let map: tilework::affine::IndexingMap =
        from_str("\"(d0) -> (d0 floordiv 2), domain: d0 in [0, 7]\"").unwrap();
    assert_eq!(to_value(&map).unwrap(), json!("(d0) -> (d0 floordiv 2), domain: d0 in [0, 7]"));
}

#[test]
fn typed_layouts_are_read_into_their_type() {
    type Tiled = Layout!(((16, usize), (8, usize)):((8, 128), (1, usize)));
    let layout: Tiled = from_str("\"((16,7),(8,7)):((8,128),(1,896))\"").unwrap();
    assert_eq!(to_value(layout).unwrap(), json!("((_16,7),(_8,7)):((_8,_128),(_1,896))"));
    assert_eq!(from_str::<Tiled>("\"((_16,7),(_8,7)):((_8,_128),(_1,896))\"").unwrap(), layout);
    assert!(from_str::<Tiled>("\"((4,7),(8,7)):((8,128),(1,896))\"").is_err());
    let padded = make_layout::<zN, f32>(100, 50);
    let text = to_value(padded.layout()).unwrap();
    assert_eq!(text, json!("((_16,7),(_8,7)):((_8,_128),(_1,896)) of (100,50)"));
    assert_eq!(serde_json::from_value::<DynLayout>(text).unwrap(), padded.layout().to_dynamic());
}

proptest! {
    #[test]
    fn layouts_come_back(extents in prop::collection::vec(1_i64..6, 1..5), strides in prop::collection::vec(-20_i64..20, 4)) {
        let text = |numbers: &[i64]| numbers.iter().map(i64::to_string).collect::<Vec<_>>().join(",");
        let layout = format!("({}):({})", text(&extents), text(&strides[..extents.len()]));
        let layout: DynLayout = layout.parse().unwrap();
        let json = serde_json::to_string(&layout).unwrap();
        prop_assert_eq!(from_str::<DynLayout>(&json).unwrap(), layout);
    }
}
