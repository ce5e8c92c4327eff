// Emission of one matmul statement.
#pragma once

#include <cstdint>
#include <functional>
#include <set>
#include <utility>
#include <vector>

#include "codegen/analysis/matmul_tiling.h"
#include "codegen/emit/statement_emitter.h"
#include "codegen/eval/prefetch.h"

namespace tilewright::codegen {

// Operands are packed as they enter scratch (whatever computes them is evaluated
// there) or read where they are, a register-blocked micro-kernel multiplies
// them, and the stores read its accumulators.
class MatmulEmitter {
 public:
  MatmulEmitter(StatementEmitter& statements, Evaluator& eval, const tile::Matmul& m,
                llvm::Value* scratch);

  // Grid steps [begin, end), as StatementEmitter::Emit.
  void Emit(llvm::Value* begin, llvm::Value* end, llvm::Value* resumes);

 private:
  using Value = llvm::Value;

  using Vectors = KernelBuilder::Values;

  // A part of k, whose size is a constant unless the depth is open.
  struct Range {
    LaneIndex begin;
    Value* size;
    // Of an open depth, i1: no chain goes on here; one ends here, and not the first; one
    // ends here; nothing is behind it.
    Value *begins_chain = nullptr, *adds_total = nullptr, *ends_chain = nullptr,
          *is_last = nullptr;
  };
  // A tile's elements in scratch, a row so many behind the one before.
  struct Kept {
    Value* at;
    int64_t stride;
  };
  // The rows of a micro-kernel times a panel: `column` is n in the block; `in_place` is
  // what RhsIsInPlace says.
  struct Tile {
    LaneIndex m, n;
    Value* column;
    Value* in_place = nullptr;
  };
  // Rows of lhs behind those of a tile; null: they are not asked for.
  struct NextRows {
    Value* first = nullptr;
    int64_t stride = 0;
  };
  // Rows of a panel, by their depth in the slice.
  struct RhsRows {
    std::function<Value*(const LaneIndex& k, int vector)> vector;
    // Asks for one that lies before the one that is read first; null: that is not worth
    // it.
    std::function<void(const LaneIndex& k)> ask;
  };
  // Where the element (or pair) of a row is at a depth.
  using LhsAddress = std::function<Value*(const LaneIndex&, int row)>;

  // matmul.cc: the loops over slices, panels and tiles.
  void Block();
  void Slices(const std::function<void(const Range& k, bool first, bool last)>& body);
  void Slice(const Range& k, bool first, bool last);
  void Panels(const Range& k, const LaneIndex& n0, bool first, bool last);
  void RowTile(const Range& k, const Tile& tile, const RhsRows& rhs, bool first,
               bool last);
  RhsRows FromPanel(Value* panel);
  RhsRows FromPrepacked(Value* panel);
  Vectors MicroKernel(const Range& k, const LaneIndex& m, const RhsRows& rhs,
                      Vectors accumulators);
  Value* StepsOf(const Range& k);
  LhsAddress LhsOf(const Range& k, const LaneIndex& m);
  LhsAddress AtRows(Vectors rows);
  Range RangeOf(const LaneIndex& begin, int64_t size);
  Vectors Zeros() const;
  Value* AccumulatorAt(const Kept& tile, int row, int vector);
  void FreeRegisters();
  Vectors LoadTile(const Kept& tile);
  void SaveTile(const Vectors& sums, const Kept& tile);
  Value* RhsPanel(const Range& k, const LaneIndex& n);
  Value* SliceOf(const Range& k, Value* operand, int64_t elements);
  Value* PackedLhs(const Range& k);
  Value* PackedRhs(const Range& k);
  Value* LhsInPlace(const Range& k, const LaneIndex& m);
  Vectors LhsRows(const Range& k, const LaneIndex& m);
  Value* LhsTile(const Range& k, const LaneIndex& m);
  Value* LhsElement(Value* tile, const LaneIndex& k, int row);
  int64_t UnrolledSteps() const;
  Vectors Multiply(Value* count, const RhsRows& rhs, Vectors accumulators,
                   const LhsAddress& lhs, const NextRows& next, int64_t steps);
  Vectors MultiplyStep(const LaneIndex& k, const RhsRows& rhs,
                       const Vectors& accumulators, const LhsAddress& lhs);
  template <typename Sum, typename Add>
  Sum InOrder(int64_t steps, Sum sum, const Add& add);
  Vectors AddZero(const Vectors& sums);
  Value* AddZero(Value* sum);
  Value* MultiplyAdd(Value* x, Value* y, Value* accumulator);
  LaneIndex TileBegin(const LaneIndex& m);
  Kept TileOf(Value* block, const Tile& at);

