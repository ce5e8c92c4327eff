// Contractions whose precision or element type asks for several passes.
#pragma once

#include "absl/status/statusor.h"
#include "ir/program.h"
#include "support/numerics.h"

namespace tilewright::codegen {

// Rewrites, in all regions: contractions of complex numbers into real ones; dot
// algorithms into operand conversions and precisions; in `tpu` numerics f32
// contractions at precision HIGH into three bf16 passes (HIGHEST stays one in
// f32). InvalidArgument for an algorithm that is not supported.
absl::StatusOr<ir::Program> ApplyPrecision(ir::Program program, Numerics numerics);

}  // namespace tilewright::codegen
