#!/usr/bin/env bash
# Unpacks a wheel for aarch64 and tries it under qemu-user, with the Python of a sysroot:
# the package is found, the plugin has its door, and the command line computes the bytes
# that this machine's does. Usage: cross_wheel.sh SYSROOT WHEEL
set -euo pipefail
root="$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)"
sysroot="$(realpath "$1")"
wheel="$(realpath "$2")"
scratch="$(mktemp -d)"
trap 'rm -rf "$scratch"' EXIT
passed=0
passes() { passed=$((passed + 1)); }

# emulated PROGRAM ARGUMENTS...: away from this tree, without a cache.
emulated() {
  (cd "$scratch" && env -i HOME="$scratch/home" PATH=/usr/bin:/bin \
    PYTHONPATH="$scratch/wheel" qemu-aarch64 -L "$sysroot" "$@")
}
python=("$sysroot"/usr/bin/python3.*[0-9])

python3 -m zipfile -e "$wheel" "$scratch/wheel"
chmod +x "$scratch/wheel/tilewright/bin/tilewright"
[[ "$wheel" == *manylinux*aarch64* ]]
passes
emulated "${python[0]}" -c "
import ctypes, platform
from tilewright import jax_plugin
assert platform.machine() == 'aarch64', platform.machine()
assert ctypes.CDLL(jax_plugin.library_path()).GetPjrtApi"
passes
emulated "${python[0]}" -m tilewright
passes
cat > "$scratch/program.mlir" <<'MLIR'
func.func @main(%x: tensor<9x33xf32>, %y: tensor<33x20xf32>) -> tensor<9x20xf32> {
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0]
      : (tensor<9x33xf32>, tensor<33x20xf32>) -> tensor<9x20xf32>
  %1 = stablehlo.tanh %0 : tensor<9x20xf32>
  return %1 : tensor<9x20xf32>
}
MLIR
run=(run "$scratch/program.mlir" --random-inputs --quiet --outputs)
emulated "$scratch/wheel/tilewright/bin/tilewright" "${run[@]}" "$scratch/there"
"$root/build/release/tilewright" "${run[@]}" "$scratch/here"
cmp "$scratch/there/out0.npy" "$scratch/here/out0.npy"
passes
printf '%d passed, 0 failed\n' "$passed"
