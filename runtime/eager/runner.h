// Runs recorded operations one by one.
#pragma once

#include <algorithm>
#include <chrono>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/hash/hash.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "runtime/device/client.h"
#include "runtime/eager/classes.h"
#include "runtime/eager/counters.h"
#include "runtime/eager/node.h"
#include "runtime/run/executable.h"

namespace tilewright::eager {

// Operations that are no programs: what copies the bytes of its operand, what writes the
// time.
extern const Operation kCopyBytes, kReadClock;

// Which kernels are done before another thread could be told of them: by how much a
// kernel reads and writes or, where that says little, by how long its first runs took.
// What it says decides which threads run it, and no result.
class Pace {
 public:
  using Time = std::chrono::steady_clock::duration;

  Pace() = default;
  explicit Pace(int64_t bytes)
      : quick_(bytes <= kQuickBytes),
        trials_(!quick_ && bytes <= kPerhapsQuickBytes ? kTrials : 0) {}

  // It is to run on one thread: on that of who records it where nothing is queued.
  bool quick() const { return quick_; }
  // It is to run on one thread, and what that takes is to be noted.
  bool tries() const { return trials_ > 0; }
  void Note(Time taken) {
    fastest_ = std::min(fastest_, taken);
    if (fastest_ <= kQuick) quick_ = true;
    trials_ = quick_ || taken > kNever ? 0 : trials_ - 1;
  }

 private:
  static constexpr int64_t kQuickBytes = 16 << 10, kPerhapsQuickBytes = 8 << 20;
  static constexpr int kTrials = 4;
  // To hand a node to a thread that sleeps and to wait for it takes longer.
  static constexpr Time kQuick = std::chrono::microseconds(12);
  static constexpr Time kNever = 10 * kQuick;

  bool quick_ = false;
  int trials_ = 0;
  Time fastest_ = Time::max();
};

// An operation is run by the kernel of its class, which takes sizes and strides as they
// come; where there is none, it is compiled for those at hand, once. For one thread.
class Runner {
 public:
  // Both outlive it.
  Runner(runtime::Device* device, Counters* counters)
      : device_(device), counters_(counters) {}

  // Without `open_sizes` everything is compiled for its sizes.
  void SetOptions(runtime::CompileOptions options, bool open_sizes) {
    options_ = std::move(options);
    open_sizes_ = open_sizes;
  }

  // What is compiled for its sizes, as "operation: cause", and how often so far. Of any
  // thread.
  std::vector<std::pair<std::string, int64_t>> CompiledForOneSize() const;

  // Its operands are there. An error names the operation; results are undefined then.
  // `stays_apart`: whether it is part of no other program, since its own has steps that
  // are a library's routines, or it has none: what is refused is an error, also where
  // nobody reads what it should have made.
  absl::Status Run(const NodeView& node, bool* stays_apart);
  // The same, if its kernel is known and takes no longer than to hand the node to another
  // thread (Pace); otherwise nothing.
  std::optional<absl::Status> RunIfQuick(const NodeView& node);

 private:
  // An operation's code at its sizes, and what it is handed.
  struct Kernel {
    absl::Status status;  // why there is none
    // One of them; the first one takes sizes.
    const KernelClass* open = nullptr;
    std::shared_ptr<const runtime::Executable> executable;
    std::vector<int> inputs, outputs, becomes;       // NodeProgram's
    std::vector<Check> checks;                       // likewise
    std::vector<int64_t> input_bytes, output_bytes;  // of what lies in memory
    runtime::OpenKernel::Sized sized;                // KernelClass::Sized's
    std::vector<int64_t> numbers;                    // likewise
    int64_t library_calls = 0;
    Launches::Count* launches = nullptr;  // of its class
    std::shared_ptr<CodeUse> use;         // its code's
    // Of one that is to know its sizes when they come again: how often they did, not
    // counting layers of one model, when that was last, and how often it ran.
    int returns = -1;
    uint64_t returned_at = 0;
    int open_runs = 0;
    Pace pace;
  };
  // Words of a node's structure; a key that is looked for owns none.
  using Key = std::vector<uint64_t>;
  using KeyView = absl::Span<const uint64_t>;
  struct KeyHash {
    using is_transparent = void;
    size_t operator()(KeyView key) const { return absl::Hash<KeyView>()(key); }
    size_t operator()(const Key& key) const { return (*this)(KeyView(key)); }
  };
  struct KeyEqual {
    using is_transparent = void;
    bool operator()(KeyView a, KeyView b) const { return a == b; }
  };
  using Kernels = absl::flat_hash_map<Key, std::unique_ptr<Kernel>, KeyHash, KeyEqual>;

  Kernel& FindKernel(const NodeView& node);
  Kernel* FindRecent(KeyView key) const;
  bool ComesAgain(Kernel* kernel) const;
  static bool IsBetterKnown(const NodeStructure& node, const Kernel& kernel);
  Kernel& KeepForSizes(Key&& words, const NodeView& node, const std::string& cause);
  Kernel& KeepBound(Key&& words, std::unique_ptr<Kernel> kernel);
  // The kernel of its class at its sizes; an error says why there is none.
  absl::StatusOr<std::unique_ptr<Kernel>> BindKernel(const NodeStructure& node,
                                                     uint32_t place);
  // `cause`: why it is one for these sizes.
  Kernel MakeKernel(const NodeStructure& node, const std::string& cause, uint32_t place);
  // Leaves `kernel` without code where a block is not updated in place.
  absl::Status Make(const NodeStructure& node, Blocks blocks, const std::string& cause,
                    uint32_t place, Kernel* kernel);
  absl::Status Launch(Kernel& kernel, const NodeView& node);
  absl::Status RunOpen(const Kernel& kernel, int threads,
                       absl::Span<const void* const> inputs,
                       absl::Span<void* const> outputs);

  runtime::Device* const device_;
  Counters* const counters_;
  runtime::CompileOptions options_;
  bool open_sizes_ = true;
  uint64_t operations_ = 0;  // that ran
  KernelClasses classes_;
  // Of classes, as they were used last: made again in a moment, and so forgotten, the
  // older half at once.
  Kernels bound_, bound_before_;
  Kernels for_sizes_;
  mutable std::mutex reasons_mutex_;
  std::map<std::string, int64_t> reasons_;
  runtime::Block workspace_;  // scratch, and what kernels hand on
};

}  // namespace tilewright::eager
