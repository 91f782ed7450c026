//! Times of contenders in turn, so that whatever disturbs the machine disturbs all.

use std::time::{Duration, Instant};

const ROUNDS: usize = 15;
const ROUND: Duration = Duration::from_millis(2);
const PATIENCE: Duration = Duration::from_secs(4);

/// The median seconds of one call of each contender.
pub(crate) fn medians<const N: usize>(contenders: [&mut dyn FnMut(); N]) -> [f64; N] {
    let start = Instant::now();
    let mut timed = contenders.map(|run| {
        let once = seconds(1, run);
        let calls = (ROUND.as_secs_f64() / once).clamp(1.0, 1e6) as usize;
        (run, calls, vec![once])
    });
    for _ in 0..ROUNDS {
        if start.elapsed() > PATIENCE {
            break;
        }
        for (run, calls, times) in &mut timed {
            times.push(seconds(*calls, *run));
        }
    }
    timed.map(|(_, _, mut times)| {
        times.sort_by(f64::total_cmp);
        times[times.len() / 2]
    })
}

/// Seconds of one call, over several.
fn seconds(calls: usize, run: &mut dyn FnMut()) -> f64 {
    let start = Instant::now();
    for _ in 0..calls {
        run();
    }
    // a clock may not have moved during one short call
    start.elapsed().as_secs_f64().max(1e-9) / calls as f64
}
