// Loop nests: grid range, loops over merged dimensions, lanes with a masked tail.
#include <algorithm>
#include <numeric>
#include <utility>

#include "absl/algorithm/container.h"
#include "codegen/analysis/aligned.h"
#include "codegen/analysis/loop_nest_shape.h"
#include "codegen/analysis/window.h"
#include "codegen/emit/accumulator.h"
#include "codegen/emit/masks.h"
#include "codegen/emit/non_temporal_stores.h"
#include "codegen/emit/statement_emitter.h"
#include "support/round.h"
#include "tile/visit.h"
#include "tile/work/op_cost.h"

namespace tilewright::codegen {

using llvm::Value;
using tile::Expr;
using tile::ExprId;
using tile::LoopNest;
using tile::Pass;
using tile::RefId;

namespace {

// Groups of adjacent dimensions [first, first + count) whose boundaries all
// hold in `ok`.
void AppendGroups(const ir::Shape& dims, int first, int count,
                  const std::vector<bool>& ok, std::vector<int>* counts,
                  std::vector<ir::Size>* sizes) {
  for (int k = first; k < first + count; ++k) {
    if (k > first && ok[k - 1]) {
      ++counts->back();
      sizes->back() = sizes->back() * dims[k];
    } else {
      counts->push_back(1);
      sizes->push_back(dims[k]);
    }
  }
}

// Boundaries that a store's address can merge.
bool StoreMerges(const tile::Program& program, const tile::Store& store,
                 const ir::Shape& dims, size_t k) {
  const tile::Ref& ref = program.refs[store.ref];
  const bool shifted = store.is_shifted();
  if (shifted && !(ref.type.shape[k + 1] == dims[k + 1])) return false;
  if (!store.stride.empty() && store.stride[k] != 1) return false;
  if (!ref.window.has_value()) return true;
  // Seen in another shape, a window is walked dimension by dimension.
  return ref.type.rank() == dims.rank() && MergeableInside(program, ref)[k];
}

}  // namespace

StatementEmitter::Loops StatementEmitter::OuterLoops(const LoopNest& nest) {
  const auto rank = static_cast<size_t>(nest.outer.rank());
  std::vector<bool> ok(rank, true);
  for (const Pass& pass : nest.passes) {
    const auto restrict_to = [&](ExprId root) {
      const std::vector<bool>& inner = analysis_.mergeable.Of(root);
      for (size_t k = 0; k + 1 < rank; ++k) ok[k] = ok[k] && inner[k];
    };
    const ir::Shape domain = Domain(nest, pass);
    for (const tile::Store& store : pass.stores) {
      for (ExprId value : store.values) restrict_to(value);
      for (size_t k = 0; k + 1 < rank; ++k) {
        ok[k] = ok[k] && StoreMerges(program_, store, domain, k);
      }
    }
    for (const tile::Reduce& reduce : pass.reduces) {
      for (ExprId input : reduce.inputs) restrict_to(input);
    }
  }
  // Trailing ones are nothing to walk; windows are seen dimension by dimension.
  const bool windows = absl::c_any_of(
      program_.refs, [](const tile::Ref& ref) { return ref.window.has_value(); });
  for (size_t k = rank; k-- > 1 && nest.outer[k] == 1 && !windows;) ok[k - 1] = true;
  Loops loops;
  AppendGroups(nest.outer, 0, static_cast<int>(rank), ok, &loops.counts, &loops.sizes);
  return loops;
}

StatementEmitter::Loops StatementEmitter::InnerLoops(const LoopNest& nest,
                                                     const Pass& pass) {
  const ir::Shape domain = Domain(nest, pass);
  std::vector<bool> ok(domain.rank(), true);
  // Reductions over lanes keep the dimensions they were given: their order must
  // not depend on what is fused.
  const bool keep = !pass.reduces.empty() && !nest.lanes_outer;
  const auto restrict_to = [&](ExprId root) {
    const std::vector<bool>& inner = analysis_.mergeable.Of(root);
    for (int k = 0; k + 1 < domain.rank(); ++k) ok[k] = ok[k] && inner[k];
  };
  for (const tile::Store& store : pass.stores) {
    for (ExprId value : store.values) restrict_to(value);
    for (int k = 0; k + 1 < domain.rank(); ++k) {
      ok[k] = ok[k] && StoreMerges(program_, store, domain, k);
    }
  }
  for (const tile::Reduce& reduce : pass.reduces) {
    for (ExprId input : reduce.inputs) restrict_to(input);
  }
  if (keep) std::fill(ok.begin(), ok.end(), false);
  Loops loops;
  AppendGroups(domain, nest.outer.rank(), pass.inner.rank(), ok, &loops.counts,
               &loops.sizes);
  return loops;
}

int64_t UsualExtent(const ir::Size& size) {
  constexpr int64_t kMany = 512;
  return size.is_number() ? size.number() : kMany;
}

int LanesFor(const EmitOptions& options, int bits, int64_t extent) {
  int lanes = std::min(options.scalar.target.vector_bits / std::max(bits, 8), 32);
  while (lanes > 1 && lanes / 2 >= extent) lanes /= 2;
  return lanes;
}

int StatementEmitter::CountExprs(const std::vector<ExprId>& roots) {
  int count = 0;
  ForEachExprUnder(program_, roots, [&](ExprId) { ++count; });
  return count;
}

int StatementEmitter::CostOf(const std::vector<ExprId>& roots) {
  const auto elements = [&](ExprId id) {
    return ir::Typical(NumElements(program_.exprs[id].type.shape));
  };
  int cost = 0;
  ForEachExprUnder(program_, roots, [&](ExprId id) {
    const Expr& expr = program_.exprs[id];
    if (elements(id) < elements(roots[0])) return;  // one of many points
    if (expr.Is<tile::Load>()) ++cost;
    const auto* const scalar = expr.As<tile::Scalar>();
    if (scalar == nullptr) return;
    cost += tile::CostOf(scalar->op, program_.exprs[expr.operands[0]].type.element).host;
  });
  return cost;
}

int StatementEmitter::WidestBits(const std::vector<ExprId>& roots) {
  int bits = 8;
  ForEachExprUnder(program_, roots, [&](ExprId id) {
    const Expr& expr = program_.exprs[id];
    const ir::ElementType type = ir::RealPart(expr.type.element);
    // 16-bit and 8-bit floats are computed on as f32.
    const int own = ir::IsFloat(type) ? std::max<int>(32, ir::Info(type).bits)
                                      : 8 * ir::StorageBytes(type);
    // What is read at rank 0 is uniform: it fills no lanes.
    if (expr.type.rank() > 0) bits = std::max(bits, own);
  });
  return bits;
}

int StatementEmitter::NestLanes(const LoopNest& nest, int64_t extent) {
  std::vector<ExprId> roots;
  for (const Pass& pass : nest.passes) {
    for (const tile::Store& store : pass.stores) {
      roots.insert(roots.end(), store.values.begin(), store.values.end());
    }
    for (const tile::Reduce& reduce : pass.reduces) {
      roots.insert(roots.end(), reduce.inputs.begin(), reduce.inputs.end());
    }
  }
  return LanesFor(kb_.options(), WidestBits(roots), extent);
}

Value* StatementEmitter::TailMask(const LaneIndex& first, Value* hi) {
  llvm::IRBuilder<>& b = kb_.ir();
  // Lane l exists if l < hi - first.
  Value* const left = b.CreateSub(hi, first.base);
  llvm::Type* const narrow = llvm::FixedVectorType::get(b.getInt32Ty(), kb_.lanes());
  Value* const numbers = b.CreateTrunc(kb_.LaneNumbers(), narrow);
  Value* const splat =
      b.CreateVectorSplat(kb_.lanes(), b.CreateTrunc(left, b.getInt32Ty()));
  return b.CreateICmpSLT(numbers, splat);
}

void StatementEmitter::LaneLoop(Value* lo, Value* hi, const ir::Size& extent,
                                const std::function<void(const LaneIndex&)>& body) {
  llvm::IRBuilder<>& b = kb_.ir();
  const int lanes = kb_.lanes();
  if (lanes == 1) {
    kb_.For(lo, hi, 1, 1, body);
    return;
  }
  const auto along = [](LaneIndex i) {
    i.stride = 1;
    return i;
  };
  // A size is the same in every turn of the loops around.
  const int level = hi == kb_.ValueOf(extent) ? 0 : kb_.depth();
  Value* const main_end = kb_.Arith(llvm::Instruction::And, hi,
                                    kb_.I64(~static_cast<int64_t>(lanes - 1)), level);
  const auto* fixed_lo = llvm::dyn_cast<llvm::ConstantInt>(lo);
  const auto* fixed_end = llvm::dyn_cast<llvm::ConstantInt>(main_end);
  if (fixed_lo == nullptr || fixed_end == nullptr ||
      fixed_lo->getSExtValue() < fixed_end->getSExtValue()) {
    kb_.For(lo, main_end, lanes, lanes, [&](const LaneIndex& i) { body(along(i)); });
  }
  if (kb_.IsMultiple(extent, lanes)) return;
  const auto masked = [&](const LaneIndex& i, Value* mask) {
    eval_.set_mask(mask);
    body(along(i));
    eval_.set_mask(nullptr);
  };
  if (fixed_end != nullptr) {
    kb_.For(main_end, hi, lanes, lanes,
            [&](const LaneIndex& i) { masked(i, TailMask(i, hi)); });
    return;
  }
  LaneIndex rest = kb_.FromValue(main_end, level);
  rest.divisor = lanes;
  Value* const mask = kb_.At(level, [&] { return TailMask(rest, hi); });
  kb_.If(b.CreateICmpSLT(main_end, hi), [&] { masked(rest, mask); });
}

// Whether rows of open length are to be asked first whether they are less than a vector:
// the loops along them would be most of the time.
bool StatementEmitter::HasPartsOfVectors(const LoopNest& nest, const ir::Size& extent) {
  if (kb_.lanes() == 1 || extent.is_number() || kb_.IsAtLeast(extent, kb_.lanes()) ||
      !IsCheapMap(nest)) {
    return false;
  }
  const VectorTarget& target = kb_.options().scalar.target;
  return absl::c_all_of(nest.passes[0].stores, [&](const tile::Store& store) {
    return HasMasks(target, program_.refs[store.ref].type.element) &&
           absl::c_all_of(store.values, [&](ExprId value) {
             return LoadsHaveMasks(target, program_, value);
           });
  });
}

// A row that is less than a vector, of which `level` knows the end.
void StatementEmitter::LanePart(Value* hi, int level,
                                const std::function<void(const LaneIndex&)>& body) {
  LaneIndex first = kb_.Constant(0);
  Value* const mask = kb_.At(level, [&] { return TailMask(first, hi); });
  first.stride = 1;
  eval_.set_mask(mask);
  body(first);
  eval_.set_mask(nullptr);
}

void StatementEmitter::LaneBlocks(
    Value* lo, Value* hi, const ir::Size& extent, int vectors,
    const std::function<void(const std::vector<LaneIndex>&)>& body) {
  const int lanes = kb_.lanes();
  if (vectors == 1 || lanes == 1) {
    LaneLoop(lo, hi, extent, [&](const LaneIndex& i) { body({i}); });
    return;
  }
  llvm::IRBuilder<>& b = kb_.ir();
  const int64_t wide = static_cast<int64_t>(vectors) * lanes;
  Value* const wide_end =
      b.CreateAdd(lo, b.CreateAnd(b.CreateSub(hi, lo), kb_.I64(~(wide - 1))));
  kb_.For(lo, wide_end, wide, lanes, [&](const LaneIndex& first) {
    std::vector<LaneIndex> block;
    for (int v = 0; v < vectors; ++v) {
      block.push_back(kb_.AddConstant(first, int64_t{v} * lanes));
      block.back().stride = 1;
    }
    body(block);
  });
  if (kb_.IsMultiple(extent, wide)) return;
  kb_.For(wide_end, hi, lanes, lanes, [&](LaneIndex i) {
    eval_.set_mask(TailMask(i, hi));
    i.stride = 1;
    body({i});
    eval_.set_mask(nullptr);
  });
}

void StatementEmitter::NestedLoops(const Loops& loops, size_t from, Index prefix,
                                   const std::function<void(const Index&)>& body,
                                   int64_t last_step) {
  if (from == loops.counts.size()) {
    body(prefix);
    return;
  }
  const auto iteration = [&](const LaneIndex& i) {
    Index index = prefix;
    index.push_back({loops.counts[from], i});
    NestedLoops(loops, from + 1, index, body, last_step);
  };
  const int64_t step = from + 1 == loops.counts.size() ? last_step : 1;
  if (loops.sizes[from] == 1) {
    iteration(kb_.Constant(0));
  } else {
    kb_.For(kb_.I64(0), kb_.ValueOf(loops.sizes[from]), step, step, iteration);
  }
}

void StatementEmitter::EmitLoopNest(const LoopNest& nest, const ir::Size& steps,
                                    Value* begin, Value* end) {
  if (NumElements(nest.outer) == 0) return;
  if (copies_ == kNoCopy && EmitTransposingLoopNest(nest, steps, begin, end)) return;
  const std::vector<tile::RefId> refs =
      RefsStoredNonTemporally(program_, nest, kb_.options());
  const bool open = absl::c_any_of(
      refs, [&](tile::RefId ref) { return !program_.refs[ref].type.shape.is_static(); });
  if (refs.empty() || (open && !IsCheapMap(nest))) {
    return EmitNestLoops(nest, steps, begin, end);
  }
  Value* const serves = NonTemporalStoresServe(eval_, refs, steps, begin, end);
  const auto fence = [&] { FenceStores(kb_.ir()); };
  if (open) {
    past_caches_ = {refs, serves};
    EmitNestLoops(nest, steps, begin, end);
    past_caches_ = {};
    return kb_.If(serves, fence);
  }
  kb_.If(serves, [&] {
    non_temporal_ = refs;
    EmitNestLoops(nest, steps, begin, end);
    non_temporal_.clear();
    fence();
  });
  kb_.If(kb_.ir().CreateNot(serves), [&] { EmitNestLoops(nest, steps, begin, end); });
}

bool StatementEmitter::IsMap(const LoopNest& nest) {
  return nest.lanes_outer && nest.passes.size() == 1 &&
         nest.passes[0].inner.rank() == 0 && nest.passes[0].reduces.empty();
}

bool StatementEmitter::IsCheapMap(const LoopNest& nest) {
  constexpr int kCost = 16;
  if (!IsMap(nest)) return false;
  int cost = 0;
  for (const tile::Store& store : nest.passes[0].stores) cost += CostOf(store.values);
  return cost <= kCost;
}

Value* StatementEmitter::LanesPastCaches(
    Value* lo, Value* hi, const ir::Size& extent, int level,
    const std::function<void(const LaneIndex&)>& body) {
  llvm::IRBuilder<>& b = kb_.ir();
  const int64_t lanes = kb_.lanes();
  Value* const end = kb_.At(level, [&] {
    Value* const whole = b.CreateAnd(hi, kb_.I64(-lanes));
    Value* serves = past_caches_.serves;
    // Behind a row that is no whole number of vectors the next one's are not aligned.
    if (hi == kb_.ValueOf(extent)) {
      serves = b.CreateAnd(serves, b.CreateICmpEQ(whole, hi));
    }
    return b.CreateSelect(serves, whole, lo);
  });
  non_temporal_ = past_caches_.refs;
  kb_.For(lo, end, lanes, lanes, [&](LaneIndex i) {
    i.stride = 1;
    body(i);
  });
  non_temporal_.clear();
  return end;
}

void StatementEmitter::EmitNestLoops(const LoopNest& nest, const ir::Size& steps,
                                     Value* begin, Value* end, int most_lanes) {
  Loops loops = OuterLoops(nest);
  const bool has_lanes = nest.lanes_outer && !loops.sizes.empty();
  ir::Size lane_extent = 1;
  int lane_count = 0;
  if (has_lanes) {
    lane_extent = loops.sizes.back();
    lane_count = loops.counts.back();
    loops.sizes.pop_back();
    loops.counts.pop_back();
  }
  kb_.set_lanes(
      has_lanes ? std::min(NestLanes(nest, UsualExtent(lane_extent)), most_lanes) : 1);

  const bool columns =
      has_lanes && kb_.lanes() > 1 && ReducesMajorDimension(program_, nest);
  const int vectors = has_lanes ? VectorsAtOnce(nest, UsualExtent(lane_extent)) : 1;
  const int level = kb_.depth();
  bool are_parts = false;
  const auto lanes_from = [&](const Index& index, Value* lo, Value* hi) {
    if (columns) return EmitMajorReduction(nest, index, lane_count, lo, hi, lane_extent);
    const auto block_of = [&](const std::vector<LaneIndex>& block) {
      std::vector<Index> outers;
      for (const LaneIndex& i : block) {
        outers.push_back(index);
        outers.back().push_back({lane_count, i});
      }
      EmitPasses(nest, outers);
    };
    if (are_parts) return LanePart(hi, level, [&](const LaneIndex& i) { block_of({i}); });
    if (past_caches_.serves != nullptr && kb_.lanes() > 1) {
      lo = LanesPastCaches(lo, hi, lane_extent, level,
                           [&](const LaneIndex& i) { block_of({i}); });
    }
    LaneBlocks(lo, hi, lane_extent, vectors, block_of);
  };

  const bool one_row =
      absl::c_all_of(loops.sizes, [](const ir::Size& s) { return s == 1; });
  if (one_row) {
    Index index;
    for (int count : loops.counts) index.push_back({count, kb_.Constant(0)});
    if (!has_lanes) return EmitPasses(nest, {index});
    const int64_t multiple = std::max(64, vectors * kb_.lanes());
    const auto [lo, hi] = GridRange(lane_extent, multiple, steps, begin, end);
    lanes_from(index, lo, hi);
    return;
  }
  // The grid runs over as many leading groups as it takes to have its steps, of a chain
  // equal ones: each writes its piece.
  size_t leading = 0;
  ir::Size units = 1;
  IndexGroup flat{0, {}};
  const bool in_pieces = WritesPiece(program_, nest);
  const auto has_steps = [&] {
    return in_pieces ? units.number() % steps.number() == 0
                     : ir::Typical(units) >= ir::Typical(steps);
  };
  while (leading < loops.sizes.size() && (leading == 0 || !has_steps())) {
    units = units * loops.sizes[leading];
    flat.count += loops.counts[leading++];
  }
  const bool inside = leading < loops.sizes.size();  // the last loop is in the grid's
  ir::Size in_step = inside ? loops.sizes.back() : units;
  if (!inside && units.is_number() && steps.is_number()) {
    in_step = std::gcd(units.number(), DivideUp(units.number(), steps.number()));
  }
  const auto rows_from = [&](Value* lo, Value* hi, int at_once) {
    const int64_t flat_step = inside ? 1 : at_once;
    if (has_lanes) {
      run_over_limit_ = RunOverLimit(nest, loops, lane_extent, leading, hi);
    }
    // Short rows begin wherever a grid step does.
    const int64_t divisor = short_rows_.most > 0 ? 1 : flat_step;
    kb_.For(lo, hi, flat_step, divisor, [&](const LaneIndex& i) {
      flat.index = i;
      NestedLoops(
          loops, leading, {flat},
          [&](const Index& index) {
            if (has_lanes) return lanes_from(index, kb_.I64(0), kb_.ValueOf(lane_extent));
            std::vector<Index> rows(at_once, index);
            for (int r = 1; r < at_once; ++r) {
              rows[r].back().index = RowBehind(index.back().index, r);
            }
            EmitPasses(nest, rows);
          },
          at_once);
    });
    run_over_limit_ = nullptr;
  };
  const int at_once = has_lanes ? 1 : RowsAtOnce(nest, in_step);
  // Of an open number of rows some at once, of which those behind the last repeat it.
  const bool open = !has_lanes && !inside && !units.is_number() && !program_.debug;
  const bool one_by_one = !has_lanes && !inside && at_once == 1;
  const ShortRows few = one_by_one ? ShortRowsOf(nest) : ShortRows();
  const bool long_ones = open && at_once == 1 && !few.all;
  const int some = long_ones ? LongRowsAtOnce(nest, kMostRowsAtOnce) : 1;
  const int multiple = inside ? 1 : std::max(some, at_once);
  auto [lo, hi] = GridRange(units, multiple, steps, begin, end);
  if (few.most > 0) {
    Value* const first = std::exchange(lo, ShortRowsEnd(nest, few, lo, hi));
    short_rows_ = few;
    rows_from(first, lo, kMostRowsAtOnce);
    short_rows_ = {.apart = true};
  }
  if (has_lanes && HasPartsOfVectors(nest, lane_extent)) {
    Value* const is_part =
        kb_.ir().CreateICmpSLT(kb_.ValueOf(lane_extent), kb_.I64(int64_t{kb_.lanes()}));
    Value* const first = std::exchange(lo, kb_.ir().CreateSelect(is_part, hi, lo));
    are_parts = true;
    rows_from(first, lo, 1);
    are_parts = false;
  }
  if (some > 1) rows_end_ = hi;
  rows_from(lo, hi, std::max(some, at_once));
  rows_end_ = nullptr;
  short_rows_ = {};
}

void StatementEmitter::EmitPasses(const LoopNest& nest,
                                  const std::vector<Index>& outers) {
  const int lanes = kb_.lanes();
  std::vector<Point> points;
  for (const Index& outer : outers) {
    const int number = nest.lanes_outer ? 0 : static_cast<int>(points.size());
    points.push_back({outer, number, RowsInScratch(nest, number), {}});
    if (rows_end_ == nullptr || number == 0) continue;
    points.back().is_there = kb_.ir().CreateICmpSGT(outer.back().index.base,
                                                    outers[number - 1].back().index.base);
  }
  for (const Pass& pass : nest.passes) {
    if (pass.inner.rank() == 0 && points.size() > 1 && pass.reduces.empty() &&
        nest.passes.size() == 1) {
      EmitPassPointsByTurns(nest, pass, absl::MakeSpan(points));
    } else if (pass.inner.rank() == 0) {
      for (Point& point : points) EmitPassPoint(nest, pass, &point);
    } else if (nest.lanes_outer) {
      EmitPassSequential(nest, pass, absl::MakeSpan(points));
    } else {
      EmitPassLanes(nest, pass, absl::MakeSpan(points));
    }
    kb_.set_lanes(lanes);
  }
  Bind(points[0]);
}

// The row `r` behind another one, or the last that there is.
LaneIndex StatementEmitter::RowBehind(const LaneIndex& row, int r) {
  LaneIndex behind = kb_.AddConstant(row, r);
  if (rows_end_ == nullptr) return behind;
  llvm::IRBuilder<>& b = kb_.ir();
  Value* const last = b.CreateSub(rows_end_, kb_.I64(1));
  return kb_.FromValue(b.CreateBinaryIntrinsic(llvm::Intrinsic::smin, behind.base, last),
                       kb_.depth());
}

StatementEmitter::Rows StatementEmitter::RowsInScratch(const LoopNest& nest, int number) {
  Rows rows;
  ir::Size offset = 0;
  for (RefId ref : RowRefs(program_, nest)) {
    const ir::Size bytes = Aligned(PieceBytes(program_.refs[ref]));
    rows.push_back({ref, number == 0 ? eval_.pointer(ref) : kb_.At(0, [&] {
                      return kb_.ir().CreateGEP(
                          kb_.ir().getInt8Ty(), scratch_,
                          kb_.ValueOf(offset + bytes * (number - 1)));
                    })});
    offset = offset + bytes * (kMostRowsAtOnce - 1);
  }
  return rows;
}

void StatementEmitter::EmitPassPoint(const LoopNest& nest, const Pass& pass,
                                     Point* point) {
  Bind(*point);
  const Index& outer = point->index;
  for (const tile::Reduce& reduce : pass.reduces) {
    const Accumulator accumulator(eval_, program_, reduce,
                                  Accumulator::Wanted::kAtEachStep);
    FinishReduce(reduce, accumulator.Values(accumulator.Step(accumulator.Start(), outer)),
                 point);
  }
  // All is read before anything is written: outputs may lie over inputs.
  std::vector<std::vector<Lanes>> values;
  for (const tile::Store& store : pass.stores) values.push_back(ValuesAt(store, outer));
  const auto store = [&] {
    for (size_t i = 0; i < values.size(); ++i) {
      EmitStore(pass.stores[i], nest.outer, outer, 0, values[i]);
    }
  };
  if (point->is_there == nullptr) return store();
  kb_.If(point->is_there, store);
}

}  // namespace tilewright::codegen
