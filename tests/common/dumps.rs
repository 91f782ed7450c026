//! The dumps of compiled programs that the project has.

pub(crate) const DUMPS: [&str; 8] = [
    include_str!("../../examples/hlo/conv_block_f32.v5e.hlo"),
    include_str!("../../examples/hlo/lay042.v5e.hlo"),
    include_str!("../../examples/hlo/lay308.v5e.hlo"),
    include_str!("../../examples/hlo/mixed_small_s32.v5e.hlo"),
    include_str!("../../examples/hlo/quant_mm_odd.v5e.hlo"),
    include_str!("../../examples/hlo/relayout0.v5e.hlo"),
    include_str!("../../examples/hlo/relayout3.v5e.hlo"),
    include_str!("../../examples/hlo/shuffle_f32.v5e.hlo"),
];
