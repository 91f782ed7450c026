//! What must not compile, and what it says. See `tests/ui.rs`.
