"""A perceptron learns a function on `tpu`, is exported as a package, and the command line
runs that, which needs no Python. Expected: the bits of the model; the script fails else."""

import os
import pathlib
import subprocess
import sys
import tempfile

import numpy
import torch
from torch import nn
from tilewright.torch import package


def train(device):
    model = nn.Sequential(nn.Linear(1, 32), nn.Tanh(), nn.Linear(32, 1)).to(device)
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    x = torch.linspace(-3, 3, 256, device=device)[:, None]
    for _ in range(300):
        loss = nn.functional.mse_loss(model(x), x.sin())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(f"loss {loss.item():.4f}")
    return model.eval()


def command():
    """The wheel's, or the one in a folder of builds."""
    builds = os.environ.get("TILEWRIGHT_LIBRARY_DIR")
    return pathlib.Path(builds) / "tilewright" if builds else "tilewright"


def main():
    torch.manual_seed(0)
    model = train(torch.device("tpu"))
    x = torch.linspace(-2, 2, 8)[:, None]
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        exported = torch.export.export(model, (x.to("tpu"),))
        package.save(exported, folder / "sine.package")
        numpy.save(folder / "x.npy", x.numpy())
        subprocess.run([command(), "run", folder / "sine.package",
                        "--input", folder / "x.npy", "--outputs", folder / "results"],
                       check=True)
        got = numpy.load(folder / "results" / "out0.npy")
    with torch.no_grad():
        want = model(x.to("tpu")).cpu().numpy()
    same = numpy.array_equal(got, want)
    print("the package gives the model's bits" if same else f"{got} is not {want}")
    return 0 if same else 1


if __name__ == "__main__":
    sys.exit(main())
