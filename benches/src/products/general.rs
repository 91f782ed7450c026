//! The general product and contractions, in operations a second: scaled, on two threads, of narrow factors, with
//! functions of the result.

use crate::measure::{Effort, medians};
use std::num::NonZero;
use tilework::format::{bf16, f16};
use tilework::kernel::{contraction, product};
use tilework::prelude::*;

const SIZES: [usize; 4] = [256, 512, 1024, 2048];
const TWO: NonZero<usize> = NonZero::new(2).unwrap();

/// Prints a line for each product and contraction: microseconds, and operations a nanosecond.
pub(super) fn report(quick: bool, filter: &str) {
    println!("\n{:<40} {:>10} {:>10}", "rows in rows", "us", "Gop/s");
    for n in SIZES.into_iter().filter(|&n| !quick || n < 1024) {
        if format!("general_{n}").contains(filter) {
            squares(n);
        }
    }
    if "contractions".contains(filter) {
        contractions();
    }
}

/// Small numbers of a type.
fn numbers<T>(len: usize, of: impl Fn(i8) -> T) -> Vec<T> {
    (0..len).map(|i| of((i % 13) as i8 - 6)).collect()
}

/// Contenders of so many operations, timed in turn.
fn time(of: &str, operations: f64, contenders: &mut [(&str, &mut dyn FnMut())]) {
    let effort =
        Effort { rounds: ((2e11 / operations) as usize).clamp(7, 51) | 1, batch_nanoseconds: 100_000.0 };
    let names: Vec<String> = contenders.iter().map(|(name, _)| format!("{of} {name}")).collect();
    let mut calls: Vec<&mut dyn FnMut()> = contenders.iter_mut().map(|(_, call)| &mut **call as _).collect();
    for (name, time) in names.iter().zip(medians(effort, &mut calls)) {
        println!("{name:<40} {:>10.1} {:>10.1}", time / 1000.0, operations / time);
    }
}

fn squares(n: usize) {
    let square = row_major((n, n));
    let (singles, brains) = (numbers(n * n, f32::from), numbers(n * n, |x| bf16::from_f32(x.into())));
    let (halves, bytes) = (numbers(n * n, |x| f16::from_f32(x.into())), numbers(n * n, |x| x));
    let (words, bias) = (numbers(n * n, i32::from), numbers(n, f32::from));
    let (mut c, mut sums, mut narrow) = (vec![0.0_f32; n * n], vec![0_i32; n * n], vec![0_i8; n * n]);
    let [mut two, mut scaled, mut activated, mut of_brains, mut of_halves] = [(); 5].map(|()| c.clone());
    let mut words_of = sums.clone();
    macro_rules! product {
        ($a:ident) => {{
            let a = View::new(&$a, square).expect("a square");
            product(&a, &a)
        }};
    }
    macro_rules! target {
        ($c:expr) => {
            &mut ViewMut::new($c, square).expect("a square")
        };
    }
    time(
        &n.to_string(),
        2.0 * (n * n * n) as f64,
        &mut [
            ("f32", &mut || product!(singles).store(target!(&mut c)).expect("one size")),
            ("f32, two threads", &mut || {
                product!(singles).threads(TWO).store(target!(&mut two)).expect("one size");
            }),
            ("f32, alpha a b + beta c", &mut || {
                product!(singles).alpha(0.5).add_to(target!(&mut scaled), 0.25).expect("one size");
            }),
            ("f32, max(a b + bias, 0)", &mut || {
                let activate =
                    |c: &mut f32, sum: f32, (_, col): (usize, usize)| *c = (sum + bias[col]).max(0.0);
                product!(singles).store_with(target!(&mut activated), activate).expect("one size");
            }),
            ("bf16 in f32", &mut || product!(brains).store(target!(&mut of_brains)).expect("one size")),
            ("f16 in f32", &mut || product!(halves).store(target!(&mut of_halves)).expect("one size")),
            ("i8 in i32", &mut || product!(bytes).store(target!(&mut sums)).expect("one size")),
            ("i8 in i32 to i8", &mut || {
                let quantise = |c: &mut i8, sum: i32, _| *c = (sum >> 8).clamp(-128, 127) as i8;
                product!(bytes).store_with(target!(&mut narrow), quantise).expect("one size");
            }),
            ("i32", &mut || product!(words).store(target!(&mut words_of)).expect("one size")),
        ],
    );
}

/// The contractions of the table of TBLIS's crate, of tensors in rows all extents of which are alike: three that are
/// products as they lie, and three that are none. `scripts/contraction_peers.py` times others on the same.
fn contractions() {
    const N: usize = 48;
    contract_of(N, "abxy,xycd->abcd", row_major((N, N, N, N)));
    contract_of(N, "axyz,xyzb->ab", row_major((N, N)));
    contract_of(N, "axyz,bxyz->ab", row_major((N, N)));
    contract_of(N, "axyz,ybzx->ab", row_major((N, N)));
    contract_of(N, "axby,yacx->abc", row_major((N, N, N)));
    contract_of(N, "xpay,aybx->ab", row_major((N, N)));
}

/// One of them, on one thread and on two. A sum over labels of one operand is no product.
fn contract_of<C: Mapping + Send + Sync>(n: usize, labels: &str, of_result: C) {
    let operand = numbers(n.pow(4), f64::from);
    let tensor = View::new(&operand, row_major((n, n, n, n))).expect("a tensor");
    let summed = "abcdxyz".chars().filter(|&label| labels.contains(label)).count();
    let operations = 2.0 * (n as f64).powi(summed as i32);
    let [mut one, mut two] =
        [(); 2].map(|()| VecTensor::filled(of_result, 0.0).expect("memory for the result"));
    let all = || contraction::<f64, _, _, _, _>(labels, &tensor, &tensor);
    time(
        labels,
        operations,
        &mut [
            ("", &mut || all().store(&mut one.view_mut()).expect("labels that go together")),
            ("two threads", &mut || {
                all().threads(TWO).store(&mut two.view_mut()).expect("labels that go together");
            }),
        ],
    );
}
