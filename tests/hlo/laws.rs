//! Every operation by its definition, in both directions: what an index of the output reads is counted, not solved.
use crate::random::{Random, cases};
use std::collections::{BTreeMap, BTreeSet};
use tilework::affine::{IndexingMap, Variable};
use tilework::hlo::{
    Module, OperandIndexing, OperandMaps, Scope, feeds, input_to_output, output_to_input, reads,
};

type Index = Vec<i64>;
/// Which indices of the operand, of which replica, belong to an index of the output.
type Relation = BTreeSet<(Index, Index, i64)>;

/// All indices of these sizes.
fn indices(sizes: &[i64]) -> Vec<Index> {
    sizes.iter().fold(vec![Vec::new()], |indices, &size| {
        let longer =
            |index: &Index| (0..size).map(|entry| [&index[..], &[entry]].concat()).collect::<Vec<_>>();
        indices.iter().flat_map(longer).collect()
    })
}

fn points(variables: &[Variable]) -> Vec<Index> {
    variables.iter().fold(vec![Vec::new()], |points, variable| {
        let values = variable.bounds.lower..=variable.bounds.upper;
        let longer =
            |point: &Index| values.clone().map(|value| [&point[..], &[value]].concat()).collect::<Vec<_>>();
        points.iter().flat_map(longer).collect()
    })
}

/// The numbers that are read at run time: of an instruction, those at each index.
type Numbers = BTreeMap<&'static str, BTreeMap<Index, i64>>;

/// The value of a map that shares the variables of another one, or has no symbols.
fn shared(map: &IndexingMap, point: &[i64]) -> Index {
    let point = &point[..map.variables().len()];
    map.results().iter().map(|result| result.evaluate(point).unwrap()).collect()
}

/// The pairs of a set of maps, with the number of the replica, -1 for the own one.
fn relation(module: &Module<'_>, maps: &OperandMaps, element: &[usize], numbers: &Numbers) -> Relation {
    let mut found = Relation::new();
    for OperandIndexing { map, runtime, replica, element: own } in maps.as_ref().expect("the maps are known")
    {
        if own[..] != *element {
            continue;
        }
        for point in points(map.variables()).into_iter().filter(|point| map.contains(point)) {
            let first = point.len() - map.runtime_symbols().len();
            assert_eq!(runtime.len(), map.runtime_symbols().len(), "{map}");
            let is_read = |(place, variable): (usize, &tilework::hlo::RuntimeVariable)| {
                let source = variable.instruction(module);
                let values = numbers.get(source.name).expect("the numbers are known");
                variable.value(values[&shared(&variable.map, &point)]) == Some(point[first + place])
            };
            if runtime.iter().enumerate().all(is_read) {
                let replica = replica.as_ref().map_or(-1, |replica| shared(replica, &point)[0]);
                found.insert((point[..map.dims().len()].to_vec(), shared(map, &point), replica));
            }
        }
    }
    found
}

/// Where the maps may lead to more than is read.
#[derive(Clone, Copy, PartialEq)]
enum Law {
    Exact,
    Covers,
}

/// Both directions of an operand of the root of a module, and one output.
struct Case<'h> {
    hlo: &'h str,
    operand: usize,
    output: usize,
    numbers: Numbers,
    law: Law,
}

impl<'h> Case<'h> {
    fn new(hlo: &'h str, operand: usize) -> Self {
        Case { hlo, operand, output: 0, numbers: Numbers::new(), law: Law::Exact }
    }

    fn of_output(self, output: usize) -> Self {
        Case { output, ..self }
    }

    fn covers(self) -> Self {
        Case { law: Law::Covers, ..self }
    }

    fn with(mut self, source: &'static str, values: impl IntoIterator<Item = (Index, i64)>) -> Self {
        self.numbers.insert(source, values.into_iter().collect());
        self
    }

    /// The definition: what is read for each index of an output of these sizes, with the replica.
    #[track_caller]
    fn reads_of(&self, sizes: &[i64], read: impl Fn(&[i64]) -> Vec<(Index, i64)>) {
        let wanted: Relation = indices(sizes)
            .into_iter()
            .flat_map(|index| {
                read(&index).into_iter().map(move |(from, replica)| (index.clone(), from, replica))
            })
            .collect();
        let module = Module::parse(self.hlo).unwrap();
        let entry = module.entry();
        let root = entry.root_number();
        let backward = &output_to_input(&module, entry, root, self.output, Scope::Extended)[self.operand];
        let simple = backward.as_ref().map(|maps| maps.iter().map(OperandIndexing::simplified).collect());
        let forward = &input_to_output(&module, entry, root, self.operand, Scope::Extended)[self.output];
        let turn = |relation: Relation| -> Relation {
            relation.into_iter().map(|(from, to, replica)| (to, from, replica)).collect()
        };
        let found = relation(&module, backward, &[], &self.numbers);
        assert_eq!(relation(&module, &simple, &[], &self.numbers), found, "{}", self.hlo);
        let turned = turn(relation(&module, forward, &[], &self.numbers));
        let texts =
            |maps: &OperandMaps| maps.iter().flatten().map(|one| one.map.to_string()).collect::<Vec<_>>();
        assert_eq!(turned, found, "{}\n{:#?}\n{:#?}", self.hlo, texts(backward), texts(forward));
        let is_right = match self.law {
            Law::Exact => found == wanted,
            Law::Covers => found.is_superset(&wanted) && found != wanted,
        };
        assert!(is_right, "{}\n{:#?}\n{found:?}\n{wanted:?}", self.hlo, texts(backward));
    }

    /// The definition, where nothing comes from other replicas.
    #[track_caller]
    fn reads(&self, sizes: &[i64], read: impl Fn(&[i64]) -> Vec<Index>) {
        self.reads_of(sizes, |index| read(index).into_iter().map(|from| (from, -1)).collect());
    }
}

const ADD: &str = "add { a = f32[] parameter(0) b = f32[] parameter(1) ROOT r = f32[] add(a, b) } ";

#[test]
fn same_elements() {
    let hlo = "ENTRY e { p = pred[] parameter(0) a = f32[2,3] parameter(1) b = f32[2,3] parameter(2) ROOT s = f32[2,3] select(p, a, b) }";
    Case::new(hlo, 0).reads(&[2, 3], |_| vec![vec![]]);
    Case::new(hlo, 1).reads(&[2, 3], |d| vec![d.to_vec()]);
    let wide = "ENTRY e { a = s32[3] parameter(0) ROOT r = s8[3,4] bitcast-convert(a) }";
    Case::new(wide, 0).reads(&[3, 4], |d| vec![vec![d[0]]]);
    let narrow = "ENTRY e { a = s8[3,4] parameter(0) ROOT r = s32[3] bitcast-convert(a) }";
    Case::new(narrow, 0).reads(&[3], |d| (0..4).map(|part| vec![d[0], part]).collect());
    let rng = "ENTRY e { a = f32[] parameter(0) b = f32[] parameter(1) ROOT r = f32[3] rng(a, b), distribution=rng_uniform }";
    Case::new(rng, 1).reads(&[3], |_| vec![vec![]]);
    let state = "ENTRY e { a = u64[2] parameter(0) ROOT r = (u64[2], u32[3]) rng-bit-generator(a), algorithm=rng_default }";
    Case::new(state, 0).of_output(1).reads(&[3], |_| indices(&[2]));
    let size = "ENTRY e { a = f32[2,3] parameter(0) ROOT r = s32[] get-dimension-size(a), dimensions={1} }";
    Case::new(size, 0).reads(&[], |_| vec![]);
}

