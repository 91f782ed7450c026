//! Layouts of every kind of stride as functions of coordinates.

mod axes;
mod equality;
mod functions;
