// Memory that a segment of operations shares, as values of its program.
#pragma once

#include <cstdint>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "ir/check/checked_builder.h"
#include "ir/tensor_type.h"
#include "runtime/eager/arrays/layout.h"

namespace tilewright::eager {

// An array with strides in a region, whose first element is `offset` elements into it.
struct Access {
  int64_t offset = 0;
  Layout layout;

  int64_t span() const { return SpanOf(layout.logical.dims(), layout.strides); }
};

// A range of a buffer that operations read and write. What it holds at a point of the
// program is one value: all of its elements in the order of memory. What was written or
// read as an array stays known as that array, so that who reads it back reads the value
// itself, until something lies over it.
class Region {
 public:
  // `dims` are how programs are handed it: any row-major shape with its elements.
  Region(ir::ElementType element, int64_t count, ir::Dims dims)
      : element_(element), count_(count), dims_(std::move(dims)) {}

  ir::TensorType type() const { return {element_, dims_}; }
  int64_t count() const { return count_; }
  bool has_memory() const { return memory_ >= 0; }
  // What it holds when the program begins; of its type.
  void SetMemory(ir::ValueId memory) { memory_ = memory; }
  bool written() const { return written_; }

  // Whether `access` replaces all that is there, and so reads nothing of it.
  bool IsWhole(const Access& access) const {
    return access.offset == 0 && access.layout.kind != Layout::Kind::kStrided &&
           access.layout.memory.num_elements() == count_;
  }
  // Whether reading it needs no memory: it was written or read before.
  bool Knows(const Access& access) const { return Find(access) != nullptr; }

  // The array in logical order. Requires memory, or that it is known.
  absl::StatusOr<ir::ValueId> Read(const Access& access, ir::CheckedBuilder* builder);
  // Requires memory unless `access` is the whole.
  absl::Status Write(const Access& access, ir::ValueId value,
                     ir::CheckedBuilder* builder);
  // What it holds now, of its type. Requires memory.
  absl::StatusOr<ir::ValueId> Memory(ir::CheckedBuilder* builder) const;

 private:
  struct Known {
    Access access;
    int64_t span;
    ir::ValueId value;
  };
  const Known* Find(const Access& access) const;
  void Forget(int64_t begin, int64_t end);
  absl::StatusOr<ir::ValueId> ReadPart(const Access& access,
                                       ir::CheckedBuilder* builder) const;
  absl::StatusOr<ir::ValueId> WritePart(const Access& access, ir::ValueId value,
                                        ir::CheckedBuilder* builder) const;

  ir::ElementType element_;
  int64_t count_;
  ir::Dims dims_;
  ir::ValueId memory_ = -1;
  bool written_ = false;
  std::vector<Known> known_;
};

}  // namespace tilewright::eager
