"""torch_tpu._internal.precision."""

from tilewright.torch.modes import Precision, current_precision, precision  # pylint: disable=unused-import
