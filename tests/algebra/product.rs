//! Typed products, and compositions by mode: one function with their runtime twins and with the definition.
//!
//! `--nocapture` shows how often a type has no room for a result that its twin finds.

use crate::random::Random;
use static_assertions::assert_type_eq_all;
use std::fmt::Display;
use tilework::algebra::{
    Blocked, By, ByMode, FirstToLast, Flattened, Logical, Ordered, Raked, Reason, Refused, Tiled, Zipped,
};
use tilework::algebra::{
    Repeat, RepeatByMode, TileToShape, blocked_product, flat_product, raked_product, tile_to_shape,
    tile_to_shape_ordered, tiled_product, try_blocked_product, try_composition, try_flat_product,
    try_logical_product, try_raked_product, try_tile_to_shape, try_tile_to_shape_ordered, try_tiled_product,
    try_zipped_product, zipped_product,
};
use tilework::dynamic::{self, DynLayout, DynTuple};
use tilework::prelude::*;
use tilework::tuple::{Step, TupleText};

macro_rules! examples {
    ($($op:ident $block:tt : $stride:tt, $tiler:expr => $shape:tt : $result_stride:tt;)*) => { $(
        let result: Layout!($shape:$result_stride) = $op(layout!($block:$stride), $tiler);
        assert_eq!(result, layout!($shape:$result_stride));
    )* };
}

#[test]
fn worked_examples() {
    examples! {
        logical_product (2, 2):(4, 1), layout!(6:1) => ((2, 2), (2, 3)):((4, 1), (2, 8));
        logical_product (2, 2):(4, 1), layout!((4, 2):(2, 1)) => ((2, 2), (4, 2)):((4, 1), (8, 2));
        blocked_product (2, 5):(5, 1), layout!((3, 4):(1, 3)) => ((2, 3), (5, 4)):((5, 10), (1, 30));
        raked_product (2, 5):(5, 1), layout!((3, 4):(1, 3)) => ((3, 2), (4, 5)):((10, 5), (30, 1));
        zipped_product (2, 2):(1, 2), layout!((3, 4):(1, 3)) => ((2, 2), (3, 4)):((1, 2), (4, 12));
        tiled_product (2, 2):(1, 2), layout!((3, 4):(1, 3)) => ((2, 2), 3, 4):((1, 2), 4, 12);
        flat_product (2, 2):(1, 2), layout!((3, 4):(1, 3)) => (2, 2, 3, 4):(1, 2, 4, 12);
        tile_to_shape (8, 8):(8, 1), shape!(16, 24) => ((8, 2), (8, 3)):((8, 64), (1, 128));
    }
}

#[test]
fn tilers_of_all_kinds() {
    examples! {
        // an integer N is N:1
        logical_product (2, 2):(4, 1), int!(6) => ((2, 2), (2, 3)):((4, 1), (2, 8));
        logical_product (4, 2):(1, 16), tiler!(3, 2) => ((4, 3), (2, 2)):((1, 4), (16, 1));
        logical_product (4, 2):(1, 16), tiler!(3, _) => ((4, 3), 2):((1, 4), 16);
        logical_product (4, (2, 2)):(1, (16, 32)), tiler!(_, (3, 3)) => (4, ((2, 3), (2, 3))):(1, ((16, 1), (32, 1)));
        zipped_product (4, 2):(1, 16), tiler!(3, _) => ((4, 1), (3, 2)):((1, 0), (4, 16));
        tiled_product (4, 2):(1, 16), tiler!(3, _) => ((4, 1), 3, 2):((1, 0), 4, 16);
        flat_product (4, 2):(1, 16), tiler!(3, (2, 2):(2, 1)) => (4, 2, 3, (2, 2)):(1, 16, 4, (2, 1));
        composition (8, 12, 5):(1, 8, 96), tiler!(4, 3:2, _) => (4, 3, 5):(1, 16, 96);
        composition (8, (4, 3)):(1, (8, 32)), tiler!(2:4, (2, 3)) => (2, (2, 3)):(4, (8, 32));
        composition (6, (4, 3)):(1, (8, 32)), tiler!(3:-1, 12) => (3, 12):(-1, 8);
    }
}

