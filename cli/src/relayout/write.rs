//! A file, from its plan to the name.
use super::job::Job;
use super::mapped::Mapped;
use super::output::Output;
use super::stop::Stop;
use super::{pieces, progress, verify};
use crate::failure::Failure;
use std::io::BufWriter;
use std::num::NonZeroUsize;

/// Writes the file of a job, and reads it back if that is wanted.
pub(super) fn write(
    job: &Job<'_>,
    input: &Mapped,
    output: &Output,
    threads: NonZeroUsize,
    is_verified: bool,
    stop: &Stop,
) -> Result<(), Failure> {
    let part = |begin| BufWriter::new(output.from(begin));
    let (mut places, mut plain) = (vec![0], vec![0]);
    job.write_header([part(0), part(job.header[0])], |transfer| {
        places.push(places.last().map_or(0, |end| end + transfer.length));
        plain.push(plain.last().map_or(0, |end| end + transfer.plain_length()));
        stop.check()
    })?;
    let bar = progress::bar("moved", job.length as u64);
    let written = pieces::write(job, &places, input, output, threads, &bar, stop);
    bar.finish_and_clear();
    written?;
    if is_verified {
        let bar = progress::bar("compared", job.length as u64);
        let output = output.mapped()?;
        let compared = verify::verify(job, [&places, &plain], input, &output, threads, &bar, stop);
        bar.finish_and_clear();
        compared?;
    }
    Ok(())
}
