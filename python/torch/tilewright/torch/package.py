"""Exported models as packages: folders that the command line (`tilewright run FOLDER`) and
the C++ library (`tilewright/package.h`) run without Python.

    package.save(torch.export.export(model.eval(), (example,)), "model.package")

A package holds `program.mlir`, StableHLO that takes weights and then the model's inputs;
`weights/N.npy` (16-bit floats that npy lacks as integers of their width); and
`package.json`: names and types of what the program takes and gives, SHA-256 of each file,
and the numerics with which it was saved. Sizes that the model leaves open (dynamic_shapes)
are `?` in types: "symbols" says what they are made of, and between which values each of
these lies, and "sizes" of an input or output how. Results of the kind "check" are what is
wrong with values at hand, such as an index, $0 in their names, or -2**63. Its operations are
those of eager mode, and so are its bits."""

import hashlib
import io
import json
import os
import pathlib
import shutil
import tempfile

import numpy
import torch
from torch._subclasses.fake_tensor import FakeTensor
from torch.export.graph_signature import (ConstantArgument, InputKind, OutputKind,
                                          SymBoolArgument, SymFloatArgument,
                                          SymIntArgument, TensorArgument)
from torch.export.passes import move_to_device_pass

from tilewright.torch import _device
from tilewright.torch.package_capture import capture, where
from tilewright.torch.package_flow import NUMBERS
from tilewright.torch.package_sizes import Symbols, check_known, text

FORMAT = "tilewright.package"
VERSION = 2  # with symbols; without, 1

_KINDS = {InputKind.PARAMETER: "parameter", InputKind.BUFFER: "buffer",
          InputKind.CONSTANT_TENSOR: "constant", InputKind.USER_INPUT: "input"}

# As StableHLO spells them, and what numpy has instead.
_TYPES = {torch.bool: "i1", torch.int8: "i8", torch.int16: "i16", torch.int32: "i32",
          torch.int64: "i64", torch.uint8: "ui8", torch.uint16: "ui16", torch.uint32: "ui32",
          torch.uint64: "ui64", torch.bfloat16: "bf16", torch.float16: "f16",
          torch.float32: "f32", torch.float64: "f64", torch.complex64: "complex<f32>",
          torch.complex128: "complex<f64>", torch.float8_e4m3fn: "f8E4M3FN",
          torch.float8_e4m3fnuz: "f8E4M3FNUZ", torch.float8_e5m2: "f8E5M2",
          torch.float8_e5m2fnuz: "f8E5M2FNUZ"}
_AS_INTEGERS = {torch.bfloat16: torch.uint16, torch.float8_e4m3fn: torch.uint8,
                torch.float8_e4m3fnuz: torch.uint8, torch.float8_e5m2: torch.uint8,
                torch.float8_e5m2fnuz: torch.uint8}


def _described(tensor, name, symbols, points=None):
    """Its type, and the sizes that are in it where some are open."""
    if tensor.dtype not in _TYPES:
        raise NotImplementedError(f"{name}: a package has no tensors of {tensor.dtype}")
    shape = symbols.settled(check_known(tensor.shape, name), points or [])
    sizes = "".join(f"{size if isinstance(size, int) else '?'}x" for size in shape)
    row = {"type": f"tensor<{sizes}{_TYPES[tensor.dtype]}>"}
    if "?" in sizes:
        row["sizes"] = [text(size) for size in shape]
    return row


def _weight(exported, spec):
    if spec.kind == InputKind.CONSTANT_TENSOR or spec.persistent is False:
        return exported.constants[spec.target]
    return exported.state_dict[spec.target]


def _inputs(exported, symbols):
    """Of each placeholder: its row of package.json, and its value: a weight, a FakeTensor
    as the model is given, or a number that is part of the program."""
    rows, values = [], []
    fakes = {n.name: n.meta.get("val") for n in exported.graph.nodes if n.op == "placeholder"}
    for spec in exported.graph_signature.input_specs:
        if isinstance(spec.arg, ConstantArgument):
            values.append(spec.arg.value)
            continue
        if spec.kind not in _KINDS or not isinstance(spec.arg, TensorArgument):
            raise NotImplementedError(
                f"{spec.arg.name}: a package takes tensors, not {type(spec.arg).__name__}")
        name = spec.target or spec.arg.name
        kind = _KINDS[spec.kind]
        like = fakes[spec.arg.name] if kind == "input" else _weight(exported, spec)
        rows.append({"name": name, "kind": kind, **_described(like, name, symbols)})
        values.append(like if kind == "input" else like.detach().to("tpu").contiguous())
    return rows, values


_SYMBOLS = {SymBoolArgument: bool, SymIntArgument: int, SymFloatArgument: float}


def _kind_of(argument):
    what = argument.value if isinstance(argument, ConstantArgument) else argument
    return type(what).__name__


def _number_type(argument):
    """Of a result: what numbers are as tensors; None of no number."""
    if isinstance(argument, ConstantArgument):
        return NUMBERS.get(type(argument.value))
    return NUMBERS.get(_SYMBOLS.get(type(argument)))


