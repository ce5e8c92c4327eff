// Memory of one execution: arena, scratch, and in guard mode every buffer apart.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "plan/plan.h"
#include "runtime/memory.h"

namespace tilewright::runtime {

// What runs of a plan only read: constants, splats spread out, and prepared memory.
class ConstantMemory {
 public:
  // Prepared memory holds nothing yet.
  static absl::StatusOr<ConstantMemory> Create(const plan::Plan& plan, bool guard);
  void* constant(int32_t index) const { return constants_[index].data(); }
  void* prepared(int32_t index) const { return prepared_[index].data(); }
  // Frees constants that no run reads.
  void KeepForRuns(const plan::Plan& plan);

 private:
  std::vector<Buffer> constants_;
  std::vector<Buffer> prepared_;
};

// Used by one execution at a time.
class RunState {
 public:
  struct Options {
    int threads = 1;
    bool guard = false;  // every buffer apart, at unreadable pages (TILEWRIGHT_GUARD)
  };
  static absl::StatusOr<std::unique_ptr<RunState>> Create(const plan::Plan& plan,
                                                          const Options& options);

  // Inputs and outputs of the execution that runs now.
  void Bind(const ConstantMemory* constants, absl::Span<const void* const> inputs,
            absl::Span<void* const> outputs) {
    constants_ = constants;
    inputs_ = inputs;
    outputs_ = outputs;
  }
  void* Address(const plan::BufferRef& ref) const;
  void* scratch(int worker) const { return scratch_[worker].data(); }
  int threads() const { return static_cast<int>(scratch_.size()); }

 private:
  absl::Status GuardBuffers(const plan::Plan& plan);

  const ConstantMemory* constants_ = nullptr;
  absl::Span<const void* const> inputs_;
  absl::Span<void* const> outputs_;
  Buffer arena_;
  std::vector<Buffer> scratch_;
  // Guard mode: arena buffers by offset and size.
  bool guard_ = false;
  std::map<std::pair<int64_t, int64_t>, Buffer> guarded_;
};

}  // namespace tilewright::runtime
