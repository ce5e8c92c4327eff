// Rules of operations between devices. How many devices there are does not
// show in a program alone: sizes that depend on it are taken as written and
// held to be a multiple (all_gather) or divisor (reduce_scatter).
#include <algorithm>
#include <utility>

#include "ir/check/infer.h"

namespace tilewright::ir {
namespace {

using enum AttributeName;
using enum ElementType;

absl::Status CheckReplicaGroups(const OpView& op) {
  const Dims& groups = op.ints(kReplicaGroups);
  const int64_t size = op.attributes().Int(kReplicaGroupSize, 1);
  if (size < 0 || size > INT32_MAX) return op.Error("replica group size is ", size);
  if (size == 0 ? !groups.empty() : groups.size() % size != 0) {
    return op.Error("replica_groups of ", groups.size(),
                    " entries do not form groups of ", size);
  }
  // -1 fills up groups that are shorter; only reductions may have such.
  const bool reduces =
      op.kind() == OpKind::kAllReduce || op.kind() == OpKind::kCollectiveReduce;
  const int64_t named =
      std::count_if(groups.begin(), groups.end(), [](int64_t id) { return id >= 0; });
  // A broadcast or a reduction to one may leave processes out.
  const bool complete =
      op.kind() != OpKind::kCollectiveBroadcast && op.kind() != OpKind::kCollectiveReduce;
  for (size_t i = 0; i < groups.size(); ++i) {
    if (groups[i] < (reduces ? -1 : 0) || groups[i] > INT32_MAX) {
      return op.Error("replica_groups name process ", groups[i]);
    }
    if (complete && groups[i] >= named) {
      return op.Error("replica_groups name process ", groups[i], ", but only ", named,
                      " in all: one before it is left out");
    }
    for (size_t j = 0; groups.size() <= 4096 && j < i; ++j) {
      if (groups[i] >= 0 && groups[i] == groups[j]) {
        return op.Error("replica_groups name process ", groups[i], " twice");
      }
    }
  }
  for (int i = 0; i < op.operand_count(); ++i) {
    if (op.operand(i).element == kToken) return op.Error("is not defined on tokens");
  }
  return absl::OkStatus();
}

// Each written result equals its operand but in dimension `d`.
absl::StatusOr<Types> DeclaredButIn(const OpView& op, int64_t d) {
  TW_ASSIGN_OR_RETURN(Types results, op.Declared(op.operand_count()));
  for (int i = 0; i < op.operand_count(); ++i) {
    TensorType like = op.operand(i);
    if (d >= like.rank()) {
      return op.Error("operand ", i, " of type ", ToString(like), " has no dimension ",
                      d);
    }
    if (results[i].rank() != like.rank() || results[i].has_dynamic_size()) {
      return op.Error("result ", i, " of type ", ToString(results[i]),
                      " does not fit operand of type ", ToString(like));
    }
    like.shape.Set(d, results[i].shape[d]);
    results[i].element = like.element;
    if (results[i] != like) {
      return op.Error("result ", i, " of type ", ToString(results[i]),
                      " may differ from its operand of type ", ToString(op.operand(i)),
                      " in dimension ", d, " only");
    }
  }
  return results;
}

bool Multiple(int64_t large, int64_t small) {
  return small == 0 ? large == 0 : large > 0 && large % small == 0;
}

absl::StatusOr<std::vector<ElementType>> ReducedElements(const OpView& op) {
  std::vector<ElementType> elements;
  // One computation of two scalars serves all operands.
  for (int i = 0; i < op.operand_count(); ++i) {
    const ElementType input[] = {op.operand(i).element};
    TW_ASSIGN_OR_RETURN(const std::vector<ElementType> one,
                        CheckReducer(op, 0, input, {}));
    elements.push_back(one[0]);
  }
  return elements;
}

}  // namespace

absl::StatusOr<Types> InferAllGather(const OpView& op) {
  TW_RETURN_IF_ERROR(CheckReplicaGroups(op));
  TW_RETURN_IF_ERROR(CheckIndex(op, kAllGatherDim, op.operand(0).rank()));
  const int64_t d = op.attributes().Int(kAllGatherDim);
  TW_ASSIGN_OR_RETURN(Types results, DeclaredButIn(op, d));
  for (int i = 0; i < op.operand_count(); ++i) {
    if (!Multiple(results[i].dims()[d], op.operand(i).dims()[d])) {
      return op.Error("result size ", results[i].dims()[d], " is no multiple of ",
                      op.operand(i).dims()[d]);
    }
  }
  return results;
}

absl::StatusOr<Types> InferAllReduce(const OpView& op) {
  TW_RETURN_IF_ERROR(CheckReplicaGroups(op));
  TW_ASSIGN_OR_RETURN(const std::vector<ElementType> elements, ReducedElements(op));
  Types results;
  for (int i = 0; i < op.operand_count(); ++i) {
    results.push_back({elements[i], op.operand(i).dims()});
  }
  return results;
}

absl::StatusOr<Types> InferAllToAll(const OpView& op) {
  TW_RETURN_IF_ERROR(CheckReplicaGroups(op));
  const int64_t count = op.attributes().Int(kSplitCount);
  if (count < 1) return op.Error("split_count must be at least 1, is ", count);
  Types results;
  for (int i = 0; i < op.operand_count(); ++i) {
    TensorType type = op.operand(i);
    TW_RETURN_IF_ERROR(CheckIndex(op, kSplitDimension, type.rank()));
    TW_RETURN_IF_ERROR(CheckIndex(op, kConcatDimension, type.rank()));
    const int64_t split_dimension = op.attributes().Int(kSplitDimension);
    const int64_t split = type.dims()[split_dimension];
    if (split % count != 0) {
      return op.Error("size ", split, " does not divide into ", count, " parts");
    }
    type.shape.Set(split_dimension, split / count);
    const int64_t concat_dimension = op.attributes().Int(kConcatDimension);
    const int64_t joined = type.dims()[concat_dimension];
    if (joined > 0 && count > kMaxTensorBytes / joined) {
      return op.Error("the result is beyond the largest size");
    }
    type.shape.Set(concat_dimension, joined * count);
    results.push_back(std::move(type));
  }
  return results;
}

absl::StatusOr<Types> InferCollectiveBroadcast(const OpView& op) {
  TW_RETURN_IF_ERROR(CheckReplicaGroups(op));
  return Types{op.operand(0)};
}

absl::StatusOr<Types> InferCollectivePermute(const OpView& op) {
  const Dims& pairs = op.ints(kSourceTargetPairs);
  if (pairs.size() % 2 != 0) return op.Error("source_target_pairs must be pairs");
  for (size_t i = 0; i < pairs.size(); ++i) {
    if (pairs[i] < 0 || pairs[i] > INT32_MAX) {
      return op.Error("source_target_pairs name process ", pairs[i]);
    }
    for (size_t j = i % 2; pairs.size() <= 4096 && j < i; j += 2) {
      if (pairs[i] == pairs[j]) {
        return op.Error("source_target_pairs name process ", pairs[i], " twice as ",
                        i % 2 == 0 ? "source" : "target");
      }
    }
  }
  if (op.operand(0).element == kToken) return op.Error("is not defined on tokens");
  return Types{op.operand(0)};
}

absl::StatusOr<Types> InferReduceScatter(const OpView& op) {
  TW_RETURN_IF_ERROR(CheckReplicaGroups(op));
  TW_RETURN_IF_ERROR(CheckIndex(op, kScatterDimension, op.operand(0).rank()));
  const int64_t d = op.attributes().Int(kScatterDimension);
  TW_ASSIGN_OR_RETURN(const std::vector<ElementType> elements, ReducedElements(op));
  TW_ASSIGN_OR_RETURN(Types results, DeclaredButIn(op, d));
  if (!Multiple(op.operand(0).dims()[d], results[0].dims()[d])) {
    return op.Error("result size ", results[0].dims()[d], " does not divide ",
                    op.operand(0).dims()[d]);
  }
  results[0].element = elements[0];
  return results;
}

absl::StatusOr<Types> InferDeviceId(const OpView& op) { return Types{Scalar(kU32)}; }

}  // namespace tilewright::ir
