"""A small GPT in flax, trained with optax until it predicts a text's letters.

  python examples/jax/gpt.py [STEPS]

Runs on JAX's default device: with Tilewright installed, the TPU in software. Ends with an
error when the loss is not what it should be.
"""

import sys
import time

import jax
import jax.numpy as jnp
import numpy as np
import optax
from flax import linen as nn

TEXT = ("A tile is a block of rows and columns. A kernel reads a tile, computes with it, "
        "and writes a tile. A grid says how many tiles there are. ") * 8
LETTERS = sorted(set(TEXT))
WIDTH, HEADS, LAYERS, LENGTH, BATCH = 64, 4, 2, 48, 16


class Block(nn.Module):
    """Attention and a layer of four times the width, both beside what they read."""

    @nn.compact
    def __call__(self, x):  # [batch, length, width]
        mask = nn.make_causal_mask(x[..., 0])
        x = x + nn.SelfAttention(HEADS)(nn.LayerNorm()(x), mask)
        hidden = nn.gelu(nn.Dense(4 * WIDTH)(nn.LayerNorm()(x)))
        return x + nn.Dense(WIDTH)(hidden)


class Gpt(nn.Module):
    """From letters, [batch, length], to logits of the next ones."""

    @nn.compact
    def __call__(self, letters):
        x = nn.Embed(len(LETTERS), WIDTH)(letters)
        x = x + self.param("places", nn.initializers.normal(0.02), (LENGTH, WIDTH))
        for _ in range(LAYERS):
            x = Block()(x)
        return nn.Dense(len(LETTERS))(nn.LayerNorm()(x))


def main():
    """Trains, and says how fast."""
    steps = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    text = np.array([LETTERS.index(letter) for letter in TEXT], np.int32)
    model = Gpt()
    parameters = model.init(jax.random.key(0), jnp.zeros((1, LENGTH), jnp.int32))
    optimiser = optax.adamw(optax.warmup_cosine_decay_schedule(0, 3e-3, 20, steps))
    state = optimiser.init(parameters)

    @jax.jit
    def step(parameters, state, key):
        start = jax.random.randint(key, (BATCH, 1), 0, len(TEXT) - LENGTH - 1)
        batch = jnp.asarray(text)[start + jnp.arange(LENGTH + 1)]

        def loss_of(parameters):
            logits = model.apply(parameters, batch[:, :-1])
            return optax.softmax_cross_entropy_with_integer_labels(
                logits, batch[:, 1:]).mean()

        loss, gradient = jax.value_and_grad(loss_of)(parameters)
        updates, state = optimiser.update(gradient, state, parameters)
        return optax.apply_updates(parameters, updates), state, loss

    begin = time.perf_counter()
    for number in range(steps):
        parameters, state, loss = step(parameters, state, jax.random.key(number))
        if number == 0:
            first, begin = float(loss), time.perf_counter()
    last = float(loss)
    took = (time.perf_counter() - begin) / max(steps - 1, 1)
    print(f"{jax.devices()[0]}: loss {first:.2f} -> {last:.2f}, {1e3 * took:.1f} ms a step")
    if steps >= 200 and not last < 0.5:
        sys.exit(f"the loss is {last}, not below 0.5")


if __name__ == "__main__":
    main()
