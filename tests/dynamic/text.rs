//! Reading and printing the notation: round trips, precise errors, and no panic on anything.
use proptest::prelude::*;
use tilework::dynamic::{Coordinate, DynLayout, DynTuple, Error, MAX_DEPTH, ParseError};

fn parse_error<T>(result: Result<T, Error>) -> ParseError {
    match result {
        Err(Error::Parse(error)) => error,
        Err(other) => panic!("another error: {other}"),
        Ok(_) => panic!("accepted"),
    }
}

#[test]
fn prints_what_it_reads() {
    for text in ["4", "(4)", "()", "(2,(3,4))", "((2,3),(),-7)"] {
        assert_eq!(text.parse::<DynTuple>().unwrap().to_string(), text);
    }
    for text in ["_", "(1,_,(2,_))", "(3)"] {
        assert_eq!(text.parse::<Coordinate>().unwrap().to_string(), text);
    }
    for text in ["8:1", "(8):(1)", "():()", "(4,(2,3)):(1,(4,-8))", "(4,5):(1@0,2@1@0)", "(8,8):(F1,F9)"] {
        assert_eq!(text.parse::<DynLayout>().unwrap().to_string(), text);
    }
}

#[test]
fn padding_goes_through_text() {
    for text in [
        "((16,7),(8,7)):((8,128),(1,896)) of (100,50)",
        "((2,4),(2,2)):((1,4),(2,8)) of (7,3)",
        "(64):(1) of (50)",
        "5:1 of 3",
        "(4,4):(1@0,1@1) of (0,4)",
    ] {
        let layout: DynLayout = text.parse().unwrap();
        assert!(!layout.is_exact(), "{text}");
        assert_eq!(layout.to_string(), text);
        assert_eq!(text.replace(" of ", "of").parse::<DynLayout>().as_ref(), Ok(&layout));
    }
    // an extent without padding is not printed
    assert_eq!("(4,4):(1,4) of (4,4)".parse::<DynLayout>().unwrap().to_string(), "(4,4):(1,4)");
    for wrong in [
        "(4,4):(1,4) of (5,4)",
        "(4,4):(1,4) of 3",
        "5:1 of (3)",
        "(4,4):(1,4) of (3,-1)",
        "(4,4):(1,4) of ((3),4)",
        "5:1 of 3 by 1@0",
    ] {
        assert!(matches!(wrong.parse::<DynLayout>(), Err(Error::Invalid { .. })), "{wrong}");
    }
    for wrong in ["5:1 o 3", "5:1 of", "5:1 f 3", "5:1 of 3 of 2", "5:1 of (3) by 1"] {
        assert!(matches!(wrong.parse::<DynLayout>(), Err(Error::Parse(_))), "{wrong}");
    }
}

#[test]
fn typed_padding_is_told_as_the_twin_tells_it() {
    use tilework::{layout::Extent, prelude::*};
    fn check<S: Shape, D: Stride<S>, E: Extent<S>>(layout: Layout<S, D, E>) {
        let (typed, data) = (layout.to_string().replace('_', ""), layout.to_dynamic());
        assert_eq!(data.to_string(), typed);
        assert_eq!(typed.parse::<DynLayout>(), Ok(data));
    }
    for (rows, columns) in [(100, 50), (96, 48), (1, 1), (16, 9), (0, 3)] {
        check(zN::layout::<f32, _, _>(rows, columns));
        check(nZ::layout::<f16, _, _>(rows, columns));
        check(zZ::layout::<u8, _, _>(rows, columns));
        check(nN::layout::<f32, _, _>(rows, columns));
        check(RowMajor::layout::<f32, _, _>(rows, columns));
    }
    check(xla!(f32[3, 5]{1, 0: T(2, 4)}));
    for (height, tile) in [(10, 4), (8, 4), (3, 8), (7, 7)] {
        check(logical_divide(layout!((height, 7):(1, height)), tiler!(tile, _)));
    }
}

