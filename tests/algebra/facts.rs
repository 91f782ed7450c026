//! What is static about the results of the algebra, as types: a static leaf stays static at least where CuTe keeps it.
//!
//! No value is computed here: if this compiles, it holds.

use static_assertions::{assert_eq_size, assert_type_eq_all};
use tilework::algebra::{ByMode, Coalesce, Complement, Compose, Divide, Flattened, Logical, Tiled, Zipped};
use tilework::basis::TiledExtent;
use tilework::int::{Along, Multiple};
use tilework::layout::{Free, Layout as With};
use tilework::prelude::*;
use typenum::{U0, U1};

macro_rules! coalesced {
    ($([$($layout:tt)*] => [$($to:tt)*];)*) => { $(
        assert_type_eq_all!(<Layout!($($layout)*) as Coalesce>::Coalesced, Layout!($($to)*));
    )* };
}

coalesced! {
    [(4, usize):(1, 4)] => [{Multiple<Int!(4)>}:1];
    [(4, 2, usize):(1, 4, 8)] => [{Multiple<Int!(8)>}:1];
    [(4, usize):(1, 8)] => [(4, usize):(1, 8)];
    [(usize, 2):(1, usize)] => [(usize, 2):(1, usize)];
    [(usize, 2, 4):(1, 8, 16)] => [(usize, 8):(1, 8)];
    [(2, (1, 6)):(1, (usize, 2))] => [12:1];
    [(4, 3):(-1, -4)] => [12:-1];
    [(usize, 1, 3):(usize, 5, 0)] => [(usize, 3):(usize, 0)];
    [(4, 3):(0, 0)] => [12:0];
    [(1, 1):(usize, 7)] => [1:0];
    [((1, usize), 1):((3, usize), 2)] => [usize:usize];
    [(2, 2):(Signed, Signed)] => [(2, 2):(Signed, Signed)];
    [():()] => [1:0];
}

macro_rules! composed {
    ($([$($lhs:tt)*] o [$($rhs:tt)*] => [$($to:tt)*];)*) => { $(
        assert_type_eq_all!(<Layout!($($lhs)*) as Compose<Layout!($($rhs)*)>>::Composed, Layout!($($to)*));
    )* };
}

composed! {
    [usize:1] o [4:2] => [4:2];
    [usize:usize] o [4:1] => [4:usize];
    [usize:3] o [usize:2] => [usize:6];
    [usize:-3] o [usize:2] => [usize:-6];
    [24:2] o [usize:-1] => [usize:-2];
    [(4, usize):(1, 4)] o [8:1] => [8:1];
    [(8, usize):(1, 8)] o [16:1] => [16:1];
    [(8, usize):(1, usize)] o [2:2] => [2:2];
    [(8, usize):(1, usize)] o [(4, usize):(2, 8)] => [(4, usize):(2, usize)];
    [(6, 2):(usize, usize)] o [(4, 3):(3, 1)] => [((2, 2), 3):((usize, usize), usize)];
    [(4, 6):(usize, usize)] o [(2, 6):(2, 4)] => [(2, 6):(usize, usize)];
    [(5, 3):(7, usize)] o [2:3] => [2:21];
    [(8, 8):(8, 1)] o [usize:1] => [(usize, usize):(8, 1)];
    [(8, 8):(1, 8)] o [usize:1] => [usize:1];
    [(8, 8):(1, 8)] o [(usize, usize):(1, usize)] => [(usize, usize):(1, usize)];
    [(4, usize):(1, 4)] o [(2, usize):(1, 2)] => [(2, usize):(1, 2)];
    [(4, usize):(1, 5)] o [(2, usize):(1, 2)] => [(2, (usize, usize)):(1, (2, 5))];
    [(usize, 4):(1, usize)] o [8:1] => [(usize, usize):(1, usize)];
    [(usize, usize):(usize, usize)] o [(4, 1):(0, 7)] => [(4, 1):(0, 0)];
    [(usize, usize):(0, 0)] o [4:2] => [(usize, usize):(0, 0)];
    [(usize, 1):(2, 3)] o [4:1] => [(usize, usize):(2, usize)];
    [(1, usize):(usize, 2)] o [(4, 3):(1, 4)] => [(4, 3):(2, 8)];
    [(usize, usize):(usize, usize)] o [(2, (3, 1)):(0, (0, 5))] => [(2, (3, 1)):(0, (0, 0))];
}

macro_rules! completed {
    ($([$($layout:tt)*] in $cotarget:ty => [$($to:tt)*];)*) => { $(
        assert_type_eq_all!(<Layout!($($layout)*) as Complement<$cotarget>>::Complement, Layout!($($to)*));
    )* };
}

