#include "frontend/pjrt/entry_tokens.h"

#include <map>
#include <utility>
#include <vector>

#include "ir/literal.h"

namespace tilewright::pjrt {
namespace {

using ir::ValueId;

const ir::TensorType& Empty() {
  static const auto* const kType = new ir::TensorType{ir::ElementType::kI1, {0}};
  return *kType;
}

using Replaced = std::map<ValueId, ValueId>;

void Replace(const Replaced& replaced, std::vector<ValueId>* values) {
  for (ValueId& value : *values) {
    const auto found = replaced.find(value);
    if (found != replaced.end()) value = found->second;
  }
}

void ReplaceIn(const Replaced& replaced, ir::Region* region) {
  for (ir::Operation& operation : region->operations) {
    Replace(replaced, &operation.operands);
    for (ir::Region& inner : operation.regions) ReplaceIn(replaced, &inner);
  }
  Replace(replaced, &region->results);
}

}  // namespace

void MakeTokensArrays(ir::Program* program) {
  const auto is_token = [program](ValueId value) {
    return program->type(value).element == ir::ElementType::kToken;
  };
  ir::Region& body = program->body;
  Replaced replaced;
  std::vector<ir::Operation> first;
  for (const ValueId argument : body.arguments) {
    if (!is_token(argument)) continue;
    ir::Operation token;
    token.kind = ir::OpKind::kAfterAll;
    token.results = {program->AddValue(ir::TokenType())};
    replaced[argument] = token.results[0];
    first.push_back(std::move(token));
    program->values[argument] = Empty();
  }
  ReplaceIn(replaced, &body);
  body.operations.insert(body.operations.begin(), std::make_move_iterator(first.begin()),
                         std::make_move_iterator(first.end()));
  bool changed = !first.empty();
  for (ValueId& result : body.results) {
    if (!is_token(result)) continue;
    ir::Operation empty;
    empty.kind = ir::OpKind::kConstant;
    empty.attributes.Set(ir::AttributeName::kValue, ir::IntegerSplat(Empty(), 0));
    empty.results = {program->AddValue(Empty())};
    result = empty.results[0];
    body.operations.push_back(std::move(empty));
    changed = true;
  }
  if (changed) ir::NumberOperations(program);
}

}  // namespace tilewright::pjrt
