#!/usr/bin/env bash
# Installs a built tree into an empty prefix, builds examples/embed and the kernel
# tutorials against it, and runs them. Usage: tests/install/run.sh BUILD_FOLDER
set -euo pipefail
root="$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)"
built="$1"
scratch="$(mktemp -d)"
trap 'rm -rf "$scratch"' EXIT
cmake=/usr/bin/cmake
[ -x "$cmake" ] || cmake=cmake

"$cmake" --install "$built" --prefix "$scratch/prefix" > "$scratch/log"
"$cmake" -S "$root/examples/embed" -B "$scratch/build" -G Ninja \
  -DCMAKE_CXX_COMPILER=clang++-19 -DCMAKE_BUILD_TYPE=Release \
  -DCMAKE_PREFIX_PATH="$scratch/prefix" >> "$scratch/log" ||
  { cat "$scratch/log"; exit 1; }
"$cmake" --build "$scratch/build" >> "$scratch/log" || { cat "$scratch/log"; exit 1; }
TILEWRIGHT_CACHE_DIR="$scratch/cache" "$scratch/build/embed"
"$scratch/prefix/bin/tilewright" --version

"$cmake" -S "$root/examples/kernels" -B "$scratch/kernels" -G Ninja \
  -DCMAKE_CXX_COMPILER=clang++-19 -DCMAKE_BUILD_TYPE=Release \
  -DCMAKE_PREFIX_PATH="$scratch/prefix" >> "$scratch/log" ||
  { cat "$scratch/log"; exit 1; }
"$cmake" --build "$scratch/kernels" >> "$scratch/log" || { cat "$scratch/log"; exit 1; }
for tutorial in "$root"/examples/kernels/[0-9]*.cc; do
  name="$(basename "$tutorial" .cc)"
  echo "$name:"
  TILEWRIGHT_CACHE_DIR="$scratch/cache" "$scratch/kernels/$name" | tail -1
done

# No name of LLVM, LAPACK or our insides is exported.
library="$(find "$scratch/prefix" -name libtilewright.so)"
[ -n "$library" ] || { echo "libtilewright.so is not installed"; exit 1; }
foreign="$(nm -DC --defined-only "$library" |
  grep -E ' (llvm::|dgetrf_|tilewright::(ir|codegen|jit|runtime)::)' | head -5 || true)"
[ -z "$foreign" ] || { echo "exported by mistake: $foreign"; exit 1; }
