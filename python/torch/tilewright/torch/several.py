"""Several devices: what PyTorch would ask of a tensor's first key, which is then ours."""

import functools

import torch

from tilewright.torch import higher_order

_prepared = False


def _for_tpu(name, make):
    """The method is `make` for tensors of tpu."""
    usual = getattr(torch.Tensor, name)

    @functools.wraps(usual)
    def method(self, *arguments, **named):
        if self.device.type != "tpu":
            return usual(self, *arguments, **named)
        return make(self, *arguments, **named)

    setattr(torch.Tensor, name, method)


def _new_tensor(self, data, *, dtype=None, device=None, requires_grad=False):
    dtype, device = dtype or self.dtype, device or self.device
    if isinstance(data, torch.Tensor):
        made = data.detach().to(device, dtype, copy=True)
    else:
        made = torch.tensor(data, dtype=dtype, device=device)
    return made.requires_grad_(requires_grad)


def _new(self, *arguments, device=None, **named):
    like = torch.empty(0, dtype=self.dtype)
    arguments = [x.cpu() if isinstance(x, torch.Tensor) else x for x in arguments]
    return like.new(*arguments, **named).to(device or self.device)


def prepare():
    global _prepared  # pylint: disable=global-statement
    if not _prepared:
        _for_tpu("new_tensor", _new_tensor)
        _for_tpu("new", _new)
        higher_order.pass_through(
            torch._C._parse_dispatch_key("TESTING_ONLY_GenericWrapper"))
    _prepared = True
