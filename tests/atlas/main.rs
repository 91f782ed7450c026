//! The atlas: laws of all atoms, and their tables against the formulas of the vendors, point by point.
#![cfg(all(feature = "atlas", feature = "dynamic"))]

mod formulas;

use std::collections::BTreeSet;
use tilework::atlas::{self, Atom, ElementType, Role, find};
use tilework::prelude::*;

fn atom(name: &str) -> &'static Atom {
    find(name).unwrap_or_else(|| panic!("there is no {name}"))
}

/// Family, shape, kind and operand.
fn parts(atom: &Atom) -> [&'static str; 4] {
    let parts: Vec<&str> = atom.name.split('.').collect();
    parts.try_into().unwrap_or_else(|_| panic!("{} has four parts", atom.name))
}

/// How many values the vendor says hold each element.
fn stated_copies(atom: &Atom) -> usize {
    let [family, shape, _, role] = parts(atom);
    match (family, shape, role) {
        ("wgmma" | "wgmma_sp", _, "B") | ("wgmma_ss", ..) => 128, // all threads describe shared memory alike
        ("rdna3", _, "A" | "B") => 2,                             // both halves of a wave must have it
        ("ldmatrix", "x1", "S") | ("stmatrix", "x1", "D") => 4,   // addresses that are not read
        ("ldmatrix", "x2", "S") | ("stmatrix", "x2", "D") => 2,
        _ => 1,
    }
}

#[test]
fn every_element_is_held_as_often_as_stated() {
    let mut seen = BTreeSet::new();
    for atom in atlas::all() {
        let copies = stated_copies(atom);
        assert_eq!(copies, atom.copies(), "{}", atom.name);
        assert_eq!(atom.element(atom.threads(), 0), None, "{}", atom.name);
        assert_eq!(atom.element(0, atom.values()), None, "{}", atom.name);
        if !seen.insert((atom.digits.digits(), atom.digits.of_thread().len(), atom.tile)) {
            continue;
        }
        // threads that all hold the same are one, so often
        let is_shared = atom.digits.of_thread().iter().all(|(_, stride)| *stride == 0);
        let (threads, times) = if is_shared { (1, atom.threads()) } else { (atom.threads(), 1) };
        let mut held = vec![0; atom.tile.iter().product()];
        for value in 0..atom.values() {
            for thread in 0..threads {
                let element = atom.element(thread, value).expect("a value of a thread");
                assert!(element < held.len(), "{} has no element {element}", atom.name);
                held[element] += times;
            }
        }
        assert!(held.iter().all(|times| *times == copies), "{} holds {held:?}", atom.name);
    }
    assert!(seen.len() > 200, "{} layouts", seen.len());
}

#[test]
fn names_are_unique_and_say_the_tile() {
    let mut seen = BTreeSet::new();
    for atom in atlas::all() {
        assert!(seen.insert(atom.name), "{} twice", atom.name);
        assert!(std::ptr::eq(atom, find(atom.name).expect("it is there")));
        let [_, shape, kind, role] = parts(atom);
        assert_eq!(role, atom.role.to_string());
        let number = |letter: char| -> Option<usize> {
            let digits: String =
                shape.split_once(letter)?.1.chars().take_while(char::is_ascii_digit).collect();
            digits.parse().ok()
        };
        if let (Some(m), Some(n), Some(k)) = (number('m'), number('n'), number('k')) {
            let mut tile = match atom.role {
                Role::A => vec![m, k],
                Role::B => vec![n, k],
                _ => vec![m, n],
            };
            tile.extend(number('b'));
            assert_eq!(atom.tile, tile, "{}", atom.name);
        }
        if matches!(atom.role, Role::A | Role::B) && !matches!(kind, "row" | "col" | "s16") {
            assert_eq!(
                atom.elements.iter().map(ToString::to_string).collect::<Vec<_>>(),
                [kind],
                "{}",
                atom.name
            );
        }
    }
    assert!(seen.len() > 1800, "the tables are read: {}", seen.len());
}

/// What is in registers of threads fills whole registers of 32 bits.
#[test]
fn values_fill_registers() {
    for atom in
        atlas::all().filter(|atom| !matches!(parts(atom)[0], "amx" | "cube" | "tcgen05" | "wgmma_ss" | "dot"))
    {
        let [family, .., role] = parts(atom);
        let is_described = matches!((family, role), ("wgmma" | "wgmma_sp", "B"));
        let is_spread = matches!((family, role), ("dpas", "A"));
        if is_described || is_spread {
            continue;
        }
        // two places for each element that is stored
        let stored = if matches!((family, role), ("mma_sp" | "wgmma_sp", "A")) { 2 } else { 1 };
        for element in atom.elements {
            let bits = atom.values() * element.bits();
            assert_eq!(bits % (32 * stored), 0, "{} of {element}", atom.name);
        }
    }
}

