// Rows: nests with lanes along the inner dimensions, which reduce rows and write what
// follows from that. Short rows are no loops, and some of them are walked side by
// side: a row alone is a chain of steps that wait for each other.
#include <algorithm>

#include "absl/algorithm/container.h"
#include "codegen/aligned.h"
#include "codegen/monoid.h"
#include "codegen/statement_emitter.h"

namespace tilewright::codegen {

using ir::ElementType;
using llvm::Value;
using tile::Nest;
using tile::Phase;
using tile::Reduce;

namespace {

constexpr int kUnroll = 4;

// What the phase evaluates at each of its points.
std::vector<tile::ExprId> Roots(const Phase& phase) {
  std::vector<tile::ExprId> roots;
  for (const tile::Store& store : phase.stores) roots.push_back(store.value);
  for (const Reduce& reduce : phase.reduces) {
    roots.insert(roots.end(), reduce.inputs.begin(), reduce.inputs.end());
  }
  return roots;
}

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

bool StatementEmitter::ByMonoids(const Phase& phase) {
  return absl::c_all_of(phase.reduces, [](const Reduce& r) { return r.has_monoid; });
}

// Reductions decide the lanes; without any the stores' types do.
int StatementEmitter::LanesAlong(const Phase& phase, int64_t extent) {
  if (!ByMonoids(phase)) return 1;
  int bits = 8;
  for (const Reduce& reduce : phase.reduces) {
    const ElementType type = AccumulatorType(program_, reduce, 0);
    bits = std::max(bits, 8 * ir::StorageBytes(ir::RealPart(type)));
  }
  if (phase.reduces.empty()) bits = WidestBits(Roots(phase));
  return LanesFor(kb_.options(), bits, extent);
}

int64_t StatementEmitter::StraightCost(const Nest& nest, const Phase& phase) {
  constexpr int kVectors = 16, kCost = 250;
  const Loops loops = InnerLoops(nest, phase);
  for (size_t d = 0; d + 1 < loops.sizes.size(); ++d) {
    if (loops.sizes[d] != 1) return 0;
  }
  const int lanes = LanesAlong(phase, loops.sizes.back());
  const int64_t vectors = (loops.sizes.back() + lanes - 1) / lanes;
  const int64_t cost = vectors * CostOf(Roots(phase));
  return vectors <= kVectors && cost <= kCost ? cost : 0;
}

int StatementEmitter::RowsAtOnce(const Nest& nest, int64_t extent) {
  // The more instructions, the longer compilation takes; and beyond those that a
  // processor looks ahead there is nothing to gain.
  constexpr int kCost = 700;
  if (program_.debug) return 1;
  int64_t cost = 0;
  for (const Phase& phase : nest.phases) {
    if (phase.inner.empty()) continue;
    const int64_t straight = ByMonoids(phase) ? StraightCost(nest, phase) : 0;
    if (straight == 0) return 1;
    cost += straight;
  }
  int rows = kMostRowsAtOnce;
  while (rows > 1 && (extent % rows != 0 || rows * cost > kCost)) rows /= 2;
  return rows;
}

void StatementEmitter::EmitPhaseLanes(const Nest& nest, const Phase& phase,
                                      absl::Span<Place> places) {
  llvm::IRBuilder<>& b = kb_.ir();
  const Loops loops = InnerLoops(nest, phase);
  ir::Dims domain = nest.outer;
  domain.insert(domain.end(), phase.inner.begin(), phase.inner.end());
  const int64_t extent = loops.sizes.back();

  if (!ByMonoids(phase)) {
    kb_.set_lanes(1);
    EmitPhaseSequential(nest, phase, places);
    return;
  }
  const int lanes = LanesAlong(phase, extent);
  kb_.set_lanes(lanes);
  const bool straight = StraightCost(nest, phase) > 0;
  const int unroll = extent >= kUnroll * lanes ? kUnroll : 1;
  const size_t count = phase.reduces.size();

  // state[(place * count + r) * unroll + u]
  std::vector<Monoid> combine;
  std::vector<Lanes> identity;
  std::vector<Monoid::State> state;
  for (const Reduce& reduce : phase.reduces) {
    combine.emplace_back(eval_, reduce.monoid, AccumulatorType(program_, reduce, 0));
    identity.push_back(eval_.Spread(combine.back().Identity()));
  }
  for (size_t p = 0; p < places.size(); ++p) {
    for (size_t r = 0; r < count; ++r) {
      for (int u = 0; u < unroll; ++u) state.push_back(combine[r].Of(identity[r]));
    }
  }
  const std::vector<Monoid::State> shape = state;
  // One vector of every root in place `p` at `inner`, into accumulator `u`.
  const auto step = [&](std::vector<Monoid::State>& now, size_t p, int u,
                        const Index& inner) {
    Bind(places[p]);
    Index index = places[p].index;
    index.insert(index.end(), inner.begin(), inner.end());
    for (const tile::Store& store : phase.stores) {
      EmitStore(store, domain, index, static_cast<int>(phase.inner.size()),
                eval_.Evaluate(store.value, index).value);
    }
    for (size_t r = 0; r < count; ++r) {
      const Reduce& reduce = phase.reduces[r];
      const SourceLines::Scope source = eval_.From(reduce);
      Lanes x = eval_.EvaluateLanes(reduce.inputs[0], index);
      if (x.type != identity[r].type) {
        x = eval_.ScalarLanes({ir::OpKind::kConvert}, {x}, identity[r].type);
      }
      if (eval_.mask() != nullptr) {
        const auto keep = [&](Value* value, Value* neutral) {
          return value == nullptr ? nullptr
                                  : b.CreateSelect(eval_.mask(), value, neutral);
        };
        x.re = keep(x.re, identity[r].re);
        x.im = keep(x.im, identity[r].im);
        x.bits = nullptr;
      }
      Monoid::State& accumulator = now[(p * count + r) * unroll + u];
      accumulator = combine[r].Combine(accumulator, combine[r].Of(x));
    }
  };
  // `vectors` vectors from `first` on, in all places.
  const auto advance = [&](const LaneIndex& first, int vectors, const Index& prefix,
                           const std::vector<Value*>& values) {
    std::vector<Monoid::State> now = Parted(shape, values);
    // Place by place: memory is best read and written in order.
    for (size_t p = 0; p < places.size(); ++p) {
      for (int v = 0; v < vectors; ++v) {
        LaneIndex i = kb_.AddConstant(first, int64_t{v} * lanes);
        if (lanes > 1) i.stride = 1;
        Index inner = prefix;
        inner.push_back({loops.counts.back(), i});
        step(now, p, v % unroll, inner);
      }
    }
    return Joined(now);
  };
  const auto over = [&](int64_t from, int64_t to, int vectors, const Index& prefix,
                        std::vector<Value*> values) {
    return kb_.Loop(kb_.I64(from), kb_.I64(to), int64_t{vectors} * lanes,
                    std::move(values), lanes,
                    [&](const LaneIndex& i, const std::vector<Value*>& carried) {
                      return advance(i, vectors, prefix, carried);
                    });
  };
  std::function<std::vector<Value*>(size_t, Index, std::vector<Value*>)> descend =
      [&](size_t level, Index inner, std::vector<Value*> values) -> std::vector<Value*> {
    if (level + 1 < loops.counts.size()) {
      return kb_.Loop(kb_.I64(0), kb_.I64(loops.sizes[level]), 1, std::move(values), 1,
                      [&](const LaneIndex& i, const std::vector<Value*>& carried) {
                        Index next = inner;
                        next.push_back({loops.counts[level], i});
                        return descend(level + 1, next, carried);
                      });
    }
    const int64_t wide = extent / (lanes * unroll) * (lanes * unroll);
    const int64_t whole = extent / lanes * lanes;
    if (straight) {
      values = advance(kb_.Constant(0), static_cast<int>(wide / lanes), inner, values);
      for (int64_t i = wide; i < whole; i += lanes) {
        values = advance(kb_.Constant(i), 1, inner, values);
      }
    } else {
      if (wide > 0) values = over(0, wide, unroll, inner, std::move(values));
      if (whole > wide) values = over(wide, whole, 1, inner, std::move(values));
    }
    if (extent > whole) {
      const LaneIndex rest = kb_.Constant(whole);
      eval_.set_mask(TailMask(rest, kb_.I64(extent)));
      values = advance(rest, 1, inner, values);
      eval_.set_mask(nullptr);
    }
    return values;
  };
  state = Parted(shape, descend(0, {}, Joined(state)));

  for (size_t p = 0; p < places.size(); ++p) {
    Bind(places[p]);
    for (size_t r = 0; r < count; ++r) {
      const SourceLines::Scope source = eval_.From(phase.reduces[r]);
      const auto own = state.begin() + static_cast<int64_t>((p * count + r) * unroll);
      const Monoid::State total =
          AcrossLanes(kb_, combine[r], AcrossVectors(combine[r], {own, own + unroll}));
      const Lanes init = ReduceInits(phase.reduces[r])[0];
      FinishReduce(phase.reduces[r],
                   {combine[r].Value(combine[r].Combine(combine[r].Of(init), total))},
                   &places[p]);
    }
  }
}

}  // namespace tilewright::codegen
