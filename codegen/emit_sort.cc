// Sorts: one row at a time in scratch, rows spread over the grid.
#include <algorithm>

#include "codegen/introsort.h"
#include "codegen/row_sorter.h"
#include "codegen/statement_emitter.h"
#include "support/abi.h"

namespace tilewright::codegen {

using llvm::Value;

namespace {

int64_t RowLength(const tile::Sort& sort, const tile::Program& program) {
  return program.refs[sort.outputs[0]].type.dims[sort.dimension];
}

int64_t RowBytes(int64_t n, ir::ElementType type) {
  const int64_t bytes = n * ir::StorageBytes(type);
  return (bytes + TW_BUFFER_ALIGNMENT - 1) / TW_BUFFER_ALIGNMENT * TW_BUFFER_ALIGNMENT;
}

}  // namespace

int64_t RowSorter::ScratchBytes(const tile::Sort& sort, const tile::Program& program) {
  const int64_t n = RowLength(sort, program);
  int64_t bytes = sort.stable ? 0 : IntrosortStackBytes(n);
  for (tile::RefId ref : sort.outputs) {
    bytes += (sort.stable ? 2 : 1) * RowBytes(n, program.refs[ref].type.element);
  }
  return bytes;
}

RowSorter::RowSorter(Evaluator& evaluator, const tile::Sort& sort, Value* scratch)
    : eval_(evaluator),
      kb_(evaluator.kb()),
      sort_(sort),
      n_(RowLength(sort, evaluator.program())) {
  int64_t offset = 0;
  const auto take = [&](int64_t bytes) {
    Value* const pointer =
        kb_.ir().CreateGEP(kb_.ir().getInt8Ty(), scratch, kb_.I64(offset));
    offset += bytes;
    return pointer;
  };
  for (tile::RefId ref : sort.outputs) {
    types_.push_back(evaluator.program().refs[ref].type.element);
    row_.push_back(take(RowBytes(n_, types_.back())));
    if (sort.stable) spare_.push_back(take(RowBytes(n_, types_.back())));
  }
  if (!sort.stable) ranges_ = take(IntrosortStackBytes(n_));
}

RowSorter::Tuple RowSorter::LoadTuple(const Row& row, const LaneIndex& at) {
  Tuple tuple;
  for (size_t o = 0; o < types_.size(); ++o) {
    tuple.push_back(eval_.LoadLanes(row[o], types_[o], at));
  }
  return tuple;
}

void RowSorter::StoreTuple(const Row& row, const LaneIndex& at, const Tuple& tuple) {
  for (size_t o = 0; o < types_.size(); ++o) eval_.StoreLanes(row[o], tuple[o], at);
}

Value* RowSorter::Less(const Tuple& x, const Tuple& y) {
  std::vector<Lanes> arguments;
  for (size_t o = 0; o < types_.size(); ++o) {
    arguments.push_back(x[o]);
    arguments.push_back(y[o]);
  }
  return eval_.Apply(sort_.region, arguments)[0].re;
}

void RowSorter::Sort() {
  if (n_ < 2) return;
  if (sort_.stable) {
    MergeSort();
    return;
  }
  if (n_ > kIntrosortThreshold) PartitionAll();
  InsertionSort();
}

void RowSorter::MergeSort() {
  llvm::IRBuilder<>& b = kb_.ir();
  Value* const n = kb_.I64(n_);
  std::vector<Value*> carried = {kb_.I64(1)};
  carried.insert(carried.end(), row_.begin(), row_.end());
  carried.insert(carried.end(), spare_.begin(), spare_.end());
  const size_t count = types_.size();
  // Merges go from one row to the other, runs of `width` elements in pairs.
  const std::vector<Value*> last = kb_.While(
      carried, [&](const std::vector<Value*>& now) { return IsLess(now[0], n); },
      [&](const std::vector<Value*>& now) {
        const Row from(now.begin() + 1, now.begin() + 1 + count);
        const Row to(now.begin() + 1 + count, now.end());
        Value* const twice = b.CreateShl(now[0], kb_.I64(1));
        kb_.While(
            {kb_.I64(0)}, [&](const std::vector<Value*>& lo) { return IsLess(lo[0], n); },
            [&](const std::vector<Value*>& lo) {
              Merge(from, to, lo[0], Min(Add(lo[0], now[0]), n),
                    Min(Add(lo[0], twice), n));
              return std::vector<Value*>{Add(lo[0], twice)};
            });
        std::vector<Value*> next = {twice};
        next.insert(next.end(), to.begin(), to.end());
        next.insert(next.end(), from.begin(), from.end());
        return next;
      });
  row_.assign(last.begin() + 1, last.begin() + 1 + count);
}

void RowSorter::Merge(const Row& from, const Row& to, Value* lo, Value* mid, Value* hi) {
  llvm::IRBuilder<>& b = kb_.ir();
  Value* const end = kb_.I64(n_ - 1);
  // The right one is taken only where it is less than the left one, which keeps
  // the sort stable.
  kb_.Loop(lo, hi, 1, {lo, mid}, 1,
           [&](const LaneIndex& k, const std::vector<Value*>& at) {
             const Tuple left = LoadTuple(from, At(Min(at[0], end)));
             const Tuple right = LoadTuple(from, At(Min(at[1], end)));
             Lanes take_right{ir::ElementType::kI1};
             take_right.re =
                 b.CreateOr(b.CreateNot(IsLess(at[0], mid)),
                            b.CreateAnd(IsLess(at[1], hi), Less(right, left)));
             Tuple taken;
             for (size_t o = 0; o < types_.size(); ++o) {
               taken.push_back(eval_.ScalarLanes(
                   {ir::OpKind::kSelect}, {take_right, right[o], left[o]}, types_[o]));
             }
             StoreTuple(to, k, taken);
             Value* const step = b.CreateZExt(take_right.re, b.getInt64Ty());
             return std::vector<Value*>{Add(at[0], Sub(kb_.I64(1), step)),
                                        Add(at[1], step)};
           });
}

void StatementEmitter::EmitSort(const tile::Sort& sort, int64_t steps, Value* begin,
                                Value* end) {
  const ir::Dims& dims = program_.refs[sort.outputs[0]].type.dims;
  const int dim = static_cast<int>(sort.dimension);
  const int64_t n = dims[dim];
  const int64_t after_total = Product(dims, dim + 1, static_cast<int>(dims.size()));
  const int64_t rows = Product(dims, 0, dim) * after_total;
  kb_.set_lanes(1);
  const RowSorter scratch(eval_, sort, scratch_);
  const auto [row_begin, row_end] = GridRange(rows, 1, steps, begin, end);
  kb_.For(row_begin, row_end, 1, 1, [&](const LaneIndex& row) {
    RowSorter sorter = scratch;
    const LaneIndex before = kb_.Divide(row, after_total, rows);
    const LaneIndex after = kb_.Remainder(row, after_total, rows);
    kb_.For(kb_.I64(0), kb_.I64(n), 1, 1, [&](const LaneIndex& i) {
      RowSorter::Tuple tuple;
      for (tile::ExprId input : sort.inputs) {
        tuple.push_back(
            eval_.Evaluate(input, RowIndex(dims, dim, before, i, after)).value);
      }
      sorter.Put(i, tuple);
    });
    sorter.Sort();
    kb_.For(kb_.I64(0), kb_.I64(n), 1, 1, [&](const LaneIndex& i) {
      const LaneIndex at = Linearize(kb_, RowIndex(dims, dim, before, i, after), dims);
      const RowSorter::Tuple tuple = sorter.Get(i);
      for (size_t o = 0; o < tuple.size(); ++o) {
        eval_.StoreLanes(eval_.pointer(sort.outputs[o]), tuple[o], at);
      }
    });
  });
}

}  // namespace tilewright::codegen
