//! Words of a machine.
use core::fmt;

/// An integer type: what coordinates and offsets are held in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Word {
    /// 32 bits, not negative.
    U32,
    /// 32 bits with a sign.
    I32,
    /// 64 bits, not negative.
    U64,
    /// 64 bits with a sign.
    I64,
}

impl Word {
    /// All, in the order in which they are tried.
    pub const ALL: [Word; 4] = [Word::U32, Word::I32, Word::U64, Word::I64];

    /// The number of bits.
    pub const fn bits(self) -> u32 {
        match self {
            Word::U32 | Word::I32 => 32,
            Word::U64 | Word::I64 => 64,
        }
    }

    /// Whether it holds numbers below 0.
    pub const fn is_signed(self) -> bool {
        matches!(self, Word::I32 | Word::I64)
    }

    /// The least number that it holds.
    pub(super) fn least(self) -> i128 {
        match self {
            Word::U32 | Word::U64 => 0,
            Word::I32 => i32::MIN.into(),
            Word::I64 => i64::MIN.into(),
        }
    }

    /// The greatest.
    pub(super) fn greatest(self) -> i128 {
        match self {
            Word::U32 => u32::MAX.into(),
            Word::I32 => i32::MAX.into(),
            Word::U64 => u64::MAX.into(),
            Word::I64 => i64::MAX.into(),
        }
    }

    /// Whether it holds all numbers from one to another.
    pub(super) fn holds(self, lower: i128, upper: i128) -> bool {
        self.least() <= lower && upper <= self.greatest()
    }
}

impl fmt::Display for Word {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Word::U32 => "u32",
            Word::I32 => "i32",
            Word::U64 => "u64",
            Word::I64 => "i64",
        })
    }
}
