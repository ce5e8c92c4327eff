#!/usr/bin/env python3
"""What holds the tree together: the cache key covers every source that decides code, and
the include check knows every folder."""

import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools"))
import check_includes  # noqa: E402

FOLDERS = ("support", "ir", "chip", "tile", "codegen", "plan", "jit", "cache", "frontend",
           "cmake", "tools")


class Structure(unittest.TestCase):
    """Works on a copy of the sources."""

    def setUp(self):
        self.root = pathlib.Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.root)
        for folder in FOLDERS:
            shutil.copytree(ROOT / folder, self.root / folder,
                            ignore=shutil.ignore_patterns("__pycache__"))

    def emitter_id(self):
        output = self.root / "emitter_id.cc"
        subprocess.run(
            ["cmake", f"-DROOT={self.root}", f"-DOUTPUT={output}", "-P",
             str(self.root / "cmake/emitter_id.cmake")], check=True)
        return output.read_text()

    def test_a_source_in_a_sub_folder_is_part_of_the_emitters_identity(self):
        before = self.emitter_id()
        self.assertEqual(self.emitter_id(), before)
        for added in ("codegen/emit/matmul/added.cc", "codegen/new/folder/added.h",
                      "tile/work/added.cc", "jit/llvm/added.cc", "chip/data/added.json"):
            with self.subTest(added):
                path = self.root / added
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text("// Nothing.\n")
                after = self.emitter_id()
                self.assertNotEqual(after, before)
                path.write_text("// Nothing else.\n")
                self.assertNotEqual(self.emitter_id(), after)
                path.unlink()
                self.assertEqual(self.emitter_id(), before)

    def test_a_change_of_what_decides_no_code_leaves_the_identity(self):
        before = self.emitter_id()
        (self.root / "cache/format/added.cc").write_text("// Nothing.\n")
        self.assertEqual(self.emitter_id(), before)

    def test_the_tree_passes_the_include_check(self):
        self.assertEqual(check_includes.check(ROOT), [])

    def problems_with(self, path, text):
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
        return check_includes.check(self.root)

    def test_a_folder_that_the_table_does_not_know_is_a_problem(self):
        problems = self.problems_with("codegen/emit/added/added.cc", "")
        self.assertEqual(len(problems), 1)
        self.assertIn("codegen/emit/added is no row", problems[0])

    def test_a_sub_folder_has_no_rights_but_its_own(self):
        for path, included in (
                ("codegen/facts/added.cc", "codegen/cluster/cluster.h"),
                ("codegen/schedule/added.cc", "codegen/emit/emit.h"),
                ("codegen/lower/added.cc", "llvm/IR/Module.h"),
                ("cache/format/added.cc", "cache/store/store.h"),
                ("ir/added.cc", "ir/check/verify.h"),
                ("tools/cli/added.cc", "tools/data/load.h"),
                ("tools/cache/added.cc", "support/hash.h")):
            with self.subTest(path):
                problems = self.problems_with(path, f'#include "{included}"\n')
                self.assertEqual(len(problems), 1)
                self.assertIn(f"includes {included}", problems[0])
                (self.root / path).unlink()

    def test_a_circle_of_the_table_is_a_problem(self):
        self.addCleanup(check_includes.ALLOWED["ir"].discard, "tile")
        check_includes.ALLOWED["ir"].add("tile")
        self.assertIn("circle: ir -> tile -> ir", check_includes.check(ROOT)[0])


if __name__ == "__main__":
    unittest.main()
