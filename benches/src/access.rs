//! Twelve kernels that index, `view[(i, j)]`, in every kind of layout: over views, and over slices with the offsets
//! written out by hand and checked by the slice.

use crate::arena::Arena;
use crate::measure::{Effort, medians_of_made};
use std::hint::black_box;
use std::ops::{Deref, DerefMut};
use tilework::prelude::*;

/// Rows and columns of the matrices. With a power of two, what is read next to what was written stands at the same
/// place of a page, in a row below or in the next block of a fractal layout: processors take the one for the other and
/// wait, the longer the less there is to compute between, and the cell says so instead of what an index costs.
const N: usize = 272;

/// A matrix to read: a view, or a slice with its offsets.
trait Read {
    fn extent(&self) -> (usize, usize);
    fn at(&self, i: usize, j: usize) -> f32;
}

/// A matrix to write.
trait Write: Read {
    fn at_mut(&mut self, i: usize, j: usize) -> &mut f32;
}

macro_rules! read {
    ($View:ident) => {
        impl<L: Matrix> Read for $View<'_, f32, L> {
            #[inline(always)]
            fn extent(&self) -> (usize, usize) {
                (self.layout().rows(), self.layout().cols())
            }
            #[inline(always)]
            fn at(&self, i: usize, j: usize) -> f32 {
                self[(i, j)]
            }
        }
    };
}
read!(View);
read!(ViewMut);

impl<L: Matrix> Write for ViewMut<'_, f32, L> {
    #[inline(always)]
    fn at_mut(&mut self, i: usize, j: usize) -> &mut f32 {
        &mut self[(i, j)]
    }
}

/// A slice, the extent of the matrix in it, and where its elements are: by numbers of its own, as every view has a
/// layout of its own.
struct Hand<S, V, X, F> {
    slice: S,
    values: V,
    extent: X,
    offset: F,
}

impl<S, V, X, F> Read for Hand<S, V, X, F>
where
    S: Deref<Target = [f32]>,
    V: Copy,
    X: Fn(V) -> (usize, usize),
    F: Fn(V, usize, usize) -> usize,
{
    #[inline(always)]
    fn extent(&self) -> (usize, usize) {
        (self.extent)(self.values)
    }
    #[inline(always)]
    fn at(&self, i: usize, j: usize) -> f32 {
        self.slice[(self.offset)(self.values, i, j)]
    }
}

impl<S, V, X, F> Write for Hand<S, V, X, F>
where
    S: DerefMut<Target = [f32]>,
    V: Copy,
    X: Fn(V) -> (usize, usize),
    F: Fn(V, usize, usize) -> usize,
{
    #[inline(always)]
    fn at_mut(&mut self, i: usize, j: usize) -> &mut f32 {
        &mut self.slice[(self.offset)(self.values, i, j)]
    }
}

/// Two matrices to read, one to write, a vector to read and one to write.
struct On<'a, A, C> {
    a: A,
    b: A,
    c: C,
    x: &'a [f32],
    y: &'a mut [f32],
}

impl<A: Read, C: Write> On<'_, A, C> {
    /// Hands a kernel of these matrices on, to be timed.
    fn time(mut self, number: usize, time: &mut dyn FnMut(&mut dyn FnMut())) {
        let kernel = kernel::<A, C>(number);
        time(&mut || {
            let On { a, b, c, x, y } = black_box(&mut self);
            kernel(a, b, c, x, y);
        });
    }
}

macro_rules! kernels {
    ($($name:ident($a:ident, $b:ident, $c:ident, $x:ident, $y:ident) $body:block)*) => {
        $(
            #[inline(never)]
            // what an index costs is what is measured
            #[allow(unused_variables, clippy::needless_range_loop)]
            fn $name<A: Read, C: Write>($a: &A, $b: &A, $c: &mut C, $x: &[f32], $y: &mut [f32]) {
                $body
            }
        )*

        const KERNELS: &[&str] = &[$(stringify!($name)),*];

        /// The kernel of a number, over matrices of such kinds.
        fn kernel<A: Read, C: Write>(number: usize) -> fn(&A, &A, &mut C, &[f32], &mut [f32]) {
            [$($name::<A, C>),*][number]
        }
    };
}

