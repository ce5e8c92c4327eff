"""However a script with the device `tpu` ends, it does within a second, with the right code
and nothing on stderr that is not its own. TILEWRIGHT_SOAK=1 repeats each ending more often.

TILEWRIGHT_LIBRARY_DIR names a build with the device; PYTHONPATH has python and
python/torch."""

import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import textwrap
import time
import unittest

REPEATS = 40 if os.environ.get("TILEWRIGHT_SOAK") else 4
FIRST = "import torch, tilewright.torch, time, threading, os, signal, sys\n"


def run(text, **environment):
    return subprocess.run([sys.executable, "-c", FIRST + textwrap.dedent(text)],
                          env=os.environ | environment, capture_output=True, text=True,
                          timeout=120, check=False)


def waited(process):
    """Seconds for which its main thread was ready and had no processor."""
    try:
        return int(pathlib.Path(f"/proc/{process}/schedstat").read_text().split()[1]) / 1e9
    except (OSError, IndexError):  # it has ended, or the kernel does not say
        return None


def end(program):
    """Runs a program that prints when its ending begins. What it printed on stderr, its
    code, and seconds from there to its end, but for those in which other programs had the
    processors."""
    with subprocess.Popen([sys.executable, "-c", FIRST + program], stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, text=True) as child:
        samples = []
        while child.poll() is None and not (samples and samples[-1][0] > samples[0][0] + 120):
            if (sample := waited(child.pid)) is not None:
                samples.append((time.time(), sample))
            time.sleep(0.01)
        ended = time.time()
        child.kill()
        out, error = child.communicate()
    begun = float(out)
    before = [sample for when, sample in samples if when <= begun]
    others = samples[-1][1] - before[-1] if before else 0
    return error, child.returncode, ended - begun - others


# Prints when its last line is reached: what follows is the ending.
LAST = "\nsys.stdout.write(repr(time.time())); sys.stdout.flush()\n"


