//! How many operations a function takes, beside what a person writes.
use tilework::dynamic::{DynLayout, Swizzled};
use tilework::emit::{IndexFunction, Language};
use tilework::xla::{LinearIndex, Shape, Tiling};

/// The operators of an expression: signs of which each is one instruction.
fn operators(text: &str) -> usize {
    let text = text.replace("<<", "S").replace(">>", "S");
    text.chars().filter(|c| "+-*/%&|^S".contains(*c)).count()
}

/// A function of a layout, a swizzled one, or an array of XLA.
fn function(text: &str) -> IndexFunction {
    if let Ok(layout) = text.parse::<DynLayout>() {
        return IndexFunction::try_from(&layout).unwrap();
    }
    if let Ok(swizzled) = text.parse::<Swizzled>() {
        return IndexFunction::try_from(&swizzled).unwrap();
    }
    let shape: Shape = text.parse().unwrap();
    LinearIndex::new(shape.array("test").unwrap(), Tiling::All).unwrap().to_map().into()
}

/// A layout, and the offset of `(i, j)`, or of `(i, j, k)`, as a person writes it who knows the machine.
const BY_HAND: [(&str, &str); 22] = [
    ("(64,128):(128,1)", "i << 7 | j"),
    ("(100,50):(50,1)", "i * 50 + j"),
    ("(8,16,32):(512,32,1)", "(i << 4 | j) << 5 | k"),
    ("(7,5,3):(15,3,1)", "(i * 5 + j) * 3 + k"),
    // zN: blocks of 16x16, rows inside, columns of blocks
    ("((16,7),(16,4)):((16,256),(1,1792)) of (100,50)", "i * 16 + (j >> 4) * 1792 + (j & 15)"),
    // nZ
    ("((16,7),(16,4)):((1,1024),(16,256)) of (100,50)", "(i >> 4) * 1024 + (i & 15) + j * 16"),
    // zZ
    (
        "((16,7),(16,4)):((16,1024),(1,256)) of (100,50)",
        "(i >> 4 << 10) + (i & 15) * 16 + (j >> 4) * 256 + (j & 15)",
    ),
    ("((4,2),(4,3)):((4,16),(1,32))", "(i << 2) + (j >> 2) * 32 + (j & 3)"),
    ("((3,5),7):((1,21),3)", "i % 3 + i / 3 * 21 + j * 3"),
    (
        "((8,16),(128,2)):((128,2048),(1,1024))",
        "(i >> 3 << 11) + (i & 7) * 128 + (j >> 7) * 1024 + (j & 127)",
    ),
    // the operand A of mma.m16n8k16, from thread and value
    (
        "((4,8),(2,2,2)):((32,1),(16,8,128))",
        "(i & 3) * 32 + (i >> 2) + (j & 1) * 16 + (j >> 1 & 1) * 8 + (j >> 2) * 128",
    ),
    ("(8,4):(-4,1)", "j - i * 4"),
    ("(16,16):(17,1)", "i * 17 + j"),
    ("Sw<3,0,3> o (8,8):(8,1)", "i << 3 | (j ^ i)"),
    ("Sw<3,3,3> o (64,64):(64,1)", "i << 6 | (j ^ (i & 7) << 3)"),
    ("Sw<3,4,3> o (64,128):(128,1)", "i << 7 | (j ^ (i & 7) << 4)"),
    ("Sw<2,4,3> o (32,64):(64,1)", "i << 6 | (j ^ (i >> 1 & 3) << 4)"),
    ("(32,32):(F33,F1)", "i << 5 | (j ^ i)"),
    (
        "bf16[100,256]{1,0:T(8,128)(2,1)}",
        "(i >> 3) * 2048 + (j >> 7) * 1024 + (i >> 1 & 3) * 256 + (j & 127) * 2 + (i & 1)",
    ),
    ("f32[100,200]{1,0:T(8,128)}", "(i >> 3) * 2048 + (j >> 7) * 1024 + (i & 7) * 128 + (j & 127)"),
    ("f32[20,30]{1,0:T(8,16)}", "(i >> 3) * 256 + (j >> 4) * 128 + (i & 7) * 16 + (j & 15)"),
    (
        "s8[64,256]{1,0:T(8,128)(4,1)}",
        "(i >> 3) * 2048 + (j >> 7) * 1024 + (i >> 2 & 1) * 512 + (j & 127) * 4 + (i & 3)",
    ),
];

#[test]
fn no_more_operations_than_by_hand() {
    let mut table = String::from("layout | ours | by hand\n");
    let mut more = Vec::new();
    for (text, by_hand) in BY_HAND {
        let emitted = function(text).emit(Language::C, "f").unwrap();
        let (ours, theirs) = (emitted.operations, operators(by_hand));
        table += &format!("{text} | {ours} | {theirs}\n");
        if ours > theirs {
            more.push(emitted.text);
        }
    }
    println!("{table}");
    assert!(more.is_empty(), "{table}{}", more.join("\n"));
}

#[test]
fn operations_are_those_of_the_text() {
    for (text, _) in BY_HAND {
        let emitted = function(text).emit(Language::C, "f").unwrap();
        let body = emitted.text.split_once('{').unwrap().1.split_once('}').unwrap().0;
        assert_eq!(operators(body), emitted.operations, "{}", emitted.text);
    }
}
