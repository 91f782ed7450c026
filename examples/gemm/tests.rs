//! What the example says of files it cannot use: one line each, and never a panic.

use super::{npy, run};
use std::path::{Path, PathBuf};

fn data(name: &str) -> String {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/data").join(name).display().to_string()
}

/// A file for the time of a test.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str, content: &[u8]) -> Self {
        let folder = std::env::temp_dir().join(format!("tilework-gemm-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let path = folder.join(name);
        std::fs::write(&path, content).unwrap();
        Scratch(path)
    }

    fn path(&self) -> &str {
        self.0.to_str().unwrap()
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // a folder left behind in the temporary one fails no test
        let _ = self.0.parent().map(std::fs::remove_dir_all);
    }
}

fn output(arguments: &[&str]) -> Result<String, String> {
    let arguments: Vec<String> = arguments.iter().map(|&argument| argument.to_owned()).collect();
    let mut out = Vec::new();
    run(&arguments, &mut out).map_err(|error| error.to_string())?;
    Ok(String::from_utf8(out).unwrap())
}

/// The one line that the example answers with, without the folder of the file.
#[track_caller]
fn refuses(arguments: &[&str], expected: &str) {
    let error = output(arguments).unwrap_err();
    assert!(!error.contains('\n'), "{error}");
    let shown = error
        .split(' ')
        .map(|word| word.rsplit(std::path::MAIN_SEPARATOR).next().unwrap_or(word))
        .collect::<Vec<_>>();
    assert_eq!(shown.join(" "), expected);
}

/// The file as it is written by NumPy, with another header; the length field is kept right.
fn with_header(header: &str, data: &[u8]) -> Vec<u8> {
    let len = u16::try_from(header.len()).unwrap().to_le_bytes();
    [b"\x93NUMPY\x01\x00".as_slice(), &len, header.as_bytes(), data].concat()
}

#[test]
fn multiplies_the_matrices_of_numpy() {
    let text = output(&[]).unwrap();
    assert!(
        text.contains("A  100x50     zN   ((_16,7),(_8,7)):((_8,_128),(_1,896)) of (100,50)\n"),
        "{text}"
    );
    assert!(text.contains("B  50x70      nZ   ((_8,7),(_16,5)):((_1,640),(_8,_128)) of (50,70)\n"), "{text}");
    assert!(
        text.contains("C  100x70     L0C  ((_16,7),(_16,5)):((_16,_256),(_1,1792)) of (100,70)\n"),
        "{text}"
    );
    assert!(text.contains("agrees with C.npy"), "{text}");
    assert!(text.contains("GFLOP/s") && text.contains("ours / this"), "{text}");
}

#[test]
fn multiplies_other_sizes() {
    for size in ["1x1x1", "16x8x16", "17x9x15", "3x0x5", "0x3x5", "5x3x0"] {
        assert!(output(&["--size", size]).unwrap().contains("agrees with"), "{size}");
    }
    assert!(output(&[&data("A.npy"), &data("B.npy")]).unwrap().contains("double precision"));
}

#[test]
fn says_what_is_wrong_with_a_file() {
    let b = &data("B.npy");
    let wrong = |name: &str| data(&format!("wrong/{name}.npy"));
    for (name, found, expected) in [
        ("float64", "dtype <f8", "dtype <f4: little-endian float32"),
        ("big_endian", "dtype >f4", "dtype <f4: little-endian float32"),
        ("fortran_order", "Fortran order", "C order; numpy.ascontiguousarray gives that"),
        ("vector", "an array of shape [3]", "a matrix: two dimensions"),
    ] {
        refuses(&[&wrong(name), b], &format!("{name}.npy: found {found}, expected {expected}"));
    }
    let a = std::fs::read(data("A.npy")).unwrap();
    for (name, content, expected) in [
        ("cut.npy", &a[..20000], "found only 19872 bytes of data, expected 20000 for 100x50 of float32"),
        ("head.npy", &a[..100], "found the end of the file in its header, expected a whole .npy file"),
        (
            "long.npy",
            &[&a[..], b"more"].concat(),
            "found 20004 bytes of data, expected 20000 for 100x50 of float32",
        ),
        ("empty.npy", b"", "found an empty file, expected a .npy file"),
        (
            "zip.npz",
            b"PK\x03\x04 and so on",
            r#"found a file that starts with "PK\x03\x04 a", expected a .npy file"#,
        ),
        ("v9.npy", b"\x93NUMPY\x09\x00", "found version 9.0, expected version 1.0, 2.0 or 3.0"),
    ] {
        refuses(&[Scratch::new(name, content).path(), b], &format!("{name}: {expected}"));
    }
    let missing = output(&["nowhere.npy", b]).unwrap_err();
    assert!(
        missing.starts_with("nowhere.npy: found No such file") && missing.ends_with("expected a .npy file"),
        "{missing}"
    );
}

