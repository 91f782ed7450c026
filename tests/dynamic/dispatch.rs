//! Layouts that were read, in kernels: as matrices of dynamic leaves, as dispatched forms and as given types they are
//! the same function, and copies move what the definition says.
use crate::random::{Random, cases};
use tilework::dynamic::{DynLayout, MatrixKernel, Mode, Tree, dispatch};
use tilework::kernel::{reduce, zip_with};
use tilework::prelude::*;

fn layout(text: &str) -> DynLayout {
    text.parse().unwrap()
}

/// The offset of an element, by the twin.
fn offset(layout: &DynLayout, i: usize, j: usize) -> i64 {
    layout.offset(&format!("({i},{j})").parse().unwrap()).unwrap().as_int().unwrap()
}

/// The extents, and all offsets, row by row; and the type of the form.
struct Table;

impl MatrixKernel for Table {
    type Output = (Vec<i64>, [usize; 2], String);
    fn run<L: Matrix>(self, layout: L) -> Self::Output {
        let (rows, cols) = (layout.rows(), layout.cols());
        assert!(!layout.contains((rows, 0)) && !layout.contains((0, cols)));
        let all = (0..rows).flat_map(|i| (0..cols).map(move |j| (i, j)));
        let offsets = all.map(|crd| layout.offset_of(crd).to_isize() as i64).collect();
        (offsets, [rows, cols], std::any::type_name::<L>().into())
    }
}

/// The same by the twin.
fn table(layout: &DynLayout) -> (Vec<i64>, [usize; 2]) {
    let extents = [0, 1].map(|mode| layout.extents().leaves()[mode] as usize);
    let all = (0..extents[0]).flat_map(|i| (0..extents[1]).map(move |j| (i, j)));
    (all.map(|(i, j)| offset(layout, i, j)).collect(), extents)
}

fn check(layout: &DynLayout) {
    let (offsets, extents, _) = dispatch(layout, Table).unwrap();
    assert_eq!((offsets, extents), table(layout), "{layout}");
    let matrix = layout.to_matrix().unwrap();
    let (offsets, extents, _) = Table.run(matrix);
    assert_eq!((offsets, extents), table(layout), "{layout}");
    assert_eq!(matrix.to_dynamic().is_exact(), layout.is_exact());
}

/// A mode of up to three leaves whose block sizes are those of practice, or any.
fn extents(random: &mut Random) -> Vec<i64> {
    let leaves = 1 + random.below(3);
    (0..leaves).map(|_| random.of(&[1, 2, 2, 3, 4, 5, 8, 8, 16])).collect()
}

/// Two modes of few elements, whose leaves lie in memory in any order, dense or with gaps, and some of which are cut.
fn matrix(random: &mut Random, of: Option<[i64; 2]>) -> DynLayout {
    let modes = match of {
        None => loop {
            let modes = [extents(random), extents(random)];
            if modes.iter().flatten().product::<i64>() <= 4096 {
                break modes;
            }
        },
        // in blocks, the last of which may overhang
        Some(of) => of.map(|size| {
            let block = random.of(&[1, 2, 3, 4, 8, 16]);
            match random.once_in(3) {
                true => vec![size],
                false => vec![block, (size + block - 1) / block],
            }
        }),
    };
    let mut order: Vec<(usize, usize)> = modes
        .iter()
        .enumerate()
        .flat_map(|(mode, leaves)| (0..leaves.len()).map(move |i| (mode, i)))
        .collect();
    random.shuffle(&mut order);
    let mut strides = modes.clone().map(|leaves| vec![0; leaves.len()]);
    let mut reached = 1;
    for (mode, i) in order {
        strides[mode][i] = reached;
        reached = reached * modes[mode][i] + if random.once_in(4) { 3 } else { 0 };
    }
    let trees = [0, 1].map(|mode| {
        let leaves = modes[mode].iter().zip(&strides[mode]);
        let leaves: Vec<_> = leaves.map(|(&extent, &stride)| Tree::leaf(Mode::new(extent, stride))).collect();
        Tree::tuple(leaves.iter().map(Tree::view)).unwrap()
    });
    let whole = DynLayout::from_modes(Tree::tuple(trees.iter().map(Tree::view)).unwrap()).unwrap();
    let extent = of.unwrap_or_else(|| {
        modes.map(|leaves| {
            let size: i64 = leaves.iter().product();
            if random.once_in(2) { size } else { random.within(0, size) }
        })
    });
    whole.with_extent(&extent).unwrap()
}

