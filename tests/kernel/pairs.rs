//! Kernels and tiles over pairs and triples of layouts of every kind, against the definition: what holds of each
//! layout need not hold of two.
//!
//! `.ci/run` builds this with overflow checks for the native processor, and for the address sanitizer, or for plain
//! release where there is none: storage has exactly the elements that a layout asks for.

use crate::random::{Random, cases};
use tilework::{layout::Extent, prelude::*};

const ROWS: usize = 20;
const COLS: usize = 24;

/// A layout and where, by definition, the element of each coordinate is: row by row.
struct Case<L> {
    layout: L,
    places: Vec<usize>,
    cosize: usize,
}

impl<L: Matrix> Case<L> {
    fn new(layout: L) -> Self {
        let cosize = layout.checked_cosize().unwrap();
        let storage: Vec<usize> = (0..cosize).collect();
        let view = View::new(&storage, layout).unwrap();
        let places = (0..layout.rows()).flat_map(|i| (0..layout.cols()).map(move |j| view[(i, j)])).collect();
        Case { layout, places, cosize }
    }
}

/// The rows of a matrix of zeros, ones, and other small numbers.
fn numbers(seed: u64, count: usize) -> Vec<u32> {
    let mut random = Random(seed);
    (0..count).map(|_| random.below(7) as u32).collect()
}

// Leaves that are all dynamic: many layouts of one type.

type AnyFlat = Layout<(usize, usize), (Signed, Signed)>;
type AnyNested =
    Layout<((usize, usize), (usize, usize)), ((Signed, Signed), (Signed, Signed)), (usize, usize)>;

fn flat(rows: isize, cols: isize) -> AnyFlat {
    Layout::new((ROWS, COLS), (Signed(rows), Signed(cols)))
}

fn nested(
    shape: ((usize, usize), (usize, usize)),
    ((a, b), (c, d)): ((isize, isize), (isize, isize)),
) -> AnyNested {
    let stride = ((Signed(a), Signed(b)), (Signed(c), Signed(d)));
    Layout::try_with_extent(shape, stride, (ROWS, COLS)).unwrap()
}

/// A nested layout whose leaves lie one behind the other in some order, with gaps, some of them backwards.
fn drawn(random: &mut Random) -> AnyNested {
    let (a, c) = (1 + random.below(ROWS), 1 + random.below(COLS));
    let extents = [a, ROWS.div_ceil(a) + random.below(2), c, COLS.div_ceil(c) + random.below(2)];
    let (mut strides, mut next, mut left) = ([0; 4], 1 + random.below(3), vec![0, 1, 2, 3]);
    while !left.is_empty() {
        let leaf = left.swap_remove(random.below(left.len()));
        strides[leaf] = if random.once_in(4) { -(next as isize) } else { next as isize };
        next = next * extents[leaf] + random.below(3);
    }
    let [a, b, c, d] = extents;
    nested(((a, b), (c, d)), ((strides[0], strides[1]), (strides[2], strides[3])))
}

fn cropped<S: Shape, D: Stride<S>, E: Extent<S>>(layout: Layout<S, D>, extent: E) -> Layout<S, D, E> {
    Layout::try_with_extent(layout.shape(), layout.stride(), extent).unwrap()
}

