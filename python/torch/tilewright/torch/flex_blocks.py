"""Which columns the rows of flex_attention see at most, as far as its mask function tells
without data: by comparisons of places, over blocks of them."""

import torch

from tilewright.torch.flex_places import ARITHMETIC, overloads

_aten = torch.ops.aten
ROWS = 512  # of a block
_COLUMNS = 128
_LARGEST = 2**62  # less than what arithmetic of 64 bits wraps at


def _decided(always, never):
    return True if always else False if never else None


def _both(a, b):
    return _decided(a is True and b is True, a is False or b is False)


def _either(a, b):
    return _decided(a is True or b is True, a is False and b is False)


def _of_intervals(function):
    def given(a, b):
        return function(a, b) if isinstance(a, tuple) and isinstance(b, tuple) else None
    return given


def _bounded(function):
    def interval(a, b):
        ends = function(a, b)
        return ends if max(map(abs, ends)) < _LARGEST else None
    return interval


# What an operator gives of what is known of its operands: of integers their interval, of
# truths whether all are; of others None.
_RULES = {
    **{overload: _of_intervals(_bounded(function)) for overload, function in ARITHMETIC.items()},
    **{overload: _of_intervals(function) for packet, function in (
        (_aten.lt, lambda a, b: _decided(a[1] < b[0], a[0] >= b[1])),
        (_aten.le, lambda a, b: _decided(a[1] <= b[0], a[0] > b[1])),
        (_aten.gt, lambda a, b: _decided(a[0] > b[1], a[1] <= b[0])),
        (_aten.ge, lambda a, b: _decided(a[0] >= b[1], a[1] < b[0])),
    ) for overload in overloads(packet)},
    **dict.fromkeys(overloads(_aten.bitwise_and, _aten.logical_and), _both),
    **dict.fromkeys(overloads(_aten.bitwise_or, _aten.logical_or), _either),
}


def _may_see(function, places):
    """Whether a mask function may let something of a block pass: an interval of each place."""
    known = dict(zip(function.graph.find_nodes(op="placeholder"), places))

    def value(given):
        if isinstance(given, bool):
            return given
        return (given, given) if isinstance(given, int) else known.get(given)

    for node in function.graph.nodes:
        rule = _RULES.get(node.target) if node.op == "call_function" else None
        if rule is not None and len(node.args) == 2 and not node.kwargs:
            known[node] = rule(*map(value, node.args))
    (result,) = function.graph.find_nodes(op="output")
    given = result.args[0]
    return known.get(given[0] if isinstance(given, (tuple, list)) else given) is not False


def seen_columns(function, sizes):
    """Of each block of ROWS rows, columns [first, behind) outside of which its mask function
    lets nothing pass; `sizes`: of batches, heads, rows, columns."""
    batches, heads, rows, columns = sizes
    limits = []
    for row in range(0, rows, ROWS):
        seen = [column for column in range(0, columns, _COLUMNS) if _may_see(function, (
            (0, batches - 1), (0, heads - 1), (row, min(row + ROWS, rows) - 1),
            (column, min(column + _COLUMNS, columns) - 1)))]
        limits.append((seen[0], min(seen[-1] + _COLUMNS, columns)) if seen else (0, 0))
    return limits


def narrowed(limits, seen):
    """Columns [first, behind) within the limits that hold all that is seen, so that no bit
    depends on which zeros are left out: rows are summed in blocks of 1,024 from the limits'
    first column on, which an aligned tree joins, and products in chains of 4,096
    (docs/accuracy.md). In whole ROWS: each length is code of its own."""
    begin, end = limits
    first, behind = max(seen[0], begin) - begin, min(seen[1], end) - begin
    if first >= behind:
        return 0, 0
    joined = ROWS
    while first // joined != (behind - 1) // joined:
        joined *= 2
    return begin + first // joined * joined, min(begin + -(-behind // ROWS) * ROWS, end)
