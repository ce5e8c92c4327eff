// Elementwise operations: StableHLO's rules, of elements.
#include "ir/check/verify.h"
#include "tile/compare.h"
#include "tile/verify/checker.h"

namespace tilewright::tile {
namespace {

using ir::ElementType;
using ir::OpKind;

// What a comparison's operands and parameters have to be.
bool FitsCompare(const Expr& e, const std::vector<ElementType>& operands) {
  if (operands.size() != 2 || operands[0] != operands[1] || e.a.size() != 1 ||
      e.b.size() != 1) {
    return false;
  }
  const bool has_order =
      e.b[0] == OrderOf(operands[0]) || e.b[0] == OrderOf(operands[0], /*total=*/true);
  return e.type.element == ElementType::kI1 && e.a[0] >= kEq && e.a[0] <= kLt &&
         has_order;
}

bool FitsReducePrecision(const Expr& e, const std::vector<ElementType>& operands) {
  return operands.size() == 1 && operands[0] == e.type.element &&
         ir::IsFloat(operands[0]) && e.a.size() == 1 && e.b.size() == 1 &&
         AreWithin(e.a, 1, 64) && AreWithin(e.b, 0, 64);
}

}  // namespace

bool FitsScalarOp(const Expr& e, const std::vector<ElementType>& operands) {
  if (e.op == OpKind::kCompare) return FitsCompare(e, operands);
  if (e.op == OpKind::kReducePrecision) return FitsReducePrecision(e, operands);
  if (!ir::IsElementwise(e.op) && e.op != OpKind::kBitcastConvert) return false;
  ir::Program program;
  ir::Operation operation;
  operation.kind = e.op;
  for (ElementType element : operands) {
    operation.operands.push_back(program.AddValue(ir::Scalar(element)));
  }
  const ir::TensorType result = ir::Scalar(e.type.element);
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
