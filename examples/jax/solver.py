"""A differential equation, solved for a thousand starting points at once by jax.vmap.

  python examples/jax/solver.py

Two bodies on an ellipse, by Runge and Kutta's method of fourth order. Ends with an error
when energy is not kept as well as that method keeps it.
"""

import sys

import jax
import jax.numpy as jnp

STEPS, STEP = 500, 0.01


def slope(state):
    """Of place and velocity, [4], around a mass at the origin."""
    place, velocity = state[:2], state[2:]
    return jnp.concatenate([velocity, -place / jnp.sum(place * place) ** 1.5])


def energy(state):
    """Which no step may change."""
    return jnp.sum(state[2:] ** 2) / 2 - jax.lax.rsqrt(jnp.sum(state[:2] ** 2))


def solve(start):
    """The state after all steps."""

    def step(_, state):
        first = slope(state)
        second = slope(state + STEP / 2 * first)
        third = slope(state + STEP / 2 * second)
        fourth = slope(state + STEP * third)
        return state + STEP / 6 * (first + 2 * second + 2 * third + fourth)

    return jax.lax.fori_loop(0, STEPS, step, start)


def main():
    """Solves all, and looks at the energies."""
    speed = jnp.linspace(0.8, 1.2, 1000)
    zeros = jnp.zeros_like(speed)
    starts = jnp.stack([zeros + 1, zeros, zeros, speed], axis=-1)
    ends = jax.jit(jax.vmap(solve))(starts)
    lost = jnp.max(jnp.abs(jax.vmap(energy)(ends) - jax.vmap(energy)(starts)))
    print(f"{jax.devices()[0]}: {len(starts)} orbits, energy kept to {float(lost):.1e}")
    if not lost < 1e-4:
        sys.exit("the energies have changed")


if __name__ == "__main__":
    main()
