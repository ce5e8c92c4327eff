"""Sizes that an exported model leaves open: their symbols, and one program of those that
were captured with some of their values."""

import random

import sympy
import torch
from torch.fx.experimental.symbolic_shapes import optimization_hint
from torch.utils._sympy import functions
from torch.utils._sympy.numbers import int_oo
from torch.utils._sympy.symbol import SymT, symbol_is_type

# How many values of symbols a program is captured with: three products of sizes and a number
# need four, and what is left over proves them.
_POINTS = 6
_UNIT = 16
# Between which values they lie. Some operations are others for small sizes, with the same
# results: where small and large ones are not one program, large ones are it. What sizes have
# to divide by is not always in an exported program: of a model that runs at none of them,
# multiples of the sizes that it was exported with are taken.
_SPANS = ((2, 200), (70, 700))


def _words(name, operands):
    return f"{name}({', '.join(map(text, operands))})"


def text(size):
    """As ir/size/text.h has it."""
    expression = size.node.expr if isinstance(size, torch.SymInt) else sympy.sympify(size)
    if expression.is_Integer or expression.is_Symbol:
        return str(expression)
    operands = expression.args
    if expression.is_Add:
        return " + ".join(map(_factor, operands))
    if expression.is_Mul and all(each.is_integer for each in operands):
        return "*".join(map(_factor, operands))
    if expression.is_Pow and operands[1].is_Integer and operands[1] > 0:
        return f"{_factor(operands[0])}^{operands[1]}"
    for kinds, name in _CALLS:
        if isinstance(expression, kinds):
            return _words(name, operands)
    raise NotImplementedError(f"a package has no sizes such as {expression}")


def _factor(expression):
    written = text(expression)
    return written if expression.is_Symbol or expression.is_Integer else f"({written})"


_CALLS = (
    ((functions.FloorDiv,), "floordiv"),
    ((functions.Mod, functions.PythonMod), "mod"),
    ((functions.Max, sympy.Max), "max"),
    ((functions.Min, sympy.Min), "min"))


class Symbols:
    """Those of an ExportedProgram's inputs, in the order in which they come."""

    def __init__(self, exported):
        found = {}
        for node in exported.graph.nodes:
            if node.op == "placeholder" and isinstance(node.meta.get("val"), torch.Tensor):
                for size in node.meta["val"].shape:
                    if isinstance(size, torch.SymInt):
                        found.update(dict.fromkeys(sorted(
                            size.node.expr.free_symbols, key=str)))
        self.symbols = list(found)
        self.ranges = [self._range(exported, symbol) for symbol in self.symbols]
        # Lists of them: the first one that is one program is taken.
        self.points = [[[]]]
        self.multiples = []  # likewise, where the model runs at none of these
        if self.symbols:
            self.points = [self._points(*span) for span in _SPANS]
            self.multiples = self._multiples(exported)
        self.factors = self._factors(exported)

    @staticmethod
    def _range(exported, symbol):
        """Least and largest value; None: any."""
        allowed = exported.range_constraints.get(symbol)
        if allowed is None:
            return 0, None
        least = 0 if allowed.lower == -int_oo else max(0, int(allowed.lower))
        largest = None if allowed.upper == int_oo else int(allowed.upper)
        if largest is not None and largest < 2:
            raise NotImplementedError(f"a package has no size {symbol} that is 0 or 1 alone")
        return least, largest

    def _points(self, low, high):
        """Values of all symbols, none of them 0 or 1, which mean something else. They are
        the same in every process."""
        columns = []
        for number, (least, largest) in enumerate(self.ranges):
            chance = random.Random(number)
            most = 2**31 if largest is None else largest
            begin = min(max(low, least), max(2, most))
            end = min(max(high, 8 * begin), max(2, most))
            if end - begin < 2 * _POINTS:
                begin = max(2, least, end - 2 * _POINTS)
            steps = [(i + chance.random()) / _POINTS for i in range(_POINTS)]
            column = [round(begin * (end / begin) ** step) for step in steps]
            # Odd ones, and multiples of what kernels count in.
            for i, value in enumerate(column):
                wanted = value | 1 if i % 2 == 0 else value // _UNIT * _UNIT
                if begin <= wanted <= end and wanted not in column:
                    column[i] = wanted
            for i, value in enumerate(column):
                if value in column[:i]:  # the next one that is not there, if there is any
                    free = [v for v in range(begin, end + 1) if v not in column]
                    column[i] = free[0] if free else begin + i % (end - begin + 1)
            chance.shuffle(column)
            columns.append(column)
        return [list(point) for point in dict.fromkeys(zip(*columns))]

    def _multiples(self, exported):
        known = {}
        for node in exported.graph.nodes:
            value = node.meta.get("val")
            for size in value.shape if isinstance(value, torch.Tensor) else ():
                if isinstance(size, torch.SymInt) and size.node.expr in self.symbols:
                    known[size.node.expr] = optimization_hint(size, fallback=0)
        sizes = [known.get(symbol, 0) for symbol in self.symbols]
        allowed = [[size * n for n in range(1, 4 * _POINTS)
                    if size > 1 and least <= size * n <= (largest or 2**31)]
                   for size, (least, largest) in zip(sizes, self.ranges)]
        if not all(allowed):
            return []
        chance = random.Random(0)
        return [[[chance.choice(values) for values in allowed] for _ in range(2 * _POINTS)]]

    @staticmethod
    def _factors(exported):
        """What its sizes are made of besides symbols."""
        kinds = tuple(kind for kinds, _ in _CALLS for kind in kinds)
        found = {}
        for node in exported.graph.nodes:
            value = node.meta.get("val")
            for size in value.shape if isinstance(value, torch.Tensor) else [value]:
                if isinstance(size, torch.SymInt):
                    found.update(dict.fromkeys(sorted(size.node.expr.atoms(*kinds), key=str)))
        return [text(each) for each in found if not _has_unknown(each)]

    def rows(self):
        """For package.json."""
        return [{"name": str(symbol), "min": least, "max": largest}
                for symbol, (least, largest) in zip(self.symbols, self.ranges)]

    def bounded(self):
        """Names with the least and largest value."""
        return [(str(symbol), least, 2**63 - 1 if largest is None else largest)
                for symbol, (least, largest) in zip(self.symbols, self.ranges)]

    def settled(self, shape, points):
        """With a number for a size that is one for all these values."""
        all_numbers = list(zip(*(self.shape_at(shape, point) for point in points)))
        return [numbers[0] if len(set(numbers)) == 1 else size
                for size, numbers in zip(shape, all_numbers)]

    def shape_at(self, shape, point):
        """Numbers."""
        values = dict(zip(self.symbols, point))
        return [int(size.node.expr.subs(values)) if isinstance(size, torch.SymInt) else size
                for size in shape]


def _has_unknown(expression):
    return any(symbol_is_type(symbol, SymT.UNBACKED_INT) for symbol in expression.free_symbols)


def check_known(shape, name):
    """The shape. Refuses sizes that only values tell."""
    for dim, size in enumerate(shape):
        if isinstance(size, torch.SymInt) and _has_unknown(size.node.expr):
            raise NotImplementedError(
                f"{name}: its size {dim} is {size}, which depends on values")
    return shape
