//! Arrays with other dimensions: each has the sizes of the definition, in the order of memory that it has.
//!
//! Sizes tell dimensions apart, so that the sizes in the order of memory are that order.
use crate::array;
use crate::random::{Random, cases};
use tilework::xla::{
    ArrayShape, Dimension, Layout, delete_dimensions, descending_layout, drop_degenerate_dimensions,
    host_shape, insert_dimensions, logical_to_physical, move_dimension_to_major, move_dimension_to_minor,
    permute_dimensions, prepend_major_dimension, reorder_logical_dimensions,
};

const ATTRIBUTES: [&str; 7] =
    ["", ":T(2,2)", ":T(8,128)(2,1)S(1)", ":L(4)E(4)", ":SC(0:1)", ":M(8)", ":T(4)E(16)S(5)SC(1:2,3)M(4)"];

/// An array of 1 to 5 dimensions of different sizes, in any order of memory.
fn drawn(random: &mut Random) -> ArrayShape {
    let rank = 1 + random.below(5_usize);
    let mut sizes = [1, 2, 3, 5, 7, 11];
    random.shuffle(&mut sizes);
    let dimension = |size: &i64| match random.below(4) {
        0 => Dimension::Bounded(*size),
        _ => Dimension::Static(*size),
    };
    let dimensions: Vec<Dimension> = sizes[..rank].iter().map(dimension).collect();
    let order: Vec<String> = permutation(random, rank).iter().map(usize::to_string).collect();
    let layout: Layout = format!("{{{}{}}}", order.join(","), random.of(&ATTRIBUTES)).parse().unwrap();
    let array = ArrayShape::new("f32".parse().unwrap(), &dimensions).unwrap();
    array.with_layout(layout).unwrap()
}

fn permutation(random: &mut Random, rank: usize) -> Vec<usize> {
    let mut order: Vec<usize> = (0..rank).collect();
    random.shuffle(&mut order);
    order
}

/// The dimensions in the order of memory, most major first.
fn in_memory(array: &ArrayShape) -> Vec<Dimension> {
    array.layout_or_default().major_to_minor().map(|dimension| array.dimensions()[dimension]).collect()
}

/// What a layout has beside the order of the dimensions.
fn attributes(layout: &Layout) -> Layout {
    layout.clone().with_minor_to_major(&[]).unwrap()
}

/// The edited array has these dimensions, these in memory, and all else of the layout as it was; without a layout the
/// same dimensions come without one.
fn assert_edited(
    before: &ArrayShape,
    edit: impl Fn(&ArrayShape) -> ArrayShape,
    dimensions: &[Dimension],
    expected_in_memory: &[Dimension],
) {
    let found = edit(before);
    assert_eq!(found.dimensions(), dimensions, "{before} became {found}");
    assert_eq!(in_memory(&found), expected_in_memory, "{before} became {found}");
    assert_eq!(
        attributes(found.layout().unwrap()),
        attributes(before.layout().unwrap()),
        "{before} became {found}"
    );
    assert_eq!(found.element_type(), before.element_type());
    let plain = edit(&before.clone().strip_layout());
    assert_eq!((plain.dimensions(), plain.layout()), (dimensions, None));
}

#[test]
fn dimensions_are_permuted_deleted_and_added() {
    let mut random = Random(71);
    for _ in 0..cases(2000) {
        let before = drawn(&mut random);
        let (rank, dimensions, memory) = (before.rank(), before.dimensions().to_vec(), in_memory(&before));

        let order = permutation(&mut random, rank);
        let permuted: Vec<Dimension> = order.iter().map(|&from| dimensions[from]).collect();
        assert_edited(&before, |array| permute_dimensions(array, &order).unwrap(), &permuted, &memory);

        let deleted: Vec<usize> = (0..rank).filter(|_| random.once_in(2)).collect();
        let gone: Vec<Dimension> = deleted.iter().map(|&dimension| dimensions[dimension]).collect();
        let left = |all: &[Dimension]| -> Vec<Dimension> {
            all.iter().copied().filter(|dimension| !gone.contains(dimension)).collect()
        };
        let delete = |array: &ArrayShape| delete_dimensions(array, &deleted).unwrap();
        assert_edited(&before, delete, &left(&dimensions), &left(&memory));

        let more_than_one = |all: &[Dimension]| -> Vec<Dimension> {
            all.iter().copied().filter(|dimension| dimension.bound() != Some(1)).collect()
        };
        let drop = |array: &ArrayShape| drop_degenerate_dimensions(array).unwrap();
        assert_edited(&before, drop, &more_than_one(&dimensions), &more_than_one(&memory));

        let (at, sizes) = (random.below(rank + 1), &[13, 17][..random.below(3_usize)]);
        let new = || sizes.iter().map(|&size| Dimension::Static(size));
        let mut inserted = dimensions.clone();
        inserted.splice(at..at, new());
        // directly outside of the dimension that they are in front of
        let mut around = memory.clone();
        let place =
            dimensions.get(at).map_or(rank, |next| memory.iter().position(|one| one == next).unwrap());
        around.splice(place..place, new());
        assert_edited(&before, |array| insert_dimensions(array, at, sizes).unwrap(), &inserted, &around);

        let in_front = |all: &[Dimension]| [&[Dimension::Static(13)], all].concat();
        let prepend = |array: &ArrayShape| prepend_major_dimension(array, 13).unwrap();
        assert_edited(&before, prepend, &in_front(&dimensions), &in_front(&memory));

        // the sizes alone are permuted: the layout stays as it is
        let reordered = reorder_logical_dimensions(&before, &order).unwrap();
        assert_eq!((reordered.dimensions(), reordered.layout()), (&permuted[..], before.layout()));
        let plain = before.clone().strip_layout();
        let reordered = reorder_logical_dimensions(&plain, &order).unwrap();
        assert_eq!((reordered.dimensions(), reordered.layout()), (&permuted[..], None));
    }
}

