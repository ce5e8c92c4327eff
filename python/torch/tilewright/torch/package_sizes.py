"""Sizes that an exported model leaves open: their symbols, and one program of those that
were captured with some of their values."""

import fractions
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
_MORE_POINTS = 9  # where sizes are made of quotients, too, of which there are more sums
_UNIT = 16
_PARTS = 2**40
_SUMS = 8
# What divides its sizes by two.
_HALVING = (torch.ops.aten.fft_fftshift.default, torch.ops.aten.fft_ifftshift.default)
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
    if isinstance(expression, functions.TruncToInt):
        scaled = _scaled(operands[0])
        if scaled is not None:
            return _words("floordiv", scaled)
    raise NotImplementedError(f"a package has no sizes such as {expression}")


def _text_or_none(expression):
    try:
        return text(expression)
    except NotImplementedError:
        return None


def _factor(expression):
    written = text(expression)
    return written if expression.is_Symbol or expression.is_Integer else f"({written})"


_CALLS = (
    ((functions.FloorDiv,), "floordiv"),
    ((functions.Mod, functions.PythonMod), "mod"),
    ((functions.Max, sympy.Max), "max"),
    ((functions.Min, sympy.Min), "min"))


def _scaled(expression):
    """A size and an integer that it is divided by, of a size times a binary fraction, which
    is exact."""
    factors = sympy.Mul.make_args(expression)
    numbers = [each for each in factors if each.is_Float or each.is_Integer]
    sizes = [each.args[0] for each in factors if isinstance(each, functions.ToFloat)]
    if len(numbers) + len(sizes) != len(factors) or len(sizes) != 1:
        return None
    number = fractions.Fraction(float(sympy.Mul(*numbers)))
    if number < 0 or max(number.numerator, number.denominator) > 2**12:
        return None
    return sizes[0] * number.numerator, sympy.Integer(number.denominator)


# Operations on floats, as ir/open/size_formula.h has them; of several operands the last is
# put to what the others made.
_FLOATS = ((sympy.Add, "add"), (sympy.Mul, "multiply"),
           ((functions.FloatTrueDiv, functions.IntTrueDiv), "divide"),
           ((functions.FloatPow, functions.PowByNatural, sympy.Pow), "power"),
           (functions.OpaqueUnaryFn_sqrt, "sqrt"))


