//! Worked examples: the tables of the specification.
use tilework::notation::{ConvertError, Given, Notation, convert, read};

fn to(text: &str, to: Notation) -> Result<String, ConvertError> {
    convert(text, None, to, &Given::default())
}

#[track_caller]
fn says(text: &str, notation: Notation, expected: &str) {
    assert_eq!(to(text, notation).as_deref(), Ok(expected), "{text}");
}

/// oneDNN's tags and their nested layouts, both ways.
#[test]
fn tags() {
    for (tag, nested) in [
        ("aBcd16b of (2,20,3,5)", "(2,(16,2),3,5):(480,(1,240),80,16) of (2,20,3,5)"),
        ("ABcd16b16a of (20,40,2,2)", "((16,2),(16,3),2,2):((1,3072),(16,1024),512,256) of (20,40,2,2)"),
        ("ABcd4b16a4b of (20,40,2,2)", "((16,2),(4,4,3),2,2):((4,3072),(1,64,1024),512,256) of (20,40,2,2)"),
        ("ABcd8b16a2b of (20,40,2,2)", "((16,2),(2,8,3),2,2):((2,3072),(1,32,1024),512,256) of (20,40,2,2)"),
        ("BAcd16a16b of (33,17,2,2)", "((16,3),(16,2),2,2):((16,1024),(1,3072),512,256) of (33,17,2,2)"),
        ("BA16a64b4a of (70,130)", "((4,16,2),(64,3)):((1,256,4096),(4,8192)) of (70,130)"),
        ("AB8b8a of (9,11)", "((8,2),(8,2)):((1,128),(8,64)) of (9,11)"),
        ("acdb of (2,7,3,5)", "(2,7,3,5):(105,1,35,7)"),
    ] {
        says(tag, Notation::Cute, nested);
        says(nested, Notation::OneDnn, tag);
    }
    let place =
        |text: &str, index: &[i64]| read(text, None, &Given::default()).unwrap().place(index).unwrap();
    assert_eq!(place("aBcd16b of (2,20,3,5)", &[1, 17, 2, 4]), 945);
    assert_eq!(place("NCHW16c of (2,20,3,5) padded", &[1, 17, 2, 4]), 945);
}

/// TVM's layouts are the tags with letters that mean something.
#[test]
fn axes() {
    says("NCHW16c of (2,32,3,5)", Notation::OneDnn, "aBcd16b of (2,32,3,5)");
    says("OIHW16i16o of (32,48,2,2)", Notation::OneDnn, "ABcd16b16a of (32,48,2,2)");
    says("NHWC of (2,7,3,5)", Notation::OneDnn, "acdb of (2,7,3,5)");
    says("NCHW->NHWC of (2,7,3,5)", Notation::OneDnn, "acdb of (2,7,3,5)");
    says("acdb of (2,7,3,5)", Notation::Tvm, "NHWC of (2,7,3,5)");
    says("aBcd16b of (2,20,3,5)", Notation::Tvm, "NCHW16c of (2,20,3,5) padded");
    let refused = to("NCHW16c of (2,20,3,5)", Notation::Cute).unwrap_err().to_string();
    assert_eq!(refused, "tvm: dim 1: 20 is no multiple of 16; say `padded` behind the extents");
}

/// Nested layouts, formats of TLA, and tiles of XLA.
#[test]
fn tiles() {
    says(
        "((2,4,3),(128,3)):((1,256,3072),(2,1024)) of (20,300)",
        Notation::Xla,
        "[20,300]{1,0:T(8,128)(2,1)}",
    );
    says("((2,2),(2,3)):((2,12),(1,4)) of (3,5)", Notation::Xla, "[3,5]{1,0:T(2,2)}");
    says("zZ:f16 of (100,50)", Notation::Xla, "f16[100,50]{1,0:T(16,16)}");
    says("nN:f16 of (100,50)", Notation::Xla, "f16[100,50]{0,1:T(16,16)}");
    says("zN:f16 of (100,50)", Notation::Xla, "f16[100,50]{1,0:T(112,16)}");
    says("nZ:f16 of (100,50)", Notation::Xla, "f16[100,50]{0,1:T(64,16)}");
    says("zN:16 of (112,64)", Notation::Xla, "[112,64]{1,0:T(112,16)}");
    says("(7,16,4,16):(256,16,1792,1)", Notation::Xla, "[7,16,4,16]{3,1,0,2}");
    says("[24,128]{1,0:T(8,128)}", Notation::Xla, "[24,128]{1,0}");
    // the tile of 1024 puts nothing in another place
    says("bf16[2048]{0:T(1024)(128)(2,1)}", Notation::Xla, "bf16[2048]{0:T(128)(2,1)}");
    says("(128,2,8):(2,1,256)", Notation::Xla, "[128,2,8]{1,0,2}");
    says("(4):(3) of (4)", Notation::Xla, "[4]{0:T(4)(3,1)}");
    // tiles that do not divide are maps
    let map = to("f32[20,30]{1,0:T(8,16)(3,1)}", Notation::Map).unwrap();
    assert!(map.contains("floordiv"), "{map}");
    says("f32[20,30]{1,0:T(8,16)(3,1)}", Notation::Xla, "f32[20,30]{1,0:T(8,16)(3,1)}");
    let refused = to("f32[20,30]{1,0:T(8,16)(3,1)}", Notation::Cute).unwrap_err();
    assert!(refused.witness().is_some(), "{refused}");
    says("f32[16,16]{1,0:S(1)}", Notation::Xla, "f32[16,16]{1,0:S(1)}");
}

