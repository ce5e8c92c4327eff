// Rows whose length is known when the kernel runs, in the order of those of a number:
// whole steps in one loop, which ends a block and a panel where one is full, and what is
// left under masks. Short rows, of which such loops would be most of the time, are by
// themselves.
#include <algorithm>
#include <optional>
#include <utility>

#include "codegen/emit/row_pass.h"
#include "support/round.h"
#include "tile/sum_order.h"

namespace tilewright::codegen {

using llvm::Value;

RowPass::Values RowPass::OpenRow(const Index& prefix, absl::Span<Point> points) {
  const int vectors = emitter_.FewVectors(pass_);
  const int64_t few = int64_t{vectors} * lanes_;
  const StatementEmitter::ShortRows& rows = emitter_.short_rows_;
  if (rows.most > 0) {
    return ShortRow(static_cast<int>(DivideUp(rows.most, lanes_)), prefix, points);
  }
  if (kb_.IsBelow(extent_, few + 1)) return ShortRow(vectors, prefix, points);
  if (rows.apart || kb_.IsAtLeast(extent_, few + 1)) return LongRow(prefix, points);
  return kb_.Choose(
      kb_.ir().CreateICmpSLE(kb_.ValueOf(extent_), kb_.I64(few)),
      [&] { return ShortRow(vectors, prefix, points); },
      [&] { return LongRow(prefix, points); });
}

RowPass::Values RowPass::ShortRow(int vectors, const Index& prefix,
                                  absl::Span<Point> points) {
  const int few = std::min(vectors, 2);
  const LaneIndex begin = kb_.Constant(0);
  Value* const left = kb_.At(0, [&] { return Spread(kb_.ValueOf(extent_)); });
  Values values = Advance(begin, 0, few, prefix, points,
                          SumOf(points, /*folded=*/false).identity, left);
  if (few < vectors) {
    // The others are joined with the first as the tree has them.
    values = kb_.Choose(
        kb_.ir().CreateICmpSGT(kb_.ValueOf(extent_), kb_.I64(int64_t{few} * lanes_)),
        [&] {
          return Halved(points, few,
                        Advance(begin, few, vectors, prefix, points, values, left));
        },
        [&] { return values; });
  }
  return Folded(points, values, few);
}

// Of twice `few` accumulators the second half joined with the first.
RowPass::Values RowPass::Halved(absl::Span<Point> points, int few, const Values& values) {
  std::vector<Combiner::State> states = StatesOf(points, values);
  auto own = states.begin();
  for (size_t p = 0; p < points.size(); ++p) {
    for (size_t r = 0; r < counts_.size(); own += counts_[r++]) {
      const SourceLines::Scope source = eval_.From(pass_.reduces[r]);
      for (int c = few; c < std::min(counts_[r], 2 * few); ++c) {
        own[c - few] = accumulators_[r].combiner().Combine(own[c - few], own[c]);
      }
    }
  }
  return Joined(states);
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
  // What is known of the length leaves code out: steps, and trees of blocks.
  const bool has_steps = !kb_.IsBelow(extent_, slots_);
  const bool has_trees = ordered_ && !kb_.IsBelow(extent_, block + 1);
  const ir::Size steps =
      has_steps ? ir::FloorDivide(extent_, slots_) * slots_ : ir::Size(0);
  const ir::Size panels = ir::FloorDivide(extent_, panel);
  const ir::Size blocks = ir::FloorDivide(extent_ - panels * panel, block);
  const Summation slots = SumOf(points, /*folded=*/false);
  const Summation sums = SumOf(points, /*folded=*/true);
  std::optional<AlignedTree> of_blocks, of_panels;
  if (has_trees) {
    of_blocks.emplace(kb_, slots, tile::kPanelChains);
    of_panels.emplace(kb_, sums, panels);
  }
  const auto end_block = [&](const LaneIndex& i, const Values& chain) {
    const int64_t last = tile::kPanelChains - 1;
    Value* const number = b.CreateAnd(Quotient(i, block), kb_.I64(last));
    of_blocks->Push(number, chain);
    kb_.If(b.CreateICmpEQ(number, kb_.I64(last)), [&] {
      of_panels->Push(Quotient(i, panel),
                      Folded(points, of_blocks->Total(tile::kPanelChains, {})));
    });
  };
  // Of long code a quarter of a step at a time, behind which the others come to the
  // front.
  constexpr int kFew = 8;
  const int vectors = static_cast<int>(slots_ / lanes_);
  const bool is_little = cheap_masks_ || (short_code_ && vectors <= kFew);
  const int at_once = is_little ? vectors : std::max(vectors / 4, 1);
  const int64_t elements = int64_t{at_once} * lanes_;
  Values values = slots.identity;
  if (has_steps) {
    values =
        kb_.Loop(kb_.I64(0), kb_.ValueOf(steps), elements, slots.identity, elements,
                 [&](const LaneIndex& i, const Values& carried) {
                   const Values now = Turned(
                       points, Advance(i, 0, at_once, prefix, points, carried), at_once);
                   if (!has_trees) return now;
                   Value* const in_block = b.CreateAnd(i.base, kb_.I64(block - 1));
                   return kb_.Choose(
                       b.CreateICmpEQ(in_block, kb_.I64(block - elements)),
                       [&] {
                         end_block(i, now);
                         return slots.identity;
                       },
                       [&] { return now; });
                 });
  }
  values = cheap_masks_ ? StraightTail(steps, prefix, points, values)
           : is_little  ? WholeVectorsTail(steps, prefix, points, values)
                        : MaskedVectors(steps, prefix, points, values);
  if (!has_trees) return Folded(points, values);
  // Of rows that have no block, what no tree holds.
  return of_panels->Total(panels, Folded(points, of_blocks->Total(blocks, values)));
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

// Vector by vector under a mask, whose accumulators are the first in turn; the others
// have theirs behind the end.
RowPass::Values RowPass::MaskedVectors(const ir::Size& first, const Index& prefix,
                                       absl::Span<Point> points, Values values) {
  llvm::IRBuilder<>& b = kb_.ir();
  Value* const end = kb_.ValueOf(extent_);
  values = kb_.Loop(kb_.ValueOf(first), end, lanes_, std::move(values), lanes_,
                    [&](const LaneIndex& i, const Values& carried) {
                      Value* const left = Spread(b.CreateSub(end, i.base));
                      return Turned(points,
                                    Advance(i, 0, 1, prefix, points, carried, left), 1);
                    });
  if (values.empty()) return values;
  const auto whole = [&](int64_t unit) {
    return kb_.ValueOf(ir::CeilDivide(extent_, unit) * unit);
  };
  return kb_.Loop(
      whole(lanes_), whole(slots_), lanes_, std::move(values), lanes_,
      [&](const LaneIndex&, const Values& now) { return Turned(points, now, 1); });
}

}  // namespace tilewright::codegen
