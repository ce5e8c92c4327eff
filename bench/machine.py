"""What a run was measured on."""

import datetime
import os
import pathlib
import platform
import subprocess


def description() -> str:
    """Processor, the vector extensions that matter, cores, memory."""
    facts = {}
    for line in pathlib.Path("/proc/cpuinfo").read_text().splitlines():
        name, _, value = line.partition(":")
        facts.setdefault(name.strip(), value.strip())
    flags = set(facts.get("flags", "").split())
    vectors = [name for name in ("avx2", "avx512f", "avx512_bf16", "avx512_vnni", "amx_bf16")
               if name in flags]
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    return (f"{facts.get('model name', platform.machine())} (family {facts.get('cpu family')}, "
            f"model {facts.get('model')}), {os.cpu_count()} cores, {' '.join(vectors)}, "
            f"{memory:.0f} GB")


def commit(root: pathlib.Path) -> str:
    done = subprocess.run(["git", "-C", str(root), "describe", "--always", "--dirty"],
                          capture_output=True, text=True)
    return done.stdout.strip() or "unknown"


def date() -> str:
    return datetime.date.today().isoformat()
