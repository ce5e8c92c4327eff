#!/usr/bin/env python3
"""Laws of `tilewright cache` about modes, further places, and caches that lack something.

Usage: TILEWRIGHT=build/release/tilewright python3 tests/cli/cache_modes_test.py
"""

import json
import os
import pathlib
import shutil
import struct
import subprocess
import tempfile
import unittest

import servers
from cache_cli_test import NOBODY, PROGRAM, TILEWRIGHT


class Modes(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.scratch = tempfile.TemporaryDirectory(prefix="tilewright_modes_")
        cls.base = pathlib.Path(cls.scratch.name)
        cls.program = cls.base / "program.mlir"
        cls.program.write_text(PROGRAM)
        cls.key = cls.base / "key"
        cls.key.touch(0o600)
        cls.key.write_text("the key of these tests\n")
        cls.full = cls.base / "full"
        cls.bundle = cls.base / "bundle"
        for arguments in (["run", cls.program, "--random-inputs"],
                          ["cache", "export", "-o", cls.bundle]):
            subprocess.run([TILEWRIGHT, *arguments], check=True, capture_output=True,
                           env=cls.variables(TILEWRIGHT_CACHE_DIR=str(cls.full)))

    @classmethod
    def tearDownClass(cls):
        cls.scratch.cleanup()

    @classmethod
    def variables(cls, **environment):
        kept = {name: value for name, value in os.environ.items()
                if not name.startswith("TILEWRIGHT_")}
        return kept | {"TILEWRIGHT_CACHE_KEY_FILE": str(cls.key)} | environment

    def setUp(self):
        self.folder = self.base / self.id().rsplit(".", 1)[1]
        self.folder.mkdir()
        self.dir = self.folder / "cache"
        shutil.copytree(self.full, self.dir)
        os.chmod(self.dir, 0o700)

    def run_it(self, *arguments, expect=0, **environment):
        done = subprocess.run(
            [TILEWRIGHT, *map(str, arguments)], capture_output=True, text=True, timeout=300,
            env=self.variables(TILEWRIGHT_CACHE_DIR=str(self.dir)) | environment,
            stdin=subprocess.DEVNULL)
        self.assertEqual(done.returncode, expect, done.stdout + done.stderr)
        return done

    def files(self):
        return {str(path): path.read_bytes() for path in self.dir.rglob("*")
                if path.is_file()}

    # --- modes ---

    def test_nothing_is_changed_where_the_mode_forbids_it(self):
        kernel = next(self.dir.glob("objects/*/*.two")).stem
        before = self.files()
        for mode in ("ro", "off"):
            for command in (["warm", self.program], ["import", self.bundle], ["rm", kernel],
                            ["rm", "--all", "--yes"], ["gc", "--max-entries=1"],
                            ["stats", "--reset"], ["verify", "--repair"]):
                done = self.run_it("cache", *command, expect=3, TILEWRIGHT_CACHE=mode)
                self.assertIn(f"TILEWRIGHT_CACHE is {mode}", done.stderr)
                self.assertEqual(self.files(), before, command)
            absent = self.folder / "absent"
            self.run_it("cache", "warm", self.program, "--dir", absent, expect=3,
                        TILEWRIGHT_CACHE=mode)
            self.assertFalse(absent.exists())
            # Looking is not changing.
            self.run_it("cache", "ls", TILEWRIGHT_CACHE=mode)
            self.run_it("cache", "rm", kernel, "--dry-run", TILEWRIGHT_CACHE=mode)

    def test_compile_says_where_nothing_is_stored(self):
        for mode in ("ro", "off"):
            done = self.run_it("compile", self.program, TILEWRIGHT_CACHE=mode)
            self.assertIn("nothing is stored", done.stderr)
        self.assertEqual(self.run_it("compile", self.program).stderr, "")

    def verdicts(self, expect=0, **environment):
        said = self.run_it("cache", "explain", self.program, "--json", expect=expect,
                           **environment)
        return json.loads(said.stdout)["verdicts"]

    def test_explain_finds_what_a_run_would_find(self):
        self.assertEqual({v["outcome"] for v in self.verdicts()}, {"hit"})
        for environment in ({"TILEWRIGHT_CACHE": "off"},
                            {"TILEWRIGHT_DUMP": str(self.folder / "dump")}):
            verdicts = self.verdicts(expect=1, **environment)
            self.assertEqual({v["outcome"] for v in verdicts}, {"miss"})
            word = "off" if "TILEWRIGHT_CACHE" in environment else "TILEWRIGHT_DUMP"
            self.assertIn(word, verdicts[0]["reason"])

    # --- further places ---

    def test_explain_and_info_look_into_the_places_that_a_run_looks_into(self):
        shared = self.folder / "shared"
        shared.mkdir()
        places = {"TILEWRIGHT_CACHE_SHARED": f"rw:{shared}"}
        filler = {"TILEWRIGHT_CACHE_DIR": str(self.folder / "filler")}
        self.run_it("run", self.program, "--random-inputs", **places, **filler)
        empty = {"TILEWRIGHT_CACHE_DIR": str(self.folder / "empty")}
        (self.folder / "empty").mkdir(mode=0o700)
        verdicts = self.verdicts(**places, **empty)
        self.assertEqual({v["outcome"] for v in verdicts}, {"hit"})
        self.assertIn(str(shared), verdicts[0]["reason"])
        self.assertIn(str(shared), self.run_it("cache", "info", **places).stdout)

    def test_doctor_asks_the_servers_that_a_run_asks(self):
        server = servers.start_redis(self.folder)
        self.addCleanup(server.kill)
        places = {"TILEWRIGHT_CACHE_REMOTE": f"redis://127.0.0.1:{server.port}/0"}
        self.assertIn("answers", self.run_it("cache", "doctor", **places).stdout)
        server.kill()
        done = self.run_it("cache", "doctor", expect=1, **places)
        self.assertIn("BAD   other stores", done.stdout)
        # Also before there is a local directory.
        self.run_it("cache", "doctor", "--dir", self.folder / "absent", expect=1, **places)

    def test_doctor_tells_a_directory_that_cannot_be_made_from_one_that_is_not_yet(self):
        self.assertIn("the first run makes it", self.run_it(
            "cache", "doctor", "--dir", self.folder / "a" / "b").stdout)
        self.assertFalse((self.folder / "a").exists())
        done = self.run_it("cache", "doctor", "--dir", self.program / "cache", expect=1)
        self.assertIn("cannot be made in", done.stdout)
        self.assertIn("Not a directory", done.stdout)

    def test_a_value_that_means_nothing_is_a_warning_of_every_verb_and_fails_none(self):
        kernel = next(self.dir.glob("objects/*/*.two")).stem
        for variable, value, told in (
                ("TILEWRIGHT_CACHE", "bogus",
                 'TILEWRIGHT_CACHE: "bogus": expected off, ro, rw or verify; the cache is off'),
                ("TILEWRIGHT_CACHE_MAX_BYTES", "lots",
                 'TILEWRIGHT_CACHE_MAX_BYTES: "lots" is not understood; write it as in '
                 "2GiB, 500M or 1000; the default counts"),
                ("TILEWRIGHT_CACHE_MAX_AGE", "-1", None),
                ("TILEWRIGHT_CACHE_MAX_ENTRIES", "0x10", None),
                ("TILEWRIGHT_CACHE_POLICY", "trusting", None)):
            for verb in (["cache", "info"], ["cache", "ls"], ["cache", "stats"],
                         ["cache", "show", kernel], ["cache", "gc", "--dry-run"],
                         ["compile", self.program], ["run", self.program, "--random-inputs"]):
                said = self.run_it(*verb, **{variable: value}).stderr
                self.assertEqual(said.count(f"tilewright: warning: {variable}: "), 1, said)
                if told:
                    self.assertIn(f"tilewright: warning: {told}\n", said)
            self.assertIn("BAD   settings", self.run_it("cache", "doctor", expect=1,
                                                        **{variable: value}).stdout)
        # What is not known to be meant changes nothing.
        before = self.files()
        done = self.run_it("cache", "rm", kernel, expect=3, TILEWRIGHT_CACHE="bogus")
        self.assertIn("TILEWRIGHT_CACHE is bogus: nothing is written", done.stderr)
        self.run_it("run", self.program, "--random-inputs", TILEWRIGHT_CACHE="bogus")
        self.assertEqual(self.files(), before)

    def test_doctor_finds_a_parent_that_another_user_owns(self):
        if os.geteuid() != 0:
            self.skipTest("only root can give a folder away")
        theirs = self.folder / "it's theirs"
        theirs.mkdir()
        shutil.copytree(self.dir, theirs / "cache")
        os.chmod(theirs / "cache", 0o700)
        os.chown(theirs, NOBODY, NOBODY)
        done = self.run_it("cache", "doctor", "--dir", theirs / "cache", expect=1)
        self.assertIn(f"{theirs} belongs to user {NOBODY}", done.stdout)
        os.chown(theirs, 0, 0)
        os.chmod(theirs, 0o777)
        done = self.run_it("cache", "doctor", "--dir", theirs / "cache", expect=1)
        quoted = str(theirs).replace("'", "'\\''")
        self.assertIn(f"chmod go-w '{quoted}'", done.stdout.replace("\n", ""))

    def test_a_sparse_entry_is_not_read_whole(self):
        path = next(self.dir.glob("objects/*/*.two"))
        data = bytearray(path.read_bytes())
        for says_so in (False, True):
            if says_so:
                struct.pack_into("<Q", data, 24, 1 << 30)
            path.write_bytes(data)
            os.truncate(path, 1 << 30)
            done = subprocess.run(
                ["bash", "-c", "ulimit -v 800000; exec \"$@\"", "run", TILEWRIGHT, "cache",
                 "verify"], capture_output=True, text=True, timeout=60,
                env=self.variables(TILEWRIGHT_CACHE_DIR=str(self.dir)))
            self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
            self.assertIn("1 bad", done.stdout)
            self.assertIn("the header says", done.stdout)

    # --- half a cache ---

    def test_what_was_not_stored_is_counted_and_told_with_exit_code_3(self):
        if os.geteuid() == 0 and shutil.which("mount") is None:
            self.skipTest("no file system can be filled here")
        small = self.folder / "small"
        small.mkdir(mode=0o700)
        mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=64k,mode=0700",
                                  "tmpfs", str(small)], capture_output=True)
        if mounted.returncode != 0:
            self.skipTest("no file system can be mounted here")
        self.addCleanup(subprocess.run, ["umount", str(small)])
        (small / "filler").write_bytes(bytes(36 << 10))
        small_dir = {"TILEWRIGHT_CACHE_DIR": str(small)}
        warmed = self.run_it("cache", "warm", self.program, "--pack", expect=3, **small_dir)
        self.assertIn("could not be stored", warmed.stderr)
        self.assertRegex(warmed.stdout, r"[1-9]\d* not stored")
        compiled = self.run_it("compile", self.program, "--numerics=ieee", expect=3,
                               **small_dir)
        self.assertIn("could not be stored", compiled.stderr)

    def test_an_export_without_all_kernels_of_a_program_is_told_with_exit_code_3(self):
        kernels = json.loads(self.run_it("cache", "ls", "--json", "--where",
                                         "kind=kernel").stdout)
        (self.dir / "objects" / kernels[0]["key"][0] / f"{kernels[0]['key']}.two").unlink()
        done = self.run_it("cache", "export", "-o", self.folder / "bundle", expect=3)
        self.assertIn("1 of its kernels are not in the cache", done.stderr)
        said = json.loads(self.run_it("cache", "export", "-o", self.folder / "bundle",
                                      "--json", expect=3).stdout)
        self.assertEqual(len(said["incomplete"]), 1)
        # The condition leaves out what is there, which is as wanted.
        self.run_it("run", self.program, "--random-inputs")
        self.run_it("cache", "export", "-o", self.folder / "bundle", "--where",
                    "kind=executable")


if __name__ == "__main__":
    unittest.main()
