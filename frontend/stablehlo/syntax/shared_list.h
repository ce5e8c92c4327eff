// A list that several owners may share: whoever changes it gets a copy of its own.
#pragma once

#include <cstddef>
#include <initializer_list>
#include <memory>
#include <utility>
#include <vector>

namespace tilewright::stablehlo {

template <typename T>
class SharedList {
 public:
  SharedList() = default;
  SharedList(std::vector<T> items)  // NOLINT: a vector is such a list
      : items_(std::make_shared<std::vector<T>>(std::move(items))) {}
  SharedList(std::initializer_list<T> items) : SharedList(std::vector<T>(items)) {}

  const std::vector<T>& get() const { return items_ == nullptr ? None() : *items_; }
  operator const std::vector<T>&() const { return get(); }  // NOLINT: as above
  size_t size() const { return get().size(); }
  bool empty() const { return get().empty(); }
  auto begin() const { return get().begin(); }
  auto end() const { return get().end(); }
  const T& operator[](size_t i) const { return get()[i]; }

  // To change it by.
  std::vector<T>* Own() {
    if (items_ == nullptr) {
      items_ = std::make_shared<std::vector<T>>();
    } else if (items_.use_count() > 1) {
      items_ = std::make_shared<std::vector<T>>(*items_);
    }
    return items_.get();
  }
  template <typename... Args>
  void emplace_back(Args&&... args) {
    Own()->emplace_back(std::forward<Args>(args)...);
  }
  void push_back(T item) { Own()->push_back(std::move(item)); }

 private:
  static const std::vector<T>& None() {
    static const auto* const kNone = new std::vector<T>();
    return *kNone;
  }

  std::shared_ptr<std::vector<T>> items_;
};

}  // namespace tilewright::stablehlo
