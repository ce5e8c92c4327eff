#include "ir/shape.h"

#include "support/check.h"

namespace tilewright::ir {

Shape::Shape(std::vector<Size> sizes) {
  bool is_static = true;
  for (const Size& size : sizes) is_static &= size.is_number();
  if (!is_static) {
    sizes_ = std::move(sizes);
    return;
  }
  for (const Size& size : sizes) numbers_.push_back(size.number());
}

const Dims& Shape::numbers() const {
  TW_CHECK(is_static());
  return numbers_;
}

std::vector<Size> Shape::sizes() const {
  return is_static() ? std::vector<Size>(numbers_.begin(), numbers_.end()) : sizes_;
}

absl::Status Shape::status() const {
  for (const Size& size : sizes_) {
    if (size.refused()) return size.status();
  }
  return absl::OkStatus();
}

template <typename Change>
void Shape::Replace(Change change) {
  std::vector<Size> all = sizes();
  change(all);
  *this = Shape(std::move(all));
}

void Shape::Set(size_t dimension, const Size& size) {
  if (is_static() && size.is_number()) {
    numbers_[dimension] = size.number();
  } else {
    Replace([&](std::vector<Size>& all) { all[dimension] = size; });
  }
}

void Shape::Insert(size_t dimension, const Size& size) {
  if (is_static() && size.is_number()) {
    numbers_.insert(numbers_.begin() + dimension, size.number());
  } else {
    Replace([&](std::vector<Size>& all) { all.insert(all.begin() + dimension, size); });
  }
}

void Shape::Erase(size_t dimension) {
  if (is_static()) {
    numbers_.erase(numbers_.begin() + dimension);
  } else {
    Replace([&](std::vector<Size>& all) { all.erase(all.begin() + dimension); });
  }
}

Size NumElements(const Shape& shape) {
  Size product = 1;
  for (int d = 0; d < shape.rank(); ++d) product = product * shape[d];
  return product;
}

}  // namespace tilewright::ir
