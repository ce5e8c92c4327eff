// Introsort of a row: quicksort with the median of three as the pivot, which
// leaves short ranges unsorted, and ranges at too great a depth to heapsort; one
// insertion sort at the end.
//
// Where the comparator is a strict weak order, every comparison and every move
// is the classic one's, so equal elements end up where it puts them. The classic
// one also relies on that order to stop its scans; here they stop at the ends of
// the row as well, and a budget of scanned elements, which no consistent
// comparator can use up, bounds the time.
#include "codegen/emit/sort/row_sorter.h"

namespace tilewright::codegen {

using llvm::Value;
using Values = KernelBuilder::Values;

void RowSorter::Introsort() {
  if (n_ > kIntrosortThreshold) PartitionAll();
  InsertionSort(kb_.I64(0), kb_.I64(n_), kIntrosortThreshold);
}

void RowSorter::PartitionAll() {
  llvm::IRBuilder<>& b = kb_.ir();
  Value* const zero = kb_.I64(0);
  Value* const threshold = kb_.I64(kIntrosortThreshold);
  const int depth_limit = IntrosortDepth(n_);
  const auto word = [&](Value* range, int64_t number) {
    Value* const at = Add(b.CreateMul(range, kb_.I64(kIntrosortWordsPerRange)), number);
    return b.CreateGEP(b.getInt64Ty(), ranges_, at);
  };
  const auto push = [&](Value* top, Value* first, Value* last, Value* depth) {
    b.CreateStore(first, word(top, 0));
    b.CreateStore(last, word(top, 1));
    b.CreateStore(depth, word(top, 2));
  };
  // Twice what ranges that do not overlap can scan at all depths together.
  Value* const budget = kb_.I64(4 * n_ * (depth_limit + 1));
  const auto within = [&](Value* budget_left, Value* depth) {
    return b.CreateSelect(IsLess(zero, budget_left), depth, zero);
  };
  push(zero, zero, kb_.I64(n_), kb_.I64(depth_limit));
  kb_.While(
      {kb_.I64(1), budget}, [&](const Values& now) { return IsLess(zero, now[0]); },
      [&](const Values& now) {
        Value* const top = Add(now[0], -1);
        const auto pop = [&](int64_t number) {
          return b.CreateLoad(b.getInt64Ty(), word(top, number));
        };
        Value* const end = pop(1);
        // The right part is partitioned first; the left one waits.
        const Values done = kb_.While(
            {pop(0), within(now[1], pop(2)), top, now[1]},
            [&](const Values& range) {
              return b.CreateAnd(IsLess(threshold, Sub(end, range[0])),
                                 IsLess(zero, range[1]));
            },
            [&](const Values& range) {
              Value* spent = nullptr;
              Value* const cut = Partition(range[0], end, &spent);
              Value* const left = Sub(range[3], spent);
              Value* const depth = within(left, Add(range[1], -1));
              push(range[2], range[0], cut, depth);
              return Values{cut, depth, Add(range[2], 1), left};
            });
        kb_.If(IsLess(threshold, Sub(end, done[0])), [&] { HeapSort(done[0], end); });
        return Values{done[2], done[3]};
      });
}

Value* RowSorter::MedianOfThree(Value* first, Value* last) {
  llvm::IRBuilder<>& b = kb_.ir();
  Value* const x = Add(first, 1);
  Value* const y = Add(first, b.CreateLShr(Sub(last, first), kb_.I64(1)));
  Value* const z = Add(last, -1);
  const Tuple at_x = Load(x), at_y = Load(y), at_z = Load(z);
  Value* const x_y = Less(at_x, at_y);
  Value* const y_z = Less(at_y, at_z);
  Value* const x_z = Less(at_x, at_z);
  Value* const ascending = b.CreateSelect(y_z, y, b.CreateSelect(x_z, z, x));
  Value* const descending = b.CreateSelect(x_z, x, b.CreateSelect(y_z, z, y));
  return b.CreateSelect(x_y, ascending, descending);
}

Value* RowSorter::Partition(Value* first, Value* last, Value** spent) {
  llvm::IRBuilder<>& b = kb_.ir();
  Swap(first, MedianOfThree(first, last));
  // Nothing is written to `first` again, so the pivot is loaded once.
  const Tuple pivot = Load(first);
  Value* const n = kb_.I64(n_);
  // low, high, and whether they have not met.
  const Values met = kb_.While(
      {Add(first, 1), last, b.getTrue()}, [&](const Values& now) { return now[2]; },
      [&](const Values& now) {
        const Values low = kb_.While(
            {now[0]},
            [&](const Values& at) {
              const Tuple element = Load(Min(at[0], kb_.I64(n_ - 1)));
              return b.CreateAnd(IsLess(at[0], n), Less(element, pivot));
            },
            [&](const Values& at) { return Values{Add(at[0], 1)}; });
        // At or below `low` it does not matter where this scan stops.
        const Values high = kb_.While(
            {Add(now[1], -1)},
            [&](const Values& at) {
              return b.CreateAnd(IsLess(low[0], at[0]), Less(pivot, Load(at[0])));
            },
            [&](const Values& at) { return Values{Add(at[0], -1)}; });
        Value* const apart = IsLess(low[0], high[0]);
        kb_.If(apart, [&] { Swap(low[0], high[0]); });
        return Values{Add(low[0], b.CreateZExt(apart, b.getInt64Ty())), high[0], apart};
      });
  *spent = Add(Sub(met[0], first), Sub(last, met[1]));
  return met[0];
}

void RowSorter::HeapSort(Value* first, Value* last) {
  llvm::IRBuilder<>& b = kb_.ir();
  Value* const size = Sub(last, first);
  Value* const parents = b.CreateLShr(size, kb_.I64(1));
  // First every parent, from the last one up, is sifted down from its place;
  // then the largest element goes behind the heap, and what was there is sifted
  // down from the top.
  kb_.For(kb_.I64(0), Add(parents, Add(size, -1)), 1, 1, [&](const LaneIndex& step) {
    Value* const building = IsLess(step.base, parents);
    Value* const hole =
        b.CreateSelect(building, Sub(Add(parents, -1), step.base), kb_.I64(0));
    Value* const heap =
        b.CreateSelect(building, size, Sub(Add(size, -1), Sub(step.base, parents)));
    Value* const from = Add(first, b.CreateSelect(building, hole, heap));
    const Tuple value = Load(from);
    Copy(Add(first, hole), from);
    Sift(first, hole, heap, value);
  });
}

void RowSorter::Sift(Value* first, Value* hole, Value* size, const Tuple& value) {
  llvm::IRBuilder<>& b = kb_.ir();
  const auto left_child = [&](Value* at) { return Add(b.CreateShl(at, kb_.I64(1)), 1); };
  // The hole goes down to the bottom, along the larger children ...
  const Values bottom = kb_.While(
      {hole}, [&](const Values& at) { return IsLess(left_child(at[0]), size); },
      [&](const Values& at) {
        Value* const left = left_child(at[0]);
        Value* const right = Min(Add(left, 1), Add(size, -1));
        Value* const left_is_larger =
            Less(Load(Add(first, right)), Load(Add(first, left)));
        Value* const child = b.CreateSelect(left_is_larger, left, right);
        Copy(Add(first, child), Add(first, at[0]));
        return Values{child};
      });
  // ... and up again to where the value belongs.
  const auto parent = [&](Value* at) {
    Value* const before = Add(at, -1);
    return b.CreateSelect(IsLess(before, kb_.I64(0)), kb_.I64(0),
                          b.CreateLShr(before, kb_.I64(1)));
  };
  const Values place = kb_.While(
      bottom,
      [&](const Values& at) {
        return b.CreateAnd(IsLess(hole, at[0]),
                           Less(Load(Add(first, parent(at[0]))), value));
      },
      [&](const Values& at) {
        Copy(Add(first, parent(at[0])), Add(first, at[0]));
        return Values{parent(at[0])};
      });
  Store(Add(first, place[0]), value);
}

}  // namespace tilewright::codegen
