"""What `import torch` costs where the device is installed: it prints nothing, starts no
thread, maps no code generator, and takes less than 100 ms more than without the device."""

import os
import subprocess
import sys

SEEN = """
import os, time
begin = time.process_time()  # what else the machine does is no part of it
import torch
took = time.process_time() - begin
maps = open("/proc/self/maps").read()
print(took, len(os.listdir("/proc/self/task")), "tilewright-codegen" in maps,
      "_device" in maps, hasattr(torch, "tpu"))
"""


def look(autoload):
    """Seconds, threads, whether a code generator, the extension, the device are there;
    nothing may be printed."""
    done = subprocess.run(
        [sys.executable, "-c", SEEN], capture_output=True, text=True, check=True,
        env=os.environ | {"TORCH_DEVICE_BACKEND_AUTOLOAD": autoload})
    assert done.stderr == "" and done.stdout.count("\n") == 1, done
    seconds, *rest = done.stdout.split()
    return float(seconds), rest


runs = [(look("1"), look("0")) for _ in range(6)]
with_device, seen = min(run[0] for run in runs)
without, plain = min(run[1] for run in runs)
assert seen[1:] == ["False", "True", "True"], seen
assert plain[1:] == ["False", "False", "False"], plain
assert seen[0] == plain[0], f"{seen[0]} threads, without the device {plain[0]}"
assert with_device - without < 0.1, (with_device, without)
print(f"import torch: {1e3 * (with_device - without):.0f} ms more with the device")
