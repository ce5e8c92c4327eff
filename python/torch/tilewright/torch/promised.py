"""What a graph promises of its tensors, which is what follows was made for, and results that
lie in memory as it says."""

import dataclasses
import functools

import torch
from torch._ops import HigherOrderOperator
from torch._subclasses.fake_tensor import FakeTensor
from torch.fx.experimental.symbolic_shapes import optimization_hint
from torch.utils import _pytree

from tilewright.torch.flex import RUNS
from tilewright.torch.streams import device as device_scope

# For sizes that a graph learns when it runs.
_LARGE = 8192


@dataclasses.dataclass(frozen=True, slots=True)
class Promise:
    """Of a tensor. It outlives the FakeTensor that said so, and goes into files."""
    device: str    # its type
    sizes: tuple   # a symbol as its text
    strides: tuple | None  # None where they are symbols, or there are none
    order: tuple | None  # of dimensions, from the innermost one, where strides are symbols
    place: tuple = ()    # the first element's and strides, where sizes or they are symbols


def _hint(size):
    """A size that may be a symbol, as it was when the graph was made."""
    return size if isinstance(size, int) else optimization_hint(size, fallback=_LARGE)


def _texts(sizes):
    return tuple(size if isinstance(size, int) else str(size) for size in sizes)


def _promise(value):
    if isinstance(value, torch.SymInt):
        return str(value)
    if not isinstance(value, torch.Tensor):
        return None
    sizes = _texts(value.shape)
    strides, order, place = None, None, ()
    if value.layout == torch.strided:
        strides = tuple(value.stride())
        if not all(isinstance(n, int) for n in (*sizes, *strides)):
            steps = list(map(_hint, strides))
            strides, order = None, tuple(sorted(
                range(len(sizes)), key=lambda d: (steps[d], _hint(value.shape[d]))))
            place = _texts((value.storage_offset(), *value.stride()))
    return Promise(value.device.type, sizes, strides, order, place)


# Where a node has it: a Promise, the text of a size, None for other values, or containers of
# these.
KEY = "tilewright_promised"


def promised(node):
    """What the graph promises of a node's value."""
    if KEY not in node.meta:
        node.meta[KEY] = _pytree.tree_map(_promise, node.meta.get("val"))
    return node.meta[KEY]


def promises(node):
    """Those of tensors."""
    return [each for each in _pytree.tree_leaves(promised(node)) if isinstance(each, Promise)]


def _strides(sizes, promise):
    """How a result of these sizes is to lie; None where the graph does not say."""
    if promise.strides is not None:
        return promise.strides if len(promise.strides) == len(sizes) else None
    if promise.order is None or len(promise.order) != len(sizes):
        return None
    # Of symbols the order of dimensions is known; the promise is a dense array.
    result, step = [0] * len(sizes), 1
    for d in promise.order:
        result[d] = step
        step *= max(1, sizes[d])
    return tuple(result)


def _laid(result, promise):
    if (not isinstance(result, torch.Tensor) or isinstance(result, FakeTensor)
            or not isinstance(promise, Promise)):
        return result
    if result.device.type != "tpu" or result.numel() < 2 or result._is_view():
        return result
    strides = _strides(result.shape, promise)
    if strides is None or all(
            size == 1 or have == want
            for size, have, want in zip(result.shape, result.stride(), strides)):
        return result
    return torch.empty_strided(result.shape, strides, dtype=result.dtype,
                               device=result.device).copy_(result)


def _lies_in_rows(promise):
    """Whether it says that a result is contiguous."""
    return promise.order is not None and promise.order == tuple(reversed(range(
        len(promise.order))))


def _laying(promise):
    """A function that lays results so."""
    if isinstance(promise, (tuple, list)):
        parts = [_laying(each) for each in promise]
        return lambda results: (
            type(results)(lay(result) for lay, result in zip(parts, results))
            if isinstance(results, (tuple, list)) else results)
    if not isinstance(promise, Promise) or (promise.strides is None and promise.order is None):
        return lambda result: result
    in_rows, strides = _lies_in_rows(promise), promise.strides

    def lay(result):
        # Most lie so: of plain tensors that is seen at once.
        if type(result) is torch.Tensor and (
                result.is_contiguous() if in_rows else result.stride() == strides):
            return result
        return _laid(result, promise)
    return lay


def laid_by(node):
    """What lays an operation's results as the graph promises; None where it promises nothing."""
    promise = promised(node)
    return None if promise is None else _laying(promise)


# Of these, places may be on the CPU: Python moves them where there is no graph.
_INDEXED = {torch.ops.aten.index.Tensor, torch.ops.aten._unsafe_index.Tensor,
            torch.ops.aten.index_put.default, torch.ops.aten.index_put_.default,
            torch.ops.aten._unsafe_index_put.default}


def _indexing(target):
    def index(array, places, *others, **named):
        if array.device.type == "tpu":
            places = [place if place is None else place.to("tpu") for place in places]
        return target(array, places, *others, **named)
    return index


def _making(target, device):
    """An operation that has no operands is told where to make its result: PyTorch's modes,
    one of which is there when a graph first runs, keep the steps of it from seeing that."""
    def make(*arguments, **named):
        with device_scope(device):
            return target(*arguments, **named)
    return make


def _operation(target, device):
    if target in _INDEXED:
        return _indexing(target)
    # A package's graph has names of devices.
    if device is not None and torch.device(device).type == "tpu":
        return _making(target, device)
    return target


def computing(node):
    """What is called with the values of an operation's arguments."""
    target = node.target
    if isinstance(target, HigherOrderOperator) and target.name() in RUNS:
        return functools.partial(RUNS[target.name()], node)
    return _operation(target, node.kwargs.get("device"))


class AsPromised(torch.fx.Interpreter):
    """Runs operations of a graph on values that `values` has."""

    def __init__(self, module, values):
        super().__init__(module, garbage_collect_values=False)
        self.env = values

    def run_node(self, n):
        result = self._run(n)
        lay = laid_by(n) if n.op == "call_function" else None
        return result if lay is None else lay(result)

    def call_function(self, target, args, kwargs):
        return super().call_function(_operation(target, kwargs.get("device")), args, kwargs)

    def _run(self, n):
        name = n.target.name() if isinstance(n.target, HigherOrderOperator) else ""
        if name not in RUNS:
            return super().run_node(n)
        arguments, named = self.fetch_args_kwargs_from_env(n)
        return RUNS[name](n, *arguments, **named)
