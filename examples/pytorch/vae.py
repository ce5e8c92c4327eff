"""A variational autoencoder learns pictures of bars. Expected: fewer than 30 nats per
picture (an untrained one needs 177, of which 256 pixels have 0.69 each); the script fails
above that."""

import sys

import torch
from torch import nn
from torch.nn import functional as F

SIZE, HIDDEN, LATENT, BATCH, STEPS = 16, 128, 8, 128, 400


def bars(count, generator):
    """One bar across and one down in each picture."""
    shown = torch.zeros(count, SIZE, SIZE)
    row, column = torch.randint(1, SIZE - 2, (2, count), generator=generator)
    each = torch.arange(count)
    for offset in range(2):
        shown[each, row + offset] = 1
        shown[each, :, column + offset] = 1
    return shown.flatten(1)


class Vae(nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder = nn.Sequential(nn.Linear(SIZE * SIZE, HIDDEN), nn.ReLU(),
                                     nn.Linear(HIDDEN, HIDDEN), nn.ReLU(),
                                     nn.Linear(HIDDEN, 2 * LATENT))
        self.decoder = nn.Sequential(nn.Linear(LATENT, HIDDEN), nn.ReLU(),
                                     nn.Linear(HIDDEN, HIDDEN), nn.ReLU(),
                                     nn.Linear(HIDDEN, SIZE * SIZE))

    def forward(self, x):
        mean, log_variance = self.encoder(x).chunk(2, 1)
        latent = mean + torch.randn_like(mean) * (0.5 * log_variance).exp()
        return self.decoder(latent), mean, log_variance


def nats(x, shown, mean, log_variance):
    """What a picture needs, told by its latent numbers and then by its pixels."""
    pixels = F.binary_cross_entropy_with_logits(shown, x, reduction="sum")
    latent = -0.5 * (1 + log_variance - mean**2 - log_variance.exp()).sum()
    return (pixels + latent) / len(x)


def main():
    generator = torch.Generator().manual_seed(0)
    torch.manual_seed(0)
    model = Vae().to("tpu")
    optimizer = torch.optim.Adam(model.parameters(), lr=3e-3)
    for step in range(STEPS):
        x = bars(BATCH, generator).to("tpu")
        loss = nats(x, *model(x))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        if step % 100 == 0:
            print(f"step {step:3}: {loss.item():.1f} nats")
    x = bars(512, generator).to("tpu")
    with torch.no_grad():
        needed = nats(x, *model(x)).item()
    print(f"{needed:.1f} nats per picture, expected below 30")
    return 0 if needed < 30 else 1


if __name__ == "__main__":
    sys.exit(main())
