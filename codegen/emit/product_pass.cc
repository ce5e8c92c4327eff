// Sums of products with lanes across them: the chain of multiply-adds that a matmul's
// micro-kernels have (codegen/analysis/matmul_tiling.h), where nothing is packed.
#include <algorithm>

#include "codegen/analysis/loop_nest_shape.h"
#include "codegen/emit/accumulator.h"
#include "codegen/emit/statement_emitter.h"
#include "llvm/IR/Intrinsics.h"
#include "tile/sum_order.h"

namespace tilewright::codegen {

using llvm::Value;
using tile::LoopNest;
using tile::Pass;
using tile::Reduce;

void StatementEmitter::EmitPassProducts(const LoopNest& nest, const Pass& pass,
                                        absl::Span<Point> points) {
  using Values = KernelBuilder::Values;
  constexpr int64_t kChain = tile::kProductChain;
  llvm::IRBuilder<>& b = kb_.ir();
  const size_t count = pass.reduces.size();
  const bool pairs = pass.reduces[0].order == tile::SumOrder::kPairs;
  const auto element = [&](const LaneIndex& k, Values sums) {
    for (size_t p = 0; p < points.size(); ++p) {
      Bind(points[p]);
      Index index = points[p].index;
      index.push_back({1, k});
      for (size_t r = 0; r < count; ++r) {
        const SourceLines::Scope source = eval_.From(pass.reduces[r]);
        const std::vector<tile::ExprId>& factors =
            program_.exprs[pass.reduces[r].inputs[0]].operands;
        Value* const x = eval_.EvaluateLanes(factors[0], index).re;
        Value* const y = eval_.EvaluateLanes(factors[1], index).re;
        Value*& sum = sums[p * count + r];
        sum = b.CreateIntrinsic(llvm::Intrinsic::fma, {sum->getType()}, {x, y, sum});
      }
    }
    return sums;
  };
  Values start;  // [point, reduction]
  for (const Point& point : points) {
    Bind(point);
    for (const Reduce& reduce : pass.reduces) {
      start.push_back(Accumulator(eval_, program_, reduce).Start()[0]);
    }
  }
  Values zeros;
  for (Value* value : start) {
    zeros.push_back(llvm::Constant::getNullValue(value->getType()));
  }
  const auto chain = [&](const LaneIndex& first, const ir::Size& size,
                         const Values& from) {
    const int64_t unit = pairs ? 2 : 1;
    const ir::Size whole = ir::FloorDivide(size, unit) * unit;
    Values sums = kb_.Loop(first.base, kb_.AddConstant(first, whole).base, unit, from,
                           unit, [&](const LaneIndex& k, const Values& now) {
                             return pairs
                                        ? element(k, element(kb_.AddConstant(k, 1), now))
                                        : element(k, now);
                           });
    if (size == whole) return sums;
    // Zero stands behind the end: it makes +0 of a sum that was flushed to -0.
    return kb_.Loop(kb_.AddConstant(first, whole).base, kb_.AddConstant(first, size).base,
                    1, std::move(sums), 1, [&](const LaneIndex& k, Values now) {
                      for (Value*& sum : now) {
                        sum =
                            b.CreateFAdd(sum, llvm::ConstantFP::get(sum->getType(), 0.0));
                      }
                      return element(k, std::move(now));
                    });
  };
  const auto add = [&](Values totals, const Values& sums) {
    for (size_t i = 0; i < sums.size(); ++i) {
      totals[i] = b.CreateFAdd(totals[i], sums[i]);
    }
    return totals;
  };
  const ir::Size size = pass.inner[0];
  const bool one = kb_.IsAtLeast(kChain, size);
  Values sums =
      chain(kb_.Constant(0), one ? size : ir::Min({size, ir::Size(kChain)}), start);
  if (!one) {
    const ir::Size whole = ir::FloorDivide(size, kChain) * kChain;
    sums = kb_.Loop(kb_.I64(kChain), kb_.ValueOf(whole), kChain, std::move(sums), kChain,
                    [&](const LaneIndex& k, const Values& now) {
                      return add(now, chain(k, kChain, zeros));
                    });
    // What is left, if it is behind a whole chain.
    sums =
        kb_.Loop(kb_.ValueOf(ir::Max({whole, ir::Size(kChain)})), kb_.ValueOf(size),
                 kChain, std::move(sums), 1, [&](const LaneIndex& k, const Values& now) {
                   return add(now, chain(k, size - whole, zeros));
                 });
  }
  for (size_t p = 0; p < points.size(); ++p) {
    for (size_t r = 0; r < count; ++r) {
      Lanes total{AccumulatorType(program_, pass.reduces[r], 0)};
      total.re = sums[p * count + r];
      FinishReduce(pass.reduces[r], {total}, &points[p]);
    }
  }
}

}  // namespace tilewright::codegen
