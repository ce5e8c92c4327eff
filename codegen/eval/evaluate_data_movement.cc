// Moves: which element of the operand, and whether there is one.
#include <algorithm>
#include <vector>

#include "codegen/analysis/dims.h"
#include "codegen/eval/evaluator.h"
#include "llvm/IR/Intrinsics.h"
#include "support/check.h"
#include "tile/arrange.h"

namespace tilewright::codegen {

using llvm::Value;
using tile::Expr;
using tile::ExprId;

namespace {

// Elements; an index beyond is as good as this one where 32 bits are enough.
constexpr int64_t kFar = int64_t{1} << 30;

}  // namespace

Value* Evaluator::AndPredicates(Value* x, Value* y) {
  if (x == nullptr) return y;
  if (y == nullptr) return x;
  llvm::IRBuilder<>& b = kb_.ir();
  const bool vector = x->getType()->isVectorTy() || y->getType()->isVectorTy();
  if (vector && !x->getType()->isVectorTy()) x = b.CreateVectorSplat(kb_.lanes(), x);
  if (vector && !y->getType()->isVectorTy()) y = b.CreateVectorSplat(kb_.lanes(), y);
  return kb_.Once(llvm::Instruction::And, x, y, kb_.depth(),
                  [&] { return b.CreateAnd(x, y); });
}

Value* Evaluator::InRange(const LaneIndex& x, const ir::Size& low, const ir::Size& high) {
  llvm::IRBuilder<>& b = kb_.ir();
  // One unsigned comparison does for both ends.
  const LaneIndex shifted = kb_.AddConstant(x, -low);
  if (shifted.lanes == nullptr && shifted.stride == 1 && (high - low).is_number() &&
      (high - low).number() <= kFar) {
    return LanesInRange(shifted.base, (high - low).number());
  }
  Value* const size = kb_.ValueOf(high - low);
  Value* const at = shifted.uniform() ? shifted.base : kb_.ExplicitLanes(shifted);
  return kb_.Once(KernelBuilder::kInRange, at, size, kb_.depth(), [&] {
    return b.CreateICmpULT(
        at, shifted.uniform() ? size : b.CreateVectorSplat(kb_.lanes(), size));
  });
}

// Of lanes that follow each other from `first`, which are below `size`: in 32 bits, of
// which there are twice as many to a vector. A first one that is far away is as far as
// that goes.
Value* Evaluator::LanesInRange(Value* first, int64_t size) {
  llvm::IRBuilder<>& b = kb_.ir();
  // Statements of other types may have other numbers of lanes: the limit says how many.
  Value* const limit = llvm::ConstantVector::getSplat(
      llvm::ElementCount::getFixed(static_cast<unsigned>(kb_.lanes())),
      b.getInt32(static_cast<uint32_t>(size)));
  return kb_.Once(KernelBuilder::kLanesInRange, first, limit, kb_.depth(), [&] {
    Value* near = b.CreateBinaryIntrinsic(llvm::Intrinsic::smax, first, kb_.I64(-kFar));
    near = b.CreateBinaryIntrinsic(llvm::Intrinsic::smin, near, kb_.I64(kFar));
    std::vector<llvm::Constant*> numbers;
    for (int l = 0; l < kb_.lanes(); ++l) numbers.push_back(b.getInt32(l));
    Value* const lanes =
        b.CreateAdd(b.CreateVectorSplat(kb_.lanes(), b.CreateTrunc(near, b.getInt32Ty())),
                    llvm::ConstantVector::get(numbers));
    return b.CreateICmpULT(lanes, limit);
  });
}

LaneIndex Evaluator::Inside(const LaneIndex& x, const ir::Size& size) {
  if (!x.uniform()) return x;  // lanes outside are masked
  llvm::IRBuilder<>& b = kb_.ir();
  LaneIndex inside = x;
  inside.divisor = 1;
  Value* const limit = kb_.ValueOf(size);
  inside.base = kb_.Once(KernelBuilder::kInside, x.base, limit, x.level, [&] {
    return b.CreateSelect(b.CreateICmpULT(x.base, limit), x.base, kb_.I64(0));
  });
  return inside;
}

Evaluated Evaluator::Choose(Value* predicate, int level, const Evaluated& on_true,
                            const Evaluated& on_false) {
  Evaluated result;
  result.level = std::max({level, on_true.level, on_false.level});
  Lanes chooser{ir::ElementType::kI1};
  chooser.re = predicate;
  return Scalar({ir::OpKind::kSelect}, {Evaluated{chooser, level}, on_true, on_false},
                on_true.value.type);
}

Evaluated Evaluator::EvaluateWhere(Value* predicate, ExprId expr, const Index& index) {
  Value* const outer = mask_;
  const bool outer_narrowed = narrowed_;
  if (predicate != nullptr && predicate->getType()->isVectorTy()) {
    mask_ = AndPredicates(mask_, predicate);
    narrowed_ = true;
  }
  const Evaluated result = Evaluate(expr, index);
  mask_ = outer;
  narrowed_ = outer_narrowed;
  return result;
}

Evaluated Evaluator::OrFill(Value* valid, int level, ExprId value, const Index& index,
                            ExprId fill) {
  const Evaluated inside = EvaluateWhere(valid, value, index);
  if (valid == nullptr) return inside;
  return Choose(valid, level, inside, EvaluateScalar(fill));
}

Evaluated Evaluator::Slice(const Expr& expr, const tile::Slice& slice,
                           const Index& index) {
  const ir::Shape& from = program_.exprs[expr.operands[0]].type.shape;
  const ir::Shape& own = expr.type.shape;
  std::vector<bool> touched(own.rank());
  std::vector<bool> strided(own.rank());
  for (int k = 0; k < own.rank(); ++k) {
    touched[k] = own[k] != from[k];
    strided[k] = touched[k] && slice.stride[k] != 1;
  }
  Index at =
      SplitWhere(kb_, SplitWhere(kb_, index, own, strided, false), own, touched, true);
  int first = 0;
  for (IndexGroup& group : at) {
    if (touched[first]) {
      const ir::Size inner = Product(own, first + 1, first + group.count);
      if (group.count == 1) group.index = kb_.Multiply(group.index, slice.stride[first]);
      group.index = kb_.AddConstant(group.index, slice.start[first] * inner);
    }
    first += group.count;
  }
  return Evaluate(expr.operands[0], at);
}

Evaluated Evaluator::Reverse(const Expr& expr, const tile::Reverse& reverse,
                             const Index& index) {
  const ir::Shape& own = expr.type.shape;
  std::vector<bool> touched(own.rank(), false);
  for (int64_t dim : reverse.dimensions) touched[dim] = !(own[dim] == 1);
  Index at = SplitWhere(kb_, index, own, touched, false);
  int first = 0;
  for (IndexGroup& group : at) {
    if (touched[first]) {
      group.index = kb_.AddConstant(kb_.Multiply(group.index, -1), own[first] - 1);
    }
    first += group.count;
  }
  return Evaluate(expr.operands[0], at);
}

Evaluated Evaluator::Pad(const Expr& expr, const tile::Pad& pad, const Index& index) {
  const ir::Shape& from = program_.exprs[expr.operands[0]].type.shape;
  const ir::Shape& own = expr.type.shape;
  if (NumElements(from) == 0) {
    return EvaluateScalar(expr.operands[1]);
  }
  std::vector<bool> touched(own.rank());
  for (int k = 0; k < own.rank(); ++k) {
    touched[k] = pad.low[k] != 0 || pad.interior[k] != 0 || own[k] != from[k];
  }
  Index at = SplitWhere(kb_, index, own, touched, false);
  Value* valid = nullptr;
  const int level = kb_.depth();
  int first = 0;
  for (IndexGroup& group : at) {
    if (touched[first]) {
      LaneIndex x = kb_.AddConstant(group.index, -pad.low[first]);
      const int64_t step = pad.interior[first] + 1;
      valid = AndPredicates(valid, InRange(x, 0, (from[first] - 1) * step + 1));
      if (step > 1) {
        // Outside the range the remainder may be anything: `valid` is false.
        const LaneIndex rest = kb_.Remainder(x, step, INT64_MAX);
        valid = AndPredicates(valid, InRange(rest, 0, 1));
        x = kb_.Divide(x, step, INT64_MAX);
      }
      group.index = Inside(x, from[first]);
    }
    first += group.count;
  }
  return OrFill(valid, level, expr.operands[0], at, expr.operands[1]);
}

Evaluated Evaluator::Window(const Expr& expr, const tile::WindowOf& windows,
                            const Index& index) {
  const ir::Shape& from = program_.exprs[expr.operands[0]].type.shape;
  if (NumElements(from) == 0) {
    return EvaluateScalar(expr.operands[1]);
  }
  const WindowElement place = ElementOfWindow(expr, windows, index);
  return OrFill(place.valid, kb_.depth(), expr.operands[0], place.at, expr.operands[1]);
}

Evaluator::WindowElement Evaluator::ElementOfWindow(const Expr& expr,
                                                    const tile::WindowOf& windows,
                                                    const Index& index) {
  const auto& [stride, dilation, low, base_dilation] = windows;
  const ir::Shape& from = program_.exprs[expr.operands[0]].type.shape;
  const auto rank = static_cast<size_t>(from.rank());
  const ir::Shape& own = expr.type.shape;
  std::vector<bool> touched(own.rank(), false);
  for (size_t k = 0; k < rank; ++k) {
    touched[k] = touched[rank + k] =
        own[k] != from[k] || own[rank + k] != 1 || stride[k] != 1 || low[k] != 0;
  }
  const Index split = SplitAll(kb_, index, own);
  WindowElement place;
  for (size_t k = 0; k < rank; ++k) {
    const LaneIndex o = kb_.Multiply(split[k].index, stride[k]);
    const LaneIndex w = kb_.Multiply(split[rank + k].index, dilation[k]);
    LaneIndex x = kb_.AddConstant(kb_.Add(o, w), -low[k]);
    if (touched[k]) {
      const int64_t step = base_dilation[k];
      const ir::Size extent = (from[k] - 1) * step + 1;
      const ir::Size last =
          (own[k] - 1) * stride[k] + (own[rank + k] - 1) * dilation[k] - low[k];
      if (low[k] > 0 || !kb_.IsAtLeast(extent, last + 1)) {
        place.valid = AndPredicates(place.valid, InRange(x, 0, extent));
      }
      if (step > 1) {
        const LaneIndex rest = kb_.Remainder(x, step, INT64_MAX);
        place.valid = AndPredicates(place.valid, InRange(rest, 0, 1));
        x = kb_.Divide(x, step, INT64_MAX);
      }
      x = Inside(x, from[k]);
    }
    place.at.push_back({1, x});
  }
  return place;
}

Evaluated Evaluator::Concatenate(const Expr& expr, int64_t dimension,
                                 const Index& index) {
  const ir::Shape& own = expr.type.shape;
  const int dim = static_cast<int>(dimension);
  std::vector<bool> touched(own.rank(), false);
  touched[dim] = true;
  const Index at = SplitWhere(kb_, index, own, touched, true);
  Evaluated result;
  ir::Size start = 0;
  for (ExprId operand : expr.operands) {
    const ir::Size size = program_.exprs[operand].type.shape[dim];
    if (size == 0) continue;
    Index here = at;
    IndexGroup& group = GroupAt(here, dim);
    const ir::Size inner = Product(own, dim + 1, dim + group.count);
    const LaneIndex x = kb_.AddConstant(group.index, -(start * inner));
    Value* const valid = InRange(x, 0, size * inner);
    group.index = Inside(x, size * inner);
    const Evaluated value = EvaluateWhere(valid, operand, here);
    result =
        result.value.re == nullptr ? value : Choose(valid, kb_.depth(), value, result);
    start = start + size;
  }
  TW_CHECK(result.value.re != nullptr);
  return result;
}

Value* Evaluator::ClampedWide(const Evaluated& value, bool is_signed, Value* limit) {
  llvm::IRBuilder<>& b = kb_.ir();
  llvm::Type* wide = b.getInt64Ty();
  if (!value.uniform()) {
    wide = llvm::FixedVectorType::get(wide, kb_.lanes());
    limit = b.CreateVectorSplat(kb_.lanes(), limit);
  }
  Value* x =
      is_signed ? b.CreateSExt(value.value.re, wide) : b.CreateZExt(value.value.re, wide);
  if (is_signed) {
    x = b.CreateBinaryIntrinsic(llvm::Intrinsic::smax, x,
                                llvm::Constant::getNullValue(wide));
  }
  return b.CreateBinaryIntrinsic(llvm::Intrinsic::umin, x, limit);
}

LaneIndex Evaluator::ClampedIndex(const Evaluated& value, const ir::Size& limit) {
  llvm::IRBuilder<>& b = kb_.ir();
  LaneIndex index;
  index.level = value.level;
  const bool is_signed = ir::IsSigned(value.value.type);
  const unsigned clamp =
      is_signed ? KernelBuilder::kClampSigned : KernelBuilder::kClampUnsigned;
  const auto clamped_value = [&]() -> Value* {
    if (!limit.is_number()) return ClampedWide(value, is_signed, kb_.ValueOf(limit));
    // In the index's own type, of which there are more to a vector.
    Value* x = value.value.re;
    const int bits = static_cast<int>(x->getType()->getScalarSizeInBits());
    if (is_signed) {
      x = b.CreateBinaryIntrinsic(llvm::Intrinsic::smax, x,
                                  llvm::ConstantInt::get(x->getType(), 0));
    }
    if (static_cast<uint64_t>(limit.number()) <
        (is_signed ? llvm::APInt::getSignedMaxValue(bits)
                   : llvm::APInt::getMaxValue(bits))
            .getLimitedValue()) {
      x = b.CreateBinaryIntrinsic(llvm::Intrinsic::umin, x,
                                  llvm::ConstantInt::get(x->getType(), limit.number()));
    }
    llvm::Type* wide = b.getInt64Ty();
    if (!value.uniform()) wide = llvm::FixedVectorType::get(wide, kb_.lanes());
    return b.CreateZExt(x, wide);
  };
  Value* const clamped =
      kb_.Once(clamp, value.value.re, kb_.ValueOf(limit), value.level, clamped_value);
  (value.uniform() ? index.base : index.lanes) = clamped;
  return index;
}

Index Evaluator::IndexUnderDynamicSlice(const Expr& expr, const Index& index) {
  const ir::Shape& from = program_.exprs[expr.operands[0]].type.shape;
  const ir::Shape& own = expr.type.shape;
  std::vector<bool> touched(own.rank());
  for (int k = 0; k < own.rank(); ++k) touched[k] = own[k] != from[k];
  Index at = SplitWhere(kb_, index, own, touched, true);
  int first = 0;
  for (IndexGroup& group : at) {
    if (touched[first]) {
      const ir::Size inner = Product(own, first + 1, first + group.count);
      const LaneIndex start = ClampedIndex(EvaluateScalar(expr.operands[1 + first]),
                                           from[first] - own[first]);
      group.index = kb_.Add(group.index, kb_.Multiply(start, inner));
    }
    first += group.count;
  }
  return at;
}

Evaluated Evaluator::DynamicSlice(const Expr& expr, const Index& index) {
  return Evaluate(expr.operands[0], IndexUnderDynamicSlice(expr, index));
}

Evaluated Evaluator::DynamicUpdateSlice(const Expr& expr, const Index& index) {
  const ir::Shape& own = expr.type.shape;
  const ir::Shape& part = program_.exprs[expr.operands[1]].type.shape;
  if (NumElements(part) == 0) {
    return Evaluate(expr.operands[0], index);
  }
  std::vector<bool> touched(own.rank());
  for (int k = 0; k < own.rank(); ++k) touched[k] = own[k] != part[k];
  Index at = SplitWhere(kb_, index, own, touched, true);
  Value* valid = nullptr;
  int first = 0;
  for (IndexGroup& group : at) {
    if (touched[first]) {
      const ir::Size inner = Product(own, first + 1, first + group.count);
      const LaneIndex start = ClampedIndex(EvaluateScalar(expr.operands[2 + first]),
                                           own[first] - part[first]);
      const LaneIndex x = kb_.Add(group.index, kb_.Multiply(start, -inner));
      valid = AndPredicates(valid, InRange(x, 0, part[first] * inner));
      group.index = Inside(x, part[first] * inner);
    }
    first += group.count;
  }
  const Evaluated update = EvaluateWhere(valid, expr.operands[1], at);
  if (valid == nullptr) return update;
  return Choose(valid, kb_.depth(), update, Evaluate(expr.operands[0], index));
}

Evaluated Evaluator::Gather(const Expr& expr, const tile::Gather& g, const Index& index) {
  const ir::Shape& from = program_.exprs[expr.operands[0]].type.shape;
  const ir::Shape& indices_dims = program_.exprs[expr.operands[1]].type.shape;
  const ir::Shape sizes = tile::SliceSizes(g, from.rank(), expr.type.shape);
  const Index split = SplitAll(kb_, index, expr.type.shape);
  const auto contains = [](const ir::Dims& dims, int64_t d) {
    return std::find(dims.begin(), dims.end(), d) != dims.end();
  };
  // Own dimensions are batch (in order of the indices' dimensions) or offset.
  std::vector<LaneIndex> batch, offset;
  for (int d = 0; d < expr.type.rank(); ++d) {
    (contains(g.offset_dims, d) ? offset : batch).push_back(split[d].index);
  }
  const auto start_of = [&](int64_t component) {
    Index at;
    size_t next = 0;
    for (int d = 0; d < indices_dims.rank(); ++d) {
      at.push_back(
          {1, d == g.index_vector_dim ? kb_.Constant(component) : batch[next++]});
    }
    return Evaluate(expr.operands[1], at);
  };
  Index at;
  size_t next_offset = 0;
  for (int d = 0; d < from.rank(); ++d) {
    LaneIndex x = kb_.Constant(0);
    const auto mapped = std::find(g.start_index_map.begin(), g.start_index_map.end(), d);
    if (mapped != g.start_index_map.end()) {
      x = ClampedIndex(start_of(mapped - g.start_index_map.begin()), from[d] - sizes[d]);
    }
    const auto batching =
        std::find(g.operand_batching_dims.begin(), g.operand_batching_dims.end(), d);
    if (batching != g.operand_batching_dims.end()) {
      const int64_t in_indices =
          g.start_indices_batching_dims[batching - g.operand_batching_dims.begin()];
      // Its place among the batch dimensions: the index vector is not counted.
      x = batch[in_indices - (in_indices > g.index_vector_dim ? 1 : 0)];
    } else if (!contains(g.collapsed_slice_dims, d)) {
      x = kb_.Add(x, offset[next_offset++]);
    }
    at.push_back({1, x});
  }
  return Evaluate(expr.operands[0], at);
}

}  // namespace tilewright::codegen
