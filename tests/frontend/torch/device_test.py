"""The device `tpu` around its operations: what torch.tpu offers, precision, memory, files,
errors, counters.

TILEWRIGHT_LIBRARY_DIR names a build with the device; PYTHONPATH has python and
python/torch."""

import copy
import inspect
import io
import os
import pickle
import subprocess
import sys
import tempfile
import textwrap
import threading
import unittest
import warnings

import torch
import tilewright.torch  # pylint: disable=unused-import


def line():
    """Of the caller, as errors and counters tell it."""
    frame = inspect.currentframe().f_back
    return f"{frame.f_code.co_filename}:{frame.f_lineno}"


def script(text, autoload=True, **environment):
    """Runs a program in a process of its own."""
    first = "import torch, tilewright.torch\n" if autoload else ""
    return subprocess.run([sys.executable, "-c", first + textwrap.dedent(text)],
                          env=os.environ | environment, capture_output=True, text=True,
                          timeout=120, check=False)


class SurfaceTest(unittest.TestCase):

    def test_there_is_one_device(self):
        self.assertTrue(torch.tpu.is_available())
        self.assertEqual((torch.tpu.device_count(), torch.tpu.current_device()), (1, 0))
        torch.tpu.set_device(0)
        torch.tpu.set_device("tpu:0")
        for wrong in (1, "tpu:1", "cpu"):
            with self.assertRaises(ValueError):
                torch.tpu.set_device(wrong)
        with torch.tpu.device(0), torch.tpu.device("tpu"), torch.tpu.device(None):
            pass
        with torch.tpu.device_of(torch.ones(1)):
            pass
        with self.assertRaises(ValueError):
            torch.tpu.device(1)
        with self.assertRaisesRegex(RuntimeError, "ordinal"):
            torch.ones(1, device="tpu:1")

    def test_properties_are_the_chips(self):
        self.assertEqual(torch.tpu.get_device_properties(),
                         torch.tpu.get_device_properties("tpu:0"))
        properties = torch.tpu.get_device_properties()
        self.assertIn("v5e", torch.tpu.get_device_name())
        self.assertEqual(properties.total_memory, 16 << 30)
        self.assertEqual(properties.multi_processor_count, 1)
        self.assertEqual(torch.tpu.get_compute_capability(), "")
        self.assertTrue(torch.tpu.is_bf16_supported())
        self.assertEqual(len(torch.tpu.get_amp_supported_dtype()), 20)
        self.assertTrue(torch.backends.tpu.is_available())

    def test_accelerator_is_whole(self):
        accelerator = torch.accelerator
        self.assertEqual(accelerator.current_accelerator(), torch.device("tpu"))
        self.assertEqual(accelerator.device_count(), 1)
        self.assertEqual(accelerator.current_device_index(), 0)
        accelerator.set_device_index(0)
        with accelerator.device_index(0):
            pass
        stream = accelerator.current_stream()
        accelerator.set_stream(stream)
        accelerator.synchronize()
        accelerator.empty_cache()
        accelerator.empty_host_cache()
        accelerator.reset_peak_memory_stats()
        accelerator.reset_accumulated_memory_stats()
        self.assertGreaterEqual(accelerator.max_memory_reserved(),
                                accelerator.memory_reserved())
        self.assertLessEqual(*accelerator.get_memory_info())
        types = accelerator.get_device_capability()["supported_dtypes"]
        self.assertEqual(types, set(torch.tpu.get_amp_supported_dtype()))

    def test_streams_and_events_have_times(self):
        before, after = torch.tpu.Event(enable_timing=True), torch.tpu.Event(enable_timing=True)
        x = torch.randn(300, 300, device="tpu")
        before.record()
        for _ in range(5):
            x = x @ x
        after.record()
        while not after.query():
            pass
        self.assertGreater(before.elapsed_time(after), 0)
        self.assertLess(after.elapsed_time(before), 0)
        stream = torch.tpu.Stream()
        with torch.tpu.stream(stream):
            self.assertEqual(torch.tpu.current_stream(), stream)
        self.assertEqual(torch.tpu.current_stream(), torch.tpu.default_stream())
        with torch.tpu.stream(None):
            pass
        self.assertIsInstance(after, torch.tpu.Event)
        stream.wait_event(after)
        stream.wait_stream(torch.tpu.default_stream())
        stream.synchronize()
        self.assertTrue(stream.query())
        plain = torch.tpu.Event()
        plain.record()
        with self.assertRaisesRegex((RuntimeError, ValueError), "timing"):
            plain.elapsed_time(after)

    def test_random_state_is_16_bytes_and_comes_back(self):
        torch.tpu.manual_seed(7)
        self.assertEqual(torch.tpu.initial_seed(), 7)
        state = torch.tpu.get_rng_state()
        self.assertEqual((state.dtype, state.shape, state.device.type),
                         (torch.uint8, (16,), "cpu"))
        first = torch.randn(4, device="tpu")
        torch.tpu.set_rng_state(state)
        torch.testing.assert_close(torch.randn(4, device="tpu"), first, rtol=0, atol=0)
        with torch.random.fork_rng(device_type="tpu"):
            torch.rand(3, device="tpu")
        own = torch.Generator("tpu").manual_seed(7)
        torch.testing.assert_close(torch.randn(4, device="tpu", generator=own), first,
                                   rtol=0, atol=0)
        torch.manual_seed(7)
        torch.testing.assert_close(torch.randn(4, device="tpu"), first, rtol=0, atol=0)
        self.assertIsInstance(torch.tpu.seed(), int)
        self.assertEqual(len(torch.tpu.default_generators), 1)

    def test_torch_tpu_is_ours_where_it_is_absent(self):
        from torch_tpu import api
        from torch_tpu._internal import execution_mode as em
        from torch_tpu._internal import sync
        import torch_tpu._internal.precision as precision
        self.assertEqual(api.tpu_device(), torch.device("tpu:0"))
        self.assertIs(em.EagerMode, torch.tpu.EagerMode)
        self.assertIs(em.eager_mode, torch.tpu.eager_mode)
        self.assertFalse(em.enable_cpu_fallback)
        self.assertIs(precision.Precision, torch.tpu.Precision)
        x = torch.ones(3, device="tpu") * 2
        sync.synchronize(x, wait=True)
        self.assertTrue(sync.is_materialized(x))
        with self.assertRaisesRegex(ImportError, "Pallas are not in tilewright yet"):
            import torch_tpu._internal.pallas
        with self.assertRaises(ModuleNotFoundError):
            import torch_tpu.nothing_of_that_name
        from torch_tpu._internal.compile import TpuBackend
        compiled = torch.compile(lambda x: (x + 1).sin(), backend=TpuBackend(debug=True))
        self.assertTrue(torch.equal(compiled(x), (x + 1).sin()))

    def test_another_backend_keeps_its_place(self):
        done = script("""
            import torch
            torch.utils.rename_privateuse1_backend("other")
            import tilewright.torch  # pylint: disable=unused-import
            print(hasattr(torch, "tpu"), tilewright.torch.registered)
            """, autoload=False)
        self.assertEqual(done.stdout, "False False\n")
        self.assertRegex(done.stderr, r"^tilewright: the device other is there, .*\n$")

    def test_googles_package_keeps_its_place(self):
        with tempfile.TemporaryDirectory() as folder:
            os.mkdir(f"{folder}/torch_tpu")
            open(f"{folder}/torch_tpu/__init__.py", "w", encoding="utf-8").close()
            done = script("""
                import torch, tilewright.torch
                print(hasattr(torch, "tpu"))
                """, autoload=False,
                          PYTHONPATH=os.pathsep.join([folder, os.environ["PYTHONPATH"]]))
        self.assertEqual(done.stdout, "False\n")
        self.assertRegex(done.stderr, r"^tilewright: the package torch_tpu .*\n$")

    def test_dynamo_finds_the_device_though_it_has_looked_before(self):
        done = script("""
            import torch
            from torch.utils._pallas import has_torch_tpu
            before = has_torch_tpu()
            import tilewright.torch  # pylint: disable=unused-import
            print(before, has_torch_tpu())
            from torch._dynamo.device_interface import get_interface_for_device
            print(get_interface_for_device("tpu").is_available())
            """, autoload=False)
        self.assertEqual(done.stdout, "False True\nTrue\n", done.stderr)

    def test_what_is_not_there_says_so(self):
        with self.assertRaisesRegex(NotImplementedError, "process groups on tpu"):
            torch.distributed.init_process_group("tpu_dist")
        with self.assertRaisesRegex(NotImplementedError, "process groups on tpu"):
            torch.tpu.topology_aware_mesh()
        with self.assertRaisesRegex(AttributeError, "kernels in Pallas are not in tilewright"):
            _ = torch.tpu.pallas


