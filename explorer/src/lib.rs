//! The library behind the page: a request goes in as JSON, its answer comes out, as from `tilework eval`.
pub mod boundary;
