//! Which boxes hardware copies: the rules, one by one, and in any combination.
use crate::CASES;
use proptest::prelude::*;
use tilework::access::{BoxCopy, BoxRefused, BoxSwizzle, box_copy};
use tilework::dynamic::DynLayout;
use tilework::prelude::*;

const SWIZZLES: [(BoxSwizzle, i64); 4] =
    [(BoxSwizzle::None, i64::MAX), (BoxSwizzle::B32, 32), (BoxSwizzle::B64, 64), (BoxSwizzle::B128, 128)];

proptest! {
    #![proptest_config(ProptestConfig { cases: CASES, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_box_is_copied_if_every_rule_holds(
        element in prop::sample::select(vec![1_i64, 2, 3, 4, 8, 16]),
        alignment in prop::sample::select(vec![8_i64, 16, 128]),
        swizzle in prop::sample::select(SWIZZLES.to_vec()),
        (inner_size, inner_extent) in (1_i64..300, 0_i64..260),
        others in prop::collection::vec((
            prop::sample::select(vec![0_i64, 1, 77, 1 << 32, 1 + (1 << 32)]),
            prop::sample::select(vec![-16_i64, 0, 8, 16, 4096, (1 << 40) - 16, 1 << 40]),
            prop::sample::select(vec![0_i64, 1, 64, 256, 257]),
            prop::sample::select(vec![0_i64, 1, 8, 9]),
        ), 0..6),
    ) {
        let new = BoxCopy::new(element, alignment, swizzle.0).dimension(inner_size, element, inner_extent);
        let copy = others.iter().fold(new, |copy, (size, stride, extent, step)| {
            copy.stepped_dimension(*size, *stride, *extent, *step)
        });
        let bytes = inner_extent * element;
        let holds = [1, 2, 4, 8].contains(&element)
            && alignment % 16 == 0
            && others.len() < 5
            && (1..=256).contains(&inner_extent)
            && bytes % 16 == 0
            && bytes <= swizzle.1
            && others.iter().all(|(size, stride, extent, step)| {
                (1..=1 << 32).contains(size)
                    && (0..1 << 40).contains(stride)
                    && stride % 16 == 0
                    && (1..=256).contains(extent)
                    && (1..=8).contains(step)
            });
        prop_assert_eq!(copy.check().is_ok(), holds);
        if holds {
            let extents = others.iter().map(|(_, _, extent, step)| (0..*extent).step_by(*step as usize).count());
            prop_assert_eq!(copy.bytes(), bytes * extents.map(|count| count as i64).product::<i64>());
        }
    }
}

#[test]
fn each_refusal_says_its_numbers() {
    let of = |layout: &str, bits, extents: &[i64], swizzle| {
        BoxCopy::of(&layout.parse::<DynLayout>().unwrap(), bits, extents, 16, swizzle)
    };
    let refused =
        |layout, bits, extents: &[i64], swizzle| of(layout, bits, extents, swizzle).unwrap().check();
    let plain = BoxSwizzle::None;
    assert_eq!(refused("(64,64):(64,1)", 16, &[8, 8], plain), Ok(()));
    // modes in any order, nested ones that are one run, and such of one element
    assert_eq!(refused("((4,16),64,1):((1,4),64,7)", 16, &[8, 8, 1], plain), Ok(()));
    let cases: [(_, u32, &[i64], _, _, &str); 8] = [
        (
            "(64,64):(64,1)",
            128,
            &[8, 8],
            plain,
            BoxRefused::Element { bytes: 16 },
            "16 bytes, and it takes 1",
        ),
        ("64:2", 16, &[8], plain, BoxRefused::Innermost { bytes: 4 }, "4 bytes apart"),
        ("(64,64):(65,1)", 16, &[8, 8], plain, BoxRefused::Stride { dimension: 1, bytes: 130 }, "130 bytes"),
        ("(64,64):(64,1)", 16, &[0, 8], plain, BoxRefused::Extent { dimension: 1, extent: 0 }, "1 to 256"),
        ("(64,512):(512,1)", 16, &[8, 512], plain, BoxRefused::Extent { dimension: 0, extent: 512 }, "512"),
        ("(64,64):(64,1)", 16, &[8, 4], plain, BoxRefused::InnerBytes { bytes: 8 }, "no multiple of 16"),
        ("(64,64):(64,1)", 16, &[8, 32], BoxSwizzle::B32, BoxRefused::Swizzle { bytes: 64, most: 32 }, "32"),
        (
            "(2,2,2,2,2,16):(16,32,64,128,256,1)",
            8,
            &[2, 2, 2, 2, 2, 16],
            plain,
            BoxRefused::Rank { rank: 6 },
            "6 dimensions",
        ),
    ];
    for (layout, bits, extents, swizzle, reason, text) in cases {
        assert_eq!(refused(layout, bits, extents, swizzle), Err(reason), "{layout}");
        assert!(reason.to_string().contains(text), "{reason}");
    }
    let no_box = |layout, extents: &[i64], bits| of(layout, bits, extents, plain).unwrap_err().to_string();
    assert!(no_box("(64,64):(64,1)", &[8], 16).contains("1 extents for a layout of rank 2"));
    assert!(no_box("((4,2),64):((1,8),64)", &[8, 8], 16).contains("no single stride"));
    assert!(no_box("(64,64):(64,1)", &[8, 8], 4).contains("no whole bytes"));
}

#[test]
fn static_boxes_are_those_of_the_twin() {
    type Rows = Layout!((4096, 1024):(1024, 1));
    const ROWS: BoxCopy = box_copy::<u16, Rows, Shape!(64, 32)>(128, BoxSwizzle::B64);
    let rows: DynLayout = "(4096,1024):(1024,1)".parse().unwrap();
    assert_eq!(BoxCopy::of(&rows, 16, &[64, 32], 128, BoxSwizzle::B64), Ok(ROWS));
    assert_eq!((ROWS.rank(), ROWS.bytes()), (2, 4096));
    const NAMED: BoxCopy = box_copy::<bf16, Rows, Shape!(64, 32)>(128, BoxSwizzle::B64);
    assert_eq!(NAMED, ROWS);
}
