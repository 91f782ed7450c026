//! Layouts of convolutions: feature maps and filters, channels in groups of `C0 = E`.

use super::element::{E, Element, check_width};
use super::{Compact, checked_product, compact};
use crate::int::{CeilDiv, Int, Integer, RoundUp, ceil_div, round_up};
use crate::layout::{LayoutError, OrderedLayout, RowMajorLayout, ordered, row_major};
use crate::tuple::Shape;
use core::marker::PhantomData;
use typenum::U16;

/// The type of layouts whose last mode is a group of `E` channels: row-major `(A, B, C, D, E)`.
pub type Grouped<T, A, B, C, D> = RowMajorLayout<(A, B, C, D, E<T>)>;

/// The layout of a group of channels behind four modes, or the overflow of its size.
fn grouped<T: Element, A: Integer, B: Integer, C: Integer, D: Integer>(
    (a, b, c, d): (A, B, C, D),
) -> Result<Grouped<T, A, B, C, D>, LayoutError> {
    const { check_width::<T>() };
    checked_product([a.value(), b.value(), c.value(), d.value(), E::<T>::VALUE])?;
    Ok(row_major((a, b, c, d, E::<T>::new())))
}

/// The layout, or the panic that the constructors of this file document.
#[track_caller]
fn expect<L>(name: &str, layout: Result<L, LayoutError>) -> L {
    match layout {
        Ok(layout) => layout,
        Err(error) => panic!("{name}: {error}"),
    }
}

