// The steps of a run, as a tree.
#pragma once

#include <string>
#include <vector>

#include "nlohmann/json.hpp"
#include "tilewright/execute.h"

namespace tilewright::tools {

// Each step's name with those that it is part of before it, "while.5/add.3", and a number
// where several are called alike: no two are equal.
std::vector<std::string> StepNames(const std::vector<StepReport>& steps);

// The slowest steps, those of loops and branches below these, in lines of at most `width`
// characters (0: any).
std::string StepTable(const std::vector<StepReport>& steps, int width);

// Those of no loop or branch; each has its own in "steps".
nlohmann::ordered_json StepsJson(const std::vector<StepReport>& steps);

// Per second, in units of 10^9, of `amount` in `ms`; "-" where there is none.
std::string Rate(double amount, double ms);

// What the chip's units did, appended to an object: of a step or of a run.
template <typename Figures>
void AppendUnits(const Figures& figures, nlohmann::ordered_json mxu,
                 nlohmann::ordered_json* json) {
  json->update({{"mxu", std::move(mxu)},
                {"vpu", figures.vpu},
                {"eup", figures.eup},
                {"xlu", figures.xlu},
                {"dmas", figures.dmas},
                {"dma_bytes", figures.dma_bytes}});
}

template <typename Unit>
nlohmann::ordered_json MxuJson(const Unit& unit) {
  return {
      {"passes", unit.passes}, {"multiplies", unit.multiplies}, {"slots", unit.slots}};
}

}  // namespace tilewright::tools
