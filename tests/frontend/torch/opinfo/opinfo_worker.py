"""Runs entries of op_db on `tpu` and CPU, a line of JSON for each.

opinfo_worker.py SAMPLES NAME...: at most so many samples of a type (0: all). What is
compared: forward, gradient, out=, in place, operands that are not contiguous. A result is
right where assert_close with its defaults, or the entry's own tolerances, says so, or where
it is at most twice as far from the result in f64 as CPU's is."""

import collections
import json
import os
import signal
import sys
import warnings

os.environ.setdefault("TILEWRIGHT_NUMERICS", "ieee")

import torch
import tilewright.torch  # pylint: disable=unused-import
from torch.testing._internal.common_device_type import toleranceOverride
from torch.testing._internal.common_methods_invocations import op_db
from torch.testing._internal.opinfo.core import DecorateInfo
from torch.utils import _pytree as pytree

TYPES = (torch.float32, torch.bfloat16, torch.int64)
SECONDS = 60  # a sample's

# Their results are not determined by their operands: shapes and types are compared.
UNDETERMINED = {
    "empty", "empty_like", "empty_permuted", "empty_strided", "new_empty", "new_empty_strided",
    "resize_", "resize_as_",
    "bernoulli", "cauchy", "exponential", "geometric", "log_normal", "multinomial", "normal",
    "nn.functional.alpha_dropout", "nn.functional.dropout", "nn.functional.dropout2d",
    "nn.functional.dropout3d", "nn.functional.feature_alpha_dropout", "nn.functional.rrelu",
    "rand_like", "randint", "randint_like", "randn", "randn_like", "uniform"}


# What they say of where an element was is not determined among equal elements, unless
# `stable` is asked for: by name, the dimension's place among the arguments.
PLACES = {"sort": 0, "argsort": 0, "topk": 1, "kthvalue": 1, "msort": None, "mode": 0}


class TooSlow(Exception):
    pass


def on_alarm(*_):
    raise TooSlow(f"took more than {SECONDS} s")


def name_of(op):
    return op.name + ("/" + op.variant_test_name if op.variant_test_name else "")


def is_tensor(x):
    return isinstance(x, torch.Tensor)


def moved(tree, device, transform=lambda x: x):
    """The same operands on a device, as leaves of a graph of their own."""
    def move(x):
        if isinstance(x, torch.device):
            return torch.device(device)
        if not is_tensor(x):
            return "tpu" if x == "cpu" and device == "tpu" else x
        y = transform(x.detach())
        # With its strides: a copy to a device keeps those of dense tensors only.
        if y.device.type != device:
            whole = y.to(device)
            if y.layout == torch.strided and whole.stride() != y.stride() and 0 not in y.stride():
                spread = torch.empty_strided(y.size(), y.stride(), dtype=y.dtype, device=device)
                whole = spread.copy_(whole)
            y = whole
        elif y is x or y.data_ptr() == x.data_ptr():
            y = y.clone()
        return y.detach().requires_grad_(x.requires_grad)
    return pytree.tree_map(move, tree)


def tensors(tree):
    return [x for x in pytree.tree_leaves(tree) if is_tensor(x)]


def tolerance_of(op, dtype):
    """The entry's own, for any device, else those of assert_close."""
    found = None
    for info in op.decorators or ():
        if not isinstance(info, DecorateInfo):
            continue
        if info.device_type not in (None, "cpu"):
            continue
        for decorator in info.decorators:
            if isinstance(decorator, toleranceOverride) and dtype in decorator.d:
                wanted = decorator.d[dtype]
                if found is None or wanted.rtol > found.rtol:
                    found = wanted
    return {} if found is None else {"rtol": found.rtol, "atol": found.atol}


class Different(Exception):
    pass


def compare(what, got, expected, wide, tolerance):
    """Lists of tensors. `wide()` gives those in f64, on CPU."""
    if len(got) != len(expected):
        raise Different(f"{what}: {len(got)} results instead of {len(expected)}")
    for i, (g, e) in enumerate(zip(got, expected)):
        if (g is None) != (e is None):
            raise Different(f"{what} {i}: {type(g)} instead of {type(e)}")
        if g is None:
            continue
        if g.shape != e.shape or g.dtype != e.dtype:
            raise Different(f"{what} {i}: {g.dtype}{list(g.shape)} instead of "
                            f"{e.dtype}{list(e.shape)}")
        try:
            torch.testing.assert_close(g.detach().cpu(), e.detach(), equal_nan=True,
                                       check_stride=False, **tolerance)
        except AssertionError as error:
            if not within_twice(g, e, wide, i):
                text = str(error).strip().replace("\n", " ")
                raise Different(f"{what} {i} {e.dtype}{list(e.shape)}: {text}") from None


