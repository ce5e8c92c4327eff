#!/usr/bin/env python3
"""Laws of shared and remote caches, on the built program and real servers.

Usage: TILEWRIGHT=build/release/tilewright python3 tests/cli/sharing_test.py
"""

import json
import os
import pathlib
import random
import shutil
import signal
import socket
import subprocess
import tempfile
import unittest

import servers
from verbs import TILEWRIGHT

PROGRAM = """func.func @main(%x: tensor<64x32xf32>, %y: tensor<32x16xf32>) -> tensor<64x16xf32> {
  %z = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0]
      : (tensor<64x32xf32>, tensor<32x16xf32>) -> tensor<64x16xf32>
  %w = stablehlo.tanh %z : tensor<64x16xf32>
  return %w : tensor<64x16xf32>
}
"""

# On a machine with much else to do, what is found may come later than what is compiled.
PATIENT = "connect=5000,answer=5000,total=10000,close=10000,wait=10000,near=10000"


class Sharing(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory(prefix="tilewright_sharing_")
        self.addCleanup(scratch.cleanup)
        self.folder = pathlib.Path(scratch.name)
        self.program = self.folder / "program.mlir"
        self.program.write_text(PROGRAM)
        self.key = self.folder / "key"
        self.key.touch(0o600)
        self.key.write_text("the key of these tests\n")

    def redis(self, *more):
        """A server's process and port."""
        self.assertIsNotNone(shutil.which("redis-server"), "redis-server is not installed")
        server = servers.start_redis(self.folder, *more)
        self.addCleanup(server.kill)
        return server.process, server.port

    def run_on(self, host, expect=0, **environment):
        """What compiling reports on `host`, that is: with a local directory of its own."""
        variables = {name: value for name, value in os.environ.items()
                     if not name.startswith("TILEWRIGHT_")}
        variables |= {"TILEWRIGHT_CACHE_DIR": str(self.folder / host),
                      "TILEWRIGHT_CACHE_REMOTE_TIMEOUTS": PATIENT,
                      "TILEWRIGHT_CACHE_KEY_FILE": str(self.key)} | environment
        outputs = self.folder / f"outputs_{random.random()}"
        result = subprocess.run(
            [TILEWRIGHT, "run", str(self.program), "--random-inputs", "--report=json",
             "--outputs", str(outputs)],
            env=variables, capture_output=True, text=True, timeout=120)
        self.assertEqual(result.returncode, expect, result.stderr)
        self.values = (outputs / "out0.npy").read_bytes()
        self.messages = result.stderr
        return json.loads(result.stdout)

    def assert_compiled(self, report, compiled):
        counts = {name: value for name, value in flatten(report) if name == "kernels_compiled"}
        self.assertTrue(counts, report)
        for value in counts.values():
            (self.assertGreater if compiled else self.assertEqual)(value, 0)

    def test_what_one_host_compiled_another_finds_in_redis(self):
        _, port = self.redis()
        remote = {"TILEWRIGHT_CACHE_REMOTE": f"redis://127.0.0.1:{port}"}
        self.assert_compiled(self.run_on("a", **remote), True)
        values = self.values
        self.assert_compiled(self.run_on("b", **remote), False)
        self.assertEqual(self.values, values)
        # And now has it itself.
        self.assert_compiled(self.run_on("b"), False)

    def test_what_one_host_compiled_another_finds_in_a_shared_directory(self):
        shared = self.folder / "shared"
        shared.mkdir()
        self.assert_compiled(
            self.run_on("a", TILEWRIGHT_CACHE_SHARED=str(shared)), True)
        self.assert_compiled(
            self.run_on("b", TILEWRIGHT_CACHE_SHARED=f"ro:{shared}"), False)

    def test_another_key_finds_nothing(self):
        _, port = self.redis()
        remote = {"TILEWRIGHT_CACHE_REMOTE": f"redis://127.0.0.1:{port}"}
        self.run_on("a", **remote)
        self.key.write_text("the key of somebody else\n")
        self.assert_compiled(self.run_on("b", **remote), True)

    def test_without_a_key_nothing_is_looked_up_and_the_reason_is_said(self):
        _, port = self.redis()
        remote = {"TILEWRIGHT_CACHE_REMOTE": f"redis://127.0.0.1:{port}"}
        self.run_on("a", **remote)
        self.assert_compiled(
            self.run_on("b", TILEWRIGHT_CACHE_KEY_FILE="", **remote), True)
        self.assertIn("TILEWRIGHT_CACHE_KEY_FILE", self.messages)
        # The local cache goes on.
        self.assert_compiled(self.run_on("b", TILEWRIGHT_CACHE_KEY_FILE=""), False)

    def test_a_wrong_address_is_a_warning_that_keeps_secrets(self):
        for host in "ab":
            report = self.run_on("a", TILEWRIGHT_CACHE_REMOTE="gopher://me:secret@host")
            self.assertIn("TILEWRIGHT_CACHE_REMOTE", self.messages)
            self.assertNotIn("secret", self.messages)
        self.assert_compiled(report, False)

    def test_a_server_that_does_not_answer_ends_in_the_right_result(self):
        process, port = self.redis()
        remote = {"TILEWRIGHT_CACHE_REMOTE": f"redis://127.0.0.1:{port}",
                  "TILEWRIGHT_CACHE_REMOTE_TIMEOUTS": "answer=100,total=200,close=100"}
        self.run_on("a", **remote)
        values = self.values
        process.send_signal(signal.SIGSTOP)
        self.assert_compiled(self.run_on("b", **remote), True)
        self.assertEqual(self.values, values)
        process.kill()
        self.assert_compiled(self.run_on("c", **remote), True)
        self.assertEqual(self.values, values)

    def test_damage_on_the_server_never_changes_a_result(self):
        _, port = self.redis()
        remote = {"TILEWRIGHT_CACHE_REMOTE": f"redis://127.0.0.1:{port}"}
        self.run_on("maker", **remote)
        values = self.values
        seed = int.from_bytes(os.urandom(4), "little")
        dice = random.Random(seed)
        keys = redis_command(port, b"KEYS", b"*")
        self.assertGreater(len(keys), 1)
        contents = {key: redis_command(port, b"GET", key) for key in keys}
        for attempt in range(6):
            with self.subTest(seed=seed, attempt=attempt):
                for key in keys:
                    bytes_ = bytearray(contents[key])
                    kind = dice.randrange(4)
                    if kind == 0:
                        bytes_[dice.randrange(len(bytes_))] ^= 1 << dice.randrange(8)
                    elif kind == 1:
                        del bytes_[dice.randrange(len(bytes_)):]
                    elif kind == 2:
                        bytes_ = bytearray(contents[dice.choice(keys)])  # maybe another's
                    redis_command(port, b"SET", key, bytes(bytes_))
                self.run_on(f"user{attempt}", **remote)
                self.assertEqual(self.values, values)

    def test_timeouts_that_are_none_are_said_and_the_local_cache_goes_on(self):
        for _ in range(2):
            report = self.run_on("a", TILEWRIGHT_CACHE_REMOTE="redis://127.0.0.1:1",
                                 TILEWRIGHT_CACHE_REMOTE_TIMEOUTS="connect=soon")
        self.assertIn("TILEWRIGHT_CACHE_REMOTE_TIMEOUTS", self.messages)
        self.assert_compiled(report, False)


def flatten(value):
    """(name, value) of everything in a JSON object."""
    if isinstance(value, dict):
        for name, inner in value.items():
            yield name, inner
            yield from flatten(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from flatten(inner)


def redis_command(port, *words):
    """The reply to a command: bytes, a list of them, or a line."""
    with socket.create_connection(("127.0.0.1", port)) as connection:
        message = b"*%d\r\n" % len(words)
        for word in words:
            message += b"$%d\r\n%s\r\n" % (len(word), word)
        connection.sendall(message)
        with connection.makefile("rb") as stream:
            return redis_reply(stream)


def redis_reply(stream):
    line = stream.readline()
    kind, rest = line[:1], line[1:].strip()
    if kind == b"$":
        return stream.read(int(rest) + 2)[:-2]
    if kind == b"*":
        return [redis_reply(stream) for _ in range(int(rest))]
    return rest


    # --- a place that fails is seen ---

    def statistics(self, host):
        variables = {**os.environ, "TILEWRIGHT_CACHE_DIR": str(self.folder / host)}
        said = subprocess.run([TILEWRIGHT, "cache", "stats", "--json"], env=variables,
                              capture_output=True, text=True, check=True)
        return json.loads(said.stdout)["tiers"]

    def test_what_a_server_gives_that_is_refused_is_counted_told_and_shown(self):
        _, port = self.redis()
        address = f"redis://127.0.0.1:{port}/0"
        place = {"TILEWRIGHT_CACHE_REMOTE": address}
        self.run_on("first", **place)
        with socket.create_connection(("127.0.0.1", port)) as client:
            client.sendall(b"KEYS *\r\n")
            keys = [line for line in client.recv(65536).split(b"\r\n")
                    if line.startswith(b"tilewright:")]
            for key in keys:
                client.sendall(b"SETRANGE " + key + b" 40 damage\r\n")
                client.recv(100)
        report = self.run_on("second", **place)
        self.assertIn("entries damaged", report["cache_troubles"][0])
        tier, = self.statistics("second")
        self.assertEqual(tier["name"], address)
        self.assertIn("entries damaged", tier["trouble"])
        variables = {**os.environ, "TILEWRIGHT_CACHE_DIR": str(self.folder / "second")}
        for verb, code in ((["stats"], 0), (["doctor"], 1),
                           (["report", "--html=-"], 0)):
            done = subprocess.run([TILEWRIGHT, "cache", *verb], env=variables,
                                  capture_output=True, text=True)
            self.assertEqual(done.returncode, code, done.stdout)
            self.assertIn("entries damaged", done.stdout)

    def test_a_wrong_password_is_warned_of_once_and_shown(self):
        _, port = self.redis("--requirepass", "right")
        said = subprocess.run(
            [TILEWRIGHT, "run", str(self.program), "--random-inputs"], text=True,
            capture_output=True, check=True,
            env={**os.environ, "TILEWRIGHT_CACHE_DIR": str(self.folder / "host"),
                 "TILEWRIGHT_CACHE_KEY_FILE": str(self.key),
                 "TILEWRIGHT_CACHE_REMOTE": f"redis://:wrong@127.0.0.1:{port}/0"})
        self.assertEqual(said.stderr.count("look-ups failed"), 1, said.stderr)
        self.assertIn("WRONGPASS", said.stderr)
        tier, = self.statistics("host")
        self.assertIn("look-ups failed", tier["trouble"])
        self.assertNotIn("wrong@", json.dumps(tier))


if __name__ == "__main__":
    unittest.main()
