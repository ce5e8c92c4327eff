// Rows whose length is known when the kernel runs, in the order of those of a number:
// whole steps in one loop, which ends a block and a panel where one is full, and what is
// left under masks. Short rows, of which such loops would be most of the time, are by
// themselves.
#include <algorithm>
#include <utility>

#include "codegen/emit/row_pass.h"
#include "support/round.h"
#include "tile/sum_order.h"

namespace tilewright::codegen {

using llvm::Value;

namespace {

// Accumulators of some points and reductions on the stack, `counts` of each reduction.
class AccumulatorMemory {
 public:
  AccumulatorMemory(KernelBuilder& kb, size_t points, const std::vector<int>& counts,
                    const std::vector<Combiner::State>& values)
      : kb_(kb), counts_(counts) {
    llvm::BasicBlock& entry = kb.ir().GetInsertBlock()->getParent()->getEntryBlock();
    llvm::IRBuilder<> at(&entry, entry.begin());
    auto first = values.begin();
    for (size_t p = 0; p < points; ++p) {
      for (size_t r = 0; r < counts.size(); first += counts[r++]) {
        std::vector<Array>& arrays = arrays_.emplace_back();
        for (Value* part : *first) {
          llvm::Type* const type = part->getType();
          arrays.push_back(
              {type, at.CreateAlloca(llvm::ArrayType::get(type, counts[r]))});
        }
        for (int c = 0; c < counts[r]; ++c) Store(p, r, kb.I64(c), first[c]);
      }
    }
  }

  // Of vector `number`, which goes to the accumulators by turns.
  Combiner::State Load(size_t point, size_t reduce, Value* number) const {
    Combiner::State state;
    for (const Array& array : arrays_[point * counts_.size() + reduce]) {
      state.push_back(kb_.ir().CreateLoad(array.type, At(array, reduce, number)));
    }
    return state;
  }
  void Store(size_t point, size_t reduce, Value* number,
             const Combiner::State& state) const {
    const std::vector<Array>& arrays = arrays_[point * counts_.size() + reduce];
    for (size_t i = 0; i < arrays.size(); ++i) {
      kb_.ir().CreateStore(state[i], At(arrays[i], reduce, number));
    }
  }

  KernelBuilder::Values All() const {
    std::vector<Combiner::State> all;
    for (size_t a = 0; a < arrays_.size(); ++a) {
      const size_t reduce = a % counts_.size();
      for (int c = 0; c < counts_[reduce]; ++c) {
        all.push_back(Load(a / counts_.size(), reduce, kb_.I64(c)));
      }
    }
    return Joined(all);
  }

 private:
  struct Array {
    llvm::Type* type;
    Value* memory;
  };

  Value* At(const Array& array, size_t reduce, Value* number) const {
    llvm::IRBuilder<>& b = kb_.ir();
    return b.CreateGEP(array.type, array.memory,
                       b.CreateAnd(number, kb_.I64(counts_[reduce] - 1)));
  }

