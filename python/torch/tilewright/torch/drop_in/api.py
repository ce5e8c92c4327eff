"""torch_tpu.api."""

import torch


def tpu_device(index=0):
    return torch.device("tpu", index)
