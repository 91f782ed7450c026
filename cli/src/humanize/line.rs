//! One line of the compiler's: its types in the notation.

/// Brackets nested deeper than this stay as they are; so every byte is moved a bounded number of times.
const MOST_NESTED: usize = 256;

/// Where an escape sequence begins.
const ESCAPE: u8 = 0x1b;

/// Appends the line to `output`, with its types in the notation. Lines of source code stay as they are.
pub(super) fn humanize(line: &[u8], output: &mut Vec<u8>) {
    if is_source(line) {
        output.extend(line);
    } else {
        output.extend(Reader { line, at: 0, whole: Argument::default(), open: Vec::new(), beyond: 0 }.read());
    }
}

/// Whether this is a line of a program that the compiler quotes: `12 | code`, or `12 +`, `-`, `~` in a suggestion.
fn is_source(line: &[u8]) -> bool {
    let mut rest = line;
    let mut digits = 0;
    while let Some(&byte) = rest.first() {
        match byte {
            ESCAPE => rest = &rest[escapes_len(rest)..],
            b' ' => rest = &rest[1..],
            b'0'..=b'9' => (digits, rest) = (digits + 1, &rest[1..]),
            _ => return digits > 0 && matches!(byte, b'|' | b'+' | b'-' | b'~'),
        }
    }
    false
}

/// How many bytes the escape sequences at the start of a text take: colours, as a rule.
fn escapes_len(text: &[u8]) -> usize {
    let mut length = 0;
    while let [ESCAPE, rest @ ..] = &text[length..] {
        length += match rest {
            [b'[', parameters @ ..] => {
                let end = parameters.iter().position(|byte| (0x40..=0x7e).contains(byte));
                end.map_or(rest.len() + 1, |end| end + 3)
            }
            _ => 1,
        };
    }
    length
}

/// What stands between two commas, and what is known of it.
#[derive(Default)]
struct Argument {
    text: Vec<u8>,
    value: Value,
}

#[derive(Default)]
enum Value {
    /// Nothing but spaces and colours so far.
    #[default]
    Empty,
    /// A binary digit of typenum's.
    Bit(u128),
    /// A natural number of typenum's.
    Number(u128),
    /// A leaf of an integer tuple, or such a tuple.
    Tuple,
    /// The items of a list, and whether each of them is an integer tuple.
    List(Vec<Vec<u8>>, bool),
    /// The extent of a layout without padding.
    Exact,
    /// Anything else, or more than one of these.
    Other,
}

impl Argument {
    fn add(&mut self, text: &[u8], value: Value) {
        self.text.extend(text);
        self.value = if let Value::Empty = self.value { value } else { Value::Other };
    }

    fn trimmed(&self) -> &[u8] {
        self.text.trim_ascii_start()
    }

    fn is_tuple(&self) -> bool {
        matches!(self.value, Value::Tuple | Value::List(_, true))
    }

    fn is_extent(&self) -> bool {
        self.is_tuple() || matches!(self.value, Value::Exact)
    }

    /// The text as layouts print it, `(_4,_2)`.
    fn without_spaces(&self) -> Vec<u8> {
        self.text.iter().copied().filter(|&byte| byte != b' ').collect()
    }
}

/// A bracket that is not closed yet.
struct Open<'a> {
    bracket: u8,
    /// The path before it.
    head: &'a [u8],
    arguments: Vec<Argument>,
}

