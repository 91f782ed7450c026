//! Where a bracket closes.

/// Follows brackets and texts in quotes until what was open is closed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Balance {
    depth: usize,
    in_quotes: bool,
    after_backslash: bool,
}

/// What a byte does: 0 nothing.
static ROLES: [u8; 256] = {
    let mut roles = [0; 256];
    let mut index = 0;
    while index < OPEN.len() {
        roles[OPEN[index] as usize] = 1;
        roles[CLOSE[index] as usize] = 2;
        index += 1;
    }
    roles[b'"' as usize] = 3;
    roles[b',' as usize] = 4;
    roles
};

const OPEN: [u8; 3] = *b"([{";
const CLOSE: [u8; 3] = *b")]}";

impl Balance {
    /// How many bytes there are up to the bracket that closes the outermost one, that one included; `None` if it stays
    /// open.
    ///
    /// Kinds of brackets are not distinguished: the reader of what is between them does that.
    pub(super) fn close(&mut self, bytes: &[u8]) -> Option<usize> {
        self.run(bytes, false)
    }

    /// How many bytes there are up to the next comma outside of brackets, or all of them.
    pub(super) fn comma(bytes: &[u8]) -> usize {
        Balance::default().run(bytes, true).unwrap_or(bytes.len())
    }

    fn run(&mut self, bytes: &[u8], to_comma: bool) -> Option<usize> {
        let mut at = 0;
        while at < bytes.len() {
            if self.in_quotes {
                at += self.quoted(&bytes[at..]);
                continue;
            }
            match ROLES[usize::from(bytes[at])] {
                0 => {}
                1 => self.depth += 1,
                2 => {
                    self.depth = self.depth.saturating_sub(1);
                    if self.depth == 0 && !to_comma {
                        return Some(at + 1);
                    }
                }
                3 => self.in_quotes = true,
                _ if to_comma && self.depth == 0 => return Some(at),
                _ => {}
            }
            at += 1;
        }
        None
    }

    /// Goes to the end of the quotes; the bytes that took.
    fn quoted(&mut self, bytes: &[u8]) -> usize {
        for (at, byte) in bytes.iter().enumerate() {
            match byte {
                _ if self.after_backslash => self.after_backslash = false,
                b'\\' => self.after_backslash = true,
                b'"' => {
                    self.in_quotes = false;
                    return at + 1;
                }
                _ => {}
            }
        }
        bytes.len()
    }
}

#[cfg(test)]
mod tests {
    use super::Balance;

    #[test]
    fn brackets_close() {
        assert_eq!(Balance::default().close(b"(a{b}[c]) d"), Some(9));
        assert_eq!(Balance::default().close(br#"(")\")") d"#), Some(8));
        let mut open = Balance::default();
        assert_eq!(open.close(b"({1, \"(\\"), None);
        assert_eq!(open.close(b"\"\"}) x"), Some(4));
        assert_eq!(Balance::comma(b"a{1,2}, b"), 6);
        assert_eq!(Balance::comma(b"a(1"), 3);
        assert_eq!(Balance::comma(b"a), b"), 2);
    }
}
