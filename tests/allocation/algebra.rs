//! Up to eight modes, the layout algebra takes nothing from the heap.
use crate::ALLOCATIONS;
use tilework::dynamic::*;

#[track_caller]
fn free<T>(operation: impl FnOnce() -> Result<T>) -> T {
    let before = ALLOCATIONS.get();
    let result = operation();
    let allocations = ALLOCATIONS.get() - before;
    let result = result.unwrap();
    assert_eq!(allocations, 0, "heap allocations");
    result
}

#[test]
fn no_heap_up_to_eight_modes() {
    const FOUR: &str = "((16,8),(16,4)):((16,256),(1,2048))";
    const EIGHT: &str = "((2,4),(2,2),(4,2),(2,2)):((1,2),(256,512),(8,32),(64,128))";
    for text in [FOUR, EIGHT] {
        let layout: DynLayout = free(|| text.parse());
        let coordinate: DynTuple = idx2crd(700, layout.shape().view()).unwrap();
        free(|| layout.offset(&coordinate));
        free(|| layout.coordinate_by_mode(&coordinate));
        free(|| layout.is_injective());
        free(|| coalesce(&layout));
        free(|| filter(&layout));
        free(|| complement(&layout, 1 << 20));
        free(|| right_inverse(&layout));
        free(|| left_inverse(&layout));
        free(|| make_layout_like(&layout));
        free(|| layout.flatten());
        free(|| composition(&layout, &layout));
        free(|| layout_add(&layout, &layout));
        free(|| max_common_layout(&layout, &layout));
        free(|| upcast(&layout, 1));
        for tiler in ["(4,2):(1,8)", "8:2", "(2,2,2):(1,2,4)"] {
            let tiler: Tiler = free(|| tiler.parse());
            free(|| logical_divide(&layout, &tiler));
            free(|| zipped_divide(&layout, &tiler));
            free(|| tiled_divide(&layout, &tiler));
            free(|| logical_product(&layout, &tiler));
            free(|| flat_product(&layout, &tiler));
        }
    }
    let by_mode: Tiler = "<(4,2):(1,4),4>".parse().unwrap();
    let layout: DynLayout = FOUR.parse().unwrap();
    free(|| zipped_divide(&layout, &by_mode));
    free(|| composition_by(&layout, &by_mode));
}

#[test]
fn refusals_alone_allocate() {
    let (lhs, rhs): (DynLayout, DynLayout) = ("(6,2):(1,7)".parse().unwrap(), "(3,2):(2,3)".parse().unwrap());
    assert!(composition(&lhs, &rhs).is_err());
}
