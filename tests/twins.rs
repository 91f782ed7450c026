//! The typed layout and its runtime twin are one function.

use tilework::dynamic::DynLayout;
use tilework::prelude::*;

/// Same facts, same text up to static marks, same offset at every index; and the way back gives the same layout.
fn check<S, D>(typed: Layout<S, D>)
where
    S: Shape,
    D: Stride<S>,
{
    let data = typed.to_dynamic();
    let text = typed.to_string();
    assert_eq!(data.to_string(), text.replace('_', ""));
    assert_eq!(text.parse::<DynLayout>().unwrap(), data, "static marks are read and dropped");
    assert_eq!(data.size(), typed.size().value() as i64, "{text}");
    assert_eq!(data.cosize(), typed.cosize().value() as i64, "{text}");
    assert_eq!((data.rank(), data.depth()), (rank(typed), depth(typed)), "{text}");
    assert_eq!(data.is_injective().unwrap(), typed.is_injective(), "{text}");
    assert_eq!(data.is_contiguous().unwrap(), typed.is_contiguous(), "{text}");
    let offsets = data.offsets().unwrap();
    for (index, offset) in offsets.enumerate() {
        assert_eq!(offset.as_int(), Some(typed.offset(index).to_isize() as i64), "{index} of {text}");
    }
    let back = Layout::<S, D>::try_from(&data).unwrap();
    assert_eq!(back, typed);
}

macro_rules! check_all {
    ($($layout:expr),* $(,)?) => { $( check($layout); )* };
}

#[test]
fn typed_layouts_and_their_twins_agree() {
    let (two, three, seven) = (2, 3, 7);
    check_all! {
        layout!(8:1),
        layout!(seven:3),
        layout!((5):(-1)),
        layout!(():()),
        layout!((2, 3):(3, 1)),
        layout!((two, 3):(1, two)),
        layout!(((4, 2), (4, 3)):((4, 16), (1, 32))),
        layout!(((4, two), (4, three)):((4, 16), (1, 32))),
        layout!((4, (2, (3, 2))):(1, (4, ({Signed(-8)}, 48)))),
        layout!((4, 2):(1, 3)),
        layout!((3, 5):(0, 1)),
        layout!((0, 5):(5, 1)),
        layout!((2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2)),
        layout!((((((2))))):(((((3)))))),
        row_major(shape!(three, (4, two), 5)),
        ordered(shape!((4, 2), (4, three)), shape!((1, 2), (0, 3))),
    }
}

#[test]
fn padding_goes_along() {
    let typed = make_layout::<zN, f32>(20, 10).layout();
    let data = typed.to_dynamic();
    assert!(!data.is_exact());
    assert_eq!(data.extents().to_string(), "(20,10)");
    let exact = make_layout::<zN, f32>(int!(32), int!(16)).layout();
    assert!(exact.to_dynamic().is_exact());
}

#[test]
fn data_that_is_not_of_the_type_is_refused() {
    type Tiled = Layout!(((16, usize), 8):((8, 128), 1));
    let refuse = |text: &str| Tiled::try_from(&text.parse::<DynLayout>().unwrap()).unwrap_err().to_string();
    assert!(Tiled::try_from(&"((16,3),8):((8,128),1)".parse::<DynLayout>().unwrap()).is_ok());
    assert_eq!(
        refuse("((4,3),8):((8,128),1)"),
        "conversion: shape ((4,3),8) of ((4,3),8):((8,128),1) is not one of the type ((16,?),8):((8,128),1)"
    );
    assert!(refuse("((16,3),8):((8,128),2)").contains("stride ((8,128),2)"));
    assert!(refuse("(16,3,8):(8,128,1)").contains("shape (16,3,8)"));
    assert!(refuse("((16,3),8):((8@0,128@0),1@0)").contains("stride 8@0 of"));
}
