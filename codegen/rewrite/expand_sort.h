// What top_k and the custom calls that sort share. Internal to codegen/rewrite/.
#pragma once

#include "codegen/rewrite/rewrite.h"

namespace tilewright::codegen {

// `inputs` sorted together along `dimension`, stably; the first `count` of each.
// Requires count <= the dimension's size. Few are selected without sorting the rest
// where the comparator is known to be a strict weak order.
Values SortedFront(Rewrite& rewrite, Values inputs, ir::Region comparator,
                   int64_t dimension, int64_t count, bool is_order = false);

// The k first along the last dimension, and where they were (i32).
absl::StatusOr<Values> TopK(Rewrite& rewrite, int64_t k, bool largest);

}  // namespace tilewright::codegen
