// Indices into arrays, and how data movement carries them from a result to an operand.
#pragma once

#include <vector>

#include "codegen/analysis/dims.h"
#include "codegen/eval/kernel_builder.h"
#include "ir/tensor_type.h"

namespace tilewright::codegen {

// Adjacent dimensions whose flat index is known as one.
struct IndexGroup {
  int count = 1;
  LaneIndex index;
};

// Covers all dimensions of an array in order. Splitting a group into its
// dimensions costs divisions, so that is done only where data movement needs it.
using Index = std::vector<IndexGroup>;

int LevelOf(const Index& index);
bool IsUniform(const Index& index);

// Every dimension its own group.
Index SplitAll(KernelBuilder& kb, const Index& index, const ir::Shape& dims);
// Splits only the groups that `touched` dimensions lie in, unless the touched
// dimension is its group's first and `first_is_free`.
Index SplitWhere(KernelBuilder& kb, const Index& index, const ir::Shape& dims,
                 const std::vector<bool>& touched, bool first_is_free);
// The index of dimension `dim`, which must be a group's first; multiply by
// `inner` = product of the group's other dimensions to add to its flat index.
IndexGroup& GroupAt(Index& index, int dim);

// The operand's index for a broadcast or a transpose: operand dimension j is
// own dimension map[j]; operand dimensions of size 1 are at 0.
Index MapDimensions(KernelBuilder& kb, const Index& index, const ir::Shape& own,
                    const ir::Shape& operand, const ir::Dims& map);
// The operand's index for a reshape.
Index ReshapeIndex(KernelBuilder& kb, const Index& index, const ir::Shape& own,
                   const ir::Shape& operand);
// The index of position `at` of a row along `dim`; `before` and `after` are the
// row's flat indices in the dimensions before and after `dim`.
Index RowIndex(const ir::Shape& dims, int dim, const LaneIndex& before,
               const LaneIndex& at, const LaneIndex& after);
// Element offset in a row-major array.
LaneIndex Linearize(KernelBuilder& kb, const Index& index, const ir::Shape& dims);

}  // namespace tilewright::codegen
