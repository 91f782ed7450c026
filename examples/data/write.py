import numpy as np

rng = np.random.default_rng(2026)
A, B = (rng.standard_normal(shape, dtype=np.float32) for shape in [(100, 50), (50, 70)])
good = {"A": A, "B": B, "C": A @ B}
wrong = {"float64": A.astype("<f8"), "big_endian": A.astype(">f4"), "fortran_order": np.asfortranarray(A), "vector": A[0]}
wrong = {f"wrong/{name}": array[:3].copy(order="K") for name, array in wrong.items()}
for name, array in (good | wrong).items():
    np.save(f"{name}.npy", array)