class ModeTest(unittest.TestCase):

    def tearDown(self):
        torch.tpu.set_eager_mode(torch.tpu.EagerMode.STRICT)

    def test_a_mode_is_set_at_once_or_for_a_block(self):
        mode = torch.tpu.EagerMode
        self.assertIs(torch.tpu.eager_mode, mode.DEFER_NEVER)
        self.assertIs(mode.STRICT, mode.DEFER_NEVER)
        self.assertIs(mode.DEBUG, mode.DEFER_NEVER_AND_LAUNCH_BLOCKING)
        for fused in ("FUSED", "DEFER_AND_FUSE_WITH_O1", "INTERNAL_DEFER_ALL"):
            self.assertIs(mode[fused], mode.DEFER_AND_FUSE)
        torch.tpu.eager_mode = mode.DEBUG
        self.assertIs(torch.tpu.get_eager_mode(), mode.DEBUG)
        torch.tpu.set_eager_mode("strict")
        self.assertIs(torch.tpu.eager_mode, mode.STRICT)
        with torch.tpu.set_eager_mode(mode.DEBUG):
            self.assertIs(torch.tpu.eager_mode, mode.DEBUG)
        self.assertIs(torch.tpu.eager_mode, mode.STRICT)
        block = torch.tpu.eager_mode(mode.DEBUG)
        self.assertIs(torch.tpu.eager_mode, mode.STRICT)
        with block:
            self.assertIs(torch.tpu.eager_mode, mode.DEBUG)
        self.assertIs(torch.tpu.eager_mode, mode.STRICT)
        with self.assertRaises(ValueError):
            torch.tpu.set_eager_mode("sometimes")

    def test_the_environment_chooses_the_first(self):
        for name, mode in (("TORCH_TPU_DEFER_AND_FUSE", "DEFER_AND_FUSE"),
                           ("TPU_DEFER_AND_FUSE", "DEFER_AND_FUSE"),
                           ("TPU_LAUNCH_BLOCKING", "DEFER_NEVER_AND_LAUNCH_BLOCKING")):
            done = script("print(torch.tpu.eager_mode.name)", **{name: "1"})
            self.assertEqual(done.stdout, mode + "\n", done.stderr)

    def test_excess_precision_is_a_choice(self):
        self.assertFalse(torch.tpu.allow_excess_precision)
        torch.backends.tpu.allow_excess_precision = True
        self.assertTrue(torch.tpu.allow_excess_precision)
        torch.tpu.allow_excess_precision = False
        with self.assertRaises(TypeError):
            torch.tpu.allow_excess_precision = "yes"


