//! Parts of views over the threads of rayon.

use super::{View, ViewChunks, ViewChunksMut, ViewMut, ViewTiles, ViewTilesMut};
use crate::int::Integer;
use crate::layout::{Mapping, Matrix, SplitMode, TileError};
use rayon::iter::plumbing::{Consumer, Producer, ProducerCallback, UnindexedConsumer, bridge};
use rayon::iter::{IndexedParallelIterator, IntoParallelIterator, ParallelIterator};

/// Parts of a view for the threads of rayon; made by [`View::par_tiles`] and [`ViewMut::par_tiles_mut`], and of every
/// iterator over parts by `into_par_iter`.
#[derive(Clone, Debug)]
pub struct Parallel<I>(I);

/// An iterator over parts of a view that can be cut in two.
#[doc(hidden)]
pub trait Splittable: ExactSizeIterator<Item: Send> + DoubleEndedIterator + Send {
    fn cut(self, mid: usize) -> (Self, Self)
    where
        Self: Sized;
}

impl<'a, T, L: Mapping> View<'a, T, L> {
    /// All tiles of `height` by `width` elements as [`tiles`](View::tiles) has them, for the threads of rayon.
    ///
    /// # Errors
    /// As [`View::tiles`].
    ///
    /// ```
    /// use rayon::iter::ParallelIterator;
    /// use tilework::prelude::*;
    /// let data: Vec<u32> = (0..24).collect();
    /// let a = View::new(&data, layout!((4, 6):(6, 1))).unwrap();
    /// let corners: u32 = a.par_tiles((2, 3))?.map(|(_, tile)| tile[(0, 0)]).sum();
    /// assert_eq!(corners, 0 + 3 + 12 + 15);
    /// # Ok::<(), tilework::layout::TileError>(())
    /// ```
    pub fn par_tiles<H: Integer, W: Integer>(
        &self,
        size: (H, W),
    ) -> Result<Parallel<ViewTiles<'a, T, L, H, W>>, TileError>
    where
        L: Matrix,
    {
        self.tiles(size).map(Parallel)
    }
}

impl<T, L: Mapping> ViewMut<'_, T, L> {
    /// All tiles of `height` by `width` elements as [`tiles_mut`](ViewMut::tiles_mut) has them, for the threads of
    /// rayon.
    ///
    /// # Errors
    /// As [`View::tiles`].
    ///
    /// ```
    /// use rayon::iter::ParallelIterator;
    /// use tilework::prelude::*;
    /// let mut data = [0; 24];
    /// let mut a = ViewMut::new(&mut data, layout!((4, 6):(6, 1))).unwrap();
    /// a.par_tiles_mut((2, 3))?.for_each(|((i, j), mut tile)| fill(&mut tile, 10 * i + j));
    /// assert_eq!(data[12..18], [10, 10, 10, 11, 11, 11]);
    /// # Ok::<(), tilework::layout::TileError>(())
    /// ```
    pub fn par_tiles_mut<H: Integer, W: Integer>(
        &mut self,
        size: (H, W),
    ) -> Result<Parallel<ViewTilesMut<'_, T, L, H, W>>, TileError>
    where
        L: Matrix,
    {
        self.tiles_mut(size).map(Parallel)
    }
}

macro_rules! parts {
    ($([$($generic:tt)*] $Parts:ty;)*) => { $(
        impl<$($generic)*> Splittable for $Parts {
            fn cut(self, mid: usize) -> (Self, Self) {
                self.split_at(mid)
            }
        }

        impl<$($generic)*> IntoParallelIterator for $Parts {
            type Iter = Parallel<Self>;
            type Item = <Self as Iterator>::Item;
            fn into_par_iter(self) -> Parallel<Self> {
                Parallel(self)
            }
        }
    )* };
}
parts! {
    ['a, T: Sync, L: Matrix, H: Integer, W: Integer] ViewTiles<'a, T, L, H, W>;
    ['a, T: Send, L: Matrix, H: Integer, W: Integer] ViewTilesMut<'a, T, L, H, W>;
    ['a, T: Sync, L: SplitMode<MODE>, const MODE: usize] ViewChunks<'a, T, L, MODE>;
    ['a, T: Send, L: SplitMode<MODE>, const MODE: usize] ViewChunksMut<'a, T, L, MODE>;
}

impl<I: Splittable> ParallelIterator for Parallel<I> {
    type Item = I::Item;

    fn drive_unindexed<C: UnindexedConsumer<I::Item>>(self, consumer: C) -> C::Result {
        bridge(self, consumer)
    }
    fn opt_len(&self) -> Option<usize> {
        Some(self.len())
    }
}

impl<I: Splittable> IndexedParallelIterator for Parallel<I> {
    fn len(&self) -> usize {
        self.0.len()
    }
    fn drive<C: Consumer<I::Item>>(self, consumer: C) -> C::Result {
        bridge(self, consumer)
    }
    fn with_producer<B: ProducerCallback<I::Item>>(self, callback: B) -> B::Output {
        callback.callback(self)
    }
}

impl<I: Splittable> Producer for Parallel<I> {
    type Item = I::Item;
    type IntoIter = I;

    fn into_iter(self) -> I {
        self.0
    }
    fn split_at(self, mid: usize) -> (Self, Self) {
        let (front, back) = self.0.cut(mid);
        (Parallel(front), Parallel(back))
    }
}
