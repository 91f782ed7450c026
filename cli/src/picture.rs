//! Pictures in files: SVG, and pages for a browser.
use crate::failure::{Failure, mistake};
use std::io::Write;
use std::path::{Path, PathBuf};
use tilework::draw::{ColorBy, Label, Look, html};
use tilework::dynamic::TableLimits;

/// What is drawn into a file, and how.
#[derive(Debug, clap::Args)]
pub(crate) struct PictureArguments {
    /// Write the picture into a file, as SVG.
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Write the picture and what is printed into a file, as a page for a browser.
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// What colours stand for: none, tile, order, bank:32x4 (banks x bytes), line:128 (bytes), thread, value.
    #[arg(long, value_name = "WHAT", default_value_t)]
    color_by: ColorBy,
    /// What is written into cells: place, coordinate, index, color (the number of the bank or line), nothing.
    #[arg(long, value_name = "WHAT", default_value_t)]
    label: Label,
}

/// How many rows and columns a picture in a file has.
pub(crate) const ROWS_IN_FILES: i64 = 128;

impl PictureArguments {
    /// Whether a picture goes into a file.
    pub(crate) fn is_wanted(&self) -> bool {
        self.svg.is_some() || self.html.is_some()
    }

    /// How elements of so many bits look.
    pub(crate) fn look(&self, limits: TableLimits, bits: i64) -> Look {
        Look { color_by: self.color_by, label: self.label, bits, limits }
    }

    /// Writes a drawing, and what is printed beside it.
    pub(crate) fn write(&self, title: &str, drawing: &str, printed: &str) -> Result<(), Failure> {
        if let Some(path) = &self.svg {
            write_file(path, drawing)?;
        }
        if let Some(path) = &self.html {
            write_file(path, &html(title, drawing, &anstream::adapter::strip_str(printed).to_string()))?;
        }
        Ok(())
    }
}

/// Writes a file: under another name first, so that what stood there stays if something fails.
pub(crate) fn write_file(path: &Path, text: &str) -> Result<(), Failure> {
    let failed = |error: std::io::Error| mistake!("{}: {error}", path.display());
    if path.is_dir() {
        return Err(mistake!("{}: this is a folder, a file is wanted", path.display()));
    }
    let mut builder = tempfile::Builder::new();
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(std::fs::Permissions::from_mode(0o666));
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut file = builder.tempfile_in(folder).map_err(failed)?;
    file.write_all(text.as_bytes()).map_err(failed)?;
    file.persist(path).map_err(|error| failed(error.error))?;
    Ok(())
}
