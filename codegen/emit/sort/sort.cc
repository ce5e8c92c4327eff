// Sorts: one row at a time in scratch, rows spread over the grid.
#include <algorithm>

#include "codegen/analysis/dims.h"
#include "codegen/emit/sort/row_sorter.h"
#include "codegen/emit/statement_emitter.h"

namespace tilewright::codegen {

using llvm::Value;
using Values = KernelBuilder::Values;

namespace {

constexpr int64_t kMovesPerElement = 1024;

}  // namespace

RowSorter::RowSorter(Evaluator& evaluator, const tile::Sort& sort, Value* scratch)
    : eval_(evaluator),
      kb_(evaluator.kb()),
      sort_(sort),
      n_(RowLength(sort, evaluator.program())),
      keep_(KeptLength(sort, evaluator.program())),
      key_(KeyToSortBy(sort, evaluator.program())) {
  int64_t offset = 0;
  const auto take = [&](int64_t bytes) {
    Value* const pointer =
        kb_.ir().CreateGEP(kb_.ir().getInt8Ty(), scratch, kb_.I64(offset));
    offset += bytes;
    return pointer;
  };
  for (tile::RefId ref : sort.outputs) {
    types_.push_back(evaluator.program().refs[ref].type.element);
    row_.push_back(take(RowBytes(keep_, types_.back())));
    if (key_.has_value() || (sort.stable && !selects()))
      spare_.push_back(take(RowBytes(n_, types_.back())));
  }
  if (key_.has_value()) {
    counts_ = take(RadixCountBytes(*key_));
  } else if (!sort.stable) {
    ranges_ = take(IntrosortStackBytes(n_));
  }
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

void RowSorter::Swap(Value* x, Value* y) {
  const Tuple at_x = Load(x);
  const Tuple at_y = Load(y);
  Store(x, at_y);
  Store(y, at_x);
}

void RowSorter::InsertionSort(Value* first, Value* last, int64_t guarded) {
  llvm::IRBuilder<>& b = kb_.ir();
  const auto max = [&](Value* x, Value* y) { return b.CreateSelect(IsLess(x, y), y, x); };
  // Moves that are left: short runs and partitioned ranges need no more than 16
  // an element; without a bound a comparator such as "always" takes n^2 of them.
  const Values budget = {kb_.I64(kMovesPerElement * n_)};
  kb_.Loop(Add(first, 1), last, 1, budget, 1,
           [&](const LaneIndex& i, const Values& left) {
             const Tuple value = Load(i.base);
             Value* const near = IsLess(Sub(i.base, first), kb_.I64(guarded));
             Value* const in_front = b.CreateAnd(near, Less(value, Load(first)));
             Value* const stop = max(first, Sub(i.base, left[0]));
             const Values place = kb_.While(
                 {i.base},
                 [&](const Values& at) {
                   Value* const before = max(Add(at[0], -1), first);
                   return b.CreateAnd(IsLess(stop, at[0]),
                                      b.CreateOr(in_front, Less(value, Load(before))));
                 },
                 [&](const Values& at) {
                   Value* const before = Add(at[0], -1);
                   Copy(before, at[0]);
                   return Values{before};
                 });
             Store(place[0], value);
             return Values{Sub(left[0], Sub(i.base, place[0]))};
           });
}

void RowSorter::Sort() {
  if (n_ < 2) return;
  if (key_.has_value()) {
    RadixSort();
  } else if (sort_.stable) {
    MergeSort();
  } else {
    Introsort();
  }
}

void StatementEmitter::EmitSort(const tile::Sort& sort, const ir::Size& steps,
                                Value* begin, Value* end) {
  const ir::Dims& kept = program_.refs[sort.outputs[0]].type.dims();
  const int dim = static_cast<int>(sort.dimension);
  const int64_t n = RowLength(sort, program_);
  ir::Dims dims = kept;
  dims[dim] = n;
  const int64_t after_total = Product(dims, dim + 1, static_cast<int>(dims.size()));
  const int64_t rows = Product(dims, 0, dim) * after_total;
  const int lanes = LanesFor(kb_.options(), WidestBits(sort.inputs), n);
  kb_.set_lanes(1);
  const RowSorter scratch(eval_, sort, scratch_);
  const auto [row_begin, row_end] = GridRange(rows, 1, steps, begin, end);
  kb_.For(row_begin, row_end, 1, 1, [&](const LaneIndex& row) {
    RowSorter sorter = scratch;
    const LaneIndex before = kb_.Divide(row, after_total, rows);
    const LaneIndex after = kb_.Remainder(row, after_total, rows);
    const auto read = [&](const LaneIndex& i) {
      RowSorter::Tuple tuple;
      for (tile::ExprId input : sort.inputs) {
        tuple.push_back(
            eval_.EvaluateLanes(input, RowIndex(dims, dim, before, i, after)));
      }
      return tuple;
    };
    if (sorter.selects()) {
      sorter.SelectTopK(lanes, read);
    } else {
      kb_.For(kb_.I64(0), kb_.I64(n), 1, 1,
              [&](const LaneIndex& i) { sorter.Put(i, read(i)); });
      sorter.Sort();
    }
    kb_.For(kb_.I64(0), kb_.I64(kept[dim]), 1, 1, [&](const LaneIndex& i) {
      const LaneIndex at = Linearize(kb_, RowIndex(kept, dim, before, i, after), kept);
      const RowSorter::Tuple tuple = sorter.Get(i);
      for (size_t o = 0; o < tuple.size(); ++o) {
        eval_.StoreLanes(eval_.pointer(sort.outputs[o]), tuple[o], at);
      }
    });
  });
}

}  // namespace tilewright::codegen
