"""Which operations of a graph are parts of a program, and which run by themselves between
programs."""

import collections
import itertools
import operator

import torch

from tilewright.torch.promised import promises

# Higher-order operations that are their bodies' operations, however often.
_OF_THEIR_BODIES = {"associative_scan", "invoke_subgraph", "flex_attention",
                    "flex_attention_backward"}
# And once for each step, of which there may be so many.
_LOOPS = {"scan", "map_impl"}
_MOST_STEPS = 64
# And by what a value says.
_CHOICES = {"cond", "while_loop"}
# They make something else of the tensor that the caller has, which a program only reads and
# writes.
_OF_TENSORS = {torch.ops.aten.set_, torch.ops.aten.resize_, torch.ops.aten.resize_as_}
# Operators that are operations of aten, or of the device itself.
_OF_ATEN = {"aten", "prims", "flex_lib", "tilewright"}


def name_of(node):
    """An operation's name, for people."""
    target = node.target
    if target is torch.ops.higher_order.with_effects:
        target = node.args[1]  # which it keeps in order, by a token before it
    if isinstance(target, torch._ops.OpOverload):
        return str(target)
    return getattr(target, "__name__", None) or str(target)


def line_of(node):
    """Where the user's program asks for it: `File "train.py", line 3, in f`, or nothing."""
    lines = [line.strip() for line in (node.meta.get("stack_trace") or "").splitlines()]
    return next((line for line in reversed(lines) if line.startswith("File ")), "")


def _tensors(nodes):
    return [promise for node in nodes for promise in promises(node)]


def _is_on_host(tensor):
    return tensor.device == "cpu"


def is_impure(node):
    """Whether it does more than compute its results."""
    schema = getattr(node.target, "_schema", None)
    return not node.users or (schema is not None and schema.is_mutable)


def _takes_random_numbers(node):
    return torch.Tag.nondeterministic_seeded in getattr(node.target, "tags", ())


def _may_take_random_numbers(node):
    """Of the device's. Operators of others and those of higher order do not say so."""
    target = node.target
    if isinstance(target, torch._ops.OpOverload) and target.namespace in _OF_ATEN:
        return _takes_random_numbers(node) and not all(map(_is_on_host, _tensors([node])))
    return isinstance(target, torch._ops.OperatorBase)


def is_item(node):
    """Whether it picks one of several results of an operation."""
    return node.op == "call_function" and node.target is operator.getitem


def has_bodies_of_its_own(node):
    """Whether it is control flow, whose branches or steps are graphs."""
    return (isinstance(node.target, torch._ops.HigherOrderOperator)
            and node.target.name() in _LOOPS | _CHOICES)