#[test]
fn formats() {
    says("((16,7),(16,4)):((16,256),(1,1792)) of (100,50)", Notation::Tla, "zN:16 of (100,50)");
    says("[100,50]{1,0:T(112,16)}", Notation::Tla, "zN:16 of (100,50)");
    says("f32[100,50]{1,0}", Notation::Tla, "RowMajor of (100,50)");
    says(
        "((32,4),(16,4)):((16,2048),(1,512)) of (100,50)",
        Notation::Tla,
        "zZ:16 of (100,50)".replace("zZ:16", "PaddingRowMajor:32x16").as_str(),
    );
    says("L0C of (100,50)", Notation::Cute, "((16,7),(16,4)):((16,256),(1,1792)) of (100,50)");
    says("BA16a16b of (100,50)", Notation::Tla, "zN:16 of (100,50)");
    // the witness is where the nearest one differs
    let refused = to("(4,(2,2,2)):(2,(1,16,8))", Notation::Tla).unwrap_err();
    assert!(refused.witness().is_some() && refused.dimension().is_some(), "{refused}");
}

/// NumPy counts bytes, DLPack and mdspan elements; a dimension in two steps is none of these.
#[test]
fn strides() {
    let given = Given { element: Some(tilework::xla::PrimitiveType::F32.into()), shape: None };
    let with = |text: &str, to| convert(text, None, to, &given);
    let numpy = "ndarray(shape=(4,3), dtype='float32', strides=(4,16), offset=0)";
    assert_eq!(with("(4,3):(1,4)", Notation::NumPy).as_deref(), Ok(numpy));
    says(numpy, Notation::Cute, "(4,3):(1,4)");
    says(numpy, Notation::Xla, "f32[4,3]{0,1}");
    says(
        "np.ndarray((4,3))".replace("(4,3)", "shape=(4,3), dtype='<f4'").as_str(),
        Notation::Cute,
        "(4,3):(3,1)",
    );
    says(
        numpy,
        Notation::DlPack,
        "DLTensor(ndim=2, dtype=(kDLFloat,32,1), shape=(4,3), strides=(1,4), byte_offset=0)",
    );
    says(
        "DLTensor(dtype=(2,32,1), shape=(4,3), strides=NULL, byte_offset=8)",
        Notation::NumPy,
        "ndarray(shape=(4,3), dtype='float32', strides=(12,4), offset=8)",
    );
    says(numpy, Notation::Mdspan, "layout_left(extents=(4,3))");
    says("layout_right(extents=(4,3))", Notation::Cute, "(4,3):(3,1)");
    let zn = "((16,7),(16,4)):((16,256),(1,1792))";
    let refused = with(zn, Notation::NumPy).unwrap_err();
    assert_eq!(
        refused.to_string(),
        "numpy: dim 1: 16*1 != 1792: coordinate (0,16) needs 1792, modes give 16"
    );
    assert_eq!(refused.dimension(), Some(1));
    assert_eq!(to(zn, Notation::NumPy).map_err(|e| e.to_string()), Err(refused.to_string()));
    assert_eq!(
        to("(4,3):(1,4)", Notation::NumPy).unwrap_err().to_string(),
        "numpy: the type of elements has to be said"
    );
    let refused = to("ndarray(shape=(4,3), dtype='float32', strides=(6,16))", Notation::Cute).unwrap_err();
    assert!(
        refused.to_string().contains("dim 0: the stride of 6 bytes is no multiple of the element's 4"),
        "{refused}"
    );
    // an array turned around begins at its end
    says(
        "ndarray(shape=(4,), dtype='int16', strides=(-2,), offset=6)",
        Notation::Cute,
        "Sw<0,4,3> o 3 o (4):(-1)",
    );
    says("Sw<0,4,3> o 3 o (4):(-1)", Notation::Axe, "S[4:-1] + 3");
}

#[test]
fn columns() {
    says("(4,8):(8,1)", Notation::F2, "{d0: [8,16], d1: [1,2,4]}");
    says("Sw<2,0,2> o (4,4):(4,1)", Notation::F2, "{d0: [5,10], d1: [1,2]}");
    says("(4,4,2):(1,4,0)", Notation::F2, "{d0: [1,2], d1: [4,8], d2: [0]}");
    says("((2,2),(2,2)):((1,4),(2,8))", Notation::F2, "{d0: [1,4], d1: [2,8]}");
    says("{d0: [1,4], d1: [2,8]}", Notation::Cute, "((2,2),(2,2)):((1,4),(2,8))");
    says("{d0: [5,10], d1: [1,2]}", Notation::Cute, "(4,4):(F5,F1)");
    says("{register: [1,2], lane: [4,8]}", Notation::F2, "{register: [1,2], lane: [4,8]}");
    for (text, why) in [
        ("(6,2):(1,8)", "f2: dim 0: 6 is no power of two"),
        (
            "(4,4):(1,2)",
            "f2: places are no exclusive sums of those of the bits: coordinate (2,1) needs 4, modes give 0",
        ),
        (
            "Sw<0,4,3> o 3 o (4):(1)",
            "f2: the first element is at 3, not at 0: coordinate (0) needs 3, modes give 0",
        ),
    ] {
        assert_eq!(to(text, Notation::F2).unwrap_err().to_string(), why, "{text}");
    }
}

