#include "codegen/expr_builder.h"

#include <algorithm>
#include <utility>

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "codegen/scalar_ops.h"
#include "support/check.h"
#include "tile/expressions.h"

namespace tilewright::codegen {

using ir::AttributeName;
using ir::Dims;
using ir::Operation;
using ir::OpKind;
using ir::ValueId;
using tile::Expr;
using tile::ExprId;
using tile::ExprKind;

ExprBuilder::ExprBuilder(const ir::Program& program, const ir::Region& region,
                         const Cluster& cluster, const std::set<ValueId>& materialised,
                         const FindFree& find_free, LoweredCluster* out)
    : program_(program), materialised_(materialised), find_free_(find_free), out_(out) {
  for (int n : cluster.members) {
    for (ValueId v : region.operations[n].results) members_[v] = &region.operations[n];
  }
  own_outputs_.insert(cluster.outputs.begin(), cluster.outputs.end());
}

const Operation* ExprBuilder::Definition(ValueId value) const {
  const auto it = members_.find(value);
  return it == members_.end() ? nullptr : it->second;
}

ExprId ExprBuilder::Add(Expr e) {
  // Identity is everything an expression prints.
  std::string key = absl::StrCat(static_cast<int>(e.kind), "|", ir::ToString(e.type), "|",
                                 absl::StrJoin(e.operands, ","), "|", e.ref, "|",
                                 static_cast<int>(e.op), "|", ir::Join(e.a), "|",
                                 ir::Join(e.b), "|", ir::Join(e.c), "|", ir::Join(e.d));
  if (e.kind == ExprKind::kConstant) {
    const absl::Span<const uint8_t> bytes = e.literal.bytes();
    absl::StrAppend(&key, "|",
                    absl::BytesToHexString(absl::string_view(
                        reinterpret_cast<const char*>(bytes.data()), bytes.size())));
  }
  for (const tile::GatherDims& g : e.gather) {
    for (const Dims* dims :
         {&g.offset_dims, &g.collapsed_slice_dims, &g.operand_batching_dims,
          &g.start_indices_batching_dims, &g.start_index_map, &g.slice_sizes}) {
      absl::StrAppend(&key, "|", ir::Join(*dims));
    }
    absl::StrAppend(&key, "|", g.index_vector_dim);
  }
  const auto [it, fresh] = known_.try_emplace(key, 0);
  if (fresh) it->second = tile().Add(std::move(e));
  return it->second;
}

ExprId ExprBuilder::Load(ValueId value) {
  auto it = inputs_.find(value);
  if (it == inputs_.end()) {
    const tile::RefId ref =
        tile().AddRef({tile::Memory::kHbm, program_.type(value), /*is_output=*/false});
    out_->parameters.push_back({value, false});
    it = inputs_.emplace(value, ref).first;
  }
  return Add(tile::LoadExpr(it->second, program_.type(value)));
}

tile::RefId ExprBuilder::Output(ValueId value) {
  const auto it = outputs_.find(value);
  if (it != outputs_.end()) return it->second;
  const tile::RefId ref =
      tile().AddRef({tile::Memory::kHbm, program_.type(value), /*is_output=*/true});
  out_->parameters.push_back({value, true});
  outputs_[value] = ref;
  return ref;
}

ExprId ExprBuilder::Of(ValueId value) {
  const auto it = exprs_.find(value);
  if (it != exprs_.end()) return it->second;
  ExprId id;
  const Operation* definition = Definition(value);
  if (definition == nullptr) definition = find_free_(value);
  if (definition != nullptr && (own_outputs_.count(value) > 0 || IsFree(*definition) ||
                                materialised_.count(value) == 0)) {
    id = Compute(*definition, value);
  } else {
    id = Load(value);
  }
  exprs_[value] = id;
  return id;
}

ExprId ExprBuilder::Reshape(ExprId x, const Dims& shape) {
  if (expr(x).type.dims == shape) return x;
  Expr e = expr(x);
  switch (e.kind) {
    case ExprKind::kLoad:  // row-major either way
      e.type.dims = shape;
      return Add(std::move(e));
    case ExprKind::kConstant:
      return Add(tile::ConstantExpr(e.literal.WithType({e.type.element, shape})));
    case ExprKind::kReshape:
      return Reshape(e.operands[0], shape);
    default:
      break;
  }
  return Add(tile::ReshapeExpr(x, {e.type.element, shape}));
}

ExprId ExprBuilder::Transpose(ExprId x, const Dims& permutation) {
  if (std::is_sorted(permutation.begin(), permutation.end())) return x;
  return Add(tile::TransposeExpr(x, expr(x).type, permutation));
}

ExprId ExprBuilder::Convert(ExprId x, ir::ElementType type) {
  if (expr(x).type.element == type) return x;
  return Scalar(OpKind::kConvert, {x}, {type, expr(x).type.dims});
}

ExprId ExprBuilder::Scalar(OpKind op, std::vector<ExprId> operands, ir::TensorType type) {
  return Add(tile::ScalarExpr(op, std::move(operands), std::move(type)));
}

ExprId ExprBuilder::Compute(const Operation& op, ValueId value) {
  Expr e;
  e.type = program_.type(value);
  const ir::Attributes& at = op.attributes;
  for (ValueId operand : op.operands) {
    if (op.kind == OpKind::kConstant) break;
    e.operands.push_back(Of(operand));
  }
  const size_t rank = e.type.dims.size();
  if (ir::IsElementwise(op.kind) || op.kind == OpKind::kBitcastConvert) {
    e.kind = ExprKind::kScalar;
    e.op = op.kind;
    if (op.kind == OpKind::kCompare) {
      const std::string& direction = at.Text(AttributeName::kComparisonDirection);
      const bool total = at.Text(AttributeName::kCompareType) == "TOTALORDER";
      e.a = {tile::FindDirection(direction).value_or(tile::kEq)};
      e.b = {tile::OrderOf(program_.type(op.operands[0]).element, total)};
    } else if (op.kind == OpKind::kReducePrecision) {
      e.a = {at.Int(AttributeName::kExponentBits)};
      e.b = {at.Int(AttributeName::kMantissaBits)};
    }
    return Add(std::move(e));
  }
  switch (op.kind) {
    case OpKind::kConstant: {
      const ir::Literal& literal = at.Constant(AttributeName::kValue);
      if (!literal.is_splat()) {
        Fail(absl::InternalError("a constant with several values is not in memory"));
      }
      return Add(tile::ConstantExpr(literal));
    }
    case OpKind::kIota:
      return Add(tile::IotaExpr(e.type, at.Int(AttributeName::kIotaDimension)));
    case OpKind::kReshape:
      return Reshape(e.operands[0], e.type.dims);
    case OpKind::kTranspose:
      return Transpose(e.operands[0], at.Ints(AttributeName::kPermutation));
    case OpKind::kBroadcastInDim:
      if (expr(e.operands[0]).kind == ExprKind::kConstant) {
        return Add(tile::ConstantExpr(expr(e.operands[0]).literal.WithType(e.type)));
      }
      return Add(tile::BroadcastExpr(e.operands[0], e.type,
                                     at.Ints(AttributeName::kBroadcastDimensions)));
    case OpKind::kSlice:
      e.kind = ExprKind::kSlice;
      e.a = at.Ints(AttributeName::kStartIndices);
      e.b = at.Ints(AttributeName::kStrides);
      if (e.b.empty()) e.b.assign(rank, 1);
      break;
    case OpKind::kReverse:
      return Add(
          tile::ReverseExpr(e.operands[0], e.type, at.Ints(AttributeName::kDimensions)));
    case OpKind::kPad:
      e.kind = ExprKind::kPad;
      e.a = at.Ints(AttributeName::kEdgePaddingLow);
      e.b = at.Ints(AttributeName::kInteriorPadding);
      if (e.b.empty()) e.b.assign(rank, 0);
      break;
    case OpKind::kConcatenate:
      e.kind = ExprKind::kConcatenate;
      e.a = {at.Int(AttributeName::kDimension)};
      break;
    case OpKind::kDynamicSlice:
      e.kind = ExprKind::kDynamicSlice;
      break;
    case OpKind::kDynamicUpdateSlice:
      e.kind = ExprKind::kDynamicUpdateSlice;
      break;
    case OpKind::kGather: {
      e.kind = ExprKind::kGather;
      tile::GatherDims g;
      g.offset_dims = at.Ints(AttributeName::kOffsetDims);
      g.collapsed_slice_dims = at.Ints(AttributeName::kCollapsedSliceDims);
      g.operand_batching_dims = at.Ints(AttributeName::kOperandBatchingDims);
      g.start_indices_batching_dims = at.Ints(AttributeName::kStartIndicesBatchingDims);
      g.start_index_map = at.Ints(AttributeName::kStartIndexMap);
      g.index_vector_dim = at.Int(AttributeName::kIndexVectorDim);
      g.slice_sizes = at.Ints(AttributeName::kSliceSizes);
      e.gather.push_back(std::move(g));
      break;
    }
    default:
      Fail(absl::UnimplementedError(
          absl::StrCat(ir::Name(op.kind), " is not supported here")));
      return Add(tile::ZeroExpr(e.type));
  }
  return Add(std::move(e));
}

tile::Region ExprBuilder::Region(const ir::Region& region) {
  tile::Region out;
  out.num_parameters = static_cast<int>(region.arguments.size());
  for (size_t i = 0; i < region.arguments.size(); ++i) {
    Bind(region.arguments[i], Add(tile::ParameterExpr(program_.type(region.arguments[i]),
                                                      static_cast<int64_t>(i))));
  }
  for (const Operation& op : region.operations) {
    const bool scalar =
        op.results.size() == 1 && program_.type(op.results[0]).rank() == 0;
    const bool known = ir::IsElementwise(op.kind) || op.kind == OpKind::kConstant ||
                       op.kind == OpKind::kReshape ||
                       op.kind == OpKind::kBroadcastInDim ||
                       op.kind == OpKind::kBitcastConvert || op.kind == OpKind::kIota;
    if (!scalar || !known) {
      Fail(absl::UnimplementedError(absl::StrCat(
          ir::Name(op.kind), " inside a reducer or comparator is not supported")));
      return out;
    }
    Bind(op.results[0], Compute(op, op.results[0]));
  }
  for (ValueId v : region.results) out.results.push_back(Of(v));
  return out;
}

}  // namespace tilewright::codegen
