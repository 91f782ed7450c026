//! The layout notation of tilework, read at compile time.