class PrecisionTest(unittest.TestCase):

    def setUp(self):
        torch.manual_seed(0)
        self.a, self.b = torch.randn(64, 64), torch.randn(64, 64)
        self.exact = self.a.double() @ self.b.double()

    def tearDown(self):
        torch.set_float32_matmul_precision("medium")

    def error(self, product=None):
        if product is None:
            product = self.a.to("tpu") @ self.b.to("tpu")
        return (product.cpu().double() - self.exact).abs().max().item()

    def test_unset_is_one_pass_and_reads_medium(self):
        done = script("""
            cpu = torch._C._get_float32_matmul_precision()
            print(torch.get_float32_matmul_precision(), cpu, torch.backends.fp32_precision)
            """)
        self.assertEqual(done.stdout, "medium highest none\n", done.stderr)

    def test_passes_are_chosen_by_each_of_pytorchs_settings(self):
        medium = self.error()
        self.assertGreater(medium, 1e-3)
        torch.set_float32_matmul_precision("highest")
        self.assertEqual(torch._C._get_float32_matmul_precision(), "highest")
        self.assertLess(self.error(), 1e-4)
        for name, legacy in (("tf32", "high"), ("ieee", "highest"), ("bf16", "medium"),
                             ("none", "medium")):
            torch.backends.fp32_precision = name
            self.assertEqual(torch.get_float32_matmul_precision(), legacy)
            self.assertEqual(torch.backends.fp32_precision, name)
        self.assertEqual(self.error(), medium)
        with warnings.catch_warnings(record=True):
            torch.set_float32_matmul_precision("lowest")
        self.assertEqual(torch.get_float32_matmul_precision(), "medium")

    def test_a_block_chooses_for_what_is_in_it(self):
        medium = self.error()
        with torch.tpu.precision("highest"):
            self.assertLess(self.error(), 1e-4)
            with torch.tpu.precision(torch.tpu.Precision.HIGH):
                self.assertLess(self.error(), medium / 10)
                self.assertEqual(torch.tpu.current_precision(), "high")
            self.assertEqual(torch.tpu.current_precision(), "highest")
        self.assertEqual(self.error(), medium)
        with self.assertRaises(ValueError):
            torch.tpu.precision("lowest")

    def gradient(self, inside):
        a = self.a.to("tpu").requires_grad_()
        with torch.tpu.precision("highest"):
            loss = (a @ self.b.to("tpu")).sum()
            if inside:
                loss.backward()
        if not inside:
            loss.backward()
        exact = torch.ones(64, 64).double() @ self.b.double().T
        return (a.grad.cpu().double() - exact).abs().max().item()

    def test_a_gradient_has_the_forwards_precision(self):
        self.assertLess(self.gradient(inside=True), 1e-4)
        self.assertLess(self.gradient(inside=False), 1e-4)
        self.assertEqual(torch.tpu.current_precision(), "medium")

    def test_a_thread_has_its_own_block(self):
        seen = []
        with torch.tpu.precision("highest"):
            other = threading.Thread(
                target=lambda: seen.append(torch.tpu.current_precision()))
            other.start()
            other.join()
        self.assertEqual(seen, ["medium"])


