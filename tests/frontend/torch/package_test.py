"""Packages of exported models: the command line runs them with the bits of eager mode."""

import json
import unittest

import numpy
import torch
from torch import nn
from torch.export import Dim
from package_cases import PackageCase
from tilewright.torch import package

class Model(nn.Module):
    """Indices, attention, a convolution, normalisation, a buffer, results that are views."""

    def __init__(self):
        super().__init__()
        self.words = nn.Embedding(50, 16)
        self.layer = nn.TransformerEncoderLayer(16, 4, 32, batch_first=True)
        self.filter = nn.Conv1d(16, 8, 3, padding=1)
        self.norm = nn.BatchNorm1d(8)
        self.register_buffer("places", torch.arange(7.0))

    def forward(self, words, x):
        y = self.layer(self.words(words) + x)
        z = self.norm(self.filter(y.transpose(1, 2)))
        return z + self.places, y.transpose(1, 2), words, {"last": z[:, :, -1]}


class PackageTest(PackageCase):

    def test_a_package_gives_eager_modes_bits_without_python(self):
        words = torch.randint(0, 50, (3, 7))
        path = self.check(Model().eval(), (words, torch.randn(3, 7, 16)))
        described = json.loads((path / "package.json").read_text())
        names = [row["name"] for row in described["inputs"]]
        self.assertIn("layer.self_attn.in_proj_weight", names)
        self.assertEqual(names[-2:], ["words", "x"])

    def test_a_training_model_gives_what_its_buffers_become_apart(self):
        model = nn.Sequential(nn.Linear(4, 3), nn.BatchNorm1d(3))
        path = self.check(model, (torch.randn(5, 4),))
        kinds = [row["kind"] for row in
                 json.loads((path / "package.json").read_text())["outputs"]]
        self.assertEqual(kinds, ["output", "buffer", "buffer", "buffer"])

    def test_types_that_numpy_lacks_and_sizes_of_zero_and_one(self):
        class Mixed(nn.Module):
            def __init__(self):
                super().__init__()
                self.weight = nn.Parameter(torch.randn(1, 4, dtype=torch.bfloat16))

            def forward(self, x, mask, none):
                y = torch.where(mask, x * self.weight, 2)
                return y, y.sum(), torch.cat([none, y.float()]), none.sum(0), ~mask

        self.check(Mixed(), (torch.randn(1, 4, dtype=torch.bfloat16), torch.rand(1, 4) > 0.5,
                             torch.empty(0, 4)))

    def test_a_condition_on_data_is_one_when_it_runs(self):
        class Chosen(nn.Module):
            def __init__(self):
                super().__init__()
                self.linear, self.words = nn.Linear(4, 3), nn.Embedding(4, 3)

            def forward(self, x, word):
                y = torch.cond(x.sum() > 0, lambda a, b: self.linear(a) + 1,
                               lambda a, b: a[:, :3] * self.words(b),
                               (x, word))
                return y * 2

        model = Chosen().eval()
        x, word = torch.ones(2, 4), torch.tensor(3)
        for options in ({}, {"dynamic_shapes": ({0: Dim.AUTO}, {})}):
            path = self.saved(model, (x, word), **options)
            self.check_run(path, model, (x, word))
            self.check_run(path, model, (-x, word))
            # What a branch that is not taken checks holds.
            self.check_run(path, model, (x, torch.tensor(0)))
            done = self.run_package(path, (x, torch.tensor(7)))
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            wrong = self.run_package(path, (-x, torch.tensor(7)))
            self.assertEqual(wrong.returncode, 1)
            self.assertIn("index out of range in self", wrong.stderr)

    def test_complex_numbers_as_pairs(self):
        class Pairs(nn.Module):
            def forward(self, x):
                y = torch.view_as_complex(x)
                return torch.view_as_real(y * y), y.real, y.imag + 1

        self.check(Pairs(), (torch.randn(3, 4, 2),))

    def test_a_model_on_tpu_is_exported_as_it_is(self):
        model = nn.Linear(4, 3).to("tpu")
        path = self.folder / "p"
        exported = torch.export.export(model, (torch.randn(2, 4, device="tpu"),))
        package.save(exported, path)
        self.assertEqual(self.run_command("run", path, "--random-inputs").returncode, 0)

    def test_what_a_package_cannot_have_is_named_and_nothing_is_left(self):
        class Noise(nn.Module):
            def forward(self, x):
                return x + torch.rand_like(x)

        noise = torch.export.export(Noise(), (torch.randn(2),))
        class Inverse(nn.Module):
            def forward(self, x):
                return torch.linalg.inv(x)

        reads = torch.export.export(Inverse(), (torch.eye(2),))
        path = self.folder / "p"
        for exported, what in ((noise, "random numbers"), (reads, "linalg_inv")):
            with self.assertRaisesRegex(NotImplementedError, what):
                package.save(exported, path)
            self.assertEqual(list(self.folder.iterdir()), [])
        path.mkdir()
        with self.assertRaises(FileExistsError):
            package.save(torch.export.export(nn.Linear(4, 3), (torch.randn(2, 4),)), path)

    def test_wrong_inputs_and_damaged_packages_are_errors_that_name_them(self):
        path = self.folder / "p"
        package.save(torch.export.export(nn.Linear(4, 3), (torch.randn(2, 4),)), path)
        numpy.save(self.folder / "x.npy", numpy.zeros((3, 4), numpy.float32))
        wrong = self.run_command("run", path, "--input", self.folder / "x.npy")
        self.assertEqual(wrong.returncode, 1)
        self.assertIn("input 0", wrong.stderr)
        self.assertIn("tensor<2x4xf32>", wrong.stderr)
        self.assertEqual(self.run_command("run", path).returncode, 2)
        words = self.folder / "words"
        package.save(torch.export.export(nn.Embedding(9, 2), (torch.tensor([1, 8]),)), words)
        for index in (9, -1):
            numpy.save(self.folder / "i.npy", numpy.array([0, index]))
            bad = self.run_command("run", words, "--input", self.folder / "i.npy")
            self.assertEqual(bad.returncode, 1)
            self.assertIn("embedding: index out of range in self", bad.stderr)
        (path / "weights" / "0.npy").write_bytes(b"other")
        damaged = self.run_command("run", path, "--random-inputs")
        self.assertEqual(damaged.returncode, 3)
        self.assertIn("weights/0.npy is not the file that was saved", damaged.stderr)


if __name__ == "__main__":
    unittest.main()
