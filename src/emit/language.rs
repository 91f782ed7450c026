//! Languages that index functions are printed in.
use super::word::Word;
use crate::dynamic::{Error, invalid};
use core::fmt;
use core::str::FromStr;

/// A language of kernels, or of their hosts.
///
/// ```
/// use tilework::emit::{Language, Word};
/// assert_eq!("cuda".parse(), Ok(Language::Cuda));
/// assert_eq!(Language::Wgsl.widest(), Word::I32);
/// assert_eq!(Language::Wgsl.to_string(), "WGSL");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Language {
    /// C99, with the types of `<stdint.h>`.
    C,
    /// CUDA C++, for host and device.
    Cuda,
    /// HIP, for host and device.
    Hip,
    /// OpenCL C 1.2.
    OpenCl,
    /// The shading language of WebGPU, which has integers of 32 bits only.
    Wgsl,
    /// Metal's shading language.
    Metal,
    /// Rust.
    Rust,
}

impl Language {
    /// All of them.
    pub const ALL: [Language; 7] = [
        Language::C,
        Language::Cuda,
        Language::Hip,
        Language::OpenCl,
        Language::Wgsl,
        Language::Metal,
        Language::Rust,
    ];

    /// The name as it is given on a command line.
    pub const fn name(self) -> &'static str {
        match self {
            Language::C => "c",
            Language::Cuda => "cuda",
            Language::Hip => "hip",
            Language::OpenCl => "opencl",
            Language::Wgsl => "wgsl",
            Language::Metal => "metal",
            Language::Rust => "rust",
        }
    }

    /// The widest integers that it has.
    pub const fn widest(self) -> Word {
        match self {
            Language::Wgsl => Word::I32,
            _ => Word::I64,
        }
    }

    /// What it calls the integers of a word.
    pub(super) const fn integer(self, word: Word) -> &'static str {
        match (self, word) {
            (Language::C, Word::U32) => "uint32_t",
            (Language::C, Word::I32) => "int32_t",
            (Language::C, Word::U64) => "uint64_t",
            (Language::C, Word::I64) => "int64_t",
            (Language::Cuda | Language::Hip, Word::U32) => "unsigned int",
            (Language::Cuda | Language::Hip, Word::I32) => "int",
            (Language::Cuda | Language::Hip, Word::U64) => "unsigned long long",
            (Language::Cuda | Language::Hip, Word::I64) => "long long",
            (Language::OpenCl | Language::Metal, Word::U32) => "uint",
            (Language::OpenCl | Language::Metal, Word::I32) => "int",
            (Language::OpenCl | Language::Metal, Word::U64) => "ulong",
            (Language::OpenCl | Language::Metal, Word::I64) => "long",
            (Language::Wgsl | Language::Rust, Word::U32) => "u32",
            (Language::Wgsl | Language::Rust, Word::I32) => "i32",
            (Language::Wgsl | Language::Rust, Word::U64) => "u64",
            (Language::Wgsl | Language::Rust, Word::I64) => "i64",
        }
    }

    /// What stands behind the digits of a number of a word.
    pub(super) const fn suffix(self, word: Word) -> &'static str {
        match (self, word) {
            // numbers take the type of what is beside them
            (Language::Wgsl | Language::Rust, _) | (_, Word::I32) => "",
            (_, Word::U32) => "u",
            (Language::OpenCl | Language::Metal, Word::U64) => "ul",
            (Language::OpenCl | Language::Metal, Word::I64) => "l",
            (_, Word::U64) => "ull",
            (_, Word::I64) => "ll",
        }
    }

    /// What has to stand once before functions in it; most often nothing.
    pub const fn prologue(self) -> &'static str {
        match self {
            Language::C => "#include <stdbool.h>\n#include <stdint.h>\n\n",
            Language::Metal => "#include <metal_stdlib>\nusing namespace metal;\n\n",
            Language::Cuda | Language::Hip | Language::OpenCl | Language::Wgsl | Language::Rust => "",
        }
    }

    /// What has to stand once before kernels in it; most often nothing.
    pub const fn kernel_prologue(self) -> &'static str {
        match self {
            Language::Hip => "#include <hip/hip_runtime.h>\n\n",
            other => other.prologue(),
        }
    }
}

impl fmt::Display for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Language::C => "C99",
            Language::Cuda => "CUDA C++",
            Language::Hip => "HIP",
            Language::OpenCl => "OpenCL C",
            Language::Wgsl => "WGSL",
            Language::Metal => "Metal",
            Language::Rust => "Rust",
        })
    }
}

impl FromStr for Language {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        let found = Language::ALL.into_iter().find(|language| language.name() == text);
        found.ok_or_else(|| {
            let names = Language::ALL.map(Language::name).join(", ");
            invalid!("language", "`{}` is none of {names}", text.escape_debug())
        })
    }
}
