//! Operands of instructions.
use crate::{fails, printed, prints, tilework};

#[test]
fn the_atlas_is_listed_and_filtered() {
    prints(
        &["atlas", "rdna3.m16n16k16.f16"],
        "
name                   since    elements    tile     threads  values  layout
rdna3.m16n16k16.f16.A  gfx1100  f16         (16,16)       32      16  ((16,2),16):((1,0),16)
rdna3.m16n16k16.f16.B  gfx1100  f16         (16,16)       32      16  ((16,2),16):((1,0),16)
rdna3.m16n16k16.f16.C  gfx1100  f32 or f16  (16,16)       32       8  ((16,2),8):((16,1),2)
",
    );
    let lines = |filter: &str| printed(&tilework(&["atlas", filter])).lines().count();
    assert!(lines("nvidia") > lines("sm_90a") && lines("sm_90a") > lines("sm_75"));
    fails(&["atlas", "z80"], 1, "no atom has z80 in its name, its vendor or its architectures");
}

#[test]
fn the_atlas_is_data() {
    let rows: serde_json::Value =
        serde_json::from_str(&printed(&tilework(&["atlas", "mma.m8n8k4", "--json"]))).expect("JSON");
    let row = rows.as_array().expect("rows").iter().find(|row| row["name"] == "mma.m8n8k4.f32.C");
    let row = row.expect("the sums in f32");
    assert_eq!(row["layout"], "((2,2,2),(2,2,2)):((1,16,4),(8,2,32))");
    assert_eq!(row["thread_digits"], serde_json::json!([[2, 1], [2, 16], [2, 4]]));
    assert_eq!(row["lanes"], "(4,2):(1,16)");
    assert_eq!(row["tile"], serde_json::json!([8, 8]));
}

#[test]
fn an_atom_is_drawn_by_its_name() {
    prints(
        &["show", "mma.m8n8k4.row.A"],
        "
mma.m8n8k4.row.A
(8,4):(1,8) over (8,4)
         0      1      2      3
    +------+------+------+------+
 0  | T0V0 | T0V1 | T0V2 | T0V3 |
    +------+------+------+------+
 1  | T1V0 | T1V1 | T1V2 | T1V3 |
    +------+------+------+------+
 2  | T2V0 | T2V1 | T2V2 | T2V3 |
    +------+------+------+------+
 3  | T3V0 | T3V1 | T3V2 | T3V3 |
    +------+------+------+------+
 4  | T4V0 | T4V1 | T4V2 | T4V3 |
    +------+------+------+------+
 5  | T5V0 | T5V1 | T5V2 | T5V3 |
    +------+------+------+------+
 6  | T6V0 | T6V1 | T6V2 | T6V3 |
    +------+------+------+------+
 7  | T7V0 | T7V1 | T7V2 | T7V3 |
    +------+------+------+------+

vendor          NVIDIA, sm_70
operand         A of (8,4), f16
threads         8
lanes           (4,2):(1,16)
values          4 of each thread
documented in   PTX ISA, Matrix multiply-accumulate operation using mma instruction: m8n8k4
",
    );
}

#[test]
fn names_that_are_none_are_helped() {
    fails(
        &["show", "mma.m16n8k16.f16"],
        2,
        "error: which operand of mma.m16n8k16.f16? There is mma.m16n8k16.f16.A, mma.m16n8k16.f16.B, mma.m16n8k16.f16.C",
    );
    fails(
        &["show", "mma.m16n8k16.f17.A"],
        2,
        "error: there is no atom mma.m16n8k16.f17.A; the nearest is mma.m16n8k16.f16.A, `tilework atlas mma` lists its family",
    );
    fails(
        &["show", "amx.m16n16k64.s8.A", "4x4"],
        2,
        "error: an atom has its sizes already, what is 4x4 for?",
    );
}
