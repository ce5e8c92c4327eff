#include "codegen/facts/op_facts.h"

#include <algorithm>
#include <set>

#include "codegen/facts/small_matrices.h"

namespace tilewright::codegen {

using ir::AttributeName;
using ir::Dims;
using ir::Operation;
using ir::OpKind;

bool IsDataMovement(const Operation& op) {
  return ir::Info(op.kind).op_class == ir::OpClass::kDataMovement &&
         op.kind != OpKind::kConstant;
}

bool IsRematerialisable(const Operation& op) {
  return op.kind == OpKind::kIota ||
         (op.kind == OpKind::kConstant &&
          op.attributes.Constant(AttributeName::kValue).is_splat());
}

bool IsStep(const ir::Program& program, const Operation& op) {
  const ir::OpClass c = ir::Info(op.kind).op_class;
  if (c == ir::OpClass::kRoutine) return !FindSmallMatrices(program, op).has_value();
  if (op.kind == OpKind::kGetDimensionSize) return true;
  return c == ir::OpClass::kControl || IsView(program, op);
}

bool IsSingle(const ir::Program& program, const Operation& op) {
  return op.kind == OpKind::kSort || op.kind == OpKind::kScatter ||
         op.kind == OpKind::kSelectAndScatter || op.kind == OpKind::kReduceWindow ||
         FindSmallMatrices(program, op).has_value();
}

bool IsContraction(const Operation& op) {
  return ir::Info(op.kind).op_class == ir::OpClass::kContraction;
}

bool IsView(const ir::Program& program, const Operation& op) {
  if (op.kind != OpKind::kBitcastConvert) return false;
  const ir::TensorType& from = program.type(op.operands[0]);
  const ir::TensorType& to = program.type(op.results[0]);
  return from.shape != to.shape || ir::IsComplex(from.element) ||
         ir::IsComplex(to.element);
}

bool FindCombiner(const ir::Program& program, const ir::Region& region, OpKind* kind) {
  if (region.operations.size() != 1 || region.arguments.size() != 2 ||
      region.results.size() != 1) {
    return false;
  }
  const Operation& op = region.operations[0];
  if (op.results[0] != region.results[0] || op.operands.size() != 2) return false;
  const std::set<ir::ValueId> used(op.operands.begin(), op.operands.end());
  if (used != std::set<ir::ValueId>(region.arguments.begin(), region.arguments.end())) {
    return false;
  }
  const ir::ElementType type = program.type(op.results[0]).element;
  if (program.type(region.arguments[0]).element != type) return false;
  switch (op.kind) {
    case OpKind::kAdd:
    case OpKind::kAnd:
    case OpKind::kOr:
    case OpKind::kXor:
      break;
    case OpKind::kMultiply:
    case OpKind::kMaximum:
    case OpKind::kMinimum:
      if (ir::IsComplex(type)) return false;
      break;
    default:
      return false;
  }
  *kind = op.kind;
  return true;
}

bool ReducesAlongLanes(const ir::Program& program, const Operation& reduce) {
  OpKind combiner;
  if (reduce.operands.size() != 2 ||
      !FindCombiner(program, reduce.regions[0], &combiner)) {
    return false;
  }
  return tile::ReducesAlongLanes(program.type(reduce.operands[0]).shape,
                                 reduce.attributes.Ints(AttributeName::kDimensions));
}

bool ReducesTrailing(const ir::Program& program, const Operation& reduce) {
  return ReducesAlongLanes(program, reduce) &&
         tile::ReducesTrailing(program.type(reduce.operands[0]).shape,
                               reduce.attributes.Ints(AttributeName::kDimensions));
}

bool IsScan(const ir::Program& program, const Operation& op, int64_t* dimension,
            bool* reverse) {
  if (op.kind != OpKind::kReduceWindow) return false;
  if (op.attributes.Has(AttributeName::kDimension)) {
    *dimension = op.attributes.Int(AttributeName::kDimension);
    *reverse = op.attributes.Flag(AttributeName::kIsReverse);
    return true;
  }
  const Dims& dims = program.type(op.operands[0]).dims();
  const Dims& out = program.type(op.results[0]).dims();
  const Dims& window = op.attributes.Ints(AttributeName::kWindowDimensions);
  const Dims& padding = op.attributes.Ints(AttributeName::kPadding);
  const auto all_ones = [&](AttributeName name) {
    const Dims& values = op.attributes.Ints(name);
    return std::all_of(values.begin(), values.end(), [](int64_t v) { return v == 1; });
  };
  if (out != dims || !all_ones(AttributeName::kWindowStrides) ||
      !all_ones(AttributeName::kBaseDilations) ||
      !all_ones(AttributeName::kWindowDilations)) {
    return false;
  }
  int found = -1;
  for (size_t d = 0; d < dims.size(); ++d) {
    const int64_t low = padding.empty() ? 0 : padding[2 * d];
    const int64_t high = padding.empty() ? 0 : padding[2 * d + 1];
    if (window[d] == 1 && low == 0 && high == 0) continue;
    if (found >= 0 || window[d] != dims[d]) return false;
    found = static_cast<int>(d);
    if (low == dims[d] - 1 && high == 0) {
      *reverse = false;
    } else if (low == 0 && high == dims[d] - 1) {
      *reverse = true;
    } else {
      return false;
    }
  }
  *dimension = found;
  return found >= 0;
}

}  // namespace tilewright::codegen
