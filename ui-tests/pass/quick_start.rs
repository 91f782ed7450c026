//! What the library is for; and a case that must pass makes the test harness build instead of check, without which the
//! mistakes found while building would go unseen.

use tilework::prelude::*;

fn trace<L: Matrix>(a: &View<'_, f32, L>) -> f32 {
    (0..a.layout().rows()).map(|i| a[(i, i)]).sum()
}

fn main() {
    let mut zn = StackTensor::fill(layout!(((4, 2), (4, 2)):((4, 16), (1, 32))), 0.0);
    for i in 0..8 {
        zn[(i, i)] = 1.0;
    }
    let mut rows = VecTensor::filled(row_major((8, 8)), 0.0).unwrap();
    copy(&zn.view(), &mut rows.view_mut()).unwrap();
    assert_eq!(trace(&rows.view()), 8.0);
    let offset: Int!(27) = zn.layout().offset(crd!(6, 3));
    assert_eq!(offset, 27);
}
