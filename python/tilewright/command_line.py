"""The command `tilewright` of the wheel: the program that lies in the package."""

import os
import pathlib
import sys

PROGRAM = pathlib.Path(__file__).parent / "bin" / "tilewright"


def main():
    """Becomes the program, with this process's arguments."""
    os.execv(PROGRAM, ["tilewright", *sys.argv[1:]])
