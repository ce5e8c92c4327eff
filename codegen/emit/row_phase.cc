#include "codegen/emit/row_phase.h"

#include "codegen/analysis/nest_shape.h"

namespace tilewright::codegen {

using llvm::Value;
using tile::Nest;
using tile::Phase;
using tile::Reduce;

namespace {

constexpr int kUnroll = 4;

// A balanced tree over some states.
Monoid::State AcrossVectors(const Monoid& monoid, std::vector<Monoid::State> states) {
  for (size_t width = states.size() / 2; width >= 1; width /= 2) {
    for (size_t u = 0; u < width; ++u) {
      states[u] = monoid.Combine(states[u], states[u + width]);
    }
  }
  return states[0];
}

// A balanced tree over the lanes of one.
Monoid::State AcrossLanes(KernelBuilder& kb, const Monoid& monoid, Monoid::State total) {
  llvm::IRBuilder<>& b = kb.ir();
  for (int half = kb.lanes() / 2; half >= 1; half /= 2) {
    const auto part = [&](int start) {
      Monoid::State values;
      for (Value* value : total) {
        llvm::SmallVector<int, 64> order;
        for (int l = 0; l < half; ++l) order.push_back(start + l);
        values.push_back(half == 1 ? b.CreateExtractElement(value, start)
                                   : b.CreateShuffleVector(value, order));
      }
      return values;
    };
    total = monoid.Combine(part(0), part(half));
  }
  return total;
}

}  // namespace

RowPhase::RowPhase(StatementEmitter& emitter, const Nest& nest, const Phase& phase)
    : emitter_(emitter),
      eval_(emitter.eval_),
      kb_(emitter.kb_),
      phase_(phase),
      loops_(emitter.InnerLoops(nest, phase)),
      domain_(nest.outer),
      extent_(loops_.sizes.back()),
      lanes_(emitter.LanesAlong(phase, extent_)),
      unroll_(extent_ >= kUnroll * lanes_ ? kUnroll : 1),
      straight_(emitter.StraightRun(phase, extent_) > 0) {
  domain_.insert(domain_.end(), phase.inner.begin(), phase.inner.end());
  kb_.set_lanes(lanes_);
  for (const Reduce& reduce : phase.reduces) {
    accumulators_.emplace_back(eval_, emitter.program_, reduce);
    const Monoid& monoid = accumulators_.back().monoid();
    identities_.push_back(eval_.Spread(monoid.Identity()));
    const Monoid::State identity = monoid.Of(identities_.back());
    shape_.insert(shape_.end(), unroll_, identity);
  }
}

RowPhase::Values RowPhase::Start(size_t places) {
  std::vector<Monoid::State> all;
  for (size_t p = 0; p < places; ++p) all.insert(all.end(), shape_.begin(), shape_.end());
  return Joined(all);
}

void RowPhase::Step(Monoid::State* now, const Place& place, int u, const Index& inner) {
  llvm::IRBuilder<>& b = kb_.ir();
  emitter_.Bind(place);
  Index index = place.index;
  index.insert(index.end(), inner.begin(), inner.end());
  for (const tile::Store& store : phase_.stores) {
    emitter_.EmitStore(store, domain_, index, static_cast<int>(phase_.inner.size()),
                       eval_.Evaluate(store.value, index).value);
  }
  for (size_t r = 0; r < accumulators_.size(); ++r) {
    const SourceLines::Scope source = eval_.From(phase_.reduces[r]);
    Lanes x = accumulators_[r].Element(0, index);
    if (eval_.mask() != nullptr) {
      const auto keep = [&](Value* value, Value* neutral) {
        return value == nullptr ? nullptr : b.CreateSelect(eval_.mask(), value, neutral);
      };
      x.re = keep(x.re, identities_[r].re);
      x.im = keep(x.im, identities_[r].im);
      x.bits = nullptr;
    }
    const Monoid& monoid = accumulators_[r].monoid();
    Monoid::State& own = now[r * unroll_ + u];
    own = monoid.Combine(own, monoid.Of(x));
  }
}

RowPhase::Values RowPhase::Advance(const LaneIndex& first, int vectors,
                                   const Index& prefix, absl::Span<Place> places,
                                   const Values& values) {
  std::vector<Monoid::State> like;
  for (size_t p = 0; p < places.size(); ++p) {
    like.insert(like.end(), shape_.begin(), shape_.end());
  }
  std::vector<Monoid::State> now = Parted(like, values);
  // Place by place: memory is best read and written in order.
  for (size_t p = 0; p < places.size(); ++p) {
    for (int v = 0; v < vectors; ++v) {
      LaneIndex i = kb_.AddConstant(first, int64_t{v} * lanes_);
      if (lanes_ > 1) i.stride = 1;
      Index inner = prefix;
      inner.push_back({loops_.counts.back(), i});
      Step(now.data() + p * shape_.size(), places[p], v % unroll_, inner);
    }
  }
  return Joined(now);
}

RowPhase::Values RowPhase::Run(const Index& prefix, absl::Span<Place> places,
                               Values values) {
  const auto over = [&](int64_t from, int64_t to, int vectors) {
    values =
        kb_.Loop(kb_.I64(from), kb_.I64(to), int64_t{vectors} * lanes_, std::move(values),
                 lanes_, [&](const LaneIndex& i, const Values& carried) {
                   return Advance(i, vectors, prefix, places, carried);
                 });
  };
  const int64_t wide = extent_ / (lanes_ * unroll_) * (lanes_ * unroll_);
  const int64_t whole = extent_ / lanes_ * lanes_;
  if (straight_) {
    values =
        Advance(kb_.Constant(0), static_cast<int>(wide / lanes_), prefix, places, values);
    for (int64_t i = wide; i < whole; i += lanes_) {
      values = Advance(kb_.Constant(i), 1, prefix, places, values);
    }
  } else {
    if (wide > 0) over(0, wide, unroll_);
    if (whole > wide) over(wide, whole, 1);
  }
  if (extent_ > whole) {
    const LaneIndex rest = kb_.Constant(whole);
    eval_.set_mask(emitter_.TailMask(rest, kb_.I64(extent_)));
    values = Advance(rest, 1, prefix, places, values);
    eval_.set_mask(nullptr);
  }
  return values;
}

RowPhase::Values RowPhase::From(size_t level, const Index& prefix,
                                absl::Span<Place> places, Values values) {
  if (level + 1 == loops_.counts.size()) return Run(prefix, places, std::move(values));
  return kb_.Loop(kb_.I64(0), kb_.I64(loops_.sizes[level]), 1, std::move(values), 1,
                  [&](const LaneIndex& i, const Values& carried) {
                    Index next = prefix;
                    next.push_back({loops_.counts[level], i});
                    return From(level + 1, next, places, carried);
                  });
}

void RowPhase::Finish(absl::Span<Place> places, const Values& values) {
  std::vector<Monoid::State> like;
  for (size_t p = 0; p < places.size(); ++p) {
    like.insert(like.end(), shape_.begin(), shape_.end());
  }
  const std::vector<Monoid::State> state = Parted(like, values);
  auto own = state.begin();
  for (Place& place : places) {
    emitter_.Bind(place);
    for (size_t r = 0; r < accumulators_.size(); ++r, own += unroll_) {
      const Monoid& monoid = accumulators_[r].monoid();
      const SourceLines::Scope source = eval_.From(phase_.reduces[r]);
      const Monoid::State total =
          AcrossLanes(kb_, monoid, AcrossVectors(monoid, {own, own + unroll_}));
      const Lanes init = accumulators_[r].Inits()[0];
      emitter_.FinishReduce(phase_.reduces[r],
                            {monoid.Value(monoid.Combine(monoid.Of(init), total))},
                            &place);
    }
  }
}

}  // namespace tilewright::codegen
