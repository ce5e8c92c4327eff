// Elementwise operations as LLVM IR, on one element or on a vector of lanes.
//
// Everything here is straight SSA: no memory (tables excepted), no calls of
// library functions, no branches. The same operations in the same order are
// emitted for a scalar and for a vector, so that a value never depends on the
// lane count.
#pragma once

#include <cstdint>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "codegen/facts/emit_options.h"
#include "ir/element_type.h"
#include "ir/op_kind.h"
#include "tile/compare.h"

namespace llvm {
class IRBuilderBase;
class Type;
class Value;
}  // namespace llvm

namespace tilewright::codegen {

// A value of some element type while it is computed on: scalar LLVM values, or
// vectors when there are lanes.
//   i1                    i1
//   integers              iN, N = 2, 4, 8, 16, 32, 64
//   fp8, bf16, f16, f32   float, always exactly representable in the type
//   f64                   double
//   complex               re and im, float or double
// `bits`, where not null, is the value as it lies in memory (see StorageType);
// data movement keeps it so that NaN payloads survive.
struct Lanes {
  ir::ElementType type;
  llvm::Value* re = nullptr;
  llvm::Value* im = nullptr;    // complex only
  llvm::Value* bits = nullptr;  // real types only; may be null
};

// Parameters that distinguish operations of one kind.
struct ScalarOp {
  ir::OpKind kind;
  // kCompare:         a = CompareDirection, b = CompareOrder
  // kReducePrecision: a = exponent bits, b = mantissa bits
  int64_t a = 0;
  int64_t b = 0;

  friend bool operator==(const ScalarOp&, const ScalarOp&) = default;
};
using enum tile::CompareDirection;
using enum tile::CompareOrder;

// The integer (or float) type that a real element type has in memory:
// i8 for i1, sub-byte types and fp8; i16 for bf16 and f16; float, double and
// iN for the rest. `lanes` 0: the scalar type.
llvm::Type* StorageType(llvm::IRBuilderBase& b, ir::ElementType type, int lanes);
// The type of Lanes::re.
llvm::Type* ComputeType(llvm::IRBuilderBase& b, ir::ElementType type, int lanes);

// From memory form to compute form; keeps `bits`. Real types only.
Lanes Decode(llvm::IRBuilderBase& b, const ScalarOptions& options, ir::ElementType type,
             llvm::Value* bits);
// To memory form: `value.bits` if it is there. Real types only.
llvm::Value* Encode(llvm::IRBuilderBase& b, const ScalarOptions& options,
                    const Lanes& value);

// `kind` is elementwise, or kBitcastConvert between types of equal width.
// Operands have the types that the verifier demands; all have the same number
// of lanes. Integer division by zero and the like give what StableHLO or else
// XLA:CPU gives; nothing traps or is poison. Unimplemented, by name, for an
// operation on a type that has none.
absl::StatusOr<Lanes> EmitScalarOp(llvm::IRBuilderBase& b, const ScalarOptions& options,
                                   const ScalarOp& op, absl::Span<const Lanes> operands,
                                   ir::ElementType result_type);

}  // namespace tilewright::codegen
