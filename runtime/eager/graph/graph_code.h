// A captured program's code, and how it runs from the queue.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "runtime/eager/call.h"
#include "runtime/eager/graph/graph.h"
#include "runtime/eager/segment.h"

namespace tilewright::eager {

// Lies in the queue as a buffer without bytes, which nodes own as they do all others.
struct GraphCode final : Buffer {
  GraphCode() : Buffer(nullptr, 0) {}

  SegmentCode code;
  // By buffer of the shape: which operand of the node it is, and how many bytes behind
  // that its first use is. -1: none, its values are never stored.
  struct Place {
    int32_t operand = -1;
    int64_t begin = 0;
  };
  std::vector<Place> places;
  // Numbers that operations were handed, by input of the program; of other inputs
  // nothing.
  struct Number {
    std::array<uint64_t, 2> bits{};
    Operand::Role role = Operand::Role::kNumber;
  };
  std::vector<Number> numbers;
};

// Operands of a node that runs one, before its inputs and constants.
enum GraphOperand { kGraphCode, kGraphSeed, kGraphRandomOffset, kFirstGraphArray };

// The row of such nodes.
extern const Operation kRunGraph;

}  // namespace tilewright::eager
