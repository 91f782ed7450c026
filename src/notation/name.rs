//! The notations by name, and which one a text is in.
use crate::dynamic::format::Format;
use crate::dynamic::named;

named! {
    /// A way to write where the elements of an array are.
    pub enum Notation "notation" {
        /// CuTe and TLA: `(2,3):(3,1)`.
        Cute "cute",
        /// Formats of TLA: `zN:16 of (100,50)`.
        Tla "tla",
        /// XLA: `f32[3,5]{1,0:T(2,2)}`.
        Xla "xla",
        /// Indexing maps: `(d0) -> (d0 * 2), domain: d0 in [0, 3]`.
        Map "map",
        /// Tags of oneDNN: `aBcd16b of (2,20,3,5)`.
        OneDnn "onednn",
        /// Layouts of TVM: `NCHW16c of (2,32,3,5)`.
        Tvm "tvm",
        /// NumPy's arrays, strides in bytes.
        NumPy "numpy",
        /// Tensors of DLPack.
        DlPack "dlpack",
        /// Mappings of C++ `mdspan`.
        Mdspan "mdspan",
        /// Columns of a matrix over F2, as Triton's linear layouts have them.
        F2 "f2",
        /// Shardings of HLO, from tiles to devices.
        Iota "iota",
        /// Axe and TIRx: `S[(8,16):(16,1)]`.
        Axe "axe",
        /// The types of CuTe IR: `!cute.layout<"(2,3):(3,1)">`.
        CuteIr "cute-ir",
    }
}

impl Notation {
    /// The notation that a text begins like; none if it is like none of them.
    ///
    /// ```
    /// # use tilework::notation::Notation;
    /// assert_eq!(Notation::of("aBcd16b of (2,20,3,5)"), Some(Notation::OneDnn));
    /// assert_eq!(Notation::of("NCHW16c"), Some(Notation::Tvm));
    /// assert_eq!(Notation::of("(d0) -> (d0), domain: d0 in [0, 3]"), Some(Notation::Map));
    /// assert_eq!(Notation::of("?"), None);
    /// ```
    pub fn of(text: &str) -> Option<Notation> {
        let text = text.trim();
        let end =
            text.find(|c: char| !c.is_ascii_alphanumeric() && c != '_' && c != '.').unwrap_or(text.len());
        let (word, rest) = (&text[..end], text[end..].trim_start());
        Some(match (word, rest.chars().next()) {
            ("", Some('!')) => Notation::CuteIr,
            ("", Some('[')) => Notation::Xla,
            ("", Some('{')) => in_braces(rest[1..].trim_start()),
            ("", Some('(')) if rest[1..].trim_start().starts_with(')') && !rest.contains("->") => {
                Notation::Cute
            }
            ("", Some('(')) => parenthesised(rest[1..].trim_start()),
            ("S" | "R", Some('[')) => Notation::Axe,
            ("Sw", Some('<')) => Notation::Cute,
            (
                "devices" | "replicated" | "manual" | "unknown" | "unreduced" | "maximal" | "NamedSharding"
                | "Mesh",
                _,
            ) => Notation::Iota,
            ("ndarray" | "np.ndarray" | "numpy.ndarray", Some('(')) => Notation::NumPy,
            ("DLTensor", _) => Notation::DlPack,
            ("layout_stride" | "layout_left" | "layout_right", _) => Notation::Mdspan,
            (word, Some('[')) if !word.is_empty() => Notation::Xla,
            (word, Some(':')) if word.starts_with(|c: char| c.is_ascii_digit() || c == '_') => Notation::Cute,
            (word, _) if word.parse::<Format>().is_ok() => Notation::Tla,
            // what Ascend's documents call so is zN, and no layout of the two dimensions N and Z
            ("NZ", _) => return None,
            (word, Some('-')) if word.starts_with(|c: char| c.is_ascii_uppercase()) => Notation::Tvm,
            (_, _) if text.ends_with("padded") => Notation::Tvm,
            (word, _) => return tag(word),
        })
    }
}

/// A tag of oneDNN, which names dimensions by the first letters of the alphabet, or a layout of TVM.
fn tag(word: &str) -> Option<Notation> {
    let letters = word.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(word.len());
    let outer = &word.as_bytes()[..letters];
    if letters == 0 || !word.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
        return None;
    }
    let last = b'a' + u8::try_from(letters - 1).ok().filter(|last| *last < 26)?;
    // oneDNN has capitals for the dimensions that have blocks, and only for these
    let blocks = &word.as_bytes()[letters..];
    let is_tag = outer.iter().all(|letter| {
        let small = letter.to_ascii_lowercase();
        small <= last && letter.is_ascii_uppercase() == blocks.contains(&small)
    });
    Some(if is_tag || !outer.iter().all(u8::is_ascii_uppercase) { Notation::OneDnn } else { Notation::Tvm })
}

fn in_braces(inside: &str) -> Notation {
    let word = inside.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').next().unwrap_or_default();
    match word {
        "devices" | "replicated" | "manual" | "unknown" | "unreduced" | "maximal" | "mesh" => Notation::Iota,
        _ if word.starts_with(|c: char| c.is_ascii_alphabetic()) => Notation::F2,
        _ => Notation::Xla,
    }
}

fn parenthesised(inside: &str) -> Notation {
    let is_name = inside.starts_with(|c: char| c.is_ascii_alphabetic());
    if is_name || inside.starts_with(')') { Notation::Map } else { Notation::Cute }
}
