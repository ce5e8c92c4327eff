// What a tile program does, counted from the program alone: for the report, the
// scheduler and the timing lens.
#pragma once

#include <array>
#include <cstdint>

#include "chip/chip.h"
#include "tile/program.h"

namespace tilewright::tile {

// Types of multiplications that a matrix unit tells apart.
enum class MxuType : uint8_t { kF32, kBF16, kInt8, kOther };
inline constexpr int kNumMxuTypes = 4;
inline constexpr const char* kMxuTypeNames[kNumMxuTypes] = {"f32", "bf16", "int8",
                                                            "other"};

// A pass takes as many rows of the left side as a register has sublanes through
// one tile of weights, mxu_dim x mxu_dim, that the unit holds.
struct MxuWork {
  int64_t passes = 0;
  int64_t multiplies = 0;  // that the product asks for
  int64_t slots = 0;       // that its passes make room for, padding included

  friend bool operator==(const MxuWork&, const MxuWork&) = default;
};

// Counts stay at the largest number where they would exceed it.
struct Work {
  int64_t flops = 0;
  int64_t transcendentals = 0;
  int64_t bytes_read = 0;     // HBM: of a graph's kernel, every array once
  int64_t bytes_written = 0;  // HBM
  // Of a core's units. Vector operations are counted in whole registers of 32-bit
  // words (tile/work/unit_cost.h).
  std::array<MxuWork, kNumMxuTypes> mxu;
  int64_t vpu = 0;        // arithmetic, element by element
  int64_t eup = 0;        // functions: exponential, logarithm, tanh, reciprocal, ...
  int64_t xlu = 0;        // across lanes and sublanes: transposes, reductions, spreading
  int64_t dmas = 0;       // blocks fetched or flushed, and copies
  int64_t dma_bytes = 0;  // what these move

  friend bool operator==(const Work&, const Work&) = default;
};

// One run. Of loops whose turns are not known, and of branches, every statement
// once.
Work MeasureWork(const Program& program, const chip::Chip& chip);

}  // namespace tilewright::tile
