// What lies between two products of which the second sums what is made of the rows of
// the first, as attention's softmax does.
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "codegen/facts/region_uses.h"
#include "ir/program.h"

namespace tilewright::codegen {

// Values in it have dimensions of the weights, which the second product sums, each one
// of its own: a list says which. kNone: a dimension of 1 that the weights have not.
struct RowNest {
  static constexpr int64_t kNone = -1;

  struct Place {
    ir::Dims result;
    std::vector<ir::Dims> operands;
  };
  // Operations that nobody else reads, by number, and the products that they read, which
  // nobody else does, with their results' dimensions.
  std::map<int, Place> inside;
  std::map<int, ir::Dims> products;
  // The weights' dimensions in the order of such a product: its batch, the rows of its
  // result, their columns.
  ir::Dims order;
};

// That of dot_general number `dot`, whose operand `side` the weights are. nullopt where
// the rows of the two products are others, or where no order of dimensions would change
// any.
std::optional<RowNest> FindRowNest(const ir::Program& program, const ir::Region& region,
                                   const RegionUses& uses, int dot, int side);

}  // namespace tilewright::codegen
