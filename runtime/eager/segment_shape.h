// A segment of recorded operations, without the memory that it ran on.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "absl/types/span.h"
#include "runtime/eager/followed.h"
#include "runtime/eager/history/record.h"

namespace tilewright::eager {

// Buffers are numbered by their first use; places in one count from there, in bytes.
struct SegmentShape {
  struct Array {
    uint32_t node = 0;
    uint32_t operand = 0;
    uint32_t buffer = 0;
    int64_t place = 0;
  };
  struct BufferUse {
    uint32_t node = 0;  // of its first use
    uint32_t operand = 0;
    int64_t arrays = 0;  // how many: as often do the operations own it
    bool written = false;
    uint32_t last = 0;  // the last node that has it
  };

  std::vector<std::shared_ptr<const StructureTable::Entry>> nodes;
  std::vector<Array> arrays;  // by node, then by operand
  std::vector<BufferUse> buffers;
};

// "19 operations, mm ... sum"; for people.
std::string NameOf(const SegmentShape& shape);

// Of operations that follow each other.
SegmentShape ShapeOf(absl::Span<const Followed> nodes, const StructureTable& structures);

// What later processes are told of it.
enum class RecordedSizes { kInDigests, kApart };  // SegmentRecord::Structure's
SegmentRecord::Shape RecordOf(const SegmentShape& shape, RecordedSizes sizes);

// Of operations that have this shape, by buffer of it.
std::vector<Buffer*> BuffersOf(const SegmentShape& shape,
                               absl::Span<const Followed> nodes);
// Which buffers somebody may still look at once these operations have run: who owned one
// besides them when the operation behind `number` was recorded.
std::vector<char> LiveAfter(const SegmentShape& shape, absl::Span<const Followed> nodes,
                            uint64_t number);

}  // namespace tilewright::eager
