"""What `import torch` costs where the device is installed: it prints nothing, starts no
thread, maps no code generator, and takes less than 100 ms more than without the device."""

import os
import subprocess
import sys

SEEN = """
import os, time
import torch
begin = time.process_time()  # what else the machine does is no part of it
torch._import_device_backends()
took = time.process_time() - begin
maps = open("/proc/self/maps").read()
print(took, len(os.listdir("/proc/self/task")), "tilewright-codegen" in maps,
      "_device" in maps, hasattr(torch, "tpu"))
"""
IMPORTED = SEEN.replace("torch._import_device_backends()", "")


def look(text, autoload):
    """Seconds, threads, whether a code generator, the extension, the device are there;
    nothing may be printed."""
    done = subprocess.run(
        [sys.executable, "-c", text], capture_output=True, text=True, check=True,
        env=os.environ | {"TORCH_DEVICE_BACKEND_AUTOLOAD": autoload})
    assert done.stderr == "" and done.stdout.count("\n") == 1, done
    seconds, *rest = done.stdout.split()
    return float(seconds), rest


_, plain = look(IMPORTED, "0")
assert plain[1:] == ["False", "False", "False"], plain
_, seen = look(IMPORTED, "1")
assert seen == [plain[0], "False", "True", "True"], (seen, plain)
# `import torch` ends with this call. Two whole imports of PyTorch, of seconds each, differ
# by more than what is asked for here.
cost = min(look(SEEN, "0")[0] for _ in range(5))
assert cost < 0.1, cost
print(f"import torch: {1e3 * cost:.0f} ms more with the device")
