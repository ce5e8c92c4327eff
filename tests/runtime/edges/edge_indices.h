// Values of index types at which a position leaves an array, or the type ends.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "tests/runtime/program_harness.h"

namespace tilewright::runtime {

inline std::vector<ElementType> IndexTypes() {
  return {ElementType::kI8, ElementType::kI16, ElementType::kI32, ElementType::kI64,
          ElementType::kU8, ElementType::kU16, ElementType::kU32, ElementType::kU64};
}

// `edges`, then `before` and the ends of the type as its bits say them.
inline std::vector<int64_t> WithEnds(ElementType type, std::vector<int64_t> edges,
                                     std::vector<int64_t> before) {
  const int bits = ir::Info(type).bits;
  before.push_back(static_cast<int64_t>(uint64_t{1} << (bits - 1)));
  before.push_back(static_cast<int64_t>((uint64_t{1} << (bits - 1)) - 1));
  for (int64_t v : before) edges.push_back(Wrap(type, v));
  return edges;
}

// An index's value; those of ui64 beyond int64 count as its largest.
inline int64_t Value(ElementType type, int64_t raw) {
  if (ir::IsUnsigned(type) && raw < 0) return std::numeric_limits<int64_t>::max();
  return raw;
}

}  // namespace tilewright::runtime
