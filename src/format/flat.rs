//! Formats without fractals: rows, columns and vectors, and their variants that start rows on 32 bytes.

use super::element::{E, Element};
use super::{Format, checked_product};
use crate::int::nat::{Gcd, Quotient};
use crate::int::{Int, Integer, RoundUp, round_up};
use crate::layout::{Layout, LayoutError};
use typenum::{U1, U8};

/// The fewest elements that fill whole bytes, `8 / gcd(8, bits)`: 2 of 4 bits, else 1.
type PerBytes<T> = Int<Quotient<U8, Gcd<<T as Element>::Bits, U8>>>;
type One = Int<U1>;

/// `n` rounded up to a multiple of `step`, if `count` runs of that length fit into the address space.
fn try_round_up<N: Integer, M: Integer>(n: N, step: M, count: usize) -> Result<RoundUp<N, M>, LayoutError> {
    checked_product([n.value().div_ceil(step.value()), step.value(), count])?;
    Ok(round_up(n, step))
}

macro_rules! flat_formats {
    ($(
        $(#[$doc:meta])*
        $name:ident: $meaning:literal, $Crd:ty, groups $groups:literal,
        |$T:ident, $rows:ident: $R:ident, $cols:ident: $C:ident| -> $Layout:ty { $($make:tt)* }
    )*) => { $(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum $name {}

        impl Format for $name {
            const NAME: &'static str = stringify!($name);
            const MEANING: &'static str = $meaning;
            const ORDER: Option<&'static str> = None;
            const GROUPS: bool = $groups;
            type Crd = $Crd;
            type Layout<$T: Element, $R: Integer, $C: Integer> = $Layout;

            fn of_size<$T: Element, $R: Integer, $C: Integer>(
                $rows: $R,
                $cols: $C,
            ) -> Result<$Layout, LayoutError> {
                $($make)*
            }
        }
    )* };
}

flat_formats! {
    /// RowMajor: `(rows, cols):(cols, 1)`, without padding.
    ///
    /// Elements of less than a byte start every row on a byte: of 4 bits the stride is `cols` rounded up to 2.
    ///
    /// ```
    /// use tilework::{format::i4, prelude::*};
    /// assert_eq!(make_layout::<RowMajor, f16>(int!(100), 50).to_string(), "(_100,50):(50,_1)");
    /// assert_eq!(make_layout::<RowMajor, i4>(7, int!(15)).to_string(), "(7,_15):(_16,_1)");
    /// ```
    RowMajor: "one row after the other", (usize, usize), groups false,
    |T, rows: R, cols: C| -> Layout<(R, C), (RoundUp<C, PerBytes<T>>, One)> {
        let pitch = try_round_up(cols, PerBytes::<T>::new(), rows.value())?;
        Layout::try_new((rows, cols), (pitch, One::new()))
    }

    /// RowMajor in local memory: every row starts on 32 bytes, `(rows, cols):(⌈cols/E⌉ E, 1)`.
    ///
    /// ```
    /// use tilework::{format::AlignedRowMajor, prelude::*};
    /// assert_eq!(make_layout::<AlignedRowMajor, f16>(100, 50).to_string(), "(100,50):(64,_1)");
    /// ```
    AlignedRowMajor: "one row after the other, each on a boundary of 32 bytes", (usize, usize), groups true,
    |T, rows: R, cols: C| -> Layout<(R, C), (RoundUp<C, E<T>>, One)> {
        let pitch = try_round_up(cols, E::<T>::new(), rows.value())?;
        Layout::try_new((rows, cols), (pitch, One::new()))
    }

    /// ColumnMajor: `(rows, cols):(1, rows)`, without padding.
    ///
    /// Elements of less than a byte start every column on a byte: of 4 bits the stride is `rows` rounded up to 2.
    ///
    /// ```
    /// use tilework::{format::i4, prelude::*};
    /// assert_eq!(make_layout::<ColumnMajor, f16>(int!(100), 50).to_string(), "(_100,50):(_1,_100)");
    /// assert_eq!(make_layout::<ColumnMajor, i4>(7, 15).to_string(), "(7,15):(_1,8)");
    /// ```
    ColumnMajor: "one column after the other", (usize, usize), groups false,
    |T, rows: R, cols: C| -> Layout<(R, C), (One, RoundUp<R, PerBytes<T>>)> {
        let pitch = try_round_up(rows, PerBytes::<T>::new(), cols.value())?;
        Layout::try_new((rows, cols), (One::new(), pitch))
    }

    /// VectorLayout: `(cols):(1)`, a vector; the rows are ignored.
    ///
    /// ```
    /// use tilework::prelude::*;
    /// let v = make_layout::<VectorLayout, f16>(int!(1), 50);
    /// assert_eq!(v.to_string(), "(50):(_1)");
    /// assert_eq!(v.offset(17), 17);
    /// ```
    VectorLayout: "a vector of as many elements as there are columns", usize, groups false,
    |T, _rows: R, cols: C| -> Layout<(C,), (One,)> {
        Layout::try_new((cols,), (One::new(),))
    }

    /// VectorLayout in local memory: padded to whole 32 bytes, `(⌈cols/E⌉ E):(1)`; the rows are ignored.
    ///
    /// ```
    /// use tilework::{format::AlignedVectorLayout, prelude::*};
    /// let v = make_layout::<AlignedVectorLayout, f16>(1, 50);
    /// assert_eq!(v.to_string(), "(64):(_1) of (50)");
    /// ```
    AlignedVectorLayout: "a vector of as many elements as there are columns, padded to 32 bytes", usize, groups true,
    |T, _rows: R, cols: C| -> Layout<(RoundUp<C, E<T>>,), (One,), (C,)> {
        let padded = try_round_up(cols, E::<T>::new(), 1)?;
        Layout::try_with_extent((padded,), (One::new(),), (cols,))
    }
}
