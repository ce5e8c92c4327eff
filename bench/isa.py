"""Instruction sets that every peer of a comparison is held to, in each one's own words.

A machine with more can so be measured as one that has less. Nothing binds the matrix
library inside XLA: what has products in it is not compared with XLA under a cap.
"""

import dataclasses
import re

from bench import machine

PRODUCTS = re.compile(r"\bstablehlo\.(dot|convolution)")


@dataclasses.dataclass(frozen=True)
class Cap:
    title: str
    needs: tuple[str, ...]  # of /proc/cpuinfo's flags
    target: str = "native"  # of ours
    march: str = ""  # compilers' name of the level
    torch: str = ""
    onednn: str = ""
    level: str = ""  # XLA's and MKL's name

    @property
    def capped(self) -> bool:
        return bool(self.march)

    def environment(self, peer: str) -> dict[str, str]:
        """What a peer's process is told."""
        if not self.capped:
            return {}
        if peer == "xla":
            return {"XLA_FLAGS": f"--xla_cpu_max_isa={self.level}"}
        if peer.startswith(("torch", "inductor")):
            return {"ATEN_CPU_CAPABILITY": self.torch, "MKL_ENABLE_INSTRUCTIONS": self.level,
                    "ONEDNN_MAX_CPU_ISA": self.onednn, "TORCHINDUCTOR_CPP_MARCH": self.march}
        return {}

    def multiplies_bf16(self) -> bool:
        """Whether the machine, under the cap, has instructions for products of bf16."""
        return not self.capped and bool({"avx512_bf16", "amx_bf16", "bf16"} & set(machine.flags()))

    def options(self, peer: str) -> list[str]:
        """Arguments of a peer's worker."""
        return [f"--cpu={self.march}"] if self.capped and peer == "iree" else []

    def binds(self, peer: str, module: str) -> bool:
        """Whether a peer heeds the cap in all of a program, which is StableHLO text."""
        return not (self.capped and peer == "xla" and PRODUCTS.search(module))


CAPS = {
    "native": Cap("native", ()),
    "avx2": Cap("AVX2", ("avx2", "fma"), target="x86-64-v3", march="x86-64-v3", torch="avx2",
                onednn="AVX2", level="AVX2"),
    "avx512": Cap("AVX-512 without BF16",
                  ("avx512f", "avx512bw", "avx512cd", "avx512dq", "avx512vl"),
                  target="x86-64-v4", march="x86-64-v4", torch="avx512", onednn="AVX512_CORE",
                  level="AVX512"),
}


def missing(name: str) -> list[str]:
    """What a cap allows and this machine lacks."""
    flags = machine.flags()
    return [flag for flag in CAPS[name].needs if flag not in flags]
