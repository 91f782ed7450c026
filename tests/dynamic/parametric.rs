//! Layouts some of whose leaves have names.
#![cfg(feature = "affine")]
use tilework::dynamic::{Error, ParametricLayout};

#[test]
fn names_are_counted_once_and_take_values_in_their_order() {
    let layout: ParametricLayout = "((16,m),(_8, k_2*n *m)):((n*16*1,256),(1,m*m*m*m))".parse().unwrap();
    assert_eq!(layout.names(), ["m", "k_2", "n"]);
    for [m, k, n] in [[3, 5, 7], [1, 1, 1], [2, 0, 3]] {
        let expected = format!("((16,{m}),(8,{})):(({},256),(1,{}))", k * n * m, n * 16, m * m * m * m);
        assert_eq!(layout.at(&[m, k, n]).unwrap().to_string(), expected);
    }
    for values in [&[1, 2][..], &[1, 2, 3, 4]] {
        let refusal = layout.at(values).unwrap_err().to_string();
        assert_eq!(refusal, format!("layout: {} values for the parameters m, k_2, n", values.len()));
    }
    let far = layout.at(&[1 << 16, 1, 1]);
    assert_eq!(far.unwrap_err(), Error::Overflow { quantity: "a leaf of the layout" });
    assert!(matches!(layout.at(&[-1, 1, 1]), Err(Error::Invalid { .. })));
}

#[test]
fn a_layout_without_names_is_one_of_numbers() {
    let layout: ParametricLayout = "(4,2*3):(1,4)".parse().unwrap();
    assert!(layout.names().is_empty());
    assert_eq!(layout.at(&[]).unwrap().to_string(), "(4,6):(1,4)");
}

#[test]
fn what_is_no_product_of_names_is_refused() {
    let refused = |text: &str| match text.parse::<ParametricLayout>() {
        Err(Error::Parse(error)) => (error.span.start, error.expected.into_owned()),
        other => panic!("{text}: {other:?}"),
    };
    let product = "a product of up to 4 names and of 64 bits";
    for (text, place, expected) in [
        ("(m,n)", 5, "`:`"),
        ("(m,-n):(1,1)", 3, "an integer"),
        ("(m,_n):(1,1)", 3, "an integer"),
        ("m*:1", 2, "an integer"),
        ("m n:1", 2, "`:`"),
        ("a*b*c*d*e:1", 9, product),
        ("4611686018427387904*2*m:1", 21, product),
    ] {
        assert_eq!(refused(text), (place, expected.to_string()), "{text}");
    }
    assert_eq!("a*b*c*d:1".parse::<ParametricLayout>().unwrap().names().len(), 4);
    let refusal = "(m,4):(m)".parse::<ParametricLayout>().unwrap_err().to_string();
    assert_eq!(refusal, "layout: shape and stride of (m,4):(m) are not congruent");
    // as many names as a byte counts
    let list = |names: usize| {
        format!("({})", (0..names).map(|name| format!("n{name}")).collect::<Vec<_>>().join(","))
    };
    let ones = |count: usize| format!("({})", vec!["1"; count].join(","));
    let whole = |names: usize| format!("{}:{}", list(names), ones(names)).parse::<ParametricLayout>();
    assert_eq!(whole(256).unwrap().names().len(), 256);
    assert!(matches!(whole(257), Err(Error::Parse(_))));
}
