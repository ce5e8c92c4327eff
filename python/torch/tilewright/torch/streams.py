"""Devices, streams and events of torch.tpu. There is one queue: streams differ in name."""

import torch

from tilewright.torch import _device


def index_of(which):
    """Of whatever names a device, None the current one; ValueError for one that is not there."""
    if which is None:
        return current_device()
    if isinstance(which, int) and not isinstance(which, bool):
        index = which
    else:
        which = torch.device(which)
        if which.type != "tpu":
            raise ValueError(f"expected a device of type tpu, not {which}")
        index = current_device() if which.index is None else which.index
    if not 0 <= index < device_count():
        there = "is one device" if device_count() == 1 else f"are {device_count()} devices"
        raise ValueError(f"tpu:{index}: there {there} in this process "
                         "(torch.tpu.configure(devices=...), TILEWRIGHT_DEVICES)")
    return index


def device_count():
    return _device.device_count()


def current_device():
    return _device.current_device()


def set_device(which):
    _device.exchange_device(index_of(which))


class device:  # pylint: disable=invalid-name
    """The current device within a block. None and negative indices change nothing, as
    elsewhere."""

    def __init__(self, which):
        self.idx = -1 if isinstance(which, int) and which < 0 else index_of(which)

    def __enter__(self):
        self._before = _device.exchange_device(self.idx)

    def __exit__(self, *_):
        _device.exchange_device(self._before)


class device_of(device):  # pylint: disable=invalid-name
    """The device of a tensor; nothing where that is another."""

    def __init__(self, tensor):
        super().__init__(tensor.device if getattr(tensor, "is_tpu", False) else None)


class Stream(torch.Stream):
    def __new__(cls, device=None, priority=0, **kwargs):  # pylint: disable=redefined-outer-name
        index = index_of(device)
        if kwargs:  # of a stream that is there: its id, index, type
            return super().__new__(cls, priority=priority, **kwargs)
        return super().__new__(cls, device=f"tpu:{index}", priority=priority)


class _EventType(type):
    def __instancecheck__(cls, value):
        return isinstance(value, torch.Event) and value.device.type == "tpu"


class Event(metaclass=_EventType):
    """When what was recorded so far has run; its time where `enable_timing` is true. They
    are torch.Event's own: `elapsed_time` takes no others."""

    def __new__(cls, enable_timing=False, blocking=False, interprocess=False):
        if interprocess:
            raise NotImplementedError("events of tpu are not shared between processes")
        return torch.Event(device=f"tpu:{current_device()}", enable_timing=enable_timing,
                           blocking=blocking)


def current_stream(which=None):
    return torch.accelerator.current_stream(f"tpu:{index_of(which)}")


def default_stream(which=None):
    return torch.Stream(stream_id=0, device_index=index_of(which),
                        device_type=int(torch._C._autograd.DeviceType.PrivateUse1))


def set_stream(stream):  # pylint: disable=redefined-outer-name
    if stream is not None:
        torch.accelerator.set_stream(stream)


class StreamContext:
    """The current stream within a block; None changes nothing."""

    def __init__(self, wanted):
        self.stream = wanted

    def __enter__(self):
        self._before = current_stream()
        set_stream(self.stream)
        return self

    def __exit__(self, *_):
        set_stream(self._before)


def stream(wanted):
    return StreamContext(wanted)


def synchronize(which=None):
    """Waits until everything recorded so far has run; raises what failed of it."""
    index_of(which)
    _device.synchronize()