#[test]
fn rearranged_elements() {
    let hlo = "ENTRY e { a = f32[2,3,4] parameter(0) ROOT r = f32[4,2,3] transpose(a), dimensions={2,0,1} }";
    Case::new(hlo, 0).reads(&[4, 2, 3], |d| vec![vec![d[1], d[2], d[0]]]);
    let hlo = "ENTRY e { a = f32[2,3] parameter(0) ROOT r = f32[2,3] reverse(a), dimensions={1} }";
    Case::new(hlo, 0).reads(&[2, 3], |d| vec![vec![d[0], 2 - d[1]]]);
    let hlo = "ENTRY e { a = f32[3] parameter(0) ROOT r = f32[2,3,2] broadcast(a), dimensions={1} }";
    Case::new(hlo, 0).reads(&[2, 3, 2], |d| vec![vec![d[1]]]);
    let hlo = "ENTRY e { a = f32[9,4] parameter(0) ROOT r = f32[3,2] slice(a), slice={[1:8:3], [1:3]} }";
    Case::new(hlo, 0).reads(&[3, 2], |d| vec![vec![1 + 3 * d[0], 1 + d[1]]]);
    let hlo = "ENTRY e { a = f32[2,3] parameter(0) b = f32[2,2] parameter(1) ROOT r = f32[2,5] concatenate(a, b), dimensions={1} }";
    Case::new(hlo, 1)
        .reads(&[2, 5], |d| (0..2).filter(|own| own + 3 == d[1]).map(|own| vec![d[0], own]).collect());
    let place = |index: &[i64], sizes: &[i64]| {
        index.iter().zip(sizes).fold(0, |place, (entry, size)| place * size + entry)
    };
    for (from, to) in [
        (vec![4, 6], vec![3, 8]),
        (vec![2, 3, 4], vec![6, 4]),
        (vec![24], vec![2, 3, 4]),
        (vec![6, 1, 4], vec![4, 6]),
    ] {
        let text = |sizes: &[i64]| sizes.iter().map(i64::to_string).collect::<Vec<_>>().join(",");
        let hlo = format!(
            "ENTRY e {{ a = f32[{}] parameter(0) ROOT r = f32[{}] reshape(a) }}",
            text(&from),
            text(&to)
        );
        let read =
            |d: &[i64]| indices(&from).into_iter().filter(|own| place(own, &from) == place(d, &to)).collect();
        Case::new(&hlo, 0).reads(&to, read);
    }
    let hlo =
        "ENTRY e { a = f32[4] parameter(0) v = f32[] parameter(1) ROOT r = f32[9] pad(a, v), padding=1_1_1 }";
    let inside = |d: i64| (0..4).find(|own| 1 + 2 * own == d);
    Case::new(hlo, 0).reads(&[9], |d| inside(d[0]).map(|own| vec![own]).into_iter().collect());
    Case::new(hlo, 1).covers().reads(&[9], |d| if inside(d[0]).is_none() { vec![vec![]] } else { vec![] });
    let cut = "ENTRY e { a = f32[6] parameter(0) v = f32[] parameter(1) ROOT r = f32[5] pad(a, v), padding=-2_1_0 }";
    Case::new(cut, 0).reads(&[5], |d| (0..6).filter(|own| own - 2 == d[0]).map(|own| vec![own]).collect());
}

#[test]
fn sums_and_whole_dimensions() {
    let hlo = format!(
        "{ADD} ENTRY e {{ a = f32[2,3,4] parameter(0) i = f32[] parameter(1) ROOT r = f32[3] reduce(a, i), dimensions={{2,0}}, to_apply=add }}"
    );
    Case::new(&hlo, 0)
        .reads(&[3], |d| indices(&[2, 4]).into_iter().map(|s| vec![s[0], d[0], s[1]]).collect());
    Case::new(&hlo, 1).reads(&[3], |_| vec![vec![]]);
    let hlo = "ENTRY e { a = f32[3,4] parameter(0) b = s32[3,4] parameter(1) ROOT s = (f32[3,4], s32[3,4]) sort(a, b), dimensions={0}, to_apply=f }";
    for output in 0..2 {
        Case::new(hlo, 1).of_output(output).reads(&[3, 4], |d| (0..3).map(|s| vec![s, d[1]]).collect());
    }
    let hlo =
        "ENTRY e { a = f32[3,5] parameter(0) ROOT s = (f32[3,2], s32[3,2]) topk(a), k=2, largest=true }";
    for output in 0..2 {
        Case::new(hlo, 0).of_output(output).reads(&[3, 2], |d| (0..5).map(|s| vec![d[0], s]).collect());
    }
    for (kind, input, output, length) in
        [("FFT", 6, 6, "4,6"), ("IFFT", 6, 6, "4,6"), ("RFFT", 6, 4, "4,6"), ("IRFFT", 4, 6, "4,6")]
    {
        let hlo = format!(
            "ENTRY e {{ a = c64[2,4,{input}] parameter(0) ROOT r = c64[2,4,{output}] fft(a), fft_type={kind}, fft_length={{{length}}} }}"
        );
        let read = |d: &[i64]| indices(&[4, input]).into_iter().map(|s| vec![d[0], s[0], s[1]]).collect();
        Case::new(&hlo, 0).reads(&[2, 4, output], read);
    }
    // the mean over all but the features, and back
    let all = |f: i64| -> Vec<Index> { indices(&[2, 3]).into_iter().map(|s| vec![s[0], f, s[1]]).collect() };
    let hlo = "ENTRY e { x = f32[2,4,3] parameter(0) s = f32[4] parameter(1) o = f32[4] parameter(2)
        ROOT r = (f32[2,4,3], f32[4], f32[4]) batch-norm-training(x, s, o), epsilon=0, feature_index=1 }";
    Case::new(hlo, 0).reads(&[2, 4, 3], |d| all(d[1]));
    Case::new(hlo, 0).of_output(1).reads(&[4], |d| all(d[0]));
    Case::new(hlo, 1).reads(&[2, 4, 3], |d| vec![vec![d[1]]]);
    Case::new(hlo, 1).of_output(2).reads(&[4], |_| vec![]);
    let hlo = "ENTRY e { x = f32[2,4,3] parameter(0) s = f32[4] parameter(1) m = f32[4] parameter(2) v = f32[4] parameter(3) g = f32[2,4,3] parameter(4)
        ROOT r = (f32[2,4,3], f32[4], f32[4]) batch-norm-grad(x, s, m, v, g), epsilon=0, feature_index=1 }";
    Case::new(hlo, 4).reads(&[2, 4, 3], |d| all(d[1]));
    Case::new(hlo, 2).of_output(1).reads(&[4], |d| vec![vec![d[0]]]);
    Case::new(hlo, 0).of_output(2).reads(&[4], |_| vec![]);
    let hlo = "ENTRY e { x = f32[2,4,3] parameter(0) s = f32[4] parameter(1) o = f32[4] parameter(2) m = f32[4] parameter(3) v = f32[4] parameter(4)
        ROOT r = f32[2,4,3] batch-norm-inference(x, s, o, m, v), epsilon=0, feature_index=1 }";
    Case::new(hlo, 0).reads(&[2, 4, 3], |d| vec![d.to_vec()]);
    Case::new(hlo, 4).reads(&[2, 4, 3], |d| vec![vec![d[1]]]);
}

#[test]
fn products() {
    let hlo = "ENTRY e { a = f32[3,2,4] parameter(0) b = f32[2,5,4] parameter(1)
        ROOT r = f32[2,3,5] dot(a, b), lhs_batch_dims={1}, rhs_batch_dims={0}, lhs_contracting_dims={2}, rhs_contracting_dims={2} }";
    Case::new(hlo, 0).reads(&[2, 3, 5], |d| (0..4).map(|k| vec![d[1], d[0], k]).collect());
    Case::new(hlo, 1).reads(&[2, 3, 5], |d| (0..4).map(|k| vec![d[0], d[2], k]).collect());
    let hlo = "ENTRY e { a = f8e4m3fn[2,8] parameter(0) b = f8e4m3fn[8,3] parameter(1) c = bf16[2,2] parameter(2) d = bf16[4,3] parameter(3)
        ROOT r = f32[2,3] scaled-dot(a, b, c, d), lhs_contracting_dims={1}, rhs_contracting_dims={0} }";
    Case::new(hlo, 0).reads(&[2, 3], |d| (0..8).map(|k| vec![d[0], k]).collect());
    Case::new(hlo, 2).reads(&[2, 3], |d| (0..8).map(|k| vec![d[0], k / 4]).collect());
    Case::new(hlo, 3).reads(&[2, 3], |d| (0..8).map(|k| vec![k / 2, d[1]]).collect());
}