class ProgressTest(unittest.TestCase):
    # A sort is compiled for its size.
    LONG = """
        x = torch.ones(400, device="tpu")
        for length in range(2, 400):
            x[:length].sort()
        torch.tpu.synchronize()
        """

    def test_a_long_first_step_says_so_once_where_it_may(self):
        for wanted, lines in (("1", 1), ("0", 0), ("", 0)):
            done = script(self.LONG, TILEWRIGHT_CACHE="off", TILEWRIGHT_PROGRESS=wanted)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertEqual(done.stderr.count("tilewright: compiling"), lines, wanted)
            self.assertEqual(done.stderr.count("\n"), lines)


class MemoryTest(unittest.TestCase):

    def test_allocated_counts_what_the_program_holds(self):
        torch.tpu.synchronize()
        before = torch.tpu.memory_allocated()
        x = torch.empty(1 << 20, device="tpu")
        view = x[10:]
        self.assertEqual(torch.tpu.memory_allocated() - before, 4 << 20)
        self.assertGreaterEqual(torch.tpu.memory_reserved(), torch.tpu.memory_allocated())
        del x
        self.assertEqual(torch.tpu.memory_allocated() - before, 4 << 20)
        del view
        self.assertEqual(torch.tpu.memory_allocated(), before)
        torch.tpu.reset_peak_memory_stats()
        self.assertEqual(torch.tpu.max_memory_allocated(), before)
        stats = torch.tpu.memory_stats()
        self.assertEqual(stats["allocated_bytes.all.current"], before)
        free, total = torch.tpu.mem_get_info()
        self.assertLess(free, total + 1)
        torch.tpu.empty_cache()

    def test_too_much_names_the_largest_tensors(self):
        held = torch.empty(3 << 20, device="tpu"); where = line()  # pylint: disable=multiple-statements
        with self.assertRaisesRegex(torch.OutOfMemoryError, " out of memory\\.") as caught:
            torch.empty(1 << 40, dtype=torch.uint8, device="tpu")
        self.assertIn(f"12.0 MiB, {where}", str(caught.exception))
        self.assertEqual(torch.ones(3, device="tpu").sum().item(), 3)
        del held


