"""Attention of nested tensors on tpu: their rows are padded to one length, and what pads keys
is masked. PyTorch chooses among other devices' kernels, and computes what is left row by row,
which no graph can have and causal attention does not."""

import functools

import torch
import torch.nn.functional as F

from tilewright.torch.later import behind_import


def _padded(nested):
    """PyTorch's gradients know the rows' number where they are the first dimension."""
    at = nested._ragged_idx
    nested = nested.transpose(1, at)
    sizes = list(nested.shape)
    sizes[1] = nested._get_max_seqlen()
    return nested.to_padded_tensor(0.0, output_size=sizes).transpose(1, at)


def _places(count, device):
    return torch.arange(count, device=device)


def _seen(query, key, lengths, is_causal):
    """Which padded keys padded queries see: those of their row, behind no later ones."""
    columns = _places(key.shape[-2], key.device)
    seen = columns < lengths.reshape(-1, *[1] * (key.dim() - 1))
    if is_causal:
        seen = seen & (columns <= _places(query.shape[-2], key.device).unsqueeze(-1))
    return seen


def _attend(module, query, key, value, dropout_p, is_causal, **named):
    offsets, at = query.offsets(), query._ragged_idx
    total = query.values().shape[at - 1]
    lengths = key.offsets().diff()
    shortest, longest = query._maybe_min_seqlen, query._get_max_seqlen()
    query, key, value = map(_padded, (query, key, value))
    result = F.scaled_dot_product_attention(
        query, key, value, attn_mask=_seen(query, key, lengths, is_causal),
        dropout_p=dropout_p, **named)
    return module.nested_from_padded(
        result.transpose(1, at), offsets, min_seqlen=shortest, max_seqlen=longest,
        sum_S=total).transpose(1, at)


def _choose(operations):
    """`torch.nested._internal.ops` calls what it has by this name."""
    from torch.nested._internal import nested_tensor, sdpa  # pylint: disable=import-outside-toplevel
    usual = operations.jagged_scaled_dot_product_attention

    @functools.wraps(usual)
    def attention(query, key, value, attn_mask=None, dropout_p=0.0, is_causal=False, scale=None,
                  enable_gqa=False):
        # Rows that are no keys are as many batches, of one size.
        if query.device.type != "tpu" or (
                query.dim() > 3 and getattr(query, "_ragged_idx", 0) == 1):
            return usual(query, key, value, attn_mask, dropout_p, is_causal, scale, enable_gqa)
        sdpa._validate_sdpa_input(query, key, value, attn_mask, dropout_p, is_causal, scale)
        return _attend(nested_tensor, query, key, value, dropout_p, is_causal, scale=scale,
                       enable_gqa=enable_gqa)

    operations.jagged_scaled_dot_product_attention = attention


def prepare():
    behind_import("torch.nested._internal.ops", _choose)
