//! Any bytes as a request: there is one answer, on one line, and no bug was caught.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|request: &[u8]| {
    let answer = tilework_cli::answer_request(request);
    assert!(!answer.contains('\n') && !answer.contains("\"kind\":\"internal\""), "{answer}");
});
