// Operations that StableHLO has given up, in terms of those it kept.
#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "frontend/stablehlo/lower/lowering.h"
#include "support/status_macros.h"

namespace tilewright::stablehlo {
namespace {

using enum ir::AttributeName;
using ir::Dims;
using ir::OpKind;
using ir::TensorType;

ir::Attributes DotAttributes(Dims lhs_batching, Dims rhs_batching, Dims lhs_contracting,
                             Dims rhs_contracting) {
  ir::Attributes attributes;
  attributes.Set(kLhsBatchingDimensions, std::move(lhs_batching));
  attributes.Set(kRhsBatchingDimensions, std::move(rhs_batching));
  attributes.Set(kLhsContractingDimensions, std::move(lhs_contracting));
  attributes.Set(kRhsContractingDimensions, std::move(rhs_contracting));
  return attributes;
}

bool AllDistinctLetters(absl::string_view labels) {
  for (size_t i = 0; i < labels.size(); ++i) {
    const char c = labels[i];
    if (!((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'))) return false;
    if (labels.find(c, i + 1) != absl::string_view::npos) return false;
  }
  return true;
}

bool Has(absl::string_view labels, char c) {
  return labels.find(c) != absl::string_view::npos;
}

// One operand of an einsum, a letter for each dimension.
struct Labelled {
  ir::ValueId value = -1;
  std::string labels;
};

}  // namespace

// The last dimension of the left operand with the first of the right one.
absl::Status Lowering::LowerDot(const Op& op, Context& context) {
  ir::Operation operation;
  operation.kind = OpKind::kDotGeneral;
  TW_ASSIGN_OR_RETURN(operation.operands, Operands(op, context));
  if (operation.operands.size() != 2) {
    return source_.Invalid(op.at, "a dot has 2 operands");
  }
  for (int i : {0, 1}) {
    const TensorType& type = program_.type(operation.operands[i]);
    if (type.rank() != 1 && type.rank() != 2) {
      return source_.Invalid(op.at, absl::StrCat("a dot is of vectors and matrices, not ",
                                                 ir::ToString(type)));
    }
  }
  const int64_t last = program_.type(operation.operands[0]).rank() - 1;
  operation.attributes = DotAttributes({}, {}, {last}, {0});
  TW_RETURN_IF_ERROR(AddAttributes(op, OpKind::kDotGeneral, &operation.attributes));
  return AppendAndDefine(op, std::move(operation), context);
}

// New dimensions in front.
absl::Status Lowering::LowerBroadcast(const Op& op, Context& context) {
  ir::Operation operation;
  operation.kind = OpKind::kBroadcastInDim;
  TW_ASSIGN_OR_RETURN(operation.operands, Operands(op, context));
  const Attribute* sizes = op.Find("broadcast_sizes");
  if (operation.operands.size() != 1 || sizes == nullptr) {
    return source_.Invalid(op.at, "one operand and broadcast_sizes are expected");
  }
  TW_ASSIGN_OR_RETURN(const Attribute* resolved, Resolve(*sizes));
  TW_ASSIGN_OR_RETURN(Dims shape, Integers(*resolved));
  const TensorType operand = program_.type(operation.operands[0]);
  Dims dimensions;
  for (int i = 0; i < operand.rank(); ++i) {
    dimensions.push_back(static_cast<int64_t>(shape.size()) + i);
  }
  shape.insert(shape.end(), operand.dims().begin(), operand.dims().end());
  operation.attributes.Set(kBroadcastDimensions, std::move(dimensions));
  TW_ASSIGN_OR_RETURN(
      const Values values,
      Append(std::move(operation), {{operand.element, shape}}, op.at, context));
  return DefineValues(op, values, context);
}

// "ab,bc->ac", and "ab->a" for one operand: sums over what the result lacks,
// a dot_general over what both operands have, a transpose into the result's
// order.
absl::Status Lowering::LowerEinsum(const Op& op, Context& context) {
  TW_ASSIGN_OR_RETURN(const Values operands, Operands(op, context));
  const Attribute* config = op.Find("einsum_config");
  const bool unary = op.name == "stablehlo.unary_einsum";
  if (operands.size() != (unary ? 1u : 2u) || config == nullptr ||
      op.result_types.size() != 1) {
    return source_.Invalid(op.at, "operands, a config and one result are expected");
  }
  const std::string& text = config->text;
  const size_t arrow = text.find("->");
  const size_t comma = text.find(',');
  if (arrow == std::string::npos || (comma == std::string::npos) != unary ||
      (!unary && comma > arrow)) {
    return source_.Invalid(config->at, "a config such as \"ab,bc->ac\" is expected");
  }
  const std::string out = text.substr(arrow + 2);
  std::vector<Labelled> inputs;
  inputs.push_back({operands[0], text.substr(0, unary ? arrow : comma)});
  if (!unary) inputs.push_back({operands[1], text.substr(comma + 1, arrow - comma - 1)});
  for (const Labelled& input : inputs) {
    if (!AllDistinctLetters(input.labels) || !AllDistinctLetters(out)) {
      return source_.Unsupported(config->at,
                                 "an einsum with repeated letters or with "
                                 "'...' is not supported");
    }
    if (static_cast<int>(input.labels.size()) != program_.type(input.value).rank()) {
      return source_.Invalid(config->at,
                             absl::StrCat("'", input.labels,
                                          "' does not name the "
                                          "dimensions of ",
                                          ir::ToString(program_.type(input.value))));
    }
  }
  for (char c : out) {
    if (!Has(inputs[0].labels, c) && (unary || !Has(inputs[1].labels, c))) {
      return source_.Invalid(config->at, absl::StrCat("no operand has the dimension '",
                                                      std::string(1, c), "'"));
    }
  }
  // Sums over dimensions that only one operand has and the result lacks.
  for (size_t i = 0; i < inputs.size(); ++i) {
    Labelled& input = inputs[i];
    TensorType type = program_.type(input.value);
    Dims dimensions, kept;
    std::string labels;
    for (size_t d = 0; d < input.labels.size(); ++d) {
      const char c = input.labels[d];
      const bool elsewhere = Has(out, c) || (!unary && Has(inputs[1 - i].labels, c));
      if (elsewhere) {
        labels.push_back(c);
        kept.push_back(type.dims()[d]);
      } else {
        dimensions.push_back(static_cast<int64_t>(d));
      }
    }
    if (dimensions.empty()) continue;
    std::vector<uint8_t> zero(ir::StorageBytes(type.element), 0);
    TW_ASSIGN_OR_RETURN(ir::Literal literal,
                        ir::Literal::Create(ir::Scalar(type.element), std::move(zero),
                                            /*is_splat=*/true));
    TW_ASSIGN_OR_RETURN(const ir::ValueId init,
                        EmitConstant(std::move(literal), op.at, context));
    ir::Operation reduce;
    reduce.kind = OpKind::kReduce;
    reduce.operands = {input.value, init};
    reduce.attributes.Set(kDimensions, std::move(dimensions));
    reduce.regions.push_back(ScalarRegion(OpKind::kAdd, type.element));
    type.shape = std::move(kept);
    TW_ASSIGN_OR_RETURN(const Values sums,
                        Append(std::move(reduce), {type}, op.at, context));
    input = {sums[0], std::move(labels)};
  }
  Labelled result = inputs[0];
  if (!unary) {
    const Labelled& lhs = inputs[0];
    const Labelled& rhs = inputs[1];
    Dims lhs_batching, rhs_batching, lhs_contracting, rhs_contracting;
    std::string batch, free;
    Dims sizes, free_sizes;
    const TensorType lhs_type = program_.type(lhs.value);
    const TensorType rhs_type = program_.type(rhs.value);
    for (size_t d = 0; d < lhs.labels.size(); ++d) {
      const char c = lhs.labels[d];
      const size_t other = rhs.labels.find(c);
      if (other == std::string::npos) {
        free.push_back(c);
        free_sizes.push_back(lhs_type.dims()[d]);
      } else if (Has(out, c)) {
        lhs_batching.push_back(static_cast<int64_t>(d));
        rhs_batching.push_back(static_cast<int64_t>(other));
        batch.push_back(c);
        sizes.push_back(lhs_type.dims()[d]);
      } else {
        lhs_contracting.push_back(static_cast<int64_t>(d));
        rhs_contracting.push_back(static_cast<int64_t>(other));
      }
    }
    for (size_t d = 0; d < rhs.labels.size(); ++d) {
      if (Has(lhs.labels, rhs.labels[d])) continue;
      free.push_back(rhs.labels[d]);
      free_sizes.push_back(rhs_type.dims()[d]);
    }
    sizes.insert(sizes.end(), free_sizes.begin(), free_sizes.end());
    const TensorType type{op.result_types[0].tensor.element, std::move(sizes)};
    ir::Attributes attributes =
        DotAttributes(std::move(lhs_batching), std::move(rhs_batching),
                      std::move(lhs_contracting), std::move(rhs_contracting));
    TW_RETURN_IF_ERROR(AddAttributes(op, OpKind::kDotGeneral, &attributes));
    TW_ASSIGN_OR_RETURN(result.value,
                        Emit(OpKind::kDotGeneral, {lhs.value, rhs.value},
                             std::move(attributes), std::move(type), op.at, context));
    result.labels = batch + free;
  }
  if (result.labels != out) {
    const TensorType from = program_.type(result.value);
    TensorType to{from.element, {}};
    Dims permutation;
    for (char c : out) {
      const size_t d = result.labels.find(c);
      permutation.push_back(static_cast<int64_t>(d));
      to.shape.Append(from.shape[d]);
    }
    ir::Attributes attributes;
    attributes.Set(kPermutation, std::move(permutation));
    TW_ASSIGN_OR_RETURN(result.value,
                        Emit(OpKind::kTranspose, {result.value}, std::move(attributes),
                             std::move(to), op.at, context));
  }
  return DefineValues(op, {result.value}, context);
}

// Rows (along `dim`) of the operand that the index names, batch by batch.
absl::Status Lowering::LowerTorchIndexSelect(const Op& op, Context& context) {
  ir::Operation gather;
  gather.kind = OpKind::kGather;
  TW_ASSIGN_OR_RETURN(gather.operands, Operands(op, context));
  const Attribute* dim = op.Find("dim");
  const Attribute* batch_dims = op.Find("batch_dims");
  if (gather.operands.size() != 2 || dim == nullptr || batch_dims == nullptr) {
    return source_.Invalid(op.at, "two operands, dim and batch_dims are expected");
  }
  const TensorType operand = program_.type(gather.operands[0]);
  const TensorType index = program_.type(gather.operands[1]);
  const int64_t axis = dim->integer < 0 ? dim->integer + operand.rank() : dim->integer;
  const int64_t batch =
      batch_dims->integer < 0 ? batch_dims->integer + index.rank() : batch_dims->integer;
  if (axis < 0 || axis >= operand.rank() || batch < 0 || batch > axis ||
      batch > index.rank()) {
    return source_.Invalid(
        op.at, absl::StrCat("dim ", dim->integer, " and batch_dims ", batch_dims->integer,
                            " do not fit operands of rank ", operand.rank(), " and ",
                            index.rank()));
  }
  Dims slice_sizes = operand.dims();
  Dims batching, offsets;
  const int64_t index_rank = index.rank() - batch;
  for (int64_t d = 0; d < operand.rank(); ++d) {
    if (d < batch) {
      batching.push_back(d);
      slice_sizes[d] = 1;
    } else if (d == axis) {
      slice_sizes[d] = 1;
    } else {
      offsets.push_back(d < axis ? d : d - 1 + index_rank);
    }
  }
  gather.attributes.Set(kOffsetDims, std::move(offsets));
  gather.attributes.Set(kCollapsedSliceDims, Dims{axis});
  gather.attributes.Set(kOperandBatchingDims, batching);
  gather.attributes.Set(kStartIndicesBatchingDims, std::move(batching));
  gather.attributes.Set(kStartIndexMap, Dims{axis});
  gather.attributes.Set(kIndexVectorDim, int64_t{index.rank()});
  gather.attributes.Set(kSliceSizes, std::move(slice_sizes));
  return AppendAndDefine(op, std::move(gather), context);
}

absl::Status Lowering::LowerCrossReplicaSum(const Op& op, Context& context) {
  ir::Operation operation;
  operation.kind = OpKind::kAllReduce;
  TW_ASSIGN_OR_RETURN(operation.operands, Operands(op, context));
  if (operation.operands.size() != 1) {
    return source_.Invalid(op.at, "one operand is expected");
  }
  TW_RETURN_IF_ERROR(AddAttributes(op, OpKind::kAllReduce, &operation.attributes));
  operation.regions.push_back(
      ScalarRegion(OpKind::kAdd, program_.type(operation.operands[0]).element));
  return AppendAndDefine(op, std::move(operation), context);
}

}  // namespace tilewright::stablehlo
