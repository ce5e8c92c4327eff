#!/usr/bin/env bash
# Installs a wheel into a fresh virtual environment with JAX, and there, with nothing of
# this tree in reach, sees devices, trains, exports and runs what was exported, and finds
# that a process that wants another platform loads nothing. Usage: wheel.sh PYTHON WHEEL
set -euo pipefail
root="$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)"
python="$1"
wheel="$(realpath "$2")"
scratch="$(mktemp -d)"
trap 'rm -rf "$scratch"' EXIT
passed=0
passes() { passed=$((passed + 1)); }

"$python" -m venv "$scratch/venv"
"$scratch/venv/bin/pip" install --quiet --disable-pip-version-check \
  "$wheel" jax==0.10.2 flatbuffers
cp "$root"/examples/jax/{train,export}.py "$scratch"
# The environment of somebody else's machine.
alone() {
  (cd "$scratch" && env -i HOME="$scratch/home" PATH=/usr/bin:/bin "$@")
}
alone "$scratch/venv/bin/python" -c "
import jax
device, = jax.devices()
assert type(device).__name__ == 'Device' and device.platform == 'tpu', device
assert device.device_kind == 'TPU v5 lite', device.device_kind"
passes
alone "$scratch/venv/bin/python" -m tilewright
passes
alone "$scratch/venv/bin/tilewright" --version
passes
alone "$scratch/venv/bin/python" train.py
passes
alone "$scratch/venv/bin/python" export.py
passes
alone JAX_PLATFORMS=cpu "$scratch/venv/bin/python" -c "
import jax
assert jax.devices()[0].platform == 'cpu'
assert 'tilewright' not in open('/proc/self/maps').read()"
passes
printf '%d passed, 0 failed\n' "$passed"