#[test]
fn pairs_of_modes() {
    examples! {
        // a tiler without modes is a mode where there are others; alone it is one where it is not split
        blocked_product 4:1, layout!(3:1) => ((4, 3)):((1, 4));
        blocked_product 3:2, layout!((4):(1)) => ((3, (2, 2))):((2, (1, 6)));
        blocked_product (8):(3), layout!(6:1) => ((8, (3, 2))):((3, (1, 24)));
        raked_product (8):(3), layout!(6:1) => (((3, 2), 8)):(((1, 24), 3));
        blocked_product (3, 2):(2, 6), layout!(4:1) => ((3, (2, 2)), (2, 1)):((2, (1, 12)), (6, 0));
        raked_product (3, 2):(2, 6), layout!(4:1) => (((2, 2), 3), (1, 2)):(((1, 12), 2), (0, 6));
        blocked_product 4:1, layout!((2, 3):(1, 2)) => ((4, 2), (1, 3)):((1, 4), (0, 8));
        raked_product 4:1, layout!((2, 3):(1, 2)) => ((2, 4), (3, 1)):((4, 1), (8, 0));
        blocked_product ():(), layout!((2, 3):(3, 1)) => ((1, 2), (1, 3)):((0, 3), (0, 1));
        tile_to_shape 4:1, shape!(12) => ((4, 3)):((1, 4));
        tile_to_shape 4:1, shape!(8, 3) => ((4, 2), (1, 3)):((1, 4), (0, 8));
        tile_to_shape (4, 2):(2, 1), shape!((4, 2), (2, 3)) => ((4, 2), (2, 3)):((2, 8), (1, 16));
    }
    let block = layout!((8, 8):(8, 1));
    let rows_last: Layout!(((8, 2), (8, 3)):((8, 192), (1, 64))) =
        tile_to_shape_ordered(block, shape!(16, 24), shape!(1, 0));
    let rows_first: Layout!(((8, 2), (8, 3)):((8, 64), (1, 128))) =
        tile_to_shape_ordered(block, shape!(16, 24), shape!(0, 1));
    // equal numbers go from left to right
    let equal = tile_to_shape_ordered(block, shape!(16, 24), shape!(7, 7));
    assert_eq!((rows_first, rows_first.is_contiguous()), (equal, true));
    assert!(rows_last.is_contiguous());
}

#[test]
fn what_is_known_is_in_the_type() {
    type Block = Layout!((8, 4):(4, 1));
    assert_type_eq_all!(
        <Block as Repeat<Logical, Layout!((2, 3):(3, 1))>>::Product,
        Layout!(((8, 4), (2, 3)):((4, 1), (96, 32)))
    );
    assert_type_eq_all!(
        <Block as RepeatByMode<Blocked, Layout!((2, 3):(3, 1))>>::Product,
        Layout!(((8, 2), (4, 3)):((4, 96), (1, 32)))
    );
    assert_type_eq_all!(
        <Block as RepeatByMode<Raked, Layout!((2, 3):(3, 1))>>::Product,
        Layout!(((2, 8), (3, 4)):((96, 4), (32, 1)))
    );
    assert_type_eq_all!(
        <Block as Repeat<Logical, ByMode<(Int!(2), Int!(3))>>>::Product,
        // the rows step over the columns, whose places are free
        Layout!(((8, 2), (4, 3)):((4, 1), (1, 4)))
    );
    // of a dynamic number of copies the strides are static
    assert_type_eq_all!(
        <Block as Repeat<Logical, Layout!(usize:1)>>::Product,
        Layout!(((8, 4), usize):((4, 1), 32))
    );
    assert_type_eq_all!(
        <Layout!((4, usize):(1, 4)) as Repeat<Logical, Layout!(3:1)>>::Product,
        Layout!(((4, usize), 3):((1, 4), usize))
    );
    assert_type_eq_all!(
        <Block as TileToShape<(usize, Int!(12)), FirstToLast>>::Filled,
        Layout!(((8, usize), (4, 3)):((4, 32), (1, usize)))
    );
    assert_type_eq_all!(
        <Block as TileToShape<(usize, Int!(12)), Ordered<(Int!(1), Int!(0))>>>::Filled,
        Layout!(((8, usize), (4, 3)):((4, 96), (1, 32)))
    );
    let n = 3;
    assert_eq!(logical_product(layout!((8, 4):(4, 1)), n).to_string(), "((_8,_4),3):((_4,_1),_32)");
}

