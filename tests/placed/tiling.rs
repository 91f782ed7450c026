//! XLA's tiled layouts: the typed one of the macro, the run-time index and the definition are one function.
//!
//! Typed layouts are compared for the texts of one table; run-time layouts for those and for generated ones.

use crate::random::Random;
use std::collections::HashSet;
use tilework::dynamic::Error;
use tilework::placed::TiledLayout;
use tilework::tuple::AllStatic;
use tilework::xla::{
    self, ArrayShape, LinearIndex, PrimitiveType, TileSize, Tiling, nested_layout, padded_size,
    tiled_elements,
};
use tilework::{
    layout::{Coordinate, Extent, LayoutError, TileError},
    prelude::*,
};

/// The places of all elements, by the definition as data movement: pad, reshape, and move the tile to the minor end.
/// The index of an element counts first dimension fastest. No code of the library but the parser.
fn definition(array: &ArrayShape) -> (Vec<usize>, usize) {
    let sizes: Vec<usize> =
        array.dimensions().iter().map(|size| size.bound().expect("bounded") as usize).collect();
    let order: Vec<usize> = array.layout().expect("parsed").major_to_minor().collect();
    // the labels of the elements in the order of memory
    let mut dims: Vec<usize> = order.iter().map(|&dimension| sizes[dimension]).collect();
    let mut memory: Vec<Option<usize>> = indices(&dims)
        .map(|index| {
            let mut logical = vec![0; sizes.len()];
            order.iter().zip(&index).for_each(|(&dimension, &entry)| logical[dimension] = entry);
            Some(logical.iter().zip(&sizes).rev().fold(0, |label, (entry, size)| label * size + entry))
        })
        .collect();
    for tile in array.layout().expect("parsed").tiles() {
        let entries = tile.sizes();
        while dims.len() < entries.len() {
            dims.insert(0, 1);
        }
        let mut sizes = Vec::new();
        let mut at = dims.len() - entries.len();
        for entry in entries {
            match *entry {
                TileSize::Combine => {
                    let size = dims.remove(at);
                    dims[at] *= size;
                }
                TileSize::Elements(size) => {
                    sizes.push(size as usize);
                    at += 1;
                }
            }
        }
        let kept = dims.len() - sizes.len();
        // all tiles, each whole
        let mut outer = dims.clone();
        outer[kept..].iter_mut().zip(&sizes).for_each(|(dim, size)| *dim = dim.div_ceil(*size));
        let mut moved = Vec::new();
        for number in indices(&outer) {
            for place in indices(&sizes) {
                let mut index = number.clone();
                let inside = index[kept..].iter_mut().zip(&sizes).zip(&place);
                inside.for_each(|((entry, size), place)| *entry = *entry * size + place);
                let is_padding = index.iter().zip(&dims).any(|(entry, dim)| entry >= dim);
                let from = index.iter().zip(&dims).fold(0, |from, (entry, dim)| from * dim + entry);
                moved.push(if is_padding { None } else { memory[from] });
            }
        }
        memory = moved;
        dims = outer;
        dims.extend(sizes);
    }
    let mut places = vec![usize::MAX; sizes.iter().product()];
    memory.iter().enumerate().for_each(|(place, label)| {
        if let Some(label) = label {
            places[*label] = place;
        }
    });
    (places, memory.len())
}

/// All indices of an array, last dimension fastest.
fn indices(dims: &[usize]) -> impl Iterator<Item = Vec<usize>> {
    let dims = dims.to_vec();
    (0..dims.iter().product()).map(move |number: usize| {
        let mut rest = number;
        let mut index: Vec<usize> = dims
            .iter()
            .rev()
            .map(|dim| {
                let entry = rest % dim;
                rest /= dim;
                entry
            })
            .collect();
        index.reverse();
        index
    })
}

/// The index with that number, first dimension fastest.
fn logical_index(array: &ArrayShape, number: usize) -> Vec<i64> {
    let mut rest = number as i64;
    let sizes = array.dimensions().iter().map(|size| size.bound().expect("bounded"));
    sizes
        .map(|size| {
            let entry = rest % size;
            rest /= size;
            entry
        })
        .collect()
}

