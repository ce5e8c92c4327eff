// Dialects of which little is read: functions, and shardings, which one device ignores.
#include <algorithm>
#include <iterator>

#include "frontend/bytecode/dialects/tables.h"
#include "frontend/bytecode/values/reading.h"

namespace tilewright::bytecode {
namespace {

const OpRow* FindFuncOp(absl::string_view name) {
  static const auto* const kRows = new std::vector<OpRow>{
      {"call",
       "func.call",
       {{"arg_attrs", true}, {"callee"}, {"no_inline", true}, {"res_attrs", true}}},
      {"func",
       "func.func",
       {{"arg_attrs", true},
        {"function_type"},
        {"no_inline", true},
        {"res_attrs", true},
        {"sym_name"},
        {"sym_visibility", true}}},
      {"return", "func.return"},
  };
  const auto it = std::find_if(kRows->begin(), kRows->end(),
                               [name](const OpRow& row) { return row.name == name; });
  return it == kRows->end() ? nullptr : &*it;
}

const OpRow* FindSdyOp(absl::string_view name) {
  static const auto* const kRows = [] {
    auto* const rows = new std::vector<OpRow>();
    for (absl::string_view tree_name :
         {"sdy.sharding_constraint", "sdy.reshard", "sdy.propagation_barrier",
          "sdy.sharding_group", "sdy.manual_computation", "sdy.return", "sdy.mesh"}) {
      OpRow row;
      row.name = tree_name.substr(4);
      row.tree_name = tree_name;
      row.skip_properties = true;
      rows->push_back(row);
    }
    return rows;
  }();
  const auto it = std::find_if(kRows->begin(), kRows->end(),
                               [name](const OpRow& row) { return row.name == name; });
  return it == kRows->end() ? nullptr : &*it;
}

constexpr const DialectTable* kTables[] = {&kBuiltinTable, &kFuncTable, &kSdyTable,
                                           &kVhloTable};

}  // namespace

const DialectTable kFuncTable = {"func", nullptr, nullptr, &FindFuncOp};
const DialectTable kSdyTable = {"sdy", nullptr, nullptr, &FindSdyOp};

const DialectTable* FindDialect(absl::string_view name) {
  for (const DialectTable* table : kTables) {
    if (table->name == name) return table;
  }
  return nullptr;
}

}  // namespace tilewright::bytecode