class ErrorTest(unittest.TestCase):

    def test_devices_are_not_mixed(self):
        x, y = torch.ones(3, device="tpu"), torch.ones(3)
        for wrong in (lambda: x + y, lambda: torch.cat([x, y]), lambda: y.add_(x),
                      lambda: torch.nn.functional.linear(x, torch.ones(2, 3)),
                      lambda: x.copy_(torch.ones(3, device="meta"))):
            with self.assertRaises((RuntimeError, NotImplementedError)):
                wrong()
        with self.assertRaisesRegex(TypeError, "convert tpu:0 device type tensor to numpy"):
            x.numpy()

    def test_the_cpu_takes_what_is_not_lowered_where_it_may(self):
        # An operation of the test's own: every one of PyTorch's may be lowered some day.
        with torch.library._scoped_library("only_on_cpu", "DEF") as library:
            library.define("doubled(Tensor x) -> Tensor")
            library.impl("doubled", lambda x: x + x, "CPU")
            doubled = torch.ops.only_on_cpu.doubled
            x = torch.tensor([[2.0, 1.0], [1.0, 3.0]], device="tpu")
            with self.assertRaisesRegex(NotImplementedError,
                                        "only_on_cpu::doubled.*enable_cpu_fallback"):
                doubled(x)
            torch.tpu.reset_counters()
            with torch.tpu.cpu_fallback_mode(True):
                values = doubled(x)
            self.assertEqual(values.device.type, "tpu")
            self.assertEqual(values.tolist(), [[4.0, 2.0], [2.0, 6.0]])
            self.assertEqual(sum(torch.tpu.counters()["fallbacks"].values()), 1)
            self.assertFalse(torch.tpu.enable_cpu_fallback)
            with self.assertRaises(NotImplementedError):
                doubled(x)


class BackwardTest(unittest.TestCase):

    def test_a_backward_runs_on_the_thread_that_asks_for_it(self):
        def threads_of_backward():
            x = torch.ones(4, device="tpu", requires_grad=True)
            found = []
            y = x * 2
            y.register_hook(lambda g: found.append(threading.get_ident()))
            y.sum().backward()
            self.assertEqual(x.grad.tolist(), [2.0] * 4)
            return found
        self.assertEqual(threads_of_backward(), [threading.get_ident()])
        other = []
        thread = threading.Thread(
            target=lambda: other.append(threads_of_backward() == [threading.get_ident()]))
        thread.start()
        thread.join()
        self.assertEqual(other, [True])
        with torch.autograd.set_multithreading_enabled(True):
            self.assertNotEqual(threads_of_backward(), [threading.get_ident()])