/// A convolution of one dimension: `[size, stride, low, high, base dilation, window dilation, input, feature groups,
/// batch groups]`.
#[test]
fn windows() {
    for [size, stride, low, high, base, window, input, groups, batches] in [
        [3, 1, 0, 0, 1, 1, 7, 1, 1],
        [3, 2, 1, 1, 1, 1, 6, 2, 1],
        [2, 1, 1, 0, 2, 1, 4, 1, 2],
        [2, 2, 1, 2, 1, 2, 5, 1, 3],
        [1, 3, 0, 0, 1, 1, 6, 3, 1],
    ] {
        let output = (low + (input - 1) * base + 1 + high - ((size - 1) * window + 1)) / stride + 1;
        let (features, out_features, batch) = (2, 2 * groups * batches, 2);
        let attributes = format!(
            "window={{size={size} stride={stride} pad={low}_{high} lhs_dilate={base} rhs_dilate={window}}}"
        );
        let hlo = format!("ENTRY e {{ a = f32[{},{input},{}] parameter(0) k = f32[{size},{features},{out_features}] parameter(1)
            ROOT r = f32[{batch},{output},{out_features}] convolution(a, k), {attributes}, dim_labels=b0f_0io->b0f, feature_group_count={groups}, batch_group_count={batches} }}",
            batch * batches, features * groups);
        // the element that a place of the window is, if it is one
        let element =
            |place: i64, s: i64| (0..input).find(|own| own * base == place * stride + s * window - low);
        let read = |d: &[i64]| {
            let group = d[2] / (out_features / groups) * features;
            let batch = d[2] / (out_features / batches) * batch + d[0];
            let each = |p: Index| element(d[1], p[0]).map(|own| vec![batch, own, group + p[1]]);
            indices(&[size, features]).into_iter().filter_map(each).collect()
        };
        let sizes = [batch, output, out_features];
        Case::new(&hlo, 0).reads(&sizes, read);
        Case::new(&hlo, 1).reads(&sizes, |d| {
            indices(&[size, features]).into_iter().map(|p| vec![p[0], p[1], d[2]]).collect()
        });
        let hlo = format!(
            "{ADD} ENTRY e {{ a = f32[{input}] parameter(0) i = f32[] parameter(1) ROOT r = f32[{output}] reduce-window(a, i), {attributes}, to_apply=add }}"
        );
        Case::new(&hlo, 0)
            .reads(&[output], |d| (0..size).filter_map(|s| element(d[0], s)).map(|own| vec![own]).collect());
    }
    for [size, stride, low, high, input] in [[2, 2, 0, 0, 6], [3, 2, 1, 1, 7], [3, 1, 1, 0, 5]] {
        let source = (input + low + high - size) / stride + 1;
        let hlo = format!("{ADD} ENTRY e {{ a = f32[{input}] parameter(0) s = f32[{source}] parameter(1) i = f32[] parameter(2)
            ROOT r = f32[{input}] select-and-scatter(a, s, i), window={{size={size} stride={stride} pad={low}_{high}}}, select=add, scatter=add }}");
        let has = move |t: i64, d: i64| (t * stride - low..t * stride - low + size).contains(&d);
        let windows = move |d: i64| (0..source).filter(move |t| has(*t, d));
        Case::new(&hlo, 1).reads(&[input], |d| windows(d[0]).map(|t| vec![t]).collect());
        let together = |d: &[i64]| {
            windows(d[0]).flat_map(|t| (0..input).filter(move |i| has(t, *i))).map(|i| vec![i]).collect()
        };
        Case::new(&hlo, 0).reads(&[input], together);
        Case::new(&hlo, 2).reads(&[input], |_| vec![vec![]]);
    }
}

/// The entries that a solution is computed from, by substitution.
#[test]
fn triangles() {
    for (left, lower, unit, transposed) in
        (0..16).map(|bits| (bits & 1 > 0, bits & 2 > 0, bits & 4 > 0, bits & 8 > 0))
    {
        let transpose = if transposed { "TRANSPOSE" } else { "NO_TRANSPOSE" };
        let (rows, columns) = if left { (4, 3) } else { (3, 4) };
        let hlo = format!("ENTRY e {{ a = f32[2,4,4] parameter(0) b = f32[2,{rows},{columns}] parameter(1)
            ROOT r = f32[2,{rows},{columns}] triangular-solve(a, b), left_side={left}, lower={lower}, unit_diagonal={unit}, transpose_a={transpose} }}");
        // entry (i, k) of op(a), if it is in the triangle
        let entry = |i: i64, k: i64| {
            let (r, c) = if transposed { (k, i) } else { (i, k) };
            let inside = r == c && !unit || (if lower { r > c } else { r < c });
            inside.then(|| vec![r, c])
        };
        // x_i is computed from the x_k that its equation has, and those from theirs
        let solved = |i: i64| {
            let (mut unknown, mut of_a) = (BTreeSet::from([i]), BTreeSet::new());
            loop {
                let before = (unknown.len(), of_a.len());
                for i in unknown.clone() {
                    for k in 0..4 {
                        let found = if left { entry(i, k) } else { entry(k, i) };
                        if let Some(found) = found {
                            of_a.insert(found);
                            unknown.insert(k);
                        }
                    }
                }
                if before == (unknown.len(), of_a.len()) {
                    return (unknown, of_a);
                }
            }
        };
        let along = if left { 1 } else { 2 };
        let of_a = |d: &[i64]| solved(d[along]).1.into_iter().map(|e| vec![d[0], e[0], e[1]]).collect();
        let of_b = |d: &[i64]| {
            let place = |i: i64| if left { vec![d[0], i, d[2]] } else { vec![d[0], d[1], i] };
            solved(d[along]).0.into_iter().map(place).collect()
        };
        Case::new(&hlo, 0).reads(&[2, rows, columns], of_a);
        Case::new(&hlo, 1).reads(&[2, rows, columns], of_b);
    }
    // l[i][j] by the sums of the definition
    fn factor(i: i64, j: i64, found: &mut BTreeSet<Index>) {
        if i < j || !found.insert(vec![i, j]) {
            return;
        }
        (0..j).for_each(|k| factor(i, k, found));
        (0..j).for_each(|k| factor(j, k, found));
        factor(j, j, found);
    }
    for lower in [false, true] {
        let hlo =
            format!("ENTRY e {{ a = f32[4,4] parameter(0) ROOT r = f32[4,4] cholesky(a), lower={lower} }}");
        let read = |d: &[i64]| {
            let mut found = BTreeSet::new();
            let (i, j) = if lower { (d[0], d[1]) } else { (d[1], d[0]) };
            factor(i, j, &mut found);
            found.into_iter().map(|e| if lower { e } else { vec![e[1], e[0]] }).collect()
        };
        Case::new(&hlo, 0).reads(&[4, 4], read);
    }
}

#[test]
fn places_at_run_time() {
    let scalar = |value: i64| [(vec![], value)];
    let slice = "ENTRY e { s = s32[5,4] parameter(0) a = s32[] parameter(1) b = s32[] parameter(2) ROOT r = s32[3,2] dynamic-slice(s, a, b), dynamic_slice_sizes={3,2} }";
    let update = "ENTRY e { s = s32[5,4] parameter(0) u = s32[3,2] parameter(1) a = s32[] parameter(2) b = s32[] parameter(3) ROOT r = s32[5,4] dynamic-update-slice(s, u, a, b) }";
    for read in indices(&[8, 8]) {
        // what is no place is the nearest one
        let read = [read[0] - 3, read[1] - 3];
        let at = [read[0].clamp(0, 2), read[1].clamp(0, 2)];
        let case =
            |hlo, operand| Case::new(hlo, operand).with("a", scalar(read[0])).with("b", scalar(read[1]));
        case(slice, 0).reads(&[3, 2], |d| vec![vec![d[0] + at[0], d[1] + at[1]]]);
        case(slice, 1).reads(&[3, 2], |_| vec![vec![]]);
        let own = |d: &[i64]| {
            indices(&[3, 2]).into_iter().filter(|u| [u[0] + at[0], u[1] + at[1]] == d[..]).collect::<Vec<_>>()
        };
        case(update, 1).reads(&[5, 4], own);
        case(update, 0)
            .covers()
            .reads(&[5, 4], |d| if own(d).is_empty() { vec![d.to_vec()] } else { vec![] });
    }
    // two slices of a table, and rows of both that go together
    let mut random = Random(7);
    for _ in 0..20 {
        let places: BTreeMap<Index, i64> =
            indices(&[3, 2]).into_iter().map(|at| (at, random.within(-2, 6))).collect();
        let gather = "ENTRY e { o = f32[4,4] parameter(0) i = s32[3,2] parameter(1)
            ROOT r = f32[3,2] gather(o, i), offset_dims={1}, collapsed_slice_dims={0}, start_index_map={0,1}, index_vector_dim=1, slice_sizes={1,2} }";
        let at = |row: i64, part: i64| places[&vec![row, part]].clamp(0, [3, 2][part as usize]);
        Case::new(gather, 0)
            .with("i", places.clone())
            .reads(&[3, 2], |d| vec![vec![at(d[0], 0), at(d[0], 1) + d[1]]]);
        Case::new(gather, 1).reads(&[3, 2], |d| vec![vec![d[0], 0], vec![d[0], 1]]);
        let columns: BTreeMap<Index, i64> =
            indices(&[3, 4, 1]).into_iter().map(|at| (at, random.within(-2, 6))).collect();
        let along = "ENTRY e { o = f32[3,5] parameter(0) i = s32[3,4,1] parameter(1)
            ROOT r = f32[3,4] gather(o, i), offset_dims={}, collapsed_slice_dims={1}, start_index_map={1}, operand_batching_dims={0}, start_indices_batching_dims={0}, index_vector_dim=2, slice_sizes={1,1} }";
        Case::new(along, 0)
            .with("i", columns.clone())
            .reads(&[3, 4], |d| vec![vec![d[0], columns[&vec![d[0], d[1], 0]].clamp(0, 4)]]);
        // updates of two rows of a matrix; what does not fit is left out
        let starts: BTreeMap<Index, i64> =
            indices(&[3, 2]).into_iter().map(|at| (at, random.within(-2, 6))).collect();
        let scatter = format!("{ADD} ENTRY e {{ o = f32[4,5] parameter(0) i = s32[3,2] parameter(1) u = f32[3,2] parameter(2)
            ROOT r = f32[4,5] scatter(o, i, u), update_window_dims={{1}}, inserted_window_dims={{0}}, scatter_dims_to_operand_dims={{1,0}}, index_vector_dim=1, to_apply=add }}");
        let start = |row: i64, part: i64| starts[&vec![row, part]];
        let fits = |row: i64| (0..4).contains(&start(row, 1)) && (0..4).contains(&start(row, 0));
        let goes = |u: &Index| [start(u[0], 1), start(u[0], 0) + u[1]];
        let updates =
            |d: &[i64]| indices(&[3, 2]).into_iter().filter(|u| fits(u[0]) && goes(u) == d[..]).collect();
        Case::new(&scatter, 2).with("i", starts.clone()).reads(&[4, 5], updates);
        Case::new(&scatter, 0).reads(&[4, 5], |d| vec![d.to_vec()]);
        Case::new(&scatter, 1).reads(&[4, 5], |_| indices(&[3, 2]));
        // an update for each row, at a column of its own
        let batched = format!("{ADD} ENTRY e {{ o = f32[3,5] parameter(0) i = s32[3,4,1] parameter(1) u = f32[3,4] parameter(2)
            ROOT r = f32[3,5] scatter(o, i, u), update_window_dims={{}}, inserted_window_dims={{1}}, scatter_dims_to_operand_dims={{1}}, input_batching_dims={{0}}, scatter_indices_batching_dims={{0}}, index_vector_dim=2, to_apply=add }}");
        let updates = |d: &[i64]| {
            (0..4).filter(|u| columns[&vec![d[0], *u, 0]] == d[1]).map(|u| vec![d[0], u]).collect()
        };
        Case::new(&batched, 2).with("i", columns.clone()).reads(&[3, 5], updates);
    }
}

