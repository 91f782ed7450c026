//! Layouts with names, for what they are used.
use super::notation::Notation;
use crate::failure::{Failure, mistake};
use std::collections::BTreeMap;
use std::fmt::Write;

/// The recipes everybody has: name, notation, use.
///
/// Sources: CANN, *FRACTAL_NZ*; oneDNN, *Understanding memory formats*; cuBLAS, *1D block scaling factors layout*, and
/// CUTLASS, `Sm1xxBlockScaledConfig`; BLIS, panels of packed matrices.
const BUILT_IN: [(&str, &str, &str); 21] = [
    ("ascend.nz", "zN", "weights of Ascend NPUs, FRACTAL_NZ: fractals of 16 rows by 32 bytes"),
    ("tpu", "tpu(v5p)", "the tiles that TPUs give a row-major array of this element width"),
    ("tpu.v2", "tpu(v2)", "the same for TPU v2"),
    ("tpu.v4", "tpu(v4)", "the same for TPU v4"),
    ("tpu.v5e", "tpu(v5e)", "the same for TPU v5e"),
    ("tpu.v5p", "tpu(v5p)", "the same for TPU v5p"),
    ("tpu.v6e", "tpu(v6e)", "the same for TPU v6e"),
    ("tpu.7x", "tpu(tpu7x)", "the same for TPU 7x"),
    ("nhwc", "acdb", "images NCHW, channels innermost"),
    ("nchw4c", "aBcd4b", "images NCHW in blocks of 4 channels"),
    ("nchw8c", "aBcd8b", "images NCHW in blocks of 8 channels"),
    ("nchw16c", "aBcd16b", "images NCHW in blocks of 16 channels"),
    ("nchw32c", "aBcd32b", "images NCHW in blocks of 32 channels"),
    ("oihw16i16o", "ABcd16b16a", "filters OIHW in blocks of 16 by 16 channels"),
    (
        "blackwell.scales",
        "tile_to_shape(((32,4),4):((16,4),1),(1,0))",
        "scales of block-scaled FP8 and FP4: tiles of 128 rows by 4, row-major",
    ),
    ("panels.rows8", "Ab8a", "a left factor in panels of 8 rows, each by columns"),
    ("panels.rows16", "Ab16a", "a left factor in panels of 16 rows, each by columns"),
    ("panels.rows32", "Ab32a", "a left factor in panels of 32 rows, each by columns"),
    ("panels.columns8", "Ba8b", "a right factor in panels of 8 columns, each by rows"),
    ("panels.columns16", "Ba16b", "a right factor in panels of 16 columns, each by rows"),
    ("panels.columns32", "Ba32b", "a right factor in panels of 32 columns, each by rows"),
];

/// The recipes by name: a notation, or one for each width of elements.
#[derive(Debug, Default)]
pub(super) struct Recipes {
    own: BTreeMap<String, Vec<(Option<usize>, String)>>,
}

impl Recipes {
    /// Adds a recipe. One of the same name as another hides that one.
    pub(super) fn add(
        &mut self,
        name: String,
        notations: Vec<(Option<usize>, String)>,
    ) -> Result<(), Failure> {
        for (_, notation) in &notations {
            self.notation(notation).map_err(|failure| failure.within(&format!("recipe {name}")))?;
        }
        self.own.insert(name, notations);
        Ok(())
    }

    /// The layout that a text names or is.
    pub(super) fn target(&self, text: &str) -> Result<Target, Failure> {
        let by_bits = match self.own.get(text.trim()) {
            Some(notations) => {
                let one = |(bits, notation): &(Option<usize>, String)| Ok((*bits, self.notation(notation)?));
                notations.iter().map(one).collect::<Result<_, Failure>>()?
            }
            None => vec![(None, self.notation(text)?)],
        };
        Ok(Target { text: text.trim().to_string(), by_bits })
    }

