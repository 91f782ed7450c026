//! What the README says that the program prints.
use super::{printed, program};
use std::path::Path;

/// The blocks of the README that begin with a command: after each `$ tilework`, what it prints. A line `...` stands
/// for any lines.
#[test]
fn the_readme_shows_what_is_printed() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let readme = std::fs::read_to_string(root.join("README.md")).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let mut commands = 0;
    for block in readme.split("\n```").filter_map(|block| block.strip_prefix("text\n$ tilework ")) {
        for session in block.split("\n$ tilework ") {
            let (command, expected) = session.split_once('\n').unwrap_or((session, ""));
            let mut run = program();
            run.current_dir(folder.path());
            for word in words(command) {
                match word.starts_with("examples/") {
                    true => run.arg(root.join(word)),
                    false => run.arg(word),
                };
            }
            assert_shown(command, &printed(&run.output().unwrap()), expected);
            commands += 1;
        }
    }
    assert!(commands >= 10, "only {commands} commands were found");
}

/// The words of a command as a shell splits them: at spaces, but for those within single quotes.
fn words(command: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    for (number, part) in command.split('\'').enumerate() {
        let mut pieces = part.split(' ').map(String::from);
        if number % 2 == 1 {
            words.last_mut().unwrap().push_str(part);
        } else {
            words.last_mut().unwrap().push_str(&pieces.next().unwrap());
            words.extend(pieces);
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

#[track_caller]
fn assert_shown(command: &str, printed: &str, expected: &str) {
    let mut rest = format!("\n{}\n", printed.trim_end());
    let mut may_skip = false;
    for part in expected.trim_end().split("...").map(str::trim_end) {
        if !part.is_empty() {
            let lines = format!("\n{}\n", part.trim_start_matches('\n'));
            let place =
                rest.find(&lines).unwrap_or_else(|| panic!("{command} prints\n{printed}\nnot{lines}"));
            assert!(may_skip || place == 0, "{command} prints lines before{lines}");
            rest.replace_range(..place + lines.len() - 1, "");
        }
        may_skip = true;
    }
    let is_whole = expected.trim_end().ends_with("...") || rest.trim().is_empty();
    assert!(is_whole, "{command} goes on:{rest}");
}
