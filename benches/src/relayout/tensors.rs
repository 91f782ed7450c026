//! Tensors of rank 4 and 6: the orders of images and feature maps, and permutations.

use super::cell::{Cell, Maker};
use super::contest::{Entry, copies, name};
use super::modes::{Mode, Pair};
use tilework::prelude::*;

/// All pairs, in the caches and out of them.
pub(super) fn entries<T: Cell>() -> Vec<Entry<T>> {
    [images::<T>(false), images(true), permutations(false), permutations(true)]
        .into_iter()
        .flatten()
        .collect()
}

/// The element count of a tensor out of the caches, over 2^20.
fn mebi<T>() -> usize {
    64 / size_of::<T>()
}

/// A copy between two layouts.
fn maker<T: Cell, S: Mapping, D: Mapping>(src: S, dst: D) -> Maker<T> {
    Box::new(move |from, to| copies(from, to, (src, dst)))
}

fn flat(strides: &[usize]) -> Vec<Mode> {
    strides.iter().map(|&stride| Mode { leaves: Vec::new(), outer: stride }).collect()
}

/// One entry; the static copy is of the small tensor.
fn entry<T: Cell>(
    names: [&str; 2],
    extents: &[usize],
    [src, dst]: [&[Mode]; 2],
    large: bool,
    [fixed, sized]: [Maker<T>; 2],
) -> Entry<T> {
    Entry {
        name: name::<T>(names, if large { "64MiB" } else { "16Ki" }),
        pair: Pair { extents: extents.to_vec(), src: src.to_vec(), dst: dst.to_vec() },
        large,
        fixed: (!large).then_some(fixed),
        sized: Some(sized),
    }
}

fn images<T: Cell>(large: bool) -> Vec<Entry<T>> {
    let [n, c, h, w] = if large { [mebi::<T>(), 64, 128, 128] } else { [2, 32, 16, 16] };
    let planes = layout!((n, c, h, w):({c * h * w}, {h * w}, w, 1));
    let pixels = layout!((n, c, h, w):({c * h * w}, 1, {w * c}, c));
    let groups = layout!((n, (16, {c / 16}), h, w):({c * h * w}, (1, {h * w * 16}), {w * 16}, 16));
    let static_planes = layout!((2, 32, 16, 16):(8192, 256, 16, 1));
    let static_pixels = layout!((2, 32, 16, 16):(8192, 1, 512, 32));
    let static_groups = layout!((2, (16, 2), 16, 16):(8192, (1, 4096), 256, 16));

    let in_planes = ("NCHW", flat(&[c * h * w, h * w, w, 1]));
    let in_pixels = ("NHWC", flat(&[c * h * w, 1, w * c, c]));
    let mut in_groups = ("NCHW16c", flat(&[c * h * w, h * w * 16, w * 16, 16]));
    in_groups.1[1].leaves.push((16, 1));
    let pair = |(src, from): &(&str, Vec<Mode>), (dst, to): &(&str, Vec<Mode>), makers| {
        entry([src, dst], &[n, c, h, w], [from, to], large, makers)
    };
    vec![
        pair(&in_planes, &in_pixels, [maker(static_planes, static_pixels), maker(planes, pixels)]),
        pair(&in_pixels, &in_planes, [maker(static_pixels, static_planes), maker(pixels, planes)]),
        pair(&in_planes, &in_groups, [maker(static_planes, static_groups), maker(planes, groups)]),
        pair(&in_groups, &in_planes, [maker(static_groups, static_planes), maker(groups, planes)]),
        pair(&in_pixels, &in_groups, [maker(static_pixels, static_groups), maker(pixels, groups)]),
        pair(&in_groups, &in_pixels, [maker(static_groups, static_pixels), maker(groups, pixels)]),
    ]
}

/// A row-major array with its modes in another order, row-major again.
fn permutations<T: Cell>(large: bool) -> Vec<Entry<T>> {
    let [a, b, c, d] = if large { [4 * mebi::<T>(), 64, 64, 64] } else { [8, 16, 8, 16] };
    let four = maker(
        layout!((a, b, c, d):({b * c * d}, {c * d}, d, 1)),
        layout!((a, b, c, d):(c, {a * c}, 1, {b * a * c})),
    );
    let static_four =
        maker(layout!((8, 16, 8, 16):(2048, 128, 16, 1)), layout!((8, 16, 8, 16):(8, 64, 1, 1024)));
    let from_four = flat(&[b * c * d, c * d, d, 1]);
    let to_four = flat(&[c, a * c, 1, b * a * c]);

    let [o, p, q, r, s, t] = if large { [mebi::<T>(), 16, 16, 16, 16, 16] } else { [4, 8, 4, 4, 8, 4] };
    let six = maker(
        layout!((o, p, q, r, s, t):({p * q * r * s * t}, {q * r * s * t}, {r * s * t}, {s * t}, t, 1)),
        layout!((o, p, q, r, s, t):(r, {t * q * o * r}, {o * r}, 1, {p * t * q * o * r}, {q * o * r})),
    );
    let static_six = maker(
        layout!((4, 8, 4, 4, 8, 4):(4096, 512, 128, 32, 4, 1)),
        layout!((4, 8, 4, 4, 8, 4):(4, 256, 16, 1, 2048, 64)),
    );
    let from_six = flat(&[p * q * r * s * t, q * r * s * t, r * s * t, s * t, t, 1]);
    let to_six = flat(&[r, t * q * o * r, o * r, 1, p * t * q * o * r, q * o * r]);
    vec![
        entry(["4-D", "(3,1,0,2)"], &[a, b, c, d], [&from_four, &to_four], large, [static_four, four]),
        entry(["6-D", "(4,1,5,2,0,3)"], &[o, p, q, r, s, t], [&from_six, &to_six], large, [static_six, six]),
    ]
}
