//! The library behind the page: a request goes in as JSON, its answer comes out, as from `tilework eval`.
#![warn(
    clippy::cast_lossless,
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_sign_loss
)]
pub mod boundary;
