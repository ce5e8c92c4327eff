// Reductions of major dimensions: loop nests with lanes along the outer dimension that
// reduce many rows of it. Blocks of a few vectors would read a short piece of each row,
// page after page; here rows are read as they lie, some at a time, and what has been
// combined waits in scratch: a state of each column, or those that the tree of a sum has.
// Each column's elements are combined in the same order either way.
#include <algorithm>
#include <bit>
#include <utility>

#include "codegen/analysis/loop_nest_shape.h"
#include "codegen/emit/accumulator.h"
#include "codegen/emit/ordered_sum.h"
#include "codegen/emit/statement_emitter.h"
#include "llvm/IR/Intrinsics.h"
#include "tile/sum_order.h"

namespace tilewright::codegen {

using llvm::Value;
using tile::LoopNest;
using tile::Pass;
using tile::Reduce;

// Columns [first, last) of the last outer dimensions, `count` of them, after `prefix`.
class MajorReduction {
 public:
  using Values = KernelBuilder::Values;

  MajorReduction(StatementEmitter& emitter, const LoopNest& nest, const Index& prefix,
                 int count, const LaneIndex& first, Value* last, const ir::Size& extent)
      : emitter_(emitter),
        kb_(emitter.kb_),
        nest_(nest),
        pass_(nest.passes[0]),
        loops_(emitter.InnerLoops(nest, pass_)),
        prefix_(prefix),
        count_(count),
        first_(first),
        last_(last),
        extent_(extent) {
    std::vector<Accumulator::State> identities;
    for (const Reduce& reduce : pass_.reduces) {
      accumulators_.emplace_back(emitter.eval_, emitter.program_, reduce);
      inits_.push_back(accumulators_.back().Start());
      const Combiner& combiner = accumulators_.back().combiner();
      identities.push_back(combiner.Of(emitter.eval_.Spread(combiner.Identity())));
      roots_.push_back(reduce.inputs[0]);
    }
    like_ = Joined(inits_);
    sum_ = SumOfStates(std::move(identities), [this](size_t r, const Combiner::State& x,
                                                     const Combiner::State& y) {
      return accumulators_[r].combiner().Combine(x, y);
    });
  }

  // From the initial values on, row after row.
  void InIndexOrder() {
    Value* const only = kb_.I64(0);
    Each([&](const LaneIndex& i) { Store(i, only, like_); });
    const ir::Size& all = loops_.sizes.back();
    const int rows = RowsAtOnce(std::min<int64_t>(UsualExtent(all), 8), 96);
    StatementEmitter::Loops before = loops_;
    before.sizes.pop_back();
    before.counts.pop_back();
    emitter_.NestedLoops(before, 0, {}, [&](const Index& outer) {
      const auto iteration = [&](const LaneIndex& row, int some) {
        Index inner = outer;
        inner.push_back({loops_.counts.back(), row});
        Each([&](const LaneIndex& i) {
          Store(i, only, Combined(i, inner, some, Load(i, only)));
        });
      };
      Value* const whole = kb_.ValueOf(ir::FloorDivide(all, rows) * rows);
      kb_.For(kb_.I64(0), whole, rows, rows,
              [&](const LaneIndex& i) { iteration(i, rows); });
      kb_.For(whole, kb_.ValueOf(all), 1, 1,
              [&](const LaneIndex& i) { iteration(i, 1); });
    });
    Each([&](const LaneIndex& i) { Finish(i, Load(i, only)); });
  }

  // Chains, and their tree: what waits for its neighbour at a level is that level's
  // state.
  void InSumOrder() {
    constexpr int64_t kChain = tile::kSumChain;
    constexpr int kMaskedAtOnce = 4;
    llvm::IRBuilder<>& b = kb_.ir();
    const ir::Size& rows = pass_.inner[0];
    const ir::Size chains = ir::FloorDivide(rows, kChain);
    Value* const whole = kb_.ValueOf(chains * kChain);
    const int at_once = RowsAtOnce(kChain, 160);
    const auto chain = [&](const LaneIndex& i, const LaneIndex& from, Value* to) {
      // Masked vectors are one of many: long code of theirs would be for little.
      const bool one_of_many = emitter_.eval_.mask() != nullptr && !extent_.is_number();
      const int rows_at_once = one_of_many ? std::min(at_once, kMaskedAtOnce) : at_once;
      const auto some = [&](const LaneIndex& row, const Values& now) {
        return Combined(i, {{1, row}}, rows_at_once, now);
      };
      if (rows_at_once == kChain) return some(from, sum_.identity);
      return kb_.Loop(from.base, to, rows_at_once, sum_.identity, rows_at_once, some);
    };
    kb_.For(kb_.I64(0), whole, kChain, kChain, [&](const LaneIndex& row) {
      Value* const next = kb_.AddConstant(row, kChain).base;
      Value* const joins = b.CreateBinaryIntrinsic(
          llvm::Intrinsic::cttz,
          b.CreateLShr(next, std::countr_zero(static_cast<uint64_t>(kChain))),
          b.getTrue());
      Each([&](const LaneIndex& i) {
        const Values total = kb_.Loop(kb_.I64(0), joins, 1, chain(i, row, next), 1,
                                      [&](const LaneIndex& level, const Values& now) {
                                        return sum_.combine(Load(i, level.base), now);
                                      });
        Store(i, joins, total);
      });
    });
    Each([&](const LaneIndex& i) {
      Values total;
      if (!(rows == chains * kChain)) {
        total = kb_.Loop(whole, kb_.ValueOf(rows), 1, sum_.identity, 1,
                         [&](const LaneIndex& row, const Values& now) {
                           return Combined(i, {{1, row}}, 1, now);
                         });
      }
      total = TotalOfWaiting(kb_, sum_, chains, std::move(total),
                             [&](Value* level) { return Load(i, level); });
      Finish(i, sum_.combine(like_, total));
    });
  }

