"""Devices, streams and events of torch.tpu. There is one device and one queue: streams
differ in name."""

import contextlib

import torch

from tilewright.torch import _device


def index_of(which):
    """0, of whatever names the device; ValueError for another."""
    if which is None:
        return 0
    if isinstance(which, int) and not isinstance(which, bool):
        index = which
    else:
        which = torch.device(which)
        if which.type != "tpu":
            raise ValueError(f"expected a device of type tpu, not {which}")
        index = which.index or 0
    if index != 0:
        raise ValueError(f"tpu:{index}: there is one device in a process, tpu:0")
    return 0


def device_count():
    return 1


def current_device():
    return 0


def set_device(which):
    index_of(which)


class device(contextlib.nullcontext):  # pylint: disable=invalid-name
    """The current device within a block: the one there is. None and negative indices
    change nothing, as elsewhere."""

    def __init__(self, which):
        super().__init__()
        if not (isinstance(which, int) and which < 0):
            index_of(which)


class device_of(device):  # pylint: disable=invalid-name
    """The device of a tensor; nothing where that is another."""

    def __init__(self, tensor):
        super().__init__(0 if getattr(tensor, "is_tpu", False) else None)


class Stream(torch.Stream):
    def __new__(cls, device=None, priority=0, **kwargs):  # pylint: disable=redefined-outer-name
        index_of(device)
        if kwargs:  # of a stream that is there: its id, index, type
            return super().__new__(cls, priority=priority, **kwargs)
        return super().__new__(cls, device="tpu:0", priority=priority)


class _EventType(type):
    def __instancecheck__(cls, value):
        return isinstance(value, torch.Event) and value.device.type == "tpu"


class Event(metaclass=_EventType):
    """When what was recorded so far has run; its time where `enable_timing` is true. They
    are torch.Event's own: `elapsed_time` takes no others."""

    def __new__(cls, enable_timing=False, blocking=False, interprocess=False):
        if interprocess:
            raise NotImplementedError("events of tpu are not shared between processes")
        return torch.Event(device="tpu:0", enable_timing=enable_timing, blocking=blocking)


def current_stream(which=None):
    index_of(which)
    return torch.accelerator.current_stream("tpu:0")


def default_stream(which=None):
    index_of(which)
    return torch.Stream(stream_id=0, device_index=0,
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
