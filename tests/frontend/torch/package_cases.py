"""What tests of packages have in common."""

import copy
import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

import numpy
import torch
from torch.utils._pytree import tree_leaves, tree_map
import tilewright.torch
from tilewright.torch import package

COMMAND = pathlib.Path(os.environ["TILEWRIGHT_LIBRARY_DIR"]) / "tilewright"


def as_numpy(tensor):
    host = tensor.detach().cpu().contiguous()
    return (host.view(torch.uint16) if host.dtype == torch.bfloat16 else host).numpy()


class PackageCase(unittest.TestCase):

    def setUp(self):
        torch.manual_seed(0)
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def run_command(self, *arguments):
        return subprocess.run([COMMAND, *map(str, arguments)], capture_output=True, text=True,
                              timeout=300, check=False)

    def saved(self, model, inputs, **options):
        path = self.folder / f"{len(list(self.folder.iterdir()))}.package"
        package.save(torch.export.export(model, inputs, **options), path)
        return path

    def run_package(self, path, inputs, *options):
        """On tensors."""
        files = []
        for i, tensor in enumerate(tree_leaves(inputs)):
            numpy.save(self.folder / f"given{i}.npy", as_numpy(tensor))
            files += ["--input", self.folder / f"given{i}.npy"]
        shutil.rmtree(self.folder / "out", ignore_errors=True)
        return self.run_command("run", path, *files, "--outputs", self.folder / "out", *options)

    def check_run(self, path, model, inputs, *options):
        """The command line gives what eager mode gives, bit for bit."""
        with torch.no_grad():
            results = tree_leaves(copy.deepcopy(model).to("tpu")(
                *tree_map(lambda x: x.to("tpu"), inputs)))
        done = self.run_package(path, inputs, *options)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertEqual(len(list((self.folder / "out").iterdir())), len(results))
        for i, result in enumerate(results):
            got = numpy.load(self.folder / "out" / f"out{i}.npy")
            numpy.testing.assert_array_equal(got, as_numpy(result), strict=True)

    def check(self, model, inputs, *options):
        path = self.saved(model, inputs)
        self.check_run(path, model, inputs, *options)
        return path
