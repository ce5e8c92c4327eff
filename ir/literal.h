// A constant tensor. Cheap to copy: the bytes are shared and never change.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "ir/tensor_type.h"

namespace tilewright::ir {

// Elements lie row-major, little-endian, StorageBytes(element) each; i1 is one
// byte of 0 or 1, 2- and 4-bit integers are one byte each, sign- or
// zero-extended. A splat stores its one element only.
class Literal {
 public:
  Literal() = default;
  // `bytes` holds every element, or one when `is_splat`.
  static absl::StatusOr<Literal> Create(TensorType type, std::vector<uint8_t> bytes,
                                        bool is_splat);

  const TensorType& type() const { return type_; }
  bool is_splat() const { return is_splat_; }
  // One element if splat, all of them otherwise.
  absl::Span<const uint8_t> bytes() const { return *bytes_; }
  // Bytes of element `index` (row-major).
  absl::Span<const uint8_t> element(int64_t index) const;
  // Every element, splats expanded.
  std::vector<uint8_t> Expand() const;
  // Element `index` as an integer. Requires an integer or i1 type.
  int64_t IntegerAt(int64_t index) const;
  // Same bytes seen in another shape with the same number of elements.
  Literal WithType(TensorType type) const;
  // The type alone, for who keeps the elements elsewhere: bytes() is empty.
  Literal TypeOnly() const;

 private:
  TensorType type_;
  bool is_splat_ = false;
  std::shared_ptr<const std::vector<uint8_t>> bytes_ =
      std::make_shared<std::vector<uint8_t>>();
};

// All elements `value`. Integer types and i1 only.
Literal IntegerSplat(TensorType type, int64_t value);
// A rank-1 i64 tensor.
Literal IntegerVector(const Dims& values);

}  // namespace tilewright::ir
