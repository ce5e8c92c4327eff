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

}  // namespace

std::vector<TensorType> Program::InputTypes() const {
  return TypesOf(*this, body.arguments);
}

std::vector<TensorType> Program::OutputTypes() const {
  return TypesOf(*this, body.results);
}

}  // namespace tilewright::ir
