//! An array of an `.npy` file, redistributed and compared: `mpirun -n 4 reshard [FILE.npy [FROM TO]]`.
//!
//! Each rank reads its part of the file under FROM, all move to TO, and each rank reads its part under TO and compares.
//! Without a file rank 0 writes one. FROM and TO are what `tilework reshard` takes.
mod npy;

use mpi::collective::SystemOperation;
use mpi::traits::{Communicator, CommunicatorCollectives};
use npy::Npy;
use std::error::Error;
use std::path::PathBuf;
use std::process::ExitCode;
use tilework::dynamic::DynLayout;
use tilework::shard::plan::ReshardPlan;
use tilework::shard::{Distribution, LocalMemory};
use tilework_mpi::Redistribution;

fn main() -> ExitCode {
    let universe = mpi::initialize().expect("MPI is initialised once");
    let world = universe.world();
    let result = run(&world);
    if let Err(error) = &result {
        eprintln!("rank {}: {error}", world.rank());
    }
    if result.is_ok() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn run(world: &impl Communicator) -> Result<(), Box<dyn Error>> {
    let (rank, ranks) = (world.rank(), i64::from(world.size()));
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let path = match arguments.first() {
        Some(path) => PathBuf::from(path),
        None => {
            let path = std::env::temp_dir().join(format!("reshard.{ranks}.npy"));
            if rank == 0 {
                npy::write(&path, &[301, 203, 5])?;
            }
            world.barrier();
            path
        }
    };
    let file = Npy::open(&path)?;
    let blocks = format!("blocks=[16,8,5] devices=[1,{ranks},1]<=[{ranks}]");
    let [from, to] = match &arguments[..] {
        [_, from, to] => [from.clone(), to.clone()],
        _ => [format!("devices=[{ranks},1,1]<=[{ranks}]"), blocks],
    };
    let on = |text: &str| Distribution::read(text, file.shape(), ranks);
    // between rows MPI goes through memory by itself; columns are packed and unpacked
    let swizzled = LocalMemory::Swizzled("Sw<2,0,3>".parse()?, Box::new(LocalMemory::RowMajor));
    // rows beside whose bits others are mixed, over F2
    let mixed = LocalMemory::Fixed(mixed(file.shape())?);
    for memory in [LocalMemory::RowMajor, LocalMemory::ColumnMajor, swizzled, mixed] {
        let plan = ReshardPlan::new(on(&from)?, on(&to)?.with_memory(memory))?;
        move_and_compare(&plan, &file, world, &format!("{:?} from {from} to {to}", file.shape()))?;
        mismatches(&plan, world)?;
    }
    Ok(())
}

/// A layout over F2 with room for a whole array: row-major, of which the last bits are mixed with those of eight rows.
fn mixed(sizes: &[i64]) -> tilework::dynamic::Result<DynLayout> {
    let (mut shape, mut stride, mut rows) = (Vec::new(), Vec::new(), 1);
    for size in sizes.iter().rev() {
        let extent = size.unsigned_abs().next_power_of_two().max(8);
        shape.insert(0, format!("(8,{})", extent / 8));
        stride.insert(0, format!("(F{},F{})", rows | 1, rows * 8));
        rows *= extent;
    }
    format!("({}):({})", shape.join(","), stride.join(",")).parse()
}

/// Moves the array as planned, and compares it with what each rank reads.
fn move_and_compare(
    plan: &ReshardPlan,
    file: &Npy,
    world: &impl Communicator,
    named: &str,
) -> Result<(), Box<dyn Error>> {
    let rank = i64::from(world.rank());
    let source = file.part(plan.source(), rank)?;
    let expected = file.part(plan.target(), rank)?;
    let figures = plan.figures()?;
    // without a limit, and with an eighth of what a rank holds in messages at one time
    for limit in [None, Some(usize::try_from(figures.most_held)?.max(64))] {
        let mut redistribution = Redistribution::new::<f64>(plan, world, limit)?;
        for _ in 0..2 {
            let mut target = vec![0.0_f64; redistribution.target_len()];
            redistribution.start(&source, &mut target)?;
            let wrong = target.iter().zip(&expected).filter(|(one, other)| one != other).count() as u64;
            let mut all = 0_u64;
            world.all_reduce_into(&wrong, &mut all, SystemOperation::sum());
            if all > 0 {
                return Err(format!("{all} elements are wrong").into());
            }
        }
        let (bytes, messages) = redistribution.sent();
        let own = [bytes as u64, messages as u64, redistribution.buffer_bytes() as u64];
        let (mut sum, mut most) = ([0_u64; 3], [0_u64; 3]);
        world.all_reduce_into(&own[..], &mut sum[..], SystemOperation::sum());
        world.all_reduce_into(&own[..], &mut most[..], SystemOperation::max());
        if i128::from(sum[0]) != figures.moved * 8 {
            return Err(format!("{} bytes moved, and {} were planned", sum[0], figures.moved * 8).into());
        }
        if limit.is_some_and(|limit| most[2] > limit as u64) {
            return Err(format!("buffers of {} bytes are above the limit {limit:?}", most[2]).into());
        }
        if rank == 0 {
            let [bytes, messages, _] = sum;
            println!(
                "{named} on {} ranks: {bytes} bytes in {messages} messages, buffers of {} bytes: right",
                world.size(),
                most[2]
            );
        }
    }
    Ok(())
}

/// Where one rank has another plan, or another length, every rank reports it before anything moves.
fn mismatches(plan: &ReshardPlan, world: &impl Communicator) -> Result<(), Box<dyn Error>> {
    let is_last = world.rank() + 1 == world.size();
    let other = ReshardPlan::new(plan.source().clone(), plan.source().clone())?;
    if Redistribution::new::<f64>(if is_last { &other } else { plan }, world, None).is_ok()
        && world.size() > 1
    {
        return Err("ranks with different plans went on".into());
    }
    let mut redistribution = Redistribution::new::<f64>(plan, world, None)?;
    let source = vec![0.0; redistribution.source_len() + usize::from(is_last)];
    let mut target = vec![0.0; redistribution.target_len()];
    if redistribution.start(&source, &mut target).is_ok() {
        return Err("a source of another length went on".into());
    }
    Ok(())
}
