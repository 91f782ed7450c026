//! Enumerations whose values have names.

/// An enumeration and the name of each value: all values in order, and both ways between them and text. What it is
/// called in messages stands behind its own name.
macro_rules! named {
    (
        $(#[$attribute:meta])*
        pub enum $Enum:ident $what:literal {
            $($(#[$of_value:meta])* $Value:ident $name:literal,)*
        }
    ) => {
        $(#[$attribute])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum $Enum {
            $($(#[$of_value])* $Value,)*
        }

        impl $Enum {
            /// All of them, in order.
            pub const ALL: [Self; [$($name),*].len()] = [$(Self::$Value),*];

            /// The name that text has.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$Value => $name,)* }
            }
        }

        impl core::fmt::Display for $Enum {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.pad(self.name())
            }
        }

        impl core::str::FromStr for $Enum {
            type Err = $crate::dynamic::Error;

            fn from_str(text: &str) -> $crate::dynamic::Result<Self> {
                Self::ALL.into_iter().find(|value| value.name() == text).ok_or_else(|| {
                    let known = Self::ALL.map(Self::name).join(", ");
                    $crate::dynamic::invalid!($what, "there is no {text}; known are {known}")
                })
            }
        }
    };
}
pub(crate) use named;
