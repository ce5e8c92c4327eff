"""torch_tpu._internal.execution_mode: the modes, by the names of each of its generations."""


from tilewright.torch import modes
from tilewright.torch.modes import (  # pylint: disable=unused-import
    EagerMode, cpu_fallback_mode, get_eager_mode, set_eager_mode)


class DeferMode:
    """The oldest names."""
    NEVER = EagerMode.DEFER_NEVER
    DEFAULT = EagerMode.DEFER_NEVER
    ALL = EagerMode.DEFER_AND_FUSE


def set_defer_mode(mode):
    return set_eager_mode(mode)


def defer_mode(mode):
    return get_eager_mode()(mode)


def prepare(module):
    modes.settable(
        module,
        eager_mode=(lambda _: get_eager_mode(), lambda _, mode: set_eager_mode(mode)),
        enable_cpu_fallback=(lambda _: modes.get_cpu_fallback(),
                             lambda _, allowed: modes.set_cpu_fallback(allowed)))
    # Where an update in place is donated no result changes: there is nothing to turn off.
    module.disable_inplace_buffer_donation = False