/// Calls `$each!($context NAME expression)` for every kind of layout: a list of layouts of one type, all of 20 by 24.
macro_rules! for_kinds {
    ($each:ident $context:tt) => {
        $each! { $context
            any_flat = [
                flat(24, 1), flat(1, 20), flat(25, 1), flat(1, 32), flat(48, 2), flat(2, 40), flat(-24, 1), flat(24, -1),
                flat(-1, -20), flat(1, 0), flat(0, 1), flat(0, 0), flat(1, 1), flat(-3, 5), flat(7, 140),
            ];
            any_nested = [
                nested(((16, 2), (8, 3)), ((8, 384), (1, 128))),
                nested(((4, 5), (8, 3)), ((8, 96), (1, 32))),
                nested(((4, 5), (8, 3)), ((1, 96), (4, 32))),
                nested(((3, 7), (5, 5)), ((5, 75), (1, 15))),
                nested(((20, 1), (1, 24)), ((24, 7), (3, 1))),
                nested(((1, 20), (24, 1)), ((1 << 60, 24), (1, 1 << 60))),
                nested(((7, 3), (24, 1)), ((-1, 168), (7, 0))),
                nested(((5, 4), (6, 4)), ((-6, 30), (1, 120))),
                nested(((2, 10), (2, 12)), ((2, 48), (1, -4))),
                nested(((10, 2), (12, 2)), ((1, 0), (10, 120))),
                drawn(&mut Random(1)), drawn(&mut Random(2)), drawn(&mut Random(3)), drawn(&mut Random(4)),
                drawn(&mut Random(5)), drawn(&mut Random(6)), drawn(&mut Random(7)), drawn(&mut Random(8)),
                drawn(&mut Random(9)), drawn(&mut Random(10)), drawn(&mut Random(11)), drawn(&mut Random(12)),
            ];
            inner_static = [
                cropped(layout!(((4, {5}), (8, {3})):((8, {96}), (1, {32}))), (ROWS, COLS)),
                cropped(layout!(((4, {6}), (8, {4})):((8, {128}), (1, {32}))), (ROWS, COLS)),
                cropped(layout!(((4, {5}), (8, {3})):((8, {32}), (1, {160}))), (ROWS, COLS)),
            ];
            front_static = [
                layout!(((4, {5}, 1), (6, {2}, 2)):((6, 24, 7), (1, {120}, 240))),
                layout!(((4, {5}, 1), (6, {2}, 2)):((6, 24, 7), (1, {480}, 240))),
            ];
            zn = [make_layout::<zN, f32>(ROWS, COLS)];
            nz = [make_layout::<nZ, f16>(ROWS, COLS)];
            row = [layout!((20, 24):(24, 1))];
            backwards = [layout!((20, 24):(-1, -21))];
            deep = [layout!(((2, (5, 2)), ((2, 3), 4)):((1, (2, 10)), ((20, 40), 120)))];
            overhanging = [cropped(layout!(((3, 7), (5, 5)):((5, 75), (1, 15))), (int!(20), int!(24)))];
            unit = [layout!(((1, 20, 1), (24, 1)):((7, 24, 9), (1, 5)))];
            tile = [xla!(f32[20,24]{1,0:T(8,128)})];
            tile_of_rows_of_3 = [xla!(f32[20,24]{1,0:T(4,6)(3,3)})];
            tile_of_rows_of_5 = [xla!(f32[20,24]{1,0:T(8,16)(3,5)})];
            tile_merged = [xla!(f32[20,24]{0,1:T(*,10)(4)})];
            swizzled = [
                Swizzle::<2, 0, 3>::new().compose_at(0, flat(24, 1)),
                Swizzle::<2, 0, 3>::new().compose_at(5, flat(1, 32)),
                Swizzle::<2, 0, 3>::new().compose_at(7, flat(25, 1)),
                Swizzle::<2, 0, 3>::new().compose_at(3, flat(0, 1)),
            ];
            swizzled_rows_of_8 = [Swizzle::<1, 3, 1>::new().compose(layout!((20, 24):(24, 1)))];
            swizzled_rows_of_2 = [
                Swizzle::<1, 1, -2>::new().compose_at(1, nested(((3, 7), (5, 5)), ((5, 75), (1, 15)))),
                Swizzle::<1, 1, -2>::new().compose_at(6, nested(((4, 5), (8, 3)), ((1, 96), (4, 32)))),
                Swizzle::<1, 1, -2>::new().compose_at(0, nested(((2, 10), (2, 12)), ((2, 48), (1, 4)))),
            ];
            swizzled_blocks = [Swizzle::<2, 2, 2>::new().compose(layout!(((4, 5), (8, 3)):((8, 96), (1, 32))))];
            swizzled_twice = [
                Swizzle::<1, 2, 3>::new().compose_at(int!(4), Swizzle::<2, 1, 2>::new().compose_at(0, flat(24, 1))),
                Swizzle::<1, 2, 3>::new().compose_at(int!(4), Swizzle::<2, 1, 2>::new().compose_at(7, flat(1, 32))),
            ];
            swizzled_f2 = [Matrix::tile(&Swizzle::<2, 1, 2>::new().compose(xor_layout!((32, 32):(F33, F1))), 20, 24, 0, 0).unwrap()];
            swizzled_tile = [Swizzle::<2, 2, 2>::new().compose_at(int!(8), xla!(f32[20,24]{1,0:T(8,16)(3,8)}))];
            swizzled_tile_merged = [Swizzle::<2, 1, 2>::new().compose_at(int!(3), xla!(f32[20,24]{0,1:T(*,10)(4)}))];
            f2 = [Matrix::tile(&xor_layout!((32, 32):(F33, F1)), 20, 24, 0, 0).unwrap()];
            f2_nested = [Matrix::tile(&xor_layout!(((4, 8), (8, 4)):((F32, F129), (F4, F1))), 20, 24, 0, 0).unwrap()];
        }
    };
}

