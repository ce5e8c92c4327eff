// The order of sums: the law, and who may disregard it. docs/accuracy.md says it in full.
#pragma once

#include "ir/element_type.h"
#include "ir/op_kind.h"
#include "ir/tensor_type.h"
#include "tile/program.h"

namespace tilewright::tile {

// Elements of a slot, or of a column, that are added one after the other.
inline constexpr int64_t kSumChain = 16;
// Chains of a panel, after which a row's slots become one value.
inline constexpr int64_t kPanelChains = 64;
// Products of a chain along k; what the chains of a longer product give is added.
inline constexpr int64_t kProductChain = 4096;
// Rows that may be reduced with lanes across them: those of one step.
inline constexpr int64_t kMostRowAcrossLanes = 32;

// The slots of a row whose sums are kept in this type.
int64_t SumSlots(ir::ElementType accumulator);
// Elements of a panel.
int64_t PanelElements(ir::ElementType accumulator);

// The order of a reduction of these dimensions, ones aside; kRows where nothing else is.
SumOrder OrderOf(const ir::Shape& dims, const ir::Dims& reduced);
// Whether k may be longer than a chain, and the sum has an order. Convolutions and
// rounded products are one chain.
bool SumsChains(const Matmul& matmul);
// Whether the combiner gives the same in any order.
bool IsExact(ir::OpKind combiner, ir::ElementType type);

}  // namespace tilewright::tile
