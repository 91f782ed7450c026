//! The laws of the algebra on types: typed, runtime twin and definition give one answer.
//!
//! `--nocapture` shows how often a type has no room for a result that its twin finds.

mod judge;

use crate::random::Random;
use judge::{Drawn, Tally, at, is_coalesced, is_complement, is_composition, layout, told};
use tilework::algebra::{By, ByMode, Flattened, Logical, Reason, Refused, Tiled, Zipped};
use tilework::algebra::{
    Coalesce, Complement, Compose, Divide, try_complement, try_composition, try_flat_divide,
    try_logical_divide, try_tiled_divide, try_zipped_divide,
};
use tilework::dynamic;
use tilework::int::{Multiple, SignedMultiple};
use tilework::layout::Validity;
use tilework::prelude::*;

const SMALL: Drawn<'_> = Drawn {
    extents: &[0, 1, 1, 2, 2, 3, 4, 4, 5, 6, 8],
    strides: &[0, 1, 1, 2, 2, 3, 4, 4, 5, 6, 8, 12, 16, 24],
};
const SIGNED: Drawn<'_> =
    Drawn { extents: &[1, 2, 2, 3, 4, 6], strides: &[-12, -8, -6, -4, -3, -2, -1, 0, 1, 2, 3, 4, 8] };
const HUGE: Drawn<'_> = Drawn {
    extents: &[0, 1, 1, 2, 3, 4, 1 << 20, 1 << 40, 1 << 61, (1 << 61) - 1, i64::MAX],
    strides: &[
        0,
        1,
        2,
        3,
        1 << 20,
        1 << 40,
        1 << 61,
        1 << 62,
        i64::MAX - 1,
        i64::MAX,
        -1,
        -(1 << 61),
        -i64::MAX,
    ],
};

