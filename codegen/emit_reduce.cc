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
#include <cstring>
#include <limits>

#include "codegen/statement_emitter.h"
#include "support/check.h"

namespace tilewright::codegen {

using ir::ElementType;
using ir::OpKind;
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

// The value e with e op x = x, as a literal of one element.
ir::Literal Identity(OpKind monoid, ElementType type) {
  const ir::ElementTypeInfo& info = ir::Info(type);
  const auto floating = [&](double value) {
    std::vector<uint8_t> bytes(ir::StorageBytes(type));
    if (type == ElementType::kF64) {
      std::memcpy(bytes.data(), &value, sizeof value);
    } else {
      const float narrow = static_cast<float>(value);
      std::memcpy(bytes.data(), &narrow, sizeof narrow);
    }
    return *ir::Literal::Create(ir::Scalar(type), bytes, true);
  };
  const auto integer = [&](int64_t value) {
    return ir::IntegerSplat(ir::Scalar(type), value);
  };
  const int64_t top = info.type_class == ir::TypeClass::kSigned
                          ? static_cast<int64_t>((uint64_t{1} << (info.bits - 1)) - 1)
                          : static_cast<int64_t>(~uint64_t{0} >> (64 - info.bits));
  const int64_t bottom = info.type_class == ir::TypeClass::kSigned ? -top - 1 : 0;
  if (ir::IsComplex(type)) {
    // Only addition: -0 - 0i.
    std::vector<uint8_t> bytes(ir::StorageBytes(type));
    bytes[bytes.size() / 2 - 1] = bytes[bytes.size() - 1] = 0x80;
    return *ir::Literal::Create(ir::Scalar(type), bytes, true);
  }
  const bool is_float = ir::IsFloat(type);
  constexpr double kInf = std::numeric_limits<double>::infinity();
  switch (monoid) {
    case OpKind::kMultiply:
      return is_float ? floating(1) : integer(1);
    case OpKind::kMaximum:
      return is_float ? floating(-kInf) : integer(bottom);
    case OpKind::kMinimum:
      return is_float ? floating(kInf) : integer(top);
    case OpKind::kAnd:
      return integer(ir::IsBool(type) ? 1 : -1);
    default:  // add, or, xor
      return is_float ? floating(-0.0) : integer(0);
  }
}

}  // namespace

