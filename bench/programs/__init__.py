"""Programs that the benchmarks generate: parts of models that people run, and loops of
small steps: solvers, samplers."""

from bench.cases import Case
from bench.programs import llama, lstm, moe, resnet, samplers, solvers, unet, vit

GROUP = "generated programs"
SOLVERS = "solver programs"


def all_programs() -> list[Case]:
    """Each forward; backward too where one trains it as such."""
    models = [case for module in (llama, vit, resnet, moe, lstm, unet)
              for case in module.cases(GROUP)]
    return models + [case for module in (solvers, samplers)
                     for case in module.cases(SOLVERS)]