  KernelBuilder& kb_;
  const std::vector<int>& counts_;
  std::vector<std::vector<Array>> arrays_;  // [point, reduce]: parts of a state
};

}  // namespace

RowPass::Values RowPass::OpenRow(const Index& prefix, absl::Span<Point> points) {
  const int vectors = emitter_.FewVectors(pass_);
  const int64_t few = int64_t{vectors} * lanes_;
  const StatementEmitter::ShortRows& rows = emitter_.short_rows_;
  if (rows.most > 0) {
    return ShortRow(static_cast<int>(DivideUp(rows.most, lanes_)), prefix, points);
  }
  if (rows.apart || kb_.IsAtLeast(extent_, few + 1)) return LongRow(prefix, points);
  return kb_.Choose(
      kb_.ir().CreateICmpSLE(kb_.ValueOf(extent_), kb_.I64(few)),
      [&] { return ShortRow(vectors, prefix, points); },
      [&] { return LongRow(prefix, points); });
}

RowPass::Values RowPass::ShortRow(int vectors, const Index& prefix,
                                  absl::Span<Point> points) {
  const Values none = SumOf(points, /*folded=*/false).identity;
  Value* const left = kb_.At(0, [&] { return Spread(kb_.ValueOf(extent_)); });
  return Folded(points, Advance(kb_.Constant(0), 0, vectors, prefix, points, none, left),
                vectors);
}

RowPass::Values RowPass::Turned(absl::Span<Point> points, const Values& values, int by) {
  std::vector<Combiner::State> states = StatesOf(points, values);
  auto own = states.begin();
  for (size_t p = 0; p < points.size(); ++p) {
    for (const int count : counts_) {
      std::rotate(own, own + by % count, own + count);
      own += count;
    }
  }
  return Joined(states);
}

RowPass::Values RowPass::LongRow(const Index& prefix, absl::Span<Point> points) {
  llvm::IRBuilder<>& b = kb_.ir();
  const int64_t block = slots_ * tile::kSumChain, panel = block * tile::kPanelChains;
  const ir::Size steps = ir::FloorDivide(extent_, slots_) * slots_;
  const ir::Size panels = ir::FloorDivide(extent_, panel);
  const ir::Size blocks = ir::FloorDivide(extent_ - panels * panel, block);
  const Summation slots = SumOf(points, /*folded=*/false);
  const Summation sums = SumOf(points, /*folded=*/true);
  AlignedTree of_blocks(kb_, slots, tile::kPanelChains), of_panels(kb_, sums, panels);
  const auto end_block = [&](const LaneIndex& i, const Values& chain) {
    const int64_t last = tile::kPanelChains - 1;
    Value* const number = b.CreateAnd(Quotient(i, block), kb_.I64(last));
    of_blocks.Push(number, chain);
    kb_.If(b.CreateICmpEQ(number, kb_.I64(last)), [&] {
      of_panels.Push(Quotient(i, panel),
                     Folded(points, of_blocks.Total(tile::kPanelChains, {})));
    });
  };
  // Of long code half a step at a time, whose other half comes to the front.
  constexpr int kFew = 8;
  const int vectors = static_cast<int>(slots_ / lanes_);
  const bool is_little = cheap_masks_ || (short_code_ && vectors <= kFew);
  const int at_once = is_little ? vectors : std::max(vectors / 2, 1);
  const int64_t elements = int64_t{at_once} * lanes_;
  Values values =
      kb_.Loop(kb_.I64(0), kb_.ValueOf(steps), elements, slots.identity, elements,
               [&](const LaneIndex& i, const Values& carried) {
                 const Values now = Turned(
                     points, Advance(i, 0, at_once, prefix, points, carried), at_once);
                 if (!ordered_) return now;
                 Value* const in_block = b.CreateAnd(i.base, kb_.I64(block - 1));
                 return kb_.Choose(
                     b.CreateICmpEQ(in_block, kb_.I64(block - elements)),
                     [&] {
                       end_block(i, now);
                       return slots.identity;
                     },
                     [&] { return now; });
               });
  values = cheap_masks_ ? StraightTail(steps, prefix, points, values)
           : is_little  ? WholeVectorsTail(steps, prefix, points, values)
                        : LoopTail(steps, prefix, points, values);
  if (!ordered_) return Folded(points, values);
  const auto joined = [&] {
    return of_panels.Total(panels, Folded(points, of_blocks.Total(blocks, values)));
  };
  // Rows that have no block are many and short.
  return kb_.Choose(
      b.CreateICmpSLT(kb_.ValueOf(extent_), kb_.I64(block)),
      [&] { return Folded(points, values); }, joined);
}

// Of so many vectors as there may be, each masked; those behind the end are passed over
// some at once.
RowPass::Values RowPass::StraightTail(const ir::Size& first, const Index& prefix,
                                      absl::Span<Point> points, Values values) {
  const int all = static_cast<int>(slots_ / lanes_), some = std::max(all / 4, 1);
  const LaneIndex begin = kb_.Constant(first);
  Value* const left = kb_.ValueOf(extent_ - first);
  Value* const spread = kb_.At(0, [&] { return Spread(left); });
  for (int v = 0; v < all; v += some) {
    values = kb_.Choose(
        kb_.ir().CreateICmpSGT(left, kb_.I64(int64_t{v} * lanes_)),
        [&] { return Advance(begin, v, v + some, prefix, points, values, spread); },
        [&] { return values; });
  }
  return values;
}

// Whole vectors as they are, and what is behind them for whichever accumulator's turn it
// is.
RowPass::Values RowPass::WholeVectorsTail(const ir::Size& first, const Index& prefix,
                                          absl::Span<Point> points, Values values) {
  llvm::IRBuilder<>& b = kb_.ir();
  // Nothing is read before it is known to be there.
  const auto from = [&](const ir::Size& at) {
    return kb_.FromValue(kb_.ValueOf(at), kb_.depth());
  };
  Value* const left = kb_.ValueOf(extent_ - first);
  const int all = static_cast<int>(slots_ / lanes_);
  for (int v = 0; v + 1 < all; ++v) {
    values = kb_.Choose(
        b.CreateICmpSGE(left, kb_.I64(int64_t{v + 1} * lanes_)),
        [&] { return Advance(from(first), v, v + 1, prefix, points, values); },
        [&] { return values; });
  }
  const ir::Size whole = ir::FloorDivide(extent_, lanes_);
  Value* const rest = kb_.ValueOf(extent_ - whole * lanes_);
  const auto masked = [&] {
    std::vector<Combiner::State> now = StatesOf(points, values);
    auto own = now.begin();
    LaneIndex i = from(whole * lanes_);
    if (lanes_ > 1) i.stride = 1;
    for (const Point& point : points) {
      emitter_.Bind(point);
      Index index = point.index;
      index.insert(index.end(), prefix.begin(), prefix.end());
      index.push_back({loops_.counts.back(), i});
      for (size_t r = 0; r < counts_.size(); ++r) {
        const SourceLines::Scope source = eval_.From(pass_.reduces[r]);
        eval_.set_mask(MaskOf(Spread(rest), 0));
        const Combiner::State last = Element(r, index);
        eval_.set_mask(nullptr);
        Value* const turn =
            Spread(b.CreateAnd(kb_.ValueOf(whole), kb_.I64(counts_[r] - 1)));
        for (int c = 0; c < counts_[r]; ++c, ++own) {
          Value* const is = b.CreateICmpEQ(
              turn, b.CreateVectorSplat(lanes_, b.getInt32(static_cast<uint32_t>(c))));
          const Combiner::State next = accumulators_[r].combiner().Combine(*own, last);
          for (size_t part = 0; part < next.size(); ++part) {
            (*own)[part] = b.CreateSelect(is, next[part], (*own)[part]);
          }
        }
      }
    }
    return Joined(now);
  };
  return kb_.Choose(b.CreateICmpNE(rest, kb_.I64(0)), masked, [&] { return values; });
}

// Vector by vector under a mask, in memory, where the accumulator to take may depend on
// the vector.
RowPass::Values RowPass::LoopTail(const ir::Size& first, const Index& prefix,
                                  absl::Span<Point> points, const Values& values) {
  llvm::IRBuilder<>& b = kb_.ir();
  Value* const begin = kb_.ValueOf(first);
  Value* const end = kb_.ValueOf(extent_);
  const auto through_memory = [&] {
    const AccumulatorMemory memory(kb_, points.size(), counts_, StatesOf(points, values));
    kb_.For(begin, end, lanes_, lanes_, [&](LaneIndex i) {
      eval_.set_mask(MaskOf(Spread(b.CreateSub(end, i.base)), 0));
      if (lanes_ > 1) i.stride = 1;
      Index inner = prefix;
      inner.push_back({loops_.counts.back(), i});
      for (size_t p = 0; p < points.size(); ++p) {
        std::vector<Combiner::State> now;
        for (size_t r = 0; r < counts_.size(); ++r) {
          now.push_back(memory.Load(p, r, Quotient(i, lanes_)));
        }
        Accumulate(points[p], inner,
                   [&](size_t r) -> Combiner::State& { return now[r]; });
        for (size_t r = 0; r < counts_.size(); ++r) {
          memory.Store(p, r, Quotient(i, lanes_), now[r]);
        }
      }
      eval_.set_mask(nullptr);
    });
    return memory.All();
  };
  return kb_.Choose(b.CreateICmpSLT(begin, end), through_memory, [&] { return values; });
}

}  // namespace tilewright::codegen
