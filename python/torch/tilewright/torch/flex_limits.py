"""Which columns a row of flex_attention sees, where its mask function compares sums of
multiples of row and column, as causal masks and windows do: limits that are such sums of the
row alone. They say more than blocks do, and often all that the function says."""

import dataclasses

import torch

from tilewright.torch.flex_places import overloads

_aten = torch.ops.aten
_SMALL = 2**30  # factors below it: nothing wraps in 64 bits, whatever the places


@dataclasses.dataclass(frozen=True)
class _Sum:
    """row * rows + column * columns + one."""
    rows: int
    columns: int
    one: int

    def times(self, factor):
        return _small(self.rows * factor, self.columns * factor, self.one * factor)

    def plus(self, other, sign=1):
        return _small(self.rows + sign * other.rows, self.columns + sign * other.columns,
                      self.one + sign * other.one)


def _small(*factors):
    return _Sum(*factors) if max(map(abs, factors)) < _SMALL else None


@dataclasses.dataclass(frozen=True)
class Limits:
    """Of a row, (factor, more) for each of its limits row * factor + more: columns are not
    below the firsts and not above the lasts. `all`: every such column is seen."""
    firsts: tuple = ()
    lasts: tuple = ()
    all: bool = False

    def both(self, other):
        return Limits(self.firsts + other.firsts, self.lasts + other.lasts,
                      self.all and other.all)


_UNKNOWN = Limits()


def _product(a, b):
    for x, y in ((a, b), (b, a)):
        if x.rows == x.columns == 0:
            return y.times(x.one)
    return None


def _not_negative(x):
    """The limits where the sum is 0 or more."""
    if x is not None and x.columns == 1:
        return Limits(firsts=((-x.rows, -x.one),), all=True)
    if x is not None and x.columns == -1:
        return Limits(lasts=((x.rows, x.one),), all=True)
    return _UNKNOWN


def _compared(sign, more):
    """Of what holds where sign * (a - b) + more is not negative."""
    def limits(a, b):
        difference = a.plus(b, -1)
        scaled = difference and difference.times(sign)
        return _not_negative(scaled and scaled.plus(_Sum(0, 0, more)))
    return limits


def _of(kind, function):
    """What a function gives of two of a kind; of others None."""
    return lambda a, b: (
        function(a, b) if isinstance(a, kind) and isinstance(b, kind) else None)


_RULES = {overload: _of(_Sum, function) for packet, function in (
    (_aten.add, _Sum.plus), (_aten.sub, lambda a, b: a.plus(b, -1)), (_aten.mul, _product),
    (_aten.ge, _compared(1, 0)), (_aten.gt, _compared(1, -1)),
    (_aten.le, _compared(-1, 0)), (_aten.lt, _compared(-1, -1)),
) for overload in overloads(packet)}
_BOTH = frozenset(overloads(_aten.bitwise_and, _aten.logical_and))


def row_limits(function):
    """The limits that a mask function tells without data."""
    _, _, row, column = function.graph.find_nodes(op="placeholder")[:4]
    known = {row: _Sum(1, 0, 0), column: _Sum(0, 1, 0)}

    def value(given):
        if isinstance(given, int) and not isinstance(given, bool):
            return _small(0, 0, given)
        return known.get(given) if isinstance(given, torch.fx.Node) else None

    for node in function.graph.nodes:
        if node.op != "call_function" or len(node.args) != 2 or node.kwargs:
            continue
        a, b = map(value, node.args)
        if node.target in _BOTH:
            a, b = (x if isinstance(x, Limits) else _UNKNOWN for x in (a, b))
            known[node] = a.both(b)
        elif node.target in _RULES:
            known[node] = _RULES[node.target](a, b)
    (result,) = function.graph.find_nodes(op="output")
    given = result.args[0]
    found = known.get(given[0] if isinstance(given, (tuple, list)) else given)
    return found if isinstance(found, Limits) else _UNKNOWN


def _fits(limit, rows):
    factor, more = limit
    return abs(factor) * rows + abs(more) < 2**31


def limits_of_rows(function, sizes, device):
    """The first and the last column of each row, [1, 1, rows, 1] of int32 (None: no limit but
    the columns' own), and whether it sees all of them."""
    rows, columns = sizes[2:]
    limits = row_limits(function)
    if not all(_fits(limit, rows) for limit in limits.firsts + limits.lasts):
        return None, None, False
    places = torch.arange(rows, dtype=torch.int32, device=device).view(1, 1, rows, 1)

    def tightest(of, chosen):
        found = None
        for factor, more in of:
            limit = (places * factor + more).clamp(-1, columns)
            found = limit if found is None else chosen(found, limit)
        return found

    return (tightest(limits.firsts, torch.maximum), tightest(limits.lasts, torch.minimum),
            limits.all)
