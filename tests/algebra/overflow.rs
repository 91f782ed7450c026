//! Numbers at the edge of a machine word: what a constructor accepts, no operation panics on in a build with overflow
//! checks.

use std::panic::{AssertUnwindSafe, catch_unwind};
use tilework::algebra::{
    coalesce_z, filter, max_alignment, max_common_vector, nullspace, right_inverse, try_complement,
    try_downcast, try_left_inverse, try_make_layout_like, try_recast, try_upcast, try_with_shape,
};
use tilework::layout::{Coordinate, Extent};
use tilework::placed::XorSwizzle;
use tilework::prelude::*;

const EXTENTS: [usize; 8] = [0, 1, 2, 3, 7, 1 << 32, isize::MAX as usize, usize::MAX];
const STRIDES: [isize; 11] =
    [0, 1, 2, 5, 1 << 31, 1 << 61, isize::MAX, -1, -(1 << 61), isize::MIN + 1, isize::MIN];

/// Runs an operation, and tells which one it was if it panics.
fn run<T>(name: &str, layout: &dyn std::fmt::Display, operation: impl FnOnce() -> T) {
    assert!(catch_unwind(AssertUnwindSafe(operation)).is_ok(), "{name} of {layout}");
}

macro_rules! run {
    ($layout:ident: $($operation:expr),* $(,)?) => { $( run(stringify!($operation), &$layout, || $operation); )* };
}

fn functions<S: Shape, D: Stride<S>, E: Extent<S>>(l: Layout<S, D, E>)
where
    usize: Coordinate<S, D>,
{
    let last = l.extents().size().value().wrapping_sub(1);
    run! { l:
        l.cosize(),
        l.offsets().take(4).count(),
        l.coordinates().take(4).count(),
        l.try_offset(last).is_ok(),
        l.try_offset(usize::MAX).is_ok(),
        l.contains(usize::MAX),
        l.is_injective(),
        l.is_exhaustive(),
        l.is_contiguous(),
        Mapping::is_injective(&l),
        l.to_string(),
        l.to_dynamic(),
        View::new(&[(); 4], l).is_ok(),
        View::new(&[0_u8; 4], l).is_ok(),
    }
    swizzled::<1, 0, 1, _, _, _>(l);
    swizzled::<3, 4, -5, _, _, _>(l);
    swizzled::<2, 0, 61, _, _, _>(l);
}

fn swizzled<const B: u32, const M: u32, const SHIFT: i32, S, D, E>(l: Layout<S, D, E>)
where
    S: Shape,
    D: Stride<S>,
    E: Extent<S>,
    usize: Coordinate<S, D>,
    Swizzle<B, M, SHIFT>: XorSwizzle,
{
    for start in [0, 1, 5, 1 << 62, isize::MAX as usize, usize::MAX] {
        let Ok(l) = Swizzle::<B, M, SHIFT>::new().try_compose_at(start, l) else { continue };
        let last = l.extents().size().value().wrapping_sub(1);
        run! { l:
            l.cosize(),
            l.offsets().take(4).count(),
            l.try_offset(last).is_ok(),
            l.try_offset(usize::MAX).is_ok(),
            Mapping::is_injective(&l),
            l.to_string(),
            View::new(&[(); 4], l).is_ok(),
            l.to_dynamic(),
        }
    }
}

/// What a tensor of a few elements does.
fn tensors<L: Mapping>(l: L) {
    for len in [0, 1, 16] {
        let (source, mut bytes) = (vec![1_u8; len], vec![0_u8; len]);
        if let (Ok(src), Ok(mut view)) = (View::new(&source, l), ViewMut::new(&mut bytes, l)) {
            run! { l:
                view.get(0).is_some(),
                view.get(usize::MAX).is_some(),
                fill(&mut view, 0),
                copy(&src, &mut view),
            }
        }
    }
    let elements = [(); 16];
    run("a view of nothing", &l, || View::new(&elements, l).is_ok());
}

/// What a matrix of a few elements does.
fn matrices<L: Matrix>(l: L) {
    tensors(l);
    let bytes = [0_u8; 16];
    if let Ok(view) = View::new(&bytes, l) {
        for (tile, place) in [((1, 1), (0, 0)), ((2, 3), (usize::MAX, 0)), ((usize::MAX, 1), (0, 1))] {
            run("tile", &l, || view.tile(tile, place));
        }
    }
}

fn algebra<S: Shape, D: Stride<S>>(l: Layout<S, D>)
where
    usize: Coordinate<S, D>,
{
    run! { l:
        coalesce(l),
        coalesce_z(l),
        filter(l),
        right_inverse(l),
        try_left_inverse(l).is_ok(),
        nullspace(l),
        max_common_vector(l, l),
        max_alignment(l),
        try_make_layout_like(l).is_ok(),
    }
    for n in [0, 1, 2, 3, 1 << 61, isize::MAX as usize, usize::MAX] {
        run! { l:
            try_complement(l, n).is_ok(),
            try_upcast(l, n).is_ok(),
            try_downcast(l, n).is_ok(),
            try_recast(l, n, 8).is_ok(),
            try_recast(l, 6, n).is_ok(),
            try_with_shape(l, n).is_ok(),
        }
    }
}

/// Layouts of one and two modes over all pairs of these numbers.
#[test]
fn layouts_at_the_edge_of_a_word() {
    let mut accepted = 0;
    for extent in EXTENTS {
        for stride in STRIDES {
            if let Ok(l) = Layout::try_new((extent,), (Signed(stride),)) {
                accepted += 1;
                functions(l);
                algebra(l);
                tensors(l);
                for start in [1, 5, isize::MAX as usize] {
                    Swizzle::<1, 0, 1>::new().try_compose_at(start, l).map(tensors).unwrap_or_default();
                }
            }
            for other in EXTENTS {
                for step in STRIDES {
                    let (shape, strides) = ((extent, other), (Signed(stride), Signed(step)));
                    if let Ok(l) = Layout::try_new(shape, strides) {
                        accepted += 1;
                        functions(l);
                        algebra(l);
                        matrices(l);
                        for start in [1, 5, isize::MAX as usize] {
                            Swizzle::<1, 0, 1>::new()
                                .try_compose_at(start, l)
                                .map(matrices)
                                .unwrap_or_default();
                        }
                    }
                    for part in [0, 1, extent / 2] {
                        if let Ok(l) = Layout::try_with_extent(shape, strides, (part, other)) {
                            functions(l);
                        }
                    }
                }
            }
        }
    }
    assert!(accepted > 1000, "{accepted}");
}
