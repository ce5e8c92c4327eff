"""A transformer in plain JAX, trained on the device that JAX finds; with a report.

  python examples/jax/train.py [STEPS]

Needs nothing but JAX. It learns to reverse rows of digits. Ends with an error when it has
not learnt enough.
"""

import sys
import time

import jax
import jax.numpy as jnp

DIGITS, LENGTH, BATCH, WIDTH, HEADS, LAYERS = 10, 12, 64, 64, 4, 2


def initial(key):
    """Parameters, by name."""
    keys = iter(jax.random.split(key, 2 + 4 * LAYERS))

    def matrix(rows, columns):
        return jax.random.normal(next(keys), (rows, columns)) * rows ** -0.5

    return {"digits": 3 * matrix(DIGITS, WIDTH), "places": matrix(LENGTH, WIDTH),
            "blocks": [{"qkv": matrix(WIDTH, 3 * WIDTH), "out": matrix(WIDTH, WIDTH),
                        "up": matrix(WIDTH, 4 * WIDTH), "down": matrix(4 * WIDTH, WIDTH)}
                       for _ in range(LAYERS)]}


def normal(x):
    """Rows of mean 0 and variance 1."""
    x = x - x.mean(axis=-1, keepdims=True)
    return x * jax.lax.rsqrt(jnp.mean(x * x, axis=-1, keepdims=True) + 1e-5)


def logits_of(parameters, digits):
    """For each place, what the digit there is to be: [batch, length, digits]."""
    x = parameters["digits"][digits] + parameters["places"]
    for block in parameters["blocks"]:
        heads = (normal(x) @ block["qkv"]).reshape(*digits.shape, 3, HEADS, -1)
        x = x + jax.nn.dot_product_attention(
            heads[:, :, 0], heads[:, :, 1], heads[:, :, 2]).reshape(x.shape) @ block["out"]
        x = x + jax.nn.gelu(normal(x) @ block["up"]) @ block["down"]
    return normal(x) @ parameters["digits"].T


@jax.jit
def step(parameters, moments, number):
    """One step of Adam on fresh rows."""
    digits = jax.random.randint(jax.random.key(number), (BATCH, LENGTH), 0, DIGITS)

    def loss_of(parameters):
        likely = jax.nn.log_softmax(logits_of(parameters, digits))
        wanted = jax.nn.one_hot(digits[:, ::-1], DIGITS)
        return -jnp.mean(jnp.sum(likely * wanted, axis=-1))

    loss, gradient = jax.value_and_grad(loss_of)(parameters)
    first = jax.tree.map(lambda m, g: 0.9 * m + 0.1 * g, moments[0], gradient)
    second = jax.tree.map(lambda m, g: 0.99 * m + 0.01 * g * g, moments[1], gradient)
    scale = 2e-3 * jnp.sqrt(1 - 0.99 ** (number + 1)) / (1 - 0.9 ** (number + 1))
    parameters = jax.tree.map(lambda p, m, v: p - scale * m / (jnp.sqrt(v) + 1e-8),
                              parameters, first, second)
    return parameters, (first, second), loss


def main():
    """Trains and reports."""
    steps = int(sys.argv[1]) if len(sys.argv) > 1 else 300
    parameters = initial(jax.random.key(0))
    zeros = jax.tree.map(jnp.zeros_like, parameters)
    moments = (zeros, zeros)
    begin = time.perf_counter()
    compiled = step.lower(parameters, moments, 0).compile()
    ready = time.perf_counter()
    for number in range(steps):
        parameters, moments, loss = compiled(parameters, moments, number)
        if number == 0:
            first = float(loss)
    last = float(loss)
    took = (time.perf_counter() - ready) / steps
    device, cost = jax.devices()[0], compiled.cost_analysis()
    print(f"device       {device} ({device.device_kind})")
    print(f"compilation  {1e3 * (ready - begin):.0f} ms, with tracing")
    print(f"a step       {1e3 * took:.2f} ms, {cost['flops'] / 1e6:.0f} MFLOP, "
          f"{cost['flops'] / took / 1e9:.1f} GFLOP/s")
    print(f"loss         {first:.2f} -> {last:.3f} in {steps} steps")
    if steps >= 300 and not last < 0.2:
        sys.exit(f"the loss is {last}, not below 0.2")


if __name__ == "__main__":
    main()
