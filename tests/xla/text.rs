//! The text of what few shapes have, and of programs.
use tilework::xla::{Layout, ProgramShape, Shape, TpuGeneration, tpu_candidates, tpu_layout_of_order};

#[test]
fn sparse_layouts_are_read_and_printed_and_no_array_has_them() {
    for text in [
        "{1,0:#(u32)}",
        "{1,0:*(u64)}",
        "{0:#(u8)*(u16)}",
        "{0:P(f32[5]{0})}",
        "{0:T(2)#(u32)E(8)S(1)P((s32[2]{0}, f32[5]{0}))}",
    ] {
        let layout: Layout = text.parse().unwrap();
        assert!(layout.is_sparse(), "{text}");
        assert_eq!(layout.to_string(), text);
        assert!(!layout.host().is_sparse());
        let rank = layout.minor_to_major().len();
        let refusal =
            format!("f32[{}]{text}", ["2", "2,2"][rank - 1]).parse::<Shape>().unwrap_err().to_string();
        assert!(refusal.contains("a layout without `#`, `*` and `P`, which sparse arrays had"), "{refusal}");
    }
    let layout: Layout = "{0:#(u8)*(u16)P(f32[5])}".parse().unwrap();
    assert_eq!(layout.index_primitive_type().map(|found| found.name()), Some("u8"));
    assert_eq!(layout.pointer_primitive_type().map(|found| found.name()), Some("u16"));
    // an array without a layout gets the default one here too
    assert_eq!(layout.physical_shape().map(Shape::to_string).as_deref(), Some("f32[5]{0}"));
    let plain: Layout = "{0:T(2)}".parse().unwrap();
    assert_eq!((plain.is_sparse(), plain.physical_shape()), (false, None));
    // the types of dimensions that sparse arrays once had are dropped
    for dropped in ["{1,0:D(D,C)}", "{1,0:D(D+~,S)}", "{1,0:D(C~,H+)}"] {
        assert_eq!(dropped.parse::<Layout>().unwrap().to_string(), "{1,0}", "{dropped}");
    }
    for (text, reason) in [
        ("{0:#(s32)}", "an unsigned integer type such as `u32`"),
        ("{0:*(f32)}", "an unsigned integer type such as `u32`"),
        ("{0:#(u32}", "`)`"),
        ("{0:#u32)}", "`(`"),
        ("{0:P(f33[5])}", "an element type such as `f32`, `bf16` or `s8`"),
    ] {
        let refusal = text.parse::<Layout>().unwrap_err().to_string();
        assert!(refusal.contains(reason), "{text}: {refusal}");
    }
}

#[test]
fn layouts_are_printed_as_they_are_read() {
    for attributes in
        ["", ":T(8,128)(2,1)", ":T(*,128)", ":L(4)", ":E(4)", ":S(5)", ":SC(0:1)(1:2,3)", ":M(8)"]
    {
        let text = format!("bf16[10,20]{{0,1{attributes}}}");
        assert_eq!(text.parse::<Shape>().unwrap().to_string(), text);
    }
    let all = "s4[10,20]{1,0:T(8,128)(2,1)L(4)E(4)S(5)SC(1:2,3)M(4)}";
    assert_eq!(all.parse::<Shape>().unwrap().to_string(), all);
}

#[test]
fn tuples_nest_as_deep_as_is_said() {
    let nested = |depth: usize| format!("{}f32[]{}", "(".repeat(depth), ")".repeat(depth));
    let deepest = tilework::xla::MAX_DEPTH;
    let shape: Shape = nested(deepest).parse().unwrap();
    assert_eq!((shape.to_string(), shape.leaves().count()), (nested(deepest), 1));
    let refusal = nested(deepest + 1).parse::<Shape>().unwrap_err().to_string();
    assert!(refusal.contains(&format!("no more than {deepest} levels of tuples")), "{refusal}");
    // in a layout there is room for one level less
    let layout: Layout = "{0:P((f32[5]))}".parse().unwrap();
    assert_eq!(layout.physical_shape().map(Shape::to_string).as_deref(), Some("(f32[5]{0})"));
    assert!("{0:P(((f32[5])))}".parse::<Layout>().is_err());
}

