"""Functions of places in flex_attention (batch, head, row, column), which are integers of 64
bits, computed with 32 bits where that gives the same: vectors of the processors at hand
multiply and convert those, and twice as many at once."""

import itertools
import operator

import torch

_aten = torch.ops.aten
_SMALL = range(-2**31, 2**31)


def overloads(*packets):
    """All operators of these names that return something new."""
    return [getattr(packet, name) for packet in packets for name in packet.overloads()
            if not name.endswith("out")]


def _of_ends(function):
    def interval(a, b):
        ends = [function(x, y) for x, y in itertools.product(a, b)]
        return min(ends), max(ends)
    return interval


# Of intervals (least, largest) of integers, theirs.
ARITHMETIC = {overload: _of_ends(function)
              for packet, function in ((_aten.add, operator.add), (_aten.sub, operator.sub),
                                       (_aten.mul, operator.mul))
              for overload in overloads(packet)}
# What gives no places.
_OTHERS = {_aten.div.Tensor, _aten.div.Scalar,
           *overloads(_aten.eq, _aten.ne, _aten.lt, _aten.le, _aten.gt, _aten.ge)}


def _is_float(x):
    return isinstance(x, float) or isinstance(x, torch.Tensor) and x.is_floating_point()


class InFewBits(torch.fx.Interpreter):
    """Runs a function as it is, with places of 32 bits: what could leave them, or is not
    known to give the same, has 64. `bounds`: of each place, by its number among the
    function's parameters, how many there are."""

    def __init__(self, function, bounds):
        super().__init__(function)
        # What has 32 bits, and the least and the largest number that it can be.
        self._intervals = {}
        self._parameters = function.graph.find_nodes(op="placeholder")
        for number, node in enumerate(self._parameters):
            count = bounds.get(number)
            if isinstance(count, int) and count in _SMALL:
                self._intervals[node] = (0, count)

    def type_of(self, number):
        """What a place is handed over as, by its number among the parameters."""
        narrow = self._parameters[number] in self._intervals
        return torch.int32 if narrow else torch.int64

    def _interval(self, given):
        if isinstance(given, torch.fx.Node):
            return self._intervals.get(given)
        is_integer = isinstance(given, int) and not isinstance(given, bool)
        return (given, given) if is_integer and given in _SMALL else None

    def _stays(self, node, values):
        """Whether it gives of 32 bits what it gives of 64; notes what is a place again."""
        if node.kwargs or node.target not in ARITHMETIC and node.target not in _OTHERS:
            return False
        intervals = [self._interval(given) for given in node.args]
        if any(map(_is_float, values)):
            return all(interval or _is_float(value)
                       for interval, value in zip(intervals, values))
        if None in intervals:
            return False
        if node.target in ARITHMETIC:
            interval = ARITHMETIC[node.target](*intervals)
            if not all(end in _SMALL for end in interval):
                return False
            self._intervals[node] = interval
        return True

    def run_node(self, n):
        narrow = {given: self.env[given] for given in n.all_input_nodes
                  if given in self._intervals}
        stays = n.op == "call_function" and self._stays(
            n, self.map_nodes_to_values(n.args, n))
        if stays or not narrow:
            return super().run_node(n)
        self.env.update((node, value.long()) for node, value in narrow.items())
        try:
            return super().run_node(n)
        finally:
            self.env.update(narrow)
