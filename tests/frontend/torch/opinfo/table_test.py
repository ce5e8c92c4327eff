"""The table of operations: what is registered for `tpu` keeps its gradient, every row is
recorded by a kernel, and what CPU has a kernel for is none of PyTorch's compositions here."""

import os
import pathlib
import re
import unittest
import warnings

os.environ.setdefault("TILEWRIGHT_NUMERICS", "ieee")

import torch  # pylint: disable=wrong-import-position
import tilewright.torch  # pylint: disable=wrong-import-position,unused-import
from torch.testing._internal.common_methods_invocations import op_db  # pylint: disable=wrong-import-position
from torch.utils._python_dispatch import TorchDispatchMode  # pylint: disable=wrong-import-position

import opinfo_test  # pylint: disable=wrong-import-position
import opinfo_worker  # pylint: disable=wrong-import-position

HERE = pathlib.Path(__file__).resolve().parent
SOURCES = HERE.parents[3] / "frontend" / "torch"


def has_kernel(name, key):
    return torch._C._dispatch_has_kernel_for_dispatch_key(name, key)


def registered(key):
    return [n for n in torch._C._dispatch_get_registrations_for_dispatch_key(key)
            if n.startswith("aten::")]


class Seen(TorchDispatchMode):
    """Notes which overloads come to the device."""

    def __init__(self):
        super().__init__()
        self.names = set()

    def __torch_dispatch__(self, function, types, args=(), kwargs=None):
        out = function(*args, **(kwargs or {}))
        leaves = torch.utils._pytree.tree_leaves((args, kwargs, out))
        if any(isinstance(x, torch.Tensor) and x.device.type == "tpu" for x in leaves):
            schema = function._schema
            self.names.add(schema.name + ("." + schema.overload_name
                                          if schema.overload_name else ""))
        return out


class TableTest(unittest.TestCase):

    def test_what_is_registered_keeps_its_gradient(self):
        own = set(registered("AutogradPrivateUse1"))
        names = registered("PrivateUse1")
        self.assertGreater(len(names), 300)
        for name in names:
            # Where CPU has a kernel, too, PyTorch differentiates around it.
            if has_kernel(name, "CompositeImplicitAutograd") and not has_kernel(name, "CPU"):
                self.assertIn(name, own, "its gradient is lost")

    def test_every_row_is_recorded_by_a_kernel(self):
        header = (SOURCES / "lower" / "operations.h").read_text()
        groups = {name: set(re.findall(r"\bX\((\w+)\)", body)) for name, body in re.findall(
            r"#define (TW_TORCH_(?!OPERATIONS)\w+)\(X\)((?:.*\\\n)*.*\n)", header)}
        rows = set().union(*groups.values())
        self.assertGreater(len(rows), 150)
        kernels = "".join(p.read_text() for p in sorted(SOURCES.glob("kernels/**/*.cc"))
                          + sorted(SOURCES.glob("kernels/**/*.h")))
        recorded = set(re.findall(r"\bOp::(\w+)", kernels))
        recorded |= set(re.findall(r"\bTW_\w+\((\w+)\)", kernels))
        for group in set(re.findall(r"\b(TW_TORCH_\w+)\(", kernels)):
            recorded |= groups[group]  # registered together
        self.assertEqual(rows - recorded, set())

    def test_what_cpu_has_a_kernel_for_is_no_composition(self):
        warnings.simplefilter("ignore")
        entries = {opinfo_worker.name_of(op): op for op in op_db}
        composed, seen = {}, set()
        for names in opinfo_test.read_families().values():
            for name in names:
                overloads = self.overloads_of(entries[name])
                seen |= overloads
                for overload in overloads:
                    if self.is_composed(overload):
                        composed.setdefault(overload, name)
        self.assertGreater(len(seen), 300)
        self.assertEqual(composed, {})

    @staticmethod
    def is_composed(overload):
        if has_kernel(overload, "PrivateUse1") or not has_kernel(overload, "CPU"):
            return False
        # The functional form of one that is registered with out=.
        return not has_kernel(overload, "CompositeExplicitAutogradNonFunctional")

    @staticmethod
    def overloads_of(op):
        """That its first sample comes to, forward and backward."""
        grad = op.supports_autograd and torch.float32 in op.supported_backward_dtypes("cpu")
        if torch.float32 not in op.supported_dtypes("cpu"):
            return set()
        torch.manual_seed(0)
        sample = next(iter(op.sample_inputs("cpu", torch.float32, requires_grad=grad)), None)
        if sample is None:
            return set()
        entry = opinfo_worker.Entry(op, 1)
        entry.sample = sample
        operands = entry.on_tpu((sample.input, sample.args, sample.kwargs))
        seen = Seen()
        try:
            with seen:
                out = entry.call(op, operands)
                outs = opinfo_worker.differentiable(opinfo_worker.tensors(out))
                leaves = [x for x in opinfo_worker.tensors(operands) if x.requires_grad]
                if grad and outs and leaves:
                    opinfo_worker.gradients(outs, leaves)
        except Exception:  # pylint: disable=broad-except
            pass  # opinfo_test tells
        return seen.names


if __name__ == "__main__":
    unittest.main()
