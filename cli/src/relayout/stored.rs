//! How a layout lies in a file: an array of its physical dimensions, the outermost first.
use crate::failure::{Failure, mistake};
use tilework::dynamic::{Stride, Swizzled};

/// The array that a layout is stored as.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Stored {
    /// Its dimensions, the outermost first.
    pub(super) shape: Vec<i64>,
    /// Its number of elements: holes and padding count.
    pub(super) elements: i64,
}

/// The array that holds a layout as it lies: a dimension for each leaf, as long as it is far to the next one around it.
/// Where strides do not divide each other, and where a swizzle or F2 strides move elements beyond these, it has one
/// dimension. Refused where offsets are negative or no integers.
pub(super) fn stored(layout: &Swizzled, bits: usize) -> Result<Stored, Failure> {
    let (mut leaves, mut is_sum) = (Vec::new(), true);
    for leaf in layout.layout.leaves() {
        match leaf.stride {
            Stride::Int(stride @ 0..) => leaves.push((leaf.extent, stride)),
            Stride::Int(_) => return Err(mistake!("{layout} has offsets below that of its first element")),
            Stride::F2(_) => is_sum = false,
            Stride::Basis(..) => return Err(mistake!("{layout} has strides that are no integers")),
        }
    }
    let cosize = layout.cosize()?;
    // stable: of dimensions of the same stride the last one is innermost
    leaves.sort_by_key(|&(_, stride)| std::cmp::Reverse(stride));
    let whole_bytes = |shape: &Vec<i64>| {
        let elements = shape.iter().try_fold(1_i64, |product, extent| product.checked_mul(*extent))?;
        (bytes(elements, bits)? * 8 == i128::from(elements) * i128::try_from(bits).ok()?).then_some(elements)
    };
    let longer: Vec<_> = leaves.iter().copied().filter(|&(extent, _)| extent != 1).collect();
    for leaves in [&leaves, &longer] {
        if is_sum
            && let Some(shape) = dimensions(leaves)
            && let Some(elements) = whole_bytes(&shape)
            && elements >= cosize
        {
            return Ok(Stored { shape, elements });
        }
    }
    let reach = longer.iter().filter_map(|&(extent, stride)| stride.checked_mul(extent)).max();
    let mut elements = cosize.max(reach.unwrap_or(0));
    while whole_bytes(&vec![elements]).is_none() {
        elements = elements.checked_add(1).ok_or_else(|| mistake!("{layout} is too large"))?;
    }
    Ok(Stored { shape: vec![elements], elements })
}

/// The dimensions of leaves that are sorted, the outermost first, if each stride divides the one around it.
fn dimensions(leaves: &[(i64, i64)]) -> Option<Vec<i64>> {
    let &(outermost, _) = leaves.first()?;
    let mut shape = vec![outermost];
    for (&(_, around), &(extent, stride)) in leaves.iter().zip(&leaves[1..]) {
        let divides = stride > 0 && around % stride == 0 && around / stride >= extent;
        shape.push(divides.then(|| around / stride)?);
    }
    let &(_, innermost) = leaves.last()?;
    match innermost {
        0 => return None,
        1 => {}
        pitch => shape.push(pitch),
    }
    Some(shape)
}

/// The bytes of so many elements, the last one filled up; `None` if there are too many.
pub(super) fn bytes(elements: i64, bits: usize) -> Option<i128> {
    Some((i128::from(elements) * i128::try_from(bits).ok()? + 7) / 8)
        .filter(|bytes| *bytes <= i64::MAX.into())
}

#[cfg(test)]
mod tests {
    use super::stored;

    #[test]
    fn physical_dimensions() {
        for (layout, bits, shape) in [
            ("((16,7),(16,4)):((16,256),(1,1792)) of (100,50)", 16, &[4, 7, 16, 16][..]),
            ("(3,5):(5,1)", 8, &[3, 5]),
            ("(3,5):(1,3)", 8, &[5, 3]),
            ("(3,1):(1,3)", 8, &[1, 3]),
            // rows 8 apart, then elements 2 apart
            ("(3,4):(8,1)", 8, &[3, 8]),
            ("(3,4):(8,2)", 8, &[3, 4, 2]),
            // strides that do not divide each other
            ("(3,3):(2,3)", 8, &[11]),
            ("(1,4):(0,1)", 8, &[4]),
            // 15 elements of 4 bits fill no bytes
            ("(3,5):(5,1)", 4, &[16]),
            ("1:7", 8, &[1, 7]),
            ("Sw<2,0,3> o (8,8):(8,1)", 8, &[8, 8]),
            ("Sw<2,0,3> o (3,6):(6,1)", 8, &[20]),
            ("Sw<2,0,3> o 16 o (8,8):(8,1)", 8, &[80]),
            ("(8,8):(F9,F1)", 8, &[64]),
        ] {
            let layout = layout.parse().unwrap();
            assert_eq!(stored(&layout, bits).unwrap().shape, shape, "{layout}");
        }
        assert!(stored(&"(2,2):(1,-2)".parse().unwrap(), 8).is_err());
        assert!(stored(&"(2,2):(1@0,1@1)".parse().unwrap(), 8).is_err());
    }
}
