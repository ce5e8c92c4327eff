"""What CPU refuses at the call is refused on `tpu`, by an exception of the same type: each
of PyTorch's operations with numbers of each type, and the mistakes that OpInfo knows of.

TILEWRIGHT_LIBRARY_DIR names a build with the device; PYTHONPATH has python and
python/torch."""

import os
import unittest
import warnings

os.environ.setdefault("TILEWRIGHT_NUMERICS", "ieee")

import torch  # pylint: disable=wrong-import-position
import tilewright.torch  # pylint: disable=wrong-import-position,unused-import
from torch.testing._internal.common_methods_invocations import op_db  # pylint: disable=wrong-import-position

import opinfo_worker  # pylint: disable=wrong-import-position

HALVES = (torch.float16, torch.bfloat16)
TYPES = (torch.float32, torch.float64, *HALVES, torch.int64, torch.int32, torch.int16, torch.int8,
         torch.uint8, torch.bool, torch.complex64, torch.complex128)

# What is taken here and not on CPU, of all entries: numbers of 16 bits.
# And of some, with the reason.
TAKEN = {
    "histc": "of integers, as CUDA has it",
    "nn.functional.conv_transpose1d": "of small integers",
    "nn.functional.conv_transpose2d": "of small integers",
    "nn.functional.conv_transpose3d": "of small integers",
    "nn.functional.interpolate": "of bytes, in one and three dimensions",
}
# Those of other kinds of tensors, which have no kernels, and of libraries, whose own words
# for a type differ.
OTHERS = ("sparse.", "linalg.", "cholesky", "pca_lowrank", "svd_lowrank", "lu", "triangular_solve",
          "ormqr", "narrow_copy")


def refusal(function):
    try:
        function()
    except Exception as error:  # pylint: disable=broad-except
        return error
    return None


def names(error):
    return type(error).__name__ if error is not None else "nothing"


def entries():
    for op in op_db:
        name = opinfo_worker.name_of(op)
        if not name.startswith(OTHERS) and op.name not in TAKEN:
            yield name, op


class RefusedTest(unittest.TestCase):

    def setUp(self):
        warnings.simplefilter("ignore")
        torch.set_num_threads(1)

    def settle(self):
        """What fails later is no concern of these tests."""
        while refusal(torch.tpu.synchronize) is not None:
            pass

    def test_types(self):
        tried = 0
        for name, op in entries():
            for dtype in TYPES:
                try:
                    torch.manual_seed(0)
                    sample = next(iter(op.sample_inputs("cpu", dtype)))
                except Exception:  # pylint: disable=broad-except
                    continue  # it has no samples of this type
                tried += self.compare(name, op, dtype, sample)
        self.settle()
        self.assertGreater(tried, 1000)

    def compare(self, name, op, dtype, sample):
        entry, tried = opinfo_worker.Entry(op, 0), 0
        operands = (sample.input, sample.args, sample.kwargs)
        for function in (op, op.inplace_variant):
            if function is None:
                continue
            with torch.no_grad():
                first, args, kwargs = opinfo_worker.moved(operands, "cpu")
                expected = refusal(lambda: function(first, *args, **kwargs))
                if expected is None:
                    continue
                first, args, kwargs = entry.on_tpu(operands)
                got = refusal(lambda: function(first, *args, **kwargs))
            tried += 1
            if got is None and dtype in HALVES:
                continue
            with self.subTest(name=name, dtype=dtype, in_place=function is not op):
                self.assertEqual(names(got), names(expected), f"{expected} / {got}")
        return tried

    def test_mistakes(self):
        for name, op in entries():
            if op.error_inputs_func is None:
                continue
            samples = iter(op.error_inputs("tpu"))
            while (mistake := next(samples, None)) is not None:
                sample = mistake.sample_input
                if not mistake.error_regex:
                    continue  # one that some devices allow

                def call():
                    out = op(sample.input, *sample.args, **sample.kwargs)
                    for x in opinfo_worker.tensors(out):
                        x.cpu()

                got = refusal(call)
                with self.subTest(name=name, expected=mistake.error_regex):
                    self.assertIsInstance(got, mistake.error_type)
        self.settle()


if __name__ == "__main__":
    unittest.main()