class CounterTest(unittest.TestCase):

    def test_syncs_are_by_cause_and_line(self):
        x = torch.ones(3, device="tpu")
        torch.tpu.reset_counters()
        x.sum().item(); item = line()  # pylint: disable=multiple-statements
        for _ in range(2):
            x.cpu(); copy_line = line()  # pylint: disable=multiple-statements
        torch.tpu.synchronize(); wait = line()  # pylint: disable=multiple-statements
        self.assertEqual(torch.tpu.counters()["syncs"],
                         {f"item, {item}": 1, f"copy to the host, {copy_line}": 2,
                          f"synchronize, {wait}": 1})
        torch.tpu.reset_counters()
        self.assertEqual(torch.tpu.counters()["syncs"], {})

    def test_a_line_is_the_programs_and_not_pytorchs(self):
        model = torch.nn.Sequential(torch.nn.Linear(3, 3)).to("tpu")
        torch.tpu.reset_counters()
        repr(model(torch.ones(1, 3, device="tpu"))); where = line()  # pylint: disable=multiple-statements
        for key in torch.tpu.counters()["syncs"]:
            self.assertTrue(key.endswith(where), key)

    def test_what_compiles_and_waits_is_explained(self):
        torch.tpu.synchronize()
        torch.tpu.reset_counters()
        self.assertEqual(str(torch.tpu.explain()), "compiled: nothing\nwaited: nothing\n"
                         "on the CPU: nothing\ncompiled again by torch.compile: nothing\n"
                         "operation by operation: nothing")
        x = torch.ones(5, 6, 7, dtype=torch.int16, device="tpu")
        y = x.bitwise_left_shift(x); where = line()  # pylint: disable=multiple-statements
        y.sum().item(); read = line()  # pylint: disable=multiple-statements
        explained = torch.tpu.explain()
        made = [c for c in explained.compiled if c["line"] == where]
        if torch.tpu.counters()["cache_hits"] == 0:
            self.assertEqual([(c["cause"], c["count"]) for c in made],
                             [("its class is new", 1)])
            self.assertIn(f"{made[0]['code']}, {where}: its class is new", str(explained))
        self.assertTrue(all(read in wait for wait in explained.waits))

    def test_caches_are_counted_by_torch_tpus_names(self):
        torch.ones(5, device="tpu").cos().cpu()
        stats = torch.tpu._get_cache_stats()
        self.assertEqual(stats.num_cache_reqs, torch.tpu._get_cache_requests())
        self.assertEqual(stats.num_cache_hits, torch.tpu._get_cache_hits())
        self.assertEqual(torch.tpu._get_cache_requests(),
                         torch.tpu._get_cache_hits() + torch.tpu._get_cache_misses())