/// Numbers that are read at places which are read themselves, or counted by a symbol.
#[test]
fn places_at_run_time_in_chains() {
    let mut random = Random(11);
    for _ in 0..20 {
        let mut table = |rows: i64, below: i64| -> BTreeMap<Index, i64> {
            (0..rows).map(|row| (vec![row, 0], random.within(-2, below + 1))).collect()
        };
        let (first, second) = (table(3, 4), table(5, 3));
        let entry = "ENTRY e { o = f32[4,2] parameter(0) i = s32[3,1] parameter(1) k = s32[5,1] parameter(2)";
        let rows = "offset_dims={1}, collapsed_slice_dims={0}, start_index_map={0}, index_vector_dim=1, slice_sizes={1,2}";
        let body = format!("f {{ o = f32[4,2] parameter(0) i = s32[3,1] parameter(1) k = s32[5,1] parameter(2) z = f32[] constant(0)
            g = f32[3,2] gather(o, i), {rows}");
        let case = |hlo| Case::new(hlo, 0).with("i", first.clone()).with("k", second.clone());
        let row = |at: i64| first[&vec![at.clamp(0, 2), 0]].clamp(0, 3);
        let sum = format!(
            "{ADD} {body} ROOT r = f32[2] reduce(g, z), dimensions={{0}}, to_apply=add }} {entry} ROOT r = f32[2] fusion(o, i, k), kind=kLoop, calls=f }}"
        );
        case(&sum).reads(&[2], |d| (0..3).map(|s| vec![row(s), d[0]]).collect());
        let twice = format!(
            "{body} ROOT r = f32[5,2] gather(g, k), {rows} }} {entry} ROOT r = f32[5,2] fusion(o, i, k), kind=kLoop, calls=f }}"
        );
        case(&twice).reads(&[5, 2], |d| vec![vec![row(second[&vec![d[0], 0]]), d[1]]]);
        // the updates of a scatter are gathered rows of their own
        let spread = format!("{ADD} {body} w = f32[6,2] broadcast(z), dimensions={{}} h = f32[5,2] gather(g, k), {rows}
            t = s32[5,1] parameter(3) ROOT r = f32[6,2] scatter(w, t, h), update_window_dims={{1}}, inserted_window_dims={{0}}, scatter_dims_to_operand_dims={{0}}, index_vector_dim=1, to_apply=add }}
            {entry} t = s32[5,1] parameter(3) ROOT r = f32[6,2] fusion(o, i, k, t), kind=kLoop, calls=f }}");
        let to = table(5, 6);
        let read = |d: &[i64]| {
            let updates = (0..5).filter(|u| to[&vec![*u, 0]] == d[0]);
            updates.map(|u| vec![row(second[&vec![u, 0]]), d[1]]).collect()
        };
        case(&spread).with("t", to.clone()).reads(&[6, 2], read);
    }
}

#[test]
fn other_replicas() {
    let groups = "replica_groups={{0,1,2},{3,4,5}}";
    let hlo = format!(
        "{ADD} ENTRY e {{ a = f32[4] parameter(0) ROOT r = f32[4] all-reduce(a), {groups}, to_apply=add }}"
    );
    Case::new(&hlo, 0).reads_of(&[4], |d| (0..3).map(|replica| (d.to_vec(), replica)).collect());
    for groups in [
        "replica_groups=[2,3]<=[6]",
        "replica_groups=[2,3]<=[3,2]T(1,0)",
        "replica_groups=mesh['x'=2,'y'=3] {'y'}",
    ] {
        let hlo = format!(
            "{ADD} ENTRY e {{ a = f32[4] parameter(0) b = f32[5] parameter(1) ROOT r = (f32[4], f32[5]) all-reduce(a, b), {groups}, to_apply=add }}"
        );
        Case::new(&hlo, 1)
            .of_output(1)
            .reads_of(&[5], |d| (0..3).map(|replica| (d.to_vec(), replica)).collect());
        Case::new(&hlo, 0).of_output(1).reads_of(&[5], |_| vec![]);
    }
    let hlo = format!(
        "ENTRY e {{ a = f32[2,3] parameter(0) ROOT r = f32[6,3] all-gather(a), {groups}, dimensions={{0}} }}"
    );
    Case::new(&hlo, 0).reads_of(&[6, 3], |d| vec![(vec![d[0] % 2, d[1]], d[0] / 2)]);
    // on replica `own`, which may be any
    let hlo = format!(
        "{ADD} ENTRY e {{ a = f32[6] parameter(0) ROOT r = f32[2] reduce-scatter(a), {groups}, dimensions={{0}}, to_apply=add }}"
    );
    for own in 0..3 {
        Case::new(&hlo, 0)
            .covers()
            .reads_of(&[2], |d| (0..3).map(|replica| (vec![own * 2 + d[0]], replica)).collect());
    }
    let hlo = format!(
        "ENTRY e {{ a = f32[6] parameter(0) ROOT r = f32[6] all-to-all(a), {groups}, dimensions={{0}} }}"
    );
    for own in 0..3 {
        Case::new(&hlo, 0).covers().reads_of(&[6], |d| vec![(vec![own * 2 + d[0] % 2], d[0] / 2)]);
    }
    let hlo = format!(
        "ENTRY e {{ a = f32[2] parameter(0) b = f32[2] parameter(1) c = f32[2] parameter(2) ROOT r = (f32[2], f32[2], f32[2]) all-to-all(a, b, c), {groups} }}"
    );
    Case::new(&hlo, 1).of_output(2).reads_of(&[2], |d| vec![(d.to_vec(), 2)]);
    let hlo = "ENTRY e { a = f32[2] parameter(0) ROOT r = f32[2] collective-permute(a), source_target_pairs={{0,1},{2,3},{4,5}} }";
    for sender in [0, 2, 4] {
        Case::new(hlo, 0).covers().reads_of(&[2], |d| vec![(d.to_vec(), sender)]);
    }
    let hlo = "ENTRY e { a = f32[2] parameter(0) ROOT r = f32[2] collective-permute(a), source_target_pairs={{3,1}} }";
    Case::new(hlo, 0).reads_of(&[2], |d| vec![(d.to_vec(), 3)]);
    let hlo =
        format!("ENTRY e {{ a = f32[2] parameter(0) ROOT r = f32[2] collective-broadcast(a), {groups} }}");
    Case::new(&hlo, 0).reads_of(&[2], |d| vec![(d.to_vec(), 0)]);
}