completed! {
    [4:usize] in Int!(40) => [(usize, usize):(1, usize)];
    [4:usize] in usize => [(usize, usize):(1, usize)];
    [(4, usize):(1, 8)] in Int!(64) => [(2, usize):(4, usize)];
    [(4, usize):(1, 8)] in usize => [(2, usize):(4, usize)];
    [(usize, 4):(8, 1)] in usize => [(2, usize):(4, usize)];
    [(2, 4):(1, 6)] in usize => [(3, usize):(2, 24)];
    [(1, 4):(usize, 3)] in Int!(12) => [3:1];
    [(usize, 4):(0, 3)] in Int!(24) => [(3, 2):(1, 12)];
    [usize:1] in Int!(40) => [usize:usize];
    [():()] in usize => [usize:1];
    [(4, 2):(1, usize)] in Int!(40) => [(usize, usize, usize):(usize, usize, usize)];
    [4:2] in (Int!(4), Int!(6)) => [(2, 3):(1, 8)];
}

type Rows = Layout!((8, usize):(1, 8));
type Tiler = ByMode<(Int!(4), Int!(2))>;

assert_type_eq_all!(
    <Rows as Divide<Logical, Tiler>>::Divided,
    With<Shape!(((4, 2), (2, usize))), Stride!(((1, 4), (8, 16))), (Int!(8), usize)>
);
// in the other forms, steps in the coordinates that were divided lead to the extents of these
type Row<N> = Along<U0, N>;
type Col<N> = Along<U1, N>;
assert_type_eq_all!(
    <Rows as Divide<Zipped, Tiler>>::Divided,
    With<
        Shape!(((4, 2), (2, usize))),
        Stride!(((1, 8), (4, 16))),
        TiledExtent<((Row<Int!(1)>, Col<Int!(1)>), (Row<Int!(4)>, Col<Int!(2)>)), (Int!(8), usize)>,
    >
);
assert_type_eq_all!(
    <Rows as Divide<Tiled, Tiler>>::Divided,
    With<
        Shape!(((4, 2), 2, usize)),
        Stride!(((1, 8), 4, 16)),
        TiledExtent<((Row<Int!(1)>, Col<Int!(1)>), Row<Int!(4)>, Col<Int!(2)>), (Int!(8), usize)>,
    >
);
assert_type_eq_all!(
    <Rows as Divide<Flattened, Tiler>>::Divided,
    With<
        Shape!((4, 2, 2, usize)),
        Stride!((1, 8, 4, 16)),
        TiledExtent<(Row<Int!(1)>, Col<Int!(1)>, Row<Int!(4)>, Col<Int!(2)>), (Int!(8), usize)>,
    >
);
// a mode that is kept, or known to divide, needs no extent
assert_type_eq_all!(
    <Rows as Divide<Logical, ByMode<(Int!(4), Free)>>>::Divided,
    Layout!(((4, 2), usize):((1, 4), 8))
);
assert_type_eq_all!(
    <Rows as Divide<Zipped, ByMode<(Int!(4), Free)>>>::Divided,
    Layout!(((4, 1), (2, usize)):((1, 0), (4, 8)))
);
// a static tile that does not divide a static mode: the extent is of static leaves
assert_type_eq_all!(
    <Layout!((10, 8):(1, 10)) as Divide<Logical, Tiler>>::Divided,
    With<Shape!(((4, 3), (2, 4))), Stride!(((1, 4), (10, 20))), (Int!(10), Int!(8))>
);
assert_type_eq_all!(
    <Layout!(usize:3) as Divide<Logical, Int!(4)>>::Divided,
    With<Shape!((4, usize)), Stride!((3, 12)), TiledExtent<(Row<Int!(1)>, Row<Int!(4)>), (usize,)>>
);
assert_type_eq_all!(
    <Layout!({Multiple<Int!(8)>}:3) as Divide<Logical, Int!(4)>>::Divided,
    Layout!((4, {Multiple<Int!(2)>}):(3, 12))
);
assert_type_eq_all!(
    <Layout!(24:usize) as Divide<Logical, Layout!(4:2)>>::Divided,
    Layout!((4, (2, 3)):(usize, (usize, usize)))
);
assert_type_eq_all!(
    <Layout!((8, 12):(1, usize)) as Divide<Zipped, Tiler>>::Divided,
    Layout!(((4, 2), (2, 6)):((1, usize), (4, usize)))
);
assert_type_eq_all!(
    <Layout!((8, usize):(1, 8)) as Divide<Logical, ByMode<(Layout!(2:4), usize)>>>::Divided,
    With<Shape!(((2, 4), (usize, usize))), Stride!(((4, 1), (8, usize))), (Int!(8), usize)>
);

// what is all static takes no room
assert_eq_size!(<Layout!((8, 12):(1, 8)) as Divide<Flattened, Tiler>>::Divided, ());
assert_eq_size!(<Layout!((10, 12):(1, 10)) as Divide<Logical, Tiler>>::Divided, ());
assert_eq_size!(<Layout!((6, 2):(8, 2)) as Compose<Layout!((4, 3):(3, 1))>>::Composed, ());
assert_eq_size!(<Layout!((2, 2):(1, 6)) as Complement<Int!(26)>>::Complement, ());