fn compose<SA, DA, SB, DB, S, D>(random: &mut Random, drawn: [&Drawn<'_>; 2], tally: &mut Tally)
where
    SA: Shape,
    DA: Stride<SA>,
    SB: Shape,
    DB: Stride<SB>,
    S: Shape,
    D: Stride<S>,
    Layout<SA, DA>:
        Compose<Layout<SB, DB>, Composed = Layout<S, D>, Error = Refused<Layout<SA, DA>, Layout<SB, DB>>>,
{
    let (Some(lhs), Some(rhs)) = (layout::<SA, DA>(random, drawn[0]), layout::<SB, DB>(random, drawn[1]))
    else {
        return;
    };
    let typed = told(try_composition(lhs, rhs));
    let (a, b) = (lhs.to_dynamic(), rhs.to_dynamic());
    let twin = dynamic::composition(&a, &b);
    if tally.both(&|| format!("{lhs} o {rhs}"), &typed, &twin) {
        is_composition(&typed.unwrap(), &a, &b);
        is_composition(&twin.unwrap(), &a, &b);
    }
}

/// Types of operands, as types of layouts in notation; so many pairs of each.
macro_rules! compositions {
    ($times:expr, $drawn:expr; $($sa:tt : $da:tt o $sb:tt : $db:tt;)*) => {{
        let mut random = Random(7);
        let mut all = Tally::default();
        $(
            let mut tally = Tally::default();
            for _ in 0..$times {
                compose::<Shape!($sa), Stride!($da), Shape!($sb), Stride!($db), _, _>(&mut random, $drawn, &mut tally);
            }
            println!("{:<60} {tally:?} {:.1} %", stringify!($sa:$da o $sb:$db), tally.share_without_room());
            all.accepted += tally.accepted;
            all.refused += tally.refused;
            all.no_room += tally.no_room;
        )*
        println!("{all:?}, no room for {:.2} %", all.share_without_room());
        all
    }};
}

#[test]
fn compositions_of_dynamic_leaves() {
    let times = if cfg!(debug_assertions) { 1000 } else { 100_000 };
    compositions! { times, [&SMALL, &SMALL];
        usize:usize o usize:usize;
        (usize, usize):(usize, usize) o usize:usize;
        (usize, usize):(usize, usize) o (usize, usize):(usize, usize);
        (usize, (usize, usize)):(usize, (usize, usize)) o usize:usize;
        (usize, (usize, usize)):(usize, (usize, usize)) o (usize, (usize, usize)):(usize, (usize, usize));
        ((usize, usize), (usize, usize)):((usize, usize), (usize, usize)) o (usize, usize):(usize, usize);
        (usize, usize):(usize, usize) o ((usize, usize), usize):((usize, usize), usize);
        ():() o (usize, usize):(usize, usize);
        (usize, usize):(usize, usize) o ():();
    };
}

#[test]
fn compositions_of_static_and_dynamic_leaves() {
    let times = if cfg!(debug_assertions) { 700 } else { 50_000 };
    compositions! { times, [&SMALL, &SMALL];
        (4, usize):(1, usize) o (usize, usize):(usize, usize);
        (4, usize):(1, 4) o (usize, usize):(1, usize);
        (usize, 4):(1, usize) o (2, usize):(usize, usize);
        (4, 6):(usize, usize) o (2, 2):(usize, usize);
        (4, 6):(usize, usize) o 12:1;
        (4, 6):(usize, usize) o 12:2;
        (4, 6):(usize, usize) o 3:8;
        (4, 6):(usize, usize) o 2:5;
        (4, 6):(usize, usize) o (2, 6):(2, 4);
        (6, 2):(usize, usize) o (4, 3):(3, 1);
        (usize, usize):(1, 8) o (4, 3):(1, 4);
        (usize, usize):(1, 8) o (4, 3):(2, 8);
        (usize, 1):(2, 3) o usize:1;
        (1, usize, 1):(7, 2, 3) o (usize, 2):(1, usize);
        (usize, 8, 2):(8, 1, 64) o (4, usize):(1, 4);
        (8, 2, usize):(1, 8, 16) o usize:4;
        (8, 8):(1, 8) o (usize, usize):(1, usize);
        (8, 8):(8, 1) o (usize, usize):(usize, usize);
        (6, 3, 4):(1, 9, 24) o (usize, usize):(usize, usize);
        (6, 3, 4):(1, usize, usize) o (2, 4):(2, 8);
        (5, 3):(7, usize) o 2:3;
        (4, 2, 8):(3, 12, 97) o (usize):(usize);
        (4, 2, 8):(3, 12, 97) o 3:usize;
        (0, usize):(1, usize) o (usize, 2):(1, usize);
        (usize, usize):(usize, 0) o (usize, usize):(usize, 0);
        (usize, usize):(usize, usize) o (0, usize):(1, usize);
        (usize, usize):(usize, usize) o (1, usize):(5, usize);
    };
}

#[test]
fn compositions_of_multiples() {
    let times = if cfg!(debug_assertions) { 700 } else { 50_000 };
    for drawn in [[&SMALL, &SMALL], [&HUGE, &SMALL], [&SIGNED, &SIGNED]] {
        compositions! { times, drawn;
            {Multiple<Int!(4)>}:{Multiple<Int!(2)>} o ({Multiple<Int!(2)>}, 2):(usize, {Multiple<Int!(2)>});
            ({Multiple<Int!(4)>}, usize):(1, usize) o 2:1;
            ({Multiple<Int!(4)>}, usize):(usize, 1) o (2, 2):(1, 2);
            ({Multiple<Int!(4)>}, 6):(usize, usize) o 2:2;
            ({Multiple<Int!(4)>}, 6):(6, 1) o 8:1;
            ({Multiple<Int!(4)>}, {Multiple<Int!(2)>}):(1, {Multiple<Int!(4)>}) o (usize, usize):(usize, usize);
            (2, {Multiple<Int!(2)>}):(1, 4) o {Multiple<Int!(4)>}:1;
            (2, {Multiple<Int!(2)>}):(1, {Multiple<Int!(4)>}) o ({Multiple<Int!(2)>}, usize):({Multiple<Int!(2)>}, 1);
            (4, usize):(1, 4) o {Multiple<Int!(2)>}:{Multiple<Int!(2)>};
            ((2, {Multiple<Int!(2)>}), usize):((1, 8), 2) o ({Multiple<Int!(2)>}, {Multiple<Int!(4)>}):(1, usize);
            (4, 6, {Multiple<Int!(2)>}):(1, 8, 2) o {Multiple<Int!(3)>}:{Multiple<Int!(4)>};
            (4, {Multiple<Int!(3)>}, 2):(usize, 1, usize) o {Multiple<Int!(3)>}:4;
            {Multiple<Int!(4)>}:{SignedMultiple<Int!(2)>} o ({Multiple<Int!(2)>}, 2):(usize, {SignedMultiple<Int!(2)>});
            ({Multiple<Int!(4)>}, 6):({SignedMultiple<Int!(6)>}, -1) o ({Multiple<Int!(2)>}, usize):(usize, {Multiple<Int!(4)>});
        };
    }
}

#[test]
fn compositions_of_negative_strides() {
    let times = if cfg!(debug_assertions) { 1000 } else { 50_000 };
    compositions! { times, [&SIGNED, &SIGNED];
        usize:Signed o usize:Signed;
        (usize, usize):(Signed, Signed) o usize:Signed;
        (usize, usize):(Signed, usize) o (usize, usize):(Signed, usize);
        (4, usize):(-1, Signed) o (usize, 2):(Signed, -4);
        (usize, usize):(1, 4) o (2):(-4);
        (4, usize):(1, usize) o (3):(-4);
        (4, 6):(-1, 4) o usize:Signed;
        (usize):(-2) o (usize):(-1);
        usize:usize o (2, 3):(-3, -1);
        (usize, (usize, usize)):(Signed, (Signed, Signed)) o (usize, usize):(Signed, Signed);
    };
}

#[test]
fn compositions_of_huge_numbers() {
    let times = if cfg!(debug_assertions) { 1000 } else { 50_000 };
    for drawn in [[&HUGE, &HUGE], [&HUGE, &SMALL], [&SMALL, &HUGE]] {
        compositions! { times, drawn;
            usize:usize o usize:usize;
            usize:Signed o usize:Signed;
            (usize, usize):(usize, usize) o usize:usize;
            (usize, usize):(usize, Signed) o (usize, usize):(usize, Signed);
            (usize, (usize, usize)):(usize, (usize, usize)) o (usize, usize):(usize, usize);
            (usize, (usize, usize)):(Signed, (Signed, Signed)) o (usize, usize):(Signed, Signed);
            (4, usize):(1, usize) o (usize, 2):(usize, usize);
            (4, 2305843009213693951):(1, usize) o (usize, 2):(usize, usize);
            (usize, 4):(usize, 2305843009213693951) o (usize, 2):(usize, usize);
        };
    }
}

fn simplify<S, D, SR, DR>(random: &mut Random, drawn: &Drawn<'_>, merged: &mut u64)
where
    S: Shape,
    D: Stride<S>,
    SR: Shape,
    DR: Stride<SR>,
    Layout<S, D>: Coalesce<Coalesced = Layout<SR, DR>>,
{
    let Some(layout) = layout::<S, D>(random, drawn) else { return };
    let (result, own) = (coalesce(layout).to_dynamic(), layout.to_dynamic());
    is_coalesced(&result, &own);
    let twin = dynamic::coalesce(&own).unwrap();
    is_coalesced(&twin, &own);
    assert!(twin.leaves().len() <= result.leaves().len(), "{layout}: {result} is simpler than {twin}");
    *merged += u64::from(result.leaves().len() < own.leaves().len());
}

macro_rules! coalesces {
    ($times:expr, $drawn:expr; $($shape:tt : $stride:tt;)*) => {{
        let mut random = Random(11);
        $(
            let mut merged = 0;
            for _ in 0..$times {
                simplify::<Shape!($shape), Stride!($stride), _, _>(&mut random, &$drawn, &mut merged);
            }
            println!("{:<60} {merged} merged", stringify!($shape:$stride));
        )*
    }};
}

#[test]
fn coalesced_layouts() {
    for drawn in [SMALL, SIGNED, HUGE] {
        coalesces! { 500, drawn;
            usize:Signed;
            (usize, usize):(Signed, usize);
            (usize, (usize, 1)):(Signed, (usize, 3));
            (4, 3):(usize, usize);
            (4, 3):(0, usize);
            (1, usize, 1, 2):(5, usize, 7, usize);
            ((4, 2), usize):((1, 4), 8);
            ((4, 2), (usize, 2, 3)):((-1, -4), (Signed, 6, 12));
            (2, usize, 3):(0, 0, 0);
            (2, 2, 1, 2, usize, 2, 2):(1, 2, 9, 4, 8, usize, 5);
            (0, 3, usize):(4, 0, usize);
            (1, 1, 1):(usize, usize, usize);
            ():();
            (3, (), usize):(1, (), 3);
            (2, {Multiple<Int!(2)>}):(1, 2);
            (2, {Multiple<Int!(2)>}, usize):(0, 0, {Multiple<Int!(4)>});
            (usize, 2, {Multiple<Int!(3)>}):(Signed, -2, -4);
            (2, usize, {Multiple<Int!(2)>}):({SignedMultiple<Int!(2)>}, {SignedMultiple<Int!(4)>}, -4);
        }
    }
}

fn complete<S, D, SR, DR>(random: &mut Random, drawn: &Drawn<'_>, tally: &mut Tally)
where
    S: Shape,
    D: Stride<S>,
    SR: Shape,
    DR: Stride<SR>,
    Layout<S, D>: Complement<usize, Complement = Layout<SR, DR>>,
{
    let Some(layout) = layout::<S, D>(random, drawn) else { return };
    let cotarget = match random.below(8) {
        0 => random.of(&[0, 1, 1 << 40, i64::MAX]),
        1 => layout.cosize().value() as i64,
        2 => (layout.size().value() as i64).saturating_mul(random.below(4)),
        _ => 1 + random.below(100),
    };
    let typed = told(try_complement(layout, cotarget as usize));
    let own = layout.to_dynamic();
    let twin = dynamic::complement(&own, cotarget);
    if tally.both(&|| format!("complement({layout}, {cotarget})"), &typed, &twin) {
        is_complement(&typed.unwrap(), &twin.unwrap(), &own, cotarget);
    }
}

macro_rules! complements {
    ($times:expr, $drawn:expr; $($shape:tt : $stride:tt;)*) => {{
        let mut random = Random(13);
        let mut all = Tally::default();
        $(
            let mut tally = Tally::default();
            for _ in 0..$times {
                complete::<Shape!($shape), Stride!($stride), _, _>(&mut random, &$drawn, &mut tally);
            }
            println!("{:<60} {tally:?} {:.1} %", stringify!($shape:$stride), tally.share_without_room());
            all.accepted += tally.accepted;
            all.refused += tally.refused;
            all.no_room += tally.no_room;
        )*
        println!("{all:?}, no room for {:.2} %", all.share_without_room());
    }};
}

#[test]
fn complements_of_dynamic_leaves() {
    let times = if cfg!(debug_assertions) { 700 } else { 50_000 };
    for drawn in [SMALL, SIGNED, HUGE] {
        complements! { times, drawn;
            usize:usize;
            usize:Signed;
            4:usize;
            usize:4;
            (usize, usize):(usize, usize);
            (usize, (usize, usize)):(usize, (usize, usize));
            (usize, (usize, usize)):(Signed, (Signed, usize));
            (4, usize):(1, 8);
            (usize, 4):(8, 1);
            (usize, usize):(8, 8);
            (usize, usize, 2):(1, 2, 16);
            (4, usize):(usize, 0);
            (usize, 2):(0, 0);
            (2, usize):(usize, 6);
            (1, usize, 1):(usize, usize, usize);
            (2, 2):(2, usize);
            (usize, usize):(-1, 4);
            ():();
            {Multiple<Int!(4)>}:usize;
            2:{Multiple<Int!(4)>};
            usize:{Multiple<Int!(3)>};
            ({Multiple<Int!(2)>}, {Multiple<Int!(2)>}):(1, 8);
            ({Multiple<Int!(2)>}, 2):({Multiple<Int!(2)>}, {Multiple<Int!(4)>});
            (2, usize):({SignedMultiple<Int!(4)>}, {Multiple<Int!(2)>});
        }
    }
}

/// What a division by mode or of the whole is, typed and as data.
struct Divided {
    typed: Result<dynamic::DynLayout, (Reason, String)>,
    twin: dynamic::Result<dynamic::DynLayout>,
}

impl Divided {
    /// Equal functions with the same valid elements, which are those of the layout.
    fn judge(self, own: &dynamic::DynLayout, case: &dyn Fn() -> String, tally: &mut Tally) {
        if !tally.both(case, &self.typed, &self.twin) {
            return;
        }
        let (typed, twin) = (self.typed.unwrap(), self.twin.unwrap());
        assert_eq!(
            (typed.is_exact(), typed.logical_size()),
            (twin.is_exact(), twin.logical_size()),
            "{}: {typed}, {twin}",
            case()
        );
        assert_eq!(typed.size(), twin.size(), "{}: {typed}, {twin}", case());
        let mut elements = Vec::new();
        for index in 0..typed.size().min(judge::MANY) {
            assert_eq!(at(&typed, index), at(&twin, index), "{}: {typed}, {twin}: at {index}", case());
            let crd = dynamic::DynTuple::leaf(index);
            let padding = (typed.is_padding(&crd).unwrap(), twin.is_padding(&crd).unwrap());
            assert_eq!(padding.0, padding.1, "{}: {typed}, {twin}: at {index}", case());
            if !padding.0 {
                elements.push(at(&typed, index));
            }
        }
        if typed.size() <= judge::MANY {
            are_elements(elements, own, case);
        }
    }
}

/// The elements of a layout, in some order; a tiler that is not injective repeats each as often as any other.
fn are_elements(mut elements: Vec<i128>, layout: &dynamic::DynLayout, case: &dyn Fn() -> String) {
    let copies = elements.len() / layout.size() as usize;
    let mut own: Vec<_> = (0..layout.size()).flat_map(|index| vec![at(layout, index); copies]).collect();
    own.sort_unstable();
    elements.sort_unstable();
    assert_eq!(elements, own, "{}: not all elements", case());
}

fn divide<S, D, T>(random: &mut Random, drawn: &Drawn<'_>, tiler: T, tally: &mut Tally)
where
    S: Shape,
    D: Stride<S>,
    T: Copy + std::fmt::Display,
    Layout<S, D>: Divides<T>,
{
    let Some(layout) = layout::<S, D>(random, drawn) else { return };
    let own = layout.to_dynamic();
    let data: dynamic::Tiler = tiler.to_string().parse().expect("typed tilers are written as the others");
    if own.size() == 0 {
        // no tiles, or a refusal: the twin refuses
        let results = layout.divided(tiler);
        assert!(results.iter().flatten().all(|divided| divided.size() == 0), "{layout} by {tiler}");
        return;
    }
    let twins =
        [dynamic::logical_divide, dynamic::zipped_divide, dynamic::tiled_divide, dynamic::flat_divide];
    for (form, (typed, twin)) in layout.divided(tiler).into_iter().zip(twins).enumerate() {
        let case = || format!("{layout} by {tiler}, form {form}");
        Divided { typed, twin: twin(&own, &data) }.judge(&own, &case, tally);
    }
}

/// All four divisions, as data.
trait Divides<T> {
    fn divided(self, tiler: T) -> [Result<dynamic::DynLayout, (Reason, String)>; 4];
}

impl<S, D, T, S0, D0, E0, S1, D1, E1, S2, D2, E2, S3, D3, E3> Divides<T> for Layout<S, D>
where
    S: Shape,
    D: Stride<S>,
    T: Copy,
    Refused<Self, By<T>>: std::fmt::Display,
    S0: Shape,
    D0: Stride<S0>,
    E0: Validity<S0>,
    S1: Shape,
    D1: Stride<S1>,
    E1: Validity<S1>,
    S2: Shape,
    D2: Stride<S2>,
    E2: Validity<S2>,
    S3: Shape,
    D3: Stride<S3>,
    E3: Validity<S3>,
    Self: Divide<Logical, T, Divided = Layout<S0, D0, E0>>,
    Self: Divide<Zipped, T, Divided = Layout<S1, D1, E1>>,
    Self: Divide<Tiled, T, Divided = Layout<S2, D2, E2>>,
    Self: Divide<Flattened, T, Divided = Layout<S3, D3, E3>>,
{
    fn divided(self, tiler: T) -> [Result<dynamic::DynLayout, (Reason, String)>; 4] {
        [
            told(try_logical_divide(self, tiler)),
            told(try_zipped_divide(self, tiler)),
            told(try_tiled_divide(self, tiler)),
            told(try_flat_divide(self, tiler)),
        ]
    }
}

macro_rules! divisions {
    ($times:expr, $drawn:expr, |$random:ident|; $($shape:tt : $stride:tt by $tiler:expr;)*) => {{
        let mut $random = Random(17);
        let mut all = Tally::default();
        $(
            let mut tally = Tally::default();
            for _ in 0..$times {
                let tiler = $tiler;
                divide::<Shape!($shape), Stride!($stride), _>(&mut $random, &$drawn, tiler, &mut tally);
            }
            println!("{:<60} {tally:?} {:.1} %", stringify!($shape:$stride by $tiler), tally.share_without_room());
            all.accepted += tally.accepted;
            all.refused += tally.refused;
            all.no_room += tally.no_room;
        )*
        println!("{all:?}, no room for {:.2} %", all.share_without_room());
    }};
}

#[test]
fn divisions_of_dynamic_leaves() {
    let times = if cfg!(debug_assertions) { 150 } else { 20_000 };
    for drawn in [SMALL, SIGNED, HUGE] {
        divisions! { times, drawn, |random|;
            usize:usize by size(&mut random);
            (usize, usize):(usize, usize) by size(&mut random);
            (usize, usize):(usize, Signed) by int!(4);
            (8, usize):(1, usize) by int!(4);
            (usize, (2, usize)):(usize, (1, usize)) by tiler_layout::<usize, usize>(&mut random);
            (usize, usize):(usize, usize) by tiler_layout::<(usize, usize), (usize, usize)>(&mut random);
            (4, usize):(1, usize) by layout!((2, 2):(1, 4));
            (usize, usize):(usize, usize) by layout!(2:4);
            (usize, usize):(usize, usize) by ByMode((size(&mut random), size(&mut random)));
            (usize, (usize, usize)):(usize, (usize, usize)) by ByMode((size(&mut random), size(&mut random)));
            (10, usize):(1, 16) by tiler!(4, 4);
            (10, usize):(1, 16) by ByMode((int!(4), size(&mut random)));
            (usize, 8):(8, 1) by tiler!(4, 2);
            (usize, usize, usize):(usize, usize, usize) by tiler!(2, 3, {size(&mut random)});
            (usize):(usize) by ByMode((size(&mut random),));
            (usize, (usize, usize)):(usize, (usize, usize)) by ByMode((size(&mut random), ByMode((int!(2), size(&mut random)))));
            (8, usize):(1, usize) by ByMode((layout!(2:4), tiler_layout::<usize, usize>(&mut random)));
            {Multiple<Int!(4)>}:usize by int!(2);
            {Multiple<Int!(4)>}:{Multiple<Int!(2)>} by layout!(2:1);
            {Multiple<Int!(4)>}:usize by layout!(2:2);
            ({Multiple<Int!(4)>}, usize):(usize, 1) by int!(4);
            ({Multiple<Int!(4)>}, {Multiple<Int!(2)>}):({Multiple<Int!(2)>}, 1) by tiler!(2, 2);
            ({Multiple<Int!(4)>}, usize):(usize, usize) by ByMode((int!(3), size(&mut random)));
            ((2, {Multiple<Int!(2)>}), usize):((1, 8), usize) by tiler!(4, 1);
            ({Multiple<Int!(4)>}, usize):({SignedMultiple<Int!(2)>}, -1) by tiler!(2, {size(&mut random)});
            ({Multiple<Int!(4)>}, usize):(usize, usize) by ByMode((Multiple::<Int!(2)>::of(int!(4)), size(&mut random)));
        }
    }
}

fn size(random: &mut Random) -> usize {
    random.of(&[0, 1, 2, 2, 3, 4, 4, 5, 8, 16, 1 << 40, i64::MAX]) as usize
}

fn tiler_layout<S: Shape, D: Stride<S>>(random: &mut Random) -> Layout<S, D> {
    let drawn = Drawn { extents: &[0, 1, 2, 2, 3, 4, 4], strides: &[0, 1, 1, 1, 2, 2, 3, 4, 8, 1 << 61] };
    loop {
        if let Some(layout) = layout(random, &drawn) {
            return layout;
        }
    }
}
