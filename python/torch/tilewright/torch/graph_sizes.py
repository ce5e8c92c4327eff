"""Other inputs that a part of a graph may come with, where sizes are symbols: code for all of
them is made of a few, which need not have come."""

import re

import torch

from tilewright.torch.promised import Promise, promised

_NAME = re.compile(r"[A-Za-z_]\w*")
# What a symbol is instead of `n`: odd and even, more and less.
_OTHERS = (lambda n: n + 5, lambda n: n + 18, lambda n: n // 2 + 1)
_MOST_SYMBOLS = 8  # of which is tried which can be changed alone
_FUNCTIONS = {"__builtins__": {}, "Max": max, "Min": min, "Mod": lambda a, b: a % b,
              "PythonMod": lambda a, b: a % b, "FloorDiv": lambda a, b: a // b,
              "CleanDiv": lambda a, b: a // b}


def _texts(node):
    """Of a value that is read: sizes, the first element's place and strides, or a number;
    symbols as texts. () where nothing is one."""
    promise = promised(node)
    if isinstance(promise, Promise):
        return (*promise.sizes, *promise.place) if promise.place else ()
    return (promise,) if isinstance(promise, str) else ()


def _numbers(value):
    if not isinstance(value, torch.Tensor):
        return (value,)
    return (*value.shape, value.storage_offset(), *value.stride())


class Symbols:
    """Of what a part reads."""

    def __init__(self, reads):
        self._texts = [_texts(node) for node in reads]
        self.any = any(isinstance(text, str) for texts in self._texts for text in texts)

    def offer(self, given, take):
        """Calls `take`, which says whether they fit the graph, with lists as `given`, of other
        sizes; with none where these do not tell the symbols."""
        now = self._values(given)
        if now is None:
            return

        def offer(changed):
            try:
                inputs = self._inputs(given, {**now, **changed})
            except RuntimeError:  # there is no memory for them
                return False
            return inputs is not None and take(inputs)

        def offer_all(names):
            return sum([offer({name: other(now[name]) + i for i, name in enumerate(names)})
                        for other in _OTHERS])
        names = sorted(now)
        if offer_all(names) > 1 or not 1 < len(names) <= _MOST_SYMBOLS:
            return
        # Some of them follow from others.
        free = [name for name in names if offer({name: _OTHERS[0](now[name])})]
        if free:
            offer_all(free)

    def _values(self, given):
        values = {}
        for texts, value in zip(self._texts, given):
            for text, number in zip(texts, _numbers(value) if texts else ()):
                if isinstance(text, str) and _NAME.fullmatch(text):
                    values[text] = number
        # A size of 0 or 1 is another graph, and two may be equal by chance alone.
        if not values or min(values.values()) < 2:
            return None
        sizes = self._sizes(values)
        return values if sizes is not None and all(
            found == _numbers(value) for found, value in zip(sizes, given) if found) else None

    def _sizes(self, values):
        """What the texts are where symbols are these."""
        try:
            return [tuple(eval(text, _FUNCTIONS, values)  # pylint: disable=eval-used
                          if isinstance(text, str) else text for text in texts)
                    for texts in self._texts]
        except Exception:  # pylint: disable=broad-except
            return None  # a function of sizes that is not known here

    def _inputs(self, given, values):
        sizes = self._sizes(values)
        if sizes is None or any(min(of, default=0) < 0 for of in sizes):
            return None
        memory = _Memory()
        for value, of in zip(given, sizes):
            if of and isinstance(value, torch.Tensor):
                memory.needs(value, of)
        return [value if not of else memory.like(value, of)
                if isinstance(value, torch.Tensor) else of[0]
                for value, of in zip(given, sizes)]


class _Memory:
    """For tensors that share it as others do."""

    def __init__(self):
        self._bytes, self._made = {}, {}

    def needs(self, value, numbers):
        rank = value.dim()
        sizes, first, strides = numbers[:rank], numbers[rank], numbers[rank + 1:]
        last = first + sum((n - 1) * step for n, step in zip(sizes, strides) if n > 0)
        key = value.untyped_storage()._cdata
        self._bytes[key] = max(self._bytes.get(key, 0), (last + 1) * value.itemsize)

    def like(self, value, numbers):
        rank, key = value.dim(), value.untyped_storage()._cdata
        if key not in self._made:
            self._made[key] = torch.empty(self._bytes[key], dtype=torch.uint8,
                                          device=value.device)
        return torch.empty(0, dtype=value.dtype, device=value.device).set_(
            self._made[key].untyped_storage(), numbers[rank], numbers[:rank],
            numbers[rank + 1:])
