//! What bitcasts and reshapes do to dimensions: all of them tried.
use crate::array;
use crate::random::{Random, cases};
use tilework::xla::{
    ArrayShape, Bitcast, LinearIndex, Tiling, align_layouts, decompose_bitcast, deduce_transpose,
    dimensions_unmodified_by_reshape, indices, logical_to_physical, permute_dimensions, reshape_is_bitcast,
};

/// An array whose sizes are factors of 24.
fn drawn(random: &mut Random) -> ArrayShape {
    let mut sizes = random.of(&[
        vec![24],
        vec![2, 12],
        vec![4, 6],
        vec![3, 8],
        vec![2, 3, 4],
        vec![2, 2, 6],
        vec![2, 2, 2, 3],
        vec![24, 1],
        vec![4, 1, 6],
    ]);
    random.shuffle(&mut sizes);
    let mut order: Vec<usize> = (0..sizes.len()).collect();
    random.shuffle(&mut order);
    let tiles = random.of(&["", "", "", ":T(2,2)", ":T(1)", ":T(24)", ":T(4,2)(2,1)"]);
    let text = |numbers: Vec<String>| numbers.join(",");
    let (sizes, order) =
        (sizes.iter().map(i32::to_string).collect(), order.iter().map(usize::to_string).collect());
    array(&format!("f32[{}]{{{}{tiles}}}", text(sizes), text(order)))
}

fn permutations(rank: usize) -> Vec<Vec<usize>> {
    let Some(last) = rank.checked_sub(1) else { return vec![Vec::new()] };
    let longer = |shorter: Vec<usize>| {
        (0..rank).map(move |place| [&shorter[..place], &[last], &shorter[place..]].concat())
    };
    permutations(last).into_iter().flat_map(longer).collect()
}

/// The places of the elements in row-major order.
fn places(array: &ArrayShape) -> Vec<i64> {
    let linear = LinearIndex::new(array, Tiling::All).unwrap();
    indices(array).unwrap().map(|index| linear.at(&index).unwrap()).collect()
}

#[test]
fn bitcasts_are_steps_that_move_nothing() {
    let mut random = Random(91);
    let (mut reshapes, mut transposes, mut both, mut none) = (0, 0, 0, 0);
    for _ in 0..cases(4000) {
        let (input, output) = (drawn(&mut random), drawn(&mut random));
        // the transpose by which each dimension stays where it is in the order of memory, if sizes agree
        let (from, to) =
            ([&input, &output]).map(|array| logical_to_physical(&array.layout_or_default())).into();
        let stays = |permutation: &Vec<usize>| {
            let mut dimensions = permutation.iter().zip(output.dimensions()).enumerate();
            dimensions
                .all(|(here, (&there, size))| input.dimensions()[there] == *size && from[there] == to[here])
        };
        let all = if input.rank() == output.rank() { permutations(input.rank()) } else { Vec::new() };
        let transpose = all.into_iter().find(stays);
        assert_eq!(
            deduce_transpose(&input, &output).map(|found| found.to_vec()),
            transpose,
            "{input} {output}"
        );

        let is_plain = |array: &ArrayShape| {
            let host = array.clone().with_layout(array.layout().unwrap().host()).unwrap();
            places(array) == places(&host)
        };
        match decompose_bitcast(&input, &output).unwrap() {
            Some(Bitcast::Reshape) => {
                assert_eq!(places(&input), places(&output), "{input} {output}");
                reshapes += 1;
            }
            Some(Bitcast::Transpose(permutation)) => {
                assert_ne!(places(&input), places(&output), "{input} {output}");
                assert_eq!(Some(permutation.to_vec()), transpose);
                let transposed = permute_dimensions(&input, &permutation).unwrap();
                assert_eq!(places(&transposed), places(&output), "{input} {output}");
                transposes += 1;
            }
            Some(Bitcast::TransposeReshapeTranspose(steps)) => {
                assert!(transpose.is_none() && places(&input) != places(&output));
                assert!(is_plain(&input) && is_plain(&output));
                let first = permute_dimensions(&input, &steps.transpose1_dims).unwrap();
                assert_eq!(places(&first), places(&steps.transpose1_shape));
                assert_eq!(first.dimensions(), steps.transpose1_shape.dimensions());
                assert_eq!(places(&steps.transpose1_shape), places(&steps.reshape_shape), "{input} {output}");
                let last = permute_dimensions(&steps.reshape_shape, &steps.transpose2_dims).unwrap();
                assert_eq!(last.dimensions(), output.dimensions());
                assert_eq!(places(&last), places(&output), "{input} {output}");
                both += 1;
            }
            None => {
                assert!(places(&input) != places(&output) && !(is_plain(&input) && is_plain(&output)));
                none += 1;
            }
        }
    }
    println!("{reshapes} reshapes, {transposes} transposes, {both} of both, {none} of none");
    assert!([reshapes, transposes, both, none].iter().all(|count| *count > 20));
    assert_eq!(decompose_bitcast(&array("f32[4]"), &array("f32[5]")).unwrap(), None);
}

