"""How a process with the device ends, and what a forked child is told."""

import atexit
import os
import sys
import time

import torch
from tilewright.torch import _device

_in_bad_fork = False


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


def _end_profile():
    """PyTorch ends with a SIGSEGV, on CPU, too, where a profile still goes on. One does if
    an error comes to light in the synchronisation with which its block ends."""
    if torch.autograd._profiler_enabled():
        torch.autograd._disable_profiler()


def _at_exit():
    """What is recorded runs for some tenths of a second: nobody can read the rest.
    An error that nobody has seen is printed. A thread that still lets go of a backward's
    state, or comes out of an operation, would ask for the interpreter while it ends, and
    abort: the former are waited for, the latter do not come back."""
    if not _device.started() or _in_bad_fork:
        return
    _end_profile()
    if _device.end_recording() and (error := _device.next_error()):
        print(f"tilewright: {error}", file=sys.stderr)
    end = time.monotonic() + 0.3
    calm = 0
    while calm < 5 and time.monotonic() < end:
        calm = calm + 1 if _autograd_threads_sleep() else 0
        time.sleep(0.001)


def prepare():
    os.register_at_fork(after_in_child=_after_fork_in_child)
    atexit.register(_at_exit)