def within_twice(got, expected, wide, i):
    """Whether it is at most twice as far from the truth as CPU's result."""
    if not expected.is_floating_point():
        return False
    truth = wide()
    if truth is None or i >= len(truth) or truth[i] is None or truth[i].shape != got.shape:
        return False
    truth = truth[i].detach().double()
    got, expected = got.detach().cpu().double(), expected.detach().double()
    usual = truth.isfinite() & got.isfinite() & expected.isfinite()
    # What is not finite is to be the same.
    if not torch.equal(got[~usual].nan_to_num(7.25), expected[~usual].nan_to_num(7.25)):
        return False
    if not usual.any():
        return True
    own = (expected - truth)[usual].abs().max()
    ours = (got - truth)[usual].abs().max()
    return bool(ours <= 2 * own)


def along_of(op, sample):
    """The dimension along which a sample's elements are ordered; None where the order of
    equal ones is determined."""
    if op.name not in PLACES or sample.kwargs.get("stable"):
        return None
    place = PLACES[op.name]
    if place is None:
        return 0
    default = sample.args[place] if len(sample.args) > place else -1
    return sample.kwargs.get("dim", default)


def compare_places(what, x, along, got, expected):
    """Places along a dimension of x hold the same elements, and are different ones."""
    if got.shape != expected.shape:
        raise Different(f"{what}: {list(got.shape)} instead of {list(expected.shape)}")
    x, got, expected = torch.atleast_1d(x.detach()), got.detach().cpu(), expected.detach()
    if expected.dim() < x.dim():
        got, expected = got.unsqueeze(along), expected.unsqueeze(along)
    if not torch.equal(x.gather(along, got).nan_to_num(), x.gather(along, expected).nan_to_num()):
        raise Different(f"{what}: other elements")
    ordered = got.sort(along).values
    if (ordered.diff(dim=along) == 0).any():
        raise Different(f"{what}: an element is there twice")


def with_equal_ones(x, along, gradient):
    """For each element, the sum of the gradients of those that are equal to it."""
    x, gradient = torch.atleast_1d(x.detach()), torch.atleast_1d(gradient.detach().cpu())
    if x.numel() == 0:
        return gradient
    rows = x.movedim(along, -1).reshape(-1, x.shape[along])
    given = gradient.movedim(along, -1).reshape(rows.shape).double()
    sums = torch.empty_like(given)
    for row, values, out in zip(rows, given, sums):
        _, group = row.unique(return_inverse=True)
        out.copy_(torch.zeros(len(row), dtype=torch.float64).index_add(0, group, values)[group])
    return sums


def differentiable(outputs):
    return [x for x in outputs if x.requires_grad and x.is_floating_point()]


def gradients(outputs, leaves):
    """With regard to leaves, by a cotangent that is equal on every device."""
    seeds = []
    for x in outputs:
        generator = torch.Generator().manual_seed(7)
        seed = torch.rand(x.shape, generator=generator, dtype=torch.float64) + 0.5
        seeds.append(seed.to(x.dtype).to(x.device))
    return torch.autograd.grad(outputs, leaves, seeds, allow_unused=True)


def drops(sample):
    """Whether elements are dropped at random."""
    if "dropout_p" in sample.kwargs:
        return sample.kwargs["dropout_p"] > 0
    # Attention of many heads has it in its place among eleven and more operands.
    return len(sample.args) >= 12 and isinstance(sample.args[9], float) and sample.args[9] > 0


def with_places(op, sample):
    """A sample whose windows lie at random gets the numbers that say where."""
    if op.name.startswith("nn.functional.fractional_max_pool"):
        spatial = int(op.name[-2])
        x = sample.input.detach()
        batch = x.shape[0] if x.dim() == spatial + 2 else 1
        sample.kwargs["_random_samples"] = torch.rand(
            batch, x.shape[-spatial - 1], spatial, dtype=x.dtype)
    return sample


