//! Products by every micro-kernel that the machine has, in blocks of few panels, against exact sums.

use super::blocks::{BlockUnits, ProductBlocks, pieces};
use super::bytes::{ByteFactor, ByteForm, ByteKernel, ByteNumbers, byte_kernels};
use super::factor::{Arithmetic, FactorOf};
use super::kernels::available;
use super::loops::{BlockedProduct, Factors};
use super::micro::{MicroKernel, Old, Update};
use super::panels::{Factor, PanelSource};
use super::shares::Shares;
use super::target::{Target, TileTarget};
use crate::int::Signed;
use crate::kernel::processor::Caches;
use crate::kernel::workspace::{CacheLine, with_workspace};
use crate::layout::{Layout, Matrix, column_major, row_major};
use crate::placed::Swizzle;
use crate::tensor::{View, ViewMut};
use core::ops::{Add, Mul};
use std::boxed::Box;
use std::vec::Vec;
use std::{format, vec};

/// Of a processor that says nothing of itself.
const NONE: Caches = Caches { first: 0, second: 0, last: 0 };

/// Elements whose sums of a few thousand small products are exact.
trait Number: Arithmetic + 'static {
    fn of(number: i32) -> Self;
    fn number(self) -> i32;
}

macro_rules! numbers {
    ($($T:ty)*) => { $(
        #[allow(clippy::cast_possible_truncation, clippy::cast_lossless, reason = "the numbers are small")]
        impl Number for $T {
            fn of(number: i32) -> Self {
                number as $T
            }
            fn number(self) -> i32 {
                self as i32
            }
        }
    )* };
}
numbers!(f32 f64 i16 i32 i128);

/// A number without digits that vectors move.
#[derive(Clone, Copy, Default)]
struct Wrapped(i64);

impl Add for Wrapped {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Wrapped(self.0 + other.0)
    }
}

impl Mul for Wrapped {
    type Output = Self;
    fn mul(self, other: Self) -> Self {
        Wrapped(self.0 * other.0)
    }
}

impl Number for Wrapped {
    fn of(number: i32) -> Self {
        Wrapped(number.into())
    }
    fn number(self) -> i32 {
        self.0.try_into().expect("a small number")
    }
}

/// Choices that look random, and are the same each time.
struct Picks(u64);

impl Picks {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
        (self.0 >> 33) as usize % end
    }

    fn of<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.below(choices.len())]
    }
}

/// Calls a generic function with a layout of every kind: those of the first line can be written too.
macro_rules! kinds {
    ($number:expr, $rows:expr, $cols:expr, $each:ident $arguments:tt) => {{
        let (r, c) = ($rows, $cols);
        let blocks = |rows: usize, cols: usize, strides: fn(usize, usize) -> ((usize, usize), (usize, usize))| {
            let counts = (r.div_ceil(rows), c.div_ceil(cols));
            let strides = strides(counts.0, counts.1);
            Layout::try_with_extent(((rows, counts.0), (cols, counts.1)), strides, (r, c)).unwrap()
        };
        match $number {
            0 => kinds!(@call $each $arguments row_major((r, c))),
            1 => kinds!(@call $each $arguments column_major((r, c))),
            2 => kinds!(@call $each $arguments blocks(16, 8, |n, _| ((8, 128), (1, 128 * n)))),
            3 => kinds!(@call $each $arguments blocks(8, 16, |_, m| ((1, 128 * m), (8, 128)))),
            4 => kinds!(@call $each $arguments blocks(8, 128, |_, m| ((128, 1024 * m), (1, 1024)))),
            5 => kinds!(@call $each $arguments blocks(3, 5, |n, _| ((5, 15), (1, 15 * n)))),
            6 => kinds!(@call $each $arguments Swizzle::<2, 2, 3>::new().compose(row_major((r, c)))),
            7 => kinds!(@call $each $arguments Layout::new((r, c), (Signed(-1), Signed(-r.cast_signed() - 3)))),
            8 => kinds!(@call $each $arguments Layout::new((r, c), (c + 5, 1))),
            9 => kinds!(@call $each $arguments Layout::new((r, c), (2, 2 * r))),
            10 => kinds!(@call $each $arguments blocks(32, 1, |_, m| ((1, 32 * m), (1, 32)))),
            11 => kinds!(@call $each $arguments blocks(1, 8, |n, _| ((1, 8), (1, 8 * n)))),
            12 => kinds!(@call $each $arguments Layout::new((r, c), (0, 1))),
            13 => kinds!(@call $each $arguments Layout::new((r, c), (1, 0))),
            _ => kinds!(@call $each $arguments Layout::new((r, c), (3, 2))),
        }
    }};
    (@call $each:ident ($($argument:expr),*) $layout:expr) => { $each($layout, $($argument),*) };
}
const KINDS: usize = 15;
/// Those in which every element has a place of its own.
const WRITABLE: usize = 12;