class ObjectTest(unittest.TestCase):

    def setUp(self):
        self.x = torch.arange(12.0).reshape(3, 4)

    def assert_same(self, got, device="tpu"):
        self.assertEqual(got.device.type, device)
        torch.testing.assert_close(got.cpu(), self.x, rtol=0, atol=0)

    def test_files_go_between_devices(self):
        with tempfile.TemporaryDirectory() as folder:
            for origin in ("cpu", "tpu"):
                path = f"{folder}/{origin}.pt"
                torch.save({"x": self.x.to(origin), "t": self.x.to(origin).t()}, path)
                for options in ({"weights_only": True}, {"weights_only": False},
                                {"mmap": True}):
                    for wanted in ("cpu", "tpu", torch.device("tpu:0")):
                        loaded = torch.load(path, map_location=wanted, **options)
                        self.assert_same(loaded["x"], torch.device(wanted).type)
                        self.assert_same(loaded["t"].t(), torch.device(wanted).type)
                self.assert_same(torch.load(path)["x"], origin)
                by_function = torch.load(path, map_location=lambda storage, _: storage.tpu())
                self.assert_same(by_function["x"])

    def test_views_that_are_saved_together_stay_views(self):
        x = self.x.to("tpu")
        file = io.BytesIO()
        torch.save([x, x[1]], file)
        file.seek(0)
        whole, row = torch.load(file)
        row.zero_()
        self.assertEqual(whole[1].sum().item(), 0)

    def test_state_goes_to_a_module_and_back(self):
        model = torch.nn.Linear(4, 3).to("tpu")
        file = io.BytesIO()
        torch.save(model.state_dict(), file)
        file.seek(0)
        other = torch.nn.Linear(4, 3, device="tpu")
        other.load_state_dict(torch.load(file, map_location="tpu"))
        torch.testing.assert_close(other.weight, model.weight)

    def test_copies_and_pickles(self):
        x = self.x.to("tpu")
        self.assert_same(copy.deepcopy(x))
        self.assert_same(pickle.loads(pickle.dumps(x)))
        model = copy.deepcopy(torch.nn.Linear(2, 2).to("tpu"))
        self.assertEqual(model.weight.device.type, "tpu")
        parameter = pickle.loads(pickle.dumps(model.weight))
        torch.testing.assert_close(parameter, model.weight)

    def test_methods_of_the_name(self):
        x = self.x.tpu()
        self.assert_same(x)
        self.assertTrue(x.is_tpu)
        self.assertFalse(self.x.is_tpu)
        self.assertEqual(torch.nn.Linear(2, 2).tpu().weight.device.type, "tpu")
        self.assertEqual(x.untyped_storage().device.type, "tpu")

    def test_dlpack_shares_the_memory(self):
        x = torch.arange(4.0, device="tpu") * 2
        y = torch.from_dlpack(x)
        y.add_(1)
        self.assertEqual((y.device.type, x.tolist()), ("tpu", [1, 3, 5, 7]))
        self.assertEqual(torch.from_dlpack(x[1:], device="cpu").tolist(), [3, 5, 7])

    def test_meta_modules_are_made_empty(self):
        with torch.device("meta"):
            model = torch.nn.Sequential(torch.nn.Linear(4, 3), torch.nn.BatchNorm1d(3))
        model = model.to_empty(device="tpu")
        self.assertEqual({t.device.type for t in model.state_dict().values()}, {"tpu"})
        for parameter in model.parameters():
            torch.nn.init.ones_(parameter)
        self.assertEqual(model[0].weight.sum().item(), 12)

    def test_default_device(self):
        torch.set_default_device("tpu")
        try:
            self.assertEqual(torch.ones(2).device.type, "tpu")
            self.assertEqual(torch.nn.Linear(2, 2).weight.device.type, "tpu")
        finally:
            torch.set_default_device(None)
        with torch.device("tpu"):
            self.assertEqual(torch.zeros(2).device.type, "tpu")

    def test_pinned_memory(self):
        x = self.x.pin_memory()
        self.assertTrue(x.is_pinned())
        self.assertTrue(x[1:].is_pinned())
        self.assertFalse(self.x.is_pinned())
        self.assert_same(x.to("tpu", non_blocking=True))
        self.assertTrue(torch.empty(3, pin_memory=True).is_pinned())

    def test_loaders_bring_batches(self):
        data = torch.utils.data.TensorDataset(torch.arange(64.0).reshape(16, 4))
        torch.ones(1, device="tpu").item()  # the parent uses the device
        for workers in (0, 2):
            loader = torch.utils.data.DataLoader(data, batch_size=4, num_workers=workers,
                                                 pin_memory=True)
            total = sum(batch.to("tpu", non_blocking=True).sum() for batch, in loader)
            self.assertEqual(total.item(), 64 * 63 / 2)

    def test_the_source_of_a_copy_may_change_at_once(self):
        for _ in range(20):
            host = torch.ones(1000)
            x = torch.zeros(1000, device="tpu") + 1
            x.copy_(host, non_blocking=True)
            host.zero_()
            self.assertEqual(x.sum().item(), 1000)

    def test_grad_scaler_steps_and_skips(self):
        model = torch.nn.Linear(3, 1).to("tpu")
        optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
        scaler = torch.amp.GradScaler("tpu", init_scale=8.0)
        before = model.weight.detach().clone()
        scaler.scale(model(torch.ones(2, 3, device="tpu")).sum()).backward()
        scaler.step(optimizer)
        scaler.update()
        torch.testing.assert_close(model.weight.detach(), before - 0.2, rtol=1e-5, atol=1e-5)
        after = model.weight.detach().clone()
        scaler.scale(model(torch.full((2, 3), float("inf"), device="tpu")).sum()).backward()
        scaler.step(optimizer)
        scaler.update()
        torch.testing.assert_close(model.weight.detach(), after, rtol=0, atol=0)
        self.assertEqual(scaler.get_scale(), 4.0)


if __name__ == "__main__":
    unittest.main()
