//! Ratios: each contender and its reference timed in turn, in one run; medians compared.

use std::time::Instant;

/// One comparison: `ours / reference`, of the medians.
pub(crate) struct Row {
    pub(crate) name: &'static str,
    pub(crate) nanoseconds: f64,
    pub(crate) reference: &'static str,
    pub(crate) reference_nanoseconds: f64,
}

impl Row {
    pub(crate) fn ratio(&self) -> f64 {
        self.nanoseconds / self.reference_nanoseconds
    }
}

/// How long to measure.
#[derive(Clone, Copy)]
pub(crate) struct Effort {
    pub(crate) rounds: usize,
    pub(crate) batch_nanoseconds: f64,
}

/// Times contenders in turn, round by round; the median nanoseconds of one call of each.
pub(crate) fn medians(effort: Effort, contenders: &mut [&mut dyn FnMut()]) -> Vec<f64> {
    medians_of_made(effort, contenders.len(), &mut |number, time| time(contenders[number]))
}

/// The same of contenders that are made for each round, which is not timed: so that all can write one buffer.
///
/// `make` is to pass the contender of a number on.
pub(crate) fn medians_of_made(
    effort: Effort,
    contenders: usize,
    make: &mut dyn FnMut(usize, &mut dyn FnMut(&mut dyn FnMut())),
) -> Vec<f64> {
    let mut calls = vec![0; contenders];
    for (number, calls) in calls.iter_mut().enumerate() {
        make(number, &mut |run| *calls = calls_per_batch(effort, run));
    }
    let mut times = vec![Vec::with_capacity(effort.rounds); contenders];
    for _ in 0..effort.rounds {
        for (number, (&calls, times)) in calls.iter().zip(&mut times).enumerate() {
            make(number, &mut |run| times.push(batch(run, calls)));
        }
    }
    times.iter_mut().map(|times| median(times)).collect()
}

fn calls_per_batch(effort: Effort, run: &mut dyn FnMut()) -> usize {
    let mut calls = 1;
    // the first call of a program looks at the processor, and touches pages
    run();
    loop {
        let nanoseconds = batch(run, calls) * calls as f64;
        if nanoseconds >= effort.batch_nanoseconds / 4.0 {
            return (calls as f64 * effort.batch_nanoseconds / nanoseconds).ceil() as usize;
        }
        calls *= 4;
    }
}

/// Nanoseconds of one call, over a batch of them.
fn batch(run: &mut dyn FnMut(), calls: usize) -> f64 {
    let start = Instant::now();
    for _ in 0..calls {
        run();
    }
    start.elapsed().as_nanos() as f64 / calls as f64
}

fn median(times: &mut [f64]) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}
