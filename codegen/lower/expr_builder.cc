#include "codegen/lower/expr_builder.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "codegen/facts/op_facts.h"
#include "tile/compare.h"

namespace tilewright::codegen {

using ir::AttributeName;
using ir::Dims;
using ir::Operation;
using ir::OpKind;
using ir::ValueId;
using tile::ExprId;

namespace {

tile::Gather GatherOf(const ir::Attributes& at) {
  tile::Gather g;
  g.offset_dims = at.Ints(AttributeName::kOffsetDims);
  g.collapsed_slice_dims = at.Ints(AttributeName::kCollapsedSliceDims);
  g.operand_batching_dims = at.Ints(AttributeName::kOperandBatchingDims);
  g.start_indices_batching_dims = at.Ints(AttributeName::kStartIndicesBatchingDims);
  g.start_index_map = at.Ints(AttributeName::kStartIndexMap);
  g.index_vector_dim = at.Int(AttributeName::kIndexVectorDim);
  return g;
}

}  // namespace

ExprBuilder::ExprBuilder(const ir::Program& program, const ir::Region& region,
                         const Cluster& cluster, const std::set<ValueId>& materialised,
                         const FindRematerialisable& find_rematerialisable,
                         LoweredCluster* out)
    : program_(program),
      materialised_(materialised),
      find_rematerialisable_(find_rematerialisable),
      out_(out),
      builder_(&out->program) {
  for (int n : cluster.members) {
    for (ValueId v : region.operations[n].results) members_[v] = &region.operations[n];
  }
  own_outputs_.insert(cluster.outputs.begin(), cluster.outputs.end());
}

const Operation* ExprBuilder::Definition(ValueId value) const {
  const auto it = members_.find(value);
  return it == members_.end() ? nullptr : it->second;
}

ExprId ExprBuilder::Load(ValueId value) {
  auto it = inputs_.find(value);
  if (it == inputs_.end()) {
    out_->parameters.push_back({value, false});
    it = inputs_.emplace(value, builder_.Input(program_.type(value))).first;
  }
  return builder_.Load(it->second);
}

tile::RefId ExprBuilder::Output(ValueId value, const ir::Shape& dims) {
  const auto it = outputs_.find(value);
  if (it != outputs_.end()) return it->second;
  out_->parameters.push_back({value, true});
  return outputs_[value] = builder_.Output({program_.type(value).element, dims});
}

ExprId ExprBuilder::Of(ValueId value) {
  const auto it = exprs_.find(value);
  if (it != exprs_.end()) return it->second;
  ExprId id;
  const Operation* definition = Definition(value);
  if (definition == nullptr) definition = find_rematerialisable_(value);
  if (definition != nullptr &&
      (own_outputs_.count(value) > 0 || IsRematerialisable(*definition) ||
       materialised_.count(value) == 0)) {
    id = Compute(*definition, value);
  } else {
    id = Load(value);
  }
  exprs_[value] = id;
  return id;
}

ExprId ExprBuilder::Compute(const Operation& op, ValueId value) {
  const ir::TensorType& type = program_.type(value);
  if (op.kind == OpKind::kConstant) {
    const ir::Literal& literal = op.attributes.Constant(AttributeName::kValue);
    if (!literal.is_splat()) {
      Fail(absl::InternalError("a constant with several values is not in memory"));
    }
    return builder_.Constant(literal.WithType(type));
  }
  std::vector<ExprId> operands;
  for (ValueId operand : op.operands) operands.push_back(Of(operand));
  if (ir::IsElementwise(op.kind) || op.kind == OpKind::kBitcastConvert) {
    return ComputeElementwise(op, std::move(operands), type);
  }
  return ComputeDataMovement(op, operands, type);
}

ExprId ExprBuilder::ComputeElementwise(const Operation& op, std::vector<ExprId> operands,
                                       ir::TensorType type) {
  const ir::Attributes& at = op.attributes;
  if (op.kind == OpKind::kCompare) {
    const std::string& direction = at.Text(AttributeName::kComparisonDirection);
    const bool total = at.Text(AttributeName::kCompareType) == "TOTALORDER";
    return builder_.Compare(tile::FindDirection(direction).value_or(tile::kEq),
                            tile::OrderOf(program_.type(op.operands[0]).element, total),
                            operands[0], operands[1]);
  }
  if (op.kind == OpKind::kReducePrecision) {
    return builder_.ReducePrecision(operands[0], at.Int(AttributeName::kExponentBits),
                                    at.Int(AttributeName::kMantissaBits));
  }
  return builder_.Scalar(op.kind, std::move(operands), std::move(type));
}

ExprId ExprBuilder::ComputeDataMovement(const Operation& op,
                                        const std::vector<ExprId>& operands,
                                        const ir::TensorType& type) {
  const ir::Attributes& at = op.attributes;
  const auto or_all = [&](AttributeName name, int64_t value) {
    const Dims& values = at.Ints(name);
    return values.empty() ? Dims(type.rank(), value) : values;
  };
  const auto from = [&](size_t first) {
    return std::vector<ExprId>(operands.begin() + static_cast<std::ptrdiff_t>(first),
                               operands.end());
  };
  switch (op.kind) {
    case OpKind::kIota:
      return builder_.Iota(type, at.Int(AttributeName::kIotaDimension));
    case OpKind::kReshape:
      return builder_.Reshape(operands[0], type.shape);
    case OpKind::kTranspose:
      return builder_.Transpose(operands[0], at.Ints(AttributeName::kPermutation));
    case OpKind::kBroadcastInDim:
      return builder_.Broadcast(operands[0], type.shape,
                                at.Ints(AttributeName::kBroadcastDimensions));
    case OpKind::kSlice:
      return builder_.Slice(operands[0], type.shape,
                            at.Ints(AttributeName::kStartIndices),
                            or_all(AttributeName::kStrides, 1));
    case OpKind::kReverse:
      return builder_.Reverse(operands[0], at.Ints(AttributeName::kDimensions));
    case OpKind::kPad:
      return builder_.Pad(operands[0], operands[1], type.shape,
                          at.Ints(AttributeName::kEdgePaddingLow),
                          or_all(AttributeName::kInteriorPadding, 0));
    case OpKind::kConcatenate:
      return builder_.Concatenate(operands, at.Int(AttributeName::kDimension));
    case OpKind::kDynamicSlice:
      return builder_.DynamicSlice(operands[0], from(1), type.shape);
    case OpKind::kDynamicUpdateSlice:
      return builder_.DynamicUpdateSlice(operands[0], operands[1], from(2));
    case OpKind::kGather:
      return builder_.Gather(operands[0], operands[1], GatherOf(at), type.shape);
    default:
      Fail(absl::UnimplementedError(
          absl::StrCat(ir::Name(op.kind), " is not supported here")));
      return builder_.Zero(type);
  }
}

tile::Region ExprBuilder::Region(const ir::Region& region) {
  tile::Region out;
  out.num_parameters = static_cast<int>(region.arguments.size());
  for (size_t i = 0; i < region.arguments.size(); ++i) {
    Bind(region.arguments[i],
         builder_.Parameter(program_.type(region.arguments[i]), static_cast<int64_t>(i)));
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
