//! What each notation means, written once more from its definition: the place of an index by the text alone.
use tilework::notation::Notation;

/// The place that a text says an index has.
pub(crate) fn place(notation: Notation, text: &str, index: &[i64]) -> i64 {
    match notation {
        Notation::Cute => cute(text, index),
        Notation::CuteIr => {
            let inside = text.split('"').nth(1).unwrap();
            match inside.strip_prefix("S<") {
                Some(rest) => cute(&format!("Sw<{rest}"), index),
                None => cute(inside, index),
            }
        }
        Notation::Tla => tla(text, index),
        Notation::Xla => xla(text, index),
        Notation::Map => map(text, index),
        Notation::OneDnn => tag(text, index),
        Notation::Tvm => axes(text, index),
        Notation::NumPy => {
            let bytes = dot(&numbers(field(text, "strides")), index) + numbers(field(text, "offset"))[0];
            bytes / 4
        }
        Notation::DlPack => {
            dot(&numbers(field(text, "strides")), index) + numbers(field(text, "byte_offset"))[0] / 4
        }
        Notation::Mdspan => mdspan(text, index),
        Notation::F2 => columns(text, index),
        Notation::Iota => devices(text, index),
        Notation::Axe => axe(text, index),
    }
}

fn dot(strides: &[i64], index: &[i64]) -> i64 {
    assert_eq!(strides.len(), index.len());
    strides.iter().zip(index).map(|(stride, entry)| stride * entry).sum()
}

/// All integers of a text.
pub(crate) fn numbers(text: &str) -> Vec<i64> {
    let mut numbers = Vec::new();
    let mut word = String::new();
    for c in text.chars().chain([' ']) {
        if c.is_ascii_digit() || (c == '-' && word.is_empty()) {
            word.push(c);
        } else if !word.is_empty() {
            numbers.extend(word.parse::<i64>());
            word.clear();
        }
    }
    numbers
}

/// The value of `name=` up to the end of its list, or the next comma.
fn field<'a>(text: &'a str, name: &str) -> &'a str {
    let start = text.find(&format!("{name}=")).unwrap() + name.len() + 1;
    let rest = &text[start..];
    let end = if rest.starts_with('(') { rest.find(')') } else { rest.find([',', ')']) };
    &rest[..end.unwrap()]
}

/// The sizes behind `of`.
fn extents(text: &str) -> Vec<i64> {
    numbers(text.split(" of ").nth(1).unwrap())
}

/// Shape and stride, a digit for each leaf, the first fastest; and swizzles behind it.
fn cute(text: &str, index: &[i64]) -> i64 {
    if let Some(rest) = text.strip_prefix("Sw<") {
        let (numbers_text, rest) = rest.split_once('>').unwrap();
        let [bits, base, shift] = numbers(numbers_text)[..] else { panic!("{text}") };
        let rest = rest.trim_start().strip_prefix('o').unwrap().trim_start();
        let (offset, inner) = rest.split_once(" o ").unwrap();
        let place = offset.trim().parse::<i64>().unwrap() + cute(inner, index);
        let mask = (1 << bits) - 1;
        return match shift {
            0.. => place ^ ((place >> shift) & (mask << base)),
            _ => place ^ ((place & (mask << base)) << -shift),
        };
    }
    let text = text.split(" of ").next().unwrap();
    let (shape, stride) = text.split_once(':').unwrap();
    let (shape, stride) = (modes(shape), modes(stride));
    if shape.len() != index.len() {
        panic!("{text} at {index:?}");
    }
    let is_f2 = stride.iter().any(|mode| mode.contains('F'));
    let (mut sum, mut xor) = (0, 0_u64);
    for ((extents, strides), &entry) in shape.iter().zip(&stride).zip(index) {
        let mut rest = entry;
        for (extent, stride) in numbers(extents).iter().zip(numbers(strides)) {
            let digit = rest % extent;
            rest /= extent;
            sum += digit * stride;
            (0..64).filter(|bit| digit >> bit & 1 == 1).for_each(|bit| xor ^= stride.cast_unsigned() << bit);
        }
        assert_eq!(rest, 0, "{text} at {index:?}");
    }
    if is_f2 { xor.cast_signed() } else { sum }
}

