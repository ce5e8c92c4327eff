// Kernels as plans describe them.
#pragma once

#include <string>

#include "chip/chip.h"
#include "codegen/facts/emit_options.h"
#include "plan/plan.h"
#include "tile/program.h"

namespace tilewright::codegen {

// What a plan says of a program's kernel; `text` is tile::Print of it.
plan::Kernel DescribeKernel(const tile::Program& program, const std::string& text,
                            const EmitOptions& options, const chip::Chip& chip);

}  // namespace tilewright::codegen
