"""Recurrent networks on the device `tpu` are CPU's, forward and backward.

TILEWRIGHT_LIBRARY_DIR names a build with the device; PYTHONPATH has python and
python/torch."""

import os
import unittest

os.environ.setdefault("TILEWRIGHT_NUMERICS", "ieee")

import torch  # pylint: disable=wrong-import-position
from torch import nn  # pylint: disable=wrong-import-position
import tilewright.torch  # pylint: disable=wrong-import-position,unused-import


def flat(tree):
    if isinstance(tree, torch.Tensor):
        return [tree]
    if isinstance(tree, nn.utils.rnn.PackedSequence):
        return [tree.data]
    return [x for part in tree for x in flat(part)]


def run(device, make, inputs):
    """Outputs, and gradients of parameters and inputs."""
    torch.manual_seed(0)
    module = make().to(device)
    leaves = [x.detach().to(device).requires_grad_() for x in inputs]
    outs = flat(module(leaves[0], tuple(leaves[1:])) if len(leaves) > 2 else module(*leaves))
    sum((o * torch.linspace(-1, 1, o.numel(), dtype=o.dtype, device=device).view(o.shape)).sum()
        for o in outs).backward()
    return ([o.detach().cpu() for o in outs] +
            [p.grad.cpu() for p in module.parameters()] + [x.grad.cpu() for x in leaves])


