"""What tests of torch.compile share: programs are made of graphs, and bits are those of
eager modes."""

import unittest

import torch
import tilewright.torch  # pylint: disable=unused-import
from tilewright.torch import compile as compiling


def bits(tensors):
    out = []
    for t in tensors:
        t = t.detach().cpu()
        raw = t.contiguous().view(torch.uint8) if t.dim() else t.reshape(1).view(torch.uint8)
        out.append((t.dtype, tuple(t.shape), raw.numpy().tobytes()))
    return out


class CompileTest(unittest.TestCase):

    def setUp(self):
        torch._dynamo.reset()
        torch.manual_seed(0)
        self.before = len(compiling.graphs())

    def graphs(self):
        """Those that this test has made."""
        return compiling.graphs()[self.before:]

    def breaks(self):
        return [why for graph in self.graphs() for why in graph["breaks"]]

    def assert_captured(self, breaks=()):
        made = self.graphs()
        self.assertEqual([graph["refused"] for graph in made if graph["refused"]], [])
        self.assertEqual(self.breaks(), list(breaks))
        self.assertGreater(sum(graph["programs"] for graph in made), 0)

    def both(self, function, *inputs, compiled=None):
        """What the function gives, and gradients of inputs that have one, eager and
        compiled, from one seed."""
        found = []
        for f in (function, compiled or torch.compile(function)):
            torch.manual_seed(5)
            given = [x.detach().clone().requires_grad_(x.requires_grad)
                     if isinstance(x, torch.Tensor) else x for x in inputs]
            results = f(*given)
            results = list(results) if isinstance(results, (tuple, list)) else [results]
            leaves = [x for x in given if isinstance(x, torch.Tensor) and x.requires_grad]
            if leaves:
                sum(r.float().sum() for r in results).backward()
            found.append(bits([*results, *(x.grad for x in leaves)]))
        self.assertEqual(*found)

    def trained(self, make, inputs, compiled, steps=3, autocast=False):
        torch.manual_seed(1)
        model = make().to("tpu")
        called = torch.compile(model) if compiled else model
        optimizer = torch.optim.AdamW(model.parameters(), lr=1e-2)
        losses = []
        for _ in range(steps):
            with torch.autocast("tpu", torch.bfloat16, enabled=autocast):
                loss = called(*inputs).float().square().mean()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            losses.append(loss)
        return bits([*losses, *model.state_dict().values()])

    def assert_trains_alike(self, make, *inputs, **named):
        self.assertEqual(self.trained(make, inputs, False, **named),
                         self.trained(make, inputs, True, **named))
        self.assert_captured()
