#include "ir/shape.h"

#include <utility>

#include "ir/size/facts.h"
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

Dims Shape::typical() const {
  Dims numbers = numbers_;
  for (const Size& size : sizes_) numbers.push_back(Typical(size));
  return numbers;
}

Shape Shape::Part(size_t begin, size_t end) const {
  if (is_static()) return Dims(numbers_.begin() + begin, numbers_.begin() + end);
  return Shape(std::vector<Size>(sizes_.begin() + begin, sizes_.begin() + end));
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

Shape Joined(const Shape& first, const Shape& then) {
  if (first.is_static() && then.is_static()) {
    Dims numbers = first.numbers();
    numbers.insert(numbers.end(), then.numbers().begin(), then.numbers().end());
    return numbers;
  }
  std::vector<Size> sizes = first.sizes();
  for (int d = 0; d < then.rank(); ++d) sizes.push_back(then[d]);
  return Shape(std::move(sizes));
}

}  // namespace tilewright::ir
