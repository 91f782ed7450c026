//! Writes a function of the elements of some tensors to the same coordinate of another.

use super::nest::{Body, Nest};
use super::relayout::{MOST_SOURCES, staged};
use super::sources::{ReadAt, SumsOf, in_rows};
use super::walked::{Sums, Walked};
use crate::int::greatest_common_divisor;
use crate::layout::Mapping;
use crate::tensor::ViewMut;
use core::marker::PhantomData;
use core::mem::MaybeUninit;
use core::ops::ControlFlow;
use core::slice;

/// Elements up to this many bytes go through registers; larger ones from place to place, because a stack has no room
/// for them.
pub(super) const IN_REGISTERS: usize = 64;

/// Writes `f` of the elements that are read to the same coordinate of `dst`.
///
/// # Safety
/// The layouts have the extents of `dst`, and the reader reads tensors of these layouts: none that `dst` writes,
/// unless it is `dst` itself, in its own layout.
#[inline(always)]
pub(super) unsafe fn write_elements<R: ReadAt, U: Copy, D: Mapping>(
    (reader, layouts): (R, R::Layouts),
    dst: &mut ViewMut<'_, U, D>,
    mut f: impl FnMut(R::Elements) -> U,
) {
    let nest = Nest::new(layouts, dst.layout());
    let strides = nest.run_strides();
    // neighbours of the destination that are none in a source; and vectors move no larger elements faster than this
    if R::VIEWS <= MOST_SOURCES
        && R::LARGEST <= 8
        && (strides.1 == 1 && strides.0.leap())
        && (R::LARGEST <= 2 || !nest.is_unrolled())
        && R::are_numbers()
    {
        // SAFETY: as the caller says, and the elements that are read are numbers.
        if unsafe { write_staged((reader, layouts), dst, &mut f) } {
            return;
        }
    }
    let dst = dst.origin().as_ptr();
    nest.for_each(Writes::<R, U, D, _> { reader, dst, strides, kinds: PhantomData }, &mut f);
}

/// As [`write_elements`], with the sources brought into the order of the destination before, block by block: whether
/// that pays, and was done.
///
/// # Safety
/// As of [`write_elements`]; and the elements that are read are numbers.
#[inline(never)]
unsafe fn write_staged<R: ReadAt, U: Copy, D: Mapping>(
    (reader, layouts): (R, R::Layouts),
    dst: &mut ViewMut<'_, U, D>,
    f: &mut impl FnMut(R::Elements) -> U,
) -> bool {
    let fewest = if R::VIEWS > 1 && R::LARGEST > 4 {
        FEWEST_FAR
    } else if D::ROW > 0 {
        FEWEST_PLACED
    } else {
        FEWEST
    };
    if dst.layout().len().saturating_mul(R::LARGEST) < fewest {
        return false;
    }
    let Some(radix) = dst.layout().sum_radix() else { return false };
    let mut sources = [const { None }; MOST_SOURCES];
    let mut places = sources.iter_mut();
    let add = &mut |source| places.next().map_or((), |place| *place = Some(source));
    if reader.staged(&layouts, add).is_none() {
        return false;
    }
    let (to, bias) = (dst.origin().as_ptr(), dst.layout().bias());
    // SAFETY: the elements of the sources may be read, and are numbers. What is read of the buffers was written there,
    // and the runs are of elements of the destination, which is mutably borrowed.
    unsafe {
        staged(&sources, &radix, &mut |runs| {
            let reader = R::buffers(&mut runs.buffers.into_iter());
            for run in 0..runs.count.cast_signed() {
                let src = SumsOf::<R::Buffers>::ZERO.plus(Sums::ONE, runs.at.0 + run * runs.steps.0);
                let sum = bias + runs.at.1 + run * runs.steps.1;
                if D::ROW == 0 {
                    let dst = slice::from_raw_parts_mut(to.offset(sum).cast(), runs.len);
                    write_run::<R::Buffers, U>(reader, src, dst, f);
                } else {
                    let body =
                        Writes::<_, U, D, _> { reader, dst: to, strides: (Sums::ONE, 1), kinds: PhantomData };
                    body.run(f, (src, sum), runs.len);
                }
            }
            ControlFlow::Continue(())
        })
    }
}

/// Writes `f` of the elements in buffers from a place on.
///
/// A function of its own: the compiler takes it from the kind of `dst` that nothing else is in its place, and makes
/// vectors of the loop.
///
/// # Safety
/// The buffers have as many elements from there on.
#[inline(never)]
unsafe fn write_run<R: ReadAt, U>(
    reader: R,
    src: SumsOf<R>,
    dst: &mut [MaybeUninit<U>],
    f: &mut impl FnMut(R::Elements) -> U,
) {
    for (i, element) in dst.iter_mut().enumerate() {
        // SAFETY: as the caller says.
        element.write(f(unsafe { reader.read(src.plus(Sums::ONE, i.cast_signed())) }));
    }
}

/// The fewest bytes of a source for which blocks are worth it.
const FEWEST: usize = 1 << 13;

/// Likewise, where runs of the destination are placed in rows of a few elements.
const FEWEST_PLACED: usize = 1 << 16;

/// Likewise, of several sources of which one has 8-byte elements: these pay where they are far.
const FEWEST_FAR: usize = 1 << 20;

/// The elementwise body: `dst = f(sources)` along a run.
struct Writes<R: ReadAt, U, D, F> {
    reader: R,
    dst: *mut U,
    strides: (SumsOf<R>, isize),
    kinds: PhantomData<(D, F)>,
}

