//! What is refused cannot be said: all texts of a notation on small arrays are tried.
use crate::definitions::{devices, place, tag, xla};
use crate::pairs::{drawn, extents_of, indices};
use crate::random::Random;
use std::collections::{HashMap, HashSet};
use tilework::notation::{Given, Notation, convert};

type Function = Vec<i64>;

fn function(at: impl Fn(&[i64]) -> i64, extents: &[i64]) -> Function {
    indices(extents).iter().map(|index| at(index)).collect()
}

fn permutations(count: usize) -> Vec<Vec<usize>> {
    if count == 0 {
        return vec![vec![]];
    }
    let shorter = permutations(count - 1);
    let insert = |order: &Vec<usize>, at: usize| {
        let mut order = order.clone();
        order.insert(at, count - 1);
        order
    };
    shorter.iter().flat_map(|order| (0..count).map(move |at| insert(order, at))).collect()
}

fn letter(dimension: usize) -> char {
    char::from(b'a' + u8::try_from(dimension).unwrap())
}

/// All functions of tags whose blocks are small enough that offsets stay below a bound.
fn of_tags(extents: &[i64], bound: i64) -> HashSet<Function> {
    let mut functions = HashSet::new();
    // products of what is left in blocks
    fn blocks(rank: usize, bound: i64, found: &mut Vec<Vec<(i64, usize)>>, own: &mut Vec<(i64, usize)>) {
        found.push(own.clone());
        for dimension in 0..rank {
            for size in 2..=bound {
                own.push((size, dimension));
                blocks(rank, bound / size, found, own);
                own.pop();
            }
        }
    }
    let mut found = Vec::new();
    blocks(extents.len(), bound, &mut found, &mut Vec::new());
    for order in permutations(extents.len()) {
        for blocks in &found {
            let outer: String = order
                .iter()
                .map(|&dimension| match blocks.iter().any(|(_, own)| *own == dimension) {
                    true => letter(dimension).to_ascii_uppercase(),
                    false => letter(dimension),
                })
                .collect();
            let blocks: String = blocks.iter().map(|&(size, own)| format!("{size}{}", letter(own))).collect();
            let sizes: Vec<String> = extents.iter().map(i64::to_string).collect();
            let text = format!("{outer}{blocks} of ({})", sizes.join(","));
            functions.insert(function(|index| tag(&text, index), extents));
        }
    }
    functions
}

/// Layouts of these extents whose places are below a bound, at random, and all of one or two blocks in each dimension.
fn candidates(extents: &[i64], random: &mut Random, count: usize) -> Vec<String> {
    let mut texts = Vec::new();
    while texts.len() < count {
        let mut shape = Vec::new();
        let mut stride = Vec::new();
        for &extent in extents {
            let inner = 1 + random.below(extent);
            let outer = (extent + inner - 1) / inner;
            shape.push(format!("({inner},{outer})"));
            stride.push(format!("({},{})", random.below(9), random.below(17)));
        }
        let sizes: Vec<String> = extents.iter().map(i64::to_string).collect();
        texts.push(format!("({}):({}) of ({})", shape.join(","), stride.join(","), sizes.join(",")));
    }
    texts
}

/// Of all drawn layouts, exactly those have a tag, or axes of TVM, that some tag is. Tiles of XLA are these, and more.
#[test]
fn tags() {
    let mut random = Random(77);
    let (mut said, mut refused) = (0, 0);
    for extents in [&[4][..], &[5], &[2, 2], &[3, 2], &[4, 2], &[1, 3], &[2, 1, 3], &[4, 3]] {
        // no place of a candidate is beyond what tags of this size reach
        let bound = 48;
        let functions = of_tags(extents, bound);
        for text in candidates(extents, &mut random, 600) {
            let places = function(|index| place(Notation::Cute, &text, index), extents);
            let is_tag = functions.contains(&places);
            for notation in [Notation::OneDnn, Notation::Tvm, Notation::Xla] {
                let answer = convert(&text, None, notation, &Given::default());
                if is_tag {
                    assert!(answer.is_ok(), "{text} as {notation}: {}", answer.unwrap_err());
                } else if let Ok(answer) = answer
                    && notation != Notation::Xla
                {
                    panic!("{text} as {answer}, of which no tag within {bound} places is the function");
                }
            }
            said += i64::from(is_tag);
            refused += i64::from(!is_tag);
        }
    }
    assert!(said > 150 && refused > 1500, "{said} said, {refused} refused");
    println!("{said} layouts are tags, {refused} are none");
}

/// Flat strides: every list of them is tried.
#[test]
fn strides() {
    let mut random = Random(78);
    let (mut said, mut refused) = (0, 0);
    for extents in [&[4][..], &[2, 3], &[3, 2, 2]] {
        let mut functions = HashSet::new();
        for strides in indices(&vec![33; extents.len()]) {
            let dot = |index: &[i64]| index.iter().zip(&strides).map(|(entry, stride)| entry * stride).sum();
            functions.insert(function(dot, extents));
        }
        for text in candidates(extents, &mut random, 1000) {
            let places = function(|index| place(Notation::Cute, &text, index), extents);
            let answer = convert(&text, None, Notation::Mdspan, &Given::default());
            assert_eq!(answer.is_ok(), functions.contains(&places), "{text}: {answer:?}");
            said += i64::from(answer.is_ok());
            refused += i64::from(answer.is_err());
        }
    }
    assert!(said > 100 && refused > 300, "{said} said, {refused} refused");
}

