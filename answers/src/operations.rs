//! The operations by name.

/// What a request may ask for, by family: the `op` is `family.operation`.
pub const OPERATIONS: [(&str, &[&str]); 12] = [
    (
        "tuple",
        &[
            "add",
            "ceil_div",
            "common_coarsening",
            "common_refinement",
            "compact_col_major",
            "compact_row_major",
            "compatible",
            "congruent",
            "crd2crd",
            "crd2idx",
            "depth",
            "domain_distribute",
            "elem_less",
            "evenly_divides",
            "get",
            "greatest_common_domain",
            "idx2crd",
            "max",
            "product",
            "product_each",
            "rank",
            "round_up",
            "shape_div",
            "weakly_congruent",
        ],
    ),
    (
        "layout",
        &[
            "add",
            "append",
            "blocked_product",
            "coalesce",
            "coalesce_z",
            "complement",
            "composition",
            "cosize",
            "depth",
            "dice",
            "downcast",
            "filter",
            "filter_zeros",
            "flat_divide",
            "flat_product",
            "flatten",
            "get",
            "group",
            "left_inverse",
            "like",
            "logical_divide",
            "logical_product",
            "max_alignment",
            "max_common_layout",
            "max_common_vector",
            "nullspace",
            "offsets",
            "ordered",
            "prepend",
            "raked_product",
            "rank",
            "recast",
            "right_inverse",
            "select",
            "size",
            "slice",
            "slice_offset",
            "take",
            "tile_to_shape",
            "tiled_divide",
            "tiled_product",
            "upcast",
            "zipped_divide",
            "zipped_product",
        ],
    ),
    ("swizzle", &["apply", "offsets"]),
    (
        "tla",
        &[
            "capacity",
            "conv_offset",
            "crd2offset",
            "make_conv_layout",
            "make_layout",
            "make_layout_tile",
            "make_mx_scale_layout",
            "matches_format",
            "origin_shape",
            "slice",
            "tile_layout",
        ],
    ),
    (
        "xla",
        &[
            "align_layouts",
            "bitcast_map",
            "byte_size",
            "byte_strides",
            "compatible",
            "data_size",
            "decompose_bitcast",
            "decompose_to_trt",
            "deduce_transpose",
            "delete_dimensions",
            "delinearize",
            "descending_layout",
            "dimension",
            "dimension_stride",
            "drop_degenerate_dimensions",
            "equal",
            "fill_order",
            "host_shape",
            "insert_dimensions",
            "is_effectively_most_major",
            "is_padded",
            "layouts_equal",
            "linear_index",
            "logical_to_physical",
            "logical_to_physical_permutation",
            "max_split_size",
            "move_dimension_to_major",
            "padded_size",
            "parse_layout",
            "parse_shape",
            "permute_dimensions",
            "physical_to_logical",
            "prepend_major_dimension",
            "reshape_is_bitcast",
            "same_dimensions",
            "tile_bandwidth",
            "tiled_elements",
            "transpose_is_bitcast",
        ],
    ),
    (
        "map",
        &[
            "compose",
            "evaluate",
            "parse",
            "remove_unused_symbols",
            "remove_unused_variables",
            "rescale_symbols",
            "simplify",
            "symbolic_tile",
            "symbols_to_dimensions",
        ],
    ),
    ("expr", &["canonicalize", "evaluate", "is_multiple_of", "parse"]),
    ("interval", &["add", "compare", "mul"]),
    ("hlo", &["coalescing", "indexing", "padded_sizes", "symbolic_tile"]),
    ("notation", &["convert", "layout"]),
    ("draw", &["access", "cell", "find", "picture", "ways"]),
    ("atlas", &["find", "list"]),
];

/// The operation of this name in one of the families, for whoever left the family off or took another.
pub(crate) fn near(op: &str) -> Option<String> {
    let verb = op.rsplit('.').next().unwrap_or(op);
    let family = OPERATIONS.iter().find(|(_, verbs)| verbs.contains(&verb))?.0;
    Some(format!("{family}.{verb}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operations_are_those_that_are_answered() {
        for (family, verbs) in OPERATIONS {
            assert!(verbs.is_sorted(), "{family}");
            for verb in verbs {
                let answer = crate::answer(format!("{{\"op\": \"{family}.{verb}\"}}").as_bytes());
                let message = answer["error"]["message"].as_str().unwrap_or_default();
                assert!(!message.starts_with("there is no operation"), "{family}.{verb}: {message}");
            }
        }
        // as the arms of the families name them
        let sources = [
            include_str!("tuple.rs"),
            include_str!("layout.rs"),
            include_str!("further.rs"),
            include_str!("swizzle.rs"),
            include_str!("tla.rs"),
            include_str!("xla.rs"),
            include_str!("hlo.rs"),
            include_str!("atlas.rs"),
            include_str!("draw.rs"),
            include_str!("map.rs"),
        ];
        for source in sources {
            for line in
                source.lines().filter(|line| line.trim_start().starts_with('"') && line.contains(" =>"))
            {
                let verb = line.split('"').nth(1).unwrap();
                // formats are named by arms too
                let is_verb = verb.bytes().all(|byte| byte == b'_' || byte.is_ascii_lowercase());
                assert!(!is_verb || near(verb).is_some(), "{verb} is not listed");
            }
        }
        let refused = crate::answer(b"{\"op\": \"logical_divide\"}");
        assert_eq!(
            refused["error"]["message"],
            "there is no operation logical_divide, but layout.logical_divide"
        );
        assert_eq!(
            crate::answer(b"{\"op\": \"layout.nothing\"}")["error"]["message"],
            "there is no operation layout.nothing"
        );
    }
}
