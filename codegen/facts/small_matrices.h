// Which factorisations and solves of matrices are kernels of ours: those of small ones.
#pragma once

#include <cstdint>
#include <optional>

#include "ir/program.h"

namespace tilewright::codegen {

// Routines take larger ones, or what is not well formed: they name what is wrong.
struct SmallMatrices {
  enum class Kind : uint8_t {
    kLu,          // (a) -> (lu, pivots, info or permutation)
    kCholesky,    // (a) -> (factor), or (factor, info)
    kTriangular,  // (a, b) -> (x), where op(a) x = b or x op(a) = b
    kQr,          // (a) -> (r and reflectors, taus)
    kReflectors,  // (reflectors, taus) -> (q), the first columns of their product
  };
  Kind kind = Kind::kLu;
  int64_t count = 1;                                // of matrices
  int64_t rows = 0, cols = 0;                       // of a result's matrix
  int64_t operations = 0;                           // about, of one matrix
  bool in_loops = false;                            // too many for a value each element
  ir::ElementType element = ir::ElementType::kF32;  // in which is computed: f32 or f64
  // As XLA's own operation has it, not LAPACK. kLu: pivots count from 0, and the third
  // result is the permutation; kCholesky: the other triangle is zero, and all is NaN
  // where the matrix is not positive definite.
  bool is_xla = false;
  bool lower = false;                                            // kCholesky, kTriangular
  bool left = false, unit_diagonal = false, transposed = false;  // kTriangular
};

// Reads the operation's attributes and types; nullopt: it is something else, or none of
// ours.
std::optional<SmallMatrices> FindSmallMatrices(const ir::Program& program,
                                               const ir::Operation& op);

}  // namespace tilewright::codegen
