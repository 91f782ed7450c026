//! Redistribution of arrays over MPI: plans of [`tilework::shard::plan`], executed.
//!
//! Every rank makes its own part of a [`ReshardPlan`](tilework::shard::plan::ReshardPlan): messages from its local
//! layout and into its other one, and what it keeps, copied in between. Long runs are left to MPI by derived datatypes;
//! what is shorter is packed and unpacked by the copy engine of tilework, whose plans are made once. A
//! [`Redistribution`] is started as often as one likes.
//!
//! ```no_run
//! use tilework::shard::{Distribution, plan::ReshardPlan};
//! use tilework_mpi::Redistribution;
//!
//! let universe = mpi::initialize().unwrap();
//! let world = universe.world();
//! let on = |text| Distribution::read(text, &[1000, 1000], 4);
//! let plan = ReshardPlan::new(on("devices=[4,1]<=[4]")?, on("devices=[1,4]<=[4]")?)?;
//! let mut redistribution = Redistribution::new::<f64>(&plan, &world, None)?;
//! let rows = vec![1.0; redistribution.source_len()];
//! let mut columns = vec![0.0; redistribution.target_len()];
//! redistribution.start(&rows, &mut columns)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![warn(
    clippy::cast_lossless,
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_sign_loss
)]
mod agreement;
mod copies;
mod error;
mod leaves;
mod message;
mod redistribution;
mod walk;

pub use error::RedistributionError;
pub use redistribution::Redistribution;
