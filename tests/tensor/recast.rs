//! Views of the same bytes as other elements hold these bytes, and refuse what would lead outside.

use tilework::prelude::*;
use tilework::tensor::TensorError;

/// Sixteen bytes at a multiple of eight.
#[repr(align(8))]
struct Bytes([u8; 16]);

#[test]
fn wider_elements_hold_the_bytes_of_several() {
    let mut data = Bytes(core::array::from_fn(|i| i as u8));
    let bytes = View::new(&data.0, layout!((2, 8):(8, 1))).unwrap();
    let words = bytes.recast::<u32>().unwrap();
    assert_eq!(words.layout(), layout!((2, 2):(2, 1)));
    for (i, j) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
        let expected = core::array::from_fn(|k| bytes[(i, 4 * j + k)]);
        assert_eq!(words[(i, j)], u32::from_ne_bytes(expected));
    }
    let back = words.recast::<u8>().unwrap();
    assert!(back == bytes);
    // rows backward, and as dynamic leaves
    let rows = 2;
    let backward = View::new(&data.0, layout!((rows, 8):({Signed(-8)}, 1))).unwrap();
    let words = backward.recast::<u64>().unwrap();
    assert_eq!(words[(1, 0)], u64::from_ne_bytes(core::array::from_fn(|k| k as u8)));
    let mut written = ViewMut::new(&mut data.0, layout!((2, 8):(8, 1))).unwrap();
    written.recast_mut::<u64>().unwrap()[(1, 0)] = 0;
    assert_eq!(data.0[6..], [6, 7, 0, 0, 0, 0, 0, 0, 0, 0]);
}

#[test]
fn what_would_lead_outside_is_refused() {
    let mut data = Bytes([0; 16]);
    // three bytes are used of a word of four, and the last word ends behind the last byte
    let (rows, pitch) = (2, 4);
    let three = View::new(&data.0[..7], layout!((rows, 3):(pitch, 1))).unwrap();
    assert_eq!(three.recast::<u32>().err(), Some(TensorError::TooSmall { cosize: 2, len: 1 }));
    let unaligned = View::new(&data.0[1..], layout!((2, 4):(4, 1))).unwrap();
    assert_eq!(unaligned.recast::<u32>().err(), Some(TensorError::Unaligned { align: 4 }));
    assert!(unaligned.recast::<i8>().is_ok());
    let pitch = 3;
    let refused = View::new(&data.0, layout!((2, 2):(pitch, 1))).unwrap().recast::<u16>().err().unwrap();
    assert!(matches!(refused, TensorError::Refused { operation: "recast", .. }), "{refused}");
    // offsets that are skipped may be another view's
    let mut skipping = ViewMut::new(&mut data.0, layout!((2, 4):(8, 1))).unwrap();
    assert_eq!(skipping.recast_mut::<u32>().err(), Some(TensorError::Skips { size: 8, cosize: 12 }));
    let empty = 0;
    assert!(View::new(&[] as &[u8], layout!(empty:1)).unwrap().recast::<u64>().unwrap().layout().is_empty());
}
