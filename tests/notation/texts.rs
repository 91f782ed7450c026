//! Texts that are none: errors with places, no panic, and no more time than their length takes.
use crate::random::Random;
use std::time::Instant;
use tilework::dynamic::Error;
use tilework::notation::{ConvertError, Given, Notation, convert, read, write};
use tilework::xla::PrimitiveType;

const SOUND: [&str; 21] = [
    "((16,7),(16,4)):((16,256),(1,1792)) of (100,50)",
    "Sw<2,0,3> o 16 o (8,8):(8,1)",
    "zN:f16 of (100,50)",
    "PaddingRowMajor:32x16 of (100,50)",
    "bf16[20,300]{1,0:T(8,128)(2,1)}",
    "[6,4]{1,0:T(4,4)(3,1)}",
    "(d0, d1) -> (d0 * 3 + d1), domain: d0 in [0, 1], d1 in [0, 2]",
    "ABcd4b16a4b of (20,40,2,2)",
    "NCHW16c of (2,20,3,5) padded",
    "NCHW->NHWC of (2,7,3,5)",
    "ndarray(shape=(4,3), dtype='float32', strides=(4,16), offset=8)",
    "DLTensor(ndim=2, dtype=(kDLFloat,32,1), shape=(4,3), strides=NULL, byte_offset=8)",
    "layout_stride(extents=(4,3), strides=(1,4))",
    "{register: [1,2], lane: [5,9]}",
    "{devices=[2,6]<=[4,3]T(1,0)}",
    "{devices=[4,1,2]<=[8] last_tile_dims={manual, replicated}}",
    "NamedSharding(mesh=Mesh('x': 2, 'y': 4), spec=PartitionSpec('y', None))",
    "{mesh['a'=2,'b'=4], [{'a'}, {}]}",
    "S[(8,4,2):(4@lane,1@warp,1@lane)] + R[2:4@warp] + 64@lane of (8,8)",
    "!cute.layout<\"(32,?{div=192}):(1,32)\">",
    "!cute.composed_layout<\"S<3,4,3> o 0 o (8,64):(64,1)\">",
];

/// Reads a text as whatever it may be, and writes what it is in every notation.
fn all(text: &str, given: &Given) {
    for from in [None, Some(Notation::Iota), Some(Notation::OneDnn), Some(Notation::Tvm), Some(Notation::Axe)]
    {
        match read(text, from, given) {
            Ok(pivot) => {
                let size = pivot.extents().map_or(0, |extents| {
                    extents.iter().fold(1_i64, |size, extent| size.saturating_mul(*extent))
                });
                for to in Notation::ALL {
                    // what has to be tried index by index takes its time
                    if size < 1 << 12
                        && let Ok(text) = write(&pivot, to)
                    {
                        assert!(read(&text, Some(to), given).is_ok(), "{text}");
                    }
                }
            }
            Err(ConvertError::Read { error: Error::Parse(error), .. }) => {
                assert!(text.get(error.span.clone()).is_some(), "{error} in {text:?}");
            }
            Err(_) => {}
        }
    }
}

#[test]
fn of_no_dimensions() {
    all("[]", &Given::default());
    let refused = convert("f32[]", None, Notation::F2, &Given::default()).unwrap_err();
    assert_eq!(refused.to_string(), "f2: there are no dimensions");
}

#[test]
fn mutated() {
    let cases = std::env::var("TILEWORK_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(4000);
    let mut random = Random(4711);
    let letters: Vec<char> = "()[]{}<>:,@=*+-_ 0129abcdABCDTFSRx'\"?é".chars().collect();
    let given =
        [Given::default(), Given { shape: Some(vec![4, 6]), element: Some(PrimitiveType::S4.into()) }];
    for _ in 0..cases {
        let mut text: Vec<char> = random.of(&SOUND).chars().collect();
        for _ in 0..=random.below(3) {
            let at = random.below(text.len().max(1));
            match random.below(4) {
                0 if at < text.len() => drop(text.remove(at)),
                1 if at < text.len() => text[at] = random.of(&letters),
                2 => text.truncate(at + 1),
                _ => text.insert(at.min(text.len()), random.of(&letters)),
            }
        }
        let text: String = text.into_iter().collect();
        all(&text, &given[random.below(2_usize)]);
    }
}

/// Twice the text takes about twice the time: a text of a few hundred KiB takes far less than a second.
#[test]
fn long() {
    const COUNT: usize = 40_000;
    let pieces = [
        ("(", "1,", "1):(1)"),
        ("(", "(", "1"),
        ("", "Sw<1,0,1> o 0 o ", "(4):(1)"),
        ("(d0) -> (", "d0 + ", "d0), domain: d0 in [0, 3]"),
        ("aB", "2b", " of (2,2)"),
        ("AB", "2b", " of (2,2) padded"),
        ("ndarray(shape=(", "1,", "))"),
        ("ndarray(", "a=1,", ")"),
        ("{d0: [", "1,", "]}"),
        ("{", "a: [], ", "b: []}"),
        ("devices=[", "1,", "1]<=[1]"),
        ("devices=[40000]", "1,", "0"),
        ("{", "{replicated}, ", "}"),
        ("Mesh(", "'x': 1, ", ") P()"),
        ("Mesh('x': 2) P(", "None, ", ")"),
        ("S[(", "1,", "1):(1)]"),
        ("S[4:1]", " + 1", ""),
        ("S[4:1]", " + R[1:1]", ""),
        ("!cute.layout<\"(", "1,", "1):(1)\">"),
        ("[", "1,", "1]{0}"),
        ("f32[4]{0:", "T(2)", "}"),
        ("{devices=[2]<=[2] ", "metadata={} ", "}"),
    ];
    for (head, piece, tail) in pieces {
        let text = format!("{head}{}{tail}", piece.repeat(COUNT));
        let start = Instant::now();
        let answer = convert(&text, None, Notation::Xla, &Given::default());
        // a hundred times what it takes, in a build without optimisation on a busy machine
        assert!(start.elapsed().as_secs() < 120, "{head}{piece}..: {:?}", start.elapsed());
        drop(answer);
    }
}

/// The mistake has a place.
#[test]
fn places_of_mistakes() {
    for (text, expected) in [
        ("aBcd16x of (2,20,3,5)", "onednn: expected the letter of a dimension, found `x` at position 6"),
        ("aBcd16b of (2,20,3", "onednn: expected `,` or `)`, found the end at position 18"),
        ("aBcd16b", "onednn: the shape has to be said"),
        ("{devices=[2,4]<=[9}", "iota: expected `,` or `]`, found `}` at position 18"),
        ("S[(8,16):(16@,1)]", "axe: expected the name of an axis, found `,` at position 13"),
        ("[3,5]{1,x}", "xla: expected an integer, found `x` at position 8"),
        ("zN of (4,4)", "tla: the width of elements has to be said"),
        ("(4,3):(1,4) of (4,5)", "cute: extent: 5 is not within the 3 elements of mode 3"),
    ] {
        assert_eq!(read(text, None, &Given::default()).unwrap_err().to_string(), expected, "{text}");
    }
    let given = Given { shape: Some(vec![3, 4]), element: None };
    let refused = read("(4,3):(1,4)", None, &given).unwrap_err().to_string();
    assert_eq!(refused, "cute: (4,3):(1,4) is of (4,3), not of (3,4)");
}
