//! Accesses of many threads, traversals, boxes, and what frees accesses of conflicts.
use crate::{printed, prints, refused, tilework};

#[test]
fn analyze_names_who_collides() {
    prints(
        &["analyze", "(8,64):(64,1)", "--element", "f16", "--access", "((2,4),2):((4@0,2@1),1@1)"],
        "
threads         8, 4 bytes each
widest vector   4 bytes (elements: 2), of a base aligned to 16 bytes
thread strides  512 bytes x4, -508 bytes x3
contiguous      1 of 8 threads
footprint       32 bytes
sectors         2 of 32 bytes
lines           2 of 64 bytes
lines           2 of 128 bytes
bank conflicts  2-way
wavefronts      2, at least 1
  phase 0, bank 0: threads 0 | 1
  phase 0, bank 1: threads 2 | 3
  phase 0, bank 2: threads 4 | 5
  phase 0, bank 3: threads 6 | 7
",
    );
}

#[test]
fn swizzles_and_padding_are_free_of_conflicts() {
    for (layout, access) in
        [("Sw<5,0,5> o (32,32):(32,1)", "32:1"), ("(32,32):(33,1)", "32:1@0"), ("(32,32):(F33,F1)", "32:1")]
    {
        let text = printed(&tilework(&["analyze", layout, "--access", access]));
        assert!(text.ends_with("bank conflicts  1-way\nwavefronts      1, at least 1\n"), "{text}");
    }
}

#[test]
fn values_that_do_not_follow_each_other_are_taken_in_vectors() {
    // the fragment of a matrix instruction: two pairs of halves a thread, 8 rows apart
    let fragment = "((4,8),(2,2)):((2@1,1@0),(1@1,8@0))";
    let text = printed(&tilework(&["analyze", "(16,64):(64,1)", "--element", "f16", "--access", fragment]));
    assert!(text.starts_with("threads         32, 4 bytes each, 2 times\nwidest vector   4 bytes"), "{text}");
    assert!(text.contains("bank conflicts  8-way\nwavefronts      16, at least 2\n"), "{text}");
    assert!(
        text.contains("\n  step 0, phase 0, bank 0: threads 0 | 4 | 8 | 12 | 16 | 20 | 24 | 28\n"),
        "{text}"
    );
}

#[test]
fn a_layout_alone_tells_its_places() {
    prints(
        &["analyze", "(4,2):(1,3)"],
        "
size            8 elements of 32 bits
places          7, from 0 to 6
holes           0
injective       no: (3,0) and (0,1) share offset 3
contiguous      no
bijective       no
",
    );
    prints(
        &["analyze", "(2,3):(3,1)", "--element", "f64"],
        "
size            6 elements of 64 bits
places          6, from 0 to 5
holes           0
injective       yes
contiguous      yes
bijective       yes
cycles          3, the longest of 4; 2 elements stay
parity          odd
",
    );
    let array = printed(&tilework(&["analyze", "bf16[8,256]{1,0:T(8,128)(2,1)}"]));
    assert!(
        array.starts_with("size            2048 elements of 16 bits\nplaces          2048, from 0 to 2047\n")
    );
}

#[test]
fn a_traversal_tells_reuse_and_misses() {
    prints(
        &["analyze", "(16,1024):(1024,1)", "--traversal", "(16,1024):(1,16)"],
        "
traversal (16,1024):(1,16)
steps           16384, 4 bytes each
lines           1024 of 64 bytes, used 16384 times
reuse distances 15 x15360
cache misses    16384 in 64 sets of 8: 1024 first uses, 0 for lack of room, 15360 for lack of ways
worst set       0, with 256 misses
",
    );
}

#[test]
fn a_box_is_copied_or_the_reason_said() {
    let matrix = ["analyze", "(4096,1024):(1024,1)", "--element", "f16", "--box-swizzle", "128", "--box"];
    prints(&[&matrix[..], &["64,64"]].concat(), "box 64,64\nbox copy        yes: 2 dimensions, 8192 bytes\n");
    prints(
        &[&matrix[..], &["64,128"]].concat(),
        "
box 64,128
box copy        no: the innermost elements of the box are 256 bytes, and the swizzle takes at most 128
",
    );
}

