// Rewrites operations into simpler ones before clustering.
#pragma once

#include "absl/status/statusor.h"
#include "ir/program.h"

namespace tilewright::codegen {

// Replaces, in all regions, every kExpanded and kCollective operation (with one
// device's meaning), and custom calls that are other operations in disguise
// (@mhlo.topk, @mhlo.erf, @ApproxTopK), by elementwise operations, data movement,
// contractions, regions, control and routines. Dead operations are dropped. The
// result verifies. Unimplemented, by name, for what cannot be rewritten.
absl::StatusOr<ir::Program> Expand(const ir::Program& program);

}  // namespace tilewright::codegen
