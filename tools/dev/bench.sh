# What ./dev bench needs. Sourced by ./dev, in the project's folder.

bench_python=.venv-bench/bin/python

# An environment with the peers of the comparison. Each is installed alone: one
# that cannot be is named in the table and does not stop the others.
bench_environment() {
  local wanted="jax==0.10.2 torch==2.13.0 iree-base==3.13.0 numpy"
  [ "$(cat .venv-bench/wanted 2> /dev/null)" != "$wanted" ] || return 0
  say "making the Python environment .venv-bench: $wanted"
  local python
  python="$(command -v python3.12 || command -v python3.11 || command -v python3)"
  "$python" -m venv --clear .venv-bench
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
  build release tilewright_cli
  grep -q '^TILEWRIGHT_BENCH:BOOL=ON' build/release/CMakeCache.txt ||
    cmake -DTILEWRIGHT_BENCH=ON build/release > /dev/null
  build release "$@"
}

bench_peers() {
  bench_build tilewright_bench_runner
  bench_environment
  PYTHONPATH=. "$bench_python" -m bench.peers "$@"
}