#[test]
fn what_frees_accesses_of_conflicts_is_a_layout_to_paste() {
    let stage = ["analyze", "(32,32):(32,1)", "--access", "32:32", "--access", "32:1"];
    let text = printed(&tilework(&[&stage[..], &["--find-swizzle", "--find-skew"]].concat()));
    let (_, found) = text.split_once("\nsmallest swizzle\n").unwrap();
    assert_eq!(
        found,
        "\
before          33 wavefronts, at least 2 for the bytes
swizzle         Sw<5,0,5> o 0 o (32,32):(32,1)
after           2 wavefronts
over F2         (32,32):(F33,F1)
XORs            5, no exchange of bits has fewer

least skew
before          33 wavefronts, at least 2 for the bytes
padding         (32,32):(33,1)
free places     1 after every 32, 31 in all
after           2 wavefronts
rotation        p/32*32 + (p + p/32*1) mod 32, of a place p
                rows of 32 turned by 1 more each
"
    );
    // rows of 48 halves, read by pairs
    let pairs = ["analyze", "(48,48):(48,1)", "--element", "f16", "--access", "(32,2):(1,48)"];
    let text = printed(&tilework(&[&pairs[..], &["--find-swizzle", "--find-skew"]].concat()));
    assert!(
        text.contains("\npadding         (48,48):(50,1)\nfree places     2 after every 48, 94 in all\n"),
        "{text}"
    );
    assert!(
        text.contains("\nrotation        no rotation is free of conflicts: the words need 1 turns"),
        "{text}"
    );
    assert!(text.contains("\nover F2         search: 2304 places: bits of at most 4096 pieces"), "{text}");
}

#[test]
fn analyses_are_json_too() {
    let arguments =
        ["analyze", "(32,32):(32,1)", "--json", "--access", "32:1", "--find-skew", "--box", "8,8"];
    let text = printed(&tilework(&[&arguments[..], &["--traversal", "1024:1"]].concat()));
    let value: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(value["accesses"][0]["bank_conflicts"], 32);
    assert_eq!(value["accesses"][0]["sectors_of_32"], 32);
    assert_eq!(value["accesses"][0]["collisions"][0]["words"][31][0], 31);
    assert_eq!(value["skew"]["padding"], "(32,32):(33,1)");
    assert_eq!((&value["box"]["box_copy"], &value["box"]["box_bytes"]), (&true.into(), &256.into()));
    assert_eq!((&value["traversal"]["cold"], &value["traversal"]["conflict"]), (&64.into(), &0.into()));
    let alone = printed(&tilework(&["analyze", "(8,8):(8,1)", "--json"]));
    let value: serde_json::Value = serde_json::from_str(&alone).unwrap();
    assert_eq!((&value["bijective"], &value["cycles"]), (&true.into(), &36.into()));
}

#[test]
fn what_is_no_access_is_refused() {
    let cases: [(&[&str], &str); 8] = [
        (&["8:1", "--access", "9:1", "--banks", "0x4"], "--banks 0x4: banks are written 32x4, banks x bytes"),
        (&["8:1", "--access", "8:1", "--group", "129"], "--group 129: 1 to 128 threads are served together"),
        (&["8:1", "--access", "9:1"], "access 9:1: offset: coordinate 8 is outside the size 8"),
        (
            &["8:1", "--access", "8:1", "--element", "4"],
            "access 8:1: 1 elements of 4 bits are no whole bytes",
        ),
        (
            &["(8,4):(4,1)", "--access", "(8,4):(4,1)"],
            "access (8,4):(4,1): value 1 of thread 0 is at 4: it does not follow the one before it",
        ),
        (
            &["8:1", "--traversal", "8:1", "--cache", "64x8"],
            "--cache 64x8: a cache is written 64x8x64, sets x ways x bytes of a line",
        ),
        (&["8:1", "--box", "8", "--box-swizzle", "16"], "--box-swizzle 16: none, 32, 64 or 128"),
        (&["(8,8):(8,1)", "--box", "8"], "box: 1 extents for a layout of rank 2"),
    ];
    for (arguments, message) in cases {
        refused(&tilework(&[&["analyze"], arguments].concat()), 2, &format!("error: {message}"));
    }
}
