//! The largest of many things, in bounded memory.
use std::cmp::Reverse;

/// The largest of many, at most so many.
#[derive(Debug)]
pub(super) struct Largest<K, T> {
    most: usize,
    /// The ones that may be among them, with what they are compared by.
    items: Vec<(K, T)>,
    /// What an item must exceed to be among them.
    least: Option<K>,
}

impl<K: Ord + Copy, T> Largest<K, T> {
    pub(super) fn new(most: usize, least: Option<K>) -> Self {
        Largest { most, items: Vec::new(), least }
    }

    pub(super) fn admits(&self, key: K) -> bool {
        self.most > 0 && self.least.is_none_or(|least| key > least)
    }

    /// Of equal ones the first ones stay.
    pub(super) fn push(&mut self, key: K, item: T) {
        if self.admits(key) {
            self.items.push((key, item));
            if self.items.len() >= self.most.saturating_mul(2) {
                self.prune();
            }
        }
    }

    fn prune(&mut self) {
        self.items.sort_by_key(|(key, _)| Reverse(*key));
        self.items.truncate(self.most);
        if self.items.len() == self.most {
            self.least = self.items.last().map(|(key, _)| *key);
        }
    }

    pub(super) fn finish(mut self) -> Vec<T> {
        self.prune();
        self.items.into_iter().map(|(_, item)| item).collect()
    }
}

/// Things of which it is known later which ones count: the largest of them, more than are asked for in the end.
#[derive(Debug)]
pub(super) struct Pool<T> {
    most: usize,
    /// By size, with the number of the group that decides.
    items: Vec<(i64, usize, T)>,
    /// What was left out is not larger than this.
    left_out: Option<i64>,
}

impl<T> Pool<T> {
    /// A pool for the `top` largest in the end.
    pub(super) fn new(top: usize) -> Self {
        const SPARE: usize = 1 << 12;
        Pool { most: top.saturating_add(SPARE), items: Vec::new(), left_out: None }
    }

    pub(super) fn admits(&self, size: i64) -> bool {
        self.left_out.is_none_or(|least| size > least)
    }

    pub(super) fn push(&mut self, size: i64, group: usize, item: T) {
        if !self.admits(size) {
            return;
        }
        self.items.push((size, group, item));
        if self.items.len() >= self.most.saturating_mul(2) {
            self.items.sort_by_key(|(size, ..)| Reverse(*size));
            self.left_out = self.items.get(self.most).map(|(size, ..)| *size);
            self.items.truncate(self.most);
        }
    }

    /// Gives away what counts; whether something that was left out might have been among the largest.
    pub(super) fn settle(&mut self, into: &mut Largest<i64, T>, counts: impl Fn(usize) -> bool) -> bool {
        let left_out = self.left_out.take();
        for (size, group, item) in self.items.drain(..) {
            if counts(group) {
                into.push(size, item);
            }
        }
        left_out.is_some_and(|size| into.admits(size))
    }
}

#[cfg(test)]
mod tests {
    use super::{Largest, Pool};

    #[test]
    fn the_largest_stay_in_order() {
        let mut largest = Largest::new(3, Some(0));
        for (index, size) in [5, 0, 9, 5, 7, 1, 9, 5].into_iter().enumerate() {
            largest.push(size, (size, index));
        }
        assert_eq!(largest.finish(), [(9, 2), (9, 6), (7, 4)]);
        let mut none = Largest::new(0, None);
        none.push(1, ());
        assert_eq!(none.finish(), []);
    }

    #[test]
    fn a_pool_says_when_it_cannot_know() {
        let fill = |counts: fn(usize) -> bool| {
            let (mut pool, mut largest) = (Pool::new(2), Largest::new(2, Some(0)));
            (0..20_000).for_each(|size| pool.push(size, usize::from(size < 18_000), size));
            let is_unsure = pool.settle(&mut largest, counts);
            (largest.finish(), is_unsure)
        };
        assert_eq!(fill(|_| true), (vec![19_999, 19_998], false));
        assert_eq!(fill(|group| group == 1).0, [17_999, 17_998]);
        assert_eq!(fill(|_| false), (vec![], true));
    }
}
