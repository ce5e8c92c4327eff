#!/usr/bin/env python3
"""Laws of the cache's settings: the environment, a file, `tilewright cache config`.

Usage: TILEWRIGHT=build/release/tilewright python3 tests/cli/cache_config_test.py
"""

import json
import os
import pathlib
import tempfile
import unittest

from alone import run_alone
from cache_cli_test import NOBODY, PROGRAM


class Config(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory(prefix="tilewright_config_")
        self.addCleanup(scratch.cleanup)
        self.folder = pathlib.Path(scratch.name)
        self.home = self.folder / "home"
        self.home.mkdir()
        self.file = self.home / ".config" / "tilewright" / "cache.conf"
        self.program = self.folder / "program.mlir"
        self.program.write_text(PROGRAM)

    def run_it(self, *arguments, expect=0, **environment):
        return run_alone(self, arguments, expect, {"HOME": str(self.home)} | environment)

    def config(self, *arguments, **how):
        return self.run_it("cache", "config", *arguments, **how)

    def settings(self, *arguments, **how):
        said = json.loads(self.config("--json", *arguments, **how).stdout)["settings"]
        return {setting["name"]: (setting["value"], setting["source"]) for setting in said}

    def write(self, text, mode=0o600):
        self.file.parent.mkdir(parents=True, exist_ok=True)
        self.file.write_text(text)
        os.chmod(self.file, mode)

    def test_every_setting_is_listed_with_its_value_and_who_said_so(self):
        by_default = self.settings()
        self.assertEqual({source for _, source in by_default.values()}, {"default"})
        self.assertEqual(by_default["dir"][0], str(self.home / ".cache/tilewright"))
        self.config("set", "max-size", "5G")
        self.config("set", "max-age", "1w")
        found = self.settings("--dir", "/elsewhere", TILEWRIGHT_CACHE_MAX_AGE="2d")
        self.assertEqual(found["max-size"], ("5G", "file"))
        self.assertEqual(found["max-age"], ("2d", "environment"))
        self.assertEqual(found["dir"], ("/elsewhere", "flag"))
        table = self.config().stdout
        for name in found:
            self.assertRegex(table, rf"(?m)^{name} ")
        self.assertIn(str(self.file), table)

    def test_what_is_kept_counts_for_runs_and_verbs(self):
        place = self.folder / "kept"
        self.config("set", "dir", place)
        self.config("set", "max-entries", "1000")
        self.run_it("run", self.program, "--random-inputs")
        info = json.loads(self.run_it("cache", "info", "--json").stdout)
        self.assertEqual((info["dir"], info["max_entries"]), (str(place), 1000))
        self.assertGreater(info["entries"], 0)
        # A run that keeps so few looks after a part of the directory, whose turn it is.
        self.config("set", "max-entries", "1")
        self.run_it("cache", "gc")
        self.assertLessEqual(
            json.loads(self.run_it("cache", "info", "--json").stdout)["entries"], 1)
        self.config("set", "mode", "off")
        self.assertIn("is off", self.run_it("cache", "rm", "--all", "-y", expect=3).stderr)
        self.config("unset", "mode")
        self.run_it("cache", "rm", "--all", "-y")

    def test_the_file_is_the_users_alone_and_keeps_what_he_wrote(self):
        self.write("# mine\n\nmax-size = 1G\nmax-size=2G\npolicy = owner\n")
        self.config("set", "max-size", "7M")
        self.assertEqual(self.file.read_text(),
                         "# mine\n\nmax-size = 7M\npolicy = owner\n")
        self.config("unset", "max-size")
        self.assertEqual(self.file.read_text(), "# mine\n\npolicy = owner\n")
        self.file.unlink()
        self.config("set", "max-size", "7M")
        self.assertEqual(self.file.stat().st_mode & 0o777, 0o600)
        other = self.folder / "other.conf"
        self.config("set", "label", "model of mine", TILEWRIGHT_CACHE_CONFIG=str(other))
        self.assertEqual(other.read_text(), "label = model of mine\n")

    def test_values_that_mean_nothing_are_not_kept(self):
        for name, value in (("mode", "on"), ("max-size", "big"), ("max-age", "1y"),
                            ("max-entries", "-3"), ("policy", "any"), ("dir", "here"),
                            ("shared", "here"), ("remote", "ftp://host"), ("log", "x"),
                            ("remote-timeouts", "wait=0"), ("key-file", "/nowhere"),
                            ("remote-headers", "/nowhere"), ("label", "a,b"),
                            ("label", "a\nb"), ("max-size", ""), ("nothing", "1")):
            done = self.config("set", name, value, expect=2)
            self.assertNotIn("\n  File", done.stderr)
        self.assertFalse(self.file.exists())
        self.config("get", "nothing", expect=2)

    def test_a_file_that_others_may_write_to_counts_for_nothing_and_that_is_said(self):
        self.write("mode = off\n", mode=0o666)
        done = self.config()
        self.assertIn("may be written to by others", done.stderr)
        self.assertIn("chmod go-w", done.stderr)
        self.assertEqual(self.settings()["mode"], ("rw", "default"))
        self.assertIn("warning", self.run_it("run", self.program, "--random-inputs").stderr)
        self.config("set", "mode", "ro", expect=3)
        self.assertEqual(self.file.read_text(), "mode = off\n")
        if os.geteuid() == 0:
            os.chmod(self.file, 0o644)
            os.chown(self.file, NOBODY, NOBODY)
            self.assertIn(f"belong to user {NOBODY}", self.config().stderr)
        self.file.unlink()
        os.mkfifo(self.file)  # nobody writes to it
        self.assertIn("not a plain file", self.config().stderr)

    def test_lines_that_say_nothing_are_told_with_their_numbers(self):
        self.write("# fine\nmax_size = 1G\nmode\nmax-age = soon\n")
        said = self.config().stderr
        self.assertIn(f"{self.file}, line 2: no setting is called max_size", said)
        self.assertIn(f"{self.file}, line 3: expected NAME = VALUE", said)
        self.assertIn(f'max-age in {self.file}: "soon" is not understood', said)
        self.write("\0" * 70000)
        self.assertIn("more than 65536 bytes", self.config().stderr)

    def test_nobody_is_shown_a_password(self):
        self.config("set", "remote", "ro:https://user:secret%40@host.example/path;"
                    "redis://:sesame@h2/0")
        for text in (self.config().stdout, self.config("get", "remote").stdout,
                     self.config("--json").stdout):
            self.assertIn("host.example/path", text)
            self.assertNotIn("secret", text)
            self.assertNotIn("sesame", text)

    def test_a_variable_that_goes_before_the_file_is_told(self):
        done = self.config("set", "mode", "ro", TILEWRIGHT_CACHE="rw")
        self.assertIn("TILEWRIGHT_CACHE is set, and goes before the file", done.stderr)


if __name__ == "__main__":
    unittest.main()