/// The modes of a tuple, as texts.
fn modes(text: &str) -> Vec<String> {
    let Some(inside) = text.strip_prefix('(') else { return vec![text.to_string()] };
    let inside = inside.strip_suffix(')').unwrap();
    let (mut depth, mut modes) = (0, vec![String::new()]);
    for c in inside.chars() {
        depth += i32::from(c == '(') - i32::from(c == ')');
        if c == ',' && depth == 0 {
            modes.push(String::new());
        } else {
            modes.last_mut().unwrap().push(c);
        }
    }
    modes
}

/// A fractal and the order of its leaves.
fn tla(text: &str, index: &[i64]) -> i64 {
    let (name, sizes) = text.split_once(" of ").unwrap();
    let sizes = numbers(sizes);
    let (format, detail) = name.split_once(':').unwrap_or((name, ""));
    if format == "VectorLayout" {
        return index[0];
    }
    let (rows, cols) = (sizes[0], sizes[1]);
    let up = |size: i64, by: i64| (size + by - 1) / by;
    match format {
        "RowMajor" => return index[0] * cols + index[1],
        "ColumnMajor" => return index[0] + rows * index[1],
        _ => {}
    }
    let row = 256 / numbers(detail).first().copied().unwrap_or(32).max(4);
    let (zn, nz, zz, nn) = ([1, 2, 0, 3], [0, 3, 1, 2], [1, 3, 0, 2], [0, 2, 1, 3]);
    let ((r, c), order) = match format {
        "zN" => ((16, row), zn),
        "nZ" => ((row, 16), nz),
        "zZ" => ((16, row), zz),
        "nN" => ((row, 16), nn),
        "L0C" => ((16, 16), zn),
        "Weight4BitnZ" => ((32, 16), nz),
        "PaddingRowMajor" => ((numbers(detail)[0], numbers(detail)[1]), zz),
        "PaddingColumnMajor" => ((numbers(detail)[0], numbers(detail)[1]), nn),
        _ => panic!("{text}"),
    };
    let sizes = [r, up(rows, r), c, up(cols, c)];
    let digits = [index[0] % r, index[0] / r, index[1] % c, index[1] / c];
    (0..4)
        .map(|leaf| {
            let inside = (0..4).filter(|&other| order[other] < order[leaf]);
            digits[leaf] * inside.map(|other| sizes[other]).product::<i64>()
        })
        .sum()
}

/// Tiles by what they do: split the last dimensions into tiles and places in one, again and again.
pub(crate) fn xla(text: &str, index: &[i64]) -> i64 {
    let (sizes, rest) = text.split_once('[').unwrap().1.split_once(']').unwrap();
    let sizes = numbers(sizes);
    let inside = rest.trim_start_matches('{').trim_end_matches('}');
    let (order, tiles) = inside.split_once(':').unwrap_or((inside, ""));
    let order = numbers(order);
    let major = order.iter().rev().map(|&dimension| usize::try_from(dimension).unwrap());
    let (mut bounds, mut entries): (Vec<i64>, Vec<i64>) =
        major.map(|dimension| (sizes[dimension], index[dimension])).unzip();
    let tiles = tiles
        .strip_prefix('T')
        .map_or("", |tiles| tiles.split_inclusive(|c: char| c.is_alphabetic()).next().unwrap());
    for tile in tiles.split(')').map(numbers).filter(|tile| !tile.is_empty()) {
        let first = bounds.len() - tile.len();
        for (at, size) in tile.iter().enumerate() {
            let (bound, entry) = (bounds[first + at], entries[first + at]);
            bounds[first + at] = (bound + size - 1) / size;
            entries[first + at] = entry / size;
            bounds.push(*size);
            entries.push(entry % size);
        }
    }
    entries.iter().zip(&bounds).fold(0, |place, (entry, bound)| place * bound + entry)
}

