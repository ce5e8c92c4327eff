// Programs whose sizes stay open: `?` sizes of inputs are symbols, and what is computed
// from them is followed as expressions. An error here is none to users: the program is
// lowered again, with numbers.
#include <algorithm>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/str_cat.h"
#include "frontend/stablehlo/lower/lowering.h"
#include "ir/from_result.h"
#include "ir/size/expression.h"
#include "ir/size/prove.h"
#include "support/status_macros.h"

namespace tilewright::stablehlo {
namespace {

using enum ir::AttributeName;

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

bool AreNumbers(const std::vector<ir::Size>& sizes) {
  return std::all_of(sizes.begin(), sizes.end(),
                     [](const ir::Size& size) { return size.is_number(); });
}

bool Has(const ir::Dims& list, int64_t value) {
  return std::find(list.begin(), list.end(), value) != list.end();
}

absl::Status SetShape(const ir::Shape& shape, std::vector<ir::TensorType>* types) {
  if (types->size() != 1) return absl::InvalidArgumentError("one result is expected");
  (*types)[0].shape = shape;
  return shape.status();
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
  absl::flat_hash_map<int64_t, ir::SymbolId> symbols;
  for (size_t i = 0; i < inputs.size(); ++i) {
    const ir::Dims dims = inputs[i].dims();
    for (size_t d = 0; d < dims.size(); ++d) {
      // Sizes of 0 and 1 mean something else to many operations.
      if (!declared[i].shape[d].is_number(ir::kDynamicSize) || dims[d] < 2) continue;
      const auto [it, is_new] = symbols.try_emplace(dims[d], 0);
      if (is_new) {
        it->second =
            program_.symbols.Add(absl::StrCat("s", symbols.size() - 1), {.at_least = 2});
        parsed_.sizes.push_back(dims[d]);
      }
      inputs[i].shape.Set(d, ir::Size::OfSymbol(it->second));
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

absl::Status Lowering::ShapeOpenPad(const ir::Operation& operation,
                                    const std::vector<ir::Size>& high,
                                    std::vector<ir::TensorType>* types) const {
  const ir::Shape from = program_.type(operation.operands[0]).shape;
  const ir::Dims& low = operation.attributes.Ints(kEdgePaddingLow);
  const ir::Dims& interior = operation.attributes.Ints(kInteriorPadding);
  const size_t rank = static_cast<size_t>(from.rank());
  if (AreNumbers(high)) return absl::OkStatus();
  if (high.size() != rank || low.size() != rank || interior.size() != rank) {
    return absl::InvalidArgumentError("pad: has other paddings than dimensions");
  }
  ir::Shape shape;
  for (size_t d = 0; d < rank; ++d) {
    shape.Append(ir::Simplify(ir::Spread(from[d], interior[d]) + low[d] + high[d],
                              program_.symbols));
  }
  return SetShape(shape, types);
}

absl::Status Lowering::ShapeOpenSlice(const ir::Operation& operation,
                                      const std::vector<ir::Size>& limits,
                                      std::vector<ir::TensorType>* types) const {
  const ir::Dims& starts = operation.attributes.Ints(kStartIndices);
  const ir::Dims& strides = operation.attributes.Ints(kStrides);
  if (AreNumbers(limits)) return absl::OkStatus();
  if (starts.size() != limits.size() || strides.size() != limits.size()) {
    return absl::InvalidArgumentError("slice: has lists of different lengths");
  }
  ir::Shape shape;
  for (size_t d = 0; d < limits.size(); ++d) {
    if (strides[d] < 1) return absl::InvalidArgumentError("slice: has a stride below 1");
    shape.Append(ir::Simplify(ir::CeilDivide(limits[d] - starts[d], strides[d]),
                              program_.symbols));
  }
  return SetShape(shape, types);
}

absl::Status Lowering::ShapeOpenGather(const ir::Operation& operation,
                                       const std::vector<ir::Size>& slice_sizes,
                                       std::vector<ir::TensorType>* types) const {
  if (AreNumbers(slice_sizes)) return absl::OkStatus();
  const ir::Attributes& a = operation.attributes;
  ir::Shape batch = program_.type(operation.operands[1]).shape;
  const int64_t vector_dim = a.Int(kIndexVectorDim);
  if (vector_dim >= 0 && vector_dim < batch.rank()) batch.Erase(vector_dim);
  std::vector<ir::Size> window;
  for (size_t d = 0; d < slice_sizes.size(); ++d) {
    const int64_t dimension = static_cast<int64_t>(d);
    const bool dropped = Has(a.Ints(kCollapsedSliceDims), dimension) ||
                         Has(a.Ints(kOperandBatchingDims), dimension);
    if (!dropped) window.push_back(slice_sizes[d]);
  }
  ir::Shape shape;
  size_t next_window = 0;
  int next_batch = 0;
  const int rank = batch.rank() + static_cast<int>(window.size());
  for (int d = 0; d < rank; ++d) {
    const bool in_window = Has(a.Ints(kOffsetDims), d) && next_window < window.size();
    if (in_window) {
      shape.Append(window[next_window++]);
    } else if (next_batch < batch.rank()) {
      shape.Append(batch[next_batch++]);
    }
  }
  return SetShape(shape, types);
}

bool Lowering::MayBeDynamicSlice(const ir::Operation& operation) const {
  const std::optional<std::vector<ir::Size>> starts = KnownSizes(operation, 1);
  const std::optional<std::vector<ir::Size>> limits = KnownSizes(operation, 2);
  // Where data tells, it is one with numbers too.
  if (!starts || !limits) return true;
  const ir::Shape from = program_.type(operation.operands[0]).shape;
  const auto at_least = [&](const ir::Size& a, const ir::Size& b) {
    return ir::ProveAtLeast(a, b, program_.symbols) == ir::Proof::kYes;
  };
  for (int d = 0; d < from.rank(); ++d) {
    if (!at_least((*starts)[d], 0) || !at_least(from[d], (*limits)[d])) return false;
  }
  return true;
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
