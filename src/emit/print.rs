//! Operations as text: one printer, and what differs between the languages.
use super::language::Language;
use super::machine::{Machine, Node, Op};
use super::word::Word;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use hashbrown::HashMap;

/// A function before it is text.
#[derive(Debug)]
pub(super) struct Function<'a> {
    pub(super) name: String,
    /// What stands above it, a line each.
    pub(super) comment: Vec<String>,
    pub(super) arguments: &'a [String],
    pub(super) word: Word,
    pub(super) machine: &'a Machine,
    pub(super) body: FunctionBody,
}

/// What a function gives.
#[derive(Debug, Clone)]
pub(super) enum FunctionBody {
    /// A number, or several.
    Values(Vec<Node>),
    /// Whether all of these hold; the later ones have a meaning only where the first ones hold.
    Condition { first: Vec<Comparison>, then: Vec<Comparison> },
    /// Whether something always or never holds.
    Constant(bool),
}

/// What is compared.
#[derive(Debug, Clone, Copy)]
pub(super) struct Comparison {
    pub(super) left: Node,
    pub(super) relation: &'static str,
    pub(super) right: Node,
}

/// How tightly an operator binds what stands beside it, as far as all languages agree.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Binding {
    /// A name, a number, a call.
    Whole,
    Product,
    Sum,
    /// Only with its like, from the left.
    Alone(&'static str),
}

/// A function in its language, without an end of line behind it.
pub(super) fn print(function: &Function<'_>, language: Language) -> String {
    Printer { function, language, locals: HashMap::new() }.function()
}

struct Printer<'a> {
    function: &'a Function<'a>,
    language: Language,
    locals: HashMap<Node, String>,
}

