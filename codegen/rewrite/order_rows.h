// One order of rows for products that follow each other.
#pragma once

#include "ir/program.h"

namespace tilewright::codegen {

// Where a product sums what is made of the rows of another one (codegen/rewrite/
// row_nest.h) in another order of dimensions than the first has them, as attention has
// it whose heads share keys, everything between goes to the first one's order, in all
// regions: both products have the same rows then, and may be one kernel
// (codegen/cluster/chain.h). What comes from elsewhere is transposed, and so is the
// result. No value changes, nor the order of any sum.
void OrderRows(ir::Program* program);

}  // namespace tilewright::codegen
