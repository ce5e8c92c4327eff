#!/usr/bin/env python3
"""Programs whose remote caches are killed, slow and lying: results stay right.

Redis and nginx stand behind a proxy that cuts answers short, flips bits in them, holds
them back and gives one key's answer for another's; the servers are killed, stopped and
emptied meanwhile. Every program gives the right answer, and none gets stuck.

Usage: TILEWRIGHT=build/release/tilewright python3 tests/cli/remote_chaos_test.py
A few seconds; with TILEWRIGHT_SOAK ten minutes. TILEWRIGHT_SEED repeats a run's choices.
"""

import json
import os
import random
import shutil
import signal
import socket
import threading
import time
import unittest

import chaos
import servers

HOSTS = 4
TIMEOUTS = "connect=100,answer=300,total=1000,put=1000,close=300"


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


class RemoteChaos(chaos.ChaosTest):
    PROGRAMS = 3

    def setUp(self):
        super().setUp()
        self.key = self.folder / "key"
        self.key.touch(0o600)
        self.key.write_text("the key of these tests\n")
        self.runs = 0
        self.redis = servers.start_redis(self.folder)
        self.addCleanup(self.redis.kill)
        self.nginx = servers.start_nginx(self.folder / "nginx")
        self.addCleanup(self.nginx.kill)
        self.proxies = [Mischief(server, self.seed + i)
                        for i, server in enumerate((self.redis, self.nginx))]
        for proxy in self.proxies:
            self.addCleanup(proxy.listener.close)
        self.right = [self.finish(self.start(i, "off"))[0] for i in range(3)]
        self.assertEqual(len(set(self.right)), 3)

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
        process = self.start_command("run", self.programs[program], "--random-inputs",
                                     "--report=json", "--outputs", host / "out",
                                     **environment)
        return process, program, host

    def finish(self, run):
        """The answer's digest, and how many kernels were compiled for it."""
        process, _, host = run
        report = self.finish_command(process)
        digest = self.digest(host / "out")
        shutil.rmtree(host)
        return digest, json.loads(report)["kernels_compiled"]

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
        end = time.monotonic() + chaos.SECONDS
        running, finished, found = [], 0, 0

        def goes_on():
            now = time.monotonic()
            late = now < end + chaos.STUCK_SECONDS
            return now < end or (found == 0 or finished < 8) and late

        while goes_on() or running:
            while len(running) < HOSTS and goes_on():
                running.append(self.start(self.any_program()))
            if self.random.random() < 0.2:
                self.mistreat()
            run = running.pop(self.random.randrange(len(running)))
            digest, compiled = self.finish(run)
            self.assert_right(digest, program=run[1])
            finished += 1
            found += compiled == 0
        # The servers were of use, and were lied about.
        self.assertGreater(found, 0, f"seed {self.seed}")
        self.assertGreater(sum(proxy.done for proxy in self.proxies), 0)
        print(f"{finished} programs, {found} without compiling, "
              f"{sum(proxy.done for proxy in self.proxies)} answers spoilt")


if __name__ == "__main__":
    unittest.main()
