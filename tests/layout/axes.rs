//! Layouts over basis strides: typed, runtime twin and definition are one function.

use tilework::algebra::{try_composition, try_logical_divide, try_tiled_divide, try_zipped_divide};
use tilework::basis::Origin;
use tilework::basis::{CoordinateLayout, try_identity_layout};
use tilework::dynamic::{self, DynLayout, Offset};
use tilework::layout::Coordinate;
use tilework::prelude::*;
use tilework::tuple::Weights;
use tilework::tuple::product_each;

/// What a coordinate of the twin leads to, along each of some axes.
fn components(offset: &Offset, axes: usize) -> Vec<i64> {
    let mut components = vec![0; axes];
    if let Offset::Coordinate(parts) = offset {
        parts.iter().for_each(|(axis, value)| components[usize::from(axis.path()[0])] = *value);
    }
    components
}

fn values<O: IntTuple>(value: O) -> Vec<i64> {
    let text = value.notation().to_string();
    let numbers = text.split(|c: char| !c.is_ascii_digit() && c != '-').filter(|word| !word.is_empty());
    numbers.map(|word| word.parse().unwrap()).collect()
}

/// The sum over the leaves, from the text alone: no code of the library in it but the parser.
fn definition(layout: &DynLayout, index: i64, axes: usize) -> Vec<i64> {
    let (mut rest, mut sum) = (index, vec![0; axes]);
    for (place, mode) in layout.leaves().iter().enumerate() {
        let last = place + 1 == layout.leaves().len();
        let crd = if last { rest } else { rest % mode.extent };
        rest /= mode.extent;
        if let dynamic::Stride::Basis(stride, axis) = mode.stride {
            sum[usize::from(axis.path()[0])] += crd * stride;
        }
    }
    sum
}

/// Everything that is said of one layout; the number of its coordinates that lead into the space.
fn check<S: Shape, D: Weights<S>, X: Shape, O: Origin<X>>(layout: CoordinateLayout<S, D, X, O>) -> usize {
    let (text, twin) = (layout.to_string(), layout.to_dynamic());
    let printed = text.split(" of ").next().unwrap().split(" o ").last().unwrap();
    assert_eq!(twin.to_string(), printed.replace('_', ""));
    assert_eq!(printed.replace('_', "").parse::<DynLayout>().unwrap(), twin);
    assert_eq!((layout.rank(), layout.depth()), (twin.rank(), twin.depth()));
    assert_eq!(layout.size().value() as i64, twin.size());
    let (origin, space) = (values(layout.origin()), values(layout.space()));
    let mut inside = 0;
    for index in 0..layout.size().value() {
        let by_definition = definition(&twin, index as i64, space.len());
        let from_twin = components(&twin.offset(&index.to_string().parse().unwrap()).unwrap(), space.len());
        assert_eq!(by_definition, from_twin, "{index} of {text}");
        let value: Vec<i64> =
            origin.iter().zip(by_definition).map(|(origin, value)| origin + value).collect();
        assert_eq!(values(layout.offset(index)), value, "{index} of {text}");
        let in_space = value.iter().zip(&space).all(|(value, extent)| (0..*extent).contains(value));
        assert_eq!(layout.contains(index), in_space, "{index} of {text}");
        assert_eq!(layout.try_offset(index).is_ok(), in_space);
        inside += usize::from(in_space);
    }
    assert!(!layout.contains(layout.size().value()));
    assert_eq!(layout.is_exact(), inside == layout.size().value(), "{text}");
    assert_eq!(text.contains(" of "), !layout.is_exact());
    inside
}

#[test]
fn identities_map_coordinates_to_themselves() {
    let (three, four, seven) = (3, 4, 7);
    macro_rules! identities {
        ($($shape:expr),* $(,)?) => { $({
            let layout = identity_layout($shape);
            assert_eq!(check(layout), layout.size().value());
            assert_eq!(layout.space(), product_each($shape));
            assert_eq!(layout.to_dynamic(), dynamic::identity_layout(&layout.to_dynamic().shape()).unwrap());
        })* };
    }
    identities! {
        shape!(4, 5),
        shape!(three, 5),
        shape!(four, seven),
        shape!((4)),
        shape!(),
        shape!(2, 1, 3, four),
        shape!((2, 3), 4),
        shape!(4, (three, (2, 2))),
        shape!(2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 3),
        shape!(0, 5),
    }
    let layout = identity_layout(shape!(4, (three, 5)));
    for (i, j) in (0..4).flat_map(|i| (0..15).map(move |j| (i, j))) {
        assert_eq!(layout.offset((i, j)), (i, j));
        assert_eq!(layout.offset((i, (j % 3, j / 3))), (i, j));
    }
    let known: (Int!(3), Int!(7)) = identity_layout(shape!(4, (2, 5))).offset(crd!(3, (1, 3)));
    assert_eq!(known, shape!(3, 7));
    assert!(try_identity_layout((usize::MAX / 2, 3)).is_err());
}