/// Blocks from the right take digits, then the letters in front of them.
pub(crate) fn tag(text: &str, index: &[i64]) -> i64 {
    let (tag, sizes) = text.split_once(" of ").unwrap();
    let sizes = numbers(sizes);
    let outer: Vec<usize> = tag
        .bytes()
        .take_while(u8::is_ascii_alphabetic)
        .map(|letter| usize::from(letter.to_ascii_lowercase() - b'a'))
        .collect();
    let mut blocks: Vec<(usize, i64)> = Vec::new();
    let mut digits = String::new();
    for c in tag[outer.len()..].chars() {
        if c.is_ascii_digit() {
            digits.push(c);
        } else {
            blocks.push((usize::from(u8::try_from(c).unwrap() - b'a'), digits.parse().unwrap()));
            digits.clear();
        }
    }
    let (mut rest, mut counts, mut running, mut place) = (index.to_vec(), sizes, 1, 0);
    for &(dimension, size) in blocks.iter().rev() {
        place += rest[dimension] % size * running;
        rest[dimension] /= size;
        running *= size;
    }
    for (dimension, count) in counts.iter_mut().enumerate() {
        let block: i64 = blocks.iter().filter(|(own, _)| *own == dimension).map(|(_, size)| size).product();
        *count = (*count + block - 1) / block;
    }
    for &dimension in outer.iter().rev() {
        place += rest[dimension] * running;
        running *= counts[dimension];
    }
    place
}

/// Row-major over the letters as written; the part of an axis is its index modulo the part.
fn axes(text: &str, index: &[i64]) -> i64 {
    let (layout, sizes) = text.split_once(" of ").unwrap();
    let sizes = numbers(sizes);
    let names = match sizes.len() {
        4 => "NCHW",
        5 => "NCDHW",
        _ => "ABCDEFGH",
    };
    let number = |c: char| names.find(c.to_ascii_uppercase()).unwrap();
    let mut letters: Vec<(usize, Option<i64>)> = Vec::new();
    let mut digits = String::new();
    for c in layout.chars() {
        if c.is_ascii_digit() {
            digits.push(c);
        } else {
            letters.push((number(c), digits.parse().ok()));
            digits.clear();
        }
    }
    let (mut rest, mut running, mut place) = (index.to_vec(), 1, 0);
    for &(axis, part) in letters.iter().rev() {
        match part {
            Some(part) => {
                place += rest[axis] % part * running;
                rest[axis] /= part;
                running *= part;
            }
            None => {
                let parts: i64 =
                    letters.iter().filter(|(own, _)| *own == axis).filter_map(|(_, part)| *part).product();
                place += index[axis] / parts * running;
                running *= (sizes[axis] + parts - 1) / parts;
            }
        }
    }
    place
}

fn mdspan(text: &str, index: &[i64]) -> i64 {
    let sizes = numbers(field(text, "extents"));
    match text.split('(').next().unwrap() {
        "layout_stride" => dot(&numbers(field(text, "strides")), index),
        "layout_right" => sizes.iter().zip(index).fold(0, |place, (size, entry)| place * size + entry),
        _ => sizes.iter().zip(index).rev().fold(0, |place, (size, entry)| place * size + entry),
    }
}

/// The exclusive sum of the columns of the bits that are set.
fn columns(text: &str, index: &[i64]) -> i64 {
    let inputs: Vec<Vec<i64>> =
        text.split(']').filter_map(|input| Some(numbers(input.split_once('[')?.1))).collect();
    assert_eq!(inputs.len(), index.len());
    let mut place = 0;
    for (columns, entry) in inputs.iter().zip(index) {
        for (bit, column) in columns.iter().enumerate() {
            place ^= column * (entry >> bit & 1);
        }
    }
    place
}

/// The first device of a tile: count, reshape, transpose, reshape; or the list.
pub(crate) fn devices(text: &str, index: &[i64]) -> i64 {
    let inside = text.split_once("devices=").unwrap().1;
    let (tiles, rest) = inside.split_once(']').unwrap();
    let tiles = numbers(tiles);
    let is_replicated = text.contains("last_tile_dim_replicate");
    let mut tile = index.iter().zip(&tiles).fold(0, |tile, (entry, tiles)| tile * tiles + entry);
    if is_replicated {
        tile *= tiles[tiles.len() - 1];
    }
    let tile = usize::try_from(tile).unwrap();
    let Some(rest) = rest.strip_prefix("<=[") else { return numbers(rest)[tile] };
    let (shape, order) = rest.split_once(']').unwrap();
    let shape = numbers(shape);
    let order: Vec<usize> = match order.starts_with('T') {
        true => numbers(order).iter().map(|&axis| usize::try_from(axis).unwrap()).collect(),
        false => (0..shape.len()).collect(),
    };
    transposed(&shape, &order)[tile]
}

