// The statements of a kernel over whole arrays: what is stored says what has to be
// computed, and what can be computed together is one statement.
//
//   - Reductions over the last dimensions of arrays with equal rows are one loop
//     nest, which goes over a row once for each reduction that waits for another.
//     Costly values that several passes read are kept in scratch.
//   - Any other reduction is a loop nest of its own.
//   - A product is a statement, and what is made of its result is stored with it.
//   - Anything else is stored by loop nests over the array's elements.
//
// A result is known where it was computed: for the row or the element at hand. What is
// stored or reduced may depend on the results of one statement, in place.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "tile/arrange.h"
#include "tile/author/row_passes.h"
#include "tile/statements.h"

namespace tilewright::tile {

class ArrayStatements {
 public:
  // Values are made with `b`, whose refs stay as they are. Errors say what is wrong, not
  // where: the caller names the kernel and the ref.
  explicit ArrayStatements(Builder* b) : b_(*b) {}

  // The result, of x's other dimensions.
  absl::StatusOr<ExprId> Reduce(ir::OpKind combiner, ExprId x,
                                const ir::Dims& dimensions);
  // The results of a combiner of the user's, of inputs of one shape, in index order: a
  // statement of its own.
  absl::StatusOr<std::vector<ExprId>> ReduceBy(Reducer reducer,
                                               const std::vector<ExprId>& inputs,
                                               const ir::Dims& dimensions);
  // The result, seen in `dims`.
  absl::StatusOr<ExprId> Product(const ProductOperands& operands, const ir::Dims& dims);
  // Rows of this value are computed once.
  void Keep(ExprId x) { kept_.insert(x); }
  // Of a value of the ref's shape, or of the part at `start`; values that are interleaved
  // read no results.
  absl::Status Store(const tile::Store& store);
  bool ReadsResults(ExprId x) const;

  // How much was stored and reduced so far.
  int64_t written() const { return written_; }

  // Appends the statements that store something.
  void Finish();

 private:
  // What waits for as many results, one after the other.
  struct Level {
    std::vector<tile::Store> points, full;             // one a row, or whole rows
    std::map<int, std::vector<Reduction>> reductions;  // by the width of their lanes
  };
  struct Draft {
    enum Kind { kPoints, kRows, kReduction, kProduct };
    Kind kind = kPoints;
    ir::Dims result;        // the shape of its results, without ones
    ir::Dims outer, inner;  // of loop nests
    bool lanes_inner = false;
    std::map<int, Level> levels;
    std::optional<ProductWriter> product;
    int64_t stores = 0;
  };
  // What an expression depends on.
  struct Needs {
    int draft = -1;  // the statement whose results it reads; -1: none
    int level = 0;   // how many of them wait for each other
  };

  absl::StatusOr<Needs> NeedsOf(ExprId x) const;
  int AddDraft(Draft draft);
  int RowsOf(const ir::Dims& outer, int64_t row);
  std::vector<DraftPass> PassesOf(Draft& draft) const;
  void WriteLoopNest(Draft& draft);
  // Operations that a loop nest's passes evaluate, costly ones counting for more.
  int64_t CostOf(const std::vector<DraftPass>& passes) const;

  Builder& b_;
  std::vector<Draft> drafts_;
  std::map<int, Needs> results_;  // by name: statement and the level of what reads it
  std::set<ExprId> kept_;
  int64_t written_ = 0;
};

}  // namespace tilewright::tile
