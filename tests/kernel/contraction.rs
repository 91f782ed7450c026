//! Contractions against their definition: every label an index, every element a sum.

use crate::random::Random;
use std::collections::BTreeMap;
use std::num::NonZero;
use tilework::kernel::{ContractionError, contract, contract_one, contraction};
use tilework::placed::Swizzle;
use tilework::prelude::*;

/// All indices of extents.
fn indices(extents: &[usize]) -> Vec<Vec<usize>> {
    extents.iter().fold(vec![vec![]], |all, &extent| {
        all.iter().flat_map(|index| (0..extent).map(|i| [index.clone(), vec![i]].concat())).collect()
    })
}

/// What a contraction is, for each index of the result.
fn sums(
    labels: &str,
    extents: &BTreeMap<char, usize>,
    factors: &[&dyn Fn(&[usize]) -> i64],
) -> BTreeMap<Vec<usize>, i64> {
    let (operands, result) = labels.split_once("->").unwrap();
    let operands: Vec<&str> = operands.split(',').collect();
    let letters: Vec<char> = extents.keys().copied().collect();
    let of = |labels: &str, index: &[usize]| -> Vec<usize> {
        labels.chars().map(|label| index[letters.binary_search(&label).unwrap()]).collect()
    };
    let mut sums = BTreeMap::new();
    for index in indices(&extents.values().copied().collect::<Vec<_>>()) {
        let product: i64 =
            operands.iter().zip(factors).map(|(labels, factor)| factor(&of(labels, &index))).product();
        *sums.entry(of(result, &index)).or_insert(0) += product;
    }
    sums
}

/// A layout of four modes, in any order of strides, with gaps, turned round or repeated.
fn layout_of(
    random: &mut Random,
    extents: [usize; 4],
    is_read: bool,
) -> Layout<(usize, usize, usize, usize), (Signed, Signed, Signed, Signed)> {
    let (mut order, mut stride, mut strides) = ([0, 1, 2, 3], 1_isize, [0_isize; 4]);
    random.shuffle(&mut order);
    for mode in order {
        let turned = if random.below(6) == 0 { -1 } else { 1 };
        let is_repeated = is_read && random.below(8) == 0;
        strides[mode] = if is_repeated { 0 } else { turned * stride };
        stride *= extents[mode].max(1) as isize + isize::from(random.below(5) == 0);
    }
    let [a, b, c, d] = extents;
    let [p, q, r, s] = strides.map(Signed);
    Layout::new((a, b, c, d), (p, q, r, s))
}

#[test]
fn contractions_are_their_definition() {
    let data: Vec<i32> = (0..500_000).map(|i| i * 7 % 11 - 5).collect();
    let random = &mut Random(1);
    let mut blocked = 0;
    for round in 0..350 {
        let letters: Vec<char> = ('a'..='g').collect();
        let extents: BTreeMap<char, usize> = letters
            .iter()
            .map(|&label| (label, random.of(&[1, 2, 3, 5, 8, 12, 17, round % 2 * 24])))
            .collect();
        let mut labels = || [0; 4].map(|_| random.of(&letters));
        let (a, b) = (labels(), labels());
        let mut union: Vec<char> = [a, b].concat();
        union.sort_unstable();
        union.dedup();
        random.shuffle(&mut union);
        let Some(&[x, y, z, ..]) = union.get(..) else { continue };
        // the result has a mode of one element more
        let labels =
            [String::from_iter(a), ",".into(), String::from_iter(b), format!("->{x}{y}{z}")].concat();
        let used: BTreeMap<char, usize> = union.iter().map(|label| (*label, extents[label])).collect();
        if used.values().product::<usize>() > 300_000 {
            continue;
        }
        let la = layout_of(random, a.map(|label| extents[&label]), true);
        let lb = layout_of(random, b.map(|label| extents[&label]), true);
        let lc = layout_of(random, [extents[&x], extents[&y], extents[&z], 1], false);
        let lc = Layout::new(
            (lc.shape().0, lc.shape().1, lc.shape().2),
            (lc.stride().0, lc.stride().1, lc.stride().2),
        );
        let (a, b) = (View::new(&data, la).unwrap(), View::new(&data[random.below(9)..], lb).unwrap());
        let of_a = |i: &[usize]| i64::from(a[(i[0], i[1], i[2], i[3])]);
        let of_b = |i: &[usize]| i64::from(b[(i[0], i[1], i[2], i[3])]);
        let expected = sums(&labels, &used, &[&of_a, &of_b]);
        let mut c = VecTensor::filled(lc, 77).unwrap();
        let what = format!("round {round}: {labels} of {la} and {lb} into {lc}");
        let threads = NonZero::new(1 + random.below(3)).unwrap();
        contraction(&labels, &a, &b).threads(threads).store(&mut c.view_mut()).unwrap();
        contraction(&labels, &a, &b).alpha(3).add_to(&mut c.view_mut(), -1).unwrap();
        let result = indices(&[lc.shape().0, lc.shape().1, lc.shape().2]);
        for i in &result {
            let sum = expected.get(i).copied().unwrap_or(0);
            assert_eq!(i64::from(c[(i[0], i[1], i[2])]), 2 * sum, "{i:?}, {what}");
        }
        let untouched = c.as_slice().iter().filter(|&&x| x == 77).count();
        let twice = result.iter().filter(|i| c[(i[0], i[1], i[2])] == 77).count();
        assert_eq!(untouched, c.as_slice().len() - result.len() + twice, "gaps: {what}");
        blocked += usize::from(used.values().product::<usize>() > 1 << 14);
    }
    assert!(blocked > 50, "{blocked} contractions were large");
}

