#include "frontend/pjrt/named_values.h"

#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"

namespace tilewright::pjrt {

PJRT_NamedValue& NamedValues::Append(absl::string_view name, PJRT_NamedValue_Type type) {
  const std::string& kept = strings_.emplace_back(name);
  PJRT_NamedValue value = {};
  value.struct_size = sizeof(PJRT_NamedValue);
  value.name = kept.data();
  value.name_size = kept.size();
  value.type = type;
  value.value_size = 1;
  return values_.emplace_back(value);
}

void NamedValues::Add(absl::string_view name, absl::string_view value) {
  const std::string& kept = strings_.emplace_back(value);
  PJRT_NamedValue& added = Append(name, PJRT_NamedValue_kString);
  added.string_value = kept.data();
  added.value_size = kept.size();
}

void NamedValues::Add(absl::string_view name, int64_t value) {
  Append(name, PJRT_NamedValue_kInt64).int64_value = value;
}

void NamedValues::Add(absl::string_view name, std::vector<int64_t> value) {
  const std::vector<int64_t>& kept = lists_.emplace_back(std::move(value));
  PJRT_NamedValue& added = Append(name, PJRT_NamedValue_kInt64List);
  added.int64_array_value = kept.data();
  added.value_size = kept.size();
}

void NamedValues::AddFloat(absl::string_view name, float value) {
  Append(name, PJRT_NamedValue_kFloat).float_value = value;
}

void NamedValues::AddBool(absl::string_view name, bool value) {
  Append(name, PJRT_NamedValue_kBool).bool_value = value;
}

absl::StatusOr<std::vector<Option>> ReadOptions(const PJRT_NamedValue* values,
                                                size_t count) {
  std::vector<Option> options;
  if (count > 0 && values == nullptr) {
    return absl::InvalidArgumentError("\"create_options\" is null");
  }
  for (size_t i = 0; i < count; ++i) {
    const PJRT_NamedValue& value = values[i];
    if (value.name == nullptr) {
      return absl::InvalidArgumentError(absl::StrCat("option ", i, " has no name"));
    }
    Option option;
    option.name = std::string(value.name, value.name_size);
    if (value.type == PJRT_NamedValue_kString && value.string_value != nullptr) {
      option.is_string = true;
      option.text = std::string(value.string_value, value.value_size);
    } else if (value.type == PJRT_NamedValue_kInt64) {
      option.number = value.int64_value;
    } else {
      continue;
    }
    options.push_back(std::move(option));
  }
  return options;
}

}  // namespace tilewright::pjrt