impl Open<'_> {
    /// All of it, with what closes it.
    fn text(&self, closing: &[u8]) -> Vec<u8> {
        let mut text = self.head.to_vec();
        text.push(self.bracket);
        for (i, argument) in self.arguments.iter().enumerate() {
            if i > 0 {
                text.push(b',');
            }
            text.extend(&argument.text);
        }
        text.extend(closing);
        text
    }

    /// What the tuple or the type is in the notation.
    fn notation(mut self) -> (Vec<u8>, Value) {
        if self.bracket == b'(' {
            let is_tuple =
                self.arguments.iter().all(|item| item.is_tuple() || matches!(item.value, Value::Empty));
            return (self.text(b")"), if is_tuple { Value::Tuple } else { Value::Other });
        }
        if let Some(number) = self.number() {
            return (coloured(number, &self.text(b"")), Value::Number(number));
        }
        match self.instead() {
            Some((text, value)) => ([&escapes(self.head).concat(), &text[..]].concat(), value),
            None => (self.text(b">"), Value::Other),
        }
    }

    /// The natural number that this type is, written as typenum writes it.
    fn number(&self) -> Option<u128> {
        match self.arguments[..] {
            [Argument { value: Value::Number(high), .. }, Argument { value: Value::Bit(low), .. }]
                if self.name() == b"UInt" && (high, low) != (0, 0) =>
            {
                high.checked_mul(2)?.checked_add(low)
            }
            _ => None,
        }
    }

    /// What stands for this type in the notation.
    fn instead(&mut self) -> Option<(Vec<u8>, Value)> {
        let name = self.name().to_vec();
        match (&name[..], &mut self.arguments[..]) {
            (b"Int", [natural @ Argument { value: Value::Number(_), .. }]) => {
                Some(([b"_", natural.trimmed()].concat(), Value::Tuple))
            }
            (b"Neg", [natural @ Argument { value: Value::Number(_), .. }]) => {
                Some(([b"_-", natural.trimmed()].concat(), Value::Tuple))
            }
            (b"Leaf", [leaf]) if is_of_lists(self.head) => {
                Some((leaf.trimmed().to_vec(), std::mem::take(&mut leaf.value)))
            }
            (b"Cons", [first, Argument { value: Value::List(rest, are_tuples), .. }]) => {
                let items = [vec![first.trimmed().to_vec()], std::mem::take(rest)].concat();
                let comma: &[u8] = if items.len() == 1 { b"," } else { b"" };
                let text = [b"(", &items.join(&b", "[..])[..], comma, b")"].concat();
                Some((text, Value::List(items, *are_tuples && first.is_tuple())))
            }
            (b"Layout", [shape, stride, extent @ ..])
                if shape.is_tuple() && stride.is_tuple() && extent.iter().all(Argument::is_extent) =>
            {
                let mut text = [shape.without_spaces(), b":".to_vec(), stride.without_spaces()].concat();
                for extent in extent.iter().filter(|extent| extent.is_tuple()) {
                    text.extend([b" of ", &extent.without_spaces()[..]].concat());
                }
                if self.head.ends_with(b"::") {
                    text = [self.head, b"<", &text, b">"].concat();
                }
                Some((text, Value::Other))
            }
            _ => None,
        }
    }

    /// The last name in the path.
    fn name(&self) -> &[u8] {
        let colours = self.head.iter().position(|&byte| byte == ESCAPE).unwrap_or(self.head.len());
        name(&self.head[..colours])
    }
}

/// The last name in a path.
fn name(path: &[u8]) -> &[u8] {
    let path = path.strip_suffix(b"::").unwrap_or(path);
    path.rsplit(|&byte| byte == b':').next().unwrap_or(path)
}

/// Whether a path leads to the lists that tuples are inside the library: others have names like theirs.
fn is_of_lists(path: &[u8]) -> bool {
    path.starts_with(b"tilework::tuple::list::") || path.starts_with(b"tuple::list::")
}

/// The escape sequences in a text, those that stand together in one piece.
fn escapes(mut text: &[u8]) -> Vec<&[u8]> {
    let mut escapes = Vec::new();
    while let Some(start) = text.iter().position(|&byte| byte == ESCAPE) {
        let (together, rest) = text[start..].split_at(escapes_len(&text[start..]));
        escapes.push(together);
        text = rest;
    }
    escapes
}

/// A number in the first of the colours of what it stands for, and in front of what the last one leads over to.
fn coloured(number: u128, instead_of: &[u8]) -> Vec<u8> {
    let escapes = escapes(instead_of);
    let first = escapes.first().copied().unwrap_or_default();
    let last = if escapes.len() > 1 { escapes[escapes.len() - 1] } else { b"" };
    [first, number.to_string().as_bytes(), last].concat()
}

struct Reader<'a> {
    line: &'a [u8],
    at: usize,
    /// What stands in no bracket.
    whole: Argument,
    open: Vec<Open<'a>>,
    /// How many brackets more are open than are kept.
    beyond: usize,
}

