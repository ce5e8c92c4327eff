# What ./dev cross does. Sourced by ./dev, in the project's folder.
#
# The project for another processor, built here: a sysroot of Debian's packages for it,
# clang, which makes code for any, and qemu, which runs the programs.

sysroot=build/sysroot-aarch64

# What common.sh installs to build with, in the other processor's form.
sysroot_packages=(
  libc6-dev libstdc++-12-dev llvm-19-dev libz3-dev zlib1g-dev libzstd-dev libabsl-dev
  libssl-dev libxxhash-dev libcli11-dev nlohmann-json3-dev libbenchmark-dev
  libcurl4-openssl-dev libhiredis-dev libopenblas-serial-dev libgfortran5
  libgtest-dev libgmock-dev libmpfr-dev libgmp-dev python3
)

# arm64_apt ARGUMENTS...: apt-get with a state of its own, in which nothing is installed;
# this system's is neither read nor written.
arm64_apt() {
  local state="$PWD/$sysroot.apt"
  mkdir -p "$state"/{lists/partial,archives/partial,preferences.d}
  : > "$state/status"
  cat > "$state/sources.list" <<'TEXT'
deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] http://deb.debian.org/debian bookworm main
deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] http://deb.debian.org/debian-security bookworm-security main
TEXT
  apt-get -qq -o Dir::State="$state" -o Dir::State::lists="$state/lists" \
    -o Dir::State::status="$state/status" -o Dir::Cache="$state" \
    -o Dir::Cache::archives="$state/archives" -o Dir::Etc::sourcelist="$state/sources.list" \
    -o Dir::Etc::sourceparts=- -o Dir::Etc::preferences=- \
    -o Dir::Etc::preferencesparts="$state/preferences.d" \
    -o Dir::Log="$state" -o APT::Sandbox::User="$(id -un)" \
    -o APT::Architecture=arm64 -o APT::Architectures=arm64 "$@"
}

# Packages unpacked, not installed: no script of theirs runs.
make_sysroot() {
  local wanted="${sysroot_packages[*]} 1"
  [ "$(cat "$sysroot/wanted" 2> /dev/null)" != "$wanted" ] || return 0
  say "making $sysroot of Debian's arm64 packages"
  rm -rf "$sysroot" "$sysroot.apt"
  mkdir -p "$sysroot"
  arm64_apt update || return 1
  arm64_apt install -y --download-only --no-install-recommends \
    "${sysroot_packages[@]}" || return 1
  local package
  for package in "$sysroot.apt"/archives/*.deb; do
    dpkg-deb -x "$package" "$sysroot" || return 1
  done
  rm -r "$sysroot.apt"
  relative_links
  # Named with the path that it has where it is installed.
  sed -i 's|"\?/usr/lib/aarch64-linux-gnu/libz3\.so"\?|z3|g' \
    "$sysroot"/usr/lib/llvm-19/lib/cmake/llvm/LLVMExports*.cmake
  processor_description
  printf '%s\n' "$wanted" > "$sysroot/wanted"
}

# Links to absolute paths would lead out of the sysroot.
relative_links() {
  local link
  find "$sysroot" -type l -lname '/*' | while read -r link; do
    ln -sfnr "$sysroot$(readlink "$link")" "$link"
  done
}

# qemu shows programs this machine's /proc/cpuinfo, unless the sysroot has one: here a
# Neoverse N1's. Which instructions there are, qemu says by the auxiliary vector.
processor_description() {
  local i
  mkdir -p "$sysroot/proc"
  for ((i = 0; i < $(nproc); ++i)); do
    cat <<TEXT
processor	: $i
BogoMIPS	: 100.00
Features	: fp asimd evtstrm aes pmull sha1 sha2 crc32 atomics fphp asimdhp cpuid asimdrdm lrcpc dcpop asimddp
CPU implementer	: 0x41
CPU architecture: 8
CPU variant	: 0x3
CPU part	: 0xd0c
CPU revision	: 1

TEXT
  done > "$sysroot/proc/cpuinfo"
}

# cross_build [TARGET...]
cross_build() {
  install_packages && make_sysroot || return 1
  build aarch64 "$@"
}

# emulated CPU PROGRAM ARGUMENTS...: one of ours. CPU: one of `qemu-aarch64 -cpu help`.
emulated() {
  local cpu="$1" program="$2"
  shift 2
  QEMU_CPU="$cpu" qemu-aarch64 -L "$sysroot" "build/aarch64/$program" "$@"
}

# emulated_check CPU ARGUMENTS...: golden cases, as test.sh checks them here.
emulated_check() {
  local cpu="$1"
  shift
  emulated "$cpu" tilewright check --skips tests/skips.txt --timeout 3000 "$@"
}

# Under qemu compiling takes about 15 times, running 300 times as long as here. The third
# is for processors that have no instruction for bf16.
cross_golden() {
  step "aarch64: targets" emulated max tilewright print --targets
  step "aarch64: golden cases, ieee, armv8.6" emulated_check max --numerics=ieee tests/golden
  step "aarch64: golden cases, tpu, armv8.6" \
    emulated_check max --numerics=tpu tests/golden
  step "aarch64: golden cases, tpu, armv8.2" \
    emulated_check neoverse-n1 --numerics=tpu tests/golden
}

# Also StableHLO's files, and every unit test.
cross_whole() {
  cross_golden
  local folder
  for folder in stablehlo primitives; do
    [ ! -d "$golden_elsewhere/$folder" ] ||
      step "aarch64: $folder" emulated_check max --numerics=ieee "$golden_elsewhere/$folder"
  done
  step "aarch64: wheel" cross_wheel
  step "aarch64: unit tests" ctest_counted build/aarch64 -j"$(nproc)" --timeout 3000
}

# The wheel `tilewright` for that processor, into dist/, tried with a Python of its own.
cross_wheel() {
  source tools/dev/wheel.sh
  local folder=build/wheel-aarch64 root="$PWD/$sysroot"
  cross_build tilewright tilewright_cli tilewright_pjrt && build release tilewright_cli ||
    return 1
  rm -rf "$folder" dist/tilewright-*aarch64.whl
  mkdir -p "$folder" build/wheel dist
  "$cmake" --install build/aarch64 --prefix "$folder/prefix" --strip > "$folder/log"
  wheel_environment || return 1
  say "packing"
  _PYTHON_HOST_PLATFORM=linux-aarch64 packed . "$folder/prefix" \
    --ldpaths "$root/usr/lib/aarch64-linux-gnu:$root/lib/aarch64-linux-gnu" || return 1
  tests/install/cross_wheel.sh "$sysroot" dist/tilewright-*aarch64.whl
}

# cross aarch64 [golden | wheel | TARGET...]: everything, the golden cases alone, the wheel,
# or only a build.
cross() {
  [ "${1:-}" = aarch64 ] || die "cross: there is aarch64"
  shift
  own_cache
  case "${1:-}" in
    "") cross_build && cross_whole && verdict ;;
    wheel) cross_wheel ;;
    golden) cross_build tilewright_cli && cross_golden && verdict ;;
    *) cross_build "$@" ;;
  esac
}
