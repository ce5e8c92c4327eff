"""Models that no package at hand has, as they are usually written."""

import torch
from torch import nn
from torch.nn import functional as F


class Bottleneck(nn.Module):
    """ResNet's block of three convolutions, x: [batch, channels, height, width]."""

    def __init__(self, inside: int, width: int, stride: int):
        super().__init__()
        out = 4 * width
        self.body = nn.Sequential(
            nn.Conv2d(inside, width, 1, bias=False), nn.BatchNorm2d(width), nn.ReLU(inplace=True),
            nn.Conv2d(width, width, 3, stride, 1, bias=False), nn.BatchNorm2d(width),
            nn.ReLU(inplace=True),
            nn.Conv2d(width, out, 1, bias=False), nn.BatchNorm2d(out))
        self.short = nn.Identity()
        if stride != 1 or inside != out:
            self.short = nn.Sequential(nn.Conv2d(inside, out, 1, stride, bias=False),
                                       nn.BatchNorm2d(out))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return F.relu(self.body(x) + self.short(x), inplace=True)


class ResNet50(nn.Module):
    """Images to scores of classes."""

    def __init__(self, classes: int):
        super().__init__()
        layers = [nn.Conv2d(3, 64, 7, 2, 3, bias=False), nn.BatchNorm2d(64), nn.ReLU(inplace=True),
                  nn.MaxPool2d(3, 2, 1)]
        inside = 64
        for depth, width, stride in ((3, 64, 1), (4, 128, 2), (6, 256, 2), (3, 512, 2)):
            for i in range(depth):
                layers.append(Bottleneck(inside, width, stride if i == 0 else 1))
                inside = 4 * width
        self.body = nn.Sequential(*layers, nn.AdaptiveAvgPool2d(1), nn.Flatten())
        self.head = nn.Linear(inside, classes)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.head(self.body(x))


class LstmLanguageModel(nn.Module):
    """Words [batch, length] to scores of the next one."""

    def __init__(self, words: int, width: int, layers: int = 2):
        super().__init__()
        self.words = nn.Embedding(words, width)
        self.lstm = nn.LSTM(width, width, layers, batch_first=True)
        self.head = nn.Linear(width, words)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.head(self.lstm(self.words(x))[0])


class ResidualBlock(nn.Module):
    """A U-Net's block: group norm, SiLU, convolution, twice, with the time between."""

    def __init__(self, inside: int, out: int, time: int, groups: int = 8):
        super().__init__()
        self.norm1, self.norm2 = nn.GroupNorm(groups, inside), nn.GroupNorm(groups, out)
        self.conv1 = nn.Conv2d(inside, out, 3, padding=1)
        self.conv2 = nn.Conv2d(out, out, 3, padding=1)
        self.time = nn.Linear(time, out)
        self.short = nn.Conv2d(inside, out, 1) if inside != out else nn.Identity()

    def forward(self, x: torch.Tensor, time: torch.Tensor) -> torch.Tensor:
        h = self.conv1(F.silu(self.norm1(x)))
        h = h + self.time(F.silu(time))[:, :, None, None]
        return self.short(x) + self.conv2(F.silu(self.norm2(h)))


class UNet(nn.Module):
    """A diffusion model's: noisy images and times to the noise in them."""

    def __init__(self, width: int, time: int = 128):
        super().__init__()
        self.time = nn.Sequential(nn.Linear(1, time), nn.SiLU(), nn.Linear(time, time))
        self.enter = nn.Conv2d(3, width, 3, padding=1)
        widths = (width, 2 * width, 4 * width)
        self.down = nn.ModuleList(ResidualBlock(w, w, time) for w in widths[:-1])
        self.shrink = nn.ModuleList(nn.Conv2d(w, 2 * w, 3, 2, 1) for w in widths[:-1])
        self.middle = ResidualBlock(widths[-1], widths[-1], time)
        self.grow = nn.ModuleList(nn.Conv2d(2 * w, w, 3, padding=1) for w in widths[:-1])
        self.up = nn.ModuleList(ResidualBlock(2 * w, w, time) for w in widths[:-1])
        self.leave = nn.Sequential(nn.GroupNorm(8, width), nn.SiLU(),
                                   nn.Conv2d(width, 3, 3, padding=1))

    def forward(self, x: torch.Tensor, time: torch.Tensor) -> torch.Tensor:
        time = self.time(time[:, None])
        x = self.enter(x)
        skips = []
        for block, shrink in zip(self.down, self.shrink):
            x = block(x, time)
            skips.append(x)
            x = shrink(x)
        x = self.middle(x, time)
        for block, grow in zip(reversed(self.up), reversed(self.grow)):
            x = grow(F.interpolate(x, scale_factor=2.0, mode="nearest"))
            x = block(torch.cat([x, skips.pop()], dim=1), time)
        return self.leave(x)