/// An operand, and its elements row by row.
struct ExactFactor<'s> {
    source: Box<dyn PanelSource + 's>,
    dense: Vec<i32>,
    text: std::string::String,
}

fn side<S: Number, X: FactorOf<S>, L: Matrix>(
    layout: L,
    wide: usize,
    storage: &[X],
    _: S,
    form: Option<ByteForm>,
) -> ExactFactor<'_> {
    // as much as the layout needs, and no more: what is read behind it is found
    let view = View::new(&storage[..layout.checked_cosize().unwrap()], layout).unwrap();
    let (rows, cols) = (layout.rows(), layout.cols());
    let crds = (0..rows).flat_map(|i| (0..cols).map(move |j| (i, j)));
    ExactFactor {
        source: match form.and_then(|form| ByteFactor::new((&view).into(), wide, form)) {
            Some(bytes) => Box::new(bytes),
            None => Box::new(Factor::<S, X, L>::new((&view).into(), wide)),
        },
        dense: crds.map(|crd| view[crd].widened().number()).collect(),
        text: format!("{layout}"),
    }
}

/// Makes a target of a layout, and compares what is in it then.
fn into<T: Number, C: Matrix>(
    layout: C,
    multiply: &mut dyn FnMut(&mut dyn TileTarget, bool),
    is_transposed: bool,
    expected: &[i32],
    what: &str,
) {
    let mut storage = vec![T::of(77); layout.checked_cosize().unwrap()];
    let view = ViewMut::new(&mut storage, layout).unwrap();
    let (first, places) = (view.origin(), view.layout());
    multiply(&mut Target { first, places, rows: usize::from(is_transposed) }, is_transposed);
    let cols = layout.cols();
    for (at, &sum) in expected.iter().enumerate() {
        assert_eq!(
            view[(at / cols, at % cols)].number(),
            sum,
            "({}, {}) of {layout}: {what}",
            at / cols,
            at % cols
        );
    }
    let untouched = storage.iter().filter(|x| x.number() == 77).count();
    let sums_of_77 = expected.iter().filter(|&&sum| sum == 77).count();
    assert_eq!(untouched, storage.len() - expected.len() + sums_of_77, "padding of {layout}: {what}");
}

/// A product of random size, layouts, orientation and blocks: small ones, or those for any caches.
fn check<T: Number, X: FactorOf<T>>(kernel: &MicroKernel, random: &mut Picks, storage: &[X]) {
    // also of narrower tiles
    let kernel = &kernel.for_sizes((1 + random.below(100), 64, 64));
    let caches = random.of(&[0, 1 << 20, usize::MAX]);
    let blocks = match random.below(8) {
        0 => {
            ProductBlocks::new(kernel, size_of::<T>(), Caches { first: caches, second: caches, last: caches })
        }
        _ => ProductBlocks {
            rows: kernel.rows * (1 + random.below(3)),
            cols: kernel.cols * (1 + random.below(4)),
            depth: random.of(&[3, 8, 16]),
            few: random.of(&[(0, 0), (2, 0), (100, 0)]),
        },
    };
    let around = |random: &mut Picks, unit: usize, most: usize| match random.below(4) {
        0 => 1 + random.below(most),
        _ => (unit * (1 + random.below(3)) + random.below(3)).saturating_sub(1).clamp(1, most),
    };
    let sizes =
        (around(random, kernel.rows, 100), around(random, kernel.cols, 60), around(random, blocks.depth, 40));
    check_sizes(kernel, random, storage, (sizes, blocks));
}

