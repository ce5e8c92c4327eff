#!/usr/bin/env python3
"""How ./dev counts its steps."""

import pathlib
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
BEGIN = f"""
set -euo pipefail
say() {{ printf '== %s\\n' "$*"; }}
nproc() {{ echo 2; }}
source {ROOT}/tools/dev/tally.sh
"""


def run(steps: str) -> tuple[int, str]:
    """Exit code and output of a script of steps and its verdict."""
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run(["bash", "-c", f"{BEGIN}{steps}\nverdict"], cwd=folder,
                              capture_output=True, text=True, timeout=60, check=False)
        return done.returncode, done.stdout


class Steps(unittest.TestCase):

    def test_those_beside_each_other_are_told_in_their_order(self):
        code, out = run("""
            beside slow bash -c 'sleep 0.4; echo "3 passed, 0 failed"'
            beside quick bash -c 'echo "4 passed, 0 failed"'
            beside third true
            settle""")
        self.assertEqual(code, 0, out)
        self.assertLess(out.index("== slow: fine"), out.index("== quick: fine"))
        self.assertLess(out.index("== quick: fine"), out.index("== third: fine"))
        self.assertTrue(out.endswith("8 passed, 0 failed\n"), out)

    def test_no_more_run_than_there_are_processors(self):
        code, out = run("""
            one() { touch run.$1; sleep 0.2; ls run.* | wc -l > seen.$1; rm run.$1; }
            for i in 1 2 3 4 5; do beside $i one $i; done
            settle
            sort -n seen.* | tail -1""")
        self.assertEqual(code, 0, out)
        self.assertIn("\n2\n", out)

    def test_one_that_fails_fails_all(self):
        code, out = run("""
            beside good true
            beside bad bash -c 'echo "2 passed, 1 failed"; exit 1'
            settle
            step last true""")
        self.assertEqual(code, 1)
        self.assertIn("== FAILED step: bad\n", out)
        self.assertTrue(out.endswith("4 passed, 1 failed\n"), out)

    def test_one_that_is_killed_has_failed(self):
        code, out = run("""
            killed() { kill -9 $BASHPID; }
            beside killed killed
            settle""")
        self.assertEqual(code, 1)
        self.assertIn("== FAILED step: killed\n", out)


if __name__ == "__main__":
    unittest.main()