#[test]
fn a_dispatched_layout_is_the_layout() {
    let mut random = Random(1);
    for _ in 0..cases(200) {
        check(&matrix(&mut random, None));
    }
}

#[test]
fn the_layouts_of_practice_have_forms_of_their_own() {
    let form = |text: &str| {
        check(&layout(text));
        dispatch(&layout(text), Table).unwrap().2
    };
    let is_general = |name: &str| name == std::any::type_name::<tilework::dynamic::DynMatrix>();
    let forms = [
        "(100,50):(50,1)",
        "(100,50):(1,100)",
        "(100,50):(100,2)",
        "((16,7),(8,7)):((8,128),(1,896)) of (100,50)",
        "((16,7),(16,4)):((16,256),(1,1792)) of (100,50)",
        "((8,7),(16,4)):((1,128),(8,896)) of (50,50)",
        "((8,3),(128,2)):((128,2048),(1,1024)) of (20,200)",
        "((2,4,3),(128,2)):((1,256,2048),(2,1024)) of (20,200)",
        "((2,8,2),(128,2)):((1,256,4096),(2,2048)) of (20,200)",
        "((3,5),(7,2)):((7,42),(1,21))",
    ];
    let mut names: Vec<String> = forms.iter().map(|text| form(text)).collect();
    assert!(names.iter().all(|name| !is_general(name)), "{names:?}");
    names.sort();
    names.dedup();
    assert_eq!(names.len(), forms.len());
    // written otherwise, and the same once coalesced
    assert_eq!(form("((4,4,7),8):((8,32,128),1)"), form("(112,8):(8,1)"));
    assert_eq!(form("((4,4,7),(2,4,7)):((8,32,128),(1,2,896))"), form(forms[3]));
    // no form, or strides that only the general one has
    assert!(is_general(&form("((2,3,2),(2,2,3)):((1,4,48),(2,12,96))")));
    assert!(is_general(&form("(4,8):(-8,1)")));
}

#[test]
fn what_is_no_matrix_is_refused() {
    let refused = |text: &str| {
        let error = layout(text).to_matrix().unwrap_err();
        assert_eq!(dispatch(&layout(text), Table).unwrap_err(), error);
        error.to_string()
    };
    assert_eq!(
        refused("(4,8,2):(1,4,32)"),
        "to_matrix: (4,8,2):(1,4,32) has rank 3, and a matrix has rank 2"
    );
    assert!(refused("8:1").contains("has rank 1"));
    assert!(refused("(4,8):(F1,F4)").contains("stride F1 of"));
    assert!(refused("(4,8):(1@0,1@1)").contains("stride 1@0 of"));
    let five = refused("((2,2,2,2,2),1):((1,4,16,64,256),0)");
    assert!(five.starts_with("conversion: mode 0, coalesced (2,2,2,2,2):(1,4,16,64,256), of"), "{five}");
}

#[test]
fn copies_between_layouts_that_were_read_move_every_element() {
    let mut random = Random(2);
    for _ in 0..cases(200) {
        let size = [random.within(1, 40), random.within(1, 40)];
        let layouts = [(); 3].map(|()| matrix(&mut random, Some(size)));
        let data: Vec<u32> = (0..layouts[0].cosize() as u32).collect();
        let [a, b, c] = layouts.each_ref().map(|layout| layout.to_matrix().unwrap());
        let a = View::new(&data, a).unwrap();
        let mut copied = VecTensor::filled(b, u32::MAX).unwrap();
        copy(&a, &mut copied.view_mut()).unwrap();
        let mut sums = VecTensor::filled(c, 7).unwrap();
        zip_with((&a, &copied.view()), &mut sums.view_mut(), |(a, b)| a + b).unwrap();
        // by definition, with padding left as it was
        let mut by_hand =
            [vec![u32::MAX; layouts[1].cosize() as usize], vec![7; layouts[2].cosize() as usize]];
        let (mut by_rows, mut by_cols) = (vec![0; size[0] as usize], vec![0; size[1] as usize]);
        for (i, row) in by_rows.iter_mut().enumerate() {
            for (j, col) in by_cols.iter_mut().enumerate() {
                let at = |number: usize| offset(&layouts[number], i, j) as usize;
                by_hand[0][at(1)] = data[at(0)];
                by_hand[1][at(2)] = 2 * data[at(0)];
                *row += data[at(0)];
                *col += data[at(0)];
            }
        }
        assert_eq!(copied.as_slice(), by_hand[0], "{} to {}", layouts[0], layouts[1]);
        assert_eq!(sums.as_slice(), by_hand[1], "{} + {} to {}", layouts[0], layouts[1], layouts[2]);
        let (mut rows, mut cols) = (vec![0; by_rows.len()], vec![0; by_cols.len()]);
        let (row_count, col_count) = (rows.len(), cols.len());
        let mut out = ViewMut::new(&mut rows, layout!((row_count):(1))).unwrap();
        reduce(&a, int!(1), &mut out, 0, |sum, x| sum + x).unwrap();
        let mut out = ViewMut::new(&mut cols, layout!((col_count):(1))).unwrap();
        reduce(&a, int!(0), &mut out, 0, |sum, x| sum + x).unwrap();
        assert_eq!((rows, cols), (by_rows, by_cols), "{}", layouts[0]);
    }
}

