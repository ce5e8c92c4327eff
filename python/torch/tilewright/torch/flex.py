"""flex_attention in graphs on tpu. Where its functions only add to scores or mask them, it
is the device's attention with that as its bias; otherwise the operations of its definition,
with the matrix of scores."""

import functools

import torch

from tilewright.torch.flex_blocks import ROWS, narrowed, seen_columns
from tilewright.torch.flex_limits import limits_of_rows
from tilewright.torch.flex_places import InFewBits

_attention = torch.ops.aten._scaled_dot_product_fused_attention_overrideable
_attention_within = torch.ops.tilewright.attention_within
_attention_backward = torch.ops.aten._scaled_dot_product_fused_attention_overrideable_backward
_attention_within_backward = torch.ops.tilewright.attention_within_backward


def _results(function):
    given = next(iter(reversed(function.graph.nodes))).args[0]
    return given if isinstance(given, (tuple, list)) else [given]


def _result(function):
    """The node that a function of one result gives."""
    results = _results(function)
    return results[0] if len(results) == 1 else None


def _is_minus_infinity(value):
    if isinstance(value, torch.fx.Node):
        if value.target in (torch.ops.aten.full.default, torch.ops.aten.scalar_tensor.default):
            value = value.args[-1]
    return isinstance(value, (int, float)) and value == float("-inf")


def _keeps_score(node, score):
    """Whether what `node` computes is the score, with something added or masked."""
    target, given = node.target, node.args
    if target in (torch.ops.aten.add.Tensor, torch.ops.aten.add.Scalar):
        return given.count(score) == 1 and node.kwargs.get("alpha", 1) == 1
    if target in (torch.ops.aten.sub.Tensor, torch.ops.aten.sub.Scalar):
        return given[0] is score and given[1] is not score
    if target in (torch.ops.aten.where.self, torch.ops.aten.where.ScalarOther):
        return given[1] is score and given[0] is not score and _is_minus_infinity(given[2])
    return False


def _only_adds(score_mod):
    """Whether a score function is its score with something added that knows no score."""
    if not isinstance(score_mod, torch.fx.GraphModule):
        return False
    node, last = next(iter(score_mod.graph.nodes)), _result(score_mod)
    while node is not last:
        if len(node.users) != 1:
            return False
        user = next(iter(node.users))
        if not _keeps_score(user, node):
            return False
        node = user
    return True


def _gives_score(score_mod):
    return _result(score_mod) is next(iter(score_mod.graph.nodes))


def _is_always(mask_mod):
    """Whether a mask lets everything pass, as the one that is not given does."""
    node = _result(mask_mod)
    return node is not None and node.target in (
        torch.ops.aten.new_ones.default, torch.ops.aten.ones.default) or (
            node.target is torch.ops.aten.full.default and node.args[1] in (1, True))


def _is_causal(mask_mod):
    _, _, row, column = list(mask_mod.graph.nodes)[:4]
    node = _result(mask_mod)
    return node is not None and (node.target, tuple(node.args)) in (
        (torch.ops.aten.ge.Tensor, (row, column)), (torch.ops.aten.le.Tensor, (column, row)))


def _over_scores(function, places, sizes, first, buffers, device):
    """What a function gives for each score; along dimensions that it does not look at,
    once."""
    from torch._dynamo._trace_wrapped_higher_order_op import (  # pylint: disable=import-outside-toplevel
        TransformGetItemToIndex)
    from torch.nn.attention.flex_attention import (  # pylint: disable=import-outside-toplevel
        _vmap_for_bhqkv)
    sizes = [size if place.users else 1 for place, size in zip(places, sizes)]
    in_few_bits = InFewBits(function, dict(enumerate(sizes, len(first))))
    indices = [torch.arange(size, device=device, dtype=in_few_bits.type_of(number))
               for number, size in enumerate(sizes, len(first))]
    run = in_few_bits.run
    each = _vmap_for_bhqkv(run, prefix=(None,) * len(first),
                           suffix=(None,) * len(buffers))
    with TransformGetItemToIndex():
        return each(*first, *indices, *buffers)


def _sizes(query, key):
    """Of scores: batches, heads, rows, columns."""
    return query.size(0), query.size(1), query.size(2), key.size(2)


def _listed(block_mask, otherwise):
    """Of each of the block mask's tables: which blocks of columns a block of rows has,
    `otherwise` in places behind them."""
    for count, blocks in (block_mask[2:4], block_mask[4:6]):
        if count is not None:
            place = torch.arange(blocks.size(-1), dtype=count.dtype, device=blocks.device)
            yield torch.where(place < count.unsqueeze(-1), blocks, otherwise)


def _has_blocks(block_mask, rows, columns):
    """Whether it is not all one block."""
    return block_mask[-3] < rows or block_mask[-2] < columns


def _of_blocks(blocks, size, count):
    """For each of `count` places what is known of its block of `size`, the last dimension."""
    return blocks.repeat_interleave(min(size, count), -1)[..., :count]