#[test]
fn refusals_name_the_numbers() {
    let (two, four) = (2, 4);
    let refused = |error: &dyn Display| error.to_string();
    let error = try_logical_product(layout!(5:four), layout!(8:5)).unwrap_err();
    assert_eq!(
        refused(&error),
        "logical_product: _5:4 by _8:_5: the stride 5 of the tiler is unaligned with copies of the block"
    );
    let error = try_zipped_product(layout!(4:two), 3).unwrap_err();
    assert_eq!(
        refused(&error),
        "zipped_product: _4:2 by 3: no layout equals the result: element 2 needs 8, modes give 2"
    );
    let error = try_blocked_product(layout!(3:two), layout!(4:1)).unwrap_err();
    assert_eq!(
        refused(&error),
        "blocked_product: _3:2 by _4:_1: the tiler is split into 2 modes, which are no single mode; \
         in a tuple it would be one"
    );
    let split = try_blocked_product(layout!((3):(two)), layout!(4:1));
    let split = split.map(|product| product.to_dynamic().to_string());
    assert_eq!(split.as_deref().ok(), Some("((3,(2,2))):((2,(1,6)))"));
    let error = try_raked_product(layout!((4, 4):(1, two)), layout!(4:1)).unwrap_err();
    assert_eq!(
        refused(&error),
        "raked_product: (_4,_4):(_1,2) by _4:_1: a mode of stride 2 overlaps with smaller ones, which span 4"
    );
    let error = try_tile_to_shape(layout!((4, 4):(1, 4)), shape!(8, { 10 / two * 2 })).unwrap_err();
    assert_eq!(
        refused(&error),
        "tile_to_shape: (_4,_4):(_1,_4) by (_8,10): the 4 elements of the block along mode 1 do not divide the 10 of the shape"
    );
    let half = 1_usize << 62;
    for huge in [(half, half), (half, 8), (0, usize::MAX), (usize::MAX, 0)] {
        assert!(try_tile_to_shape(layout!((4, 4):(1, 4)), huge).is_err());
        assert!(try_tile_to_shape_ordered(layout!((4, 4):(1, 4)), huge, shape!(1, 0)).is_err());
    }
    let error = try_logical_product(layout!((2, 2):(half, 1)), 2).unwrap_err();
    assert!(refused(&error).contains("beyond 2^63"), "{error}");
    let error = try_logical_product(layout!((2, 2):(1, 2)), tiler!(half, half)).unwrap_err();
    assert!(refused(&error).contains("overflow"), "{error}");
    let error = try_composition(layout!((6, 4):(1, 8)), tiler!(half, _)).unwrap_err();
    assert!(refused(&error).contains("does not fit in a machine word"), "{error}");
    let error = try_composition(layout!(((two, 3), 4):((1, 7), 8)), tiler!(3, _)).unwrap_err();
    assert!(refused(&error).contains("element 2 needs 7, modes give 2"), "{error}");
    let panics = std::panic::catch_unwind(|| logical_product(layout!(5:four), layout!(8:5)));
    assert!(panics.is_err());
}

/// What random leaves may be.
struct Drawn {
    extents: &'static [i64],
    strides: &'static [i64],
}

const SMALL: Drawn =
    Drawn { extents: &[0, 1, 1, 2, 2, 3, 4, 4, 5, 6], strides: &[0, 1, 1, 2, 2, 3, 4, 5, 6, 8, 12, 16] };
const SIGNED: Drawn = Drawn { extents: &[1, 2, 2, 3, 4], strides: &[-6, -4, -2, -1, 0, 1, 2, 3, 4, 8] };
const HUGE: Drawn = Drawn {
    extents: &[0, 1, 2, 3, 4, 1 << 20, 1 << 40, 1 << 61, (1 << 61) - 1, i64::MAX],
    strides: &[0, 1, 2, 3, 1 << 20, 1 << 40, 1 << 61, 1 << 62, i64::MAX - 1, i64::MAX],
};

/// A tuple of this type, its dynamic leaves drawn; without the sign where the type has none.
fn tuple<T: IntTuple>(draw: &mut dyn FnMut() -> i64) -> T {
    let leaves: Vec<isize> =
        (0..T::LEAVES.len()).map(|place| T::LEAVES.get(place).unwrap_or_else(|| draw() as isize)).collect();
    let built = |sign: fn(isize) -> isize| {
        let mut leaves = leaves.iter();
        T::build(&mut |step| match step {
            Step::Leaf(_) => leaves.next().copied().map(sign),
            _ => Some(0),
        })
    };
    built(|leaf| leaf).or_else(|| built(isize::abs)).expect("the static leaves are those of the type")
}

