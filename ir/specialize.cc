#include "ir/specialize.h"

#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "ir/from_result.h"
#include "support/status_macros.h"

namespace tilewright::ir {
namespace {

std::string ValuesText(const SymbolList& symbols, absl::Span<const int64_t> values) {
  std::vector<std::string> parts;
  for (int i = 0; i < symbols.count(); ++i) {
    parts.push_back(absl::StrCat(symbols[i].name, " = ", values[i]));
  }
  return absl::StrJoin(parts, ", ");
}

// What operations themselves say of sizes: constants their types, some attributes what
// follows from the result's.
void TypeOperations(const Program& program, Region* region) {
  for (Operation& op : region->operations) {
    FillFromResult(program, &op);
    if (op.kind == OpKind::kConstant) {
      const Literal& value = op.attributes.Constant(AttributeName::kValue);
      if (!value.type().shape.is_static()) {
        op.attributes.Set(AttributeName::kValue,
                          value.WithType(program.type(op.results[0])));
      }
    }
    for (Region& inner : op.regions) TypeOperations(program, &inner);
  }
}

}  // namespace

Program Typical(Program program) {
  program.symbols = {};
  for (TensorType& type : program.values) type.shape = type.shape.typical();
  TypeOperations(program, &program.body);
  return program;
}

Program SpecializeSome(Program program, absl::Span<const int64_t> values,
                       const std::set<SymbolId>& symbols) {
  const auto value = [&](SymbolId s) {
    return symbols.count(s) > 0 ? Size(values[s]) : Size::OfSymbol(s);
  };
  for (TensorType& type : program.values) {
    for (int d = 0; d < type.rank(); ++d) {
      const Size size = type.shape[d];
      if (!size.is_number()) type.shape.Set(d, Substitute(size, value));
    }
  }
  TypeOperations(program, &program.body);
  return program;
}

absl::StatusOr<Program> Specialize(Program program, absl::Span<const int64_t> values) {
  const SymbolList symbols = std::move(program.symbols);
  program.symbols = {};
  TW_RETURN_IF_ERROR(symbols.Check(values));
  for (TensorType& type : program.values) {
    if (type.shape.is_static()) continue;
    Dims dims;
    for (const Size& size : type.shape.sizes()) {
      TW_ASSIGN_OR_RETURN(int64_t value, Evaluate(size, symbols, values));
      dims.push_back(value);
    }
    int64_t count = 0;
    const int64_t limit = kMaxTensorBytes / std::max(StorageBytes(type.element), 1);
    Dims strides = dims;
    for (int64_t& d : strides) d = std::max<int64_t>(d, 1);
    if (!BoundedProduct(strides, limit, &count)) {
      return absl::InvalidArgumentError(
          absl::StrCat(ToString(type, &symbols),
                       " is larger than 2^46 bytes: ", ValuesText(symbols, values)));
    }
    type.shape = std::move(dims);
  }
  TypeOperations(program, &program.body);
  return program;
}

}  // namespace tilewright::ir
