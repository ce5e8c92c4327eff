// The dialects that are known.
#pragma once

#include "absl/strings/string_view.h"
#include "frontend/bytecode/values/dialect_table.h"

namespace tilewright::bytecode {

// Null for dialects without a table.
const DialectTable* FindDialect(absl::string_view name);

extern const DialectTable kBuiltinTable;
extern const DialectTable kFuncTable;
extern const DialectTable kSdyTable;
extern const DialectTable kVhloTable;

}  // namespace tilewright::bytecode
