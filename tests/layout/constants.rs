//! Static layouts in constants, statics and lengths of arrays.

use tilework::prelude::*;

#[test]
fn constants_of_static_layouts() {
    type Nested = Layout!(((4, 2), (4, 3)):((4, 16), (1, 32)));
    const OFFSETS: [usize; Nested::SIZE] = Nested::offset_array();
    static LAYOUT: Nested = Nested::STATIC;
    assert!(OFFSETS.iter().enumerate().all(|(index, &offset)| offset == LAYOUT.offset(index)));
    type Padded = tilework::format::Packed<zN, f16, Int!(100), Int!(50)>;
    const PADDED: [usize; Padded::SIZE] = Padded::offset_array();
    assert_eq!((Padded::SIZE, Padded::COSIZE), (112 * 64, Padded::STATIC.cosize().value()));
    assert!(PADDED.iter().enumerate().all(|(index, &offset)| offset == Padded::STATIC.offset(index)));
    assert_eq!(<Layout!((0, 4):(1, 1))>::offset_array::<0>().len(), 0);
    assert_eq!((<Layout!((0, 4):(1, 1))>::SIZE, <Layout!((0, 4):(1, 1))>::COSIZE), (0, 0));
    assert!(std::panic::catch_unwind(<Layout!((2, 2):(1, -2))>::offset_array::<4>).is_err());
}
