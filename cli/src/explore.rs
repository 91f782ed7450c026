//! `tilework explore`: the explorer in a browser.
use crate::atlas;
use crate::failure::{Failure, mistake};
use crate::picture::write_file;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use tilework_answers::subject;

/// Look at layouts in a browser: type any notation, see it drawn, click operations.
///
/// Writes one page with the library inside, which needs no other file and no network, and opens it.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  tilework explore '((4,2),(4,3)):((4,16),(1,32))'
  tilework explore mma.m16n8k16.f16.A                       an operand of an instruction, see tilework atlas
  tilework explore zN:f16:100x50 --output explorer.html     writes the page, and opens nothing
")]
pub(crate) struct Arguments {
    /// What is seen first: a layout, swizzled or not, a format with its size, an XLA shape, or an atom.
    layout: Option<String>,
    /// Write the page into this file, and do not open it.
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// The page; empty if the program was built without it.
const PAGE: &str = include_str!(concat!(env!("OUT_DIR"), "/explorer.html"));

pub(crate) fn run(arguments: &Arguments) -> Result<String, Failure> {
    if PAGE.is_empty() {
        return Err(mistake!(
            "this program was built without the explorer: in its sources, `python3 explorer/build.py FILE` builds the \
             page, and `TILEWORK_EXPLORER=FILE cargo build -p tilework-cli` the program with it"
        ));
    }
    let page = match &arguments.layout {
        None => PAGE.to_string(),
        Some(layout) => {
            let color = match atlas::named(layout) {
                Some(atom) => atom.map(|_| "&amp;color=thread"),
                None => Ok(subject::read_alone(layout).map(|_| "")?),
            }?;
            PAGE.replacen("<html ", &format!("<html data-address=\"layout={}{color}\" ", encoded(layout)), 1)
        }
    };
    if let Some(file) = &arguments.output {
        write_file(file, &page)?;
        return Ok(format!("{}\n", file.display()));
    }
    let kept = |error: std::io::Error| mistake!("the page could not be written: {error}");
    let mut file = tempfile::Builder::new().prefix("tilework-").suffix(".html").tempfile().map_err(kept)?;
    file.write_all(page.as_bytes()).map_err(kept)?;
    let (_, path) = file.keep().map_err(|error| kept(error.error))?;
    open(&path)?;
    Ok(format!("{}\n", path.display()))
}

/// Opens a file as the desktop does.
fn open(path: &Path) -> Result<(), Failure> {
    let program = if cfg!(target_os = "macos") {
        "open"
    } else if cfg!(windows) {
        "explorer"
    } else {
        "xdg-open"
    };
    let mut command = Command::new(program);
    command.arg(path).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let opened = command.status();
    // Windows' explorer always says that it failed
    match opened {
        Ok(status) if status.success() || cfg!(windows) => Ok(()),
        _ => Err(mistake!(
            "{} is written, but {program} does not open it: open it in a browser",
            path.display()
        )),
    }
}

/// A text as it stands in an address.
fn encoded(text: &str) -> String {
    let byte = |byte: u8| match byte {
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'(' | b')' | b',' | b':' | b'_' | b'-' => {
            char::from(byte).to_string()
        }
        byte => format!("%{byte:02X}"),
    };
    text.bytes().map(byte).collect()
}

#[cfg(test)]
mod tests {
    use super::encoded;

    #[test]
    fn addresses_hold_only_what_they_may() {
        assert_eq!(encoded("Sw<2,0,3> o (8,8):(8,1)"), "Sw%3C2,0,3%3E%20o%20(8,8):(8,1)");
        assert_eq!(encoded("\"&é"), "%22%26%C3%A9");
    }
}
