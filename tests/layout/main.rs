//! Layouts of every kind of stride as functions of coordinates.
#![cfg(feature = "dynamic")]

mod axes;
mod constants;
mod equality;
mod functions;
mod words;
