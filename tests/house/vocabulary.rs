//! One vocabulary for both twins: what the rooms of types offer and what the runtime twin does are compared as lists
//! of verbs, and the verbs that once meant two things are compared in what they mean.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use tilework::algebra::{flat_divide, try_with_shape, with_shape};
use tilework::dynamic::{self, DynLayout, DynTuple};
use tilework::layout::ordered;
use tilework::prelude::*;
use tilework::tuple::{add, gcd, inner_product, max, max_leaf, min, unflatten};

/// Verbs that only the rooms of types have, each with the reason.
const TYPED_ONLY: &[(&str, &str)] = &[
    ("at", "the path of the twin's `get` is data, and of any length"),
    ("coordinates", "the twin counts: a coordinate follows from its index by `idx2crd`"),
    ("crd2offset", "shape and stride of a twin are checked as a layout first: `offset_unchecked` of that"),
    ("exact", "operations of the twin that need an exact layout refuse others themselves"),
    ("extent", "how a type keeps its extent; what it says is in `extents`"),
    ("like", "a method beside the function `make_layout_like`"),
    ("notation", "a tuple of the twin is a type of its own, and prints itself"),
    ("offset_array", "a constant: offsets of the twin are those that `offsets` walks"),
    ("padding", "the twin asks `is_padding`"),
    ("padding_offsets", "the twin asks `is_padding`"),
];

/// Verbs that only the runtime twin has, each with the reason.
const TWIN_ONLY: &[(&str, &str)] = &[
    ("compact_order", "the strides of `ordered` alone"),
    ("composition_by", "`composition` of types knows a tiler from a layout"),
    ("coordinate_by_mode", "a typed coordinate of any nesting is taken as it is"),
    ("coordinates_of", "a search, whose results are a list"),
    ("dispatch", "a type is a form already"),
    ("holes", "a count of places, which may have to be looked at one by one"),
    ("leaves", "a list: that of a typed tuple is no single type"),
    ("logical_size", "the `size` of the extents, which are no shape of the twin"),
    ("make_basis_like", "typed basis strides have one axis for every top-level mode"),
    ("modes", "a list: that of a typed tuple is no single type"),
    ("normal_form", "typed layouts are compared in it, but its type would depend on dynamic leaves"),
    ("offset2crd", "CuTe's `idx2crd` with strides, a division that no static leaf can promise"),
    ("offset_unchecked", "`offset` of types: their `try_offset` is the twin's `offset`"),
    ("slice_offset", "`slice` of types gives layout and offset together"),
    ("to_matrix", "a typed layout of rank 2 is a matrix"),
    ("to_swizzled", "elimination finds a list of swizzles, as long as strides make it"),
    ("view", "a typed tuple is copied"),
];

#[test]
fn both_twins_have_the_same_verbs() {
    let mut typed: BTreeSet<String> = BTreeSet::new();
    for room in ["algebra", "tuple", "layout", "basis"] {
        typed.extend(functions(room).into_keys());
    }
    typed.extend(methods("layout", "impl", "Layout<"));
    typed.extend(methods("algebra", "impl", "Layout<"));
    typed.extend(methods("tuple", "pub trait", "IntTuple"));
    // what a verb refuses as an error, it refuses at run time always
    let typed: BTreeSet<String> =
        typed.iter().map(|verb| verb.strip_prefix("try_").unwrap_or(verb).to_string()).collect();

    let mut twin: BTreeSet<String> = functions("dynamic").into_keys().collect();
    twin.extend(methods("dynamic", "impl", "DynLayout"));
    assert!(typed.len() > 90 && twin.len() > 90, "the lists are read: {} and {}", typed.len(), twin.len());
    compare("only the rooms of types", TYPED_ONLY, &typed, &twin);
    compare("only the runtime twin", TWIN_ONLY, &twin, &typed);
}