fn parse(text: &str) -> xla::Shape {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// The run-time index and, if there is one, the nested layout are the definition. Whether there is one.
fn check_at_run_time(text: &str) -> bool {
    let shape = parse(text);
    let array = shape.array("test").unwrap();
    let (places, len) = definition(array);
    let index = LinearIndex::new(array, Tiling::All).unwrap();
    assert_eq!(index.len(), len as i64, "{text}");
    for (number, &place) in places.iter().enumerate() {
        let at = logical_index(array, number);
        assert_eq!(index.at(&at).unwrap(), place as i64, "{at:?} of {text}");
        assert_eq!(index.index_at(place as i64).unwrap()[..], at[..], "{place} of {text}");
    }
    match nested_layout(array) {
        Ok(nested) => {
            for (number, &place) in places.iter().enumerate() {
                let crd =
                    logical_index(array, number).iter().map(i64::to_string).collect::<Vec<_>>().join(",");
                let found = nested.offset(&format!("({crd})").parse().unwrap()).unwrap();
                assert_eq!(found, place as i64, "({crd}) of {text}");
            }
            true
        }
        Err(Error::Inexact { .. }) => false,
        Err(error) => panic!("{text}: {error}"),
    }
}

/// What the macro gives, compared with the run-time twin of its kind.
trait Typed: Mapping {
    const IS_NESTED: bool;
    fn check_twin(&self, array: &ArrayShape);
    /// The offset of a coordinate that is checked.
    fn checked(&self, number: usize) -> Option<usize>;
    fn all_offsets(&self) -> Vec<usize>;
}

impl<S: Shape, D: Stride<S>, E: Extent<S>> Typed for Layout<S, D, E> {
    const IS_NESTED: bool = true;
    fn check_twin(&self, array: &ArrayShape) {
        assert_eq!(self.to_dynamic(), nested_layout(array).unwrap(), "{array}");
    }
    fn checked(&self, number: usize) -> Option<usize> {
        let crd = logical_of(&self.extents(), number, self.shape().sizes());
        self.try_offset(crd).ok().map(|offset| Scalar::to_isize(offset) as usize)
    }
    fn all_offsets(&self) -> Vec<usize> {
        self.offsets().map(|offset| Scalar::to_isize(offset) as usize).collect()
    }
}

/// The index in a shape of the element with this number in an extent: padding lies between.
fn logical_of<E: Shape, S: Shape>(extents: &E, number: usize, sizes: S) -> usize {
    let (mut rest, mut index, mut weight) = (number, 0, 1);
    for mode in 0..<S as IntTuple>::RANK {
        let extent = extents.mode_size(mode);
        index += rest % extent * weight;
        rest /= extent;
        weight *= sizes.mode_size(mode);
    }
    index
}

impl<S, O, T, P> Typed for TiledLayout<S, O, T, P>
where
    S: Shape + AllStatic,
    O: AllStatic,
    T: AllStatic,
    P: Integer + AllStatic,
{
    const IS_NESTED: bool = false;
    fn check_twin(&self, array: &ArrayShape) {
        assert_eq!(self.to_dynamic(), LinearIndex::new(array, Tiling::All).unwrap(), "{array}");
        assert_eq!(self.cosize().value() as i64, tiled_elements(array).unwrap());
        assert_eq!(self.to_xla_layout().to_string(), self.to_string().split_once(']').unwrap().1);
        assert_eq!(size_of_val(self), 0);
        assert!(self.is_injective());
    }
    fn checked(&self, number: usize) -> Option<usize> {
        self.try_offset(number).ok()
    }
    fn all_offsets(&self) -> Vec<usize> {
        self.offsets().collect()
    }
}

/// Everything that is said of one typed layout.
fn check<L: Typed>(text: &str, layout: L, from_type: L, tried: L, bytes: u64) {
    let shape = parse(text);
    let array = shape.array("test").unwrap();
    let (places, len) = definition(array);
    assert_eq!(layout.to_string(), from_type.to_string(), "{text}");
    assert_eq!(layout.to_string(), tried.to_string(), "{text}");
    assert_eq!(bytes as i64, padded_size(&shape).unwrap(), "{text}");
    layout.check_twin(array);
    for (number, &place) in places.iter().enumerate() {
        assert_eq!(layout.checked(number), Some(place), "element {number} of {text}, {layout}");
    }
    assert_eq!(layout.all_offsets(), places, "{text}");
    assert!(layout.cosize().value() <= len, "{text}");
    assert!(places.iter().all(|place| *place < layout.cosize().value()), "{text}");

    // through a kernel, there and back
    let elements: Vec<u32> = (0..places.len() as u32).collect();
    let mut there = vec![u32::MAX; layout.cosize().value()];
    let mut back = vec![0; places.len()];
    let extents = layout.extents();
    let rows = column_major(extents);
    copy(&View::new(&elements, rows).unwrap(), &mut ViewMut::new(&mut there, layout).unwrap()).unwrap();
    for (number, &place) in places.iter().enumerate() {
        assert_eq!(there[place] as usize, number, "{text}");
    }
    assert_eq!(there.iter().filter(|element| **element != u32::MAX).count(), places.len());
    copy(&View::new(&there, layout).unwrap(), &mut ViewMut::new(&mut back, rows).unwrap()).unwrap();
    assert_eq!(back, elements, "{text}");
}

macro_rules! arrays {
    ($($type:ident $sizes:tt $({$($layout:tt)*})?;)*) => {
        const TEXTS: &[&str] = &[$(concat!(stringify!($type), stringify!($sizes) $(, stringify!({$($layout)*}))?)),*];

        #[test]
        fn typed_layouts_are_the_definition_and_their_run_time_twins() {
            let mut nested = 0;
            $({
                type L = Xla!($type $sizes $({$($layout)*})?);
                let layout: L = xla!($type $sizes $({$($layout)*})?);
                let tried = try_xla!($type $sizes $({$($layout)*})?).unwrap();
                let text = concat!(stringify!($type), stringify!($sizes) $(, stringify!({$($layout)*}))?);
                const BYTES: u64 = xla_bytes!($type $sizes $({$($layout)*})?);
                check(text, layout, tried, layout, BYTES);
                nested += usize::from(<L as Typed>::IS_NESTED);
            })*
            println!("{} typed layouts, {nested} of them nested", TEXTS.len());
            assert!(TEXTS.len() >= 120 && nested >= 60 && TEXTS.len() - nested >= 30);
        }
    };
}

arrays! {
f32[];
f32[]{:T(128)};
bf16[]{:T(2,128)(2,1)};
f32[7];
f32[7]{0};
f32[7]{0:T(4)};
f32[0];
f32[0]{0:T(8)};
f32[0,5]{1,0:T(2,2)};
f32[4,0,3]{2,0,1:T(2,2)};
f32[1]{0:T(8)};
f32[3,5]{1,0:T(2,2)};
f32[3,5]{0,1:T(2,2)};
f32[3,5]{1,0};
f32[3,5]{0,1};
f32[4,8]{1,0:T(2,4)(2,1)};
f32[4,8]{1,0:T(2,4)};
bf16[20,300]{1,0:T(8,128)(2,1)};
bf16[2048]{0:T(1024)(128)(2,1)};
bf16[100]{0:T(256)(128)(2,1)};
f32[20,30]{1,0:T(8,16)(4,8)(2,2)};
f32[20,30]{1,0:T(8,16)(3,1)};
f32[20,30]{0,1:T(8,16)(3,1)};
f32[20,30]{1,0:T(8,16)(1,5)};
f32[20,30]{1,0:T(8,16)(3,5)};
f32[3,5,7]{2,1,0:T(2,4)};
f32[3,5,7]{0,2,1:T(2,4)};
f32[2,3,4,5]{3,1,0,2:T(2,4)(2,1)};
f32[2,7,8,11,10]{4,3,2,1,0:T(*,*,2,*,3)};
f32[24,128]{1,0:T(8,128)};
bf16[100,20]{1,0:T(1,128)(2,1)};
s8[3,5]{1,0:T(4,128)(4,1)};
s8[40,130]{1,0:T(32,128)(4,1)};
s4[5,129]{1,0:T(8,128)(8,1)E(4)};
u4[9]{0:E(4)};
s2[9,3]{1,0:E(2)};
s4[9,3]{1,0:T(4,4)};
pred[64,51,20]{2,1,0:T(8,128)E(32)};
bf16[100,20]{0,1:T(8,128)(2,1)S(1)SC(0:14)};
bf16[10,20]{0,1:T(8,128)(2,1)S(1)SC(1:4,7)M(8)};
f32[15,20,10]{0,1,2:SC(0:3)(1:4,13)};
bf16[8,1,12,160]{3,2,0,1:T(8,128)(2,1)S(1)};
f32[5,7]{1,0:T(4,4)L(100)};
f32[5,7]{1,0:L(100)};
f32[<=5,7]{1,0:T(4,4)};
c64[10,10]{1,0:T(8,128)};
c128[10,10]{1,0:T(8,128)};
f64[6,6]{1,0:T(4,4)(2,2)(1,1)};
f8e4m3fn[6,6]{1,0:T(4,4)(2,1)};
f4e2m1fn[6,7]{1,0:T(4,4)(4,1)E(4)};
f32[2,3]{1,0:T(1,2,3,4)};
f32[6]{0:T(2,4)};
f32[6]{0:T(2,4)(2,2)};
f32[6]{0:T(*,4)};
f32[6]{0:T(*,*,4)};
f32[4,6]{1,0:T(*,4)};
f32[4,6]{1,0:T(*,12)};
f32[4,6]{1,0:T(*,5)};
f32[4,6]{0,1:T(*,8)};
f32[4,6]{1,0:T(*,8)(4)};
f32[4,6]{1,0:T(*,8)(3)};
bf16[3,9,1]{2,0,1:T(4,8)(*,4)};
f32[3,5]{1,0:T(2,2)(*,2)};
f32[4,6]{1,0:T(2,3)(*,3)};
f32[4,6]{1,0:T(2,3)(*,2)};
f32[4,6]{1,0:T(2,3)(*,*,2)};
f32[4,6]{1,0:T(2,2)(*,*,*,5)};
f32[2,3,4]{2,1,0:T(*,2,4)};
f32[2,3,4]{2,1,0:T(*,3,4)};
f32[2,3,4]{2,1,0:T(*,*,6)};
f32[2,3,4]{2,1,0:T(2,*,6)};
f32[2,3,4]{1,2,0:T(*,2,2)(2,1)};
f32[2,3,5]{2,1,0:T(*,*,4)};
f32[1,3,1,5]{3,2,1,0:T(*,2,4)};
f32[1,3,1,5]{3,2,1,0:T(*,*,2,4)};
f32[1,1,1]{2,1,0:T(8,128)};
f32[1,9]{1,0:T(8,4)(3,1)};
f32[9,1]{1,0:T(8,4)(3,1)};
f32[2,9]{1,0:T(8,4)(3,1)};
f32[16,3]{1,0:T(8,4)(16,1)};
f32[16,3]{1,0:T(8,4)(5,1)};
f32[17]{0:T(6)(4)};
f32[17]{0:T(6)(4)(3)};
f32[17]{0:T(4)(6)};
f32[17]{0:T(4)(2,3)};
f32[17]{0:T(4)(2,2)};
f32[17]{0:T(12)(2,3)};
f32[17,2]{1,0:T(4,2)(3,2,2)};
f32[17,2]{1,0:T(4,2)(2,3,4,2)};
f32[5,4,3,2,2]{4,3,2,1,0};
f32[2,1,2,1,2,1,2]{6,5,4,3,2,1,0:T(2,2)};
f32[2,2,2,2,2,2,2,2]{0,1,2,3,4,5,6,7:T(2,2)(2,1)};
f32[3,7]{1,0:T(1,4)};
u16[4,1,2]{0,2,1:T(1)};
u16[12]{0:T(1)};
u16[4]{0:T(2,4)};
bf16[9,2]{0,1:T(2,1)(2,1)(1)};
bf16[13,9]{0,1:T(8,4)(1,1)};
u16[12]{0:T(8,4)(2,1,1)};
u16[6,3]{0,1:T(1)(2,2)};
u16[8,2,2]{0,2,1:T(4)};
f32[16,7]{0,1:T(4,2)};
u16[1,4]{0,1:T(2,8)};
s8[8,2,3,8]{0,1,2,3:T(4,8)};
f32[7,4,3]{1,2,0:T(2)};
f32[12,3]{0,1:T(2)(2,2,1)};
f32[13,9]{0,1:T(8,1)(2,1,1)};
f32[8,3]{1,0:T(1,1)(1)};
s8[12,1]{1,0:T(8,2)};
u16[12,6]{0,1:T(8)};
s8[8,5]{1,0:T(4)};
f32[16,3]{1,0:T(4,2)};
bf16[9,5,13,2]{0,1,3,2:T(2,4)};
f32[4,4,7]{1,0,2:T(8,4)};
bf16[5]{0:T(2,4)(2,2,1)};
u16[4]{0:T(4)(2,1)};
f32[6,13,2]{1,0,2:T(2,8)(2,2)};
f32[12,8]{1,0:T(4,6)(2,5)(1,1)};
bf16[16,3,7]{1,2,0:T(2,3)};
bf16[9,9]{1,0:T(5)(2)};
f32[8,12]{1,0:T(3)(1,5,1)(2,3)};
u16[2,9,8,9]{2,1,3,0:T(5,5)(6,3)};
bf16[9,8,9]{2,1,0:T(4)(4,1)(4,3,1)};
s8[2,4]{0,1:T(6)};
u16[5,3]{0,1:T(1,4)};
f32[13,4]{1,0:T(4,3)(2,3,3)};
s8[6,1,6]{0,1,2:T(1,4)(5,5)};
s8[2,2,4]{1,2,0:T(1,2)(2,4)};
bf16[3,9]{0,1:T(3)(6)};
bf16[2,5]{1,0:T(1,5)};
u16[5]{0:T(1,3)};
s8[12,3]{1,0:T(2,1)(3,1)(2,3)};
f32[4,5,8]{1,0,2:T(1,3)(1)};
u16[9,9,4]{0,1,2:T(1,6)};
bf16[8,9,7]{0,1,2:T(3)};
s8[16,5,7]{1,2,0:T(4,5)};
u16[4,16,5]{2,1,0:T(3)};
bf16[5]{0:T(5,3)(1,3)};
bf16[3,1]{0,1:T(4)(5,6)};
f32[9,1]{1,0:T(2)(5,1,4)};
u16[5,13]{1,0:T(5,2)};
u16[6,16,8,3]{1,0,3,2:T(5,6)};
u16[16,9,3]{1,0,2:T(*,1)(*,1)(6,1,1)};
f32[1,8]{1,0:T(*,6)(*,1,3)(4,4)};
s8[13,5]{1,0:T(2,1)(3,3)(*,4)};
u16[2,16,4]{0,1,2:T(*,3)(*,*,2)};
s8[5]{0:T(6,4)(2,*,1)};
u16[3,12]{0,1:T(*,2)};
f32[1,3]{1,0:T(*,4)(*,3)};
u16[6,1,6,6]{1,2,0,3:T(*,3)};
u16[12,2]{0,1:T(*,3)(2,2)};
bf16[6,4,6]{2,0,1:T(6,2)(4,4)};
s8[5,8,1]{1,0,2:T(*,3)};
u16[16,13,5]{2,0,1:T(*,4)(1,2)};
s8[4,8,6]{0,2,1:T(*,2)};
s8[2,6,4]{0,2,1:T(*,4)(*,3)(4,3)};
u16[13,9]{1,0:T(*,4)};
f32[20,30]{0,1:T(8,16)(5,3)};
f32[9,11]{1,0:T(4,4)(3,3)};
f32[11,9]{0,1:T(4,6)(3,4)};
f32[3,7,5]{2,1,0:T(*,4,3)};
f32[5,7]{1,0:T(*,6)(4)};
f32[5,7]{0,1:T(*,6)(4)};
f32[2,3,5]{2,1,0:T(*,*,4)(3)};
f32[19]{0:T(6)(4)};
f32[19]{0:T(8)(3)};
f32[8,8]{1,0:T(8,8)(3,3)};
bf16[13,9]{1,0:T(6,4)(4,3)};
s8[7,5]{1,0:T(4,4)(3,4)(2,2)};
f32[2,3]{1,0:T(*,8)(2,*,16)};
f32[4,2,9]{2,1,0:T(*,2,3)(*,*,3)};}

#[test]
fn the_table_has_no_text_twice() {
    assert_eq!(TEXTS.iter().collect::<HashSet<_>>().len(), TEXTS.len());
}

#[test]
fn run_time_layouts_are_the_definition() {
    let mut nested = TEXTS.iter().filter(|text| check_at_run_time(text)).count();
    let (mut random, mut checked) = (Random(1), TEXTS.len());
    while checked < TEXTS.len() + 500 {
        let rank = random.below(5);
        let sizes: Vec<u64> = (0..rank).map(|_| random.of(&[1, 2, 3, 4, 5, 6, 7, 8, 9, 12, 17])).collect();
        if sizes.iter().product::<u64>() > 2000 {
            continue;
        }
        let mut order: Vec<usize> = (0..rank).collect();
        random.shuffle(&mut order);
        let (kind, mut tiles) = (random.below(3), String::new());
        for tile in 0..random.below(4) {
            let entries: Vec<String> = (0..1 + random.below(3))
                .map(|_| match kind {
                    0 => [8, 4, 2, 1][(tile + random.below(2_usize)) % 4].to_string(),
                    1 => (1 + random.below(7)).to_string(),
                    _ if random.below(2) == 0 => "*".into(),
                    _ => (1 + random.below(5)).to_string(),
                })
                .collect();
            let mut tile = entries.join(",");
            if tile.ends_with('*') {
                tile += ",2";
            }
            tiles += &format!("({tile})");
        }
        let join = |numbers: Vec<String>| numbers.join(",");
        let tiles = if tiles.is_empty() { tiles } else { format!(":T{tiles}") };
        let text = format!(
            "f32[{}]{{{}{tiles}}}",
            join(sizes.iter().map(u64::to_string).collect()),
            join(order.iter().map(usize::to_string).collect())
        );
        if rank == 0 && tiles.is_empty() {
            continue;
        }
        nested += usize::from(check_at_run_time(&text));
        checked += 1;
    }
    println!("{checked} run-time layouts, {nested} of them nested");
    assert!(nested > 150 && checked - nested > 40, "{nested} of {checked} nested");
}

/// A typed layout with dynamic sizes against the definition and the run-time index, element by element.
fn check_dynamic<S: Shape, D: Stride<S>, E: Extent<S>>(layout: Layout<S, D, E>, text: &str)
where
    (usize, usize): Coordinate<S, D>,
{
    let shape = parse(text);
    let array = shape.array("test").unwrap();
    let (places, len) = definition(array);
    let index = LinearIndex::new(array, Tiling::All).unwrap();
    assert!(layout.cosize().value() <= len, "{text}");
    for (number, &place) in places.iter().enumerate() {
        let logical = logical_index(array, number);
        assert_eq!(index.at(&logical).unwrap(), place as i64, "{text}");
        let crd = (logical[0] as usize, logical[1] as usize);
        assert_eq!(layout.try_offset(crd).unwrap().to_isize(), place as isize, "{crd:?} of {text}");
    }
    let sizes = array.sizes().unwrap();
    assert_eq!(layout.to_dynamic().extents().to_string(), format!("({},{})", sizes[0], sizes[1]), "{text}");
}

#[test]
fn dynamic_sizes_are_those_of_the_text() {
    let mut checked = 0;
    for n in [0, 1, 2, 7, 8, 9, 16, 40] {
        for m in [1, 3, 127, 128, 129] {
            macro_rules! texts {
                ($({$($layout:tt)*})*) => { $(
                    check_dynamic(
                        xla!(f32[n,m]{$($layout)*}),
                        &format!("f32[{n},{m}]{}", stringify!({$($layout)*}).replace(' ', "")),
                    );
                    checked += 1;
                )* };
            }
            texts! {
                {1,0} {0,1} {1,0:T(8,128)} {0,1:T(8,128)(2,1)} {1,0:T(4,8)(2,2,4)} {1,0:T(2,2)} {0,1:T(8,16)(4,8)(2,2)}
                {1,0:T(1,128)} {0,1:T(4,2)} {1,0:T(32,128)(4,1)}
            }
        }
        // a `*` may merge what is outermost
        macro_rules! merged {
            ($({$($layout:tt)*})*) => { $(
                check_dynamic(
                    xla!(f32[n,30]{$($layout)*}),
                    &format!("f32[{n},30]{}", stringify!({$($layout)*}).replace(' ', "")),
                );
                checked += 1;
            )* };
        }
        merged! {
            {1,0:T(*,30)} {1,0:T(*,15)} {1,0:T(*,15)(5)} {1,0:T(*,60)} {1,0:T(*,60)(2,6)} {1,0:T(2,10)(*,*,5)}
            {0,1:T(4,1)(*,2)} {1,0:T(4,6)(*,4,2)} {1,0:T(2,6)(*,*,3)(2,3)}
        }
    }
    println!("{checked} layouts of dynamic sizes");
    assert_eq!(checked, 8 * (5 * 10 + 9));
}

#[test]
fn a_type_may_have_dynamic_sizes_and_a_static_integer_may_stand_for_a_name() {
    type Rows = Xla!(bf16[usize,256]{1,0:T(8,128)(2,1)});
    let n = 100;
    let rows: Rows = xla!(bf16[n,256]{1,0:T(8,128)(2,1)});
    assert_eq!(rows.to_string(), "((_2,_4,13),(_128,_2)):((_1,_256,_2048),(_2,_1024)) of (100,_256)");
    type Cols = Xla!(bf16[256,{usize}]{1,0:T(8,128)(2,1)});
    let cols: Cols = xla!(bf16[256,{n + 100}]{1,0:T(8,128)(2,1)});
    assert_eq!(cols.to_string(), "((_2,_4,_32),(_128,2)):((_1,_256,2048),(_2,_1024)) of (_256,200)");
    let fixed = int!(100);
    // the types of levels, which sparse arrays had, say nothing of the layout
    let levels: Xla!(f32[16,128]{1,0:T(8,128)}) = xla!(f32[16,128]{1,0:D(D,C+,S~)T(8,128)});
    let shape: xla::Shape = "f32[16,128]{1,0:D(D,C+,S~)T(8,128)}".parse().unwrap();
    assert_eq!(levels.to_dynamic(), nested_layout(shape.array("test").unwrap()).unwrap());
    let same: Xla!(bf16[100,256]{1,0:T(8,128)(2,1)}) = xla!(bf16[fixed,256]{1,0:T(8,128)(2,1)});
    assert_eq!(same.offset((99, 255)), rows.offset((99, 255)));
}

#[test]
fn dynamic_sizes_that_overflow_are_an_error() {
    for n in [usize::MAX, usize::MAX / 2, isize::MAX as usize, isize::MAX as usize / 256 + 1] {
        assert_eq!(try_xla!(f32[n,256]{1,0:T(8,128)}).unwrap_err(), LayoutError::SizeOverflow);
        assert!(try_xla!(f32[256,n]{1,0:T(8,128)(2,1)}).is_err());
        assert_eq!(try_xla!(f32[0,n]{1,0:T(8,128)}).is_ok(), n <= isize::MAX as usize);
        assert!(try_xla!(f32[n,n]{0,1}).is_err());
    }
    assert!(try_xla!(f32[7,9]{1,0:T(8,128)}).is_ok());
    let panic = std::panic::catch_unwind(|| {
        let n = usize::MAX;
        xla!(f32[n,256]{1,0:T(8,128)})
    });
    let message = panic.unwrap_err().downcast::<String>().unwrap();
    assert!(message.ends_with("does not fit in a machine word"), "{message}");
    assert!(message.starts_with("f32[n,256]{1,0:T(8,128)}: the size"), "{message}");
}

#[test]
fn static_coordinates_are_computed_while_compiling() {
    let _: Int!(8535) = xla!(bf16[20,300]{1,0:T(8,128)(2,1)}).offset(crd!(19, 299));
    let layout = xla!(f32[2,7,8,11,10]{4,3,2,1,0:T(*,*,2,*,3)});
    assert_eq!(layout.offset(crd!(1, 3, 5, 2, 7)), 9381);
    let by_index = 1 + 2 * (3 + 7 * (5 + 8 * (2 + 11 * 7)));
    assert_eq!((layout.offset(by_index), layout.offset(int!(8665))), (9381, layout.offset(8665)));
    // outside the array anything is an offset, and nothing overflows
    let _ = layout.offset((usize::MAX, usize::MAX, usize::MAX, usize::MAX, usize::MAX));
    let _ = layout.offset(usize::MAX);
}

/// Fills an array from rows, and reads it back.
fn there_and_back<L: Matrix>(layout: L, (rows, cols): (usize, usize)) {
    let data: Vec<u32> = (0..(rows * cols) as u32).collect();
    let by_rows = row_major((rows, cols));
    let mut array = VecTensor::filled(layout, u32::MAX).unwrap();
    copy(&View::new(&data, by_rows).unwrap(), &mut array.view_mut()).unwrap();
    for i in 0..rows {
        for j in 0..cols {
            assert_eq!(array[(i, j)], data[i * cols + j], "({i},{j}) of {layout}");
        }
    }
    let mut back = vec![0; rows * cols];
    copy(&array.view(), &mut ViewMut::new(&mut back, by_rows).unwrap()).unwrap();
    assert_eq!(back, data, "{layout}");
    // tile by tile, also those at the edge
    let (h, w) = (rows.div_ceil(3), 8);
    for i in 0..rows.div_ceil(h) {
        for j in 0..cols.div_ceil(w) {
            let view = array.view();
            let Ok(tile) = view.tile((h, int!(8)), (i, j)) else { continue };
            let mut part = vec![0; tile.layout().rows() * tile.layout().cols()];
            let shape = row_major((tile.layout().rows(), tile.layout().cols()));
            copy(&tile, &mut ViewMut::new(&mut part, shape).unwrap()).unwrap();
            for (place, element) in part.iter().enumerate() {
                let (x, y) = (place / tile.layout().cols(), place % tile.layout().cols());
                assert_eq!(*element, data[(i * h + x) * cols + j * w + y], "{layout}");
            }
        }
    }
}

#[test]
fn rows_go_into_tiles_and_back() {
    there_and_back(xla!(bf16[100,200]{1,0:T(8,128)(2,1)}), (100, 200));
    there_and_back(xla!(bf16[100,200]{0,1:T(8,128)(2,1)}), (100, 200));
    there_and_back(xla!(bf16[64,256]{1,0:T(8,128)(2,1)}), (64, 256));
    let (n, m) = (33, 130);
    there_and_back(xla!(f32[n,m]{1,0:T(8,128)(2,1)}), (n, m));
    there_and_back(xla!(f32[20,30]{1,0:T(8,16)(3,1)}), (20, 30));
    there_and_back(xla!(f32[20,30]{0,1:T(8,16)(3,5)}), (20, 30));
    there_and_back(xla!(f32[20,30]{1,0:T(*,16)(3)}), (20, 30));
    there_and_back(xla!(f32[20,32]{1,0:T(6,16)(4,16)}), (20, 32));
}

#[test]
fn tiles_of_tiles_are_tiles() {
    let whole = xla!(f32[20,30]{1,0:T(8,16)(3,1)});
    let tile = Matrix::tile(&whole, int!(10), int!(15), 1, 1).unwrap();
    let inner = Matrix::tile(&tile, 4, 7, 2, 2).unwrap();
    assert_eq!((inner.rows(), inner.cols()), (2, 1));
    assert_eq!(inner.offset_of((1, 0)), whole.offset((19, 29)));
    assert_eq!(inner.offset_of(1), whole.offset((19, 29)));
    assert_eq!(Matrix::tile(&tile, 4, 7, 3, 0).err(), Some(TileError::PastEnd));
}

macro_rules! element_types {
    ($($name:ident)*) => {
        [$((stringify!($name), xla_bytes!($name[3]) as i64)),*]
    };
}

#[test]
fn the_macro_knows_the_element_types_of_the_library() {
    let known = element_types! {
        pred s8 s16 s32 s64 u8 u16 u32 u64 f16 f32 f64 c64 bf16 c128 f8e5m2 f8e4m3fn s4 u4 f8e4m3b11fnuz f8e5m2fnuz
        f8e4m3fnuz s2 u2 f8e4m3 f8e3m4 s1 u1 f4e2m1fn f8e8m0fnu
    };
    assert_eq!(known.len(), PrimitiveType::ALL.len());
    for (name, bytes) in known {
        assert_eq!(bytes, padded_size(&parse(&format!("{name}[3]"))).unwrap(), "{name}");
    }
}
