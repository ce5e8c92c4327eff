// What stands behind tilewright::Executable.
#pragma once

#include <list>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "api/program_impl.h"
#include "codegen/facts/code_facts.h"
#include "runtime/run/executable.h"
#include "tilewright/compile.h"

namespace tilewright {

namespace api {

// What an open program was compiled to, by the types of its inputs. Thread-safe.
class SizedExecutables {
 public:
  SizedExecutables(Program program, CompileOptions options)
      : program_(std::move(program)), options_(std::move(options)) {}

  // Compiles what is missing.
  absl::StatusOr<Executable> At(const std::vector<TensorType>& input_types);

 private:
  struct Made {
    std::vector<TensorType> input_types;
    Executable executable;
  };

  const Program program_;
  const CompileOptions options_;
  std::mutex mutex_;
  std::list<Made> made_;  // the last used first
};

}  // namespace api

struct Executable::Impl {
  std::shared_ptr<const runtime::Executable> executable;  // null: of an open program
  std::unique_ptr<api::SizedExecutables> sized;           // of an open program
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