 private:
  StatementEmitter::Point At(const LaneIndex& i) const {
    StatementEmitter::Point at;
    at.index = prefix_;
    at.index.push_back({count_, i});
    return at;
  }

  void Each(const std::function<void(const LaneIndex&)>& body) {
    emitter_.LaneLoop(first_.base, last_, extent_, body);
  }

  int RowsAtOnce(int64_t rows, int most_exprs) {
    int at_once = 1;
    int exprs = emitter_.CountExprs(roots_);
    if (OfShortRows()) exprs *= static_cast<int>(pass_.inner[1].number());
    while (2 * at_once <= rows && 2 * at_once * exprs <= most_exprs) at_once *= 2;
    return at_once;
  }

  // Value v of state `level` of the columns at `i`.
  Value* Address(const LaneIndex& i, Value* level, size_t v) {
    llvm::IRBuilder<>& b = kb_.ir();
    constexpr int64_t kBytes = 8 * kColumnsAtOnce;
    const auto states = static_cast<int64_t>(like_.size());
    Value* const offset = b.CreateAdd(b.CreateMul(level, kb_.I64(states * kBytes)),
                                      kb_.I64(static_cast<int64_t>(v) * kBytes));
    return kb_.ElementAddress(like_[v]->getType()->getScalarType(),
                              b.CreateGEP(b.getInt8Ty(), emitter_.scratch_, offset),
                              b.CreateSub(i.base, first_.base));
  }

  Values Load(const LaneIndex& i, Value* level) {
    Values values;
    for (size_t v = 0; v < like_.size(); ++v) {
      values.push_back(kb_.ir().CreateAlignedLoad(like_[v]->getType(),
                                                  Address(i, level, v), llvm::Align(4)));
    }
    return values;
  }

  void Store(const LaneIndex& i, Value* level, const Values& values) {
    for (size_t v = 0; v < values.size(); ++v) {
      kb_.ir().CreateAlignedStore(values[v], Address(i, level, v), llvm::Align(4));
    }
  }

  // `now` and `rows` rows from `from` on.
  Values Combined(const LaneIndex& i, const Index& from, int rows, const Values& now) {
    std::vector<Accumulator::State> state = Parted(inits_, now);
    for (int row = 0; row < rows; ++row) {
      Index index = At(i).index;
      index.insert(index.end(), from.begin(), from.end());
      index.back().index = kb_.AddConstant(from.back().index, row);
      for (size_t r = 0; r < accumulators_.size(); ++r) {
        state[r] = OfShortRows() ? accumulators_[r].combiner().Combine(
                                       state[r], ShortRow(accumulators_[r], index))
                                 : accumulators_[r].Step(state[r], index);
      }
    }
    return Joined(state);
  }

  // Whether what is summed in sum order are sums of the last inner dimension.
  bool OfShortRows() const {
    return ReducesInOrder(emitter_.program_, pass_) && pass_.inner.rank() == 2;
  }
  Accumulator::State ShortRow(const Accumulator& accumulator, Index index) {
    index.push_back({1, {}});
    std::vector<Values> slots;
    for (int64_t c = 0; c < pass_.inner[1].number(); ++c) {
      index.back().index = kb_.Constant(c);
      slots.push_back(accumulator.combiner().Of(accumulator.Element(0, index)));
    }
    const Combiner& combiner = accumulator.combiner();
    return HalvedSlots(
        {sum_.identity,
         [&](const Values& x, const Values& y) { return combiner.Combine(x, y); }},
        std::move(slots));
  }

  void Finish(const LaneIndex& i, const Values& values) {
    StatementEmitter::Point here = At(i);
    const std::vector<Accumulator::State> total = Parted(inits_, values);
    for (size_t r = 0; r < accumulators_.size(); ++r) {
      emitter_.FinishReduce(pass_.reduces[r], accumulators_[r].Values(total[r]), &here);
    }
    for (size_t p = 1; p < nest_.passes.size(); ++p) {
      emitter_.EmitPassPoint(nest_, nest_.passes[p], &here);
    }
  }

  StatementEmitter& emitter_;
  KernelBuilder& kb_;
  const LoopNest& nest_;
  const Pass& pass_;
  const StatementEmitter::Loops loops_;
  const Index prefix_;
  const int count_;
  const LaneIndex first_;
  Value* const last_;
  const ir::Size extent_;
  std::vector<Accumulator> accumulators_;
  std::vector<Accumulator::State> inits_;
  std::vector<tile::ExprId> roots_;
  Values like_;    // the initial values
  Summation sum_;  // of all reductions
};

void StatementEmitter::EmitMajorReduction(const LoopNest& nest, const Index& prefix,
                                          int count, Value* lo, Value* hi,
                                          const ir::Size& extent) {
  llvm::IRBuilder<>& b = kb_.ir();
  kb_.For(lo, hi, kColumnsAtOnce, kb_.lanes(), [&](const LaneIndex& first) {
    Value* const beyond = kb_.AddConstant(first, kColumnsAtOnce).base;
    Value* const last = b.CreateSelect(b.CreateICmpSLT(beyond, hi), beyond, hi);
    MajorReduction columns(*this, nest, prefix, count, first, last, extent);
    if (ReducesInOrder(program_, nest.passes[0])) {
      columns.InSumOrder();
    } else {
      columns.InIndexOrder();
    }
  });
}

}  // namespace tilewright::codegen
