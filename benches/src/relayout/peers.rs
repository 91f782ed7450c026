//! What other libraries make of a pair: nothing, unless built with `--cfg peers`.

use super::cell::Known;
#[cfg(not(peers))]
use super::{cell::Maker, modes::Loop};

impl Known for u8 {}
impl Known for u16 {}
#[cfg(not(peers))]
impl Known for f32 {}
#[cfg(not(peers))]
impl Known for f64 {}

/// `hptt`, `strided-perm` and `ndarray`, on plain loops: the same for all of them, those that continue each other
/// made one.
#[cfg(not(peers))]
pub(super) fn makers<T>(_: &[Loop]) -> [Option<Maker<T>>; 3] {
    [None, None, None]
}

#[cfg(peers)]
pub(super) use built::makers;

#[cfg(peers)]
mod built {
    use super::super::cell::{Cell, Maker};
    use super::super::modes::Loop;
    use super::Known;
    use hptt::MemoryOrder;
    use ndarray::{ArrayView, ArrayViewMut, IxDyn, ShapeBuilder};
    use strided_view::{StridedView, StridedViewMut};
    use threadteam::Exec;

    impl Known for f32 {
        const HPTT: Option<fn(&[usize], &[f32], &[usize], &mut [f32])> = Some(|order, src, shape, dst| {
            hptt::transpose_f32(order, 1.0, src, shape, 0.0, dst, 1, MemoryOrder::RowMajor)
                .expect("a permutation");
        });
    }
    impl Known for f64 {
        const HPTT: Option<fn(&[usize], &[f64], &[usize], &mut [f64])> = Some(|order, src, shape, dst| {
            hptt::transpose_f64(order, 1.0, src, shape, 0.0, dst, 1, MemoryOrder::RowMajor)
                .expect("a permutation");
        });
    }

    pub(in super::super) fn makers<T: Cell>(loops: &[Loop]) -> [Option<Maker<T>>; 3] {
        // the slowest of the destination first
        let mut loops = loops.to_vec();
        loops.reverse();
        if loops.is_empty() {
            return [None, None, None];
        }
        [hptt(&loops), Some(strided_perm(&loops)), Some(ndarray(&loops))]
    }

    /// It takes permutations of compact arrays of floats, and plans anew at every call: there is no plan to keep in its
    /// interface.
    fn hptt<T: Cell>(loops: &[Loop]) -> Option<Maker<T>> {
        let transpose = T::HPTT?;
        let mut by_source: Vec<usize> = (0..loops.len()).collect();
        by_source.sort_by_key(|&number| usize::MAX - loops[number].src);
        let source = by_source.iter().rev().map(|&number| (loops[number].extent, loops[number].src));
        let destination = loops.iter().rev().map(|each| (each.extent, each.dst));
        if !is_compact(source) || !is_compact(destination) {
            return None;
        }
        let shape: Vec<usize> = by_source.iter().map(|&number| loops[number].extent).collect();
        let order: Vec<usize> = (0..loops.len())
            .map(|number| by_source.iter().position(|&other| other == number).expect("a permutation"))
            .collect();
        let len = shape.iter().product();
        Some(Box::new(move |src, dst| {
            let (shape, order) = (shape.clone(), order.clone());
            Box::new(move || transpose(&order, &src[..len], &shape, &mut dst[..len]))
        }))
    }

    /// Whether extents and strides, the fastest first, leave no gaps.
    fn is_compact(mut loops: impl Iterator<Item = (usize, usize)>) -> bool {
        loops.try_fold(1, |next, (extent, stride)| (stride == next).then_some(next * extent)).is_some()
    }

    fn strided_perm<T: Cell>(loops: &[Loop]) -> Maker<T> {
        let dims: Vec<usize> = loops.iter().map(|each| each.extent).collect();
        let from: Vec<isize> = loops.iter().map(|each| each.src.cast_signed()).collect();
        let to: Vec<isize> = loops.iter().map(|each| each.dst.cast_signed()).collect();
        Box::new(move |src, dst| {
            let src = StridedView::<T>::new(src, &dims, &from, 0).expect("the buffer holds the array");
            let mut dst = StridedViewMut::<T>::new(dst, &dims, &to, 0).expect("the buffer holds the array");
            Box::new(move || strided_perm::copy_into(&mut dst, &src, Exec::serial()).expect("one shape"))
        })
    }

    fn ndarray<T: Cell>(loops: &[Loop]) -> Maker<T> {
        let dims: Vec<usize> = loops.iter().map(|each| each.extent).collect();
        let from: Vec<usize> = loops.iter().map(|each| each.src).collect();
        let to: Vec<usize> = loops.iter().map(|each| each.dst).collect();
        Box::new(move |src, dst| {
            let shape = |strides: &[usize]| IxDyn(&dims).strides(IxDyn(strides));
            let src = ArrayView::from_shape(shape(&from), src).expect("the buffer holds the array");
            let mut dst = ArrayViewMut::from_shape(shape(&to), dst).expect("the buffer holds the array");
            Box::new(move || dst.assign(&src))
        })
    }
}
