"""torch.compile for tpu: Dynamo and AOTAutograd make graphs of aten's operations, forward
and backward; each is run once through the device's recorder, which captures its operations
instead of running them, and is one program from then on. Operations, and so bits, are those
of eager modes."""

import contextlib
import warnings

import torch

from tilewright.torch import _device, _say

# Of one graph: sizes, strides, and numbers that are part of a program.
_MOST_PROGRAMS = 512
# Behind so many a program is made for what was met so often: sizes that come once or twice
# run operation by operation, whose kernels take any sizes.
_EAGER_PROGRAMS = 3
_TIMES_BEFORE_MORE = 4


# Of all graphs, for people; graphs themselves go with whoever calls them.
_rows = []


def graphs():
    """The compiled graphs of this process: name, operations, programs, and why some calls
    ran operation by operation."""
    return [dict(row) for row in _rows]


def _hint(size):
    """A size that may be a symbol, at the sizes that the graph was made with."""
    node = getattr(size, "node", None)
    return int(size) if node is None else int(node.hint)


def _promised_strides(sizes, promised):
    """How a result of these sizes lies where the graph promises it as `promised`, a
    FakeTensor: what follows was made for that. None where the graph does not say."""
    if promised.layout != torch.strided or promised.dim() != len(sizes):
        return None
    if all(isinstance(n, int) for n in (*promised.shape, *promised.stride())):
        return tuple(promised.stride())
    # Of symbols the order of dimensions is known; the promise is a dense array.
    strides = [_hint(stride) for stride in promised.stride()]
    order = sorted(range(len(sizes)), key=lambda d: (strides[d], _hint(promised.shape[d])))
    result, step = [0] * len(sizes), 1
    for d in order:
        result[d] = step
        step *= max(1, sizes[d])
    return tuple(result)


class _AsPromised(torch.fx.Interpreter):
    """Runs a graph's operations; results lie as the graph promises."""

    def run_node(self, n):
        result = super().run_node(n)
        promised = n.meta.get("val")
        if n.op != "call_function" or promised is None:
            return result
        if isinstance(result, (tuple, list)):
            if not isinstance(promised, (tuple, list)):
                return result
            return type(result)(map(self._laid, result, promised))
        return self._laid(result, promised)

    @staticmethod
    def _laid(result, promised):
        if not isinstance(result, torch.Tensor) or not isinstance(promised, torch.Tensor):
            return result
        if result.device.type != "tpu" or result.numel() < 2 or result._is_view():
            return result
        strides = _promised_strides(result.shape, promised)
        if strides is None or all(
                size == 1 or have == want
                for size, have, want in zip(result.shape, result.stride(), strides)):
            return result
        return torch.empty_strided(result.shape, strides, dtype=result.dtype,
                                   device=result.device).copy_(result)


def _random_on_host(module):
    """An operation that takes random numbers on the CPU, or None."""
    for node in module.graph.nodes:
        value = node.meta.get("val")
        tags = getattr(node.target, "tags", ())
        if (isinstance(value, torch.Tensor) and value.device.type == "cpu"
                and torch.Tag.nondeterministic_seeded in tags):
            return node.target
    return None


class Graph:
    """One of AOTAutograd's graphs, as a function of a list of inputs. Programs are made at
    the first call with inputs of such types, sizes and strides."""

    def __init__(self, module, kind):
        self._module = module
        self._programs = _device.GraphPrograms()
        # The list of inputs is given up. Of the object: whoever wraps it copies that.
        self._boxed_call = True
        operations = sum(node.op == "call_function" for node in module.graph.nodes)
        self._row = {"name": f"{kind} {len(_rows)}", "operations": operations,
                     "programs": 0, "refused": ""}
        _rows.append(self._row)

    def __call__(self, inputs):
        if not self._row["refused"]:
            results = self._programs.run(inputs)
            if results is None and self._is_worth_a_program(inputs) and self._capture(inputs):
                results = self._programs.run(inputs)
            if results is not None:
                inputs.clear()
                return results
        # One by one, as eager modes do.
        arguments = list(inputs)
        inputs.clear()
        return self._interpret(arguments)

    def _is_worth_a_program(self, inputs):
        return (self._programs.missed(inputs) >= _TIMES_BEFORE_MORE
                or len(self._programs) < _EAGER_PROGRAMS)

    def _interpret(self, arguments):
        # Types and gradients are in the graph.
        with torch.no_grad(), _without_autocast():
            return list(_AsPromised(self._module).run(*arguments))

    def _capture(self, inputs):
        try:
            if (operation := _random_on_host(self._module)) is not None:
                raise NotImplementedError(f"{operation} takes random numbers on the CPU")
            if len(self._programs) == _MOST_PROGRAMS:
                raise NotImplementedError(
                    f"{_MOST_PROGRAMS} programs were made of it, for other sizes or numbers")
            capture = _device.GraphCapture(inputs)
            capture.open()
            try:
                outputs = self._interpret(capture.inputs)
            finally:
                capture.close()
            self._programs.add(capture, outputs)
            self._row["programs"] = len(self._programs)
            return True
        except (RuntimeError, NotImplementedError, IndexError, ValueError, TypeError) as error:
            # An exception may be without words.
            self._row["refused"] = f"{error}\n".splitlines()[0] or type(error).__name__
            _say(f"the compiled graph {self._row['name']} goes on operation by operation: "
                 f"{self._row['refused']}")
            return False


