"""Tilewright: a TPU in software. `tilewright.jax_plugin` makes it a device of JAX,
`tilewright.torch`, a package of its own, one of PyTorch."""

import pkgutil

# A tree's second folder, python/torch, has a part of this package, too.
__path__ = pkgutil.extend_path(__path__, __name__)
