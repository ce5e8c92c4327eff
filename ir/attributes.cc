#include "ir/attributes.h"

#include <iterator>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/str_cat.h"
#include "support/check.h"
#include "support/edit_distance.h"

namespace tilewright::ir {
namespace {

constexpr absl::string_view kNames[] = {
#define TW_ROW(name, text) text,
    TW_FOR_EACH_ATTRIBUTE(TW_ROW)
#undef TW_ROW
};

// The value of `name` as a T, or null when absent or of another kind.
template <typename T>
const T* Find(const std::map<AttributeName, AttributeValue>& values, AttributeName name) {
  const auto it = values.find(name);
  if (it == values.end()) return nullptr;
  return std::get_if<T>(&it->second);
}

template <typename T>
const T& FindOr(const std::map<AttributeName, AttributeValue>& values,
                AttributeName name) {
  static const T* const kAbsent = new T();
  const T* found = Find<T>(values, name);
  return found != nullptr ? *found : *kAbsent;
}

}  // namespace

absl::string_view Name(AttributeName name) { return kNames[static_cast<int>(name)]; }

std::optional<AttributeName> FindAttributeName(absl::string_view name) {
  static const auto* const kByName = [] {
    auto* map = new absl::flat_hash_map<absl::string_view, AttributeName>;
    for (size_t i = 0; i < std::size(kNames); ++i) {
      map->emplace(kNames[i], static_cast<AttributeName>(i));
    }
    return map;
  }();
  const auto it = kByName->find(name);
  if (it == kByName->end()) return std::nullopt;
  return it->second;
}

std::string SuggestAttributeName(absl::string_view name) {
  const absl::string_view nearest = NearestWord(name, kNames);
  return nearest.empty() ? "" : absl::StrCat("; did you mean '", nearest, "'?");
}

bool Attributes::Flag(AttributeName name, bool absent) const {
  const bool* found = Find<bool>(values_, name);
  return found != nullptr ? *found : absent;
}

int64_t Attributes::Int(AttributeName name, int64_t absent) const {
  const int64_t* found = Find<int64_t>(values_, name);
  return found != nullptr ? *found : absent;
}

double Attributes::Float(AttributeName name, double absent) const {
  const double* found = Find<double>(values_, name);
  return found != nullptr ? *found : absent;
}

const std::string& Attributes::Text(AttributeName name) const {
  return FindOr<std::string>(values_, name);
}

const Dims& Attributes::Ints(AttributeName name) const {
  return FindOr<Dims>(values_, name);
}

const Literal& Attributes::Constant(AttributeName name) const {
  const Literal* found = Find<Literal>(values_, name);
  TW_CHECK(found != nullptr);
  return *found;
}

const Config& Attributes::Configuration(AttributeName name) const {
  return FindOr<Config>(values_, name);
}

}  // namespace tilewright::ir
