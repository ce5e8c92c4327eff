// scan: a loop over the slices of its inputs; where its computation is done element
// by element and yields what it carries on, a reduce_window, which is one kernel.
#include <algorithm>
#include <optional>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "codegen/rewrite/rewrite.h"
#include "ir/from_result.h"

namespace tilewright::codegen {
namespace {

using ir::Dims;
using ir::ElementType;
using ir::Operation;
using ir::TensorType;
using ir::ValueId;
using enum ir::AttributeName;
using enum ir::ElementType;
using enum ir::OpKind;

// How far back an initial value's operation is looked for.
constexpr size_t kMaxLookback = 256;

TensorType WithSize(TensorType type, int64_t dimension, int64_t size) {
  type.shape.Insert(dimension, size);
  return type;
}

// The scalar that every element of `value` is, where that is easily seen.
std::optional<ValueId> FindScalar(ir::Builder& b, ValueId value) {
  if (b.type(value).rank() == 0) return value;
  const std::vector<Operation>& operations = b.region()->operations;
  for (size_t back = 1; back <= std::min(operations.size(), kMaxLookback); ++back) {
    const Operation& operation = operations[operations.size() - back];
    if (operation.results.size() != 1 || operation.results[0] != value) continue;
    if (operation.kind == kBroadcastInDim) {
      const ValueId source = operation.operands[0];
      if (b.type(source).rank() == 0) return source;
      value = source;
      continue;
    }
    if (operation.kind != kConstant) return std::nullopt;
    const ir::Literal& literal = operation.attributes.Constant(kValue);
    if (literal.type().num_elements() == 0) return std::nullopt;
    const absl::Span<const uint8_t> first = literal.element(0);
    if (!literal.is_splat()) return std::nullopt;
    return b.Constant(*ir::Literal::Create(ir::Scalar(literal.type().element),
                                           {first.begin(), first.end()},
                                           /*is_splat=*/true));
  }
  return std::nullopt;
}

class Scan {
 public:
  explicit Scan(Rewrite& rewrite)
      : rewrite_(rewrite),
        b_(rewrite.builder),
        body_(rewrite.operation().regions[0]),
        inputs_(static_cast<int>(rewrite.attributes().Ints(kOperandSegmentSizes)[0])),
        carries_(static_cast<int>(rewrite.attributes().Ints(kOperandSegmentSizes)[1])),
        outputs_(rewrite.result_count() - carries_),
        dimension_(rewrite.attributes().Int(kDimension)),
        size_(inputs_ > 0 ? rewrite.OperandType(0).dims()[dimension_]
                          : rewrite.attributes().Int(kScanDimSize)),
        reverse_(rewrite.attributes().Flag(kIsReverse)) {}

  absl::StatusOr<Values> Run() {
    if (size_ == 0) return Nothing();
    std::optional<ir::Region> reducer = ScalarReducer();
    std::optional<Values> inits = ScalarInits();
    if (reducer.has_value() && inits.has_value()) {
      return Cumulate(*std::move(reducer), *std::move(inits));
    }
    return Loop();
  }

 private:
  Values Inits() const {
    return Values(rewrite_.operands.begin() + inputs_, rewrite_.operands.end());
  }

  Values Nothing() {
    Values results;
    for (int i = 0; i < outputs_; ++i) {
      results.push_back(b_.Splat(0, rewrite_.ResultType(i)));
    }
    for (ValueId init : Inits()) results.push_back(init);
    return results;
  }

  // --- as a reduce_window over all that comes before ---

  std::optional<Values> ScalarInits() {
    Values scalars;
    for (ValueId init : Inits()) {
      const std::optional<ValueId> scalar = FindScalar(b_, init);
      if (!scalar.has_value()) return std::nullopt;
      scalars.push_back(*scalar);
    }
    return scalars;
  }

  // The computation as a reducer of scalars, what is carried first; nullopt where
  // it is none.
  std::optional<ir::Region> ScalarReducer() {
    const ir::Program& from = rewrite_.from();
    if (inputs_ != carries_ || outputs_ != carries_ || carries_ == 0) return std::nullopt;
    const Dims& dims = from.type(body_.arguments[0]).dims();
    for (int i = 0; i < carries_; ++i) {
      if (body_.results[i] != body_.results[carries_ + i] ||
          from.type(body_.arguments[i]) != from.type(body_.arguments[carries_ + i]) ||
          from.type(body_.arguments[i]).dims() != dims) {
        return std::nullopt;
      }
    }
    ir::Program* program = b_.program();
    ir::Region reducer;
    ir::Builder inner(program, &reducer, rewrite_.operation().location);
    absl::flat_hash_map<ValueId, ValueId> scalar;
    for (int i = 0; i < 2 * carries_; ++i) {
      const ValueId argument = body_.arguments[(i + carries_) % (2 * carries_)];
      scalar[argument] = program->AddValue(ir::Scalar(from.type(argument).element));
      reducer.arguments.push_back(scalar[argument]);
    }
    for (const Operation& operation : body_.operations) {
      if (operation.results.size() != 1) return std::nullopt;
      const ElementType element = from.type(operation.results[0]).element;
      ValueId& result = scalar[operation.results[0]];
      if (operation.kind == kConstant) {
        const ir::Literal& literal = operation.attributes.Constant(kValue);
        if (!literal.is_splat() && literal.type().rank() > 0) return std::nullopt;
        const absl::Span<const uint8_t> bytes = literal.bytes();
        result = inner.Constant(*ir::Literal::Create(
            ir::Scalar(element), {bytes.begin(), bytes.end()}, /*is_splat=*/true));
        continue;
      }
      Values operands;
      for (ValueId operand : operation.operands) operands.push_back(scalar.at(operand));
      if (operation.kind == kBroadcastInDim &&
          from.type(operation.operands[0]).rank() == 0) {
        result = operands[0];
        continue;
      }
      if (!ir::IsElementwise(operation.kind)) return std::nullopt;
      result = inner.Append(operation.kind, std::move(operands), ir::Scalar(element),
                            operation.attributes);
    }
    for (int i = 0; i < carries_; ++i) {
      reducer.results.push_back(scalar.at(body_.results[i]));
    }
    return reducer;
  }

