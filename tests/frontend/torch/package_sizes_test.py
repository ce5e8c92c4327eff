"""Packages of exported models that leave sizes open: one for all sizes, with the bits of eager
mode at each."""

import json
import math
import unittest

import numpy
import torch
from torch import nn
from torch.export import Dim
from package_cases import PackageCase
from tilewright.torch import package


class Block(nn.Module):
    """Indices, places, causal attention of a mask that is made, normalisation."""

    def __init__(self):
        super().__init__()
        self.words, self.places = nn.Embedding(50, 16), nn.Embedding(64, 16)
        self.norm, self.three, self.out = nn.LayerNorm(16), nn.Linear(16, 48), nn.Linear(16, 16)

    def forward(self, words):
        batch, length = words.shape
        x = self.words(words) + self.places(torch.arange(length, device=words.device))
        query, key, value = self.three(self.norm(x)).view(
            batch, length, 3, 4, 4).permute(2, 0, 3, 1, 4).unbind(0)
        mask = torch.ones(length, length, dtype=torch.bool, device=words.device).tril()
        y = nn.functional.scaled_dot_product_attention(query, key, value, attn_mask=mask)
        return x + self.out(y.transpose(1, 2).reshape(batch, length, -1))


class Function(nn.Module):

    def __init__(self, function):
        super().__init__()
        self.function = function
        self.weight = nn.Parameter(torch.randn(4, 4))

    def forward(self, *inputs):
        return self.function(self.weight, *inputs)


