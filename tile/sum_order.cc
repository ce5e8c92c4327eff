#include "tile/sum_order.h"

#include "tile/arrange.h"

namespace tilewright::tile {

int64_t SumSlots(ir::ElementType accumulator) {
  constexpr int64_t kBytes = 256;  // of all slots: four of the widest vectors
  return kBytes / ir::StorageBytes(ir::RealPart(accumulator));
}

int64_t PanelElements(ir::ElementType accumulator) {
  return SumSlots(accumulator) * kSumChain * kPanelChains;
}

SumOrder OrderOf(const ir::Shape& dims, const ir::Dims& reduced) {
  bool last_is_kept = false;
  for (int d = dims.rank() - 1; d >= 0; --d) {
    if (dims[d] == 1) continue;
    if (Contains(reduced, d)) return last_is_kept ? SumOrder::kColumns : SumOrder::kRows;
    last_is_kept = true;
  }
  return SumOrder::kRows;
}

bool SumsChains(const Matmul& matmul) {
  const bool is_long = !matmul.k.is_number() || matmul.k.number() > kProductChain;
  return is_long && matmul.lhs_segment == 0 && !matmul.rounds_products &&
         !ir::IsWhole(matmul.accumulator);
}

bool IsExact(ir::OpKind combiner, ir::ElementType type) {
  if (ir::IsWhole(type)) return true;
  return combiner == ir::OpKind::kMaximum || combiner == ir::OpKind::kMinimum;
}

}  // namespace tilewright::tile
