"""A mixture of eight experts, two for each token, with capacities: tokens are
dispatched and combined by one-hot products, as TPU programs do."""

from bench.cases import Array, Case

TOKENS, WIDTH, EXPERTS, CHOSEN, HIDDEN = 512, 512, 8, 2, 1024
CAPACITY = 160


def layer(library, x, router, up, down):
    gates, experts = library.top(library.softmax(x @ router), CHOSEN)
    gates = gates / gates.sum(-1, keepdims=True)
    chosen = library.one_hot(experts, EXPERTS)  # token, choice, expert
    # A token's place in its expert's queue; beyond the capacity it is dropped.
    flat = chosen.reshape(TOKENS * CHOSEN, EXPERTS)
    place = ((library.cumsum(flat, axis=0) - 1) * flat).sum(-1).reshape(TOKENS, CHOSEN)
    slots = library.one_hot(library.integers(place), CAPACITY)
    dispatch = library.einsum("tke,tkc->tec", chosen, slots)
    combine = library.einsum("tke,tkc->tec", chosen * gates[..., None], slots)
    given = library.einsum("tec,td->ecd", dispatch, x)
    hidden = library.silu(library.einsum("ecd,edh->ech", given, up))
    return library.einsum("tec,ecd->td", combine, library.einsum("ech,ehd->ecd", hidden, down))


def cases(group):
    inputs = (Array((TOKENS, WIDTH)), Array((WIDTH, EXPERTS), scale=0.05),
              Array((EXPERTS, WIDTH, HIDDEN), scale=0.05),
              Array((EXPERTS, HIDDEN, WIDTH), scale=0.05))
    yield Case(name="moe_layer", group=group, inputs=inputs, function=layer)
    yield Case(name="moe_layer_backward", group=group, inputs=inputs, function=layer,
               backward=True)
