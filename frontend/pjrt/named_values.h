// Lists of named values with their memory: attributes.
#pragma once

#include <deque>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "frontend/pjrt/abi/base.h"

namespace tilewright::pjrt {

// What was added stays where it is.
class NamedValues {
 public:
  void Add(absl::string_view name, absl::string_view value);
  void Add(absl::string_view name, int64_t value);
  void Add(absl::string_view name, std::vector<int64_t> value);
  void AddFloat(absl::string_view name, float value);
  void AddBool(absl::string_view name, bool value);

  const PJRT_NamedValue* data() const { return values_.data(); }
  size_t size() const { return values_.size(); }

  NamedValues() = default;
  NamedValues(const NamedValues&) = delete;
  NamedValues& operator=(const NamedValues&) = delete;

 private:
  PJRT_NamedValue& Append(absl::string_view name, PJRT_NamedValue_Type type);

  std::deque<std::string> strings_;
  std::deque<std::vector<int64_t>> lists_;
  std::vector<PJRT_NamedValue> values_;
};

// Options that a caller gives: by name, strings and integers.
struct Option {
  std::string name;
  bool is_string = false;
  std::string text;
  int64_t number = 0;
};
// InvalidArgument for null pointers. Values of other types are left out.
absl::StatusOr<std::vector<Option>> ReadOptions(const PJRT_NamedValue* values,
                                                size_t count);

}  // namespace tilewright::pjrt
