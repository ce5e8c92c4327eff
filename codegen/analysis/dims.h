// Arithmetic of sizes.
#pragma once

#include <cstdint>
#include <vector>

#include "ir/tensor_type.h"

namespace tilewright::codegen {

// Of dimensions [begin, end).
int64_t Product(const ir::Dims& dims, int begin, int end);
ir::Size Product(const ir::Shape& shape, int begin, int end);

// Pairs of adjacent dimensions (k, k+1) of an array with the same number of
// elements on both sides of a reshape: the groups between cut points, as far as sizes are
// equal whatever they are.
struct ReshapeGroup {
  int own_begin, own_end, operand_begin, operand_end;
};
std::vector<ReshapeGroup> ReshapeGroups(const ir::Shape& own, const ir::Shape& operand);

}  // namespace tilewright::codegen
