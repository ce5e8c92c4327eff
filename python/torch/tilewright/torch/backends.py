"""The module `torch.backends.tpu`, and the precision of f32 products as PyTorch's own
settings tell it."""

import sys
import types

import torch

from tilewright.torch import _device, modes

# What PyTorch's newer setting calls them.
_BY_TYPE = {"none": "medium", "bf16": "medium", "tf32": "high", "ieee": "highest"}
_NAMES = ("medium", "high", "highest")


def is_built():
    return True


def is_available():
    return True


def _choose(name):
    _device.set_default_precision(_NAMES.index(name))


def _watch_legacy_setting():
    """torch.set_float32_matmul_precision: for the CPU as ever, and for tpu. Until it is
    called the CPU keeps its own, and what is read is tpu's: 'medium'."""
    choose_for_cpu = torch.set_float32_matmul_precision

    def set_float32_matmul_precision(precision):
        choose_for_cpu(precision)
        if precision in _NAMES:  # PyTorch warns of others
            _choose(precision)

    def get_float32_matmul_precision():
        return _NAMES[_device.default_precision()]

    set_float32_matmul_precision.__doc__ = choose_for_cpu.__doc__
    get_float32_matmul_precision.__doc__ = torch.get_float32_matmul_precision.__doc__
    torch.set_float32_matmul_precision = set_float32_matmul_precision
    torch.get_float32_matmul_precision = get_float32_matmul_precision


def _watch_newer_setting():
    """torch.backends.fp32_precision, which is set for all devices at once."""
    choose_for_others = torch._C._set_fp32_precision_setter

    def choose(backend, operation, precision):
        result = choose_for_others(backend, operation, precision)
        if backend == "generic" and operation == "all" and precision in _BY_TYPE:
            _choose(_BY_TYPE[precision])
        return result

    torch._C._set_fp32_precision_setter = choose


def prepare():
    this = types.ModuleType("torch.backends.tpu", __doc__)
    this.is_built, this.is_available = is_built, is_available
    modes.settable(this, allow_excess_precision=(
        lambda _: modes.get_excess_precision(),
        lambda _, allowed: modes.set_excess_precision(allowed)))
    torch.backends.tpu = this
    sys.modules["torch.backends.tpu"] = this
    _watch_legacy_setting()
    _watch_newer_setting()
