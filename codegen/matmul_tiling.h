// How the emitter sub-tiles a matmul's block for registers and caches.
#pragma once

#include <cstdint>

#include "codegen/emit.h"
#include "tile/program.h"

namespace tilewright::codegen {

// All of these shape code only: an element of the result is always the same
// chain of multiply-adds in k.
struct MatmulTiling {
  MatmulTiling(const tile::Matmul& matmul, const tile::Program& program,
               const EmitOptions& options);

  // vdpbf16ps: pairs of bf16 along k.
  bool pairs = false;
  int k_step = 1;       // 2 with pairs
  int lanes = 16;       // accumulator elements in a vector
  int mr = 6;           // rows of the micro-kernel
  int nr_vectors = 4;   // its columns, in vectors
  int64_t kc = 1;       // depth of packed panels, a multiple of k_step
  int64_t mc = 1;       // rows of packed lhs, a multiple of mr
  int64_t block_m = 1;  // rows of the accumulator tile, a multiple of mr
  int64_t block_n = 1;  // its columns, a multiple of nr()

  int64_t nr() const { return int64_t{lanes} * nr_vectors; }

  // Scratch: packed rhs [block_n / nr][kc / k_step][nr], packed lhs (a row or
  // a column of it after the other), accumulators [block_m][block_n].
  int element_bytes = 4;  // of one accumulator, or of one pair
  int64_t rhs_offset = 0;
  int64_t lhs_offset = 0;
  int64_t accumulator_offset = 0;
  int64_t scratch_bytes = 0;
};

}  // namespace tilewright::codegen