/// What was tried.
#[derive(Default)]
struct Tally {
    layouts: usize,
    tries: usize,
    elements: usize,
}

impl Tally {
    fn report(&self, what: &str) {
        println!(
            "{what}: {} layouts, {} tries, {} elements, 0 wrong",
            self.layouts, self.tries, self.elements
        );
    }
}

/// Copies from one layout to another.
#[inline(never)]
fn copy_pair<S: Matrix, D: Matrix>(src: &Case<S>, dst: &Case<D>, tally: &mut Tally) {
    let from: Vec<u32> = (0..src.cosize as u32).collect();
    let mut to = vec![u32::MAX; dst.cosize];
    // what overlaps is not written
    let Ok(mut target) = ViewMut::new(&mut to, dst.layout) else { return };
    copy(&View::new(&from, src.layout).unwrap(), &mut target).unwrap();
    check_copy(&src.places, &dst.places, &to, &|| format!("{} to {}", src.layout, dst.layout));
    tally.tries += 1;
    tally.elements += src.places.len();
}

/// Every element of the source is at its place in the destination, and padding is as it was.
fn check_copy(src: &[usize], dst: &[usize], to: &[u32], pair: &dyn Fn() -> String) {
    let mut expected = vec![u32::MAX; to.len()];
    for (&from, &at) in src.iter().zip(dst) {
        expected[at] = from as u32;
    }
    assert!(to == expected, "{}", pair());
}

macro_rules! copy_all {
    ($tally:tt $($name:ident = $layouts:expr;)*) => { copy_all!(@ $tally [$($name = $layouts;)*] [$($name)*]) };
    (@ $tally:tt [$($name:ident = $layouts:expr;)*] $all:tt) => {
        $(
            let $name: Vec<_> = $layouts.into_iter().map(Case::new).collect();
            $tally.layouts += $name.len();
        )*
        $( copy_all!(@@ $tally $name $all); )*
    };
    (@@ $tally:tt $src:ident [$($dst:ident)*]) => { $( copy_lists(&$src, &$dst, &mut $tally); )* };
}

fn copy_lists<S: Matrix, D: Matrix>(src: &[Case<S>], dst: &[Case<D>], tally: &mut Tally) {
    for src in src {
        for dst in dst {
            copy_pair(src, dst, tally);
        }
    }
}

#[test]
fn copies_between_all_pairs() {
    let mut tally = Tally::default();
    for_kinds!(copy_all tally);
    assert!(tally.layouts >= 60, "{} layouts", tally.layouts);
    tally.report("copy");
}

#[test]
fn copies_between_drawn_layouts() {
    let (mut random, mut tally) = (Random(7), Tally::default());
    for _ in 0..cases(2000) {
        let (src, dst) = (Case::new(drawn(&mut random)), Case::new(drawn(&mut random)));
        copy_pair(&src, &dst, &mut tally);
        tally.layouts += 2;
    }
    tally.report("copy, drawn");
}

/// Copies between cubes of 5 by 6 by 7: the nest goes over planes.
#[inline(never)]
fn copy_cubes<S, D>(src: S, dst: D, tally: &mut Tally)
where
    S: Mapping + Accepts<(usize, usize, usize)>,
    D: Mapping + Accepts<(usize, usize, usize)>,
{
    let from: Vec<usize> = (0..src.checked_cosize().unwrap()).collect();
    let mut to = vec![usize::MAX; dst.checked_cosize().unwrap()];
    let src = View::new(&from, src).unwrap();
    let mut dst = ViewMut::new(&mut to, dst).unwrap();
    copy(&src, &mut dst).unwrap();
    let coordinates = (0..5).flat_map(|i| (0..6).flat_map(move |j| (0..7).map(move |k| (i, j, k))));
    for crd in coordinates {
        assert_eq!(dst[crd], src[crd], "{crd:?} of {} to {}", src.layout(), dst.layout());
    }
    assert_eq!(to.iter().filter(|&&place| place != usize::MAX).count(), 210);
    tally.tries += 1;
    tally.elements += 210;
}

