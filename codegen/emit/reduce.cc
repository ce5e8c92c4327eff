// Reductions inside a loop nest.
//
// The order in which elements are combined is a function of the reduction's own
// shape and types and of the target:
//  - lanes along the outer dimensions, or a region that is not a combiner: init,
//    then the elements in index order;
//  - lanes along the last inner dimension: each lane of 4 vectors (row_pass.h)
//    accumulates every (lanes * 4)-th element, starting from the identity;
//    vectors, then lanes, are combined in a balanced tree, and init comes last.
// Sums and products of 8- and 16-bit floats accumulate in f32 and round once.
#include <algorithm>
#include <optional>

#include "codegen/analysis/loop_nest_shape.h"
#include "codegen/emit/statement_emitter.h"
#include "codegen/eval/combiner.h"
#include "support/check.h"

namespace tilewright::codegen {

using ir::ElementType;
using llvm::Value;
using tile::LoopNest;
using tile::Pass;
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
  if (reduce.has_combiner) {
    return {eval_.ScalarLanes({reduce.combiner}, arguments, arguments[0].type)};
  }
  return eval_.Apply(reduce.region, arguments);
}

void StatementEmitter::FinishReduce(const Reduce& reduce, std::vector<Lanes> accumulators,
                                    Point* point) {
  for (size_t i = 0; i < accumulators.size(); ++i) {
    const ElementType type = program_.exprs[reduce.inits[i]].type.element;
    Lanes value = accumulators[i];
    if (value.type != type)
      value = eval_.ScalarLanes({ir::OpKind::kConvert}, {value}, type);
    point->results.push_back({reduce.id, static_cast<int>(i), {value, kb_.depth()}});
  }
  Bind(*point);
}

void StatementEmitter::Bind(const Point& point) {
  eval_.set_row(point.number);
  for (const auto& [ref, memory] : point.rows) eval_.BindRef(ref, memory);
  for (const Point::Result& result : point.results) {
    eval_.BindResult(result.id, result.number, result.value);
  }
}

int StatementEmitter::VectorsAtOnce(const LoopNest& nest, int64_t extent) {
  // Registers for what is carried, and instructions in the body of the loop.
  const int most = kb_.options().scalar.target.avx512 ? 16 : 12;
  constexpr int kExprs = 64;
  int values = 0;
  std::vector<tile::ExprId> roots;
  for (const Pass& pass : nest.passes) {
    if (pass.inner.empty()) continue;
    if (!pass.stores.empty()) return 1;
    for (const Reduce& reduce : pass.reduces) {
      values += reduce.has_combiner
                    ? static_cast<int>(Combiner(eval_, reduce.combiner,
                                                AccumulatorType(program_, reduce, 0))
                                           .size())
                    : most;
      roots.insert(roots.end(), reduce.inputs.begin(), reduce.inputs.end());
    }
  }
  if (values == 0) return 1;
  const int exprs = CountExprs(roots);
  int vectors = 16;
  while (vectors > 1 && (vectors * values > most || vectors * exprs > kExprs ||
                         vectors * kb_.lanes() > extent)) {
    vectors /= 2;
  }
  return vectors;
}

void StatementEmitter::EmitPassSequential(const LoopNest& nest, const Pass& pass,
                                          absl::Span<Point> points) {
  const Loops loops = InnerLoops(nest, pass);
  ir::Dims domain = nest.outer;
  domain.insert(domain.end(), pass.inner.begin(), pass.inner.end());
  const size_t count = pass.reduces.size();
  std::vector<std::optional<Combiner>> combiners(count);
  std::vector<std::vector<Lanes>> like(count);
  // All reductions of the pass advance together, in all points: state[point, r].
  std::vector<Combiner::State> state;
  for (size_t r = 0; r < count; ++r) {
    const Reduce& reduce = pass.reduces[r];
    if (reduce.has_combiner) {
      combiners[r].emplace(eval_, reduce.combiner, AccumulatorType(program_, reduce, 0));
    }
  }
  for (const Point& point : points) {
    Bind(point);
    for (size_t r = 0; r < count; ++r) {
      std::vector<Lanes> inits = ReduceInits(pass.reduces[r]);
      for (Lanes& init : inits) {
        init = eval_.Spread(init);
        init.bits = nullptr;
      }
      state.push_back(combiners[r].has_value() ? combiners[r]->Of(inits[0])
                                               : Flatten(inits));
      like[r] = inits;
    }
  }
  const std::vector<Combiner::State> shape = state;
  const auto advance = [&](size_t r, const Combiner::State& now, const Index& index) {
    const Reduce& reduce = pass.reduces[r];
    if (combiners[r].has_value()) {
      const SourceLines::Scope source = eval_.From(reduce);
      Lanes x = eval_.Evaluate(reduce.inputs[0], index).value;
      if (x.type != combiners[r]->type()) {
        x = eval_.ScalarLanes({ir::OpKind::kConvert}, {x}, combiners[r]->type());
      }
      return combiners[r]->Combine(now, combiners[r]->Of(eval_.Spread(x)));
    }
    size_t at = 0;
    std::vector<Lanes> next = SequentialStep(reduce, Unflatten(like[r], now, &at), index);
    for (Lanes& lanes : next) lanes = eval_.Spread(lanes);
    return Flatten(next);
  };
  // `inner`: the index inside the point, so far.
  std::function<std::vector<Value*>(size_t, Index, std::vector<Value*>)> descend =
      [&](size_t level, Index inner, std::vector<Value*> values) {
        if (level == loops.counts.size()) {
          std::vector<Combiner::State> now = Parted(shape, values);
          for (size_t p = 0; p < points.size(); ++p) {
            Bind(points[p]);
            Index index = points[p].index;
            index.insert(index.end(), inner.begin(), inner.end());
            for (const tile::Store& store : pass.stores) {
              EmitStore(store, domain, index, static_cast<int>(pass.inner.size()),
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
  for (size_t p = 0; p < points.size(); ++p) {
    for (size_t r = 0; r < count; ++r) {
      const Combiner::State& last = state[p * count + r];
      size_t at = 0;
      FinishReduce(pass.reduces[r],
                   combiners[r].has_value()
                       ? std::vector<Lanes>{combiners[r]->Value(last)}
                       : Unflatten(like[r], last, &at),
                   &points[p]);
    }
  }
}

}  // namespace tilewright::codegen
