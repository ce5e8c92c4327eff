"""flex_attention, compiled on tpu, is what its definition says, forward and backward; where
its functions add to scores or mask them, it is one operation."""

import contextlib
import itertools
import math
import unittest
from unittest import mock

import torch
from torch.fx.experimental.proxy_tensor import make_fx
from torch.nn.attention.flex_attention import (
    AuxRequest, BlockMask, create_block_mask, flex_attention)
import tilewright.torch  # pylint: disable=unused-import
from tilewright.torch import flex
from tilewright.torch.flex_blocks import narrowed, seen_columns
from tilewright.torch.flex_limits import Limits, row_limits
from tilewright.torch.graph_sizes import Symbols

from compile_cases import CompileTest, bits


def heads(rows=64, columns=None, count=4, shared=1, batch=2):
    columns = columns or rows
    sizes = ((count, rows), (count // shared, columns), (count // shared, columns))
    return [torch.randn(batch, h, n, 16, device="tpu", requires_grad=True) for h, n in sizes]


def defined(q, k, v, score=None, mask=None):
    """The definition, in f64 on the CPU: results, gradients, logarithms of sums."""
    q, k, v = (x.detach().cpu().double().requires_grad_() for x in (q, k, v))
    each = q.shape[1] // k.shape[1]
    scores = q @ k.repeat_interleave(each, 1).mT / math.sqrt(q.shape[-1])
    places = torch.meshgrid(*map(torch.arange, scores.shape), indexing="ij")
    if score:
        scores = score(scores, *places)
    if mask:
        scores = torch.where(mask(*places), scores, -math.inf)
    sums = scores.logsumexp(-1, keepdim=True)
    weights = torch.where(sums == -math.inf, 0, (scores - sums.clamp(min=-1e30)).exp())
    out = weights @ v.repeat_interleave(each, 1)
    out.sin().sum().backward()
    return [out, q.grad, k.grad, v.grad], sums.squeeze(-1)


class FlexTest(CompileTest):

    def assert_close(self, found, wanted):
        for a, b in zip(found, wanted):
            torch.testing.assert_close(a.detach().cpu().double(), b.detach(),
                                       rtol=1e-4, atol=1e-4)

    def check(self, score=None, mask=None, calls=1, host=None, batches=None, breaks=(), **sizes):
        """Compares with the definition; `host` has the functions for the CPU, `batches` is
        of what the mask looks at."""
        q, k, v = heads(**sizes)
        blocks = mask and create_block_mask(mask, batches, None, q.shape[2], k.shape[2],
                                            device="tpu", BLOCK_SIZE=16)
        f = torch.compile(lambda q, k, v: flex_attention(
            q, k, v, score_mod=score, block_mask=blocks, enable_gqa=q.shape[1] != k.shape[1]),
            fullgraph=True)
        counted = [mock.patch.object(flex, name, wraps=getattr(flex, name))
                   for name in ("_attention", "_attention_within", "_attention_backward",
                                "_attention_within_backward")]
        with torch.tpu.precision("highest"), contextlib.ExitStack() as stack:
            called = [stack.enter_context(operation) for operation in counted]
            # So that each graph is captured once.
            stack.enter_context(mock.patch.object(Symbols, "offer"))
            out = f(q, k, v)
            out.sin().sum().backward()
        forward, within, backward, backward_within = (operation.call_count for operation in called)
        self.assertEqual((forward + within, backward + backward_within), (calls, calls))
        self.assert_close([out, q.grad, k.grad, v.grad],
                          defined(q, k, v, *(host or (score, mask)))[0])
        self.assert_captured(breaks)

    def test_attention_itself(self):
        self.check()

    def test_masks(self):
        self.check(mask=lambda b, h, m, n: m >= n)
        self.check(mask=lambda b, h, m, n: (m >= n) & (m - n <= 8))
        self.check(mask=lambda b, h, m, n: m + 16 >= n, rows=37, columns=53)
        # Rows of which nothing is left are zeros.
        self.check(mask=lambda b, h, m, n: (n < 10) & (m > 5))

    def test_masks_of_data(self):
        documents = torch.arange(64, device="tpu") // 10
        lengths = torch.tensor([5, 60], device="tpu")
        on_host = documents.cpu(), lengths.cpu()

        def mask(documents, lengths):
            return lambda b, h, m, n: (documents[m] == documents[n]) & (n < lengths[b])
        self.check(mask=mask(documents, lengths), host=(None, mask(*on_host)), batches=2)

    def test_blocks_that_are_left_out_change_no_bit(self):
        rows = 512
        documents = torch.arange(rows, device="tpu") // 100
        masks = [lambda b, h, m, n: (m >= n) & (m - n <= 70),
                 lambda b, h, m, n: documents[m] == documents[n],
                 lambda b, h, m, n: (n < 100) & (m > 300) & (h != 1),
                 lambda b, h, m, n: m >= n]
        q, k, v = (x.detach() for x in heads(rows=rows))
        spoiled = v.clone()
        spoiled[1, :, 400] = math.inf
        for mask, values in itertools.product(masks, (v, spoiled)):
            found = []
            for size in (64, rows):
                blocks = create_block_mask(mask, None, 4, rows, rows, device="tpu",
                                           BLOCK_SIZE=size)
                found.append(torch.compile(
                    lambda q, k, v, blocks=blocks: flex_attention(q, k, v, block_mask=blocks))(
                        q, k, values))
            self.assertEqual(*bits(found))

    def test_blocks_alone_say_what_is_seen(self):
        # Of 96 rows and 80 columns in blocks of 32: three by three, the last one less.
        table = torch.tensor([[1, 0, 1], [0, 0, 0], [0, 1, 0]], dtype=torch.bool)
        count, order = table.sum(-1), torch.argsort(table.int(), dim=-1, descending=True, stable=True)
        blocks = BlockMask.from_kv_blocks(*(x.int().expand(1, 1, *x.shape).to("tpu")
                                            for x in (count, order)),
                                          BLOCK_SIZE=32, seq_lengths=(96, 80))
        q, k, v = heads(rows=96, columns=80)
        with torch.tpu.precision("highest"):
            out = torch.compile(flex_attention, fullgraph=True)(q, k, v, block_mask=blocks)
            out.sin().sum().backward()
        self.assert_close([out, q.grad, k.grad, v.grad], defined(
            q, k, v, mask=lambda b, h, m, n: table[m // 32, n // 32])[0])

    def test_gradients_of_long_rows(self):
        few = torch.tensor(1000, device="tpu")

        def banded(few):
            return lambda b, h, m, n: (m >= n) & (m - n <= 100) & (n < few)
        for mask in (lambda b, h, m, n: (n < 90) | (n > m + 900),
                     lambda b, h, m, n: ~(m < 600) & (m + n > 100)):
            self.check(mask=mask, rows=1100, columns=1050, shared=2)
        self.check(lambda s, b, h, m, n: s + (n - m) * 0.01, lambda b, h, m, n: m >= n,
                   rows=1024, columns=1200)
        # What the data of a block mask say is read between programs.
        self.check(mask=banded(few), host=(None, banded(few.cpu())), breaks=[
            "flex_attention_backward: a tensor of a graph that is being captured has no value "
            "to read"], rows=1100, columns=1050, shared=2)

    def test_columns_that_masks_let_pass(self):
        places = [torch.zeros((), dtype=torch.int64) for _ in range(4)]
        for mask, wanted in (
                (lambda b, h, m, n: m >= n, [(0, 512), (0, 1024), (0, 1100)]),
                (lambda b, h, m, n: (m >= n) & (m - n <= 128),
                 [(0, 512), (384, 1024), (896, 1100)]),
                (lambda b, h, m, n: (n < 100) | (n > m + 800), [(0, 1100), (0, 128), (0, 128)]),
                (lambda b, h, m, n: n >= m + 1100, [(0, 0)] * 3),
                (lambda b, h, m, n: n * m % 7 == 3, [(0, 1100)] * 3)):
            graph = make_fx(mask)(*places)
            self.assertEqual(seen_columns(graph, (2, 3, 1100, 1100)), wanted)

    def test_limits_of_rows(self):
        places = [torch.zeros((), dtype=torch.int64) for _ in range(4)]
        far = torch.tensor(2**40)
        for mask, *wanted in (
                (lambda b, h, m, n: (m >= n) & (m - n <= 70), ((1, -70),), ((1, 0),), True),
                (lambda b, h, m, n: 3 + n * 1 > 2 * (m - 1), ((2, -4),), (), True),
                (lambda b, h, m, n: (n < 10) & (h == 1), (), ((0, 9),), False),
                (lambda b, h, m, n: (n < far) & (n <= m), (), ((1, 0),), False),
                (lambda b, h, m, n: (n < m) | (n < 10), (), (), False),
                (lambda b, h, m, n: n * 2 <= m, (), (), False),
                (lambda b, h, m, n: n * m <= 9, (), (), False),
                (lambda b, h, m, n: n + m * 2**40 <= 9, (), (), False)):
            self.assertEqual(row_limits(make_fx(mask)(*places)), Limits(*wanted))

    def test_limits_of_rows_are_the_mask_and_change_no_bit(self):
        def near(b, h, m, n):
            return (m >= n) & (m - n <= 70)

        def not_far(b, h, m, n):  # the same, of which no limits are known
            return ~((m < n) | (m - n > 70))
        q, k, v = (x.detach() for x in heads(rows=512, columns=450))
        for score in (None, lambda s, b, h, m, n: s + (n - m) * 0.1):
            found, biases = [], []
            for mask in (near, not_far):
                blocks = create_block_mask(mask, None, None, 512, 450, device="tpu")
                with mock.patch.object(flex, "_attention_within",
                                       wraps=flex._attention_within) as called:
                    found.append(torch.compile(lambda q, k, v, blocks=blocks: flex_attention(
                        q, k, v, score_mod=score, block_mask=blocks))(q, k, v))
                biases.append(called.call_args.args[3])
            self.assertEqual(*bits(found))
            self.assertEqual([bias is None for bias in biases], [score is None, False])

    def test_limits_are_narrowed_where_sums_have_joints(self):
        for limits, seen, wanted in (
                ((0, 4096), (600, 900), (512, 1024)),
                ((0, 4096), (1024, 2048), (1024, 2048)),
                ((0, 4096), (1000, 1030), (0, 1536)),
                ((0, 4096), (3000, 3100), (2048, 3584)),
                ((0, 4096), (2000, 2100), (0, 2560)),
                ((384, 1100), (900, 1300), (896, 1100)),
                ((384, 1100), (0, 400), (384, 896)),
                ((0, 512), (600, 700), (0, 0)), ((0, 512), (512, 0), (0, 0))):
            self.assertEqual(narrowed(limits, seen), wanted)

    def test_gradients_of_documents_leave_blocks_out_and_change_no_bit(self):
        rows = 2304
        documents = torch.tensor([0, 300, 900, 1030, 2048], device="tpu")
        documents = torch.searchsorted(documents, torch.arange(rows, device="tpu"), right=True)

        def run(mask, size, q, k, v):
            blocks = create_block_mask(mask, None, 4, rows, rows, device="tpu", BLOCK_SIZE=size)
            f = torch.compile(lambda q, k, v: flex_attention(q, k, v, block_mask=blocks))
            with mock.patch.object(flex, "_attention_within_backward",
                                   wraps=flex._attention_within_backward) as called:
                f(q, k, v).sin().sum().backward()
            found = [x.grad for x in (q, k, v)]
            q.grad = k.grad = v.grad = None
            return bits(found), list(zip(*called.call_args.args[6:8]))

        def within(b, h, m, n):
            return documents[m] == documents[n]
        for mask, wanted in (
                (within, [(0, 1024), (0, 1536), (0, 2048), (1024, 2048), (2048, 2304)]),
                (lambda b, h, m, n: within(b, h, m, n) & (m >= n) & (h != 2),
                 [(0, 512), (0, 1024), (0, 1536), (1024, 2048), (2048, 2304)])):
            given = heads(rows=rows, batch=1)
            whole, _ = run(mask, rows, *given)
            found, limits = run(mask, 64, *given)
            self.assertEqual(found, whole)
            self.assertEqual(limits, wanted)

    def test_places_beyond_32_bits(self):
        far = torch.tensor(2**40, device="tpu")

        def scores(far):
            return lambda s, b, h, m, n: s + ((m + far) % 5) * 0.1 + (m * 50_000_000 - n) * 1e-9

        def mask(far):
            return lambda b, h, m, n: (
                ((m * 50_000_000 + n * 3) % 7 != 0) & (m + far > n) & (n < 2**40)
                & (2**31 + n > m))
        self.check(scores(far), mask(far), host=(scores(far.cpu()), mask(far.cpu())))

    def test_scores_to_which_something_is_added(self):
        self.check(score=lambda s, b, h, m, n: s + (n - m) * 0.1,
                   mask=lambda b, h, m, n: m >= n)
        self.check(score=lambda s, b, h, m, n: torch.where(m >= n, s, -float("inf")))
        self.check(score=lambda s, b, h, m, n: (n - m) * torch.exp2(-(h + 1) * 2.0) + s)

    def test_scores_that_are_computed_of_scores(self):
        self.check(score=lambda s, b, h, m, n: 20 * torch.tanh(s / 20), calls=0)
        self.check(score=lambda s, b, h, m, n: s + s, calls=0)
        self.check(score=lambda s, b, h, m, n: s * (h + 1) - m, calls=0)

    def test_heads_that_share_keys(self):
        self.check(mask=lambda b, h, m, n: m >= n, shared=2)
        self.check(score=lambda s, b, h, m, n: s + h, shared=4)

    def test_arrays_of_no_and_of_one_element(self):
        self.check(rows=1)
        self.check(batch=0, calls=0)

    def test_what_is_added_may_have_a_gradient(self):
        q, k, v = heads()
        table = torch.randn(4, 64, device="tpu", requires_grad=True)
        with torch.tpu.precision("highest"):
            torch.compile(lambda q, k, v: flex_attention(
                q, k, v, score_mod=lambda s, b, h, m, n: s + table[h, n]))(
                    q, k, v).sin().sum().backward()
        on_host = table.detach().cpu().double().requires_grad_()
        wanted, _ = defined(q, k, v, lambda s, b, h, m, n: s + on_host[h, n])
        self.assert_close([q.grad, k.grad, v.grad, table.grad], [*wanted[1:], on_host.grad])

    def test_sums_and_largest_scores_are_given_if_asked_for(self):
        q, k, v = heads()
        f = torch.compile(lambda q, k, v: flex_attention(
            q, k, v, return_aux=AuxRequest(lse=True, max_scores=True)))
        with torch.tpu.precision("highest"):
            out, more = f(q, k, v)
            (out.sin().sum() + more.lse.cos().sum()).backward()
        _, sums = defined(q, k, v)
        double = [x.detach().cpu().double().requires_grad_() for x in (q, k, v)]
        scores = double[0] @ double[1].mT / 4
        self.assert_close([more.lse, more.max_scores], [sums, scores.amax(-1)])
        ((scores.softmax(-1) @ double[2]).sin().sum()
         + scores.logsumexp(-1).cos().sum()).backward()
        self.assert_close([x.grad for x in (q, k, v)], [x.grad for x in double])

    def test_autocast(self):
        q, k, v = heads()
        with torch.autocast("tpu", torch.bfloat16):
            out = torch.compile(flex_attention)(q, k, v)
        out.float().sum().backward()
        narrow = [x.detach().bfloat16() for x in (q, k, v)]
        self.assertEqual(bits([out]), bits([torch.compile(flex_attention)(*narrow)]))
        self.assertEqual(q.grad.dtype, torch.float32)


if __name__ == "__main__":
    unittest.main()