class EndingTest(unittest.TestCase):
    BACKWARD = """
        x = torch.randn(64, 64, device="tpu", requires_grad=True)
        (x @ x).relu().sum().backward()
        """
    # Seconds of work that is recorded in much less.
    LONG = """
        x = torch.randn(1500, 1500, device="tpu")
        y = torch.empty_like(x)
        x.sum().item()
        for _ in range(200):
            torch.mm(x, x, out=y)
        """

    @classmethod
    def setUpClass(cls):
        """What PyTorch's own ending takes."""
        cls.plain = max(end(LAST)[2] for _ in range(3))

    def ends(self, text, code=0, error="", repeats=REPEATS, ending="", seconds=1.0):
        """The text, then `ending`, which begins when the last line of the text has run."""
        program = textwrap.dedent(text) + LAST + textwrap.dedent(ending)
        for _ in range(repeats):
            said, returned, took = end(program)
            self.assertEqual(returned, code, said)
            self.assertRegex(said, rf"^{error}$" if not error else error)
            self.assertLess(took, 2 * self.plain + seconds)

    def test_after_a_backward(self):
        self.ends(self.BACKWARD, repeats=2 * REPEATS)

    def test_with_tensors_in_globals_and_gradients(self):
        self.ends(self.BACKWARD + """
        import builtins
        builtins.kept = [x, x.grad, x * 2]
        """)

    def test_by_exit(self):
        self.ends(self.BACKWARD, code=3, ending="sys.exit(3)")

    def test_by_an_exception(self):
        self.ends(self.BACKWARD, code=1, error="ValueError: mine",
                  ending="raise ValueError('mine')")

    def test_with_seconds_of_work_that_nobody_reads(self):
        self.ends(self.LONG)

    def test_by_a_signal_while_it_waits(self):
        # Where the tests run in the background, children are told to ignore it.
        self.ends("signal.signal(signal.SIGINT, signal.default_int_handler)\n"
                  + textwrap.dedent(self.LONG) + textwrap.dedent("""
                  def interrupt():
                      time.sleep(0.2)
                      sys.stdout.write(repr(time.time())); sys.stdout.flush()
                      os.kill(os.getpid(), signal.SIGINT)
                  threading.Thread(target=interrupt).start()
                  y.sum().item()
                  os._exit(9)  # it was not interrupted
                  """), code=-signal.SIGINT, error="KeyboardInterrupt",
                  repeats=2)

    def test_by_a_signal_while_it_records(self):
        self.ends("signal.signal(signal.SIGINT, signal.default_int_handler)\n"
                  + textwrap.dedent(self.LONG) + textwrap.dedent("""
                  def interrupt():
                      time.sleep(1)
                      sys.stdout.write(repr(time.time())); sys.stdout.flush()
                      os.kill(os.getpid(), signal.SIGINT)
                  threading.Thread(target=interrupt).start()
                  while True:
                      y = x @ x
                  """), code=-signal.SIGINT, error="KeyboardInterrupt", repeats=2)

    def test_while_daemon_threads_record(self):
        self.ends("""
        def forever():
            z = torch.ones(8, 8, device="tpu")
            while True:
                z = z * 0.5 + 1
        for _ in range(2):
            threading.Thread(target=forever, daemon=True).start()
        time.sleep(0.3)
        """)

    def test_while_a_daemon_thread_reads(self):
        self.ends("""
        def forever():
            z = torch.ones(8, 8, device="tpu")
            while True:
                (z * 2).sum().item()
        threading.Thread(target=forever, daemon=True).start()
        time.sleep(0.3)
        """)

    def test_while_a_daemon_thread_runs_backwards(self):
        self.ends("""
        def forever():
            z = torch.ones(8, 8, device="tpu", requires_grad=True)
            while True:
                (z @ z).sum().backward()
        threading.Thread(target=forever, daemon=True).start()
        time.sleep(0.3)
        """)

    def test_with_seconds_of_segments_that_nobody_reads(self):
        self.ends("""
        torch.tpu.set_eager_mode("fused")
        x = torch.randn(1500, 1500, device="tpu")
        y = torch.empty_like(x)
        def step():
            for _ in range(3):
                torch.mm(x, x, out=y)
                y.add_(1)
        for _ in range(6):
            step()
            torch.tpu.synchronize()
            while any(s["state"] == "compiling" for s in torch.tpu.report().segments):
                time.sleep(0.01)
        for _ in range(60):
            step()
        """, repeats=2)

    def test_with_workers_of_a_loader(self):
        self.ends("""
        data = torch.utils.data.TensorDataset(torch.arange(640.0))
        loader = torch.utils.data.DataLoader(data, 4, num_workers=2, pin_memory=True)
        batches = iter(loader)
        next(batches)[0].to("tpu").sum().item()
        # All that is asked for has come: PyTorch's thread that pins prints an error where
        # a worker ends while it takes a batch from it, on any device.
        while batches._data_queue.qsize() < batches._tasks_outstanding:
            time.sleep(0.01)
        """, repeats=2, seconds=6)  # workers that have batches left are given five

    def test_while_a_profile_goes_on(self):
        for program, code in (("torch.profiler.profile().start()", 0),
                              ("with torch.profiler.profile():\n  x[x.long() + 7]", 1)):
            done = run('x = torch.ones(3, device="tpu")\n' + program)
            self.assertEqual(done.returncode, code, done.stderr)

    def test_an_error_that_nobody_has_seen_is_printed(self):
        done = run("""
            x = torch.ones(3, device="tpu")
            index = torch.tensor([7], device="tpu")
            y = x[index]
            """)
        self.assertEqual(done.returncode, 0)
        self.assertRegex(done.stderr, r"^tilewright: .*index.*\(recorded at <string>:5\)\n$")


