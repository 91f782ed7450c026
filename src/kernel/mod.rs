//! Floor 6: kernels over tensors of any layout.
//!
//! What may enter: loops over elements that are right for every layout and fast where inner tiles are static.
//!
//! All but the matrix product, which has a room of its own, walk one nest of loops, over as many layouts as they touch.
#![allow(unsafe_code)]

#[cfg(feature = "alloc")]
mod contraction;
mod copy;
mod crew;
mod equal;
mod error;
mod fill;
mod fill_with;
mod fold;
mod in_place;
mod nest;
mod opaque;
mod processor;
mod product;
mod reduce;
pub mod relayout;
mod sources;
mod walked;
mod workspace;
mod write;
mod zip_with;

#[cfg(feature = "alloc")]
pub use contraction::{Contraction, ContractionError, contract, contract_one, contraction};
pub use copy::{copy, transform};
pub use error::Mismatch;
pub use fill::fill;
pub use fill_with::fill_with;
pub use fold::fold;
pub use in_place::{transform_in_place, zip_with_in_place};
pub use product::{
    Arithmetic, FactorOf, GroupedProduct, LeftPanels, MatrixProduct, PanelWidths, RightPanels,
    grouped_product, matmul, product,
};
pub use reduce::reduce;
pub use sources::Sources;
pub use zip_with::zip_with;
