//! `tilework explore`.
use super::tilework;

#[test]
fn operands_are_seen_by_who_holds_them() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("explorer.html");
    let explore = |name| tilework(&["explore", name, "--output", file.to_str().unwrap()]);
    if explore("mma.m16n8k16.f16.A").status.success() {
        let page = std::fs::read_to_string(&file).unwrap();
        assert!(page.contains("data-address=\"layout=mma%2Em16n8k16%2Ef16%2EA&amp;color=thread\""));
        let said = String::from_utf8(explore("mma.m16n8k16.f16").stderr).unwrap();
        assert!(said.contains("which operand of mma.m16n8k16.f16?"), "{said}");
    }
}

#[test]
fn the_page_is_written_or_it_is_said_how_to_build_it() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("explorer.html");
    let written = tilework(&["explore", "Sw<2,0,3> o (8,8):(8,1)", "--output", file.to_str().unwrap()]);
    let said = String::from_utf8_lossy(&written.stderr);
    if written.status.success() {
        let page = std::fs::read_to_string(&file).unwrap();
        assert!(page.contains("data-address=\"layout=Sw%3C2,0,3%3E%20o%20(8,8):(8,1)\""));
    } else {
        assert!(said.contains("python3 explorer/build.py FILE"), "{said}");
        assert!(!file.exists());
    }
}