/// Columns: a refusal's witness contradicts the only columns there could be.
#[test]
fn columns() {
    let mut random = Random(79);
    let mut refused = 0;
    for _ in 0..3000 {
        let text = drawn(&mut random);
        let extents = extents_of(&text);
        let at = |index: &[i64]| place(Notation::Cute, &text, index);
        let bits: Vec<(usize, i64)> = extents
            .iter()
            .enumerate()
            .flat_map(|(dimension, extent)| {
                (0..63).map(move |bit| (dimension, 1 << bit)).take_while(move |(_, bit)| bit < extent)
            })
            .collect();
        let linear = extents.iter().all(|extent| extent.count_ones() == 1)
            && indices(&extents).iter().all(|index| {
                let images = bits.iter().filter(|(dimension, bit)| index[*dimension] & bit != 0).map(
                    |&(dimension, bit)| {
                        let mut one = vec![0; extents.len()];
                        one[dimension] = bit;
                        at(&one)
                    },
                );
                at(index) >= 0 && images.fold(0, |sum, image| sum ^ image) == at(index)
            });
        let answer = convert(&text, None, Notation::F2, &Given::default());
        assert_eq!(answer.is_ok(), linear, "{text}: {answer:?}");
        refused += i64::from(answer.is_err());
    }
    assert!(refused > 500, "{refused}");
}

/// Iotas on up to two axes of tiles: all of them against all layouts of two blocks.
#[test]
fn iotas() {
    let mut functions: HashMap<Function, String> = HashMap::new();
    for shape in [vec![8], vec![2, 4], vec![4, 2], vec![2, 2, 2]] {
        for order in permutations(shape.len()) {
            let list = |numbers: Vec<String>| numbers.join(",");
            let text = format!(
                "{{devices=[2,4]<=[{}]T({})}}",
                list(shape.iter().map(i64::to_string).collect()),
                list(order.iter().map(usize::to_string).collect())
            );
            functions.insert(function(|index| devices(&text, index), &[2, 4]), text);
        }
    }
    let (mut iotas, mut lists) = (0, 0);
    for strides in indices(&[9, 9, 9]) {
        let [a, b, c] = strides[..] else { unreachable!() };
        let text = format!("(2,(2,2)):({a},({b},{c}))");
        let places = function(|index| place(Notation::Cute, &text, index), &[2, 4]);
        let mut sorted = places.clone();
        sorted.sort_unstable();
        let is_bijection = sorted == (0..8).collect::<Vec<_>>();
        match convert(&text, None, Notation::Iota, &Given::default()) {
            Ok(answer) => {
                assert!(is_bijection, "{text} as {answer}");
                assert_eq!(answer.contains("<="), functions.contains_key(&places), "{text} as {answer}");
                iotas += i64::from(answer.contains("<="));
                lists += i64::from(!answer.contains("<="));
            }
            Err(refusal) => assert!(!is_bijection, "{text}: {refusal}"),
        }
    }
    assert_eq!(iotas, 6, "the orders of three bits");
    assert_eq!(lists, 0, "all bijections of bits are iotas");
}

/// Every pair of tiles on small arrays is read as it is, and is written again; of drawn layouts that are refused, none
/// is one of them.
#[test]
fn tiles() {
    let mut random = Random(80);
    for extents in [[4, 4], [6, 4], [3, 5]] {
        let mut functions = HashSet::new();
        for sizes in indices(&[4, 4, 3, 3]) {
            let [a, b, c, d] = sizes[..] else { unreachable!() };
            for order in ["1,0", "0,1"] {
                let text = format!(
                    "[{},{}]{{{order}:T({},{})({},{})}}",
                    extents[0],
                    extents[1],
                    a + 1,
                    b + 1,
                    c + 1,
                    d + 1
                );
                let places = function(|index| xla(&text, index), &extents);
                let again = convert(&text, None, Notation::Xla, &Given::default());
                let again = again.unwrap_or_else(|error| panic!("{text}: {error}"));
                assert_eq!(function(|index| xla(&again, index), &extents), places, "{text} as {again}");
                // tiles that divide each other are a nested layout, which is written, too
                if (a + 1) % (c + 1) != 0 || (b + 1) % (d + 1) != 0 {
                    continue;
                }
                if let Ok(nested) = convert(&text, None, Notation::Cute, &Given::default()) {
                    functions.insert(places.clone());
                    let other = convert(&nested, None, Notation::Xla, &Given::default());
                    match other {
                        Ok(other) => assert_eq!(
                            function(|index| xla(&other, index), &extents),
                            places,
                            "{nested} as {other}"
                        ),
                        Err(error) => panic!("{text} as {nested}: {error}"),
                    }
                }
            }
        }
        for text in candidates(&extents, &mut random, 2000) {
            if convert(&text, None, Notation::Xla, &Given::default()).is_err() {
                let places = function(|index| place(Notation::Cute, &text, index), &extents);
                assert!(!functions.contains(&places), "{text}");
            }
        }
    }
}
