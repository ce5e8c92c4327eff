"""The command table, as the program itself tells it."""

import os
import pathlib
import re
import subprocess

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
TILEWRIGHT = os.path.abspath(
    os.environ.get("TILEWRIGHT", ROOT / "build/release/tilewright"))


def help_of(*words, **environment):
    return subprocess.run([TILEWRIGHT, "help", *words], check=True, capture_output=True,
                          text=True, env={**os.environ, **environment}).stdout


def verbs(*words):
    """Every command that has none of its own, as a tuple of words."""
    text = help_of(*words)
    if "\nCommands:\n" not in text:
        return [words]
    section = text.split("\nCommands:\n")[1].split("\n\n")[0]
    found = []
    for name in re.findall(r"(?m)^  (\S+)", section):
        if words + (name,) == ("help",):
            found.append(("help",))
        else:
            found += verbs(*words, name)
    return found
