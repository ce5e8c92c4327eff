#!/usr/bin/env python3
"""Programs whose remote caches are killed, slow and lying: results stay right.

Redis and nginx stand behind a proxy that cuts answers short, flips bits in them, holds
them back and gives one key's answer for another's; the servers are killed, stopped and
emptied meanwhile. Every program gives the right answer, and none gets stuck.

Usage: TILEWRIGHT=build/release/tilewright python3 tests/cli/remote_chaos_test.py
A few seconds; with TILEWRIGHT_SOAK ten minutes. TILEWRIGHT_SEED repeats a run's choices.
"""

import hashlib
import json
import os
import pathlib
import random
import shutil
import signal
import socket
import subprocess
import tempfile
import threading
import time
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
TILEWRIGHT = os.environ.get("TILEWRIGHT", str(ROOT / "build/release/tilewright"))
HOSTS = 4
# No program below takes as long, on the busiest machine.
STUCK_SECONDS = 120
TIMEOUTS = "connect=100,answer=300,total=1000,put=1000,close=300"

PROGRAM = """func.func @main(%x: tensor<16x64xf32>, %w: tensor<64x64xf32>) -> tensor<16x64xf32> {{
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<16x64xf32>, tensor<64x64xf32>) -> tensor<16x64xf32>
  %c = stablehlo.constant dense<{value}> : tensor<16x64xf32>
  %1 = stablehlo.multiply %0, %c : tensor<16x64xf32>
  return %1 : tensor<16x64xf32>
}}
"""


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


class Server:
    """A server process that can be killed and started again."""

    def __init__(self, command, port):
        self.command, self.port = command, port
        self.start()
        for _ in range(500):
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", port)) == 0:
                    return
            time.sleep(0.02)
        raise AssertionError(f"{command[0]} does not start")

    def start(self):
        self.process = subprocess.Popen(self.command, stdout=subprocess.DEVNULL,
                                        stderr=subprocess.DEVNULL)

    def kill(self):
        self.process.kill()
        self.process.wait()


class Mischief(threading.Thread):
    """A proxy that does something to the answers of every other connection."""

    def __init__(self, server, seed):
        super().__init__(daemon=True)
        self.server = server
        self.random = random.Random(seed)
        self.done = 0
        self.answers = []  # of all connections, to be given for another
        self.listener = socket.create_server(("127.0.0.1", 0), backlog=64)
        self.port = self.listener.getsockname()[1]
        self.start()

    def run(self):
        while True:
            try:
                client, _ = self.listener.accept()
            except OSError:
                return
            what = self.random.choice([None, None, None, "cut", "flip", "late", "other"])
            threading.Thread(target=self.serve, args=(client, what), daemon=True).start()

    def serve(self, client, what):
        try:
            with client, socket.create_connection(("127.0.0.1", self.server.port),
                                                  timeout=5) as server:
                back = threading.Thread(target=self.answer, args=(server, client, what),
                                        daemon=True)
                back.start()
                while data := client.recv(1 << 16):
                    server.sendall(data)
                server.shutdown(socket.SHUT_WR)
                back.join(5)
        except OSError:
            pass

    def answer(self, server, client, what):
        try:
            while data := server.recv(1 << 16):
                data = bytearray(data)
                if what is not None:
                    self.done += 1
                if what == "late":
                    time.sleep(self.random.random() * 0.6)
                elif what == "flip":
                    data[self.random.randrange(len(data))] ^= 1 << self.random.randrange(8)
                elif what == "other" and self.answers:
                    data = self.random.choice(self.answers)
                elif what == "cut":
                    client.sendall(data[:self.random.randrange(len(data))])
                    break
                else:
                    self.answers = [*self.answers[-30:], bytes(data)]
                client.sendall(data)
            client.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass


