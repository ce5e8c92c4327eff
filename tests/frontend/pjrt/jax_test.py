#!/usr/bin/env python3
"""JAX on Tilewright's devices. Needs jax; without it nothing is run.

The plugin is that of the folder which TILEWRIGHT_LIBRARY_DIR names, or build/release.
"""

import gc
import os
import pathlib
import subprocess
import sys
import tempfile
import textwrap
import threading
import time
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[3]
LIBRARY = pathlib.Path(os.environ.get("TILEWRIGHT_LIBRARY_DIR", ROOT / "build/release"))
PLUGIN = LIBRARY / "libtilewright-pjrt.so"
os.environ["JAX_PLATFORMS"] = "tpu,cpu"
os.environ["PJRT_NAMES_AND_LIBRARY_PATHS"] = f"tpu:{PLUGIN}"
os.environ["TILEWRIGHT_DEVICES"] = "2"

try:
    import jax
    import jax.numpy as jnp
    import ml_dtypes
    import numpy as np
    from jax.experimental import io_callback
    from jax.experimental import serialize_executable
    from jax.experimental.layout import Format, Layout
except ImportError as error:
    print(f"skipped: {error}")
    print("Ran 0 tests")
    sys.exit(0)

ELEMENT_TYPES = [
    "bool", "int8", "int16", "int32", "uint8", "uint16", "uint32", "float16", "float32",
    "complex64", ml_dtypes.bfloat16, ml_dtypes.float8_e4m3fn, ml_dtypes.float8_e5m2,
    ml_dtypes.float8_e4m3b11fnuz, ml_dtypes.float8_e4m3fnuz, ml_dtypes.float8_e5m2fnuz,
    ml_dtypes.float8_e4m3, ml_dtypes.float8_e3m4, ml_dtypes.int4, ml_dtypes.uint4,
    ml_dtypes.int2, ml_dtypes.uint2]


def run_python(code, **environment):
    """Runs a program in a process of its own; its output, and how long it took."""
    started = time.monotonic()
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(code)], capture_output=True, text=True,
        env={**os.environ, **environment}, timeout=300, check=False)
    return done, time.monotonic() - started


class Devices(unittest.TestCase):
    def test_devices_are_tpus_of_the_chip(self):
        device = jax.devices()[1]
        self.assertEqual(device.platform, "tpu")
        self.assertEqual(device.device_kind, "TPU v5 lite")
        self.assertEqual(len(device.coords), 3)
        self.assertEqual(device.core_on_chip, 0)
        self.assertEqual(device.num_cores, 1)
        self.assertEqual(jax.device_count(), 2)

    def test_memories_are_the_devices_own_and_the_hosts(self):
        kinds = [memory.kind for memory in jax.devices()[0].addressable_memories()]
        self.assertEqual(kinds, ["device", "pinned_host", "unpinned_host"])
        self.assertEqual(jax.devices()[0].memory_stats()["bytes_limit"], 16 << 30)

    def test_memory_in_use_is_that_of_live_arrays(self):
        gc.collect()
        before = jax.devices()[0].memory_stats()["bytes_in_use"]
        array = jax.device_put(np.zeros(1 << 20, np.float32), jax.devices()[0])
        used = jax.devices()[0].memory_stats()["bytes_in_use"] - before
        del array
        self.assertEqual(used, 4 << 20)
        self.assertEqual(jax.devices()[0].memory_stats()["bytes_in_use"], before)


