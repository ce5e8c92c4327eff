"""The module `torch.tpu`."""

import dataclasses
import os
import sys

import torch

from tilewright.torch import (  # pylint: disable=unused-import
    _device, autocast, legacy, memory, modes, random, several, sharing, streams)
from tilewright.torch.caches import (  # pylint: disable=unused-import
    _clear_cache, _get_cache_hits, _get_cache_misses, _get_cache_requests,
    _get_cache_stats, _get_dump_on_cache_miss, _set_allow_cache, _set_cache_only,
    _set_dump_on_cache_miss)
from tilewright.torch.ending import _is_in_bad_fork  # pylint: disable=unused-import
from tilewright.torch.memory import (  # pylint: disable=unused-import
    _hbm_usage_summary, caching_allocator_alloc, caching_allocator_delete, empty_cache,
    get_per_process_memory_fraction, max_memory_allocated, max_memory_reserved,
    mem_get_info, memory_allocated, memory_reserved, memory_stats, memory_summary,
    reset_accumulated_memory_stats, reset_peak_memory_stats,
    set_per_process_memory_fraction)
from tilewright.torch.modes import (  # pylint: disable=unused-import
    EagerMode, Precision, cpu_fallback_mode, current_precision, get_eager_mode, precision,
    set_eager_mode)
from tilewright.torch.random import (  # pylint: disable=unused-import
    _get_generator, default_generators, get_rng_state, get_rng_state_all, initial_seed,
    manual_seed, manual_seed_all, seed, seed_all, set_rng_state, set_rng_state_all)
from tilewright.torch.report import explain, report  # pylint: disable=unused-import
from tilewright.torch.streams import (  # pylint: disable=unused-import
    Event, Stream, StreamContext, current_device, current_stream, default_stream, device,
    device_count, device_of, index_of, set_device, set_stream, stream, synchronize)


def is_available():
    return True


def is_initialized():
    return _device.started()


# Modules of torch_tpu's. `hasattr` says that they are not there.
_NOT_THERE = {
    "compiler": "there are no options of XLA; torch.compile takes none that change anything",
    "distributed": "process groups on tpu are not in tilewright yet",
    "ops": "torch_tpu's own operators are not in tilewright yet",
    "optimizers": "torch.optim's are those of tpu",
    "pallas": "kernels in Pallas are not in tilewright yet",
    "profiler": "its profiler is not in tilewright yet; torch.tpu.report() and explain() are",
}


def topology_aware_mesh(*arguments, **named):  # pylint: disable=unused-argument
    raise NotImplementedError(f"topology_aware_mesh: {_NOT_THERE['distributed']}")


def __getattr__(name):
    # Checkpoints keep the generator's state where this says that there is one.
    if name == "_initialized":
        return is_initialized()
    if name in _NOT_THERE:
        raise AttributeError(f"torch.tpu.{name}: {_NOT_THERE[name]}")
    raise AttributeError(f"module 'torch.tpu' has no attribute '{name}'")


def init():
    """Nothing: the device starts with the first tensor."""


_lazy_init = init


def configure(chip=None, numerics=None, threads=None, devices=None):
    """The chip that is emulated and its numerics ('tpu' or 'ieee'), and how many of them the
    process sees, before first use."""
    if _device.started():
        raise RuntimeError("torch.tpu.configure: the device is in use; chip, numerics and "
                           "the number of devices are set before its first use")
    _device.configure(chip or _device.chip(), numerics or _device.numerics(), threads or 0,
                      devices=device_count() if devices is None else devices)
    if device_count() > 1:
        several.prepare()


def counters():
    """What the device has done so far, by name. `launches` are by class of code (the
    operation with the types and ranks of its operands, or, of code for one size, the
    sizes), `syncs` by cause and the line that waited, `fallbacks` by operation,
    `library_calls` those of LAPACK's routines and of our Fourier transforms."""
    return _device.counters()


def compiled_for_one_size():
    """Operations that were compiled for the sizes at hand alone: how many, by operation and
    cause."""
    return _device.compiled_for_one_size()


def reset_counters():
    _device.reset_counters()


def get_device_name(device=None):  # pylint: disable=redefined-outer-name
    index_of(device)
    return f"TPU {_device.chip()} (Tilewright)"


@dataclasses.dataclass(frozen=True, repr=False)
class _TpuDeviceProperties:
    name: str
    total_memory: int
    multi_processor_count: int = 1

    def __repr__(self):
        return (f"_TpuDeviceProperties(name='{self.name}', "
                f"total_memory={self.total_memory >> 20}MB)")


def get_device_properties(device=None):  # pylint: disable=redefined-outer-name
    index_of(device)
    return _TpuDeviceProperties(get_device_name(), _device.total_memory())


def get_device_capability(device=None):  # pylint: disable=redefined-outer-name
    index_of(device)
    return (0, 0)


def get_compute_capability(device=None):  # pylint: disable=redefined-outer-name
    index_of(device)
    return ""


def get_amp_supported_dtype():
    """Types that autocast may compute in: all that the device has."""
    return [torch.bfloat16, torch.float16, torch.float32, torch.float64,
            torch.float8_e5m2, torch.float8_e4m3fn, torch.float8_e5m2fnuz,
            torch.float8_e4m3fnuz, torch.float8_e8m0fnu, torch.complex64, torch.complex128,
            torch.bool, torch.int8, torch.int16, torch.int32, torch.int64, torch.uint8,
            torch.uint16, torch.uint32, torch.uint64]


def is_bf16_supported(including_emulation=True):  # pylint: disable=unused-argument
    return True


def _configure_from(variable, name):
    """What the environment says of one of configure's arguments."""
    value = os.environ.get(variable)
    if not value:
        return
    if name == "devices" and not value.isdecimal():
        raise ValueError(f"{variable}: a number of devices, not '{value}'")
    try:
        configure(**{name: int(value) if name == "devices" else value})
    except (RuntimeError, ValueError) as error:
        raise ValueError(f"{variable}: {error}") from None


def prepare():
    """What holds from the import on; the device itself starts with the first tensor."""
    this = sys.modules[__name__]
    modes.settable(
        this,
        eager_mode=(lambda _: get_eager_mode(), lambda _, mode: set_eager_mode(mode)),
        allow_excess_precision=(lambda _: modes.get_excess_precision(),
                                lambda _, allowed: modes.set_excess_precision(allowed)),
        enable_cpu_fallback=(lambda _: modes.get_cpu_fallback(),
                             lambda _, allowed: modes.set_cpu_fallback(allowed)))
    for name in ("chip", "numerics", "devices"):
        _configure_from("TILEWRIGHT_" + name.upper(), name)
    modes.read_environment()
    vars(this).update(legacy.types())
    autocast.prepare()
    sharing.prepare()
