"""Types of tensors by their old names, as torch.cuda has them: `torch.tpu.FloatTensor(2, 3)`,
`isinstance(x, torch.tpu.LongTensor)`, `x.type(torch.tpu.HalfTensor)`."""

import torch

_KINDS = {"BFloat16": torch.bfloat16, "Bool": torch.bool, "Byte": torch.uint8,
          "Char": torch.int8, "Double": torch.float64, "Float": torch.float32,
          "Half": torch.float16, "Int": torch.int32, "Long": torch.int64,
          "Short": torch.int16}


class _Kind(type):
    """A type that makes ordinary tensors, and knows them."""

    def __instancecheck__(cls, value):
        return isinstance(value, torch.Tensor) and value.type() == cls.__name__

    def __call__(cls, *arguments, **named):
        return torch.empty(0, dtype=cls.dtype, device="tpu").new(*arguments, **named)


def types():
    """By name. PyTorch reads a type's whole name, as x.type() has it."""
    return {f"{kind}Tensor": _Kind(f"torch.tpu.{kind}Tensor", (),
                                   {"__module__": "torch.tpu", "dtype": dtype,
                                    "layout": torch.strided, "is_sparse": False})
            for kind, dtype in _KINDS.items()}
