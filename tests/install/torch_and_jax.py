"""JAX's plugin and PyTorch's device train in turn in one process, on one cache. ORDER says
which is imported first."""

import importlib
import os

for name in os.environ.get("ORDER", "torch,jax").split(","):
    importlib.import_module(name)

import jax  # pylint: disable=wrong-import-position
import jax.numpy as jnp  # pylint: disable=wrong-import-position
import torch  # pylint: disable=wrong-import-position

jax_device, = jax.devices()
assert jax_device.platform == "tpu", jax_device
data = torch.randn(64, 8, generator=torch.Generator().manual_seed(0))
target = data.sum(1, keepdim=True)

weights = torch.zeros(8, 1, device="tpu", requires_grad=True)
x, y = data.to("tpu"), target.to("tpu")


@jax.jit
def jax_step(w, a, b):
    loss, gradient = jax.value_and_grad(lambda v: jnp.mean((a @ v - b) ** 2))(w)
    return w - 0.1 * gradient, loss


jax_weights, a, b = jnp.zeros((8, 1)), jnp.asarray(data.numpy()), jnp.asarray(target.numpy())
for step in range(50):
    loss = ((x @ weights - y) ** 2).mean()
    loss.backward()
    with torch.no_grad():
        weights -= 0.1 * weights.grad
        weights.grad = None
    jax_weights, jax_loss = jax_step(jax_weights, a, b)
    assert abs(loss.item() - float(jax_loss)) < 1e-2 * max(1.0, loss.item()), step
assert loss.item() < 0.1, loss.item()
libraries = {line.split()[-1] for line in open("/proc/self/maps", encoding="utf-8")
             if "libtilewright.so" in line}
assert len(libraries) == 1, libraries
print(f"both learned: {loss.item():.4f} and {float(jax_loss):.4f}")
