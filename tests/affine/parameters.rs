//! Layouts with parameters as maps, at all values of the parameters.
use crate::points;
use tilework::affine::{IndexingMap, Interval, VarKind};
use tilework::dynamic::{Error, ParametricLayout, Tree};

fn layout(text: &str) -> ParametricLayout {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

#[test]
fn the_map_is_that_of_the_layout_at_each_value() {
    for (text, bounds) in [
        ("(m,8):(ld,1)", &[[1, 4], [-3, 9]][..]),
        ("((2,m),3):((1,ld),-2)", &[[0, 3], [2, 5]]),
        ("((m,2),n):((1,2*m),7)", &[[1, 3], [0, 2]]),
        ("((m,n,2),3):((n,1,50),m*n)", &[[1, 3], [1, 3]]),
        ("m:3*m*m", &[[0, 5]]),
        ("(2,3):(5,1)", &[]),
    ] {
        let layout = layout(text);
        let bounds: Vec<Interval> =
            bounds.iter().map(|&[lower, upper]| Interval::new(lower, upper)).collect();
        let map = IndexingMap::of_parametric(&layout, &bounds).unwrap();
        let symbols: Vec<Interval> = map.runtime_symbols().iter().map(|symbol| symbol.bounds).collect();
        assert_eq!((symbols, map.range_symbols().len()), (bounds.clone(), 0), "{text}");
        let rank = map.dims().len();
        for (place, name) in layout.names().iter().enumerate() {
            let found = (map.kind(rank + place), map.name(rank + place));
            assert_eq!(found, ((VarKind::Runtime, place), Some(name.as_str())), "{text}");
        }
        let dims: Vec<Interval> =
            map.dims().iter().map(|dim| Interval::new(-1, dim.bounds.upper + 1)).collect();
        for values in points(bounds.clone()) {
            let at = layout.at(&values).unwrap();
            let sizes: Vec<i64> =
                at.modes().map(|mode| mode.leaves().iter().map(|leaf| leaf.extent).product()).collect();
            assert_eq!(sizes.len(), rank, "{text}");
            for index in points(dims.clone()) {
                let is_inside = index.iter().zip(&sizes).all(|(index, size)| (0..*size).contains(index));
                let point = [&index[..], &values].concat();
                assert_eq!(map.contains(&point), is_inside, "{text}: {index:?} of {at}\n{map}");
                if is_inside {
                    let coordinate =
                        if at.view().is_leaf() { Tree::leaf(index[0]) } else { Tree::flat(index.clone()) };
                    let offset = at.offset(&coordinate).unwrap();
                    let found = map.evaluate(&index, &[], &values).unwrap();
                    assert!(found.len() == 1 && offset == found[0], "{text}: {index:?} of {at}");
                }
            }
        }
    }
}

/// Where the size of a mode is one number, its bounds say all.
#[test]
fn only_sizes_that_are_not_known_have_constraints() {
    let map = IndexingMap::of_parametric(&layout("(m,(2,4)):(1,(ld,n))"), &[Interval::new(0, 6); 3]).unwrap();
    assert_eq!(
        map.to_string(),
        "(d0, d1){m, ld, n} -> (d0 + (d1 mod 2) * ld + (d1 floordiv 2) * n), domain: d0 in [0, 5], d1 in [0, 7], \
         m in [0, 6], ld in [0, 6], n in [0, 6], d0 - m in [-6, -1]"
    );
}

#[test]
fn what_is_no_layout_for_all_values_is_refused() {
    let refused = |text: &str, bounds: &[Interval]| {
        IndexingMap::of_parametric(&layout(text), bounds).unwrap_err().to_string()
    };
    let small = Interval::new(0, 9);
    assert_eq!(refused("(m,8):(ld,1)", &[small]), "map: 1 intervals for the parameters m, ld");
    assert_eq!(refused("m:1", &[small; 2]), "map: 2 intervals for the parameters m");
    let negative = [small, Interval::new(-1, 9)];
    assert_eq!(refused("(m,n):(1,2)", &negative), "map: the extent of mode 1 may be negative");
    assert_eq!(
        refused("((n,m),4):((1,2),3)", &[negative[1], small]),
        "map: the extent of mode 0 may be negative"
    );
    // a stride may be
    assert!(IndexingMap::of_parametric(&layout("m:ld"), &negative).is_ok());
    let size = |upper: i64| IndexingMap::of_parametric(&layout("(m,2*m):(1,1)"), &[Interval::new(0, upper)]);
    assert!(size(i64::MAX / 2).is_ok());
    assert_eq!(size(i64::MAX / 2 + 1), Err(Error::Overflow { quantity: "the size of a mode" }));
}
