#include "frontend/torch/lower/loop.h"

#include <utility>

namespace tilewright::torch_lower {
namespace {

using ir::ValueId;

absl::StatusOr<Values> Opened(Composer& c, const std::vector<TensorType>& types) {
  absl::StatusOr<std::vector<ValueId>> ids = c.builder().OpenRegion(types);
  if (!ids.ok()) return ids.status();
  Values arguments;
  for (const ValueId id : *ids) arguments.push_back({&c, id});
  return arguments;
}
std::vector<ValueId> IdsOf(const Values& values) {
  std::vector<ValueId> ids;
  for (const Value& value : values) ids.push_back(value.id);
  return ids;
}

}  // namespace

Value Place(Composer& c, int64_t i) { return c.Number(i, ElementType::kI64); }

Values Loop(Composer& c, Value count, const Values& state, const Turn& turn) {
  const auto goes_on = [&](Value number, const Values&) {
    return c.Compare("LT", number, count);
  };
  return LoopWhile(c, goes_on, state, turn);
}

Values LoopWhile(Composer& c, const Condition& goes_on, const Values& state,
                 const Turn& turn) {
  Values all = {Place(c, 0)};
  all.insert(all.end(), state.begin(), state.end());
  std::vector<TensorType> types;
  for (const Value& value : all) types.push_back(value.type());
  const auto failed = [&](const absl::Status& status) {
    return Values(state.size(), c.Fail(status));
  };
  const absl::StatusOr<Values> asked = Opened(c, types);
  if (!asked.ok()) return failed(asked.status());
  const Values left(asked->begin() + 1, asked->end());
  absl::StatusOr<ir::RegionId> condition =
      c.builder().CloseRegion({goes_on((*asked)[0], left).id});
  if (!condition.ok()) return failed(condition.status());

  const absl::StatusOr<Values> before = Opened(c, types);
  if (!before.ok()) return failed(before.status());
  const Value number = (*before)[0];
  Values after = turn(number, Values(before->begin() + 1, before->end()));
  after.insert(after.begin(), number + Place(c, 1));
  absl::StatusOr<ir::RegionId> body = c.builder().CloseRegion(IdsOf(after));
  if (!body.ok()) return failed(body.status());

  absl::StatusOr<std::vector<ValueId>> made =
      c.builder().Append({.kind = OpKind::kWhile,
                          .operands = IdsOf(all),
                          .regions = {*condition, *body},
                          .results = types});
  if (!made.ok()) return failed(made.status());
  Values results;
  for (size_t i = 1; i < made->size(); ++i) results.push_back({&c, (*made)[i]});
  return results;
}

Value SliceAt(Composer& c, Value x, const Values& first, ir::Dims sizes) {
  ir::Attributes attributes;
  attributes.Set(ir::AttributeName::kSliceSizes, std::move(sizes));
  std::vector<ValueId> operands = {x.id};
  for (const Value& place : first) operands.push_back(place.id);
  return c.Append({.kind = OpKind::kDynamicSlice,
                   .operands = std::move(operands),
                   .attributes = std::move(attributes)});
}

Value UpdateAt(Composer& c, Value x, Value block, const Values& first) {
  std::vector<ValueId> operands = {x.id, block.id};
  for (const Value& place : first) operands.push_back(place.id);
  return c.Append({.kind = OpKind::kDynamicUpdateSlice, .operands = std::move(operands)});
}

bool Numbers(Composer& c, std::initializer_list<ir::Size> sizes, ir::Dims* numbers) {
  for (const ir::Size& size : sizes) {
    if (!size.is_number()) {
      c.Fail(absl::UnimplementedError("a loop over an open size"));
      return false;
    }
    numbers->push_back(size.number());
  }
  return true;
}

}  // namespace tilewright::torch_lower
