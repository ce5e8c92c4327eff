"""Random numbers that a checkpointed graph takes twice: what PyTorch asks of a device, for
tpu."""

import torch


def _take(operation, *arguments, **named):
    state = torch.tpu.get_rng_state()
    return state, operation(*arguments, **named)


def _take_again(state, operation, *arguments, **named):
    now = torch.tpu.get_rng_state()
    torch.tpu.set_rng_state(state)
    try:
        return operation(*arguments, **named)
    finally:
        torch.tpu.set_rng_state(now)


def _add(operation, of_tpu, begin, device_of):
    """The device is that of the arguments from `begin`."""
    key = torch._C.DispatchKey.BackendSelect
    of_others = operation.py_kernels[key]

    def choose(*arguments, **named):
        chosen = of_tpu if device_of(arguments[begin:], named) == "tpu" else of_others
        return chosen(*arguments, **named)

    operation.py_kernels[key] = choose
    operation._dispatch_cache.clear()


def prepare(rng_prims):
    """Once, of the module that has these operations."""
    _add(rng_prims.run_and_save_rng_state, _take, 1, rng_prims.get_device)
    _add(rng_prims.run_with_rng_state, _take_again, 2, rng_prims.get_device)
