"""Memory of torch.tpu, by the names of torch.cuda: what lives, and what is kept for reuse
beside it, against the HBM of the emulated chip."""

import torch

from tilewright.torch import _device
from tilewright.torch.streams import index_of

_accelerator = torch.accelerator


def memory_stats(device=None):
    return _accelerator.memory_stats(index_of(device))


def memory_allocated(device=None):
    """Bytes of the storages that live now, as the program sees them."""
    return _accelerator.memory_allocated(index_of(device))


def max_memory_allocated(device=None):
    return _accelerator.max_memory_allocated(index_of(device))


def memory_reserved(device=None):
    """Bytes taken from the host: what lives, what is still in use, what is kept."""
    return _accelerator.memory_reserved(index_of(device))


def max_memory_reserved(device=None):
    return _accelerator.max_memory_reserved(index_of(device))


def reset_peak_memory_stats(device=None):
    _accelerator.reset_peak_memory_stats(index_of(device))


def reset_accumulated_memory_stats(device=None):
    _accelerator.reset_accumulated_memory_stats(index_of(device))


def mem_get_info(device=None):
    """Bytes of HBM that are free, and all."""
    return _accelerator.get_memory_info(index_of(device))


def empty_cache():
    """Gives what is kept for reuse back to the host."""
    _accelerator.empty_cache()


def set_per_process_memory_fraction(fraction, device=None):
    """What lives may take no more of HBM than this."""
    index_of(device)
    if not isinstance(fraction, float):
        raise TypeError("Invalid type for fraction argument, must be `float`")
    if not 0 <= fraction <= 1:
        raise ValueError(f"Invalid fraction value: {fraction}. Allowed range: 0~1")
    _device.set_memory_share(fraction)


def get_per_process_memory_fraction(device=None):
    index_of(device)
    return _device.memory_share()


_taken = {}  # storages that somebody has the address of


def caching_allocator_alloc(size, device=None, stream=None):  # pylint: disable=unused-argument
    """The address of so many bytes, for libraries that know nothing of tensors."""
    storage = torch.UntypedStorage(size, device=f"tpu:{index_of(device)}")
    address = storage.data_ptr()
    if address:
        _taken[address] = storage
    return address


def caching_allocator_delete(mem_ptr):
    if mem_ptr and _taken.pop(mem_ptr, None) is None:
        raise RuntimeError(f"invalid device pointer: {mem_ptr:#x}")


def memory_summary(device=None):
    free, total = mem_get_info(device)
    rows = (("allocated", memory_allocated(device)), ("peak", max_memory_allocated(device)),
            ("reserved", memory_reserved(device)), ("free", free), ("HBM", total))
    return "\n".join(f"{name:10}{value / 2**20:12.1f} MiB" for name, value in rows)


_hbm_usage_summary = memory_summary
