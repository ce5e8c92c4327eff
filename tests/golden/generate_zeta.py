#!/usr/bin/env python3
"""Writes the golden cases of chlo.zeta and chlo.polygamma, with mpmath as the
oracle.

    python3 generate_zeta.py            (needs mpmath and NumPy)
"""

import json
import pathlib

import mpmath
import numpy as np

HERE = pathlib.Path(__file__).parent
mpmath.mp.dps = 60


def write(name, operation, element, x, y, output):
    """One array for each scale: the tolerance is relative to an array's largest."""
    folder = HERE / name
    folder.mkdir(exist_ok=True)
    t = f"tensor<{len(x)}x{element}>"
    (folder / "module.mlir").write_text(
        "module @case {\n"
        f"  func.func public @main(%arg0: {t}, %arg1: {t}) -> {t} {{\n"
        f"    %0 = chlo.{operation} %arg0, %arg1 : {t}, {t} -> {t}\n"
        f"    return %0 : {t}\n"
        "  }\n}\n")
    dtype = {"f32": "float32", "f64": "float64"}[element]

    def save(kind, i, array):
        np.save(folder / f"{kind}{i}.npy", np.array(array, dtype))
        return {"file": f"{kind}{i}.npy", "dtype": dtype, "shape": [len(array)]}

    manifest = {"name": name, "group": operation, "dtype": dtype,
                "inputs": [save("in", 0, x), save("in", 1, y)],
                "outputs": [save("out", 0, output)]}
    (folder / "manifest.json").write_text(json.dumps(manifest, indent=1) + "\n")


def zeta(s, q):
    """For q that is not 0, -1, ..., and whole s where q is below 0."""
    s, q = mpmath.mpf(float(s)), mpmath.mpf(float(q))
    below = mpmath.mpf(0)
    while q < 0:
        below += q ** (-int(s))
        q += 1
    return below + mpmath.zeta(s, q)


def polygamma(n, x):
    if n == 0:
        return mpmath.digamma(mpmath.mpf(float(x)))
    return (-1) ** (int(n) + 1) * mpmath.factorial(int(n)) * zeta(n + 1, x)


def cases(operation, oracle, groups):
    for element, dtype in (("f32", np.float32), ("f64", np.float64)):
        for name, x, y in groups:
            x, y = np.meshgrid(np.array(x, dtype), np.array(y, dtype))
            x, y = x.ravel(), y.ravel()
            want = [float(oracle(a, b)) for a, b in zip(x, y)]
            write(f"{operation}-{name}_{element}", operation, element, x, y, want)


def main():
    inf, nan = np.inf, np.nan
    cases("zeta", zeta, [
        ("middle", [1.0625, 1.5, 2, 2.5, 3, 5, 9.25], [0.75, 1, 1.5, 2, 3.25, 8, 9, 20]),
        ("small", [7, 11.5, 20], [5, 7.5, 30]),
        ("far", [1.5, 2, 3], [1e3, 12345.5, 1e6]),
        ("near_one", [1 + 2.0 ** -20, 1 + 2.0 ** -10], [0.5, 1, 40]),
        ("below_zero", [2, 3, 4, 7], [-0.75, -1.5, -3.25, -20.5, -100.125]),
    ])
    cases("polygamma", polygamma, [
        ("middle", [0, 1, 2, 3], [0.5, 1, 1.5, 2.25, 7, 30]),
        ("high", [10, 15], [0.875, 1, 1.25]),
        ("below_zero", [1, 2, 3], [-0.5, -1.25, -2.75]),
    ])
    # Poles, and where there is no real value.
    s = [1, 0.5, -2, 2, 3, 2.5, 2, 3, 2, 3, nan, 2, 1.5]
    q = [2, 2, 3, 0, 0, -0.5, -1, -2, inf, 1e300, 1, nan, -0.0]
    want = [inf, nan, nan, inf, nan, nan, inf, nan, 0, 0, nan, nan, nan]
    n = [-1, 0.5, 1, 2, 1, 2, 0, nan, 1]
    x = [1, 1, 0, 0, -3, -3, 0, 1, nan]
    derived = [nan, nan, inf, nan, inf, nan, nan, nan, nan]
    for element in ("f32", "f64"):
        write(f"zeta-special_{element}", "zeta", element, s,
              [1e30 if v == 1e300 and element == "f32" else v for v in q], want)
        write(f"polygamma-special_{element}", "polygamma", element, n, x, derived)


if __name__ == "__main__":
    main()