impl<'a> Reader<'a> {
    fn read(mut self) -> Vec<u8> {
        while let Some(&byte) = self.line.get(self.at) {
            match byte {
                ESCAPE => {
                    let escape = self.take(escapes_len(&self.line[self.at..]));
                    self.argument().text.extend(escape);
                }
                b' ' => {
                    let space = self.take(1);
                    self.argument().text.extend(space);
                }
                b'{' if self.line[self.at..].starts_with(INTEGER) => self.add(INTEGER.len(), Value::Tuple),
                _ if is_of_path(byte) => self.path(),
                b'(' => self.enter(b""),
                b'<' if self.line.get(self.at + 1) != Some(&b' ') => self.enter(b""),
                b')' => self.leave(b'('),
                b'>' if !self.line[..self.at].ends_with(b"-") && !self.line[..self.at].ends_with(b"=") => {
                    self.leave(b'<');
                }
                b',' if self.beyond == 0 && !self.open.is_empty() => {
                    self.at += 1;
                    self.open.last_mut().expect("one is open").arguments.push(Argument::default());
                }
                _ => self.add(1, Value::Other),
            }
        }
        while !self.open.is_empty() {
            self.give_up();
        }
        self.whole.text
    }

    fn take(&mut self, length: usize) -> &'a [u8] {
        let taken = &self.line[self.at..self.at + length];
        self.at += length;
        taken
    }

    fn argument(&mut self) -> &mut Argument {
        self.open.last_mut().and_then(|open| open.arguments.last_mut()).unwrap_or(&mut self.whole)
    }

    fn add(&mut self, length: usize, value: Value) {
        let text = self.take(length);
        self.argument().add(text, value);
    }

    /// A name, with the path that leads to it; of a type with arguments it stands before them.
    fn path(&mut self) {
        let rest = &self.line[self.at..];
        let mut length = 0;
        loop {
            length += rest[length..].iter().take_while(|&&byte| is_of_path(byte)).count();
            match rest[length..] {
                [b':', b':', byte, ..] if is_of_path(byte) => length += 2,
                _ => break,
            }
        }
        let path = self.take(length);
        // names and brackets may have different colours
        let colours = escapes_len(&rest[length..]);
        match rest[length + colours..] {
            [b'<', ..] => {
                self.at += colours;
                return self.enter(&rest[..length + colours]);
            }
            [b':', b':', b'<', ..] if colours == 0 => {
                self.at += 2;
                return self.enter(&rest[..length + 2]);
            }
            _ => {}
        }
        let (text, value) = match name(path) {
            b"UTerm" => (&b"0"[..], Value::Number(0)),
            b"B0" => (path, Value::Bit(0)),
            b"B1" => (path, Value::Bit(1)),
            leaf @ (b"usize" | b"_" | b"Signed") => (leaf, Value::Tuple),
            b"Exact" => (path, Value::Exact),
            b"Nil" if is_of_lists(path) => (&b"()"[..], Value::List(Vec::new(), true)),
            b"Nil" => (path, Value::List(Vec::new(), true)),
            _ => (path, Value::Other),
        };
        self.argument().add(text, value);
    }

    fn enter(&mut self, head: &'a [u8]) {
        let bracket = self.take(1)[0];
        if self.open.len() == MOST_NESTED {
            self.beyond += 1;
            self.argument().add(&[head, &[bracket]].concat(), Value::Other);
        } else {
            self.open.push(Open { bracket, head, arguments: vec![Argument::default()] });
        }
    }

    fn leave(&mut self, bracket: u8) {
        if self.beyond > 0 {
            self.beyond -= 1;
            return self.add(1, Value::Other);
        }
        // what is less than something in parentheses opens no bracket
        while bracket == b'('
            && self.open.last().is_some_and(|open| open.bracket != bracket)
            && self.open.iter().any(|open| open.bracket == bracket)
        {
            self.give_up();
        }
        match self.open.pop() {
            Some(open) if open.bracket == bracket => {
                self.at += 1;
                let (text, value) = open.notation();
                self.argument().add(&text, value);
            }
            open => {
                self.open.extend(open);
                self.add(1, Value::Other);
            }
        }
    }

    /// The last bracket was none.
    fn give_up(&mut self) {
        if let Some(open) = self.open.pop() {
            let text = open.text(b"");
            self.argument().add(&text, Value::Other);
        }
    }
}

/// An integer of a type that is not known yet.
const INTEGER: &[u8] = b"{integer}";

