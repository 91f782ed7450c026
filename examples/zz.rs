use tilework::hlo::Module;
fn main() {
    let mut bytes = 0;
    let mut n = 0;
    let texts: Vec<(String, String)> = std::env::args()
        .skip(1)
        .map(|f| {
            let t = std::fs::read_to_string(&f).unwrap();
            (f, t)
        })
        .collect();
    let t0 = std::time::Instant::now();
    for _ in 0..10 {
        for (f, t) in &texts {
            match Module::parse(t) {
                Ok(m) => {
                    bytes += t.len();
                    n += m.computations.iter().map(|c| c.instructions.len()).sum::<usize>();
                }
                Err(e) => println!("{f}: {e}"),
            }
        }
    }
    println!(
        "{n} instr {bytes} bytes {:?} {:.1} MB/s",
        t0.elapsed(),
        bytes as f64 / 1e6 / t0.elapsed().as_secs_f64()
    );
}
