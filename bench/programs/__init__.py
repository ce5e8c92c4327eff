"""Programs that the benchmarks generate: parts of models that people run."""

from bench.cases import Case
from bench.programs import llama, lstm, moe, resnet, unet, vit

GROUP = "generated programs"


def all_programs() -> list[Case]:
    """Each forward; backward too where one trains it as such."""
    return [case for module in (llama, vit, resnet, moe, lstm, unet)
            for case in module.cases(GROUP)]
