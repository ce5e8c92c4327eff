"""What tests of modes share: programs run in several modes, and their bits."""

import time
import unittest

import torch
import tilewright.torch  # pylint: disable=unused-import
from tilewright.torch import _device

STRICT, DEBUG, FUSED = 0, 1, 2


class Mode:
    """A mode for a block."""

    def __init__(self, mode):
        self.mode = mode

    def __enter__(self):
        self.before = _device.mode()
        _device.set_mode(self.mode)

    def __exit__(self, *_):
        _device.set_mode(self.before)


def compiled(seconds=120):
    """Waits until nothing is being compiled in the background."""
    torch.tpu.synchronize()
    end = time.monotonic() + seconds
    while any(s["state"] == "compiling" for s in _device.segments()):
        if time.monotonic() > end:
            raise AssertionError(f"still compiling: {_device.segments()}")
        time.sleep(0.01)


def counted(function):
    """What the function gives, and by how much it raised the counters."""
    before = torch.tpu.counters()
    value = function()
    torch.tpu.synchronize()
    after = torch.tpu.counters()
    return value, {k: after[k] - before[k] for k in after if isinstance(after[k], int)}


def bits(tensors):
    """Tensors as integers, NaNs all alike."""
    out = []
    for t in tensors:
        t = t.detach().cpu()
        if t.is_complex():
            t = torch.view_as_real(t)
        if t.is_floating_point():
            t = torch.where(t.isnan(), torch.full_like(t, float("nan")), t).contiguous()
            t = t.view({1: torch.uint8, 2: torch.int16, 4: torch.int32,
                        8: torch.int64}[t.element_size()])
        out.append(t)
    return out


class FusedTest(unittest.TestCase):

    def equal(self, got, expected, what=""):
        got, expected = bits(got), bits(expected)
        self.assertEqual(len(got), len(expected))
        for i, (a, b) in enumerate(zip(got, expected)):
            self.assertEqual(a.shape, b.shape)
            if not torch.equal(a, b):
                self.fail(f"{what}: tensor {i} of {len(got)}: {int((a != b).sum())} of "
                          f"{a.numel()} elements differ")

    def once(self, attempt, times=5):
        """`attempt(n)` gives counters, and whether they are what they should be: they are
        at least once. A busy machine interrupts the other times."""
        tried = []
        for n in range(times):
            counters, right = attempt(n)
            if right:
                return
            tried.append(counters)
        self.fail(f"{tried} {_device.segments()}")

    def check(self, make, times=6, fuses=True):
        """`make()` gives a step: a function of the step's number that gives tensors. All
        of them are equal in both modes."""
        with Mode(STRICT):
            torch.manual_seed(0)
            step = make()
            expected = [bits(step(i)) for i in range(times)]
        runs = 0
        # A busy machine interrupts a step for so long that it is cut there: then again.
        for _ in range(5):
            with Mode(FUSED):
                torch.manual_seed(0)
                step = make()
                for i in range(times):
                    value, counters = counted(lambda i=i: bits(step(i)))
                    runs += counters["segment_runs"]
                    self.equal(value, expected[i], f"step {i}")
                    compiled()
            if runs > 0 or not fuses:
                break
        if fuses:
            self.assertGreater(runs, 0, _device.segments())
        for segment in _device.segments():
            self.assertIn(segment["state"], ("seen", "compiling", "ready"))