/// A layout of this type: some compact, some scaled, others of any strides.
fn layout<S: Shape, D: Stride<S>>(random: &mut Random, drawn: &Drawn) -> Layout<S, D> {
    loop {
        let shape: S = tuple(&mut || random.of(drawn.extents));
        let (is_compact, mut next) = (random.below(3) > 0, random.of(&[1_i64, 1, 1, 2, 4]));
        let leaves = shape.leaf_values();
        let mut place = 0;
        let stride: D = tuple(&mut || {
            let own = next;
            next = next.saturating_mul(leaves.get(place.min(leaves.len() - 1)).unwrap_or(1) as i64);
            place += 1;
            if is_compact { own } else { random.of(drawn.strides) }
        });
        if let Ok(layout) = Layout::try_new(shape, stride) {
            return layout;
        }
    }
}

/// The value of a layout at an index, by definition: first leaf fastest, the last one takes the rest.
fn at(layout: &DynLayout, index: i64) -> i128 {
    let leaves = layout.leaves();
    let (mut rest, mut sum) = (index, 0);
    for (place, mode) in leaves.iter().enumerate() {
        let last = place + 1 == leaves.len();
        let coordinate = if last { rest } else { rest.rem_euclid(mode.extent) };
        rest = if last { 0 } else { rest.div_euclid(mode.extent) };
        sum +=
            i128::from(coordinate) * i128::from(mode.stride.as_int().expect("typed layouts have integers"));
    }
    sum
}

type Told = Result<DynLayout, (Reason, String)>;

fn told<S: Shape, D: Stride<S>, A, B>(result: Result<Layout<S, D>, Refused<A, B>>) -> Told
where
    Refused<A, B>: Display,
{
    result.map(|layout| layout.to_dynamic()).map_err(|refused| (refused.reason, refused.to_string()))
}

/// What became of operations.
#[derive(Debug, Default)]
struct Tally {
    accepted: u64,
    refused: u64,
    no_room: u64,
}

impl Tally {
    /// Typed and twin are one function, or both refuse; some types have no room for what the twin finds.
    fn judge(
        &mut self,
        case: &dyn Fn() -> String,
        has_free_modes: bool,
        typed: &Told,
        twin: &dynamic::Result<DynLayout>,
    ) {
        match (typed, twin) {
            (Ok(typed), Ok(twin)) => {
                self.accepted += 1;
                assert_eq!(typed.size(), twin.size(), "{}: {typed}, {twin}", case());
                // where the modes are those of the operands; others are as many as there is room for
                if typed.size() > 0 && typed.rank() == twin.rank() {
                    let sizes = |layout: &DynLayout| dynamic::product_each(layout.shape().view()).unwrap();
                    assert_eq!(sizes(typed), sizes(twin), "{}: {typed}, {twin}", case());
                } else {
                    assert!(has_free_modes || typed.size() == 0, "{}: {typed}, {twin}", case());
                }
                for index in 0..typed.size().min(3000) {
                    assert_eq!(at(typed, index), at(twin, index), "{}: {typed}, {twin}: at {index}", case());
                }
            }
            (Err((Reason::NoRoom, _)), Ok(_)) => self.no_room += 1,
            // offsets are looked at leaf by leaf, also where there are no elements
            (Err((Reason::Layout(_), _)), Ok(twin)) if twin.size() == 0 => self.refused += 1,
            (Err((Reason::NoRoom, _)), Err(refusal)) => panic!("{}: room is missed, but: {refusal}", case()),
            (Err(_), Err(_)) => self.refused += 1,
            (Ok(typed), Err(refusal)) => panic!("{}: {typed}, but the twin: {refusal}", case()),
            (Err((reason, text)), Ok(twin)) => panic!("{}: {reason:?}: {text}, but the twin: {twin}", case()),
        }
    }
}

/// All products with a tiler, as data.
trait Products<T> {
    fn products(self, tiler: T) -> [Told; 4];
}

impl<S, D, T, S0, D0, S1, D1, S2, D2, S3, D3> Products<T> for Layout<S, D>
where
    S: Shape,
    D: Stride<S>,
    T: Copy + Display,
    S0: Shape,
    D0: Stride<S0>,
    S1: Shape,
    D1: Stride<S1>,
    S2: Shape,
    D2: Stride<S2>,
    S3: Shape,
    D3: Stride<S3>,
    Self: Repeat<Logical, T, Product = Layout<S0, D0>>,
    Self: Repeat<Zipped, T, Product = Layout<S1, D1>>,
    Self: Repeat<Tiled, T, Product = Layout<S2, D2>>,
    Self: Repeat<Flattened, T, Product = Layout<S3, D3>>,
{
    fn products(self, tiler: T) -> [Told; 4] {
        [
            told(try_logical_product(self, tiler)),
            told(try_zipped_product(self, tiler)),
            told(try_tiled_product(self, tiler)),
            told(try_flat_product(self, tiler)),
        ]
    }
}

