//! Why nothing was moved.
use std::fmt;
use tilework::dynamic::Error;
use tilework::kernel::relayout::PlanError;

/// Why nothing was moved. Where one rank has a reason, every rank returns an error.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum RedistributionError {
    /// The plan is for another number of ranks than there are.
    Ranks {
        /// Those of the plan.
        plan: i64,
        /// Those of the communicator.
        communicator: i32,
    },
    /// The plan, its memories or its limit have no answer for this rank.
    Plan(Error),
    /// The copy engine cannot move elements between these layouts.
    Layout(PlanError),
    /// A stride is negative: memory does not begin at offset 0.
    NegativeStride,
    /// A slice has another length than the local layout needs.
    Length {
        /// `source` or `target`.
        side: &'static str,
        /// As many elements are needed.
        needed: usize,
        /// As many are there.
        given: usize,
    },
    /// Ranks have different plans, elements or limits.
    Mismatch,
    /// Another rank has an error.
    Elsewhere,
}

impl fmt::Display for RedistributionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ranks { plan, communicator } => {
                write!(f, "the plan is for {plan} ranks, and there are {communicator}")
            }
            Self::Plan(error) => error.fmt(f),
            Self::Layout(error) => error.fmt(f),
            Self::NegativeStride => f.write_str("a stride of the local memory is negative"),
            Self::Length { side, needed, given } => {
                write!(f, "the {side} has {given} elements, and its layout needs {needed}")
            }
            Self::Mismatch => f.write_str("ranks have different plans, elements or limits"),
            Self::Elsewhere => f.write_str("another rank has an error"),
        }
    }
}

impl std::error::Error for RedistributionError {}

impl From<Error> for RedistributionError {
    fn from(error: Error) -> Self {
        Self::Plan(error)
    }
}

impl From<PlanError> for RedistributionError {
    fn from(error: PlanError) -> Self {
        Self::Layout(error)
    }
}
