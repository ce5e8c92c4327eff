"""torch_tpu._internal.compile: the backend as an object."""

from tilewright.torch.compile import backend


class TpuBackend:
    """`torch.compile(model, backend=TpuBackend())` is `backend="tpu"`. What Google's takes
    is taken and changes nothing: graphs are kept in the cache, and may have any sizes."""

    def __init__(self, debug=False, dynamism=None, enable_serialization=False):
        self.debug = debug
        self.dynamism = dynamism
        self.enable_serialization = enable_serialization

    def __call__(self, module, inputs, **options):
        return backend(module, inputs, **options)
