#include "tile/product_types.h"

namespace tilewright::tile {

using ir::ElementType;

ElementType AccumulatorOf(ElementType lhs, ElementType rhs, ElementType result) {
  if (!ir::IsFloat(result)) {
    return ir::StorageBytes(result) == 8 ? ElementType::kI64 : ElementType::kI32;
  }
  const bool wide =
      lhs == ElementType::kF64 || rhs == ElementType::kF64 || result == ElementType::kF64;
  return wide ? ElementType::kF64 : ElementType::kF32;
}

ElementType MultiplicandOf(ElementType lhs, ElementType rhs, ElementType accumulator,
                           bool rounds) {
  const auto both = [&](auto test) { return test(lhs) && test(rhs); };
  if (accumulator == ElementType::kI32) {
    const bool bytes = both([](ElementType t) { return ir::StorageBytes(t) == 1; });
    return bytes ? ElementType::kI16 : accumulator;
  }
  if (accumulator != ElementType::kF32) return accumulator;
  const bool narrow = both([&](ElementType t) {
    return t == ElementType::kBF16 || (ir::IsFloat(t) && ir::Info(t).bits == 8) ||
           (rounds && t == ElementType::kF32);
  });
  return narrow ? ElementType::kBF16 : accumulator;
}

}  // namespace tilewright::tile
