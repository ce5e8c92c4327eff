"""Fused mode with ever new sizes: few programs for all of them, and strict mode's bits."""

import json
import os
import random
import subprocess
import sys
import tempfile
import unittest

import torch
import torch.nn.functional as F
from torch import nn

from in_modes import FUSED, STRICT, FusedTest, Mode, compiled, counted


class Reader(nn.Module):
    """Reads sentences of any length: attention, a running sum, what follows what."""

    def __init__(self, width=16):
        super().__init__()
        self.words = nn.Embedding(50, width)
        self.norm = nn.LayerNorm(width)
        self.three = nn.Linear(width, 3 * width)
        self.out = nn.Linear(width, 50)

    def forward(self, words):
        x = self.words(words)
        q, k, v = self.three(self.norm(x)).view(*words.shape, 3, 2, 8).permute(2, 0, 3, 1, 4)
        seen = F.scaled_dot_product_attention(q, k, v, is_causal=True)
        x = x + seen.transpose(1, 2).flatten(2) + x.cumsum(1) * 0.01
        return self.out(x - x.mean(1, keepdim=True) + x[:, -1:])


class SizesTest(FusedTest):

    def train(self, mode, sizes, count="segments_compiled"):
        with Mode(mode):
            torch.manual_seed(1)
            model = Reader().to("tpu")
            optimizer = torch.optim.AdamW(model.parameters(), lr=1e-2)
            losses, made = [], []
            for rows, length in sizes:
                words = torch.randint(0, 50, (rows, length + 1)).to("tpu")
                optimizer.zero_grad()
                loss = F.cross_entropy(model(words[:, :-1]).flatten(0, 1),
                                       words[:, 1:].flatten())
                loss.backward()
                optimizer.step()
                losses.append(loss.item())
                if mode == FUSED:
                    compiled()
                made.append(torch.tpu.counters()[count])
            return losses, [p.detach().cpu() for p in model.parameters()], made

    def both(self, sizes):
        strict = self.train(STRICT, sizes)
        fused, counters = counted(lambda: self.train(FUSED, sizes))
        self.assertEqual(fused[0], strict[0])
        self.equal(fused[1], strict[1])
        return fused[2], counters

    def test_new_lengths_compile_nothing(self):
        first = [(4, n) for n in (5, 9, 14, 20, 27, 33, 40) for _ in range(3)]
        new = [(4, n) for n in (11, 61, 7, 18, 75, 3, 50, 29, 44, 16, 2, 97) for _ in range(2)]
        made, counters = self.both(first + new)
        # Where a busy machine interrupts a step, pieces of it are compiled.
        self.assertLessEqual(made[-1] - made[len(first)], 2, made)
        self.assertGreater(counters["fused_ops"], counters["recorded_ops"] / 4)

    def test_a_later_process_has_code_for_lengths_that_nobody_met(self):
        def run(cache, lengths):
            done = subprocess.run(
                [sys.executable, __file__, "train", *map(str, lengths)], check=True,
                capture_output=True, text=True, env={**os.environ, "TILEWRIGHT_CACHE_DIR": cache})
            return json.loads(done.stdout)
        with tempfile.TemporaryDirectory() as cache:
            run(cache, [5, 9, 14, 20, 27, 33, 40, 11, 61])
            # Of more, it is looked at whether they are worth it.
            new = [18, 7, 75, 50]
            strict = self.train(STRICT, [(4, n) for n in new])[0]
            def attempt(_):
                losses, executions, compilations = run(cache, new)
                self.assertEqual(losses, strict)
                self.assertEqual(compilations, 0)
                return executions, max(executions[1:]) <= 12
            self.once(attempt)

    def test_rows_and_lengths(self):
        choose = random.Random(0)
        sizes = [(choose.randint(1, 9), choose.randint(1, 40)) for _ in range(24)]
        self.both(sizes + sizes[:12])

    def test_updates_in_place(self):
        def write(mode):
            with Mode(mode):
                found = []
                for n in (13, 17, 74, 41, 77, 38, 53, 5, 12, 6) * 2:
                    x = torch.arange(24. * n).view(3, n, 8).sin().to("tpu")
                    x = x + x.sum((0, 1)) * 0.01
                    x = x * 1
                    x[:, 0] = 0
                    x[:, -1].add_(1)
                    x = F.interpolate(x.transpose(1, 2), scale_factor=2.0)
                    x = x[:, :, ::2].transpose(1, 2)
                    loss = (x * x).mean()
                    found += [x.cpu(), loss.item()]
                    if mode == FUSED:
                        compiled()
                return found
        strict, fused = write(STRICT), write(FUSED)
        self.equal(fused[::2], strict[::2])
        self.assertEqual(fused[1::2], strict[1::2])

    def test_a_cache_that_grows(self):
        def write(mode):
            with Mode(mode):
                torch.manual_seed(2)
                w = torch.randn(3, 8, 8).to("tpu")
                found = []
                for _ in range(3):
                    keys = values = torch.zeros(2, 0, 8, device="tpu")
                    x = torch.ones(2, 1, 8, device="tpu")
                    for _ in range(20):
                        q, k, v = x @ w[0], x @ w[1], x @ w[2]
                        keys, values = torch.cat([keys, k], 1), torch.cat([values, v], 1)
                        x = torch.softmax(q @ keys.transpose(1, 2) * 0.1, -1) @ values
                        x = x / (x.norm() + 1)
                        found.append(x.sum().item())
                        if mode == FUSED:
                            compiled()
                return found
        strict = write(STRICT)
        fused, counters = counted(lambda: write(FUSED))
        self.assertEqual(fused, strict)
        self.assertLess(counters["segments_compiled"], 20)


def main(lengths):
    """Trains in fused mode, for the test of later processes."""
    losses, _, made = SizesTest().train(FUSED, [(4, n) for n in lengths], "executions")
    executions = [b - a for a, b in zip([0, *made], made)]
    print(json.dumps([losses, executions, torch.tpu.counters()["compilations"]]))


if __name__ == "__main__":
    if sys.argv[1:2] == ["train"]:
        main([int(n) for n in sys.argv[2:]])
    else:
        unittest.main()
