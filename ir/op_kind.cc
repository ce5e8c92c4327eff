#include "ir/op_kind.h"

#include "absl/container/flat_hash_map.h"

namespace tilewright::ir {
namespace {

using enum OpClass;

constexpr OpInfo kInfos[] = {
#define TW_ROW(kind, name, op_class, min, max, results, regions) \
  {name, op_class, min, max, results, regions},
    TW_FOR_EACH_OP(TW_ROW)
#undef TW_ROW
};

}  // namespace

int OpKindCount() { return static_cast<int>(std::size(kInfos)); }

const OpInfo& Info(OpKind kind) { return kInfos[static_cast<int>(kind)]; }

std::optional<OpKind> FindOpKind(absl::string_view name) {
  static const auto* const kByName = [] {
    auto* map = new absl::flat_hash_map<absl::string_view, OpKind>;
    for (int i = 0; i < OpKindCount(); ++i) {
      map->emplace(kInfos[i].name, static_cast<OpKind>(i));
    }
    return map;
  }();
  const auto it = kByName->find(name);
  if (it == kByName->end()) return std::nullopt;
  return it->second;
}

}  // namespace tilewright::ir
