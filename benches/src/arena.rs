//! One aligned block of memory for all buffers of a benchmark.
//!
//! Two heap buffers whose distance is 16 modulo 4096 make a 64 KiB copy twenty times slower, so buffers are cut from
//! one block at fixed distances.

/// The source buffer and the buffers to write, cut from one page-aligned block: whole pages and a cache line apart.
pub(crate) struct Arena<T> {
    memory: Vec<T>,
    first: usize,
    len: usize,
}

impl<T> Arena<T> {
    const PAGE: usize = 4096 / size_of::<T>();
    const LINE: usize = 64 / size_of::<T>();

    /// Room for `buffers` buffers of `len` elements, which are the values of `element` at first.
    pub(crate) fn new(buffers: usize, len: usize, element: impl Fn(usize) -> T) -> Self {
        let stride = len.next_multiple_of(Self::PAGE) + Self::LINE;
        let memory = (0..buffers * stride + Self::PAGE).map(element).collect::<Vec<_>>();
        let first = memory.as_ptr().align_offset(4096);
        Arena { memory, first, len }
    }

    /// The first buffer for reading, the others for writing.
    pub(crate) fn buffers(&mut self) -> (&[T], impl Iterator<Item = &mut [T]>) {
        let len = self.len;
        let stride = len.next_multiple_of(Self::PAGE) + Self::LINE;
        let (src, rest) = self.memory[self.first..].split_at_mut(stride);
        (&src[..len], rest.chunks_exact_mut(stride).map(move |buffer| &mut buffer[..len]))
    }
}