#[test]
fn layouts_are_aligned_where_one_can_be() {
    let mut random = Random(92);
    let (mut found, mut refused) = (0, 0);
    for _ in 0..cases(1000) {
        let (input, output) = (drawn(&mut random), drawn(&mut random).strip_layout());
        let expected = permutations(output.rank()).into_iter().any(|order| {
            let layout = tilework::xla::Layout::new(&order).unwrap();
            places(&output.clone().with_layout(layout).unwrap()) == places(&input)
        });
        match align_layouts(&input, &output).unwrap() {
            Some(aligned) => {
                assert_eq!(places(&aligned), places(&input), "{input} {aligned}");
                assert_eq!(aligned.dimensions(), output.dimensions());
                assert!(aligned.layout().unwrap().tiles().is_empty());
                found += 1;
            }
            None => {
                assert!(!expected, "{input} and {output}");
                refused += 1;
            }
        }
    }
    println!("{found} aligned, {refused} not");
    assert!(found > 50 && refused > 50);
    let aligned = |from: &str, to: &str| align_layouts(&array(from), &array(to)).unwrap();
    assert_eq!(aligned("f32[0,3]", "f32[3,0]"), Some(array("f32[3,0]{1,0}")));
    assert_eq!(aligned("f32[4]", "s32[4]"), None);
    assert_eq!(aligned("f32[4]", "f32[5]"), None);
    assert_eq!(aligned("f32[1,4,1]{0,1,2}", "f32[1,1,4]"), Some(array("f32[1,1,4]{2,1,0}")));
}

#[test]
fn unmodified_dimensions_have_as_many_elements_before_them() {
    let mut random = Random(93);
    for _ in 0..cases(2000) {
        // without dimensions of one element each of those that fit is found
        let draw = |random: &mut Random| -> Vec<i64> {
            (0..1 + random.below(4)).map(|_| random.of(&[2, 3, 4, 6])).collect()
        };
        let (from, to) = (draw(&mut random), draw(&mut random));
        let before = |sizes: &[i64], end: usize| sizes[..end].iter().product::<i64>();
        let mut expected = Vec::new();
        for i in 0..from.len() {
            for j in 0..to.len() {
                if from[i] == to[j] && before(&from, i) == before(&to, j) {
                    expected.push((i, j));
                }
            }
        }
        let [input, output] =
            [&from, &to].map(|sizes| ArrayShape::of_sizes("f32".parse().unwrap(), sizes).unwrap());
        assert_eq!(dimensions_unmodified_by_reshape(&input, &output).unwrap(), expected, "{input} {output}");
    }
    let found = |from: &str, to: &str| dimensions_unmodified_by_reshape(&array(from), &array(to));
    assert_eq!(found("f32[1,3]", "f32[3,1]"), Ok(vec![(1, 0)]));
    assert_eq!(found("f32[0,3]", "f32[0,3]"), Ok(vec![(0, 0), (1, 1)]));
    assert!(found("f32[?]", "f32[2]").is_err() && found("f32[2]", "f32[?]").is_err());
}

/// Tiles that overhang by steps that no strides have, so that elements are compared one by one.
#[test]
fn few_elements_are_compared_one_by_one() {
    let compared = |dimensions: &str, tiles: &str, other: &str| {
        let with = |tiles: &str| array(&format!("f32[{dimensions}]{{1,0:T{tiles}}}"));
        reshape_is_bitcast(&with(tiles), &with(other))
    };
    assert_eq!(compared("8,512", "(8,128)(3,1)", "(8,128)(3,1)"), Ok(true));
    assert_eq!(compared("8,512", "(8,128)(3,1)", "(4,128)(3,1)"), Ok(false));
    // as many as are looked at, and one row more: what is said of the same array needs no look
    assert_eq!(compared("2048,2048", "(8,128)(3,1)", "(4,128)(3,1)"), Ok(false));
    let refusal = compared("2049,2048", "(8,128)(3,1)", "(4,128)(3,1)").unwrap_err();
    let reason = "the elements of arrays whose tiles overhang: more than 4194304 steps would be needed";
    assert_eq!(refusal.to_string(), reason);
    assert_eq!(compared("2049,2048", "(8,128)(3,1)", "(8,128)(3,1)"), Ok(true));
}
