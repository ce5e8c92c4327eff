"""What `import torch` costs where the device is installed: it prints nothing, starts no
thread, maps no code generator, and takes less than 100 ms more than without the device."""

import os
import subprocess
import sys

SEEN = """
import os, time
begin = time.perf_counter()
import torch
took = time.perf_counter() - begin
maps = open("/proc/self/maps").read()
print(took, len(os.listdir("/proc/self/task")), "tilewright-codegen" in maps,
      "_device" in maps, hasattr(torch, "tpu"))
"""


def look(autoload):
    """Seconds at best, threads, whether a code generator, the extension, the device are
    there; nothing may be printed."""
    best, rest = 1e9, None
    for _ in range(5):
        done = subprocess.run(
            [sys.executable, "-c", SEEN], capture_output=True, text=True, check=True,
            env=os.environ | {"TORCH_DEVICE_BACKEND_AUTOLOAD": autoload})
        assert done.stderr == "" and done.stdout.count("\n") == 1, done
        seconds, *rest = done.stdout.split()
        best = min(best, float(seconds))
    return best, rest


with_device, seen = look("1")
assert seen[1:] == ["False", "True", "True"], seen
without, plain = look("0")
assert plain[1:] == ["False", "False", "False"], plain
assert seen[0] == plain[0], f"{seen[0]} threads, without the device {plain[0]}"
assert with_device - without < 0.1, (with_device, without)
print(f"import torch: {1e3 * (with_device - without):.0f} ms more with the device")
