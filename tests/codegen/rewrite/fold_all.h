// Evaluation of integer programs in tests, by constant folding.
#pragma once

#include <vector>

#include "gtest/gtest.h"
#include "ir/fold.h"
#include "ir/print.h"
#include "ir/program.h"

namespace tilewright {

// The outputs of `program` on `inputs`; every operation must fold.
inline std::vector<ir::Literal> FoldAll(const ir::Program& program,
                                        const std::vector<ir::Literal>& inputs) {
  ir::KnownConstants known;
  for (size_t i = 0; i < inputs.size(); ++i) {
    known.emplace(program.body.arguments[i], inputs[i]);
  }
  for (const ir::Operation& operation : program.body.operations) {
    std::optional<ir::Literal> value = ir::Fold(program, operation, known);
    if (!value.has_value()) {
      ADD_FAILURE() << "does not fold: " << ir::PrintOperation(program, operation);
      return {};
    }
    known.emplace(operation.results[0], *value);
  }
  std::vector<ir::Literal> outputs;
  for (ir::ValueId result : program.body.results) outputs.push_back(known.at(result));
  return outputs;
}

}  // namespace tilewright