/// Iota shardings: a layout where no tile carries over an axis.
#[test]
fn iotas() {
    for (text, nested) in [
        ("{devices=[2,4]<=[8]}", "(2,4):(4,1)"),
        ("{devices=[2,4]<=[4,2]T(1,0)}", "(2,4):(1,2)"),
        ("{devices=[4,2]<=[2,4]T(1,0)}", "(4,2):(1,4)"),
        ("{devices=[2,2,2]<=[4,2]T(1,0)}", "(2,2,2):(1,4,2)"),
        ("{devices=[4,3]<=[6,2]T(1,0)}", "((2,2),3):((6,1),2)"),
    ] {
        says(text, Notation::Cute, nested);
        let again = to(nested, Notation::Iota).unwrap();
        says(&again, Notation::Cute, nested);
    }
    for text in ["{devices=[2,6]<=[4,3]T(1,0)}", "{devices=[2,3,2]<=[4,3]T(1,0)}"] {
        let refused = to(text, Notation::Cute).unwrap_err();
        assert!(refused.witness().is_some(), "{refused}");
        says(text, Notation::Iota, text);
        assert!(to(text, Notation::Map).unwrap().contains("mod"));
    }
    says("devices=[2,2]0,2,1,3", Notation::Iota, "{devices=[2,2]<=[2,2]T(1,0)}");
    says("devices=[4]3,2,1,0", Notation::Iota, "{devices=[4]3,2,1,0}");
    says("devices=[2,2]<=[4] last_tile_dim_replicate", Notation::Axe, "S[2:2] + R[2:1]");
    says("S[2:2] + R[2:1]", Notation::Iota, "{devices=[2,2]<=[4] last_tile_dim_replicate}");
    says(
        "NamedSharding(mesh=Mesh('x': 2, 'y': 4), spec=PartitionSpec('y', None))",
        Notation::Iota,
        "{devices=[4,1,2]<=[2,4]T(1,0) last_tile_dim_replicate}",
    );
}

#[test]
fn named_axes() {
    says("S[(128,512):(1@TLane,1@TCol)]", Notation::Cute, "(128,512):(1@0,1@1)");
    says("S[(128,512):(1@TLane,1@TCol)]", Notation::Axe, "S[(128,512):(1@TLane,1@TCol)]");
    says("S[(8,16):(16@m,1@m)]", Notation::Cute, "(8,16):(16,1)");
    says("S[4,8]", Notation::Cute, "(4,8):(8,1)");
    says("S[(7,16,4,16):(256,16,1792,1)] of (112,64)", Notation::Cute, "((16,7),(16,4)):((16,256),(1,1792))");
    says("((16,7),(16,4)):((16,256),(1,1792))", Notation::Axe, "S[(112,4,16):(16,1792,1)] of (112,64)");
    let whole = "S[(8,4,2):(4@lane,1@warp,1@lane)] + R[2:4@warp] + 64@lane of (8,8)";
    says(whole, Notation::Axe, whole);
    says("(128,512):(1@0,1@1)", Notation::Axe, "S[(128,512):(1@x0,1@x1)]");
    says("(2,1,3):(1@1,0,4@0)", Notation::Axe, "S[(2,1,3):(1@x1,0@x1,4@x0)]");
    says("S[(2,1,3):(1@x1,0@x1,4@x0)]", Notation::Cute, "(2,1,3):(1@1,0@1,4@0)");
}

#[test]
fn types_of_cute_ir() {
    says("(32,8):(1,32)", Notation::CuteIr, "!cute.layout<\"(32,8):(1,32)\">");
    says(
        "!cute.layout<\"(32,8,8,128):(1@0,8@1,1@1,32@0)\">",
        Notation::Cute,
        "(32,8,8,128):(1@0,8@1,1@1,32@0)",
    );
    let composed = "!cute.composed_layout<\"S<3,4,3> o 0 o (8,64):(64,1)\">";
    says(composed, Notation::CuteIr, composed);
    says(composed, Notation::Cute, "Sw<3,4,3> o 0 o (8,64):(64,1)");
    let refused = to("!cute.layout<\"(32,?{div=192}):(1,32)\">", Notation::Cute).unwrap_err().to_string();
    assert!(refused.contains("found `?{div=192}` at position 18"), "{refused}");
    let refused = to("((16,7),(16,4)):((16,256),(1,1792)) of (100,50)", Notation::CuteIr).unwrap_err();
    assert_eq!(refused.to_string(), "cute-ir: dim 1: 50 is no multiple of 16: padding cannot be said");
}
