"""What PyTorch chooses by a device's name, for the names that it knows."""

import torch

HALVES = (torch.bfloat16, torch.float16)


def _sum_chunks_in_f32():
    """F.linear_cross_entropy in chunks: of 16-bit types the CPU sums in f32, and so does
    tpu. Unknown devices would sum in the type itself."""
    try:
        from torch.nn.modules import linear_cross_entropy_options as options  # pylint: disable=import-outside-toplevel
        choices, kind = options._AUTO_DEFAULTS, options.LinearCrossEntropyOptions
        choose = kind._resolve_auto_acc_dtype
    except (ImportError, AttributeError):
        return  # another PyTorch: it keeps its choice
    choices.update({("tpu", half): choices["cpu", half] for half in HALVES})

    def type_of_sums(dtype, device):
        known = device is None or device.type != "tpu"
        return choose(dtype, device if known else torch.device("cpu"))

    kind._resolve_auto_acc_dtype = staticmethod(type_of_sums)


def prepare():
    _sum_chunks_in_f32()
