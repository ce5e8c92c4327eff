// What a reader of bytecode knows of a dialect: one table each.
#pragma once

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "frontend/bytecode/values/values.h"
#include "frontend/stablehlo/syntax/syntax.h"

namespace tilewright::bytecode {

// How an operation's properties are written: the numbers of attributes, in this order.
struct Property {
  absl::string_view name;
  bool optional = false;  // a flag besides the number says whether there is one
};

struct OpRow {
  absl::string_view name;  // in bytecode, without the dialect's
  std::string tree_name;   // in the syntax tree
  std::vector<Property> properties;
  // Its properties are skipped: nothing is made of them.
  bool skip_properties = false;
  // Makes of attributes as read those of the syntax tree; may be null.
  void (*adapt)(Values* values,
                std::vector<stablehlo::NamedAttribute>* attributes) = nullptr;
};

struct DialectTable {
  absl::string_view name;
  // Read what is at the cursor, to its end. A problem is the cursor's, or that of
  // `values`. Null: attributes (types) of this dialect are kept as unknown ones.
  void (*read_attribute)(Cursor* cursor, Values* values, stablehlo::Attribute* attribute);
  void (*read_type)(Cursor* cursor, Values* values, stablehlo::Type* type);
  // Null where there is no such operation.
  const OpRow* (*find_op)(absl::string_view name);
};

}  // namespace tilewright::bytecode
