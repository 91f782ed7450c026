//! Bytes, strides and runs of arrays, counted one by one; the older padded layouts, place by place.
use crate::array;
use crate::random::{Random, cases};
use tilework::xla::{
    ArrayShape, Layout, LinearIndex, PaddedArray, PaddingValue, Shape, Tiling, byte_size, byte_strides,
    data_size, dimension_stride, index_in_bounds, indices, is_effectively_most_major,
    last_dimension_is_minor_most, max_split_size, padded_size, reach, tile_bandwidth,
};

fn shape(text: &str) -> Shape {
    text.parse().unwrap()
}

/// An array without tiles.
fn drawn(random: &mut Random, elements: &[&str]) -> ArrayShape {
    let rank = random.below(5_usize);
    let sizes: Vec<String> = (0..rank).map(|_| random.within(1, 5).to_string()).collect();
    let mut order: Vec<usize> = (0..rank).collect();
    random.shuffle(&mut order);
    let array = array(&format!("{}[{}]", random.of(elements), sizes.join(",")));
    array.with_layout(Layout::new(&order).unwrap()).unwrap()
}

#[test]
fn strides_are_differences_of_places() {
    let mut random = Random(81);
    for _ in 0..cases(1000) {
        let array = drawn(&mut random, &["f32", "bf16", "s4", "pred", "c128"]);
        let (rank, sizes) = (array.rank(), array.sizes().unwrap());
        let places = LinearIndex::new(&array, Tiling::All).unwrap();
        let width = i64::from(array.element_type().bits().div_ceil(8));
        let bytes = byte_strides(&array).unwrap().unwrap();
        assert_eq!(bytes.len(), rank);
        for dimension in 0..rank {
            let strides = [dimension as i64, dimension as i64 - rank as i64]
                .map(|number| dimension_stride(&array, number).unwrap());
            assert_eq!(strides[0], strides[1]);
            assert_eq!(bytes[dimension], strides[0] * width, "{array}");
            if sizes[dimension] > 1 {
                let mut next = vec![0; rank];
                next[dimension] = 1;
                assert_eq!(places.at(&next), Ok(strides[0]), "dimension {dimension} of {array}");
                // elements of the others are all nearer to each other than neighbours here, if it is the most major one
                let reach = (0..rank).filter(|&other| other != dimension);
                let reach: i64 = reach
                    .map(|other| (sizes[other] - 1) * dimension_stride(&array, other as i64).unwrap())
                    .sum();
                let is_most_major =
                    is_effectively_most_major(&array, dimension as i64 - rank as i64).unwrap();
                assert_eq!(is_most_major, reach < strides[0], "dimension {dimension} of {array}");
            }
        }
        let is_last = rank == 0 || array.layout_or_default().minor_to_major()[0] == rank - 1;
        assert_eq!(last_dimension_is_minor_most(&array), is_last, "{array}");
    }
    let ones = array("f32[3,1,1,4]{2,3,0,1}");
    let found = [0, 1, 2, 3].map(|dimension| is_effectively_most_major(&ones, dimension).unwrap());
    assert_eq!(found, [true, true, false, false]);
    assert_eq!(dimension_stride(&ones, 1), Ok(12));
    for dimension in [4, -5, i64::MIN, i64::MAX] {
        assert!(
            dimension_stride(&ones, dimension).is_err()
                && is_effectively_most_major(&ones, dimension).is_err()
        );
    }
    // elements of a width of their own: whole bytes, or none
    let strides = |text: &str| byte_strides(&array(text)).unwrap();
    assert_eq!(strides("f32[2,3]{1,0:E(64)}").as_deref(), Some(&[24, 8][..]));
    assert_eq!(strides("s8[2,3]{0,1:E(24)}").as_deref(), Some(&[3, 6][..]));
    assert_eq!((strides("s8[2,3]{1,0:E(12)}"), strides("f32[2]{0:E(4)}")), (None, None));
    assert_eq!(strides("s4[2,3]{1,0:E(4)}").as_deref(), Some(&[3, 1][..]));
    let wide = array("pred[0,4611686018427387904,4]");
    assert!(dimension_stride(&wide, 0).is_err() && byte_strides(&wide).is_err());
    assert_eq!(dimension_stride(&wide, 1), Ok(4));
    assert!(byte_strides(&array("c128[0,1152921504606846976]{0,1}")).unwrap().is_some());
    assert!(byte_strides(&array("c128[0,1152921504606846976]{1,0}")).is_err());
    assert!(dimension_stride(&array("f32[?,2]"), 0).is_err());
}

