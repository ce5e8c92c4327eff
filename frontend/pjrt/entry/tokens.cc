#include "frontend/pjrt/entry/tokens.h"

#include <map>
#include <utility>
#include <vector>

#include "frontend/pjrt/entry/replace_values.h"
#include "ir/literal.h"

namespace tilewright::pjrt {
namespace {

using ir::ValueId;

const ir::TensorType& Empty() {
  static const auto* const kType = new ir::TensorType{ir::ElementType::kI1, {0}};
  return *kType;
}

}  // namespace

void MakeTokensArrays(ir::Program* program) {
  const auto is_token = [program](ValueId value) {
    return program->type(value).element == ir::ElementType::kToken;
  };
  ir::Region& body = program->body;
  std::map<ValueId, ValueId> replaced;
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
  ReplaceValues(replaced, &body);
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