/// A layout of a tensor and its coordinates, cut alike: what one says of an element the other says too.
macro_rules! cut_alike {
    ($($tensor:expr, $tiler:expr => $zipped:literal, $logical:literal;)*) => { $({
        let (tensor, tiler) = ($tensor, $tiler);
        let coordinates = identity_layout(tensor.extents());
        let zipped = zipped_divide(coordinates, tiler);
        assert_eq!(zipped.to_string(), $zipped);
        assert_eq!(check(zipped), tensor.size().value());
        let tiled = coordinates.tiled_divide(tiler);
        assert_eq!(check(tiled), tensor.size().value());
        let logical = logical_divide(coordinates, tiler);
        assert_eq!(logical.to_string(), $logical);
        assert_eq!(check(logical), tensor.size().value());
        // the same elements in the same tiles
        let cut = tensor.logical_divide(tiler);
        assert_eq!(cut.size().value(), logical.size().value());
        for index in 0..cut.size().value() {
            assert_eq!(cut.contains(index), logical.contains(index), "{index}");
            if let Ok(crd) = logical.try_offset(index) {
                assert_eq!(tensor.offset(crd), cut.offset(index), "{index}");
            }
        }
        assert_eq!(zipped.offset(5), tiled.offset(5));
    })* };
}

#[test]
fn tiles_know_where_they_are() {
    let (rows, cols) = (10, 7);
    cut_alike! {
        layout!((8, 12):(1, 8)), tiler!(4, 3)
            => "((_4,_3),(_2,_4)):((_1@0,_1@1),(_4@0,_3@1))", "((_4,_2),(_3,_4)):((_1@0,_4@0),(_1@1,_3@1))";
        layout!((10, 7):(1, 10)), tiler!(4, 4)
            => "((_4,_4),(_3,_2)):((_1@0,_1@1),(_4@0,_4@1)) of (_10,_7)",
               "((_4,_3),(_4,_2)):((_1@0,_4@0),(_1@1,_4@1)) of (_10,_7)";
        layout!((rows, cols):(1, rows)), tiler!(4, {3})
            => "((_4,3),(3,3)):((_1@0,_1@1),(_4@0,3@1)) of (10,7)", "((_4,3),(3,3)):((_1@0,_4@0),(_1@1,3@1)) of (10,7)";
        layout!((rows, 8):(8, 1)), tiler!(4, 4:2)
            => "((_4,_4),(3,_2)):((_1@0,_2@1),(_4@0,_1@1)) of (10,_8)",
               "((_4,3),(_4,_2)):((_1@0,_4@0),(_2@1,_1@1)) of (10,_8)";
        layout!((6, 5):(1, 6)), tiler!(_, 2)
            => "((_1,_2),(_6,_3)):((_0@0,_1@1),(_1@0,_2@1)) of (_6,_5)",
               "(_6,(_2,_3)):(_1@0,(_1@1,_2@1)) of (_6,_5)";
    }
    // what the runtime twin makes of the same
    let twin = dynamic::identity_layout(&"(8,12)".parse().unwrap()).unwrap();
    let tiler = "<4,3>".parse().unwrap();
    let typed = identity_layout(shape!(8, 12));
    assert_eq!(
        typed.zipped_divide(tiler!(4, 3)).to_dynamic(),
        dynamic::zipped_divide(&twin, &tiler).unwrap()
    );
    assert_eq!(
        typed.logical_divide(tiler!(4, 3)).to_dynamic(),
        dynamic::logical_divide(&twin, &tiler).unwrap()
    );
    assert_eq!(typed.tiled_divide(tiler!(4, 3)).to_dynamic(), dynamic::tiled_divide(&twin, &tiler).unwrap());
    assert_eq!(typed.composition(tiler!(4, 3)).to_dynamic(), dynamic::composition_by(&twin, &tiler).unwrap());
}