#[test]
fn tiles_are_runs_of_places() {
    let mut random = Random(82);
    for _ in 0..cases(2000) {
        let array = drawn(&mut random, &["f32", "bf16", "s4", "u8"]);
        let sizes = array.sizes().unwrap();
        let tile: Vec<i64> = sizes.iter().map(|size| random.within(1, size + 1)).collect();
        let transaction = random.of(&[1, 3, 32, 64]);
        let places = LinearIndex::new(&array, Tiling::All).unwrap();
        let mut taken = vec![false; places.len() as usize];
        for index in indices(&array).unwrap() {
            if index.iter().zip(&tile).all(|(entry, size)| entry < size) {
                taken[places.at(&index).unwrap() as usize] = true;
            }
        }
        let run = taken.iter().take_while(|&&taken| taken).count() as i64;
        let bytes = run * i64::from(array.element_type().bits().div_ceil(8));
        let found = tile_bandwidth(&array, &tile, transaction).unwrap();
        assert_eq!(found.contiguous_bytes, bytes, "{tile:?} of {array}");
        let moved = (bytes..).find(|moved| moved % transaction == 0).unwrap();
        assert_eq!(found.moved_bytes, moved, "{tile:?} of {array}");
        assert_eq!(found.utilization(), bytes as f64 / moved as f64);
    }
    let packed = tile_bandwidth(&array("s4[4,5]{1,0:E(4)}"), &[1, 3], 2).unwrap();
    assert_eq!((packed.contiguous_bytes, packed.moved_bytes), (2, 2));
    for (text, tile, transaction, reason) in [
        ("f32[8,128]{1,0:T(8,128)}", &[1, 1][..], 64, "f32[8,128]{1,0:T(8,128)} has tiles of its own"),
        ("f32[8,128]", &[1], 64, "[1] has 1 sizes, f32[8,128]{1,0} has 2 dimensions"),
        ("f32[8,0]", &[1, 1], 64, "f32[8,0]{1,0} is empty"),
        ("f32[8,8]", &[0, 1], 64, "a tile of [0, 1] in transactions of 64 bytes"),
        ("f32[8,8]", &[1, 1], 0, "a tile of [1, 1] in transactions of 0 bytes"),
    ] {
        let refusal = tile_bandwidth(&array(text), tile, transaction).unwrap_err().to_string();
        assert_eq!(refusal, format!("tile_bandwidth: {reason}"));
    }
    let whole = array("pred[4611686018427387904]");
    assert_eq!(tile_bandwidth(&whole, &[i64::MAX], 1).unwrap().moved_bytes, 1 << 62);
    assert!(tile_bandwidth(&whole, &[i64::MAX], i64::MAX).is_ok_and(|found| found.moved_bytes == i64::MAX));
    assert!(tile_bandwidth(&whole, &[i64::MAX], 3 << 61).is_ok_and(|found| found.moved_bytes == 3 << 61));
    assert!(tile_bandwidth(&array("pred[9223372036854775807]"), &[i64::MAX], 1 << 62).is_err());
}

