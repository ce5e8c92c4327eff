// From a verified program to kernels and steps: the one list of passes.
#pragma once

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "codegen/schedule/planner.h"
#include "ir/program.h"

namespace tilewright::codegen {

class Pipeline {
 public:
  // Rewrites a verified program into one that verifies and means the same.
  struct Pass {
    absl::string_view name;
    absl::StatusOr<ir::Program> (*run)(ir::Program program, const CodeFacts& facts);
  };
  // In the order in which they run.
  static absl::Span<const Pass> Passes();

  explicit Pipeline(const CodeFacts& facts) : facts_(facts) {}

  // What all passes make of a program.
  absl::StatusOr<ir::Program> Rewrite(ir::Program program) const;
  // Rewrite, then the plan for these values of the program's symbols: clusters, tile
  // programs, steps.
  absl::StatusOr<PlannedProgram> Plan(ir::Program program,
                                      absl::Span<const int64_t> values = {},
                                      const GivenUp& given_up = nullptr) const;

 private:
  const CodeFacts& facts_;
};

}  // namespace tilewright::codegen