def _steps(expression):
    """Those that compute a float of sizes; NotImplementedError where there are none."""
    if isinstance(expression, functions.ToFloat):
        return [f"({text(expression.args[0])})"]
    if expression.is_Float or expression.is_Integer:
        return [float(expression).hex()]
    if expression.is_integer:
        return [f"({text(expression)})"]
    for kinds, name in _FLOATS:
        if isinstance(expression, kinds):
            steps = _steps(expression.args[0])
            for other in expression.args[1:]:
                steps += [*_steps(other), name]
            return steps if len(expression.args) > 1 else [*steps, name]
    raise NotImplementedError(f"a package has no floats such as {expression}")


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
        ranges = {symbol: self._range(exported, symbol) for symbol in found}
        # Of one value: they are numbers.
        self._fixed = {symbol: least for symbol, (least, largest) in ranges.items()
                       if least == largest}
        self.symbols = [symbol for symbol in found if symbol not in self._fixed]
        self.ranges = [ranges[symbol] for symbol in self.symbols]
        # Lists of them: the first one that is one program is taken.
        self.points = [[[]]]
        self.multiples = []  # likewise, where the model runs at none of these
        self._choices = self._choices_of(exported)
        self.factors = self._factors(exported)
        self._count = _MORE_POINTS if any("(" in each for each in self.factors) else _POINTS
        if self.symbols:
            self._leave_out_small_ones()
            self.points = [self._with_choices(self._points(*span)) for span in _SPANS]
            self.multiples = self._multiples(exported)
        self.floats = self._floats(exported)

    def _expression(self, size):
        return size.node.expr.subs(self._fixed)

    def _leave_out_small_ones(self):
        """Sizes of 0 and 1, where a condition says something else of them."""
        for number, (least, largest) in enumerate(self.ranges):
            point = [max(2, low) for low, _ in self.ranges]
            small = [[*point[:number], size, *point[number + 1:]] for size in range(least, 2)]
            if any(self._made(choice, each) != self._made(choice, point)
                   for choice in self._conditions for each in small):
                self.ranges[number] = (2, largest)

    @staticmethod
    def _range(exported, symbol):
        """Least and largest value; None: any."""
        allowed = exported.range_constraints.get(symbol)
        if allowed is None:
            return 0, None
        least = 0 if allowed.lower == -int_oo else max(0, int(allowed.lower))
        largest = None if allowed.upper == int_oo else int(allowed.upper)
        if largest is not None and least < largest < 2:
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
            if end - begin < 2 * self._count:
                begin = max(2, least, end - 2 * self._count)
            steps = [(i + chance.random()) / self._count for i in range(self._count)]
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

    def _factors(self, exported):
        """What its sizes are made of besides symbols."""
        kinds = (functions.TruncToInt, *(kind for kinds, _ in _CALLS for kind in kinds))
        found = {}
        for node in exported.graph.nodes:
            value = node.meta.get("val")
            for size in value.shape if isinstance(value, torch.Tensor) else [value]:
                if isinstance(size, torch.SymInt):
                    parts = self._expression(size).atoms(*kinds, sympy.Add)
                    found.update(dict.fromkeys(sorted(parts, key=str)))
                    if node.target in _HALVING:
                        found[functions.FloorDiv(self._expression(size), 2)] = None
        known = [each for each in found if not _has_unknown(each) and each.is_integer]
        # Sums are many in some models; there are other ways to them.
        sums = [each for each in known if each.is_Add]
        return [written for each in known if not each.is_Add or each in sums[:_SUMS]
                for written in [_text_or_none(each)] if written is not None]

    def _floats(self, exported):
        """Formulas of what it computes of sizes."""
        found = []
        for node in exported.graph.nodes:
            value = node.meta.get("val")
            if isinstance(value, torch.SymFloat) and not _has_unknown(value.node.expr):
                try:
                    steps = _steps(self._expression(value))
                except NotImplementedError:
                    continue
                if steps not in found:
                    found.append(steps)
        return found

    def _choices_of(self, exported):
        """What conditions on sizes say, and which is the greater one of two."""
        found, self._conditions = {}, []
        for node in exported.graph.nodes:
            value = node.meta.get("val")
            for size in value.shape if isinstance(value, torch.Tensor) else [value]:
                if isinstance(size, torch.SymBool):
                    condition = self._expression(size)
                    found[condition] = None
                    if not _has_unknown(condition):
                        self._conditions.append(condition)
                elif isinstance(size, (torch.SymInt, torch.SymFloat)):
                    extremes = self._expression(size).atoms(
                        functions.Max, functions.Min, sympy.Max, sympy.Min)
                    found.update({sympy.Ge(a, b): None for each in extremes
                                  for a, b in zip(each.args, each.args[1:])})
        return [each for each in found if not _has_unknown(each)]

    def _made(self, choice, point):
        return bool(choice.subs(dict(zip(self.symbols, point))))

    def _with_choices(self, points):
        """And one more for each thing that is chosen otherwise beyond these."""
        ends = [[max(2, least) for least, _ in self.ranges],
                [2**31 if largest is None else largest for _, largest in self.ranges]]
        points = list(points)
        for choice in self._choices:
            made = {self._made(choice, point) for point in points}
            for end in ends if len(made) == 1 else ():
                if self._made(choice, end) not in made:
                    points.append(self._first_between(choice, points[0], end))
                    break
        return points

    def _first_between(self, choice, point, end):
        """The point nearest to the first one where something else is chosen."""
        def at(part):
            return [a + (b - a) * part // _PARTS for a, b in zip(point, end)]
        same, other = 0, _PARTS
        while other - same > 1:
            middle = (same + other) // 2
            if self._made(choice, at(middle)) == self._made(choice, point):
                same = middle
            else:
                other = middle
        return at(other)

    def rows(self):
        """For package.json."""
        return [{"name": str(symbol), "min": least, "max": largest}
                for symbol, (least, largest) in zip(self.symbols, self.ranges)]

    def bounded(self):
        """Names with the least and largest value."""
        return [(str(symbol), least, 2**63 - 1 if largest is None else largest)
                for symbol, (least, largest) in zip(self.symbols, self.ranges)]

    def settled(self, shape, points=()):
        """With a number for a size that is one, or that is for all these values."""
        all_numbers = list(zip(*(self.shape_at(shape, point) for point in points)))
        made = []
        for dim, size in enumerate(shape):
            if isinstance(size, torch.SymInt):
                size = self._expression(size)
                size = int(size) if size.is_number else size
            is_one = points and len(set(all_numbers[dim])) == 1
            made.append(all_numbers[dim][0] if is_one else size)
        return made

    def values_at(self, point):
        """By symbol."""
        return {**self._fixed, **dict(zip(self.symbols, point))}

    def shape_at(self, shape, point):
        """Numbers."""
        values = self.values_at(point)
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
