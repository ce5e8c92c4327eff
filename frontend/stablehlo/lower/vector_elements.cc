#include "frontend/stablehlo/lower/vector_elements.h"

#include <utility>

namespace tilewright::stablehlo {
namespace {

using enum ir::AttributeName;
using ir::OpKind;
using Elements = std::vector<VectorElement>;

constexpr int64_t kMaxElements = 64;

bool IsSmallVector(const ir::TensorType& type) {
  if (type.rank() > 1 || type.has_dynamic_size()) return false;
  if (!ir::IsInteger(type.element) || ir::Info(type.element).bits < 32) return false;
  return type.num_elements() <= kMaxElements;
}

// a + sign * b, of which one side at least is numbers or both have one origin.
std::optional<Elements> Sum(const Elements& a, const Elements& b, int sign) {
  if (a.size() != b.size()) return std::nullopt;
  Elements sum(a.size());
  for (size_t i = 0; i < a.size(); ++i) {
    const bool cancels =
        sign < 0 && a[i].origin == b[i].origin && a[i].index == b[i].index;
    int64_t added = 0;
    const bool overflows = sign < 0
                               ? __builtin_sub_overflow(a[i].added, b[i].added, &added)
                               : __builtin_add_overflow(a[i].added, b[i].added, &added);
    if (overflows) return std::nullopt;
    if (cancels) {
      sum[i].added = added;
    } else if (b[i].origin < 0) {
      sum[i] = {a[i].origin, a[i].index, added};
    } else if (a[i].origin < 0 && sign > 0) {
      sum[i] = {b[i].origin, b[i].index, added};
    } else {
      return std::nullopt;
    }
  }
  return sum;
}

Elements Slice(const Elements& from, const ir::Attributes& attributes, int64_t count) {
  const int64_t start = attributes.Ints(kStartIndices)[0];
  const int64_t stride = attributes.Ints(kStrides)[0];
  Elements slice;
  for (int64_t i = 0; i < count; ++i) slice.push_back(from[start + i * stride]);
  return slice;
}

}  // namespace

Elements VectorElements::Of(const ir::Program& program, ir::ValueId value,
                            const ir::KnownConstants& known) const {
  const auto noted = elements_.find(value);
  if (noted != elements_.end()) return noted->second;
  const auto constant = known.find(value);
  Elements elements(program.type(value).num_elements());
  for (size_t i = 0; i < elements.size(); ++i) {
    const int64_t index = static_cast<int64_t>(i);
    elements[i] = constant == known.end()
                      ? VectorElement{value, index, 0}
                      : VectorElement{-1, 0, constant->second.IntegerAt(index)};
  }
  return elements;
}

void VectorElements::Note(const ir::Program& program, const ir::Operation& operation,
                          const ir::KnownConstants& known) {
  const ir::ValueId result = operation.results[0];
  const ir::TensorType& type = program.type(result);
  if (!IsSmallVector(type) || known.count(result) > 0) return;
  std::vector<Elements> operands;
  for (const ir::ValueId operand : operation.operands) {
    if (!IsSmallVector(program.type(operand))) return;
    operands.push_back(Of(program, operand, known));
  }
  std::optional<Elements> elements;
  switch (operation.kind) {
    case OpKind::kReshape:
    case OpKind::kConvert:
      elements = std::move(operands[0]);
      break;
    case OpKind::kAdd:
      elements = Sum(operands[0], operands[1], 1);
      break;
    case OpKind::kSubtract:
      elements = Sum(operands[0], operands[1], -1);
      break;
    case OpKind::kSlice:
      if (type.rank() == 0) return;
      elements = Slice(operands[0], operation.attributes, type.num_elements());
      break;
    case OpKind::kBroadcastInDim:
      if (operands[0].size() != 1) return;
      elements = Elements(type.num_elements(), operands[0][0]);
      break;
    case OpKind::kConcatenate:
      elements.emplace();
      for (const Elements& part : operands) {
        elements->insert(elements->end(), part.begin(), part.end());
      }
      break;
    default:
      return;
  }
  if (elements && static_cast<int64_t>(elements->size()) == type.num_elements()) {
    elements_[result] = *std::move(elements);
  }
}

std::optional<ir::Dims> VectorElements::Difference(
    const ir::Program& program, ir::ValueId a, ir::ValueId b,
    const ir::KnownConstants& known) const {
  if (!IsSmallVector(program.type(a)) || !IsSmallVector(program.type(b))) {
    return std::nullopt;
  }
  const std::optional<Elements> difference =
      Sum(Of(program, a, known), Of(program, b, known), -1);
  if (!difference) return std::nullopt;
  ir::Dims numbers;
  for (const VectorElement& element : *difference) {
    if (element.origin >= 0) return std::nullopt;
    numbers.push_back(element.added);
  }
  return numbers;
}

}  // namespace tilewright::stablehlo
