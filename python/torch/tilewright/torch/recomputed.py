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


def _add(operation, of_tpu, begin):
    """The device is that of the arguments from `begin`."""
    from torch._prims.rng_prims import get_device  # pylint: disable=import-outside-toplevel
    key = torch._C.DispatchKey.BackendSelect
    of_others = operation.py_kernels[key]
    if getattr(of_others, "of_tpu", None) is of_tpu:
        return

    def choose(*arguments, **named):
        chosen = of_tpu if get_device(arguments[begin:], named) == "tpu" else of_others
        return chosen(*arguments, **named)

    choose.of_tpu = of_tpu
    operation.py_kernels[key] = choose
    operation._dispatch_cache.clear()


def prepare():
    """Before the first graph is made."""
    from torch._prims import rng_prims  # pylint: disable=import-outside-toplevel
    _add(rng_prims.run_and_save_rng_state, _take, 1)
    _add(rng_prims.run_with_rng_state, _take_again, 2)