/// A product of random layouts and orientation, scaled, as a whole or in parts, in as much memory as blocks ask for or
/// in little.
fn check_sizes<T: Number, X: FactorOf<T>>(
    kernel: &MicroKernel,
    random: &mut Picks,
    storage: &[X],
    sizes: ((usize, usize, usize), ProductBlocks),
) {
    let start = random.below(7);
    let is_transposed = random.below(2) == 1;
    check_factors::<T, X, X>((kernel, None), random, (storage, &storage[start..]), sizes, is_transposed);
}

/// The same of two storages; of the left factor and the right one in lanes of bytes.
fn check_factors<T: Number, X: FactorOf<T>, Y: FactorOf<T>>(
    (kernel, forms): (&MicroKernel, Option<[ByteForm; 2]>),
    random: &mut Picks,
    storage: (&[X], &[Y]),
    (sizes, blocks): ((usize, usize, usize), ProductBlocks),
    is_transposed: bool,
) {
    let (in_little, is_fitted) = (random.below(2) == 1, random.below(2) == 1);
    let form = |is_right: bool| forms.map(|forms| forms[usize::from(is_right)]);
    let (m, n, k) = if is_transposed { (sizes.1, sizes.0, sizes.2) } else { sizes };
    let a: ExactFactor<'_> =
        kinds!(random.below(KINDS), m, k, side(0, storage.0, T::default(), form(is_transposed)));
    let b: ExactFactor<'_> =
        kinds!(random.below(KINDS), k, n, side(1, storage.1, T::default(), form(!is_transposed)));
    let what = format!("{} * {}, {} {is_transposed} {blocks:?}", a.text, b.text, kernel.name);
    let crds = (0..m).flat_map(|i| (0..n).map(move |j| (i, j)));
    let (alpha, beta) = (random.of(&[None, Some(3)]), random.of(&[None, Some(-2)]));
    // 77 is there before
    let scaled = |sum: i32| alpha.unwrap_or(1) * sum + beta.map_or(0, |beta| beta * 77);
    let sum = |i: usize, j: usize| (0..k).map(|l| a.dense[i * k + l] * b.dense[l * n + j]).sum();
    let expected: Vec<i32> = crds.map(|(i, j)| scaled(sum(i, j))).collect();
    let (alpha, beta) = (alpha.map(T::of), beta.map(T::of));
    let old = beta.as_ref().map_or(Old::Replaced, |beta| Old::Times((&raw const *beta).cast()));
    let update = Update { alpha: alpha.as_ref().map(|alpha| (&raw const *alpha).cast()), old };
    let share = random.of(&[1, 1, 2, 5]);
    let together = forms.map_or(1, |forms| forms[0].together());
    let sizes = (sizes.0, sizes.1, sizes.2.div_ceil(together));
    let multiply = &mut |c: &mut dyn TileTarget, is_transposed| {
        let (a, b) = if is_transposed { (&b, &a) } else { (&a, &b) };
        let mut operands = Factors::new(*kernel, size_of::<T>(), (&*a.source, &*b.source), sizes, NONE);
        operands.blocks = if is_fitted { blocks.fitted(&operands.units) } else { blocks };
        let shares = Shares::grid((share, 6 / share), sizes, &operands.units);
        for number in 0..shares.count() {
            let mut product = BlockedProduct { operands, c, part: shares.part(number), update };
            let lines = if in_little { LITTLE } else { product.lines() };
            with_workspace(lines * size_of::<CacheLine>(), |lines| {
                // SAFETY: the sizes are those of the operands and of the target, and the kernel is one of this machine.
                unsafe { product.sum(lines) }
            });
        }
    };
    let kind = random.below(WRITABLE);
    into_kind::<T>(kind, (m, n), multiply, is_transposed, &expected, &what);
}

fn into_kind<T: Number>(
    kind: usize,
    (m, n): (usize, usize),
    multiply: &mut dyn FnMut(&mut dyn TileTarget, bool),
    is_transposed: bool,
    expected: &[i32],
    what: &str,
) {
    fn typed<T: Number, C: Matrix>(
        layout: C,
        _: T,
        multiply: &mut dyn FnMut(&mut dyn TileTarget, bool),
        is_transposed: bool,
        expected: &[i32],
        what: &str,
    ) {
        into::<T, C>(layout, multiply, is_transposed, expected, what);
    }
    kinds!(kind, m, n, typed(T::default(), multiply, is_transposed, expected, what));
}