    fn notation(&self, text: &str) -> Result<Notation, Failure> {
        let built_in = BUILT_IN.iter().find(|(name, ..)| *name == text.trim());
        let read = Notation::parse(built_in.map_or(text, |(_, notation, _)| notation));
        read.map_err(|failure| match (failure, self.near(text.trim())) {
            (Failure::Input { message, pointed: None }, Some(name)) => {
                Failure::Input { message: format!("{message}; is `{name}` meant?"), pointed: None }
            }
            (failure, _) => failure,
        })
    }

    /// The name of a recipe or a format that is written nearly so.
    fn near(&self, text: &str) -> Option<&str> {
        const MOST: usize = 2;
        // of Ascend's NZ another format is the transpose
        if ["NZ", "FRACTAL_NZ"].contains(&text) {
            return Some("ascend.nz");
        }
        let names = BUILT_IN.iter().map(|(name, ..)| *name).chain(self.own.keys().map(String::as_str));
        let distance = |name: &str| match name.eq_ignore_ascii_case(text) {
            true => 0,
            // of a few letters any others are near
            false if name.len() <= 2 * MOST => usize::MAX,
            false => strsim::levenshtein(name, text),
        };
        let near = names.chain(FORMATS).map(|name| (distance(name), name)).filter(|(far, _)| *far <= MOST);
        near.min().map(|(_, name)| name)
    }
}

/// Formats of TLA that are often asked for.
const FORMATS: [&str; 7] = ["zN", "nZ", "zZ", "nN", "L0C", "RowMajor", "ColumnMajor"];

/// A layout that is asked for, for each width of elements.
#[derive(Debug, Clone)]
pub(super) struct Target {
    /// As it was written.
    pub(super) text: String,
    by_bits: Vec<(Option<usize>, Notation)>,
}

impl Target {
    /// The layout for elements of this width.
    pub(super) fn notation(&self, bits: usize) -> Result<&Notation, Failure> {
        let found = self.by_bits.iter().find(|(own, _)| own.is_none_or(|own| own == bits));
        let (_, notation) =
            found.ok_or_else(|| mistake!("{} has no layout for elements of {bits} bits", self.text))?;
        Ok(notation)
    }
}

/// The table of the recipes, a line each.
pub(super) fn help() -> String {
    let mut text = String::from("Recipes:\n");
    for (name, notation, purpose) in BUILT_IN {
        // Writing to a string does not fail.
        let _ = writeln!(text, "  {name:<17} {purpose}; {notation}");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::{BUILT_IN, Recipes};

    #[test]
    fn all_can_be_read() {
        for (name, ..) in BUILT_IN {
            Recipes::default().target(name).unwrap();
        }
    }

    #[test]
    fn names_that_are_near() {
        let recipes = Recipes::default();
        let near =
            ["asend.nz", "zn", "NZ", "tpu.v6", "columnmajor", "aB16c", "blah"].map(|text| recipes.near(text));
        let expected = ["ascend.nz", "zN", "ascend.nz", "tpu.v2", "ColumnMajor"].map(Some);
        assert_eq!((&near[..5], &near[5..]), (&expected[..], &[None, None][..]));
    }

    /// `dest[(r % 32) * 16 + (r / 32) * 4 + c]` in tiles of 512, tiles row-major: cuBLAS, *1D block scaling factors*.
    #[test]
    fn scales_of_blackwell() {
        let target = Recipes::default().target("blackwell.scales").unwrap();
        let layout = target.notation(8).unwrap().layout(&[300, 10], 8).unwrap();
        for row in 0..300 {
            for column in 0..10 {
                let tile = (row / 128) * 3 + column / 4;
                let expected = tile * 512 + (row % 32) * 16 + (row % 128 / 32) * 4 + column % 4;
                let offset = layout.offset(&format!("({row},{column})").parse().unwrap()).unwrap();
                assert_eq!(offset, expected);
            }
        }
    }
}