class Arrays(unittest.TestCase):
    def test_arrays_of_every_type_come_back_as_they_were(self):
        for dtype in ELEMENT_TYPES:
            for view in (lambda a: a, lambda a: a.T, lambda a: a[::-1, :, ::2]):
                with self.subTest(dtype=np.dtype(dtype).name):
                    sent = view((np.arange(24) % 2).reshape(2, 3, 4).astype(dtype))
                    back = np.asarray(jax.device_put(sent))
                    self.assertEqual(back.dtype, sent.dtype)
                    np.testing.assert_array_equal(back.astype("complex64"),
                                                  sent.astype("complex64"))

    def test_small_integers_take_the_low_bits_of_a_hosts_bytes(self):
        for dtype in (ml_dtypes.int4, ml_dtypes.uint4, ml_dtypes.int2, ml_dtypes.uint2):
            with self.subTest(dtype=np.dtype(dtype).name):
                sent = np.arange(256, dtype=np.uint8).view(dtype)
                np.testing.assert_array_equal(
                    np.asarray(jnp.asarray(sent).astype(jnp.int32)), sent.astype(np.int32))
                called = jax.jit(lambda: jax.pure_callback(
                    lambda: sent, jax.ShapeDtypeStruct(sent.shape, dtype)).astype("int32"))
                np.testing.assert_array_equal(called(), sent.astype(np.int32))

    def test_reading_an_array_copies_nothing_and_cannot_write(self):
        array = jnp.arange(4.0)
        read = np.asarray(array)
        self.assertEqual(read.ctypes.data, array.unsafe_buffer_pointer())
        self.assertFalse(read.flags.writeable)

    def test_what_was_read_stays_after_its_array_was_donated(self):
        array = jnp.arange(4.0)
        read = np.asarray(array)
        jax.jit(lambda x: x + 1, donate_argnums=0)(array)
        np.testing.assert_array_equal(read, [0, 1, 2, 3])

    def test_arrays_go_from_device_to_device_and_to_host_memory(self):
        array = jax.device_put(jnp.arange(3.0), jax.devices()[0])
        other = jax.device_put(array, jax.devices()[1])
        self.assertEqual(other.device, jax.devices()[1])
        host = jax.device_put(other, jax.sharding.SingleDeviceSharding(
            jax.devices()[1], memory_kind="pinned_host"))
        self.assertEqual(host.sharding.memory_kind, "pinned_host")
        np.testing.assert_array_equal(host, [0, 1, 2])

    def test_results_are_in_the_memory_that_is_asked_for(self):
        def memory(kind):
            return jax.sharding.SingleDeviceSharding(jax.devices()[0], memory_kind=kind)

        host = jax.jit(lambda x: x + 1, out_shardings=memory("pinned_host"))(jnp.ones(3))
        self.assertEqual(host.sharding.memory_kind, "pinned_host")
        device = jax.jit(lambda x: jax.device_put(x, memory("device")) * 2)(host)
        self.assertEqual(device.sharding.memory_kind, "device")
        np.testing.assert_array_equal(device, [4, 4, 4])

    def test_a_deleted_array_says_so(self):
        array = jnp.arange(3.0)
        array.delete()
        with self.assertRaisesRegex(RuntimeError, "deleted"):
            np.asarray(array)

    def test_a_donated_array_is_gone_and_its_memory_is_the_results(self):
        array = jnp.arange(4.0)
        where = array.unsafe_buffer_pointer()
        result = jax.jit(lambda x: x + 1, donate_argnums=0)(array)
        self.assertTrue(array.is_deleted())
        self.assertEqual(result.unsafe_buffer_pointer(), where)
        with self.assertRaisesRegex(RuntimeError, "deleted"):
            _ = array + 1

    def test_a_copy_that_must_not_alias_is_another_array(self):
        array = jnp.arange(4.0)
        copy = jax.device_put(array, may_alias=False)
        array.delete()
        np.testing.assert_array_equal(copy, [0, 1, 2, 3])

    def test_an_array_that_is_donated_and_read_in_one_call_is_an_error(self):
        array = jnp.arange(4.0)
        with self.assertRaisesRegex(Exception, "donate"):
            jax.jit(lambda x, y: x + y, donate_argnums=0)(array, array)


