#include "api/sizes/builder_sizes.h"

#include <algorithm>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "support/status_macros.h"

namespace tilewright::api {
namespace {

// `number(size)` is what stands for a size that is none.
TensorType OutsideWith(const ir::TensorType& type,
                       absl::FunctionRef<int64_t(const ir::Size&)> number) {
  TensorType result{static_cast<ElementType>(type.element), {}};
  for (const ir::Size& size : type.shape.sizes()) {
    result.dims.push_back(size.is_number() ? size.number() : number(size));
  }
  return result;
}

}  // namespace

int64_t BuilderSizes::NumberOf(const ir::Size& size) {
  if (size.is_number()) return size.number();
  const int64_t next = kOpenSize - 1 - static_cast<int64_t>(sizes_.size());
  const auto [found, is_new] = numbers_.try_emplace(size, next);
  if (is_new) sizes_.push_back(size);
  return found->second;
}

absl::StatusOr<ir::TensorType> BuilderSizes::Inside(const TensorType& type) const {
  ir::TensorType result{static_cast<ir::ElementType>(type.element), {}};
  for (size_t d = 0; d < type.dims.size(); ++d) {
    const int64_t size = type.dims[d];
    if (size >= kOpenSize) {
      result.shape.Append(size);
      continue;
    }
    if (size < kOpenSize - static_cast<int64_t>(sizes_.size())) {
      return absl::InvalidArgumentError(
          absl::StrCat("size ", d, " of ", type.ToString(), " is ", size,
                       ", which no size of this builder has"));
    }
    result.shape.Append(sizes_[kOpenSize - 1 - size]);
  }
  return result;
}

absl::StatusOr<std::vector<ir::TensorType>> BuilderSizes::Inside(
    const std::vector<TensorType>& types) const {
  std::vector<ir::TensorType> inside;
  inside.reserve(types.size());
  for (const TensorType& type : types) {
    TW_ASSIGN_OR_RETURN(inside.emplace_back(), Inside(type));
  }
  return inside;
}

TensorType BuilderSizes::Outside(const ir::TensorType& type) {
  return OutsideWith(type, [this](const ir::Size& size) { return NumberOf(size); });
}

bool HasSymbols(const TensorType& type) {
  return std::any_of(type.dims.begin(), type.dims.end(),
                     [](int64_t size) { return size < kOpenSize; });
}

std::vector<TensorType> OutsideOpen(const std::vector<ir::TensorType>& types) {
  std::vector<TensorType> result;
  result.reserve(types.size());
  for (const ir::TensorType& type : types) {
    result.push_back(OutsideWith(type, [](const ir::Size&) { return kOpenSize; }));
  }
  return result;
}

}  // namespace tilewright::api
