//! The output: written under a temporary name beside it, and there under its own name all at once.
use super::mapped::Mapped;
use crate::failure::{Failure, mistake};
use std::fs::{self, File, Permissions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use tempfile::{Builder, NamedTempFile};

/// How many bytes are written at once: with more, the system's own copy of large files took several times as long.
const AT_ONCE: usize = 256 << 10;

/// The end of the names of files that are not complete.
const TEMPORARY: &str = ".tilework-incomplete";

/// A file that is written. If it is dropped before it is complete, nothing is left of it.
#[derive(Debug)]
pub(super) struct Output {
    path: PathBuf,
    temporary: NamedTempFile,
}

impl Output {
    /// A new file of so many bytes, all 0, that will stand at this path.
    pub(super) fn create(path: &Path, input: &Mapped, length: u64) -> Result<Output, Failure> {
        let name = path.display().to_string();
        let failed = |error: io::Error| mistake!("{name}: {error}");
        // a link to a file stays one
        let path = match fs::canonicalize(path) {
            Ok(real) => real,
            Err(error) if error.kind() == io::ErrorKind::NotFound && !path.is_symlink() => path.to_path_buf(),
            Err(error) => return Err(failed(error)),
        };
        let existing = match fs::metadata(&path) {
            Ok(existing) if existing.is_dir() => {
                return Err(mistake!("{name}: this is a folder, a file is wanted"));
            }
            Ok(existing) if !existing.is_file() => return Err(mistake!("{name}: this is no file")),
            Ok(existing) if is_same(&existing, input) => {
                return Err(mistake!("{name}: this is the input: an output beside it is wanted"));
            }
            Ok(existing) => Some(existing),
            Err(_) => None,
        };
        let folder = folder(&path);
        let stem = path.file_name().ok_or_else(|| mistake!("{name}: this is no name of a file"))?;
        let prefix = format!(".{}.", stem.to_string_lossy());
        let mut builder = Builder::new();
        builder.prefix(&prefix).suffix(TEMPORARY);
        if let Some(permissions) = permissions() {
            builder.permissions(permissions);
        }
        let temporary = builder.tempfile_in(folder).map_err(failed)?;
        if let Some(existing) = existing {
            temporary.as_file().set_permissions(existing.permissions()).map_err(failed)?;
        }
        allocate(temporary.as_file(), length).map_err(failed)?;
        Ok(Output { path, temporary })
    }

    /// The name it has until it is complete.
    pub(super) fn temporary(&self) -> &Path {
        self.temporary.path()
    }

    /// Writes bytes at a place.
    pub(super) fn write_at(&self, place: usize, bytes: &[u8]) -> Result<(), Failure> {
        let mut output = self.from(place);
        bytes.chunks(AT_ONCE).try_for_each(|part| output.write_all(part)).map_err(|error| self.failed(&error))
    }

    /// What is written from a place on.
    pub(super) fn from(&self, place: usize) -> OutputFrom<'_> {
        OutputFrom { file: self.temporary.as_file(), place: place as u64 }
    }

    /// What was written.
    pub(super) fn mapped(&self) -> Result<Mapped, Failure> {
        self.temporary.reopen().and_then(Mapped::new).map_err(|error| self.failed(&error))
    }

    /// Waits until all of the file is on the disk.
    pub(super) fn sync(&self) -> Result<(), Failure> {
        self.temporary.as_file().sync_all().map_err(|error| self.failed(&error))
    }

    /// Puts the file under its name.
    pub(super) fn complete(self) -> Result<(), Failure> {
        let persisted = self.temporary.persist(&self.path);
        persisted.map_err(|error| mistake!("{}: {}", self.path.display(), error.error))?;
        // the name is on the disk when the folder is; some systems cannot open one
        if let Ok(folder) = File::open(folder(&self.path)) {
            let _ = folder.sync_all();
        }
        Ok(())
    }

    fn failed(&self, error: &io::Error) -> Failure {
        mistake!("{}: {error}; nothing was written", self.path.display())
    }
}

/// An output that is written from a place on.
#[derive(Debug)]
pub(super) struct OutputFrom<'a> {
    file: &'a File,
    place: u64,
}

impl Write for OutputFrom<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        write_all_at(self.file, bytes, self.place)?;
        self.place += bytes.len() as u64;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Makes a new file so long, all 0. Linux finds the room on the disk now: that there is enough is known before anything
/// is moved, and later writes of many threads wait less for each other.
#[cfg(target_os = "linux")]
fn allocate(file: &File, length: u64) -> io::Result<()> {
    use rustix::fs::{FallocateFlags, fallocate};
    use rustix::io::Errno;

    match fallocate(file, FallocateFlags::empty(), 0, length) {
        Ok(()) => Ok(()),
        Err(error @ (Errno::NOSPC | Errno::DQUOT | Errno::FBIG)) => Err(error.into()),
        // not every file system can, and none does for a length of 0
        Err(_) => file.set_len(length),
    }
}

#[cfg(not(target_os = "linux"))]
fn allocate(file: &File, length: u64) -> io::Result<()> {
    file.set_len(length)
}

#[cfg(unix)]
fn write_all_at(file: &File, bytes: &[u8], place: u64) -> io::Result<()> {
    std::os::unix::fs::FileExt::write_all_at(file, bytes, place)
}

/// The place to write at belongs to one thread at a time.
#[cfg(not(unix))]
fn write_all_at(mut file: &File, bytes: &[u8], place: u64) -> io::Result<()> {
    use std::io::{Seek, SeekFrom};
    static PLACE: Mutex<()> = Mutex::new(());

    let _mine = PLACE.lock().unwrap_or_else(PoisonError::into_inner);
    file.seek(SeekFrom::Start(place)).and_then(|_| file.write_all(bytes))
}

fn folder(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Those of new files, of which the user's mask takes what it takes.
#[cfg(unix)]
fn permissions() -> Option<Permissions> {
    use std::os::unix::fs::PermissionsExt;
    Some(Permissions::from_mode(0o666))
}

#[cfg(not(unix))]
fn permissions() -> Option<Permissions> {
    None
}

#[cfg(unix)]
fn is_same(existing: &fs::Metadata, input: &Mapped) -> bool {
    use std::os::unix::fs::MetadataExt;
    (existing.dev(), existing.ino()) == (input.metadata().dev(), input.metadata().ino())
}

#[cfg(not(unix))]
fn is_same(_: &fs::Metadata, _: &Mapped) -> bool {
    false
}
