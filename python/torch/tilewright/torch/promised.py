"""Results lie in memory as a graph promises them: what follows was made for that."""

import torch
from torch._ops import HigherOrderOperator
from torch.fx.experimental.symbolic_shapes import optimization_hint

from tilewright.torch.flex import RUNS

# For sizes that a graph learns when it runs.
_LARGE = 8192


def _hint(size):
    """A size that may be a symbol, as it was when the graph was made."""
    return size if isinstance(size, int) else optimization_hint(size, fallback=_LARGE)


def _strides(sizes, promised):
    """How a result of these sizes lies where the graph promises it as `promised`, a
    FakeTensor. None where the graph does not say."""
    if promised.layout != torch.strided or promised.dim() != len(sizes):
        return None
    if all(isinstance(n, int) for n in (*promised.shape, *promised.stride())):
        return tuple(promised.stride())
    # Of symbols the order of dimensions is known; the promise is a dense array.
    strides = [_hint(stride) for stride in promised.stride()]
    order = sorted(range(len(sizes)), key=lambda d: (strides[d], _hint(promised.shape[d])))
    result, step = [0] * len(sizes), 1
    for d in order:
        result[d] = step
        step *= max(1, sizes[d])
    return tuple(result)


def _laid(result, promised):
    if not isinstance(result, torch.Tensor) or not isinstance(promised, torch.Tensor):
        return result
    if result.device.type != "tpu" or result.numel() < 2 or result._is_view():
        return result
    strides = _strides(result.shape, promised)
    if strides is None or all(
            size == 1 or have == want
            for size, have, want in zip(result.shape, result.stride(), strides)):
        return result
    return torch.empty_strided(result.shape, strides, dtype=result.dtype,
                               device=result.device).copy_(result)


# Of these, places may be on the CPU: Python moves them where there is no graph.
_INDEXED = {torch.ops.aten.index.Tensor, torch.ops.aten._unsafe_index.Tensor,
            torch.ops.aten.index_put.default, torch.ops.aten.index_put_.default,
            torch.ops.aten._unsafe_index_put.default}


class AsPromised(torch.fx.Interpreter):
    """Runs operations of a graph on values that `values` has."""

    def __init__(self, module, values):
        super().__init__(module, garbage_collect_values=False)
        self.env = values

    def run_node(self, n):
        result = self._run(n)
        promised = n.meta.get("val")
        if n.op != "call_function" or promised is None:
            return result
        if isinstance(result, (tuple, list)):
            if not isinstance(promised, (tuple, list)):
                return result
            return type(result)(map(_laid, result, promised))
        return _laid(result, promised)

    def call_function(self, target, args, kwargs):
        if target in _INDEXED and args[0].device.type == "tpu":
            places = [place if place is None else place.to("tpu") for place in args[1]]
            args = (args[0], places, *args[2:])
        return super().call_function(target, args, kwargs)

    def _run(self, n):
        name = n.target.name() if isinstance(n.target, HigherOrderOperator) else ""
        if name not in RUNS:
            return super().run_node(n)
        arguments, named = self.fetch_args_kwargs_from_env(n)
        return RUNS[name](n, *arguments, **named)
