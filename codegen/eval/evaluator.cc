#include "codegen/eval/evaluator.h"

#include <algorithm>
#include <cstring>
#include <utility>
#include <variant>

#include "absl/strings/str_cat.h"
#include "codegen/analysis/plain_read.h"
#include "codegen/eval/rounding.h"
#include "support/check.h"
#include "support/overloaded.h"

namespace tilewright::codegen {

using llvm::Value;
using tile::Expr;
using tile::ExprId;

Evaluator::Evaluator(const tile::Program& program, KernelBuilder& kb,
                     SourceLines& sources)
    : program_(program),
      kb_(kb),
      sources_(sources),
      bindings_(program.refs.size()),
      memo_(1) {
  for (const Expr& expr : program.exprs) {
    reads_scratch_.push_back(
        (expr.Is<tile::Load>() &&
         program.refs[expr.As<tile::Load>()->ref].memory == tile::Memory::kVmem) ||
        std::any_of(expr.operands.begin(), expr.operands.end(),
                    [this](ExprId operand) { return reads_scratch_[operand]; }));
  }
  kb_.on_forget = [this](int level) {
    if (static_cast<int>(memo_.size()) > level) memo_.resize(level);
  };
}

void Evaluator::Forget() {
  for (auto& level : memo_) level.clear();
}

void Evaluator::BindResult(int statement, int number, Evaluated value) {
  results_[{statement, number}] = value;
}

Lanes Evaluator::Spread(const Lanes& value) {
  if (kb_.lanes() == 1 || value.re->getType()->isVectorTy()) return value;
  Lanes lanes = value;
  llvm::IRBuilder<>& b = kb_.ir();
  lanes.re = b.CreateVectorSplat(kb_.lanes(), value.re);
  if (value.im != nullptr) lanes.im = b.CreateVectorSplat(kb_.lanes(), value.im);
  if (value.bits != nullptr) lanes.bits = b.CreateVectorSplat(kb_.lanes(), value.bits);
  return lanes;
}

Lanes Evaluator::EvaluateLanes(ExprId expr, const Index& index) {
  return Spread(Evaluate(expr, index).value);
}

Lanes Evaluator::ScalarLanes(const ScalarOp& op, absl::Span<const Lanes> operands,
                             ir::ElementType type) {
  absl::StatusOr<Lanes> result =
      EmitScalarOp(kb_.ir(), kb_.options().scalar, op, operands, type);
  if (result.ok()) return *result;
  Fail(result.status());
  const llvm::Type* like = operands.empty() ? nullptr : operands[0].re->getType();
  return Dummy(type, like != nullptr && like->isVectorTy() ? kb_.lanes() : 0);
}

Lanes Evaluator::ConvertLanes(const Lanes& value, ir::ElementType type) {
  if (value.type == type) return value;
  return ScalarLanes({ir::OpKind::kConvert}, {value}, type);
}

Lanes Evaluator::Dummy(ir::ElementType type, int lanes) {
  Lanes dummy{type};
  dummy.re = llvm::Constant::getNullValue(ComputeType(kb_.ir(), type, lanes));
  if (ir::IsComplex(type)) dummy.im = dummy.re;
  return dummy;
}

Evaluated Evaluator::Scalar(const ScalarOp& op, std::vector<Evaluated> operands,
                            ir::ElementType type) {
  Evaluated result;
  bool uniform = true;
  for (const Evaluated& operand : operands) {
    result.level = std::max(result.level, operand.level);
    uniform &= operand.uniform();
  }
  result.value = kb_.At(result.level, [&] {
    std::vector<Lanes> values;
    for (const Evaluated& operand : operands) {
      values.push_back(uniform ? operand.value : Spread(operand.value));
    }
    return ScalarLanes(op, values, type);
  });
  return result;
}

std::vector<Lanes> Evaluator::Apply(const tile::Region& region,
                                    absl::Span<const Lanes> arguments) {
  const std::vector<Lanes> values(arguments.begin(), arguments.end());
  arguments_.push_back(&values);
  // What a region computes depends on its arguments: nothing may be remembered
  // from one application to the next.
  std::vector<std::map<Key, Evaluated>> outer;
  outer.swap(memo_);
  memo_.resize(1);
  const bool notes = std::exchange(notes_roundings_, false);
  std::vector<Lanes> results;
  for (ExprId result : region.results) results.push_back(EvaluateLanes(result, {}));
  notes_roundings_ = notes;
  memo_.swap(outer);
  arguments_.pop_back();
  return results;
}

Evaluated Evaluator::Evaluate(ExprId id, const Index& index) {
  const Expr& expr = program_.exprs[id];
  Key key;
  key.first = id;
  for (const IndexGroup& group : index) {
    key.second.emplace_back(
        group.count, group.index.lanes != nullptr ? group.index.lanes : group.index.base,
        group.index.stride);
  }
  // Rows of one place may be walked in lanes of several widths, one pass after another.
  const bool uniform = IsUniform(index);
  key.second.emplace_back(uniform ? 1 : kb_.lanes(), uniform ? nullptr : mask_, 0);
  if (reads_scratch_[id]) key.second.emplace_back(row_, nullptr, -1);
  for (const auto& level : memo_) {
    const auto it = level.find(key);
    if (it != level.end()) return it->second;
  }
  if (++evaluations_ > kMostEvaluations) {
    Fail(absl::ResourceExhaustedError(absl::StrCat(
        "a kernel would evaluate more than ", kMostEvaluations,
        " expressions: what concatenations, paddings and gathers read is computed once "
        "for every place that it is read from")));
  }
  if (!status_.ok()) return {Dummy(expr.type.element, 0), 0};
  const SourceLines::Scope source = From(id);
  if (notes_roundings_ && IsNoted(expr, index, key)) {
    ++unknown_;
    return {Dummy(expr.type.element, kb_.lanes()), kb_.depth()};
  }
  const int64_t unknown = unknown_;
  const Evaluated result = Compute(expr, index);
  if (unknown_ == unknown) Remember(std::move(key), result);
  return result;
}

void Evaluator::Remember(Key key, const Evaluated& value) {
  if (static_cast<int>(memo_.size()) <= value.level) memo_.resize(value.level + 1);
  memo_[value.level][std::move(key)] = value;
}

size_t Evaluator::NoteRoundings(ExprId expr, const Index& index) {
  notes_roundings_ = true;
  Evaluate(expr, index);
  notes_roundings_ = false;
  return noted_.size();
}

void Evaluator::RoundNoted() {
  std::vector<Value*> vectors;
  for (const auto& [key, from] : noted_) vectors.push_back(from);
  const std::vector<Value*> rounded = RoundedToBf16(kb_, vectors);
  for (size_t i = 0; i < noted_.size(); ++i) {
    Lanes lanes{ir::ElementType::kBF16};
    lanes.re = rounded[i];
    Remember(std::move(noted_[i].first), {lanes, kb_.depth()});
  }
  noted_.clear();
}

// Whether the value at the index is noted, now or before.
bool Evaluator::IsNoted(const Expr& expr, const Index& index, const Key& key) {
  if (!RoundsToBf16(program_, expr)) return false;
  const auto same = [&](const auto& noted) { return noted.first == key; };
  if (std::any_of(noted_.begin(), noted_.end(), same)) return true;
  const int64_t unknown = unknown_;
  const Evaluated from = Evaluate(expr.operands[0], index);
  // What is known outside of a loop is rounded there.
  if (unknown_ != unknown || from.uniform() || from.level < kb_.depth()) return false;
  const Expr& operand = program_.exprs[expr.operands[0]];
  AskAhead(kb_, from.value.re, ir::Typical(ir::NumElements(operand.type.shape)) * 4);
  noted_.emplace_back(key, from.value.re);
  return true;
}

namespace {

ScalarOp OpOf(const tile::Scalar& scalar) {
  ScalarOp op{scalar.op};
  if (const auto* compare = std::get_if<tile::Comparison>(&scalar.parameters)) {
    op.a = compare->direction;
    op.b = compare->order;
  } else if (const auto* to = std::get_if<tile::Precision>(&scalar.parameters)) {
    op.a = to->exponent_bits;
    op.b = to->mantissa_bits;
  }
  return op;
}

}  // namespace

Evaluated Evaluator::Compute(const Expr& expr, const Index& index) {
  const auto moved = [&](const Index& at) { return Evaluate(expr.operands[0], at); };
  const auto from = [&]() -> const ir::Shape& {
    return program_.exprs[expr.operands[0]].type.shape;
  };
  const auto mapped = [&](const ir::Dims& map) {
    return moved(MapDimensions(kb_, index, expr.type.shape, from(), map));
  };
  return std::visit(
      Overloaded{
          [&](const tile::Constant& constant) {
            return Evaluated{ConstantLanes(constant.literal), 0};
          },
          [&](const tile::Iota& iota) { return Iota(expr, iota.dimension, index); },
          [&](const tile::Load& load) { return Load(expr, load.ref, index); },
          [&](const tile::Scalar& scalar) {
            std::vector<Evaluated> operands;
            for (ExprId x : expr.operands) operands.push_back(Evaluate(x, index));
            return Scalar(OpOf(scalar), std::move(operands), expr.type.element);
          },
          [&](const tile::Broadcast& broadcast) { return mapped(broadcast.dimensions); },
          [&](const tile::Reshape&) {
            return moved(ReshapeIndex(kb_, index, expr.type.shape, from()));
          },
          [&](const tile::Transpose& x) { return mapped(InverseOf(x.permutation)); },
          [&](const tile::Slice& slice) { return Slice(expr, slice, index); },
          [&](const tile::Reverse& reverse) { return Reverse(expr, reverse, index); },
          [&](const tile::Pad& pad) { return Pad(expr, pad, index); },
          [&](const tile::Concatenate& x) {
            return Concatenate(expr, x.dimension, index);
          },
          [&](const tile::DynamicSlice&) { return DynamicSlice(expr, index); },
          [&](const tile::DynamicUpdateSlice&) {
            return DynamicUpdateSlice(expr, index);
          },
          [&](const tile::Gather& gather) { return Gather(expr, gather, index); },
          [&](const tile::WindowOf& windows) { return Window(expr, windows, index); },
          [&](const tile::ResultOf& result) {
            const auto it = results_.find({result.id, result.number});
            TW_CHECK(it != results_.end());
            return it->second;
          },
          [&](const tile::Counter& counter) { return Counter(counter.number); },
          [&](const tile::Parameter& parameter) {
            return Evaluated{(*arguments_.back())[parameter.number], kb_.depth()};
          },
      },
      expr.node);
}

Lanes Evaluator::ConstantLanes(const ir::Literal& splat) {
  llvm::IRBuilder<>& b = kb_.ir();
  const ir::ElementType type = splat.type().element;
  const absl::Span<const uint8_t> bytes = splat.element(0);
  const auto real = [&](ir::ElementType element, size_t offset) -> Lanes {
    uint64_t raw = 0;
    const int size = ir::StorageBytes(element);
    std::memcpy(&raw, bytes.data() + offset, size);
    llvm::Type* const storage = StorageType(b, element, 0);
    const llvm::APInt bits(8 * size, raw);
    Value* constant = storage->isIntegerTy()
                          ? static_cast<Value*>(llvm::ConstantInt::get(storage, bits))
                          : llvm::ConstantFP::get(
                                storage, llvm::APFloat(storage->getFltSemantics(), bits));
    return Decode(b, kb_.options().scalar, element, constant);
  };
  if (!ir::IsComplex(type)) return real(type, 0);
  const ir::ElementType part = ir::RealPart(type);
  Lanes value{type};
  value.re = real(part, 0).re;
  value.im = real(part, ir::StorageBytes(part)).re;
  return value;
}

Evaluated Evaluator::Convert(const Evaluated& value, ir::ElementType type) {
  if (value.value.type == type) return value;
  return Scalar({ir::OpKind::kConvert}, {value}, type);
}

Evaluated Evaluator::Iota(const Expr& expr, int64_t dimension, const Index& index) {
  const int dim = static_cast<int>(dimension);
  std::vector<bool> touched(expr.type.rank(), false);
  touched[dim] = true;
  Index split = SplitWhere(kb_, index, expr.type.shape, touched, false);
  const LaneIndex at = GroupAt(split, dim).index;
  Lanes number{ir::ElementType::kI64};
  const int level = at.level;
  number.re = at.uniform() ? at.base : kb_.ExplicitLanes(at);
  // 32 bits are enough for a dimension below 2^31, and halve the vectors.
  if (kb_.IsBelow(expr.type.shape[dim], int64_t{1} << 31)) {
    number.type = ir::ElementType::kI32;
    number.re = kb_.At(level, [&] {
      llvm::IRBuilder<>& b = kb_.ir();
      return b.CreateTrunc(number.re,
                           ComputeType(b, number.type, at.uniform() ? 0 : kb_.lanes()));
    });
  }
  return Convert({number, level}, expr.type.element);
}

Evaluated Evaluator::Counter(int64_t number) {
  const LaneIndex& at = counters_.at(number);
  Lanes count{ir::ElementType::kI32};
  count.re = kb_.At(at.level,
                    [&] { return kb_.ir().CreateTrunc(at.base, kb_.ir().getInt32Ty()); });
  return {count, at.level};
}

}  // namespace tilewright::codegen
