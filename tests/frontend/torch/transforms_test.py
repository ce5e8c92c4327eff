"""torch.func's transformations, one in another, give on tpu what they give on the CPU, also
of functions whose gradients are the device's own.

TILEWRIGHT_LIBRARY_DIR names a build with the device; PYTHONPATH has python and
python/torch."""

import os
import unittest

os.environ.setdefault("TILEWRIGHT_NUMERICS", "ieee")

import torch  # pylint: disable=wrong-import-position
import torch.nn.functional as F  # pylint: disable=wrong-import-position
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


if __name__ == "__main__":
    unittest.main()
