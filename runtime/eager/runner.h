// Runs recorded operations one by one.
#pragma once

#include <memory>

#include "absl/container/flat_hash_map.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "runtime/device/client.h"
#include "runtime/eager/counters.h"
#include "runtime/eager/node.h"
#include "runtime/run/executable.h"

namespace tilewright::eager {

// Compiles an operation for the sizes and strides at hand, once, and runs it. For one
// thread.
class Runner {
 public:
  // Both outlive it.
  Runner(runtime::Device* device, Counters* counters)
      : device_(device), counters_(counters) {}

  void SetOptions(runtime::CompileOptions options) { options_ = std::move(options); }

  // Its operands are there. An error names the operation; results are undefined then.
  absl::Status Run(const NodeView& node);

 private:
  // An operation's code and what it is handed.
  struct Kernel {
    absl::Status status;  // why there is none
    std::shared_ptr<const runtime::Executable> executable;
    std::vector<int> inputs, outputs, becomes;       // NodeProgram's
    std::vector<Check> checks;                       // likewise
    std::vector<int64_t> input_bytes, output_bytes;  // of what lies in memory
  };
  // Words of a node's structure; a key that is looked for owns none.
  using Key = std::vector<uint64_t>;

  const Kernel& FindKernel(const NodeView& node);
  Kernel MakeKernel(const NodeView& node);
  absl::Status Launch(const Kernel& kernel, const NodeView& node);

  runtime::Device* const device_;
  Counters* const counters_;
  runtime::CompileOptions options_;
  // By the hash of the structure; those that share one follow each other.
  absl::flat_hash_map<size_t, std::vector<std::pair<Key, std::unique_ptr<Kernel>>>>
      kernels_;
};

}  // namespace tilewright::eager