/// What lies at the same byte, by the places of all elements.
#[test]
fn bitcasts_keep_the_bytes() {
    use tilework::xla::{LinearIndex, Shape, Tiling, stored_bits};
    for (from, to) in [
        ("f32[4,6]{1,0}", "f32[3,8]{0,1}"),
        ("f32[4,6]{1,0:T(2,4)}", "f32[4,5]{1,0:T(2,4)}"),
        ("f32[5,6]{1,0:T(2,4)}", "f32[6,8]{1,0:T(2,4)}"),
        ("f32[4,8]{1,0:T(2,4)}", "f32[2,2,2,4]{3,1,2,0:T(2,4)}"),
        ("f32[4,8]{1,0:T(2,4)}", "f32[2,2,2,4]{3,2,1,0:T(2,4)}"),
        ("f32[4,8]{1,0:T(2,4)}", "f32[2,2,8]{2,1,0:T(2,4)}"),
        ("f32[3,2,8]{2,1,0:T(2,4)}", "f32[6,8]{1,0:T(2,4)}"),
        ("f32[3,3,8]{2,1,0:T(2,4)}", "f32[9,8]{1,0:T(2,4)}"),
        ("f32[8,4]{1,0:T(4,4)}", "f32[8,4]{1,0:T(2,4)}"),
        ("s8[8,8]{1,0:T(4,8)(4,1)}", "bf16[4,8]{1,0:T(4,8)(2,1)}"),
        ("bf16[4,8]{1,0:T(4,8)(2,1)}", "s8[64]{0:T(32)(8)(4,1)}"),
        ("s8[64]{0:T(32)(8)(4,1)}", "bf16[4,8]{1,0:T(4,8)(2,1)}"),
        ("f32[2,3,4]{2,1,0:T(2,4)}", "f32[2,4,3]{1,2,0:T(2,4)}"),
        ("f32[7]{0:T(4)}", "f32[1,7]{1,0:T(1,4)}"),
    ] {
        let (input, output): (Shape, Shape) = (from.parse().unwrap(), to.parse().unwrap());
        let bits = |shape: &Shape| -> Vec<(Index, std::ops::Range<i64>)> {
            let array = shape.as_array().unwrap();
            let (places, bits) = (LinearIndex::new(array, Tiling::All).unwrap(), stored_bits(array));
            let at = |index: Index| {
                let place = places.at(&index).unwrap();
                (index, place * bits..(place + 1) * bits)
            };
            indices(&array.sizes().unwrap()).into_iter().map(at).collect()
        };
        let (inside, outside) = (bits(&input), bits(&output));
        let hlo = format!("ENTRY e {{ a = {from} parameter(0) ROOT r = {to} bitcast(a) }}");
        let read = |d: &[i64]| {
            let own = &outside.iter().find(|(index, _)| index == d).unwrap().1;
            let shares =
                |(_, bits): &&(Index, std::ops::Range<i64>)| bits.start < own.end && own.start < bits.end;
            inside.iter().filter(shares).map(|(index, _)| index.clone()).collect()
        };
        Case::new(&hlo, 0).reads(&output.as_array().unwrap().sizes().unwrap(), read);
    }
    let parts = "ENTRY e { a = f32[2,8]{1,0:T(2,4)} parameter(0) b = f32[4,8]{1,0:T(2,4)} parameter(1)
        ROOT r = f32[6,8]{1,0:T(2,4)} custom-call(a, b), custom_call_target=\"ConcatBitcast\" }";
    Case::new(parts, 1).reads(&[6, 8], |d| if d[0] < 2 { vec![] } else { vec![vec![d[0] - 2, d[1]]] });
    let bytes = "ENTRY e { a = bf16[2,8]{1,0:T(2,4)(2,1)} parameter(0) b = s8[64]{0:T(8)} parameter(1)
        ROOT r = bf16[6,8]{1,0:T(2,4)(2,1)} custom-call(a, b), custom_call_target=\"ConcatBitcast\" }";
    // two rows of eight lie in two tiles of eight elements, two rows in a column of a tile
    let place = |d: &[i64]| (d[0] / 2 * 2 + d[1] / 4) * 8 + d[1] % 4 * 2 + d[0] % 2;
    let after =
        |d: &[i64]| (0..2).map(|half| place(d) * 2 + half - 32).filter(|byte| *byte >= 0).collect::<Vec<_>>();
    Case::new(bytes, 1).reads(&[6, 8], |d| after(d).into_iter().map(|byte| vec![byte]).collect());
}

/// The pairs of the maps of an output and an operand, with an element of it.
fn pairs(hlo: &str, output: usize, operand: usize, element: &[usize]) -> Relation {
    let module = Module::parse(hlo).unwrap();
    let entry = module.entry();
    let backward = &output_to_input(&module, entry, entry.root_number(), output, Scope::Extended)[operand];
    let forward = &input_to_output(&module, entry, entry.root_number(), operand, Scope::Extended)[output];
    let found = relation(&module, backward, element, &Numbers::new());
    let turned = relation(&module, forward, element, &Numbers::new());
    assert_eq!(
        turned.into_iter().map(|(from, to, replica)| (to, from, replica)).collect::<Relation>(),
        found,
        "{hlo}"
    );
    found
}

fn identity(sizes: &[i64]) -> Relation {
    indices(sizes).into_iter().map(|index| (index.clone(), index, -1)).collect()
}

#[test]
fn tuples_and_halves() {
    let nested = "ENTRY e { a = f32[2] parameter(0) b = (f32[3], f32[4]) parameter(1) ROOT t = (f32[2], (f32[3], f32[4])) tuple(a, b) }";
    assert_eq!(pairs(nested, 2, 1, &[1]), identity(&[4]));
    assert!(pairs(nested, 2, 1, &[0]).is_empty() && pairs(nested, 2, 0, &[]).is_empty());
    let taken = "ENTRY e { b = (f32[2], (f32[3], f32[4])) parameter(0) ROOT t = f32[4] get-tuple-element((f32[2], (f32[3], f32[4])) b), index=1 }";
    let module = Module::parse(taken).unwrap();
    assert_eq!(
        output_to_input(&module, module.entry(), 1, 0, Scope::Extended)[0],
        None,
        "element 1 is a tuple"
    );
    let start = "ENTRY e { a = f32[5] parameter(0) ROOT s = ((f32[5]), f32[3], s32[]) slice-start(a), slice={[1:4]} }";
    assert_eq!(pairs(start, 0, 0, &[]), identity(&[5]));
    assert_eq!(pairs(start, 1, 0, &[]), (0..3).map(|d| (vec![d], vec![d + 1], -1)).collect());
    let done = "ENTRY e { a = ((f32[5]), f32[3], s32[]) parameter(0) ROOT s = f32[3] slice-done(a) }";
    assert_eq!(pairs(done, 0, 0, &[1]), identity(&[3]));
    let called = "f { p = f32[3] parameter(0) ROOT r = f32[3] reverse(p), dimensions={0} }
        ENTRY e { a = f32[3] parameter(0) ROOT s = ((f32[3]), f32[3], s32[]) async-start(a), calls=f }";
    assert_eq!(pairs(called, 1, 0, &[]), (0..3).map(|d| (vec![d], vec![2 - d], -1)).collect());
    let copy = "ENTRY e { a = f32[3] parameter(0) ROOT s = (f32[3], f32[3], u32[]) copy-start(a) }";
    assert_eq!(pairs(copy, 0, 0, &[]), identity(&[3]));
    // in a chain, the element that is taken is that of the right half
    let chain =
        "ENTRY e { a = f32[5] parameter(0) s = ((f32[5]), f32[3], s32[]) slice-start(a), slice={[1:4]}
        d = f32[3] slice-done(s) ROOT r = f32[3] negate(d) }";
    let module = Module::parse(chain).unwrap();
    let found = reads(&module, module.entry(), 3, 0, Scope::Extended).unwrap();
    let wanted: Relation = (0..3).map(|d| (vec![d], vec![d + 1], -1)).collect();
    assert_eq!(relation(&module, &found[0], &[], &Numbers::new()), wanted);
    let fed = feeds(&module, module.entry(), 0, 0, Scope::Extended).unwrap();
    let wanted: Relation = (0..3).map(|d| (vec![d + 1], vec![d], -1)).collect();
    assert_eq!(relation(&module, &fed[3], &[], &Numbers::new()), wanted);
    assert_eq!(relation(&module, &fed[1], &[1], &Numbers::new()), wanted);
}

