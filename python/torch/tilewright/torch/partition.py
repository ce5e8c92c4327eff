"""Which operations of a training step are those of its forward graph, and which of its backward
graph."""

import torch
from functorch.compile import default_partition, min_cut_rematerialization_partition
from torch._functorch import config, partitioners
from torch.utils.checkpoint import CheckpointPolicy


def _has_budget(joint):
    """Whether the user, by a setting or for a region, has less saved than is needed."""
    return config.activation_memory_budget < 1 or any(
        "memory_budget" in node.meta
        or partitioners._get_memory_budget_annotation(node) is not None
        for node in joint.graph.nodes)


def _draw_again_alike(joint):
    """Random numbers that are drawn twice are the same, as a checkpoint's are: PyTorch takes
    care of that for operations that are to be computed again."""
    for node in joint.graph.nodes:
        if torch.Tag.nondeterministic_seeded in getattr(node.target, "tags", ()):
            node.meta.setdefault("recompute", CheckpointPolicy.MUST_RECOMPUTE)


def divide(joint, inputs, **named):
    """Each direction computes what it does in eager modes, unless there is a budget of memory:
    then backward computes again what has no room."""
    if not _has_budget(joint):
        return default_partition(joint, inputs, **named)
    _draw_again_alike(joint)
    return min_cut_rematerialization_partition(joint, inputs, **named)
