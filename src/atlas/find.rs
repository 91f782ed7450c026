//! Atoms by name.
use super::atom::Atom;

/// The families, in the order in which they are listed.
const FAMILIES: &[&[&[Atom]]] = &[
    super::mma::ATOMS,
    super::mma_sp::ATOMS,
    super::ldmatrix::ATOMS,
    super::stmatrix::ATOMS,
    super::movmatrix::ATOMS,
    super::wgmma::ATOMS,
    super::wgmma_ss::ATOMS,
    super::tcgen05::ATOMS,
    super::tcgen05_ld::ATOMS,
    super::cp_async::ATOMS,
    super::dot::ATOMS,
    super::mfma::ATOMS,
    super::rdna3::ATOMS,
    super::rdna4::ATOMS,
    super::amx::ATOMS,
    super::dpas::ATOMS,
    super::cube::ATOMS,
];

/// Every atom, family by family.
///
/// ```
/// use tilework::atlas::{self, Vendor};
/// let of_amd = atlas::all().filter(|atom| atom.vendor == Vendor::Amd);
/// assert!(of_amd.clone().any(|atom| atom.name == "mfma.m32n32k8.f16.A"));
/// assert!(of_amd.count() > 100);
/// ```
pub fn all() -> impl Iterator<Item = &'static Atom> + Clone {
    FAMILIES.iter().copied().flatten().copied().flatten()
}

/// The atom of a name: family, shape, kind and operand, as in `mma.m16n8k16.f16.A`. The D of a product is its C.
///
/// ```
/// use tilework::atlas;
/// let a = atlas::find("mma.m16n8k16.f16.A").unwrap();
/// assert_eq!((a.tile, a.threads(), a.values()), ([16, 16].as_slice(), 32, 8));
/// assert_eq!(atlas::find("mma.m16n8k16.f16.D").unwrap().name, "mma.m16n8k16.f16.C");
/// assert!(atlas::find("mma.m16n8k16.f16.E").is_none());
/// ```
pub fn find(name: &str) -> Option<&'static Atom> {
    all().find(|atom| atom.name == name).or_else(|| {
        let product = name.strip_suffix(".D")?;
        all().find(|atom| atom.name.strip_suffix(".C") == Some(product))
    })
}
