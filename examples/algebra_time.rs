//! How long the operations of the layout algebra take at run time, on layouts of four modes.
//!
//! `cargo run --release --example algebra_time` prints one line an operation: nanoseconds a call over a set of
//! operands, in the median and in the best of many short rounds (the median suffers from what else the machine does).
use std::hint::black_box;
use std::time::Instant;
use tilework::dynamic::{
    DynLayout, Result, Tiler, coalesce, complement, composition, left_inverse, logical_divide,
    logical_product, right_inverse,
};

const ROUNDS: usize = 501;
const CALLS: usize = 600;

fn main() -> Result<()> {
    let pairs = [
        ("(4,8,2,16):(1,4,32,64)", "(2,4,8,16):(1,2,8,64)"),
        ("((16,7),(16,4)):((16,256),(1,1792))", "((4,4),(8,2)):((1,16),(112,896))"),
        ("(6,4,10,3):(240,1,24,4)", "(2,3,4,5):(1,2,6,24)"),
        ("(8,9,4,25):(900,100,25,1)", "(4,3,2,5):(2,24,72,288)"),
    ];
    let lhs: Vec<DynLayout> = pairs.iter().map(|(lhs, _)| lhs.parse()).collect::<Result<_>>()?;
    let rhs: Vec<DynLayout> = pairs.iter().map(|(_, rhs)| rhs.parse()).collect::<Result<_>>()?;
    let with_gaps: Vec<DynLayout> =
        ["(4,2,3,2):(2,16,64,384)", "(2,2,2,2):(1,4,16,64)", "(3,5,2,7):(7,42,420,2520)"]
            .iter()
            .map(|text| text.parse())
            .collect::<Result<_>>()?;
    let tiled: Vec<(DynLayout, Tiler)> = [
        ("(4,8,2,16):(1,4,32,64)", "(2,4,2,2):(1,4,32,64)"),
        ("((16,8),(16,4)):((16,256),(1,2048))", "<(16,2):(1,16),(4,2):(2,16)>"),
        ("(8,9,4,25):(900,100,25,1)", "(4,3,2,5):(2,24,72,288)"),
    ]
    .iter()
    .map(|(layout, tiler)| Ok((layout.parse()?, tiler.parse()?)))
    .collect::<Result<_>>()?;
    let by_four: Tiler = "(2,3,4,5):(1,2,6,24)".parse()?;

    time("composition", pairs.len(), |i| composition(&lhs[i], &rhs[i]));
    time("complement", with_gaps.len(), |i| complement(&with_gaps[i], 1 << 20));
    time("logical_divide", tiled.len(), |i| logical_divide(&tiled[i].0, &tiled[i].1));
    time("logical_product", 2, |i| logical_product(&lhs[i], &by_four));
    time("coalesce", lhs.len(), |i| coalesce(&lhs[i]));
    time("right_inverse", lhs.len(), |i| right_inverse(&lhs[i]));
    time("left_inverse", with_gaps.len(), |i| left_inverse(&with_gaps[i]));
    Ok(())
}

fn time(name: &str, operands: usize, operation: impl Fn(usize) -> Result<DynLayout>) {
    assert!((0..operands).all(|i| operation(i).is_ok()), "{name} refused its operands");
    let mut rounds: Vec<f64> = (0..ROUNDS)
        .map(|_| {
            let start = Instant::now();
            for call in 0..CALLS {
                let _ = black_box(operation(black_box(call % operands)));
            }
            start.elapsed().as_nanos() as f64 / CALLS as f64
        })
        .collect();
    rounds.sort_by(f64::total_cmp);
    println!("{name:<16} median {:5.0} ns, best {:5.0} ns", rounds[ROUNDS / 2], rounds[0]);
}
