//! For NPU engineers: a row-major weight of odd size into zN and nZ, and back.
//!
//! ```sh
//! cargo run --example pack_weights
//! ```
//!
//! The weights are bit patterns of 16-bit floats. A fractal of those is 16 by 16 elements, so that 100x50 spans
//! 112x64; the layout knows which of that is padding, and a copy leaves it alone.

use std::error::Error;
use tilework::prelude::*;

fn main() -> Result<(), Box<dyn Error>> {
    let (rows, cols) = (100, 50);
    let weights: Vec<u16> = (1..=5000).collect();
    let weights = View::new(&weights, row_major((rows, cols)))?;

    // the small letter is the order in a fractal, the capital one the order of fractals: z by rows, n by columns
    pack("zN", &weights, make_layout::<zN, u16>(rows, cols))?;
    pack("nZ", &weights, make_layout::<nZ, u16>(rows, cols))?;
    Ok(())
}

/// Packs the weights, says what that took, and unpacks them again.
fn pack<W: Matrix, P: Matrix>(
    name: &str,
    weights: &View<'_, u16, W>,
    layout: P,
) -> Result<(), Box<dyn Error>> {
    let mut packed = VecTensor::filled(layout, 0)?;
    copy(weights, &mut packed.view_mut())?;

    let (elements, words) = (layout.rows() * layout.cols(), packed.as_slice().len());
    println!("{name}  {layout}");
    println!("    {elements} elements in {words} words, {} of padding", words - elements);
    println!("    weight (17,20) is word {}", layout.offset_of((17, 20)).to_isize());
    assert_eq!(packed[(17, 20)], weights[(17, 20)]);
    // no weight is zero, so all zeros are padding
    assert_eq!(packed.as_slice().iter().filter(|&&word| word == 0).count(), words - elements);

    let mut back = VecTensor::filled(weights.layout(), 0)?;
    copy(&packed.view(), &mut back.view_mut())?;
    for (i, j) in (0..layout.rows()).flat_map(|i| (0..layout.cols()).map(move |j| (i, j))) {
        assert_eq!(back[(i, j)], weights[(i, j)]);
    }
    println!("    back in row-major: every weight is what it was");
    Ok(())
}
