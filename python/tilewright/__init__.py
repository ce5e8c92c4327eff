"""Tilewright: a TPU in software. `tilewright.jax_plugin` makes it a device of JAX."""
