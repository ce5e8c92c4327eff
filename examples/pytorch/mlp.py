"""A perceptron learns to tell two spirals apart. Expected: 98 of 100 points that it has
not seen; the last line says what it got, and the script fails below that."""

import math
import sys

import torch
from torch import nn


def spirals(count, generator):
    """Points of two spirals, and which one each is of."""
    label = torch.randint(0, 2, (count,), generator=generator)
    turn = torch.rand(count, generator=generator) * 3 * math.pi + 0.5
    angle = turn + math.pi * label
    points = torch.stack([angle.cos() * turn, angle.sin() * turn], 1) / 10
    return points + 0.01 * torch.randn(count, 2, generator=generator), label


def main():
    generator = torch.Generator().manual_seed(0)
    torch.manual_seed(0)
    device = torch.device("tpu")
    model = nn.Sequential(nn.Linear(2, 64), nn.SiLU(), nn.Linear(64, 64), nn.SiLU(),
                          nn.Linear(64, 2)).to(device)
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-2)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, max_lr=2e-2, total_steps=400)
    for step in range(400):
        points, label = spirals(256, generator)
        loss = nn.functional.cross_entropy(model(points.to(device)), label.to(device))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        schedule.step()
        if step % 100 == 0:
            print(f"step {step:3}: loss {loss.item():.3f}")
    points, label = spirals(1000, generator)
    with torch.no_grad():
        right = (model(points.to(device)).argmax(1) == label.to(device)).float().mean().item()
    print(f"{100 * right:.1f} of 100 points told apart, expected 98")
    return 0 if right >= 0.98 else 1


if __name__ == "__main__":
    sys.exit(main())
