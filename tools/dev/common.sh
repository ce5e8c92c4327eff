# What every verb of ./dev needs: packages, builds, the Python environment.
# Sourced by ./dev, in the project's folder.

say() { printf '== %s\n' "$*"; }
die() {
  printf 'dev: %s\n' "$*" >&2
  exit 1
}

packages=(
  cmake ninja-build ccache lld-19 g++
  clang-19 clang-format-19 clang-tidy-19 libclang-rt-19-dev
  llvm-19-dev zlib1g-dev libzstd-dev libabsl-dev libssl-dev libxxhash-dev
  libcli11-dev nlohmann-json3-dev libbenchmark-dev
  libcurl4-openssl-dev libhiredis-dev redis-server nginx-light fish zsh
  libopenblas-serial-dev libgtest-dev libgmock-dev libmpfr-dev libgmp-dev qemu-user
  python3-venv python3-dev
)

# Installs the Debian packages that are not there. Instant when all are.
install_packages() {
  command -v dpkg-query > /dev/null ||
    die "this is no Debian: install the equivalents of: ${packages[*]}"
  local installed missing=() package
  installed="$(dpkg-query -W -f '${Package} ${db:Status-Status}\n' "${packages[@]}" \
    2> /dev/null | sed -n 's/ installed$//p')" || true
  for package in "${packages[@]}"; do
    grep -qx -- "$package" <<< "$installed" || missing+=("$package")
  done
  [ ${#missing[@]} -eq 0 ] && return
  local as_root=()
  if [ "$(id -u)" -ne 0 ]; then
    command -v sudo > /dev/null ||
      die "as root, first: apt-get install ${missing[*]}"
    as_root=(sudo)
  fi
  say "installing ${#missing[@]} Debian packages: ${missing[*]}"
  # A server that does not answer is left after half a minute, three times.
  local network=(-o Acquire::http::Timeout=30 -o Acquire::https::Timeout=30
    -o Acquire::Retries=3)
  "${as_root[@]}" apt-get "${network[@]}" update -qq
  # Servers are for the tests, which start their own: none becomes a service.
  local policy=/usr/sbin/policy-rc.d ok=0
  [ ! -e "$policy" ] || policy=""
  [ -z "$policy" ] || "${as_root[@]}" install -m 755 tools/dev/no_services "$policy"
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
    apt-get "${network[@]}" install -y -qq --no-install-recommends "${missing[@]}" || ok=1
  [ -z "$policy" ] || "${as_root[@]}" rm "$policy"
  return $ok
}

# Debian's own tools, whatever else is first in the path.
cmake=/usr/bin/cmake
[ -x "$cmake" ] || cmake=cmake

# configure PRESET ARGUMENTS...: in the current folder.
configure() {
  local preset="$1"
  shift
  say "configuring $preset"
  "$cmake" --preset "$preset" \
    -DCMAKE_MAKE_PROGRAM="$(command -v /usr/bin/ninja || command -v ninja)" "$@" > /dev/null
}

# build PRESET [TARGET...]
build() {
  local preset="$1"
  shift
  install_packages
  [ -f "build/$preset/build.ninja" ] || configure "$preset"
  say "building $preset"
  local targets=()
  [ $# -gt 0 ] && targets=(--target "$@")
  "$cmake" --build "build/$preset" "${targets[@]}"
}

# build_for PROGRAM: what a command needs: itself if it is one of ours, a test or a
# benchmark, and the command line.
build_for() {
  build release tilewright_cli
  case "$1" in
    tilewright) ;;
    *)
      if "$cmake" --build build/release --target help | grep -qE "^$1(:|\$)"; then
        build release "$1"
      fi
      ;;
  esac
}

# A Python that wheels are made for and that runs: a name may be in the path of
# which only a version manager's stub is there.
find_python() {
  local name
  for name in python3.12 python3.11 python3; do
    ! "$name" -c '' 2> /dev/null || { command -v "$name" && return; }
  done
  die "there is no Python 3"
}

# PyTorch in the same environment: what its device is built against and tested with.
torch_environment() {
  .venv/bin/python -P -c 'import torch
assert torch.__version__.startswith("2.13.0")' \
    2> /dev/null && return
  say "installing PyTorch into .venv"
  .venv/bin/pip install --quiet --no-cache-dir --disable-pip-version-check torch==2.13.0
}

# The device for PyTorch, built against the PyTorch of .venv, in the build.
torch_device() {
  configure release -DTILEWRIGHT_TORCH=ON \
    -DTILEWRIGHT_TORCH_PYTHON="$PWD/.venv/bin/python" || return 1
  build release tilewright_torch
}

# with_torch_device SCRIPT ARGUMENTS...: as if both packages were installed.
with_torch_device() {
  TILEWRIGHT_LIBRARY_DIR="$PWD/build/release" PYTHONPATH="$PWD/python:$PWD/python/torch" \
    .venv/bin/python -c 'import runpy, sys, tilewright.torch
sys.argv = sys.argv[1:]
runpy.run_path(sys.argv[0], run_name="__main__")' "$@"
}

# A virtual environment with what the Python parts need.
python_environment() {
  local wanted="jax==0.10.2 numpy flatbuffers"
  if [ "$(cat .venv/wanted 2> /dev/null)" != "$wanted" ]; then
    say "making the Python environment .venv: $wanted"
    "$(find_python)" -m venv --clear .venv || return 1
    # shellcheck disable=SC2086
    .venv/bin/pip install --quiet --disable-pip-version-check $wanted || return 1
    printf '%s\n' "$wanted" > .venv/wanted
  fi
}
