"""torch.compile for tpu: Dynamo and AOTAutograd make graphs of aten's operations, forward
and backward; each is run once through the device's recorder, which captures its operations
instead of running them, and is one program from then on. Operations, and so bits, are those
of eager modes."""

import functools
import logging
import warnings

import torch
from torch.nn.attention import flex_attention

from tilewright.torch import _device, channels, flex, recomputed
from tilewright.torch.later import behind_import

_log = logging.getLogger("torch._dynamo.tpu")


def graphs():
    """The compiled graphs of this process: name, operations, programs and how many of these
    have one code for all sizes, what runs by itself between programs, and why some calls ran
    operation by operation."""
    from tilewright.torch import graph_parts  # pylint: disable=import-outside-toplevel
    return [{**row, "breaks": list(row["breaks"])} for row in graph_parts.rows]


def _is_to_be_whole():
    """Whether the graph that Dynamo hands over is of `fullgraph=True`."""
    from torch._dynamo import symbolic_convert  # pylint: disable=import-outside-toplevel
    translator = getattr(symbolic_convert.tls, "current_tx", None)
    return translator is not None and (translator.one_graph
                                       or translator.error_on_graph_break)


def _note_ignored(settings):
    """TORCH_LOGS=dynamo tells it."""
    given = ", ".join(f"{name}={value!r}" for name, value in settings.items() if value)
    if given:
        _log.info("programs for tpu are the same with and without %s", given)


def backend(module, inputs, **settings):
    """torch.compile(backend="tpu"). `mode` and Inductor's options are taken and change
    nothing, which is noted."""
    _note_ignored(settings)
    # They take a second to import: not before somebody compiles.
    from torch._dynamo.backends.common import aot_autograd  # pylint: disable=import-outside-toplevel
    from tilewright.torch import graph_code, partition  # pylint: disable=import-outside-toplevel
    whole = _is_to_be_whole()
    forward, backward, inference = (
        graph_code.compiler(kind, whole) for kind in ("forward", "backward", "inference"))
    with graph_code.kept(module, inputs, whole):
        return aot_autograd(
            fw_compiler=forward, bw_compiler=backward, inference_compiler=inference,
            partition_fn=partition.divide, keep_inference_input_mutations=True)(module, inputs)


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


def _keep_recurrent_layers():
    from tilewright.torch import recurrent  # pylint: disable=import-outside-toplevel
    recurrent.prepare()


def _keep_layers_in_exports():
    """In what torch.export makes of modules on tpu, too: their length may stay open."""
    export_any = torch.export.export

    @functools.wraps(export_any)
    def export(mod, *arguments, **named):
        if isinstance(mod, torch.nn.Module) and any(
                x.device.type == "tpu" for x in mod.parameters()):
            _keep_recurrent_layers()
        return export_any(mod, *arguments, **named)

    torch.export.export = export


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

_AOT_INDUCTOR = (
    "AOTInductor makes packages for other devices; tilewright.torch.package.save(exported, path) "
    "makes one of a model on tpu")


def _check_settings(mode=None, options=None, dynamic=None, **_):
    """Raises where Inductor would, by its own checks: a mode or option with a slip of the pen
    is none of those that change nothing. Its wrapper's __init__ would set variables of the
    environment for some modes."""
    checked = object.__new__(torch._TorchCompileInductorWrapper)
    checked.config, checked.dynamic = {}, dynamic
    checked.apply_mode(mode)
    checked.apply_options(options)


def _register(registry):
    """torch._dynamo.list_backends() names it, and what takes a backend's name finds it."""
    registry.register_backend(backend, name="tpu")


def _choose_for_dynamo(module):
    """torch._dynamo.optimize() looks Inductor up by its name, which is its default."""
    from torch._dynamo.backends import registry  # pylint: disable=import-outside-toplevel
    inductor = module.inductor

    @functools.wraps(inductor)
    def choose(model, inputs, **options):
        if hasattr(model, "graph") and _on_tpu(model, inputs):
            return backend(model, inputs, **options)
        return inductor(model, inputs, **options)

    module.inductor = registry._COMPILER_FNS["inductor"] = choose


def _choose_for_callers(module):
    """torch._inductor.compile() and compile_fx() are called with graphs that others made, and
    aoti_compile_and_package(), which makes a file of its own kind."""
    compile_fx, compile_fx_aot = module.compile_fx, module.compile_fx_aot

    @functools.wraps(compile_fx)
    def choose(model_, example_inputs_, *others, **options):
        if _on_tpu(model_, example_inputs_):
            return backend(model_, example_inputs_)
        return compile_fx(model_, example_inputs_, *others, **options)

    @functools.wraps(compile_fx_aot)
    def refuse(model_, example_inputs_, *others, **options):
        if _on_tpu(model_, example_inputs_):
            raise RuntimeError(_AOT_INDUCTOR)
        return compile_fx_aot(model_, example_inputs_, *others, **options)

    module.compile_fx, module.compile_fx_aot = choose, refuse


def prepare():
    """Where nobody has named a backend, graphs on tpu are ours and others Inductor's."""
    wrapper = torch._TorchCompileInductorWrapper
    inductor = wrapper.__call__
    compile_any = torch.compile
    explicit = []  # a call of torch.compile that names Inductor

    def call(self, model_, inputs_, **options):
        if not hasattr(model_, "graph") or not _on_tpu(model_, inputs_):
            return inductor(self, model_, inputs_, **options)
        # Who asks Inductor for what it has for TPUs wants the device's own code.
        if getattr(self, "_named_by_user", False) and self.config.get("tpu_backend") != "pallas":
            raise RuntimeError(_EXPLICIT_INDUCTOR)
        return backend(model_, inputs_, options=self.config)

    make = wrapper.__init__

    def init(self, *arguments, **named):
        make(self, *arguments, **named)
        self._named_by_user = bool(explicit)

    def decorator(options):
        """PyTorch's would name its default backend, as if the user had."""
        def decorate(function):
            if function is None:
                raise RuntimeError("Model can't be None")
            return torch_compile(function, **options)
        return decorate

    def torch_compile(model=None, **options):
        if model is None:
            return decorator(options)
        _allow_grouped_products()
        _keep_recurrent_layers()
        if options.get("backend") == "tpu":
            # First: it takes what is not Inductor's out of the options.
            compiled = compile_any(model, **options)
            _check_settings(**options)
            return compiled
        if options.get("backend") != "inductor":
            return compile_any(model, **options)
        explicit.append(True)
        try:
            return compile_any(model, **options)
        finally:
            explicit.pop()

    flex.allow(flex_attention)
    torch_compile.__doc__ = compile_any.__doc__
    torch_compile.__wrapped__ = compile_any
    wrapper.__call__, wrapper.__init__ = call, init
    torch.compile = torch_compile
    _keep_layers_in_exports()
    behind_import("torch._dynamo.backends.registry", _register)
    behind_import("torch._dynamo.backends.inductor", _choose_for_dynamo)
    behind_import("torch._inductor.compile_fx", _choose_for_callers)
    behind_import("torch._prims.rng_prims", recomputed.prepare)
    behind_import("torch._subclasses.fake_impls", channels.prepare)