class Sides:
    """Says of the nodes of one graph, in order, why each runs by itself, if it does."""

    def __init__(self, module):
        self._module = module
        self._given = self._given_on_host(module.graph)
        self.constants = {}  # of the graph, or on the CPU and the same in each run

    @staticmethod
    def _given_on_host(graph):
        """What the caller gets, or may get a view of."""
        given = set()
        for node in reversed(graph.nodes):
            if node.op == "output" or (node in given and any(map(_is_on_host, _tensors([node])))):
                given.update(node.all_input_nodes)
        return given

    def why_apart(self, node):
        """A reason, or nothing for an operation that may be part of a program."""
        if node.op == "get_attr":
            self.constants[node] = None
            return ""
        if node.op != "call_function":
            return f"it is a node {node.op}"
        return self._why_foreign(node) or self._why_on_host(node)

    def _why_foreign(self, node):
        target = node.target
        if isinstance(target, torch._ops.OpOverload):
            if target.overloadpacket in _OF_TENSORS:
                return "it changes what a tensor is"
            if target.namespace in _OF_ATEN:
                return ""
            # What its code does besides is done in each run.
            return f"it is an operator of {target.namespace}"
        if target is torch.ops.higher_order.with_effects:
            return "it is kept in the program's order"
        if isinstance(target, torch._ops.HigherOrderOperator):
            return self._why_not_its_bodies(node)
        return ""

    def _why_not_its_bodies(self, node):
        name = node.target.name()
        if name not in _OF_THEIR_BODIES | _LOOPS:
            return "it depends on values" if name in _CHOICES else "it is of higher order"
        if name in _LOOPS:
            steps = [tensor.sizes[0] for tensor in _tensors(node.all_input_nodes)
                     if tensor.sizes]
            for count in steps:
                if not isinstance(count, int) or count > _MOST_STEPS:
                    return f"it has {count} steps"
        for body in self._bodies(node):
            sides = Sides(body)
            for inner in body.graph.nodes:
                if inner.op in ("placeholder", "output"):
                    continue
                if why := sides.why_apart(inner):
                    return f"in it is {name_of(inner)}: {why}"
        return ""

    def _bodies(self, node):
        found = [getattr(self._module, read.target, None)
                 for read in node.all_input_nodes if read.op == "get_attr"]
        return [body for body in found if isinstance(body, torch.fx.GraphModule)]

    def _why_on_host(self, node):
        given = _tensors([node])
        read = _tensors(read for read in node.all_input_nodes if read not in self.constants)
        if not any(map(_is_on_host, given + read)):
            return ""
        if (all(read in self.constants for read in node.all_input_nodes)
                and all(map(_is_on_host, given)) and node not in self._given
                and not is_impure(node) and not _takes_random_numbers(node)):
            self.constants[node] = None
            return ""
        # A number in memory of the host is a number.
        arrays = [tensor for tensor in read if _is_on_host(tensor) and tensor.sizes]
        if given and not arrays and not any(map(_is_on_host, given)):
            return ""
        return "it is on the CPU"


def _picked_at_once(nodes):
    """Results of an operation are picked behind it."""
    picks = collections.defaultdict(list)
    for node in nodes:
        if is_item(node):
            picks[node.args[0]].append(node)
    ordered = []

    def put(node):
        ordered.append(node)
        for pick in picks.pop(node, ()):
            put(pick)

    for node in nodes:
        if not is_item(node) or node.args[0].op == "placeholder":
            put(node)
    return ordered


def _scheduled(nodes, apart):
    """Those of each side keep their order, and so do those that may take random numbers; what
    does more than compute stays where it is."""
    sides = {side: collections.deque(n for n in nodes if (n in apart) == side)
             for side in (False, True)}
    place = {node: i for i, node in enumerate(nodes)}
    walls = collections.deque(i for i, node in enumerate(nodes) if is_impure(node))
    needs = {node: [read for read in node.all_input_nodes if read in place] for node in nodes}
    for before, node in itertools.pairwise(filter(_may_take_random_numbers, nodes)):
        needs[node].append(before)
    done, first, result, side = set(), 0, [], True

    def is_ready(node):
        if walls and place[node] > walls[0] or not done.issuperset(needs[node]):
            return False
        return place[node] == first or not walls or place[node] != walls[0]

    while len(result) < len(nodes):
        waiting = sides[side]
        while waiting and is_ready(waiting[0]):
            node = waiting.popleft()
            result.append(node)
            done.add(node)
            while first < len(nodes) and nodes[first] in done:
                first += 1
            if walls and place[node] == walls[0]:
                walls.popleft()
        side = not side
    return result


def arranged(nodes, apart):
    """The nodes so that neighbours are of one side where that is possible; `apart` are those
    of the other side. Inputs are written last, as AOTAutograd has it: on the device, then on
    the CPU."""
    nodes = _picked_at_once(nodes)
    end = len(nodes)
    while end > 0 and nodes[end - 1].target is torch.ops.aten.copy_.default:
        end -= 1
    written = nodes[end:]
    return [*_scheduled(nodes[:end], apart), *(n for n in written if n not in apart),
            *(n for n in written if n in apart)]
