// Stable merge sort of a row: both halves by themselves, from short runs that an
// insertion sort makes up; then the halves, from the end if the first is longer.
//
// For a strict weak order only the result counts. The shape is fixed all the same
// for the sake of comparators that are none: what they lead to depends on which
// pairs are compared.
#include "codegen/emit/sort/row_sorter.h"

namespace tilewright::codegen {

using llvm::Value;
using Values = KernelBuilder::Values;

namespace {

constexpr int64_t kRun = 7;

}  // namespace

void RowSorter::MergeSort() {
  llvm::IRBuilder<>& b = kb_.ir();
  const size_t count = types_.size();
  Value* const middle = kb_.I64(this->middle());
  kb_.For(kb_.I64(0), kb_.I64(n_), this->middle(), 1, [&](const LaneIndex& half) {
    Value* const end = Min(Add(half.base, middle), kb_.I64(n_));
    kb_.For(half.base, end, kRun, 1, [&](const LaneIndex& first) {
      InsertionSort(first.base, Min(Add(first.base, kRun), end), kRun);
    });
  });

  // Merges go from one row to the other.
  Values carried = {kb_.I64(kRun)};
  carried.insert(carried.end(), row_.begin(), row_.end());
  carried.insert(carried.end(), spare_.begin(), spare_.end());
  const auto rows = [&](const Values& now) {
    return std::make_pair(Row(now.begin() + 1, now.begin() + 1 + count),
                          Row(now.begin() + 1 + count, now.end()));
  };
  const Values merged = kb_.While(
      carried, [&](const Values& now) { return IsLess(now[0], middle); },
      [&](const Values& now) {
        const auto [from, to] = rows(now);
        MergeRuns(from, to, now[0]);
        Values next = {b.CreateShl(now[0], kb_.I64(1))};
        next.insert(next.end(), to.begin(), to.end());
        next.insert(next.end(), from.begin(), from.end());
        return next;
      });
  const auto [from, to] = rows(merged);
  if (n_ % 2 == 0) {
    Merge(from, to, kb_.I64(0), middle, kb_.I64(n_));
  } else {
    MergeHalvesBackward(from, to);
  }
  row_ = to;
}

void RowSorter::MergeRuns(const Row& from, const Row& to, Value* width) {
  Value* const twice = Add(width, width);
  kb_.For(kb_.I64(0), kb_.I64(n_), middle(), 1, [&](const LaneIndex& half) {
    Value* const end = Min(Add(half.base, middle()), kb_.I64(n_));
    kb_.While(
        {half.base}, [&](const Values& lo) { return IsLess(lo[0], end); },
        [&](const Values& lo) {
          Merge(from, to, lo[0], Min(Add(lo[0], width), end),
                Min(Add(lo[0], twice), end));
          return Values{Add(lo[0], twice)};
        });
  });
}

void RowSorter::StoreChosen(const Row& to, const LaneIndex& at, Value* right_taken,
                            const Tuple& right, const Tuple& left) {
  Lanes chooser{ir::ElementType::kI1};
  chooser.re = right_taken;
  Tuple chosen;
  for (size_t o = 0; o < types_.size(); ++o) {
    chosen.push_back(eval_.ScalarLanes({ir::OpKind::kSelect},
                                       {chooser, right[o], left[o]}, types_[o]));
  }
  StoreTuple(to, at, chosen);
}

void RowSorter::Merge(const Row& from, const Row& to, Value* lo, Value* mid, Value* hi) {
  llvm::IRBuilder<>& b = kb_.ir();
  Value* const end = kb_.I64(n_ - 1);
  kb_.Loop(lo, hi, 1, {lo, mid}, 1, [&](const LaneIndex& k, const Values& at) {
    const Tuple left = LoadTuple(from, At(Min(at[0], end)));
    const Tuple right = LoadTuple(from, At(Min(at[1], end)));
    // The left one goes first unless the right one is less than it.
    Value* const right_taken =
        b.CreateOr(b.CreateNot(IsLess(at[0], mid)),
                   b.CreateAnd(IsLess(at[1], hi), Less(right, left)));
    StoreChosen(to, k, right_taken, right, left);
    Value* const step = b.CreateZExt(right_taken, b.getInt64Ty());
    return Values{Add(at[0], Sub(kb_.I64(1), step)), Add(at[1], step)};
  });
}

void RowSorter::MergeHalvesBackward(const Row& from, const Row& to) {
  llvm::IRBuilder<>& b = kb_.ir();
  Value* const zero = kb_.I64(0);
  const auto clamped = [&](Value* at) {
    return At(b.CreateSelect(IsLess(at, zero), zero, at));
  };
  kb_.Loop(zero, kb_.I64(n_), 1, {kb_.I64(middle() - 1), kb_.I64(n_ - 1)}, 1,
           [&](const LaneIndex& k, const Values& at) {
             const Tuple left = LoadTuple(from, clamped(at[0]));
             const Tuple right = LoadTuple(from, clamped(at[1]));
             // The right one goes last unless it is less than the left one.
             Value* const right_left = b.CreateNot(IsLess(at[1], kb_.I64(middle())));
             Value* const left_taken =
                 b.CreateAnd(b.CreateNot(IsLess(at[0], zero)),
                             b.CreateOr(b.CreateNot(right_left), Less(right, left)));
             Value* const right_taken = b.CreateNot(left_taken);
             StoreChosen(to, At(Sub(kb_.I64(n_ - 1), k.base)), right_taken, right, left);
             Value* const step = b.CreateZExt(right_taken, b.getInt64Ty());
             return Values{Add(at[0], Add(step, -1)), Sub(at[1], step)};
           });
}

}  // namespace tilewright::codegen
