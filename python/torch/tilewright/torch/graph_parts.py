"""A graph of aten's operations, run as the fewest programs that it allows: neighbouring
operations are captured by the device's recorder, once for each set of sizes; what cannot be
captured runs by itself between them."""

import contextlib
import functools
import itertools
import threading
import warnings

import torch
from torch._dynamo.utils import get_metrics_context

from tilewright.torch import _device
from tilewright.torch.graph_calls import Call
from tilewright.torch.graph_order import (
    Sides, arranged, has_bodies_of_its_own, is_item, line_of, name_of)
from tilewright.torch.graph_sizes import Symbols
from tilewright.torch.promised import AsPromised

# Of one part: sizes, strides, and numbers that are part of a program.
_MOST_PROGRAMS = 512
# Where sizes are symbols there is code for all of them at once, made of a few that might come.
# Where there is none so many have code of their own, and others code for all sizes, which is
# made of them; or they run operation by operation, whose kernels take any sizes, until they
# have come so often.
_EAGER_PROGRAMS = 2
_TIMES_BEFORE_MORE = 4

_breaks = torch._logging.getArtifactLogger("torch._dynamo.tpu", "graph_breaks")

# Of all graphs, for people; graphs themselves go with whoever calls them.
rows = []


class _Refused(Exception):
    """An operation is no part of a program, for `why`."""

    def __init__(self, node, why):
        super().__init__(why)
        self.node = node
        self.why = f"{why}\n".splitlines()[0]


def _words(error):
    """The first line; an exception may be without words."""
    return f"{error}\n".splitlines()[0] or type(error).__name__


def _why_again():
    """Which guard of Dynamo's did not hold for the code that was there; "" for the first of
    a function, and outside of Dynamo."""
    context = get_metrics_context()
    reason = context._metrics.get("recompile_reason") if context.in_progress() else None
    return _words(reason).partition("  #")[0].rstrip() if reason else ""


class _Part:
    """Neighbours. What they read from before, give to what comes, and are the last to use."""

    def __init__(self, nodes, calls, is_program, known, last_uses):
        own = set(nodes)
        self.nodes = nodes
        self.calls = [calls[node] for node in nodes]
        self.reads = list(dict.fromkeys(
            read for node in nodes for read in node.all_input_nodes
            if read not in own and read not in known))
        self.gives = [node for node in nodes if not own.issuperset(node.users)]
        self.lets_go = [used for node in nodes for used in last_uses.get(node, ())
                        if used not in own]
        self.is_program = is_program
        self.programs = _device.GraphPrograms() if is_program else None
        # Of sizes that are symbols; None behind the first try.
        self.symbols = Symbols(self.reads) if is_program else None

    def is_worth_a_program(self, values):
        """Whether it is, and whether of code for its sizes alone."""
        missed = self.programs.missed(values)
        if missed == 0 or len(self.programs) >= _MOST_PROGRAMS:
            return False, False
        is_first = self.programs.owns < _EAGER_PROGRAMS and self.programs.opens == 0
        own = missed >= _TIMES_BEFORE_MORE or is_first
        return own or self.programs.may_open, own


class _Body:
    """A branch or a step of control flow, as a function of its operands."""

    def __init__(self, graph):
        self._graph = graph

    def __call__(self, *operands):
        return self._graph.result(list(operands))


