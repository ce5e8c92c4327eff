#include "codegen/emit/row_pass.h"

#include "codegen/analysis/loop_nest_shape.h"

namespace tilewright::codegen {

using llvm::Value;
using tile::LoopNest;
using tile::Pass;
using tile::Reduce;

namespace {

constexpr int kUnroll = 4;

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

}  // namespace

RowPass::RowPass(StatementEmitter& emitter, const LoopNest& nest, const Pass& pass)
    : emitter_(emitter),
      eval_(emitter.eval_),
      kb_(emitter.kb_),
      pass_(pass),
      loops_(emitter.InnerLoops(nest, pass)),
      domain_(nest.outer),
      extent_(loops_.sizes.back()),
      lanes_(emitter.LanesAlong(pass, extent_)),
      unroll_(extent_ >= kUnroll * lanes_ ? kUnroll : 1),
      straight_(emitter.StraightLineCost(pass, extent_) > 0) {
  domain_.insert(domain_.end(), pass.inner.begin(), pass.inner.end());
  kb_.set_lanes(lanes_);
  for (const Reduce& reduce : pass.reduces) {
    accumulators_.emplace_back(eval_, emitter.program_, reduce);
    const Combiner& combiner = accumulators_.back().combiner();
    identities_.push_back(eval_.Spread(combiner.Identity()));
    const Combiner::State identity = combiner.Of(identities_.back());
    shape_.insert(shape_.end(), unroll_, identity);
  }
}

RowPass::Values RowPass::Start(size_t points) {
  std::vector<Combiner::State> all;
  for (size_t p = 0; p < points; ++p) all.insert(all.end(), shape_.begin(), shape_.end());
  return Joined(all);
}

void RowPass::Accumulate(Combiner::State* now, const Point& point, int u,
                         const Index& inner) {
  llvm::IRBuilder<>& b = kb_.ir();
  emitter_.Bind(point);
  Index index = point.index;
  index.insert(index.end(), inner.begin(), inner.end());
  for (const tile::Store& store : pass_.stores) {
    emitter_.EmitStore(store, domain_, index, static_cast<int>(pass_.inner.size()),
                       emitter_.ValuesAt(store, index));
  }
  for (size_t r = 0; r < accumulators_.size(); ++r) {
    const SourceLines::Scope source = eval_.From(pass_.reduces[r]);
    Lanes x = accumulators_[r].Element(0, index);
    if (eval_.mask() != nullptr) {
      const auto keep = [&](Value* value, Value* neutral) {
        return value == nullptr ? nullptr : b.CreateSelect(eval_.mask(), value, neutral);
      };
      x.re = keep(x.re, identities_[r].re);
      x.im = keep(x.im, identities_[r].im);
      x.bits = nullptr;
    }
    const Combiner& combiner = accumulators_[r].combiner();
    Combiner::State& own = now[r * unroll_ + u];
    own = combiner.Combine(own, combiner.Of(x));
  }
}

RowPass::Values RowPass::Advance(const LaneIndex& first, int vectors, const Index& prefix,
                                 absl::Span<Point> points, const Values& values) {
  std::vector<Combiner::State> like;
  for (size_t p = 0; p < points.size(); ++p) {
    like.insert(like.end(), shape_.begin(), shape_.end());
  }
  std::vector<Combiner::State> now = Parted(like, values);
  // Point by point: memory is best read and written in order.
  for (size_t p = 0; p < points.size(); ++p) {
    for (int v = 0; v < vectors; ++v) {
      LaneIndex i = kb_.AddConstant(first, int64_t{v} * lanes_);
      if (lanes_ > 1) i.stride = 1;
      Index inner = prefix;
      inner.push_back({loops_.counts.back(), i});
      Accumulate(now.data() + p * shape_.size(), points[p], v % unroll_, inner);
    }
  }
  return Joined(now);
}

RowPass::Values RowPass::Run(const Index& prefix, absl::Span<Point> points,
                             Values values) {
  const auto over = [&](int64_t from, int64_t to, int vectors) {
    values =
        kb_.Loop(kb_.I64(from), kb_.I64(to), int64_t{vectors} * lanes_, std::move(values),
                 lanes_, [&](const LaneIndex& i, const Values& carried) {
                   return Advance(i, vectors, prefix, points, carried);
                 });
  };
  const int64_t wide = extent_ / (lanes_ * unroll_) * (lanes_ * unroll_);
  const int64_t whole = extent_ / lanes_ * lanes_;
  if (straight_) {
    values =
        Advance(kb_.Constant(0), static_cast<int>(wide / lanes_), prefix, points, values);
    for (int64_t i = wide; i < whole; i += lanes_) {
      values = Advance(kb_.Constant(i), 1, prefix, points, values);
    }
  } else {
    if (wide > 0) over(0, wide, unroll_);
    if (whole > wide) over(wide, whole, 1);
  }
  if (extent_ > whole) {
    const LaneIndex rest = kb_.Constant(whole);
    eval_.set_mask(emitter_.TailMask(rest, kb_.I64(extent_)));
    values = Advance(rest, 1, prefix, points, values);
    eval_.set_mask(nullptr);
  }
  return values;
}

RowPass::Values RowPass::From(size_t level, const Index& prefix, absl::Span<Point> points,
                              Values values) {
  if (level + 1 == loops_.counts.size()) return Run(prefix, points, std::move(values));
  return kb_.Loop(kb_.I64(0), kb_.I64(loops_.sizes[level]), 1, std::move(values), 1,
                  [&](const LaneIndex& i, const Values& carried) {
                    Index next = prefix;
                    next.push_back({loops_.counts[level], i});
                    return From(level + 1, next, points, carried);
                  });
}

void RowPass::Finish(absl::Span<Point> points, const Values& values) {
  std::vector<Combiner::State> like;
  for (size_t p = 0; p < points.size(); ++p) {
    like.insert(like.end(), shape_.begin(), shape_.end());
  }
  const std::vector<Combiner::State> state = Parted(like, values);
  auto own = state.begin();
  for (Point& point : points) {
    emitter_.Bind(point);
    for (size_t r = 0; r < accumulators_.size(); ++r, own += unroll_) {
      const Combiner& combiner = accumulators_[r].combiner();
      const SourceLines::Scope source = eval_.From(pass_.reduces[r]);
      const Combiner::State total =
          AcrossLanes(kb_, combiner, AcrossVectors(combiner, {own, own + unroll_}));
      const Lanes init = accumulators_[r].Inits()[0];
      emitter_.FinishReduce(pass_.reduces[r],
                            {combiner.Value(combiner.Combine(combiner.Of(init), total))},
                            &point);
    }
  }
}

}  // namespace tilewright::codegen
