//! The order of the dimensions.

/// The first entry that is no number below the length of `seen`, or stands there twice; `None` if there is none. The
/// numbers that stood there are marked.
///
/// Post-condition: with as many entries as `seen` has, `None` says that they are a permutation.
///
/// ```
/// use tilework_tiles::misplaced;
/// let mut seen = [false; 3];
/// assert_eq!(misplaced(&[2, 0], &mut seen), None);
/// assert_eq!(seen, [true, false, true]);
/// assert_eq!(misplaced(&[1, 1, 0], &mut [false; 3]), Some(1));
/// assert_eq!(misplaced(&[3], &mut [false; 3]), Some(0));
/// ```
pub const fn misplaced(numbers: &[usize], seen: &mut [bool]) -> Option<usize> {
    let mut i = 0;
    while i < numbers.len() {
        let number = numbers[i];
        if number >= seen.len() || seen[number] {
            return Some(i);
        }
        seen[number] = true;
        i += 1;
    }
    None
}
