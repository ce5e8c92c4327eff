"""Indices that are data, on `tpu`: one outside fails the operation as on CPU, and nothing
else; gradients and masks that read nothing on the host; which operations are ours."""

import io
import os
import pickle
import unittest
import warnings

os.environ.setdefault("TILEWRIGHT_NUMERICS", "ieee")

import torch  # pylint: disable=wrong-import-position
import torch.nn.functional as F  # pylint: disable=wrong-import-position
import tilewright.torch  # pylint: disable=wrong-import-position,unused-import

ROWS = torch.arange(12.0).reshape(3, 4)

# With `i`, a number that is no index of a dimension of x of 3, or of 4, elements; `t` makes
# tensors.
CASES = {
    "gather": lambda x, i, t: x.gather(0, t([[0, i, 1, 1]])),
    "gather of a number": lambda x, i, t: x[0, 0].gather(0, t([i])),
    "scatter": lambda x, i, t: x.scatter(1, t([[0, i, 1, 1]]), x),
    "scatter of a number": lambda x, i, t: x.scatter(1, t([[0, i, 1, 1]]), 1.0),
    "scatter_add": lambda x, i, t: x.scatter_add(1, t([[0, i, 1, 1]]), x),
    "scatter_reduce": lambda x, i, t: x.scatter_reduce(1, t([[0, i, 1, 1]]), x, "amax"),
    "index_select": lambda x, i, t: x.index_select(0, t([0, i])),
    "index": lambda x, i, t: x[t([0, i])],
    "index of two dimensions": lambda x, i, t: x[t([0, 1]), t([0, i])],
    "index_put": lambda x, i, t: x.clone().index_put_((t([0, i]),), t([1.0, 2.0, 3.0, 4.0])),
    "index_put that adds": lambda x, i, t: x.clone().index_put_((t([0, i]),), x[:2], True),
    "take": lambda x, i, t: x.take(t([0, i * 10])),
    "put": lambda x, i, t: x.clone().put_(t([0, i * 10]), t([0.0, 1.0])),
    "index_add": lambda x, i, t: x.index_add(0, t([0, i]), x[:2]),
    "index_add of numbers": lambda x, i, t: x[0, :3].index_add(0, t([0, i]), x[0, :2]),
    "index_copy": lambda x, i, t: x.index_copy(0, t([0, i]), x[:2]),
    "index_fill": lambda x, i, t: x.index_fill(0, t([0, i]), 1.0),
    "index_reduce": lambda x, i, t: x.index_reduce(0, t([0, i]), x[:2], "prod"),
    "embedding": lambda x, i, t: F.embedding(t([0, i]), x),
    "embedding_bag": lambda x, i, t: F.embedding_bag(t([0, i]), x, t([0])),
    "nll_loss": lambda x, i, t: F.nll_loss(x, t([0, i, 1])),
    "nll_loss of rows": lambda x, i, t: F.nll_loss(x, t([0, i, 1]), reduction="none"),
    "nll_loss of images": lambda x, i, t: F.nll_loss(x[None, :, :, None],
                                                     t([[[0], [i], [1], [1]]])),
    "cross_entropy": lambda x, i, t: F.cross_entropy(x, t([0, i, 1])),
    "multi_margin_loss": lambda x, i, t: F.multi_margin_loss(x, t([0, i, 1])),
    "max_unpool": lambda x, i, t: F.max_unpool1d(
        x[None], t([[[0, 1, 2, 3 * i], [0, 1, 2, 3], [0, 1, 2, 3]]]), 2),
}
# The same of other conditions on data.
CONDITIONS = {
    "masked_scatter": lambda x, t: x.masked_scatter(x >= 0, x[0]),
    "binary_cross_entropy": lambda x, t: F.binary_cross_entropy(x, x),
    "multinomial of numbers below 0": lambda x, t: torch.multinomial(-x - 1, 2),
    "multinomial of nothing": lambda x, t: torch.multinomial(x * 0, 2),
    "histc of infinities": lambda x, t: torch.histc(x / 0),
    "repeat_interleave": lambda x, t: torch.repeat_interleave(
        x, t([2, -1, 1]), dim=0, output_size=2),
}


def error_of(function, device):
    """The type and the text of the error that reading its result gives."""
    def tensor(data):
        return torch.tensor(data, device=device)
    try:
        function(ROWS.to(device), tensor).cpu()
    except Exception as error:  # pylint: disable=broad-except
        return type(error), str(error).split("\n", maxsplit=1)[0]
    return None, ""