  // store_tiles.cc: what has been made of tiles, to where the stores say.
  void StoreSums(const Tile& at, const LaneIndex& start, const Vectors& sums,
                 const Kept& tile);
  bool StoresRegisters();
  int StoreLanes();
  bool AllTilesAreWhole() const;
  bool MasksParts();
  void StoreRegisters(const LaneIndex& m, const LaneIndex& n, const Vectors& sums,
                      Value* m_end, Value* n_end);
  void StoreTile(const Tile& at, const Kept& tile);
  void StoreRows(const LaneIndex& m, Value* row_begin, Value* row_end, const LaneIndex& n,
                 const Kept& tile);
  void StoreRow(const LaneIndex& m, const LaneIndex& n, const Kept& tile, Value* row);
  enum class Tail : uint8_t { kNone, kMasked, kOneByOne };
  Tail TailOfStores(tile::ExprId operand);
  void LaneLoopFrom(Value* lo, Value* hi, Tail tail,
                    const std::function<void(const LaneIndex&)>& body);
  void MaskedLanes(Value* lo, Value* hi,
                   const std::function<void(const LaneIndex&)>& body);

  // prefetch.cc: what is read later, asked for early.
  void PrefetchStored(const LaneIndex& m, const LaneIndex& n);
  void PrefetchRead(tile::ExprId expr, const Index& index, const LaneIndex& column,
                    std::set<tile::ExprId>* asked);
  void PrefetchRhs(const LaneIndex& k, const LaneIndex& n, int64_t columns);
  void PrefetchRun(Value* address, int64_t bytes, Cache into);
  NextRows RowsBehind(const Range& k, const LaneIndex& m);
  void PrefetchNext(const NextRows& rows, const LaneIndex& at, int64_t steps);

  // chains.cc: k is longer than a chain.
  void Chains();
  void ClearBlock();
  void EndChain();
  void StoreBlock();
  void ForBlock(const std::function<void(Value* offset)>& body);

  // open_depth.cc: k is known when the kernel runs.
  void OpenSlices();
  void LimitedSlices();
  Vectors OpenStart(const Range& k, const Tile& at);
  Value* HasFewRows();
  Value* RhsIsInPlace(const LaneIndex& n0);
  RhsRows MaskedOperand(const Range& k, const LaneIndex& n);
  Value* LhsIsInPlace();
  LhsAddress OpenLhs(const Range& k, const LaneIndex& m);
  Vectors OpenTile(const Range& k, const Tile& at, const LaneIndex& start,
                   const RhsRows& rhs);
  void OpenEnd(const Range& k, const Tile& at, const LaneIndex& start,
               const Vectors& sums);
  Vectors OpenTail(Value* begin, Value* end, Vectors sums,
                   const std::function<Vectors(const LaneIndex&, const Vectors&)>& add);

  // segments.cc: lhs through windows.
  void PointToSegments();
  Vectors MultiplySegments(const Range& k, const LaneIndex& m, const RhsRows& rhs,
                           Vectors accumulators);
  Value* End(const Range& k);
  Value* Behind(const LaneIndex& k, Value* size);

  // halo_tile.cc: what windows read, in scratch.
  void PackHaloTile();
  Value* HaloTileMemory();

  // direct.cc: a few rows and columns, without packing.
  Value* IsDirect();
  void Direct();
  Vectors DirectSums(const std::vector<LaneIndex>& rows, const LaneIndex& n);
  void StoreDirect(const LaneIndex& m, const LaneIndex& n, Value* sum);

  // stream.cc: one row, without packing.
  void Stream();
  void StreamChains();
  void StreamDepth(const LaneIndex& k, Value* size);
  void StreamRows(const LaneIndex& k, int rows);
  Vectors StreamedLhs(const LaneIndex& k, int rows);
  bool RoundsStreamed() const;
  int RowsAPass() const;
  void StreamVector(const LaneIndex& k, const Vectors& lhs, int rows, const LaneIndex& n,
                    int64_t asked);
  Vectors StreamedTogether(const LaneIndex& k, int rows, const LaneIndex& n,
                           int64_t asked);
  Value* StreamedPair(const LaneIndex& k, int rows, const LaneIndex& n);