class Layouts(unittest.TestCase):
    def columns(self, rank=2, kind="device"):
        return Format(Layout(tuple(reversed(range(rank)))),
                      jax.sharding.SingleDeviceSharding(jax.devices()[0], memory_kind=kind))

    def test_arrays_keep_the_layout_that_they_are_put_in(self):
        for dtype in ELEMENT_TYPES:
            for shape in [(8, 3), (1, 3), (3, 1), (0, 4), (2, 3, 4)]:
                with self.subTest(dtype=np.dtype(dtype).name, shape=shape):
                    sent = (np.arange(np.prod(shape)) % 2).reshape(shape).astype(dtype)
                    wanted = self.columns(len(shape))
                    array = jax.device_put(sent, wanted)
                    self.assertEqual(array.format.layout.major_to_minor,
                                     wanted.layout.major_to_minor)
                    np.testing.assert_array_equal(np.asarray(array).astype("complex64"),
                                                  sent.astype("complex64"))

    def test_programs_compute_on_arrays_of_any_layout(self):
        matrix = np.arange(12.0, dtype=np.float32).reshape(3, 4)
        array = jax.device_put(matrix, self.columns())
        np.testing.assert_array_equal(array + 1, matrix + 1)
        np.testing.assert_array_equal(array.T, matrix.T)
        np.testing.assert_array_equal(jax.jit(lambda x: x.sum(0))(array), matrix.sum(0))
        host = jax.device_put(array, self.columns(kind="pinned_host"))
        np.testing.assert_array_equal(host, matrix)
        np.testing.assert_array_equal(
            jax.device_put(array, jax.devices("cpu")[0]), matrix)

    def test_results_lie_as_they_are_asked_for(self):
        matrix = np.arange(12.0, dtype=np.float32).reshape(3, 4)
        call = jax.jit(lambda x: x * 2, out_shardings=self.columns())
        result = call(matrix)
        self.assertEqual(result.format.layout.major_to_minor, (1, 0))
        np.testing.assert_array_equal(result, matrix * 2)
        compiled = call.lower(matrix).compile()
        self.assertEqual(compiled.output_formats.layout.major_to_minor, (1, 0))
        self.assertEqual(compiled.input_formats[0][0].layout.major_to_minor, (0, 1))

    def test_a_program_for_one_layout_refuses_another(self):
        matrix = np.arange(12.0, dtype=np.float32).reshape(3, 4)
        compiled = jax.jit(lambda x: x * 2, in_shardings=self.columns()).lower(
            jax.ShapeDtypeStruct(matrix.shape, matrix.dtype)).compile()
        np.testing.assert_array_equal(
            compiled(jax.device_put(matrix, self.columns())), matrix * 2)
        with self.assertRaisesRegex(ValueError, "layout"):
            compiled(jax.device_put(matrix, jax.devices()[0]))
        # What was put nowhere by name may be moved.
        np.testing.assert_array_equal(compiled(jax.device_put(matrix)), matrix * 2)


