// How the emitter sub-tiles a matmul's block for registers and caches.
#pragma once

#include <cstdint>

#include "codegen/analysis/program_analysis.h"
#include "codegen/facts/emit_options.h"
#include "tile/program.h"

namespace tilewright::codegen {

// Where the micro-kernel finds an element (or pair) of lhs.
enum class LhsForm : uint8_t {
  kInPlace,   // in the array itself: rows at a constant stride, k contiguous
  kPointers,  // in the array itself: a pointer to each row of a tile, k contiguous
  kRows,      // in scratch, row after row
  kSegments,  // in the array itself: a pointer to each segment of a row (tile::Matmul)
  kHaloTile,  // the same in scratch, which holds what a block reads
              // (analysis/halo_tile.h)
  kColumns,   // in scratch, the rows of one k after those of another
};

inline bool ReadsSegments(LhsForm form) {
  return form == LhsForm::kSegments || form == LhsForm::kHaloTile;
}

// Of a matmul whose panels hold lhs as `packed` and that takes `k_unit` elements of k
// together.
LhsForm FormOfLhs(ProgramAnalysis& analysis, const tile::Matmul& matmul,
                  ir::ElementType packed, int k_unit);

// All of these shape code only: an element of the result is always the same
// chain of multiply-adds in k. Where f32 sums products of bf16 in `tpu` numerics, that
// chain is vdpbf16ps's: of elements 2i and 2i + 1 the odd one comes first, and where k is
// odd, zero stands behind its end. Products of bf16 are exact in f32, so that
// multiply-adds of f32 in this order, subnormals taken and left as zero, give the
// instruction's bits (Intel's manual, volume 2, VDPBF16PS).
//
// A block is made in slices of `kc` along k; a slice packs its lhs, then
// `panels` panels of rhs at a time, which every row tile of the block passes
// over while they are in the L2 cache.
struct MatmulTiling {
  // `to_pack`: for a matmul whose rhs is going to lie in panels that fit any block,
  // as wide as nr() says.
  MatmulTiling(const tile::Matmul& matmul, ProgramAnalysis& analysis,
               const EmitOptions& options, bool to_pack = false);

  // One row over a rhs that is contiguous in n (emit/matmul/stream.cc).
  bool streaming = false;
  // Pairs along k: of bf16 (vdpbf16ps) or of i16 (vpmaddwd).
  bool pairs = false;
  // Fours along k: of bytes (sdot, udot).
  bool fours = false;
  // What panels hold of an operand's element.
  ir::ElementType packed = ir::ElementType::kF32;
  int k_step = 1;          // 2 with pairs, 4 with fours
  bool odd_first = false;  // bf16 in f32 without vdpbf16ps: its order, one by one
  int lanes = 16;          // accumulator elements in a vector
  int mr = 6;              // rows of the micro-kernel
  int nr_vectors = 4;      // its columns, in vectors: those of a panel
  LhsForm lhs_form = LhsForm::kRows;
  int64_t lhs_row = 0;       // kInPlace: elements from row to row
  bool lhs_along_m = false;  // kRows: lhs is contiguous in m, and transposed on its way
  bool rhs_along_k = false;  // rhs is contiguous in k
  // Columns of rhs that are packed as one vector: a part of `lanes` that divides the rows
  // of places which windows are read along.
  int rhs_lanes = 16;
  int64_t kc = 1;        // depth of packed panels, a multiple of k_step
  int64_t panels = 1;    // of rhs, packed at a time
  int64_t row_unit = 1;  // blocks of an open number of rows begin at multiples of it
  int64_t block_m = 1;   // rows of a block, a multiple of mr
  int64_t block_n = 1;   // its columns, a multiple of nr()
  bool sliced = false;   // k has more than one slice: accumulators are kept
  // What of k is summed is known when the kernel runs. It has slices of `kc`, of which
  // the last may be less deep or the only one.
  bool open_depth = false;
  bool limited_depth = false;  // by the limits of a chain: columns of lhs are k
  int64_t kept_slices = 1;     // of lhs, of an open depth
  // Where k is longer than a chain (tile::kProductChain), its length: accumulators are of
  // one, and what the chains before it gave is kept beside them. 0: k is one chain.
  int64_t chain = 0;
  // What stays packed in scratch, all slices of it, for the next block that reads it: lhs
  // for one of the same rows, rhs for one of the same columns where there are no others.
  bool keeps_lhs = false;
  bool keeps_rhs = false;
  // Rows of lhs are packed when the first panel is multiplied with them, a micro-kernel's
  // at a time: they are in the L1 cache then.
  bool packs_lhs_by_tiles = false;
  // There is no other panel: rows are packed where those before were.
  bool reads_lhs_once = false;
  // The first rows of a block read rhs where it is and pack it for the others: where rows
  // are few, memory is the limit.
  bool packs_as_it_multiplies = false;

