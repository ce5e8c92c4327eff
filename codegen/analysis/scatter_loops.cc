#include "codegen/analysis/scatter_loops.h"

#include <algorithm>

namespace tilewright::codegen {

using ir::Dims;

namespace {

bool Contains(const Dims& dims, int64_t d) {
  return std::find(dims.begin(), dims.end(), d) != dims.end();
}

}  // namespace

Dims WindowOf(const tile::Program& program, const tile::Scatter& s) {
  const int rank = program.refs[s.outputs[0]].type.rank();
  Dims window_of;
  for (int d = 0; d < rank; ++d) {
    if (!Contains(s.inserted_window_dims, d) && !Contains(s.input_batching_dims, d)) {
      window_of.push_back(d);
    }
  }
  return window_of;
}

ScatterLoops LoopsOf(const tile::Program& program, const tile::Scatter& s) {
  const ir::Shape& updates = program.exprs[s.updates[0]].type.shape;
  const int last_update = updates.rank() - 1;
  const ir::Shape& out = program.refs[s.outputs[0]].type.shape;
  const int last_out = out.rank() - 1;
  const Dims window_of = WindowOf(program, s);
  ScatterLoops loops;
  Dims still, moved;   // window dimensions
  int64_t number = 0;  // of the scatter dimension
  for (int d = 0; d <= last_update; ++d) {
    if (Contains(s.update_window_dims, d)) {
      const int64_t along = window_of[still.size() + moved.size()];
      (Contains(s.scatter_dims_to_operand_dims, along) ? moved : still).push_back(d);
      continue;
    }
    const int64_t in_indices = number + (number >= s.index_vector_dim ? 1 : 0);
    ++number;
    const bool batching = Contains(s.scatter_indices_batching_dims, in_indices);
    (batching ? loops.apart : loops.ordered).push_back(d);
  }
  // Lanes along a window whose elements are neighbours in memory on one side.
  const bool runs =
      !s.update_window_dims.empty() &&
      (s.update_window_dims.back() == last_update || window_of.back() == last_out);
  if (runs) {
    loops.window = s.update_window_dims;
  } else {
    loops.apart.insert(loops.apart.end(), still.begin(), still.end());
    loops.window = moved;
  }
  for (int64_t d : loops.apart) {
    loops.units = loops.units * updates[static_cast<int>(d)];
  }
  if (!loops.units.is_number() || loops.units.number() > 1) return loops;
  // Windows that are long enough to be worth looking at the index of every one for
  // each piece. (Cut along the window, threads would share what a CPU prefetches.)
  constexpr int64_t kWindowPerPiece = 32;
  constexpr int64_t kMaxPieces = 8;
  int64_t window = 1;
  for (int64_t d : s.update_window_dims) {
    window *= ir::Typical(updates[static_cast<int>(d)]);
  }
  const int64_t pieces = std::min(window / kWindowPerPiece, kMaxPieces);
  for (int d = 0; d < out.rank() && loops.cut < 0; ++d) {
    if (Contains(s.scatter_dims_to_operand_dims, d) && !Contains(window_of, d) &&
        ir::Typical(out[d]) >= pieces && pieces > 1) {
      loops.cut = d;
      loops.units = pieces;
    }
  }
  return loops;
}

}  // namespace tilewright::codegen