#[test]
fn one_tensor_is_summed_turned_and_repeated() {
    let data: Vec<i32> = (0..60_000).map(|i| i * 7 % 11 - 5).collect();
    let random = &mut Random(2);
    for _ in 0..300 {
        let letters: Vec<char> = ('a'..='e').collect();
        let extents: BTreeMap<char, usize> =
            letters.iter().map(|&label| (label, random.of(&[0, 1, 2, 3, 5, 9]))).collect();
        let a = [0; 4].map(|_| random.of(&letters));
        let mut result = letters.clone();
        random.shuffle(&mut result);
        let labels = format!("{}->{}", String::from_iter(a), String::from_iter(&result[..3]));
        let used =
            || a.iter().chain(&result[..3]).map(|label| (*label, extents[label])).collect::<BTreeMap<_, _>>();
        let la = layout_of(random, a.map(|label| extents[&label]), true);
        let lc =
            Layout::new((extents[&result[0]], extents[&result[1]], extents[&result[2]]), (int!(1), 10, 100));
        let a = View::new(&data, la).unwrap();
        let expected = sums(&labels, &used(), &[&|i: &[usize]| i64::from(a[(i[0], i[1], i[2], i[3])])]);
        let mut c = VecTensor::filled(lc, 77).unwrap();
        contract_one(&labels, &a, &mut c.view_mut()).unwrap();
        for i in indices(&[lc.shape().0, lc.shape().1, lc.shape().2]) {
            let sum = expected.get(&i).copied().unwrap_or(0);
            assert_eq!(i64::from(c[(i[0], i[1], i[2])]), sum, "{i:?} of {labels}: {la} into {lc}");
        }
    }
}