fn check_all<T: Number>(times: usize) {
    let storage: Vec<T> = (0..60_000).map(|i| T::of(i % 13 * (i % 7) % 11 - 5)).collect();
    let random = &mut Picks(1);
    for kernel in available::<T>() {
        for _ in 0..times {
            check::<T, T>(&kernel, random, &storage);
        }
    }
}

#[test]
fn products_by_every_micro_kernel_are_their_definition() {
    check_all::<f32>(300);
    check_all::<f64>(300);
    check_all::<i16>(80);
    check_all::<i32>(80);
    check_all::<i128>(80);
    check_all::<Wrapped>(80);
}

/// Factors of other types than the sums, wherever they lie.
#[test]
fn narrow_factors_are_widened() {
    fn check_widened<T: Number, X: FactorOf<T>>(of: fn(i8) -> X) {
        let storage: Vec<X> =
            (0..60_000).map(|i| of(i8::try_from(i % 13 * (i % 7) % 11 - 5).unwrap())).collect();
        let random = &mut Picks(4);
        for kernel in available::<T>() {
            for _ in 0..60 {
                check::<T, X>(&kernel, random, &storage);
            }
        }
    }
    /// No number that vectors move.
    #[derive(Clone, Copy)]
    struct Own(i8);
    impl FactorOf<f32> for Own {
        fn widened(self) -> f32 {
            self.0.into()
        }
    }
    check_widened::<i32, i8>(|number| number);
    check_widened::<f64, i16>(i16::from);
    check_widened::<f32, i8>(|number| number);
    check_widened::<f32, Own>(Own);
    #[cfg(feature = "half")]
    check_widened::<f32, half::bf16>(|number| half::bf16::from_f32(number.into()));
    #[cfg(feature = "half")]
    check_widened::<f32, half::f16>(|number| half::f16::from_f32(number.into()));
}

/// Factors of 8 bits by every micro-kernel for them, wherever they lie.
#[test]
fn bytes_are_multiplied_as_numbers() {
    fn check_bytes<X: FactorOf<i32>, Y: FactorOf<i32>>(of_a: fn(i8) -> X, of_b: fn(i8) -> Y) {
        let number = |i: usize| i8::try_from(i % 13 * (i % 7) % 11).unwrap() - 5;
        let (a, b): (Vec<X>, Vec<Y>) = (
            (0..60_000).map(|i| of_a(number(i))).collect(),
            (0..60_000).map(|i| of_b(number(i + 3))).collect(),
        );
        let random = &mut Picks(5);
        let numbers = [ByteNumbers::of::<X>().unwrap(), ByteNumbers::of::<Y>().unwrap()];
        for is_transposed in [false, true] {
            let (left, right) = (numbers[usize::from(is_transposed)], numbers[usize::from(!is_transposed)]);
            for ByteKernel { kernel, forms } in byte_kernels(left, right) {
                for _ in 0..100 {
                    let sizes = (1 + random.below(70), 1 + random.below(30), 1 + random.below(60));
                    let blocks = ProductBlocks {
                        rows: kernel.rows * (1 + random.below(3)),
                        cols: kernel.cols * (1 + random.below(4)),
                        depth: random.of(&[3, 8, 16]),
                        few: (0, 0),
                    };
                    let kernel = (&kernel, Some(forms));
                    check_factors(kernel, random, (&a, &b), (sizes, blocks), is_transposed);
                }
            }
        }
    }
    let signed = |number: i8| number * 25;
    let unsigned = |number: i8| (number + 5).cast_unsigned() * 25;
    check_bytes::<i8, i8>(signed, signed);
    check_bytes::<i8, i8>(|number| i8::MIN + number.max(0), |number| i8::MIN + number.min(0).abs());
    check_bytes::<u8, i8>(unsigned, signed);
    check_bytes::<i8, u8>(signed, unsigned);
    check_bytes::<u8, u8>(unsigned, unsigned);
}

