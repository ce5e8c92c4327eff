"""A convolutional network in flax that learns to tell shapes apart.

  python examples/jax/cnn.py [STEPS]

The pictures, squares, discs and crosses under noise, are made as they are wanted. Ends
with an error when too few are told right.
"""

import sys

import jax
import jax.numpy as jnp
import optax
from flax import linen as nn

SIZE, BATCH = 24, 64


def pictures(key):
    """A batch: [batch, size, size, 1], and which shape each shows."""
    keys = jax.random.split(key, 4)
    kind = jax.random.randint(keys[0], (BATCH,), 0, 3)
    centre = jax.random.uniform(keys[1], (BATCH, 1, 1, 2), minval=8, maxval=SIZE - 8)
    radius = jax.random.uniform(keys[2], (BATCH, 1, 1), minval=4, maxval=8)
    places = jnp.stack(jnp.meshgrid(jnp.arange(SIZE), jnp.arange(SIZE)), axis=-1)
    apart = jnp.abs(places - centre)
    x, y = apart[..., 0], apart[..., 1]
    square = jnp.maximum(x, y) < radius
    disc = x * x + y * y < radius * radius
    cross = (jnp.minimum(x, y) < 1.5) & square
    shape = jnp.choose(kind[:, None, None], [square, disc, cross], mode="clip")
    noise = 0.2 * jax.random.normal(keys[3], shape.shape)
    return (shape + noise)[..., None], kind


class Cnn(nn.Module):
    """Three convolutions, each with half the pixels of the one before."""

    @nn.compact
    def __call__(self, x):
        for features in (16, 32, 64):
            x = nn.relu(nn.GroupNorm(8)(nn.Conv(features, (3, 3))(x)))
            x = nn.max_pool(x, (2, 2), (2, 2))
        return nn.Dense(3)(nn.relu(nn.Dense(64)(x.reshape(x.shape[0], -1))))


def main():
    """Trains, and tells fresh pictures apart."""
    steps = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    model = Cnn()
    parameters = model.init(jax.random.key(0), jnp.zeros((1, SIZE, SIZE, 1)))
    optimiser = optax.adam(optax.cosine_decay_schedule(2e-3, steps))
    state = optimiser.init(parameters)

    @jax.jit
    def step(parameters, state, key):
        images, kinds = pictures(key)

        def loss_of(parameters):
            logits = model.apply(parameters, images)
            return optax.softmax_cross_entropy_with_integer_labels(logits, kinds).mean()

        loss, gradient = jax.value_and_grad(loss_of)(parameters)
        updates, state = optimiser.update(gradient, state)
        return optax.apply_updates(parameters, updates), state, loss

    @jax.jit
    def accuracy(parameters, key):
        images, kinds = pictures(key)
        return (model.apply(parameters, images).argmax(axis=-1) == kinds).mean()

    for number in range(steps):
        parameters, state, loss = step(parameters, state, jax.random.key(number))
    right = sum(float(accuracy(parameters, jax.random.key(1000 + i))) for i in range(8)) / 8
    print(f"{jax.devices()[0]}: loss {float(loss):.3f}, {100 * right:.0f}% right")
    if steps >= 200 and right < 0.9:
        sys.exit("fewer than 90% are told right")


if __name__ == "__main__":
    main()
