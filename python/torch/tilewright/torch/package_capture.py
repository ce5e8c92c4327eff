"""Graphs of aten's operations as programs that are run elsewhere: the operations that eager
mode's recorder sees."""

import torch

from tilewright.torch import _device
from tilewright.torch.graph_order import line_of, name_of
from tilewright.torch.graph_parts import without_autocast
from tilewright.torch.package_flow import FLOW, as_tensor
from tilewright.torch.package_views import stand_in
from tilewright.torch.promised import AsPromised


def _own(result):
    """In memory of its own."""
    return as_tensor(result).clone(memory_format=torch.contiguous_format)


class _AtNode(NotImplementedError):
    """It says at which node."""


def where(node):
    """Its operation, and the user's line."""
    return ", ".join(filter(None, [name_of(node), line_of(node)]))


class Counting(AsPromised):
    """Runs a graph for a capture, and notes how many operations were captured when each node
    began. `sizes`: of symbols, where there are any, the numbers at hand."""

    def __init__(self, module, captured, sizes):
        super().__init__(module, {})
        self.began = []
        self.sizes = sizes
        self.node = None
        self._capture = captured
        self._stand_in = None

    def run_node(self, n):
        self.began.append((self._capture.operations, n))
        self._stand_in = stand_in(n)
        self.node = n
        try:
            result = super().run_node(n)
        except _AtNode:
            raise
        except RuntimeError as error:
            raise _AtNode(f"{where(n)}: {error}") from error
        if self._capture.randoms > 0:
            raise _AtNode(f"{where(n)}: it takes random numbers")
        return result

    def call_function(self, target, args, kwargs):
        if target in FLOW:
            made = FLOW[target](self, *args, **kwargs)
            if made is not NotImplemented:
                return made
        if self._stand_in is not None:
            return self._stand_in(*args, **kwargs)
        return super().call_function(target, args, kwargs)

    def part(self, graph):
        """A graph that is run where this one is."""
        return Counting(graph, self._capture, self.sizes)

    def program(self, graph, operands):
        """A graph, or else what is called with what parts are made of and with stand-ins, as a
        program of contiguous arrays, and tensors like those that it gives."""
        inputs = [torch.empty(x.shape, dtype=x.dtype, device="tpu")
                  if isinstance(x, torch.Tensor) else x for x in operands]
        captured = _device.GraphCapture(inputs, exported=True, any_sizes=bool(self.sizes))
        self._capture.close()
        captured.open()
        try:
            part = Counting(graph if isinstance(graph, torch.nn.Module) else self.module,
                            captured, self.sizes)
            run = part.run if graph is part.module else lambda *x: graph(part.part, *x)
            results = run(*captured.inputs)
            alone = not isinstance(results, (tuple, list))
            results = [_own(result) for result in ([results] if alone else results)]
        finally:
            captured.close()
            self._capture.open()
        like = [torch.empty(x.shape, dtype=x.dtype, device="tpu") for x in results]
        return captured.export(results), like


def capture(module, values, order, sizes):
    """A graph of aten's operations on tpu as a program of the tensors in `values`,
    contiguous, which gives the graph's outputs in this order, and behind them an i64 for
    each thing that is checked when it runs: -2**63 where it holds, or else the $0 of its
    text. And by which operation each node began, and the outputs' sizes."""
    captured = _device.GraphCapture(values, exported=True, any_sizes=bool(sizes))
    captured.open()
    try:
        with torch.no_grad(), without_autocast():
            counting = Counting(module, captured, sizes)
            results = counting.run(*captured.inputs)
            results = [_own(results[i]) for i in order]
    finally:
        captured.close()
    return captured.export(results), counting.began, [list(result.shape) for result in results]
