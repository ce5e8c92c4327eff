// The kernels of a plan, each once.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "codegen/facts/emit_options.h"
#include "codegen/schedule/planner.h"

namespace tilewright::codegen {

class KernelTable {
 public:
  // Adds to `out`, which outlives the table, as do the others.
  KernelTable(const ir::Program& program, const EmitOptions& options, PlannedProgram* out)
      : program_(program), options_(options), out_(*out) {}

  // The kernel's number in the plan: equal texts are one kernel. `operation` names it in
  // errors, `origin` are the ordinals of all that it is made of.
  int NumberOf(tile::Program kernel, const ir::Operation& operation,
               const std::vector<int32_t>& origin);

  // The first error of tile::Verify on any of them.
  const absl::Status& verified() const { return verified_; }

 private:
  const ir::Program& program_;
  const EmitOptions& options_;
  PlannedProgram& out_;
  std::map<std::string, int> numbers_;  // by text
  absl::Status verified_;
};

}  // namespace tilewright::codegen
