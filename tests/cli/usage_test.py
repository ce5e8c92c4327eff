#!/usr/bin/env python3
"""Laws of how the command line is written, and of what is said where it is wrong.

Usage: TILEWRIGHT=build/release/tilewright python3 tests/cli/usage_test.py
"""

import json
import os
import pathlib
import random
import re
import subprocess
import tempfile
import unittest

from verbs import ROOT, TILEWRIGHT, help_of, verbs

ADD = """func.func @main(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %z = stablehlo.add %x, %y : tensor<4xf32>
  return %z : tensor<4xf32>
}
"""
MARK = b"\xef\xbb\xbf"


class Usage(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory(prefix="tilewright_usage_")
        self.addCleanup(scratch.cleanup)
        self.folder = pathlib.Path(scratch.name)
        self.program = self.write("add.mlir", ADD.encode())
        self.binary = self.write("noise.mlir", bytes(range(256)) * 40)
        self.empty = self.write("empty.mlir", b"")
        self.mangled = self.write(b"\xff\xfe name.mlir", ADD.encode())
        (self.folder / "nothing").mkdir()

    def write(self, name, content):
        path = os.path.join(os.fsencode(self.folder), os.fsencode(name))
        with open(path, "wb") as file:
            file.write(content)
        return os.fsdecode(path)

    def start(self, *words, stdin=b"", **environment):
        environment = {**os.environ, "TILEWRIGHT_CACHE_DIR": str(self.folder / "cache"),
                       **environment}
        return subprocess.run([TILEWRIGHT, *map(str, words)], capture_output=True,
                              input=stdin, env=environment, timeout=120, cwd=self.folder)

    def said(self, *words, expect=0, **how):
        done = self.start(*words, **how)
        self.assertEqual(done.returncode, expect, f"{words}: {done.stderr}")
        return done.stdout.decode()

    # --- help ---

    def commands(self):
        return [(), ("cache",), *(words for words in verbs() if words != ("help",))]

    def test_every_command_tells_of_itself_in_three_ways(self):
        for words in self.commands():
            text = help_of(*words)
            self.assertIn(" ".join(("Usage: tilewright", *words)), text)
            for asked in ((*words, "--help"), (*words, "-h")):
                self.assertEqual(self.said(*asked), text, words)

    def test_help_fits_a_narrow_terminal_but_for_what_is_typed(self):
        for words in self.commands():
            text = help_of(*words, COLUMNS="60").split("\nExamples:")[0]
            text += "\n" + "".join(help_of(COLUMNS="60").partition("Environment:")[1:])
            for line in text.splitlines():
                self.assertLessEqual(len(line), 74 if "Usage:" in line else 60, line)
                self.assertEqual(line, line.rstrip())

    def test_every_variable_that_is_read_is_listed(self):
        listed = set(re.findall(r"(?m)^  (TILEWRIGHT_\w+)$", help_of()))
        read = set()
        for folder in ("api", "cache", "codegen", "jit", "runtime", "support"):
            for path in (ROOT / folder).rglob("*.cc"):
                read |= set(re.findall(r'"(TILEWRIGHT_[A-Z_]+)"', path.read_text()))
        self.assertLessEqual(read - {"TILEWRIGHT_LIBRARY_DIR"}, listed)
        self.assertGreater(len(listed), 15)

    def test_exit_codes_are_listed(self):
        for code in range(7):
            self.assertRegex(help_of(), rf"(?m)^  {code}  \w")

    def test_version_has_a_letter_of_its_own(self):
        self.assertIn("tilewright 0.", self.said("-V"))
        self.assertEqual(self.said("-V"), self.said("--version"))

    # --- ways to write the same ---

    def test_options_are_written_in_many_ways(self):
        same = {self.said("run", *words) for words in (
            [self.program, "--random-inputs=3", "--chip=v4"],
            ["--random-inputs=3", "--chip", "v4", self.program],
            ["--random=3", self.program, "--chi", "v4"],
            ["--random=3", "--chip=v4", "--", self.program])}
        self.assertEqual(len(same), 1)
        for words in (["-o", "out"], ["-oout"], ["-o=out"], ["--output", "out"], ["--out=out"]):
            self.said("print", self.program, *words)
            self.assertIn("add", (self.folder / "out").read_text())
            (self.folder / "out").unlink()

    def test_a_file_may_be_called_as_it_likes(self):
        for name in ("-x.mlir", "--chip", "run", "++", "a b.mlir", "ä.mlir"):
            self.write(name, ADD.encode())
            self.said("run", "--random-inputs", "--", name)
        self.said("run", self.mangled, "--random-inputs")
        self.said("run", self.mangled, "--random-inputs", "--report=json")

    def test_a_program_comes_through_standard_input(self):
        wanted = self.said("run", self.program, "--random-inputs")
        self.assertEqual(self.said("run", "-", "--random-inputs", stdin=ADD.encode()), wanted)
        self.assertIn("<stdin>:2:8", self.said("run", "-", "--random-inputs", "--report",
                                               stdin=ADD.encode()))
        for words in (["print", "-"], ["compile", "-"]):
            self.assertTrue(self.said(*words, stdin=ADD.encode()))
        bytecode = (ROOT / "tests/frontend/bytecode/artifacts/reduce.1.13.7.mlirbc")
        self.said("run", "-", "--random-inputs", stdin=bytecode.read_bytes())
        done = self.start("run", "-", stdin=b"func.func @main(")
        self.assertEqual(done.returncode, 1)
        self.assertIn(b"<stdin>:1:", done.stderr)

    def test_a_byte_order_mark_is_no_part_of_what_it_begins(self):
        wanted = self.said("run", self.program, "--random-inputs")
        marked = self.write("marked.mlir", MARK + ADD.encode())
        self.assertEqual(self.said("run", marked, "--random-inputs"), wanted)
        self.assertEqual(self.said("run", "-", "--random-inputs", stdin=MARK + ADD.encode()),
                         wanted)
        bad = self.write("bad.mlir", MARK + b"func.funk @main()")
        self.assertIn(b"bad.mlir:1:1: error", self.start("run", bad).stderr)
        wide = self.write("wide.mlir", ADD.encode("utf-16"))
        self.assertIn(b"UTF-16", self.start("run", wide).stderr)
        for file in ("module.mlir", "manifest.json"):
            case = self.folder / "case"
            case.mkdir(exist_ok=True)
            golden = ROOT / "tests/golden/concatenate-three"
            for path in golden.iterdir():
                content = path.read_bytes()
                (case / path.name).write_bytes(MARK + content if path.name == file else content)
            self.assertIn("1 passed", self.said("check", case))

    def test_json_and_a_directory_for_the_cache_are_options_of_every_verb_that_can_have_them(self):
        for words in self.commands():
            if words in ((), ("cache",), ("completion",), ("print",)):
                continue
            text = help_of(*words)
            self.assertIn("--json", text, words)
            self.assertIn("--quiet", text, words)
            self.assertIn("--cache-dir", text, words)
        there = self.folder / "there"
        for verb in (["run", "--random-inputs", "--json"], ["compile", "--json"]):
            told = json.loads(self.said(verb[0], self.program, *verb[1:], "--cache-dir", there,
                                        TILEWRIGHT_CACHE_DIR=str(self.folder / "not_here")))
            self.assertTrue(told)
        self.assertTrue(list(there.glob("objects/*/*")))
        self.assertFalse((self.folder / "not_here").exists())

    def test_compile_and_check_tell_programs_what_they_tell_people(self):
        done = self.start("compile", self.program, self.empty, "--json")
        self.assertEqual(done.returncode, 1)
        good, bad = json.loads(done.stdout)
        self.assertEqual((good["kernels"], good["not_stored"]), (1, 0))
        self.assertEqual(bad["error"]["kind"], "failed")
        golden = ROOT / "tests/golden/concatenate-three"
        said = json.loads(self.said("check", golden, self.program, "--json"))
        self.assertEqual((said["passed"], said["failed"], said["skipped"]), (1, 0, 1))
        self.assertEqual({result["outcome"] for result in said["results"]},
                         {"passed", "skipped"})
        self.assertEqual(self.said("check", golden, "-q"), "")
        self.assertEqual(self.said("compile", self.program, "-q"), "")

    # --- what is wrong ---

    def test_what_people_forget_is_answered(self):
        for words, meant in (([self.program], f"tilewright run {self.program}"),
                             (["run", self.program, "x.npy"], "--input x.npy")):
            done = self.start(*words)
            self.assertEqual(done.returncode, 2)
            self.assertIn(f"did you mean '{meant}'?", done.stderr.decode())

    def test_what_is_no_program_at_all_is_named_as_that(self):
        for content in (bytes(100), b"\x7fELF\x02\x01", b"PK\x03\x04", b"\x1f\x8b\x08\x00",
                        b"\x08\x07\x12\x0aonnx"):
            file = self.write("thing", content)
            for verb in ("run", "compile", "print", "check"):
                done = self.start(verb, file)
                self.assertEqual(done.returncode, 1)
                self.assertIn(b"this is no program", done.stderr + done.stdout, verb)

    def test_sizes_that_mean_nothing_are_told(self):
        done = self.start("run", self.program, "--random-inputs", "--size=8")
        self.assertEqual(done.returncode, 0)
        self.assertIn(b"leaves no sizes open", done.stderr)

    def test_slips_are_answered_with_what_may_be_meant(self):
        for words, meant in (
                (["rnu"], "run"), (["cmpile"], "compile"), (["Run"], "run"),
                (["cache", "sats"], "stats"), (["cache", "list"], None),
                (["help", "chek"], "check"), (["-v"], "-V"), (["version"], "--version"), (["--hlep"], "--help"),
                (["run", "x", "--repot"], "--report"), (["run", "x", "--treads=1"], "--threads"),
                (["run", "x", "--output"], None), (["run", "x", "--chip=v5"], "v5e"),
                (["run", "x", "--numerics=iee"], "ieee"),
                (["print", "x", "--stage=clutsers"], "clusters"),
                (["run", "x", "--target=x86-64-v5"], "x86-64-v3"),
                (["run", "x", "--flurb"], None), (["cache", "ls", "--sort=sise"], "size"),
                (["completion", "bsh"], "bash")):
            done = self.start(*words)
            said = done.stderr.decode()
            self.assertEqual(done.returncode, 2, f"{words}: {said}")
            if meant is None:
                self.assertNotIn("did you mean", said)
            else:
                self.assertIn(f"did you mean '{meant}'?", said)

    def test_a_variable_that_means_nothing_is_told_by_every_command_alike(self):
        commands = [["run", self.program, "--random-inputs"], ["compile", self.program], ["check", self.program],
                    ["print", self.program], ["cache", "info"], ["cache", "ls"],
                    ["cache", "warm", self.program], ["cache", "explain", self.program]]
        for code, variable, value in ((2, "TILEWRIGHT_TARGET", "z80"),
                                      (None, "TILEWRIGHT_GUARD", "yes"),
                                      (None, "TILEWRIGHT_CACHE_MAX_BYTES", "lots")):
            told = set()
            for command in commands:
                # The same as without it, but for what nothing can be done with.
                usual = self.start(*command).returncode
                done = self.start(*command, **{variable: value})
                self.assertEqual(done.returncode, usual if code is None else code, command)
                told.update(done.stderr.splitlines()[:1] if usual != 2 else [])
            self.assertEqual(len(told), 1, told)
            self.assertIn(variable.encode(), told.pop())
            self.said("--help", **{variable: value})
        # The verb that finds what is wrong has to run.
        self.assertIn(self.start("cache", "doctor", TILEWRIGHT_CACHE="on").returncode, (1,))
        self.said("compile", self.program, TILEWRIGHT_CACHE="")

    def test_what_llvm_says_of_its_options_is_one_line(self):
        done = self.start("compile", self.program,
                          TILEWRIGHT_LLVM_OPTIONS="-frobnicate -unroll-runtimee")
        self.assertEqual(done.returncode, 1)
        said = done.stderr.decode()
        self.assertEqual(said.count("tilewright:"), 1, said)
        self.assertEqual(said.count("\n"), 1, said)
        self.assertIn("-frobnicate", said)

    def test_a_variable_that_looks_like_a_slip_is_told(self):
        done = self.start("compile", self.program, TILEWRIGHT_CACHEDIR="x",
                          TILEWRIGHT_SOMETHING_ELSE="y")
        self.assertEqual(done.returncode, 0)
        self.assertIn(b"TILEWRIGHT_CACHE_DIR meant", done.stderr)
        self.assertNotIn(b"SOMETHING", done.stderr)

    # Exit code, words, and what the message has to name.
    def wrong(self):
        program, none = self.program, self.folder / "none"
        return [
            (2, [], "command is missing"), (2, [""], "''"), (2, ["-"], "'-'"),
            (2, ["--"], "command is missing"), (2, ["walk"], "walk"), (2, ["-x"], "-x"),
            (2, ["--chip=v4"], "--chip"), (2, ["run"], "FILE"), (2, ["run", ""], "empty"),
            (2, ["run", "--"], "FILE"), (2, ["run", program, program], "too many"),
            (2, ["run", program, "--chip"], "--chip"), (2, ["run", program, "--chip="], "--chip"),
            (2, ["run", program, "--chip", ""], "--chip"),
            (2, ["run", program, "--chip", "--report"], "--chip"),
            (2, ["run", program, "--quiet=1"], "--quiet"),
            (2, ["run", program, "--repeat=0"], "--repeat"),
            (2, ["run", program, "--repeat", "-3"], "-3"),
            (2, ["run", program, "--repeat=1e3"], "1e3"),
            (2, ["run", program, "--repeat=" + "9" * 40], "--repeat"),
            (2, ["run", program, "--repeat= 3x"], "3x"),
            (2, ["run", program, "--threads=-1"], "--threads"),
            (2, ["run", program, "--threads=1.5"], "1.5"),
            (2, ["run", program, "--random-inputs=abc"], "abc"),
            (2, ["run", program, "--random-inputs=-1"], "-1"),
            (2, ["run", program, "--rtol=nan"], "nan"),
            (2, ["run", program, "--rtol=-1e-3"], "--rtol"),
            (2, ["run", program, "--rtol=inf"], "inf"),
            (2, ["run", program, "--size=-1"], "-1"),
            (2, ["run", program, "--size=" + "9" * 30], "--size"),
            (2, ["run", program, "--size=1;2"], "1;2"),
            (2, ["run", program, "--chip=v4", "--chip=v5e"], "twice"),
            (2, ["run", program, "--re"], "--repeat"),
            (2, ["run", program, "--input=x", "--random-inputs"], "--input"),
            (2, ["run", program, "--inputs=x", "--input=y"], "--input"),
            (2, ["run", program, "--target=x86-64-v3:"], "x86-64-v3"),
            (2, ["run", program, "--target=\udcff"], "target"),
            (2, ["run", program, "--cluster=maybe"], "maybe"), (2, ["run", program], "2 inputs"),
            (3, ["run", none], "none"), (3, ["run", self.folder], str(self.folder)),
            (3, ["run", self.folder / "nothing"], "nothing"),
            (3, ["run", "/dev/null/x"], "/dev/null/x"), (1, ["run", self.empty], "empty.mlir"),
            (1, ["run", "/dev/null"], "/dev/null"), (1, ["run", self.binary], "noise.mlir"),
            (3, ["run", "x" * 5000], "name too long"),
            (3, ["run", program, "--inputs", none], "none"),
            (3, ["run", program, "--inputs", program], "add.mlir"),
            (3, ["run", program, "--inputs", self.folder / "nothing"], "no in0.npy"),
            (3, ["run", program, "--input", program, "--input", none], "add.mlir"),
            (1, ["run", program, "--entry=nope", "--random-inputs"], "nope"),
            (3, ["run", program, "--random-inputs", "--outputs=/dev/null/x"], "/dev/null/x"),
            (3, ["run", program, "--random-inputs", "--outputs", program], "add.mlir"),
            (3, ["run", program, "--random-inputs", "--expect", none], "none"),
            (3, ["run", "/dev/zero"], "/dev/zero"),
            (3, ["cache", "import", "/dev/zero"], "/dev/zero"),
            (2, ["run", program, "--random-inputs", "--rtol=1"], "--expect"),
            (3, ["check", none], "none"), (3, ["check", self.folder / "nothing"], "nothing"),
            (2, ["check", program, "--jobs=0"], "--jobs"),
            (2, ["check", program, "--timeout=0"], "--timeout"),
            (2, ["check", program, "--timeout=nan"], "nan"),
            (3, ["check", program, "--skips", none], "none"),
            (3, ["check", program, "--skips", self.binary], "noise.mlir"),
            (3, ["compile", none], "none"), (1, ["compile", self.binary], "noise.mlir"),
            (2, ["compile"], "FILE"), (2, ["print", program, "--stage=nine"], "nine"),
            (2, ["print", program, "--stage", "asm", "extra"], "extra"),
            (3, ["print", program, "-o", self.folder], str(self.folder)),
            (2, ["print", program, "-o"], "-o"), (2, ["cache"], "command is missing"),
            (2, ["cache", "lss"], "lss"), (2, ["cache", "ls", "-qx"], "-x"),
            (2, ["cache", "ls", "--limit=0"], "--limit"),
            (2, ["cache", "ls", "--limit", "two"], "two"),
            (2, ["cache", "ls", "--dir="], "--dir"), (2, ["cache", "ls", "extra"], "extra"),
            (3, ["cache", "ls", "--dir", program], "add.mlir"),
            (2, ["completion"], "SHELL"), (2, ["completion", "tcsh"], "tcsh"),
            (2, ["help", "walk"], "walk"), (2, ["help", "run", "walk"], "run"),
            (2, ["help", "--flurb"], "--flurb"),
        ]

    def test_command_lines_at_random_never_crash(self):
        seed = int(os.environ.get("TILEWRIGHT_SEED", "1"))
        lines = 3000 if os.environ.get("TILEWRIGHT_SOAK") else 150
        dice = random.Random(seed)
        options = {verb: re.findall(r"--[a-z-]+", help_of(*verb)) for verb in verbs()}
        (self.folder / "dir").mkdir()
        words = ["add.mlir", "noise.mlir", "dir", "empty.mlir", "none", "", "-", "--", "-x",
                 "--bogus", "-q", "-1", "0", "9" * 30, "1e9", "nan", "a=b", "key=*", "a,b",
                 self.mangled, "../..", "/dev/null", "/dev/full", "x" * 3000, "\n",
                 "\x1b[31m", "=", "v5e", "ieee", "off", "json", "%s%n", "1,2,3", ",", "*"]
        variables = ["COLUMNS", "TERM", "HOME", "TILEWRIGHT_CACHE", "TILEWRIGHT_TARGET",
                     "TILEWRIGHT_CACHE_MAX_BYTES", "TILEWRIGHT_CACHE_SHARED",
                     "TILEWRIGHT_CACHE_REMOTE", "TILEWRIGHT_LABEL", "TILEWRIGHT_DUMP"]
        for i in range(lines):
            line = list(dice.choice(list(options)))
            if dice.random() < 0.1:
                line.pop()
            for _ in range(dice.randrange(6)):
                option = dice.choice(options.get(tuple(line[:2]), ["--help"]) or ["-h"])
                if dice.random() < 0.5:
                    line.append(option if dice.random() < 0.4 else
                                f"{option}={dice.choice(words)}")
                else:
                    line.append(dice.choice(words))
            more = {dice.choice(variables): dice.choice(words)} if dice.random() < 0.3 else {}
            done = self.start(*line, **more)
            what = f"TILEWRIGHT_SEED={seed}, line {i}: {line} {more}: {done.stderr[:500]}"
            self.assertIn(done.returncode, range(6), what)  # 6 would be a mistake of ours
            if done.returncode > 1:
                self.assertTrue(done.stderr.startswith(b"tilewright: "), what)
            self.assertNotRegex(done.stderr, rb"terminate|what\(\)|std::|\x1b", what)

    def test_what_is_wrong_is_named_with_the_right_exit_code(self):
        for code, words, named in self.wrong():
            done = self.start(*words)
            said = done.stderr.decode(errors="replace")
            self.assertEqual(done.returncode, code, f"{words}: {said}")
            self.assertIn(named.lower(), said.lower(), words)
            self.assertTrue(said.startswith("tilewright: "), f"{words}: {said}")
            self.assertEqual(said.count("tilewright: "), 1, said)
            self.assertNotRegex(said, r"[A-Z]+_[A-Z]+:|terminate|what\(\)|CLI::")
            self.assertNotRegex(said, r"[\x00-\x08\x0b-\x1f]")
            self.assertLess(len(said), 6000)
        self.assertGreater(len(self.wrong()), 60)


if __name__ == "__main__":
    unittest.main()
