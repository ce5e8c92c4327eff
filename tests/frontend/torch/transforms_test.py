"""torch.func's transformations, one in another, give on tpu what they give on the CPU, also
of functions whose gradients are the device's own.

TILEWRIGHT_LIBRARY_DIR names a build with the device; PYTHONPATH has python and
python/torch."""

import os
import unittest

os.environ.setdefault("TILEWRIGHT_NUMERICS", "ieee")

import torch  # pylint: disable=wrong-import-position
import torch.nn.functional as F  # pylint: disable=wrong-import-position
from torch import nn  # pylint: disable=wrong-import-position
from torch.func import grad, hessian, jacfwd, vmap  # pylint: disable=wrong-import-position
from torch.nn.attention import SDPBackend, sdpa_kernel  # pylint: disable=wrong-import-position
import tilewright.torch  # pylint: disable=wrong-import-position,unused-import

FUNCTIONS = {
    "max": lambda x: x.max() * x.sum(),
    "min": lambda x: x.min() * x.sum(),
    "median": lambda x: x.median() * x.sum(),
    "nanmedian": lambda x: x.nanmedian() * x.sum(),
    "prod": lambda x: x.prod(),
    "prod with a zero": lambda x: (x - x[1].detach()).prod(),
    "prod of rows": lambda x: x[:5].repeat(2).view(2, 5).prod(1).sin().sum(),
    "prod of none": lambda x: x[:0].prod() * x.sum(),
    "cumprod": lambda x: x[:5].cumprod(0).sin().sum(),
    "det": lambda x: torch.linalg.det(x[:4].view(2, 2)),
    "attention": lambda x: F.scaled_dot_product_attention(
        *3 * (x.view(1, 1, 2, 3),)).sin().sum(),
    "glu": lambda x: F.glu(x, 0).sin().sum(),
    "prelu": lambda x: F.prelu(x, x[:1]).sin().sum(),
    "celu": lambda x: F.celu(x).sin().sum(),
}
# Of a module: its first result. Backward of each has a kernel of its own.
RECURRENT = {
    "lstm": lambda: nn.LSTM(3, 2, 2, bidirectional=True),
    "projected lstm": lambda: nn.LSTM(3, 4, proj_size=2),
    "gru": lambda: nn.GRU(3, 2),
    "rnn": lambda: nn.RNN(3, 2, nonlinearity="relu", bias=False),
    "lstm cell": lambda: nn.LSTMCell(3, 2),
    "gru cell": lambda: nn.GRUCell(3, 2),
}
TRANSFORMATIONS = {
    "gradient": grad,
    "of each": lambda f: lambda x: vmap(f)(torch.stack([x, x + 0.1])),
    "gradient of each": lambda f: lambda x: vmap(grad(f))(torch.stack([x, x + 0.1])),
    "forward": jacfwd,
    "gradient of a gradient": lambda f: grad(lambda x: grad(f)(x).sin().sum()),
    "second derivatives": hessian,
}
NUMBERS = torch.tensor([0.3, 1.2, -0.7, 2.1, 0.9, -1.4])


class TransformsTest(unittest.TestCase):

    def test_all_of_all(self):
        for of, function in FUNCTIONS.items():
            for name, transformation in TRANSFORMATIONS.items():
                if (of, name) == ("attention", "gradient of a gradient"):
                    continue  # it has none outside of SDPBackend.MATH, as on the CPU
                with self.subTest(function=of, transformation=name):
                    transformed = transformation(function)
                    # The CPU's own kernel of attention has no tangents.
                    with sdpa_kernel(SDPBackend.MATH):
                        wanted = transformed(NUMBERS)
                    torch.testing.assert_close(transformed(NUMBERS.to("tpu")).cpu(), wanted,
                                               rtol=1e-3, atol=1e-4)

    def test_batches_of_gradients_of_recurrent_layers(self):
        """As many of one gradient at once are these gradients one by one; tangents are a
        product with the same Jacobian."""
        for name, make in RECURRENT.items():
            with self.subTest(name):
                torch.manual_seed(0)
                module = make().to("tpu")
                x = torch.randn(3, 3).to("tpu").requires_grad_()
                def first(x, module=module):
                    made = module(x)
                    return made[0] if isinstance(made, tuple) else made
                of, to = first(x), [x, *module.parameters()]
                some = torch.randn(2, *of.shape).to("tpu")
                batch = torch.autograd.grad(of, to, some, is_grads_batched=True,
                                            retain_graph=True)
                for i, each in enumerate(some):
                    for got, wanted in zip(batch, torch.autograd.grad(of, to, each,
                                                                      retain_graph=True)):
                        self.assertFalse(got.requires_grad)
                        torch.testing.assert_close(got[i], wanted, rtol=1e-4, atol=1e-5)
                jacobian = jacfwd(first)(x.detach())
                torch.testing.assert_close(
                    torch.einsum("ab,abcd->cd", some[0], jacobian),
                    torch.autograd.grad(of, x, some[0])[0], rtol=1e-4, atol=1e-5)

    def test_gradients_that_are_more_than_their_values(self):
        """As a map over gradients asks for: broadcast with the others."""
        aten = torch.ops.aten
        functions = {
            "elu": lambda g, x: aten.elu_backward(g, 1.0, 1.0, 2.0, False, x),
            "mse": lambda g, x: aten.mse_loss_backward(g, x, x * 0.5, 0),
            "huber": lambda g, x: aten.huber_loss_backward(g, x, x * 0.5, 0, 1.0),
            "smooth l1": lambda g, x: aten.smooth_l1_loss_backward(g, x, x * 0.5, 0, 1.0),
            "mean": lambda g, x: aten.mse_loss_backward(g, x, x * 0.5, 1),
        }
        g, x = torch.randn(5, 2, 3), torch.randn(2, 3)
        for name, function in functions.items():
            with self.subTest(name):
                torch.testing.assert_close(function(g.to("tpu"), x.to("tpu")).cpu(),
                                           function(g, x))

    def test_a_map_over_gradients_of_distances_is_refused(self):
        """PyTorch's rule for it gives wrong numbers on the CPU."""
        x = torch.randn(4, 3).to("tpu").requires_grad_()
        of, some = torch.cdist(x, x + 1), torch.randn(2, 4, 4).to("tpu")
        with self.assertRaisesRegex(RuntimeError, "expected a gradient of shape"):
            vmap(lambda by: torch.autograd.grad(of, x, by)[0])(some)


if __name__ == "__main__":
    unittest.main()