/// Copies a tensor seen through a form into a matrix of dynamic leaves, and that back into the form.
struct ThereAndBack<'a>(&'a [u32], &'a DynLayout);

impl MatrixKernel for ThereAndBack<'_> {
    type Output = ();
    fn run<L: Matrix>(self, layout: L) {
        let src = View::new(self.0, layout).unwrap();
        let mut there = VecTensor::filled(self.1.to_matrix().unwrap(), u32::MAX).unwrap();
        copy(&src, &mut there.view_mut()).unwrap();
        let mut back = VecTensor::filled(layout, u32::MAX).unwrap();
        copy(&there.view(), &mut back.view_mut()).unwrap();
        assert_eq!(src, back.view());
        for i in 0..layout.rows() {
            for j in 0..layout.cols() {
                assert_eq!((there[(i, j)], back[(i, j)]), (src[(i, j)], src[(i, j)]));
            }
        }
        // what was not written is padding
        let written = |tensor: &[u32]| tensor.iter().filter(|&&x| x != u32::MAX).count();
        let elements = layout.rows() * layout.cols();
        assert_eq!((written(there.as_slice()), written(back.as_slice())), (elements, elements));
        assert_eq!(fold(&there.view(), 0, |count, _| count + 1), elements);
    }
}

#[test]
fn forms_and_dynamic_leaves_are_copied_into_each_other() {
    let mut random = Random(3);
    for _ in 0..cases(200) {
        let size = [random.within(1, 70), random.within(1, 70)];
        let layouts = [(); 2].map(|()| matrix(&mut random, Some(size)));
        let data: Vec<u32> = (0..layouts[0].cosize() as u32).collect();
        dispatch(&layouts[0], ThereAndBack(&data, &layouts[1])).unwrap();
    }
    let blocks = [
        "((2,4,3),(128,2)):((1,256,2048),(2,1024)) of (20,200)",
        "((8,3),(128,2)):((128,2048),(1,1024)) of (20,200)",
    ];
    let data: Vec<u32> = (0..3 * 2048).collect();
    for [from, into] in [[0, 1], [1, 0]] {
        dispatch(&layout(blocks[from]), ThereAndBack(&data, &layout(blocks[into]))).unwrap();
    }
}

#[test]
fn dynamic_leaves_beside_static_ones_swizzles_and_more_modes() {
    type Cube<A, B, C> = Layout<((A, usize), usize, (C, usize)), ((usize, usize), B, (usize, usize))>;
    let text = "((4,3),5,(8,2)):((1,32),192,(4,96))";
    let loose = Cube::<usize, usize, usize>::try_from(&layout(text)).unwrap();
    let mixed = Cube::<Int!(4), Int!(192), usize>::try_from(&layout(text)).unwrap();
    let rows = row_major((12, 5, 16));
    let data: Vec<usize> = (0..960).collect();
    let mut moved = VecTensor::filled(loose, 0).unwrap();
    copy(&View::new(&data, rows).unwrap(), &mut moved.view_mut()).unwrap();
    let mut back = VecTensor::filled(rows, 0).unwrap();
    copy(&View::new(moved.as_slice(), mixed).unwrap(), &mut back.view_mut()).unwrap();
    assert_eq!(back.as_slice(), data);
    for (place, index) in layout(text).offsets().zip(0..) {
        let (i, j, k) = (index % 12, index / 12 % 5, index / 60);
        assert_eq!(moved.as_slice()[place.as_int().unwrap() as usize], (i * 5 + j) * 16 + k);
    }

    let square = layout("((4,4),(8,2)):((16,64),(1,8))").to_matrix().unwrap();
    let swizzled = Swizzle::<2, 1, 3>::new().compose(square);
    let mut moved = VecTensor::filled(swizzled, 0).unwrap();
    copy(&View::new(&data, row_major((16, 16))).unwrap(), &mut moved.view_mut()).unwrap();
    for i in 0..16 {
        for j in 0..16 {
            assert_eq!(moved.as_slice()[swizzled.offset((i, j))], data[i * 16 + j]);
        }
    }
}