/// `arange(N).reshape(shape).transpose(order)`, flat.
pub(crate) fn transposed(shape: &[i64], order: &[usize]) -> Vec<i64> {
    let count: i64 = shape.iter().product();
    (0..count)
        .map(|mut number| {
            let mut entries = vec![0; shape.len()];
            for &axis in order.iter().rev() {
                entries[axis] = number % shape[axis];
                number /= shape[axis];
            }
            entries.iter().zip(shape).fold(0, |device, (entry, size)| device * size + entry)
        })
        .collect()
}

/// Extents of a flat list, the last one fastest; grouped, an index of each group.
fn axe(text: &str, index: &[i64]) -> i64 {
    let (body, groups) = text.split_once(" of ").unwrap_or((text, ""));
    let (shard, rest) = body.strip_prefix("S[").unwrap().split_once(']').unwrap();
    let (shape, strides) = shard.split_once(':').unwrap();
    let (shape, strides, mut groups) = (numbers(shape), numbers(strides), numbers(groups));
    if groups.is_empty() {
        groups.clone_from(&shape);
    }
    let flat = index.iter().zip(&groups).fold(0, |flat, (entry, size)| flat * size + entry);
    let (mut flat, mut place) = (flat, 0);
    for (extent, stride) in shape.iter().zip(&strides).rev() {
        place += flat % extent * stride;
        flat /= extent;
    }
    let offset = rest.split('+').filter(|part| !part.contains('R')).flat_map(numbers).sum::<i64>();
    place + offset
}

/// An expression of sums, products, `floordiv` and `mod`.
fn map(text: &str, index: &[i64]) -> i64 {
    let (_, rest) = text.split_once("-> (").unwrap();
    let (results, _) = rest.rsplit_once("), domain").unwrap_or((rest.strip_suffix(')').unwrap_or(rest), ""));
    let spaced = results.replace('(', " ( ").replace(')', " ) ");
    let words: Vec<&str> = spaced.split_whitespace().collect();
    let mut at = 0;
    let value = sum(&words, &mut at, index);
    assert_eq!(at, words.len(), "{text}");
    value
}

fn sum(words: &[&str], at: &mut usize, index: &[i64]) -> i64 {
    let mut value = product(words, at, index);
    while let Some(sign @ (&"+" | &"-")) = words.get(*at) {
        *at += 1;
        let next = product(words, at, index);
        value += if *sign == "+" { next } else { -next };
    }
    value
}

fn product(words: &[&str], at: &mut usize, index: &[i64]) -> i64 {
    let mut value = atom(words, at, index);
    while let Some(operation @ (&"*" | &"floordiv" | &"mod")) = words.get(*at) {
        *at += 1;
        let next = atom(words, at, index);
        value = match *operation {
            "*" => value * next,
            "floordiv" => value.div_euclid(next),
            _ => value.rem_euclid(next),
        };
    }
    value
}

fn atom(words: &[&str], at: &mut usize, index: &[i64]) -> i64 {
    let word = words[*at];
    *at += 1;
    match word {
        "(" => {
            let value = sum(words, at, index);
            assert_eq!(words[*at], ")");
            *at += 1;
            value
        }
        "-" => -atom(words, at, index),
        _ => match word.strip_prefix('-').unwrap_or(word).strip_prefix('d') {
            Some(number) => {
                let value = index[number.parse::<usize>().unwrap()];
                if word.starts_with('-') { -value } else { value }
            }
            None => word.parse().unwrap_or_else(|_| panic!("{word} in {words:?}")),
        },
    }
}

/// The sizes that a text says, for those that say them behind `of`.
pub(crate) fn said(text: &str) -> Option<Vec<i64>> {
    text.contains(" of ").then(|| extents(text))
}