#[test]
fn layouts_keep_the_order_of_the_dimensions_that_stay() {
    let mut random = Random(72);
    for _ in 0..cases(1000) {
        let array = drawn(&mut random);
        let (rank, layout) = (array.rank(), array.layout().unwrap());
        let moved = random.below(rank);
        let number = moved as i64 - if random.once_in(2) { rank as i64 } else { 0 };
        let unsplit = attributes(&layout.clone().with_split_configs(Vec::new()).unwrap());
        let others = || layout.minor_to_major().iter().copied().filter(|&other| other != moved);
        for (found, expected) in [
            (move_dimension_to_major(layout, number), others().chain([moved]).collect::<Vec<_>>()),
            (move_dimension_to_minor(layout, number), [moved].into_iter().chain(others()).collect()),
        ] {
            let found = found.unwrap();
            assert_eq!(found.minor_to_major(), expected, "dimension {number} of {layout}");
            assert_eq!(attributes(&found), unsplit, "dimension {number} of {layout}");
        }

        let places = logical_to_physical(layout);
        assert_eq!(places.len(), rank);
        for (place, dimension) in layout.major_to_minor().enumerate() {
            assert_eq!(places[dimension], place, "{layout}");
        }

        let descending = descending_layout(&array).unwrap();
        assert_eq!(descending.dimensions(), in_memory(&array), "{array}");
        let plain = layout.clone().with_split_configs(Vec::new()).unwrap();
        let plain = plain.with_dynamic_metadata_prefix_bytes(0).unwrap();
        let expected = plain.with_minor_to_major(Layout::descending(rank).minor_to_major()).unwrap();
        assert_eq!(descending.layout(), Some(&expected), "{array}");

        let host = host_shape(&array).unwrap();
        assert_eq!(host.dimensions(), array.dimensions());
        assert_eq!(host.layout(), Some(&Layout::new(layout.minor_to_major()).unwrap()), "{array}");
        let unknown = array.clone().strip_layout();
        assert_eq!(host_shape(&unknown).unwrap(), unknown);
    }
}

#[test]
fn dimensions_that_are_not_there_are_refused() {
    let array = array("f32[2,3]{0,1}");
    let layout = array.layout().unwrap();
    let refused = [
        permute_dimensions(&array, &[0]).unwrap_err(),
        permute_dimensions(&array, &[0, 0]).unwrap_err(),
        permute_dimensions(&array, &[0, 2]).unwrap_err(),
        delete_dimensions(&array, &[2]).unwrap_err(),
        insert_dimensions(&array, 3, &[1]).unwrap_err(),
        insert_dimensions(&array, 0, &[-1]).unwrap_err(),
        insert_dimensions(&array, 0, &[i64::MAX]).unwrap_err(),
        prepend_major_dimension(&array, -1).unwrap_err(),
        move_dimension_to_major(layout, 2).unwrap_err(),
        move_dimension_to_minor(layout, -3).unwrap_err(),
        reorder_logical_dimensions(&array, &[1]).unwrap_err(),
    ]
    .map(|error| error.to_string());
    assert_eq!(
        refused,
        [
            "permute_dimensions: [0] has 1 entries, f32[2,3]{0,1} has 2 dimensions",
            "permute_dimensions: dimension 0 stands twice in [0, 0]",
            "permute_dimensions: there is no dimension 2 among 2, in [0, 2]",
            "delete_dimensions: f32[2,3]{0,1} has no dimension 2",
            "insert_dimensions: f32[2,3]{0,1} has no place 3",
            "shape: a dimension of -1 elements",
            "the number of bytes of the array does not fit in 64 bits",
            "shape: a dimension of -1 elements",
            "move_dimension: {0,1} has no dimension 2",
            "move_dimension: {0,1} has no dimension -3",
            "permute_dimensions: [1] has 1 entries, f32[2,3]{0,1} has 2 dimensions",
        ]
    );
}
