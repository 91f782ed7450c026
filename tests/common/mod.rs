//! Random tuples and layouts, and their functions by definition.
#![allow(dead_code, reason = "each test uses a part")]
use proptest::prelude::*;
use tilework::dynamic::{DynLayout, DynTuple, Stride};

/// A tuple as the tests see it: no code of the library in it.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Model {
    Leaf(i64),
    Tuple(Vec<Model>),
}

impl Model {
    pub(crate) fn leaves(&self) -> Vec<i64> {
        match self {
            Model::Leaf(value) => vec![*value],
            Model::Tuple(modes) => modes.iter().flat_map(Model::leaves).collect(),
        }
    }

    pub(crate) fn size(&self) -> i64 {
        self.leaves().iter().product()
    }

    pub(crate) fn text(&self) -> String {
        match self {
            Model::Leaf(value) => value.to_string(),
            Model::Tuple(modes) => {
                format!("({})", modes.iter().map(Model::text).collect::<Vec<_>>().join(","))
            }
        }
    }

    pub(crate) fn to_dyn(&self) -> DynTuple {
        self.text().parse().unwrap()
    }
}

/// Shapes of extents `1..=most`, nested up to twice, of moderate size.
pub(crate) fn shapes(most: i64) -> impl Strategy<Value = Model> {
    let leaf = (1..=most).prop_map(Model::Leaf);
    leaf.prop_recursive(2, 6, 3, |inner| prop::collection::vec(inner, 1..=3).prop_map(Model::Tuple))
        .prop_filter("moderate size", |shape| shape.size() <= 4096)
}

/// Layouts over such shapes, of any strides: overlapping, negative, zero.
pub(crate) fn layouts(most: i64) -> impl Strategy<Value = DynLayout> {
    shapes(most).prop_flat_map(|shape| {
        let shape = shape.to_dyn();
        prop::collection::vec(-9..=40_i64, shape.leaves().len()).prop_map(move |strides| {
            let mut strides = strides.into_iter();
            let stride = shape.map(|_| Stride::Int(strides.next().unwrap()));
            DynLayout::new(&shape, &stride).unwrap()
        })
    })
}

/// The offset of an index by definition: first leaf fastest, the last one takes the rest.
pub(crate) fn offset(layout: &DynLayout, index: i64) -> i64 {
    let mut rest = index;
    let mut sum = 0;
    for (place, mode) in layout.leaves().iter().enumerate() {
        let last = place + 1 == layout.leaves().len();
        let coordinate = if last { rest } else { rest % mode.extent };
        rest /= mode.extent;
        sum += coordinate * mode.stride.as_int().unwrap();
    }
    sum
}

/// All offsets by definition.
pub(crate) fn offsets(layout: &DynLayout) -> Vec<i64> {
    (0..layout.size()).map(|index| offset(layout, index)).collect()
}
