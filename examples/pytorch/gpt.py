"""A small GPT learns sums of two numbers of two digits, written as text, digits of the
result last to first. Expected: a loss below 0.35 per digit of the result after 400 steps
(guessing gives 2.3); the script fails above that. With a report of what the device did."""

import sys
import time

import torch
from torch import nn
from torch.nn import functional as F

WORDS, LENGTH, WIDTH, HEADS, LAYERS, BATCH = 12, 9, 96, 4, 2, 128
DIGITS_OF_RESULT = 3


def sums(count, generator):
    """Rows such as 4 7 + 2 5 = 2 7 0: 47 + 25 = 72."""
    a, b = torch.randint(0, 100, (2, count), generator=generator)
    c = a + b
    plus, equals = torch.full_like(a, 10), torch.full_like(a, 11)
    return torch.stack([a // 10, a % 10, plus, b // 10, b % 10, equals,
                        c % 10, c // 10 % 10, c // 100], 1)


class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.norm1, self.norm2 = nn.LayerNorm(WIDTH), nn.LayerNorm(WIDTH)
        self.qkv = nn.Linear(WIDTH, 3 * WIDTH)
        self.out = nn.Linear(WIDTH, WIDTH)
        self.mlp = nn.Sequential(nn.Linear(WIDTH, 4 * WIDTH), nn.GELU(),
                                 nn.Linear(4 * WIDTH, WIDTH))

    def forward(self, x):
        batch, length, _ = x.shape
        q, k, v = (t.view(batch, length, HEADS, -1).transpose(1, 2)
                   for t in self.qkv(self.norm1(x)).chunk(3, -1))
        y = F.scaled_dot_product_attention(q, k, v, is_causal=True)
        x = x + self.out(y.transpose(1, 2).reshape(batch, length, WIDTH))
        return x + self.mlp(self.norm2(x))


class Gpt(nn.Module):
    def __init__(self):
        super().__init__()
        self.words, self.places = nn.Embedding(WORDS, WIDTH), nn.Embedding(LENGTH, WIDTH)
        self.blocks = nn.Sequential(*[Block() for _ in range(LAYERS)])
        self.norm, self.head = nn.LayerNorm(WIDTH), nn.Linear(WIDTH, WORDS)

    def forward(self, x):
        places = torch.arange(x.shape[1], device=x.device)
        return self.head(self.norm(self.blocks(self.words(x) + self.places(places))))


def main():
    generator = torch.Generator().manual_seed(0)
    torch.manual_seed(0)
    model = Gpt().to("tpu")
    optimizer = torch.optim.AdamW(model.parameters(), lr=2e-3)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, 3e-3, total_steps=400)
    begin, last = time.perf_counter(), []
    for step in range(400):
        rows = sums(BATCH, generator).to("tpu")
        scores = model(rows[:, :-1])[:, -DIGITS_OF_RESULT:]
        loss = F.cross_entropy(scores.reshape(-1, WORDS), rows[:, -DIGITS_OF_RESULT:].reshape(-1))
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        schedule.step()
        last = [*last[-19:], loss.detach()]
        if step % 100 == 0:
            print(f"step {step:3}: loss {loss.item():.3f}")
    loss = torch.stack(last).mean().item()
    counters = torch.tpu.counters()
    seconds = time.perf_counter() - begin
    print(f"{torch.tpu.get_device_name()}: {counters['recorded_ops']} operations in "
          f"{seconds:.1f} s, {counters['compilations']} compiled, "
          f"{counters['cache_hits']} from the cache; "
          f"{torch.tpu.max_memory_allocated() / 2**20:.1f} MiB of "
          f"{torch.tpu.get_device_properties().total_memory >> 30} GiB; "
          f"{sum(counters['fallbacks'].values())} on the CPU")
    for line, count in counters["syncs"].items():
        print(f"  waited {count} times for: {line}")
    print(f"loss {loss:.3f} per digit, expected below 0.35")
    return 0 if loss < 0.35 else 1


if __name__ == "__main__":
    sys.exit(main())
