// What stands behind tilewright::Executable.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "api/program_impl.h"
#include "codegen/facts/code_facts.h"
#include "runtime/run/executable.h"
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

namespace api {

// What decides the program's code. The errors are jit::FindTarget's.
absl::StatusOr<codegen::CodeFacts> FactsOf(const Program::Impl& program,
                                           const CompileOptions& options);

}  // namespace api

}  // namespace tilewright
