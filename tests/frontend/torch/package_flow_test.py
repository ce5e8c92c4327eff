"""Control flow of exported models in packages: branches and loops of the program, with the bits
of eager mode."""

import unittest

import torch
from torch import nn
from torch._higher_order_ops import scan, while_loop
from torch._higher_order_ops.map import map as map_over
from torch.export import Dim
from package_cases import PackageCase


class Function(nn.Module):

    def __init__(self, function):
        super().__init__()
        self.function = function
        self.weight = nn.Parameter(torch.randn(4, 4) / 3)

    def forward(self, x):
        return self.function(self.weight, x)


def _zero(x):
    return torch.zeros((), dtype=torch.int64, device=x.device)


class PackageFlowTest(PackageCase):

    def check(self, function, sizes=(2, 5, 17, 100), rows=6):
        """Of `rows` only, and of any number of them."""
        model = Function(function).eval()
        self.check_run(self.saved(model, (torch.randn(rows, 4),)), model,
                       (torch.randn(rows, 4),))
        path = self.saved(model, (torch.randn(6, 4),), dynamic_shapes=({0: Dim.AUTO},))
        for size in sizes:
            self.check_run(path, model, (torch.randn(size, 4),))

    def test_loops_that_data_or_sizes_end(self):
        def counted(w, x):
            return while_loop(lambda i, y: i < 5, lambda i, y: (i + 1, torch.tanh(y @ w)),
                              (_zero(x), x))[1]

        def halved(w, x):
            return while_loop(lambda y: y.square().sum() > 1e-3, lambda y: (y * 0.7,), (x,))[0]

        def over_rows(w, x):
            return while_loop(
                lambda i, y: i < x.shape[0],
                lambda i, y: (i + 1, y * 0.9 + x.index_select(0, i.reshape(1))[0]),
                (_zero(x), torch.zeros(4, device=x.device)))[1]

        def with_branches(w, x):
            return while_loop(
                lambda i, y: i < 4, lambda i, y: (i + 1, torch.cond(
                    y.sum() > 0, lambda z: z * 0.5 - 1, lambda z: z.exp(), (y,))),
                (_zero(x), x))[1]

        for function in (counted, halved, over_rows, with_branches):
            self.check(function)

    def test_what_a_turn_checks(self):
        class Words(nn.Module):
            def __init__(self):
                super().__init__()
                self.words = nn.Embedding(4, 3)

            def forward(self, turns, word):
                return while_loop(lambda i, y: i < turns,
                                  lambda i, y: (i + 1, y + self.words(word + i)),
                                  (_zero(turns), torch.zeros(3)))[1]

        model = Words().eval()
        inputs = torch.tensor(3), torch.tensor(1)
        path = self.saved(model, inputs)
        self.assertEqual(self.run_package(path, inputs).returncode, 0)
        # No turn, and one with a word that there is not before others.
        self.assertEqual(
            self.run_package(path, (torch.tensor(0), torch.tensor(9))).returncode, 0)
        for turns, word in ((4, 1), (5, -1)):
            wrong = self.run_package(path, (torch.tensor(turns), torch.tensor(word)))
            self.assertEqual(wrong.returncode, 1)
            self.assertIn("index out of range in self", wrong.stderr)

    def test_scans_of_any_length(self):
        def recurrent(w, x):
            return scan(lambda h, a: (torch.tanh(h @ w + a), h + a),
                        torch.zeros(4, device=x.device), x)

        def backwards(w, x):
            return scan(lambda s, a: ([s[0] + a, s[1] * 0.5 + s[0]], (s[0] * a, s[1].sum())),
                        [torch.zeros(4, device=x.device), torch.ones(4, device=x.device)], x,
                        reverse=True)

        for function in (recurrent, backwards,
                         lambda w, x: map_over(lambda a: (a @ w).softmax(0), x)):
            self.check(function, rows=70)

    def test_a_condition_on_sizes_is_one_when_it_runs(self):
        self.check(lambda w, x: torch.cond(
            x.shape[0] > 10, lambda y: y.sin() @ w, lambda y: y.cos(), (x,)),
            (2, 10, 11, 100))
        self.check(lambda w, x: torch.cond(
            x.shape[0] % 2 == 0, lambda y: y * 2, lambda y: y.cumsum(0), (x,)), (2, 7, 100))

    def test_signals_of_their_spectra(self):
        class Signal(nn.Module):
            def forward(self, x):
                window = torch.hann_window(8, device=x.device)
                first = torch.istft(torch.complex(x, x * 0.5), 8, 2, window=window)
                return first, torch.istft(torch.complex(x, x), 8, 4, 6, length=9,
                                          normalized=True)

        model = Signal()
        path = self.saved(model, (torch.randn(2, 5, 7),), dynamic_shapes=(
            {0: Dim.AUTO, 2: Dim.AUTO},))
        for size in ((2, 4), (3, 7), (2, 33)):
            self.check_run(path, model, (torch.randn(size[0], 5, size[1]),))


if __name__ == "__main__":
    unittest.main()
