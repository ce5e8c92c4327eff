// Operations on whole vector registers of a TPU core.
#pragma once

#include <cstdint>

#include "chip/chip.h"
#include "ir/tensor_type.h"

namespace tilewright::tile {

// Registers that hold an array for arithmetic: its last two dimensions other than
// 1 in whole registers of sublanes x lanes, a single one in whole registers; 0 for
// scalars, which the scalar unit computes. Elements of 32 bits and less take a word
// each (jax-ml/scaling-book, "How to think about TPUs", appendix: the VPU computes
// in 32 bits).
int64_t Registers(const ir::TensorType& type, const chip::Chip& chip);

// Passes over a sorting network for `n` elements: a bitonic one has
// log2(n) (log2(n) + 1) / 2. Inferred: nothing is published of how a TPU sorts.
int64_t SortingPasses(int64_t n);

}  // namespace tilewright::tile