class RemoteChaos(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory(prefix="tilewright_remote_chaos_")
        self.addCleanup(scratch.cleanup)
        self.folder = pathlib.Path(scratch.name)
        self.seed = int(os.environ.get("TILEWRIGHT_SEED", random.randrange(1 << 30)))
        self.random = random.Random(self.seed)
        self.key = self.folder / "key"
        self.key.touch(0o600)
        self.key.write_text("the key of these tests\n")
        self.runs = 0
        self.programs = []
        for i in range(3):
            path = self.folder / f"p{i}.mlir"
            path.write_text(PROGRAM.format(value=f"{i + 1}.5"))
            self.programs.append(path)
        self.redis = self.serve(self.redis_command())
        self.nginx = self.serve(self.nginx_command())
        self.proxies = [Mischief(server, self.seed + i)
                        for i, server in enumerate((self.redis, self.nginx))]
        for proxy in self.proxies:
            self.addCleanup(proxy.listener.close)
        self.right = [self.finish(self.start(i, "off"))[0] for i in range(3)]
        self.assertEqual(len(set(self.right)), 3)

    def serve(self, command_and_port):
        server = Server(*command_and_port)
        self.addCleanup(server.kill)
        return server

    def redis_command(self):
        port = free_port()
        return ["redis-server", "--port", str(port), "--bind", "127.0.0.1", "--save", "",
                "--dir", str(self.folder)], port

    def nginx_command(self):
        port, root = free_port(), self.folder / "nginx"
        (root / "files").mkdir(parents=True)
        temporary = " ".join(f"{kind}_temp_path {root}/{kind};"
                             for kind in ("proxy", "fastcgi", "uwsgi", "scgi"))
        (root / "conf").write_text(
            f"daemon off; master_process off; pid {root}/pid; error_log {root}/log;\n"
            f"events {{}}\nhttp {{ access_log off; client_body_temp_path {root}/body;\n"
            f" {temporary}\n server {{ listen 127.0.0.1:{port}; root {root}/files;\n"
            "  dav_methods PUT; create_full_put_path on; client_max_body_size 64m; } }\n")
        nginx = "/usr/sbin/nginx" if os.path.exists("/usr/sbin/nginx") else "nginx"
        return [nginx, "-e", f"{root}/log", "-c", f"{root}/conf"], port

    def start(self, program, mode="rw"):
        """A program on a host of its own, that is: with a new local directory."""
        self.runs += 1
        host = self.folder / f"host{self.runs}"
        redis, nginx = (proxy.port for proxy in self.proxies)
        places = [f"redis://127.0.0.1:{redis}", f"http://127.0.0.1:{nginx}/cache"]
        self.random.shuffle(places)
        environment = {name: value for name, value in os.environ.items()
                       if not name.startswith("TILEWRIGHT_")}
        environment |= {
            "TILEWRIGHT_CACHE_DIR": str(host / "cache"), "TILEWRIGHT_CACHE": mode,
            "TILEWRIGHT_CACHE_KEY_FILE": str(self.key),
            "TILEWRIGHT_CACHE_REMOTE": ";".join(places[:self.random.randrange(1, 3)]),
            "TILEWRIGHT_CACHE_REMOTE_TIMEOUTS": TIMEOUTS}
        host.mkdir()
        process = subprocess.Popen(
            [TILEWRIGHT, "run", str(self.programs[program]), "--random-inputs",
             "--report=json", "--outputs", str(host / "out")],
            env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        return process, program, host

    def finish(self, run):
        """The answer's digest, and how many kernels were compiled for it."""
        process, _, host = run
        try:
            report, errors = process.communicate(timeout=STUCK_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            self.fail(f"a process is stuck (seed {self.seed})")
        self.assertEqual(process.returncode, 0, f"seed {self.seed}: {errors}")
        digest = hashlib.sha256()
        for path in sorted((host / "out").glob("*.npy")):
            digest.update(path.read_bytes())
        shutil.rmtree(host)
        return digest.hexdigest(), json.loads(report)["kernels_compiled"]

    def mistreat(self):
        server = self.random.choice((self.redis, self.nginx))
        choice = self.random.randrange(4)
        if choice == 0:
            server.kill()
            time.sleep(self.random.random() * 0.1)
            server.start()
        elif choice == 1:
            server.process.send_signal(signal.SIGSTOP)
            time.sleep(self.random.random() * 0.5)
            server.process.send_signal(signal.SIGCONT)
        elif choice == 2:
            shutil.rmtree(self.folder / "nginx/files/cache", ignore_errors=True)

    def test_results_are_right_whatever_the_servers_do(self):
        seconds = 600 if "TILEWRIGHT_SOAK" in os.environ else 5
        end = time.monotonic() + seconds
        running, finished, found = [], 0, 0

        def goes_on():
            now = time.monotonic()
            return now < end or (found == 0 or finished < 8) and now < end + STUCK_SECONDS

        while goes_on() or running:
            while len(running) < HOSTS and goes_on():
                running.append(self.start(self.random.randrange(len(self.programs))))
            if self.random.random() < 0.2:
                self.mistreat()
            run = running.pop(self.random.randrange(len(running)))
            digest, compiled = self.finish(run)
            self.assertEqual(digest, self.right[run[1]],
                             f"a wrong result (seed {self.seed})")
            finished += 1
            found += compiled == 0
        # The servers were of use, and were lied about.
        self.assertGreater(found, 0, f"seed {self.seed}")
        self.assertGreater(sum(proxy.done for proxy in self.proxies), 0)
        print(f"{finished} programs, {found} without compiling, "
              f"{sum(proxy.done for proxy in self.proxies)} answers spoilt")


if __name__ == "__main__":
    unittest.main()