/// What one side has and the other has not are the exceptions, all of them and no others.
fn compare(who: &str, exceptions: &[(&str, &str)], own: &BTreeSet<String>, other: &BTreeSet<String>) {
    let found: BTreeSet<&str> = own.difference(other).map(String::as_str).collect();
    let named: BTreeSet<&str> = exceptions.iter().map(|(verb, _)| *verb).collect();
    assert_eq!(named.len(), exceptions.len(), "{who}: an exception is named once");
    let unnamed: Vec<_> = found.difference(&named).collect();
    assert!(unnamed.is_empty(), "{who} have these verbs, without a reason: {unnamed:?}");
    let stale: Vec<_> = named.difference(&found).collect();
    assert!(stale.is_empty(), "it is not true any more that {who} have these verbs: {stale:?}");
}

#[test]
fn an_operation_has_its_file_in_both_rooms() {
    let (typed, twin) = (functions("algebra"), functions("dynamic"));
    let both: Vec<_> = typed.iter().filter_map(|(verb, file)| Some((verb, file, twin.get(verb)?))).collect();
    assert!(both.len() > 35, "the lists are read: {}", both.len());
    for (verb, own, other) in both {
        assert_eq!(own, other, "the file of `{verb}` in `algebra` and in `dynamic`");
    }
    // and the rooms list them in one order
    let listed = |room: &str| -> Vec<String> {
        let lines = read(&format!("{room}/mod.rs"));
        let files = lines.lines().filter_map(|line| line.strip_prefix("mod ")?.strip_suffix(';'));
        files.map(str::to_string).collect()
    };
    let (own, other) = (listed("algebra"), listed("dynamic"));
    let shared = |files: &[String], others: &[String]| -> Vec<String> {
        files.iter().filter(|file| others.contains(file)).cloned().collect()
    };
    assert_eq!(shared(&own, &other), shared(&other, &own));
}