#[test]
fn a_given_type_takes_what_is_equal_once_coalesced() {
    type Padded = Layout<((Int!(4), usize), usize), ((usize, usize), Int!(1)), (usize, usize)>;
    type Split = Layout!(((usize, 4), (2, usize, 3)):((usize, usize), (usize, usize, usize)));
    let padded = |text: &str| Padded::try_from(&layout(text));
    assert_eq!(
        padded("(12,(2,4)):(8,(1,2)) of (10,8)").unwrap().to_string(),
        "((_4,3),8):((8,32),_1) of (10,8)"
    );
    assert_eq!(padded("(4,1):(8,0)").unwrap().to_string(), "((_4,1),1):((8,0),_1)");
    assert!(padded("(10,8):(8,1)").unwrap_err().to_string().contains("mode 0, coalesced (10):(8), of"));
    assert!(padded("(12,8):(8,2)").unwrap_err().to_string().contains("mode 1, coalesced (8):(2), of"));
    assert!(padded("(12,8,2):(8,1,96)").unwrap_err().to_string().contains("has rank 3, and the type"));
    assert!(padded("(12,8):(-8,1)").unwrap_err().to_string().contains("a leaf of"));
    // a dynamic leaf leaves what the static ones behind it need
    assert_eq!(
        Split::try_from(&layout("(12,30):(1,12)")).unwrap().to_string(),
        "((3,_4),(_2,5,_3)):((1,3),(12,24,120))"
    );
    assert!(
        Split::try_from(&layout("(12,30):(1,12) of (12,29)"))
            .unwrap_err()
            .to_string()
            .contains("has padding")
    );
    type Static = Layout<(usize, usize), (usize, Int!(1)), (usize, Int!(7))>;
    assert!(Static::try_from(&layout("(4,8):(8,1) of (4,7)")).is_ok());
    let error = Static::try_from(&layout("(4,8):(8,1) of (4,6)")).unwrap_err().to_string();
    assert_eq!(error, "conversion: the extent (4,6) is not one of the type");
}

#[test]
fn leaves_are_those_of_the_data_where_the_trees_are_the_same() {
    type Free = Layout<((usize, usize), usize), ((usize, usize), usize)>;
    for text in ["((2,3),4):((1,2),6)", "((4,2),3):((1,9),4)", "((2,1),4):((3,7),6)"] {
        assert_eq!(Free::try_from(&layout(text)).unwrap().to_string(), text);
    }
    type Static = Layout<((Int!(2), usize), usize), ((Int!(1), usize), usize)>;
    assert_eq!(
        Static::try_from(&layout("((2,3),4):((1,2),6)")).unwrap().to_string(),
        "((_2,3),4):((_1,2),6)"
    );
    assert!(Static::try_from(&layout("((3,2),4):((1,3),6)")).unwrap().to_string().starts_with("((_2,3)"));
    // other trees are cut, also a leaf behind which there would be no number
    type Nested = Layout<((usize,),), ((usize,),)>;
    let far = format!("2:{}", 1_i64 << 62);
    assert_eq!(Nested::try_from(&layout(&far)).unwrap().to_string(), format!("((2)):(({}))", 1_i64 << 62));
    assert_eq!(Nested::try_from(&layout("0:3")).unwrap().to_string(), "((0)):((3))");
    // what has elements is no multiple of none
    type Empty = Layout<((Int!(0), usize),), ((usize, usize),)>;
    assert!(Empty::try_from(&layout("4:1")).is_err());
    assert!(Empty::try_from(&layout("0:1")).is_ok());
}
