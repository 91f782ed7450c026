//! A block-cyclic matrix of 64-bit floats to other blocks, timed: `mpirun -n 4 timing SIZE FROM TO PROCESS_ROWS RUNS
//! [LIMIT]`, with messages of at most LIMIT bytes at one time.
//! `peer/block_cyclic.c` does the same with ScaLAPACK, and with derived datatypes.
use mpi::collective::SystemOperation;
use mpi::traits::{Communicator, CommunicatorCollectives};
use std::error::Error;
use std::time::Instant;
use tilework::shard::plan::ReshardPlan;
use tilework::shard::{Distribution, GridOrder, ScalapackDescriptor};
use tilework_mpi::Redistribution;

fn main() -> Result<(), Box<dyn Error>> {
    let universe = mpi::initialize().expect("MPI is initialised once");
    let world = universe.world();
    let (rank, ranks) = (i64::from(world.rank()), i64::from(world.size()));
    let numbers: Vec<i64> = std::env::args().skip(1).map(|text| text.parse()).collect::<Result<_, _>>()?;
    let [size, from, to, rows, runs] = [0, 1, 2, 3, 4].map(|at| numbers.get(at).copied().unwrap_or(10));
    let on = |block: i64| {
        let local = (size + block * rows - 1) / (block * rows) * block;
        let descriptor = ScalapackDescriptor::new([1, 0, size, size, block, block, 0, 0, local])?;
        descriptor.distribution([rows, ranks / rows], GridOrder::RowMajor)
    };
    let plan = ReshardPlan::new(on(from)?, on(to)?)?;
    let begin = Instant::now();
    let limit = numbers.get(5).map(|limit| usize::try_from(*limit)).transpose()?;
    let mut redistribution = Redistribution::new::<f64>(&plan, &world, limit)?;
    let planned = begin.elapsed();

    let fill = |array: &Distribution, memory: &mut [f64]| -> Result<(), Box<dyn Error>> {
        let [height, width] = array.local_shape(rank)?[..] else { return Err("a matrix".into()) };
        let leading = array.local_layout(rank)?.leaves()[1].stride.as_int().unwrap_or(0);
        for j in 0..width {
            for i in 0..height {
                let index = array.global_index(rank, &[i, j])?;
                memory[usize::try_from(i + j * leading)?] = (index[0] + index[1] * size) as f64;
            }
        }
        Ok(())
    };
    let mut source = vec![0.0; redistribution.source_len()];
    // its pages are there before anything is measured
    let mut target = vec![-1.0; redistribution.target_len()];
    let mut expected = target.clone();
    fill(plan.source(), &mut source)?;
    fill(plan.target(), &mut expected)?;
    let before = peak_memory()?;
    let mut times = Vec::new();
    for _ in 0..runs {
        world.barrier();
        let begin = Instant::now();
        redistribution.start(&source, &mut target)?;
        let (own, mut slowest) = (begin.elapsed().as_secs_f64(), 0.0_f64);
        world.all_reduce_into(&own, &mut slowest, SystemOperation::max());
        times.push(slowest);
    }
    if target != expected {
        return Err("an element is wrong".into());
    }
    times.sort_by(f64::total_cmp);
    if rank == 0 {
        let (bytes, messages) = redistribution.sent();
        println!(
            "tilework: median {:.1} ms, least {:.1} ms; peak memory grew by {} KiB",
            times[times.len() / 2] * 1e3,
            times[0] * 1e3,
            peak_memory()? - before,
        );
        println!(
            "planned in {:.1} ms; rank 0 sends {bytes} bytes in {messages} messages, buffers of {} KiB",
            planned.as_secs_f64() * 1e3,
            redistribution.buffer_bytes() / 1024,
        );
    }
    Ok(())
}

/// The most memory that the process has had, in KiB.
fn peak_memory() -> Result<i64, Box<dyn Error>> {
    let status = std::fs::read_to_string("/proc/self/status")?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).ok_or("a process has a peak")?;
    Ok(line.trim().trim_end_matches(" kB").parse()?)
}