fn read(path: &str) -> String {
    let path = format!("{}/src/{path}", env!("CARGO_MANIFEST_DIR"));
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The functions a room exports, with the files they are in; not those hidden from the documentation.
fn functions(room: &str) -> BTreeMap<String, String> {
    let text = read(&format!("{room}/mod.rs"));
    let mut result = BTreeMap::new();
    for (at, export) in text.match_indices("\npub use ") {
        let hidden = text[..at].ends_with("#[doc(hidden)]");
        let (statement, _) = text[at + export.len()..].split_once(';').expect("a statement ends");
        let (file, names) = statement.split_once("::").expect("an export names a file");
        if file == "crate" {
            continue;
        }
        let names = names.trim_matches(|c: char| c == '{' || c == '}' || c.is_whitespace()).split(',');
        for name in names.map(str::trim).filter(|name| name.starts_with(char::is_lowercase) && !hidden) {
            result.insert(name.to_string(), file.to_string());
        }
    }
    result
}

/// The methods of a type in the blocks of a room that begin with `keyword`; of a trait those that it has.
fn methods(room: &str, keyword: &str, kind: &str) -> Vec<String> {
    let mut result = Vec::new();
    let folder = format!("{}/src/{room}", env!("CARGO_MANIFEST_DIR"));
    for entry in fs::read_dir(&folder).expect("a room is a folder") {
        let Ok(text) = fs::read_to_string(entry.expect("a file").path()) else { continue };
        let (mut header, mut inside, mut hidden) = (None::<String>, false, false);
        for line in text.lines() {
            if line.starts_with(keyword) {
                header = Some(String::new());
            }
            if let Some(text) = &mut header {
                text.push_str(line);
                if let Some(header) = header.take_if(|text| text.ends_with('{') || text.ends_with('}')) {
                    inside = is_about(&header, keyword, kind);
                }
                continue;
            }
            inside &= !line.starts_with('}');
            let declaration = line.strip_prefix("    ").unwrap_or("");
            hidden |= declaration == "#[doc(hidden)]";
            let (visibility, name) = declaration.split_once("fn ").unwrap_or(("no", ""));
            let public =
                matches!(visibility, "pub " | "pub const ") || (keyword != "impl" && visibility.is_empty());
            if let Some(end) = name.find(['<', '(']) {
                if inside && public && !hidden {
                    result.push(name[..end].to_string());
                }
                hidden = false;
            }
        }
    }
    result
}

/// Whether the header of a block is that of the methods of a type, or of a trait.
fn is_about(header: &str, keyword: &str, kind: &str) -> bool {
    if keyword != "impl" {
        return header[keyword.len()..].trim_start().starts_with(kind);
    }
    // `impl<..> Kind<..>`, and no trait for it
    let mut depth = 0;
    let generics = header[keyword.len()..].find(|c| {
        depth += i32::from(c == '<') - i32::from(c == '>');
        depth == 0
    });
    let rest = &header[keyword.len() + generics.unwrap_or(0)..];
    rest.trim_start_matches(['>', ' ']).starts_with(kind) && !rest.contains(" for ")
}

fn data(text: &str) -> DynLayout {
    text.parse().unwrap()
}

fn tuple(text: &str) -> DynTuple {
    text.parse().unwrap()
}

/// A tuple as the twin prints it.
fn text(tuple: impl IntTuple) -> String {
    tuple.notation().to_string().replace('_', "")
}

#[test]
fn what_fills_up_and_what_adds_a_mode() {
    let (typed, twin) = (layout!((2, 3):(1, 2)), data("(2,3):(1,2)"));
    let mode = layout!((4, 5):(6, 24));
    assert_eq!(typed.append(mode).to_dynamic(), twin.append(&mode.to_dynamic()).unwrap());
    assert_eq!(typed.prepend(mode).to_dynamic(), twin.prepend(&mode.to_dynamic()).unwrap());
    assert_eq!(typed.append_to::<4>().to_dynamic(), twin.append_to(4).unwrap());
    assert_eq!(typed.prepend_to::<4>().to_dynamic(), twin.prepend_to(4).unwrap());
    assert_eq!(layout!(4:3).append_to::<1>().to_dynamic(), data("4:3").append_to(1).unwrap());
    assert_eq!(layout!(4:3).append(mode).to_dynamic(), data("4:3").append(&mode.to_dynamic()).unwrap());

    let own = tuple("(2,3)");
    let mode = tuple("(4,5)");
    assert_eq!(text((2, 3).append((4, 5))), dynamic::append(own.view(), mode.view()).unwrap().to_string());
    assert_eq!(text((2, 3).prepend((4, 5))), dynamic::prepend(own.view(), mode.view()).unwrap().to_string());
    let (one, four) = (tuple("2"), tuple("4"));
    assert_eq!(text(2.append(4)), dynamic::append(one.view(), four.view()).unwrap().to_string());
    assert_eq!(
        text((2, 3).replace(int!(1), (4, 5))),
        dynamic::replace(own.view(), 1, mode.view()).unwrap().to_string()
    );
    assert_eq!(
        text(2.replace(int!(0), (4, 5))),
        dynamic::replace(one.view(), 0, mode.view()).unwrap().to_string()
    );
    let (flat, profile) = (tuple("(2,3,4)"), tuple("((0,0),0)"));
    assert_eq!(
        text(unflatten((2, 3, 4), ((0, 0), 0))),
        dynamic::unflatten(flat.view(), profile.view()).unwrap().to_string()
    );
    assert!(dynamic::unflatten(flat.view(), own.view()).is_err());
}

#[test]
fn what_is_done_leaf_by_leaf() {
    let (a, b) = ((12, (9, 5)), (8, (6, 0)));
    let (x, y) = (tuple(&text(a)), tuple(&text(b)));
    let (x, y) = (x.view(), y.view());
    assert_eq!(text(add(a, b)), dynamic::add(x, y).unwrap().to_string());
    assert_eq!(text(min(a, b)), dynamic::min(x, y).unwrap().to_string());
    assert_eq!(text(max(a, b)), dynamic::max(x, y).unwrap().to_string());
    assert_eq!(text(gcd(a, b)), dynamic::gcd(x, y).unwrap().to_string());
    assert_eq!(inner_product(a, b).to_isize() as i64, dynamic::inner_product(x, y).unwrap());
    assert_eq!(max_leaf(a) as i64, dynamic::max_leaf(x));
    assert_eq!(max_leaf(()), dynamic::max_leaf(tuple("()").view()) as usize);
    // a mode missing in one of the two is a mistake
    let flat = tuple("(1,2)");
    for refused in [dynamic::add, dynamic::min, dynamic::max, dynamic::gcd].map(|verb| verb(x, flat.view())) {
        assert!(refused.unwrap_err().to_string().ends_with("(12,(9,5)) and (1,2) are not congruent"));
    }
}

#[test]
fn layouts_of_shapes() {
    macro_rules! check {
        ($($shape:expr),* $(,)?) => { $({
            let shape = tuple(&text($shape));
            assert_eq!(identity_layout($shape).to_dynamic(), dynamic::identity_layout(&shape).unwrap());
            assert_eq!(column_major($shape).to_dynamic(), dynamic::column_major(&shape).unwrap());
            assert_eq!(row_major($shape).to_dynamic(), dynamic::row_major(&shape).unwrap());
        })* };
    }
    let n = 3;
    check! { shape!(4, 5), shape!(n, (2, 5)), shape!(((2, n), 4), 1), (7,), shape!((2, 2), (2, (2, 2))) }
    let zn = ordered(shape!((4, 2), (4, 3)), shape!((1, 2), (0, 3)));
    assert_eq!(zn.to_dynamic(), dynamic::ordered(&tuple("((4,2),(4,3))"), &tuple("((1,2),(0,3))")).unwrap());
}

#[test]
fn the_same_function_over_another_shape() {
    let reshaped = with_shape(layout!((4, 3):(3, 1)), shape!(2, 6)).to_dynamic();
    assert_eq!(reshaped, dynamic::with_shape(&data("(4,3):(3,1)"), &tuple("(2,6)")).unwrap());
    let n = 10;
    assert!(try_with_shape(layout!(n:2), shape!(4, 3)).is_err());
    assert!(dynamic::with_shape(&data("10:2"), &tuple("(4,3)")).is_err());
    // 12 indices, of which those from 4 on go back: no layout of two rows of six
    assert!(try_with_shape(layout!((n, 3):(1, 7)), shape!(n, 3)).is_ok());
    assert!(dynamic::with_shape(&data("(10,3):(1,7)"), &tuple("(6,5)")).is_err());
    assert!(try_with_shape(layout!((n, 3):(1, 7)), shape!({ n - 4 }, 5)).is_err());
}

/// Tiles that do not divide: both twins accept them and know what of them is there.
#[test]
fn tiles_that_overhang() {
    let n = 10;
    let own = data("(10,7):(1,10)");
    let by_mode: dynamic::Tiler = "<4,7>".parse().unwrap();
    let whole: dynamic::Tiler = "4".parse().unwrap();
    let twins = [
        (
            logical_divide(layout!((n, 7):(1, 10)), tiler!(4, 7)).to_dynamic(),
            dynamic::logical_divide(&own, &by_mode),
        ),
        (
            zipped_divide(layout!((n, 7):(1, 10)), tiler!(4, 7)).to_dynamic(),
            dynamic::zipped_divide(&own, &by_mode),
        ),
        (
            tiled_divide(layout!((10, 7):(1, 10)), tiler!(4, 7)).to_dynamic(),
            dynamic::tiled_divide(&own, &by_mode),
        ),
        (
            flat_divide(layout!((10, 7):(1, 10)), tiler!(4, 7)).to_dynamic(),
            dynamic::flat_divide(&own, &by_mode),
        ),
        (
            logical_divide(layout!((10, 7):(1, 10)), int!(4)).to_dynamic(),
            dynamic::logical_divide(&own, &whole),
        ),
    ];
    for (typed, twin) in twins {
        let twin = twin.unwrap();
        assert_eq!((&typed, typed.logical_size()), (&twin, 70));
        assert_eq!(typed.to_string().parse::<DynLayout>().unwrap(), typed);
    }
    // the same tiles of the coordinates, which say of themselves whether they are there
    let zipped = zipped_divide(layout!((n, 7):(1, 10)), tiler!(4, 7));
    let coordinates = zipped_divide(identity_layout(shape!(10, 7)), tiler!(4, 7));
    for index in 0..84 {
        assert_eq!(zipped.contains(index), coordinates.contains(index), "{index}");
    }
}
