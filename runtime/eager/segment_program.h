// A segment of recorded operations as one program.
#pragma once

#include <cstdint>
#include <vector>

#include "absl/status/statusor.h"
#include "ir/program.h"
#include "runtime/eager/segment_shape.h"

namespace tilewright::eager {

struct SegmentProgram {
  // Where an input or output of the program is.
  struct Place {
    int32_t buffer = -1;  // or an immediate of a node:
    uint32_t node = 0;
    uint32_t operand = 0;
    int64_t offset = 0;  // in bytes, of the buffer's first use
  };

  ir::Program program;
  std::vector<Place> inputs, outputs;
  // What a node checks, by the program's last results, which are behind `outputs`.
  struct NodeCheck {
    size_t node = 0;
    Check check;
  };
  std::vector<NodeCheck> checks;
  std::vector<int64_t> node_of;  // by operation of the program's body; -1: of none
  int64_t never_stored = 0;      // bytes
};

// Every range of a buffer that operations touch is a value, from what was there before to
// what is there after them; a range that is written and was read is an input that becomes
// the output. Buffers that are not `stored` have no outputs: what the operations leave in
// them is nowhere. Each operation is written by its own row. The errors are those of
// rows, and Unimplemented for ranges that are seen as two types.
absl::StatusOr<SegmentProgram> BuildSegment(const SegmentShape& shape,
                                            const std::vector<char>& stored);

}  // namespace tilewright::eager