/// Calls `copy_cubes` with every pair of layouts.
macro_rules! cubes {
    ($tally:ident $($layout:expr),* $(,)?) => { cubes!(@ $tally [$($layout),*] $($layout),*) };
    (@ $tally:ident $all:tt $($src:expr),*) => { $( cubes!(@@ $tally $src, $all); )* };
    (@@ $tally:ident $src:expr, [$($dst:expr),*]) => { $( copy_cubes($src, $dst, &mut $tally); $tally.layouts += 1; )* };
}

#[test]
fn copies_between_cubes() {
    let (rows, cols, deep) = (5, 6, 7);
    let mut tally = Tally::default();
    cubes!(tally
        layout!((rows, cols, deep):({42}, {7}, {1})),
        layout!((5, 6, 7):(1, 5, 30)),
        cropped(layout!(((2, 3), 6, (4, 2)):((4, 48), 8, (1, 144))), (rows, cols, deep)),
        cropped(layout!(((2, {3}), ({3}, 2), 7):((3, 12), (1, 6), 36)), (rows, cols, deep)),
        xla!(f32[5,6,7]{2,1,0:T(4,4)(3,1)}),
        Swizzle::<1, 1, 2>::new().compose(layout!((5, 6, 7):(42, 7, 1))),
    );
    tally.layouts = 6;
    tally.report("copy of cubes");
}

/// All tiles of some sizes, and all tiles of those tiles, hold the elements of their place.
fn tile_all<L: Matrix>(layouts: impl IntoIterator<Item = L>, tally: &mut Tally) {
    for case in layouts.into_iter().map(Case::new) {
        let storage: Vec<usize> = (0..case.cosize).collect();
        let view = View::new(&storage, case.layout).unwrap();
        tally.layouts += 1;
        for (h, w) in [
            (1, 1),
            (1, 24),
            (2, 3),
            (3, 5),
            (4, 8),
            (4, 4),
            (5, 6),
            (7, 3),
            (8, 12),
            (16, 8),
            (12, 10),
            (21, 30),
        ] {
            tiles_of(&view, (h, w), &case.places, tally);
        }
        tiles_of(&view, (int!(4), int!(8)), &case.places, tally);
        tiles_of(&view, (int!(5), 3), &case.places, tally);
    }
}

fn tiles_of<L: Matrix, H: Integer, W: Integer>(
    view: &View<'_, usize, L>,
    (h, w): (H, W),
    places: &[usize],
    tally: &mut Tally,
) {
    let (height, width) = (h.value(), w.value());
    for (i, j) in (0..ROWS.div_ceil(height)).flat_map(|i| (0..COLS.div_ceil(width)).map(move |j| (i, j))) {
        let Ok(tile) = view.tile((h, w), (i, j)) else { continue };
        let (row, col) = (i * height, j * width);
        check_tile(&tile, (row, col), places, tally);
        for (x, y) in [(1, 1), (2, 2), (3, 2), (4, 4), (4, 8)] {
            for (i, j) in [(0, 0), (1, 0), (0, 1), (1, 2)] {
                if let Ok(inner) = tile.tile((x, y), (i, j)) {
                    check_tile(&inner, (row + i * x, col + j * y), places, tally);
                }
            }
        }
    }
}

fn check_tile<L: Matrix>(
    tile: &View<'_, usize, L>,
    (row, col): (usize, usize),
    places: &[usize],
    tally: &mut Tally,
) {
    let layout = tile.layout();
    for (x, y) in (0..layout.rows()).flat_map(|x| (0..layout.cols()).map(move |y| (x, y))) {
        assert_eq!(
            tile[(x, y)],
            places[(row + x) * COLS + col + y],
            "({x},{y}) of {layout}, at ({row},{col})"
        );
        tally.elements += 1;
    }
    let mut copied = vec![0; layout.rows() * layout.cols()];
    copy(tile, &mut ViewMut::new(&mut copied, row_major((layout.rows(), layout.cols()))).unwrap()).unwrap();
    for (at, &place) in copied.iter().enumerate() {
        let (x, y) = (at / layout.cols(), at % layout.cols());
        assert_eq!(
            place,
            places[(row + x) * COLS + col + y],
            "({x},{y}) of a copy of {layout}, at ({row},{col})"
        );
    }
    tally.tries += 1;
}

macro_rules! tile_kinds {
    ($tally:tt $($name:ident = $layouts:expr;)*) => { $( tile_all($layouts, &mut $tally); )* };
}

