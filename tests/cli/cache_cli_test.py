#!/usr/bin/env python3
"""Laws of `tilewright cache`, on the built program.

Usage: TILEWRIGHT=build/release/tilewright python3 tests/cli/cache_cli_test.py
"""

import json
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

import cache_format
from verbs import ROOT, TILEWRIGHT

NOBODY = 65534

PROGRAM = """func.func @main(%x: tensor<64x64xf32>, %y: tensor<64x64xf32>) -> tensor<64xf32> {
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0]
      : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %1 = stablehlo.tanh %0 : tensor<64x64xf32>
  %c = stablehlo.constant dense<0.0> : tensor<f32>
  %2 = stablehlo.reduce(%1 init: %c) applies stablehlo.add across dimensions = [1]
      : (tensor<64x64xf32>, tensor<f32>) -> tensor<64xf32>
  return %2 : tensor<64xf32>
}
"""
VERBS = ("info", "ls", "show", "asm", "explain", "verify", "stats", "gc", "rm", "warm",
         "export", "import", "doctor", "report", "config")


class Cache(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.scratch = tempfile.TemporaryDirectory(prefix="tilewright_cache_cli_")
        cls.base = pathlib.Path(cls.scratch.name)
        os.chmod(cls.base, 0o755)
        cls.program = cls.base / "program.mlir"
        cls.program.write_text(PROGRAM)
        cls.full = cls.base / "full"  # a cache that a run has filled; never changed
        environment = {**os.environ, "TILEWRIGHT_CACHE_DIR": str(cls.full)}
        for _ in range(2):
            subprocess.run([TILEWRIGHT, "run", cls.program, "--random-inputs"], check=True,
                           capture_output=True, env=environment)

    @classmethod
    def tearDownClass(cls):
        cls.scratch.cleanup()

    def setUp(self):
        self.folder = self.base / self.id().rsplit(".", 1)[1]
        self.folder.mkdir()
        self.dir = self.folder / "cache"
        shutil.copytree(self.full, self.dir)
        os.chmod(self.dir, 0o700)

    def run_it(self, *arguments, expect=0, user=None, **environment):
        environment = {**os.environ, "TILEWRIGHT_CACHE_DIR": str(self.dir), **environment}
        done = subprocess.run([TILEWRIGHT, *map(str, arguments)], capture_output=True,
                              text=True, env=environment, timeout=300, user=user,
                              stdin=subprocess.DEVNULL)
        self.assertEqual(done.returncode, expect, done.stdout + done.stderr)
        return done

    def cache(self, *arguments, **how):
        return self.run_it("cache", *arguments, **how)

    def data(self, *arguments, **how):
        return json.loads(self.cache(*arguments, "--json", **how).stdout)

    def keys(self, *arguments):
        return self.cache("ls", "--quiet", *arguments).stdout.split()

    def kernel(self):
        return self.keys("--where", "kind=kernel,name=dot_general*")[0]

    def file_of(self, key):
        return self.dir / "objects" / key[:1] / f"{key}.two"

    def damage(self, key):
        data = bytearray(self.file_of(key).read_bytes())
        data[len(data) // 2] ^= 1
        self.file_of(key).write_bytes(data)

    def misses(self, *arguments, **how):
        """What `explain` says of the executable and of the first kernel that misses."""
        said = self.data("explain", *arguments, expect=1, **how)["verdicts"]
        self.assertEqual(said[0]["kind"], "executable")
        kernels = [v for v in said if v["kind"] == "kernel" and v["outcome"] == "miss"]
        return said[0], kernels[0] if kernels else None

    @staticmethod
    def fields(verdict):
        return {difference["field"] for difference in verdict["differences"]}

    # --- what is there ---

    def test_info_tells_the_place_the_size_and_the_limits(self):
        info = self.data("info")
        files = list(self.dir.glob("objects/*/*.two"))
        self.assertEqual(info["dir"], str(self.dir))
        self.assertEqual(info["entries"], len(files))
        self.assertEqual(info["bytes"], sum(f.stat().st_size for f in files))
        self.assertGreater(info["max_bytes"], 0)
        self.assertIn(str(len(files)), self.cache("info").stdout)

    def test_ls_lists_every_entry_once(self):
        names = sorted(f.stem for f in self.dir.glob("objects/*/*.two"))
        self.assertEqual(sorted(self.keys()), names)
        self.assertEqual(sorted(e["key"] for e in self.data("ls")), names)
        for order in ("size", "age", "used", "compile-ms", "name"):
            self.assertEqual(sorted(self.keys("--sort", order)), names)

    def test_ls_sorts_and_limits(self):
        sizes = [e["bytes"] for e in self.data("ls", "--sort=size")]
        self.assertEqual(sizes, sorted(sizes, reverse=True))
        self.assertEqual(len(self.keys("--limit=1")), 1)

    def test_conditions_all_hold_and_know_their_fields(self):
        kernels = self.data("ls", "--where", "kind=kernel,numerics=t*")
        self.assertTrue(kernels)
        self.assertTrue(all(e["kind"] == "kernel" for e in kernels))
        self.assertEqual(self.keys("--where", "kind=kernel", "--where", "numerics=ieee"), [])
        self.assertEqual(len(self.keys("--where", "kind!=kernel")), 1)
        done = self.cache("ls", "--where", "knid=kernel", expect=2)
        self.assertIn("kind", done.stderr)
        self.cache("ls", "--where", "kernel", expect=2)

    def test_tables_fit_the_terminal(self):
        for width in (60, 64, 80, 120):
            for verb in (("ls",), ("stats",), ("info",), ("show", self.kernel()),
                         ("explain", self.program)):
                for line in self.cache(*verb, COLUMNS=str(width)).stdout.splitlines():
                    # A key, a hash or a path is one word, and is not cut.
                    if len(line.split()) > 2:
                        self.assertLessEqual(len(line), width, line)

    def test_an_entry_that_cannot_be_read_is_listed_as_such(self):
        key = self.kernel()
        self.file_of(key).write_bytes(b"TW")
        entry = next(e for e in self.data("ls") if e["key"] == key)
        self.assertTrue(entry["problem"])

    # --- keys ---

    def test_keys_may_be_shortened_while_they_are_unique(self):
        key = self.kernel()
        twin = key[:31] + ("0" if key[31] != "0" else "1")
        shutil.copy(self.file_of(key), self.file_of(twin))
        done = self.cache("show", key[:31], expect=2)
        self.assertIn(key, done.stderr)
        self.assertIn(twin, done.stderr)
        self.file_of(twin).unlink()
        self.assertEqual(self.data("show", key[:31])["key"], key)

    def test_a_key_that_is_not_there_is_a_problem_and_no_key_is_usage(self):
        absent = next(f"{n:02x}" for n in range(256)
                      if not any(k.startswith(f"{n:02x}") for k in self.keys()))
        self.cache("show", absent, expect=1)
        self.cache("show", "not-hex", expect=2)
        self.cache("show", expect=2)

    # --- show and asm ---

    def test_show_tells_manifest_sections_and_symbols(self):
        shown = self.data("show", self.kernel())
        self.assertEqual(shown["manifest"]["kind"], "kernel")
        self.assertEqual({s["name"] for s in shown["sections"]},
                         {"profile", "launch", "object", "graph"})
        self.assertIn("tw_kernel", {s["name"] for s in shown["symbols"] if s["exported"]})
        self.assertEqual(shown["refusal"], "")

    def test_sections_go_to_files(self):
        key = self.kernel()
        out = self.folder / "out"
        self.cache("show", key, "--section=object", "-o", out)
        self.assertEqual(out.read_bytes()[:4], b"\x7fELF")
        self.cache("show", key, "--section=manifest", "-o", out)
        self.assertIn("kind=kernel\n", out.read_text())
        self.assertIn("matmul", self.cache("show", key, "--section=graph").stdout)
        self.cache("show", key, "--section=plan", expect=1)
        self.cache("show", key, "--section=graph", "-o", self.folder / "none/out", expect=3)

    def test_a_damaged_entry_is_not_shown(self):
        key = self.kernel()
        self.damage(key)
        self.assertIn("checksum", self.cache("show", key, expect=1).stderr)

    def test_assembly_has_source_labels_and_instructions(self):
        text = self.cache("asm", self.kernel()).stdout
        self.assertRegex(text, r"(?m)^# .*matmul")
        self.assertRegex(text, r"(?m)^tw_kernel:$")
        self.assertRegex(text, r"(?m)^L1:$")
        self.assertRegex(text, r"(?m)^\tret")
        # Operations stand beside their instructions.
        self.assertRegex(text, r"(?m)^\t\S+\t.* # matmul#")
        self.assertRegex(text, r"(?m)^\t\S+\t.* # store r")
        self.assertNotIn(".byte", text)
        self.cache("asm", self.keys("--where", "kind=executable")[0], expect=1)

    # --- explain ---

    def test_nothing_misses_after_a_run_nor_with_other_threads(self):
        for more in ((), ("--threads=1",), ("--threads=7",)):
            said = self.data("explain", self.program, *more)["verdicts"]
            self.assertEqual({v["outcome"] for v in said}, {"hit"}, more)

    def test_other_numerics_are_named(self):
        executable, kernel = self.misses(self.program, "--numerics=ieee")
        self.assertEqual(self.fields(executable), {"numerics"})
        self.assertIn("numerics", self.fields(kernel))
        done = self.cache("explain", self.program, "--numerics=ieee", expect=1)
        self.assertRegex(done.stdout, r"numerics\n +there: tpu\n +here: +ieee")

    def test_another_chip_is_named_and_costs_no_kernel(self):
        executable, kernel = self.misses(self.program, "--chip=v4")
        self.assertEqual(self.fields(executable), {"chip"})
        self.assertIsNone(kernel)

    def test_llvm_options_are_named(self):
        how = {"TILEWRIGHT_LLVM_OPTIONS": "-enable-misched=false"}
        executable, kernel = self.misses(self.program, **how)
        self.assertEqual(self.fields(executable), {"llvm_options"})
        self.assertEqual(self.fields(kernel), {"llvm_options"})
        self.run_it("run", self.program, "--random-inputs", **how)
        self.data("explain", self.program, **how)

    def test_llvm_options_that_are_none_fail_the_compilation(self):
        for bad in ("-no-such-option", "--help", "word", "@file"):
            done = self.run_it("run", self.program, "--random-inputs", expect=1,
                               TILEWRIGHT_LLVM_OPTIONS=bad)
            self.assertIn("TILEWRIGHT_LLVM_OPTIONS", done.stderr)

    def test_other_cpu_features_are_named(self):
        target = "x86-64-v3" if os.uname().machine == "x86_64" else "aarch64"
        executable, kernel = self.misses(self.program, f"--target={target}")
        for verdict in (executable, kernel):
            self.assertIn("features", self.fields(verdict))
            self.assertTrue(verdict["nearest"])

    def test_a_nearest_entry_that_this_machine_would_refuse_is_said_to_be(self):
        other = "aarch64" if os.uname().machine == "x86_64" else "x86-64-v3"
        shutil.rmtree(self.dir)
        self.cache("warm", self.program, "--target", other)
        executable, kernel = self.misses(self.program)
        for verdict in (executable, kernel):
            self.assertIn("this machine is", verdict["nearest_refusal"])
        self.assertIn("would be refused here",
                      self.cache("explain", self.program, expect=1).stdout)
        self.run_it("run", self.program, "--random-inputs")
        executable, _ = self.misses(self.program, "--numerics=ieee")
        self.assertEqual(executable["nearest_refusal"], "")

    def test_a_target_that_this_machine_cannot_run_is_named(self):
        other = "aarch64" if os.uname().machine == "x86_64" else "x86-64-v3"
        said = self.data("explain", self.program, f"--target={other}", expect=1)
        self.assertIn("this machine is", said["host"])

    def test_another_program_is_told_by_the_lines_that_differ(self):
        changed = self.folder / "changed.mlir"
        changed.write_text(PROGRAM.replace("tanh", "exponential"))
        executable, kernel = self.misses(changed)
        self.assertEqual(self.fields(executable), {"program"})
        self.assertTrue(any("tanh" in line and line.startswith("- ")
                            for line in executable["text_difference"]))
        self.assertTrue(any("exponential" in line and line.startswith("+ ")
                            for line in kernel["text_difference"]))

    def test_an_empty_cache_has_nothing_near(self):
        self.cache("rm", "--all", "--yes")
        executable, kernel = self.misses(self.program)
        self.assertEqual((executable["nearest"], kernel["nearest"]), ("", ""))

    def test_a_damaged_entry_is_refused_and_named(self):
        self.damage(self.kernel())
        said = self.data("explain", self.program, expect=1)["verdicts"]
        refused = [v for v in said if v["outcome"] == "refused"]
        self.assertEqual(len(refused), 1)
        self.assertIn("checksum", refused[0]["reason"])

    def test_an_executable_is_explained_with_its_kernels(self):
        key = self.keys("--where", "kind=executable")[0]
        self.data("explain", key[:10])
        self.cache("rm", self.kernel())
        said = self.data("explain", key, expect=1)["verdicts"]
        self.assertEqual([v["outcome"] for v in said if v["kind"] == "executable"], ["hit"])
        self.assertIn("miss", {v["outcome"] for v in said})

    # --- verify ---

    def test_a_sound_cache_verifies_at_every_level(self):
        for level in ("checksum", "symbols", "recompile"):
            self.assertEqual(self.data("verify", "--level", level)["problems"], [])

    def test_recompilation_gives_every_entry_again(self):
        result = self.data("verify", "--level=recompile")
        self.assertEqual(result["recompiled"], result["entries"])
        self.assertEqual(result["not_recompiled"], 0)

    def test_damage_is_found_named_and_set_aside(self):
        key = self.kernel()
        self.damage(key)
        found = self.data("verify", expect=1)
        self.assertEqual([p["key"] for p in found["problems"]], [key])
        self.assertTrue(self.file_of(key).exists())
        self.assertEqual(self.data("verify", "--repair", expect=1)["repaired"], 1)
        self.assertFalse(self.file_of(key).exists())
        self.cache("verify")
        self.assertTrue(any((self.dir / "quarantine").iterdir()))

    def test_single_entries_are_verified(self):
        keys = self.keys()
        self.damage(keys[0])
        self.assertEqual(self.data("verify", keys[1][:16])["entries"], 1)
        self.cache("verify", keys[0], expect=1)

    # --- stats ---

    def test_statistics_add_up_and_can_be_reset(self):
        stats = self.data("stats")
        entries = len(self.keys())
        self.assertEqual(stats["counters"]["hits"], entries)
        self.assertEqual(stats["counters"]["misses"], entries)
        self.assertEqual(stats["hit_rate"], 0.5)
        self.assertEqual(stats["processes"], 2)
        self.assertGreater(stats["saved_ms"], 0)
        self.assertGreater(stats["since"], 0)
        self.assertIn("hit rate  50.0 %", self.cache("stats").stdout)
        self.cache("stats", "--reset")
        self.assertEqual(self.data("stats")["counters"]["hits"], 0)

    def test_looking_counts_nothing(self):
        before = self.data("stats")
        self.cache("explain", self.program)
        self.cache("ls")
        self.cache("show", self.kernel())
        self.assertEqual(self.data("stats"), before)

    # --- gc and rm ---

    def test_gc_keeps_the_limits_and_a_dry_run_removes_nothing(self):
        before = self.keys()
        plan = self.data("gc", "--max-entries=1", "--dry-run")
        self.assertGreater(plan["removed"], 0)
        self.assertEqual(sorted(self.keys()), sorted(before))
        done = self.data("gc", "--max-entries=1")
        self.assertEqual(done["removed"], plan["removed"])
        self.assertEqual(len(self.keys()), len(before) - done["removed"])
        for bad in (("--max-bytes=many",), ("--max-age=soon",), ("--max-entries=-3",)):
            self.cache("gc", *bad, expect=2)

    def test_rm_takes_keys_conditions_or_all(self):
        key = self.kernel()
        self.cache("rm", key[:12])
        self.assertNotIn(key, self.keys())
        self.cache("rm", "--where", "kind=kernel", "--dry-run")
        self.assertTrue(self.keys("--where", "kind=kernel"))
        self.cache("rm", "--where", "kind=kernel")
        self.assertEqual(self.keys("--where", "kind=kernel"), [])
        self.cache("rm", "--all", expect=2)
        self.cache("rm", expect=2)
        self.cache("rm", key, "--all", expect=2)
        self.cache("rm", "--all", "--yes")
        self.assertEqual(self.keys(), [])

    # --- warm ---

    def test_a_warm_cache_compiles_nothing(self):
        shutil.rmtree(self.dir)
        models = self.folder / "models/deep"
        models.mkdir(parents=True)
        shutil.copy(self.program, models)
        results = self.data("warm", self.folder / "models", "--numerics=tpu",
                            "--numerics=ieee")
        self.assertEqual([r["numerics"] for r in results], ["tpu", "ieee"])
        self.assertTrue(all(r["kernels_compiled"] > 0 for r in results))
        for numerics in ("tpu", "ieee"):
            done = self.run_it("run", self.program, "--random-inputs", "--report=json",
                               f"--numerics={numerics}")
            report = json.loads(done.stdout)
            self.assertTrue(report["plan_from_cache"])
            self.assertEqual(report["kernels_compiled"], 0)

    def test_targets_that_this_machine_need_not_be_are_warmed(self):
        for target in ("x86-64-v3", "x86-64-v4", "aarch64"):
            self.cache("warm", self.program, "--target", target, "--quiet")
            self.assertEqual(len(self.keys("--where", f"target={target},kind=executable")), 1)
        self.assertEqual(self.data("verify", "--level=symbols")["problems"], [])

    def test_warming_with_bad_programs_fails_and_goes_on(self):
        bad = self.folder / "bad.mlir"
        bad.write_text("func.func @main( {")
        done = self.cache("warm", bad, self.program, "--json", expect=1)
        self.assertIn("bad.mlir", done.stderr)
        self.assertEqual(len(json.loads(done.stdout)), 2)
        self.cache("warm", self.folder / "none.mlir", expect=3)
        self.cache("warm", expect=2)
        (self.folder / "empty").mkdir()
        self.cache("warm", self.folder / "empty", expect=3)

    # --- export and import ---

    def bundle(self, *more, **how):
        file = self.folder / "pack.twb"
        return file, self.data("export", "-o", file, *more, **how)

    def test_a_bundle_carries_entries_to_another_cache(self):
        file, done = self.bundle()
        self.assertEqual(done["entries"], len(self.keys()))
        there = self.folder / "there"
        taken = self.data("import", file, "--dir", there)
        self.assertEqual(taken["entries"], done["entries"])
        done = self.run_it("run", self.program, "--random-inputs", "--report=json",
                           TILEWRIGHT_CACHE_DIR=str(there))
        self.assertEqual(json.loads(done.stdout)["kernels_compiled"], 0)

    def test_where_only_the_pack_is_a_first_iteration_compiles_nothing(self):
        made, there = self.folder / "made", self.folder / "there"
        target = "--target=x86-64-v3" if os.uname().machine == "x86_64" else "--target=aarch64"
        self.assertGreater(len(self.data("warm", "--pack", target, "--dir", made)), 400)
        pack = self.folder / "pack.twb"
        self.cache("export", "--dir", made, "-o", pack)
        shutil.rmtree(made)
        self.cache("import", pack, "--dir", there)
        # Programs of JAX, which are not those that the pack was made of.
        programs = sorted((ROOT / "tests/api/pack").glob("*.mlir"))
        self.assertTrue(programs)
        for program in programs:
            done = self.run_it("run", program, "--random-inputs", "--report=json", target,
                               TILEWRIGHT_CACHE_DIR=str(there))
            report = json.loads(done.stdout)
            self.assertEqual(report["kernels_compiled"], 0, program)
            self.assertEqual(report["kernels_planned"], 0, program)
            self.assertTrue(report["plan_from_cache"], program)

    def test_conditions_choose_what_is_exported(self):
        _, done = self.bundle("--where", "kind=executable")
        self.assertEqual(done["entries"], 1)

    def test_damaged_entries_are_left_out_and_named(self):
        key = self.kernel()
        self.damage(key)
        _, done = self.bundle(expect=1)
        self.assertEqual([r["key"] for r in done["refused"]], [key])
        self.cache("export", "-o", self.folder / "none/pack.twb", expect=3)

    def test_a_bundle_that_is_damaged_or_absent_is_not_taken(self):
        file, _ = self.bundle()
        data = bytearray(file.read_bytes())
        data[len(data) // 2] ^= 1
        file.write_bytes(data)
        there = self.folder / "there"
        self.cache("import", file, "--dir", there, expect=1)
        file.write_bytes(b"no bundle")
        self.cache("import", file, "--dir", there, expect=1)
        self.cache("import", self.folder / "none", "--dir", there, expect=3)

    def test_where_signatures_are_required_only_the_keys_bundles_are_taken(self):
        keys = []
        for name in ("ours", "theirs"):
            keys.append(self.folder / name)
            keys[-1].write_bytes(name.encode() * 16)
            os.chmod(keys[-1], 0o600)
        required = {"TILEWRIGHT_CACHE_POLICY": "mac-required",
                    "TILEWRIGHT_CACHE_KEY_FILE": str(keys[0])}
        there = self.folder / "there"
        unsigned, _ = self.bundle()
        self.cache("import", unsigned, "--dir", there, expect=1, **required)
        theirs, _ = self.bundle(TILEWRIGHT_CACHE_KEY_FILE=str(keys[1]))
        self.cache("import", theirs, "--dir", there, expect=1, **required)
        ours, done = self.bundle(TILEWRIGHT_CACHE_KEY_FILE=str(keys[0]))
        taken = self.data("import", ours, "--dir", there, **required)
        self.assertEqual(taken["entries"], done["entries"])
        self.cache("verify", "--dir", there, **required)

    # --- directories ---

    def test_a_directory_that_is_absent_is_an_error_and_not_made(self):
        for verb in (("info",), ("ls",), ("stats",), ("verify",), ("gc",)):
            self.cache(*verb, "--dir", self.folder / "none", expect=3)
        self.assertFalse((self.folder / "none").exists())
        self.cache("doctor", "--dir", self.folder / "none")

    def test_a_directory_that_others_may_write_to_is_refused_with_the_remedy(self):
        os.chmod(self.dir, 0o777)
        for verb in (("ls",), ("explain", self.program), ("warm", self.program)):
            self.assertIn("chmod go-w", self.cache(*verb, expect=3).stderr)
        bad = [f for f in self.data("doctor", expect=1) if not f["good"]]
        self.assertIn("chmod go-w", json.dumps(bad))

    @unittest.skipIf(os.geteuid() != 0, "needs root, to give files away")
    def test_a_directory_of_another_user_is_refused(self):
        os.chown(self.dir, NOBODY, NOBODY)
        self.assertIn("belongs to", self.cache("ls", expect=3).stderr)

    @unittest.skipIf(os.geteuid() != 0, "needs root, to become another user")
    def test_a_directory_that_is_read_only_can_be_read(self):
        for path in (self.dir, *self.dir.rglob("*")):
            os.chown(path, NOBODY, NOBODY)
            os.chmod(path, 0o500 if path.is_dir() else 0o400)
        how = {"user": NOBODY, "HOME": str(self.folder)}
        self.assertTrue(self.cache("ls", "--quiet", **how).stdout)
        self.cache("verify", **how)
        self.cache("rm", "--all", "--yes", expect=3, **how)
        self.cache("stats", "--reset", expect=3, **how)
        self.cache("doctor", expect=1, **how)

    def test_doctor_finds_leftovers_quarantine_and_a_key_that_others_may_read(self):
        self.cache("doctor")
        old = self.dir / "tmp/1-dead"
        old.write_bytes(b"x")
        os.utime(old, (1e9, 1e9))
        self.damage(self.kernel())
        self.cache("verify", "--repair", expect=1)
        key = self.folder / "key"
        key.write_bytes(b"k" * 32)
        os.chmod(key, 0o644)
        found = {f["what"] for f in self.data("doctor", expect=1,
                                              TILEWRIGHT_CACHE_KEY_FILE=str(key))
                 if not f["good"]}
        self.assertLessEqual({"leftovers", "quarantine", "key file"}, found)

    # --- report, help ---

    def test_the_report_is_a_page_that_needs_nothing_else(self):
        page = self.folder / "page.html"
        self.cache("report", "--html", page)
        html = page.read_text()
        self.assertIn("<svg", html)
        self.assertIn("50.0 %", html)
        self.assertIn("prefers-color-scheme: dark", html)
        self.assertNotRegex(html, r"(?i)<script|https?:|src=|@import|<link")
        self.assertIn("Time saved by label", html)
        self.assertIn("program.mlir", html)
        self.assertIn("nothing was refused", html)
        self.assertIn("quarantine: 0 damaged entries", html)
        # Its text keeps its size where there is little room.
        self.assertIn("width=device-width", html)
        self.assertNotIn("viewBox", html)
        self.damage(self.kernel())
        self.run_it("run", self.program, "--random-inputs")
        former = self.file_of(self.keys("--where", "kind=executable")[0])
        entry = re.sub(rb"(emitter=).{4}", rb"\g<1>0123", former.read_bytes())
        manifest = entry[32:32 + int.from_bytes(entry[16:20], "little")]
        former.unlink()
        self.file_of(cache_format.xxh3(manifest).hex()).parent.mkdir(exist_ok=True)
        self.file_of(cache_format.xxh3(manifest).hex()).write_bytes(entry)
        html = self.cache("report", "--html", "-").stdout
        self.assertIn("the bytes are not an entry's", html)
        self.assertRegex(html, r"emitter 0123[0-9a-f]{8}, LLVM [0-9.]+</td><td[^>]*>1<")
        self.assertIn("quarantine: 1 damaged entry", html)
        self.cache("report", "--html", self.folder / "none/page.html", expect=3)
        self.cache("report", expect=2)

    def test_every_verb_has_the_common_options_and_examples(self):
        help_text = self.cache("--help").stdout
        for verb in VERBS:
            self.assertRegex(help_text, rf"(?m)^  {verb} ")
            text = self.cache(verb, "--help").stdout
            for part in ("--dir", "--json", "--quiet", "Examples:"):
                self.assertIn(part, text, verb)
            self.cache(verb, "--no-such-option", expect=2)
        self.cache(expect=2)
        self.cache("walk", expect=2)


if __name__ == "__main__":
    unittest.main()