#[test]
fn values_without_elements_take_pointers() {
    for (text, bytes) in [
        ("token[]", 0),
        ("opaque[]", 8),
        ("()", 0),
        ("(f32[100], token[], (s8[3], s8[3]))", 24),
        ("b(f32[5])", 20),
        ("f32[0,7]", 0),
        ("s4[5]", 5),
        ("s4[5]{0:E(4)}", 3),
        ("pred[3]{0:E(1)}", 1),
        ("c64[3]", 24),
    ] {
        for size in [byte_size, padded_size, data_size, reach] {
            assert_eq!(size(&shape(text)), Ok(bytes), "{text}");
        }
    }
    for size in [byte_size, padded_size, data_size, reach] {
        assert!(size(&shape("f32[?]")).is_err());
    }
    assert_eq!(data_size(&shape("f32[3,0]{1,0:T(2,2)}")), Ok(0));
    assert_eq!(padded_size(&shape("f32[3,1]{1,0:T(2,2)}")), Ok(32));
    // the padding of the tail without tiles is none
    assert_eq!(padded_size(&shape("f32[3]{0:T(2)L(3)}")), Ok(24));
}

#[test]
fn the_largest_piece_of_a_split_counts() {
    let mut random = Random(83);
    for _ in 0..cases(1000) {
        let sizes = [random.within(1, 20), random.within(1, 20)];
        let row_major = random.once_in(2);
        let order = if row_major { "1,0" } else { "0,1" };
        // physical dimension 0 is the most major one
        let dimension = usize::from(!row_major);
        let mut cuts: Vec<i64> = (1..sizes[dimension]).filter(|_| random.once_in(4)).collect();
        cuts.truncate(4);
        if cuts.is_empty() {
            continue;
        }
        let text: Vec<String> = cuts.iter().map(i64::to_string).collect();
        let array =
            array(&format!("f32[{},{}]{{{order}:T(1,1)SC(0:{})}}", sizes[0], sizes[1], text.join(",")));
        let pieces = |size: i64| -> i64 {
            let mut piece = 0;
            let mut longest = 0;
            for index in 0..size {
                piece = if cuts.contains(&index) { 1 } else { piece + 1 };
                longest = longest.max(piece);
            }
            longest
        };
        let mut expected = sizes;
        expected[dimension] = pieces(sizes[dimension]);
        for number in 0..2 {
            assert_eq!(max_split_size(&array, number), Ok(expected[number as usize]), "{array}");
            assert_eq!(max_split_size(&array, number - 2), Ok(expected[number as usize]), "{array}");
        }
        assert_eq!(padded_size(&Shape::Array(array.clone())), Ok(4 * expected[0] * expected[1]), "{array}");
        assert_eq!(byte_size(&Shape::Array(array)), Ok(4 * sizes[0] * sizes[1]));
    }
    let twice = array("f32[10]{0:SC(0:2)(0:5)}");
    assert_eq!(max_split_size(&twice, 0), Ok(8));
    assert!(max_split_size(&twice, 1).is_err() && max_split_size(&twice, -2).is_err());
}

