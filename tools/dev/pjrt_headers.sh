#!/usr/bin/env bash
# Fetches XLA's own header of the PJRT C API, which tests/frontend/pjrt/check_abi.py compares
# ours with, out of a package that has it; prints the folder for TILEWRIGHT_PJRT_HEADERS.
# Prints nothing, and says so, where it cannot be had. Usage: tools/dev/pjrt_headers.sh
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
folder="$PWD/build/pjrt-headers"
package="tensorflow-cpu==2.21.0"
inside="tensorflow/include"
# The second only where the package has it.
parts="xla/pjrt/c/ xla/backends/profiler/plugin/"
if [ ! -f "$folder/$inside/xla/pjrt/c/pjrt_c_api.h" ]; then
  scratch="$(mktemp -d)"
  trap 'rm -rf "$scratch"' EXIT
  # It is a large package: a slow network must not cost the tests that follow.
  if ! timeout 300 python3 -m pip download --quiet --disable-pip-version-check --no-deps \
    --timeout 30 --dest "$scratch" "$package" >&2; then
    echo "note: $package is not to be had, PJRT declarations are not compared" >&2
    exit 0
  fi
  mkdir -p "$folder"
  # shellcheck disable=SC2086
  python3 - "$scratch" "$folder" "$inside" $parts << 'PYTHON'
import pathlib, sys, zipfile
wheel = next(pathlib.Path(sys.argv[1]).glob("*.whl"))
with zipfile.ZipFile(wheel) as archive:
    for name in archive.namelist():
        if name.startswith(tuple(f"{sys.argv[3]}/{part}" for part in sys.argv[4:])):
            archive.extract(name, sys.argv[2])
PYTHON
fi
echo "$folder/$inside"
