"""Compiled graphs in AOTAutograd's own cache: a process that finds its graphs there traces
none. What is kept is the graph; its programs are in the device's cache."""

import contextlib
import functools
import hashlib
import os
import pathlib

import torch
from torch._functorch import config
from torch._functorch._aot_autograd.autograd_cache import (
    BypassAOTAutogradCache, check_cacheable)
from torch._functorch._aot_autograd.schemas import SerializableAOTDispatchCompiler
from torch._inductor import config as inductor
from torch._inductor.output_code import OutputCode
from torch.fx._graph_pickler import GraphPickler, Options
from torch.utils._python_dispatch import _disable_current_modes

from tilewright.torch import _device
from tilewright.torch.graph_parts import Graph
from tilewright.torch.promised import KEY, promised


def _modules(module):
    """A graph, and those in it."""
    return [each for each in module.modules() if isinstance(each, torch.fx.GraphModule)]


class _Pickler(GraphPickler):
    """Of nodes it keeps what a Graph looks at."""

    def __init__(self, file, _):
        super().__init__(file, Options(ops_filter=None, node_metadata_key_filter={
            KEY, "stack_trace"}.__contains__))

    def reducer_override(self, obj):
        reduced = super().reducer_override(obj)
        if isinstance(obj, torch.fx.GraphModule):
            reduced[1][0].gm_dict["meta"] = {}
        return reduced


def _dumped(module):
    try:
        for each in _modules(module):
            for node in each.graph.nodes:
                promised(node)
        with _disable_current_modes():  # a graph's own tensors are none of FakeTensorMode's
            return _Pickler.dumps(module)
    except Exception as error:
        raise BypassAOTAutogradCache(f"a graph cannot be kept: {error}") from error


def _loaded(kept):
    with _disable_current_modes():
        module = GraphPickler.loads(kept, None)  # there are no FakeTensors in it
    for each in _modules(module):
        if each is not module:  # whoever has it calls it
            each.recompile()
    return module


class GraphCode(OutputCode):
    """A graph that has been compiled, as AOTAutograd calls it and keeps it."""

    def __init__(self, module, kind, whole):
        super().__init__()
        # The list of inputs is given up. Of the object: whoever wraps it copies that.
        self._boxed_call = True
        self._kind, self._whole = kind, whole
        self._graph, self._kept = Graph(module, kind, whole), None

    def __call__(self, inputs):
        return self._graph(inputs)

    # AOTAutograd's, the first of a copy.

    def prepare_for_serialization(self):
        self._kept, self._graph = _dumped(self._graph.module), None

    def post_compile(self, *_):
        if self._graph is None:
            self._graph = Graph(_loaded(self._kept), self._kind, self._whole)
            self._kept = None

    def set_triton_bundle(self, triton_bundle):
        pass


def _let_saved_values_be():
    """A backward graph writes over nothing that was saved for it, which may be used again:
    PyTorch would refuse that."""
    tracing = torch._guards.TracingContext.try_get()  # there is none without Dynamo
    metadata = tracing and tracing.fw_metadata
    if metadata is not None and metadata.bw_donated_idxs:
        metadata.bw_donated_idxs.clear()


def compiler(kind, whole):
    """What AOTAutograd calls with a graph."""
    def compile_graph(module, _):
        if kind == "backward":
            _let_saved_values_be()
        return GraphCode(module, kind, whole)
    return SerializableAOTDispatchCompiler(GraphCode, compile_graph)


@functools.cache
def _build():
    """These sources, and the extension."""
    digest = hashlib.sha256()
    for path in sorted(pathlib.Path(__file__).parent.glob("*.py")):
        digest.update(path.read_bytes())
    extension = os.stat(_device.__file__)
    digest.update(f"{extension.st_size} {extension.st_mtime_ns}".encode())
    return digest.hexdigest()


def _lines(module):
    """Where the user's program asks for its operations: errors will say so."""
    traces = (node.meta.get("stack_trace") or "" for each in _modules(module)
              for node in each.graph.nodes)
    return hashlib.sha256("\0".join(traces).encode(errors="replace")).hexdigest()


def _deciding(module, whole):
    """What a graph depends on that AOTAutograd does not ask for."""
    return ("tilewright", _build(), _lines(module), whole, _device.chip(), _device.numerics(),
            _device.precision(), _device.excess_precision(),
            torch._C._get_overrideable_sdp_enabled(), torch._C._get_math_sdp_enabled())


def _share_memory(inputs):
    """Whether tensors among a graph's inputs may overlap: what AOTAutograd makes of the graph
    depends on how, and its key does not."""
    storages = [tensor.untyped_storage()._cdata for tensor in inputs
                if isinstance(tensor, torch.Tensor) and torch._C._has_storage(tensor)]
    return len(set(storages)) < len(storages)


# Control flow that is its bodies, which are part of a graph: of its key, and of what is kept.
_OF_BODIES = ("cond", "while_loop", "scan", "map_impl", "associative_scan")


def _that_may_be_kept(module):
    """Operations that may be in the cache besides those that PyTorch allows. It looks at the
    graph; bodies are to be as it is."""
    allowed = inductor.unsafe_marked_cacheable_functions
    ours = {f"torch.ops.higher_order.{name}": torch.__version__ for name in _OF_BODIES}
    with inductor.patch(unsafe_marked_cacheable_functions={**allowed, **ours}):
        try:
            for body in _modules(module):
                if body is not module:
                    check_cacheable(body)
        except Exception:  # pylint: disable=broad-except
            return allowed  # as PyTorch does for whatever is not to be kept
    return {**allowed, **ours}


@contextlib.contextmanager
def kept(module, inputs, whole):
    """Within it AOTAutograd looks in its cache for what it makes of Dynamo's graph, and keeps
    that there, unless it is told not to: both directions at once."""
    may_keep = config.enable_autograd_cache and not _share_memory(inputs)
    tag = torch.compiler.config.cache_key_tag
    with (inductor.patch(unsafe_marked_cacheable_functions=_that_may_be_kept(module)),
          torch.compiler.config.patch(cache_key_tag=f"{tag} {_deciding(module, whole)}"),
          config.patch(enable_autograd_cache=may_keep, bundled_autograd_cache=may_keep,
                       force_non_lazy_backward_lowering=may_keep,
                       unlift_effect_tokens=True)):
        yield
