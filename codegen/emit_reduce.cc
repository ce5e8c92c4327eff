// Reductions inside a nest.
//
// The order in which elements are combined is a function of the reduction's own
// shape and types and of the target:
//  - lanes along the outer dimensions, or a region that is not a monoid: init,
//    then the elements in index order;
//  - lanes along the last inner dimension: each lane of kUnroll vectors
//    accumulates every (lanes * kUnroll)-th element, starting from the identity;
//    vectors, then lanes, are combined in a balanced tree, and init comes last.
// Sums and products of 8- and 16-bit floats accumulate in f32 and round once.
#include <algorithm>
#include <optional>

#include "codegen/monoid.h"
#include "codegen/statement_emitter.h"
#include "support/check.h"

namespace tilewright::codegen {

using ir::ElementType;
using llvm::Value;
using tile::Nest;
using tile::Phase;
using tile::Reduce;

void AppendValues(const Lanes& lanes, std::vector<Value*>* out) {
  out->push_back(lanes.re);
  if (lanes.im != nullptr) out->push_back(lanes.im);
}

Lanes TakeValues(const Lanes& like, const std::vector<Value*>& values, size_t* at) {
  Lanes lanes{like.type};
  lanes.re = values[(*at)++];
  if (like.im != nullptr) lanes.im = values[(*at)++];
  return lanes;
}

namespace {

constexpr int kUnroll = 4;

std::vector<Value*> Flatten(const std::vector<Lanes>& all) {
  std::vector<Value*> values;
  for (const Lanes& lanes : all) AppendValues(lanes, &values);
  return values;
}

std::vector<Lanes> Unflatten(const std::vector<Lanes>& like,
                             const std::vector<Value*>& values, size_t* at) {
  std::vector<Lanes> all;
  for (const Lanes& lanes : like) all.push_back(TakeValues(lanes, values, at));
  return all;
}

ElementType AccumulatorType(const tile::Program& program, const Reduce& reduce,
                            size_t i) {
  const ElementType type = program.exprs[reduce.inits[i]].type.element;
  const bool narrow = ir::IsFloat(type) && ir::Info(type).bits < 32;
  return reduce.has_monoid && narrow ? ElementType::kF32 : type;
}

}  // namespace

std::vector<Lanes> StatementEmitter::ReduceInits(const Reduce& reduce) {
  std::vector<Lanes> inits;
  for (size_t i = 0; i < reduce.inits.size(); ++i) {
    const Evaluated init = eval_.EvaluateScalar(reduce.inits[i]);
    const ElementType type = AccumulatorType(program_, reduce, i);
    Lanes value = init.value;
    if (value.type != type)
      value = eval_.ScalarLanes({ir::OpKind::kConvert}, {value}, type);
    inits.push_back(value);
  }
  return inits;
}

std::vector<Lanes> StatementEmitter::SequentialStep(
    const Reduce& reduce, const std::vector<Lanes>& accumulators, const Index& index) {
  const SourceLines::Scope source = eval_.From(reduce);
  std::vector<Lanes> arguments;
  bool vector = false;
  for (const Lanes& a : accumulators) {
    arguments.push_back(a);
    vector |= a.re->getType()->isVectorTy();
  }
  for (size_t i = 0; i < reduce.inputs.size(); ++i) {
    Lanes x = eval_.Evaluate(reduce.inputs[i], index).value;
    if (x.type != accumulators[i].type) {
      x = eval_.ScalarLanes({ir::OpKind::kConvert}, {x}, accumulators[i].type);
    }
    vector |= x.re->getType()->isVectorTy();
    arguments.push_back(x);
  }
  if (vector) {
    for (Lanes& a : arguments) a = eval_.Spread(a);
  }
  if (reduce.has_monoid) {
    return {eval_.ScalarLanes({reduce.monoid}, arguments, arguments[0].type)};
  }
  return eval_.Apply(reduce.region, arguments);
}

void StatementEmitter::FinishReduce(const Reduce& reduce, std::vector<Lanes> accumulators,
                                    Place* place) {
  for (size_t i = 0; i < accumulators.size(); ++i) {
    const ElementType type = program_.exprs[reduce.inits[i]].type.element;
    Lanes value = accumulators[i];
    if (value.type != type)
      value = eval_.ScalarLanes({ir::OpKind::kConvert}, {value}, type);
    place->results.push_back({reduce.id, static_cast<int>(i), {value, kb_.depth()}});
  }
  Bind(*place);
}

void StatementEmitter::Bind(const Place& place) {
  for (const Place::Result& result : place.results) {
    eval_.BindResult(result.id, result.number, result.value);
  }
}

namespace {

// Some lists of values as one, and back.
std::vector<Value*> Joined(const std::vector<Monoid::State>& all) {
  std::vector<Value*> values;
  for (const Monoid::State& one : all)
    values.insert(values.end(), one.begin(), one.end());
  return values;
}

std::vector<Monoid::State> Parted(const std::vector<Monoid::State>& like,
                                  const std::vector<Value*>& values) {
  std::vector<Monoid::State> all;
  auto at = values.begin();
  for (const Monoid::State& one : like) {
    all.emplace_back(at, at + static_cast<int64_t>(one.size()));
    at += static_cast<int64_t>(one.size());
  }
  return all;
}

}  // namespace

int StatementEmitter::VectorsAtOnce(const Nest& nest, int64_t extent) {
  // Registers for what is carried, and instructions in the body of the loop.
  constexpr int kValues = 12;
  constexpr int kExprs = 64;
  int values = 0;
  std::vector<tile::ExprId> roots;
  for (const Phase& phase : nest.phases) {
    if (phase.inner.empty()) continue;
    if (!phase.stores.empty()) return 1;
    for (const Reduce& reduce : phase.reduces) {
      values += reduce.has_monoid
                    ? static_cast<int>(Monoid(eval_, reduce.monoid,
                                              AccumulatorType(program_, reduce, 0))
                                           .size())
                    : kValues;
      roots.insert(roots.end(), reduce.inputs.begin(), reduce.inputs.end());
    }
  }
  if (values == 0) return 1;
  const int exprs = CountExprs(roots);
  int vectors = 8;
  while (vectors > 1 && (vectors * values > kValues || vectors * exprs > kExprs ||
                         vectors * kb_.lanes() > extent)) {
    vectors /= 2;
  }
  return vectors;
}

void StatementEmitter::EmitPhaseSequential(const Nest& nest, const Phase& phase,
                                           absl::Span<Place> places) {
  const Loops loops = InnerLoops(nest, phase);
  ir::Dims domain = nest.outer;
  domain.insert(domain.end(), phase.inner.begin(), phase.inner.end());
  const size_t count = phase.reduces.size();
  std::vector<std::optional<Monoid>> monoids(count);
  std::vector<std::vector<Lanes>> like(count);
  // All reductions of the phase advance together, in all places: state[place, r].
  std::vector<Monoid::State> state;
  for (size_t r = 0; r < count; ++r) {
    const Reduce& reduce = phase.reduces[r];
    if (reduce.has_monoid) {
      monoids[r].emplace(eval_, reduce.monoid, AccumulatorType(program_, reduce, 0));
    }
  }
  for (const Place& place : places) {
    Bind(place);
    for (size_t r = 0; r < count; ++r) {
      std::vector<Lanes> inits = ReduceInits(phase.reduces[r]);
      for (Lanes& init : inits) {
        init = eval_.Spread(init);
        init.bits = nullptr;
      }
      state.push_back(monoids[r].has_value() ? monoids[r]->Of(inits[0]) : Flatten(inits));
      like[r] = inits;
    }
  }
  const std::vector<Monoid::State> shape = state;
  const auto advance = [&](size_t r, const Monoid::State& now, const Index& index) {
    const Reduce& reduce = phase.reduces[r];
    if (monoids[r].has_value()) {
      const SourceLines::Scope source = eval_.From(reduce);
      Lanes x = eval_.Evaluate(reduce.inputs[0], index).value;
      if (x.type != monoids[r]->type()) {
        x = eval_.ScalarLanes({ir::OpKind::kConvert}, {x}, monoids[r]->type());
      }
      return monoids[r]->Combine(now, monoids[r]->Of(eval_.Spread(x)));
    }
    size_t at = 0;
    std::vector<Lanes> next = SequentialStep(reduce, Unflatten(like[r], now, &at), index);
    for (Lanes& lanes : next) lanes = eval_.Spread(lanes);
    return Flatten(next);
  };
  // `inner`: the index inside the place, so far.
  std::function<std::vector<Value*>(size_t, Index, std::vector<Value*>)> descend =
      [&](size_t level, Index inner, std::vector<Value*> values) {
        if (level == loops.counts.size()) {
          std::vector<Monoid::State> now = Parted(shape, values);
          for (size_t p = 0; p < places.size(); ++p) {
            Bind(places[p]);
            Index index = places[p].index;
            index.insert(index.end(), inner.begin(), inner.end());
            for (const tile::Store& store : phase.stores) {
              EmitStore(store, domain, index, static_cast<int>(phase.inner.size()),
                        eval_.Evaluate(store.value, index).value);
            }
            for (size_t r = 0; r < count; ++r) {
              now[p * count + r] = advance(r, now[p * count + r], index);
            }
          }
          return Joined(now);
        }
        return kb_.Loop(kb_.I64(0), kb_.I64(loops.sizes[level]), 1, std::move(values), 1,
                        [&](const LaneIndex& i, const std::vector<Value*>& carried) {
                          Index next = inner;
                          next.push_back({loops.counts[level], i});
                          return descend(level + 1, next, carried);
                        });
      };
  state = Parted(shape, descend(0, {}, Joined(state)));
  for (size_t p = 0; p < places.size(); ++p) {
    for (size_t r = 0; r < count; ++r) {
      const Monoid::State& last = state[p * count + r];
      size_t at = 0;
      FinishReduce(phase.reduces[r],
                   monoids[r].has_value() ? std::vector<Lanes>{monoids[r]->Value(last)}
                                          : Unflatten(like[r], last, &at),
                   &places[p]);
    }
  }
}

void StatementEmitter::EmitPhaseLanes(const Nest& nest, const Phase& phase,
                                      Place* place) {
  llvm::IRBuilder<>& b = kb_.ir();
  const Loops loops = InnerLoops(nest, phase);
  ir::Dims domain = nest.outer;
  domain.insert(domain.end(), phase.inner.begin(), phase.inner.end());
  const int64_t extent = loops.sizes.back();

  // Reductions decide the lanes; without any the stores' types do.
  bool monoids = true;
  int bits = 8;
  std::vector<tile::ExprId> roots;
  for (const Reduce& reduce : phase.reduces) {
    monoids &= reduce.has_monoid;
    const ElementType type = AccumulatorType(program_, reduce, 0);
    bits = std::max(bits, 8 * ir::StorageBytes(ir::RealPart(type)));
  }
  for (const tile::Store& store : phase.stores) roots.push_back(store.value);
  if (phase.reduces.empty()) bits = WidestBits(roots);
  const int lanes = monoids ? LanesFor(kb_.options(), bits, extent) : 1;
  if (!monoids) {
    kb_.set_lanes(1);
    EmitPhaseSequential(nest, phase, absl::MakeSpan(place, 1));
    return;
  }
  kb_.set_lanes(lanes);
  const int unroll = extent >= kUnroll * lanes ? kUnroll : 1;

  // state[r * unroll + u]
  std::vector<Monoid> combine;
  std::vector<Lanes> identity;
  std::vector<Monoid::State> state;
  for (const Reduce& reduce : phase.reduces) {
    combine.emplace_back(eval_, reduce.monoid, AccumulatorType(program_, reduce, 0));
    identity.push_back(eval_.Spread(combine.back().Identity()));
    for (int u = 0; u < unroll; ++u) state.push_back(combine.back().Of(identity.back()));
  }
  const std::vector<Monoid::State> shape = state;
  // One vector of every root at `index`, into accumulator `u`.
  const auto step = [&](std::vector<Monoid::State>& now, int u, const Index& index) {
    for (const tile::Store& store : phase.stores) {
      EmitStore(store, domain, index, static_cast<int>(phase.inner.size()),
                eval_.Evaluate(store.value, index).value);
    }
    for (size_t r = 0; r < phase.reduces.size(); ++r) {
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
      Monoid::State& accumulator = now[r * unroll + u];
      accumulator = combine[r].Combine(accumulator, combine[r].Of(x));
    }
  };
  const auto along = [&](LaneIndex i, int64_t add) {
    i = kb_.AddConstant(i, add);
    if (lanes > 1) i.stride = 1;
    return i;
  };
  const auto over = [&](int64_t from, int64_t to, int64_t stride, int count, Index prefix,
                        std::vector<Value*> values) {
    return kb_.Loop(kb_.I64(from), kb_.I64(to), stride, std::move(values), lanes,
                    [&](const LaneIndex& i, const std::vector<Value*>& carried) {
                      std::vector<Monoid::State> now = Parted(shape, carried);
                      for (int u = 0; u < count; ++u) {
                        Index index = prefix;
                        index.push_back({loops.counts.back(), along(i, u * lanes)});
                        step(now, u, index);
                      }
                      return Joined(now);
                    });
  };
  std::function<std::vector<Value*>(size_t, Index, std::vector<Value*>)> descend =
      [&](size_t level, Index index, std::vector<Value*> values) -> std::vector<Value*> {
    if (level + 1 < loops.counts.size()) {
      return kb_.Loop(kb_.I64(0), kb_.I64(loops.sizes[level]), 1, std::move(values), 1,
                      [&](const LaneIndex& i, const std::vector<Value*>& carried) {
                        Index next = index;
                        next.push_back({loops.counts[level], i});
                        return descend(level + 1, next, carried);
                      });
    }
    const int64_t wide = extent / (lanes * unroll) * (lanes * unroll);
    const int64_t whole = extent / lanes * lanes;
    if (wide > 0)
      values = over(0, wide, lanes * unroll, unroll, index, std::move(values));
    if (whole > wide) values = over(wide, whole, lanes, 1, index, std::move(values));
    if (extent > whole) {
      std::vector<Monoid::State> now = Parted(shape, values);
      LaneIndex i = kb_.Constant(whole);
      eval_.set_mask(TailMask(i, kb_.I64(extent)));
      Index last = index;
      last.push_back({loops.counts.back(), along(i, 0)});
      step(now, 0, last);
      eval_.set_mask(nullptr);
      values = Joined(now);
    }
    return values;
  };
  state = Parted(shape, descend(0, place->index, Joined(state)));

  for (size_t r = 0; r < phase.reduces.size(); ++r) {
    const SourceLines::Scope source = eval_.From(phase.reduces[r]);
    const Monoid& monoid = combine[r];
    for (int width = unroll / 2; width >= 1; width /= 2) {
      for (int u = 0; u < width; ++u) {
        Monoid::State& low = state[r * unroll + u];
        low = monoid.Combine(low, state[r * unroll + u + width]);
      }
    }
    Monoid::State total = state[r * unroll];
    for (int half = lanes / 2; half >= 1; half /= 2) {
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
    const Lanes init = ReduceInits(phase.reduces[r])[0];
    total = monoid.Combine(monoid.Of(init), total);
    FinishReduce(phase.reduces[r], {monoid.Value(total)}, place);
  }
}

}  // namespace tilewright::codegen
