//! Accesses of many threads.
use crate::{prints, refused, tilework};

#[test]
fn analyze_names_who_collides() {
    prints(
        &["analyze", "(8,64):(64,1)", "--element", "f16", "--access", "((2,4),2):((4@0,2@1),1@1)"],
        "
threads         8, 4 bytes each
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
    for (layout, access) in [("Sw<5,0,5> o (32,32):(32,1)", "32:1"), ("(32,32):(33,1)", "32:1@0")] {
        prints(
            &["analyze", layout, "--access", access],
            "
threads         32, 4 bytes each
footprint       128 bytes
sectors         32 of 32 bytes
lines           32 of 64 bytes
lines           32 of 128 bytes
bank conflicts  1-way
wavefronts      1, at least 1
",
        );
    }
}

#[test]
fn what_is_no_access_is_refused() {
    let cases: [(&[&str], &str); 4] = [
        (&["8:1", "--access", "9:1", "--banks", "0x4"], "--banks 0x4: banks are written 32x4, banks x bytes"),
        (&["8:1", "--access", "8:1", "--group", "129"], "--group 129: 1 to 128 threads are served together"),
        (&["8:1", "--access", "9:1"], "offset: coordinate 8 is outside the size 8"),
        (&["8:1", "--access", "8:1", "--element", "4"], "access: 1 elements of 4 bits are no whole bytes"),
    ];
    for (arguments, message) in cases {
        refused(&tilework(&[&["analyze"], arguments].concat()), 2, &format!("error: {message}"));
    }
}
