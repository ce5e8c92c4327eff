"""Operations of a model that leaves sizes open, as what they are for every size. A view that
begins, ends or goes on in steps where a size says is another view of memory for other sizes,
and so is what is padded by nothing; here they are operations of their own."""

import torch

_aten = torch.ops.aten
_ours = torch.ops.tilewright


def _slice(x, dim=0, start=None, end=None, step=1):
    dim %= x.dim()
    first, limit, step = slice(start, end, step).indices(x.shape[dim])
    return _ours.slice(x, dim, first, max(first, limit), step)


def _slice_scatter(x, source, dim=0, start=None, end=None, step=1):
    dim %= x.dim()
    first, limit, step = slice(start, end, step).indices(x.shape[dim])
    return _ours.slice_scatter(x, source, dim, first, max(first, limit), step)


def _parts(x, sizes, dim=0):
    parts, first = [], 0
    for size in sizes:
        parts.append(_slice(x, dim, first, first + size))
        first += size
    return parts


def _split(x, size, dim=0):
    whole = x.shape[dim]
    return _parts(x, [min(size, whole - first) for first in range(0, whole, size)] or [0], dim)


def _chunk(x, count, dim=0):
    return _split(x, max(1, -(-x.shape[dim] // count)), dim)


def _unfold(x, dim, size, step):
    dim %= x.dim()
    count = (x.shape[dim] - size) // step + 1
    if size == step:
        windows = _slice(x, dim, 0, count * size).unflatten(dim, (count, size))
    else:
        first = torch.arange(count, device=x.device)[:, None] * step
        places = first + torch.arange(size, device=x.device)
        windows = x.index_select(dim, places.flatten()).unflatten(dim, (count, size))
    return windows.movedim(dim + 1, -1)


def _pad(x, padding, value=0):
    return _ours.pad(x, padding, value)


def _pad_by_mode(x, padding, mode="constant", value=None):
    if mode == "constant":
        return _pad(x, padding, 0 if value is None else value)
    return _aten.pad.default(x, padding, mode, value)


def _in_the_middle(window, size, length):
    """Of a frame of this size."""
    left = (size - length) // 2
    return window if length == size else torch.nn.functional.pad(
        window, (left, size - length - left))


def _stft(x, size, hop=None, length=None, window=None, normalized=False, onesided=None,
          return_complex=None, align_to_window=None):
    hop = size // 4 if hop is None else hop
    length = size if length is None else length
    if window is None:
        window = torch.ones(length, dtype=x.dtype, device=x.device)
    window = _in_the_middle(window, size, length)
    frames = _unfold(x if x.dim() == 2 else x[None], 1, size, hop) * window
    onesided = not frames.is_complex() if onesided is None else onesided
    norm = "ortho" if normalized else "backward"
    transform = torch.fft.rfft if onesided else torch.fft.fft
    spectrum = transform(frames, dim=-1, norm=norm).transpose(1, 2)
    spectrum = spectrum if x.dim() == 2 else spectrum[0]
    return spectrum if return_complex else torch.view_as_real(spectrum)


def _istft(spectrum, size, hop=None, length=None, window=None, center=True, normalized=False,
           onesided=None, signal=None, return_complex=False):
    """Eager modes look at what windows add up to; here that is checked when it runs."""
    hop = size // 4 if hop is None else hop
    length = size if length is None else length
    if window is None:
        window = torch.ones(length, dtype=spectrum.real.dtype, device=spectrum.device)
    window = _in_the_middle(window, size, length)
    frames = (spectrum if spectrum.dim() == 3 else spectrum[None]).transpose(1, 2)
    norm = "ortho" if normalized else "backward"
    onesided = frames.shape[2] != size if onesided is None else onesided
    if return_complex:
        frames = torch.fft.ifft(frames, dim=-1, norm=norm)
    else:
        half = frames if onesided else frames[..., : size // 2 + 1]
        frames = torch.fft.irfft(half, n=size, dim=-1, norm=norm)
    count = frames.shape[1]
    whole = size + hop * (count - 1)
    begin = size // 2 if center else 0
    end = whole - begin if signal is None else begin + signal

    def added(parts):
        out = _aten.unfold_backward(parts, [parts.shape[0], whole], 1, size, hop)
        return _slice(out, 1, begin, end)

    weights = added(window.square().expand(1, count, size))
    torch._assert_async(~(weights.abs().min() < 1e-11), "window overlap add min: 1")
    made = added(frames * window) / weights
    made = made if spectrum.dim() == 3 else made[0]
    return made if end <= whole else _pad(made, [0, end - whole])


def _along(argument):
    """Of the dimension that this argument says, or the first."""
    def sizes_of(x, *arguments):
        dim = arguments[argument] if len(arguments) > argument else 0
        return [x.shape[dim], arguments]
    return sizes_of


# What stands for an operation, and the sizes that it depends on, by its arguments.
_STANDS_FOR = {
    _aten.slice.Tensor: (_slice, _along(0)),
    _aten.slice_scatter.default: (_slice_scatter, _along(1)),
    _aten.split.Tensor: (_split, _along(1)),
    _aten.split_with_sizes.default: (_parts, _along(1)),
    _aten.chunk.default: (_chunk, _along(1)),
    _aten.unfold.default: (_unfold, _along(0)),
    _aten.constant_pad_nd.default: (_pad, lambda x, padding, *_: padding),
    _aten.pad.default: (_pad_by_mode, lambda x, padding, *_: padding),
    _aten.stft.default: (_stft, lambda x, *_: [x.shape[-1]]),
}

# Of every model: memory has one type.
_ALWAYS = {
    _aten.view_as_real.default: _ours.as_real,
    _aten.view_as_complex.default: lambda x: torch.complex(x[..., 0], x[..., 1]),
    _aten.real.default: lambda x: _ours.as_real(x)[..., 0] if x.is_complex() else x,
    _aten.istft.default: _istft,
    _aten.imag.default: lambda x: _ours.as_real(x)[..., 1],
}


def stand_in(node):
    """What is called in place of a node's operation, if anything is."""
    if node.target in _ALWAYS:
        return _ALWAYS[node.target]
    function, sizes_of = _STANDS_FOR.get(node.target, (None, None))
    if function is None:
        return None
    said = torch.fx.map_arg(tuple(node.args), lambda each: each.meta["val"])
    sizes = torch.utils._pytree.tree_leaves(sizes_of(*said))
    return function if any(isinstance(size, torch.SymInt) for size in sizes) else None
