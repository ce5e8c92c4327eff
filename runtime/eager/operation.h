// What eager devices run: operations of a front end's table, which say themselves what
// they are in ir.
#pragma once

#include <atomic>
#include <cstdint>
#include <limits>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "ir/check/checked_builder.h"
#include "ir/tensor_type.h"

namespace tilewright::runtime {
class Device;
}

namespace tilewright::eager {

// What has to hold of data, such as that indices lie inside. The program has one more
// result for each, behind those of the operation; whoever runs it looks there, and where
// it does not hold the operation has failed: its results are poisoned.
struct Check {
  static constexpr int64_t kHolds = std::numeric_limits<int64_t>::min();

  ir::ValueId found = -1;  // a scalar of i64: kHolds, or what is wrong
  absl::StatusCode code = absl::StatusCode::kOutOfRange;
  // For absl::Substitute: $0 is what was found, $1 the dimension, $2 its size. Lives as
  // long as the process.
  absl::string_view message;
  int operand = 0;     // whose size is told
  int dimension = -1;  // -1: how many elements it has
};

// An operation as it is written into a program. Operands are in logical order of their
// elements, wherever they lie in memory; the caller's frame reads and writes that. Sizes
// are those of the builder's types, which may be no numbers.
struct Lowering {
  ir::CheckedBuilder* builder = nullptr;
  // kAbsent for an operand that was left out. Immediates are scalars.
  absl::Span<const ir::ValueId> operands;
  absl::Span<const int64_t> attributes;
  // What the results have to be.
  absl::Span<const ir::TensorType> results;
  // Of f32 contractions: StableHLO's 0 (DEFAULT), 1 (HIGH), 2 (HIGHEST).
  int precision = 0;
  // Where the operation puts what it checks.
  std::vector<Check>* checks = nullptr;

  static constexpr ir::ValueId kAbsent = -1;
};

using LowerFunction = absl::StatusOr<std::vector<ir::ValueId>>(const Lowering&);

class NodeView;
struct Counters;
// What runs operations.
struct RunContext {
  runtime::Device* device = nullptr;
  Counters* counters = nullptr;
  const std::atomic<int>* waiters = nullptr;  // runtime::ExecuteOptions'
};
using RunFunction = absl::Status(const NodeView&, const RunContext&);

// A row of a front end's table, which lives as long as the process: the address is the
// operation's identity.
struct Operation {
  // What its lowering makes of sizes.
  enum class Sizes : uint8_t {
    kNumbers,  // it reads numbers: each size is a program of its own
    kOpen,     // it takes them as they are
    // And is much faster where it knows them: sizes that come again are a program of
    // their own, and so are those that would take much memory.
    kOpenAtFirst,
    // And results have one shape, to which operands are broadcast; an element is a
    // function of those at its place, wherever that is.
    kElementwise,
    // And the one result's size along the dimension that attribute 0 says is the sum of
    // the operands'; a mistake is an error.
    kJoined,
  };

  absl::string_view name;  // for people: errors, counters
  LowerFunction* lower = nullptr;
  Sizes sizes = Sizes::kNumbers;
  // Of one that is no program: `lower` is null, and this runs it.
  RunFunction* run = nullptr;
};

}  // namespace tilewright::eager