/// The products of modes with modes, as data.
trait PairedProducts<T> {
    fn paired_products(self, tiler: T) -> [Told; 2];
}

impl<S, D, TS, TD, S0, D0, S1, D1> PairedProducts<Layout<TS, TD>> for Layout<S, D>
where
    S: Shape,
    D: Stride<S>,
    TS: Shape,
    TD: Stride<TS>,
    S0: Shape,
    D0: Stride<S0>,
    S1: Shape,
    D1: Stride<S1>,
    Self: RepeatByMode<Blocked, Layout<TS, TD>, Product = Layout<S0, D0>>,
    Self: RepeatByMode<Raked, Layout<TS, TD>, Product = Layout<S1, D1>>,
{
    fn paired_products(self, tiler: Layout<TS, TD>) -> [Told; 2] {
        [told(try_blocked_product(self, tiler)), told(try_raked_product(self, tiler))]
    }
}

fn repeat<L: Products<T>, T: Copy + Display>(block: (L, DynLayout), tiler: T, tally: &mut Tally) {
    let (block, own) = block;
    let data: dynamic::Tiler = tiler.to_string().parse().expect("typed tilers are written as the others");
    let twins =
        [dynamic::logical_product, dynamic::zipped_product, dynamic::tiled_product, dynamic::flat_product];
    for (form, (typed, twin)) in block.products(tiler).into_iter().zip(twins).enumerate() {
        tally.judge(&|| format!("{own} x {tiler}, form {form}"), form > 1, &typed, &twin(&own, &data));
        if let (Ok(product), dynamic::Tiler::Layout(tiler)) = (typed, &data) {
            is_product(&product, &own, tiler);
        }
    }
}

/// Block and copies in any form: element `i` of copy `c` is at `block(i) + complement(block)(tiler(c))`.
fn is_product(product: &DynLayout, block: &DynLayout, tiler: &DynLayout) {
    assert_eq!(product.size(), block.size() * tiler.size(), "{block} x {tiler} = {product}");
    let Ok(room) =
        dynamic::complement(block, block.cosize().saturating_mul(2).saturating_mul(tiler.cosize()).max(1))
    else {
        return;
    };
    for index in 0..product.size().min(1000) {
        let (element, copy) = (index % block.size(), index / block.size());
        let expected = at(block, element) + at(&room, at(tiler, copy) as i64);
        assert_eq!(at(product, index), expected, "{block} x {tiler} = {product}: at {index}");
    }
}

fn pair<L: PairedProducts<Layout<TS, TD>>, TS: Shape, TD: Stride<TS>>(
    block: (L, DynLayout),
    tiler: Layout<TS, TD>,
    tally: &mut Tally,
) {
    let (block, own) = block;
    let data = tiler.to_dynamic();
    let twins = [dynamic::blocked_product, dynamic::raked_product];
    for (form, (typed, twin)) in block.paired_products(tiler).into_iter().zip(twins).enumerate() {
        tally.judge(&|| format!("{own} x {data}, pairs {form}"), false, &typed, &twin(&own, &data));
    }
}

fn drawn<S: Shape, D: Stride<S>>(random: &mut Random, drawn: &Drawn) -> (Layout<S, D>, DynLayout) {
    let layout = layout(random, drawn);
    (layout, layout.to_dynamic())
}

