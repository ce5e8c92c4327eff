"""Training that stops, is kept with orbax, and goes on as if it had not stopped.

  python examples/jax/checkpoint.py

Ends with an error when the parameters differ in a bit from those of training in one go.
"""

import pathlib
import sys
import tempfile

import jax
import jax.numpy as jnp
import optax
import orbax.checkpoint

OPTIMISER = optax.adam(1e-2)


def initial():
    """Parameters and the optimiser's state."""
    keys = jax.random.split(jax.random.key(0))
    parameters = {"in": jax.random.normal(keys[0], (8, 32)) / 3,
                  "out": jax.random.normal(keys[1], (32, 1)) / 6}
    return {"parameters": parameters, "optimiser": OPTIMISER.init(parameters)}


@jax.jit
def step(state, key):
    """One step on fresh numbers: the network learns their largest."""
    numbers = jax.random.normal(key, (64, 8))

    def loss_of(parameters):
        guess = jnp.tanh(numbers @ parameters["in"]) @ parameters["out"]
        return jnp.mean((guess[:, 0] - numbers.max(axis=1)) ** 2)

    gradient = jax.grad(loss_of)(state["parameters"])
    updates, optimiser = OPTIMISER.update(gradient, state["optimiser"])
    return {"parameters": optax.apply_updates(state["parameters"], updates),
            "optimiser": optimiser}


def train(state, first, last):
    """Steps from `first` up to `last`."""
    for number in range(first, last):
        state = step(state, jax.random.key(number))
    return state


def main():
    """Trains in one go, and in two with a checkpoint between."""
    whole = train(initial(), 0, 60)
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "state"
        with orbax.checkpoint.StandardCheckpointer() as checkpointer:
            checkpointer.save(path, train(initial(), 0, 30))
            checkpointer.wait_until_finished()
            kept = checkpointer.restore(path, initial())
    parts = train(kept, 30, 60)
    equal = jax.tree.map(lambda a, b: bool((a == b).all()), whole, parts)
    print(f"{jax.devices()[0]}: {len(jax.tree.leaves(equal))} arrays, all equal: "
          f"{all(jax.tree.leaves(equal))}")
    if not all(jax.tree.leaves(equal)):
        sys.exit("training from the checkpoint went another way")


if __name__ == "__main__":
    main()