class Programs(unittest.TestCase):
    def test_flags_of_the_compiler_are_checked(self):
        lowered = jax.jit(lambda x: x + 1).lower(1.0)
        lowered.compile(compiler_options={
            "xla_embed_ir_in_executable": True, "xla_dump_max_hlo_modules": 200,
            "exec_time_optimization_effort": 0.0})
        for options, text in [({"invalid_key": "x"}, "No such compile option: 'invalid_key'"),
                              ({"xla_embed_ir_in_executable": "x"}, "not a valid bool")]:
            with self.assertRaisesRegex(jax.errors.JaxRuntimeError, text):
                lowered.compile(compiler_options=options)

    def test_programs_of_every_kind_can_be_read(self):
        key, square = jax.random.key(0), jnp.eye(3)
        for call, argument in [
                (lambda k: jax.random.normal(k, (3,)), key), (jnp.linalg.cholesky, square),
                (jax.lax.lgamma, square), (lambda x: jax.lax.top_k(x, 2), square),
                (lambda x: jax.pure_callback(np.sin, x, x), square),
                (lambda x: jax.debug.print("{}", x, ordered=True), square)]:
            compiled = jax.jit(call).lower(argument).compile()
            self.assertIsInstance(compiled.as_text(), str)

    def test_traces_have_the_runs_of_a_device(self):
        call = jax.jit(lambda x: x @ x)
        matrix = call(jnp.ones((64, 64)))
        with tempfile.TemporaryDirectory() as folder:
            with jax.profiler.trace(folder):
                for _ in range(3):
                    matrix = call(matrix)
                matrix.block_until_ready()
            path = next(pathlib.Path(folder).rglob("*.xplane.pb"))
            planes = jax.profiler.ProfileData.from_file(str(path)).planes
            events = [event for plane in planes if plane.name == "/device:TPU:0"
                      for line in plane.lines for event in line.events]
        self.assertEqual(len(events), 3)
        for event in events:
            self.assertIn("lambda", event.name)
            self.assertGreater(event.duration_ns, 0)

    def test_a_network_is_trained(self):
        def loss(weights, x, y):
            for matrix, bias in weights[:-1]:
                x = jnp.tanh(x @ matrix + bias)
            return jnp.mean((x @ weights[-1][0] + weights[-1][1] - y) ** 2)

        @jax.jit
        def step(weights, x, y):
            value, gradient = jax.value_and_grad(loss)(weights, x, y)
            return value, jax.tree.map(lambda w, g: w - 0.05 * g, weights, gradient)

        key = jax.random.key(0)
        sizes = [4, 32, 32, 1]
        weights = [(jax.random.normal(jax.random.fold_in(key, i), (a, b)) / a ** 0.5,
                    jnp.zeros(b)) for i, (a, b) in enumerate(zip(sizes, sizes[1:]))]
        x = jax.random.uniform(key, (64, 4))
        y = jnp.sum(x, axis=1, keepdims=True)
        first, weights = step(weights, x, y)
        for _ in range(200):
            last, weights = step(weights, x, y)
        self.assertLess(float(last), float(first) / 20)

    def test_transformations_of_jax_run(self):
        total, stacked = jax.lax.scan(lambda c, x: (c + x, c * x), 0.0, jnp.arange(5.0))
        self.assertEqual(float(total), 10)
        np.testing.assert_array_equal(stacked, [0, 0, 2, 9, 24])
        np.testing.assert_allclose(jax.grad(lambda x: (jnp.sin(x) ** 2).sum())(
            jnp.arange(3.0)), np.sin(2 * np.arange(3.0)), atol=1e-6)
        products = jax.vmap(lambda a, b: a @ b)(jnp.ones((2, 3, 4)), jnp.ones((2, 4, 5)))
        np.testing.assert_array_equal(products, np.full((2, 3, 5), 4))
        count, power = jax.lax.while_loop(
            lambda v: v[0] < 10, lambda v: (v[0] + 1, v[1] * 2), (0, 1.0))
        self.assertEqual((int(count), float(power)), (10, 1024))
        self.assertAlmostEqual(float(jax.lax.cond(True, jnp.sin, jnp.cos, 1.0)), 0.841471,
                               places=5)

    def test_more_than_two_thousand_arguments_are_handed_over(self):
        total = jax.jit(lambda *a: sum(a))(*[jnp.float32(1) for _ in range(2100)])
        self.assertEqual(float(total), 2100)

    def test_more_memory_than_the_chip_has_is_an_error_and_the_process_goes_on(self):
        with self.assertRaisesRegex(Exception, "RESOURCE_EXHAUSTED"):
            jax.jit(lambda x: jnp.ones((1 << 33,)) * x)(1.0).block_until_ready()
        self.assertEqual(float(jnp.float32(1) + 1), 2)

    def test_threads_dispatch_side_by_side(self):
        step = jax.jit(lambda x: x * 2 + 1)
        results = [None] * 4

        def work(index):
            x = jnp.full(8, float(index))
            for _ in range(100):
                x = step(x) % 1000
            results[index] = np.asarray(x)

        threads = [threading.Thread(target=work, args=(i,)) for i in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        for index, result in enumerate(results):
            expected = np.full(8, float(index), np.float32)
            for _ in range(100):
                expected = (expected * 2 + 1) % 1000
            np.testing.assert_array_equal(result, expected)

    def test_compiled_programs_tell_what_they_are(self):
        compiled = jax.jit(lambda x: x @ x).lower(jnp.ones((8, 8))).compile()
        self.assertEqual(compiled.cost_analysis()["flops"], 1024)
        self.assertEqual(compiled.memory_analysis().argument_size_in_bytes, 256)
        self.assertGreater(compiled.memory_analysis().generated_code_size_in_bytes, 0)
        self.assertIn("dot", compiled.as_text())
        self.assertEqual(compiled.output_formats.layout.major_to_minor, (0, 1))

    def test_a_serialized_program_is_loaded_again(self):
        compiled = jax.jit(lambda x: x * 3).lower(jnp.ones(3)).compile()
        loaded = serialize_executable.deserialize_and_load(
            *serialize_executable.serialize(compiled),
            execution_devices=jax.devices()[:1])
        np.testing.assert_array_equal(loaded(jnp.ones(3)), [3, 3, 3])

    def test_many_steps_take_no_more_memory_and_compile_nothing(self):
        step = jax.jit(lambda x: x * 0.5 + 1, donate_argnums=0)
        x = step(jnp.ones(1000))
        gc.collect()
        before = jax.devices()[0].memory_stats()["bytes_in_use"]
        for _ in range(2000):
            x = step(x)
        x.block_until_ready()
        self.assertEqual(jax.devices()[0].memory_stats()["bytes_in_use"], before)
        self.assertEqual(step._cache_size(), 1)


class Callbacks(unittest.TestCase):
    def test_pure_callbacks_compute_on_the_host(self):
        result = jax.ShapeDtypeStruct((3,), np.float32)
        call = jax.jit(lambda x: jax.pure_callback(np.sin, result, x) * 2)
        np.testing.assert_allclose(call(jnp.arange(3.0)), 2 * np.sin(np.arange(3.0)),
                                   rtol=1e-6)

    def test_ordered_effects_of_a_loop_happen_in_order(self):
        seen = []

        def body(i, total):
            io_callback(lambda i: seen.append(int(i)), None, i, ordered=True)
            return total + i

        for _ in range(2):
            total = jax.jit(lambda x: jax.lax.fori_loop(0, 5, body, x))(1)
        jax.effects_barrier()
        self.assertEqual(int(total), 11)
        self.assertEqual(seen, [0, 1, 2, 3, 4] * 2)

    def test_a_callbacks_exception_is_the_runs_error_and_the_device_goes_on(self):
        def fail(x):
            raise ValueError("a mistake of the host's")

        call = jax.jit(lambda x: jax.pure_callback(
            fail, jax.ShapeDtypeStruct((3,), np.float32), x))
        with self.assertRaisesRegex(Exception, "a mistake of the host's"):
            np.asarray(call(jnp.arange(3.0)))
        np.testing.assert_array_equal(jnp.arange(3.0) + 1, [1, 2, 3])

    def test_a_callback_may_compute_on_the_device_that_waits_for_it(self):
        def again(x):
            return np.asarray(jax.device_put(np.asarray(x), jax.devices()[0]) + 1)

        call = jax.jit(lambda x: jax.pure_callback(
            again, jax.ShapeDtypeStruct((3,), np.float32), x))
        np.testing.assert_array_equal(call(jnp.arange(3.0)), [1, 2, 3])

    def test_programs_that_differ_in_channels_alone_are_one_entry_of_the_cache(self):
        result = jax.ShapeDtypeStruct((3,), np.float32)
        texts = []
        for _ in range(2):
            call = jax.jit(lambda x: jax.pure_callback(np.cos, result, x) + 3)
            compiled = call.lower(jnp.arange(3.0)).compile()
            texts.append(compiled.runtime_executable().fingerprint)
        self.assertEqual(texts[0], texts[1])


class Processes(unittest.TestCase):
    def ending(self, last):
        """Seconds from the last line of a program to its end."""
        done, _ = run_python(f"""
            import jax, jax.numpy as jnp, time
            x = jnp.ones((300, 300))
            f = jax.jit(lambda x: x @ x / 300)
            for i in range(20): x = f(x)
            {last}
            print(time.time(), flush=True)
            """)
        ended = time.time()
        self.assertEqual(done.returncode, 0, done.stderr)
        return ended - float(done.stdout.split()[-1])

    def test_a_process_with_work_in_its_queue_ends_within_a_second(self):
        # What JAX's own ending takes, with what else the machine does.
        plain = max(self.ending("x.block_until_ready()") for _ in range(2))
        self.assertLess(self.ending(""), 2 * plain + 1)

    def test_a_forked_child_ends_and_its_parent_goes_on(self):
        done, _ = run_python("""
            import os, jax, jax.numpy as jnp
            f = jax.jit(lambda x: x + 1)
            x = f(jnp.ones(4)).block_until_ready()
            child = os.fork()
            if child == 0: os._exit(7)
            _, status = os.waitpid(child, 0)
            print(os.waitstatus_to_exitcode(status), f(x))
            """)
        self.assertIn("7 [3. 3. 3. 3.]", done.stdout, done.stderr)

    def package(self, folder):
        """A path on which the package is as if it were installed."""
        info = pathlib.Path(folder) / "tilewright-0.dist-info"
        info.mkdir()
        (info / "METADATA").write_text("Name: tilewright\nVersion: 0\n")
        (info / "entry_points.txt").write_text(
            "[jax_plugins]\ntilewright = tilewright.jax_plugin\n")
        return {"PYTHONPATH": f"{folder}:{ROOT / 'python'}",
                "TILEWRIGHT_LIBRARY_DIR": str(LIBRARY), "PJRT_NAMES_AND_LIBRARY_PATHS": ""}

    def test_the_package_makes_the_devices_jaxs_default(self):
        with tempfile.TemporaryDirectory() as folder:
            done, _ = run_python("import jax; print(jax.devices())", JAX_PLATFORMS="",
                                 **self.package(folder))
        self.assertIn("TpuDevice", done.stdout, done.stderr)

    def test_nothing_is_loaded_where_another_platform_is_wanted(self):
        with tempfile.TemporaryDirectory() as folder:
            done, _ = run_python(
                "import jax; print(jax.devices(), 'tilewright' in "
                "open('/proc/self/maps').read())", JAX_PLATFORMS="cpu",
                **self.package(folder))
        self.assertIn("[CpuDevice(id=0)] False", done.stdout, done.stderr)

    def test_chips_and_numerics_are_chosen_by_the_environment(self):
        code = "import jax; print(jax.devices(), jax.devices()[0].device_kind)"
        done, _ = run_python(code, TILEWRIGHT_CHIP="v6e", TILEWRIGHT_DEVICES="1")
        self.assertIn("TPU v6 lite", done.stdout, done.stderr)
        done, _ = run_python(code, TILEWRIGHT_CHIP="v99", JAX_PLATFORMS="tpu")
        self.assertIn("v99", done.stderr)
        done, _ = run_python(
            "import jax.numpy as jnp; print(float(jnp.float32(1.001) @ jnp.ones(()) "
            "if False else (jnp.full((1, 1), 1.001) @ jnp.ones((1, 1)))[0, 0]))",
            TILEWRIGHT_NUMERICS="ieee")
        self.assertAlmostEqual(float(done.stdout), 1.001, places=6)


if __name__ == "__main__":
    unittest.main()
