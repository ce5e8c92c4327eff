// Reductions of major dimensions: loop nests with lanes along the outer dimension that
// reduce many rows of it. Blocks of a few vectors would read a short piece of each row,
// page after page; here rows are read as they lie, some at a time, and what has been
// combined waits in scratch. Each column's elements are combined in the same order either
// way.
#include "codegen/analysis/loop_nest_shape.h"
#include "codegen/emit/accumulator.h"
#include "codegen/emit/statement_emitter.h"

namespace tilewright::codegen {

using llvm::Value;
using tile::LoopNest;
using tile::Pass;
using tile::Reduce;

void StatementEmitter::EmitMajorReduction(const LoopNest& nest, const Index& prefix,
                                          int count, Value* lo, Value* hi,
                                          int64_t extent) {
  llvm::IRBuilder<>& b = kb_.ir();
  const Pass& pass = nest.passes[0];
  const Loops loops = InnerLoops(nest, pass);
  const int lanes = kb_.lanes();
  std::vector<Accumulator> accumulators;
  std::vector<Accumulator::State> inits;
  std::vector<tile::ExprId> roots;
  for (const Reduce& reduce : pass.reduces) {
    accumulators.emplace_back(eval_, program_, reduce);
    inits.push_back(accumulators.back().Start());
    roots.push_back(reduce.inputs[0]);
  }
  const std::vector<Value*> like = Joined(inits);
  const auto point = [&](const LaneIndex& i) {
    Point at;
    at.index = prefix;
    at.index.push_back({count, i});
    return at;
  };
  kb_.For(lo, hi, kColumnsAtOnce, lanes, [&](const LaneIndex& first) {
    Value* const beyond = kb_.AddConstant(first, kColumnsAtOnce).base;
    Value* const last = b.CreateSelect(b.CreateICmpSLT(beyond, hi), beyond, hi);
    const auto each = [&](const std::function<void(const LaneIndex&)>& body) {
      LaneLoop(first.base, last, extent, body);
    };
    // Value v of the state of the columns at `i`.
    const auto address = [&](const LaneIndex& i, size_t v) {
      Value* const column = b.CreateSub(i.base, first.base);
      const auto start = static_cast<int64_t>(v) * 8 * kColumnsAtOnce;
      Value* const states = b.CreateConstGEP1_64(b.getInt8Ty(), scratch_, start);
      return kb_.ElementAddress(like[v]->getType()->getScalarType(), states, column);
    };
    const auto load = [&](const LaneIndex& i) {
      std::vector<Value*> values;
      for (size_t v = 0; v < like.size(); ++v) {
        values.push_back(
            b.CreateAlignedLoad(like[v]->getType(), address(i, v), llvm::Align(4)));
      }
      return Parted(inits, values);
    };
    const auto store = [&](const LaneIndex& i,
                           const std::vector<Accumulator::State>& now) {
      const std::vector<Value*> values = Joined(now);
      for (size_t v = 0; v < values.size(); ++v) {
        b.CreateAlignedStore(values[v], address(i, v), llvm::Align(4));
      }
    };
    each([&](const LaneIndex& i) { store(i, inits); });

    const auto combine = [&](const Index& inner, int rows) {
      each([&](const LaneIndex& i) {
        std::vector<Accumulator::State> now = load(i);
        for (int row = 0; row < rows; ++row) {
          Index index = point(i).index;
          index.insert(index.end(), inner.begin(), inner.end());
          index.back().index = kb_.AddConstant(inner.back().index, row);
          for (size_t r = 0; r < accumulators.size(); ++r) {
            now[r] = accumulators[r].Step(now[r], index);
          }
        }
        store(i, now);
      });
    };
    const int64_t all = loops.sizes.back();
    int rows = 8;
    while (rows > 1 && (rows > all || rows * CountExprs(roots) > 96)) rows /= 2;
    Loops before = loops;
    before.sizes.pop_back();
    before.counts.pop_back();
    NestedLoops(before, 0, {}, [&](const Index& outer) {
      const auto iteration = [&](const LaneIndex& i, int some) {
        Index inner = outer;
        inner.push_back({loops.counts.back(), i});
        combine(inner, some);
      };
      const int64_t whole = all / rows * rows;
      kb_.For(kb_.I64(0), kb_.I64(whole), rows, rows,
              [&](const LaneIndex& i) { iteration(i, rows); });
      if (whole == all) return;
      kb_.For(kb_.I64(whole), kb_.I64(all), 1, 1,
              [&](const LaneIndex& i) { iteration(i, 1); });
    });

    each([&](const LaneIndex& i) {
      Point here = point(i);
      const std::vector<Accumulator::State> total = load(i);
      for (size_t r = 0; r < accumulators.size(); ++r) {
        FinishReduce(pass.reduces[r], accumulators[r].Values(total[r]), &here);
      }
      for (size_t p = 1; p < nest.passes.size(); ++p) {
        EmitPassPoint(nest, nest.passes[p], &here);
      }
    });
  });
}

}  // namespace tilewright::codegen
