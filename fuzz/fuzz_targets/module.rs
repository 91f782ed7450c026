//! Any text as an HLO module; of those that are one, the text it prints as, and what each instruction reads
//! and where it goes.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tilework::hlo::{Module, Scope, input_to_output, output_to_input};

fuzz_target!(|text: &str| {
    let Ok(module) = Module::parse(text) else { return };
    assert_eq!(Module::parse(&module.to_string()).as_ref(), Ok(&module));
    for computation in &module.computations {
        for number in 0..computation.instructions.len() {
            output_to_input(&module, computation, number, 0, Scope::Extended);
            input_to_output(&module, computation, number, 0, Scope::Extended);
        }
    }
});
