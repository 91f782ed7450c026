//! Which variables stand in an expression.

/// A set of variables; those from number 63 on are in it all or none.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Variables(u64);

/// The bit of all variables from this number on.
const LAST: u32 = u64::BITS - 1;

impl Variables {
    pub(super) const NONE: Variables = Variables(0);

    pub(super) fn of(number: u32) -> Self {
        Variables(1 << number.min(LAST))
    }

    /// Those with a number below this one, or only some of them.
    pub(super) fn below(number: u32) -> Self {
        Variables((1 << number.min(LAST)) - 1)
    }

    pub(super) fn union(self, other: Variables) -> Self {
        Variables(self.0 | other.0)
    }

    /// Whether a variable is in both.
    pub(super) fn meets(self, other: Variables) -> bool {
        self.0 & other.0 != 0
    }

    /// Whether all of the other one are in it.
    pub(super) fn covers(self, other: Variables) -> bool {
        other.0 & !self.0 == 0
    }

    /// The numbers of them in order, if they are known one by one.
    pub(super) fn numbers(self) -> Option<impl Iterator<Item = u32>> {
        let mut left = self.0;
        let next = move || {
            let number = left.trailing_zeros();
            // the least bit goes
            left &= left.checked_sub(1)?;
            Some(number)
        };
        (!self.meets(Variables::of(LAST))).then(|| core::iter::from_fn(next))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::collections::BTreeSet;
    use alloc::vec::Vec;

    /// Sets of some numbers, with those from 63 on as one.
    fn sets() -> Vec<(Variables, BTreeSet<u32>)> {
        let numbers = [0, 1, 5, 62, 63, 64, 1000, u32::MAX];
        let chosen = |choice: u32| {
            let members = (0..).zip(numbers).filter(move |(place, _)| choice >> place & 1 == 1);
            members.map(|(_, number)| number)
        };
        let of = |choice| chosen(choice).map(Variables::of).fold(Variables::NONE, Variables::union);
        (0..1 << numbers.len())
            .map(|choice| (of(choice), chosen(choice).map(|number| number.min(LAST)).collect()))
            .collect()
    }

    #[test]
    fn sets_of_variables() {
        let sets = sets();
        for (own, members) in &sets {
            let numbers = own.numbers().map(|numbers| numbers.collect::<Vec<u32>>());
            let wanted = (!members.contains(&LAST)).then(|| members.iter().copied().collect());
            assert_eq!(numbers, wanted, "{members:?}");
            for (other, others) in sets.iter().step_by(3) {
                assert_eq!(own.meets(*other), !members.is_disjoint(others), "{members:?} {others:?}");
                assert_eq!(own.covers(*other), others.is_subset(members), "{members:?} {others:?}");
                assert_eq!(own == other, members == others, "{members:?} {others:?}");
            }
            for number in 0..70 {
                let are_below = members.iter().all(|member| *member < number.min(LAST));
                assert_eq!(Variables::below(number).covers(*own), are_below, "{members:?} {number}");
            }
        }
    }
}