macro_rules! convolution_formats {
    ($($(#[$doc:meta])* $name:ident $(($dims:literal: $A:ident, $B:ident, $C:ident, $D:ident))?;)*) => { $(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct $name<T>(PhantomData<T>);

        $(impl<T: Element> $name<T> {
            #[doc = concat!("The layout of `", $dims, "`, or the overflow of its size.")]
            ///
            /// # Errors
            /// If the size does not fit in a machine word.
            pub fn try_layout<$A: Integer, $B: Integer, $C: Integer, $D: Integer>(
                dims: ($A, $B, $C, $D),
            ) -> Result<Grouped<T, $A, $B, $C, $D>, LayoutError> {
                grouped::<T, _, _, _, _>(dims)
            }

            #[doc = concat!("The layout of `", $dims, "`.")]
            ///
            /// # Panics
            /// If its size overflows a machine word; [`Self::try_layout`] returns that as an error.
            #[track_caller]
            pub fn layout<$A: Integer, $B: Integer, $C: Integer, $D: Integer>(
                dims: ($A, $B, $C, $D),
            ) -> Grouped<T, $A, $B, $C, $D> {
                expect(stringify!($name), Self::try_layout(dims))
            }
        })?
    )* };
}

convolution_formats! {
    /// NC1HWC0 (Fmap): feature maps `(N, C1, H, W, E)`, row-major: channel `c` is at `(c / E, c % E)`.
    ///
    /// ```
    /// use tilework::{format::NC1HWC0, prelude::*};
    /// let l = NC1HWC0::<f16>::layout((2, 3, 4, 5));
    /// assert_eq!(l.to_string(), "(2,3,4,5,_16):(960,320,80,_16,_1)");
    /// ```
    #[doc(alias = "MakeLayoutFmap")]
    NC1HWC0("(n, c1, h, w)": N, C1, H, W);
    /// CI1KHKWCOCI0 (Filter): filters `(C1, KH, KW, CO, E)`, row-major; in L1 the output channels are padded to 16.
    ///
    /// ```
    /// use tilework::{format::CI1KHKWCOCI0, prelude::*};
    /// let l = CI1KHKWCOCI0::<f16>::layout((2, 3, 3, 20));
    /// assert_eq!(l.to_string(), "(2,3,3,20,_16):(2880,960,320,_16,_1)");
    /// let l = CI1KHKWCOCI0::<f16>::layout_in_l1((2, 3, 3, 20));
    /// assert_eq!(l.to_string(), "(2,3,3,32,_16):(4608,1536,512,_16,_1)");
    /// ```
    #[doc(alias = "MakeLayoutFilter")]
    CI1KHKWCOCI0("(c1, kh, kw, co)": C1, KH, KW, CO);
    /// NDC1HWC0: feature maps with depth, `(N, D, C1, HW, E)`, row-major: height and width are one mode.
    ///
    /// ```
    /// use tilework::{format::NDC1HWC0, prelude::*};
    /// let l = NDC1HWC0::<f16>::layout((3, 4, 3, 9 * 4));
    /// assert_eq!(l.offset((0, 1, 1, 13, 0)), 2512);
    /// ```
    NDC1HWC0("(n, d, c1, h * w)": N, D, C1, HW);
    /// KDC1KHKWN1N0C0: filters with depth as fractals, `(K, (N0, N1), E)`, where K counts depth, channel group and
    /// window and an output channel is a flat index of the middle mode.
    ///
    /// ```
    /// use tilework::{format::KDC1KHKWN1N0C0, prelude::*};
    /// let l = KDC1KHKWN1N0C0::<f16>::layout((6, (16, 3)));
    /// assert_eq!(l.to_string(), "(6,(16,3),_16):(768,(_16,256),_1)");
    /// assert_eq!(l.offset((2, 2, 0)), 1568);
    /// ```
    KDC1KHKWN1N0C0;
}

/// Channels in groups of `E`, as one mode. Its logical extent is their number, also where `E` does not divide it.
pub type Channels<T, C> = (E<T>, CeilDiv<C, E<T>>);

macro_rules! channels_in_one_mode {
    ($($(#[$doc:meta])* $name:ident: $verb:ident, $try_verb:ident, $Alias:ident, $dims:literal,
        $c:ident in ($($X:ident $x:ident),*) as $Shape:ty, $order:tt;)*) => { $(
        #[doc = concat!("The type of [`", stringify!($name), "::", stringify!($verb), "`].")]
        pub type $Alias<T, $($X),*> = Compact<$Shape, crate::Shape!($order), ($($X,)*)>;

        impl<T: Element> $name<T> {
            #[doc = concat!("The same places over coordinates `", $dims, "`, or the overflow of the size.")]
            ///
            /// # Errors
            /// If the size does not fit in a machine word.
            pub fn $try_verb<$($X: Integer),*>(
                ($($x),*): ($($X),*),
            ) -> Result<$Alias<T, $($X),*>, LayoutError> {
                const { check_width::<T>() };
                let extent = ($($x),*);
                let $c = (E::<T>::new(), ceil_div($c, E::<T>::new()));
                let sizes = [$($x.checked_size().ok_or(LayoutError::SizeOverflow)?),*];
                compact(($($x),*), crate::shape!($order), extent, sizes)
            }

            #[doc = concat!("The same places over coordinates `", $dims, "`: what this format is to a kernel that knows")]
            /// nothing of groups. Their last one need not be full.
            ///
            /// # Panics
            #[doc = concat!("If the size overflows a machine word; [`Self::", stringify!($try_verb), "`] returns that.")]
            ///
            $(#[$doc])*
            #[track_caller]
            pub fn $verb<$($X: Integer),*>(dims: ($($X),*)) -> $Alias<T, $($X),*> {
                expect(stringify!($name), Self::$try_verb(dims))
            }
        }
    )* };
}

channels_in_one_mode! {
    /// ```
    /// use tilework::{format::NC1HWC0, prelude::*};
    /// let l = NC1HWC0::<f16>::nhwc((2, 4, 5, 40));
    /// assert_eq!(l.to_string(), "(2,4,5,(_16,3)):(960,80,_16,(_1,320)) of (2,4,5,40)");
    /// let c = 37;
    /// assert_eq!(l.offset((1, 2, 3, c)), NC1HWC0::<f16>::layout((2, 3, 4, 5)).offset((1, c / 16, 2, 3, c % 16)));
    /// ```
    NC1HWC0: nhwc, try_nhwc, Nhwc, "(n, h, w, c)", c in (N n, H h, W w, C c) as (N, H, W, Channels<T, C>), (4, 2, 1, (0, 3));
    /// ```
    /// use tilework::{format::NC1HWC0, prelude::*};
    /// let (nchw, nhwc) = (NC1HWC0::<f16>::nchw((2, 40, 4, 5)), NC1HWC0::<f16>::nhwc((2, 4, 5, 40)));
    /// assert_eq!(nchw.offset((1, 37, 2, 3)), nhwc.offset((1, 2, 3, 37)));
    /// ```
    NC1HWC0: nchw, try_nchw, Nchw, "(n, c, h, w)", c in (N n, C c, H h, W w) as (N, Channels<T, C>, H, W), (4, (0, 3), 2, 1);
    /// ```
    /// use tilework::{format::NDC1HWC0, prelude::*};
    /// let l = NDC1HWC0::<f16>::ndhwc((3, 4, 9, 4, 40));
    /// assert_eq!(l.offset((0, 1, 3, 1, 16)), NDC1HWC0::<f16>::layout((3, 4, 3, 36)).offset((0, 1, 1, 13, 0)));
    /// ```
    NDC1HWC0: ndhwc, try_ndhwc, Ndhwc, "(n, d, h, w, c)",
        c in (N n, D d, H h, W w, C c) as (N, D, H, W, Channels<T, C>), (5, 4, 2, 1, (0, 3));
    /// ```
    /// use tilework::{format::CI1KHKWCOCI0, prelude::*};
    /// let l = CI1KHKWCOCI0::<f16>::hwio((3, 3, 20, 8));
    /// assert_eq!(l.to_string(), "(3,3,(_16,2),8):(384,128,(_1,1152),_16) of (3,3,20,8)");
    /// ```
    CI1KHKWCOCI0: hwio, try_hwio, Hwio, "(kh, kw, ci, co)",
        c in (KH kh, KW kw, C c, CO co) as (KH, KW, Channels<T, C>, CO), (3, 2, (0, 4), 1);
}

type PaddedTo16<N> = RoundUp<N, Int<U16>>;

impl<T: Element> CI1KHKWCOCI0<T> {
    /// The layout of `(c1, kh, kw, co)` with `co` rounded up to 16, or the overflow of its size.
    ///
    /// # Errors
    /// If the size does not fit in a machine word.
    pub fn try_layout_in_l1<C1: Integer, KH: Integer, KW: Integer, CO: Integer>(
        (c1, kh, kw, co): (C1, KH, KW, CO),
    ) -> Result<Grouped<T, C1, KH, KW, PaddedTo16<CO>>, LayoutError> {
        checked_product([co.value().div_ceil(16), 16])?;
        grouped::<T, _, _, _, _>((c1, kh, kw, round_up(co, Int::new())))
    }

    /// The layout of `(c1, kh, kw, co)` with `co` rounded up to 16.
    ///
    /// # Panics
    /// If its size overflows a machine word; [`Self::try_layout_in_l1`] returns that as an error.
    #[track_caller]
    pub fn layout_in_l1<C1: Integer, KH: Integer, KW: Integer, CO: Integer>(
        dims: (C1, KH, KW, CO),
    ) -> Grouped<T, C1, KH, KW, PaddedTo16<CO>> {
        expect("CI1KHKWCOCI0", Self::try_layout_in_l1(dims))
    }
}

/// The type of [`KDC1KHKWN1N0C0`] layouts.
pub type FilterFractals<T, K, N0, N1> = OrderedLayout<(K, (N0, N1), E<T>), crate::Shape!((3, (1, 2), 0))>;

impl<T: Element> KDC1KHKWN1N0C0<T> {
    /// The layout of `(k, (n0, n1))`, or the overflow of its size.
    ///
    /// # Errors
    /// If the size does not fit in a machine word.
    pub fn try_layout<K: Integer, N0: Integer, N1: Integer>(
        (k, (n0, n1)): (K, (N0, N1)),
    ) -> Result<FilterFractals<T, K, N0, N1>, LayoutError> {
        const { check_width::<T>() };
        checked_product([k.value(), n0.value(), n1.value(), E::<T>::VALUE])?;
        Ok(ordered((k, (n0, n1), E::<T>::new()), crate::shape!((3, (1, 2), 0))))
    }

    /// The layout of `(k, (n0, n1))`.
    ///
    /// # Panics
    /// If its size overflows a machine word; [`Self::try_layout`] returns that as an error.
    #[track_caller]
    pub fn layout<K: Integer, N0: Integer, N1: Integer>(dims: (K, (N0, N1))) -> FilterFractals<T, K, N0, N1> {
        expect("KDC1KHKWN1N0C0", Self::try_layout(dims))
    }
}
