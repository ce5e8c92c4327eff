// Products of long k and few results, in slices that threads share.
#pragma once

#include "absl/status/statusor.h"
#include "ir/program.h"

namespace tilewright::codegen {

// Rewrites, in all regions, products of real matrices whose k is some chains long
// (tile::kProductChain) and whose result is too small to be shared: a batch of products,
// each of a chain, which are added in their order. That changes no value.
absl::StatusOr<ir::Program> CutLongProducts(ir::Program program);

}  // namespace tilewright::codegen
