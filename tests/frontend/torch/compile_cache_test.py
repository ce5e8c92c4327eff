"""AOTAutograd's own cache has graphs on tpu: a second process, or a second compilation, traces
none of them."""

import json
import os
import subprocess
import sys
import tempfile
import textwrap
import unittest
from unittest import mock

import torch
import torch.nn.functional as F
from torch._dynamo.utils import counters
import tilewright.torch  # pylint: disable=unused-import
from tilewright.torch import graph_code

from compile_cases import CompileTest, bits

SCRIPT = textwrap.dedent("""
    import hashlib, json, torch, tilewright.torch
    from torch import nn
    from torch._dynamo.utils import counters
    from torch._higher_order_ops.scan import scan
    from torch.nn.attention.flex_attention import flex_attention

    class Recurrent(nn.Module):
        def __init__(self):
            super().__init__()
            self.layers = nn.LSTM(8, 8, 2, dropout=0.5)

        def forward(self, x):
            return self.layers(x.unsqueeze(1))[0]

    def table(x):
        return x @ torch.tensor([1.0, 2, 3, 4] * 2, device="tpu") + len(x)

    def branch(x):
        return torch.cond(x.sum() > 0, lambda x: x.sin(), lambda x: x.cos(), (x,)).tanh()

    def loop(x):
        return x * torch.while_loop(lambda y: y.abs().sum() > 1, lambda y: y * 0.5,
                                    (x.detach(),))[0]

    def scanned(x):
        def add(total, row):
            return total + row, total * row
        return scan(add, torch.zeros_like(x[0]), x, dim=0)[1]

    def step(x):
        return (torch.fft.fft(x).abs() @ x.T).softmax(-1)

    def look(x):
        heads = x.view(1, 1, *x.shape)
        return flex_attention(heads, heads, heads,
                              score_mod=lambda score, b, h, i, j: score + (i - j))

    def of(function, sizes, **options):
        torch.manual_seed(3)
        model = function().to("tpu") if isinstance(function, type) else function
        compiled, found = torch.compile(model, **options), []
        for size in sizes:
            x = torch.randn(size, 8, device="tpu", requires_grad=True)
            result = compiled(x)
            result.square().sum().backward()
            found += [result, x.grad]
        return [t.detach().cpu().numpy().tobytes() for t in found]

    made = [of(Recurrent, [5, 7]), of(table, [4], fullgraph=True),
            of(branch, [4]), of(loop, [4]), of(scanned, [4]), of(step, [6, 9, 12]), of(look, [16])]
    print(json.dumps([hashlib.sha256(repr(made).encode()).hexdigest(),
                      dict(counters["aot_autograd"]), torch.tpu.counters()["compilations"],
                      [[row["operations"], row["line"], row["breaks"]]
                       for row in torch.tpu.report().graphs]]))
    """)


class ProcessesTest(unittest.TestCase):

    def run_in(self, folder, **environment):
        done = subprocess.run(
            [sys.executable, "-c", SCRIPT], capture_output=True, text=True, check=False,
            env={**os.environ, "TILEWRIGHT_CACHE_DIR": f"{folder}/tilewright",
                 "TORCHINDUCTOR_CACHE_DIR": f"{folder}/torch", **environment})
        self.assertEqual(done.returncode, 0, done.stderr)
        return json.loads(done.stdout)

    def test_a_second_process_traces_nothing(self):
        with tempfile.TemporaryDirectory() as folder:
            values, first, _, graphs = self.run_in(folder)
            self.assertEqual(first["autograd_cache_saved"], 9)
            self.assertEqual(first.get("autograd_cache_bypass", 0), 0)
            again, second, compilations, found = self.run_in(folder)
            self.assertEqual((again, found, compilations), (values, graphs, 0))
            self.assertEqual(second["autograd_cache_hit"], first["autograd_cache_saved"])
            self.assertEqual(second.get("autograd_cache_miss", 0), 0)
            _, other, *_ = self.run_in(folder, TILEWRIGHT_NUMERICS="ieee")
            self.assertEqual(other.get("autograd_cache_hit", 0), 0)


