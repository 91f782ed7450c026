//! Files mapped into memory, and what happens if somebody shortens them meanwhile.
//!
//! The one place of the program with `unsafe`.
use memmap2::Mmap;
use std::fs::{File, Metadata};
use std::io;
use std::ops::Deref;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

/// A file in memory: read when it is looked at, larger than memory if need be.
#[derive(Debug)]
pub(super) struct Mapped {
    map: Mmap,
    file: File,
    before: Metadata,
    since_drop: AtomicUsize,
}

/// So many bytes are made of a file before its pages are given back.
const BETWEEN_DROPS: usize = 32 << 20;

impl Mapped {
    pub(super) fn new(file: File) -> io::Result<Mapped> {
        let before = file.metadata()?;
        // SAFETY: the map is only read, and as bytes, of which all values are valid. Nobody can keep other programs
        // from writing to the file. Bytes that they change are read in an old or in a new state, as by `read`; that is
        // found at the end by `has_changed`, and the output is given up. If they shorten the file, looking at what is
        // gone raises SIGBUS, which ends the program: `clean_up_when_shortened` removes the output then. The program
        // itself never writes to a file that it has mapped: outputs are new files, mapped when they are complete.
        let map = unsafe { Mmap::map(&file)? };
        Ok(Mapped { map, file, before, since_drop: AtomicUsize::new(0) })
    }

    /// Whether the file is not any more what was mapped, by its length and the time of its last change.
    pub(super) fn has_changed(&self) -> io::Result<bool> {
        let now = self.file.metadata()?;
        Ok(now.len() != self.before.len() || now.modified()? != self.before.modified()?)
    }

    pub(super) fn metadata(&self) -> &Metadata {
        &self.before
    }

    /// So many bytes were made of what is mapped: after some more, its pages are given back. They are read again when
    /// they are looked at.
    pub(super) fn used(&self, bytes: usize) {
        if self.since_drop.fetch_add(bytes, Ordering::Relaxed) + bytes >= BETWEEN_DROPS {
            self.since_drop.store(0, Ordering::Relaxed);
            self.drop_pages();
        }
    }

    #[cfg(unix)]
    fn drop_pages(&self) {
        // SAFETY: the map is shared and never written to: dropped pages come back with the contents of the file.
        let advised = unsafe { self.map.unchecked_advise(memmap2::UncheckedAdvice::DontNeed) };
        // Pages that are kept cost memory only.
        let _ = advised;
    }

    #[cfg(not(unix))]
    fn drop_pages(&self) {}
}

impl Deref for Mapped {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.map
    }
}

/// From now on, removes these files and ends the program with a message if a mapped file is shortened while it is read.
#[cfg(unix)]
pub(super) fn clean_up_when_shortened<'a>(temporary: impl Iterator<Item = &'a Path>) -> io::Result<()> {
    use std::ffi::CString;
    use std::os::unix::ffi::OsStrExt;
    use std::sync::OnceLock;
    use std::sync::atomic::AtomicBool;

    const MESSAGE: &[u8] =
        b"error: the file was shortened while it was read, or its disk failed; nothing was written\n";
    static TEMPORARY: OnceLock<Vec<CString>> = OnceLock::new();
    static IS_ENDING: AtomicBool = AtomicBool::new(false);

    extern "C" fn clean_up(_: libc::c_int) {
        // SAFETY: `pause`, `unlink`, `write` and `_exit` may be called in a handler of signals, and get paths with a
        // zero at their ends and a text of its own length. Nothing is allocated, locked or freed: all is set before.
        unsafe {
            // the first thread that comes here ends all
            while IS_ENDING.swap(true, Ordering::Relaxed) {
                libc::pause();
            }
            for path in TEMPORARY.get().into_iter().flatten() {
                libc::unlink(path.as_ptr());
            }
            libc::write(libc::STDERR_FILENO, MESSAGE.as_ptr().cast(), MESSAGE.len());
            libc::_exit(i32::from(crate::failure::MISTAKE));
        }
    }

    let paths = temporary.map(|path| CString::new(path.as_os_str().as_bytes())).collect::<Result<_, _>>()?;
    TEMPORARY.set(paths).map_err(|_| io::Error::other("the outputs are known already"))?;
    // SAFETY: the handler has the type that is asked for, and does only what a handler may do. It takes the place of
    // any other one: several threads may come here at once, and none may go on.
    let before = unsafe { libc::signal(libc::SIGBUS, clean_up as *const () as libc::sighandler_t) };
    if before == libc::SIG_ERR { Err(io::Error::last_os_error()) } else { Ok(()) }
}

#[cfg(not(unix))]
pub(super) fn clean_up_when_shortened<'a>(_: impl Iterator<Item = &'a Path>) -> io::Result<()> {
    Ok(())
}
