"""What PyTorch would look for in torch_tpu, and ours has not got yet, says so."""

import sys

import torch


def _refuse_process_groups():
    """Names of process groups on tpu are known, and say that there are none."""
    import torch.distributed as dist  # pylint: disable=import-outside-toplevel
    if not dist.is_available():
        return
    begin = dist.init_process_group

    def init_process_group(backend=None, *arguments, **named):
        if backend is not None and "tpu" in str(backend):
            raise NotImplementedError(
                f"init_process_group({str(backend)!r}): process groups on tpu are not there "
                "yet; 'gloo' is for tensors of the CPU")
        return begin(backend, *arguments, **named)

    init_process_group.__doc__ = begin.__doc__
    for module in (dist, dist.distributed_c10d):
        module.init_process_group = init_process_group


def _forget_absence():
    """Dynamo has an interface for tpu, and remembers whether there was one when it first
    looked."""
    if pallas := sys.modules.get("torch.utils._pallas"):
        pallas.has_torch_tpu.cache_clear()


def prepare():
    _forget_absence()
    _refuse_process_groups()
