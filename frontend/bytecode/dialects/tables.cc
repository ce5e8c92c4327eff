#include "frontend/bytecode/dialects/tables.h"

#include <algorithm>
#include <iterator>

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

constexpr const DialectTable* kTables[] = {&kBuiltinTable, &kFuncTable, &kSdyTable,
                                           &kVhloTable};

}  // namespace

const DialectTable kFuncTable = {"func", nullptr, nullptr, &FindFuncOp};

const DialectTable* FindDialect(absl::string_view name) {
  for (const DialectTable* table : kTables) {
    if (table->name == name) return table;
  }
  return nullptr;
}

}  // namespace tilewright::bytecode
