#include "codegen/matmul_tiling.h"

#include <algorithm>

#include "support/abi.h"

namespace tilewright::codegen {
namespace {

int64_t RoundUp(int64_t x, int64_t multiple) {
  return (x + multiple - 1) / multiple * multiple;
}

// Rows that fit beside n vectors of rhs and one broadcast: mr*n + n + 1 vector
// registers, of 32 with AVX-512 and on AArch64, of 16 otherwise.
int MaxRows(int registers, int n) { return std::min((registers - 1 - n) / n, 14); }

}  // namespace

MatmulTiling::MatmulTiling(const tile::Matmul& m, const tile::Program& program,
                           const EmitOptions& options) {
  const VectorTarget& target = options.scalar.target;
  pairs = m.multiplicand == ir::ElementType::kBF16 &&
          m.accumulator == ir::ElementType::kF32 && target.avx512_bf16 &&
          target.vector_bits == 512 && program.numerics == Numerics::kTpu;
  k_step = pairs ? 2 : 1;
  element_bytes = ir::StorageBytes(m.accumulator);
  lanes = target.vector_bits / (8 * element_bytes);
  const int registers = target.avx512 || !target.x86 ? 32 : 16;
  nr_vectors = registers == 32 ? 4 : 2;
  while (nr_vectors > 1 && int64_t{lanes} * (nr_vectors - 1) >= m.n) --nr_vectors;
  const int64_t rows = std::min(m.m, m.block_m);
  const int most = MaxRows(registers, nr_vectors);
  const int64_t panels = (rows + most - 1) / most;
  mr = static_cast<int>((rows + panels - 1) / panels);

  block_m = RoundUp(rows, mr);
  block_n = RoundUp(std::min(m.n, m.block_n), nr());
  // Packed panels of both sides share the L2 with the accumulators.
  kc = std::min(RoundUp(m.k, k_step), int64_t{pairs ? 1024 : 512});
  mc = std::min(block_m, RoundUp(96, mr));

  const int64_t depth = kc / k_step;
  const auto place = [this](int64_t bytes) {
    const int64_t offset = scratch_bytes;
    scratch_bytes += RoundUp(bytes + TW_BUFFER_ALIGNMENT, TW_BUFFER_ALIGNMENT);
    return offset;
  };
  rhs_offset = place(block_n * depth * element_bytes);
  // A lhs row ends in a whole vector.
  lhs_offset = place((mc + lanes) * (RoundUp(depth, lanes) + lanes) * element_bytes);
  accumulator_offset = place(block_m * block_n * element_bytes);
}

}  // namespace tilewright::codegen