class Graph:
    """A function of a list of inputs, which it empties. With `whole`, what is not there for
    the device, or fails to compile, is an error."""

    def __init__(self, module, kind, whole=False):
        self.module = module
        self._whole = whole
        self._bodies = {}
        self._lock = threading.Lock()
        nodes = list(module.graph.nodes)
        self._inputs = [node for node in nodes if node.op == "placeholder"]
        self._output = nodes[-1]
        nodes = [node for node in nodes if node.op not in ("placeholder", "output")]
        self._row = {
            "name": f"{kind} {len(rows)}", "programs": 0, "of_open_code": 0, "refused": "",
            "breaks": {},
            "operations": sum(node.op == "call_function" for node in nodes),
            "line": next(filter(None, map(line_of, nodes)), ""),
            "recompiled": _why_again()}
        rows.append(self._row)
        self._constants, self._last_uses, self._calls = {}, {}, {}
        self._parts = self._divide(nodes)
        torch._logging.trace_structured(
            "artifact", payload_fn=self._description, metadata_fn=lambda: {
                "name": f"tpu_parts_of_{self._row['name'].replace(' ', '_')}",
                "encoding": "string"})

    def _description(self):
        """For people, in TORCH_TRACE: the graph's parts, with their operations."""
        lines = []
        for part in self._parts:
            lines.append("a program:" if part.is_program else "by themselves:")
            lines += [f"    {node.format_node()}" for node in part.nodes]
        return "\n".join(lines)

    def __call__(self, inputs):
        return list(self.result(inputs))

    def result(self, inputs):
        """As the graph has it."""
        values = {**self._constant_values(), **dict(zip(self._inputs, inputs))}
        inputs.clear()
        for part in self._parts:
            self._run(part, values)
        return torch.fx.node.map_arg(self._output.args[0], values.__getitem__)

    # Parts.

    def _find_last_uses(self, nodes):
        """By user, what nobody uses behind it."""
        last, users = {}, {}
        for node in (*nodes, self._output):
            for read in (node, *node.all_input_nodes):
                last[read] = node
        for read, user in last.items():
            users.setdefault(user, []).append(read)
        return users

    def _part(self, nodes, is_program):
        return _Part(nodes, self._calls, is_program, self._constants, self._last_uses)

    def _divide(self, nodes):
        sides, apart = Sides(self.module), {}
        for node in nodes:
            if is_item(node) and node.args[0] in apart:
                apart[node] = ""
            elif why := sides.why_apart(node):
                apart[node] = why
                self._note_break(node, why)
        self._constants = sides.constants
        nodes = arranged([node for node in nodes if node not in self._constants], apart)
        self._last_uses = self._find_last_uses(nodes)
        self._calls = {node: Call(node, self.module) for node in nodes}
        return tuple(self._part(list(some), not is_apart) for is_apart, some
                     in itertools.groupby(nodes, key=lambda node: node in apart))

    def _constant_values(self):
        """Computed when the graph first runs: before, nothing has a value."""
        if any(value is None for value in self._constants.values()):
            values = {}
            interpreter = AsPromised(self.module, values)
            with torch.no_grad(), without_autocast():
                for node in self._constants:
                    values[node] = interpreter.run_node(node)
            self._constants = values
        return self._constants

    def _divided_at(self, part, node):
        """The part, cut so that `node` runs by itself."""
        begin = part.nodes.index(node)
        end = begin + 1
        while end < len(part.nodes) and is_item(part.nodes[end]):
            end += 1
        pieces = [self._part(nodes, is_program) for nodes, is_program in (
            (part.nodes[:begin], True), (part.nodes[begin:end], False),
            (part.nodes[end:], True)) if nodes]
        with self._lock:
            if part in self._parts:
                at = self._parts.index(part)
                self._parts = self._parts[:at] + tuple(pieces) + self._parts[at + 1:]
                self._row["programs"] -= len(part.programs)
                self._row["of_open_code"] -= part.programs.opens
        return pieces

    def _note_break(self, node, why):
        self._row["breaks"][f"{name_of(node)}: {why}"] = None
        _breaks.debug("The graph %s breaks at %s: %s. %s", self._row["name"], name_of(node),
                      why, line_of(node))

    # Runs.

    def _run(self, part, values):
        if part.is_program:
            given = [values[node] for node in part.reads]
            results = part.programs.run(given)
            if results is None:
                try:
                    results = self._run_new(part, given)
                except _Refused as refused:
                    del given
                    self._note_break(refused.node, refused.why)
                    for piece in self._divided_at(part, refused.node):
                        self._run(piece, values)
                    return
            if results is not None:
                values.update(zip(part.gives, results))
                for node in part.lets_go:
                    values.pop(node, None)
                return
        self._run_one_by_one(part, values)

    def _run_new(self, part, given):
        """The results of a program that is made for such inputs, or None."""
        is_worth, own = part.is_worth_a_program(given)
        if not is_worth:
            return None
        symbols, part.symbols = part.symbols, None
        if own and symbols is not None and symbols.any:
            symbols.offer(given, functools.partial(self._joins, part))
            self._capture(part, given, own=False)
            results = part.programs.run(given) if part.is_program else None
            if results is not None:
                return results
        if part.is_program:
            self._capture(part, given, own)
        return part.programs.run(given)

    def _run_one_by_one(self, part, values):
        """As eager modes do. Types and gradients are in the graph."""
        with torch.no_grad(), without_autocast():
            for call in part.calls:
                values[call.node] = self._run_call(call, values, part.is_program)
                for used in self._last_uses.get(call.node, ()):
                    values.pop(used, None)

    def _run_call(self, call, values, is_program):
        before = _device.counters()["fallbacks"] if self._whole and not is_program else None
        node = call.node
        try:
            self._make_bodies(node, values)
            result = call(values)
        except Exception as error:
            _add_place(error, node)
            raise
        if before is not None and _device.counters()["fallbacks"] != before:
            raise NotImplementedError(
                f"torch.compile(fullgraph=True): {name_of(node)} is not implemented for tpu "
                f"and runs on the CPU; {line_of(node)}")
        return result

    def _make_bodies(self, node, values):
        """Branches and steps of control flow are graphs of their own."""
        if has_bodies_of_its_own(node):
            for read in node.all_input_nodes:
                body = values.get(read)
                if isinstance(body, torch.fx.GraphModule):
                    if read not in self._bodies:
                        self._bodies[read] = _Body(Graph(
                            body, f"body of {name_of(node)}", self._whole))
                    values[read] = self._bodies[read]

    # Programs.

    def _capture(self, part, given, own):
        """Makes a program for such inputs, where there is code for it. Of a part that cannot
        be one, the operation is raised; one that fails otherwise goes on operation by
        operation."""
        try:
            capture, results = self._captured(part, given)
            before = len(part.programs), part.programs.opens
            part.programs.add(capture, results, own)
            self._row["programs"] += len(part.programs) - before[0]
            self._row["of_open_code"] += part.programs.opens - before[1]
        except _Refused:
            raise
        except Exception as error:  # pylint: disable=broad-except
            self._give_up(part, error)

    def _joins(self, part, inputs):
        """Whether such inputs may come; code for all sizes will be for these, too."""
        try:
            part.programs.join(*self._captured(part, inputs))
        except Exception:  # pylint: disable=broad-except
            return False
        return True

    def _captured(self, part, given):
        """A capture of the part for such inputs, and its results."""
        capture = _device.GraphCapture(given)
        capture.open()
        try:
            return capture, self._results_in(part, capture)
        finally:
            capture.close()

    def _results_in(self, part, capture):
        values = {**self._constants, **dict(zip(part.reads, capture.inputs))}
        with torch.no_grad(), without_autocast():
            for call in part.calls:
                try:
                    values[call.node] = call(values)
                except Exception as error:
                    raise _Refused(call.node, _words(error)) from error
        for node in part.gives:
            if not capture.can_give(values[node]):
                source = node.args[0] if is_item(node) and node.args[0] in values else node
                raise _Refused(source, "a program gives tensors that it has computed")
        return [values[node] for node in part.gives]

    def _give_up(self, part, error):
        part.is_program = False
        self._row["refused"] = _words(error)
        text = (f"the compiled graph {self._row['name']} goes on operation by operation: "
                f"{self._row['refused']}")
        place = next(filter(None, map(line_of, part.nodes)), "")
        if self._whole:
            raise RuntimeError(f"torch.compile(fullgraph=True): {text}; it begins in "
                               f"{place}") from error
        warnings.warn(f"tilewright: {text}", RuntimeWarning, stacklevel=2)


def _add_place(error, node):
    """An error names the operation and the user's line."""
    if error.args and isinstance(error.args[0], str):
        place = f"in a graph of torch.compile: {name_of(node)}"
        if place not in error.args[0]:
            error.args = (f"{error.args[0]}\n{place}, {line_of(node)}", *error.args[1:])


@contextlib.contextmanager
def without_autocast():
    """What follows computes in the types that it names."""
    with torch.autocast("tpu", enabled=False), torch.autocast("cpu", enabled=False):
        yield