#[test]
fn tiles_of_tiles() {
    let mut tally = Tally::default();
    for_kinds!(tile_kinds tally);
    tally.report("tiles");
}

/// The product of the first `rows` and `cols` of what two layouts hold, into a third.
#[inline(never)]
fn product<A: Matrix, B: Matrix, C: Matrix>(a: A, b: B, c: C, tally: &mut Tally) {
    let (of_a, of_b) = (numbers(1, a.checked_cosize().unwrap()), numbers(2, b.checked_cosize().unwrap()));
    let mut of_c = vec![u32::MAX; c.checked_cosize().unwrap()];
    let (a, b) = (View::new(&of_a, a).unwrap(), View::new(&of_b, b).unwrap());
    let Ok(mut c) = ViewMut::new(&mut of_c, c) else { return };
    matmul(&a, &b, &mut c).unwrap();
    let (rows, cols, depth) = (c.layout().rows(), c.layout().cols(), a.layout().cols());
    for (i, j) in (0..rows).flat_map(|i| (0..cols).map(move |j| (i, j))) {
        let sum: u32 = (0..depth).map(|k| a[(i, k)] * b[(k, j)]).sum();
        assert_eq!(c[(i, j)], sum, "({i},{j}) of {} * {} -> {}", a.layout(), b.layout(), c.layout());
    }
    tally.tries += 1;
    tally.elements += rows * cols;
}

/// Calls `product` with every triple of kinds of layouts, each made for its rows and columns.
macro_rules! triples {
    ($size:tt $tally:ident $($kind:expr),*) => { triples!(@a $size $tally [$($kind),*] $($kind),*) };
    (@a $size:tt $tally:ident $all:tt $($a:expr),*) => { $( triples!(@b $size $tally $all $a, $all); )* };
    (@b $size:tt $tally:ident [$($b:expr),*] $a:expr, $all:tt) => { $( triples!(@c $size $tally $a, $b, $all); )* };
    (@c ($m:expr, $n:expr, $k:expr) $tally:ident $a:expr, $b:expr, [$($c:expr),*]) => {
        $( product(($a)($m, $k), ($b)($k, $n), ($c)($m, $n), &mut $tally); )*
    };
}

#[test]
fn products_of_all_triples() {
    let mut tally = Tally::default();
    for (m, n, k) in [(2, 15, 3), (16, 16, 16), (20, 30, 40), (37, 18, 130)] {
        let strided = |r: usize, c: usize| Layout::new((r, c), (Signed(-2), Signed(2 * r as isize)));
        let zn = |r: usize, c: usize| make_layout::<zN, f32>(r, c);
        let blocks = |r: usize, c: usize| {
            let (rows, cols) = (r.div_ceil(4), c.div_ceil(8));
            cropped(layout!(((4, rows), (8, cols)):((8, {32 * cols}), (1, 32))), (r, c))
        };
        let tangled = |r: usize, c: usize| {
            let (rows, cols) = (r.div_ceil(3), c.div_ceil(5));
            let stride = ((Signed(5), Signed(15)), (Signed(-1), Signed(15 * rows as isize)));
            Layout::try_with_extent(((3, rows), (5, cols)), stride, (r, c)).unwrap()
        };
        let swizzled = |r: usize, c: usize| Swizzle::<3, 2, 3>::new().compose(row_major((r, c)));
        triples!((m, n, k) tally strided, zn, blocks, tangled, swizzled);
    }
    let (f2, swizzled) =
        (xor_layout!((32, 32):(F33, F1)), Swizzle::<1, 3, 1>::new().compose(layout!((32, 32):(1, 32))));
    let (flat, f2_nested) =
        (layout!((32, 32):(32, -1)), xor_layout!(((4, 8), (8, 4)):((F32, F129), (F4, F1))));
    let (rows_of_3, merged) = (xla!(f32[32,32]{1,0:T(4,6)(3,3)}), xla!(f32[32,32]{0,1:T(*,10)(4)}));
    product(f2, swizzled, flat, &mut tally);
    product(f2_nested, rows_of_3, merged, &mut tally);
    product(merged, flat, f2, &mut tally);
    product(swizzled, f2_nested, rows_of_3, &mut tally);
    product(rows_of_3, merged, f2_nested, &mut tally);
    product(flat, f2, swizzled, &mut tally);
    tally.layouts = 11;
    tally.report("matmul");
}
