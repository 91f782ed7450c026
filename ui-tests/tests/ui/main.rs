//! What must not compile, and what the compiler says of it.
//!
//! `fail/` has a folder for each topic, with its mistakes in at most two files: what `cargo check` finds
//! (`structure.rs`), and what only `cargo build` finds (`numbers.rs`). Below each mistake stands what is said of it:
//! see [`annotations`]. The programs in `shown/` are those that a new user meets first, with the whole message beside
//! each; the one in `pass/` runs.
//!
//! After a change of wording, `TRYBUILD=overwrite cargo test -p tilework-ui-tests` writes all of it anew: read what
//! changed.

mod annotations;

#[test]
fn mistakes_are_annotated() {
    annotations::check("fail");
}

#[test]
fn whole_messages() {
    let tests = trybuild::TestCases::new();
    // Mistakes in numbers are found while building; without a case that must pass, trybuild only checks.
    tests.pass("pass/*.rs");
    tests.compile_fail("shown/*.rs");
}