#[test]
fn programs_are_read_and_printed() {
    for (text, printed) in [
        ("() -> f32[]", "() -> f32[]"),
        ("(x: f32[2,3]{0,1}) -> (f32[3], token[])", "(x: f32[2,3]) -> (f32[3], token[])"),
        (
            "((unknown): s32[], %a.b-1: b(f32[2]))->opaque[]",
            "((unknown): s32[], a.b-1: b(f32[2])) -> opaque[]",
        ),
    ] {
        let program: ProgramShape = text.parse().unwrap();
        assert_eq!(program.to_string(), printed);
        assert_eq!(printed.parse::<ProgramShape>().unwrap().to_string(), printed);
    }
    let program: ProgramShape = "((unknown): s32[], unknown: f32[]) -> f32[]".parse().unwrap();
    let names: Vec<Option<&str>> = program.parameters.iter().map(|(name, _)| name.as_deref()).collect();
    assert_eq!(names, [None, Some("unknown")]);
    for text in [
        "",
        "()",
        "() - > f32[]",
        "() ->",
        "(x f32[]) -> f32[]",
        "(: f32[]) -> f32[]",
        "((x): f32[]) -> f32[]",
        "((unknown: f32[]) -> f32[]",
        "(x: f32[]) -> f32[] f32[]",
        "(x: f32[],) -> f32[]",
    ] {
        assert!(text.parse::<ProgramShape>().is_err(), "{text}");
    }
}

#[test]
fn compilers_for_tpus_tile_by_width_and_generation() {
    use TpuGeneration::{V2, V4, V5e, V5p};
    // by the rule: 8 rows of 128, no more rows than there are but a pack of narrow ones; each line worked out by hand
    for (text, order, generation, expected) in [
        ("f32[]", &[][..], V5p, "{:T(128)}"),
        ("bf16[]", &[], V5p, "{:T(256)}"),
        ("f32[]", &[], V2, "{:T(256)}"),
        ("s8[]", &[], V2, "{:T(1024)}"),
        ("f32[3]", &[0], V5p, "{0:T(128)}"),
        ("f32[129]", &[0], V5p, "{0:T(256)}"),
        ("f32[5000]", &[0], V5p, "{0:T(1024)}"),
        ("f32[3]", &[0], V2, "{0:T(256)}"),
        ("bf16[3]", &[0], V5p, "{0:T(256)(128)(2,1)}"),
        ("s8[600]", &[0], V5p, "{0:T(1024)(128)(4,1)}"),
        ("s4[600]", &[0], V5p, "{0:T(1024)(128)(8,1)E(4)}"),
        ("s4[600]", &[0], V2, "{0:T(1024)(128)(4,1)}"),
        ("f32[3,5]", &[1, 0], V5p, "{1,0:T(4,128)}"),
        ("f32[3,5]", &[0, 1], V5p, "{0,1:T(8,128)}"),
        ("f32[1,5]", &[1, 0], V5p, "{1,0:T(1,128)}"),
        ("f32[1,5]", &[1, 0], V2, "{1,0:T(2,128)}"),
        ("f64[9,5]", &[1, 0], V5p, "{1,0:T(8,128)}"),
        ("f64[9,5]", &[1, 0], V2, "{1,0:T(8,128)}"),
        ("c64[2,5]", &[1, 0], V4, "{1,0:T(2,128)}"),
        ("c128[2,5]", &[1, 0], V2, "{1,0:T(2,128)}"),
        ("bf16[1,5]", &[1, 0], V5p, "{1,0:T(2,128)(2,1)}"),
        ("bf16[1,5]", &[1, 0], V2, "{1,0:T(4,128)(2,1)}"),
        ("bf16[100,5]", &[1, 0], V5p, "{1,0:T(8,128)(2,1)}"),
        ("s8[32,5]", &[1, 0], V5e, "{1,0:T(32,128)(4,1)}"),
        ("s8[33,5]", &[1, 0], V5e, "{1,0:T(8,128)(4,1)}"),
        ("s8[32,5]", &[1, 0], V5p, "{1,0:T(8,128)(4,1)}"),
        ("s8[0,5]", &[1, 0], V5e, "{1,0:T(4,128)(4,1)}"),
        ("s4[64,5]", &[1, 0], V5e, "{1,0:T(64,128)(8,1)E(4)}"),
        ("s4[32,5]", &[1, 0], V5e, "{1,0:T(8,128)(8,1)E(4)}"),
        ("s4[0,5]", &[1, 0], V5e, "{1,0:T(8,128)(8,1)E(4)}"),
        ("s4[64,5]", &[1, 0], V5p, "{1,0:T(8,128)(8,1)E(4)}"),
        ("pred[64,5]", &[1, 0], V5e, "{1,0:T(32,128)(4,1)}"),
    ] {
        let shape: Shape = text.parse().unwrap();
        let found = tpu_layout_of_order(shape.array("test").unwrap(), order, generation).unwrap();
        assert_eq!(found.to_string(), expected, "{text} on {generation}");
    }
    let shape: Shape = "f32[3,5]".parse().unwrap();
    let array = shape.array("test").unwrap();
    let refusal = tpu_layout_of_order(array, &[0], V5p).unwrap_err().to_string();
    assert_eq!(refusal, "tpu_layout: {0} is no order of the dimensions of f32[3,5]{1,0}");
    assert!(tpu_layout_of_order(array, &[0, 0], V5p).is_err());
    assert!(
        tpu_layout_of_order("f32[?,5]".parse::<Shape>().unwrap().array("test").unwrap(), &[1, 0], V5p)
            .is_err()
    );
    // each pair of dimensions once as the most minor ones, the others by rows
    let shape: Shape = "f32[3,3,3]".parse().unwrap();
    let found = tpu_candidates(shape.array("test").unwrap(), V5p).unwrap();
    let orders: Vec<&[usize]> = found.iter().map(|one| one.layout.minor_to_major()).collect();
    assert_eq!(orders, [[2, 1, 0], [2, 0, 1], [1, 2, 0], [1, 0, 2], [0, 2, 1], [0, 1, 2]]);
    assert!(found.iter().all(|one| one.padded_bytes == 3 * 4 * 128 * 4));
}