#[test]
fn padded_arrays_are_arrays_of_the_padded_sizes() {
    let mut random = Random(84);
    for _ in 0..cases(500) {
        let plain = drawn(&mut random, &["f32", "bf16"]);
        let sizes = plain.sizes().unwrap();
        let stored: Vec<i64> = sizes.iter().map(|size| size + random.below(3_i64)).collect();
        let value = random.of(&[PaddingValue::Zero, PaddingValue::Lowest]);
        let padded = PaddedArray::new(plain.clone(), &stored, value).unwrap();
        assert_eq!((padded.array(), padded.padding_value()), (&plain, value));
        assert_eq!(&padded.stored().sizes().unwrap()[..], &stored[..]);
        assert_eq!(padded.stored().layout_or_default(), plain.layout_or_default());
        assert_eq!(padded.is_padded(), stored[..] != sizes[..]);
        let count: i64 = stored.iter().product();
        assert_eq!(padded.byte_size(), Ok(count * i64::from(plain.element_type().bits()) / 8));
        // place by place, the most minor dimension first
        let order = plain.layout_or_default().minor_to_major().to_vec();
        let mut filled = Vec::new();
        for place in 0..count {
            let (mut rest, mut index) = (place, vec![0; sizes.len()]);
            for &dimension in &order {
                index[dimension] = rest % stored[dimension];
                rest /= stored[dimension];
            }
            let is_element = index.iter().zip(&sizes).all(|(entry, size)| entry < size);
            assert_eq!(padded.linear_index(&index).ok(), is_element.then_some(place), "{index:?} of {plain}");
            let number = index.iter().zip(&sizes).fold(0, |number, (entry, size)| number * size + entry);
            filled.push(is_element.then_some(number));
        }
        assert_eq!(padded.fill_order().unwrap(), filled, "{plain} in {stored:?}");
        for dimension in 0..plain.rank() as i64 {
            assert_eq!(padded.dimension_stride(dimension), dimension_stride(padded.stored(), dimension));
        }
        let mut permutation: Vec<usize> = (0..plain.rank()).collect();
        random.shuffle(&mut permutation);
        let permuted = padded.permute_dimensions(&permutation).unwrap();
        assert_eq!(permuted.padding_value(), value);
        for index in indices(&plain).unwrap() {
            let other: Vec<i64> = permutation.iter().map(|&from| index[from]).collect();
            assert_eq!(
                permuted.linear_index(&other),
                padded.linear_index(&index),
                "{plain} by {permutation:?}"
            );
        }
    }
    let of = |text: &str, stored: &[i64]| PaddedArray::new(array(text), stored, PaddingValue::default());
    assert!(!of("f32[2,3]", &[]).unwrap().is_padded());
    assert_eq!(of("f32[2,3]", &[]).unwrap().padding_value(), PaddingValue::Invalid);
    for (text, stored, reason) in [
        ("f32[2,3]", &[4][..], "1 padded dimensions for f32[2,3]{1,0}, which has 2 dimensions"),
        ("f32[2,3]", &[2, 2], "dimension 1 of 3 elements cannot be padded to 2"),
        (
            "f32[2]{0:T(2)}",
            &[2],
            "f32[2]{0:T(2)} has tiles or other attributes, which padded layouts never had",
        ),
        (
            "f32[2]{0:S(1)}",
            &[2],
            "f32[2]{0:S(1)} has tiles or other attributes, which padded layouts never had",
        ),
    ] {
        assert_eq!(of(text, stored).unwrap_err().to_string(), format!("padded_dimensions: {reason}"));
    }
    let large = of("f32[2,3]", &[1 << 20, 1 << 20]).unwrap();
    assert_eq!(large.linear_index(&[1, 2]), Ok((1 << 20) + 2));
    let refusal = large.fill_order().unwrap_err().to_string();
    assert!(refusal.starts_with("the places of a padded array: more than"), "{refusal}");
    assert!(of("f32[2,3]", &[1 << 31, 1 << 31]).is_err());
    assert!(large.permute_dimensions(&[0]).is_err());
}

#[test]
fn indices_are_inside_from_zero_to_below_the_size() {
    let matrix = array("f32[2,3]");
    for first in -1..4 {
        for second in -1..4 {
            let is_inside = (0..2).contains(&first) && (0..3).contains(&second);
            assert_eq!(index_in_bounds(&matrix, &[first, second]), Ok(is_inside), "{first}, {second}");
        }
    }
    assert_eq!(index_in_bounds(&matrix, &[0]), Ok(false));
    assert_eq!(index_in_bounds(&matrix, &[0, 0, 0]), Ok(false));
    assert!(index_in_bounds(&array("f32[?]"), &[0]).is_err());
    for (text, places) in [("f32[0,3]", 0), ("f32[2,3]", 6), ("f32[]", 1)] {
        let found = LinearIndex::new(&array(text), Tiling::All).unwrap();
        assert_eq!((found.len(), found.is_empty()), (places, places == 0), "{text}");
    }
}
