// Sizes of a builder's types that are no numbers.
#pragma once

#include <cstdint>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/status/statusor.h"
#include "ir/size/size.h"
#include "ir/tensor_type.h"
#include "tilewright/types.h"

namespace tilewright::api {

// The numbers that stand for them in public types: those below kOpenSize.
class BuilderSizes {
 public:
  int64_t NumberOf(const ir::Size& size);
  // InvalidArgument for a size that is none of the builder's.
  absl::StatusOr<ir::TensorType> Inside(const TensorType& type) const;
  absl::StatusOr<std::vector<ir::TensorType>> Inside(
      const std::vector<TensorType>& types) const;
  TensorType Outside(const ir::TensorType& type);

 private:
  std::vector<ir::Size> sizes_;
  absl::flat_hash_map<ir::Size, int64_t> numbers_;
};

// Whether the type has one.
bool HasSymbols(const TensorType& type);

// With kOpenSize for all of them.
std::vector<TensorType> OutsideOpen(const std::vector<ir::TensorType>& types);

}  // namespace tilewright::api
