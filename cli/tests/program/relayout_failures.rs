//! `tilework relayout`: files that are not what they should be, and work that cannot be finished. The old output stays,
//! and nothing is left beside it.

use crate::relayout::{Folder, noise, npy, safetensors};
use crate::{printed, refused};
use serde_json::json;

/// Refuses an input: the message is this, behind its name, and the output is as it was.
#[track_caller]
fn refuses(folder: &Folder, name: &str, file: &[u8], expected: &str) {
    folder.write(name, file);
    folder.write("out", b"old");
    refused(&folder.relayout(&[name, "out", "--to", "C"]), 2, &format!("error: {name}: {expected}"));
    assert_eq!(
        (folder.read("out"), folder.names()),
        (b"old".to_vec(), vec![String::from("in"), "out".into()])
    );
}

/// A header of `.safetensors` in front of so many bytes.
fn with_header(header: &str, bytes: usize) -> Vec<u8> {
    let mut file = (header.len() as u64).to_le_bytes().to_vec();
    file.extend(header.bytes());
    file.extend(noise(bytes));
    file
}

#[test]
fn hostile_safetensors() {
    let folder = Folder::new();
    let x = |shape: &str, offsets: &str| {
        format!(r#"{{"x":{{"dtype":"U8","shape":{shape},"data_offsets":{offsets}}}}}"#)
    };
    let two = |offsets: &str| {
        let y = format!(r#","y":{{"dtype":"U8","shape":[4],"data_offsets":{offsets}}}}}"#);
        x("[4]", "[0,4]").trim_end_matches('}').to_string() + "}" + &y
    };
    let twice = two("[4,8]").replace("\"y\"", "\"x\"");
    let deep = format!(r#"{{"x":{}{}}}"#, "[".repeat(1 << 16), "]".repeat(1 << 16));
    let record = |text: &str| {
        let metadata = json!({ "tilework.layout.x": text });
        x("[2,2]", "[0,4]").replacen('{', &format!("{{\"__metadata__\":{metadata},"), 1)
    };
    let said = |layout: &str, shape: &str| {
        record(&format!(r#"{{"layout":"{layout}","shape":{shape},"notation":"zN","from":"C"}}"#))
    };
    let none = "x: the layout that is recorded cannot be read:";
    let no = "the header is not as it should be:";
    let text = json!(r#"{"layout":"(2,2):(1,2)","shape":[2,2],"notation":"F","from":"C"}"#);
    let recorded_twice =
        format!(r#"{{"__metadata__":{{"tilework.layout.x":{text},"tilework.layout.x":{text}}},"#);
    let recorded_twice = x("[2,2]", "[0,4]").replacen('{', &recorded_twice, 1);
    let said_twice =
        x("[4]", "[0,4]").replacen('{', r#"{"__metadata__":{"a":"b"},"__metadata__":{"a":"c"},"#, 1);
    for (header, bytes, expected) in [
        (x("[4]", "[0,4]"), 3, "the arrays need 4 bytes, the file has 3 for them"),
        (x("[4]", "[0,4]"), 5, "the arrays need 4 bytes, the file has 5 for them"),
        (x("[5]", "[0,4]"), 4, "x: U8 of shape [5] has 40 bits, and there are 4 bytes for it"),
        (x("[4]", "[1,5]"), 5, "x: it should begin at byte 0, and has the bytes from 1 to 5"),
        (x("[4]", "[4,0]"), 4, "x: it should begin at byte 0, and has the bytes from 4 to 0"),
        (x("[9223372036854775807,9]", "[0,4]"), 4, "x: too large a shape"),
        (x("[9223372036854775807]", "[0,4]"), 4, "x: too large a shape"),
        (two("[2,6]"), 6, "y: it should begin at byte 4, and has the bytes from 2 to 6"),
        (two("[8,12]"), 12, "y: it should begin at byte 4, and has the bytes from 8 to 12"),
        (
            two("[4,18446744073709551615]"),
            8,
            "y: U8 of shape [4] has 32 bits, and there are 18446744073709551611 bytes for it",
        ),
        (twice, 4, "the header names `x` twice"),
        (deep, 4, &format!("{no} expected value at line 1 column 7")),
        (String::from("{"), 0, &format!("{no} EOF while parsing an object at line 1 column 1")),
        (x("[18446744073709551615]", "[0,4]"), 4, &format!("{no} x: too large a shape at line 1 column 72")),
        (said_twice, 4, &format!("{no} it names `__metadata__` twice at line 1 column 40")),
        (record("no JSON"), 4, &format!("{none} expected ident at line 1 column 2")),
        (recorded_twice, 4, "the header says twice which layout `x` has"),
        (record("{}"), 4, &format!("{none} it has no text `layout`")),
        (
            said("(2,2):(2", "[2,2]"),
            4,
            &format!("{none} layout: expected `,` or `)`, found the end at position 8"),
        ),
        (said("(2,2):(2,1)", "[4]"), 4, &format!("{none} its shape is not that of its layout")),
        (said("(3,2):(2,1)", "[3,2]"), 4, "x: the file has 4 elements of (3,2):(2,1), which it says it is"),
        (
            said("(1099511627776,4):(0,1)", "[1099511627776,4]"),
            4,
            "x: the file has 4 elements of (1099511627776,4):(0,1), which it says it is",
        ),
        (said("(2,2):(1,-2)", "[2,2]"), 4, "x: the file has 4 elements of (2,2):(1,-2), which it says it is"),
    ] {
        refuses(&folder, "in", &with_header(&header, bytes), expected);
    }
    let whole = with_header(&x("[4]", "[0,4]"), 4);
    for (length, expected) in [
        (u64::MAX, "a header of 18446744073709551615 bytes, more than 100000000"),
        (1 << 27, "a header of 134217728 bytes, more than 100000000"),
        (99, "the header is cut off: it has 99 bytes"),
    ] {
        let mut file = whole.clone();
        file[..8].copy_from_slice(&length.to_le_bytes());
        refuses(&folder, "in", &file, expected);
    }
    for cut in [9, 20] {
        refuses(&folder, "in", &whole[..cut], "the header is cut off: it has 53 bytes");
    }
    for none in [&whole[..8], b"", b"PK\x03\x04 and so on"] {
        refuses(&folder, "in", none, "this is neither an .npy nor a .safetensors file");
    }
    let mut no_text = whole;
    no_text[9] = 0xff;
    refuses(&folder, "in", &no_text, "the header is no text: invalid utf-8 sequence of 1 bytes from index 1");
}

/// A name that promises the other format.
#[test]
fn outputs_are_of_the_format_of_the_input() {
    let folder = Folder::new();
    folder.write("in.npy", npy("|u1", false, "(2, 3)", &[1, 2, 3, 4, 5, 6]));
    refused(
        &folder.relayout(&["in.npy", "out.safetensors", "--to", "F"]),
        2,
        "error: out.safetensors: the output is of the format of the input, .npy",
    );
    printed(&folder.relayout(&["in.npy", "out.bin", "--to", "F"]));
}

#[test]
fn hostile_npy() {
    let folder = Folder::new();
    let whole = npy("<f2", false, "(2, 3)", &noise(12));
    refuses(&folder, "in", &whole[..whole.len() - 1], "the array needs 12 bytes, the file has 11 for it");
    refuses(&folder, "in", &[&whole[..], b"x"].concat(), "the array needs 12 bytes, the file has 13 for it");
    for cut in [6, 7, 9, 40] {
        refuses(&folder, "in", &whole[..cut], "the header is cut off");
    }
    let dictionary = |text: &str| {
        let mut file = b"\x93NUMPY\x01\x00".to_vec();
        file.extend(u16::try_from(text.len()).unwrap().to_le_bytes());
        file.extend(text.bytes());
        file.extend(noise(12));
        file
    };
    let (order, shape) = ("'fortran_order': False", "'shape': (2, 3)");
    let expected_true = "the header: expected True or False, found `,` at position";
    for (text, expected) in [
        (String::new(), "the header: expected `{`, found its end at position 0"),
        (format!("{{{order}, {shape}}}"), "the header has not all of `descr`, `fortran_order` and `shape`"),
        (format!("{{{order}, {order}}}"), "the header names `fortran_order` twice"),
        (format!("{{{order}, 'x': 1}}"), "the header has a key `x`"),
        (String::from("{'fortran_order': maybe, }"), &format!("{expected_true} 23")),
        (
            format!("{{'descr': [('a', '<f4')], {order}, {shape}}}"),
            "the header: expected a string: arrays of records are not moved, found `[` at position 10",
        ),
        (
            format!("{{'descr': '|O', {order}, {shape}}}"),
            "elements of type `|O` are not moved: they have 1, 2, 4, 8 or 16 bytes",
        ),
        (
            format!("{{'descr': '<f99999999999999999999', {order}, {shape}}}"),
            "elements of type `<f99999999999999999999` are not moved: they have 1, 2, 4, 8 or 16 bytes",
        ),
        (
            format!("{{'descr': '<f2', {order}, 'shape': (4294967296, 4294967296, 4294967296)}}"),
            "the array is too large",
        ),
        (
            format!("{{'descr': '<f2', {order}, 'shape': (2, -3)}}"),
            "the header: expected a size, found `-` at position 54",
        ),
        (
            format!("{{'descr': '<f2', {order}, {shape}}} and more"),
            "the header: expected the end of the header, found `a` at position 57",
        ),
        (
            format!("{{'descr': '<f2', {order}, {shape}}} # tilework {{"),
            "the layout that is recorded cannot be read: EOF while parsing an object at line 1 column 2",
        ),
    ] {
        refuses(&folder, "in", &dictionary(&text), expected);
    }
    let mut version = whole.clone();
    version[6] = 4;
    refuses(&folder, "in", &version, "version 4 of .npy files is not known");
    let mut long = whole;
    long[6] = 2;
    long[8..12].copy_from_slice(&u32::MAX.to_le_bytes());
    refuses(&folder, "in", &long, "a header of 4294967295 bytes, more than 1048576");
}

/// An array of 4 MiB, and the program moving it.
#[cfg(unix)]
mod stopped {
    use super::{Folder, noise, refused, safetensors};
    use crate::program;
    use std::fs::{self, File};
    use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
    use std::process::{Child, Command, Output, Stdio};
    use std::thread::sleep;
    use std::time::{Duration, Instant};

    const TO: [&str; 2] = ["--to", "zN"];

    fn folder() -> Folder {
        let folder = Folder::new();
        let array = (String::from("x"), "U16", vec![1024, 2048], noise(4 << 20));
        folder.write("in.safetensors", safetensors(&[array]));
        folder.write("out.safetensors", b"old");
        folder
    }

    fn start(folder: &Folder) -> Child {
        let mut command = program();
        command.current_dir(folder.path("")).args(["relayout", "in.safetensors", "out.safetensors"]).args(TO);
        command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap()
    }

    /// A signal for the program, if it still runs.
    fn signal(child: &Child, name: &str) {
        let kill = format!("kill -{name} {} 2>&-", child.id());
        Command::new("sh").args(["-c", &kill]).status().unwrap();
    }

    fn is_temporary(name: &str) -> bool {
        name.starts_with(".out.safetensors.") && name.ends_with(".tilework-incomplete")
    }

    /// Ended at any moment, the output is the old one or all of the new one.
    #[test]
    fn by_signals() {
        let folder = folder();
        let begin = Instant::now();
        let output = start(&folder).wait_with_output().unwrap();
        assert!(output.status.success(), "{output:?}");
        let (time, whole) = (begin.elapsed(), folder.read("out.safetensors"));
        let (mut interrupted, mut delays) = (0, noise(24).into_iter());
        for name in ["INT", "TERM", "KILL"].into_iter().cycle().take(24) {
            folder.write("out.safetensors", b"old");
            let child = start(&folder);
            sleep(time.mul_f64(f64::from(delays.next().unwrap()) / 255.0));
            signal(&child, name);
            let Output { status, stderr, .. } = child.wait_with_output().unwrap();
            let found = folder.read("out.safetensors");
            assert!(found == whole || found == b"old", "{name}: a file of {} bytes", found.len());
            let others = folder.names();
            let mut others: Vec<_> = others
                .iter()
                .filter(|name| !name.ends_with("t.safetensors") && !name.ends_with("in.safetensors"))
                .collect();
            if name == "KILL" {
                others.retain(|name| !is_temporary(name));
            }
            assert!(others.is_empty(), "{name}: {others:?}");
            // a signal that comes before the program waits for it ends it, too
            if status.code() == Some(130) {
                assert_eq!(String::from_utf8_lossy(&stderr), "error: interrupted; nothing was written\n");
                assert_eq!(found, b"old");
                interrupted += 1;
            }
            folder
                .names()
                .iter()
                .filter(|name| is_temporary(name))
                .for_each(|name| fs::remove_file(folder.path(name)).unwrap());
        }
        assert!(interrupted > 0, "no signal came in time");
    }

    /// A disk without room: here, a limit for the size of files.
    #[test]
    fn by_a_full_disk() {
        let folder = folder();
        let command =
            format!("ulimit -f 1024; exec \"$0\" relayout in.safetensors out.safetensors {}", TO.join(" "));
        let mut shell = Command::new("sh");
        shell.current_dir(folder.path("")).args(["-c", &command, env!("CARGO_BIN_EXE_tilework")]);
        refused(&shell.output().unwrap(), 2, "error: out.safetensors: File too large (os error 27)");
        assert_eq!(folder.read("out.safetensors"), b"old");
        assert_eq!(folder.names(), ["in.safetensors", "out.safetensors"]);
    }

    /// Somebody shortens the input while it is read.
    #[test]
    fn by_a_shortened_input() {
        let folder = folder();
        let whole = folder.read("in.safetensors");
        for _ in 0..20 {
            folder.write("in.safetensors", &whole);
            folder.write("out.safetensors", b"old");
            let child = start(&folder);
            let begin = Instant::now();
            while folder.names().len() == 2 && begin.elapsed() < Duration::from_secs(5) {}
            File::options()
                .write(true)
                .open(folder.path("in.safetensors"))
                .unwrap()
                .set_len(1 << 16)
                .unwrap();
            let Output { status, stderr, .. } = child.wait_with_output().unwrap();
            assert_eq!(folder.names(), ["in.safetensors", "out.safetensors"]);
            // the program may have been faster
            if status.success() {
                continue;
            }
            let told = String::from_utf8_lossy(&stderr).into_owned();
            let known = [
                "error: the file was shortened while it was read, or its disk failed; nothing was written\n",
                "error: in.safetensors: another program changed it while it was read; nothing was written\n",
            ];
            assert!(status.code() == Some(2) && known.contains(&told.as_str()), "{status:?}: {told}");
            assert_eq!(folder.read("out.safetensors"), b"old");
            return;
        }
        panic!("the input was never shortened in time");
    }

    /// Where the output cannot be, and what it is like.
    #[test]
    fn by_what_is_there() {
        let folder = folder();
        fs::hard_link(folder.path("in.safetensors"), folder.path("hard.safetensors")).unwrap();
        symlink("in.safetensors", folder.path("soft.safetensors")).unwrap();
        symlink("nowhere", folder.path("broken.safetensors")).unwrap();
        fs::create_dir(folder.path("folder")).unwrap();
        let before = folder.names();
        let same = "this is the input: an output beside it is wanted";
        for (out, expected) in [
            ("in.safetensors", same),
            ("./folder/../in.safetensors", same),
            ("hard.safetensors", same),
            ("soft.safetensors", same),
            ("broken.safetensors", "No such file or directory (os error 2)"),
            ("folder", "this is a folder, a file is wanted"),
            ("folder/none/out.safetensors", "No such file or directory (os error 2)"),
            ("/dev/null", "this is no file"),
        ] {
            let output = folder.relayout(&["in.safetensors", out, TO[0], TO[1]]);
            let told = String::from_utf8_lossy(&output.stderr).into_owned();
            assert!(told.starts_with(&format!("error: {out}: {expected}")), "{told}");
            assert_eq!(output.status.code(), Some(2));
        }
        for (input, expected) in [
            ("nowhere", "No such file or directory (os error 2)"),
            ("folder", "this is a folder, a file is wanted"),
            ("/dev/zero", "this is no file: only files can be mapped into memory"),
        ] {
            let output = folder.relayout(&[input, "out.safetensors", TO[0], TO[1]]);
            refused(&output, 2, &format!("error: {input}: {expected}"));
        }
        assert_eq!((folder.names(), folder.read("out.safetensors")), (before, b"old".to_vec()));
        // a link stays one, and an output keeps who may read it
        symlink("out.safetensors", folder.path("link.safetensors")).unwrap();
        fs::set_permissions(folder.path("out.safetensors"), PermissionsExt::from_mode(0o640)).unwrap();
        let output = folder.relayout(&["in.safetensors", "link.safetensors", TO[0], TO[1]]);
        assert!(output.status.success(), "{output:?}");
        assert!(folder.path("link.safetensors").is_symlink());
        let metadata = fs::metadata(folder.path("out.safetensors")).unwrap();
        assert_eq!((metadata.mode() & 0o777, metadata.len() > 4 << 20), (0o640, true));
        // a new file is like any other new file
        folder.relayout(&["in.safetensors", "new.safetensors", TO[0], TO[1]]);
        let mode = |name| fs::metadata(folder.path(name)).unwrap().mode();
        assert_eq!(mode("new.safetensors"), mode("in.safetensors"));
    }
}
