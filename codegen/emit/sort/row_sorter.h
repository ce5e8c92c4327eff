// Emits the sort of one row, in scratch, with a comparator.
//
// The order in which equal elements end up is part of the result: a stable sort
// keeps them as they came, an unstable one leaves them as introsort does. Both
// compare the same pairs as XLA's CPU back end, so that a comparator that is no
// strict weak order (`<` where there are NaNs) has the same result as well. No
// comparator, however inconsistent, makes either read or write outside the row,
// or run forever. Where a comparator compares keys (codegen/analysis/sort_plan.h),
// elements are never compared with each other: one order is right.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "codegen/analysis/sort_plan.h"
#include "codegen/eval/evaluator.h"
#include "tile/program.h"

namespace tilewright::codegen {

class RowSorter {
 public:
  // One element of every operand.
  using Tuple = std::vector<Lanes>;

  // `scratch`: pointer to as many bytes as SortScratchBytes says. All lane counts are
  // one, but in Read.
  RowSorter(Evaluator& evaluator, const tile::Sort& sort, llvm::Value* scratch);

  // Writes position `at` of the row that is to be sorted.
  void Put(const LaneIndex& at, const Tuple& tuple) { StoreTuple(row_, at, tuple); }
  void Sort();
  // Whether only the first elements of the sorted row are wanted (top-k). They are then
  // selected from what `read` gives, without Put and Sort; `lanes` elements are looked at
  // at once.
  bool selects() const { return keep_ < n_; }
  using Read = std::function<Tuple(const LaneIndex& at)>;
  void SelectTopK(int lanes, const Read& read);
  // Reads position `at` of the sorted row.
  Tuple Get(const LaneIndex& at) { return LoadTuple(row_, at); }

 private:
  // Pointers to the elements of a row, by operand.
  using Row = std::vector<llvm::Value*>;

  Tuple LoadTuple(const Row& row, const LaneIndex& at);
  void StoreTuple(const Row& row, const LaneIndex& at, const Tuple& tuple);
  // i1: what the comparator says.
  llvm::Value* Less(const Tuple& x, const Tuple& y);

  // Elements of the row by i64 position; what is loaded must lie in the row.
  LaneIndex At(llvm::Value* position) { return kb_.FromValue(position, kb_.depth()); }
  Tuple Load(llvm::Value* position) { return LoadTuple(row_, At(position)); }
  void Store(llvm::Value* position, const Tuple& tuple) {
    StoreTuple(row_, At(position), tuple);
  }
  void Copy(llvm::Value* from, llvm::Value* to) { Store(to, Load(from)); }
  void Swap(llvm::Value* x, llvm::Value* y);

  // Sorts [first, last). Of the first `guarded` elements, one that is less than
  // the very first goes in front of it without being compared with those between:
  // for a comparator that is not transitive that makes a difference.
  void InsertionSort(llvm::Value* first, llvm::Value* last, int64_t guarded);

  // The parts of the stable sort, in merge_sort.cc.
  void MergeSort();
  // Merges runs of `width` elements in pairs, in either half of the row.
  void MergeRuns(const Row& from, const Row& to, llvm::Value* width);
  // Merges from[lo, mid) and from[mid, hi) to to[lo, hi).
  void Merge(const Row& from, const Row& to, llvm::Value* lo, llvm::Value* mid,
             llvm::Value* hi);
  // The same for the row's two halves, from the end.
  void MergeHalvesBackward(const Row& from, const Row& to);
  // to[at] = right_taken ? right : left.
  void StoreChosen(const Row& to, const LaneIndex& at, llvm::Value* right_taken,
                   const Tuple& right, const Tuple& left);
  int64_t middle() const { return (n_ + 1) / 2; }

  // In radix_sort.cc.
  void RadixSort();
  // The element's key, as an unsigned number.
  llvm::Value* KeyOf(const Tuple& tuple);

  // Of SelectTopK, in top_k.cc.
  void Insert(const Tuple& value, llvm::Value* at);

  // The parts of the other one, in introsort.cc.
  void Introsort();
  void PartitionAll();
  // Partitions [first, last) and returns the cut; *spent: elements passed over.
  llvm::Value* Partition(llvm::Value* first, llvm::Value* last, llvm::Value** spent);
  llvm::Value* MedianOfThree(llvm::Value* first, llvm::Value* last);
  void HeapSort(llvm::Value* first, llvm::Value* last);
  // Puts `value` into the heap [first, first + size), the place `hole` of which
  // is empty and has heaps below it.
  void Sift(llvm::Value* first, llvm::Value* hole, llvm::Value* size, const Tuple& value);

  // i64.
  llvm::Value* Add(llvm::Value* x, llvm::Value* y) { return kb_.ir().CreateAdd(x, y); }
  llvm::Value* Add(llvm::Value* x, int64_t y) { return Add(x, kb_.I64(y)); }
  llvm::Value* Sub(llvm::Value* x, llvm::Value* y) { return kb_.ir().CreateSub(x, y); }
  llvm::Value* IsLess(llvm::Value* x, llvm::Value* y) {
    return kb_.ir().CreateICmpSLT(x, y);
  }
  llvm::Value* Min(llvm::Value* x, llvm::Value* y) {
    return kb_.ir().CreateSelect(IsLess(x, y), x, y);
  }

  Evaluator& eval_;
  KernelBuilder& kb_;
  const tile::Sort& sort_;
  std::vector<ir::ElementType> types_;
  int64_t n_ = 0;               // elements of a row
  int64_t keep_ = 0;            // of the sorted row
  std::optional<SortKey> key_;  // where the row is sorted by it
  Row row_;
  Row spare_;                      // by key, or stable: a second row
  llvm::Value* counts_ = nullptr;  // by key: of elements
  llvm::Value* ranges_ = nullptr;  // unstable: a stack of ranges
};

}  // namespace tilewright::codegen
