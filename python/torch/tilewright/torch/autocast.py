"""Autocast on tpu: its default type is bfloat16, where PyTorch's for other devices is
float16; operators of higher order leave it to what is in them."""

import functools
import threading

import torch

from tilewright.torch import higher_order

_told = threading.local()


def _tell_thread():
    """The type is PyTorch's per thread, and a new thread knows nothing of ours."""
    if not getattr(_told, "done", False):
        _told.done = True
        torch.set_autocast_dtype("tpu", torch.bfloat16)


def prepare():
    higher_order.pass_through(torch._C.DispatchKey.AutocastPrivateUse1)
    get = torch.get_autocast_dtype

    @functools.wraps(get)
    def get_autocast_dtype(device_type):
        _tell_thread()
        return get(device_type)

    # Dynamo knows it, as a constant of a graph, by its two names.
    torch.get_autocast_dtype = torch._C.get_autocast_dtype = get_autocast_dtype
    _tell_thread()
