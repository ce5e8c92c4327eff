"""Fused mode has the bits of strict mode, whatever the operations of a program."""

import datetime
import os
import random
import subprocess
import sys
import textwrap
import unittest

import torch
import torch.nn.functional as F
from torch import nn
from tilewright.torch import _device

from in_modes import FUSED, STRICT, FusedTest, Mode, compiled, counted


class CodeTest(FusedTest):
    """What torch_tpu's `_get_cache_stats` says of code."""

    def test_code_is_listed_with_its_runs(self):
        torch.tpu.synchronize()
        begin = len(torch.tpu._get_cache_stats().per_entry_stats)
        misses, hits = torch.tpu._get_cache_misses(), torch.tpu._get_cache_hits()
        x = torch.ones(3, 4, 5, dtype=torch.int16, device="tpu")
        graph = torch.compile(lambda x: (x * 3).bitwise_xor(x))
        start = datetime.datetime.now() - datetime.timedelta(milliseconds=20)

        def entries(wanted):
            torch.tpu.synchronize()
            return [entry for entry in torch.tpu._get_cache_stats().per_entry_stats[begin:]
                    if wanted in entry.code]

        for times in (1, 2):
            x.bitwise_right_shift(x)
            graph(x)
            for wanted in ("bitwise_right_shift (i16[", "a graph of torch.compile of 2 "):
                (entry,) = entries(wanted)
                self.assertEqual(entry.read_count, times)
                self.assertTrue(start <= entry.last_read <= datetime.datetime.now())
        made = [entry for entry in entries("") if entry.compilation_duration]
        self.assertEqual(len(made), torch.tpu._get_cache_misses() - misses)
        self.assertGreaterEqual(torch.tpu._get_cache_hits() - hits, 3)
        torch.tpu.reset_counters()
        self.assertEqual({entry.read_count for entry in entries("")}, {0})

    def test_runs_of_segments_are_counted(self):
        def runs():
            torch.tpu.synchronize()
            return sum(entry.read_count for entry in torch.tpu._get_cache_stats().per_entry_stats
                       if " operations, " in entry.code)
        def make():
            x = torch.ones(4, 6, device="tpu")
            def step(_):
                x.add_(x.sin()).mul_(0.5)
                return [x]
            return step
        torch.tpu.synchronize()
        before = torch.tpu.counters()["segment_runs"] - runs()
        self.check(make)
        self.assertEqual(torch.tpu.counters()["segment_runs"] - runs(), before)


