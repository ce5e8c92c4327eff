#include "ir/open/size_values.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "ir/open/linear_size.h"
#include "ir/size/expression.h"
#include "ir/size/text.h"

namespace tilewright::ir {
namespace {

using enum AttributeName;

constexpr ElementType kElement = ElementType::kI64;

}  // namespace

bool AreNumbers(const std::vector<Size>& sizes) {
  return std::all_of(sizes.begin(), sizes.end(),
                     [](const Size& size) { return size.is_number(); });
}

Operation MadeOf(OpKind kind, std::vector<ValueId> operands, ValueId result,
                 Attributes attributes) {
  Operation operation;
  operation.kind = kind;
  operation.operands = std::move(operands);
  operation.results = {result};
  operation.attributes = std::move(attributes);
  return operation;
}

ValueId SizeValues::Append(OpKind kind, std::vector<ValueId> operands, TensorType type,
                           Attributes attributes) {
  const ValueId result = program_.AddValue(std::move(type));
  operations_.push_back(MadeOf(kind, std::move(operands), result, std::move(attributes)));
  return result;
}

ValueId SizeValues::Two(OpKind kind, ValueId a, ValueId b) {
  return Append(kind, {a, b}, ir::Scalar(kElement));
}

ValueId SizeValues::Number(int64_t number) {
  Attributes attributes;
  attributes.Set(kValue, IntegerSplat(ir::Scalar(kElement), number));
  return Append(OpKind::kConstant, {}, ir::Scalar(kElement), std::move(attributes));
}

ValueId SizeValues::SizeOfArgument(ValueId argument, int64_t dimension) {
  Attributes attributes;
  attributes.Set(kDimension, dimension);
  const ValueId narrow = Append(OpKind::kGetDimensionSize, {argument},
                                ir::Scalar(ElementType::kI32), std::move(attributes));
  return Append(OpKind::kConvert, {narrow}, ir::Scalar(kElement));
}

absl::Status SizeValues::FindSymbols() {
  const std::vector<ValueId>& arguments = program_.body.arguments;
  std::vector<Shape> shapes;
  for (const ValueId argument : arguments) {
    shapes.push_back(program_.type(argument).shape);
  }
  for (const TellingSize& telling : TellingSizes(shapes, program_.symbols.count())) {
    if (telling.shape < 0) {
      const Symbol symbol = program_.symbols[static_cast<SymbolId>(symbols_.size())];
      return absl::UnimplementedError(
          absl::StrCat("no size of an input says what ", symbol.name, " is"));
    }
    const ValueId argument = arguments[telling.shape];
    ValueId value = SizeOfArgument(argument, telling.dimension);
    if (telling.linear.added != 0) {
      value = Two(OpKind::kSubtract, value, Number(telling.linear.added));
    }
    if (telling.linear.factor != 1) {
      value = Two(OpKind::kDivide, value, Number(telling.linear.factor));
    }
    symbols_.push_back(value);
    tells_.push_back({argument, telling.dimension});
  }
  return absl::OkStatus();
}

void SizeValues::Assert(absl::string_view direction, ValueId a, ValueId b,
                        std::string message) {
  Attributes comparison;
  comparison.Set(kComparisonDirection, std::string(direction));
  comparison.Set(kCompareType, std::string("SIGNED"));
  const ValueId holds = Append(OpKind::kCompare, {a, b}, ir::Scalar(ElementType::kI1),
                               std::move(comparison));
  Operation call;
  call.kind = OpKind::kCustomCall;
  call.operands = {holds, a, b};
  call.attributes.Set(kCallTargetName, std::string("shape_assertion"));
  call.attributes.Set(kHasSideEffect, true);
  call.attributes.Set(kBackendConfig, Config{{"", std::move(message)}});
  operations_.push_back(std::move(call));
}

void SizeValues::AssertShape(ValueId argument, const std::string& name) {
  const Shape shape = program_.type(argument).shape;
  for (int d = 0; d < shape.rank(); ++d) {
    if (shape[d].is_number()) continue;
    const std::string where = absl::StrCat(name, ": size ", d);
    const std::optional<LinearSize> linear = LinearOf(shape[d]);
    const bool tells =
        linear && tells_[linear->symbol] == std::pair<ValueId, int64_t>(argument, d);
    if (!tells || !shape[d].symbol()) {
      Assert("EQ", SizeOfArgument(argument, d), Scalar(shape[d]),
             absl::StrCat(where, " is {0}, and ", NamedText(shape[d], program_.symbols),
                          " is {1}"));
    }
    if (!tells) continue;
    const Symbol symbol = program_.symbols[linear->symbol];
    const ValueId value = Scalar(Size::OfSymbol(linear->symbol));
    const std::string makes = absl::StrCat(where, ": ", symbol.name, " is {0}, ");
    if (symbol.facts.at_least > 0) {
      Assert("GE", value, Scalar(symbol.facts.at_least),
             absl::StrCat(makes, "and at least {1}"));
    }
    if (symbol.facts.at_most != SymbolFacts::kUnbounded) {
      Assert("LE", value, Scalar(symbol.facts.at_most),
             absl::StrCat(makes, "and at most {1}"));
    }
  }
}

ValueId SizeValues::Scalar(const Size& size) {
  const auto known = scalars_.find(size);
  if (known != scalars_.end()) return known->second;
  ValueId value = -1;
  if (size.is_number()) {
    value = Number(size.number());
  } else if (size.symbol()) {
    value = symbols_[*size.symbol()];
  } else {
    value = Expression(size);
  }
  scalars_[size] = value;
  return value;
}

ValueId SizeValues::All(OpKind kind, absl::Span<const Size> sizes) {
  ValueId value = Scalar(sizes[0]);
  for (const Size& size : sizes.subspan(1)) value = Two(kind, value, Scalar(size));
  return value;
}

ValueId SizeValues::Expression(const Size& size) {
  ValueId sum = -1;
  for (const SizeTerm& term : TermsOf(size)) {
    ValueId product = -1;
    const auto multiply = [&](ValueId by) {
      product = product < 0 ? by : Two(OpKind::kMultiply, product, by);
    };
    for (const SizeFactor& factor : term.monomial) {
      const OpaqueSize* const opaque = factor.atom.opaque.get();
      ValueId value = -1;
      if (opaque == nullptr) {
        value = symbols_[factor.atom.symbol];
      } else {
        const bool divides = opaque->kind == OpaqueSize::Kind::kFloorDivide;
        value = All(divides ? OpKind::kDivide : OpKind::kMaximum, opaque->operands);
      }
      for (int power = 0; power < factor.power; ++power) multiply(value);
    }
    if (product < 0 || term.coefficient != 1) multiply(Scalar(term.coefficient));
    sum = sum < 0 ? product : Two(OpKind::kAdd, sum, product);
  }
  return sum;
}

ValueId SizeValues::Vector(const Dims& numbers) {
  return Vector(std::vector<Size>(numbers.begin(), numbers.end()));
}

ValueId SizeValues::Vector(const std::vector<Size>& sizes) {
  const auto known = vectors_.find(sizes);
  if (known != vectors_.end()) return known->second;
  ValueId vector = -1;
  const TensorType type = {kElement, {static_cast<int64_t>(sizes.size())}};
  Attributes attributes;
  if (AreNumbers(sizes)) {
    Dims numbers;
    for (const Size& size : sizes) numbers.push_back(size.number());
    attributes.Set(kValue, IntegerVector(numbers));
    vector = Append(OpKind::kConstant, {}, type, std::move(attributes));
  } else {
    std::vector<ValueId> parts;
    for (const Size& size : sizes) {
      parts.push_back(Append(OpKind::kReshape, {Scalar(size)}, {kElement, {1}}));
    }
    attributes.Set(kDimension, int64_t{0});
    vector = Append(OpKind::kConcatenate, std::move(parts), type, std::move(attributes));
  }
  vectors_[sizes] = vector;
  return vector;
}

}  // namespace tilewright::ir
