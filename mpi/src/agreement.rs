//! All ranks agree that they go on, or that they do not.
use crate::error::RedistributionError;
use mpi::collective::SystemOperation;
use mpi::traits::{Communicator, CommunicatorCollectives};
use std::fmt::Write;

/// Gives the result of a rank back where all ranks have one, and have it of the same text; else an error on each.
///
/// # Errors
/// That of the rank; `Elsewhere` where another one has one; `Mismatch` where texts differ.
pub(crate) fn agree<T>(
    communicator: &impl Communicator,
    result: Result<T, RedistributionError>,
    text: impl FnOnce(&mut Fingerprint) -> std::fmt::Result,
) -> Result<T, RedistributionError> {
    let mut fingerprint = Fingerprint::new();
    // hashing does not fail
    let _ = text(&mut fingerprint);
    let own = [u64::from(result.is_err()), fingerprint.0, !fingerprint.0];
    let mut greatest = [0_u64; 3];
    communicator.all_reduce_into(&own[..], &mut greatest[..], SystemOperation::max());
    let value = result?;
    if greatest[0] != 0 {
        return Err(RedistributionError::Elsewhere);
    }
    // the greatest of the complements is the complement of the least
    if greatest[1] != !greatest[2] {
        return Err(RedistributionError::Mismatch);
    }
    Ok(value)
}

/// A text, as 64 bits. Source: Fowler, Noll and Vo, FNV-1a.
pub(crate) struct Fingerprint(u64);

impl Fingerprint {
    fn new() -> Self {
        Fingerprint(0xcbf2_9ce4_8422_2325)
    }
}

impl Write for Fingerprint {
    fn write_str(&mut self, text: &str) -> std::fmt::Result {
        for byte in text.bytes() {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
        }
        Ok(())
    }
}