fn is_of_path(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

#[cfg(test)]
mod tests {
    #[track_caller]
    fn becomes(line: &str, expected: &str) {
        let mut output = Vec::new();
        super::humanize(line.as_bytes(), &mut output);
        assert_eq!(String::from_utf8(output).unwrap(), expected);
    }

    #[test]
    fn numbers() {
        becomes("expected `UTerm`, found `UInt<UTerm, B1>`", "expected `0`, found `1`");
        becomes("UInt<UInt<UInt<UTerm, B1>, B0>, B0>", "4");
        becomes("`typenum::UInt<tilework::typenum::UInt<UTerm, B1>, tilework::typenum::B1>`", "`3`");
        becomes("Int<UInt<UTerm, B1>> and tilework::int::Neg<UInt<UInt<UTerm, B1>, B0>>", "_1 and _-2");
        let two_to_127 = "UInt<".repeat(127) + "UInt<UTerm, B1>" + &", B0>".repeat(127);
        becomes(&two_to_127, &(1u128 << 127).to_string());
    }

    #[test]
    fn what_is_left_out_stays_out() {
        for line in [
            "`fn copy::<f32, Layout<(Int<UInt<UInt<..., ...>, ...>>, ...), ...>, ...>`",
            "UInt<_, B0>",
            "UInt<UTerm",
            "a < b and c > d, x -> y, (i < n) <- m)",
        ] {
            let zero = if line == "UInt<UTerm" { "UInt<0" } else { line };
            becomes(line, zero);
        }
        // 1 is no number with a zero in front, and 2^128 is more than is counted
        becomes("UInt<UInt<UTerm, B0>, B1>", "UInt<UInt<0, B0>, B1>");
        let two_to_128 = "UInt<".repeat(128) + "UInt<UTerm, B1>" + &", B0>".repeat(128);
        becomes(&two_to_128, &format!("UInt<{}, B0>", 1u128 << 127));
    }

    #[test]
    fn lists_and_layouts() {
        becomes("Cons<usize, Cons<Int<UInt<UTerm, B1>>, Nil>>", "(usize, _1)");
        becomes("tilework::tuple::list::Cons<usize, tilework::tuple::list::Nil>, Nil", "(usize,), Nil");
        becomes("tilework::tuple::list::Leaf<Int<UInt<UTerm, B1>>>, std::Leaf<u8>", "_1, std::Leaf<u8>");
        becomes(
            "tuple::list::Cons<_, tuple::list::Cons<u8, T>>",
            "tuple::list::Cons<_, tuple::list::Cons<u8, T>>",
        );
        becomes(
            "`Layout<(Int<UInt<UTerm, B1>>, (usize, usize)), (usize, (_, {integer}))>`",
            "`(_1,(usize,usize)):(usize,(_,{integer}))`",
        );
        becomes("&Layout<usize, tilework::int::Signed, Exact>", "&usize:Signed");
        becomes(
            "Layout<(usize, usize), (usize, usize), (usize, usize)>",
            "(usize,usize):(usize,usize) of (usize,usize)",
        );
        becomes(
            "layout::Layout::<(usize,), (usize,)>::offset::<(UTerm,)>",
            "layout::Layout::<(usize,):(usize,)>::offset::<(0,)>",
        );
        becomes(
            "Layout<S, D>, Layout<(S, usize), (D, usize)>",
            "Layout<S, D>, Layout<(S, usize), (D, usize)>",
        );
    }

    #[test]
    fn colours_stay() {
        becomes(
            "`Int<UInt<UInt<\x1b[35mUTerm\x1b[0m, B1>, \x1b[1m\x1b[34mB0\x1b[0m>>`",
            "`_\x1b[35m2\x1b[0m`",
        );
        becomes(
            "Int<UInt<\x1b[35mUInt\x1b[0m\x1b[34m<\x1b[0mUTerm, \x1b[35mB1\x1b[0m\x1b[35m>\x1b[0m, B0>>",
            "_\x1b[35m\x1b[0m\x1b[34m2\x1b[0m\x1b[35m\x1b[0m",
        );
        becomes("\x1b[1mCons\x1b[0m<u8, Nil>", "\x1b[1m\x1b[0m(u8,)");
    }

    #[test]
    fn source_code_stays() {
        for line in ["7 |     let x: UInt<UTerm, B1>;\n", " 12 + UInt<UTerm, B1>", "3 ~ UTerm", "3 - UTerm"] {
            becomes(line, line);
        }
        becomes("  |   ^^^^ expected `UTerm`\n", "  |   ^^^^ expected `0`\n");
    }

    #[test]
    fn deep_brackets_and_broken_text() {
        let deep = "A<(".repeat(100_000) + &")>".repeat(100_000);
        let mut output = Vec::new();
        super::humanize(deep.as_bytes(), &mut output);
        assert!(output == deep.as_bytes());
        let mut output = Vec::new();
        super::humanize(b"\xff\xfe`UInt<UTerm, B1>`\x1b[", &mut output);
        assert_eq!(output, b"\xff\xfe`1`\x1b[");
    }
}
