//! Every program in `fail/` must be refused with exactly the message beside it; every program in `pass/` must run.
//!
//! The folders of `fail/` are the floors of the library. After a change of wording, write the messages anew with
//! `TRYBUILD=overwrite cargo test -p tilework-ui-tests` and read what changed.

#[test]
fn ui() {
    let tests = trybuild::TestCases::new();
    // Mistakes in numbers are found while building; without a case that must pass, trybuild only checks.
    tests.pass("pass/*.rs");
    tests.compile_fail("fail/*/*.rs");
}
