"""Models of common kinds, trained on `tpu` with ieee numerics, have CPU's losses and weights."""

import os
import unittest

os.environ.setdefault("TILEWRIGHT_NUMERICS", "ieee")

import torch  # pylint: disable=wrong-import-position
import torch.nn.functional as F  # pylint: disable=wrong-import-position
from torch import nn  # pylint: disable=wrong-import-position
import tilewright.torch  # pylint: disable=wrong-import-position,unused-import


class ConvNet(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(
            nn.Conv2d(3, 8, 3, padding=1), nn.BatchNorm2d(8), nn.ReLU(), nn.MaxPool2d(2),
            nn.Conv2d(8, 16, 3, stride=2, groups=2), nn.GELU(), nn.AdaptiveAvgPool2d(1),
            nn.Flatten(), nn.Linear(16, 5))

    def forward(self, x):
        return self.body(x)


class Gpt(nn.Module):
    def __init__(self, words=50, width=32, length=16):
        super().__init__()
        self.words, self.places = nn.Embedding(words, width), nn.Embedding(length, width)
        self.layers = nn.ModuleList(
            nn.TransformerEncoderLayer(width, 4, 64, dropout=0.0, activation="gelu",
                                       batch_first=True, norm_first=True) for _ in range(2))
        self.head = nn.Linear(width, words)
        self.register_buffer("mask", torch.full((length, length), float("-inf")).triu(1))

    def forward(self, x):
        x = self.words(x) + self.places(torch.arange(x.shape[1], device=x.device))
        for layer in self.layers:
            x = layer(x, src_mask=self.mask)
        return self.head(x)


def trained(device, make, data, labels, optimizer, steps):
    torch.manual_seed(0)
    model = make().to(device)
    data, labels = data.to(device), labels.to(device)
    step = optimizer(model.parameters())
    losses = []
    for _ in range(steps):
        step.zero_grad()
        out = model(data)
        loss = F.cross_entropy(out.flatten(0, -2), labels.flatten())
        loss.backward()
        step.step()
        losses.append(loss.detach().cpu())
    return torch.stack(losses), {k: v.cpu() for k, v in model.state_dict().items()}


class ModelsTest(unittest.TestCase):

    def check(self, make, data, labels, optimizer):
        torch.tpu.reset_counters()
        cpu = trained("cpu", make, data, labels, optimizer, 8)
        tpu = trained("tpu", make, data, labels, optimizer, 8)
        self.assertGreater(torch.tpu.counters()["recorded_ops"], 100)
        self.assertFalse(torch.tpu.counters().get("fallbacks"))
        self.assertLess(cpu[0][-1], cpu[0][0])
        torch.testing.assert_close(tpu[0], cpu[0], rtol=1e-4, atol=1e-5)
        for name, weight in cpu[1].items():
            torch.testing.assert_close(tpu[1][name], weight, rtol=1e-3, atol=1e-4, msg=name)

    def test_a_convnet_with_batch_norm(self):
        torch.manual_seed(1)
        self.check(ConvNet, torch.randn(8, 3, 16, 16), torch.randint(0, 5, (8,)),
                   lambda p: torch.optim.SGD(p, lr=0.05, momentum=0.9))

    def test_a_small_gpt(self):
        torch.manual_seed(1)
        words = torch.randint(0, 50, (4, 17))
        self.check(Gpt, words[:, :-1], words[:, 1:],
                   lambda p: torch.optim.SGD(p, lr=0.1, momentum=0.9))


if __name__ == "__main__":
    unittest.main()
