//! Static layouts in constants, statics and lengths of arrays.

use tilework::prelude::*;

#[test]
fn constants_of_static_layouts() {
    type Nested = Layout!(((4, 2), (4, 3)):((4, 16), (1, 32)));
    const OFFSETS: [usize; Nested::SIZE] = Nested::offset_array();
    static LAYOUT: Nested = Nested::STATIC;
    assert!(OFFSETS.iter().enumerate().all(|(index, &offset)| offset == LAYOUT.offset(index)));
    type Padded = tilework::format::Packed<zN, f16, Int!(100), Int!(50)>;
    static PADDED: [usize; Padded::SIZE] = Padded::offset_array();
    assert_eq!((Padded::SIZE, Padded::COSIZE), (112 * 64, Padded::STATIC.cosize().value()));
    assert!(PADDED.iter().enumerate().all(|(index, &offset)| offset == Padded::STATIC.offset(index)));
    assert_eq!(<Layout!((0, 4):(1, 1))>::offset_array::<0>().len(), 0);
    assert_eq!((<Layout!((0, 4):(1, 1))>::SIZE, <Layout!((0, 4):(1, 1))>::COSIZE), (0, 0));
    assert!(std::panic::catch_unwind(<Layout!((2, 2):(1, -2))>::offset_array::<4>).is_err());
}

const TILE: usize = 12_288;
const LARGE: usize = 0x7fff_ffff_ffff_ffff;

struct Block;
impl Block {
    const ROWS: usize = 1024;
}

#[test]
fn constants_are_static_leaves() {
    let tile: Layout!((12288, 8):(8, 1)) = layout!((const TILE, const {TILE / 1536}):(8, 1));
    assert_eq!(size_of_val(&tile), 0);
    let same: Layout!((const TILE, 8):(8, 1)) = tile;
    assert_eq!(same.to_string(), "(_12288,_8):(_8,_1)");
    let _: Int!(0x7fff_ffff_ffff_ffff) = int!(const LARGE);
    let _: [Int!(0); 2] = [int!(const { 0 }), <Int!(const { TILE - TILE })>::new()];
    let values =
        [int!(const { 1023 }).value(), int!(const Block::ROWS).value(), int!(const { 1 << 62 }).value()];
    assert_eq!(values, [1023, 1024, 1 << 62]);
    let _: (Int!(1023), Int!(1024), Int!(1025), Int!(1048576)) =
        shape!(const {1023}, const Block::ROWS, const {Block::ROWS + 1}, const {1 << 20});
    let rows = 40;
    let dynamic: Layout!((?, 1024):(1024, 1)) = layout!((rows, const Block::ROWS):(const Block::ROWS, 1));
    assert_eq!(dynamic.offset(crd!(const { 39 }, 3)), 39 * 1024 + 3);
    let divided = logical_divide(layout!((const { 4 * 8 }, 6)), tiler!(const { 2 + 2 }, _));
    let _: Layout!(((4, 8), 6):((1, 4), 32)) = divided;
}

#[test]
fn a_name_in_braces_is_dynamic() {
    fn rows<const N: usize>() -> String {
        layout!(({N}, 8):(8, 1)).to_string()
    }
    assert_eq!(
        (rows::<4>(), layout!(({TILE}, 8):(8, 1)).to_string()),
        ("(4,_8):(_8,_1)".into(), "(12288,_8):(_8,_1)".into())
    );
}
