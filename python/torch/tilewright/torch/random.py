"""Random numbers of torch.tpu: a seed, and how many were taken."""

from tilewright.torch import _device
from tilewright.torch.streams import index_of


class _Generators:
    """A sequence of one, made when it is looked at."""

    def __getitem__(self, index):
        if index not in (0, -1):
            raise IndexError(f"there is one device, not a number {index}")
        return _device.default_generator()

    def __len__(self):
        return 1


default_generators = _Generators()


def _get_generator(device="tpu"):
    index_of(device)
    return default_generators[0]


def manual_seed(seed):
    _device.manual_seed(int(seed) & 0xFFFFFFFFFFFFFFFF)


def manual_seed_all(seed):
    manual_seed(seed)


def seed():
    """Another one, of the system; it is returned."""
    return default_generators[0].seed()


def seed_all():
    return seed()


def initial_seed():
    return default_generators[0].initial_seed()


def get_rng_state(device="tpu"):
    """16 bytes on the CPU."""
    return _get_generator(device).get_state()


def get_rng_state_all():
    return [get_rng_state()]


def set_rng_state(new_state, device="tpu"):
    _get_generator(device).set_state(new_state)


def set_rng_state_all(new_states):
    for state in new_states:
        set_rng_state(state)
