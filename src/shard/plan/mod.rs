//! Plans that bring an array from one distribution to another.
//!
//! What two ranks exchange is what a part of the source and a part of the target have in common. The dimensions are cut
//! apart from each other, so that this is a product: in each dimension some segments, equally far apart, in closed form
//! from the two cuts. A rank makes its own part of the plan, without the others and without looking at elements; the
//! parts of all ranks agree.
//!
//! What may enter: what is known before a byte moves. `segments` says what parts of a dimension have in common, `patch`
//! makes layouts of them in the memory of both sides, `transfer` and `part` are what a rank sends, keeps and receives,
//! `sender` chooses among copies, `rounds` cuts all of it up under a limit of memory, `figures` and `cost` count,
//! `collective` compares with what compilers call, and `relabel` chooses the ranks themselves.
//!
//! ```
//! use tilework::shard::{Distribution, plan::ReshardPlan};
//!
//! // the case of openxla/xla issue 15207: every device keeps an eighth of its part, and no copy of all is made
//! let on = |text| Distribution::read(text, &[64, 64, 64], 8);
//! let plan = ReshardPlan::new(on("devices=[2,1,4]<=[4,2]T(1,0)")?, on("devices=[1,8,1]<=[8]")?)?;
//! let figures = plan.figures()?;
//! assert_eq!((figures.moved, figures.messages), (64 * 64 * 64 / 8 * 7, 56));
//! assert_eq!(figures.replicated, 64 * 64 * 64 * 7);
//! # Ok::<(), tilework::dynamic::Error>(())
//! ```
mod collective;
mod cost;
mod figures;
mod part;
mod patch;
mod relabel;
mod reshard;
mod rounds;
mod segments;
mod sender;
mod transfer;

pub use collective::Collective;
pub use cost::CostModel;
pub use figures::{PlanFigures, RankFigures};
pub use part::RankPart;
pub use patch::{Patch, PatchPiece};
pub use relabel::relabelled;
pub use reshard::ReshardPlan;
pub use rounds::{Chunk, Round};
pub use segments::{SegmentPlace, SegmentRepeat, Segments, common_segments};
pub use transfer::Transfer;
