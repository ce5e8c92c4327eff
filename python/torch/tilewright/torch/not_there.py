"""What PyTorch would look for in torch_tpu, and ours has not got yet, says so."""

import sys

import torch

_COMPILE = ("torch.compile for tpu is not there yet: the device runs operations as they come. "
            "Leave torch.compile out, or give it backend='eager'")


def _on_tpu(module, inputs):
    """Whether a captured graph computes on tpu."""
    def is_tpu(tensor):
        return isinstance(tensor, torch.Tensor) and tensor.device.type == "tpu"

    def device_of(node):
        device = node.kwargs.get("device")
        return torch.device(device).type if device is not None else ""

    tensors = [*inputs, *module.parameters(), *module.buffers()]
    return (any(map(is_tpu, tensors))
            or any(is_tpu(node.meta.get("example_value")) or device_of(node) == "tpu"
                   for node in module.graph.nodes))


def compile_backend(module, inputs, **_):
    """torch.compile(backend="tpu"), found by its entry point."""
    raise NotImplementedError(_COMPILE)


def _refuse_inductor():
    """Inductor's own way for tpu ends in generated code that imports torch_tpu."""
    wrapper = torch._TorchCompileInductorWrapper
    inductor = wrapper.__call__

    def call(self, model_, inputs_, **options):
        if hasattr(model_, "graph") and _on_tpu(model_, inputs_):
            raise NotImplementedError(_COMPILE)
        return inductor(self, model_, inputs_, **options)

    wrapper.__call__ = call


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
    _refuse_inductor()
    _refuse_process_groups()
