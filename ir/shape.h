// Shapes: the sizes of a type's dimensions, outermost first.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "ir/size/size.h"

namespace tilewright::ir {

// Numbers of dimensions, or their sizes where these are numbers.
using Dims = std::vector<int64_t>;

// Most shapes are all numbers, and cost what these do. What needs numbers asks for
// numbers(), what goes with symbols too for sizes, one by one.
class Shape {
 public:
  Shape() = default;
  Shape(Dims numbers) : numbers_(std::move(numbers)) {}  // NOLINT: implicit
  Shape(std::initializer_list<int64_t> numbers) : numbers_(numbers) {}
  explicit Shape(std::vector<Size> sizes);

  int rank() const {
    return static_cast<int>(is_static() ? numbers_.size() : sizes_.size());
  }
  // Whether every size is a number.
  bool is_static() const { return sizes_.empty(); }
  // Requires is_static().
  const Dims& numbers() const;
  Size operator[](size_t dimension) const {
    return is_static() ? Size(numbers_[dimension]) : sizes_[dimension];
  }
  std::vector<Size> sizes() const;
  // ResourceExhausted where a size is refused, as it says.
  absl::Status status() const;
  // Numbers for estimates: see Typical (ir/size/facts.h).
  Dims typical() const;
  // The sizes of dimensions [begin, end).
  Shape Part(size_t begin, size_t end) const;

  void Set(size_t dimension, const Size& size);
  void Append(const Size& size) { Insert(rank(), size); }
  void Insert(size_t dimension, const Size& size);
  void Erase(size_t dimension);

  // Whether sizes are the same numbers and expressions: shapes that differ may have equal
  // values (ir/size/prove.h).
  friend bool operator==(const Shape& a, const Shape& b) {
    return a.numbers_ == b.numbers_ && a.sizes_ == b.sizes_;
  }
  template <typename H>
  friend H AbslHashValue(H state, const Shape& shape) {
    return H::combine(std::move(state), shape.numbers_, shape.sizes_);
  }

 private:
  // Calls `change` with the sizes, of which it makes the shape anew.
  template <typename Change>
  void Replace(Change change);

  Dims numbers_;             // empty where a size is no number
  std::vector<Size> sizes_;  // empty where all are
};

// The product of all sizes.
Size NumElements(const Shape& shape);
// The dimensions of both, one after the other.
Shape Joined(const Shape& first, const Shape& then);

}  // namespace tilewright::ir