impl<R: ReadAt, U, D, F> Clone for Writes<R, U, D, F> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<R: ReadAt, U, D, F> Copy for Writes<R, U, D, F> {}

/// Elements of a run that are read before the first is written: so they move through registers, and the compiler
/// makes vectors of them. Of fewer than 64 it makes single moves, if they are not neighbours: the loop is unrolled
/// before vectors are looked for.
const BATCH: usize = 64;

impl<R: ReadAt, U: Copy, D: Mapping, F: FnMut(R::Elements) -> U> Writes<R, U, D, F> {
    /// How many elements all layouts place in a row, from multiples of this number on; 0 where all are.
    ///
    /// It divides the rows of all: whoever is at a multiple of it is inside a row of each, and stays there.
    const ROW: usize = greatest_common_divisor(R::ROW, D::ROW);

    /// The elements of a run, at the offsets of the first and the strides of the nest.
    ///
    /// # Safety
    /// These are offsets of elements, in sources and destination.
    #[inline(always)]
    unsafe fn placed(self, f: &mut F, (src, dst): (SumsOf<R>, isize), len: usize) {
        if const { Self::IS_LOOSE } {
            // SAFETY: as the caller says.
            return unsafe {
                match self.strides == (Sums::ONE, 1) {
                    true => self.by_eights(f, (src, dst), (Sums::ONE, 1), len),
                    false => self.by_eights(f, (src, dst), self.strides, len),
                }
            };
        }
        let (src_stride, dst_stride) = self.strides;
        // of several sources there are too many registers to fill; the loop over many becomes one over vectors
        if size_of::<U>() > IN_REGISTERS || R::ARE_SEVERAL && len >= BATCH {
            for i in 0..len.cast_signed() {
                // SAFETY: the caller says that these are the offsets of elements.
                unsafe {
                    let element = f(self.reader.read(src.plus(src_stride, i)));
                    self.dst.offset(dst + i * dst_stride).write(element);
                };
            }
            return;
        }
        let mut done = 0;
        while done < len {
            let batch = BATCH.min(len - done);
            let mut elements = [const { MaybeUninit::<U>::uninit() }; BATCH];
            for (i, element) in elements.iter_mut().enumerate().take(batch) {
                // SAFETY: the caller says that this is the offset of an element.
                element.write(f(unsafe { self.reader.read(src.plus(src_stride, (done + i).cast_signed())) }));
            }
            for (i, element) in elements.iter().enumerate().take(batch) {
                let at = dst + (done + i).cast_signed() * dst_stride;
                // SAFETY: as above for the destination, which is mutably borrowed; element `i` was written just now.
                unsafe { self.dst.offset(at).write(element.assume_init()) };
            }
            done += batch;
        }
    }

    /// Whether the length of a run is no constant, and may be small.
    const IS_LOOSE: bool = {
        let (mut is_loose, mut mode) = (false, 0);
        while mode < D::RANK {
            is_loose |= R::Layouts::LOOSE[mode] || <D as Walked>::LOOSE[mode];
            mode += 1;
        }
        is_loose && size_of::<U>() <= IN_REGISTERS
    };

    /// The elements of a run, eight at a time through registers: a run may have no more, and a loop over batches costs
    /// more than these.
    ///
    /// # Safety
    /// As of [`placed`](Self::placed).
    #[inline(always)]
    unsafe fn by_eights(
        self,
        f: &mut F,
        (src, dst): (SumsOf<R>, isize),
        (src_stride, dst_stride): (SumsOf<R>, isize),
        len: usize,
    ) {
        // SAFETY: the caller says that these are the offsets of elements.
        let mut read = |i: usize| f(unsafe { self.reader.read(src.plus(src_stride, i.cast_signed())) });
        // SAFETY: as above for the destination, which is mutably borrowed.
        let write =
            |i: usize, element| unsafe { self.dst.offset(dst + i.cast_signed() * dst_stride).write(element) };
        let eights = len - len % 8;
        for first in (0..eights).step_by(8) {
            let elements: [U; 8] = core::array::from_fn(|i| read(first + i));
            for (i, element) in elements.into_iter().enumerate() {
                write(first + i, element);
            }
        }
        for i in eights..len {
            write(i, read(i));
        }
    }
}

impl<R: ReadAt, U: Copy, D: Mapping, F: FnMut(R::Elements) -> U> Body<SumsOf<R>> for Writes<R, U, D, F> {
    type State = F;

    #[inline(always)]
    fn run(self, f: &mut F, (src, dst): (SumsOf<R>, isize), len: usize) {
        let (src_stride, dst_stride) = self.strides;
        let mut run = |first: usize, len| {
            let first = first.cast_signed();
            let (src, dst) = (src.plus(src_stride, first), dst + first * dst_stride);
            // SAFETY: the nest passes runs inside the extents of sources and destination, and every offset of a
            // coordinate inside its extent is an element of a view's slice. The offsets are those of such
            // coordinates: `len` is 1, or all layouts place the whole run as it is.
            unsafe { self.placed(f, (R::place(src), D::place(dst)), len) };
        };
        let row = Self::ROW;
        if row == 0 {
            return run(0, len);
        }
        let rows = R::in_rows(src, src_stride, row) && in_rows::<D>(dst, dst_stride, row);
        let whole = if rows && row > 1 { len - len % row } else { 0 };
        for first in (0..whole).step_by(row) {
            run(first, row);
        }
        for first in whole..len {
            run(first, 1);
        }
    }
}
