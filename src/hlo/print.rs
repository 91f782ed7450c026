//! HLO modules as text, exactly as XLA prints them.
use super::module::{Computation, Instruction, Module};
use core::fmt::{Display, Formatter, Result};

impl Display for Module<'_> {
    /// The text that XLA prints: the header, the tables, and the computations with an empty line between them.
    ///
    /// Post-condition: read again, it is an equal module. What XLA printed comes out as it was, up to blanks at the
    /// ends of lines. Arguments and attributes stand as they were written, names with `%` if they had one; blanks and
    /// comments between the parts of an instruction do not come back, and the root is marked where it was not.
    ///
    /// ```
    /// use tilework::hlo::Module;
    /// let module = Module::parse("HloModule m, is_scheduled=true // one
    ///   ENTRY %e (p: f32[8]) -> f32[8] { %p = f32[8]{0} parameter( 0 )
    ///     %n=f32[8]{0} negate(f32[8] %p), metadata={op_name=\"n\"} }")?;
    /// let text = module.to_string();
    /// assert_eq!(text, "HloModule m, is_scheduled=true
    ///
    /// ENTRY %e (p: f32[8]) -> f32[8] {
    ///   %p = f32[8]{0} parameter( 0 )
    ///   ROOT %n = f32[8]{0} negate(f32[8] %p), metadata={op_name=\"n\"}
    /// }
    ///
    /// ");
    /// assert_eq!(Module::parse(&text)?, module);
    /// # Ok::<(), tilework::dynamic::Error>(())
    /// ```
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        if !self.name.is_empty() {
            write!(f, "HloModule {}{}\n\n", self.name, Following(self.attributes.as_str()))?;
        }
        if !self.tables.is_empty() {
            write!(f, "{}\n\n\n", self.tables)?;
        }
        self.computations.iter().try_for_each(|computation| write!(f, "{computation}\n\n"))
    }
}

impl Display for Computation<'_> {
    /// An instruction a line, without a line end behind the last brace.
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        let entry = if self.is_entry { "ENTRY " } else { "" };
        let gap = if self.signature.is_empty() { "" } else { " " };
        writeln!(f, "{entry}{}{}{gap}{} {{", percent(self.has_percent), self.name, self.signature)?;
        for (number, instruction) in self.instructions.iter().enumerate() {
            let root = if number == self.root { "ROOT " } else { "" };
            writeln!(f, "  {root}{instruction}")?;
        }
        write!(f, "}}{}", Following(self.attributes.as_str()))
    }
}

impl Display for Instruction<'_> {
    /// One line without blanks around it and without `ROOT`, which the computation knows of; more than one, if a
    /// literal has more.
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        let Instruction { name, shape, opcode, arguments, attributes, .. } = self;
        let attributes = Following(attributes.as_str());
        write!(f, "{}{name} = {shape} {opcode}({arguments}){attributes}", percent(self.has_percent))
    }
}

fn percent(is_there: bool) -> &'static str {
    if is_there { "%" } else { "" }
}

/// Attributes behind something else.
struct Following<'a>(&'a str);

impl Display for Following<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        if self.0.is_empty() { Ok(()) } else { write!(f, ", {}", self.0) }
    }
}
