//! The order in which the loops around a leaf are walked.

use super::leaf::{LINE, is_crowded};
use super::nest::{ByteLeaf, largest_part};
use super::region::{Loop, Region};
use core::slice;

/// So many bytes of the source that follow each other are read at the speed of memory, wherever the next ones lie; and
/// within as many the processor foresees what is read.
const PAGE: usize = 4096;

/// So many bytes of the destination that follow each other are written together.
const TOGETHER: usize = 512;

/// Of so many pages that are read the processor has the translations at hand, and of so many that are written.
const READ_PAGES: usize = 64;
const WRITTEN_PAGES: usize = 16;

/// Going to another page that is written takes as long as going to so many that are read: reads wait side by side.
const READS_OF_A_WRITE: usize = 6;

impl ByteLeaf {
    /// Puts the loops around into the order in which memory is best walked that is near, in a cache: along the
    /// destination, as they are; or along the source, if that changes pages less often.
    pub(super) const fn order_near(&self, region: &mut Region) {
        if region.loops().len() < 2 {
            return;
        }
        let mut along = *region;
        self.order_far(&mut along);
        let first = region.source_first(0);
        // what is whole lines on both sides may be walked in any order
        let is_less_crowded = first > 0
            && self.read() < LINE
            && self.is_dense()
            && region.loops()[first].crowding() < region.loops()[0].crowding();
        let (read, Loop { extent, dst, .. }) = (self.read_together(), region.loops()[first]);
        // lines of the source that are half used in a turn are soon gone, and so are those of the destination, if they
        // push each other out: then as few of these are written side by side as finish those that are read
        if read < LINE && self.written_together() < LINE && is_crowded(2 * extent, dst) {
            region.put_turns_first(first, largest_part(extent, LINE / read));
        } else if read < LINE || is_less_crowded {
            region.put_first(first);
        }
        // half as much again is clearly more
        if self.page_changes(&along).saturating_mul(3) <= self.page_changes(region).saturating_mul(2) {
            *region = along;
        }
    }

    /// Puts the loops around into the order in which far memory is best walked: along the source, where whole lines are
    /// written or lines are read in pieces. But turns that write lines behind each other are together, if what they
    /// read lies in different pages.
    pub(super) const fn order_far(&self, region: &mut Region) {
        let (read, written) = (self.read(), self.written());
        let (follows_source, piece) = match self {
            ByteLeaf::Runs { len } => (true, *len),
            ByteLeaf::Patches { .. } => (true, 0),
            ByteLeaf::Tile { element, rows, .. } => {
                let reads_page = rows.src == read.cast_signed() && rows.extent * read >= PAGE;
                let is_dense = self.is_dense();
                let piece = if is_dense { read / *element * written } else { 0 };
                (!reads_page && (read < LINE || written >= LINE || is_dense), piece)
            }
            ByteLeaf::Elements { .. } => return,
        };
        if !follows_source {
            return;
        }
        region.go_along_source(PAGE);
        if let Some(next) = region.outer_to(piece)
            && LINE <= piece
            && piece < TOGETHER
            && region.loops()[next].src.unsigned_abs() >= PAGE
        {
            let turns = largest_part(region.loops()[next].extent, TOGETHER / piece);
            if turns > 1 {
                region.put_turns_first(next, turns);
            }
        }
    }

    /// How often the leaf, in loops in this order, goes to a page whose translation is not at hand. A page that is
    /// written counts as [as many](READS_OF_A_WRITE) that are read.
    const fn page_changes(&self, region: &Region) -> usize {
        let (mut read, mut written) = (PageCount::new(READ_PAGES), PageCount::new(WRITTEN_PAGES));
        let (rows, cols): (&[Loop], &[Loop]) = match self {
            ByteLeaf::Tile { rows, cols, .. } => (slice::from_ref(rows), slice::from_ref(cols)),
            ByteLeaf::Patches { rows, cols, .. } => (rows, cols),
            ByteLeaf::Runs { .. } | ByteLeaf::Elements { .. } => (&[], &[]),
        };
        let mut i = 0;
        while i < rows.len() {
            read = read.in_turns(rows[i].extent, rows[i].src);
            written = written.in_turns(cols[i].extent, cols[i].dst);
            i += 1;
        }
        let (loops, mut i) = (region.loops(), 0);
        while i < loops.len() {
            read = read.in_turns(loops[i].extent, loops[i].src);
            written = written.in_turns(loops[i].extent, loops[i].dst);
            i += 1;
        }
        read.changes.saturating_add(written.changes.saturating_mul(READS_OF_A_WRITE))
    }
}

/// The pages on one side of a copy.
#[derive(Clone, Copy)]
struct PageCount {
    /// How many have their translations at hand.
    at_hand: usize,
    /// How many there are.
    pages: usize,
    /// How often one is gone to whose translation is not at hand.
    changes: usize,
}

impl PageCount {
    const fn new(at_hand: usize) -> Self {
        PageCount { at_hand, pages: 1, changes: 1 }
    }

    /// The same in every turn of a loop with such a step. Turns share pages, and what is at hand from the turn before.
    const fn in_turns(self, extent: usize, step: isize) -> Self {
        let step = step.unsigned_abs();
        let shared = match step.saturating_mul(extent).div_ceil(PAGE) {
            0 => 1,
            _ if step >= PAGE => extent,
            pages => pages,
        };
        let changes = if self.pages > self.at_hand { extent } else { shared };
        PageCount {
            pages: self.pages.saturating_mul(shared),
            changes: self.changes.saturating_mul(changes),
            ..self
        }
    }
}