/// What lies side by side is summed in 16 strands, whatever the layout of the result: the order is that of the strides.
#[test]
fn sums_of_runs_have_an_order() {
    fn check<A: Matrix>(layout: A, places: impl Fn(usize, usize) -> usize, side_by_side: usize) {
        let numbers: Vec<f32> =
            (0..layout.cosize().value()).map(|i| 1.0 / (1 + i * 7 % 101) as f32).collect();
        let a = View::new(&numbers, layout).unwrap();
        let (rows, cols) = (layout.rows(), layout.cols());
        let mut sums = VecTensor::filled(layout!(rows:3), 0.0_f32).unwrap();
        contract_one("ij->i", &a, &mut sums.view_mut()).unwrap();
        for i in 0..rows {
            // the elements of a row by offset, in runs of those that lie side by side
            let offsets: Vec<usize> = (0..cols).map(|j| places(i, j)).collect();
            let mut strands = [0.0; 16];
            for run in offsets.chunks(side_by_side) {
                assert!(run.windows(2).all(|pair| pair[1] == pair[0] + 1), "{layout}");
                run.iter().enumerate().for_each(|(place, &offset)| strands[place % 16] += numbers[offset]);
            }
            assert_eq!(sums[i], strands.iter().sum::<f32>(), "row {i} of {layout}");
        }
        let mut wide = VecTensor::filled(layout!(():()), 0_i64).unwrap();
        let bytes: Vec<u8> = (0..layout.cosize().value()).map(|i| (i * 31 % 256) as u8).collect();
        let bytes = View::new(&bytes, layout).unwrap();
        contract_one("ij->", &bytes, &mut wide.view_mut()).unwrap();
        let sum =
            (0..rows).flat_map(|i| (0..cols).map(move |j| (i, j))).map(|crd| i64::from(bytes[crd])).sum();
        assert_eq!(wide[()], sum, "{layout}");
    }
    let ld = 61;
    check(layout!((5, 59):(ld, 1)), |i, j| i * 61 + j, 59);
    check(layout!((7, 16):(16, 1)), |i, j| i * 16 + j, 16);
    check(
        layout!(((4, 3), (16, 3)):((16, 200), (1, 64))),
        |i, j| i % 4 * 16 + i / 4 * 200 + j % 16 + j / 16 * 64,
        16,
    );
    // blocks of fewer: no strands, and the elements of a row one after the other
    let offset = |i: usize, j: usize| i % 4 * 8 + i / 4 * 96 + j % 8 + j / 8 * 32;
    let narrow = layout!(((4, 2), (8, 3)):((8, 96), (1, 32)));
    let numbers: Vec<f32> = (0..narrow.cosize().value()).map(|i| 1.0 / (1 + i) as f32).collect();
    let mut sums = VecTensor::filled(layout!(8:1), 0.0_f32).unwrap();
    contract_one("ij->i", &View::new(&numbers, narrow).unwrap(), &mut sums.view_mut()).unwrap();
    assert!((0..8).all(|i| sums[i] == (0..24).fold(0.0, |sum, j| sum + numbers[offset(i, j)])));
    // padding is no element, also of a mode that ends within a block
    let n = 40;
    let padded = layout!((3, (16, 3)):(48, (1, 16)) of (3, n));
    let numbers: Vec<i32> = (0..144).collect();
    let mut sums = VecTensor::filled(layout!(3:1), 0).unwrap();
    contract_one("ij->i", &View::new(&numbers, padded).unwrap(), &mut sums.view_mut()).unwrap();
    assert!((0..3).all(|i| sums[i] == (0..40).map(|j| i as i32 * 48 + j).sum()));
}

/// Tiles of which the last ones overhang, and places that are no sums.
#[test]
fn matrices_of_every_kind_are_contracted() {
    fn check<A: Matrix, B: Matrix, C: Matrix>(la: A, lb: B, lc: C) {
        let numbers = |len| (0..len).map(|i: usize| (i * 7 % 11) as f32 - 5.0).collect::<Vec<_>>();
        let (a, b) = (numbers(la.checked_cosize().unwrap()), numbers(lb.checked_cosize().unwrap()));
        let (a, b) = (View::new(&a, la).unwrap(), View::new(&b, lb).unwrap());
        let mut c = VecTensor::filled(lc, 0.0_f32).unwrap();
        contract("ki,jk->ij", &a, &b, &mut c.view_mut()).unwrap();
        for i in 0..lc.rows() {
            for j in 0..lc.cols() {
                let sum: f32 = (0..la.rows()).map(|k| a[(k, i)] * b[(j, k)]).sum();
                assert_eq!(c[(i, j)], sum, "({i}, {j}) of {lc}: {la}, {lb}");
            }
        }
        let mut total = StackTensor::fill(layout!(():()), 0.0);
        contract_one("ij->", &c.view(), &mut total.view_mut()).unwrap();
        let sum: f32 =
            (0..lc.rows()).flat_map(|i| (0..lc.cols()).map(move |j| (i, j))).map(|crd| c[crd]).sum();
        assert_eq!(total[()], sum, "{lc}");
        // what is summed with nothing is a copy, of numbers and of what only has a sum
        c[(0, 0)] = -0.0;
        let mut turned = VecTensor::filled(zN::layout::<f32, _, _>(lc.cols(), lc.rows()), 9.0_f32).unwrap();
        contract_one("ij->ji", &c.view(), &mut turned.view_mut()).unwrap();
        let mut again = VecTensor::filled(row_major((3, lc.cols(), lc.rows())), 9.0_f32).unwrap();
        contract_one("ij->kji", &c.view(), &mut again.view_mut()).unwrap();
        let mut wide = VecTensor::filled(column_major((lc.cols(), lc.rows())), 9.0_f64).unwrap();
        contract_one("ij->ji", &c.view(), &mut wide.view_mut()).unwrap();
        for (i, j) in (0..lc.rows()).flat_map(|i| (0..lc.cols()).map(move |j| (i, j))) {
            let bits = c[(i, j)].to_bits();
            assert_eq!(turned[(j, i)].to_bits(), bits, "({i}, {j}) of {lc}");
            assert!((0..3).all(|k| again[(k, j, i)].to_bits() == bits), "({i}, {j}) of {lc}");
            assert_eq!(wide[(j, i)].to_bits(), f64::from(c[(i, j)]).to_bits(), "({i}, {j}) of {lc}");
        }
    }
    for (m, n, k) in [(5, 7, 9), (40, 50, 70), (33, 65, 300)] {
        check(zN::layout::<f32, _, _>(k, m), row_major((n, k)), nZ::layout::<f32, _, _>(m, n));
        check(column_major((k, m)), nN::layout::<f32, _, _>(n, k), row_major((m, n)));
        let swizzle = Swizzle::<2, 2, 3>::new();
        check(
            swizzle.compose(row_major((k, m))),
            swizzle.compose(column_major((n, k))),
            swizzle.compose(row_major((m, n))),
        );
    }
}

