#!/usr/bin/env python3
"""Writes the golden cases of linear algebra and FFT beside this file.

    python3 generate_linalg.py     (needs jax 0.10.2 on the CPU)

A case is a folder: module.mlir, in<i>.npy, out<i>.npy, manifest.json. Modules
are JAX's own lowerings, for the CPU (LAPACK custom calls) or for the TPU (@Qr,
@LuDecomposition, @Eigh, stablehlo.cholesky, ...); expected outputs are what the
same function gives on the CPU.
"""

import json
import pathlib

import jax
import jax.numpy as jnp
import numpy as np

jax.config.update("jax_enable_x64", True)

HERE = pathlib.Path(__file__).parent
LINALG = jax.lax.linalg


def random(seed, shape, dtype):
    rng = np.random.default_rng(seed)
    values = rng.standard_normal(shape)
    if np.dtype(dtype).kind == "c":
        values = values + 1j * rng.standard_normal(shape)
    return values.astype(dtype)


def positive(seed, shape, dtype):
    a = random(seed, shape, dtype)
    a = a @ np.conj(np.swapaxes(a, -1, -2))
    return (a + shape[-1] * np.eye(shape[-1])).astype(dtype)


def hermitian(seed, shape, dtype):
    a = random(seed, shape, dtype)
    return ((a + np.conj(np.swapaxes(a, -1, -2))) / 2).astype(dtype)


def write(name, function, inputs, platform):
    folder = HERE / name
    folder.mkdir(exist_ok=True)
    outputs = [np.asarray(x) for x in jax.tree.leaves(jax.jit(function)(*inputs))]
    lowered = jax.jit(function).trace(*inputs).lower(lowering_platforms=(platform,))
    (folder / "module.mlir").write_text(lowered.as_text())
    files = {"inputs": [], "outputs": []}
    for key, prefix, arrays in (("inputs", "in", inputs), ("outputs", "out", outputs)):
        for i, array in enumerate(arrays):
            np.save(folder / f"{prefix}{i}.npy", array)
            files[key].append({"file": f"{prefix}{i}.npy", "dtype": str(array.dtype),
                               "shape": list(array.shape)})
    manifest = {"name": name, "group": name.split("-")[0],
                "dtype": str(inputs[0].dtype), **files}
    (folder / "manifest.json").write_text(json.dumps(manifest, indent=1) + "\n")


def eigen_system(a):
    """What does not depend on the sign or phase of the vectors."""
    vectors, values = LINALG.eigh(a, symmetrize_input=False)
    adjoint = jnp.conj(jnp.swapaxes(vectors, -1, -2))
    exact = jax.lax.Precision.HIGHEST
    return values, jnp.matmul(vectors * values[..., None, :].astype(a.dtype), adjoint,
                              precision=exact)


def main():
    for dtype in ("float32", "float64", "complex64", "complex128"):
        for platform in ("cpu", "tpu"):
            tag = f"{platform}_{dtype}"
            write(f"cholesky-{tag}", LINALG.cholesky, [positive(1, (2, 5, 5), dtype)],
                  platform)
            write(f"lu-{tag}", LINALG.lu, [random(2, (2, 5, 3), dtype)], platform)
            for full in (False, True):
                write(f"qr-{'full' if full else 'thin'}_{tag}",
                      lambda a, full=full: LINALG.qr(a, full_matrices=full),
                      [random(3, (2, 5, 3), dtype)], platform)
            write(f"eigh-{tag}", eigen_system, [hermitian(4, (2, 5, 5), dtype)], platform)
            for side, op in ((True, "n"), (False, "c")):
                write(
                    f"triangular_solve-{'left' if side else 'right'}_{tag}",
                    lambda a, b, side=side, op=op: LINALG.triangular_solve(
                        a, b, left_side=side, lower=side, transpose_a=op == "c",
                        conjugate_a=op == "c", unit_diagonal=not side),
                    [positive(5, (2, 4, 4), dtype) / 4,
                     random(6, (2, 4, 3) if side else (2, 3, 4), dtype)], platform)
        for full in (False, True):
            write(f"svd-{'full' if full else 'thin'}_cpu_{dtype}",
                  lambda a, full=full: LINALG.svd(a, full_matrices=full),
                  [random(7, (2, 4, 4), dtype)], "cpu")
        write(f"svd-values_cpu_{dtype}", lambda a: LINALG.svd(a, compute_uv=False),
              [random(8, (5, 3), dtype)], "cpu")
        write(f"eig-cpu_{dtype}",
              lambda a: LINALG.eig(a, compute_left_eigenvectors=True),
              [random(9, (2, 5, 5), dtype)], "cpu")
        write(f"solve-cpu_{dtype}", jnp.linalg.solve,
              [positive(10, (4, 4), dtype), random(11, (4,), dtype)], "cpu")
    not_positive = np.stack([positive(12, (3, 3), "float32"), -np.eye(3, dtype="float32")])
    for platform in ("cpu", "tpu"):
        write(f"cholesky-not_positive_{platform}", LINALG.cholesky, [not_positive], platform)
    for dtype in ("complex64", "complex128"):
        real = "float32" if dtype == "complex64" else "float64"
        for n in (1, 12, 37):
            write(f"fft-{n}_{dtype}", jnp.fft.fft, [random(n, (3, n), dtype)], "cpu")
            write(f"fft-inverse_{n}_{dtype}", jnp.fft.ifft, [random(n, (3, n), dtype)], "cpu")
            write(f"fft-real_{n}_{real}", jnp.fft.rfft, [random(n, (3, n), real)], "cpu")
            write(f"fft-inverse_real_{n}_{real}",
                  lambda x, n=n: jnp.fft.irfft(x, n=n),
                  [random(n, (3, n // 2 + 1), dtype)], "cpu")
        write(f"fft-three_{dtype}", jnp.fft.fftn, [random(13, (4, 5, 6), dtype)], "cpu")
        write(f"fft-real_two_{real}", jnp.fft.rfft2, [random(14, (2, 6, 7), real)], "cpu")


if __name__ == "__main__":
    main()
