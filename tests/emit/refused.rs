//! What has no text, and why.
use tilework::affine::{Expr, IndexingMap, Interval};
use tilework::dynamic::{DynLayout, Swizzled};
use tilework::emit::{EmitError, IndexFunction, Language, Word};

fn of_layout(text: &str) -> IndexFunction {
    IndexFunction::try_from(&text.parse::<DynLayout>().unwrap()).unwrap()
}

fn of_map(text: &str) -> IndexFunction {
    text.parse::<IndexingMap>().unwrap().into()
}

fn refusal(function: &IndexFunction, language: Language) -> String {
    function.emit(language, "f").unwrap_err().to_string()
}

#[test]
fn words_are_as_wide_as_the_reach() {
    let word = |text: &str| of_layout(text).emit(Language::C, "f").unwrap().word;
    assert_eq!(word("(65536,65536):(65536,1)"), Word::U32);
    assert_eq!(word("(65536,65537):(65537,1)"), Word::U64);
    assert_eq!(word("(4,4):(-4,1)"), Word::I32);
    assert_eq!(word("(65536,65536):(-65536,1)"), Word::I64);
    // the offset of the last element is 2^32 - 1, and that of no element is more, although the shape spans more
    assert_eq!(word("(65536,65537):(65536,1) of (65536,65536)"), Word::U32);
    assert!(of_layout("(65536,65536):(65536,1)").emit(Language::Wgsl, "f").is_ok());
    assert_eq!(
        refusal(&of_layout("(65536,65537):(65537,1)"), Language::Wgsl),
        "values from 0 to 4295032831 do not fit in u32, and WGSL has nothing wider"
    );
    // the product would not fit, though the quotient does
    let product = of_map("(d0) -> (((d0 * 9000000000) floordiv 7) mod 2), domain: d0 in [0, 9000000000]");
    assert!(matches!(product.emit(Language::C, "f"), Err(EmitError::TooWide { .. })));
}

#[test]
fn names() {
    let function = of_layout("(2,2):(1,2)");
    for (name, language, reason) in [
        ("", Language::C, "a name is made of letters of ASCII, digits and `_`, and begins with no digit"),
        (
            "f()",
            Language::Rust,
            "a name is made of letters of ASCII, digits and `_`, and begins with no digit",
        ),
        ("__f", Language::Cuda, "such names belong to compilers"),
        ("uint4", Language::OpenCl, "the language keeps this word for itself"),
        ("thread", Language::Metal, "the language keeps this word for itself"),
        ("match", Language::Rust, "the language keeps this word for itself"),
    ] {
        let refused = function.emit(language, name).unwrap_err();
        assert_eq!(refused.to_string(), format!("`{name}` cannot be a name in {language}: {reason}"));
    }
    // the names of variables are names of arguments
    let named = of_map("(fn, b) -> (fn + b), domain: fn in [0, 3], b in [0, 3]");
    assert!(named.emit(Language::C, "f").unwrap().text.contains("f(uint32_t fn, uint32_t b)"));
    assert!(refusal(&named, Language::Wgsl).starts_with("`fn` cannot be a name in WGSL"));
    // a local name is none of the arguments
    let local = of_map("(t0) -> (t0 floordiv 5 + t0 mod 5 * 3, t0 floordiv 5), domain: t0 in [0, 99]");
    assert!(local.emit(Language::C, "f").unwrap().text.contains("const uint32_t t01 = t0 / 5u;"));
}

#[test]
fn what_is_no_function() {
    let unbounded = of_map("(d0){rt0} -> (d0 + rt0), domain: d0 in [0, 3], rt0 in [0, 9223372036854775807]");
    assert_eq!(
        refusal(&unbounded, Language::C),
        "`rt0` has no least or no greatest value: say in which bounds it is"
    );
    let by_zero = of_map("(d0){rt0} -> (d0 floordiv rt0), domain: d0 in [0, 3], rt0 in [0, 9]");
    assert_eq!(refusal(&by_zero, Language::C), "the divisor of v0 floordiv v1 may be 0 or negative");
    let twice = of_layout("(4,4):(1,1)").inverse().unwrap_err().to_string();
    assert_eq!(twice, "map.inverse: not injective: (0, 1) and (1, 0) both give (1)");
    let swizzled: Swizzled = "Sw<1,0,1> o (4,4):(-4,1)".parse().unwrap();
    assert!(IndexFunction::try_from(&swizzled).is_err());
}

#[test]
fn long_and_deep_expressions_end() {
    // a remainder of a remainder of ..., which the simplifier leaves as it is
    let deep = |levels: i64| {
        let level =
            |expr: Expr, number| expr.mul(Expr::constant(3)).modulo(Expr::constant(1_000_003 + number));
        let expr = (0..levels).fold(Expr::variable(0), level);
        let map = IndexingMap::new(&[Interval::of_size(1_000_000)], &[], &[], vec![expr], Vec::new());
        IndexFunction::from(map.unwrap())
    };
    assert_eq!(refusal(&deep(400), Language::C), "an expression of more than 256 operations");
    assert_eq!(refusal(&deep(100_000), Language::C), "an expression of more than 256 operations");
    assert!(deep(120).emit(Language::C, "f").unwrap().operations > 100);
}

#[test]
fn titles_end_with_their_line() {
    let text = of_layout("(2):(1)").titled("a */ \\\n#error ??/").emit(Language::C, "f").unwrap().text;
    assert!(text.starts_with("// a */   #error   /\n// d0 in [0, 1]\n"), "{text}");
}
