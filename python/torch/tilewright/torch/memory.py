"""Memory of torch.tpu, by the names of torch.cuda: what lives, and what is kept for reuse
beside it, against the HBM of the emulated chip."""

import torch

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


def memory_summary(device=None):
    free, total = mem_get_info(device)
    rows = (("allocated", memory_allocated(device)), ("peak", max_memory_allocated(device)),
            ("reserved", memory_reserved(device)), ("free", free), ("HBM", total))
    return "\n".join(f"{name:10}{value / 2**20:12.1f} MiB" for name, value in rows)


_hbm_usage_summary = memory_summary
