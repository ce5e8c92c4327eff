// What there is to know of a tile program's expressions before code is made of them,
// each fact found once: expressions share operands, and whoever asks again for what lies
// under them would take time exponential in their number.
#pragma once

#include "codegen/analysis/lane_strides.h"
#include "codegen/analysis/merge_dims.h"
#include "codegen/analysis/plain_read.h"
#include "tile/program.h"

namespace tilewright::codegen {

// Of a program whose expressions stay as they are; others may be added.
struct ProgramAnalysis {
  explicit ProgramAnalysis(const tile::Program& p)
      : program(p), mergeable(p), lane_strides(p), plain_strides(p) {}

  const tile::Program& program;
  MergeableDims mergeable;
  LaneStrides lane_strides;
  PlainStrides plain_strides;
};

}  // namespace tilewright::codegen
