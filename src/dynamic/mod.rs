//! The runtime twin: layouts whose structure is data.
