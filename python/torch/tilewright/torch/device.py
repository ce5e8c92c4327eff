"""The module `torch.tpu`."""

import atexit
import contextlib
import os
import sys
import time

import torch

from tilewright.torch import _device, autocast

_PRECISIONS = {"medium": 0, "high": 1, "highest": 2}
_in_bad_fork = False
_initialized = False


def is_available():
    return True


def is_initialized():
    return _device.started()


def init():
    pass


_lazy_init = init


def device_count():
    return 1


def current_device():
    return 0


def _index(device):
    if device is None or isinstance(device, int):
        index = device or 0
    else:
        device = torch.device(device)
        if device.type != "tpu":
            raise ValueError(f"expected a device of type tpu, not {device}")
        index = device.index or 0
    if index != 0:
        raise ValueError(f"tpu:{index}: there is one device in a process, tpu:0")
    return index


def set_device(device):
    _index(device)


def synchronize(device=None):
    """Waits until everything recorded so far has run; raises what failed of it."""
    _index(device)
    _device.synchronize()


def configure(chip=None, numerics=None, threads=None):
    """The chip that is emulated and its numerics ('tpu' or 'ieee'), before first use."""
    if _device.started():
        raise RuntimeError("torch.tpu.configure: the device is in use; chip and numerics "
                           "are set before its first use")
    _device.configure(chip or _device.chip(), numerics or _device.numerics(), threads or 0)


def counters():
    """What the device has done so far, by name."""
    values = _device.counters()
    values["fallbacks"] = {}
    values["library_calls"] = 0
    return values


def reset_counters():
    _device.reset_counters()


def get_device_name(device=None):
    _index(device)
    return f"TPU {_device.chip()} (Tilewright)"


class _Properties:
    def __init__(self):
        self.name = get_device_name()
        self.total_memory = _device.total_memory()
        self.multi_processor_count = 1

    def __repr__(self):
        return (f"_TpuDeviceProperties(name='{self.name}', "
                f"total_memory={self.total_memory >> 20}MB)")


def get_device_properties(device=None):
    _index(device)
    return _Properties()


def get_compute_capability(device=None):
    _index(device)
    return ""


def get_amp_supported_dtype():
    return [torch.bfloat16, torch.float16, torch.float32]


def manual_seed(seed):
    _device.manual_seed(seed & 0xFFFFFFFFFFFFFFFF)


manual_seed_all = manual_seed


class _Generators:
    """A sequence of one, made when it is looked at."""

    def __getitem__(self, index):
        _index(index)
        return _device.default_generator()

    def __len__(self):
        return 1


default_generators = _Generators()


def _get_generator(device):
    _index(device)
    return default_generators[0]


def get_rng_state(device="tpu"):
    _index(device)
    return default_generators[0].get_state()


def set_rng_state(state, device="tpu"):
    _index(device)
    default_generators[0].set_state(state)


@contextlib.contextmanager
def precision(name):
    """Within the block products of f32 are made of one pass of bf16 ('medium'), three
    ('high') or six ('highest')."""
    before = _device.precision()
    _device.set_precision(_PRECISIONS[name])
    try:
        yield
    finally:
        _device.set_precision(before)


class Stream(torch.Stream):
    def __new__(cls, device=None, priority=0, **kwargs):
        _index(device)
        return super().__new__(cls, device="tpu:0", priority=priority, **kwargs)


class Event(torch.Event):
    def __new__(cls, enable_timing=False, **kwargs):
        return super().__new__(cls, device="tpu:0", enable_timing=enable_timing, **kwargs)


def current_stream(device=None):
    _index(device)
    return torch.accelerator.current_stream("tpu:0")


def default_stream(device=None):
    _index(device)
    return torch.Stream(stream_id=0, device_index=0,
                        device_type=torch._C._autograd.DeviceType.PrivateUse1)


def set_stream(stream):
    torch.accelerator.set_stream(stream)


@contextlib.contextmanager
def stream(stream):  # pylint: disable=redefined-outer-name
    if stream is None:
        yield
        return
    before = current_stream()
    set_stream(stream)
    try:
        yield
    finally:
        set_stream(before)


def _is_in_bad_fork():
    return _in_bad_fork


def _after_fork_in_child():
    global _in_bad_fork  # pylint: disable=global-statement
    _in_bad_fork = _device.started()


def _autograd_threads_sleep():
    """Whether PyTorch's threads for backward wait for work."""
    tasks = "/proc/self/task"
    try:
        for task in os.listdir(tasks):
            with open(f"{tasks}/{task}/stat", encoding="utf-8") as file:
                name, _, rest = file.read().partition("(")[2].rpartition(")")
            if name.startswith("pt_autograd") and rest.split()[0] != "S":
                return False
    except OSError:  # one has ended meanwhile, or there is no /proc
        pass
    return True


def _at_exit():
    """What is recorded runs to its end; an error that nobody has seen is printed. A
    thread that still lets go of a backward's state would ask for the interpreter while
    it ends, and abort: it is waited for."""
    if not _device.started() or _in_bad_fork:
        return
    try:
        _device.synchronize()
    except RuntimeError as error:
        print(f"tilewright: {error}", file=sys.stderr)
    end = time.monotonic() + 0.5
    calm = 0
    while calm < 3 and time.monotonic() < end:
        calm = calm + 1 if _autograd_threads_sleep() else 0
        time.sleep(0.001)


def _prepare():
    autocast.prepare()
    chip = os.environ.get("TILEWRIGHT_CHIP")
    numerics = os.environ.get("TILEWRIGHT_NUMERICS")
    if chip or numerics:
        configure(chip=chip, numerics=numerics)
    os.register_at_fork(after_in_child=_after_fork_in_child)
    atexit.register(_at_exit)