def _outputs(exported, symbols):
    """Rows of package.json with the FakeTensors that they are of, those of the model first,
    and which of the graph's outputs they are."""
    nodes = {n.name: n for n in exported.graph.nodes}
    fakes = {name: n.meta.get("val") for name, n in nodes.items()}
    own, states = [], []
    for i, spec in enumerate(exported.graph_signature.output_specs):
        is_own = spec.kind == OutputKind.USER_OUTPUT
        if isinstance(spec.arg, ConstantArgument) and spec.arg.value is None:
            continue
        number = _number_type(spec.arg)
        if is_own and number is not None:
            fake = torch.empty((), dtype=number, device="meta")
            name = spec.arg.name or f"output_{i}"
            own.append(({"name": name, "kind": "output", **_described(fake, name, symbols)},
                        fake, i))
            continue
        if not isinstance(spec.arg, TensorArgument):
            raise NotImplementedError(
                f"output {i}: a package gives tensors and numbers, not {_kind_of(spec.arg)}")
        if not is_own and spec.kind != OutputKind.BUFFER_MUTATION:
            raise NotImplementedError(f"output {i}: a package has none that is "
                                      f"{spec.kind.name.lower().replace('_', ' ')}")
        row = {"name": spec.arg.name if is_own else spec.target,
               "kind": "output" if is_own else "buffer"}
        try:
            row.update(_described(fakes[spec.arg.name], row["name"], symbols))
        except NotImplementedError as error:
            raise NotImplementedError(f"{where(nodes[spec.arg.name])}: {error}") from error
        (own if is_own else states).append((row, fakes[spec.arg.name], i))
    both = own + states
    return [(row, fake) for row, fake, _ in both], [i for _, _, i in both]


def _write(folder, name, data):
    (folder / name).write_bytes(data)
    return {"file": name, "sha256": hashlib.sha256(data).hexdigest()}


def _as_npy(tensor):
    host = tensor.detach().resolve_conj().resolve_neg().cpu().contiguous()
    if host.dtype in _AS_INTEGERS:
        host = host.view(_AS_INTEGERS[host.dtype])
    file = io.BytesIO()
    numpy.save(file, host.numpy())
    return file.getvalue()


class _NotOneProgram(NotImplementedError):
    """There is no program for all sizes."""


def _program(module, values, names, outputs, symbols):
    """The same with FakeTensors for what the model is given, with symbols for sizes; and
    the values of these for which it was captured."""
    why = []
    for points in symbols.points:
        try:
            return _program_of(module, values, names, outputs, symbols, points), points
        except RuntimeError as error:
            why.append(error)
    # Multiples alone would hide that other sizes are another program.
    if not any(isinstance(error, _NotOneProgram) for error in why):
        for points in symbols.multiples:
            return _program_of(module, values, names, outputs, symbols, points), points
    raise why[0]


def _program_of(module, values, names, outputs, symbols, points):
    """The program, of these values of symbols."""
    programs, began = [], []
    for point in points:
        at_hand = [torch.empty(symbols.shape_at(value.shape, point), dtype=value.dtype,
                               device="tpu") if isinstance(value, FakeTensor) else value
                   for value in values]
        results, order = outputs
        program, began, shapes = capture(module, at_hand, order, symbols.values_at(point))
        for (row, fake), shape in zip(results, shapes):
            said = symbols.shape_at(fake.shape, point)
            if shape != said:
                raise NotImplementedError(f"{row['name']}: PyTorch exported it with the sizes "
                                          f"{said}, and it has {shape} where inputs have others")
        programs.append(program)
    if not symbols.symbols:
        return programs[0]
    inputs = [[text(size) for size in symbols.settled(value.shape)]
              for value in values if isinstance(value, torch.Tensor)]
    opened, why, operation = _device.open_exports(
        programs, symbols.bounded(), points, names, inputs, symbols.factors, symbols.floats)
    if opened is not None:
        return opened
    nodes = [node for count, node in began if count <= operation]
    raise _NotOneProgram(": ".join(filter(None, [
        "with open sizes", where(nodes[-1]) if nodes else "", why])))


def save(exported, path):
    """Writes an ExportedProgram (torch.export.export, of a model on CPU or tpu) as a new
    folder `path`, all of it or nothing. FileExistsError where there is something;
    NotImplementedError names what a package cannot have: random numbers, inputs that are
    written, operations that read values or are not lowered, or whose sizes follow from no
    input's."""
    path = pathlib.Path(path)
    if os.path.lexists(path):
        raise FileExistsError(f"{path} is there already")
    # Without decompositions: operations, and so bits, are eager mode's.
    exported = move_to_device_pass(exported.run_decompositions({}), "tpu")
    symbols = Symbols(exported)
    rows, values = _inputs(exported, symbols)  # weights come first
    results, order = _outputs(exported, symbols)
    tensors = [value for value in values if isinstance(value, torch.Tensor)]
    weights = [(row, value) for row, value in zip(rows, tensors) if row["kind"] != "input"]
    try:
        program, points = _program(exported.graph_module, values,
                                   [row["name"] for row in rows], (results, order), symbols)
    except RuntimeError as error:
        what = str(error).partition("\n\nWhile executing")[0]
        raise NotImplementedError(f"not in a package: {what}") from error
    # PyTorch does not always see that a size is a number.
    results = [{**row, **_described(fake, row["name"], symbols, points)}
               for row, fake in results]
    results += [{"name": check, "kind": "check", "type": "tensor<i64>"}
                for check in program.checks]
    made = pathlib.Path(tempfile.mkdtemp(prefix=path.name + ".", dir=path.parent))
    try:
        (made / "weights").mkdir()
        for number, (row, value) in enumerate(weights):
            row.update(_write(made, f"weights/{number}.npy", _as_npy(value)))
        description = {"format": FORMAT, "version": VERSION if symbols.symbols else 1,
                       "numerics": _device.numerics(), "inputs": rows,
                       "outputs": results,
                       "program": _write(made, "program.mlir", program.text.encode())}
        if symbols.symbols:
            description["symbols"] = symbols.rows()
        (made / "package.json").write_text(json.dumps(description, indent=1) + "\n")
        os.chmod(made, 0o755)
        os.rename(made, path)
    except BaseException:
        shutil.rmtree(made, ignore_errors=True)
        raise
