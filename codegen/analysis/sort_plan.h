// How a row is sorted: which algorithm, by what, and in how much memory.
#pragma once

#include <cstdint>
#include <optional>

#include "tile/program.h"

namespace tilewright::codegen {

// A comparator that compares keys: each element's own number, by which a row can be
// sorted without comparing elements with each other.
//
// The comparator says whether key(x) < key(y), or key(x) > key(y).
struct SortKey {
  tile::ExprId expr = tile::kNoExpr;  // over the region's parameters, either element's
  bool descending = false;
  // The key is an integer of the sort's only operand: elements with equal keys are equal.
  bool is_element = false;
  int bits = 0;  // of the unsigned number that orders as the keys do: 8 to 64
};

// Nothing where the comparator is something else, or no strict weak order.
std::optional<SortKey> SortKeyOf(const tile::Program& program, const tile::Sort& sort);
// What is kept of a sorted row: outputs may be shorter than inputs.
int64_t KeptLength(const tile::Sort& sort, const tile::Program& program);
int64_t RowLength(const tile::Sort& sort, const tile::Program& program);
// Of a row's elements of one operand, in scratch.
int64_t RowBytes(int64_t n, ir::ElementType type);
// The key by which a row is sorted. A short row is not worth counting bytes for.
std::optional<SortKey> KeyToSortBy(const tile::Sort& sort, const tile::Program& program);

// Ranges of at most this many elements are left to the insertion sort.
inline constexpr int64_t kIntrosortThreshold = 16;

// Of a range that waits: first, last, depth that is left.
inline constexpr int64_t kIntrosortWordsPerRange = 3;
// Partitions on the way to a range, after which it is sorted as a heap.
int IntrosortDepth(int64_t n);

// Of the stack of ranges that wait while another part of the row is partitioned.
int64_t IntrosortStackBytes(int64_t n);

// Of a radix sort's counts of elements by digit.
inline constexpr int64_t kRadixBuckets = 256;
int64_t RadixCountBytes(const SortKey& key);

// Scratch that a sort needs.
int64_t SortScratchBytes(const tile::Sort& sort, const tile::Program& program);

}  // namespace tilewright::codegen