/// Types of blocks, and what is drawn to repeat them: layouts of a type, or any tiler.
macro_rules! products {
    ($times:expr, $drawn:expr; $($shape:tt : $stride:tt x $ts:tt : $td:tt;)*) => {{
        let (mut random, mut all) = (Random(7), Tally::default());
        $(
            let mut tally = Tally::default();
            for _ in 0..$times {
                let block = drawn::<Shape!($shape), Stride!($stride)>(&mut random, $drawn);
                let tiler = layout::<Shape!($ts), Stride!($td)>(&mut random, $drawn);
                repeat(block.clone(), tiler, &mut tally);
                pair(block, tiler, &mut tally);
            }
            println!("{:<60} {tally:?}", stringify!($shape:$stride x $ts:$td));
            all.accepted += tally.accepted;
            all.refused += tally.refused;
            all.no_room += tally.no_room;
        )*
        println!("{all:?}");
        all
    }};
    ($times:expr, $drawn:expr, |$random:ident| $($shape:tt : $stride:tt x $tiler:expr;)*) => {{
        let (mut $random, mut all) = (Random(9), Tally::default());
        $(
            let mut tally = Tally::default();
            for _ in 0..$times {
                let block = drawn::<Shape!($shape), Stride!($stride)>(&mut $random, $drawn);
                repeat(block, $tiler, &mut tally);
            }
            println!("{:<60} {tally:?}", stringify!($shape:$stride x $tiler));
            all.accepted += tally.accepted;
            all.refused += tally.refused;
            all.no_room += tally.no_room;
        )*
        println!("{all:?}");
        all
    }};
}

const TIMES: u32 = if cfg!(debug_assertions) { 200 } else { 20_000 };

#[test]
fn products_of_dynamic_leaves() {
    for (times, drawn) in [(TIMES, &SMALL), (TIMES / 4, &HUGE)] {
        let all = products! { times, drawn;
            usize:usize x usize:usize;
            (usize, usize):(usize, usize) x usize:usize;
            (usize):(usize) x (usize):(usize);
            (usize, usize):(usize, usize) x (usize, usize):(usize, usize);
            (usize, (usize, usize)):(usize, (usize, usize)) x usize:usize;
            (usize, (usize, usize)):(usize, (usize, usize)) x (usize, (usize, usize)):(usize, (usize, usize));
            ():() x (usize, usize):(usize, usize);
            (usize, usize):(usize, usize) x ():();
        };
        assert!(all.accepted > 1000 && all.refused > 1000 && all.no_room == 0, "{all:?}");
    }
    let all = products! { TIMES, &SIGNED;
        usize:Signed x usize:Signed;
        (usize, usize):(Signed, usize) x (usize, usize):(Signed, usize);
    };
    assert!(all.accepted > 100 && all.no_room == 0, "{all:?}");
}

#[test]
fn products_of_static_and_dynamic_leaves() {
    let all = products! { TIMES, &SMALL;
        (4, usize):(1, usize) x usize:1;
        (4, usize):(1, 4) x (usize, 3):(1, usize);
        (8, 4):(4, 1) x (usize, usize):(1, usize);
        (8, 4):(4, 1) x (usize, 3):(3, 1);
        (usize, 4):(4, 1) x 3:1;
        usize:1 x (2, 3):(1, 2);
        usize:2 x 4:1;
        4:usize x 6:1;
        4:usize x (6):(1);
        (2, 2):(4, 1) x usize:1;
        (2, 2):(4, usize) x (usize, 2):(usize, 1);
        (2, usize):(4, 1) x 6:1;
        (2, usize):(1, 6) x (3, 4):(1, 3);
        (2, usize, 3):(1, 2, usize) x usize:usize;
        ((2, usize), 3):((1, 2), 8) x (2, 2):(1, 2);
        (1, usize):(5, usize) x (2):(1);
        (0, usize):(1, usize) x usize:1;
        4:1 x (0, usize):(1, usize);
        4:2 x (0, usize):(1, 3);
        (2, 2):(1, 8) x (usize, (2, usize)):(1, (usize, 4));
        // of three copies two fill the gaps, unless there is one element: then there are none, and no room for a mode
        // of three
        usize:2 x 3:1;
    };
    assert!(all.accepted > 1000 && all.refused > 1000 && all.no_room < all.accepted / 50, "{all:?}");
}

/// The size of a tile.
fn size(random: &mut Random) -> usize {
    random.of(&[0, 1, 2, 2, 3, 4, 4, 5, 8, 1 << 40, i64::MAX]) as usize
}