#[test]
fn computations_that_are_called() {
    let branches = "t { p = f32[4] parameter(0) ROOT r = f32[4] reverse(p), dimensions={0} }
        f { p = (f32[4], f32[4]) parameter(0) x = f32[4] get-tuple-element(p), index=1 ROOT r = f32[4] negate(x) }
        ENTRY e { c = pred[] parameter(0) a = f32[4] parameter(1) b = (f32[4], f32[4]) parameter(2)
            ROOT r = f32[4] conditional(c, a, b), true_computation=t, false_computation=f }";
    assert_eq!(pairs(branches, 0, 1, &[]), (0..4).map(|d| (vec![d], vec![3 - d], -1)).collect());
    assert_eq!(pairs(branches, 0, 2, &[1]), identity(&[4]));
    assert!(pairs(branches, 0, 2, &[0]).is_empty());
    assert_eq!(pairs(branches, 0, 0, &[]), (0..4).map(|d| (vec![d], vec![], -1)).collect());
    let loops = "b { p = (s32[], f32[4]) parameter(0) i = s32[] get-tuple-element(p), index=0 x = f32[4] get-tuple-element(p), index=1
            n = s32[] add(i, i) ROOT t = (s32[], f32[4]) tuple(n, x) }
        c { p = (s32[], f32[4]) parameter(0) i = s32[] get-tuple-element(p), index=0 ROOT r = pred[] compare(i, i), direction=LT }
        ENTRY e { a = (s32[], f32[4]) parameter(0) ROOT r = (s32[], f32[4]) while(a), condition=c, body=b }";
    assert_eq!(pairs(loops, 1, 0, &[1]), identity(&[4]));
    // a number that is computed from itself
    assert_eq!(pairs(loops, 0, 0, &[0]), identity(&[]));
}

/// A value in a random chain: its name, its sizes, and what each index reads of the parameter.
#[derive(Clone)]
struct Value {
    name: String,
    sizes: Index,
    reads: BTreeMap<Index, BTreeSet<Index>>,
}

/// A chain of random operations, whose meaning is kept beside the text.
struct Chain {
    random: Random,
    lines: Vec<String>,
    values: Vec<Value>,
}

impl Chain {
    fn new(seed: u64) -> Self {
        let mut random = Random(seed);
        let sizes: Index = (0..1 + random.below(3)).map(|_| random.within(1, 4)).collect();
        let reads =
            indices(&sizes).into_iter().map(|index| (index.clone(), BTreeSet::from([index]))).collect();
        let mut chain = Chain { random, lines: Vec::new(), values: Vec::new() };
        chain.lines.push(format!("v0 = {} parameter(0)", shape(&sizes)));
        chain.lines.push("z = f32[] constant(0)".into());
        chain.values.push(Value { name: "v0".into(), sizes, reads });
        let count = 1 + chain.random.below(5);
        (0..count).for_each(|_| chain.push());
        chain
    }

    /// Adds an operation: its text, its sizes, and what it reads of its operands.
    fn add(
        &mut self,
        text: &str,
        sizes: Index,
        operands: &[&Value],
        read: impl Fn(&[i64]) -> Vec<(usize, Index)>,
    ) {
        let name = format!("v{}", self.values.len());
        self.lines.push(format!("{name} = {} {text}", shape(&sizes)));
        let of = |index: Index| {
            let all =
                read(&index).into_iter().flat_map(|(operand, from)| operands[operand].reads[&from].clone());
            let all: BTreeSet<Index> = all.collect();
            (index, all)
        };
        let reads = indices(&sizes).into_iter().map(of).collect();
        self.values.push(Value { name, sizes, reads });
    }

    fn push(&mut self) {
        let latest = self.values.last().unwrap().clone();
        let Value { name, sizes, .. } = &latest;
        let rank = sizes.len();
        let along = self.random.below(rank.max(1));
        match self.random.below(12) {
            0 if rank > 1 => {
                let new: Index = (0..rank).map(|dimension| sizes[(dimension + 1) % rank]).collect();
                let order: Vec<String> =
                    (0..rank).map(|dimension| ((dimension + 1) % rank).to_string()).collect();
                self.add(
                    &format!("transpose({name}), dimensions={{{}}}", order.join(",")),
                    new,
                    &[&latest],
                    |d| vec![(0, (0..rank).map(|dimension| d[(dimension + rank - 1) % rank]).collect())],
                );
            }
            1 if rank > 0 => self.add(
                &format!("reverse({name}), dimensions={{{along}}}"),
                sizes.clone(),
                &[&latest],
                |d| {
                    let mut from = d.to_vec();
                    from[along] = sizes[along] - 1 - d[along];
                    vec![(0, from)]
                },
            ),
            2 if rank > 0 => {
                let step = self.random.within(1, 2);
                let first = self.random.within(0, sizes[along] - 1);
                let mut new = sizes.clone();
                new[along] = (sizes[along] - first + step - 1) / step;
                let slices: Vec<String> = (0..rank)
                    .map(|dimension| match dimension == along {
                        true => format!("[{first}:{}:{step}]", sizes[dimension]),
                        false => format!("[0:{}]", sizes[dimension]),
                    })
                    .collect();
                self.add(&format!("slice({name}), slice={{{}}}", slices.join(", ")), new, &[&latest], |d| {
                    let mut from = d.to_vec();
                    from[along] = first + step * d[along];
                    vec![(0, from)]
                });
            }
            3 if rank > 0 => {
                let (low, high, interior) =
                    (self.random.within(-1, 2), self.random.within(0, 2), self.random.within(0, 1));
                let mut new = sizes.clone();
                new[along] = low + high + sizes[along] + (sizes[along] - 1) * interior;
                if new[along] < 1 {
                    return;
                }
                let padding: Vec<String> =
                    (0..rank)
                        .map(|dimension| {
                            if dimension == along { format!("{low}_{high}_{interior}") } else { "0_0".into() }
                        })
                        .collect();
                self.add(&format!("pad({name}, z), padding={}", padding.join("x")), new, &[&latest], |d| {
                    let own = (0..sizes[along]).find(|own| low + own * (interior + 1) == d[along]);
                    let from = |own| {
                        d.iter()
                            .enumerate()
                            .map(|(at, entry)| if at == along { own } else { *entry })
                            .collect()
                    };
                    own.map(|own| (0, from(own))).into_iter().collect()
                });
            }
            4 if rank < 3 => {
                let size = self.random.within(1, 3);
                let mut new = sizes.clone();
                new.insert(along, size);
                let kept: Vec<String> =
                    (0..=rank).filter(|at| *at != along).map(|at| at.to_string()).collect();
                self.add(
                    &format!("broadcast({name}), dimensions={{{}}}", kept.join(",")),
                    new,
                    &[&latest],
                    |d| {
                        vec![(
                            0,
                            d.iter()
                                .enumerate()
                                .filter(|(at, _)| *at != along)
                                .map(|(_, entry)| *entry)
                                .collect(),
                        )]
                    },
                );
            }
            5 | 6 => {
                let elements: i64 = sizes.iter().product();
                let divisors: Vec<i64> = (1..=elements).filter(|size| elements % size == 0).collect();
                let first = self.random.of(&divisors);
                let new = vec![first, elements / first];
                let place = |index: &[i64], sizes: &[i64]| {
                    index.iter().zip(sizes).fold(0, |place, (entry, size)| place * size + entry)
                };
                let all = indices(sizes);
                self.add(&format!("reshape({name})"), new.clone(), &[&latest], |d| {
                    vec![(0, all[place(d, &new) as usize].clone())]
                });
            }
            7 if rank > 1 => {
                let mut new = sizes.clone();
                let size = new.remove(along);
                self.add(
                    &format!("reduce({name}, z), dimensions={{{along}}}, to_apply=add"),
                    new,
                    &[&latest],
                    |d| (0..size).map(|s| (0, [&d[..along], &[s], &d[along..]].concat())).collect(),
                );
            }
            8 if rank > 0 => {
                let (size, low, high) =
                    (self.random.within(1, 3), self.random.within(0, 1), self.random.within(0, 2));
                let mut new = sizes.clone();
                new[along] = low + high + sizes[along] - size + 1;
                if new[along] < 1 {
                    return;
                }
                let text = |own: String, other: &str| -> String {
                    let parts = (0..rank)
                        .map(|dimension| if dimension == along { own.clone() } else { other.into() });
                    parts.collect::<Vec<_>>().join("x")
                };
                let (window, pad) = (text(size.to_string(), "1"), text(format!("{low}_{high}"), "0_0"));
                self.add(
                    &format!("reduce-window({name}, z), window={{size={window} pad={pad}}}, to_apply=add"),
                    new,
                    &[&latest],
                    |d| {
                        let places = (0..size)
                            .map(|s| d[along] + s - low)
                            .filter(|place| (0..sizes[along]).contains(place));
                        places
                            .map(|place| {
                                (
                                    0,
                                    d.iter()
                                        .enumerate()
                                        .map(|(at, entry)| if at == along { place } else { *entry })
                                        .collect(),
                                )
                            })
                            .collect()
                    },
                );
            }
            9 if rank > 0 => {
                let mut new = sizes.clone();
                new[along] *= 2;
                self.add(
                    &format!("concatenate({name}, {name}), dimensions={{{along}}}"),
                    new,
                    &[&latest],
                    |d| {
                        let mut from = d.to_vec();
                        from[along] %= sizes[along];
                        vec![(0, from)]
                    },
                );
            }
            10 if rank > 0 => self.add(
                &format!("sort({name}), dimensions={{{along}}}, to_apply=add"),
                sizes.clone(),
                &[&latest],
                |d| {
                    (0..sizes[along])
                        .map(|s| {
                            (
                                0,
                                d.iter()
                                    .enumerate()
                                    .map(|(at, entry)| if at == along { s } else { *entry })
                                    .collect(),
                            )
                        })
                        .collect()
                },
            ),
            _ => {
                let same = self.values.iter().rev().skip(1).find(|value| value.sizes == *sizes).cloned();
                let other = same.unwrap_or_else(|| latest.clone());
                self.add(&format!("add({name}, {})", other.name), sizes.clone(), &[&latest, &other], |d| {
                    vec![(0, d.to_vec()), (1, d.to_vec())]
                });
            }
        }
    }
}