def _in_blocks(block_mask, rows, columns):
    """Which scores are in blocks that are listed."""
    row_block, column_block = block_mask[-3:-1]
    count_of_blocks = -(-columns // column_block)
    listed = []
    for there in _listed(block_mask, count_of_blocks):
        none = there.new_zeros((*there.shape[:-1], count_of_blocks + 1), dtype=torch.bool)
        listed.append(none.scatter(-1, there.long(), True)[..., :-1])
    table = functools.reduce(torch.logical_or, listed)
    return _of_blocks(_of_blocks(table, column_block, columns).mT, row_block, rows).mT


def _bias(query, key, score_mod, block_mask, score_buffers, mask_buffers, limited=False):
    """What is added to scores, or None, and whether they are causal. `limited`: whether
    the mask is what limits of rows say."""
    sizes = _sizes(query, key)
    mask_mod = block_mask[-1]
    added, masked = not _gives_score(score_mod), not (_is_always(mask_mod) or limited)
    if not added and masked and _is_causal(mask_mod):
        return None, True
    bias = None
    if added:
        places = list(score_mod.graph.nodes)[1:5]
        zero = query.new_zeros((), dtype=torch.float32)
        bias = _over_scores(score_mod, places, sizes, (zero,), score_buffers, query.device)
    if masked:
        places = list(mask_mod.graph.nodes)[:4]
        mask = _over_scores(mask_mod, places, sizes, (), mask_buffers, query.device)
    elif not limited and _has_blocks(block_mask, *sizes[2:]):
        # A mask that says nothing: its tables are all that there is.
        mask = _in_blocks(block_mask, *sizes[2:])
    else:
        return bias, False
    return torch.where(mask, 0.0 if bias is None else bias, float("-inf")), False


def _limits(block_mask, rows, columns):
    """The first and the last column of each row in blocks that are not empty."""
    row_block, column_block = block_mask[-3:-1]
    firsts = [there.amin(-1) for there in _listed(block_mask, columns)]
    lasts = [there.amax(-1) for there in _listed(block_mask, -1)]

    def of_rows(blocks):
        each = _of_blocks(blocks, row_block, rows)
        return each.clamp(-1, columns).to(torch.int32).unsqueeze(-1)

    first, last = functools.reduce(torch.minimum, firsts), functools.reduce(torch.maximum, lasts)
    # Blocks may be larger than numbers of 32 bits.
    return (of_rows(first.long() * column_block),
            of_rows((last.long() + 1) * column_block - 1))


def _seen(query, key, block_mask):
    """The first and the last column that each row may see, and whether it sees all between
    them; None: nothing is known."""
    sizes = _sizes(query, key)
    first, last, sees_all = limits_of_rows(block_mask[-1], sizes, query.device)
    if _has_blocks(block_mask, *sizes[2:]):
        in_blocks = _limits(block_mask, *sizes[2:])
        first = in_blocks[0] if first is None else torch.maximum(first, in_blocks[0])
        last = in_blocks[1] if last is None else torch.minimum(last, in_blocks[1])
    if first is None and last is None:
        return None
    if first is None:
        first = torch.zeros_like(last)
    if last is None:
        last = torch.full_like(first, sizes[3] - 1)
    return first, last, sees_all


def _read_limits(block_mask, rows, columns):
    """Of each block of ROWS rows, columns [first, behind) that hold all of its blocks that
    are not empty. They are numbers: who reads them is no part of a program."""
    row_block, column_block = block_mask[-3:-1]
    firsts = [there.amin((0, 1, 3)) for there in _listed(block_mask, columns)]
    lasts = [there.amax((0, 1, 3)) for there in _listed(block_mask, -1)]
    first, last = torch.stack((functools.reduce(torch.minimum, firsts),
                               functools.reduce(torch.maximum, lasts))).tolist()
    limits = []
    for row in range(0, rows, ROWS):
        seen = slice(row // row_block, (min(row + ROWS, rows) - 1) // row_block + 1)
        limits.append((min(first[seen]) * column_block, (max(last[seen]) + 1) * column_block))
    return limits


def _columns_of_blocks(block_mask, mask_buffers, sizes):
    """Of each block of ROWS rows: which columns [first, behind) it sees at most."""
    limits = seen_columns(block_mask[-1], sizes)
    is_data = bool(mask_buffers) or _is_always(block_mask[-1])
    if is_data and _has_blocks(block_mask, *sizes[2:]):
        limits = [narrowed(*both) for both in zip(
            limits, _read_limits(block_mask, *sizes[2:]))]
    return zip(*limits)


def _is_attention(query, key, value, score_mod, block_mask):
    return (_only_adds(score_mod) and isinstance(block_mask[-1], torch.fx.GraphModule)
            and query.dtype != torch.float64 and query.numel() > 0 and key.numel() > 0
            and query.dtype == key.dtype == value.dtype and query.size(0) == key.size(0)
            and value.numel() > 0)


def _like(result, example):
    """As the example lies: the result is promised so."""
    from torch._higher_order_ops.flex_attention import (  # pylint: disable=import-outside-toplevel
        _permute_strides)
    return _permute_strides(result, example.stride())


def _is_looked_at(item):
    """Whether anybody but the backward pass takes it."""
    return any(user.op != "output" and
               (user.target is not torch.ops.aten.detach.default or _is_looked_at(user))
               for user in item.users)


def _forward(node, query, key, value, score_mod, block_mask, scale, options,
             score_buffers=(), mask_buffers=()):
    # Rows' sums are given out for gradients, which make them again.
    looked_at = any(item.args[1] > 0 and _is_looked_at(item) for item in node.users)
    if looked_at or not _is_attention(query, key, value, score_mod, block_mask):
        return node.target(query, key, value, score_mod, block_mask, scale, options,
                           score_buffers, mask_buffers)
    causal = _gives_score(score_mod) and _is_causal(block_mask[-1])
    limits = None if causal else _seen(query, key, block_mask)
    bias, causal = _bias(query, key, score_mod, block_mask, score_buffers, mask_buffers,
                         limited=limits is not None and limits[2])
    if limits is None:
        out = _attention(query, key, value, bias, 0.0, causal, False, scale=scale)[0]
    else:
        first, last, _ = limits
        out = _attention_within(query, key, value, bias, first, last, scale)
    rows = query.new_zeros(query.shape[:3], dtype=torch.float32)
    return _like(out, query), rows, rows


def _sums(query, key, score_mod, block_mask, scale, options, score_buffers, mask_buffers):
    """The logarithm of each row's sum, to base 2."""
    from torch._higher_order_ops.flex_attention import (  # pylint: disable=import-outside-toplevel
        _math_attention_inner)
    key = torch.repeat_interleave(key, query.size(1) // key.size(1), dim=1)
    _, scores = _math_attention_inner(query, key, key, score_mod, block_mask, scale, options,
                                      score_buffers, mask_buffers)
    return scores.logsumexp(-1) / torch.log(torch.tensor(2.0)).item()


def _backward(node, query, key, value, out, sums, gradient, sums_gradient, score_mod, joint,
              block_mask, scale, options, score_buffers=(), mask_buffers=()):
    if 0 in (query.numel(), key.numel(), value.numel()):
        return (*map(torch.zeros_like, (query, key, value)),
                tuple(map(torch.zeros_like, score_buffers)))
    # The definition gives gradients to what asks for them.
    wanted = [result is not None for result in _results(joint)[5:]]
    score_buffers = tuple(
        buffer.detach().requires_grad_() if want else buffer
        for want, buffer in zip(wanted, score_buffers))
    is_attention = _is_attention(query, key, value, score_mod, block_mask)
    if not is_attention or sums_gradient is not None or gradient is None or any(wanted):
        if is_attention:
            sums = _sums(query, key, score_mod, block_mask, scale, options, score_buffers,
                         mask_buffers)
        return node.target(query, key, value, out, sums, gradient, sums_gradient, score_mod,
                           joint, block_mask, scale, options, score_buffers, mask_buffers)
    bias, causal = _bias(query, key, score_mod, block_mask, score_buffers, mask_buffers)
    sizes = _sizes(query, key)
    if bias is not None and sizes[2] >= 2 * ROWS:
        first, behind = _columns_of_blocks(block_mask, mask_buffers, sizes)
        gradients = _attention_within_backward(gradient, query, key, value, bias, ROWS, first,
                                               behind, scale)
    else:
        nothing = torch.zeros((), dtype=torch.int64)
        gradients = _attention_backward(
            gradient, query, key, value, bias, [True, True, True, False], out, sums, None, None,
            *sizes[2:], 0.0, causal, nothing, nothing, scale=scale)
    return (*map(_like, gradients[:3], (query, key, value)), (None,) * len(score_buffers))


# By the name of the operation, which is imported by who uses it.
RUNS = {"flex_attention": _forward, "flex_attention_backward": _backward}


_AUTOCAST = torch._C.DispatchKey.AutocastPrivateUse1


def _without_autocast(operation):
    def run(*arguments):
        with torch._C._ExcludeDispatchKeyGuard(torch._C.DispatchKeySet(_AUTOCAST)):
            return operation(*arguments)
    return run


def _in_autocast(operation):
    run, kind = _without_autocast(operation), torch.get_autocast_dtype

    def cast(x):
        return x.to(kind("tpu")) if x.is_floating_point() and x.dtype != torch.float64 else x

    return lambda query, key, value, *others: run(
        cast(query), cast(key), cast(value), *others)


def allow(module):
    """Lets torch.nn.attention.flex_attention take tensors of tpu."""
    refuse = module._validate_device

    def validate(query, key, value):
        if query.device.type != "tpu":
            refuse(query, key, value)

    module._validate_device = validate
    forward, backward = (getattr(torch.ops.higher_order, name) for name in RUNS)
    forward.py_impl(_AUTOCAST)(_in_autocast(forward))
    backward.py_impl(_AUTOCAST)(_without_autocast(backward))