class SegmentTest(FusedTest):

    def test_steps_between_which_nobody_reads_are_no_part_of_one_segment(self):
        names = random.Random(3).choices(
            ("sin", "cos", "tanh", "neg", "abs", "sigmoid", "relu", "atan"), k=900)
        x = torch.linspace(-1, 1, 64, device="tpu")
        known = len(_device.segments())
        with Mode(FUSED):
            for _ in range(4):
                for _ in range(12):
                    y = x.cumsum(0)
                    for name in names:
                        y = getattr(y, name)()
                torch.tpu.synchronize()
        sizes = [segment["operations"] for segment in _device.segments()[known:]]
        self.assertTrue(sizes and max(sizes) <= len(names) + 1, sizes)

    def test_views_and_updates_in_place_are_dataflow(self):
        def make():
            x = torch.randn(6, 8, device="tpu")
            def step(_):
                y = x * 2
                y[1:3].zero_()
                y[0].mul_(2)
                y.t()[1].add_(5)
                y[:, 1::2].add_(y[:, ::2])
                y.diagonal().fill_(-1)
                y.view(4, 12)[1, 3:7] = 9
                z = y.t().contiguous() + y.unfold(0, 3, 2).sum() + y.t().reshape(-1)[5]
                x.add_(z.t()[:, :], alpha=0.125)
                return [x, y, z]
            return step
        self.check(make)

    def test_an_array_with_gaps_and_one_that_shares_places(self):
        def make():
            x = torch.randn(3, 40, device="tpu")
            def step(_):
                a = x.as_strided((4, 5), (7, 2), 3)
                b = a.clone()
                x.as_strided((2, 3), (11, 3), 1).mul_(1.5)
                c = x.as_strided((5, 4), (2, 3), 2) + a.sum()   # overlaps itself
                d = x[:, :1].expand(3, 7) * b[0, 1]
                x[1:, 3:9].copy_(x[:2, 2:8])
                return [a.clone(), b, c, d, x]
            return step
        self.check(make)

    def test_products_of_every_layout(self):
        def make():
            a, b = torch.randn(33, 65, device="tpu"), torch.randn(65, 17, device="tpu")
            at, bt = torch.randn(65, 33, device="tpu"), torch.randn(17, 65, device="tpu")
            v, w = torch.randn(65, device="tpu"), torch.randn(33, device="tpu")
            c, d = torch.randn(3, 5, 40, device="tpu"), torch.randn(3, 40, 7, device="tpu")
            def step(_):
                e, et = a * 1.5, at * 1.5
                out = []
                for left in (a, e, at.t(), et.t(), e.t().contiguous().t()):
                    for right in (b, b * 2, bt.t(), (bt * 2).t(), bt.t().contiguous()):
                        out.append(left @ right)
                    out += [left @ v, (left @ v.unsqueeze(1)).squeeze(1), w @ left,
                            left.t() @ w, left.sum(0), left.sum(1), left.sum(),
                            left.t().sum(0), left.t().contiguous().sum(1),
                            left.t().mean(-1), left.t().contiguous().t().sum(0)]
                f = (c + 1).transpose(0, 1)
                out += [c @ d, f.transpose(0, 1) @ d, (d.transpose(1, 2) * 2) @ c.mT,
                        f.sum(1), f.sum((0, 2)), f.permute(2, 0, 1).sum((0, 1)),
                        f.permute(2, 0, 1).contiguous().sum((0, 1)), v.dot(v * 2),
                        torch.einsum("bij,bjk->ik", c, d), (c[:, :1] @ d).sum(-1)]
                out += [F.softmax(f, 0), F.softmax(f, -1), F.layer_norm(f, (40,)),
                        f.var(0), f.var((1, 2)), f.permute(1, 2, 0).cumsum(1)]
                return out
            return step
        self.check(make, times=4)

    def test_what_a_vector_sums_of_products(self):
        def make():
            def some(*sizes):
                return torch.randn(sizes, dtype=torch.float64).to("tpu")
            x, y, v, h, k, c = (some(33, 16), some(33, 16), some(32, 16), some(33, 32),
                                some(33, 32), some(33, 1))
            def step(_):
                one = torch.ones_like(c[0, 0]).expand(1, 33)
                p, q = one @ (x @ v.t() * h), one @ (y @ v.t() * k)
                return [torch.cat([p, q, c.t() @ (y @ v.t() * h)])]
            return step
        self.check(make, times=10)

    def test_types_that_are_mixed(self):
        def make():
            x = torch.randn(24, 40, device="tpu")
            h = torch.randn(40, 24, device="tpu").bfloat16()
            def step(i):
                y = F.linear(x.bfloat16(), h.t()[:24])
                z = (x.bfloat16() * 3 + h.t()).float() - x
                k = (z > 0).long().sum(1) + i
                m = torch.where(z > 0.5, z.half(), x.half()).double().mean(0)
                return [y, z, k, m, (h @ x.bfloat16()), (h.float().sum() * x.sum()).half()]
            return step
        self.check(make)

    def test_random_programs(self):
        for seed in range(int(os.environ.get("TILEWRIGHT_PROGRAMS", "3"))):
            with self.subTest(seed=seed):
                self.check(lambda seed=seed: random_program(seed), times=4)


def random_program(seed):
    """A step of operations on views of a few tensors, some of which are kept."""
    choose = random.Random(seed)
    types = [torch.float32, torch.float32, torch.bfloat16, torch.int32]
    base = [torch.randn(8, 12, device="tpu").mul(4).to(t) for t in types]

    def view(x):
        kind = choose.randrange(9)
        if x.dim() < 2 or kind == 0:
            return x
        rows, columns = x.shape[0], x.shape[-1]
        if kind == 1:
            return x.transpose(0, -1)
        if kind == 2:
            return x[choose.randrange(rows):]
        if kind == 3:
            return x[..., choose.randrange(columns):]
        if kind == 4:
            return x[::2]
        if kind == 5:
            return x[choose.randrange(rows)]
        if kind == 6:
            return x.diagonal()
        if kind == 7:
            return x.unsqueeze(1).expand(rows, 2, *x.shape[1:])
        return x.flatten()

    plan = [choose.getrandbits(64) for _ in range(30)]

    def step(_):
        pool = list(base)
        kept = []
        for word in plan:
            choose.seed(word)
            x = view(view(choose.choice(pool)))
            kind = choose.randrange(8)
            if x.numel() == 0:
                continue
            if kind == 0:
                y = x * choose.choice([2, 3]) + 1
            elif kind == 1:
                y = x.float().sum(choose.randrange(x.dim()) if x.dim() else 0)
            elif kind == 2:
                x = view(choose.choice(base))
                if x.numel() and x._is_view() and 0 not in x.stride():
                    x.mul_(1 if not x.is_floating_point() else 0.75)
                continue
            elif kind == 3:
                y = x.contiguous().clone()
            elif kind == 4:
                flat = x.reshape(-1).float()
                y = flat[: min(24, flat.numel())]
                y = torch.outer(y, y).clamp(-9, 9)
            elif kind == 5:
                y = x.to(choose.choice(types))
            elif kind == 6 and x.dim() == 2:
                y = x.float() @ x.float().t().contiguous().clamp(-3, 3)
            else:
                y = torch.where(x > 0, x, -x)
            if y.dtype.is_floating_point:
                y = y.clamp(-50, 50)
            pool.append(y)
            if choose.random() < 0.3:
                kept.append(y)
        return kept + base
    return step


