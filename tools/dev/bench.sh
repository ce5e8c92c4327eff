# What ./dev bench needs. Sourced by ./dev, in the project's folder.

bench_python=.venv-bench/bin/python

# An environment with the peers of the comparison. Each is installed alone: one
# that cannot be is named in the table and does not stop the others.
bench_environment() {
  local wanted="jax==0.10.2 torch==2.13.0 iree-base==3.13.0 numpy"
  [ "$(cat .venv-bench/wanted 2> /dev/null)" != "$wanted" ] || return 0
  say "making the Python environment .venv-bench: $wanted"
  "$(find_python)" -m venv --clear .venv-bench
  local pip=(.venv-bench/bin/pip install --quiet --disable-pip-version-check)
  "${pip[@]}" jax==0.10.2 numpy || die "jax 0.10.2, which writes the cases, cannot be installed"
  # The build for CPUs: from the indexes at hand, else from PyTorch's own; the
  # build with GPU libraries, which is gigabytes, comes last.
  "${pip[@]}" torch==2.13.0+cpu 2> /dev/null ||
    "${pip[@]}" torch==2.13.0 --index-url https://download.pytorch.org/whl/cpu 2> /dev/null ||
    "${pip[@]}" torch==2.13.0 || say "PyTorch 2.13.0 cannot be installed"
  "${pip[@]}" iree-base-compiler==3.13.0 iree-base-runtime==3.13.0 ||
    say "IREE cannot be installed"
  printf '%s\n' "$wanted" > .venv-bench/wanted
}

# bench_build TARGET...: a release build that has the benchmarks.
bench_build() {
  install_packages
  grep -qs '^TILEWRIGHT_BENCH:BOOL=ON' build/release/CMakeCache.txt ||
    configure release -DTILEWRIGHT_BENCH=ON
  build release "$@"
}

# Our own parts; arguments are Google Benchmark's.
bench_parts() {
  bench_build tilewright_benchmarks
  build/release/bench/tilewright_benchmarks "$@"
}

# bench_cache [kernels PROGRAM... | directory [ENTRIES] | remote]: all when nothing is said.
bench_cache() {
  bench_build cache_bench tilewright_cli
  if [ "${1-}" = remote ]; then
    shift
    python3 bench/cache_remote.py "$@"
    return
  fi
  if [ $# -gt 0 ]; then
    build/release/bench/cache_bench "$@"
  else
    build/release/bench/cache_bench kernels examples/programs/*.mlir
    build/release/bench/cache_bench directory
    python3 bench/cache_remote.py
  fi
}

bench_peers() {
  bench_build tilewright_bench_runner
  bench_environment
  PYTHONPATH=. "$bench_python" -m bench.peers "$@"
}

# XLA:CPU alone, on the model programs: run, compilation, memory, second process.
bench_xla() {
  bench_build tilewright_bench_runner
  python_environment
  PYTHONPATH=. .venv/bin/python -m bench.peers --peers xla --only "model programs" --only "solver programs" "$@"
}

# Through JAX: our device against its CPU device, with caches that start empty.
bench_jax() {
  build release tilewright tilewright_pjrt
  python_environment
  local cache
  cache="$(mktemp -d)"
  PYTHONPATH=. JAX_PLATFORMS=tpu,cpu TILEWRIGHT_CACHE_DIR="$cache" \
    PJRT_NAMES_AND_LIBRARY_PATHS="tpu:$PWD/build/release/libtilewright-pjrt.so" \
    .venv/bin/python -m bench.jax_devices "$@"
  rm -rf "$cache"
}

# PyTorch's device against its CPU: models that are trained, single operations with --ops.
bench_torch() {
  python_environment
  torch_environment || die "there is no PyTorch to be had"
  .venv/bin/python -c 'import transformers
assert transformers.__version__ == "5.23.0"' 2> /dev/null ||
    .venv/bin/pip install --quiet --disable-pip-version-check transformers==5.23.0
  install_packages
  configure release -DTILEWRIGHT_TORCH=ON \
    -DTILEWRIGHT_TORCH_PYTHON="$PWD/.venv/bin/python"
  build release tilewright_torch
  PYTHONPATH=. .venv/bin/python -P -m bench.pytorch "$@"
}

# bench_gate --against REV [ARGUMENTS]: this tree against REV, which is built in a
# folder of its own with this tree's runner over its public API.
bench_gate() {
  local revision="" arguments=()
  while [ $# -gt 0 ]; do
    case "$1" in
      --against)
        [ $# -gt 1 ] || die "bench gate: --against needs a revision"
        revision="$2"
        shift
        ;;
      *) arguments+=("$1") ;;
    esac
    shift
  done
  [ -n "$revision" ] || die "bench gate: name a revision: ./dev bench gate --against main"
  local commit
  commit="$(git rev-parse -q --verify "$revision^{commit}")" ||
    die "bench gate: no revision $revision"
  bench_build tilewright_bench_runner
  other_build "$commit"
  python_environment
  say "this tree against $revision (${commit:0:12})"
  PYTHONPATH=. .venv/bin/python -m bench.gate \
    --old "build/gate/$commit/build/release/bench/tilewright_bench_runner" \
    --new build/release/bench/tilewright_bench_runner "${arguments[@]}"
}

# other_build COMMIT: a release build of its runner in build/gate/COMMIT.
other_build() {
  local folder="build/gate/$1"
  if [ ! -d "$folder" ]; then
    mkdir -p build/gate
    git worktree prune
    git worktree add --detach "$folder" "$1" > /dev/null
  fi
  rm -rf "$folder/bench"
  cp -r bench "$folder/bench"
  grep -q 'add_subdirectory(bench)' "$folder/CMakeLists.txt" ||
    printf 'if(TILEWRIGHT_BENCH)\n  add_subdirectory(bench)\nendif()\n' >> "$folder/CMakeLists.txt"
  (
    cd "$folder"
    configure release -DTILEWRIGHT_BENCH=ON -DTILEWRIGHT_TESTS=OFF
    build release tilewright_bench_runner
  )
}
