//! What moves between two distributions.
use crate::{fails, printed, prints, tilework};
use serde_json::Value;

/// openxla/xla issue 15207, as figures and as the messages of a rank.
#[test]
fn a_case_in_which_xla_replicates() {
    prints(
        &[
            "reshard",
            "devices=[2,1,4]<=[4,2]T(1,0)",
            "devices=[1,8,1]<=[8]",
            "--shape",
            "bf16[64,64,64]",
            "--rank",
            "3",
            "--top",
            "1",
            "--limit",
            "20000",
        ],
        "
bf16[64,64,64] on 8 ranks

array         512 KiB
moved         448 KiB in 56 messages, 0.88x of the array: no plan moves less
kept          64.0 KiB
collective    none does it alone
busiest rank  56.0 KiB out, 56.0 KiB in
messages      7 out, 7 in
memory        128 KiB of a rank before and after, messages apart
replicating   3.50 MiB moved, 8.00x of the plan; 512 KiB of a rank between
model         75.7 us; replicating 115.9 us: 10.0 us a message, 9.31 GiB/s

rank 3
under the limit it takes 7 rounds
                  bytes  elements                  at the source                at the target
keeps              8192  [32..64, 24..32, 16..32]  384 + (32,8,16):(1024,16,1)  16400 + (32,8,16):(512,64,1)
sends     to 4     8192  [32..64, 32..40, 16..32]  512 + (32,8,16):(1024,16,1)  16400 + (32,8,16):(512,64,1)
receives  from 2   8192  [0..32, 24..32, 16..32]   384 + (32,8,16):(1024,16,1)  16 + (32,8,16):(512,64,1)
12 messages more: --top lists them
",
    );
}

#[test]
fn numbers_for_scripts() {
    let (from, to) = ("devices=[8,8]<=[64]", "devices=[8,8]<=[8,8]T(1,0)");
    let text = printed(&tilework(&[
        "reshard",
        from,
        to,
        "--shape",
        "s4[64,64]{1,0:E(4)}",
        "--json",
        "--rank",
        "1",
        "--relabel",
    ]));
    let answer: Value = serde_json::from_str(&text).unwrap();
    assert_eq!((&answer["moved_bytes"], &answer["messages"]), (&0.into(), &0.into()));
    assert_eq!(answer["moved_bytes_before_relabelling"], 56 * 64 / 2);
    assert_eq!(answer["rank"]["kept"]["bytes"], 32);
    assert_eq!(answer["rank"]["kept"]["pieces"][0]["source"]["layout"], "(8,8):(8,1)");
    // a descriptor of ScaLAPACK, its columns 52 apart
    let from = "scalapack=[1,0,100,100,8,8,0,0,52] grid=[2,2]";
    let text = printed(&tilework(&[
        "reshard",
        from,
        "replicated",
        "--shape",
        "f64[100,100]",
        "--json",
        "--rank",
        "0",
    ]));
    let answer: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(answer["moved_bytes"], 3 * 100 * 100 * 8);
    assert_eq!(answer["rank"]["receives"][0]["elements"][1][0]["outer"]["count"], 1);
}

#[test]
fn refusals() {
    let refused = |from: &str, to: &str, shape: &str, message: &str| {
        fails(&["reshard", from, to, "--shape", shape], 2, message);
    };
    refused("replicated", "replicated", "f32[4]", "error: how many ranks are there? --ranks says it");
    refused(
        "devices=[2]<=[3]",
        "replicated",
        "f32[4]",
        "error: `devices=[2]<=[3]`: sharding: 2 tiles, and 3 devices",
    );
    refused(
        "devices=[2]<=[2]",
        "manual",
        "f32[4]",
        "error: `manual`: distribution: {manual} does not say what a device holds",
    );
    let arguments = ["reshard", "devices=[2]<=[2]", "replicated", "--shape", "f32[4]", "--rank"];
    fails(&[&arguments[..], &["2"]].concat(), 2, "error: reshard: there is no rank 2 of 2");
}
