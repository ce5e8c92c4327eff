// A captured program for those who run it elsewhere.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "ir/tensor_type.h"
#include "runtime/eager/graph/graph.h"
#include "runtime/eager/segment_program.h"

namespace tilewright::eager {

// What a buffer of a segment is.
struct ExportedMemory {
  enum class Kind : uint8_t { kInput, kConstant, kOutput, kOther };
  Kind kind = Kind::kOther;
  int number = 0;                   // of the input or output
  int64_t begin = 0;                // where its first use is, in bytes
  std::vector<uint8_t> bytes = {};  // of a constant, all of them
};

// By input of the segment's program, where that is a number that operations were handed.
using ExportedNumbers = std::vector<std::array<uint64_t, 2>>;

// A program of dense arrays: these inputs, whichever are used, and these outputs, which
// are all written, and then what its operations check. What is read before anybody wrote
// it is zeros. Unimplemented for memory that is seen as another type
// than its array's.
// The checks are left out.
absl::StatusOr<Capture::Exported> ExportedProgram(
    const SegmentProgram& segment, absl::Span<const ExportedMemory> memory,
    const ExportedNumbers& numbers, absl::Span<const ir::TensorType> inputs,
    absl::Span<const ir::TensorType> outputs);

// Capturer::Open.
absl::StatusOr<Capture::Exported> OpenExported(
    const std::vector<Capture::Exported>& programs, const Capturer::OpenSizes& sizes,
    int64_t* captured);

}  // namespace tilewright::eager
