//! Bitcasts of arrays with dimensions of one element: nothing of these is left.
use crate::random::{Random, cases};
use std::iter;
use tilework::affine::Expr;
use tilework::hlo::bitcast_map;
use tilework::xla::ArrayShape;

/// Sizes of dimensions, and their order from the most minor one on.
struct Array {
    sizes: Vec<i64>,
    order: Vec<usize>,
}

impl Array {
    /// An array with as many elements as the product of these factors, and so many dimensions of one.
    fn drawn(random: &mut Random, factors: &[i64], ones: usize) -> Self {
        let mut sizes: Vec<i64> = Vec::new();
        for factor in factors {
            match sizes.last_mut() {
                Some(size) if random.once_in(3) => *size *= factor,
                _ => sizes.push(*factor),
            }
        }
        sizes.extend(iter::repeat_n(1, ones));
        random.shuffle(&mut sizes);
        let mut order: Vec<usize> = (0..sizes.len()).collect();
        if random.once_in(2) {
            random.shuffle(&mut order);
        } else {
            order.reverse();
        }
        Array { sizes, order }
    }

    /// The dimensions of more than one element.
    fn wide(&self) -> Vec<usize> {
        (0..self.sizes.len()).filter(|dimension| self.sizes[*dimension] > 1).collect()
    }

    /// The array of these alone.
    fn without_ones(&self) -> Self {
        let wide = self.wide();
        let order = self.order.iter().filter_map(|dimension| wide.iter().position(|wide| wide == dimension));
        Array { sizes: wide.iter().map(|dimension| self.sizes[*dimension]).collect(), order: order.collect() }
    }

    fn shape(&self) -> ArrayShape {
        let sizes: Vec<String> = self.sizes.iter().map(ToString::to_string).collect();
        let order: Vec<String> = self.order.iter().map(ToString::to_string).collect();
        let layout = if order.is_empty() { String::new() } else { format!("{{{}}}", order.join(",")) };
        let shape: tilework::xla::Shape = format!("f32[{}]{layout}", sizes.join(",")).parse().unwrap();
        shape.array("test").unwrap().clone()
    }

    /// Where in memory an element is.
    fn place(&self, index: &[i64]) -> i64 {
        let place = self.order.iter().rev();
        place.fold(0, |place, &dimension| place * self.sizes[dimension] + index[dimension])
    }

    fn indices(&self) -> Vec<Vec<i64>> {
        self.sizes.iter().fold(vec![Vec::new()], |all, size| {
            all.iter().flat_map(|index| (0..*size).map(|entry| [&index[..], &[entry]].concat())).collect()
        })
    }
}

#[test]
fn dimensions_of_one_element_leave_nothing() {
    for seed in 0..cases(3000) as u64 {
        let mut random = Random(seed);
        let factors: Vec<i64> = (0..random.below(5)).map(|_| random.of(&[2, 2, 3, 4, 5])).collect();
        let mut array = |factors: &[i64]| {
            let ones = random.below(4);
            Array::drawn(&mut random, factors, ones)
        };
        let mut backwards = factors.clone();
        backwards.reverse();
        let (from, to) = (array(&factors), array(&backwards));
        let context = format!("seed {seed}: {} to {}", from.shape(), to.shape());
        let map = bitcast_map(&from.shape(), &to.shape()).unwrap();
        for index in from.indices() {
            let found = map.evaluate(&index, &[], &[]).unwrap();
            let is_inside = found.iter().zip(&to.sizes).all(|(entry, size)| (0..*size).contains(entry));
            assert!(is_inside && to.place(&found) == from.place(&index), "{context}, at {index:?}\n{map}");
        }

        // the map between the arrays without these dimensions, and zeros
        assert!(map.constraints().is_empty(), "{context}\n{map}");
        let (wide, kept) = (from.wide(), to.wide());
        let short = bitcast_map(&from.without_ones().shape(), &to.without_ones().shape()).unwrap();
        let renamed = |variable: u32| Expr::variable(wide[variable as usize] as u32);
        let mut expected = vec![Expr::constant(0); to.sizes.len()];
        for (dimension, result) in kept.into_iter().zip(short.results()) {
            expected[dimension] = result.substitute(&renamed);
        }
        assert_eq!(map.results(), expected, "{context}\n{map}\n{short}");
    }
}
