//! Patches: units smaller than a word, turned in the registers of a thread.
//!
//! Such units that are neighbours in the source lie in one word of the stage. A thread gets as many words as it writes
//! units at once, and turns them: the first units of all are the first vector that it writes, and so on.
use super::side::CopySide;
use super::tile::{BlockTile, DigitRun};
use crate::emit::language::Language;
use crate::int::word;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// So many units along the destination, by so many values of another digit, which fill a word along the source.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct TilePatch {
    width: i64,
    digit: usize,
    /// How many vectors a thread writes, and how many units a word has: 2 or 4.
    pub(super) vectors: i64,
}

impl BlockTile {
    /// The patches of units of so many bytes, of which so many are put and written at once; none where units are words,
    /// or either side takes less than a word, or words lie along the destination.
    pub(super) fn patch(&self, unit: usize, [put, width]: [i64; 2]) -> Option<TilePatch> {
        let vectors = 4 / word::wide(unit);
        let digit = *self.order(CopySide::Source).first()?;
        let patch = TilePatch { width, digit, vectors };
        let is_apart = self.vector(width).iter().all(|run| run.digit != digit);
        let is_whole = self.digits[digit].inner % vectors.max(1) == 0;
        (vectors > 1 && put >= vectors && width >= vectors && is_apart && is_whole).then_some(patch)
    }

    /// The digits of so many units that follow each other in the destination.
    fn vector(&self, width: i64) -> Vec<DigitRun> {
        let (mut left, mut runs) = (width, Vec::new());
        for digit in self.order(CopySide::Destination) {
            let count = left.min(self.digits[digit].inner);
            if left > 1 {
                runs.push(DigitRun { digit, every: 1, count });
                left /= count;
            }
        }
        runs
    }

    /// The digits of a patch: of a vector, and then which of them it is.
    pub(super) fn patch_runs(&self, TilePatch { width, digit, vectors }: TilePatch) -> Vec<DigitRun> {
        let mut runs = self.vector(width);
        runs.push(DigitRun { digit, every: 1, count: vectors });
        runs
    }
}

/// The functions that turn two words `a` and `b`, by bytes and by halves: what each is called and gives, which of the
/// eight bytes these are, from the lowest, and how to come to them where there is no instruction for that.
const TURNS: [(&str, &str, u32, &str); 4] = [
    ("even", "even bytes of two words, in turn", 0x6240, "(a & 0xff00ffu) | ((b & 0xff00ffu) << 8u)"),
    ("odd", "odd bytes of two words, in turn", 0x7351, "((a >> 8u) & 0xff00ffu) | (b & 0xff00ff00u)"),
    ("low", "low halves of two words", 0x5410, "(a & 0xffffu) | (b << 16u)"),
    ("high", "high halves of two words", 0x7632, "(a >> 16u) | (b & 0xffff0000u)"),
];

impl TilePatch {
    /// The functions that turn words, `named` after the kernel.
    pub(super) fn functions(self, language: Language, named: impl Fn(&str) -> String) -> Vec<String> {
        let needed = TURNS.into_iter().skip(if self.vectors == 2 { 2 } else { 0 });
        let function = |(part, gives, bytes, value): (&str, &str, u32, &str)| {
            let name = named(part);
            let text = match language {
                Language::Wgsl => format!("fn {name}(a: u32, b: u32) -> u32 {{\n    return {value};\n}}\n"),
                Language::OpenCl => {
                    format!("static inline uint {name}(uint a, uint b) {{\n    return {value};\n}}\n")
                }
                _ => format!(
                    "__device__ inline unsigned int {name}(unsigned int a, unsigned int b) {{\n    \
                     return __byte_perm(a, b, {bytes:#06x}u);\n}}\n"
                ),
            };
            format!("// The {gives}.\n{text}")
        };
        needed.map(function).collect()
    }

    /// Turns the words `word0`, `word1`, and so on: declarations, and the words of each vector.
    pub(super) fn turned(
        self,
        constant: &str,
        named: impl Fn(&str) -> String,
    ) -> (Vec<String>, Vec<Vec<String>>) {
        let call = |part: &str, first: &str, number: i64| {
            format!("{}({first}{number}, {first}{})", named(part), number + 1)
        };
        let pairs = (0..self.width / 2).map(|pair| 2 * pair);
        if self.vectors == 2 {
            let words = |part: &'static str| pairs.clone().map(|first| call(part, "word", first)).collect();
            return (Vec::new(), Vec::from([words("low"), words("high")]));
        }
        let mut lines = Vec::new();
        for part in ["even", "odd"] {
            for first in pairs.clone() {
                lines.push(format!("{constant} {part}{} = {};", first / 2, call(part, "word", first)));
            }
        }
        let words = |part: &str, of: &str| {
            (0..self.width / 4).map(|word| call(part, of, 2 * word)).collect::<Vec<String>>()
        };
        let vectors = [("low", "even"), ("low", "odd"), ("high", "even"), ("high", "odd")];
        (lines, vectors.map(|(part, of)| words(part, of)).to_vec())
    }
}
