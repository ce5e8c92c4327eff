"""Tensors of tpu that other libraries look at in place."""

import functools

import torch


def prepare():
    """PyTorch makes capsules of DLPack for tpu, and says of which device they are only where
    that has no name."""
    named = torch.Tensor.__dlpack_device__

    @functools.wraps(named)
    def __dlpack_device__(self):
        if torch.overrides.has_torch_function_unary(self) or self.device.type != "tpu":
            return named(self)
        from torch.utils.dlpack import DLDeviceType  # pylint: disable=import-outside-toplevel
        return DLDeviceType.kDLExtDev, self.device.index

    torch.Tensor.__dlpack_device__ = __dlpack_device__
