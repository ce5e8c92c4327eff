// Kernels as plans describe them.
#pragma once

#include <cstdint>
#include <string>

#include "absl/types/span.h"
#include "chip/chip.h"
#include "codegen/facts/emit_options.h"
#include "plan/plan.h"
#include "tile/program.h"

namespace tilewright::codegen {

// What a plan says of a program's kernel; `text` is tile::Print of it.
plan::Kernel DescribeKernel(const tile::Program& program, const std::string& text,
                            const EmitOptions& options);

// What a run of it costs on the chip; `sizes` are those of its symbols.
plan::KernelCost CostOf(const tile::Program& program, absl::Span<const int64_t> sizes,
                        const chip::Chip& chip);

}  // namespace tilewright::codegen