fn shape(sizes: &[i64]) -> String {
    format!("f32[{}]", sizes.iter().map(i64::to_string).collect::<Vec<_>>().join(","))
}

/// Fusions read what their chains read, and elements go where they are read from.
#[test]
fn chains_are_the_product_of_their_steps() {
    let mut tried = 0;
    for seed in 0..cases(400) as u64 {
        let mut chain = Chain::new(seed);
        let Value { name, sizes, reads: wanted } = chain.values.pop().unwrap();
        if sizes.iter().product::<i64>() > 300 {
            continue;
        }
        let wanted: Relation = wanted
            .into_iter()
            .flat_map(|(index, all)| all.into_iter().map(move |from| (index.clone(), from, -1)))
            .collect();
        let parameter = chain.lines[0].clone();
        let last = chain.lines.pop().unwrap();
        if !last.starts_with(&format!("{name} =")) {
            continue;
        }
        let body = chain.lines.join("\n");
        let hlo = format!(
            "{ADD}\nf {{ {body}\nROOT {last} }}\nENTRY e {{ {parameter}\nROOT r = {} fusion(v0), kind=kLoop, calls=f }}",
            shape(&sizes)
        );
        let module = Module::parse(&hlo).unwrap();
        let backward = &output_to_input(&module, module.entry(), 1, 0, Scope::Extended)[0];
        // symbols of many windows are too many to try
        let few = |maps: &OperandMaps| {
            maps.iter()
                .flatten()
                .all(|one| one.map.bounds().iter().map(|bounds| bounds.len() as f64).product::<f64>() < 1e5)
        };
        if !few(backward) {
            continue;
        }
        tried += 1;
        assert_eq!(pairs_of(&module, backward), wanted, "seed {seed}\n{hlo}");
        let turned: Relation =
            wanted.iter().cloned().map(|(to, from, replica)| (from, to, replica)).collect();
        let forward = &input_to_output(&module, module.entry(), 1, 0, Scope::Extended)[0];
        let fused = module.computation("f").unwrap();
        let fed = feeds(&module, fused, 0, 0, Scope::Extended).unwrap();
        let read = reads(&module, fused, fused.root_number(), 0, Scope::Extended).unwrap();
        assert_eq!(pairs_of(&module, &read[0]), wanted, "seed {seed}\n{hlo}");
        for maps in [forward, &fed[fused.root_number()]] {
            if few(maps) {
                assert_eq!(pairs_of(&module, maps), turned, "seed {seed}\n{hlo}\n{maps:?}");
            }
        }
    }
    assert!(tried > 200, "{tried} chains are small enough");
}

fn pairs_of(module: &Module<'_>, maps: &OperandMaps) -> Relation {
    relation(module, maps, &[], &Numbers::new())
}

/// Where a part of what is sliced is read only, another part is read for a number that is clamped to a place in it:
/// from the operand `q` behind the first four elements.
#[test]
fn clamped_numbers_stay_clamped_in_chains() {
    let hlo = "f { p = f32[4] parameter(0) q = f32[6] parameter(1) a = s32[] parameter(2) c = f32[10] concatenate(p, q), dimensions={0}
            ROOT s = f32[3] dynamic-slice(c, a), dynamic_slice_sizes={3} }
        ENTRY e { p = f32[4] parameter(0) q = f32[6] parameter(1) a = s32[] parameter(2)
            ROOT r = f32[3] fusion(p, q, a), kind=kLoop, calls=f }";
    let module = Module::parse(hlo).unwrap();
    let entry = module.entry();
    let all = output_to_input(&module, entry, entry.root_number(), 0, Scope::Extended);
    for read in [i64::MIN, -100, -1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 100, i64::MAX] {
        let case = |operand| Case::new(hlo, operand).with("a", [(vec![], read)]);
        let at = read.clamp(0, 7);
        let of_p = |d: &[i64]| (0..4).filter(|i| *i == at + d[0]).map(|i| vec![i]).collect::<Vec<_>>();
        let of_q = |d: &[i64]| (0..6).filter(|i| *i + 4 == at + d[0]).map(|i| vec![i]).collect::<Vec<_>>();
        case(0).reads(&[3], of_p);
        case(1).reads(&[3], of_q);
        // the map that says so itself, with the number as it is read; simplified, too
        let stated = |operand: usize| {
            let indexing = all[operand].as_ref().unwrap()[0].with_clamps();
            [indexing.clone(), indexing.simplified()].map(|indexing| {
                let runtime = vec![read; indexing.map.runtime_symbols().len()];
                indices(&[3])
                    .into_iter()
                    .map(|d| match indexing.map.contains(&[&d[..], &runtime].concat()) {
                        true => vec![indexing.map.evaluate(&d, &[], &runtime).unwrap().to_vec()],
                        false => vec![],
                    })
                    .collect::<Vec<_>>()
            })
        };
        let wanted = |read: &dyn Fn(&[i64]) -> Vec<Index>| (0..3).map(|d| read(&[d])).collect::<Vec<_>>();
        assert_eq!(stated(0), [wanted(&of_p), wanted(&of_p)], "{read}");
        assert_eq!(stated(1), [wanted(&of_q), wanted(&of_q)], "{read}");
    }
}

/// Constants and iotas that are no places are the nearest ones; what scatters there is left out.
#[test]
fn known_numbers_that_are_no_places() {
    for read in -3..12i64 {
        let slice = format!(
            "ENTRY e {{ p = f32[10] parameter(0) a = s32[] constant({read}) ROOT s = f32[3] dynamic-slice(p, a), dynamic_slice_sizes={{3}} }}"
        );
        Case::new(&slice, 0).reads(&[3], |d| vec![vec![read.clamp(0, 7) + d[0]]]);
        let update = format!(
            "ENTRY e {{ p = f32[10] parameter(0) u = f32[3] parameter(1) a = s32[] constant({read}) ROOT s = f32[10] dynamic-update-slice(p, u, a) }}"
        );
        let inside = |d: &[i64]| (0..3).filter(|u| read.clamp(0, 7) + u == d[0]).map(|u| vec![u]).collect();
        Case::new(&update, 1).reads(&[10], inside);
    }
    let rows = "offset_dims={1}, collapsed_slice_dims={0}, start_index_map={0}, index_vector_dim=1, slice_sizes={1,2}";
    let gather = format!(
        "ENTRY e {{ p = f32[4,2] parameter(0) i = s32[7,1] iota(), iota_dimension=0 ROOT g = f32[7,2] gather(p, i), {rows} }}"
    );
    Case::new(&gather, 0).reads(&[7, 2], |d| vec![vec![d[0].min(3), d[1]]]);
}

/// The pairs of an output of a loop with an array that it begins with.
fn of_loop(hlo: &str, output: usize, element: &[usize]) -> BTreeSet<(Index, Index)> {
    pairs(hlo, output, 0, element).into_iter().map(|(to, from, _)| (to, from)).collect()
}

/// What any number of rounds read, from what one round reads: by the numbers of the arrays.
fn rounds(
    sizes: &[&[i64]],
    round: impl Fn(usize, &[i64]) -> Vec<(usize, Index)>,
    output: usize,
) -> BTreeSet<(Index, usize, Index)> {
    let mut found = BTreeSet::new();
    for index in indices(sizes[output]) {
        let mut seen = BTreeSet::from([(output, index.clone())]);
        let mut left = vec![(output, index.clone())];
        while let Some((array, at)) = left.pop() {
            left.extend(round(array, &at).into_iter().filter(|read| seen.insert(read.clone())));
        }
        found.extend(seen.into_iter().map(|(array, at)| (index.clone(), array, at)));
    }
    found
}