#[test]
fn tiles_of_tiles() {
    let tiles = identity_layout(shape!(20, 25)).logical_divide(tiler!(8, 8));
    let cells = tiles.logical_divide(tiler!((4, _), (_, 2)));
    assert_eq!(
        cells.to_string(),
        "(((_4,_2),_3),(_8,(_2,_2))):(((_1@0,_4@0),_8@0),(_1@1,(_8@1,_16@1))) of (_20,_25)"
    );
    assert_eq!(check(cells), 500);
    // a mode that shares an axis with others is overhung only where what is behind it is out of the space
    let (two, three) = (2, 3);
    let error = try_logical_divide(tiles, tiler!((three, _), _)).unwrap_err();
    assert!(error.to_string().ends_with("whole tiles have 9 elements instead of 8"), "{error}");
    let pairs = tiles.logical_divide(tiler!((_, two), _));
    assert_eq!(check(pairs), 500);
    assert_eq!(check(tiles.logical_divide(tiler!((_, 2), (_, 3)))), 500);
    // all modes at the top
    let flat = identity_layout(shape!(8, 12)).flat_divide(tiler!(4, 3));
    assert_eq!(flat.to_string(), "(_4,_3,_2,_4):(_1@0,_1@1,_4@0,_3@1)");
    assert_eq!(check(flat), 96);
}

/// A tile of a part may end behind the part only where the space ends too: elsewhere its elements would count as
/// elements.
#[test]
fn tiles_that_end_in_the_space_are_refused() {
    let refused = |error: &str, sizes: [usize; 2]| {
        let [tiles, elements] = sizes;
        let expected = format!("whole tiles have {tiles} elements instead of {elements}");
        assert!(error.ends_with(&expected), "{error}");
    };
    let tiles = identity_layout(shape!(10, 8)).zipped_divide(tiler!(4, _));
    let (three, sixteen) = (3, 16);
    let (inner, edge) = (tiles.slice(crd!((_, 0), (1, _))), tiles.slice(crd!((_, 0), (2, _))));
    refused(&try_logical_divide(inner, tiler!(three, _)).unwrap_err().to_string(), [6, 4]);
    refused(&try_zipped_divide(inner, tiler!(three, _)).unwrap_err().to_string(), [6, 4]);
    refused(&try_tiled_divide(inner, tiler!(three, _)).unwrap_err().to_string(), [6, 4]);
    let cells = edge.logical_divide(tiler!(3, _));
    assert_eq!(cells.to_string(), "(_8,_0) o ((_3,_2),_8):((_1@0,_3@0),_1@1) of (_10,_8)");
    assert_eq!(check(cells), 16);
    // every second column first: behind the last one is the third
    let columns = identity_layout(shape!(4, 8)).logical_divide(tiler!(_, 4:2));
    refused(&try_logical_divide(columns, tiler!(_, sixteen)).unwrap_err().to_string(), [16, 8]);
    assert_eq!(check(columns.logical_divide(tiler!(_, 2))), 32);
    let reversed = identity_layout(shape!(4, 8)).composition(tiler!(_, 5:-1));
    refused(&try_logical_divide(reversed, tiler!(_, three)).unwrap_err().to_string(), [6, 5]);
}

/// Tiles of a mode may end behind it where that is out of the space; of a mode that leads back nothing is.
#[test]
fn modes_that_lead_back_have_no_end() {
    let (one, four) = (1, 4);
    let columns = identity_layout(shape!(4, 8));
    let back = columns.composition(tiler!(_, (2, 5):(-1, 3)));
    let error = try_logical_divide(back, tiler!(_, four)).unwrap_err().to_string();
    assert!(error.ends_with("whole tiles have 12 elements instead of 10"), "{error}");
    // what stays where it is leads back nowhere, and one element neither
    let same = columns.composition(tiler!(_, (2, 5):(0, 2)));
    assert_eq!(check(same.logical_divide(tiler!(_, four))), check(same));
    let single = columns.composition(tiler!(_, (one, 5):(-1, 2)));
    assert_eq!(check(single.logical_divide(tiler!(_, four))), check(single));
}

#[test]
fn compositions_by_mode() {
    let n = 6;
    let coordinates = identity_layout(shape!(8, n));
    let part = coordinates.composition(tiler!(4:2, _));
    assert_eq!(part.to_string(), "(_4,6):(_2@0,_1@1)");
    assert_eq!(check(part), 24);
    let reversed = coordinates.composition(tiler!(2, 3:-1));
    assert_eq!(reversed.to_string(), "(_2,_3):(_1@0,_-1@1) of (_8,6)");
    assert_eq!(reversed.offset((1, 2)), (1, Signed(-2)));
    assert_eq!(check(reversed), 2);
    // beyond the space
    let more = composition(coordinates, tiler!(12, { n }));
    assert_eq!((more.to_string(), check(more)), ("(_12,6):(_1@0,_1@1) of (_8,6)".into(), 48));
    let nested = identity_layout(shape!((3, 4), 5)).composition(tiler!((2, 2):(1, 3), 5));
    assert_eq!(nested.to_string(), "((_2,_2),_5):((_1@0,_3@0),_1@1)");
    // as many elements as a machine word counts, and one more
    let most = isize::MAX as usize;
    let row = identity_layout(shape!(1, n));
    assert!(try_composition(row, tiler!(_, { most })).is_ok());
    let column = identity_layout(shape!(2, n));
    let error = try_composition(column, tiler!(_, { most })).unwrap_err();
    assert!(error.to_string().ends_with("does not fit in a machine word"), "{error}");
    let error =
        try_composition(coordinates.logical_divide(tiler!(4, _)), tiler!(_, { usize::MAX })).unwrap_err();
    assert!(error.to_string().starts_with("composition: ((_4,_2),6):((_1@0,_4@0),_1@1) by <_,"), "{error}");
}

