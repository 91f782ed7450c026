//! The relayout engine: data moved from one layout to another.
mod leaf;
