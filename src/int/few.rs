//! Sorting what there are a handful of.

/// Sorts a few items by a key; of two with one key, the first stays first.
///
/// Each item is put in its place among those before it, in as many steps as the square of their number: for modes,
/// digits and labels. The sorts of the standard library are for many items, and over ten times the code, for each type.
pub(crate) fn sort_few<T, K: Ord>(items: &mut [T], key: impl Fn(&T) -> K) {
    for sorted in 1..items.len() {
        let mut place = sorted;
        while place > 0 && key(&items[place - 1]) > key(&items[place]) {
            items.swap(place - 1, place);
            place -= 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::sort_few;

    #[test]
    fn items_are_sorted_by_their_key_and_those_of_one_key_stay_in_order() {
        for number in 0..4096_u32 {
            let digits: [u32; 6] = core::array::from_fn(|digit| number >> (2 * digit) & 3);
            let mut few: [(u32, usize); 6] = core::array::from_fn(|place| (digits[place], place));
            let mut many = few;
            sort_few(&mut few, |item| item.0);
            many.sort_by_key(|item| item.0);
            assert_eq!(few, many);
        }
        sort_few(&mut [] as &mut [u32], |item| *item);
    }
}