kernels! {
    row_max(a, b, c, x, y) {
        let (rows, cols) = a.extent();
        for i in 0..rows {
            let mut max = f32::NEG_INFINITY;
            for j in 0..cols {
                max = max.max(a.at(i, j));
            }
            y[i] = max;
        }
    }
    row_sum(a, b, c, x, y) {
        let (rows, cols) = a.extent();
        for i in 0..rows {
            let mut sum = 0.0;
            for j in 0..cols {
                sum += a.at(i, j);
            }
            y[i] = sum;
        }
    }
    column_sum(a, b, c, x, y) {
        let (rows, cols) = a.extent();
        for i in 0..rows {
            for j in 0..cols {
                y[j] += a.at(i, j);
            }
        }
    }
    scale(a, b, c, x, y) {
        let (rows, cols) = c.extent();
        for i in 0..rows {
            for j in 0..cols {
                *c.at_mut(i, j) *= 0.5;
            }
        }
    }
    relu(a, b, c, x, y) {
        let (rows, cols) = c.extent();
        for i in 0..rows {
            for j in 0..cols {
                *c.at_mut(i, j) = a.at(i, j).max(0.0);
            }
        }
    }
    multiply_add(a, b, c, x, y) {
        let (rows, cols) = c.extent();
        for i in 0..rows {
            for j in 0..cols {
                *c.at_mut(i, j) += a.at(i, j) * b.at(i, j);
            }
        }
    }
    dot(a, b, c, x, y) {
        let (rows, cols) = a.extent();
        let mut sum = 0.0;
        for i in 0..rows {
            for j in 0..cols {
                sum += a.at(i, j) * b.at(i, j);
            }
        }
        y[0] = sum;
    }
    transpose(a, b, c, x, y) {
        let (rows, cols) = c.extent();
        for i in 0..rows {
            for j in 0..cols {
                *c.at_mut(i, j) = a.at(j, i);
            }
        }
    }
    stencil(a, b, c, x, y) {
        let (rows, cols) = c.extent();
        for i in 1..rows - 1 {
            for j in 1..cols - 1 {
                let beside = a.at(i, j - 1) + a.at(i, j + 1);
                *c.at_mut(i, j) = beside + a.at(i - 1, j) + a.at(i + 1, j);
            }
        }
    }
    matrix_vector(a, b, c, x, y) {
        let (rows, cols) = a.extent();
        for i in 0..rows {
            let mut sum = 0.0;
            for j in 0..cols {
                sum += a.at(i, j) * x[j];
            }
            y[i] = sum;
        }
    }
    outer_product(a, b, c, x, y) {
        let (rows, cols) = c.extent();
        for i in 0..rows {
            for j in 0..cols {
                *c.at_mut(i, j) += x[i] * x[j];
            }
        }
    }
    count_positive(a, b, c, x, y) {
        let (rows, cols) = a.extent();
        let mut count = 0u32;
        for i in 0..rows {
            for j in 0..cols {
                count += u32::from(a.at(i, j) > 0.0);
            }
        }
        y[0] = count as f32;
    }
}

/// Which cells of the table are measured, and how long.
struct Contest<'a> {
    effort: Effort,
    /// What the names of layout and kernel have to contain, all of it.
    filter: &'a [String],
}

