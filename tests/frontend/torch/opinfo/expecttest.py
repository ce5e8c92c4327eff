"""The names that torch.testing imports of the package expecttest, whose tests compare
with texts they keep in themselves; none of ours does, so the package is not needed."""

import unittest

ACCEPT = False


class TestCase(unittest.TestCase):
    pass