#[test]
fn says_which_sizes_do_not_match() {
    let (a, b) = (&data("A.npy"), &data("B.npy"));
    refuses(&[b, a], "A.npy: found 100 rows in a 100x50 matrix, expected 70, the columns of B.npy");
    refuses(&[a, b, a], "A.npy: found a 100x50 matrix, expected 100x70, the size of the product");
    let mut c = std::fs::read(data("C.npy")).unwrap();
    let last = c.len() - 1;
    c[last] ^= 0x40;
    let differs = output(&[a, b, Scratch::new("other.npy", &c).path()]).unwrap_err();
    assert!(
        differs.starts_with("differs from other.npy: found ") && differs.contains(" at (99,69), expected "),
        "{differs}"
    );
}

#[test]
fn says_how_it_is_used() {
    for arguments in [&["A.npy"][..], &["--help"], &["a", "b", "c", "d"]] {
        assert_eq!(output(arguments).unwrap_err(), "usage: gemm [A.npy B.npy [C.npy] | --size MxKxN]");
    }
    refuses(&["--size", "12x"], "--size: found 12x, expected three numbers such as 512x512x512");
    refuses(
        &["--size", "9999999x9999999x1"],
        "--size: found 9999999x9999999x1, expected matrices of at most 67108864 elements",
    );
}

#[test]
fn reads_headers_as_numpy_may_write_them() {
    let data = [0; 24];
    for header in [
        "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }\n",
        "{\"shape\":(2,3),\"fortran_order\":False,\"descr\":\"<f4\"}",
    ] {
        let matrix = npy::parse(&with_header(header, &data)).unwrap();
        assert_eq!((matrix.rows, matrix.cols, matrix.elements.len()), (2, 3, 6));
    }
    for header in [
        "",
        "{}",
        "{'descr': '<f4'}",
        "{'descr': '<f4', 'descr': '<f4', 'fortran_order': False, 'shape': (2, 3)}",
        "{'descr': '<f4', 'fortran_order': Maybe, 'shape': (2, 3)}",
        "{'descr': '<f4', 'fortran_order': False, 'shape': (2, -3)}",
        "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), 'more': 1}",
        "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3)} and more",
    ] {
        let (found, _) = npy::parse(&with_header(header, &data)).unwrap_err();
        assert_eq!(found, "a header that cannot be read", "{header}");
    }
    let structured = "{'descr': [('x', '<f4'), ('y', '<f4')], 'fortran_order': False, 'shape': (2, 3)}";
    let (found, _) = npy::parse(&with_header(structured, &data)).unwrap_err();
    assert_eq!(found, "dtype [('x', '<f4'), ('y', '<f4')]");
    let huge =
        "{'descr': '<f4', 'fortran_order': False, 'shape': (9223372036854775807, 9223372036854775807)}";
    let (found, expected) = npy::parse(&with_header(huge, &data)).unwrap_err();
    assert_eq!(found, "only 24 bytes of data");
    assert!(expected.starts_with("more than can be"));
}

#[test]
fn no_part_and_no_damage_of_a_file_panics() {
    let whole = std::fs::read(data("wrong/fortran_order.npy")).unwrap();
    for end in 0..whole.len() {
        assert!(npy::parse(&whole[..end]).is_err(), "{end}");
    }
    for at in 0..128 {
        for bit in 0..8 {
            let mut damaged = whole.clone();
            damaged[at] ^= 1 << bit;
            // some damage makes another valid file; what counts is an answer
            let _ = npy::parse(&damaged);
        }
    }
}