class Entry:
    def __init__(self, op, samples):
        self.op = op
        self.samples = samples
        self.determined = True
        self.counts = collections.Counter()
        self.errors = collections.Counter()
        self.first = {}

    def on_tpu(self, operands):
        if self.op.name == "tensor_split":  # its places are on the host
            return (moved(operands[0], "tpu"), *operands[1:])
        return moved(operands, "tpu")

    def call(self, function, operands):
        first, args, kwargs = operands
        out = function(first, *args, **kwargs)
        return self.sample.output_process_fn_grad(out)

    def note(self, kind, error, form):
        self.counts["failed"] += 1
        text = f"{type(error).__name__}: {error}".strip().replace("\n", " ")[:260]
        self.errors[text[:80]] += 1
        self.first.setdefault(text[:80], f"{form} {kind} {text}")

    def attempt(self, kind, form, function):
        self.counts["tried"] += 1
        signal.alarm(SECONDS)
        try:
            function()
        except Exception as error:  # pylint: disable=broad-except
            self.note(kind, error, form)
        finally:
            signal.alarm(0)

    def run(self):
        for dtype in TYPES:
            if dtype not in self.op.supported_dtypes("cpu"):
                continue
            grad = dtype.is_floating_point and self.op.supports_autograd and (
                dtype in self.op.supported_backward_dtypes("cpu"))
            self.tolerance = tolerance_of(self.op, dtype)
            torch.manual_seed(0)
            samples = self.op.sample_inputs("cpu", dtype, requires_grad=grad)
            for number, sample in enumerate(samples):
                if self.samples and number >= self.samples:
                    break
                self.sample = with_places(self.op, sample)
                self.determined = self.op.name not in UNDETERMINED and not drops(sample)
                self.run_sample(dtype, grad, number)

    def run_sample(self, dtype, grad, number):
        form = f"{str(dtype)[6:]}#{number}"
        operands = (self.sample.input, self.sample.args, self.sample.kwargs)
        try:
            cpu = moved(operands, "cpu")
            expected = self.call(self.op, cpu)
        except Exception:  # pylint: disable=broad-except
            return  # not what CPU runs
        self.attempt("forward", form, lambda: self.forward(operands, cpu, expected, grad))
        self.attempt("strided", form, lambda: self.strided(operands, grad))
        if self.op.supports_out:
            self.attempt("out", form, lambda: self.out(operands, expected))
        if self.op.inplace_variant is not None:
            self.attempt("in place", form, lambda: self.in_place(operands))
            if grad and self.op.supports_inplace_autograd:
                self.attempt("in place, gradient", form, lambda: self.in_place_gradient(operands))

    def wide(self, operands, grad):
        """Results, or gradients, in f64, made when they are first asked for."""
        made = []

        def wider(x):
            return x.double() if x.is_floating_point() else x

        def make():
            if not made:
                try:
                    mine = moved(operands, "cpu", wider)
                    mine = pytree.tree_map(
                        lambda x: torch.float64 if x in (torch.float32, torch.bfloat16) else x,
                        mine)
                    out = tensors(self.call(self.op, mine))
                    if grad:
                        leaves = [x for x in tensors(mine) if x.requires_grad]
                        out = gradients(differentiable(out), leaves)
                    made.append(out)
                except Exception:  # pylint: disable=broad-except
                    made.append(None)
            return made[0]
        return make

    def check(self, what, got, expected, operands):
        along = along_of(self.op, self.sample)
        if along is not None and expected[-1].dtype == torch.int64 and self.op.name != "msort":
            compare_places(what, self.sample.input, along, got[-1], expected[-1])
            got, expected = got[:-1], expected[:-1]
        if self.determined:
            compare(what, got, expected, self.wide(operands, False), self.tolerance)
        else:
            for g, e in zip(got, expected, strict=True):
                if g.shape != e.shape or g.dtype != e.dtype:
                    raise Different(f"{what}: {g.dtype}{list(g.shape)}")

    def forward(self, operands, cpu, expected, grad):
        tpu = self.on_tpu(operands)
        result = self.call(self.op, tpu)
        got, wanted = tensors(result), tensors(expected)
        if not wanted:
            if result != expected:
                raise Different(f"{result} instead of {expected}")
            return
        for x in got:
            if any(y.device.type == "tpu" for y in tensors(tpu)) and x.device.type != "tpu":
                raise Different(f"a result is on {x.device}")
        self.check("result", got, wanted, operands)
        if not grad:
            return
        ours, theirs = differentiable(got), differentiable(wanted)
        if len(ours) != len(theirs):
            raise Different(f"{len(ours)} results have gradients instead of {len(theirs)}")
        if not theirs:
            return
        theirs = gradients(theirs, [x for x in tensors(cpu) if x.requires_grad])
        ours = gradients(ours, [x for x in tensors(tpu) if x.requires_grad])
        self.check_gradients(ours, theirs, operands)

    def check_gradients(self, ours, theirs, operands):
        if not self.determined:
            return
        wide, along = self.wide(operands, True), along_of(self.op, self.sample)
        if along is not None:
            ours, theirs = ([with_equal_ones(self.sample.input, along, g) for g in each]
                            for each in (ours, theirs))
        compare("gradient", ours, theirs, wide, self.tolerance)

    def strided(self, operands, grad):
        if self.op.name.startswith(("as_strided", "resize", "view_as_complex")):
            return  # these are about the strides
        spread = self.sample.noncontiguous()
        spread = (spread.input, spread.args, spread.kwargs)
        cpu = moved(operands, "cpu")
        self.forward(spread, cpu, self.call(self.op, cpu), grad)

    def out(self, operands, expected):
        wanted = [x.detach() for x in tensors(expected)]
        if not wanted or isinstance(expected, list) or self.op.name == "where":
            return

        def outs_on(device):
            # PyTorch's tril on CPU writes outside of those that are stored in another order.
            if device == "cpu" and self.op.name in ("tril", "triu"):
                return [torch.ones_like(x) for x in wanted]
            # Stored in another order than results are.
            return [torch.ones(x.shape[::-1], dtype=x.dtype, device=device).permute(
                tuple(reversed(range(x.dim())))) for x in wanted]

        def run(outs, operands):
            first, args, kwargs = operands
            self.op(first, *args, **kwargs, out=outs[0] if is_tensor(expected) else tuple(outs))

        with torch.no_grad():
            outs, tpu = outs_on("tpu"), self.on_tpu(operands)
            try:
                run(outs_on("cpu"), moved(operands, "cpu"))
            except Exception as error:  # pylint: disable=broad-except
                self.check_error("out=", error, lambda: run(outs, tpu))
                return
            places = [x.data_ptr() for x in outs]
            run(outs, tpu)
            self.check("out=", self.comparable(outs, expected), wanted, operands)
            if places != [x.data_ptr() for x in outs]:
                raise Different("out= was allocated again")

    def comparable(self, outs, expected):
        """What the entry makes of results that are determined up to a sign, where it
        leaves their shapes alone."""
        made = tensors(self.sample.output_process_fn_grad(
            outs[0] if is_tensor(expected) else tuple(outs)))
        alike = [x.shape for x in made] == [x.shape for x in outs]
        return made if alike else outs

    def in_place_gradient(self, operands):
        def run(device):
            mine = self.on_tpu(operands) if device == "tpu" else moved(operands, device)
            leaves = [x for x in tensors(mine) if x.requires_grad]
            first = mine[0].clone() if is_tensor(mine[0]) else mine[0]
            out = self.call(self.op.inplace_variant, (first, *mine[1:]))
            return gradients(differentiable(tensors(out)), leaves)
        try:
            expected = run("cpu")
        except Exception:  # pylint: disable=broad-except
            return  # `in_place` has seen that it is refused
        self.check_gradients(run("tpu"), expected, operands)

    @staticmethod
    def check_error(what, expected, function):
        try:
            function()
        except type(expected):
            return
        raise Different(f"{what}: no {type(expected).__name__}: {expected}")

    def in_place(self, operands):
        with torch.no_grad():
            cpu, tpu = moved(operands, "cpu"), self.on_tpu(operands)
            try:
                expected = self.call(self.op.inplace_variant, cpu)
            except Exception as error:  # pylint: disable=broad-except
                self.check_error("in place", error,
                                 lambda: self.call(self.op.inplace_variant, tpu))
                return
            got = self.call(self.op.inplace_variant, tpu)
            self.check("in place", tensors(got), tensors(expected), operands)
            if is_tensor(got) and got.data_ptr() != tpu[0].data_ptr():
                raise Different("in place: another tensor")


def main():
    warnings.simplefilter("ignore")
    signal.signal(signal.SIGALRM, on_alarm)
    torch.set_num_threads(1)
    samples, names = int(sys.argv[1]), sys.argv[2:]
    entries = {name_of(op): op for op in op_db}
    for name in names:
        print(json.dumps({"begin": name}), flush=True)
        torch.tpu.reset_counters()
        entry = Entry(entries[name], samples)
        try:
            entry.run()
            torch.tpu.synchronize()
        except Exception as error:  # pylint: disable=broad-except
            entry.note("entry", error, "")
        fallbacks = dict(torch.tpu.counters().get("fallbacks", {}))
        print(json.dumps({"name": name, "counts": dict(entry.counts),
                          "errors": dict(entry.errors), "first": entry.first,
                          "fallbacks": fallbacks}), flush=True)


if __name__ == "__main__":
    main()