class BadIndexTest(unittest.TestCase):

    def setUp(self):
        warnings.simplefilter("ignore")  # index_reduce is a beta

    def tearDown(self):
        # A synchronisation tells each error once more.
        for _ in range(1000):
            try:
                torch.tpu.synchronize()
                return
            except Exception:  # pylint: disable=broad-except
                pass

    def check(self, name, function, same_text):
        expected, text = error_of(function, "cpu")
        got, own_text = error_of(function, "tpu")
        self.assertIsNotNone(expected, name)
        self.assertIs(got, expected, f"{name}: {own_text!r} for {text!r}")
        if same_text:
            self.assertIn(text, own_text, name)

    def test_one_outside_is_cpus_exception(self):
        # Whose words are not CPU's: it tells of something that is not at hand here.
        other = ("embedding_bag", "max_unpool")
        for index in (5, -7, 4, 1 << 40, -(1 << 62)):
            for name, function in CASES.items():
                if index == 1 << 40 and name in ("take", "put"):
                    continue  # ten times that is computed
                def at_index(x, t, function=function, index=index):
                    return function(x, index, t)
                with self.subTest(name=name, index=index):
                    self.check(name, at_index, name not in other and abs(index) < 10)

    def test_other_conditions_on_data_are_cpus_exceptions(self):
        for name, function in CONDITIONS.items():
            with self.subTest(name=name):
                self.check(name, function, "histc" not in name and "repeat" not in name)

    def test_negative_ones_are_refused_where_cpu_does(self):
        for name, function in CASES.items():
            def last(x, t, function=function):
                return function(x, -1, t)
            with self.subTest(name=name):
                self.assertIs(error_of(last, "tpu")[0], error_of(last, "cpu")[0], name)

    def test_every_read_of_what_depends_on_it_fails_and_nothing_else(self):
        x = ROWS.to("tpu")
        bad = x[torch.tensor([0, 9], device="tpu")]
        after = (bad * 2).sum()
        other = x * 3
        for _ in range(2):
            for tensor in (bad, after):
                with self.assertRaisesRegex(IndexError, "index 9 is out of bounds"):
                    tensor.cpu()
            torch.testing.assert_close(other.cpu(), ROWS * 3)
        torch.testing.assert_close(x[torch.tensor([0, 2], device="tpu")].cpu(), ROWS[[0, 2]])

    def test_what_is_written_anew_is_readable(self):
        bad = ROWS.to("tpu")[torch.tensor([0, 9], device="tpu")]
        for write in (lambda x: x.zero_(), lambda x: x.fill_(2), lambda x: x.normal_(),
                      lambda x: x.copy_(torch.ones(4, 2, device="tpu").t()),
                      lambda x: torch.add(torch.ones(2, 4, device="tpu"), 1, out=x),
                      lambda x: x.t().zero_()):
            x = torch.zeros(2, 4, device="tpu").add_(bad)
            with self.assertRaises(IndexError):
                x.cpu()
            write(x)
            self.assertTrue(x.cpu().isfinite().all())
        x = torch.zeros(2, 4, device="tpu").add_(bad)
        x[0].zero_()  # a part
        with self.assertRaises(IndexError):
            x.cpu()
        x.mul_(0)
        with self.assertRaises(IndexError):
            x.cpu()

    def test_the_error_names_the_line(self):
        x = ROWS.to("tpu")
        bad = x[torch.tensor([0, 9], device="tpu")]
        with self.assertRaisesRegex(IndexError, "indices_test.py"):
            bad.sum().item()

    def test_a_backward_of_it_fails_and_the_next_step_is_right(self):
        weight = ROWS.to("tpu").requires_grad_()
        F.embedding(torch.tensor([0, 7], device="tpu"), weight).sum().backward()
        weight.grad = None
        F.embedding(torch.tensor([0, 2], device="tpu"), weight).sum().backward()
        self.assertEqual(weight.grad.cpu().tolist(), [[1] * 4, [0] * 4, [1] * 4])

    def test_nobody_learns_from_what_is_left(self):
        table = ROWS.to("tpu").requires_grad_()
        F.embedding(torch.tensor([1, 7], device="tpu"), table).sum().backward()
        self.assertRaises(IndexError, table.grad.cpu)
        self.assertTrue(torch.equal(table.detach().cpu(), ROWS))

    def test_it_is_not_pickled(self):
        wrong = ROWS.to("tpu")[torch.tensor([5], device="tpu")]
        for _ in range(2):
            self.assertRaises(IndexError, lambda: pickle.dumps(wrong))
            self.assertRaises(IndexError, lambda: torch.save(wrong, io.BytesIO()))

    def test_integers_are_not_divided_by_zero(self):
        for function in (torch.floor_divide, torch.remainder, torch.fmod,
                         lambda a, b: torch.div(a, b, rounding_mode="trunc")):
            for dtype in (torch.int64, torch.uint8):
                x = torch.tensor([3, 0], device="tpu").to(dtype)
                for by in (0, x):
                    with self.subTest(function=function, dtype=dtype, by=by):
                        with self.assertRaisesRegex(RuntimeError, "ZeroDivisionError"):
                            function(x, by).cpu()
                self.assertEqual(function(x, 2).cpu().tolist(), function(x.cpu(), 2).tolist())
            function(torch.ones(2, device="tpu"), 0).cpu()

    def test_in_an_array_of_many_it_is_found_wherever_it_is(self):
        x = torch.arange(1000.0, device="tpu")
        for place in (0, 1, 4095, 99_998, 99_999):
            index = torch.arange(100_000, device="tpu") % 1000
            index[place] = 1000
            with self.assertRaisesRegex(IndexError, "out of range in self"):
                x.index_select(0, index).sum().item()


