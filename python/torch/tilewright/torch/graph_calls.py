"""A graph's operations as calls: what an interpreter would look up for a node in each run is
looked up once."""

import functools
from operator import itemgetter

import torch
from torch.fx import Node, traceback

from tilewright.torch.promised import AsPromised, computing, laid_by


def _has_nodes(argument):
    found = []
    torch.fx.node.map_arg(argument, found.append)
    return bool(found)


def _nested(argument):
    return lambda values: torch.fx.node.map_arg(argument, values.__getitem__)


def _taking(arguments):
    """Of a tuple or a dict of arguments, a function of the nodes' values."""
    if not _has_nodes(arguments):
        return lambda _: arguments
    if isinstance(arguments, dict):
        return _nested(arguments)
    if len(arguments) > 1 and all(isinstance(each, Node) for each in arguments):
        return itemgetter(*arguments)  # the tuple of their values
    places = [(i, itemgetter(each) if isinstance(each, Node) else _nested(each))
              for i, each in enumerate(arguments) if _has_nodes(each)]

    def take(values):
        taken = list(arguments)
        for i, of in places:
            taken[i] = of(values)
        return taken
    return take


class Call:
    """What computes a node's value of those of the nodes that it reads."""

    __slots__ = ("node", "_compute", "_arguments", "_named", "_laid")

    def __init__(self, node, module):
        self.node = node
        if node.op == "call_function":
            self._compute, self._laid = computing(node), laid_by(node)
            self._arguments, self._named = _taking(node.args), _taking(node.kwargs)
        else:
            self._compute = functools.partial(_interpreted, node, module)
            self._laid, self._arguments = None, lambda values: (values,)
            self._named = lambda _: {}

    def __call__(self, values):
        if traceback.has_preserved_node_meta():  # what is traced of it is told whence it is
            with traceback.set_current_meta(self.node, "Interpreter_AsPromised"):
                return self._value(values)
        return self._value(values)

    def _value(self, values):
        result = self._compute(*self._arguments(values), **self._named(values))
        return result if self._laid is None else self._laid(result)


def _interpreted(node, module, values):
    return AsPromised(module, values).run_node(node)
