#include "ir/program.h"

namespace tilewright::ir {
namespace {

std::vector<TensorType> TypesOf(const Program& program,
                                absl::Span<const ValueId> values) {
  std::vector<TensorType> types;
  types.reserve(values.size());
  for (ValueId value : values) types.push_back(program.type(value));
  return types;
}

template <typename R, typename Visit>
void ForEachIn(R& region, const Visit& visit) {
  for (auto& operation : region.operations) {
    visit(operation);
    for (auto& inner : operation.regions) ForEachIn(inner, visit);
  }
}

}  // namespace

void NumberOperations(Program* program) {
  int32_t next = 0;
  ForEachIn(program->body,
            [&next](Operation& operation) { operation.location.ordinal = next++; });
}

void ForEachOperation(const Program& program,
                      absl::FunctionRef<void(const Operation&)> visit) {
  ForEachIn(program.body, visit);
}

std::vector<TensorType> Program::InputTypes() const {
  return TypesOf(*this, body.arguments);
}

std::vector<TensorType> Program::OutputTypes() const {
  return TypesOf(*this, body.results);
}

}  // namespace tilewright::ir
