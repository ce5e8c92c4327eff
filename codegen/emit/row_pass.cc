#include "codegen/emit/row_pass.h"

#include <bit>
#include <utility>

#include "codegen/analysis/loop_nest_shape.h"
#include "codegen/eval/rounding.h"
#include "llvm/IR/Intrinsics.h"
#include "support/round.h"
#include "tile/sum_order.h"

namespace tilewright::codegen {

using llvm::Value;
using tile::LoopNest;
using tile::Pass;
using tile::Reduce;

namespace {

constexpr int kUnroll = 4;  // accumulators of a combiner that is exact

// A balanced tree over some states.
Combiner::State AcrossVectors(const Combiner& combiner,
                              std::vector<Combiner::State> states) {
  for (size_t width = states.size() / 2; width >= 1; width /= 2) {
    for (size_t u = 0; u < width; ++u) {
      states[u] = combiner.Combine(states[u], states[u + width]);
    }
  }
  return states[0];
}

// A balanced tree over the lanes of one.
Combiner::State AcrossLanes(KernelBuilder& kb, const Combiner& combiner,
                            Combiner::State total) {
  llvm::IRBuilder<>& b = kb.ir();
  for (int half = kb.lanes() / 2; half >= 1; half /= 2) {
    const auto part = [&](int start) {
      Combiner::State values;
      for (Value* value : total) {
        llvm::SmallVector<int, 64> order;
        for (int l = 0; l < half; ++l) order.push_back(start + l);
        values.push_back(half == 1 ? b.CreateExtractElement(value, start)
                                   : b.CreateShuffleVector(value, order));
      }
      return values;
    };
    total = combiner.Combine(part(0), part(half));
  }
  return total;
}

// The same over those of some, a power of two that is not more than the lanes, of which
// two share a vector as soon as each fills half of it.
std::vector<Combiner::State> AcrossLanesBeside(KernelBuilder& kb,
                                               const Combiner& combiner,
                                               std::vector<Combiner::State> rows) {
  llvm::IRBuilder<>& b = kb.ir();
  const auto count = static_cast<int>(rows.size());
  int each = kb.lanes();  // of a row
  int held = 1;           // rows in a vector
  while (each > 1) {
    const int half = each / 2;
    const int joined = rows.size() > 1 ? 2 : 1;
    std::vector<Combiner::State> next;
    for (size_t i = 0; i < rows.size(); i += joined) {
      const auto part = [&](int start) {
        llvm::SmallVector<int, 64> order;
        for (int row = 0; row < joined * held; ++row) {
          for (int l = 0; l < half; ++l) order.push_back(row * each + start + l);
        }
        Combiner::State values;
        for (size_t v = 0; v < rows[i].size(); ++v) {
          Value* const second = rows[i + joined - 1][v];
          values.push_back(b.CreateShuffleVector(rows[i][v], second, order));
        }
        return values;
      };
      next.push_back(combiner.Combine(part(0), part(half)));
    }
    rows = std::move(next);
    held *= joined;
    each = half;
  }
  std::vector<Combiner::State> totals;
  for (int row = 0; row < count; ++row) {
    Combiner::State values;
    for (Value* value : rows[0]) values.push_back(b.CreateExtractElement(value, row));
    totals.push_back(values);
  }
  return totals;
}

}  // namespace

RowPass::RowPass(StatementEmitter& emitter, const LoopNest& nest, const Pass& pass)
    : emitter_(emitter),
      eval_(emitter.eval_),
      kb_(emitter.kb_),
      pass_(pass),
      loops_(emitter.InnerLoops(nest, pass)),
      domain_(Domain(nest, pass)),
      extent_(loops_.sizes.back()),
      lanes_(emitter.LanesAlong(pass, UsualExtent(extent_))),
      straight_(emitter.StraightLineCost(pass, extent_) > 0),
      short_code_(!extent_.is_number() && emitter.IsShortCode(pass)),
      cheap_masks_(short_code_ && emitter.MasksAreCheap(pass)),
      rounds_ahead_(lanes_ > 1 && RoundsByMultiplyAdds(kb_.options()) &&
                    emitter.IsShortCode(pass)) {
  kb_.set_lanes(lanes_);
  reads_over_ = emitter.short_rows_.read > 0 && emitter.ReadsOver(nest, pass);
  int64_t vectors = INT64_MAX;
  if (extent_.is_number()) {
    vectors = static_cast<int64_t>(
        std::bit_ceil(static_cast<uint64_t>(DivideUp(extent_.number(), lanes_))));
  }
  int64_t unroll = std::min<int64_t>(vectors, kUnroll);
  for (const Reduce& reduce : pass.reduces) {
    accumulators_.emplace_back(eval_, emitter.program_, reduce);
    const Combiner& combiner = accumulators_.back().combiner();
    const bool exact = tile::IsExact(reduce.combiner, combiner.type());
    const int64_t own =
        exact ? unroll : std::min(vectors, tile::SumSlots(combiner.type()) / lanes_);
    ordered_ = ordered_ || !exact;
    firsts_.push_back(static_cast<int>(shape_.size()));
    counts_.push_back(static_cast<int>(own));
    identities_.push_back(eval_.Spread(combiner.Identity()));
    shape_.insert(shape_.end(), own, combiner.Of(identities_.back()));
  }
  for (int count : counts_) unroll = std::max<int64_t>(unroll, count);
  slots_ = unroll * lanes_;
}

Summation RowPass::SumOf(absl::Span<Point> points, bool folded) const {
  std::vector<Combiner::State> identities;
  std::vector<const Combiner*> combiners;
  for (size_t p = 0; p < points.size(); ++p) {
    for (size_t r = 0; r < accumulators_.size(); ++r) {
      const Combiner& combiner = accumulators_[r].combiner();
      const int count = folded ? 1 : counts_[r];
      const Combiner::State identity =
          combiner.Of(folded ? combiner.Identity() : identities_[r]);
      identities.insert(identities.end(), count, identity);
      combiners.insert(combiners.end(), count, &combiner);
    }
  }
  return SumOfStates(std::move(identities),
                     [combiners = std::move(combiners)](
                         size_t i, const Combiner::State& x, const Combiner::State& y) {
                       return combiners[i]->Combine(x, y);
                     });
}

Combiner::State RowPass::Element(size_t r, const Index& index) {
  llvm::IRBuilder<>& b = kb_.ir();
  Lanes x = accumulators_[r].Element(0, index);
  Value* const mask = keeps_ != nullptr ? keeps_ : eval_.mask();
  if (mask != nullptr) {
    const auto keep = [&](Value* value, Value* neutral) {
      return value == nullptr ? nullptr : b.CreateSelect(mask, value, neutral);
    };
    x.re = keep(x.re, identities_[r].re);
    x.im = keep(x.im, identities_[r].im);
    x.bits = nullptr;
  }
  return accumulators_[r].combiner().Of(x);
}

void RowPass::Accumulate(const Point& point, const Index& inner,
                         const std::function<Combiner::State&(size_t)>& state_of) {
  emitter_.Bind(point);
  Index index = point.index;
  index.insert(index.end(), inner.begin(), inner.end());
  for (const tile::Store& store : pass_.stores) {
    emitter_.EmitStore(store, domain_, index, pass_.inner.rank(),
                       emitter_.ValuesAt(store, index));
  }
  for (size_t r = 0; r < accumulators_.size(); ++r) {
    const SourceLines::Scope source = eval_.From(pass_.reduces[r]);
    const Combiner::State element = Element(r, index);
    Combiner::State& own = state_of(r);
    own = accumulators_[r].combiner().Combine(own, element);
  }
}

std::vector<Combiner::State> RowPass::StatesOf(absl::Span<Point> points,
                                               const Values& values) const {
  std::vector<Combiner::State> like;
  for (size_t p = 0; p < points.size(); ++p) {
    like.insert(like.end(), shape_.begin(), shape_.end());
  }
  return Parted(like, values);
}

Value* RowPass::Quotient(const LaneIndex& i, int64_t unit) {
  return kb_.ir().CreateLShr(i.base, std::countr_zero(static_cast<uint64_t>(unit)));
}

Value* RowPass::Spread(Value* left) {
  llvm::IRBuilder<>& b = kb_.ir();
  return b.CreateVectorSplat(lanes_, b.CreateTrunc(left, b.getInt32Ty()));
}

Value* RowPass::MaskOf(Value* left, int64_t first) {
  std::vector<llvm::Constant*> numbers;
  for (int l = 0; l < lanes_; ++l) {
    numbers.push_back(kb_.ir().getInt32(static_cast<uint32_t>(first + l)));
  }
  return kb_.ir().CreateICmpSLT(llvm::ConstantVector::get(numbers), left);
}

// Of vector `v` after `first`.
Index RowPass::InnerAt(const LaneIndex& first, int v, const Index& prefix) const {
  LaneIndex i = kb_.AddConstant(first, int64_t{v} * lanes_);
  if (lanes_ > 1) i.stride = 1;
  Index inner = prefix;
  inner.push_back({loops_.counts.back(), i});
  return inner;
}

// Rounds what vectors from `v` on round, some at once: how many; none, where there is
// nothing to round.
int RowPass::RoundAhead(const LaneIndex& first, int v, int to, const Index& prefix,
                        const Point& point) {
  emitter_.Bind(point);
  size_t count = 0;
  int vectors = 0;
  while (v + vectors < to && count < kRoundedTogether) {
    const Index inner = InnerAt(first, v + vectors++, prefix);
    Index index = point.index;
    index.insert(index.end(), inner.begin(), inner.end());
    for (const Reduce& reduce : pass_.reduces) {
      count = eval_.NoteRoundings(reduce.inputs[0], index);
    }
    if (count == 0) return 0;
  }
  eval_.RoundNoted();
  return vectors;
}

// The accumulators that vector `v` went to.
void RowPass::StayHere(Combiner::State* own, int v) {
  for (size_t r = 0; r < accumulators_.size(); ++r) {
    for (Value*& value : own[firsts_[r] + v % counts_[r]]) {
      value = ComputedBefore(kb_, value);
    }
  }
}

RowPass::Values RowPass::Advance(const LaneIndex& first, int from, int to,
                                 const Index& prefix, absl::Span<Point> points,
                                 const Values& values, Value* left) {
  std::vector<Combiner::State> now = StatesOf(points, values);
  // Whether what is rounded, and what says how, has no registers beside what is carried.
  const bool crowded =
      rounds_ahead_ && static_cast<int>(values.size()) + 2 * kRoundedTogether >=
                           kb_.options().scalar.target.registers();
  // All rows end where one does, and share what they read under the same mask.
  std::vector<Value*> masks;
  for (int v = from; v < to && left != nullptr; ++v) {
    masks.push_back(MaskOf(left, int64_t{v} * lanes_));
  }
  // Point by point: memory is best read and written in order.
  for (size_t p = 0; p < points.size(); ++p) {
    bool rounds = rounds_ahead_ && left == nullptr;
    int rounded = from;  // vectors before this one
    for (int v = from; v < to; ++v) {
      if (rounds && v == rounded) {
        rounded += RoundAhead(first, v, to, prefix, points[p]);
        rounds = rounded > v;
      }
      const Index inner = InnerAt(first, v, prefix);
      if (left != nullptr) {
        Value* const mask = masks[v - from];
        if (reads_over_) {
          keeps_ = mask;
        } else {
          eval_.set_mask(mask);
        }
      }
      Combiner::State* own = now.data() + p * shape_.size();
      Accumulate(points[p], inner, [&](size_t r) -> Combiner::State& {
        return own[firsts_[r] + v % counts_[r]];
      });
      const bool goes_on = rounded < to || p + 1 < points.size();
      if (crowded && rounds && goes_on) StayHere(own, v);
      keeps_ = nullptr;
      if (left != nullptr) eval_.set_mask(nullptr);
    }
  }
  return Joined(now);
}

// What is left out changes nothing (tile::Chain).
std::pair<Value*, Value*> RowPass::Computed(const LaneIndex& first,
                                            const LaneIndex& end) {
  const std::optional<StatementEmitter::Columns>& columns = emitter_.columns_;
  if (!columns.has_value() || StatementEmitter::kColumnUnit % slots_ != 0) {
    return {first.base, end.base};
  }
  llvm::IRBuilder<>& b = kb_.ir();
  return {b.CreateBinaryIntrinsic(llvm::Intrinsic::smax, first.base, columns->first),
          b.CreateBinaryIntrinsic(llvm::Intrinsic::smin, end.base, columns->end)};
}

RowPass::Values RowPass::Chain(int64_t size, const LaneIndex& first, const Index& prefix,
                               absl::Span<Point> points) {
  Values values = SumOf(points, /*folded=*/false).identity;
  const int64_t steps = size / slots_ * slots_, left = size - steps;
  const auto vectors = [&](int64_t elements) {
    return static_cast<int>(elements / lanes_);
  };
  if (straight_) {
    values = Advance(first, 0, vectors(steps), prefix, points, values);
  } else {
    const auto [from, to] = Computed(first, kb_.AddConstant(first, steps));
    values = kb_.Loop(from, to, slots_, std::move(values), lanes_,
                      [&](const LaneIndex& i, const Values& carried) {
                        return Advance(i, 0, vectors(slots_), prefix, points, carried);
                      });
  }
  // A step that is not whole: some vectors, and one of fewer lanes.
  const LaneIndex rest = kb_.AddConstant(first, steps);
  const int whole = vectors(left);
  values = Advance(rest, 0, whole, prefix, points, values);
  if (left % lanes_ == 0) return values;
  return Advance(rest, whole, whole + 1, prefix, points, values, Spread(kb_.I64(left)));
}

RowPass::Values RowPass::Panel(int64_t size, const LaneIndex& first, const Index& prefix,
                               absl::Span<Point> points) {
  const int64_t block = slots_ * tile::kSumChain;
  if (!ordered_ || size <= block) return Chain(size, first, prefix, points);
  const Summation sum = SumOf(points, /*folded=*/false);
  const int64_t blocks = size / block, rest = size % block;
  AlignedTree tree(kb_, sum, blocks);
  kb_.For(first.base, kb_.AddConstant(first, blocks * block).base, block, block,
          [&](const LaneIndex& i) {
            Value* const number =
                kb_.ir().CreateAnd(Quotient(i, block), kb_.I64(tile::kPanelChains - 1));
            tree.Push(number, Chain(block, i, prefix, points));
          });
  if (rest == 0) return tree.Total(blocks, {});
  return tree.Total(blocks,
                    Chain(rest, kb_.AddConstant(first, blocks * block), prefix, points));
}

RowPass::Values RowPass::Row(const Index& prefix, absl::Span<Point> points) {
  if (!extent_.is_number()) return OpenRow(prefix, points);
  const int64_t panel = slots_ * tile::kSumChain * tile::kPanelChains;
  const int64_t size = extent_.number();
  const auto folded = [&](int64_t part, const LaneIndex& first) {
    return Folded(points, Panel(part, first, prefix, points));
  };
  if (!ordered_ || size <= panel) return folded(size, kb_.Constant(0));
  const Summation sum = SumOf(points, /*folded=*/true);
  const int64_t panels = size / panel, rest = size % panel;
  AlignedTree tree(kb_, sum, panels);
  kb_.For(kb_.I64(0), kb_.I64(panels * panel), panel, panel,
          [&](const LaneIndex& i) { tree.Push(Quotient(i, panel), folded(panel, i)); });
  if (rest == 0) return tree.Total(panels, {});
  return tree.Total(panels, folded(rest, kb_.Constant(panels * panel)));
}

RowPass::Values RowPass::From(size_t level, const Index& prefix,
                              absl::Span<Point> points) {
  if (level + 1 == loops_.counts.size()) return Row(prefix, points);
  const Summation sum = SumOf(points, /*folded=*/true);
  return SumOfItems(kb_, sum, loops_.sizes[level],
                    [&](const LaneIndex& i, const Values& now) {
                      Index next = prefix;
                      next.push_back({loops_.counts[level], i});
                      return sum.combine(now, From(level + 1, next, points));
                    });
}

RowPass::Values RowPass::Folded(absl::Span<Point> points, const Values& values,
                                int used) {
  const auto rows = static_cast<int>(points.size());
  if (!extent_.is_number() && rows > 1 && rows <= lanes_) {
    return FoldedBeside(points, values, used);
  }
  std::vector<Combiner::State> folded;
  const std::vector<Combiner::State> state = StatesOf(points, values);
  auto own = state.begin();
  for (size_t p = 0; p < points.size(); ++p) {
    for (size_t r = 0; r < accumulators_.size(); own += counts_[r++]) {
      const SourceLines::Scope source = eval_.From(pass_.reduces[r]);
      const Combiner& combiner = accumulators_[r].combiner();
      folded.push_back(
          AcrossLanes(kb_, combiner,
                      AcrossVectors(combiner, {own, own + std::min(counts_[r], used)})));
    }
  }
  return Joined(folded);
}

RowPass::Values RowPass::FoldedBeside(absl::Span<Point> points, const Values& values,
                                      int used) {
  const std::vector<Combiner::State> state = StatesOf(points, values);
  const size_t reduces = accumulators_.size();
  std::vector<Combiner::State> folded(points.size() * reduces);
  for (size_t r = 0; r < reduces; ++r) {
    const SourceLines::Scope source = eval_.From(pass_.reduces[r]);
    const Combiner& combiner = accumulators_[r].combiner();
    std::vector<Combiner::State> rows;
    for (size_t p = 0; p < points.size(); ++p) {
      const auto own = state.begin() + p * shape_.size() + firsts_[r];
      rows.push_back(AcrossVectors(combiner, {own, own + std::min(counts_[r], used)}));
    }
    const std::vector<Combiner::State> totals =
        AcrossLanesBeside(kb_, combiner, std::move(rows));
    for (size_t p = 0; p < points.size(); ++p) folded[p * reduces + r] = totals[p];
  }
  return Joined(folded);
}

void RowPass::Finish(absl::Span<Point> points, const Values& values) {
  std::vector<Combiner::State> like;
  for (size_t p = 0; p < points.size(); ++p) {
    for (const Accumulator& one : accumulators_) {
      like.push_back(one.combiner().Of(one.combiner().Identity()));
    }
  }
  const std::vector<Combiner::State> totals = Parted(like, values);
  auto total = totals.begin();
  for (Point& point : points) {
    emitter_.Bind(point);
    for (size_t r = 0; r < accumulators_.size(); ++r) {
      const Combiner& combiner = accumulators_[r].combiner();
      const SourceLines::Scope source = eval_.From(pass_.reduces[r]);
      const Lanes init = accumulators_[r].Inits()[0];
      emitter_.FinishReduce(
          pass_.reduces[r],
          {combiner.Value(combiner.Combine(combiner.Of(init), *total++))}, &point);
    }
  }
}

}  // namespace tilewright::codegen
