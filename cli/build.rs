//! The page of the explorer, which `explorer/build.py` builds: the file that TILEWORK_EXPLORER names goes into the
//! program. Without it the program is built all the same, and says how to get the page.
use std::path::{Path, PathBuf};
use std::{env, fs};

const VARIABLE: &str = "TILEWORK_EXPLORER";

fn main() {
    println!("cargo::rerun-if-env-changed={VARIABLE}");
    println!("cargo::rerun-if-changed=build.rs");
    let page = match env::var_os(VARIABLE).map(PathBuf::from) {
        None => String::new(),
        Some(file) => {
            println!("cargo::rerun-if-changed={}", file.display());
            fs::read_to_string(&file).unwrap_or_else(|error| panic!("{VARIABLE}={}: {error}", file.display()))
        }
    };
    let folder = env::var_os("OUT_DIR").expect("cargo names a folder");
    fs::write(Path::new(&folder).join("explorer.html"), page).expect("the folder can be written");
}