#[test]
fn what_is_no_shape_is_pointed_at() {
    for (text, reason, from, to) in [
        ("", "a shape such as `f32[2,3]`", 0, 0),
        ("[2]", "a shape such as `f32[2,3]`", 0, 1),
        ("f33[2]", "an element type such as `f32`, `bf16` or `s8`", 0, 3),
        ("f32[2,3]{0}", "a layout of 2 dimensions", 8, 11),
        ("f32[2]{1,0}", "a layout of 1 dimensions", 6, 11),
        ("f32[2,3]{1,1}", "each of the 2 dimensions from 0 on, once", 9, 12),
        ("f32[2,3]{2,0:T(2,2)}", "each of the 2 dimensions from 0 on, once", 9, 12),
        ("f32[2,3,4]{1,0,1}", "each of the 3 dimensions from 0 on, once", 11, 16),
        ("b(token[])", "a buffer of an array", 0, 9),
    ] {
        let refusal = text.parse::<Shape>().unwrap_err();
        let tilework::dynamic::Error::Parse(found) = &refusal else { panic!("{text}: {refusal}") };
        assert!(refusal.to_string().contains(reason), "{text}: {refusal}");
        assert_eq!(found.span, from..to, "{text}: {refusal}");
    }
    assert_eq!("f32[2,3]{1,0:L(1)}".parse::<Shape>().unwrap().to_string(), "f32[2,3]{1,0}");
    assert_eq!("f32[2,3]{1,0:L(4)}".parse::<Shape>().unwrap().to_string(), "f32[2,3]{1,0:L(4)}");
    let plain = Layout::descending(1);
    for refused in [
        plain.clone().with_memory_space(-1),
        plain.clone().with_element_size_in_bits(-1),
        plain.clone().with_tail_padding_alignment(0),
        plain.clone().with_dynamic_metadata_prefix_bytes(-1),
    ] {
        assert!(refused.unwrap_err().to_string().contains("it must be at least"));
    }
    let least = plain.clone().with_memory_space(0).and_then(|layout| layout.with_tail_padding_alignment(1));
    assert_eq!(least, Ok(plain));
}

#[test]
fn shapes_say_what_they_are() {
    for (text, kind) in [
        ("f32[2]", "array"),
        ("(f32[2], s8[])", "tuple"),
        ("token[]", "token"),
        ("opaque[]", "opaque"),
        ("b(f32[2])", "buffer"),
    ] {
        assert_eq!(text.parse::<Shape>().unwrap().kind(), kind);
    }
    let tiles = "{1,0:T(8,128)(*,2)}".parse::<Layout>().unwrap();
    assert_eq!(tiles.tiles().iter().map(|tile| tile.combines()).collect::<Vec<_>>(), [false, true]);
}
