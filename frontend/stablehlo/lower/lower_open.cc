// Programs whose sizes stay open: `?` sizes of inputs are symbols, and what is computed
// from them is followed as expressions. An error here is none to users: the program is
// lowered again, with numbers.
#include <algorithm>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/str_cat.h"
#include "frontend/stablehlo/lower/lowering.h"
#include "ir/size/expression.h"
#include "support/status_macros.h"

namespace tilewright::stablehlo {
namespace {

// Where mod(s, n) is in `size`, which is nothing else, s and n.
std::optional<std::pair<ir::SymbolId, int64_t>> RemainderIn(const ir::Size& size) {
  for (const ir::SizeTerm& term : ir::TermsOf(size)) {
    for (const ir::SizeFactor& factor : term.monomial) {
      const ir::OpaqueSize* opaque = factor.atom.opaque.get();
      if (opaque == nullptr || opaque->kind != ir::OpaqueSize::Kind::kFloorDivide) {
        continue;
      }
      const ir::Size& dividend = opaque->operands[0];
      const ir::Size& divisor = opaque->operands[1];
      if (!dividend.symbol() || !divisor.is_number()) continue;
      const ir::Size remainder = ir::Remainder(dividend, divisor);
      if (size == remainder || size == -remainder) {
        return std::pair(*dividend.symbol(), divisor.number());
      }
    }
  }
  return std::nullopt;
}

bool Holds(absl::string_view direction, int64_t a, int64_t b) {
  if (direction == "EQ") return a == b;
  if (direction == "NE") return a != b;
  if (direction == "LT") return a < b;
  if (direction == "LE") return a <= b;
  return direction == "GT" ? a > b : a >= b;
}

}  // namespace

std::vector<ir::TensorType> Lowering::OpenTypes(
    const std::vector<ir::TensorType>& declared, std::vector<ir::TensorType> inputs) {
  // By value; several stay apart, in the order in which inputs have them.
  absl::flat_hash_map<int64_t, std::vector<ir::SymbolId>> symbols;
  for (size_t i = 0; i < inputs.size(); ++i) {
    const ir::Dims dims = inputs[i].dims();
    absl::flat_hash_map<int64_t, size_t> met;
    for (size_t d = 0; d < dims.size(); ++d) {
      // Sizes of 0 and 1 mean something else to many operations.
      if (!declared[i].shape[d].is_number(ir::kDynamicSize) || dims[d] < 2) continue;
      const size_t place = equal_sizes_ == EqualSizes::kAreOne ? 0 : met[dims[d]]++;
      keeps_apart_ |= place > 0;
      std::vector<ir::SymbolId>& equal = symbols[dims[d]];
      if (place == equal.size()) {
        const int number = program_.symbols.count();
        equal.push_back(program_.symbols.Add(absl::StrCat("s", number), {.at_least = 2}));
        parsed_.sizes.push_back(dims[d]);
      }
      inputs[i].shape.Set(d, ir::Size::OfSymbol(equal[place]));
    }
  }
  return inputs;
}

bool Lowering::TakesSymbols(Handler handler) {
  static constexpr Handler kTaking[] = {&Lowering::LowerCall,
                                        &Lowering::LowerComposite,
                                        &Lowering::LowerConstant,
                                        &Lowering::LowerTuple,
                                        &Lowering::LowerCreateToken,
                                        &Lowering::LowerGetTupleElement,
                                        &Lowering::LowerContraction,
                                        &Lowering::LowerScalarOperands,
                                        &Lowering::LowerCustomCall,
                                        &Lowering::LowerWhile,
                                        &Lowering::LowerIdentity,
                                        &Lowering::LowerNothing,
                                        &Lowering::LowerManualComputation};
  return std::find(std::begin(kTaking), std::end(kTaking), handler) != std::end(kTaking);
}

absl::Status Lowering::CheckNumbers(const Op& op, const Values& operands) const {
  for (ir::ValueId operand : operands) {
    const ir::TensorType& type = program_.type(operand);
    if (type.shape.is_static()) continue;
    return source_.Unsupported(
        op.at, absl::StrCat("sizes of its operands have to be numbers, of ",
                            ir::ToString(type, &program_.symbols)));
  }
  return absl::OkStatus();
}

std::optional<std::vector<ir::Size>> Lowering::KnownSizes(const ir::Operation& operation,
                                                          int index) const {
  if (const ir::Literal* literal = KnownOperand(operation, index)) {
    std::vector<ir::Size> sizes;
    for (int64_t i = 0; i < literal->type().num_elements(); ++i) {
      sizes.push_back(literal->IntegerAt(i));
    }
    return sizes;
  }
  if (!is_open() || index >= static_cast<int>(operation.operands.size())) {
    return std::nullopt;
  }
  return elements_.Sizes(program_, operation.operands[index], known_);
}

absl::Status Lowering::AssumeShape(const Op& op, const Values& operands) {
  const absl::Status unknown = source_.Unsupported(
      op.at, "the condition of '@shape_assertion' does not follow from the sizes");
  if (operands.empty()) return unknown;
  const std::optional<std::vector<ir::Size>> proved =
      elements_.Sizes(program_, operands[0], known_);
  if (proved && !proved->empty() && proved->front().is_number()) {
    if (!proved->front().is_number(0)) return absl::OkStatus();
    return source_.Invalid(op.at, "the shape assertion fails");
  }
  const SizeComparison* comparison = elements_.Comparison(operands[0]);
  if (comparison == nullptr) return unknown;
  TW_ASSIGN_OR_RETURN(const int64_t a,
                      ir::Evaluate(comparison->a, program_.symbols, parsed_.sizes));
  TW_ASSIGN_OR_RETURN(const int64_t b,
                      ir::Evaluate(comparison->b, program_.symbols, parsed_.sizes));
  if (!Holds(comparison->direction, a, b)) {
    return source_.Invalid(op.at, "the shape assertion fails");
  }
  Learn(*comparison);
  return absl::OkStatus();
}

// What no fact says holds for the sizes at hand, and is asked again for others.
void Lowering::Learn(const SizeComparison& comparison) {
  const std::string& direction = comparison.direction;
  ir::Size rest = comparison.a - comparison.b;
  if (direction == "EQ") {
    const auto remainder = RemainderIn(rest);
    if (!remainder) return;
    program_.symbols.Learn(remainder->first, {.multiple_of = remainder->second})
        .IgnoreError();
    return;
  }
  // As rest >= 0.
  if (direction == "NE") return;
  if (direction == "LT" || direction == "LE") rest = -rest;
  if (direction == "LT" || direction == "GT") rest = rest - 1;
  std::optional<ir::SymbolId> symbol;
  ir::ForEachSymbol(rest, [&](ir::SymbolId id) { symbol = id; });
  if (!symbol) return;
  const ir::Size least = ir::Size::OfSymbol(*symbol) - rest;
  if (least.is_number()) {
    program_.symbols.Learn(*symbol, {.at_least = least.number()}).IgnoreError();
  }
  const ir::Size most = ir::Size::OfSymbol(*symbol) + rest;
  if (most.is_number()) {
    program_.symbols.Learn(*symbol, {.at_most = most.number()}).IgnoreError();
  }
}

}  // namespace tilewright::stablehlo
