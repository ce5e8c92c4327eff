#include "tests/ir/check/harness.h"

namespace tilewright::ir {
namespace {

using enum AttributeName;
using enum OpKind;

OneOperation Grouped(OpKind kind, Dims groups, int64_t size) {
  OneOperation op(kind, {"4x2xf32"},
                  {{kReplicaGroups, std::move(groups)}, {kReplicaGroupSize, size}});
  if (kind == kAllReduce) op.WithRegion({"f32", "f32"}, {"f32"});
  return op;
}

TEST(InferCollectives, GroupsNameEveryProcessOnce) {
  ExpectTypes(Grouped(kAllReduce, {0, 2, 1, 3}, 2).Infer(), {"4x2xf32"});
  ExpectTypes(Grouped(kAllReduce, {}, 0).Infer(), {"4x2xf32"});
  ExpectError(Grouped(kAllReduce, {0, 2, 2, 3}, 2).Infer(), "name process 2 twice");
  ExpectError(Grouped(kAllReduce, {0, 2, 4, 3}, 2).Infer(),
              "name process 4, but only 4 in all");
  ExpectError(Grouped(kAllReduce, {1}, 1).Infer(), "name process 1, but only 1 in all");
  ExpectTypes(Grouped(kCollectiveBroadcast, {3, 1}, 2).Infer(), {"4x2xf32"});
}

TEST(InferCollectives, OnlyReductionsHaveShorterGroups) {
  ExpectTypes(Grouped(kAllReduce, {0, 1, 2, -1}, 2).Infer(), {"4x2xf32"});
  ExpectError(Grouped(kAllReduce, {0, 1, 2, -2}, 2).Infer(), "name process -2");
  ExpectError(Grouped(kCollectiveBroadcast, {0, -1}, 2).Infer(), "name process -1");
}

TEST(InferCollectives, GroupsAreWritten) {
  OneOperation op(kAllReduce, {"4x2xf32"});
  ExpectError(op.WithRegion({"f32", "f32"}, {"f32"}).Infer(),
              "replica_groups is missing");
}

}  // namespace
}  // namespace tilewright::ir
