// Emits the statements of a tile program into a kernel.
#pragma once

#include <climits>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "codegen/analysis/loop_nest_shape.h"
#include "codegen/analysis/program_analysis.h"
#include "codegen/analysis/scratch.h"
#include "codegen/emit/kernel_checks.h"
#include "codegen/eval/evaluator.h"
#include "tile/program.h"

namespace tilewright::codegen {

// A number for choices that do not decide whether code is right: the size, and of one
// that is no number, many. (ir::Typical tells sizes from each other; what is usual for an
// expression of them it does not know.)
int64_t UsualExtent(const ir::Size& size);
// Lanes that values of these bits fill, for an extent: a power of two.
int LanesFor(const EmitOptions& options, int bits, int64_t extent);

class StatementEmitter {
 public:
  // `scratch`: pointer to the thread's scratch.
  StatementEmitter(Evaluator& evaluator, llvm::Value* scratch);

  // Grid steps [begin, end) of the statement. `resumes` (an i1, or null for never): the
  // scratch is as steps up to `begin` left it.
  void Emit(const tile::Statement& statement, llvm::Value* begin, llvm::Value* end,
            llvm::Value* resumes = nullptr);

 private:
  friend class MatmulEmitter;
  friend class MajorReduction;
  friend class RowPass;

  // A loop nest's loops: dimension counts of groups that are walked as one.
  struct Loops {
    std::vector<int> counts;
    std::vector<ir::Size> sizes;
  };

  void EmitLoopNest(const tile::LoopNest& nest, const ir::Size& steps, llvm::Value* begin,
                    llvm::Value* end);
  void EmitNestLoops(const tile::LoopNest& nest, const ir::Size& steps,
                     llvm::Value* begin, llvm::Value* end, int most_lanes = INT_MAX);
  // A loop nest whose reads run along another dimension than its writes: squares of
  // lanes, transposed in registers. False where it is not one.
  bool EmitTransposingLoopNest(const tile::LoopNest& nest, const ir::Size& steps,
                               llvm::Value* begin, llvm::Value* end);
  void EmitSquares(const tile::LoopNest& nest, int read, int lanes, const ir::Size& steps,
                   llvm::Value* begin, llvm::Value* end);
  // Whether it has no reductions, lanes running along its results; and is short code.
  static bool IsMap(const tile::LoopNest& nest);
  bool IsCheapMap(const tile::LoopNest& nest);
  // Whole vectors of lanes from `lo` on that are stored past the caches, all of [lo, hi)
  // or none; where they end.
  llvm::Value* LanesPastCaches(llvm::Value* lo, llvm::Value* hi, const ir::Size& extent,
                               int level,
                               const std::function<void(const LaneIndex&)>& body);
  // The last offset at which a whole vector may be stored although its row ends within
  // it, where the first `flat` loops are one, up to `hi`; -1 for none, null: of no use.
  llvm::Value* RunOverLimit(const tile::LoopNest& nest, const Loops& loops,
                            const ir::Size& lane_extent, size_t flat, llvm::Value* hi);
  void StoreRunningOver(tile::RefId ref, const LaneIndex& offset, const Lanes& stored);
  // Where rows lie that a loop nest keeps in scratch.
  using Rows = std::vector<std::pair<tile::RefId, llvm::Value*>>;
  Rows RowsInScratch(const tile::LoopNest& nest, int number);
  LaneIndex RowBehind(const LaneIndex& row, int r);
  // A point, or a vector of points, of a loop nest's outer dimensions, and the results
  // of its reductions so far.
  struct Point {
    struct Result {
      int id, number;
      Evaluated value;
    };
    Index index;
    int number = 0;  // among rows that are side by side
    Rows rows;       // its own
    std::vector<Result> results;
    // i1, of one that may repeat the row before it, which is stored once; null: it is.
    llvm::Value* is_there = nullptr;
  };

