// Scans and sorts: one row at a time, rows spread over the grid.
#include <algorithm>

#include "codegen/statement_emitter.h"
#include "support/abi.h"

namespace tilewright::codegen {

using llvm::Value;

namespace {

// The index of (row, position): the dimensions before and after `dim` flat.
Index RowIndex(const ir::Dims& dims, int dim, const LaneIndex& before, const LaneIndex& at,
               const LaneIndex& after) {
  Index index;
  if (dim > 0) index.push_back({dim, before});
  index.push_back({1, at});
  const int behind = static_cast<int>(dims.size()) - dim - 1;
  if (behind > 0) index.push_back({behind, after});
  return index;
}

}  // namespace

void StatementEmitter::EmitScan(const tile::Scan& scan, int64_t steps, Value* begin,
                                Value* end) {
  const ir::Dims& dims = program_.refs[scan.outputs[0]].type.dims;
  const int dim = static_cast<int>(scan.dimension);
  const int64_t n = dims[dim];
  const int64_t before_total = Product(dims, 0, dim);
  const int64_t after_total = Product(dims, dim + 1, static_cast<int>(dims.size()));
  kb_.set_lanes(LanesFor(kb_.options(), WidestBits(scan.reduce.inputs), after_total));

  const auto row = [&](const LaneIndex& before, const LaneIndex& after) {
    std::vector<Lanes> inits = ReduceInits(scan.reduce);
    std::vector<Value*> state;
    for (Lanes& init : inits) {
      init = eval_.Spread(init);
      init.bits = nullptr;
      AppendValues(init, &state);
    }
    kb_.Loop(kb_.I64(0), kb_.I64(n), 1, state, 1,
             [&](const LaneIndex& i, const std::vector<Value*>& carried) {
               std::vector<Lanes> now;
               size_t at = 0;
               for (const Lanes& init : inits) now.push_back(TakeValues(init, carried, &at));
               const LaneIndex position =
                   scan.reverse ? kb_.AddConstant(kb_.Multiply(i, -1), n - 1) : i;
               const Index index = RowIndex(dims, dim, before, position, after);
               now = SequentialStep(scan.reduce, now, index);
               std::vector<Value*> next;
               for (size_t o = 0; o < now.size(); ++o) {
                 now[o] = eval_.Spread(now[o]);
                 const ir::ElementType type = program_.refs[scan.outputs[o]].type.element;
                 Lanes out = now[o];
                 if (out.type != type) {
                   out = eval_.ScalarLanes({ir::OpKind::kConvert}, {out}, type);
                 }
                 eval_.StoreLanes(eval_.pointer(scan.outputs[o]), out,
                                  Linearize(kb_, index, dims));
                 AppendValues(now[o], &next);
               }
               return next;
             });
  };
  const auto columns = [&](const LaneIndex& before, Value* lo, Value* hi) {
    LaneLoop(lo, hi, after_total, [&](const LaneIndex& after) { row(before, after); });
  };
  if (before_total == 1) {
    const auto [lo, hi] = GridRange(after_total, 64, steps, begin, end);
    columns(kb_.Constant(0), lo, hi);
    return;
  }
  const auto [lo, hi] = GridRange(before_total, 1, steps, begin, end);
  kb_.For(lo, hi, 1, 1, [&](const LaneIndex& before) {
    columns(before, kb_.I64(0), kb_.I64(after_total));
  });
}

void StatementEmitter::EmitSort(const tile::Sort& sort, int64_t steps, Value* begin,
                                Value* end) {
  llvm::IRBuilder<>& b = kb_.ir();
  const ir::Dims& dims = program_.refs[sort.outputs[0]].type.dims;
  const int dim = static_cast<int>(sort.dimension);
  const int64_t n = dims[dim];
  const int64_t after_total = Product(dims, dim + 1, static_cast<int>(dims.size()));
  const int64_t rows = Product(dims, 0, dim) * after_total;
  const size_t count = sort.inputs.size();
  kb_.set_lanes(1);

  // Two buffers an operand; merges go from one to the other.
  std::vector<Value*> first, second;
  std::vector<ir::ElementType> types;
  int64_t offset = 0;
  for (size_t o = 0; o < count; ++o) {
    types.push_back(program_.refs[sort.outputs[o]].type.element);
    int64_t bytes = n * ir::StorageBytes(types[o]);
    bytes = (bytes + TW_BUFFER_ALIGNMENT - 1) / TW_BUFFER_ALIGNMENT * TW_BUFFER_ALIGNMENT;
    first.push_back(b.CreateGEP(b.getInt8Ty(), scratch_, kb_.I64(offset)));
    second.push_back(b.CreateGEP(b.getInt8Ty(), scratch_, kb_.I64(offset + bytes)));
    offset += 2 * bytes;
  }
  const auto min = [&](Value* x, Value* y) {
    return b.CreateSelect(b.CreateICmpSLT(x, y), x, y);
  };
  // One merge of from[lo, mid) and from[mid, hi) to to[lo, hi): the right one is
  // taken only where it is less than the left one, which keeps the sort stable.
  const auto merge = [&](const std::vector<Value*>& from, const std::vector<Value*>& to,
                         Value* lo, Value* mid, Value* hi) {
    kb_.Loop(lo, hi, 1, {lo, mid}, 1,
             [&](const LaneIndex& k, const std::vector<Value*>& at) {
               const LaneIndex left = kb_.FromValue(min(at[0], kb_.I64(n - 1)), kb_.depth());
               const LaneIndex right = kb_.FromValue(min(at[1], kb_.I64(n - 1)), kb_.depth());
               std::vector<Lanes> arguments, lefts, rights;
               for (size_t o = 0; o < count; ++o) {
                 lefts.push_back(eval_.LoadLanes(from[o], types[o], left));
                 rights.push_back(eval_.LoadLanes(from[o], types[o], right));
                 arguments.push_back(rights[o]);
                 arguments.push_back(lefts[o]);
               }
               Value* const less = eval_.Apply(sort.region, arguments)[0].re;
               Value* const take_right =
                   b.CreateOr(b.CreateICmpSGE(at[0], mid),
                              b.CreateAnd(b.CreateICmpSLT(at[1], hi), less));
               Lanes chooser{ir::ElementType::kI1};
               chooser.re = take_right;
               for (size_t o = 0; o < count; ++o) {
                 eval_.StoreLanes(to[o],
                                  eval_.ScalarLanes({ir::OpKind::kSelect},
                                                    {chooser, rights[o], lefts[o]}, types[o]),
                                  k);
               }
               Value* const step = b.CreateZExt(take_right, b.getInt64Ty());
               return std::vector<Value*>{
                   b.CreateAdd(at[0], b.CreateSub(kb_.I64(1), step)),
                   b.CreateAdd(at[1], step)};
             });
  };
  const auto [row_begin, row_end] = GridRange(rows, 1, steps, begin, end);
  kb_.For(row_begin, row_end, 1, 1, [&](const LaneIndex& row) {
    const LaneIndex before = kb_.Divide(row, after_total, rows);
    const LaneIndex after = kb_.Remainder(row, after_total, rows);
    kb_.For(kb_.I64(0), kb_.I64(n), 1, 1, [&](const LaneIndex& i) {
      for (size_t o = 0; o < count; ++o) {
        eval_.StoreLanes(first[o],
                         eval_.Evaluate(sort.inputs[o], RowIndex(dims, dim, before, i, after))
                             .value,
                         i);
      }
    });
    std::vector<Value*> from = first, to = second;
    for (int64_t width = 1; width < n; width *= 2) {
      kb_.For(kb_.I64(0), kb_.I64(n), 2 * width, 1, [&](const LaneIndex& lo) {
        Value* const mid = min(b.CreateAdd(lo.base, kb_.I64(width)), kb_.I64(n));
        Value* const hi = min(b.CreateAdd(lo.base, kb_.I64(2 * width)), kb_.I64(n));
        merge(from, to, lo.base, mid, hi);
      });
      std::swap(from, to);
    }
    kb_.For(kb_.I64(0), kb_.I64(n), 1, 1, [&](const LaneIndex& i) {
      const LaneIndex at = Linearize(kb_, RowIndex(dims, dim, before, i, after), dims);
      for (size_t o = 0; o < count; ++o) {
        eval_.StoreLanes(eval_.pointer(sort.outputs[o]),
                         eval_.LoadLanes(from[o], types[o], i), at);
      }
    });
  });
}

}  // namespace tilewright::codegen
