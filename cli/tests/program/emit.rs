//! Layouts as functions of other languages.
use crate::{fails, printed, prints, tilework};

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

#[test]
fn a_relayout_in_opencl() {
    let relayout =
        |from, to| ["emit", "relayout", from, to, "--type", "f32", "--lang", "opencl", "--name", "turn"];
    prints(
        &relayout("(8,4):(4,1)", "(8,4):(1,8)"),
        "
// Where an item of a block is read, in 4 bytes.
static inline uint turn_from(uint block, uint item) {
    (void)block;
    return ((item & 7u) << 2) | (item >> 3);
}

// Where an item of a block is written, in 4 bytes.
static inline uint turn_to(uint block, uint item) {
    (void)block;
    return item;
}

// from: (8,4):(4,1): 4 bytes at once, 4 sectors a block, 4 at least
// to: (8,4):(1,8): 4 bytes at once, 4 sectors a block, 4 at least
// grid 1 x 1, block 32
// no stage: threads that write neighbours read no more sectors than those that read neighbours
__kernel __attribute__((reqd_work_group_size(32, 1, 1)))
void turn(__global const uint *restrict source, __global uint *restrict destination) {
    const uint block = get_group_id(0);
    {
        const uint item = (uint)get_local_id(0);
        const uint value = source[turn_from(block, item)];
        destination[turn_to(block, item)] = value;
    }
}
",
    );
    let upside_down = printed(&tilework(&relayout("(8,4):(-4,1)", "(8,4):(1,8)")));
    assert!(upside_down.contains("// from: (8,4):(-4,1) from element 28 on: 4 bytes"), "{upside_down}");
    let staged = printed(&tilework(&relayout("(64,64):(64,1)", "(64,64):(1,64)")));
    assert!(staged.contains(" in units of 4 bytes: free of conflicts\n"), "{staged}");
    assert!(staged.contains("    barrier(CLK_LOCAL_MEM_FENCE);\n"), "{staged}");
}

#[test]
fn how_a_relayout_is_started() {
    let from = "bf16[100,200]{1,0:T(8,128)(2,1)}";
    let text = printed(&tilework(&[
        "emit",
        "relayout",
        from,
        "(100,200):(200,1)",
        "--type",
        "bf16",
        "--lang",
        "hip",
        "--json",
    ]));
    let answer: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(answer["grid"], serde_json::json!([13, 1, 1]));
    assert_eq!(answer["block"], serde_json::json!([256, 1, 1]));
    assert_eq!(answer["stage"], "swizzled by Sw<2,1,5>");
    // rows of 400 bytes do not begin with a sector
    for (side, sectors, least) in [("source", 100, 100), ("destination", 108, 104)] {
        assert_eq!(answer[side]["sectors"], sectors);
        assert_eq!(answer[side]["least_sectors"], least);
        assert_eq!(answer[side]["stage_ways"], 1);
    }
    assert!(answer["text"].as_str().unwrap().starts_with("#include <hip/hip_runtime.h>\n"));
}

#[test]
fn what_is_no_relayout() {
    let relayout = |from, to, lang| ["emit", "relayout", from, to, "--type", "u8", "--lang", lang];
    fails(
        &relayout("(4,4):(4,1)", "(4,4):(F1,F1)", "cuda"),
        1,
        "
from    (4,4):(4,1)
to      (4,4):(F1,F1)
refused   relayout: several coordinates of the destination (4,4):(F1,F1) have one place",
    );
    fails(
        &relayout("(5,3):(3,1)", "(5,3):(1,5)", "wgsl"),
        1,
        "
from    (5,3):(3,1)
to      (5,3):(1,5)
refused   relayout: WGSL stores 4 bytes at least, and of the source no more than 1 lie together, aligned and with all of them inside",
    );
}

#[test]
fn names_are_arguments() {
    let rows = |param: [&'static str; 2]| {
        ["emit", "(m,32):(ld,1)", "--param", param[0], "--param", param[1], "--lang", "cuda"]
    };
    prints(
        &rows(["m=1..1024", "ld=32..4096"]),
        "
// (m,32):(ld,1)
// d0 in [0, 1023], d1 in [0, 31], m in [1, 1024], ld in [32, 4096]
__host__ __device__ inline unsigned int offset(unsigned int d0, unsigned int d1, unsigned int m, unsigned int ld) {
    (void)m;
    return d0 * ld + d1;
}

// Whether this is inside.
__host__ __device__ inline bool offset_contains(unsigned int d0, unsigned int d1, unsigned int m, unsigned int ld) {
    if (!(d0 < 1024u && d1 < 32u && m >= 1u && m < 1025u && ld >= 32u && ld < 4097u)) {
        return false;
    }
    return d0 < m;
}
",
    );
    fails(
        &["emit", "(m,32):(ld,1)", "--param", "m=1..1024", "--lang", "cuda"],
        2,
        "error: say in which bounds ld is: --param ld=1..1024",
    );
    fails(
        &["emit", "(m,32):(ld,1)", "--lang", "cuda"],
        2,
        "error: say in which bounds m is: --param m=1..1024",
    );
    fails(&rows(["m=1..9", "n=1..2"]), 2, "error: n is no parameter of (m,32):(ld,1)");
    fails(&rows(["m=1..9", "m=1..9"]), 2, "error: --param says twice what m is");
    fails(
        &["emit", "(m,32:(32,1)", "--param", "m=1..9", "--lang", "cuda"],
        2,
        "
error: this is no layout
  |
  | (m,32:(32,1)
  |      ^ expected `,` or `)`, found `:`",
    );
}