#[test]
fn products_by_mode() {
    let all = products! { TIMES, &SMALL, |random|
        usize:usize x size(&mut random);
        (4, usize):(1, usize) x int!(3);
        (usize, usize):(usize, usize) x ByMode((size(&mut random), size(&mut random)));
        (usize, usize):(usize, usize) x tiler!(2, 3);
        (8, usize):(1, 8) x tiler!({size(&mut random)}, 2);
        (usize, (usize, usize)):(usize, (usize, usize)) x ByMode((size(&mut random), int!(2)));
        (usize, (usize, usize)):(usize, (usize, usize)) x ByMode((int!(3), ByMode((size(&mut random), int!(2)))));
        (usize, usize):(usize, usize) x ByMode((layout::<(usize, usize), (usize, usize)>(&mut random, &SMALL), int!(2)));
        (usize, 4):(4, usize) x tiler!((2, 2):(2, 1), 3:1);
        (usize):(usize) x tiler!(4);
    };
    assert!(all.accepted > 1000 && all.refused > 1000, "{all:?}");
}

#[test]
fn modes_that_are_kept() {
    let (mut random, mut tally) = (Random(3), Tally::default());
    for _ in 0..TIMES {
        let (block, own) = drawn::<(usize, usize), (usize, usize)>(&mut random, &SMALL);
        let tiler = ByMode((size(&mut random), crd!(_)));
        let data: dynamic::Tiler = tiler.to_string().parse().unwrap();
        let case = || format!("{own} x {tiler}");
        tally.judge(
            &case,
            false,
            &told(try_logical_product(block, tiler)),
            &dynamic::logical_product(&own, &data),
        );
        tally.judge(
            &case,
            false,
            &told(try_zipped_product(block, tiler)),
            &dynamic::zipped_product(&own, &data),
        );
        tally.judge(
            &case,
            true,
            &told(try_tiled_product(block, tiler)),
            &dynamic::tiled_product(&own, &data),
        );
    }
    assert!(tally.accepted > 100 && tally.no_room == 0, "{tally:?}");
}

/// Blocks and tilers without dynamic leaves: what compiles is what the twin says.
macro_rules! static_products {
    ($($shape:tt : $stride:tt x $ts:tt : $td:tt;)*) => {{
        let mut tally = Tally::default();
        $(
            let block = layout!($shape:$stride);
            repeat((block, block.to_dynamic()), layout!($ts:$td), &mut tally);
            pair((block, block.to_dynamic()), layout!($ts:$td), &mut tally);
        )*
        assert_eq!((tally.refused, tally.no_room), (0, 0));
    }};
}

#[test]
fn products_of_static_leaves() {
    static_products! {
        4:1 x 3:1;
        4:2 x (4):(1);
        4:2 x (2, 3):(1, 2);
        (4):(2) x (4):(1);
        1:0 x 5:1;
        1:7 x (2, 3):(3, 1);
        4:0 x 3:2;
        (2, 2):(4, 1) x (6):(1);
        (2, 2):(4, 1) x (2, 2):(2, 1);
        (2, (3, 2)):(1, (2, 12)) x (2, (2, 2)):(1, (2, 4));
        (2, 2):(1, 8) x (4, 2):(1, 4);
        (4, 2):(1, 6) x (3, 2):(2, 1);
        (2, 1, 3):(3, 99, 12) x ((3, 2), 2):((1, 12), 3);
        (8, 8):(8, 1) x (2, 3, 4):(12, 1, 3);
        4:1 x 3:0;
        4:1 x (3, 2):(-2, 5);
        4:1 x (0, 2):(1, 3);
        (2, 5):(3, 16) x (0, 5):(0, 8);
        ():() x (2, 2):(2, 1);
        (3, 2):(2, 1) x ():();
        ((2, 2), (2, 2)):((1, 4), (2, 8)) x ((2, 2), (2, 2)):((1, 4), (2, 8));
    }
}

fn fill<L, T, O>(block: L, own: &DynLayout, target: T, order: O, tally: &mut Tally)
where
    L: TileToShape<T, FirstToLast> + TileToShape<T, Ordered<O>> + Fills<T, O>,
    T: Shape,
    O: Shape,
{
    let data: DynTuple = target.notation().to_string().parse().unwrap();
    let by_number: DynTuple = order.notation().to_string().parse().unwrap();
    let case = || format!("{own} to {data} in {by_number}");
    let [first_to_last, ordered] = block.filled(target, order);
    tally.judge(&case, false, &first_to_last, &dynamic::tile_to_shape(own, &data));
    tally.judge(&case, false, &ordered, &dynamic::tile_to_shape_ordered(own, &data, &by_number));
    for filled in [first_to_last, ordered] {
        let Ok(filled) = filled else { continue };
        assert_eq!(filled.size(), dynamic::size(data.view()).unwrap());
        if filled.size() > 0 {
            // a target without modes is a tuple of one here
            let sizes = |shape: &DynTuple| dynamic::product_each(shape.view()).unwrap().leaves().to_vec();
            assert_eq!(sizes(&filled.shape()), sizes(&data), "{} = {filled}", case());
        }
    }
}