impl Contest<'_> {
    fn asks(&self, layout: &str, kernel: &str) -> bool {
        let cell = format!("{layout} {kernel}");
        self.filter.iter().all(|part| cell.contains(part.as_str()))
    }

    /// Prints the row of one layout; by hand with the extent and the offsets given, from the same values.
    fn row<L: Matrix, V: Copy>(
        &self,
        name: &str,
        layout: L,
        values: V,
        extent: impl Fn(V) -> (usize, usize) + Copy,
        offset: impl Fn(V, usize, usize) -> usize + Copy,
    ) {
        if !KERNELS.iter().any(|kernel| self.asks(name, kernel)) {
            return;
        }
        let len = layout.checked_cosize().expect("the offsets fit in a machine word");
        // both write to the same place: where it lies beside what is read decides about as much as what is measured
        let mut arena = Arena::new(3, len, |i| (i % 13) as f32 - 6.0);
        let (a, mut rest) = arena.buffers();
        let mut next = || rest.next().expect("the arena has a buffer for each matrix");
        let (b, c) = (&*next(), next());
        let (x, y) = (&[1.0; N], &mut [1.0; N]);
        let view = |slice| View::new(slice, layout).expect("the buffer holds the layout");
        let hand = |slice| Hand { slice, values, extent, offset };
        print!("{name:<16}");
        for (number, kernel) in KERNELS.iter().enumerate() {
            if !self.asks(name, kernel) {
                print!(" {:>14}", "-");
                continue;
            }
            let times = medians_of_made(self.effort, 2, &mut |contender, time| {
                let (c, y) = (&mut *c, &mut *y);
                if contender == 0 {
                    let c = ViewMut::new(c, layout).expect("the buffer holds the layout");
                    On { a: view(a), b: view(b), c, x, y }.time(number, time);
                } else {
                    let c = Hand { slice: c, values, extent, offset };
                    On { a: hand(a), b: hand(b), c, x, y }.time(number, time);
                }
            });
            print!(" {:>14.2}", times[0] / times[1]);
        }
        println!();
    }
}

/// The table, or the cells of it in whose layout and kernel all parts of the filter occur.
pub(crate) fn report(effort: Effort, filter: &[String]) {
    print!("{:<16}", "time / by hand");
    for kernel in KERNELS {
        print!(" {kernel:>14}");
    }
    println!();
    let contest = Contest { effort, filter };
    let (n, one) = (black_box(N), black_box(1));
    let padded = n + 8;
    contest.row("static rows", layout!((272, 272):(272, 1)), (), |()| (N, N), |(), i, j| i * N + j);
    contest.row("mixed rows", layout!((n, 272):(272, 1)), n, |n| (n, N), |_, i, j| i * N + j);
    contest.row("dynamic rows", row_major((n, n)), n, |n| (n, n), |n, i, j| i * n + j);
    contest.row(
        "padded rows",
        layout!((n, n):(padded, 1)),
        (n, padded),
        |(n, _)| (n, n),
        |(_, padded), i, j| i * padded + j,
    );
    contest.row(
        "dynamic strides",
        layout!((n, n):(n, one)),
        (n, one),
        |(n, _)| (n, n),
        |(n, one), i, j| i * n + j * one,
    );
    contest.row(
        "static zN",
        layout!(((16, 17), (8, 34)):((8, 128), (1, 2176))),
        (),
        |()| (N, N),
        |(), i, j| i % 16 * 8 + i / 16 * 128 + j % 8 + j / 8 * 2176,
    );
    contest.row(
        "dynamic zN",
        make_layout::<zN, f32>(n, n),
        (n, 8 * n.next_multiple_of(16)),
        |(n, _)| (n, n),
        |(_, column), i, j| i % 16 * 8 + i / 16 * 128 + j % 8 + j / 8 * column,
    );
    contest.row(
        "swizzled rows",
        Swizzle::<3, 2, 3>::new().compose(layout!((272, 272):(272, 1))),
        (),
        |()| (N, N),
        |(), i, j| {
            let sum = i * N + j;
            sum ^ (sum >> 3 & 0b11100)
        },
    );
    contest.row(
        "XLA tiles",
        xla!(f32[272,272]{1,0:T(8,128)}),
        (),
        |()| (N, N),
        |(), i, j| (i / 8 * N.div_ceil(128) + j / 128) * 1024 + i % 8 * 128 + j % 128,
    );
}
