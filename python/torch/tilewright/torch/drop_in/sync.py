"""torch_tpu._internal.sync: waiting for tensors."""

import torch

from tilewright.torch import _device


def synchronize(tensors=None, wait=True):
    """All that is recorded begins by itself; with `wait` it has also ended. Tensors are
    written in order, so that waiting for some is waiting for what was recorded before."""
    if isinstance(tensors, torch.Tensor):
        tensors = [tensors]
    for tensor in tensors or ():
        if not tensor.is_tpu:
            raise ValueError(f"a tensor of tpu is wanted, not of {tensor.device}")
    if wait:
        _device.synchronize()


def is_ready(tensor):
    """Whether reading it would not wait."""
    return _device.is_ready(tensor)


is_materialized = is_ready


def is_materializing(tensor):
    return not is_ready(tensor)


def computation_mlir(tensor):
    raise NotImplementedError("the text of what is recorded is not kept")


def computation_graphviz(tensor):
    raise NotImplementedError("the graph of what is recorded is not kept")
