// What all runs of an executable only read.
#pragma once

#include <cstdint>
#include <vector>

#include "absl/status/statusor.h"
#include "plan/plan.h"
#include "runtime/memory/block.h"

namespace tilewright::runtime {

// Constants, splats spread out, and prepared memory.
class ConstantMemory {
 public:
  // Takes the plan's constants, of which it has the types alone then: they would count
  // twice. Prepared memory holds nothing yet.
  static absl::StatusOr<ConstantMemory> Take(plan::Plan* plan, Block::Kind kind);
  void* constant(int32_t index) const { return constants_[index].data(); }
  void* prepared(int32_t index) const { return prepared_[index].data(); }
  // Frees constants that no run reads.
  void KeepForRuns(const plan::Plan& plan);

 private:
  std::vector<Block> constants_;
  std::vector<Block> prepared_;
};

}  // namespace tilewright::runtime
