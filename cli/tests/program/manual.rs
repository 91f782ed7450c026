//! What shells and `man` read of the program.
use super::{fails, tilework};

#[test]
fn shells_learn_every_command() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let output = tilework(&["completions", shell]);
        let script = String::from_utf8(output.stdout).unwrap();
        assert!(output.status.success());
        for word in ["show", "relayout", "completions", "color-by"] {
            assert!(script.contains(word), "{shell} does not know {word}");
        }
    }
    assert_eq!(tilework(&["completions", "csh"]).status.code(), Some(2));
}

#[test]
fn every_command_has_a_page() {
    let program = String::from_utf8(tilework(&["man"]).stdout).unwrap();
    assert!(program.contains(".TH tilework 1") && program.contains("tilework\\-relayout(1)"), "{program}");
    let page = String::from_utf8(tilework(&["man", "relayout"]).stdout).unwrap();
    assert!(page.contains(".TH tilework-relayout 1") && page.contains("\\-\\-verify"), "{page}");
    let refused = tilework(&["man", "sow"]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(String::from_utf8(refused.stderr).unwrap().contains("there is no command `sow`"));
}

#[test]
fn who_wants_a_drawing_is_told_of_show() {
    fails(
        &["draw", "(2,3):(3,1)"],
        2,
        "
error: unrecognized subcommand 'draw'

  tip: a similar subcommand exists: 'show'

Usage: tilework <COMMAND>

For more information, try '--help'.
",
    );
}
