// StableHLO's shape and type rules.
#pragma once

#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "ir/program.h"

namespace tilewright::ir {

// A problem with one operation. `message` says what is wrong and what was
// expected, without location: the front end adds file, line and caret.
struct Diagnostic {
  Location location;
  std::string message;
};

// Checks the whole program against the specification: operand and result
// counts, types and shapes, attributes, regions, SSA order, sizes bounded by
// kMaxTensorBytes. Empty when sound. After this, no later stage meets a
// program that it has to distrust; what it cannot do it refuses by name
// (Unimplemented).
std::vector<Diagnostic> Verify(const Program& program);

// The first diagnostic as InvalidArgument, or OK.
absl::Status VerifyStatus(const Program& program);

// The result types that the specification gives for an operation whose
// operands have these types. `declared` are the result types as written, from
// which operations whose results do not follow from operands and attributes
// (reshape, iota, convert, custom_call, ...) take theirs; it may be empty where
// they do follow. InvalidArgument when operands or attributes break a rule.
absl::StatusOr<std::vector<TensorType>> InferResultTypes(
    const Program& program, const Operation& operation,
    absl::Span<const TensorType> declared);

}  // namespace tilewright::ir