trait Fills<T, O> {
    fn filled(self, target: T, order: O) -> [Told; 2];
}

impl<S, D, T, O, S0, D0, S1, D1> Fills<T, O> for Layout<S, D>
where
    S: Shape,
    D: Stride<S>,
    T: Shape,
    S0: Shape,
    D0: Stride<S0>,
    S1: Shape,
    D1: Stride<S1>,
    Self: TileToShape<T, FirstToLast, Filled = Layout<S0, D0>>,
    Self: TileToShape<T, Ordered<O>, Filled = Layout<S1, D1>>,
    Refused<Self, By<TupleText<T>>>: Display,
{
    fn filled(self, target: T, order: O) -> [Told; 2] {
        [told(try_tile_to_shape(self, target)), told(try_tile_to_shape_ordered(self, target, order))]
    }
}

macro_rules! fills {
    ($($shape:tt : $stride:tt to $target:tt in $order:tt;)*) => {{
        let (mut random, mut all) = (Random(5), Tally::default());
        $(
            let mut tally = Tally::default();
            for _ in 0..TIMES {
                let (block, own) = drawn::<Shape!($shape), Stride!($stride)>(&mut random, &SMALL);
                let target: Shape!($target) = tuple(&mut || random.of(&[0, 1, 2, 4, 6, 8, 12, 12, 24, 60, 120]));
                fill(block, &own, target, shape!($order), &mut tally);
            }
            println!("{:<60} {tally:?}", stringify!($shape:$stride to $target));
            all.accepted += tally.accepted;
            all.refused += tally.refused;
            all.no_room += tally.no_room;
        )*
        println!("{all:?}");
        all
    }};
}

#[test]
fn shapes_filled_with_blocks() {
    let all = fills! {
        usize:usize to usize in (0);
        (usize, usize):(usize, usize) to (usize, usize) in (1, 0);
        (usize, usize):(usize, usize) to (usize, usize, usize) in (2, 0, 1);
        (usize, usize):(usize, 1) to ((usize, 2), usize) in (3, 3);
        (4, 2):(2, 1) to (usize, usize) in (1, 0);
        (4, 2):(2, 1) to (usize, 12) in (1, 0);
        (4, 2):(1, 8) to (12, usize) in (0, 1);
        4:usize to (8, usize) in (1, 0);
        (4, usize):(1, 4) to (8, usize) in (1, 0);
        (8, 8):(8, 1) to (16, 24) in (1, 0);
        (2, 2, 2):(1, 2, 4) to (4, 6, 8) in (1, 2, 0);
    };
    assert!(all.accepted > 1000 && all.refused > 1000, "{all:?}");
}

#[test]
fn compositions_by_mode() {
    let (mut random, mut tally) = (Random(1), Tally::default());
    macro_rules! picks {
        ($($shape:tt : $stride:tt by $tiler:expr;)*) => { $(
            for _ in 0..TIMES {
                let (lhs, own) = drawn::<Shape!($shape), Stride!($stride)>(&mut random, &SMALL);
                let tiler = $tiler;
                let data: dynamic::Tiler = tiler.to_string().parse().unwrap();
                let typed = told(try_composition(lhs, tiler));
                tally.judge(&|| format!("{own} o {tiler}"), false, &typed, &dynamic::composition_by(&own, &data));
            }
        )* };
    }
    picks! {
        (usize, usize):(usize, usize) by ByMode((size(&mut random), crd!(_)));
        (usize, usize):(usize, usize) by ByMode((size(&mut random), layout::<(usize, usize), (usize, usize)>(&mut random, &SMALL)));
        (usize, (usize, usize)):(usize, (usize, usize)) by ByMode((int!(2), ByMode((crd!(_), size(&mut random)))));
        (usize, (usize, usize)):(usize, (usize, usize)) by tiler!(2:3, {size(&mut random)});
        (8, (4, usize)):(1, (8, 32)) by tiler!({size(&mut random)}, (2, 3):(2, 4));
        (8, 12, 5):(1, 8, 96) by tiler!(4, 3:2, _);
        (usize):(usize) by tiler!(_);
    }
    println!("{tally:?}");
    assert!(tally.accepted > 1000 && tally.refused > 100, "{tally:?}");
}
