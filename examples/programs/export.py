#!/usr/bin/env python3
"""Exports the example programs with JAX, as StableHLO text.

  python examples/programs/export.py [FOLDER]

Needs jax 0.10.2. The text that lies beside this script is what it wrote; it
changes with JAX's version only.

  gpt2_block.mlir   one transformer block of GPT-2's shape (width 768, 12 heads,
                    128 positions): the loss of its output and the gradients of
                    all its parameters and of its input
  decoder.mlir      a small decoder: embedding, four pre-norm layers with RMS
                    norm, rotary positions, grouped heads and SwiGLU, as a loop
                    over stacked weights, and the next token of each sequence
"""

import os
import pathlib
import sys

os.environ.setdefault("JAX_PLATFORMS", "cpu")

import jax
import jax.numpy as jnp


def shape(*dims, dtype=jnp.float32):
    return jax.ShapeDtypeStruct(dims, dtype)


# --- gpt2_block ---------------------------------------------------------------

WIDTH, HEADS, POSITIONS = 768, 12, 128


def layer_norm(x, scale, bias):
    centred = x - x.mean(-1, keepdims=True)
    variance = (centred * centred).mean(-1, keepdims=True)
    return centred * jax.lax.rsqrt(variance + 1e-5) * scale + bias


def causal_attention(x, p):
    batch, positions, width = x.shape
    qkv = x @ p["qkv_weight"] + p["qkv_bias"]
    q, k, v = (part.reshape(batch, positions, HEADS, width // HEADS)
               for part in jnp.split(qkv, 3, axis=-1))
    scores = jnp.einsum("bqhd,bkhd->bhqk", q, k) / jnp.sqrt(width / HEADS)
    past = jnp.tril(jnp.ones((positions, positions), bool))
    weights = jax.nn.softmax(jnp.where(past, scores, -1e9), axis=-1)
    mixed = jnp.einsum("bhqk,bkhd->bqhd", weights, v).reshape(x.shape)
    return mixed @ p["out_weight"] + p["out_bias"]


def block(p, x):
    x = x + causal_attention(layer_norm(x, p["norm1_scale"], p["norm1_bias"]), p)
    hidden = layer_norm(x, p["norm2_scale"], p["norm2_bias"])
    hidden = jax.nn.gelu(hidden @ p["up_weight"] + p["up_bias"])
    return x + hidden @ p["down_weight"] + p["down_bias"]


def gpt2_block(p, x, target):
    def loss(p, x):
        return jnp.mean((block(p, x) - target) ** 2)

    return jax.value_and_grad(loss, argnums=(0, 1))(p, x)


def gpt2_block_shapes():
    p = {
        "norm1_scale": shape(WIDTH), "norm1_bias": shape(WIDTH),
        "norm2_scale": shape(WIDTH), "norm2_bias": shape(WIDTH),
        "qkv_weight": shape(WIDTH, 3 * WIDTH), "qkv_bias": shape(3 * WIDTH),
        "out_weight": shape(WIDTH, WIDTH), "out_bias": shape(WIDTH),
        "up_weight": shape(WIDTH, 4 * WIDTH), "up_bias": shape(4 * WIDTH),
        "down_weight": shape(4 * WIDTH, WIDTH), "down_bias": shape(WIDTH),
    }
    x = shape(1, POSITIONS, WIDTH)
    return p, x, x


# --- decoder ------------------------------------------------------------------

LAYERS, DIM, Q_HEADS, KV_HEADS, HIDDEN, VOCABULARY = 4, 256, 8, 2, 704, 1000
HEAD = DIM // Q_HEADS


def rms_norm(x, scale):
    return x * jax.lax.rsqrt((x * x).mean(-1, keepdims=True) + 1e-6) * scale


def rotate(x):
    """Rotary positions on the last dimension of [batch, position, head, dim]."""
    half = x.shape[-1] // 2
    rates = 10000.0 ** (-jnp.arange(half, dtype=jnp.float32) / half)
    angles = jnp.arange(x.shape[1], dtype=jnp.float32)[:, None, None] * rates
    a, b = x[..., :half], x[..., half:]
    sin, cos = jnp.sin(angles), jnp.cos(angles)
    return jnp.concatenate([a * cos - b * sin, a * sin + b * cos], axis=-1)


def decoder_layer(x, p):
    batch, positions, _ = x.shape
    h = rms_norm(x, p["norm1"])
    q = rotate((h @ p["q"]).reshape(batch, positions, Q_HEADS, HEAD))
    k = rotate((h @ p["k"]).reshape(batch, positions, KV_HEADS, HEAD))
    v = (h @ p["v"]).reshape(batch, positions, KV_HEADS, HEAD)
    q = q.reshape(batch, positions, KV_HEADS, Q_HEADS // KV_HEADS, HEAD)
    scores = jnp.einsum("bqhgd,bkhd->bhgqk", q, k) * HEAD ** -0.5
    past = jnp.tril(jnp.ones((positions, positions), bool))
    weights = jax.nn.softmax(jnp.where(past, scores, -jnp.inf), axis=-1)
    mixed = jnp.einsum("bhgqk,bkhd->bqhgd", weights, v)
    x = x + mixed.reshape(batch, positions, DIM) @ p["out"]
    h = rms_norm(x, p["norm2"])
    x = x + (jax.nn.silu(h @ p["gate"]) * (h @ p["up"])) @ p["down"]
    return x, None


def decoder(p, tokens):
    x = p["embedding"][tokens]
    x, _ = jax.lax.scan(decoder_layer, x, p["layers"])
    logits = rms_norm(x[:, -1], p["norm"]) @ p["embedding"].T
    return jnp.argmax(logits, axis=-1).astype(jnp.int32), logits


def decoder_shapes():
    layers = {
        "norm1": shape(LAYERS, DIM), "norm2": shape(LAYERS, DIM),
        "q": shape(LAYERS, DIM, DIM),
        "k": shape(LAYERS, DIM, KV_HEADS * HEAD),
        "v": shape(LAYERS, DIM, KV_HEADS * HEAD),
        "out": shape(LAYERS, DIM, DIM),
        "gate": shape(LAYERS, DIM, HIDDEN), "up": shape(LAYERS, DIM, HIDDEN),
        "down": shape(LAYERS, HIDDEN, DIM),
    }
    p = {"embedding": shape(VOCABULARY, DIM), "norm": shape(DIM), "layers": layers}
    return p, shape(2, 64, dtype=jnp.int32)


PROGRAMS = {
    "gpt2_block": (gpt2_block, gpt2_block_shapes),
    "decoder": (decoder, decoder_shapes),
}


def main():
    folder = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else __file__).resolve()
    if folder.is_file():
        folder = folder.parent
    for name, (function, shapes) in PROGRAMS.items():
        text = jax.jit(function).lower(*shapes()).as_text()
        path = folder / f"{name}.mlir"
        path.write_text(text)
        print(f"{path}: {len(text)} bytes")


if __name__ == "__main__":
    main()
