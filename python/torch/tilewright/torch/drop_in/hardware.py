"""torch_tpu._internal.utils.hardware."""

from tilewright.torch import _device


def get_chip_name():
    return _device.chip()


def get_device_count():
    return 1