class PackageSizesTest(PackageCase):

    def test_one_package_has_eager_modes_bits_at_every_size(self):
        model = Block().eval()
        path = self.saved(model, (torch.randint(0, 50, (3, 7)),), dynamic_shapes=(
            {0: Dim("batch", min=1, max=40), 1: Dim("length", min=1, max=64)},))
        for sizes in ((1, 1), (2, 2), (5, 13), (13, 1), (40, 64)):
            self.check_run(path, model, (torch.randint(0, 50, sizes),))
        described = json.loads((path / "package.json").read_text())
        batch, length = described["symbols"]
        self.assertEqual([(row["min"], row["max"]) for row in (batch, length)],
                         [(1, 40), (1, 64)])
        self.assertEqual(described["inputs"][-1]["sizes"], [batch["name"], length["name"]])
        self.assertEqual(described["outputs"][0]["sizes"],
                         [batch["name"], length["name"], "16"])
        report = self.run_command("run", path, "--random-inputs", "--size", "5,13", "--report")
        self.assertEqual(report.returncode, 0)
        self.assertIn("take them when they run", report.stdout)

    def test_what_is_computed_of_sizes_is_computed_when_it_runs(self):
        functions = {
            "a number": lambda w, x: x * x.shape[0],
            "a mean": lambda w, x: (x.mean(0), x.bfloat16().mean(0), x / (2 * x.shape[0] + 1)),
            "its inverse": lambda w, x: x * (1 / x.shape[0]),
            "joined": lambda w, x: torch.cat([x, w, x[1:]]).reshape(-1),
            "sliced": lambda w, x: (x[:-1] + x[1:], x[-1], x[: x.shape[0] // 2], x.flip(0)),
            "padded": lambda w, x: nn.functional.pad(x, (1, 0, x.shape[0], 2)),
            "made": lambda w, x: (torch.arange(1, 2 * x.shape[0], 2, device=x.device),
                                  torch.eye(x.shape[0], device=x.device)),
            "running": lambda w, x: (x.cumsum(0), x.cummax(0).indices),
            "ordered": lambda w, x: (x.sort(0).values, x.topk(2, 0).indices, x.argmax(0)),
            "moved": lambda w, x: torch.zeros_like(x).scatter_add(0, (x > 0).long(), x),
            "products": lambda w, x: (x @ w, x.T @ x, (x @ x.T).tril()),
            "pools": lambda w, x: nn.functional.avg_pool1d(x.T[None], 2),
        }
        for name, function in functions.items():
            with self.subTest(name):
                model = Function(function)
                path = self.saved(model, (torch.randn(6, 4),), dynamic_shapes=(
                    ({0: Dim.AUTO},),))
                for rows in (5, 6, 7, 64, 101, 300):
                    self.check_run(path, model, (torch.randn(rows, 4),))

    def check_at(self, function, rows=(4, 9, 101), export_at=6):
        model = Function(function)
        path = self.saved(model, (torch.randn(export_at, 4),), dynamic_shapes=(({0: Dim.AUTO},),))
        for size in rows:
            with self.subTest(rows=size):
                self.check_run(path, model, (torch.randn(size, 4),))

    def test_views_that_end_or_go_on_as_sizes_say(self):
        def written(w, x):
            x = x.clone()
            x[::2] = 0
            x[1::2] += 1
            return x

        functions = {
            "steps": lambda w, x: (x[::2], x[1::2] * 2, (x + 1)[::3].sum(1)),
            "of other dimensions": lambda w, x: (x @ x.T)[:, ::2],
            "halves": lambda w, x: (x[: x.shape[0] // 2], x[x.shape[0] // 2:],
                                    x[(x.shape[0] + 1) // 2:]),
            "pairs": lambda w, x: x[: x.shape[0] // 2 * 2].reshape(-1, 2, 4).mean(1),
            "windows": lambda w, x: (x.unfold(0, 2, 2), x.unfold(0, 2, 1).sum(-1)),
            "written": written,
            "padded, or not": lambda w, x: nn.functional.pad(
                x, (0, 0, 0, max(0, 10 - x.shape[0]))),
        }
        for name, function in functions.items():
            with self.subTest(name):
                self.check_at(function)

    def test_floats_of_sizes(self):
        functions = (
            lambda w, x: (x / x.shape[0] ** 0.5, x * x.shape[0] ** -0.5),
            lambda w, x: (x * x.shape[0] ** 0.3, x * (0.5 / x.shape[0])),
            lambda w, x: (x + 0.1 * x.shape[0], x * (x.shape[0] / (x.shape[0] + 3))),
            lambda w, x: (torch.full((x.shape[0],), x.shape[0] / 3), x.var(0), x.std((0, 1))),
        )
        for function in functions:
            self.check_at(function)

    def test_numbers_are_results(self):
        model = Function(lambda w, x: {"rows": x.shape[0] * 2, "sum": x.sum(), "three": 3,
                                       "half": x.shape[0] / 2, "none": None, "true": True})
        path = self.saved(model, (torch.randn(6, 4),), dynamic_shapes=(({0: Dim.AUTO},),))
        x = torch.randn(5, 4)
        self.assertEqual(self.run_package(path, (x,)).returncode, 0)
        got = [numpy.load(self.folder / "out" / f"out{i}.npy") for i in range(5)]
        self.assertEqual([each.item() for each in got],
                         [10, x.to("tpu").sum().item(), 3, 2.5, True])
        self.assertEqual([str(each.dtype) for each in got],
                         ["int64", "float32", "int64", "float64", "bool"])

    def test_what_a_condition_on_sizes_says_is_never_left_out(self):
        model = Function(lambda w, x: torch.cond(
            x.shape[0] / 2 > 250.5, lambda y: y + 1, lambda y: y - 1, (x,)))
        exported = torch.export.export(model, (torch.randn(6, 4),),
                                       dynamic_shapes=(({0: Dim.AUTO},),))
        with self.assertRaisesRegex(NotImplementedError, "for other sizes"):
            package.save(exported, self.folder / "p")

    def test_transforms_and_factors_of_any_size(self):
        functions = (
            lambda w, x: torch.fft.rfft(x, dim=0).abs(),
            lambda w, x: torch.fft.fftshift(x, dim=0) + torch.fft.ifftshift(x, dim=0) * 2,
            lambda w, x: torch.view_as_real(
                torch.fft.ifft(torch.fft.fft(x, dim=0), dim=0)),
            lambda w, x: torch.fft.irfft(torch.fft.rfft(x, dim=0), n=x.shape[0], dim=0),
            lambda w, x: torch.linalg.cholesky_ex(
                x @ x.T + 3 * torch.eye(x.shape[0], device=x.device))[0],
        )
        for function in functions:
            self.check_at(function)
        self.check_at(lambda w, x: torch.linalg.qr(torch.cat([x, w])), (2, 64))

    def test_sizes_that_have_to_be_multiples(self):
        for function, sizes in ((lambda w, x: x.view(-1, 4, 2).sum(1), Dim.AUTO),
                                (lambda w, x: x.view(8, -1).sum(0), 8 * Dim("eighth", min=2))):
            model = Function(function)
            path = self.saved(model, (torch.randn(40),), dynamic_shapes=(({0: sizes},),))
            for size in (16, 24, 400):
                self.check_run(path, model, (torch.randn(size),))
            self.assertEqual(self.run_package(path, (torch.randn(17),)).returncode, 1)

    def test_sizes_that_pytorch_took_for_numbers_are_named(self):
        class Windows(nn.Module):
            def __init__(self):
                super().__init__()
                self.convolution = nn.Conv1d(16, 3, 5, 2)

            def forward(self, x):
                x = self.convolution(x.transpose(1, 2)).transpose(1, 2)
                return torch.stack(x.unbind(-1), -1) + 1

        # One window of 6, whose number becomes a size of the result.
        exported = torch.export.export(Windows(), (torch.randn(5, 6, 16),), dynamic_shapes=(
            {0: Dim.AUTO, 1: Dim.AUTO},))
        with self.assertRaisesRegex(NotImplementedError, "PyTorch exported it with"):
            package.save(exported, self.folder / "p")
        self.assertEqual(list(self.folder.iterdir()), [])

    def test_a_size_of_one_value_is_a_number(self):
        model = Function(lambda w, x: x + torch.linspace(0, 1, x.shape[1], device=x.device))
        path = self.saved(model, (torch.randn(3, 9),), dynamic_shapes=(
            ({0: Dim.AUTO, 1: Dim.AUTO},),))
        for rows in (2, 17):
            self.check_run(path, model, (torch.randn(rows, 9),))
        self.assertEqual(self.run_package(path, (torch.randn(3, 8),)).returncode, 1)

    def test_sizes_apart_and_sizes_of_others(self):
        rows, half = Dim("rows", min=1), Dim("half", min=2, max=10)
        model = Function(lambda w, x, y, z: (
            (x[:, None] - y[None]).reshape(-1, 4), z["z"].view(2, -1), x[:, 0] + 1))
        path = self.saved(
            model, (torch.randn(3, 4), torch.randn(5, 4), {"z": torch.arange(8)}),
            dynamic_shapes=(({0: rows}, {0: Dim.AUTO}, {"z": {0: 2 * half}}),))
        for x, y, z in ((1, 2, 3), (7, 9, 3), (2, 2, 2), (100, 3, 10)):
            self.check_run(path, model, (torch.randn(x, 4), torch.randn(y, 4),
                                         {"z": torch.arange(2 * z)}))
        for z, what in ((7, "size 0 is 7, and no 2*"), (22, "is 11, and at most 10")):
            wrong = self.run_package(path, (torch.randn(3, 4), torch.randn(3, 4),
                                            torch.arange(z)))
            self.assertEqual(wrong.returncode, 1)
            self.assertIn("input 2, ", wrong.stderr)
            self.assertIn(what, wrong.stderr)

    def test_convolutions_types_and_buffers(self):
        class Model(nn.Module):
            def __init__(self):
                super().__init__()
                self.filter = nn.Conv1d(4, 8, 3, padding=1)
                self.norm = nn.BatchNorm1d(8)

            def forward(self, x):
                return self.norm(self.filter(x)).bfloat16(), x.long().sum(0)

        model = Model()
        path = self.saved(model, (torch.randn(3, 4, 9),), dynamic_shapes=({0: Dim.AUTO},))
        for batch in (2, 5, 64):
            self.check_run(path, model, (torch.randn(batch, 4, 9),))

    def test_images_and_signals_of_any_size(self):
        def convolved(*layers):
            return nn.Sequential(*layers).eval()

        images = {
            "more": convolved(nn.Conv2d(16, 32, 3, padding=1, bias=False)),
            "strides": convolved(nn.Conv2d(16, 32, 3, 2, padding=1), nn.Conv2d(32, 4, 1, 2)),
            "net": convolved(
                nn.Conv2d(3, 16, 3, padding=1), nn.BatchNorm2d(16), nn.ReLU(), nn.MaxPool2d(2),
                nn.Conv2d(16, 32, 3), nn.AdaptiveAvgPool2d((2, 3)), nn.Flatten(),
                nn.Linear(192, 5)),
            "largest": nn.AdaptiveMaxPool2d((3, 2)),
        }
        for name, model in images.items():
            features = model[0].in_channels if isinstance(model, nn.Sequential) else 3
            path = self.saved(model, (torch.randn(2, features, 32, 40),),
                              dynamic_shapes=({0: Dim.AUTO, 2: Dim.AUTO, 3: Dim.AUTO},))
            # Eager modes go another way where a result's width is a multiple of 8 or 16.
            for sizes in ((2, 16, 16), (3, 17, 23)):
                with self.subTest(name, sizes=sizes):
                    self.check_run(path, model, (torch.randn(
                        sizes[0], features, *sizes[1:]),))
        signal = convolved(nn.Conv1d(16, 32, 3, 2, padding=1), nn.GELU(), nn.Conv1d(32, 8, 2))
        path = self.saved(signal, (torch.randn(2, 16, 40),),
                          dynamic_shapes=({0: Dim.AUTO, 2: Dim.AUTO},))
        for length in (23, 800):
            self.check_run(path, signal, (torch.randn(3, 16, length),))

    def test_images_that_are_brought_to_other_sizes(self):
        def to_numbers(w, x):
            return (nn.functional.interpolate(x, size=7, mode="linear", align_corners=True),
                    nn.functional.interpolate(x, size=10, mode="linear"))

        def to_others(w, x):
            size = x.shape[2] * 2 + 1
            return nn.functional.interpolate(x, size=size, mode="linear", align_corners=True)

        for function in (to_numbers, to_others):
            model = Function(function)
            path = self.saved(model, (torch.randn(2, 3, 6),),
                              dynamic_shapes=(({2: Dim.AUTO},),))
            for length in (2, 5, 64, 101):
                self.check_run(path, model, (torch.randn(2, 3, length),))

        class Pair(nn.Module):
            def forward(self, x, y):
                return y + nn.functional.interpolate(x, y.shape[2:], mode="bilinear",
                                                     align_corners=True)

        model = Pair()
        path = self.saved(model, (torch.randn(1, 2, 5, 6), torch.randn(1, 2, 9, 13)),
                          dynamic_shapes=({2: Dim.AUTO, 3: Dim.AUTO},) * 2)
        for low, high in (((3, 4), (6, 9)), ((8, 2), (5, 5)), ((17, 33), (34, 70))):
            self.check_run(path, model, (torch.randn(1, 2, *low), torch.randn(1, 2, *high)))

    def test_any_number_of_images_whose_columns_eager_modes_make_in_parts(self):
        model = nn.Conv2d(3, 8, 7, stride=2, padding=3).eval()
        path = self.saved(model, (torch.randn(3, 3, 64, 64),), dynamic_shapes=({0: Dim.AUTO},))
        for images in (2, 150):
            self.check_run(path, model, (torch.randn(images, 3, 64, 64),))

    def test_recurrent_layers_on_tpu_have_any_length(self):
        class Model(nn.Module):
            def __init__(self):
                super().__init__()
                self.first = nn.LSTM(4, 6, num_layers=2, batch_first=True)
                self.then = nn.GRU(6, 5, bidirectional=True)

            def forward(self, x):
                y, (state, cell) = self.first(x)
                return self.then(y)[0], state, cell

        model = Model().eval().to("tpu")
        path = self.saved(model, (torch.randn(3, 5, 4, device="tpu"),),
                          dynamic_shapes=({0: Dim.AUTO, 1: Dim.AUTO},))
        for sizes in ((2, 2), (3, 70), (17, 3)):
            self.check_run(path, model, (torch.randn(*sizes, 4),))

    def test_sizes_that_are_no_values_of_symbols_are_named(self):
        model = nn.Linear(4, 3)
        path = self.saved(model, (torch.randn(5, 4),),
                          dynamic_shapes=({0: Dim("rows", min=2, max=8)},))
        symbol = json.loads((path / "package.json").read_text())["symbols"][0]["name"]
        for rows, what in ((1, "at least 2"), (9, "at most 8")):
            wrong = self.run_package(path, (torch.randn(rows, 4),))
            self.assertEqual(wrong.returncode, 1)
            self.assertIn(f"input 0, input: size 0 is {rows}: {symbol} is {rows}, and {what}",
                          wrong.stderr)
            wrong = self.run_command("run", path, "--random-inputs", "--size", rows)
            self.assertEqual(wrong.returncode, 2)
            self.assertIn(f"{symbol} is {rows}, and {what}", wrong.stderr)
            wrong = self.run_command("run", path / "program.mlir", "--random-inputs",
                                     "--size", rows)
            self.assertEqual(wrong.returncode, 1)
            self.assertIn(f"input: size 0: {symbol} is {rows}, and {what}", wrong.stderr)
        unknown = self.run_command("run", path, "--random-inputs")
        self.assertEqual(unknown.returncode, 2)
        self.assertIn(f"--size with a number for {symbol}", unknown.stderr)
        words = self.saved(nn.Embedding(9, 2), (torch.tensor([1, 8]),),
                           dynamic_shapes=({0: Dim.AUTO},))
        wrong = self.run_package(words, (torch.tensor([3, 1, 9]),))
        self.assertEqual(wrong.returncode, 1)
        self.assertIn("embedding: index out of range in self", wrong.stderr)

    def test_what_has_no_form_with_open_sizes_is_named_with_its_line(self):
        cases = ((lambda w, x: x * math.trunc(x.shape[0] ** 0.5), "aten.mul.*depends on sizes"),
                 (lambda w, x: x[x > 0], "size 0 is u0, which depends on values"))
        exports = [(torch.export.export(Function(function), (torch.randn(6, 4),),
                                        dynamic_shapes=(({0: Dim.AUTO},),)), what)
                   for function, what in cases]
        for exported, what in exports:
            with self.assertRaisesRegex(NotImplementedError, what):
                package.save(exported, self.folder / "p")
            self.assertEqual(list(self.folder.iterdir()), [])


if __name__ == "__main__":
    unittest.main()