class KeyTest(CompileTest):

    def setUp(self):
        super().setUp()
        folder = self.enterContext(tempfile.TemporaryDirectory())
        self.enterContext(mock.patch.dict(os.environ, TORCHINDUCTOR_CACHE_DIR=folder))

    def looked_up(self, function, *inputs, **options):
        """A new compilation: its result, and whether its graph was there."""
        torch._dynamo.reset()
        counters.clear()
        result = torch.compile(function, **options)(*inputs)
        found = counters["aot_autograd"]
        self.assertEqual(found["autograd_cache_hit"] + found["autograd_cache_miss"], 1, found)
        return bits([result]), found["autograd_cache_hit"] == 1

    def test_what_decides_is_in_the_key(self):
        def f(x):
            return F.scaled_dot_product_attention(x @ x, x, x)
        x = torch.randn(1, 2, 16, 16, device="tpu")
        self.addCleanup(setattr, torch.tpu, "allow_excess_precision",
                        torch.tpu.allow_excess_precision)
        for again in (False, True):
            for scope in (torch.tpu.precision("medium"), torch.tpu.precision("highest"),
                          torch.autocast("tpu", torch.bfloat16),
                          torch.autocast("tpu", torch.float16)):
                for torch.tpu.allow_excess_precision in (False, True):
                    with scope:
                        found, hit = self.looked_up(f, x)
                        self.assertEqual(hit, again)
                        if not torch.tpu.allow_excess_precision:
                            self.assertEqual(found, bits([f(x)]))
        self.assertFalse(self.looked_up(f, x, fullgraph=True)[1])

    def test_branches_are_in_the_key(self):
        def of(branch):
            return lambda x: torch.cond(x.sum() > 0, lambda x: branch(x), torch.cos, (x,))
        x = torch.ones(3, device="tpu")
        for again in (False, True):
            for branch in (torch.sin, torch.tan):
                found, hit = self.looked_up(of(branch), x)
                self.assertEqual((found, hit), (bits([branch(x)]), again))

    def test_errors_name_the_line_of_their_own_program(self):
        def one(a):
            return torch.ops.aten._add_relu(a, a).sin()

        def other(a):
            return torch.ops.aten._add_relu(a, a).sin()
        for f in (one, other, one):
            torch._dynamo.reset()
            with self.assertRaisesRegex(NotImplementedError, rf"line \d+, in {f.__name__}"):
                torch.compile(f)(torch.randn(4, 4, device="tpu"))

    def test_what_is_saved_may_be_used_again(self):
        for _ in range(2):
            torch._dynamo.reset()
            x = torch.randn(4, device="tpu", requires_grad=True)
            y = torch.compile(lambda x: x.sin().exp().sin())(x).sum()
            y.backward(retain_graph=True)
            first = x.grad.clone()
            y.backward()
            self.assertEqual(bits([x.grad]), bits([first * 2]))

    def test_a_user_may_turn_it_off(self):
        with torch._functorch.config.patch(enable_autograd_cache=False):
            for _ in range(2):
                torch._dynamo.reset()
                counters.clear()
                x = torch.ones(3, device="tpu", requires_grad=True)
                torch.compile(lambda x: x.sin())(x).sum().backward()
                self.assertEqual(counters["aot_autograd"]["autograd_cache_saved"], 0)

    def test_what_cannot_be_kept_is_compiled_in_each_process(self):
        with mock.patch.object(graph_code, "promised", side_effect=TypeError("of no file")), \
                self.assertNoLogs("torch._functorch", "WARNING"):
            x = torch.ones(3, device="tpu")
            self.assertEqual(bits([torch.compile(torch.sin)(x)]), bits([x.sin()]))


if __name__ == "__main__":
    unittest.main()