std::vector<Lanes> StatementEmitter::ReduceInits(const Reduce& reduce) {
  std::vector<Lanes> inits;
  for (size_t i = 0; i < reduce.inits.size(); ++i) {
    const Evaluated init = eval_.EvaluateScalar(reduce.inits[i]);
    const ElementType type = AccumulatorType(program_, reduce, i);
    Lanes value = init.value;
    if (value.type != type) value = eval_.ScalarLanes({OpKind::kConvert}, {value}, type);
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
      x = eval_.ScalarLanes({OpKind::kConvert}, {x}, accumulators[i].type);
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

void StatementEmitter::FinishReduce(const Reduce& reduce,
                                    std::vector<Lanes> accumulators) {
  for (size_t i = 0; i < accumulators.size(); ++i) {
    const ElementType type = program_.exprs[reduce.inits[i]].type.element;
    Lanes value = accumulators[i];
    if (value.type != type) value = eval_.ScalarLanes({OpKind::kConvert}, {value}, type);
    eval_.BindResult(reduce.id, static_cast<int>(i), {value, kb_.depth()});
  }
}

void StatementEmitter::EmitPhaseSequential(const Nest& nest, const Phase& phase,
                                           const Index& outer) {
  const Loops loops = InnerLoops(nest, phase);
  ir::Dims domain = nest.outer;
  domain.insert(domain.end(), phase.inner.begin(), phase.inner.end());
  // All reductions of the phase advance together.
  std::vector<std::vector<Lanes>> state;
  for (const Reduce& reduce : phase.reduces) {
    std::vector<Lanes> inits = ReduceInits(reduce);
    for (Lanes& init : inits) {
      init = eval_.Spread(init);
      init.bits = nullptr;
    }
    state.push_back(inits);
  }
  const std::vector<std::vector<Lanes>> like = state;
  const auto flatten = [](const std::vector<std::vector<Lanes>>& all) {
    std::vector<Value*> values;
    for (const std::vector<Lanes>& one : all) {
      for (Value* v : Flatten(one)) values.push_back(v);
    }
    return values;
  };
  const auto unflatten = [&](const std::vector<Value*>& values) {
    std::vector<std::vector<Lanes>> all;
    size_t at = 0;
    for (const std::vector<Lanes>& one : like) all.push_back(Unflatten(one, values, &at));
    return all;
  };
  std::function<std::vector<Value*>(size_t, Index, std::vector<Value*>)> descend =
      [&](size_t level, Index index, std::vector<Value*> values) {
        if (level == loops.counts.size()) {
          std::vector<std::vector<Lanes>> now = unflatten(values);
          for (const tile::Store& store : phase.stores) {
            EmitStore(store, domain, index, static_cast<int>(phase.inner.size()),
                      eval_.Evaluate(store.value, index).value);
          }
          for (size_t r = 0; r < now.size(); ++r) {
            now[r] = SequentialStep(phase.reduces[r], now[r], index);
            for (Lanes& lanes : now[r]) lanes = eval_.Spread(lanes);
          }
          return flatten(now);
        }
        return kb_.Loop(kb_.I64(0), kb_.I64(loops.sizes[level]), 1, std::move(values), 1,
                        [&](const LaneIndex& i, const std::vector<Value*>& carried) {
                          Index next = index;
                          next.push_back({loops.counts[level], i});
                          return descend(level + 1, next, carried);
                        });
      };
  state = unflatten(descend(0, outer, flatten(state)));
  for (size_t r = 0; r < state.size(); ++r) FinishReduce(phase.reduces[r], state[r]);
}

void StatementEmitter::EmitPhaseLanes(const Nest& nest, const Phase& phase,
                                      const Index& outer) {
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
    EmitPhaseSequential(nest, phase, outer);
    return;
  }
  kb_.set_lanes(lanes);
  const int unroll = extent >= kUnroll * lanes ? kUnroll : 1;

  // accumulators[r * unroll + u]
  std::vector<Lanes> state;
  std::vector<Lanes> identity;
  for (const Reduce& reduce : phase.reduces) {
    Lanes one = eval_.Spread(eval_.ConstantLanes(
        Identity(reduce.monoid, AccumulatorType(program_, reduce, 0))));
    one.bits = nullptr;
    identity.push_back(one);
    for (int u = 0; u < unroll; ++u) state.push_back(one);
  }
  const std::vector<Lanes> like = state;
  const auto unflatten = [&](const std::vector<Value*>& values) {
    size_t at = 0;
    return Unflatten(like, values, &at);
  };
  // One vector of every root at `index`, into accumulator `u`.
  const auto step = [&](std::vector<Lanes>& now, int u, const Index& index) {
    for (const tile::Store& store : phase.stores) {
      EmitStore(store, domain, index, static_cast<int>(phase.inner.size()),
                eval_.Evaluate(store.value, index).value);
    }
    for (size_t r = 0; r < phase.reduces.size(); ++r) {
      const Reduce& reduce = phase.reduces[r];
      const SourceLines::Scope source = eval_.From(reduce);
      Lanes x = eval_.EvaluateLanes(reduce.inputs[0], index);
      if (x.type != identity[r].type) {
        x = eval_.ScalarLanes({OpKind::kConvert}, {x}, identity[r].type);
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
      Lanes& accumulator = now[r * unroll + u];
      accumulator =
          eval_.ScalarLanes({reduce.monoid}, {accumulator, x}, accumulator.type);
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
                      std::vector<Lanes> now = unflatten(carried);
                      for (int u = 0; u < count; ++u) {
                        Index index = prefix;
                        index.push_back({loops.counts.back(), along(i, u * lanes)});
                        step(now, u, index);
                      }
                      return Flatten(now);
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
      std::vector<Lanes> now = unflatten(values);
      LaneIndex i = kb_.Constant(whole);
      eval_.set_mask(TailMask(i, kb_.I64(extent)));
      Index last = index;
      last.push_back({loops.counts.back(), along(i, 0)});
      step(now, 0, last);
      eval_.set_mask(nullptr);
      values = Flatten(now);
    }
    return values;
  };
  state = unflatten(descend(0, outer, Flatten(state)));

  for (size_t r = 0; r < phase.reduces.size(); ++r) {
    const Reduce& reduce = phase.reduces[r];
    const SourceLines::Scope source = eval_.From(reduce);
    const auto combine = [&](const Lanes& x, const Lanes& y) {
      return eval_.ScalarLanes({reduce.monoid}, {x, y}, x.type);
    };
    for (int width = unroll / 2; width >= 1; width /= 2) {
      for (int u = 0; u < width; ++u) {
        state[r * unroll + u] =
            combine(state[r * unroll + u], state[r * unroll + u + width]);
      }
    }
    Lanes total = state[r * unroll];
    for (int half = lanes / 2; half >= 1; half /= 2) {
      const auto part = [&](Value* value, int start) -> Value* {
        if (value == nullptr) return nullptr;
        if (half == 1) return b.CreateExtractElement(value, start);
        llvm::SmallVector<int, 64> order;
        for (int l = 0; l < half; ++l) order.push_back(start + l);
        return b.CreateShuffleVector(value, order);
      };
      const Lanes low{total.type, part(total.re, 0), part(total.im, 0)};
      const Lanes high{total.type, part(total.re, half), part(total.im, half)};
      total = combine(low, high);
    }
    FinishReduce(reduce, {combine(ReduceInits(reduce)[0], total)});
  }
}

}  // namespace tilewright::codegen
