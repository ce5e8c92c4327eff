"""Random numbers that a checkpointed graph takes twice: what PyTorch asks of a device, for
tpu."""

import torch


def _device_of(arguments, named):
    """Where an operation with these arguments computes."""
    if named.get("device") is not None:
        return torch.device(named["device"])
    return next((x.device for x in arguments if isinstance(x, torch.Tensor)), None)


def _take(operation, *arguments, **named):
    state = torch.tpu.get_rng_state(_device_of(arguments, named))
    return state, operation(*arguments, **named)


def _take_again(state, operation, *arguments, **named):
    device = _device_of(arguments, named)
    now = torch.tpu.get_rng_state(device)
    torch.tpu.set_rng_state(state, device)
    try:
        return operation(*arguments, **named)
    finally:
        torch.tpu.set_rng_state(now, device)


def _put(new, old, function):
    """In place of another one that the function has from around it."""
    for cell in function.__closure__ or ():
        if cell.cell_contents is old:
            cell.cell_contents = new


def _add(operation, of_tpu, begin, traced):
    """The device is that of the arguments from `begin`. `traced` are its kernels for modes:
    they call the one that chooses, which is what an operator is asked for otherwise."""
    key = torch._C.DispatchKey.BackendSelect
    of_others = operation.py_kernels[key]

    def choose(*arguments, **named):
        device = _device_of(arguments[begin:], named)
        is_tpu = device is not None and device.type == "tpu"
        return (of_tpu if is_tpu else of_others)(*arguments, **named)

    operation.py_kernels[key] = choose
    operation._dispatch_cache.clear()
    for kernel in traced:
        _put(choose, of_others, kernel)


def _traced(operation):
    from torch._higher_order_ops.utils import registered_hop_fake_fns  # pylint: disable=import-outside-toplevel
    return [registered_hop_fake_fns[operation], *operation.python_key_table.values()]


def prepare(rng_prims):
    """Once, of the module that has these operations."""
    for operation, of_tpu, begin in ((rng_prims.run_and_save_rng_state, _take, 1),
                                     (rng_prims.run_with_rng_state, _take_again, 2)):
        _add(operation, of_tpu, begin, _traced(operation))
