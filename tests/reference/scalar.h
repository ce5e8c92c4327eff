// Elementwise operations by their definitions, one element at a time.
#pragma once

#include <cstdint>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "ir/op_kind.h"
#include "support/numerics.h"
#include "tests/reference/element.h"

namespace tilewright::reference {

// Parameters that distinguish operations of one kind (tile::Scalar).
struct ScalarOp {
  ir::OpKind kind = ir::OpKind::kAdd;
  int64_t a = 0;
  int64_t b = 0;
};

struct Operand {
  ElementType type = ElementType::kF32;
  Element value;
};

// The result in `type`. Operations without a definition on the operands' type are
// Unimplemented, by name.
absl::StatusOr<Element> Apply(const ScalarOp& op, absl::Span<const Operand> operands,
                              ElementType type, Numerics numerics);

// `convert`: rounded once.
Element Convert(const Operand& x, ElementType type, Numerics numerics);

// --- By class of the operands' type; null where there is no definition --------------

struct ScalarContext {
  const ScalarOp& op;
  absl::Span<const Operand> operands;
  ElementType type;  // of the result
  Numerics numerics;
};
absl::StatusOr<Element> ApplyToIntegers(const ScalarContext& c);  // and booleans
absl::StatusOr<Element> ApplyToReals(const ScalarContext& c);
absl::StatusOr<Element> ApplyToComplex(const ScalarContext& c);

absl::Status NoDefinition(const ScalarContext& c);

}  // namespace tilewright::reference
