"""Peers: processes that measure on request, so that they can alternate.

Requests and answers are JSON objects, one a line, on a pipe. bench/runner.cc and
the scripts in bench/workers/ answer: hello, load, run, unload (see runner.cc).
"""

import json
import os
import select
import subprocess
import sys
import time
from typing import Any, Callable

Reply = dict[str, Any]


class PeerError(Exception):
    """The peer answered with an error, died, or did not answer in time."""


class Peer:
    """One process that answers requests; starts again after it died."""

    def __init__(self, name: str, command: list[str], environment: dict[str, str] | None = None,
                 log: str = os.devnull):
        self.name = name
        self._command = command
        self._environment = {**os.environ, **(environment or {})}
        self._log = log
        self._process: subprocess.Popen | None = None
        self._pending = b""

    def ask(self, what: str, timeout: float = 300, **fields: Any) -> Reply:
        """The answer to a request. PeerError says why there is none."""
        self._start()
        line = json.dumps({"do": what, **fields}) + "\n"
        try:
            self._process.stdin.write(line.encode())
            self._process.stdin.flush()
        except BrokenPipeError:
            self.stop()
            raise PeerError(f"{self.name} died") from None
        reply = json.loads(self._read_line(timeout))
        if "error" in reply:
            raise PeerError(reply["error"])
        return reply

    def stop(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process.stdin.close()
            self._process.stdout.close()
            self._process = None

    def __enter__(self) -> "Peer":
        return self

    def __exit__(self, *_: Any) -> None:
        self.stop()

    def _start(self) -> None:
        if self._process is not None and self._process.poll() is None:
            return
        self.stop()
        self._pending = b""
        with open(self._log, "ab") as log:
            self._process = subprocess.Popen(
                self._command, env=self._environment, stdin=subprocess.PIPE,
                stdout=subprocess.PIPE, stderr=log, bufsize=0)

    def _read_line(self, timeout: float) -> bytes:
        deadline = time.monotonic() + timeout
        pipe = self._process.stdout
        while b"\n" not in self._pending:
            left = max(0.0, deadline - time.monotonic())
            if not select.select([pipe], [], [], left)[0]:
                self.stop()
                raise PeerError(f"{self.name}: no answer in {timeout:.0f} s")
            piece = pipe.read(1 << 16)
            if not piece:
                self.stop()
                raise PeerError(f"{self.name} died")
            self._pending += piece
        line, self._pending = self._pending.split(b"\n", 1)
        return line


def serve(answer: dict[str, Callable[..., Reply]]) -> None:
    """Answers requests on standard input until it ends.

    What libraries print to standard output goes to standard error.
    """
    replies = os.fdopen(os.dup(1), "w", buffering=1)
    os.dup2(2, 1)
    for line in sys.stdin:
        request = json.loads(line)
        what = request.pop("do")
        try:
            reply = answer[what](**request)
        except Exception as error:  # whatever it is, it is the peer's answer
            text = str(error).strip() or type(error).__name__
            reply = {"error": text.splitlines()[0][:200]}
        replies.write(json.dumps(reply) + "\n")


def timed_runs(run: Callable[[], Any], seconds: float, least: int) -> Reply:
    """Times of single runs, in ms, after one that warms up."""
    run()
    times = []
    start = time.perf_counter()
    while len(times) < least or time.perf_counter() - start < seconds:
        begin = time.perf_counter()
        run()
        times.append(1e3 * (time.perf_counter() - begin))
    return {"ms": times}