  // The passes at some points, which go through all passes side by side.
  void EmitPasses(const tile::LoopNest& nest, const std::vector<Index>& outers);
  void EmitPassPoint(const tile::LoopNest& nest, const tile::Pass& pass, Point* point);
  // Points of a pass without inner dimensions and reductions, their instructions by
  // turns.
  void EmitPassPointsByTurns(const tile::LoopNest& nest, const tile::Pass& pass,
                             absl::Span<Point> points);
  void EmitPassSequential(const tile::LoopNest& nest, const tile::Pass& pass,
                          absl::Span<Point> points);
  // The same in the order of sums: see ReducesInOrder.
  void EmitPassInOrder(const tile::LoopNest& nest, const tile::Pass& pass,
                       absl::Span<Point> points);
  // The same in a product's order.
  void EmitPassProducts(const tile::LoopNest& nest, const tile::Pass& pass,
                        absl::Span<Point> points);
  void EmitPassLanes(const tile::LoopNest& nest, const tile::Pass& pass,
                     absl::Span<Point> points);
  // The same of columns [lo, hi), the last outer dimensions (`count` of them), after
  // `prefix`: see ReducesMajorDimension. `extent` as for LaneLoop.
  void EmitMajorReduction(const tile::LoopNest& nest, const Index& prefix, int count,
                          llvm::Value* lo, llvm::Value* hi, const ir::Size& extent);
  // Vectors of lanes that a loop nest's sequential passes are jammed.
  int VectorsAtOnce(const tile::LoopNest& nest, int64_t extent);
  // Vectors of lanes of a loop nest without reductions that are computed by turns.
  int VectorsByTurns(const tile::LoopNest& nest, int64_t extent);
  // Rows of a loop nest with lanes along them that are unrolled and jammed; the last of
  // its loops has `extent` of them to a grid step.
  int RowsAtOnce(const tile::LoopNest& nest, const ir::Size& extent);
  int LongRowsAtOnce(const tile::LoopNest& nest, const ir::Size& extent);
  bool RowsShare(const tile::LoopNest& nest, const tile::Pass& pass);
  // Rows of open length, of which some that are short are straight code side by side
  // (short_rows.cc).
  struct ShortRows {
    int64_t most = 0;    // elements of a row; 0: none, or whatever there are
    int64_t read = 0;    // elements that passes read although the row may end before
    bool all = false;    // no row is longer
    bool apart = false;  // these are the others
  };
  ShortRows ShortRowsOf(const tile::LoopNest& nest);
  bool ReadsOver(const tile::LoopNest& nest, const tile::Pass& pass);
  // Where of rows [lo, hi) those end that are emitted side by side.
  llvm::Value* ShortRowsEnd(const tile::LoopNest& nest, const ShortRows& rows,
                            llvm::Value* lo, llvm::Value* hi);
  // What a row of the pass costs, or a segment of one, of `extent` elements, in
  // tile::OpCost::host's units, where it is short enough to be no loop; else 0.
  int64_t StraightLineCost(const tile::Pass& pass, const ir::Size& extent);
  // Vectors of a row of open length that are straight code, `beside` rows side by side:
  // long code is not to be there often.
  int FewVectors(const tile::Pass& pass, int beside = 1);
  // Whether the pass is short code for a vector, and whatever its mask.
  bool IsShortCode(const tile::Pass& pass);
  bool MasksAreCheap(const tile::Pass& pass);
  int64_t StraightCost(const tile::LoopNest& nest, const tile::Pass& pass);
  static bool ByCombiners(const tile::Pass& pass);
  // What the pass evaluates at each of its points.
  static std::vector<tile::ExprId> Roots(const tile::Pass& pass);
  int LanesAlong(const tile::Pass& pass, int64_t extent);
  Loops OuterLoops(const tile::LoopNest& nest);
  Loops InnerLoops(const tile::LoopNest& nest, const tile::Pass& pass);
  int NestLanes(const tile::LoopNest& nest, int64_t extent);
  // Expressions that the roots need, themselves included.
  int CountExprs(const std::vector<tile::ExprId>& roots);
  // Of what the roots need, in tile::OpCost::host's units.
  int CostOf(const std::vector<tile::ExprId>& roots);
  // Widest compute type among the expressions that the pass evaluates.
  int WidestBits(const std::vector<tile::ExprId>& roots);
  int StoreBits(const std::vector<tile::Store>& stores);

  void EmitMatmul(const tile::Matmul& matmul, llvm::Value* begin, llvm::Value* end,
                  llvm::Value* resumes);
  void EmitScan(const tile::Scan& scan, const ir::Size& steps, llvm::Value* begin,
                llvm::Value* end);
  void EmitSort(const tile::Sort& sort, const ir::Size& steps, llvm::Value* begin,
                llvm::Value* end);
  void EmitScatter(const tile::Scatter& scatter, const ir::Size& steps,
                   llvm::Value* begin, llvm::Value* end);
  LaneIndex ScatterStart(const tile::Scatter& scatter, size_t component,
                         const std::vector<LaneIndex>& at);
  void EmitSelectAndScatter(const tile::SelectAndScatter& op);
  void EmitWhile(const tile::While& loop);
  void EmitChain(const tile::Chain& chain, llvm::Value* begin, llvm::Value* end,
                 llvm::Value* resumes);
  // Columns [first, end) of a step's rows: multiples of kColumnUnit, or the row's own
  // end.
  static constexpr int64_t kColumnUnit = 64;
  struct Columns {
    llvm::Value *first, *end;
  };
  Columns ColumnsOf(const tile::Chain& chain, const LaneIndex& step,
                    llvm::Value* is_finite);
  llvm::Value* SumsFinite(const tile::Chain& chain, const LaneIndex& step,
                          llvm::Value* stays, llvm::Value* before);
  llvm::Value* IsFinite(const tile::Matmul& product, const LaneIndex& batch);

