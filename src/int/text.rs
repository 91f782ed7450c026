//! Text built at compile time, for the messages of compile errors.

use super::const_list::ConstList;

/// A string of bounded length that `const` code can write; what does not fit ends in `...`.
#[derive(Clone, Copy)]
pub struct Text(ConstList<u8, { Text::CAPACITY }>);

impl Text {
    const CAPACITY: usize = 400;

    /// The empty text.
    pub const fn new() -> Self {
        Text(ConstList::new(0))
    }

    /// This text followed by `text`.
    pub const fn str(mut self, text: &str) -> Self {
        let bytes = text.as_bytes();
        let mut i = 0;
        while i < bytes.len() {
            self = self.byte(bytes[i]);
            i += 1;
        }
        self
    }

    /// This text followed by a number.
    pub const fn number(self, number: usize) -> Self {
        let text = if number >= 10 { self.number(number / 10) } else { self };
        text.byte(b"0123456789"[number % 10])
    }

    /// This text followed by a number that may be negative.
    pub const fn signed(self, number: isize) -> Self {
        let text = if number < 0 { self.byte(b'-') } else { self };
        text.number(number.unsigned_abs())
    }

    /// This text followed by another.
    pub const fn text(mut self, other: &Text) -> Self {
        let (bytes, mut i) = (other.0.entries(), 0);
        while i < bytes.len() {
            self = self.byte(bytes[i]);
            i += 1;
        }
        self
    }

    /// The text as a string.
    pub const fn as_str(&self) -> &str {
        match core::str::from_utf8(self.0.entries()) {
            Ok(text) => text,
            Err(_) => "a text cut inside a letter",
        }
    }

    const fn byte(mut self, byte: u8) -> Self {
        if self.0.len() < Text::CAPACITY {
            let cut = self.0.len() + 3 >= Text::CAPACITY;
            self.0.push(if cut { b'.' } else { byte });
        }
        self
    }
}

impl Default for Text {
    fn default() -> Self {
        Text::new()
    }
}

impl core::fmt::Debug for Text {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        self.as_str().fmt(f)
    }
}