/// The registers that the vendors say operands take.
#[test]
fn registers_are_those_of_the_documents() {
    let registers = |name: &str, element: ElementType| {
        let atom = atom(name);
        assert!(atom.elements.contains(&element), "{name} may have {element}");
        (atom.values() * element.bits()).div_ceil(32)
    };
    let cases = [
        // PTX ISA: the vector expressions of the fragments
        ("mma.m8n8k4.row.A", ElementType::F16, 2),
        ("mma.m8n8k4.f16.C", ElementType::F16, 4),
        ("mma.m8n8k4.f32.C", ElementType::F32, 8),
        ("mma.m8n8k4.f64.A", ElementType::F64, 2),
        ("mma.m8n8k4.f64.C", ElementType::F64, 4),
        ("mma.m8n8k16.s8.A", ElementType::S8, 1),
        ("mma.m16n8k8.f16.A", ElementType::F16, 2),
        ("mma.m16n8k8.f16.C", ElementType::F16, 2),
        ("mma.m16n8k8.tf32.A", ElementType::Tf32, 4),
        ("mma.m16n8k8.tf32.B", ElementType::Tf32, 2),
        ("mma.m16n8k16.f16.A", ElementType::F16, 4),
        ("mma.m16n8k16.f16.B", ElementType::F16, 2),
        ("mma.m16n8k16.f16.C", ElementType::F32, 4),
        ("mma.m16n8k16.f64.A", ElementType::F64, 16),
        ("mma.m16n8k32.s8.A", ElementType::S8, 4),
        ("mma.m16n8k64.s4.B", ElementType::S4, 2),
        ("mma.m16n8k256.b1.A", ElementType::B1, 4),
        ("wgmma.m64n256k16.f16.A", ElementType::F16, 4),
        ("wgmma.m64n256k16.f16.C", ElementType::F32, 128),
        ("wgmma.m64n8k16.f16.C", ElementType::F16, 2),
        ("ldmatrix.x4.b16.D", ElementType::B16, 4),
        // AMD's calculator: GPRs required
        ("mfma.m32n32k1b2.f32.C", ElementType::F32, 32),
        ("mfma.m32n32k8.f16.A", ElementType::F16, 2),
        ("mfma.m32n32k8.f16.C", ElementType::F32, 16),
        ("mfma.m16n16k4.f64.C", ElementType::F64, 8),
        ("mfma.m4n4k4b16.s8.A", ElementType::S8, 1),
        ("mfma.m16n16k32.e4m3.A", ElementType::E4m3, 2),
        ("rdna3.m16n16k16.f16.A", ElementType::F16, 8),
        ("rdna3.m16n16k16.s8.A", ElementType::S8, 4),
        ("rdna3.m16n16k16.s8.C", ElementType::S32, 8),
        ("rdna4.m16n16k16.f16.A", ElementType::F16, 4),
        ("rdna4.m16n16k32.s4.B", ElementType::S4, 2),
    ];
    for (name, element, count) in cases {
        assert_eq!(registers(name, element), count, "{name}");
    }
}

#[test]
fn types_and_rows_are_the_same_and_take_no_space() {
    macro_rules! same {
        ($layout:ty, $name:literal) => {
            let (layout, atom) = (<$layout>::STATIC, atom($name));
            assert_eq!(size_of_val(&layout), 0);
            assert_eq!(layout.to_dynamic(), atom.layout(), $name);
            assert_eq!((layout.rows(), layout.cols()), (atom.threads(), atom.values()), $name);
            for (thread, value) in (0..atom.threads()).flat_map(|t| (0..atom.values()).map(move |v| (t, v))) {
                assert_eq!(Some(layout.offset((thread, value))), atom.element(thread, value), $name);
            }
        };
    }
    same!(atlas::mma::m16n8k16::f16::A, "mma.m16n8k16.f16.A");
    same!(atlas::mma::m16n8k16::f16::B, "mma.m16n8k16.f16.B");
    same!(atlas::mma::m8n8k4::f32::C, "mma.m8n8k4.f32.C");
    same!(atlas::wgmma::Sums64<typenum::U16>, "wgmma.m64n128k16.f16.C");
    same!(atlas::wgmma::FromRegisters<typenum::U2>, "wgmma.m64n8k16.bf16.A");
    same!(atlas::mfma::m32n32k8::f16::C, "mfma.m32n32k8.f16.C");
    same!(atlas::rdna3::m16n16k16::s8::B, "rdna3.m16n16k16.s8.B");
    same!(atlas::amx::m16n16k64::s8::B, "amx.m16n16k64.s8.B");
    // what is computed is what is written
    let _: Layout!(((4, 8), (2, 2, 2)):((32, 1), (16, 8, 128))) = atlas::mma::m16n8k16::f16::A::STATIC;
    let _: Layout!(((32, 2), (4, 4)):((32, 4), (1, 8))) = atlas::mfma::m32n32k8::f16::C::STATIC;
}

#[test]
fn layouts_are_the_digits() {
    for atom in atlas::all() {
        let layout = atom.layout();
        let modes: Vec<i64> =
            layout.modes().map(|mode| mode.leaves().iter().map(|leaf| leaf.extent).product()).collect();
        assert_eq!(modes, [atom.threads(), atom.values()].map(|size| i64::try_from(size).expect("small")));
        let last = (atom.threads() - 1, atom.values() - 1);
        let coordinate = format!("({},{})", last.0, last.1).parse().expect("a coordinate");
        let offset = layout.offset(&coordinate).expect("inside").to_string();
        assert_eq!(
            Some(offset),
            atom.element(last.0, last.1).map(|element| element.to_string()),
            "{}",
            atom.name
        );
        let lanes = atom.lane_layout();
        assert_eq!(lanes.size(), modes[0], "{}", atom.name);
        assert_eq!(lanes.is_injective(), Ok(true), "{}", atom.name);
    }
}