#[test]
fn slices_are_parts() {
    let (i, j) = (2, 1);
    let zipped = identity_layout(shape!(10, 7)).zipped_divide(tiler!(4, 4));
    let tile = zipped.slice(crd!(_, (i, j)));
    assert_eq!(tile.to_string(), "(8,4) o ((_4,_4)):((_1@0,_1@1)) of (_10,_7)");
    assert_eq!(check(tile), 6);
    let flat = zipped.slice(crd!((_, _), (2, 1)));
    assert_eq!(flat.to_string(), "(_8,_4) o (_4,_4):(_1@0,_1@1) of (_10,_7)");
    assert_eq!(check(flat), 6);
    let inner = zipped.slice(crd!((_, _), (1, 0)));
    assert_eq!((inner.to_string(), check(inner)), ("(_4,_0) o (_4,_4):(_1@0,_1@1)".into(), 16));
    for (x, y) in (0..4).flat_map(|x| (0..4).map(move |y| (x, y))) {
        assert_eq!(tile.offset(((x, y),)), zipped.offset(((x, y), (i, j))));
        assert_eq!(flat.offset((x, y)), zipped.offset(((x, y), (i, j))));
        assert_eq!(flat.contains((x, y)), zipped.contains(((x, y), (i, j))));
    }
    let logical = identity_layout(shape!(10, 7)).logical_divide(tiler!(4, 4));
    let rows = logical.slice(crd!(_, (3, j)));
    assert_eq!(rows.to_string(), "(_0,7) o ((_4,_3)):((_1@0,_4@0)) of (_10,_7)");
    assert_eq!(check(rows), 0);
    let tile = logical.slice(crd!((_, i), (_, j)));
    assert_eq!(tile.to_string(), "(8,4) o (_4,_4):(_1@0,_1@1) of (_10,_7)");
    // slices of slices, tiles of slices
    let row = tile.slice(crd!(1, _));
    assert_eq!((row.to_string(), check(row)), ("(9,4) o (_4):(_1@1) of (_10,_7)".into(), 3));
    let halves = tile.logical_divide(tiler!(2, _));
    assert_eq!(halves.to_string(), "(8,4) o ((_2,_2),_4):((_1@0,_2@0),_1@1) of (_10,_7)");
    assert_eq!(check(halves), 6);
    let all = logical.slice(crd!(3, 4));
    assert_eq!((all.offset(()), all.to_string()), (shape!(3, 4), "(_3,_4) o ():()".into()));
    assert_eq!(logical.slice(crd!(_)).to_string(), logical.to_string());
    assert!(logical.try_slice(crd!((_, { 3 }), _)).is_err());
    let error = std::panic::catch_unwind(|| logical.slice(crd!((_, { 3 }), _))).unwrap_err();
    let error = *error.downcast::<String>().unwrap();
    assert!(error.ends_with("does not exist: coordinate 3 is outside a mode of extent 3"), "{error}");
}

/// A copy of an edge tile, guarded by its coordinates alone.
#[test]
fn predicates_guard_edge_tiles() {
    fn guarded<S: Shape, D: Weights<S>, O: Origin<(usize, usize)>>(
        tile: CoordinateLayout<S, D, (usize, usize), O>,
    ) -> usize
    where
        usize: Coordinate<S, D>,
    {
        (0..tile.size().value()).filter(|&index| tile.contains(index)).count()
    }
    let (rows, cols) = (10, 7);
    let tiles = identity_layout((rows, cols)).zipped_divide(tiler!(4, 4));
    let counts: Vec<usize> = (0..6).map(|tile| guarded(tiles.slice(crd!(_, tile)))).collect();
    assert_eq!(counts, [16, 16, 8, 12, 12, 6]);
}
