//! Layouts as functions of other languages.
use crate::{fails, prints};

#[test]
fn a_format_in_metal() {
    prints(
        &["emit", "zN:f16", "100x50", "--lang", "metal", "--name", "zn"],
        "
#include <metal_stdlib>
using namespace metal;

// zN of 100x50, 16-bit elements, fractals of 16x16: row-major inside, column-major between: \
         ((16,7),(16,4)):((16,256),(1,1792)) of (100,50)
// d0 in [0, 99], d1 in [0, 49]
inline uint zn(uint d0, uint d1) {
    return (d0 << 4) + d1 + (d1 >> 4) * 1776u;
}

// Whether this is inside.
inline bool zn_contains(uint d0, uint d1) {
    return d0 < 100u && d1 < 50u;
}
",
    );
}

#[test]
fn the_way_back_in_opencl() {
    prints(
        &["emit", "aBcd16b of (2,20,3,5)", "--lang", "opencl", "--inverse"],
        "
// aBcd16b of (2,20,3,5)
// place in [0, 959]
static inline void coordinate(uint place, uint *result) {
    result[0] = place / 480u;
    result[1] = (place & 15u) | (((place / 240u) & 1u) << 4);
    result[2] = (place / 80u) % 3u;
    result[3] = (place >> 4) % 5u;
}

// Whether this is inside.
static inline bool coordinate_contains(uint place) {
    if (!(place < 960u)) {
        return false;
    }
    return ((place & 15u) | (((place / 240u) & 1u) << 4)) < 20u;
}
",
    );
}

#[test]
fn symbols_of_a_map_are_arguments() {
    let map = "(d0, d1){rt0} -> (d0 * rt0 + d1), domain: d0 in [0, 99], d1 in [0, 63], rt0 in [64, 128]";
    prints(
        &["emit", map, "--lang", "rust"],
        "
/// (d0, d1){rt0} -> (d0 * rt0 + d1), domain: d0 in [0, 99], d1 in [0, 63], rt0 in [64, 128]
/// d0 in [0, 99], d1 in [0, 63], rt0 in [64, 128]
#[inline]
pub const fn offset(d0: u32, d1: u32, rt0: u32) -> u32 {
    d0 * rt0 + d1
}

/// Whether this is inside.
#[inline]
pub const fn offset_contains(d0: u32, d1: u32, rt0: u32) -> bool {
    d0 < 100 && d1 < 64 && rt0 >= 64 && rt0 < 129
}
",
    );
}

#[test]
fn what_has_no_text() {
    fails(
        &["emit", "(65537,65536):(65536,1)", "--lang", "wgsl"],
        1,
        "
layout    (65537,65536):(65536,1)
refused   values from 0 to 4294967296 do not fit in u32, and WGSL has nothing wider",
    );
    fails(
        &["emit", "(2,2):(1,1)", "--lang", "c", "--inverse"],
        1,
        "
layout    (2,2):(1,1)
refused   map.inverse: not injective: (0, 1) and (1, 0) both give (1)",
    );
    fails(
        &["emit", "(4,4):(4,1)", "--lang", "rust", "--name", "fn"],
        2,
        "error: `fn` cannot be a name in Rust: the language keeps this word for itself",
    );
}
