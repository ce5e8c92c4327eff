// Which attributes an operation has, and how each is written.
#pragma once

#include <cstdint>
#include <optional>

#include "absl/strings/string_view.h"
#include "ir/attributes.h"
#include "ir/op_kind.h"

namespace tilewright::stablehlo {

enum class AttributeForm : uint8_t {
  kFlag,
  kInteger,
  kFloat,
  kText,
  kIntegers,
  kPrecision,
  kAlgorithm,
  kTable,     // replica groups: rows and their length
  kElsewhere  // value, backend_config, layouts: read by what knows them
};

AttributeForm FormOf(ir::AttributeName name);

// By the name in ir, or precision_config.
std::optional<ir::AttributeName> FindAttributeName(absl::string_view name);

// The attributes of StableHLO whose fields are attributes in ir.
bool IsStructure(absl::string_view name);

// The names of the attributes that mean something to an operation, each
// between spaces; what else stands there (mhlo.*, jax.*, sdy.*, frontend
// attributes) is not kept.
absl::string_view MeaningfulAttributes(ir::OpKind kind);

}  // namespace tilewright::stablehlo