def gradients_of(function, x, device, create_graph=False):
    y = x.detach().clone().to(device).requires_grad_()
    out = function(y)
    (gradient,) = torch.autograd.grad(out, y, torch.ones_like(out) * 1.5,
                                      create_graph=create_graph)
    if not create_graph:
        return gradient
    (second,) = torch.autograd.grad((gradient * gradient).sum(), y)
    return second


class SyncTest(unittest.TestCase):
    FUNCTIONS = {
        "max": lambda x: x.max(), "min": lambda x: x.min(), "median": lambda x: x.median(),
        "nanmedian": lambda x: x.nanmedian(), "prod": lambda x: x.prod(),
        "prod along": lambda x: x.prod(1), "prod kept": lambda x: x.prod(0, keepdim=True),
        "cumprod": lambda x: x.cumprod(1), "cumprod first": lambda x: x.cumprod(0),
        "amax": lambda x: x.amax(), "norm": lambda x: x.norm(),
        "masked_fill": lambda x: x.masked_fill(x > 1, 3.0).sum()}

    def inputs(self):
        torch.manual_seed(0)
        x = torch.rand(3, 5) + 0.5
        yield "numbers", x
        for name, places in (("a zero", [(1, 2)]), ("zeros in a row", [(1, 1), (1, 3)]),
                             ("zeros apart", [(0, 0), (2, 4)])):
            y = x.clone()
            for place in places:
                y[place] = 0
            yield name, y
        yield "equal ones", torch.ones(2, 3)
        yield "one", torch.full((1, 1), 2.0)

    def test_gradients_are_cpus_and_wait_for_nothing(self):
        for name, function in self.FUNCTIONS.items():
            for kind, x in self.inputs():
                with self.subTest(name=name, kind=kind):
                    on_tpu = x.to("tpu")
                    torch.tpu.synchronize()
                    torch.tpu.reset_counters()
                    got = gradients_of(function, on_tpu, "tpu")
                    self.assertEqual(torch.tpu.counters()["syncs"], {})
                    torch.testing.assert_close(got.cpu(), gradients_of(function, x, "cpu"))

    def test_gradients_of_gradients_are_cpus(self):
        for name in ("prod", "prod along", "cumprod", "cumprod first", "norm"):
            for kind, x in self.inputs():
                if kind in ("equal ones", "one"):
                    continue  # CPU's own gradient ends there
                with self.subTest(name=name, kind=kind):
                    function = self.FUNCTIONS[name]
                    torch.testing.assert_close(
                        gradients_of(function, x.double(), "tpu", True).cpu(),
                        gradients_of(function, x.double(), "cpu", True))

    def test_tangents_are_cpus(self):
        for name in ("max", "median", "prod", "prod along", "cumprod"):
            for kind, x in self.inputs():
                def tangent(device, x=x, name=name):
                    with torch.autograd.forward_ad.dual_level():
                        y = torch.autograd.forward_ad.make_dual(x.to(device),
                                                                (x + 1).to(device))
                        out = self.FUNCTIONS[name](y)
                        return torch.autograd.forward_ad.unpack_dual(out).tangent.cpu()
                with self.subTest(name=name, kind=kind):
                    torch.testing.assert_close(tangent("tpu"), tangent("cpu"))

    def test_the_largest_of_what_is_no_number(self):
        x = torch.tensor([1.0, float("nan"), 2.0, float("nan")])
        for function in (torch.max, torch.min, torch.median):
            torch.testing.assert_close(gradients_of(function, x, "tpu").cpu(),
                                       gradients_of(function, x, "cpu"))

    def test_masks_and_clipping_wait_for_nothing(self):
        x = torch.randn(64, 64, device="tpu")
        layer = torch.nn.Linear(64, 64).to("tpu")
        layer(x).square().mean().backward()
        torch.tpu.synchronize()
        torch.tpu.reset_counters()
        x.masked_fill_(x > 0, 1.0)
        x[x < 0] = 0.5
        x[x > 0] = torch.tensor(2.0)
        torch.where(x > 0, x, 0.0)
        torch.nn.utils.clip_grad_norm_(layer.parameters(), 1.0)
        torch.nn.utils.clip_grad_value_(layer.parameters(), 1.0)
        self.assertEqual(torch.tpu.counters()["syncs"], {})

    def test_results_whose_size_is_data_wait_once(self):
        x = torch.tensor([3, 1, 3, 0, 1, 7], device="tpu")
        for name, function in {
                "nonzero": lambda: x.nonzero(), "masked_select": lambda: x[x > 1],
                "unique": lambda: x.unique(return_inverse=True, return_counts=True),
                "bincount": lambda: x.bincount(),
                "repeat_interleave": lambda: torch.repeat_interleave(x, x)}.items():
            torch.tpu.synchronize()
            torch.tpu.reset_counters()
            function()
            self.assertLessEqual(sum(torch.tpu.counters()["syncs"].values()), 1, name)
        torch.tpu.reset_counters()
        torch.repeat_interleave(x, x, output_size=15)
        self.assertEqual(torch.tpu.counters()["syncs"], {})


if __name__ == "__main__":
    unittest.main()
