#include "frontend/stablehlo/lower/vector_elements.h"

#include <utility>

#include "frontend/stablehlo/lower/size_arithmetic.h"
#include "ir/size/prove.h"

namespace tilewright::stablehlo {
namespace {

using enum ir::AttributeName;
using ir::OpKind;
using Elements = std::vector<VectorElement>;

constexpr int64_t kMaxElements = 64;

// Truths only matter where they are about symbols. Lists of pairs are vectors of pairs,
// as they lie in memory.
bool IsSmallVector(const ir::Program& program, ir::ValueId value) {
  const ir::TensorType& type = program.type(value);
  if (type.rank() > 2 || type.has_dynamic_size() || !type.shape.is_static()) return false;
  const bool is_truth = ir::IsBool(type.element) && program.symbols.count() > 0;
  const bool is_wide = ir::IsInteger(type.element) && ir::Info(type.element).bits >= 32;
  return (is_truth || is_wide) && type.num_elements() <= kMaxElements;
}

// a + sign * b, of which one side at least is numbers or both have one origin.
std::optional<Elements> Sum(const Elements& a, const Elements& b, int sign) {
  if (a.size() != b.size()) return std::nullopt;
  Elements sum(a.size());
  for (size_t i = 0; i < a.size(); ++i) {
    const bool cancels =
        sign < 0 && a[i].origin == b[i].origin && a[i].index == b[i].index;
    const ir::Size added = sign < 0 ? a[i].added - b[i].added : a[i].added + b[i].added;
    if (added.refused()) return std::nullopt;
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

std::optional<std::vector<ir::Size>> AllSizes(const Elements& elements,
                                              const ir::SymbolList& symbols) {
  std::vector<ir::Size> sizes;
  for (const VectorElement& element : elements) {
    if (!element.is_size()) return std::nullopt;
    sizes.push_back(ir::Simplify(element.added, symbols));
  }
  return sizes;
}

}  // namespace

auto VectorElements::Of(const ir::Program& program, ir::ValueId value,
                        const ir::KnownConstants& known) const -> Elements {
  const auto noted = elements_.find(value);
  if (noted != elements_.end()) return noted->second;
  const auto constant = known.find(value);
  const bool is_truth = ir::IsBool(program.type(value).element);
  Elements elements(program.type(value).num_elements());
  for (size_t i = 0; i < elements.size(); ++i) {
    const int64_t index = static_cast<int64_t>(i);
    if (constant != known.end()) {
      elements[i] = {-1, 0, constant->second.IntegerAt(index)};
    } else if (is_truth) {
      elements[i] = {-1, 0, ir::Size::Refused("is no size")};
    } else {
      elements[i] = {value, index, 0};
    }
  }
  return elements;
}

void VectorElements::Note(const ir::Program& program, const ir::Operation& operation,
                          const ir::KnownConstants& known) {
  const ir::ValueId result = operation.results[0];
  if (!IsSmallVector(program, result) || known.count(result) > 0) return;
  if (operation.kind == OpKind::kGetDimensionSize) {
    const ir::Shape& shape = program.type(operation.operands[0]).shape;
    elements_[result] = {{-1, 0, shape[operation.attributes.Int(kDimension)]}};
    return;
  }
  std::vector<Elements> operands;
  for (const ir::ValueId operand : operation.operands) {
    if (!IsSmallVector(program, operand)) return;
    operands.push_back(Of(program, operand, known));
  }
  if (operands.empty()) return;
  std::optional<Elements> elements = Result(program, operation, operands);
  const int64_t count = program.type(result).num_elements();
  if (elements && static_cast<int64_t>(elements->size()) == count) {
    elements_[result] = *std::move(elements);
  }
}

auto VectorElements::Result(const ir::Program& program, const ir::Operation& operation,
                            const std::vector<Elements>& operands)
    -> std::optional<Elements> {
  const ir::TensorType& type = program.type(operation.results[0]);
  const bool from_truth = ir::IsBool(program.type(operation.operands[0]).element);
  switch (operation.kind) {
    case OpKind::kReshape:
      return operands[0];
    case OpKind::kConvert:
      if (ir::IsBool(type.element) && !from_truth) return std::nullopt;
      return operands[0];
    case OpKind::kAdd:
    case OpKind::kSubtract:
      if (from_truth) return std::nullopt;
      return Sum(operands[0], operands[1], operation.kind == OpKind::kAdd ? 1 : -1);
    case OpKind::kSlice:
      if (type.rank() != 1) return std::nullopt;
      return Slice(operands[0], operation.attributes, type.num_elements());
    case OpKind::kBroadcastInDim:
      if (operands[0].size() != 1) return std::nullopt;
      return Elements(type.num_elements(), operands[0][0]);
    case OpKind::kConcatenate: {
      if (operation.attributes.Int(kDimension) != 0) return std::nullopt;
      Elements all;
      for (const Elements& part : operands) {
        all.insert(all.end(), part.begin(), part.end());
      }
      return all;
    }
    default:
      if (program.symbols.count() == 0 || !ir::IsElementwise(operation.kind)) {
        return std::nullopt;
      }
      return Arithmetic(program, operation, operands);
  }
}

const SizeComparison* VectorElements::ComparisonOf(
    const ir::Operation& operation, absl::Span<const ir::Size> operands) const {
  if (operands.size() != 2) return nullptr;
  const SizeComparison* const one = Comparison(operation.operands[0]);
  const SizeComparison* const other = Comparison(operation.operands[1]);
  // c != false is c.
  if (operation.kind == OpKind::kCompare) {
    const bool differs = operation.attributes.Text(kComparisonDirection) == "NE";
    if (differs && one != nullptr && operands[1].is_number(0)) return one;
    return differs && operands[0].is_number(0) ? other : nullptr;
  }
  // What is less is not equal.
  if (operation.kind != OpKind::kAnd || one == nullptr || other == nullptr ||
      !(one->a == other->a) || !(one->b == other->b)) {
    return nullptr;
  }
  if (one->direction == "LT" && other->direction == "NE") return one;
  return one->direction == "NE" && other->direction == "LT" ? other : nullptr;
}

// The remainder as Python has it, of the one that rounds towards zero:
// r < 0 ? r + n : r for r from -n to n - 1.
ir::Size VectorElements::Chosen(const ir::Operation& select, const ir::Size& then,
                                const ir::Size& otherwise,
                                const ir::SymbolList& symbols) const {
  const ir::Size unknown = ir::Size::Refused("is no size");
  const SizeComparison* const when = Comparison(select.operands[0]);
  if (when == nullptr || when->direction != "LT" || !when->b.is_number(0) ||
      !(when->a == otherwise)) {
    return unknown;
  }
  const ir::Size n = ir::Simplify(then - otherwise, symbols);
  const auto at_least = [&](const ir::Size& a, const ir::Size& b) {
    return ir::ProveAtLeast(a, b, symbols) == ir::Proof::kYes;
  };
  const bool fits =
      at_least(n, 1) && at_least(otherwise + n, 0) && at_least(n - 1, otherwise);
  return fits ? ir::Remainder(otherwise, n) : unknown;
}

auto VectorElements::Arithmetic(const ir::Program& program,
                                const ir::Operation& operation,
                                const std::vector<Elements>& operands)
    -> std::optional<Elements> {
  const ir::ValueId result = operation.results[0];
  const bool is_truth = ir::IsBool(program.type(result).element);
  const ir::ElementType element = program.type(operation.operands[0]).element;
  Elements elements(program.type(result).num_elements());
  for (size_t i = 0; i < elements.size(); ++i) {
    // What chooses, and bounds, may be one for all.
    const auto at = [i](const Elements& operand) -> const VectorElement& {
      return operand[operand.size() == 1 ? 0 : i];
    };
    const VectorElement& first = at(operands[0]);
    if (operation.kind == OpKind::kSelect && first.added.is_number()) {
      elements[i] = at(operands[first.added.is_number(0) ? 2 : 1]);
      continue;
    }
    bool follows = true;
    std::vector<ir::Size> sizes;
    for (const Elements& operand : operands) {
      follows &= at(operand).origin < 0;
      sizes.push_back(at(operand).added);
    }
    ir::Size size = ir::Size::Refused("is no size");
    if (follows) size = SizeOf(operation, element, sizes, program.symbols);
    const bool is_scalar = elements.size() == 1;
    if (is_scalar && operation.kind == OpKind::kSelect && at(operands[1]).is_size() &&
        at(operands[2]).is_size()) {
      size = Chosen(operation, sizes[1], sizes[2], program.symbols);
    }
    size = ir::Simplify(size, program.symbols);
    if (!size.refused() || is_truth) {
      elements[i] = {-1, 0, size};
    } else {
      elements[i] = {result, static_cast<int64_t>(i), 0};
    }
    if (!is_scalar || !is_truth || !follows || !size.refused()) continue;
    if (ir::IsBool(element)) {
      const SizeComparison* const same = ComparisonOf(operation, sizes);
      if (same != nullptr) comparisons_[result] = SizeComparison(*same);
    } else if (operation.kind == OpKind::kCompare && !sizes[0].refused() &&
               !sizes[1].refused()) {
      comparisons_[result] = {operation.attributes.Text(kComparisonDirection), sizes[0],
                              sizes[1]};
    }
  }
  return elements;
}

std::optional<std::vector<ir::Size>> VectorElements::Difference(
    const ir::Program& program, ir::ValueId a, ir::ValueId b,
    const ir::KnownConstants& known) const {
  if (!IsSmallVector(program, a) || !IsSmallVector(program, b)) return std::nullopt;
  const std::optional<Elements> difference =
      Sum(Of(program, a, known), Of(program, b, known), -1);
  return difference ? AllSizes(*difference, program.symbols) : std::nullopt;
}

std::optional<std::vector<ir::Size>> VectorElements::Sizes(
    const ir::Program& program, ir::ValueId value,
    const ir::KnownConstants& known) const {
  if (!IsSmallVector(program, value)) return std::nullopt;
  return AllSizes(Of(program, value, known), program.symbols);
}

const SizeComparison* VectorElements::Comparison(ir::ValueId value) const {
  const auto it = comparisons_.find(value);
  return it == comparisons_.end() ? nullptr : &it->second;
}

}  // namespace tilewright::stablehlo