impl Printer<'_> {
    fn function(&mut self) -> String {
        let mut text = String::new();
        let doc = if self.language == Language::Rust { "///" } else { "//" };
        for line in &self.function.comment {
            text += &format!("{doc} {}\n", printable(line));
        }
        text += &self.head();
        text += " {\n";
        for line in self.body() {
            text += &format!("    {line}\n");
        }
        text + "}\n"
    }

    /// What the function is called with, and what it gives.
    fn head(&self) -> String {
        let Function { name, arguments, word, body, .. } = self.function;
        let integer = self.language.integer(*word);
        let count = if let FunctionBody::Values(values) = body { values.len() } else { 1 };
        let result = if matches!(body, FunctionBody::Values(_)) { integer } else { "bool" };
        match self.language {
            Language::Wgsl | Language::Rust => {
                let arguments: Vec<String> =
                    arguments.iter().map(|name| format!("{name}: {integer}")).collect();
                let result = match (self.language, count) {
                    (_, 1) => result.to_string(),
                    (Language::Rust, _) => format!("[{integer}; {count}]"),
                    _ => format!("array<{integer}, {count}>"),
                };
                let mut unused = "";
                let start = match self.language {
                    Language::Rust => {
                        if self.unused().next().is_some() {
                            unused = "#[allow(unused_variables)]\n";
                        }
                        "#[inline]\npub const fn"
                    }
                    _ => "fn",
                };
                format!("{unused}{start} {name}({}) -> {result}", arguments.join(", "))
            }
            _ => {
                let mut arguments: Vec<String> =
                    arguments.iter().map(|name| format!("{integer} {name}")).collect();
                if count != 1 {
                    let space = if self.language == Language::Metal { "thread " } else { "" };
                    arguments.push(format!("{space}{integer} *{}", self.fresh("result")));
                }
                let start = match self.language {
                    Language::Cuda | Language::Hip => "__host__ __device__ inline",
                    Language::Metal => "inline",
                    _ => "static inline",
                };
                let result = if count == 1 { result } else { "void" };
                let arguments = if arguments.is_empty() { "void".to_string() } else { arguments.join(", ") };
                format!("{start} {result} {name}({arguments})")
            }
        }
    }

    /// A name that no argument has.
    fn fresh(&self, name: &str) -> String {
        let is_taken = |name: &str| self.function.arguments.iter().any(|argument| argument == name);
        let numbered = (0_u32..).map(|number| match number {
            0 => name.to_string(),
            number => format!("{name}{number}"),
        });
        numbered.into_iter().find(|name| !is_taken(name)).unwrap_or_default()
    }

    fn roots(&self) -> Vec<Node> {
        match &self.function.body {
            FunctionBody::Values(values) => values.clone(),
            FunctionBody::Condition { first, then } => {
                first.iter().chain(then).flat_map(|comparison| [comparison.left, comparison.right]).collect()
            }
            FunctionBody::Constant(_) => Vec::new(),
        }
    }

    /// The arguments that nothing is made of.
    fn unused(&self) -> impl Iterator<Item = &String> {
        let needed = self.function.machine.needed(&self.roots());
        let inputs: Vec<usize> = needed
            .iter()
            .filter_map(|node| match self.function.machine.op(*node) {
                Op::Input(number) => Some(number),
                _ => None,
            })
            .collect();
        self.function
            .arguments
            .iter()
            .enumerate()
            .filter(move |(number, _)| !inputs.contains(number))
            .map(|(_, name)| name)
    }

    fn body(&mut self) -> Vec<String> {
        let mut lines: Vec<String> = match self.language {
            Language::Rust | Language::Wgsl => Vec::new(),
            _ => self.unused().map(|name| format!("(void){name};")).collect(),
        };
        let end = |value: &str| match self.language {
            Language::Rust => value.to_string(),
            _ => format!("return {value};"),
        };
        let values = match &self.function.body {
            FunctionBody::Constant(value) => {
                lines.push(end(&value.to_string()));
                return lines;
            }
            FunctionBody::Condition { first, then } => {
                let (first, then) = (first.clone(), then.clone());
                if !first.is_empty() && !then.is_empty() {
                    let not = self.conjunction(&first);
                    lines.push(match self.language {
                        Language::Rust => format!("if !({not}) {{"),
                        _ => format!("if (!({not})) {{"),
                    });
                    lines.push("    return false;".to_string());
                    lines.push("}".to_string());
                }
                let last = if then.is_empty() { first } else { then };
                let roots: Vec<Node> = last.iter().flat_map(|part| [part.left, part.right]).collect();
                lines.extend(self.shared(&roots));
                let condition = self.conjunction(&last);
                lines.push(match self.language {
                    Language::Rust => condition,
                    _ => format!("return {condition};"),
                });
                return lines;
            }
            FunctionBody::Values(values) => values.clone(),
        };
        lines.extend(self.shared(&values));
        let texts: Vec<String> = values.iter().map(|value| self.whole(*value)).collect();
        let integer = self.language.integer(self.function.word);
        match (self.language, &texts[..]) {
            (Language::Rust, [text]) => lines.push(text.clone()),
            (_, [text]) => lines.push(format!("return {text};")),
            (Language::Rust, _) => lines.push(format!("[{}]", texts.join(", "))),
            (Language::Wgsl, _) => {
                lines.push(format!("return array<{integer}, {}>({});", texts.len(), texts.join(", ")));
            }
            _ => {
                let result = self.fresh("result");
                lines.extend(
                    texts.iter().enumerate().map(|(place, text)| format!("{result}[{place}] = {text};")),
                );
            }
        }
        lines
    }

    fn conjunction(&self, parts: &[Comparison]) -> String {
        if parts.is_empty() {
            return "true".to_string();
        }
        let parts = parts.iter().map(|part| {
            let side =
                |node| self.bound(node, |binding| binding == Binding::Sum || binding == Binding::Product);
            format!("{} {} {}", side(part.left), part.relation, side(part.right))
        });
        parts.collect::<Vec<_>>().join(" && ")
    }

    /// Lines that name what is used more than once.
    fn shared(&mut self, roots: &[Node]) -> Vec<String> {
        let machine = self.function.machine;
        let needed = machine.needed(roots);
        let mut uses: HashMap<Node, usize> = HashMap::new();
        for &root in roots {
            *uses.entry(root).or_default() += 1;
        }
        for &node in &needed {
            // a choice names its operands twice
            let times = if matches!(machine.op(node), Op::Min(..) | Op::Max(..)) { 2 } else { 1 };
            machine.op(node).operands().for_each(|operand| *uses.entry(operand).or_default() += times);
        }
        let (integer, mut lines) = (self.language.integer(self.function.word), Vec::new());
        for node in needed {
            if !machine.op(node).is_operation() || uses.get(&node).is_none_or(|uses| *uses < 2) {
                continue;
            }
            let value = self.whole(node);
            let name = self.fresh(&format!("t{}", self.locals.len()));
            let start = match self.language {
                Language::Rust | Language::Wgsl => "let".to_string(),
                _ => format!("const {integer}"),
            };
            lines.push(format!("{start} {name} = {value};"));
            self.locals.insert(node, name);
        }
        lines
    }

    /// A value that stands by itself.
    fn whole(&self, node: Node) -> String {
        self.value(node).0
    }

    /// A value beside an operator: in parentheses, unless it binds as tightly as is asked for.
    fn bound(&self, node: Node, is_bound: impl Fn(Binding) -> bool) -> String {
        let (text, binding) = self.value(node);
        if binding == Binding::Whole || is_bound(binding) { text } else { format!("({text})") }
    }

    fn value(&self, node: Node) -> (String, Binding) {
        if let Some(name) = self.locals.get(&node) {
            return (name.clone(), Binding::Whole);
        }
        let name = |number: usize| self.function.arguments.get(number).cloned().unwrap_or_default();
        match self.function.machine.op(node) {
            Op::Input(number) => (name(number), Binding::Whole),
            Op::Constant(value) => self.number(value),
            Op::Add(a, b) => self.sum(a, "+", b),
            Op::Sub(a, b) => self.sum(a, "-", b),
            Op::Mul(a, b) => self.product(a, "*", b),
            Op::Div(a, b) => self.product(a, "/", b),
            Op::Rem(a, b) => self.product(a, "%", b),
            Op::Left(a, shift) => self.shift(a, "<<", shift),
            Op::Right(a, shift) => self.shift(a, ">>", shift),
            Op::And(a, mask) => {
                let left = self.bound(a, |_| false);
                (format!("{left} & {}", self.number(mask).0), Binding::Alone("&"))
            }
            Op::Or(a, b) => self.alone(a, "|", b),
            Op::Xor(a, b) => self.alone(a, "^", b),
            Op::Min(a, b) => self.choice(a, "<", "min", b),
            Op::Max(a, b) => self.choice(a, ">", "max", b),
        }
    }

    fn sum(&self, a: Node, sign: &str, b: Node) -> (String, Binding) {
        if sign == "-" && self.function.machine.as_constant(a) == Some(0) {
            return (format!("-{}", self.bound(b, |_| false)), Binding::Product);
        }
        let left = self.bound(a, |binding| matches!(binding, Binding::Sum | Binding::Product));
        let is_same = sign == "+" && self.is_plain_sum(b);
        let right =
            self.bound(b, |binding| binding == Binding::Product || binding == Binding::Sum && is_same);
        (format!("{left} {sign} {right}"), Binding::Sum)
    }

    /// Whether it is a sum that may be put together in any order: nothing is negative, and nothing is taken away.
    fn is_plain_sum(&self, node: Node) -> bool {
        match self.function.machine.op(node) {
            _ if self.locals.contains_key(&node) => true,
            Op::Add(a, b) => !self.function.word.is_signed() && self.is_plain_sum(a) && self.is_plain_sum(b),
            Op::Sub(..) => false,
            _ => true,
        }
    }

    fn product(&self, a: Node, sign: &str, b: Node) -> (String, Binding) {
        (format!("{} {sign} {}", self.bound(a, |_| false), self.bound(b, |_| false)), Binding::Product)
    }

    fn shift(&self, a: Node, sign: &str, shift: u32) -> (String, Binding) {
        // of the type of a shift, whatever is shifted
        let unit = match (self.language, self.function.word) {
            (Language::Wgsl, _) => "u",
            _ => "",
        };
        (format!("{} {sign} {shift}{unit}", self.bound(a, |_| false)), Binding::Alone(""))
    }

    fn alone(&self, a: Node, sign: &'static str, b: Node) -> (String, Binding) {
        let left = self.bound(a, |binding| binding == Binding::Alone(sign));
        (format!("{left} {sign} {}", self.bound(b, |_| false)), Binding::Alone(sign))
    }

    fn choice(&self, a: Node, sign: &str, function: &str, b: Node) -> (String, Binding) {
        let [left, right] = [a, b].map(|node| self.whole(node));
        match self.language {
            Language::OpenCl | Language::Wgsl | Language::Metal => {
                (format!("{function}({left}, {right})"), Binding::Whole)
            }
            Language::Rust => {
                (format!("if {left} {sign} {right} {{ {left} }} else {{ {right} }}"), Binding::Alone(""))
            }
            Language::C | Language::Cuda | Language::Hip => {
                (format!("{left} {sign} {right} ? {left} : {right}"), Binding::Alone(""))
            }
        }
    }

    fn number(&self, value: i64) -> (String, Binding) {
        let (word, language) = (self.function.word, self.language);
        let suffix = language.suffix(word);
        // the least number has no positive one to negate
        let is_least = i128::from(value) == word.least();
        match (language, value) {
            (Language::Wgsl | Language::Rust, ..0) => (format!("({value})"), Binding::Whole),
            (_, ..0) if is_least => {
                (format!("({}{suffix} - 1{suffix})", value.wrapping_add(1)), Binding::Whole)
            }
            (_, ..0) => (format!("({value}{suffix})"), Binding::Whole),
            _ => (format!("{value}{suffix}"), Binding::Whole),
        }
    }
}

/// What a comment may hold: no end of it, and nothing that joins it with the next line.
pub(super) fn printable(text: &str) -> String {
    let is_plain = |c: char| matches!(c, ' '..='~') && !matches!(c, '\\' | '?');
    text.chars().map(|c| if is_plain(c) { c } else { ' ' }).collect()
}
