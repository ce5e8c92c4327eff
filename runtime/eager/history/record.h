// What one process tells the next ones about a segment that it compiled. It decides
// nothing: what is written there is a segment only where the same operations come again.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace tilewright::eager {

// A segment without addresses and numbers of its process. Or several that are one but for
// sizes, which code for all sizes was made of.
struct SegmentRecord {
  // Where an array lies: against the one that was last met in its buffer, in the segment.
  struct Link {
    uint32_t distance = 0;  // operations back
    uint32_t operand = 0;   // of that one, and 1; 0: there is none
    int64_t shift = 0;      // bytes from there to here

    friend bool operator==(const Link&, const Link&) = default;
  };
  struct Node {
    uint32_t structure = 0;   // in `structures`
    std::vector<Link> links;  // by array

    friend bool operator==(const Node&, const Node&) = default;
  };

  // What is computed, by its digest (StructureTable::Entry); of several segments by its
  // skeleton's, and these are its sizes and strides.
  struct Structure {
    std::string digest;
    std::vector<int64_t> sizes;

    friend bool operator==(const Structure&, const Structure&) = default;
  };
  struct Shape {
    std::vector<Structure> structures;  // each once
    std::vector<Node> nodes;

    friend bool operator==(const Shape&, const Shape&) = default;
  };
  bool is_open() const { return shapes.size() > 1; }

  std::vector<Shape> shapes;
  std::vector<char> stored;  // SegmentCode's, by buffer
};

// Bounds of a record that is read.
inline constexpr size_t kMostRecordShapes = 8;
inline constexpr size_t kMostRecordNodes = 8192;  // of a shape
inline constexpr size_t kMostRecordSizes = 4096;  // of a structure
inline constexpr size_t kMostRecordLinks = 1024;  // of an operation

std::string EncodeRecord(const SegmentRecord& record);
// DataLoss for what EncodeRecord cannot have given.
absl::StatusOr<SegmentRecord> DecodeRecord(absl::string_view bytes);

// Several, each as its bytes. The newest first: those that are too many, or have too many
// bytes in all, are left out.
inline constexpr size_t kMostRecords = 256;
inline constexpr size_t kMostRecordBytes = size_t{4} << 20;
std::string JoinRecords(const std::vector<std::string>& records);
// Those before the first damage.
std::vector<std::string> SplitRecords(absl::string_view bytes);
// The newer ones, then the older ones that are none of them.
std::vector<std::string> MergeRecords(std::vector<std::string> newer,
                                      const std::vector<std::string>& older);

}  // namespace tilewright::eager