#[test]
fn labels_that_do_not_go_together_are_refused() {
    let data = [1; 64];
    let a = View::new(&data, layout!((2, 3):(3, 1))).unwrap();
    let b = View::new(&data, layout!((3, 4):(4, 1))).unwrap();
    let mut c = StackTensor::fill(layout!((2, 4):(4, 1)), 7);
    let mut refuse = |labels: &str, message: &str| {
        let error = contract(labels, &a, &b, &mut c.view_mut()).unwrap_err();
        assert_eq!(error.to_string(), format!("contraction: {message}"), "{labels}");
    };
    refuse("", "a label or `,` expected at byte 0 of the labels");
    refuse("ik", "a label or `,` expected at byte 2 of the labels");
    refuse("ik->ij", "a label or `,` expected at byte 2 of the labels");
    refuse("ik,kj", "a label or `->` expected at byte 5 of the labels");
    refuse("ik,kj-ij", "a label or `->` expected at byte 5 of the labels");
    refuse("ik,kj,ij->ij", "a label or `->` expected at byte 5 of the labels");
    refuse("ik,kj->ij->ij", "a label expected at byte 9 of the labels");
    refuse("ik,kj->i1", "a label expected at byte 8 of the labels");
    refuse("ik,kµ->ij", "a label or `->` expected at byte 4 of the labels");
    refuse("abcdefghijklm,kj->ij", "the end of 12 labels expected at byte 12 of the labels");
    refuse("ikl,kj->ij", "tensor 0 has 3 labels and 2 modes");
    refuse("ik,k->ij", "tensor 1 has 1 labels and 2 modes");
    refuse("ik,kj->i", "tensor 2 has 1 labels and 2 modes");
    refuse("ik,jk->ij", "modes labelled k have the extents 3 and 4");
    refuse("ii,kj->ij", "modes labelled i have the extents 2 and 3");
    refuse("ik,kj->ii", "the result has two modes labelled i");
    refuse("ik,kl->ij", "no operand has a mode labelled j");
    assert!(contract_one("ij,jk->ik", &a, &mut c.view_mut()).is_err());
    assert_eq!(c.as_slice(), [7; 8], "nothing was stored");
    contract(" ik, kj -> ij ", &a, &b, &mut c.view_mut()).unwrap();
    assert_eq!(c.as_slice(), [3; 8]);
    let all = Layout::new((usize::MAX / 8, 3), (int!(0), int!(1)));
    let (huge, one) = (View::new(&data, all).unwrap(), View::new(&data, layout!((3, 2):(2, 1))).unwrap());
    let mut c = StackTensor::fill(layout!(2:1), 0);
    let error = contract("ik,kj->j", &huge, &one, &mut c.view_mut()).unwrap_err();
    assert!(matches!(error, ContractionError::OutOfMemory { .. }), "{error}");
}
