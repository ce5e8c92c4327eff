// Collectives with the meaning that they have on one device.
#include <algorithm>

#include "codegen/rewrite/rewrite.h"

namespace tilewright::codegen {
namespace {

using ir::Dims;
using ir::ValueId;
using enum ir::AttributeName;
using enum ir::OpKind;

// Whether process 0 is in a group; error when any group has a second process.
absl::StatusOr<bool> InGroup(const Rewrite& rewrite) {
  const Dims& groups = rewrite.attributes().Ints(kReplicaGroups);
  const int64_t processes = rewrite.from().num_replicas * rewrite.from().num_partitions;
  if (groups.empty()) {
    if (processes <= 1) return true;
    return rewrite.Unimplemented("needs several devices: all ", processes,
                                 " form one group");
  }
  bool found = false;
  for (int64_t process : groups) {
    if (process > 0) {
      return rewrite.Unimplemented("needs several devices: replica_groups name process ",
                                   process);
    }
    found = found || process == 0;
  }
  return found;
}

ValueId Zeros(Rewrite& rewrite) {
  return rewrite.builder.IntegerSplat(0, rewrite.ResultType());
}

}  // namespace

// A group of one gathers, reduces, scatters and exchanges nothing.
absl::StatusOr<Values> ExpandGrouped(Rewrite& rewrite) {
  TW_RETURN_IF_ERROR(InGroup(rewrite).status());
  Values results;
  for (int i = 0; i < rewrite.result_count(); ++i) {
    const ir::TensorType operand = rewrite.OperandType(i);
    const ir::TensorType result = rewrite.ResultType(i);
    if (operand.shape != result.shape) {
      return rewrite.Unimplemented("needs several devices: it turns ",
                                   ir::ToString(operand), " into ", ir::ToString(result));
    }
    // Reductions may accumulate in a wider type.
    results.push_back(rewrite.builder.Convert(rewrite.operands[i], result.element));
  }
  return results;
}

absl::StatusOr<Values> ExpandCollectiveBroadcast(Rewrite& rewrite) {
  TW_ASSIGN_OR_RETURN(const bool in_group, InGroup(rewrite));
  return in_group ? rewrite.operands : Values{Zeros(rewrite)};
}

absl::StatusOr<Values> ExpandCollectivePermute(Rewrite& rewrite) {
  const Dims& pairs = rewrite.attributes().Ints(kSourceTargetPairs);
  for (int64_t process : pairs) {
    if (process > 0) {
      return rewrite.Unimplemented(
          "needs several devices: source_target_pairs name process ", process);
    }
  }
  return pairs.empty() ? Values{Zeros(rewrite)} : rewrite.operands;
}

absl::StatusOr<Values> ExpandDeviceId(Rewrite& rewrite) { return Values{Zeros(rewrite)}; }

}  // namespace tilewright::codegen