#[test]
fn an_integer_and_a_tuple_of_one_differ() {
    assert_ne!("4".parse::<DynTuple>().unwrap(), "(4)".parse().unwrap());
    assert_ne!("()".parse::<DynTuple>().unwrap(), "0".parse().unwrap());
}

#[test]
fn blanks_and_static_marks_are_dropped() {
    let layout: DynLayout = " ( _4 , ( 2,_3 ) ) : ( _1,( 4 , _-8 ) ) ".parse().unwrap();
    assert_eq!(layout.to_string(), "(4,(2,3)):(1,(4,-8))");
    assert_eq!("(_,_4)".parse::<Coordinate>().unwrap().to_string(), "(_,4)");
}

#[test]
fn errors_tell_place_found_and_expected() {
    let cases = [
        ("(2,3x):(3,1)", 4..5, "`x`", "`,` or `)`"),
        ("(2,3)", 5..5, "the end", "`:`"),
        ("(2,3):(3,1", 10..10, "the end", "`,` or `)`"),
        ("(2,):1", 3..4, "`)`", "an integer"),
        ("", 0..0, "the end", "an integer"),
        ("2:1 7", 4..5, "`7`", "the end"),
        ("2:é", 2..4, "`é`", "an integer"),
        ("2:99999999999999999999", 2..22, "a number of 20 digits", "an integer of 64 bits"),
        ("2:F-1", 3..5, "-1", "a number that is not negative"),
        ("2:1@999", 3..7, "`@999`", "an axis of 1 to 6 indices of at most 255"),
    ];
    for (text, span, found, expected) in cases {
        let error = parse_error(text.parse::<DynLayout>());
        assert_eq!((error.span, error.found.as_str(), &*error.expected), (span, found, expected), "{text}");
    }
    assert_eq!(
        parse_error("(1,".parse::<DynTuple>()).to_string(),
        "expected an integer, found the end at position 3"
    );
}

#[test]
fn what_does_not_fit_together_is_refused() {
    for text in ["(2,3):(3,1,2)", "(2,3):1", "2:(1)", "-2:1", "(4,4):(1,F4)", "(2,2):(1,1@0)"] {
        let error = text.parse::<DynLayout>().unwrap_err();
        assert!(matches!(error, Error::Invalid { .. }), "{text}: {error}");
    }
    for text in [
        "(9223372036854775807,2):(1,1)",
        "3:9223372036854775807",
        "(2,2):(9223372036854775807,1)",
        "3:F4611686018427387904",
    ] {
        let error = text.parse::<DynLayout>().unwrap_err();
        assert!(matches!(error, Error::Overflow { .. }), "{text}: {error}");
    }
}

#[test]
fn nesting_is_bounded_and_long_texts_are_fine() {
    let nested = |depth: usize| format!("{}1{}", "(".repeat(depth), ")".repeat(depth));
    assert_eq!(nested(MAX_DEPTH).parse::<DynTuple>().unwrap().depth(), MAX_DEPTH);
    let error = parse_error(nested(MAX_DEPTH + 1).parse::<DynTuple>());
    assert_eq!(error.span.start, MAX_DEPTH);
    parse_error("(".repeat(1_000_000).parse::<DynTuple>());

    let long = format!("({}1)", "1,".repeat(500_000));
    assert_eq!(long.parse::<DynTuple>().unwrap().rank(), 500_001);
}

proptest! {
    #[test]
    fn no_text_panics(text in "[()<>_:,@F0-9 -]{0,40}") {
        if let Ok(layout) = text.parse::<DynLayout>() {
            prop_assert_eq!(&layout.to_string().parse::<DynLayout>().unwrap(), &layout);
        }
        if let Ok(coordinate) = text.parse::<Coordinate>() {
            prop_assert_eq!(coordinate.to_string().parse::<Coordinate>().unwrap(), coordinate);
        }
    }

    #[test]
    fn no_bytes_panic(text in any::<String>()) {
        let _ = text.parse::<DynLayout>();
        let _ = text.parse::<Coordinate>();
    }
}
