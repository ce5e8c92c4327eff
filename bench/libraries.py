"""What the cases are written in: the same operations in JAX and in torch.

A case's function takes one of these classes and that library's arrays; `+`, `@`,
`mean` and the like are the arrays' own. Where torch has a function that its
users would take (attention, convolution, LSTM), that is what the Torch class calls.
Images are [batch, height, width, channels]. The weight of a convolution is
[height, width, in, out] for JAX; torch holds it as [out, in, height, width].
"""

# torch's order of a JAX weight's dimensions; see cases.Array.torch_order.
CONVOLUTION_WEIGHT = (3, 2, 0, 1)


class Jax:
    def __init__(self):
        import jax
        import jax.numpy as jnp
        self.jax, self.jnp = jax, jnp
        self.einsum, self.concatenate, self.tanh = jnp.einsum, jnp.concatenate, jnp.tanh
        self.sigmoid, self.silu = jax.nn.sigmoid, jax.nn.silu
        self.rsqrt, self.cumsum = jax.lax.rsqrt, jnp.cumsum

    def linear(self, x, weights):
        """[m,k] x [n,k]"""
        return self.einsum("mk,nk->mn", x, weights)

    def relu(self, x):
        return self.jnp.maximum(x, 0)

    def gelu(self, x):
        return self.jax.nn.gelu(x, approximate=False)

    def softmax(self, x):
        return self.jax.nn.softmax(x, axis=-1)

    def layer_norm(self, x, scale, bias):
        centred = x - x.mean(-1, keepdims=True)
        variance = (centred * centred).mean(-1, keepdims=True)
        return centred * self.rsqrt(variance + 1e-5) * scale + bias

    def group_norm(self, x, groups, scale, bias):
        n, h, w, c = x.shape
        y = x.reshape(n, h * w, groups, c // groups)
        centred = y - y.mean((1, 3), keepdims=True)
        variance = (centred * centred).mean((1, 3), keepdims=True)
        return (centred * self.rsqrt(variance + 1e-5)).reshape(x.shape) * scale + bias

    def batch_norm(self, x, scale, bias):
        """With the batch's own statistics, as in training."""
        centred = x - x.mean((0, 1, 2))
        variance = (centred * centred).mean((0, 1, 2))
        return centred * self.rsqrt(variance + 1e-5) * scale + bias

    def convolution(self, x, w, stride=1):
        pad = w.shape[0] // 2
        return self.jax.lax.conv_general_dilated(
            x, w, (stride, stride), ((pad, pad), (pad, pad)),
            dimension_numbers=("NHWC", "HWIO", "NHWC"))

    def upsample(self, x):
        return x.repeat(2, axis=1).repeat(2, axis=2)

    def attention(self, q, k, v):
        """[batch, head, position, dim]; k and v may have fewer heads."""
        group = q.shape[1] // k.shape[1]
        b, h, p, d = q.shape
        q = q.reshape(b, h // group, group, p, d)
        scores = self.einsum("bhgqd,bhkd->bhgqk", q, k) * d ** -0.5
        return self.einsum("bhgqk,bhkd->bhgqd", self.softmax(scores), v).reshape(b, h, p, d)

    def swap(self, x, a, b):
        return self.jnp.swapaxes(x, a, b)

    def take(self, table, indices):
        return self.jnp.take(table, indices, axis=0, mode="clip")

    def top(self, x, k):
        return self.jax.lax.top_k(x, k)

    def one_hot(self, indices, count):
        """All zero where an index is not below `count`."""
        return self.jax.nn.one_hot(indices, count, dtype=self.jnp.float32)

    def integers(self, x):
        return x.astype(self.jnp.int32)

    def put(self, cache, position, new):
        """A copy of [batch, head, position, dim] with one position replaced."""
        zero = self.jnp.int32(0)
        return self.jax.lax.dynamic_update_slice(cache, new, (zero, zero, position, zero))

    def lstm(self, x, w_in, w_hidden, bias):
        """[step, batch, in] to the hidden states of all steps; gates in, forget,
        cell, out; weights [gate, in]."""
        batch, hidden = x.shape[1], w_hidden.shape[1]
        projected = self.einsum("sbi,gi->sbg", x, w_in) + bias

        def step(state, gates):
            h, c = state
            gates = gates + self.einsum("bh,gh->bg", h, w_hidden)
            i, f, g, o = self.jnp.split(gates, 4, axis=-1)
            c = self.sigmoid(f) * c + self.sigmoid(i) * self.tanh(g)
            h = self.sigmoid(o) * self.tanh(c)
            return (h, c), h

        zero = self.jnp.zeros((batch, hidden), x.dtype)
        return self.jax.lax.scan(step, (zero, zero), projected)[1]


class Torch:
    def __init__(self):
        import torch
        self.torch, self.nn = torch, torch.nn.functional
        self.tanh, self.sigmoid, self.relu = torch.tanh, torch.sigmoid, torch.relu
        self.rsqrt, self.gelu, self.silu = torch.rsqrt, self.nn.gelu, self.nn.silu
        # torch.einsum has a slow way of its own for [m,k] x [n,k] in bf16.
        self.einsum, self.linear = torch.einsum, self.nn.linear

    def concatenate(self, parts, axis):
        return self.torch.cat(parts, dim=axis)

    def cumsum(self, x, axis):
        return x.cumsum(axis)

    def softmax(self, x):
        return x.softmax(-1)

    def layer_norm(self, x, scale, bias):
        return self.nn.layer_norm(x, x.shape[-1:], scale, bias, 1e-5)

    def group_norm(self, x, groups, scale, bias):
        y = self.nn.group_norm(x.permute(0, 3, 1, 2), groups, scale, bias, 1e-5)
        return y.permute(0, 2, 3, 1)

    def batch_norm(self, x, scale, bias):
        y = self.nn.batch_norm(x.permute(0, 3, 1, 2), None, None, scale, bias, training=True,
                               eps=1e-5)
        return y.permute(0, 2, 3, 1)

    def convolution(self, x, w, stride=1):
        y = self.nn.conv2d(x.permute(0, 3, 1, 2), w, stride=stride, padding=w.shape[2] // 2)
        return y.permute(0, 2, 3, 1)

    def upsample(self, x):
        y = self.nn.interpolate(x.permute(0, 3, 1, 2), scale_factor=2, mode="nearest")
        return y.permute(0, 2, 3, 1)

    def attention(self, q, k, v):
        return self.nn.scaled_dot_product_attention(q, k, v, enable_gqa=q.shape[1] != k.shape[1])

    def swap(self, x, a, b):
        return x.transpose(a, b)

    def take(self, table, indices):
        return self.nn.embedding(indices, table)

    def top(self, x, k):
        return x.topk(k)

    def one_hot(self, indices, count):
        classes = self.torch.arange(count)
        return (indices[..., None] == classes).to(self.torch.float32)

    def integers(self, x):
        return x.to(self.torch.int32)

    def put(self, cache, position, new):
        return cache.index_copy(2, position.reshape(1).long(), new)

    def lstm(self, x, w_in, w_hidden, bias):
        zero = x.new_zeros((1, x.shape[1], w_hidden.shape[1]))
        weights = [w_in, w_hidden, bias, self.torch.zeros_like(bias)]
        return self.torch._VF.lstm(x, (zero, zero), weights, True, 1, 0.0, False, False, False)[0]