  // Of sizes that are known when the kernel runs, what is read where it is: rhs of few
  // rows (few_rows), which it would take as long to pack as to multiply, with columns
  // masked where that costs little; and lhs of few rows or of one panel, if it lies
  // ready.
  bool reads_rhs_for_few_rows = false;
  bool reads_lhs_in_place = false;
  bool masks_in_place = false;

  int64_t few_rows() const { return int64_t{2} * mr; }
  int64_t nr() const { return int64_t{lanes} * nr_vectors; }
  int64_t depth() const { return kc / k_step; }
  // Of k; one where k is 0 or open.
  int64_t slices(const tile::Matmul& m) const;
  // Elements of k that stay together.
  int k_unit() const { return odd_first ? 2 : k_step; }
  // Whether some elements of k are multiplied by one instruction, in one lane.
  bool groups() const { return k_step > 1; }
  // Elements (or pairs) from a row of packed lhs to the next, or from a column.
  int64_t lhs_stride() const;
  // Of a slice of lhs, packed, and of one of rhs.
  int64_t packed_lhs_elements() const;
  int64_t packed_rhs_elements() const { return panels * nr() * depth(); }
  // Elements from a row of accumulators to the next.
  int64_t accumulator_stride() const { return keeps_block() ? block_n : nr(); }
  // Whether the accumulators of a whole block are kept in scratch.
  bool keeps_block() const { return sliced || streaming; }

  // Scratch: packed rhs [panels][depth][nr], packed lhs or pointers to its segments
  // [block_m][segments], a segment of zeros and the halo tile, and accumulators: of one
  // micro-kernel [mr][nr], or of the block [block_m][block_n] where k is sliced; the
  // totals of its chains likewise.
  int element_bytes = 4;    // of one accumulator, or of one group
  int64_t segments = 0;     // kSegments, kHaloTile: of a row
  int64_t halo_offset = 0;  // kHaloTile: bytes from lhs_offset
  int64_t rhs_offset = 0;
  int64_t lhs_offset = 0;
  int64_t accumulator_offset = 0;
  int64_t totals_offset = 0;
  int64_t tile_offset = 0;  // open_depth: a micro-kernel's results on their way to stores
  int64_t scratch_bytes = 0;

 private:
  void ChooseMicroKernel(const tile::Matmul& m, int64_t rows, int64_t columns,
                         const EmitOptions& options, bool to_pack);
  double StepCycles(int rows, int vectors, const Processor& processor) const;
  struct RhsReads {
    bool are_cheap = false;      // where it is, beside multiplying
    bool are_windows = false;    // along their places; what they share is in the caches
    bool are_scattered = false;  // row by row: nobody foresees where the next one is
  };
  RhsReads ReadsOfRhs(const tile::Matmul& m, ProgramAnalysis& analysis,
                      const VectorTarget& target) const;
  void ChooseDepth(const tile::Matmul& m, int64_t rows, int64_t columns,
                   const RhsReads& reads, int64_t l2_bytes);
  void ChooseReadsInPlace(const tile::Matmul& m, ProgramAnalysis& analysis,
                          const VectorTarget& target);
  int64_t LhsBytes(const tile::Matmul& m, const tile::Program& program);
  int64_t RhsBytes(const tile::Matmul& m, const tile::Program& program, int64_t l2_bytes);
};

}  // namespace tilewright::codegen
