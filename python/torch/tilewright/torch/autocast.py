"""Autocast on tpu: its default type is bfloat16, where PyTorch's for other devices is
float16; operators of higher order leave it to what is in them."""

import functools
import threading

import torch

_told = threading.local()


def _tell_thread():
    """The type is PyTorch's per thread, and a new thread knows nothing of ours."""
    if not getattr(_told, "done", False):
        _told.done = True
        torch.set_autocast_dtype("tpu", torch.bfloat16)


def _reach_into_bodies():
    """Operators of higher order, those that there are and those to come: PyTorch's list of
    what they pass through has the devices that it knows."""
    key = torch._C.DispatchKey.AutocastPrivateUse1
    try:
        passed = torch._ops._HIGHER_ORDER_OP_DEFAULT_FALLTHROUGH_DISPATCH_KEYS
        there = list(torch._ops._higher_order_ops.values())
    except AttributeError:
        return  # another PyTorch: it keeps its list
    if key in passed:
        return
    passed.append(key)
    for operator in there:
        if key not in operator.py_kernels:
            operator.fallthrough(key)


def prepare():
    _reach_into_bodies()
    get = torch.get_autocast_dtype

    @functools.wraps(get)
    def get_autocast_dtype(device_type):
        _tell_thread()
        return get(device_type)

    # Dynamo knows it, as a constant of a graph, by its two names.
    torch.get_autocast_dtype = torch._C.get_autocast_dtype = get_autocast_dtype
    _tell_thread()
