"""What a model's control flow is in a package: a branch or a loop of the program, whose parts
are programs of their own."""

import sympy
import torch

from tilewright.torch import _device

_ours = torch.ops.tilewright
_higher = torch.ops.higher_order

# What numbers are as tensors.
NUMBERS = {bool: torch.bool, int: torch.int64, float: torch.float64}

# Steps of a number are written out up to so many.
_FEW_STEPS = 64

_RELATIONS = {sympy.Eq: torch.eq, sympy.Ne: torch.ne, sympy.Gt: torch.gt, sympy.Ge: torch.ge,
              sympy.Lt: torch.lt, sympy.Le: torch.le}
_LOGIC = {sympy.And: torch.logical_and, sympy.Or: torch.logical_or}


def as_tensor(result):
    """Of a number, too, which is computed when the program runs where it depends on sizes."""
    if isinstance(result, torch.Tensor):
        return result.to("tpu")
    return torch.full((), result, dtype=NUMBERS[type(result)], device="tpu")


def _truth(expression, sizes):
    """A condition on sizes as a tensor; None where there is no such thing."""
    operands = expression.args
    if type(expression) in _RELATIONS and all(each.is_integer for each in operands):
        return _RELATIONS[type(expression)](
            *(as_tensor(int(each.subs(sizes))) for each in operands))
    if type(expression) not in _LOGIC:
        return None
    truths = [_truth(each, sizes) for each in operands]
    made = truths[0]
    for each in truths[1:]:
        made = None if made is None or each is None else _LOGIC[type(expression)](made, each)
    return made


def _condition_of(counting):
    """What the node at hand says of sizes that are open, as a tensor; None: nothing."""
    said = counting.node.args[0]
    value = said.meta.get("val") if isinstance(said, torch.fx.Node) else None
    if not counting.sizes or not isinstance(value, torch.SymBool):
        return None
    return _truth(value.node.expr, counting.sizes)


def _on_tpu(operands):
    return [x.to("tpu") if isinstance(x, torch.Tensor) else x for x in operands]


def _chosen(counting, truth, where_true, where_false, operands=()):
    """What either of two graphs gives."""
    if isinstance(truth, bool):
        of_sizes = _condition_of(counting)
        if of_sizes is None:  # the same for all sizes, or else it is no program
            return counting.part(where_true if truth else where_false).run(*operands)
        truth = of_sizes
    operands = _on_tpu(operands)
    (first, like), (second, _) = (counting.program(graph, operands)
                                  for graph in (where_true, where_false))
    return _ours.chosen(truth.to("tpu"), [x for x in operands if isinstance(x, torch.Tensor)],
                        _device.number_of_branches(first, second), like)


def _looped(counting, goes_on, body, carried, stay=()):
    """What a graph has made of `carried` when another first gives false."""
    carried = [as_tensor(x) for x in carried]
    stay = _on_tpu(stay)
    condition, _ = counting.program(goes_on, [*carried, *stay])
    turn, _ = counting.program(body, [*carried, *stay])
    if condition.checks:
        raise NotImplementedError(f"a loop's condition checks that {condition.checks[0]}")
    return tuple(_ours.looped(carried, [x for x in stay if isinstance(x, torch.Tensor)],
                              _device.number_of_branches(condition, turn)))


def _is_long(counting, xs):
    """Whether a scan is a loop of the program."""
    said = counting.node.args[1 if counting.node.target is _higher.map_impl else 2]
    steps = said[0].meta["val"].shape[0]
    return isinstance(steps, torch.SymInt) or xs[0].shape[0] > _FEW_STEPS


def _scanned(counting, step, carried, xs, stay=()):
    """What a graph makes of each element of `xs` and of what it made before, and the latter's
    last."""
    if not _is_long(counting, xs):
        return NotImplemented
    carried, xs, stay = _on_tpu(carried), _on_tpu(xs), _on_tpu(stay)
    count, kept = len(carried), len(xs)
    _, like = counting.program(step, [*carried, *(x[0] for x in xs), *stay])
    gathered = [torch.zeros((xs[0].shape[0], *y.shape), dtype=y.dtype, device="tpu")
                for y in like[count:]]

    def goes_on(_, number, *values):
        return [number < xs[0].shape[0]]

    def turn(part, number, *values):
        before, done = values[:count], values[count:count + len(gathered)]
        there = values[count + len(gathered):]
        at = number.reshape(1)
        made = part(step).run(
            *before, *(x.index_select(0, at).squeeze(0) for x in there[:kept]), *there[kept:])
        return [number + 1, *made[:count], *(all_of.index_copy(0, at, as_tensor(one)[None])
                                             for all_of, one in zip(done, made[count:]))]

    return _looped(counting, goes_on, turn, [as_tensor(0), *carried, *gathered],
                   [*xs, *stay])[1:]


def _mapped(counting, function, xs, stay=()):
    return _scanned(counting, function, (), xs, stay)


# By operator of higher order; NotImplemented where it is what it is in eager modes.
FLOW = {_higher.cond: _chosen, _higher.while_loop: _looped, _higher.scan: _scanned,
        _higher.map_impl: _mapped}
