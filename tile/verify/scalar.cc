// Elementwise operations: StableHLO's rules, of elements.
#include "ir/check/verify.h"
#include "tile/compare.h"
#include "tile/verify/checker.h"

namespace tilewright::tile {
namespace {

using ir::ElementType;
using ir::OpKind;

// What a comparison's operands and parameters have to be.
bool Fits(const Comparison& compare, ElementType result,
          const std::vector<ElementType>& operands) {
  if (operands.size() != 2 || operands[0] != operands[1]) return false;
  const bool has_order = compare.order == OrderOf(operands[0]) ||
                         compare.order == OrderOf(operands[0], /*total=*/true);
  return result == ElementType::kI1 && compare.direction >= kEq &&
         compare.direction <= kLt && has_order;
}

bool Fits(const Precision& precision, ElementType result,
          const std::vector<ElementType>& operands) {
  return operands.size() == 1 && operands[0] == result && ir::IsFloat(result) &&
         AreWithin({precision.exponent_bits}, 1, 64) &&
         AreWithin({precision.mantissa_bits}, 0, 64);
}

}  // namespace

bool FitsScalarOp(const Scalar& scalar, ElementType made,
                  const std::vector<ElementType>& operands) {
  const auto* const compare = std::get_if<Comparison>(&scalar.parameters);
  const auto* const precision = std::get_if<Precision>(&scalar.parameters);
  if ((scalar.op == OpKind::kCompare) != (compare != nullptr)) return false;
  if ((scalar.op == OpKind::kReducePrecision) != (precision != nullptr)) return false;
  if (compare != nullptr) return Fits(*compare, made, operands);
  if (precision != nullptr) return Fits(*precision, made, operands);
  if (!ir::IsElementwise(scalar.op) && scalar.op != OpKind::kBitcastConvert) return false;
  ir::Program program;
  ir::Operation operation;
  operation.kind = scalar.op;
  for (ElementType element : operands) {
    operation.operands.push_back(program.AddValue(ir::Scalar(element)));
  }
  const ir::TensorType result = ir::Scalar(made);
  const auto types = ir::InferResultTypes(program, operation, {result});
  return types.ok() && types->size() == 1 && types->front() == result;
}

bool IsCombiner(OpKind op, ElementType element) {
  switch (op) {
    case OpKind::kAdd:
      return true;
    case OpKind::kMultiply:
    case OpKind::kMaximum:
    case OpKind::kMinimum:
      return !ir::IsComplex(element);
    case OpKind::kAnd:
    case OpKind::kOr:
    case OpKind::kXor:
      return ir::IsWhole(element);
    default:
      return false;
  }
}

}  // namespace tilewright::tile
