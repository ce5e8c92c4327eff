#!/usr/bin/env python3
"""What shells complete.

Usage: TILEWRIGHT=build/release/tilewright python3 tests/cli/completion_test.py
"""

import os
import pathlib
import pty
import select
import shutil
import signal
import subprocess
import tempfile
import time
import unittest

from cache_cli_test import PROGRAM, TILEWRIGHT, VERBS


class Completion(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory(prefix="tilewright_completion_")
        self.addCleanup(scratch.cleanup)
        self.folder = pathlib.Path(scratch.name)
        self.dir = self.folder / "cache"
        self.program = self.folder / "program.mlir"
        self.program.write_text(PROGRAM)
        self.run_it("compile", self.program)

    def run_it(self, *arguments, expect=0):
        done = subprocess.run([TILEWRIGHT, *map(str, arguments)], capture_output=True,
                              text=True, timeout=300, stdin=subprocess.DEVNULL,
                              env={**os.environ, "TILEWRIGHT_CACHE_DIR": str(self.dir)})
        self.assertEqual(done.returncode, expect, done.stdout + done.stderr)
        return done

    def kernel(self):
        return self.run_it("cache", "ls", "-q", "--where",
                           "kind=kernel,name=dot_general*").stdout.split()[0]

    def complete(self, *words):
        script = self.run_it("completion", "bash").stdout
        listed = " ".join(f"'{word}'" for word in words)
        done = subprocess.run(
            ["bash", "-c", f"{script}\nCOMP_WORDS=({listed}); COMP_CWORD={len(words) - 1}\n"
             "_tilewright; printf '%s\\n' \"${COMPREPLY[@]}\""],
            capture_output=True, text=True, cwd=self.folder,
            env={**os.environ, "TILEWRIGHT_CACHE_DIR": str(self.dir),
                 "PATH": f"{pathlib.Path(TILEWRIGHT).resolve().parent}:{os.environ['PATH']}"})
        self.assertEqual(done.stderr, "")
        return done.stdout.split()

    def complete_in_fish(self, line):
        script = self.run_it("completion", "fish").stdout
        done = subprocess.run(
            ["fish", "--no-config", "-c", f"{script}\ncomplete -C $argv[1]", line],
            capture_output=True, text=True, cwd=self.folder,
            env={**os.environ, "TILEWRIGHT_CACHE_DIR": str(self.dir),
                 "PATH": f"{pathlib.Path(TILEWRIGHT).resolve().parent}:{os.environ['PATH']}"})
        self.assertEqual(done.stderr, "")
        return [words.split("\t")[0] for words in done.stdout.splitlines()]

    @unittest.skipUnless(shutil.which("fish"), "fish is not installed")
    def test_fish_completes_verbs_options_values_and_keys(self):
        self.assertEqual(self.complete_in_fish("tilewright ca"), ["cache"])
        self.assertEqual(set(self.complete_in_fish("tilewright cache ")), set(VERBS))
        self.assertEqual(self.complete_in_fish("tilewright cache ls --so"), ["--sort"])
        sorts = self.complete_in_fish("tilewright cache ls --sort ")
        self.assertIn("compile-ms", sorts)
        self.assertIn("--numerics=ieee", self.complete_in_fish("tilewright run --numerics="))
        self.assertEqual(self.complete_in_fish("tilewright completion fi"), ["fish"])
        key = self.kernel()
        self.assertIn(key, self.complete_in_fish(f"tilewright cache show {key[:6]}"))
        there = self.folder / "there"
        self.run_it("compile", self.program, "--numerics=ieee", "--cache-dir", there)
        other = self.run_it("cache", "ls", "-q", "--dir", there).stdout.split()[0]
        for given in (f"--dir {there}", f"--dir={there}"):
            self.assertIn(other, self.complete_in_fish(
                f"tilewright cache show {given} {other[:6]}"))
        self.assertIn("check", self.complete_in_fish("tilewright help ch"))

    def complete_in_zsh(self, lines):
        """What a user sees who types each line and a tab: Zsh completes only at a terminal."""
        environment = {**os.environ, "TILEWRIGHT_CACHE_DIR": str(self.dir), "TERM": "dumb",
                       "PATH": f"{pathlib.Path(TILEWRIGHT).resolve().parent}:"
                               f"{os.environ['PATH']}"}
        process, terminal = pty.fork()
        if process == 0:
            os.chdir(self.folder)
            os.execvpe("zsh", ["zsh", "-f", "-i"], environment)
        screen = ""

        def read_until(text, seconds=30):
            nonlocal screen
            end = time.monotonic() + seconds
            while text not in screen and time.monotonic() < end:
                if select.select([terminal], [], [], 0.1)[0]:
                    screen += os.read(terminal, 65536).decode()
            return text in screen

        try:
            # The words are put together by the shell: what is typed does not have them.
            os.write(terminal, b"autoload -Uz compinit && compinit -u -D; PS1='re''ady>'; "
                               b"source <(tilewright completion zsh)\n")
            self.assertTrue(read_until("ready>"), screen)
            for line, expected in lines.items():
                screen = ""
                os.write(terminal, line.encode() + b"\t")
                self.assertTrue(read_until(expected), f"{line}: {screen!r}")
                screen = ""
                os.write(terminal, b"\x15echo do''ne\n")
                self.assertTrue(read_until("done"), screen)
                self.assertTrue(read_until("ready>"), screen)
        finally:
            os.kill(process, signal.SIGKILL)
            os.waitpid(process, 0)
            os.close(terminal)

    @unittest.skipUnless(shutil.which("zsh"), "zsh is not installed")
    def test_zsh_completes_verbs_options_values_keys_and_files(self):
        key = self.kernel()
        there = self.folder / "there"
        self.run_it("compile", self.program, "--numerics=ieee", "--cache-dir", there)
        other = self.run_it("cache", "ls", "-q", "--dir", there).stdout.split()[0]
        self.complete_in_zsh({
            "tilewright ca": "tilewright cache",
            "tilewright cache sh": "tilewright cache show",
            "tilewright run --num": "--numerics",
            "tilewright run --numerics i": "--numerics ieee",
            "tilewright run --numerics=i": "--numerics=ieee",
            "tilewright cache ls --sort c": "compile-ms",
            f"tilewright cache show {key[:6]}": key,
            f"tilewright cache show --dir there {other[:6]}": other,
            f"tilewright cache show --dir=there {other[:6]}": other,
            "tilewright run prog": "program.mlir",
            "tilewright run --inputs=prog": "--inputs=program.mlir",
        })

    def test_shells_complete_verbs_options_values_and_keys(self):
        self.assertIn("cache", self.complete("tilewright", "ca"))
        self.assertLessEqual(set(VERBS), set(self.complete("tilewright", "cache", "")))
        self.assertEqual(self.complete("tilewright", "cache", "ls", "--so"), ["--sort"])
        self.assertIn("compile-ms", self.complete("tilewright", "cache", "ls", "--sort", ""))
        self.assertIn("ieee", self.complete("tilewright", "run", "--numerics", "=", ""))
        key = self.kernel()
        self.assertIn(key, self.complete("tilewright", "cache", "show", key[:6]))
        there = self.folder / "there"
        self.run_it("compile", self.program, "--numerics=ieee", "--cache-dir", there)
        other = self.run_it("cache", "ls", "-q", "--dir", there).stdout.split()[0]
        self.assertNotIn(other, self.complete("tilewright", "cache", "show", other[:6]))
        for given in (["--dir", str(there)], ["--dir", "=", str(there)],
                      ["--cache-dir", str(there)]):
            self.assertIn(other, self.complete("tilewright", "cache", "show", *given,
                                               other[:6]))
        self.assertIn("check", self.complete("tilewright", "help", "ch"))
        self.run_it("completion", "tcsh", expect=2)


if __name__ == "__main__":
    unittest.main()