@contextlib.contextmanager
def _without_autocast():
    with torch.autocast("tpu", enabled=False), torch.autocast("cpu", enabled=False):
        yield


def capture_text(module, inputs, order):
    """A graph of aten's operations on tpu as StableHLO's text: a program of the tensors in
    `inputs`, contiguous, which gives the graph's outputs in this order, and behind them an
    i64 for each thing that is checked when it runs. And what these are: -2**63 where it
    holds, or else the $0 of its text."""
    capture = _device.GraphCapture(inputs)
    capture.open()
    try:
        with torch.no_grad(), _without_autocast():
            results = _AsPromised(module).run(*capture.inputs)
            # In memory of their own.
            results = [results[i].to("tpu").clone(memory_format=torch.contiguous_format)
                       for i in order]
    finally:
        capture.close()
    return capture.export(results)


def _compiler(kind):
    def compile_graph(module, _):
        return Graph(module, kind)
    return compile_graph


_aot = None


def backend(module, inputs, **_):
    """torch.compile(backend="tpu"). `mode` and Inductor's options are taken and change
    nothing."""
    global _aot  # pylint: disable=global-statement
    if _aot is None:
        # They take a second to import: not before somebody compiles.
        from functorch.compile import default_partition  # pylint: disable=import-outside-toplevel
        from torch._dynamo.backends.common import aot_autograd  # pylint: disable=import-outside-toplevel
        _aot = aot_autograd(
            fw_compiler=_compiler("forward"), bw_compiler=_compiler("backward"),
            inference_compiler=_compiler("inference"), partition_fn=default_partition,
            keep_inference_input_mutations=True)
    return _aot(module, inputs)


_metas = []  # libraries, whose kernels go with them


def _allow_grouped_products():
    """PyTorch's shape of a grouped product is that of CUDA's, of bfloat16 alone."""
    if _metas:
        return
    as_cuda = torch._meta_registrations.meta_grouped_mm

    def shape(mat_a, mat_b, offs=None, bias=None, out_dtype=None):
        if mat_a.dtype != mat_b.dtype or not mat_a.is_floating_point():
            return as_cuda(mat_a, mat_b, offs, bias, out_dtype)
        narrow = as_cuda(mat_a.to(torch.bfloat16), mat_b.to(torch.bfloat16), offs, bias)
        return narrow.to(out_dtype or mat_a.dtype)

    library = torch.library.Library("aten", "IMPL", "Meta")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # that there was one before
        library.impl("_grouped_mm", shape, allow_override=True)
    _metas.append(library)
    # FakeTensors look here first.
    operation = torch.ops.aten._grouped_mm.default
    operation.py_kernels[torch._C.DispatchKey.Meta] = shape
    operation._dispatch_cache.clear()


def _on_tpu(module, inputs):
    """Whether a captured graph computes on tpu."""
    def is_tpu(tensor):
        return isinstance(tensor, torch.Tensor) and tensor.device.type == "tpu"

    def device_of(node):
        device = node.kwargs.get("device")
        return torch.device(device).type if device is not None else ""

    tensors = [*inputs, *module.parameters(), *module.buffers()]
    return (any(map(is_tpu, tensors))
            or any(is_tpu(node.meta.get("example_value")) or device_of(node) == "tpu"
                   for node in module.graph.nodes))


_EXPLICIT_INDUCTOR = (
    "torch.compile(backend='inductor') makes code for other devices; leave the backend out, "
    "or give backend='tpu'")


def prepare():
    """Where nobody has named a backend, graphs on tpu are ours and others Inductor's."""
    wrapper = torch._TorchCompileInductorWrapper
    inductor = wrapper.__call__
    compile_any = torch.compile
    explicit = []  # a call of torch.compile that names Inductor

    def call(self, model_, inputs_, **options):
        if hasattr(model_, "graph") and _on_tpu(model_, inputs_):
            if getattr(self, "_named_by_user", False):
                raise RuntimeError(_EXPLICIT_INDUCTOR)
            return backend(model_, inputs_)
        return inductor(self, model_, inputs_, **options)

    make = wrapper.__init__

    def init(self, *arguments, **named):
        make(self, *arguments, **named)
        self._named_by_user = bool(explicit)

    def torch_compile(model=None, **options):
        _allow_grouped_products()
        if options.get("backend") == "tpu":
            options["backend"] = backend
        if options.get("backend") != "inductor":
            return compile_any(model, **options)
        if model is None:
            return lambda function: torch_compile(function, **options)
        explicit.append(True)
        try:
            return compile_any(model, **options)
        finally:
            explicit.pop()

    torch_compile.__doc__ = compile_any.__doc__
    torch_compile.__wrapped__ = compile_any
    wrapper.__call__, wrapper.__init__ = call, init
    torch.compile = torch_compile