#[test]
fn loops_read_what_any_number_of_rounds_reads() {
    // a counter, two arrays that change places, a table that is only read, rows that are written one by one, and a
    // nested tuple
    let shape = "(s32[], f32[4], f32[4], f32[3,2], f32[3,2], (f32[2], f32[2]), f32[])";
    let hlo = format!(
        "b {{ t = {shape} parameter(0)
            i = s32[] get-tuple-element(t), index=0
            a = f32[4] get-tuple-element(t), index=1
            b = f32[4] get-tuple-element(t), index=2
            x = f32[3,2] get-tuple-element(t), index=3
            y = f32[3,2] get-tuple-element(t), index=4
            n = (f32[2], f32[2]) get-tuple-element(t), index=5
            s = f32[] get-tuple-element(t), index=6
            one = s32[] constant(1)
            zero = s32[] constant(0)
            j = s32[] add(i, one)
            r = f32[4] reverse(b), dimensions={{0}}
            w = f32[1,2] dynamic-slice(x, i, zero), dynamic_slice_sizes={{1,2}}
            v = f32[1,2] negate(w)
            z = f32[3,2] dynamic-update-slice(y, v, i, zero)
            n0 = f32[2] get-tuple-element(n), index=0
            n1 = f32[2] get-tuple-element(n), index=1
            c = f32[2] copy(n1)
            m = (f32[2], f32[2]) tuple(n0, c)
            k = (f32[2], f32[2]) opt-barrier(m)
            e = f32[] negate(s)
            ROOT o = {shape} tuple(j, r, a, x, z, k, e) }}
        c {{ t = {shape} parameter(0) i = s32[] get-tuple-element(t), index=0 h = s32[] constant(3) ROOT p = pred[] compare(i, h), direction=LT }}
        ENTRY e {{ t = {shape} parameter(0) ROOT w = {shape} while(t), condition=c, body=b }}"
    );
    let elements: [&[usize]; 8] = [&[0], &[1], &[2], &[3], &[4], &[5, 0], &[5, 1], &[6]];
    let sizes: [&[i64]; 8] = [&[], &[4], &[4], &[3, 2], &[3, 2], &[2], &[2], &[]];
    let round = |array: usize, at: &[i64]| match array {
        1 => vec![(2, vec![3 - at[0]])],
        2 => vec![(1, at.to_vec())],
        // in its round each row is that of the table, and the counter says which
        4 => vec![(4, at.to_vec()), (3, at.to_vec()), (0, vec![])],
        other => vec![(other, at.to_vec())],
    };
    for output in 0..8 {
        let mut wanted = rounds(&sizes, round, output);
        // how many rounds there are, where they change anything
        if ![3, 5, 6].contains(&output) {
            wanted.extend(indices(sizes[output]).into_iter().map(|index| (index, 0, vec![])));
        }
        for (array, element) in elements.iter().enumerate() {
            let own = wanted.iter().filter(|(_, read, _)| *read == array);
            let own: BTreeSet<(Index, Index)> = own.map(|(to, _, from)| (to.clone(), from.clone())).collect();
            assert_eq!(of_loop(&hlo, output, element), own, "output {output}, array {array}");
        }
    }
    // a loop that is no tuple; a loop whose body is not known
    let array = "b { t = f32[4] parameter(0) ROOT r = f32[4] reverse(t), dimensions={0} }
        c { t = f32[4] parameter(0) z = s32[] constant(2) s = f32[1] dynamic-slice(t, z), dynamic_slice_sizes={1} q = f32[] reshape(s)
            ROOT p = pred[] is-finite(q) }
        ENTRY e { t = f32[4] parameter(0) ROOT w = f32[4] while(t), condition=c, body=b }";
    let all = indices(&[4])
        .into_iter()
        .flat_map(|to| indices(&[4]).into_iter().map(move |from| (to.clone(), from)));
    assert_eq!(of_loop(array, 0, &[]), all.collect());
    let hidden = array.replace("reverse(t), dimensions={0}", "custom-call(t), custom_call_target=\"f\"");
    let module = Module::parse(&hidden).unwrap();
    assert_eq!(output_to_input(&module, module.entry(), 1, 0, Scope::Extended)[0], None);
    let reasons = tilework::hlo::UnknownReasons::new(&module, module.entry(), 1, Scope::Extended);
    let reason = reasons.of_read(0, 0);
    assert_eq!(reason.as_deref(), Some("in b, of r: what custom-call reads depends on f"));
}

/// Dots of groups of rows, by the definition: where a group begins is not known, so that any may have the row.
#[test]
fn dots_of_groups() {
    // the rows of the left side are in groups, each with its own matrix
    let rows = "ENTRY e { a = f32[5,3] parameter(0) b = f32[2,3,4] parameter(1) g = s32[2] parameter(2)
        ROOT r = f32[5,4] ragged-dot(a, b, g), lhs_contracting_dims={1}, rhs_contracting_dims={1}, lhs_ragged_dims={0}, rhs_group_dims={0} }";
    Case::new(rows, 0).reads(&[5, 4], |d| (0..3).map(|k| vec![d[0], k]).collect());
    let any_group = |d: &[i64]| indices(&[2, 3]).into_iter().map(|at| vec![at[0], at[1], d[1]]).collect();
    Case::new(rows, 1).reads(&[5, 4], any_group);
    Case::new(rows, 2).reads(&[5, 4], |_| indices(&[2]));
    // what is contracted is in groups, with a product for each
    let contracted = "ENTRY e { a = f32[7,5,3] parameter(0) b = f32[7,3,4] parameter(1) g = s32[2] parameter(2)
        ROOT r = f32[2,7,5,4] ragged-dot(a, b, g), lhs_batch_dims={0}, rhs_batch_dims={0}, lhs_contracting_dims={2}, rhs_contracting_dims={1}, lhs_ragged_dims={2} }";
    Case::new(contracted, 0).reads(&[2, 7, 5, 4], |d| (0..3).map(|k| vec![d[1], d[2], k]).collect());
    Case::new(contracted, 1).reads(&[2, 7, 5, 4], |d| (0..3).map(|k| vec![d[1], k, d[3]]).collect());
    // the matrices are in groups
    let batches = "ENTRY e { a = f32[7,5,3] parameter(0) b = f32[7,3,4] parameter(1) g = s32[2] parameter(2)
        ROOT r = f32[7,5,4] ragged-dot(a, b, g), lhs_batch_dims={0}, rhs_batch_dims={0}, lhs_contracting_dims={2}, rhs_contracting_dims={1}, lhs_ragged_dims={0} }";
    Case::new(batches, 0).reads(&[7, 5, 4], |d| (0..3).map(|k| vec![d[0], d[1], k]).collect());
}

/// Reshapes of arrays whose most major size is not known put elements where others do; with other sizes any may be
/// there.
#[test]
fn reshapes_of_dynamic_arrays() {
    let major = "ENTRY e { p = f32[<=6,4] parameter(0) a = s32[] parameter(1) b = s32[] parameter(2)
        ROOT r = f32[<=12,2] dynamic-reshape(p, a, b) }";
    Case::new(major, 0).reads(&[12, 2], |d| vec![vec![d[0] / 2, d[0] % 2 * 2 + d[1]]]);
    Case::new(major, 1).reads(&[12, 2], |_| vec![vec![]]);
    let minor = "ENTRY e { p = f32[6,<=4] parameter(0) a = s32[] parameter(1) b = s32[] parameter(2)
        ROOT r = f32[<=12,2] dynamic-reshape(p, a, b) }";
    Case::new(minor, 0).reads(&[12, 2], |_| indices(&[6, 4]));
}

/// Computations that call each other, a hundred deep, on a stack of the usual size; what the last one does.
#[test]
fn calls_are_as_deep_as_they_are() {
    for depth in [1, 9, 10, 50, 98] {
        let mut hlo =
            String::from("c0 { p = f32[4] parameter(0) ROOT r = f32[4] reverse(p), dimensions={0} }\n");
        for number in 1..=depth {
            hlo += &format!(
                "c{number} {{ p = f32[4] parameter(0) ROOT r = f32[4] call(p), to_apply=c{} }}\n",
                number - 1
            );
        }
        hlo += &format!("ENTRY e {{ a = f32[4] parameter(0) ROOT r = f32[4] call(a), to_apply=c{depth} }}");
        Case::new(&hlo, 0).reads(&[4], |d| vec![vec![3 - d[0]]]);
    }
    // each twice: as many calls as 2^60
    let mut hlo = String::from("c0 { p = f32[4] parameter(0) ROOT r = f32[4] negate(p) }\n");
    for number in 1..=60 {
        let called = number - 1;
        hlo += &format!(
            "c{number} {{ p = f32[4] parameter(0) q = f32[4] call(p), to_apply=c{called} ROOT r = f32[4] call(q), to_apply=c{called} }}\n"
        );
    }
    hlo += "ENTRY e { a = f32[4] parameter(0) ROOT r = f32[4] call(a), to_apply=c60 }";
    Case::new(&hlo, 0).reads(&[4], |d| vec![d.to_vec()]);
}
