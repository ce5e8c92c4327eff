"""An LSTM over time by jax.lax.scan: it learns to add the numbers that are marked.

  python examples/jax/lstm.py [STEPS]

Of each series of numbers two are marked; the answer is their sum. Ends with an error when
the answers stay as bad as the mean is.
"""

import sys

import jax
import jax.numpy as jnp
import optax

WIDTH, LENGTH, BATCH = 32, 20, 64


def series(key):
    """A batch: [length, batch, 2] of numbers and marks, and the sums of the marked."""
    numbers_key, marks_key = jax.random.split(key)
    numbers = jax.random.uniform(numbers_key, (LENGTH, BATCH))
    order = jax.random.uniform(marks_key, (LENGTH, BATCH)).argsort(axis=0)
    marks = (order < 2).astype(jnp.float32)
    return jnp.stack([numbers, marks], axis=-1), (numbers * marks).sum(axis=0)


def initial(key):
    """Parameters of the cell and of the layer that reads its last state."""
    cell, last = jax.random.split(key)
    return {"cell": 0.2 * jax.random.normal(cell, (2 + WIDTH, 4 * WIDTH)),
            "bias": jnp.zeros(4 * WIDTH).at[WIDTH:2 * WIDTH].set(1.0),
            "last": 0.2 * jax.random.normal(last, (WIDTH,))}


def answer(parameters, inputs):
    """Reads the series and says a number for each."""

    def turn(state, x):
        hidden, memory = state
        gates = jnp.concatenate([x, hidden], axis=-1) @ parameters["cell"]
        take, keep, show, fresh = jnp.split(gates + parameters["bias"], 4, axis=-1)
        memory = jax.nn.sigmoid(keep) * memory + jax.nn.sigmoid(take) * jnp.tanh(fresh)
        return (jax.nn.sigmoid(show) * jnp.tanh(memory), memory), None

    zeros = jnp.zeros((inputs.shape[1], WIDTH))
    (hidden, _), _ = jax.lax.scan(turn, (zeros, zeros), inputs)
    return hidden @ parameters["last"]


def main():
    """Trains."""
    steps = int(sys.argv[1]) if len(sys.argv) > 1 else 1500
    parameters = initial(jax.random.key(0))
    optimiser = optax.chain(optax.clip_by_global_norm(1.0), optax.adam(3e-3))
    state = optimiser.init(parameters)

    @jax.jit
    def step(parameters, state, key):
        inputs, sums = series(key)
        loss, gradient = jax.value_and_grad(
            lambda p: jnp.mean((answer(p, inputs) - sums) ** 2))(parameters)
        updates, state = optimiser.update(gradient, state)
        return optax.apply_updates(parameters, updates), state, loss

    for number in range(steps):
        parameters, state, loss = step(parameters, state, jax.random.key(number))
    print(f"{jax.devices()[0]}: squared error {float(loss):.4f}; of the mean, 0.167")
    if steps >= 1500 and not float(loss) < 0.05:
        sys.exit("the answers are not better than the mean by far")


if __name__ == "__main__":
    main()
