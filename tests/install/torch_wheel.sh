#!/usr/bin/env bash
# Installs the wheels `tilewright` and `tilewright-torch` into a fresh virtual environment
# and there, with nothing of this tree in reach, trains with `import torch` alone, sees what
# the import costs, and runs JAX and PyTorch in one process. PyTorch and JAX are those of
# the environment that is named, by a path: they take minutes and a gigabyte to install.
# Usage: torch_wheel.sh ENVIRONMENT FOLDER_OF_WHEELS
set -euo pipefail
root="$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)"
environment="$(realpath "$1")"
wheels="$(realpath "$2")"
scratch="$(mktemp -d)"
trap 'rm -rf "$scratch"' EXIT
passed=0
passes() { passed=$((passed + 1)); }

"$environment/bin/python" -m venv "$scratch/venv"
"$scratch/venv/bin/pip" install --quiet --disable-pip-version-check --no-deps --no-index \
  "$wheels"/tilewright-*.whl "$wheels"/tilewright_torch-*.whl
folder="$(echo "$scratch"/venv/lib/python3*/site-packages)"
echo "$environment"/lib/python3*/site-packages > "$folder/pytorch.pth"
cp "$root"/tests/install/torch_*.py "$root"/examples/pytorch/mlp.py "$scratch"
# The environment of somebody else's machine.
alone() {
  (cd "$scratch" && env -i HOME="$scratch/home" PATH=/usr/bin:/bin "$@")
}
alone "$scratch/venv/bin/python" torch_import.py
passes
alone "$scratch/venv/bin/python" mlp.py
passes
alone "$scratch/venv/bin/python" -m tilewright | grep -q "^PyTorch.*tpu:0"
passes
for order in torch,jax jax,torch; do
  alone ORDER=$order JAX_PLATFORMS=tpu "$scratch/venv/bin/python" torch_and_jax.py
  passes
done
alone TORCH_DEVICE_BACKEND_AUTOLOAD=0 "$scratch/venv/bin/python" -c "
import torch
assert not hasattr(torch, 'tpu')
import tilewright.torch
assert torch.ones(2, device='tpu').sum().item() == 2"
passes
size="$(stat -c %s "$wheels"/tilewright_torch-*.whl)"
[ "$size" -lt 3000000 ] || { echo "tilewright-torch has $size bytes"; exit 1; }
passes
printf '%d passed, 0 failed\n' "$passed"
