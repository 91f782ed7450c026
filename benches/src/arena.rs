//! One aligned block of memory for all buffers of a benchmark.
//!
//! Two heap buffers whose distance is 16 modulo 4096 make a 64 KiB copy twenty times slower, so buffers are cut from one
//! block at fixed distances.

/// The source buffer and the buffers to write, cut from one page-aligned block: whole pages and a cache line apart.
pub(crate) struct Arena {
    memory: Vec<f32>,
    first: usize,
    len: usize,
}

const PAGE: usize = 4096 / size_of::<f32>();
const LINE: usize = 64 / size_of::<f32>();

impl Arena {
    /// Room for `buffers` buffers of `len` elements.
    pub(crate) fn new(buffers: usize, len: usize) -> Self {
        let stride = len.next_multiple_of(PAGE) + LINE;
        let memory = (0..buffers * stride + PAGE).map(|x| x as f32).collect::<Vec<_>>();
        let first = memory.as_ptr().align_offset(4096);
        Arena { memory, first, len }
    }

    /// The first buffer for reading, the others for writing.
    pub(crate) fn buffers(&mut self) -> (&[f32], impl Iterator<Item = &mut [f32]>) {
        let len = self.len;
        let stride = len.next_multiple_of(PAGE) + LINE;
        let (src, rest) = self.memory[self.first..].split_at_mut(stride);
        (&src[..len], rest.chunks_exact_mut(stride).map(move |buffer| &mut buffer[..len]))
    }
}
