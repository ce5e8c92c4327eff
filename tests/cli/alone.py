"""Runs of the program without the settings of who runs the test."""

import os
import subprocess

from cache_cli_test import TILEWRIGHT


def run_alone(test, arguments, expect, environment):
    """A finished process, which has ended as expected."""
    kept = {name: value for name, value in os.environ.items()
            if not name.startswith(("TILEWRIGHT_", "XDG_"))}
    done = subprocess.run(
        [TILEWRIGHT, *map(str, arguments)], capture_output=True, text=True, timeout=300,
        env=kept | environment, stdin=subprocess.DEVNULL)
    test.assertEqual(done.returncode, expect, done.stdout + done.stderr)
    return done