class OperationsTest(FusedTest):
    """Steps of common kinds: a few layers, and what comes between them."""

    def trains(self, make_model, data, loss, optimizer, times=6):
        def make():
            model = make_model().to("tpu")
            o = optimizer(model.parameters())
            x, y = (t.to("tpu") for t in data)
            def step(i):
                for group in o.param_groups:
                    group["lr"] = 1e-2 / (i + 1)
                o.zero_grad()
                value = loss(model, x, y)
                value.backward()
                nn.utils.clip_grad_norm_(model.parameters(), 1.0)
                o.step()
                return [value, *model.parameters(), *model.buffers()]
            return step
        self.check(make, times=times)

    def test_a_transformer_with_dropout_under_autocast(self):
        def loss(model, x, y):
            with torch.autocast("tpu", dtype=torch.bfloat16):
                out = model(x)
            return F.mse_loss(out.float(), y)
        self.trains(lambda: nn.TransformerEncoderLayer(32, 4, 64, dropout=0.1,
                                                       activation="gelu", batch_first=True),
                    (torch.randn(4, 9, 32), torch.randn(4, 9, 32)), loss, torch.optim.AdamW)

    def test_a_recurrent_network(self):
        self.trains(lambda: nn.LSTM(12, 7, 2, batch_first=True),
                    (torch.randn(3, 6, 12), torch.randint(0, 7, (18,))),
                    lambda model, x, y: F.cross_entropy(model(x)[0].flatten(0, 1), y),
                    lambda p: torch.optim.SGD(p, lr=0.1))

    def test_convolutions_in_channels_last(self):
        def make():
            return nn.Sequential(
                nn.Conv2d(3, 8, 3, padding=1), nn.SiLU(), nn.BatchNorm2d(8),
                nn.Conv2d(8, 8, 3, stride=2, padding=1), nn.Upsample(scale_factor=2),
                nn.MaxPool2d(3, 2, 1), nn.ConvTranspose2d(8, 4, 2, 2), nn.Conv2d(4, 3, 1))
        x = torch.randn(2, 3, 16, 16).to(memory_format=torch.channels_last)
        self.trains(make, (x, x * 2), lambda model, x, y: F.mse_loss(model(x), y),
                    lambda p: torch.optim.SGD(p, lr=0.1, momentum=0.9))

    def test_places_that_are_data(self):
        def make():
            x, i = torch.randn(20, 13).to("tpu"), torch.randint(0, 20, (31,)).to("tpu")
            def step(_):
                a, b = x[i], x.clone()
                b[i[:5]] = 1.5
                c = torch.zeros(20, 13, device="tpu").index_add_(0, i, a)
                top, order = x.topk(5, dim=1), x.sort(0)
                f = x.cumsum(0)
                return [a, b, c, *top, *order, f, x.scatter(0, order.indices, f),
                        x.gather(1, top.indices), F.one_hot(i, 20).float().sum(0),
                        torch.where(x > 0, x, 0.0).masked_fill(x > 1, 2.0), x.argmax(1),
                        torch.cat([x, a[:3]], 0).roll(2, 0).flip(1), F.pad(x, (1, 2, 3, 0)),
                        x.std(0), x.norm()]
            return step
        self.check(make)

    def test_routines_of_libraries_stay_apart(self):
        def make():
            x = torch.randn(9, 9, device="tpu")
            def step(i):
                y = (x * 0.25).tanh() + 0.1 * i
                z = torch.linalg.cholesky(y @ y.t() + 9 * torch.eye(9, device="tpu"))
                w = (z * 2 - y).relu().sum(0)
                solved = torch.linalg.solve(z, w.exp().clamp(max=4))
                x.mul_(0.9).add_(solved, alpha=0.01)
                return [y, z, w, (solved - 1).abs() * 3, x]
            return step
        self.check(make)

    def test_a_cache_that_grows(self):
        def make():
            cache = torch.zeros(2, 4, 16, 8, device="tpu")
            w = torch.randn(8, 8).to("tpu")
            def step(i):
                cache[:, :, i:i + 1] = (cache[:, :, :1] + 1) @ w
                s = F.softmax(cache[:, :, :i + 1].sum(-1), -1)
                cache.mul_(0.9)
                return [cache, s]
            return step
        self.check(make, times=10, fuses=False)

    def test_memory_that_nobody_has_written_or_bound(self):
        def make():
            x = torch.randn(64, 64).to("tpu")
            def step(i):
                a, b = torch.empty(64, 64, device="tpu"), torch.empty(64, 64, device="tpu")
                b[:, ::2] = x[:, :32]
                b[:, 1::2] = 1.0 + i
                a.copy_(torch.full((64, 64), float(i)))
                y = (x + a) * b
                y.storage().resize_(128 * 64)
                return [a, b, y, torch.empty(0, 64, device="tpu")]
            return step
        self.check(make, fuses=False)
        with Mode(FUSED):
            self.assertEqual(torch.empty(64, 64, device="tpu").cpu().shape, (64, 64))

    def test_addresses_are_those_of_one_tensor_each_and_lead_to_its_memory(self):
        with Mode(FUSED):
            tensors = [torch.full((n, 1000), float(n), device="tpu") for n in range(1, 9)]
            ends = sorted((t.data_ptr(), t.data_ptr() + t.nbytes) for t in tensors)
            for (_, end), (begin, _) in zip(ends, ends[1:]):
                self.assertLessEqual(end, begin)
            x = tensors[3] * 2
            self.assertEqual(x[1:].data_ptr(), x.data_ptr() + 4000)
            part = torch._C._construct_storage_from_data_pointer(
                x.data_ptr() + 8000, x.device, 4000)
            view = torch.empty(0, device="tpu").set_(part, 0, (1000,), (1,))
            self.assertEqual(view.sum().item(), 8000)
            view.mul_(0)
            self.assertEqual(x.sum().item(), 3 * 8000)

    def test_an_address_that_leads_to_no_memory_is_an_error_of_its_use(self):
        def over(address, size):
            part = torch._C._construct_storage_from_data_pointer(
                address, torch.device("tpu:0"), size)
            return torch.empty(0, device="tpu").set_(part, 0, (size // 4,), (1,)) + 1
        with Mode(FUSED):
            x = torch.ones(3, 1000, device="tpu")
            address, size = x.data_ptr(), x.nbytes
            self.assertEqual(over(address + 4000, size - 4000).sum().item(), 4000)
            with self.assertRaisesRegex(RuntimeError, "which has 8000 from there on"):
                over(address + 4000, size)
            with self.assertRaisesRegex(RuntimeError, "none's yet"):
                over(address + (1 << 40), size)
            self.assertEqual((x * 2).sum().item(), 6000)

    def test_an_address_whose_memory_the_machine_does_not_have_is_an_error(self):
        script = textwrap.dedent("""
            import resource, torch, tilewright.torch
            torch.tpu.set_eager_mode("fused")
            x = torch.empty(2 << 30, dtype=torch.uint8, device="tpu")
            pages = int(open("/proc/self/statm").read().split()[0])
            soft, hard = resource.getrlimit(resource.RLIMIT_AS)
            resource.setrlimit(resource.RLIMIT_AS,
                               (pages * resource.getpagesize() + (1 << 29), hard))
            part = torch._C._construct_storage_from_data_pointer(
                x.data_ptr(), x.device, x.nbytes)
            view = torch.empty(0, dtype=torch.uint8, device="tpu")
            view.set_(part, 0, (x.nbytes,), (1,))
            try:
                view.zero_()
            except torch.OutOfMemoryError as error:
                print("told:", error)
            resource.setrlimit(resource.RLIMIT_AS, (soft, hard))
            print(torch.ones(3, device="tpu").sum().item())
        """)
        done = subprocess.run([sys.executable, "-c", script], capture_output=True,
                              text=True, timeout=120)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertRegex(done.stdout, r"told: .*\n3\.0\n")

    def test_a_value_that_is_never_stored_has_no_memory(self):
        with Mode(FUSED):
            x = torch.randn(512, 1024).to("tpu")
            def step():
                y = x
                for i in range(30):
                    y = y.sin() + i
                    if i % 10 == 9:
                        kept.append(y)
                y = y.sum().item()
                kept.clear()
                return y
            kept = []
            for _ in range(6):
                step()
                compiled()
            torch.tpu.empty_cache()
            before = torch.tpu.memory_reserved()
            _, counters = counted(step)
            if counters["fused_ops"] >= 60:
                # Sixty values of 2 MB, of which three are stored; the rest is temporary.
                self.assertLessEqual(torch.tpu.memory_reserved() - before, 30 << 20)

    def test_memory_that_is_seen_as_two_types(self):
        def make():
            x = torch.randn(4, 8).to("tpu")
            def step(_):
                y = x * 2
                z = y.view(torch.int32) & 0x7fffffff
                y.view(torch.int32).copy_(z)
                c = torch.view_as_complex((y + 1).view(4, 4, 2)) * 1j
                b = x > 0
                u = b.view(torch.uint8) + 1
                b.view(torch.uint8).zero_()
                return [y, z, c, torch.view_as_real(c) + 1, b, u]
            return step
        self.check(make, fuses=False)

    def test_batches_that_are_copied_into_a_buffer(self):
        def make():
            x, w = torch.zeros(4, 8, device="tpu"), torch.randn(8, 8).to("tpu")
            def step(i):
                x.copy_(torch.full((4, 8), float(i)))
                y = (x @ w).relu()
                return [y.sum(0), x * 1, y.cpu()]
            return step
        self.check(make, fuses=False)

    def test_arrays_without_elements(self):
        def make():
            x = torch.randn(4, 8).to("tpu")
            def step(_):
                e = x[:0]
                return [e * 1, torch.cat([x, e * 2]), e.sum(0) + x.sum(),
                        x[:1, :1].squeeze() * x, (x @ x.t())[:, :1].sum(),
                        torch.zeros(0, 3, device="tpu") @ x[:3]]
            return step
        self.check(make)


class CheckTest(FusedTest):
    """Conditions on data in segments."""

    @staticmethod
    def step(table, index, other):
        rows = table[index]
        return rows, (rows * 2).sum(), other * 3 + 1

    def test_a_bad_index_in_a_segment_fails_what_depends_on_it_and_nothing_else(self):
        table = torch.arange(12.0).reshape(3, 4).to("tpu")
        other = torch.ones(5, device="tpu")
        good, bad = torch.tensor([0, 2]).to("tpu"), torch.tensor([0, 7]).to("tpu")
        with Mode(FUSED):
            for _ in range(12):
                made = self.step(table, good, other)
                torch.tpu.synchronize()
            compiled()
            def attempt(_):
                counters = counted(lambda: self.step(table, good, other))[1]
                return counters, counters["segment_runs"] > 0
            self.once(attempt)
            made, after = self.step(table, bad, other), self.step(table, good, other)
            for tensor in made[:2]:
                for _ in range(2):
                    with self.assertRaisesRegex(IndexError, "index 7 is out of bounds"):
                        tensor.cpu()
            self.assertEqual(made[2].tolist(), [4.0] * 5)
            self.assertEqual(after[0].cpu().tolist(), [[0, 1, 2, 3], [8, 9, 10, 11]])
            self.assertEqual(after[1].item(), 88)
            with self.assertRaises(IndexError):
                torch.tpu.synchronize()
            torch.tpu.synchronize()

    def test_what_is_written_whole_behind_a_failure_is_sound(self):
        def step(table, index):
            rows = table[index]
            lost = rows + 1
            rows.zero_()
            return rows.add_(2), lost
        table = torch.arange(12.0).reshape(3, 4).to("tpu")
        good, bad = torch.tensor([0, 2]).to("tpu"), torch.tensor([0, 7]).to("tpu")
        for mode in (STRICT, FUSED):
            with Mode(mode):
                for _ in range(12):
                    step(table, good)
                    torch.tpu.synchronize()
                compiled()
                rows, lost = step(table, bad)
                self.assertEqual(rows.tolist(), [[2.0] * 4] * 2)
                with self.assertRaises(IndexError):
                    lost.cpu()
                with self.assertRaises(IndexError):
                    torch.tpu.synchronize()


if __name__ == "__main__":
    unittest.main()