/// Parts are all of a product, none of it twice.
#[test]
fn shares_are_all_of_a_product() {
    for kernel in available::<f32>() {
        for threads in [1, 2, 3, 4, 6, 7, 16, 64] {
            for (rows, cols) in [(1, 1), (5, 700), (33, 65), (1000, 300), (4096, 4096), (37, 4099)] {
                let units =
                    BlockUnits { rows: (kernel.rows, true), cols: (kernel.cols * 5, true), depth: (1, true) };
                let shares = Shares::new(threads, (rows, cols, 1000), &units);
                assert!((1..=threads).contains(&shares.count()), "{shares:?} for {threads}");
                let mut elements = 0;
                for number in 0..shares.count() {
                    let (high, wide) = shares.part(number);
                    assert!(
                        high.start.is_multiple_of(kernel.rows) && wide.start.is_multiple_of(kernel.cols * 5)
                    );
                    assert!(!high.is_empty() && !wide.is_empty(), "{shares:?}");
                    elements += high.len() * wide.len();
                }
                assert_eq!(elements, rows * cols, "{shares:?}");
            }
        }
    }
}

/// Rows and lines of all lengths by one column and by two, wherever the elements lie.
#[test]
fn products_of_few_columns_are_their_definition() {
    fn check<T: Number>(times: usize) {
        let storage: Vec<T> = (0..60_000).map(|i| T::of(i % 13 * (i % 7) % 11 - 5)).collect();
        let random = &mut Picks(3);
        for kernel in available::<T>() {
            for _ in 0..times {
                let sizes = (1 + random.below(40), 1 + random.below(2), 30 + random.below(90));
                let blocks = ProductBlocks::new(&kernel, size_of::<T>(), NONE);
                check_sizes::<T, T>(&kernel, random, &storage, (sizes, blocks));
            }
        }
    }
    check::<f32>(200);
    check::<f64>(100);
    check::<i16>(80);
    check::<i128>(80);
    check::<Wrapped>(80);
}

/// Larger than blocks for usual caches, and than what fits in little memory.
#[test]
fn large_products_are_their_definition() {
    fn check<T: Number>() {
        let storage: Vec<T> = (0..700_000).map(|i| T::of(i % 13 * (i % 7) % 11 - 5)).collect();
        let random = &mut Picks(2);
        for kernel in available::<T>() {
            // the columns of the last ones lie on pages of their own
            let sizes = [(70, 40, 400), (20, 50, 700), (300, 30, 60)];
            let few = [(37, 1, 1200), (130, 2, 333), (5000, 1, 21), (5000, 1, 21)];
            for sizes in sizes.into_iter().chain([(1200, 9, 37); 4]).chain(few) {
                let blocks = ProductBlocks::new(&kernel, size_of::<T>(), NONE);
                check_sizes::<T, T>(&kernel, random, &storage, (sizes, blocks));
            }
        }
    }
    check::<f32>();
    check::<i32>();
    check::<Wrapped>();
}

/// The lines of the memory that is taken where there is no other.
const LITTLE: usize = 384;

#[test]
fn a_little_memory_holds_a_panel_of_each() {
    fn check<T: Number>() {
        for kernel in available::<T>() {
            for sizes in [(1, 1, 1), (500, 500, 500), (33, 7, 4000), (2000, 2000, 1)] {
                let blocks = ProductBlocks::in_little(LITTLE, &kernel, size_of::<T>());
                let lines = blocks.lines(&kernel, size_of::<T>(), sizes);
                assert!(lines.iter().sum::<usize>() <= LITTLE, "{} {blocks:?} {lines:?}", kernel.name);
            }
        }
    }
    check::<f32>();
    check::<f64>();
    check::<i16>();
    check::<i128>();
}

#[test]
fn pieces_are_all_of_an_extent() {
    for (step, width) in [(1, 1), (8, 8), (24, 8), (384, 6), (256, 1)] {
        for extent in 1..2000 {
            let all: Vec<_> = pieces(7..7 + extent, step, width).collect();
            assert_eq!((all[0].start, all[all.len() - 1].end), (7, 7 + extent));
            assert!(all.windows(2).all(|two| two[0].end == two[1].start && two[0].len() == step));
            assert!(all[all.len() - 1].len() <= step + step / 2, "{extent} by {step}");
        }
    }
}
