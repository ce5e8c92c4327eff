// Scatter and select_and_scatter: updates in order, lanes along a window.
#include <algorithm>

#include "codegen/analysis/scatter_loops.h"
#include "codegen/emit/accumulator.h"
#include "codegen/emit/statement_emitter.h"

namespace tilewright::codegen {

using ir::Dims;
using llvm::Value;

namespace {

bool Contains(const Dims& dims, int64_t d) {
  return std::find(dims.begin(), dims.end(), d) != dims.end();
}

}  // namespace

// Element `component` of the index at `at`, by dimension of the updates.
LaneIndex StatementEmitter::ScatterStart(const tile::Scatter& s, size_t component,
                                         const std::vector<LaneIndex>& at) {
  llvm::IRBuilder<>& b = kb_.ir();
  Index index;
  size_t next = 0;
  const int64_t rank = program_.exprs[s.indices].type.rank();
  for (int64_t d = 0; d < rank; ++d) {
    if (d == s.index_vector_dim) {
      index.push_back({1, kb_.Constant(static_cast<int64_t>(component))});
      continue;
    }
    while (Contains(s.update_window_dims, static_cast<int64_t>(next))) ++next;
    index.push_back({1, at[next++]});
  }
  const Evaluated value = eval_.Evaluate(s.indices, index);
  Value* position;
  if (ir::IsSigned(value.value.type)) {
    position = b.CreateSExt(value.value.re, b.getInt64Ty());
  } else {
    position = b.CreateZExt(value.value.re, b.getInt64Ty());
    // ui64 beyond int64 lies outside, like its largest value.
    if (value.value.type == ir::ElementType::kU64) {
      position =
          b.CreateBinaryIntrinsic(llvm::Intrinsic::umin, position, kb_.I64(INT64_MAX));
    }
  }
  return kb_.FromValue(position, kb_.depth());
}

void StatementEmitter::EmitScatter(const tile::Scatter& s, const ir::Size& steps,
                                   Value* begin, Value* end) {
  llvm::IRBuilder<>& b = kb_.ir();
  const ir::Shape& updates = program_.exprs[s.updates[0]].type.shape;
  const ir::Shape& out = program_.refs[s.outputs[0]].type.shape;
  const ScatterLoops loops = LoopsOf(program_, s);
  const Dims window_of = WindowOf(program_, s);
  Dims scatter_dims;
  for (int d = 0; d < updates.rank(); ++d) {
    if (!Contains(s.update_window_dims, d)) scatter_dims.push_back(d);
  }
  std::vector<LaneIndex> at(updates.rank());  // by dimension of the updates
  const auto nested = [&](const Dims& dims, const std::function<void()>& body) {
    Loops sizes;
    for (int64_t d : dims) {
      sizes.counts.push_back(1);
      sizes.sizes.push_back(updates[static_cast<int>(d)]);
    }
    NestedLoops(sizes, 0, {}, [&](const Index& here) {
      for (size_t k = 0; k < dims.size(); ++k) at[dims[k]] = here[k].index;
      body();
    });
  };

  const auto apply_one = [&](const std::vector<LaneIndex>& target) {
    Index target_index, update_index;
    for (const LaneIndex& x : target) target_index.push_back({1, x});
    for (const LaneIndex& x : at) update_index.push_back({1, x});
    const LaneIndex place = Linearize(kb_, target_index, out);
    std::vector<Lanes> arguments;
    for (tile::RefId ref : s.outputs) {
      arguments.push_back(
          eval_.LoadLanes(eval_.pointer(ref), program_.refs[ref].type.element, place));
    }
    for (tile::ExprId update : s.updates) {
      arguments.push_back(eval_.Evaluate(update, update_index).value);
    }
    for (Lanes& a : arguments) a = eval_.Spread(a);
    const std::vector<Lanes> values = eval_.Apply(s.region, arguments);
    for (size_t o = 0; o < s.outputs.size(); ++o) {
      eval_.StoreLanes(eval_.pointer(s.outputs[o]), values[o], place);
    }
  };

  // What the steps write of a cut dimension.
  const auto [cut_begin, cut_end] =
      GridRange(loops.cut < 0 ? ir::Size(1) : out[static_cast<int>(loops.cut)], 1, steps,
                begin, end);
  const auto inside = [&, lo = cut_begin, hi = cut_end](int d, const LaneIndex& x) {
    if (d != loops.cut) return eval_.InRange(x, 0, out[d]);
    return b.CreateICmpULT(b.CreateSub(x.base, lo), b.CreateSub(hi, lo));
  };
  const auto apply_window = [&] {
    std::vector<LaneIndex> start(out.rank(), kb_.Constant(0));
    for (size_t c = 0; c < s.scatter_dims_to_operand_dims.size(); ++c) {
      start[s.scatter_dims_to_operand_dims[c]] = ScatterStart(s, c, at);
    }
    for (size_t i = 0; i < s.input_batching_dims.size(); ++i) {
      const int64_t in_indices = s.scatter_indices_batching_dims[i];
      start[s.input_batching_dims[i]] =
          at[scatter_dims[in_indices - (in_indices > s.index_vector_dim ? 1 : 0)]];
    }
    // Along a dimension that no index moves, a window lies inside.
    Value* whole_valid = nullptr;
    Dims moved;
    for (int d = 0; d < out.rank(); ++d) {
      if (!Contains(s.scatter_dims_to_operand_dims, d)) continue;
      if (Contains(window_of, d)) {
        moved.push_back(d);
      } else {
        whole_valid = eval_.AndPredicates(whole_valid, inside(d, start[d]));
      }
    }
    const auto element = [&] {
      std::vector<LaneIndex> target = start;
      for (size_t i = 0; i < window_of.size(); ++i) {
        target[window_of[i]] = kb_.Add(start[window_of[i]], at[s.update_window_dims[i]]);
      }
      Value* valid = nullptr;
      for (int64_t d : moved) {
        valid = eval_.AndPredicates(
            valid, eval_.InRange(target[d], 0, out[static_cast<int>(d)]));
      }
      if (valid == nullptr) {
        apply_one(target);
      } else if (!valid->getType()->isVectorTy()) {
        kb_.If(valid, [&] { apply_one(target); });
      } else {
        Value* const outer = eval_.mask();
        eval_.set_mask(eval_.AndPredicates(outer, valid));
        apply_one(target);
        eval_.set_mask(outer);
      }
    };
    const auto window = [&] {
      if (loops.window.empty()) return element();
      const int64_t last = loops.window.back();
      nested(Dims(loops.window.begin(), loops.window.end() - 1), [&] {
        const ir::Size& extent = updates[static_cast<int>(last)];
        kb_.set_lanes(
            LanesFor(kb_.options(), WidestBits(s.updates), UsualExtent(extent)));
        LaneLoop(kb_.I64(0), kb_.ValueOf(extent), extent, [&](const LaneIndex& i) {
          at[last] = i;
          element();
        });
        kb_.set_lanes(1);
      });
    };
    if (whole_valid == nullptr) {
      window();
    } else {
      kb_.If(whole_valid, window);
    }
  };

  ir::Shape sizes;
  for (int64_t d : loops.apart) sizes.Append(updates[static_cast<int>(d)]);
  if (loops.cut >= 0 || sizes.rank() == 0) {
    nested(loops.apart, [&] { nested(loops.ordered, apply_window); });
    return;
  }
  const auto [lo, hi] = GridRange(loops.units, 1, steps, begin, end);
  kb_.For(lo, hi, 1, 1, [&](const LaneIndex& unit) {
    const Index each = SplitAll(kb_, {{sizes.rank(), unit}}, sizes);
    for (int k = 0; k < sizes.rank(); ++k) at[loops.apart[k]] = each[k].index;
    nested(loops.ordered, apply_window);
  });
}

void StatementEmitter::EmitSelectAndScatter(const tile::SelectAndScatter& s) {
  llvm::IRBuilder<>& b = kb_.ir();
  const Dims& from = program_.exprs[s.operand].type.dims();
  const Dims& source = program_.exprs[s.source].type.dims();
  const ir::ElementType type = program_.exprs[s.operand].type.element;
  const size_t rank = from.size();
  // Lanes along a last dimension that windows do not span: every lane then has
  // its own elements.
  const bool has_lanes = rank > 0 && s.window[rank - 1] == 1 &&
                         s.strides[rank - 1] == 1 && s.low_padding[rank - 1] == 0 &&
                         source[rank - 1] == from[rank - 1];
  const int lanes = has_lanes ? LanesFor(kb_.options(), WidestBits({s.operand, s.source}),
                                         from[rank - 1])
                              : 1;

  const auto at_source = [&](const Index& at) {
    // Among the window's elements inside the operand, the selected one: it
    // stays selected while select(it, next) holds.
    Loops window;
    for (int64_t size : s.window) {
      window.counts.push_back(1);
      window.sizes.push_back(size);
    }
    Lanes none = eval_.Spread(eval_.ConstantLanes(*ir::Literal::Create(
        ir::Scalar(type), std::vector<uint8_t>(ir::StorageBytes(type)), true)));
    none.bits = nullptr;
    llvm::Type* wide = b.getInt64Ty();
    llvm::Type* flag = b.getInt1Ty();
    if (kb_.lanes() > 1) {
      wide = llvm::FixedVectorType::get(wide, kb_.lanes());
      flag = llvm::FixedVectorType::get(flag, kb_.lanes());
    }
    std::vector<Value*> state = {llvm::Constant::getNullValue(flag),
                                 llvm::Constant::getNullValue(wide)};
    AppendValues(none, &state);
    const auto visit = [&](const Index& offset, const std::vector<Value*>& now) {
      Index index;
      Value* valid = nullptr;
      for (size_t k = 0; k < rank; ++k) {
        const LaneIndex x = kb_.AddConstant(
            kb_.Add(kb_.Multiply(at[k].index, s.strides[k]), offset[k].index),
            -s.low_padding[k]);
        if (!(has_lanes && k + 1 == rank)) {
          valid = eval_.AndPredicates(valid, eval_.InRange(x, 0, from[k]));
        }
        index.push_back({1, eval_.Inside(x, from[k])});
      }
      const Evaluated element = eval_.EvaluateWhere(valid, s.operand, index);
      const Lanes x = eval_.Spread(element.value);
      size_t taken = 2;
      const Lanes selected = TakeValues(none, now, &taken);
      Value* const keeps = eval_.Apply(s.select, {selected, x})[0].re;
      Value* take = b.CreateOr(b.CreateNot(now[0]), b.CreateNot(keeps));
      if (valid != nullptr) {
        if (take->getType()->isVectorTy() && !valid->getType()->isVectorTy()) {
          valid = b.CreateVectorSplat(kb_.lanes(), valid);
        }
        take = b.CreateAnd(take, valid);
      }
      const LaneIndex place = Linearize(kb_, index, from);
      Value* const where = kb_.lanes() > 1 ? kb_.ExplicitLanes(place) : place.base;
      std::vector<Value*> next = {b.CreateOr(now[0], take),
                                  b.CreateSelect(take, where, now[1])};
      next.push_back(b.CreateSelect(take, x.re, selected.re));
      if (x.im != nullptr) next.push_back(b.CreateSelect(take, x.im, selected.im));
      return next;
    };
    std::function<std::vector<Value*>(size_t, Index, std::vector<Value*>)> descend =
        [&](size_t level, Index offset,
            std::vector<Value*> values) -> std::vector<Value*> {
      if (level == window.sizes.size()) return visit(offset, values);
      const auto body = [&](const LaneIndex& i, const std::vector<Value*>& carried) {
        Index next = offset;
        next.push_back({1, i});
        return descend(level + 1, next, carried);
      };
      if (window.sizes[level] == 1) return body(kb_.Constant(0), values);
      return kb_.Loop(kb_.I64(0), kb_.ValueOf(window.sizes[level]), 1, std::move(values),
                      1, body);
    };
    state = descend(0, {}, state);
    Value* const pointer = eval_.pointer(s.output);
    const LaneIndex place = kb_.FromValue(state[1], kb_.depth());
    const auto add = [&] {
      Lanes old = eval_.LoadLanes(pointer, type, place);
      const Lanes update = eval_.EvaluateLanes(s.source, at);
      const Lanes value = eval_.Apply(s.scatter, {eval_.Spread(old), update})[0];
      eval_.StoreLanes(pointer, value, place);
    };
    if (kb_.lanes() == 1) {
      kb_.If(state[0], add);
    } else {
      Value* const outer = eval_.mask();
      eval_.set_mask(eval_.AndPredicates(outer, state[0]));
      add();
      eval_.set_mask(outer);
    }
  };
  Loops loops;
  for (size_t k = 0; k + (has_lanes ? 1 : 0) < rank; ++k) {
    loops.counts.push_back(1);
    loops.sizes.push_back(source[k]);
  }
  NestedLoops(loops, 0, {}, [&](const Index& prefix) {
    if (!has_lanes) {
      at_source(prefix);
      return;
    }
    kb_.set_lanes(lanes);
    LaneLoop(kb_.I64(0), kb_.I64(from[rank - 1]), from[rank - 1],
             [&](const LaneIndex& i) {
               Index whole = prefix;
               whole.push_back({1, i});
               at_source(whole);
             });
    kb_.set_lanes(1);
  });
}

}  // namespace tilewright::codegen