  absl::StatusOr<Values> Cumulate(ir::Region reducer, Values inits) {
    Operation window;
    window.kind = kReduceWindow;
    window.operands =
        Values(rewrite_.operands.begin(), rewrite_.operands.begin() + inputs_);
    window.operands.insert(window.operands.end(), inits.begin(), inits.end());
    std::vector<TensorType> types;
    for (int i = 0; i < inputs_; ++i) types.push_back(rewrite_.OperandType(i));
    window.attributes = ir::RunningWindows(types[0].dims(), dimension_, reverse_);
    window.regions.push_back(std::move(reducer));
    Values results = b_.AppendOperation(std::move(window), types);
    for (int i = 0; i < carries_; ++i) {
      const TensorType type = types[i];
      Dims start(type.dims().size(), 0), limit = type.dims();
      start[dimension_] = reverse_ ? 0 : size_ - 1;
      limit[dimension_] = start[dimension_] + 1;
      const ValueId last = b_.Slice(results[i], std::move(start), std::move(limit));
      results.push_back(b_.Reshape(last, rewrite_.ResultType(outputs_ + i).dims()));
    }
    return results;
  }

  // --- as a loop: its state is the carries and the outputs ---

  absl::StatusOr<Values> Loop() {
    Values inits = Inits();
    for (int i = 0; i < outputs_; ++i) {
      inits.push_back(b_.Splat(0, rewrite_.ResultType(i)));
    }
    TW_ASSIGN_OR_RETURN(
        Values state,
        CountedLoop(rewrite_, size_, inits,
                    [this](ir::Region* body, ValueId iteration, const Values& before) {
                      return Iteration(body, iteration, before);
                    }));
    std::rotate(state.begin(), state.begin() + carries_, state.end());
    return state;
  }

  absl::StatusOr<Values> Iteration(ir::Region* body, ValueId iteration,
                                   const Values& state) {
    ir::Builder inner(b_.program(), body, rewrite_.operation().location);
    const TensorType counter = ir::Scalar(kI64);
    const ValueId position =
        reverse_
            ? inner.Binary(kSubtract, inner.IntegerSplat(size_ - 1, counter), iteration)
            : iteration;
    const ValueId zero = inner.IntegerSplat(0, counter);
    const auto place = [&](Values operands, int64_t rank) {
      for (int64_t d = 0; d < rank; ++d) {
        operands.push_back(d == dimension_ ? position : zero);
      }
      return operands;
    };
    Values arguments;
    for (int i = 0; i < inputs_; ++i) {
      const TensorType whole = rewrite_.OperandType(i);
      const TensorType slice = rewrite_.from().type(body_.arguments[i]);
      const TensorType row = WithSize(slice, dimension_, 1);
      ir::Attributes attributes;
      attributes.Set(kSliceSizes, row.dims());
      const ValueId taken =
          inner.Append(kDynamicSlice, place({rewrite_.operands[i]}, whole.rank()), row,
                       std::move(attributes));
      arguments.push_back(inner.Reshape(taken, slice.dims()));
    }
    arguments.insert(arguments.end(), state.begin(), state.begin() + carries_);
    TW_ASSIGN_OR_RETURN(const Values yielded,
                        rewrite_.copier->CopyInto(body_, arguments, body));
    Values next(yielded.begin() + outputs_, yielded.end());
    for (int i = 0; i < outputs_; ++i) {
      const ValueId whole = state[carries_ + i];
      const TensorType type = inner.type(whole);
      const ValueId row = inner.Reshape(
          yielded[i], WithSize(inner.type(yielded[i]), dimension_, 1).dims());
      next.push_back(
          inner.Append(kDynamicUpdateSlice, place({whole, row}, type.rank()), type));
    }
    return next;
  }

  Rewrite& rewrite_;
  ir::Builder& b_;
  const ir::Region& body_;
  const int inputs_;
  const int carries_;
  const int outputs_;
  const int64_t dimension_;
  const int64_t size_;
  const bool reverse_;
};

}  // namespace

absl::StatusOr<Values> ExpandScan(Rewrite& rewrite) { return Scan(rewrite).Run(); }

}  // namespace tilewright::codegen
