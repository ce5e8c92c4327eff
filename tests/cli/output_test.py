#!/usr/bin/env python3
"""Laws of what the program writes: standard output, and places that users name.

Usage: TILEWRIGHT=build/release/tilewright python3 tests/cli/output_test.py
"""

import fcntl
import os
import pathlib
import pty
import re
import signal
import stat
import struct
import subprocess
import tempfile
import termios
import threading
import unittest

from cache_cli_test import PROGRAM, TILEWRIGHT
from verbs import help_of, verbs


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

    def arguments(self):
        """Of every verb, ways to have it say something. A verb that is not here fails."""
        cache = {
            "info": [[]], "ls": [[]], "stats": [[]], "verify": [[]], "doctor": [[]],
            "gc": [["--dry-run"]], "rm": [["--all", "--dry-run"]], "config": [[]],
            "show": [[self.key]], "asm": [[self.key]], "explain": [[self.program]],
            "warm": [[self.program]], "export": [["-o", "-"]],
            "import": [[self.base / "bundle"]], "report": [["--html=-"]],
        }
        both = lambda ways: ways + [[*way, "--json"] for way in ways]
        plain = ("export", "report", "asm")  # their JSON goes where the file goes, or is none
        return {
            ("run",): [[self.program, "--random-inputs"],
                       [self.program, "--random-inputs", "--report"],
                       [self.program, "--random-inputs", "--report=json"]],
            ("compile",): [[self.program]],
            ("check",): [[self.program], [self.program, "--list-skips"]],
            ("print",): [[self.program], [self.program, "--stage=asm"], ["--targets"]],
            ("completion",): [["bash"], ["zsh"], ["fish"]],
            ("help",): [[], ["run"], ["cache", "ls"]],
            **{("cache", verb): ways if verb in plain else both(ways)
               for verb, ways in cache.items()},
        }

    def commands(self):
        """Every verb of the command table in every way, and its help."""
        table = verbs()
        arguments = self.arguments()
        self.assertEqual(set(table), set(arguments))
        return ([[*verb, *way] for verb in table for way in arguments[verb]] +
                [[*verb, "--help"] for verb in table if verb != ("help",)] +
                [["--help"], ["--version"], ["cache", "--help"]])

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

    def test_a_reader_that_goes_early_ends_it_quietly(self):
        for command in self.commands():
            started = subprocess.Popen([TILEWRIGHT, *map(str, command)], env=self.environment,
                                       stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                       stdin=subprocess.DEVNULL)
            started.stdout.read(1)
            started.stdout.close()
            said = started.stderr.read()
            started.stderr.close()
            # What is short has been taken whole by the pipe.
            self.assertIn(started.wait(timeout=120), (0, 1, -signal.SIGPIPE), command)
            self.assertNotIn(b"Broken pipe", said)

    def test_without_a_terminal_nothing_is_drawn(self):
        for command in self.commands():
            done = self.start(*command, stdout=subprocess.PIPE)
            self.assertIn(done.returncode, (0, 1), command)
            self.assertNotIn(b"\r", done.stderr)
            self.assertNotIn(b"\x1b", done.stderr)
            if "export" not in command:
                self.assertNotIn(b"\x1b", done.stdout)

    # --- terminals ---

    def on_terminal(self, command, columns, **variables):
        """What a terminal of so many columns is sent, and the exit code."""
        ours, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
        started = subprocess.Popen(
            [TILEWRIGHT, *map(str, command)], stdin=theirs, stdout=theirs, stderr=theirs,
            env={**self.environment, "TERM": "xterm", **variables}, start_new_session=True)
        os.close(theirs)
        sent = b""
        while True:
            try:
                part = os.read(ours, 1 << 16)
            except OSError:
                break
            if not part:
                break
            sent += part
        os.close(ours)
        return sent.decode(errors="replace").replace("\r\n", "\n"), started.wait(timeout=120)

    # What is there to be read by programs, or is typed, is as long as it is.
    UNBROKEN = ("--json", "--report=json", "export", "--html=-", "completion", "asm",
                "--stage=asm", "print", "check", "compile", "--help", "help")

    def test_tables_fit_terminals_of_60_and_of_200_columns(self):
        wide = {}
        for columns in (60, 200):
            for command in self.commands():
                if "--targets" not in command and set(self.UNBROKEN) & set(command):
                    continue
                text, code = self.on_terminal(command, columns)
                self.assertIn(code, (0, 1), f"{command}: {text}")
                for line in text.split("\n"):
                    self.assertLessEqual(len(line), columns, f"{command}:\n{text}")
                if columns == 200:
                    wide[tuple(command)] = max(map(len, text.split("\n")))
        self.assertGreater(max(wide.values()), 100)  # it is used

    def test_progress_fits_the_terminal_and_leaves_nothing(self):
        slow = self.base / ("a_program_with_a_rather_long_name_that_fits_no_line_of_sixty_"
                            "columns_at_all.mlir")
        os.mkfifo(slow)
        def write():
            with open(slow, "w") as fifo:
                threading.Event().wait(2.3)
                fifo.write(PROGRAM)
        for columns, variables in ((60, {}), (200, {}), (60, {"TERM": "dumb"})):
            writer = threading.Thread(target=write)
            writer.start()
            text, code = self.on_terminal(["run", slow, "--random-inputs", "-q"], columns,
                                          **variables)
            writer.join()
            self.assertEqual(code, 0, text)
            shown = text.replace("\x1b[K", "").split("\r")
            if variables:
                self.assertEqual(text, "")
                continue
            self.assertIn("reading", text)
            self.assertLess(max(map(len, shown)), columns)
            self.assertEqual(shown[-1], "")
        slow.unlink()

    # --- places that users name ---

    def writers(self, path):
        """Every option that takes a place to write to."""
        return [["cache", "export", "-o", path], ["cache", "report", "--html", path],
                ["cache", "show", self.key, "--section=graph", "-o", path],
                ["cache", "asm", self.key, "-o", path],
                ["check", self.program, "--digests", path],
                ["print", self.program, "--stage=asm", "-o", path]]

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

    def test_outputs_of_a_run_follow_links_and_leave_devices(self):
        folder = self.folder / "out"
        folder.mkdir()
        target = self.folder / "target"
        target.write_text("before")
        (folder / "out0.npy").symlink_to(target)
        command = ["run", self.program, "--random-inputs", "--outputs", folder]
        done = self.start(*command, stdout=subprocess.DEVNULL)
        self.assertEqual(done.returncode, 0, done.stderr.decode())
        self.assertTrue((folder / "out0.npy").is_symlink())
        self.assertTrue(target.read_bytes().startswith(b"\x93NUMPY"))
        (folder / "out0.npy").unlink()
        (folder / "out0.npy").symlink_to("/dev/full")
        done = self.start(*command, stdout=subprocess.DEVNULL)
        self.assertEqual(done.returncode, 3)
        self.assertIn("No space left", done.stderr.decode())
        self.assertTrue((folder / "out0.npy").is_symlink())

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

    def test_no_option_that_writes_is_forgotten(self):
        """Every option whose help says that it is a file to write to."""
        tried = {(*command[:2][:1 if command[0] != "cache" else 2], word.split("=")[0])
                 for command in self.writers("x") for word in map(str, command[1:])
                 if word.startswith("-") and not word.startswith("--s")}
        letters = {"-o": "--output"}
        tried = {(*words[:-1], letters.get(words[-1], words[-1])) for words in tried}
        found = set()
        for verb in verbs():
            for option, what in re.findall(r"(?m)^  (?:-\w, )?(--\S+) \S+ +(.*)$",
                                           help_of(*verb, COLUMNS="100")):
                if "file to write" in what or "page" in what:
                    found.add((*verb, option))
        self.assertGreater(len(found), 3)
        self.assertLessEqual(found, tried)

    def test_a_folder_in_place_of_a_file_is_exit_code_3_for_every_verb(self):
        """And so is a file in place of a folder."""
        folder, file = self.folder, self.program
        random = [file, "--random-inputs"]
        ways = {
            ("run",): [[folder], [file, "--input", folder, "--input", folder],
                       [file, "--inputs", file], [*random, "--outputs", file],
                       [*random, "--expect", file]],
            ("compile",): [[folder]], ("print",): [[folder]],
            ("check",): [[folder], [file, "--skips", folder]],
            ("cache", "import"): [[folder]], ("cache", "warm"): [[folder]],
            ("cache", "explain"): [[folder]],
        }
        commands = [[*verb, *way] for verb, some in ways.items() for way in some]
        commands += self.writers(folder)
        takers = {verb for verb in verbs()
                  if re.search(r"\n\nArguments:\n  (FILE|PATH|WHAT)", help_of(*verb))}
        self.assertEqual(takers, set(ways))
        for verb in verbs():
            if verb[0] == "cache" and verb[1] not in ("doctor", "config"):
                arguments = self.arguments()[verb][0]
                commands.append([*verb, *arguments, "--dir", file])
        for command in commands:
            done = self.start(*command, stdout=subprocess.DEVNULL)
            said = done.stderr.decode()
            self.assertEqual(done.returncode, 3, f"{command}: {said}")
            self.assertTrue(str(folder) in said or str(file) in said, f"{command}: {said}")
            self.assertNotRegex(said, "[A-Z]+_[A-Z]+:")


if __name__ == "__main__":
    unittest.main()
