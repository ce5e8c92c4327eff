// Scatter and select_and_scatter: updates in order, lanes along a window.
#include <algorithm>

#include "codegen/statement_emitter.h"

namespace tilewright::codegen {

using ir::Dims;
using llvm::Value;

namespace {

bool Contains(const Dims& dims, int64_t d) {
  return std::find(dims.begin(), dims.end(), d) != dims.end();
}

int64_t Position(const Dims& dims, int64_t d) {
  return std::find(dims.begin(), dims.end(), d) - dims.begin();
}

}  // namespace

void StatementEmitter::EmitScatter(const tile::Scatter& s) {
  llvm::IRBuilder<>& b = kb_.ir();
  const Dims& updates = program_.exprs[s.updates[0]].type.dims;
  const Dims& indices = program_.exprs[s.indices].type.dims;
  const Dims& out = program_.refs[s.outputs[0]].type.dims;
  Dims scatter_dims, window_dims;  // of the updates
  for (size_t d = 0; d < updates.size(); ++d) {
    (Contains(s.update_window_dims, d) ? window_dims : scatter_dims).push_back(d);
  }
  Dims window_of;  // operand dimensions that the window dimensions run along
  for (size_t d = 0; d < out.size(); ++d) {
    if (!Contains(s.inserted_window_dims, d) && !Contains(s.input_batching_dims, d)) {
      window_of.push_back(d);
    }
  }
  // Elements of one window never meet, so they can be lanes.
  const bool lanes_in_window = !window_dims.empty();
  std::vector<tile::ExprId> roots = s.updates;
  const int lanes = lanes_in_window ? LanesFor(kb_.options(), WidestBits(roots),
                                               updates[window_dims.back()])
                                    : 1;

  const auto in_order = [&](const Dims& dims) {
    Loops loops;
    for (int64_t d : dims) {
      loops.counts.push_back(1);
      loops.sizes.push_back(updates[d]);
    }
    return loops;
  };
  NestedLoops(in_order(scatter_dims), 0, {}, [&](const Index& scatter_at) {
    // Where this window starts, by operand dimension.
    std::vector<LaneIndex> start(out.size(), kb_.Constant(0));
    for (size_t c = 0; c < s.scatter_dims_to_operand_dims.size(); ++c) {
      Index at;
      size_t next = 0;
      for (size_t d = 0; d < indices.size(); ++d) {
        at.push_back({1, static_cast<int64_t>(d) == s.index_vector_dim
                             ? kb_.Constant(c)
                             : scatter_at[next++].index});
      }
      const Evaluated component = eval_.Evaluate(s.indices, at);
      Value* position;
      if (ir::IsSigned(component.value.type)) {
        position = b.CreateSExt(component.value.re, b.getInt64Ty());
      } else {
        position = b.CreateZExt(component.value.re, b.getInt64Ty());
        // ui64 beyond int64 lies outside, like its largest value.
        if (component.value.type == ir::ElementType::kU64) {
          position = b.CreateBinaryIntrinsic(llvm::Intrinsic::umin, position,
                                             kb_.I64(INT64_MAX));
        }
      }
      start[s.scatter_dims_to_operand_dims[c]] = kb_.FromValue(position, kb_.depth());
    }
    for (size_t i = 0; i < s.input_batching_dims.size(); ++i) {
      const int64_t in_indices = s.scatter_indices_batching_dims[i];
      start[s.input_batching_dims[i]] =
          scatter_at[in_indices - (in_indices > s.index_vector_dim ? 1 : 0)].index;
    }
    const auto update_one = [&](const Index& window_at) {
      Index update_index(updates.size());
      for (size_t i = 0; i < scatter_dims.size(); ++i) {
        update_index[scatter_dims[i]] = scatter_at[i];
      }
      for (size_t i = 0; i < window_dims.size(); ++i) {
        update_index[window_dims[i]] = window_at[i];
      }
      Index target;
      Value* valid = nullptr;
      for (size_t d = 0; d < out.size(); ++d) {
        LaneIndex x = start[d];
        if (Contains(window_of, d)) {
          x = kb_.Add(x, window_at[Position(window_of, d)].index);
        }
        valid = eval_.AndPredicates(valid, eval_.InRange(x, 0, out[d]));
        target.push_back({1, x});
      }
      const auto apply = [&] {
        const LaneIndex at = Linearize(kb_, target, out);
        std::vector<Lanes> arguments;
        for (tile::RefId ref : s.outputs) {
          arguments.push_back(
              eval_.LoadLanes(eval_.pointer(ref), program_.refs[ref].type.element, at));
        }
        for (tile::ExprId update : s.updates) {
          arguments.push_back(eval_.Evaluate(update, update_index).value);
        }
        if (kb_.lanes() > 1) {
          for (Lanes& a : arguments) a = eval_.Spread(a);
        }
        const std::vector<Lanes> values = eval_.Apply(s.region, arguments);
        for (size_t o = 0; o < s.outputs.size(); ++o) {
          eval_.StoreLanes(eval_.pointer(s.outputs[o]), values[o], at);
        }
      };
      if (valid == nullptr) {
        apply();
      } else if (!valid->getType()->isVectorTy()) {
        kb_.If(valid, apply);
      } else {
        Value* const outer = eval_.mask();
        eval_.set_mask(eval_.AndPredicates(outer, valid));
        apply();
        eval_.set_mask(outer);
      }
    };
    if (!lanes_in_window) {
      update_one({});
      return;
    }
    Loops leading = in_order(window_dims);
    leading.counts.pop_back();
    leading.sizes.pop_back();
    const int64_t extent = updates[window_dims.back()];
    NestedLoops(leading, 0, {}, [&](const Index& prefix) {
      kb_.set_lanes(lanes);
      LaneLoop(kb_.I64(0), kb_.I64(extent), extent, [&](const LaneIndex& i) {
        Index window_at = prefix;
        window_at.push_back({1, i});
        update_one(window_at);
      });
      kb_.set_lanes(1);
    });
  });
}

void StatementEmitter::EmitSelectAndScatter(const tile::SelectAndScatter& s) {
  llvm::IRBuilder<>& b = kb_.ir();
  const Dims& from = program_.exprs[s.operand].type.dims;
  const Dims& source = program_.exprs[s.source].type.dims;
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
      return kb_.Loop(kb_.I64(0), kb_.I64(window.sizes[level]), 1, std::move(values), 1,
                      body);
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
