"""What a run was measured on."""

import datetime
import os
import pathlib
import platform
import re
import subprocess

CPUINFO = pathlib.Path("/proc/cpuinfo")
VECTORS = ("avx2", "avx512f", "avx512_bf16", "avx512_vnni", "amx_bf16",  # of x86-64
           "asimddp", "i8mm", "bf16", "sve")


def facts() -> dict[str, str]:
    """/proc/cpuinfo's of the first processor."""
    found: dict[str, str] = {}
    for line in CPUINFO.read_text().splitlines():
        name, _, value = line.partition(":")
        found.setdefault(name.strip(), value.strip())
    return found


def flags() -> set[str]:
    """Features, by the kernel's names."""
    return set((facts().get("flags") or facts().get("Features", "")).split())


def processor() -> str:
    """"AMD EPYC (family 25, model 17)": of equal text for equal processors."""
    found = facts()
    if "model name" in found:
        return f"{found['model name']} (family {found.get('cpu family')}, model {found.get('model')})"
    return (f"{platform.machine()} (implementer {found.get('CPU implementer')}, "
            f"part {found.get('CPU part')})")


def file_name(processor_name: str) -> str:
    """Of what is kept of a processor: "amd-epyc-25-17"."""
    words = re.sub(r"\((R|TM)\)|\b(family|model|implementer|part|processor)\b", " ",
                   processor_name, flags=re.IGNORECASE)
    return "-".join(re.findall(r"[a-z0-9]+", words.lower()))


def description() -> str:
    """Processor, the vector extensions that matter, cores, memory."""
    present = flags()
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    return (f"{processor()}, {os.cpu_count()} cores, "
            f"{' '.join(name for name in VECTORS if name in present)}, {memory:.0f} GB")


def commit(root: pathlib.Path) -> str:
    done = subprocess.run(["git", "-C", str(root), "describe", "--always", "--dirty"],
                          capture_output=True, text=True)
    return done.stdout.strip() or "unknown"


def date() -> str:
    return datetime.date.today().isoformat()
