//! `tilework humanize`: what it makes of messages of rustc 1.95.

use crate::{printed, with_input};

#[test]
fn messages() {
    let said = "\
error[E0308]: mismatched types
 --> wrong.rs:4:37
  |
4 |     let _: Layout!((4, 2):(1, 4)) = layout!((4, 2):(2, 1));
  |            ----------------------   ^^^^^^^^^^^^^^^^^^^^^^ expected `UTerm`, found `UInt<UTerm, B1>`
  |            |
  |            expected due to this
  |
  = note: expected struct `tilework::layout::Layout<_, (tilework::int::Int<UInt<UTerm, B1>>, tilework::int::Int<UInt<UInt<UInt<UTerm, B1>, B0>, B0>>)>`
             found struct `tilework::layout::Layout<_, (tilework::int::Int<UInt<UInt<UTerm, B1>, B0>>, tilework::int::Int<UInt<UTerm, B1>>)>`

error[E0277]: coordinate of rank 2 in a mode that is one integer: it needs an integer there
  --> wrong.rs:5:36
   |
 5 |     let _ = layout!((4, 2):(1, 4)).offset((1, (0, 1)));
   |                                    ^^^^^^ a tuple of rank 2 in a mode that is one integer
   |
   = help: the trait `tilework::layout::TupleInInteger<2, tilework::tuple::list::Cons<usize, tilework::tuple::list::Cons<usize, tilework::tuple::list::Nil>>, tilework::tuple::list::Leaf<tilework::int::Int<UInt<UInt<UTerm, B1>, B0>>>, tilework::tuple::list::Leaf<tilework::int::Int<UInt<UInt<UInt<UTerm, B1>, B0>, B0>>>>` is not implemented for `tilework::layout::Fit`
   = note: required for `Arity<2>` to implement `FitsIn<One, Cons<usize, Cons<usize, Nil>>, Leaf<Int<...>>, ...>`
";
    let expected = "\
error[E0308]: mismatched types
 --> wrong.rs:4:37
  |
4 |     let _: Layout!((4, 2):(1, 4)) = layout!((4, 2):(2, 1));
  |            ----------------------   ^^^^^^^^^^^^^^^^^^^^^^ expected `0`, found `1`
  |            |
  |            expected due to this
  |
  = note: expected struct `_:(_1,_4)`
             found struct `_:(_2,_1)`

error[E0277]: coordinate of rank 2 in a mode that is one integer: it needs an integer there
  --> wrong.rs:5:36
   |
 5 |     let _ = layout!((4, 2):(1, 4)).offset((1, (0, 1)));
   |                                    ^^^^^^ a tuple of rank 2 in a mode that is one integer
   |
   = help: the trait `tilework::layout::TupleInInteger<2, (usize, usize), _2, _4>` is not implemented for `tilework::layout::Fit`
   = note: required for `Arity<2>` to implement `FitsIn<One, (usize, usize), Leaf<Int<...>>, ...>`
";
    assert_eq!(printed(&with_input(&["humanize"], said.as_bytes())), expected);
}

/// What rustc wrote into a file is shown; no other file is.
#[test]
fn names_that_are_in_files() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        format!("   = note: the full name for the type has been written to '{}'\n", path.display())
    };
    let name = "tilework::layout::Layout<(tilework::int::Int<UInt<UInt<UTerm, B1>, B0>>, usize), (tilework::int::Int<UInt<UTerm, B1>>, usize)>";
    let note = file("user-1.long-type-7.txt", name);
    let expected = format!("{note}          it is `(_2,usize):(_1,usize)`\n");
    assert_eq!(printed(&with_input(&["humanize"], note.as_bytes())), expected);
    for other in [
        file("secret.txt", name),
        file("a.long-type-1.rs", name),
        file("b.long-type-1.txt", &"x".repeat(70_000)),
        note.replace("long-type-7", "long-type-8"),
    ] {
        assert_eq!(printed(&with_input(&["humanize"], other.as_bytes())), other);
    }
}

#[test]
fn messages_in_colour() {
    let said = "
\x1b[1m\x1b[94m4\x1b[0m \x1b[1m\x1b[94m|\x1b[0m     let _: Int<UInt<UTerm, B1>> = layout!((4, 2):(2, 1));
  \x1b[1m\x1b[94m|\x1b[0m            \x1b[1m\x1b[91m^^^^^^^^^^^^^^^^^^^^\x1b[0m \x1b[1m\x1b[91mexpected `UTerm`, found `UInt<UTerm, B1>`\x1b[0m
  \x1b[1m\x1b[94m= \x1b[0m\x1b[1mnote\x1b[0m: expected struct `tilework::layout::Layout<_, (tilework::int::Int<UInt<UTerm, \x1b[1m\x1b[35mB1\x1b[0m>>, tilework::int::Int<UInt<\x1b[1m\x1b[35mUInt<UInt<UTerm, B1>, B0>\x1b[0m, \x1b[1m\x1b[35mB0\x1b[0m>>)>`
             found struct `tilework::layout::Layout<_, (tilework::int::Int<UInt<\x1b[1m\x1b[35mUInt\x1b[0m\x1b[1m\x1b[35m<\x1b[0mUTerm, \x1b[1m\x1b[35mB1\x1b[0m\x1b[1m\x1b[35m>\x1b[0m, \x1b[1m\x1b[35mB0\x1b[0m>>, tilework::int::Int<UInt<\x1b[1m\x1b[35mUTerm\x1b[0m, \x1b[1m\x1b[35mB1\x1b[0m>>)>`
";
    let expected = "
\x1b[1m\x1b[94m4\x1b[0m \x1b[1m\x1b[94m|\x1b[0m     let _: Int<UInt<UTerm, B1>> = layout!((4, 2):(2, 1));
  \x1b[1m\x1b[94m|\x1b[0m            \x1b[1m\x1b[91m^^^^^^^^^^^^^^^^^^^^\x1b[0m \x1b[1m\x1b[91mexpected `0`, found `1`\x1b[0m
  \x1b[1m\x1b[94m= \x1b[0m\x1b[1mnote\x1b[0m: expected struct `_:(_\x1b[1m\x1b[35m1\x1b[0m,_\x1b[1m\x1b[35m4\x1b[0m)`
             found struct `_:(_\x1b[1m\x1b[35m\x1b[0m\x1b[1m\x1b[35m2\x1b[0m,_\x1b[1m\x1b[35m1\x1b[0m)`
";
    assert_eq!(printed(&with_input(&["humanize"], said.as_bytes())), expected);
}

#[test]
fn what_is_no_text() {
    let output = with_input(&["humanize"], b"\xff\xfe`UInt<UTerm, B1>`\n\x80");
    assert_eq!(output.stdout, b"\xff\xfe`1`\n\x80");
    assert!(output.status.success());
    assert_eq!(printed(&with_input(&["humanize"], b"")), "");
}
