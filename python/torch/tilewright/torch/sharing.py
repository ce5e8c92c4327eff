"""Memory of tpu that somebody looks at in place: other libraries, and pickle."""

import functools

import torch


def _write_checked():
    """PyTorch pickles a storage by its address: it goes through a copy, which waits for what
    is recorded, and fails where that has failed."""
    write = torch.UntypedStorage._write_file

    @functools.wraps(write)
    def _write_file(self, *arguments):
        return write(self.cpu() if self.device.type == "tpu" else self, *arguments)

    torch.UntypedStorage._write_file = _write_file


def _name_in_dlpack():
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


def prepare():
    _write_checked()
    _name_in_dlpack()
