#!/usr/bin/env python3
"""Laws of what the program writes: standard output, and places that users name.

Usage: TILEWRIGHT=build/release/tilewright python3 tests/cli/output_test.py
"""

import os
import pathlib
import signal
import stat
import subprocess
import tempfile
import threading
import unittest

from cache_cli_test import PROGRAM, TILEWRIGHT, VERBS


class Output(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.scratch = tempfile.TemporaryDirectory(prefix="tilewright_output_")
        cls.base = pathlib.Path(cls.scratch.name)
        cls.program = cls.base / "program.mlir"
        cls.program.write_text(PROGRAM)
        cls.environment = {**os.environ, "TILEWRIGHT_CACHE_DIR": str(cls.base / "cache")}
        subprocess.run([TILEWRIGHT, "run", cls.program, "--random-inputs"], check=True,
                       capture_output=True, env=cls.environment)
        keys = subprocess.run([TILEWRIGHT, "cache", "ls", "--quiet", "--where",
                               "kind=kernel"], check=True, capture_output=True, text=True,
                              env=cls.environment).stdout.split()
        cls.key = keys[0]
        subprocess.run([TILEWRIGHT, "cache", "export", "-o", cls.base / "bundle"],
                       check=True, capture_output=True, env=cls.environment)

    @classmethod
    def tearDownClass(cls):
        cls.scratch.cleanup()

    def setUp(self):
        self.folder = self.base / self.id().rsplit(".", 1)[1]
        self.folder.mkdir()

    def start(self, *arguments, **how):
        return subprocess.run([TILEWRIGHT, *map(str, arguments)], stderr=subprocess.PIPE,
                              env=self.environment, timeout=120, stdin=subprocess.DEVNULL,
                              **how)

    def commands(self):
        """One of every kind that says something."""
        verbs = {verb: ["cache", verb] for verb in VERBS}
        for verb in ("show", "asm"):
            verbs[verb].append(self.key)
        verbs["explain"].append(self.program)
        verbs["warm"].append(self.program)
        verbs["rm"] += ["--all", "--dry-run"]
        verbs["gc"].append("--dry-run")
        verbs["export"] += ["-o", "-"]
        verbs["import"].append(self.base / "bundle")
        verbs["report"].append("--html=-")
        return list(verbs.values()) + [
            ["run", self.program, "--random-inputs"],
            ["run", self.program, "--random-inputs", "--report"],
            ["run", self.program, "--random-inputs", "--report=json"],
            ["compile", self.program], ["print", self.program],
            ["print", self.program, "--stage=asm"], ["print", "--targets"],
            ["check", self.program], ["completion", "bash"], ["completion", "fish"],
            ["--help"], ["--version"], ["cache", "--help"], ["cache", "ls", "--help"]]

    def test_a_full_device_is_told_with_exit_code_3(self):
        for command in self.commands():
            with open("/dev/full", "wb") as full:
                done = self.start(*command, stdout=full)
            said = done.stderr.decode()
            self.assertEqual(done.returncode, 3, f"{command}: {said}")
            self.assertIn("No space left on device", said, command)

    def test_a_closed_output_is_told_with_exit_code_3_and_no_file_takes_its_place(self):
        for command in self.commands():
            done = subprocess.run(["sh", "-c", 'exec "$@" >&-', "sh", TILEWRIGHT,
                                   *map(str, command)], stderr=subprocess.PIPE,
                                  env=self.environment, timeout=120,
                                  stdin=subprocess.DEVNULL)
            self.assertEqual(done.returncode, 3, f"{command}: {done.stderr.decode()}")

    def test_a_reader_that_has_gone_ends_it_quietly(self):
        for command in self.commands():
            read, write = os.pipe()
            os.close(read)
            done = self.start(*command, stdout=write)
            os.close(write)
            self.assertEqual(done.returncode, -signal.SIGPIPE, command)
            self.assertEqual(done.stderr, b"", command)

    # --- places that users name ---

    def writers(self, path):
        """Every option that takes a place to write to."""
        return [["cache", "export", "-o", path], ["cache", "report", "--html", path],
                ["cache", "show", self.key, "--section=graph", "-o", path],
                ["cache", "asm", self.key, "-o", path],
                ["check", self.program, "--digests", path]]

    def test_devices_stay_devices(self):
        device = self.folder / "null"
        try:
            os.mknod(device, 0o666 | stat.S_IFCHR, os.makedev(1, 3))
            os.close(os.open(device, os.O_WRONLY))
        except PermissionError:
            device = pathlib.Path("/dev/null")  # which a user cannot replace
        for command in self.writers(device):
            done = self.start(*command, stdout=subprocess.DEVNULL)
            self.assertEqual(done.returncode, 0, done.stderr.decode())
            self.assertTrue(device.is_char_device(), command)

    def test_links_stay_links_and_are_followed(self):
        for i, command in enumerate(self.writers(self.folder / "link")):
            target = self.folder / f"target{i}"
            target.write_text("before")
            (self.folder / "link").symlink_to(target)
            done = self.start(*command, stdout=subprocess.DEVNULL)
            self.assertEqual(done.returncode, 0, done.stderr.decode())
            self.assertTrue((self.folder / "link").is_symlink(), command)
            self.assertNotEqual(target.read_bytes(), b"before", command)
            (self.folder / "link").unlink()

    def test_fifos_are_written_to(self):
        fifo = self.folder / "fifo"
        os.mkfifo(fifo)
        for command in self.writers(fifo):
            got = []
            reader = threading.Thread(target=lambda: got.append(fifo.read_bytes()))
            reader.start()
            done = self.start(*command, stdout=subprocess.DEVNULL)
            reader.join()
            self.assertEqual(done.returncode, 0, done.stderr.decode())
            self.assertTrue(got[0] or command[0] == "check", command)
            self.assertTrue(fifo.is_fifo())

    def test_standard_output_by_its_name_is_appended_to_where_it_is(self):
        for command in self.writers("/dev/stdout"):
            log = self.folder / "log"
            log.write_bytes(b"before\n")
            with open(log, "ab") as out:
                done = self.start(*command, stdout=out)
            self.assertEqual(done.returncode, 0, done.stderr.decode())
            self.assertTrue(log.read_bytes().startswith(b"before\n"), command)
            self.assertGreater(len(log.read_bytes()), 7)

    def test_a_bundle_may_go_through_a_pipe(self):
        done = self.start("cache", "export", "-o", "-", stdout=subprocess.PIPE)
        self.assertEqual(done.returncode, 0, done.stderr.decode())
        self.assertEqual(done.stdout, (self.base / "bundle").read_bytes())

    def test_a_folder_in_place_of_a_file_is_exit_code_3(self):
        for command in self.writers(self.folder) + [
                ["cache", "import", self.folder], ["run", self.folder],
                ["compile", self.folder], ["print", self.folder],
                ["run", self.program, "--input", self.folder, "--input", self.folder]]:
            done = self.start(*command, stdout=subprocess.DEVNULL)
            said = done.stderr.decode()
            self.assertEqual(done.returncode, 3, f"{command}: {said}")
            self.assertIn(str(self.folder), said)
            self.assertNotIn("FAILED_PRECONDITION", said)


if __name__ == "__main__":
    unittest.main()
