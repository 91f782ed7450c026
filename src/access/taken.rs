//! What threads take of a static layout, for `const` code.
use super::offsets::{MOST_ELEMENTS, StaticOffsets};
use crate::format::Element;
use crate::int::Text;
use crate::int::const_list::ConstList;
use typenum::Unsigned;

/// The most threads of a static access.
pub(super) const MOST_THREADS: usize = 1024;

/// The offsets that threads take, value 0 of every thread first.
#[derive(Clone, Copy)]
pub(super) struct Taken {
    offsets: ConstList<usize, MOST_ELEMENTS>,
    threads: usize,
}

impl Taken {
    /// Where `Access` leads in `Stage`, from a thread or from (thread,value).
    #[track_caller]
    pub(super) const fn of<Stage: StaticOffsets, Access: StaticOffsets>() -> Taken {
        let (threads, all) = (Access::OFFSETS.first_size(), Access::OFFSETS.size());
        if threads > MOST_THREADS {
            let text = Text::new().str("an access has at most 1024 threads, this one has ").number(threads);
            panic!("{}", text.as_str())
        }
        if Access::OFFSETS.rank() > 2 {
            let text = Text::new().str("an access goes from (thread,value), this one has rank ");
            panic!("{}", text.number(Access::OFFSETS.rank()).as_str())
        }
        if all > MOST_ELEMENTS {
            let text = Text::new().str("an access has at most ").number(MOST_ELEMENTS);
            panic!("{}", text.str(" values, this one has ").number(all).as_str())
        }
        let mut taken = Taken { offsets: ConstList::new(0), threads };
        while taken.offsets.len() < all {
            taken.offsets.push(offset::<Stage, Access>(taken.offsets.len()));
        }
        taken
    }

    /// The offsets, value 0 of every thread first.
    pub(super) const fn offsets(&self) -> &[usize] {
        self.offsets.entries()
    }

    /// How many threads there are.
    pub(super) const fn threads(&self) -> usize {
        self.threads
    }

    /// How many values each thread takes.
    pub(super) const fn values(&self) -> usize {
        match self.offsets.len().checked_div(self.threads) {
            Some(values) => values,
            None => 0,
        }
    }

    /// The address of each thread's first value, which the others follow, and the bytes that each takes.
    #[track_caller]
    pub(super) const fn bytes<T: Element>(&self) -> (ConstList<usize, MOST_THREADS>, usize) {
        let bytes = element_bytes::<T>();
        let (mut addresses, mut i): (ConstList<usize, MOST_THREADS>, usize) = (ConstList::new(0), 0);
        while i < self.offsets.len() {
            let (thread, value) = (i % self.threads, i / self.threads);
            let first = self.offsets()[thread];
            if self.offsets()[i] != first + value {
                let text = Text::new().str("value ").number(value).str(" of thread ").number(thread);
                panic!("{}", text.str(" does not follow the one before it in memory").as_str())
            }
            if value == 0 {
                addresses.push(first * bytes);
            }
            i += 1;
        }
        (addresses, self.values() * bytes)
    }
}

/// The bytes of an element, of which there is a whole number.
#[track_caller]
pub(super) const fn element_bytes<T: Element>() -> usize {
    let bits = T::Bits::USIZE;
    if bits == 0 || !bits.is_multiple_of(8) {
        panic!("{}", Text::new().str("elements of ").number(bits).str(" bits are no whole bytes").as_str())
    }
    bits / 8
}

/// The offset that a thread takes, numbers of values behind numbers of threads.
#[track_caller]
const fn offset<Stage: StaticOffsets, Access: StaticOffsets>(number: usize) -> usize {
    let element = Access::OFFSETS.offset(number);
    if element < 0 || element.cast_unsigned() >= Stage::OFFSETS.size() {
        let text = Text::new().str("the access reaches element ").signed(element).str(" of a stage of size ");
        panic!("{}", text.number(Stage::OFFSETS.size()).as_str())
    }
    let offset = Stage::OFFSETS.offset(element.cast_unsigned());
    if offset < 0 {
        let text = Text::new().str("element ").signed(element).str(" of the stage is at offset ");
        panic!("{}", text.signed(offset).str(", below 0").as_str())
    }
    offset.cast_unsigned()
}
