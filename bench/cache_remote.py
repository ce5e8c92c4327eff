#!/usr/bin/env python3
"""What a remote cache costs and spares a cold start, against none, alternating.

Usage: bench/cache_remote.py [--tilewright PATH] [--rounds N] [PROGRAM.mlir]

Two HTTP servers on the loopback: one that has nothing and says so after 50 ms a request,
one that has everything, 5 ms away. Each start has a local directory of its own, new. Times
are from the start of the process to the first kernel (`start_ms` of the report); the best
ones tell most where the machine does other things meanwhile.
"""

import argparse
import asyncio
import json
import multiprocessing
import os
import pathlib
import statistics
import subprocess
import tempfile


class Connection(asyncio.Protocol):
    """HTTP/1.1 by hand: what a server takes of the processor is part of the measurement."""

    def __init__(self, delay, entries, keeps):
        self.delay, self.entries, self.keeps, self.bytes = delay, entries, keeps, b""

    def connection_made(self, transport):
        self.transport = transport

    def data_received(self, data):
        self.bytes += data
        while b"\r\n\r\n" in self.bytes:
            head, _, rest = self.bytes.partition(b"\r\n\r\n")
            length = 0
            for line in head.split(b"\r\n")[1:]:
                name, _, value = line.partition(b":")
                if name.lower() == b"content-length":
                    length = int(value)
            if len(rest) < length:
                return
            self.bytes = rest[length:]
            method, path, _ = head.split(b"\r\n")[0].split(b" ")
            if method == b"PUT":
                if self.keeps:
                    self.entries[path] = rest[:length]
                answer = b"HTTP/1.1 201 Created\r\nContent-Length: 0\r\n\r\n"
            elif path in self.entries:
                body = self.entries[path]
                answer = b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n%s" % (len(body), body)
            else:
                answer = b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n"
            asyncio.get_running_loop().call_later(self.delay, self.transport.write, answer)


def serve(delay, keeps, port):
    async def run():
        entries = {}
        server = await asyncio.get_running_loop().create_server(
            lambda: Connection(delay, entries, keeps), "127.0.0.1", 0)
        port.put(server.sockets[0].getsockname()[1])
        await server.serve_forever()

    asyncio.run(run())


def start_server(delay, keeps):
    """Its address. It ends with this process."""
    port = multiprocessing.Queue()
    multiprocessing.Process(target=serve, args=(delay, keeps, port), daemon=True).start()
    return f"http://127.0.0.1:{port.get()}/cache"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("program", nargs="?", default="examples/programs/gpt2_block.mlir")
    parser.add_argument("--tilewright", default="build/release/tilewright")
    parser.add_argument("--rounds", type=int, default=7)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="tilewright_remote_") as scratch:
        folder = pathlib.Path(scratch)
        key = folder / "key"
        key.touch(0o600)
        key.write_text("the key of this measurement\n")
        missing = start_server(0.050, keeps=False)
        full = start_server(0.005, keeps=True)
        count = 0

        def start(remote):
            """Milliseconds of a cold start."""
            nonlocal count
            count += 1
            kept = {name: value for name, value in os.environ.items()
                    if not name.startswith("TILEWRIGHT_")}
            kept |= {"TILEWRIGHT_CACHE_DIR": str(folder / f"local{count}"),
                     "TILEWRIGHT_CACHE_KEY_FILE": str(key)}
            if remote:
                kept["TILEWRIGHT_CACHE_REMOTE"] = remote
            done = subprocess.run([arguments.tilewright, "run", arguments.program,
                                   "--random-inputs", "--report=json"], env=kept, capture_output=True)
            assert done.returncode == 0, done.stderr.decode()
            assert remote or not done.stderr, done.stderr.decode()
            return json.loads(done.stdout)["start_ms"]

        start(f"rw:{full}")  # fills it
        rows = [("none", None), ("misses after 50 ms", f"ro:{missing}"),
                ("has everything, 5 ms away", f"ro:{full}")]
        times = {name: [] for name, _ in rows}
        for _ in range(arguments.rounds):
            for name, remote in rows:
                times[name].append(start(remote))
        medians = {name: statistics.median(values) for name, values in times.items()}
        print(f"{arguments.program}, {arguments.rounds} rounds, cold starts")
        for name, values in times.items():
            print(f"  {name:28} median {medians[name]:7.1f} ms, best {min(values):7.1f} ms, "
                  f"{medians[name] / medians['none']:.2f} and {min(values) / min(times['none']):.2f}"
                  " x none")


if __name__ == "__main__":
    main()