  // pack.cc: operands into scratch.
  void PackRhs(const Range& k, const LaneIndex& n0);
  // From the operand itself; `panel`: where it is packed meanwhile, null for nowhere.
  RhsRows FromOperand(const Range& k, const LaneIndex& n, Value* panel);
  bool GoesOneByOne(const ir::Size& size, tile::ExprId operand) const;
  bool MasksAreFree(const ir::Size& size, tile::ExprId operand) const;
  void PackRhsOneByOne(const LaneIndex& k, const LaneIndex& n, Value* row);
  void PackRhsAlongN(const LaneIndex& k, int steps, const LaneIndex& n, Value* row,
                     bool masked);
  void PackRhsAlongK(const Range& k, const LaneIndex& n, Value* panel);
  bool PacksLhs() const;
  void PackLhs(const Range& k);
  void PackLhsRows(const Range& k, Value* begin, Value* end);
  void PackLhsAlongM(const Range& k);
  void PackLhsColumns(const Range& k);
  llvm::Type* PackedType();
  llvm::Align PackedAlign() const { return llvm::Align(t_.fours ? 1 : 2); }
  // An element of an operand, as it was before it is rounded.
  Lanes Operand(tile::ExprId expr, const LaneIndex& second, const LaneIndex& third);
  Value* Packed(Lanes x);
  bool RoundsTogether() const;
  using Use = std::function<void(int i, Value* packed)>;
  void PackEach(int count, const std::function<Lanes(int i)>& read, const Use& use);
  Vectors PackedTogether(const std::vector<Lanes>& all, int together);
  Value* PackedVector(const LaneIndex& k,
                      const std::function<Lanes(const LaneIndex&)>& read);
  void PackEachAt(const LaneIndex& k, int count,
                  const std::function<Lanes(const LaneIndex& k, int i)>& read,
                  const Use& use);
  Value* Group(const Vectors& elements);
  Value* ZeroWhere(Value* keep, Value* x);
  Value* LaneMask(Value* first, Value* end, int lanes);
  LaneIndex Along(LaneIndex i);
  LaneIndex Here(LaneIndex i);
  struct VectorAt {
    LaneIndex k;
    Value* mask;  // null: all of it
  };
  void ForVectorsAlong(const Range& k, int width,
                       const std::function<void(const std::vector<VectorAt>&)>& body);
  void ForVectors(Value* begin, Value* end, int width, int64_t divisor,
                  const std::function<void(const LaneIndex& first, int count)>& body);

  static int64_t NumberOf(Value* constant);
  Value* Min(Value* x, Value* y);
  std::pair<LaneIndex, LaneIndex> Divided(const LaneIndex& x, const ir::Size& by,
                                          const ir::Size& bound);
  Value* ShareOf(const ir::Size& size, const ir::Size& blocks, int64_t unit,
                 int64_t most);
  std::pair<LaneIndex, Value*> BlockAt(const LaneIndex& number, Value* share,
                                       const ir::Size& size, int64_t unit);
  Value* WholeUnits(Value* x, int64_t unit, int level);
  Value* ElementAt(Value* base, llvm::Type* type, Value* index);
  Value* Linear(Value* major, int64_t stride, Value* minor);
  // Where `at` lies in units of the packed depth.
  Value* DepthFrom(const LaneIndex& k0, const LaneIndex& k);

  StatementEmitter& statements_;
  Evaluator& eval_;
  KernelBuilder& kb_;
  llvm::IRBuilder<>& b_;
  const tile::Matmul& m_;
  const MatmulTiling t_;
  Value *rhs_, *lhs_, *accumulators_, *totals_, *tile_;  // scratch
  llvm::Type *element_, *accumulator_;  // packed element; vector of accumulators
  bool stores_registers_ = false;
  // Of the block that is being made.
  LaneIndex batch_, m0_, n0_;
  LaneIndex packed_n0_;  // where columns begin of which rhs is kept
  Value *m_end_ = nullptr, *n_end_ = nullptr;
  // Where an operand is kept: whether scratch does not hold it yet.
  Value *packs_lhs_ = nullptr, *packs_rhs_ = nullptr;
  Value* halo_first_ = nullptr;
};

// Takes `steps` elements along k from an even one on, or pairs, in the order of the
// chain: sum = add(step, sum).
template <typename Sum, typename Add>
Sum MatmulEmitter::InOrder(int64_t steps, Sum sum, const Add& add) {
  for (int64_t i = 0; i < steps; ++i) {
    if (!t_.odd_first) {
      sum = add(i, sum);
    } else if ((i ^ 1) < steps) {
      sum = add(i ^ 1, sum);
    } else {
      sum = add(i, AddZero(sum));
    }
  }
  return sum;
}

}  // namespace tilewright::codegen