  void EmitGrid(const tile::Grid& grid, llvm::Value* begin, llvm::Value* end);
  // One after the other, as memory is after each.
  void EmitInOrder(const std::vector<tile::Statement>& statements);
  void EmitFor(const tile::For& loop);
  void EmitIf(const tile::If& branch);
  void EmitDma(const tile::Dma& dma);

  // The range of `total` units, cut into `steps` chunks that are multiples of
  // `multiple`, that the grid steps [begin, end) are.
  std::pair<llvm::Value*, llvm::Value*> GridRange(const ir::Size& total, int64_t multiple,
                                                  const ir::Size& steps,
                                                  llvm::Value* begin, llvm::Value* end);
  // Of the store, at `index`.
  std::vector<Lanes> ValuesAt(const tile::Store& store, const Index& index);
  // Store of `values` at `index`, which covers the domain `dims`; the last
  // `inner_rank` dimensions are the pass's own.
  void EmitStore(const tile::Store& store, const ir::Shape& dims, const Index& index,
                 int inner_rank, const std::vector<Lanes>& values);
  void StoreAt(tile::RefId ref, const LaneIndex& offset, const Lanes& stored);
  // Where value `number` goes, in elements of the ref.
  LaneIndex ElementOf(const tile::Store& store, const ir::Shape& dims, const Index& index,
                      int inner_rank, size_t number);
  // Whether values of which the first goes to `first` are interleaved in registers, and
  // written as whole vectors; else each is written with gaps.
  bool InterleavesInRegisters(const tile::Store& store, const LaneIndex& first,
                              const std::vector<Lanes>& values);
  void EmitInterleaved(const tile::Store& store, const LaneIndex& first,
                       const std::vector<Lanes>& values);

  // Loops over [lo, hi) in vectors of kb.lanes(), then the rest under a mask.
  // `extent`: hi - lo where known, or a number with the same remainder; lo is a
  // multiple of the lanes.
  void LaneLoop(llvm::Value* lo, llvm::Value* hi, const ir::Size& extent,
                const std::function<void(const LaneIndex&)>& body);
  bool HasPartsOfVectors(const tile::LoopNest& nest, const ir::Size& extent);
  void LanePart(llvm::Value* hi, int level,
                const std::function<void(const LaneIndex&)>& body);
  // The same as LaneLoop in blocks of so many vectors; what is left vector by vector,
  // masked.
  void LaneBlocks(llvm::Value* lo, llvm::Value* hi, const ir::Size& extent, int vectors,
                  const std::function<void(const std::vector<LaneIndex>&)>& body);
  llvm::Value* TailMask(const LaneIndex& first, llvm::Value* hi);
  // Nested loops over `loops`, one index group each, after those of `prefix`; the
  // last of them `step` by `step`.
  void NestedLoops(const Loops& loops, size_t from, Index prefix,
                   const std::function<void(const Index&)>& body, int64_t step = 1);

  // Reductions.
  void FinishReduce(const tile::Reduce& reduce, std::vector<Lanes> accumulators,
                    Point* point);
  // Makes the point's results those that expressions see.
  void Bind(const Point& point);

  Evaluator& eval_;
  KernelBuilder& kb_;
  const tile::Program& program_;
  llvm::Value* scratch_;
  ProgramAnalysis analysis_;
  std::optional<KernelChecks> checks_;
  // With checks, while a copy is started or awaited: a wait's stores write nothing, and
  // note that it is there.
  enum { kNoCopy, kStarted, kAwaited } copies_ = kNoCopy;
  // Of a chain's step whose rows have limits: all that its stages compute.
  std::optional<Columns> columns_;
  // Of the loop nest that is emitted: see non_temporal_stores.h.
  std::vector<tile::RefId> non_temporal_;
  // The same where sizes are known when the kernel runs: what may be stored so, and
  // whether that serves (i1; null: never).
  struct {
    std::vector<tile::RefId> refs;
    llvm::Value* serves = nullptr;
  } past_caches_;
  llvm::Value* run_over_limit_ = nullptr;  // of the rows that are emitted
  ShortRows short_rows_;                   // the same
  llvm::Value* rows_end_ = nullptr;  // the same, if fewer may be left than go at once
};

}  // namespace tilewright::codegen
