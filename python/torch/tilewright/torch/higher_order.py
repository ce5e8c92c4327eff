"""Operators of higher order leave to what is in them what a key of tensors stands for."""

import torch


def pass_through(key):
    """Of operators that there are and those to come: PyTorch's list of what they pass through
    has the keys of devices that it knows."""
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
