"""Autocast's default type on tpu: bfloat16, where PyTorch's for other devices is float16."""

import functools
import threading

import torch

_told = threading.local()


def _tell_thread():
    """The type is PyTorch's per thread, and a new thread knows nothing of ours."""
    if not getattr(_told, "done", False):
        _told.done = True
        torch.set_autocast_dtype("tpu", torch.bfloat16)


def prepare():
    get = torch.get_autocast_dtype

    @functools.wraps(get)
    def get_autocast_dtype(device_type):
        _tell_thread()
        return get(device_type)

    torch.get_autocast_dtype = get_autocast_dtype
    _tell_thread()
