#include "frontend/bytecode/read.h"

#include <utility>

#include "frontend/bytecode/dialects/tables.h"
#include "frontend/bytecode/ir_reader.h"
#include "frontend/bytecode/values/values.h"
#include "frontend/stablehlo/syntax/generic_module.h"
#include "support/status_macros.h"

namespace tilewright::bytecode {

absl::StatusOr<stablehlo::Module> ReadModule(const Container& container,
                                             const stablehlo::Source& source,
                                             const stablehlo::ParseLimits& limits) {
  std::vector<const DialectTable*> tables;
  for (const Dialect& dialect : container.dialects) {
    tables.push_back(FindDialect(dialect.name));
  }
  Values values(container, std::move(tables), source, limits);
  stablehlo::Module module;
  IrReader reader(&values, &module.names);
  TW_ASSIGN_OR_RETURN(std::vector<stablehlo::Op> ops, reader.Read());
  for (stablehlo::Op& op : ops) {
    TW_RETURN_IF_ERROR(stablehlo::AddTopLevel(source, std::move(op), &module));
  }
  module.locations = std::move(values.locations());
  module.files = std::move(values.files());
  module.has_dynamic_sizes = values.has_dynamic_sizes() || reader.has_dynamic_calls();
  module.has_expectations = reader.has_expectations();
  return module;
}

}  // namespace tilewright::bytecode
