"""How operations are run, and how exact they are: what a user chooses in torch.tpu."""

import enum
import os
import types

from tilewright.torch import _device


def settable(module, **properties):
    """Makes attributes of a module properties, which a module has none of by itself."""
    kind = type("Module", (types.ModuleType,),
                {name: property(*functions) for name, functions in properties.items()})
    module.__class__ = kind


class EagerMode(enum.Enum):
    """DEFER_NEVER (strict): operations run one by one, behind the program.
    DEFER_NEVER_AND_LAUNCH_BLOCKING (debug): each has run when it returns.
    DEFER_AND_FUSE (fused): what repeats is compiled whole."""
    DEFER_NEVER = 0
    DEFER_NEVER_AND_LAUNCH_BLOCKING = 1
    DEFER_AND_FUSE = 2
    STRICT = 0
    DEBUG = 1
    FUSED = 2
    # Older and inner names: all that is deferred is fused.
    DEFER_AND_FUSE_WITH_O1 = 2
    INTERNAL_DEFER_ALL = 2
    INTERNAL_COMPILE_FX_GRAPH = 2

    def __call__(self, mode=None):
        """`torch.tpu.eager_mode` is a value and a function: with a mode, a context."""
        return self if mode is None else _Scope(_device.mode, _device.set_mode,
                                                _mode_number(mode))


def _mode_number(mode):
    if isinstance(mode, EagerMode):
        return mode.value
    if isinstance(mode, str) and mode.upper() in EagerMode.__members__:
        return EagerMode[mode.upper()].value
    raise ValueError(f"a mode is one of torch.tpu.EagerMode, or 'strict', 'debug', 'fused', "
                     f"not {mode!r}")


class _Scope:
    """A choice that holds within a block, and ends with it."""

    def __init__(self, get, choose, value):
        self._get, self._choose, self._value = get, choose, value

    def __enter__(self):
        self._before = self._get()
        self._choose(self._value)

    def __exit__(self, *_):
        self._choose(self._before)


class _Now(_Scope):
    """One that is made at once, and for good unless it is used as a context."""

    def __init__(self, get, choose, value):
        super().__init__(get, choose, value)
        self._before = get()
        choose(value)

    def __enter__(self):
        self._choose(self._value)


def get_eager_mode():
    return EagerMode(_device.mode())


def set_eager_mode(mode):
    """Acts at once; as a context manager, until the end of the block."""
    return _Now(_device.mode, _device.set_mode, _mode_number(mode))


class Precision(enum.Enum):
    """Of products of f32: passes of bf16."""
    MEDIUM = "medium"
    HIGH = "high"
    HIGHEST = "highest"
    DEFAULT = "medium"


_PRECISIONS = ("medium", "high", "highest")


def _precision_number(wanted):
    name = wanted.value if isinstance(wanted, Precision) else wanted
    if name not in _PRECISIONS:
        raise ValueError(f"a precision is one of {', '.join(map(repr, _PRECISIONS))}, "
                         f"not {wanted!r}")
    return _PRECISIONS.index(name)


def precision(wanted):
    """Within the block products of f32 are made of one pass of bf16 ('medium'), three
    ('high') or six ('highest'); so are those of their gradients."""
    return _Scope(_device.block_precision, _device.set_block_precision,
                  _precision_number(wanted))


def current_precision():
    """What a product that is recorded now has."""
    return _PRECISIONS[_device.precision()]


def get_excess_precision():
    return _device.excess_precision()


def set_excess_precision(allowed):
    if not isinstance(allowed, bool):
        raise TypeError(f"allow_excess_precision is a bool, not {type(allowed).__name__}")
    _device.set_excess_precision(allowed)


def get_cpu_fallback():
    return _device.cpu_fallback()


def set_cpu_fallback(allowed):
    if not isinstance(allowed, bool):
        raise TypeError(f"enable_cpu_fallback is a bool, not {type(allowed).__name__}")
    _device.set_cpu_fallback(allowed)


def cpu_fallback_mode(allowed):
    """Within the block operations that have no kernel run on the CPU, and are counted."""
    return _Scope(get_cpu_fallback, set_cpu_fallback, allowed)


def read_environment():
    """The mode that a process begins with."""
    fuse = os.environ.get("TORCH_TPU_DEFER_AND_FUSE", os.environ.get("TPU_DEFER_AND_FUSE"))
    if fuse == "1":
        _device.set_mode(EagerMode.FUSED.value)
    elif os.environ.get("TPU_LAUNCH_BLOCKING") == "1":
        _device.set_mode(EagerMode.DEBUG.value)
