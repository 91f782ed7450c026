//! The document of a drawing.
use super::super::color::Color;
use super::super::html::escaped;
use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::String;
use core::fmt::Write;

/// The space around what is drawn, in pixels.
pub(in super::super) const SPACE: i64 = 12;

/// What a text or a line is, which says how it looks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in super::super) enum Class {
    /// The text of cells.
    Cell,
    /// The indices of rows and columns.
    Index,
    /// Titles.
    Title,
    /// The lines between elements, around tiles, and around tiles of tiles.
    Element,
    Tile,
    Outer,
    /// The way of an element from one place to another.
    Way,
}

impl Class {
    fn name(self) -> &'static str {
        match self {
            Class::Cell => "t",
            Class::Index => "t i",
            Class::Title => "t n",
            Class::Element => "e",
            Class::Tile => "l",
            Class::Outer => "o",
            Class::Way => "w",
        }
    }
}

/// Where the text is with respect to its place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in super::super) enum Anchor {
    Start,
    Middle,
    End,
}

/// A drawing that grows with what is put on it. All lengths are pixels.
#[derive(Debug)]
pub(in super::super) struct Canvas {
    body: String,
    width: i64,
    height: i64,
    colors: BTreeSet<Color>,
}

impl Canvas {
    pub(in super::super) fn new() -> Self {
        Canvas { body: String::new(), width: 0, height: 0, colors: BTreeSet::new() }
    }

    /// Makes room down to a place.
    pub(in super::super) fn reach(&mut self, x: i64, y: i64) {
        self.width = self.width.max(x);
        self.height = self.height.max(y);
    }

    /// A text whose line of writing is at `y`.
    pub(in super::super) fn text(&mut self, class: Class, anchor: Anchor, (x, y): (i64, i64), text: &str) {
        let anchor = match anchor {
            Anchor::Start => "",
            Anchor::Middle => r#" text-anchor="middle""#,
            Anchor::End => r#" text-anchor="end""#,
        };
        self.put(format_args!(
            r#"<text class="{}"{anchor} x="{x}" y="{y}">{}</text>"#,
            class.name(),
            escaped(text)
        ));
    }

    /// A row of characters of the same width, spaces kept.
    pub(in super::super) fn row(&mut self, class: Class, (x, y): (i64, i64), width: i64, text: &str) {
        let text = text.trim_end();
        let characters = i64::try_from(text.chars().count()).unwrap_or(0);
        if text.trim_start().is_empty() {
            return;
        }
        self.put(format_args!(
            r#"<text class="{}" xml:space="preserve" x="{x}" y="{y}" textLength="{}">{}</text>"#,
            class.name(),
            characters * width,
            escaped(text)
        ));
    }

    /// Lines along a path.
    pub(in super::super) fn lines(&mut self, class: Class, path: &str) {
        if !path.is_empty() {
            self.put(format_args!(r#"<path class="{}" d="{path}"/>"#, class.name()));
        }
    }

    /// Areas that are hatched.
    pub(in super::super) fn hatched(&mut self, path: &str) {
        if !path.is_empty() {
            self.put(format_args!(r#"<path fill="url(#tw-hatch)" d="{path}"/>"#));
        }
    }

    /// Runs of cells of one colour: a path of lines as thick as cells are high, in units of cells of this size.
    pub(in super::super) fn cells(&mut self, color: Color, (x, y): (i64, i64), size: (i64, i64), path: &str) {
        self.colors.insert(color);
        let (width, height) = size;
        self.put(format_args!(
            r#"<path class="c c{}" transform="translate({x} {y})scale({width} {height})" d="{path}"/>"#,
            color.hue
        ));
    }

    fn put(&mut self, element: core::fmt::Arguments<'_>) {
        // writing to a string does not fail
        let _ = writeln!(self.body, "{element}");
    }

    /// The whole document.
    pub(in super::super) fn finish(self, title: &str) -> String {
        let (width, height) = (self.width + SPACE, self.height + SPACE);
        let mut light = String::new();
        let mut dark = String::new();
        for Color { hue } in &self.colors {
            light += &format!(".tw .c{hue}{{stroke:hsl({hue} 80% 84%)}}");
            dark += &format!(".tw .c{hue}{{stroke:hsl({hue} 45% 30%)}}");
        }
        let title = escaped(title);
        let body = self.body;
        format!(
            r##"<svg class="tw" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" role="img" aria-label="{title}">
<title>{title}</title>
<style>
.tw .b{{fill:#fff}}.tw .t{{font:11px ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace;fill:#1b1f27;white-space:pre}}
.tw .i{{fill:#5b6472}}.tw .n{{font-size:13px;font-weight:600}}.tw .c,.tw .e,.tw .l,.tw .o,.tw .p,.tw .w{{fill:none}}.tw .c{{stroke-width:1}}
.tw .e{{stroke:#d5d9e0}}.tw .l{{stroke:#59616e;stroke-width:1.3}}.tw .o{{stroke:#10131a;stroke-width:2.4}}.tw .w{{stroke:#8a93a3;stroke-opacity:.7}}
.tw .p{{stroke:#aab1bd}}{light}
@media screen and (prefers-color-scheme:dark){{.tw .b{{fill:#14171d}}.tw .t{{fill:#e4e7ec}}.tw .i{{fill:#98a1b0}}.tw .e{{stroke:#333a45}}.tw .l{{stroke:#98a1b0}}.tw .o{{stroke:#f2f4f7}}.tw .p{{stroke:#4c5563}}{dark}}}
</style>
<defs><pattern id="tw-hatch" width="6" height="6" patternUnits="userSpaceOnUse"><path class="p" d="M-1 1l2-2M0 6l6-6M5 7l2-2"/></pattern></defs>
<rect class="b" width="{width}" height="{height}"/>
{body}</svg>
"##
        )
    }
}