class BeginningTest(unittest.TestCase):

    def test_importing_starts_nothing(self):
        done = run("""
            before = len(os.listdir("/proc/self/task"))
            print(torch.tpu.is_initialized(), "codegen" in open("/proc/self/maps").read())
            torch.tpu.manual_seed(1)
            torch.tpu.get_device_properties()
            print(torch.tpu.is_initialized(), len(os.listdir("/proc/self/task")) - before)
            """)
        self.assertEqual(done.stdout, "False False\nFalse 0\n", done.stderr)

    def test_importing_torch_is_enough_where_the_package_is_installed(self):
        with tempfile.TemporaryDirectory() as folder:
            info = pathlib.Path(folder) / "tilewright_torch-0.1.0.dist-info"
            info.mkdir()
            (info / "METADATA").write_text("Name: tilewright-torch\nVersion: 0.1.0\n")
            (info / "entry_points.txt").write_text(
                "[torch.backends]\ntpu = tilewright.torch:_autoload\n")
            path = os.pathsep.join([os.environ.get("PYTHONPATH", ""), folder])
            done = subprocess.run(
                [sys.executable, "-c", "import torch; print(torch.ones(2).tpu().sum().item())"],
                env=os.environ | {"PYTHONPATH": path}, capture_output=True, text=True,
                timeout=120, check=False)
        self.assertEqual((done.stdout, done.stderr), ("2.0\n", ""))

    def test_another_pytorch_than_it_was_built_for_loads_nothing(self):
        with tempfile.TemporaryDirectory() as folder:
            os.mkdir(f"{folder}/torch")
            for file in pathlib.Path(os.environ["TILEWRIGHT_LIBRARY_DIR"]).glob("torch/*.so"):
                os.symlink(file, f"{folder}/torch/{file.name}")
            pathlib.Path(f"{folder}/torch/built_for.txt").write_text("2.12.0\n")
            done = run("", TILEWRIGHT_LIBRARY_DIR=folder)
        self.assertIn("it was built for PyTorch 2.12.0", done.stderr)


class ForkTest(unittest.TestCase):
    """`child` runs in a fork, whose exit code is the parent's."""

    def forks(self, before, child, code):
        done = run(textwrap.dedent(before) + textwrap.dedent("""
            child = os.fork()
            if child == 0:
                try:
            """) + textwrap.indent(textwrap.dedent(child), "        ") + textwrap.dedent("""
                except RuntimeError as error:
                    os._exit(7 if "spawn" in str(error) else 1)
                os._exit(2)
            raise SystemExit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
            """))
        self.assertEqual(done.returncode, code, done.stderr)

    USED = 'x = torch.ones(3, device="tpu"); x.sum().item()\n'

    def test_a_child_that_uses_the_device_is_told_to_spawn(self):
        self.forks(self.USED, 'torch.ones(3, device="tpu")', 7)
        self.forks(self.USED, "x + 1", 7)
        self.forks(self.USED, "x.cpu()", 7)
        self.forks(self.USED, "torch.tpu.synchronize()", 7)

    def test_a_child_of_a_busy_process_is_told_so_and_ends(self):
        self.forks("""
            torch.tpu.set_eager_mode("fused")
            x = torch.ones(3, device="tpu"); x.sum().item()
            y = torch.randn(700, 700, device="tpu")
            def work():
                for _ in range(8):
                    y.copy_((y @ y).tanh() @ y * 1e-3)
            for _ in range(6):
                work()
                torch.tpu.synchronize()
                while any(s["state"] == "compiling" for s in torch.tpu.report().segments):
                    time.sleep(0.01)
            for _ in range(20):
                work()
            """, """
            signal.alarm(20)
            str(torch.tpu.report()), str(torch.tpu.explain()), torch.tpu.counters()
            x.cpu()
            """, 7)

    def test_a_child_computes_forward_on_the_cpu(self):
        self.forks(self.USED, "os._exit(0 if torch.ones(3).sum().item() == 3 else 1)", 0)

    def test_a_child_may_be_the_first_to_use_the_device(self):
        self.forks("", 'os._exit(0 if torch.ones(3, device="tpu").sum() == 3 else 1)', 0)

    def test_spawned_processes_use_it(self):
        with tempfile.TemporaryDirectory() as folder:
            path = f"{folder}/spawned.py"
            pathlib.Path(path).write_text(textwrap.dedent("""
                import torch, tilewright.torch
                import torch.multiprocessing as mp
                def work(rank):
                    assert torch.ones(3, device="tpu").sum().item() == 3
                if __name__ == "__main__":
                    torch.ones(3, device="tpu").sum().item()
                    mp.spawn(work, nprocs=2)
                """))
            done = subprocess.run([sys.executable, path], capture_output=True, text=True,
                                  timeout=120, check=False)
        self.assertEqual((done.returncode, done.stderr), (0, ""))


if __name__ == "__main__":
    unittest.main()