class RecurrentTest(unittest.TestCase):

    def check(self, make, *inputs, **tolerance):
        tolerance = tolerance or {"rtol": 1e-4, "atol": 1e-5}
        for got, wanted in zip(run("tpu", make, inputs), run("cpu", make, inputs), strict=True):
            torch.testing.assert_close(got, wanted, **tolerance)

    def test_cells(self):
        x, h, c = torch.randn(3, 4), torch.randn(3, 5), torch.randn(3, 5)
        for bias in (True, False):
            self.check(lambda: nn.LSTMCell(4, 5, bias=bias), x, h, c)
            self.check(lambda: nn.GRUCell(4, 5, bias=bias), x, h)
            self.check(lambda: nn.RNNCell(4, 5, bias=bias), x, h)
        self.check(lambda: nn.LSTMCell(1, 1), x[:1, :1], h[:1, :1], c[:1, :1])

    def test_sequences_of_every_kind(self):
        x = torch.randn(6, 3, 4)
        for kind in (nn.LSTM, nn.GRU, nn.RNN):
            for options in ({}, {"num_layers": 2}, {"bidirectional": True},
                            {"num_layers": 2, "bidirectional": True, "batch_first": True},
                            {"bias": False}):
                with self.subTest(kind=kind.__name__, **options):
                    self.check(lambda: kind(4, 5, **options), x)
        self.check(lambda: nn.RNN(4, 5, nonlinearity="relu"), x)
        self.check(lambda: nn.LSTM(4, 5, proj_size=2), x)
        self.check(lambda: nn.LSTM(4, 5, proj_size=2, num_layers=2, bidirectional=True), x)
        for kind in (nn.LSTM, nn.GRU, nn.RNN):
            self.check(lambda: kind(4, 5), torch.randn(1, 1, 4))
            self.check(lambda: kind(4, 5), torch.randn(6, 4))

    def test_states_are_handed_in(self):
        x, h, c = torch.randn(6, 3, 4), torch.randn(2, 3, 5), torch.randn(2, 3, 5)
        self.check(lambda: nn.LSTM(4, 5, num_layers=2), x, h, c)
        self.check(lambda: nn.GRU(4, 5, num_layers=2), x, h)

    def test_packed_sequences(self):
        class Packed(nn.Module):
            def __init__(self, kind, **options):
                super().__init__()
                self.inner = kind(4, 5, **options)
            def forward(self, x):
                packed = nn.utils.rnn.pack_padded_sequence(x, torch.tensor([6, 2, 4]),
                                                           enforce_sorted=False)
                out, state = self.inner(packed)
                return nn.utils.rnn.pad_packed_sequence(out)[0], state
        x = torch.randn(6, 3, 4)
        for kind in (nn.LSTM, nn.GRU, nn.RNN):
            for options in ({}, {"num_layers": 2, "bidirectional": True}):
                with self.subTest(kind=kind.__name__, **options):
                    self.check(lambda: Packed(kind, **options), x)

    def test_long_sequences_are_a_few_operations(self):
        x = torch.randn(100, 2, 4)  # 64 + 32 + 4 steps
        for kind in (nn.LSTM, nn.GRU, nn.RNN):
            self.check(lambda: kind(4, 5, bidirectional=True), x, rtol=1e-3, atol=1e-4)
            module = kind(4, 5).to("tpu")
            with torch.no_grad():
                torch.tpu.reset_counters()
                module(x.to("tpu"))
            self.assertLess(torch.tpu.counters()["recorded_ops"], 20)

    def test_lengths_have_few_kernels_between_them(self):
        module = nn.LSTM(4, 5).to("tpu")
        def run(length):
            module(torch.ones(length, 2, 4, device="tpu"))
            torch.tpu.synchronize()
        for length in (127, 1, 2):
            run(length)
        torch.tpu.reset_counters()
        with torch.no_grad():
            state = module(torch.ones(77, 2, 4, device="tpu"))
            torch.tpu.synchronize()
        # What is specialised is the product of the input, not the steps.
        self.assertLessEqual(torch.tpu.counters()["compilations"], 4)
        self.assertEqual(state[0].shape, (77, 2, 5))

    def test_lengths_have_few_kernels_between_them_backward(self):
        module = nn.LSTM(4, 5, batch_first=True).to("tpu")
        def run(length):
            module(torch.ones(2, length, 4, device="tpu"))[0].square().sum().backward()
            torch.tpu.synchronize()
        for length in (63, 31, 3, 2):
            run(length)
        torch.tpu.reset_counters()
        for length in range(17, 31):
            run(length)
        # Strides of what the caller made follow the length, kernels do not.
        self.assertLessEqual(torch.tpu.counters()["compilations"], 10)

    def test_operators_refuse_what_does_not_fit(self):
        def zeros(*sizes, dtype=torch.float32):
            return torch.zeros(sizes, dtype=dtype, device="tpu")
        layer, back = torch.ops.tilewright.lstm_layer, torch.ops.tilewright.lstm_layer_backward
        gates, weights, state = zeros(3, 2, 20), zeros(20, 5), zeros(2, 5)
        self.assertEqual(layer(gates, weights, state, state, False)[0].shape, (3, 2, 5))
        kept, cells = zeros(3, 2, 4, 5), zeros(3, 2, 5)
        self.assertEqual(
            back(None, cells, kept, cells, state, weights, True)[0].shape, (3, 2, 20))
        wrong = (
            lambda: layer(gates, weights, zeros(3, 5), state, False),
            lambda: layer(gates, weights, state, zeros(2, 4), False),
            lambda: layer(gates, weights.double(), state, state, False),
            lambda: layer(gates[0], weights, state, state, False),
            lambda: layer(gates[:0], weights, state, state, False),
            lambda: layer(gates, weights.cpu(), state, state, False),
            lambda: back(cells[1:], None, kept, cells, state, weights, False),
            lambda: back(None, None, kept[0], cells, state, weights, False),
            lambda: back(None, cells, kept, cells, state[:1], weights, False),
            lambda: torch.ops.tilewright.gru_layer(gates, weights, state, None, False),
            lambda: torch.ops.tilewright.rnn_layer(gates, weights, state, False, False),
            lambda: torch.ops.tilewright.rnn_layer_backward(cells, cells, weights, True, False),
            lambda: torch.ops.tilewright.gru_layer_backward(cells, kept, weights, False))
        for i, call in enumerate(wrong):
            with self.subTest(i), self.assertRaises(RuntimeError):
                call()

    def test_gradients_have_gradients(self):
        def run(device, kind, frozen, **options):
            torch.manual_seed(0)
            module, x = kind(4, 5, **options), torch.randn(3, 2, 4)
            module = module.to(device).requires_grad_(not frozen)
            x = x.to(device).requires_grad_()
            out, states = module(x)
            states = states[0] if isinstance(states, tuple) else states
            slope, = torch.autograd.grad((out ** 2).sum() + states.sum(), x, create_graph=True)
            wanted = [x, *(p for p in module.parameters() if p.requires_grad)]
            return torch.autograd.grad((slope ** 2).sum(), wanted)

        for kind in (nn.LSTM, nn.GRU, nn.RNN):
            for options in ({}, {"bias": False}, {"num_layers": 2, "bidirectional": True}):
                for frozen in (False, True):
                    with self.subTest(kind=kind, frozen=frozen, **options):
                        for got, wanted in zip(run("tpu", kind, frozen, **options),
                                               run("cpu", kind, frozen, **options)):
                            torch.testing.assert_close(got.cpu(), wanted, rtol=1e-4, atol=1e-5)

    def test_functions_of_sequences_are_transformed(self):
        x = torch.randn(3, 2, 4)
        for kind in (nn.LSTM, nn.GRU, nn.RNN):
            torch.manual_seed(0)
            module = kind(4, 5)
            wanted = torch.func.grad(lambda x: module(x)[0].sum())(x)
            module.to("tpu")
            got = torch.func.grad(lambda x: module(x)[0].sum())(x.to("tpu"))
            torch.testing.assert_close(got.cpu(), wanted, rtol=1e-4, atol=1e-5)

    def test_autocast_computes_sequences_in_bf16(self):
        for kind in (nn.LSTM, nn.GRU, nn.RNN):
            module = kind(4, 5).to("tpu")
            with torch.autocast("tpu"):
                out = module(torch.randn(6, 3, 4, device="tpu"))[0]
            self.assertEqual(out.dtype, torch.bfloat16)
            out.sum().backward()
            self.assertEqual(module.weight_hh_l0.grad.dtype, torch.float32)

    def test_a_wrong_state_is_refused_as_on_cpu(self):
        for device in ("cpu", "tpu"):
            module = nn.LSTM(4, 5).to(device)
            with self.assertRaisesRegex(RuntimeError, "Expected hidden"):
                module(torch.ones(3, 2, 4, device=device),
                       (torch.ones(1, 3, 5, device=device), torch.ones(1, 3, 5, device=device)))
            with self.assertRaisesRegex(ValueError, "dtype|type"):
                module(torch.ones(3, 2, 4, device=device).long())

    def test_types(self):
        x = torch.randn(6, 3, 4)
        for kind in (nn.LSTM, nn.GRU, nn.RNN):
            self.check(lambda: kind(4, 5).double(), x.double(), rtol=1e-10, atol=1e-10)
            self.check(lambda: kind(4, 5).bfloat16(), x.bfloat16(), rtol=5e-2, atol=5e-2)

    def test_a_part_of_the_results_has_gradients(self):
        x = torch.randn(4, 3, 4)
        for pick in (lambda o: o[0], lambda o: o[1][0], lambda o: o[1][1]):
            def grad(device, pick=pick):
                torch.manual_seed(0)
                lstm = nn.LSTM(4, 5).to(device)
                pick(lstm(x.to(device))).sum().backward()
                return [p.grad.cpu() for p in lstm.parameters()]
            for got, wanted in zip(grad("tpu"), grad("cpu"), strict=True):
                torch.testing.assert_close(got, wanted, rtol=1e-4, atol=1e-5)

    def test_dropout_lies_between_layers(self):
        torch.manual_seed(0)
        lstm = nn.LSTM(4, 5, num_layers=2, dropout=0.5).to("tpu")
        x = torch.randn(6, 3, 4, device="tpu")
        torch.manual_seed(1)
        first = lstm(x)[0]
        self.assertFalse(torch.equal(first, lstm(x)[0]))
        torch.manual_seed(1)
        self.assertTrue(torch.equal(first, lstm(x)[0]))
        lstm.eval()
        torch.testing.assert_close(lstm(x)[0].cpu(), lstm.cpu()(x.cpu())[0], rtol=1e-4,
                                   atol=1e-5)

    def test_a_language_model_learns_as_on_cpu(self):
        def train(device):
            torch.manual_seed(0)
            embed, lstm, head = nn.Embedding(11, 8), nn.LSTM(8, 16, 2), nn.Linear(16, 11)
            parts = nn.ModuleList([embed, lstm, head]).to(device)
            text = torch.randint(0, 11, (13, 4)).to(device)
            optimizer = torch.optim.AdamW(parts.parameters(), lr=1e-2)
            losses = []
            for _ in range(8):
                optimizer.zero_grad()
                out = head(lstm(embed(text[:-1]))[0])
                loss = nn.functional.cross_entropy(out.flatten(0, 1), text[1:].flatten())
                loss.backward()
                torch.nn.utils.clip_grad_norm_(parts.parameters(), 1.0)
                optimizer.step()
                losses.append(loss.detach())
            return torch.stack(losses).cpu()
        torch.testing.assert_close(train("tpu"), train("cpu"), rtol=1e-3, atol=1e-4)


if __name__ == "__main__":
    unittest.main()
