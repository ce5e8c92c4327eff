// What stands behind tilewright::Executable.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "runtime/executable.h"
#include "tilewright/compile.h"

namespace tilewright {

struct Executable::Impl {
  std::shared_ptr<const runtime::Executable> executable;
  std::string chip;
  CompileReport report;
  std::vector<TensorType> inputs;
  std::vector<TensorType> outputs;
  std::vector<Donation> donations;
};

}  // namespace tilewright
