"""Random numbers of torch.tpu: a seed, and how many were taken, by device."""

from tilewright.torch import _device
from tilewright.torch.streams import current_device, device_count, index_of


class _Generators:
    """A sequence, whose generators are made when they are looked at."""

    def __getitem__(self, index):
        count = device_count()
        if not -count <= index < count:
            raise IndexError(f"there is no device number {index} of {count}")
        return _device.default_generator(index % count)

    def __len__(self):
        return device_count()


default_generators = _Generators()


def _get_generator(device="tpu"):
    return default_generators[index_of(device)]


def _seed(device, number):
    _device.manual_seed(device, int(number) & 0xFFFFFFFFFFFFFFFF)


def manual_seed(seed):
    """Of the current device."""
    _seed(current_device(), seed)


def manual_seed_all(seed):
    for device in range(device_count()):
        _seed(device, seed)


def seed():
    """Another one, of the system; it is returned."""
    return _get_generator().seed()


def seed_all():
    """One for all."""
    chosen = seed()
    manual_seed_all(chosen)
    return chosen


def initial_seed():
    return _get_generator().initial_seed()


def get_rng_state(device="tpu"):
    """16 bytes on the CPU."""
    return _get_generator(device).get_state()


def get_rng_state_all():
    return [generator.get_state() for generator in default_generators]


def set_rng_state(new_state, device="tpu"):
    _get_generator(device).set_state(new_state)


def set_rng_state_all(new_states):
    for generator, state in zip(default_generators, new_states):
        generator.set_state(state)
