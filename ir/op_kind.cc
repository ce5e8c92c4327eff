#include "ir/op_kind.h"

#include <algorithm>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/str_cat.h"
#include "support/edit_distance.h"

namespace tilewright::ir {
namespace {

using enum OpClass;

constexpr OpInfo kOperations[] = {
#define TW_ROW(kind, name, op_class, min, max, results, regions) \
  {name, op_class, min, max, results, regions},
    TW_FOR_EACH_OP(TW_ROW)
#undef TW_ROW
};

// "add" of "stablehlo.add".
absl::string_view WithoutDialect(absl::string_view name) {
  const size_t dot = name.find('.');
  return dot == absl::string_view::npos ? name : name.substr(dot + 1);
}

}  // namespace

int OpKindCount() { return static_cast<int>(std::size(kOperations)); }

const OpInfo& Info(OpKind kind) { return kOperations[static_cast<int>(kind)]; }

std::optional<OpKind> FindOpKind(absl::string_view name) {
  static const auto* const kByName = [] {
    auto* map = new absl::flat_hash_map<absl::string_view, OpKind>;
    for (int i = 0; i < OpKindCount(); ++i) {
      map->emplace(kOperations[i].name, static_cast<OpKind>(i));
    }
    return map;
  }();
  const auto it = kByName->find(name);
  if (it == kByName->end()) return std::nullopt;
  return it->second;
}

absl::StatusOr<OpKind> OpKindNamed(absl::string_view name) {
  const std::optional<OpKind> kind = FindOpKind(name);
  if (kind.has_value()) return *kind;
  return absl::InvalidArgumentError(
      absl::StrCat("there is no operation '", name, "'", SuggestOpName(name)));
}

std::string SuggestOpName(absl::string_view name) {
  // A dialect that is left out, or another's, is no mistake in the word.
  std::vector<absl::string_view> words;
  for (const OpInfo& info : kOperations) words.push_back(WithoutDialect(info.name));
  const absl::string_view nearest = NearestWord(WithoutDialect(name), words);
  if (nearest.empty()) return "";
  const size_t found = std::find(words.begin(), words.end(), nearest) - words.begin();
  return absl::StrCat("; did you mean '", kOperations[found].name, "'?");
}

}  // namespace tilewright::ir
