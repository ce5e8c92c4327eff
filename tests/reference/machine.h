// The state of an evaluation: memory, results of reductions, and values that are known.
#pragma once

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "tests/reference/element.h"
#include "tests/reference/scalar.h"
#include "tile/program.h"

namespace tilewright::reference {

using tile::ExprId;
using tile::RefId;

// Indices of an element by dimension, and its number in row-major order.
Dims Unflatten(int64_t flat, const Dims& dims);
int64_t Flatten(const Dims& index, const Dims& dims);
int64_t Elements(const Dims& dims);

// Values of expressions are remembered by expression and index, so that evaluation is
// linear in what is evaluated; those that depend on memory which the program writes, on
// results and counters, or on a region's parameters until that changes.
class Machine {
 public:
  Machine(const tile::Program& program, absl::Span<Array> arrays);

  // All statements; the first error.
  absl::Status Run();

 private:
  // --- Expressions (expressions.cc) ---
  Element ValueAt(ExprId id, int64_t index);
  Element ScalarAt(ExprId id) { return ValueAt(id, 0); }
  Element Compute(const tile::Expr& e, int64_t index);
  Element Elementwise(const tile::Expr& e, const tile::Scalar& scalar, int64_t index);
  Element Pad(const tile::Expr& e, const tile::Pad& pad, int64_t index);
  Element Concatenate(const tile::Expr& e, int64_t d, int64_t index);
  Element DynamicSlice(const tile::Expr& e, int64_t index);
  Element DynamicUpdateSlice(const tile::Expr& e, int64_t index);
  Element Gather(const tile::Expr& e, const tile::Gather& g, int64_t index);
  Element Window(const tile::Expr& e, const tile::WindowOf& windows, int64_t index);
  Element Result(const tile::ResultOf& result);
  const tile::Expr& expr(ExprId id) const { return program_.exprs[id]; }
  const ir::TensorType& type(ExprId id) const { return program_.exprs[id].type; }
  // An index, moved into [0, limit]; false where it is not known.
  bool Clamped(ExprId id, int64_t at, int64_t limit, int64_t* index);

  // The region's results for these arguments.
  std::vector<Element> Apply(const tile::Region& region, std::vector<Element> arguments);
  Element Scalar(const ScalarOp& op, absl::Span<const Operand> operands,
                 ElementType type);
  Element To(ElementType type, ExprId from, const Element& x) {
    return Convert({this->type(from).element, x}, type, program_.numerics);
  }

  // --- Memory ---
  Element Read(RefId ref, int64_t index);
  void Write(RefId ref, int64_t index, const Element& value);
  // Where in its array an element of a window is; -1: beyond the edge.
  int64_t InArray(RefId ref, int64_t index) const;
  // What depends on state has to be evaluated anew.
  void Changed() { state_changed_ = ++time_; }
  void Fail(absl::Status status) { status_.Update(std::move(status)); }

  // --- Statements (statements.cc, and by subject) ---
  void RunAll(const std::vector<tile::Statement>& statements);
  void RunOne(const tile::Statement& s);
  void RunLoopNest(const tile::LoopNest& nest);
  void RunPass(const tile::LoopNest& nest, const tile::Pass& pass, int64_t point);
  void RunMatmul(const tile::Matmul& m);
  void RunScan(const tile::Scan& scan);
  void RunSort(const tile::Sort& sort);
  void SortRow(const tile::Sort& sort, const std::vector<int64_t>& from,
               const std::vector<int64_t>& to);
  void RunScatter(const tile::Scatter& s);
  bool ScatterStart(const tile::Scatter& s, const Dims& batch, Dims* start);
  void ApplyUpdate(const tile::Scatter& s, const Dims& start, const Dims& batch,
                   const Dims& window);
  void RunSelectAndScatter(const tile::SelectAndScatter& s);
  void RunWhile(const tile::While& loop);
  void RunGrid(const tile::Grid& grid);
  void RunFor(const tile::For& loop);
  void RunIf(const tile::If& branch);
  void RunDma(const tile::Dma& dma);
  // A boolean that control depends on.
  bool Decide(const Element& predicate);
  // An integer that control depends on; 0 where it is not known.
  int64_t IndexOf(ExprId id);
  void PlaceWindows();
  void ForgetScratch();

  // Element `index` of `domain`, whose last `inner` dimensions are the pass's own.
  int64_t PlaceOf(const tile::Store& store, const Dims& domain, size_t inner,
                  int64_t index);
  std::vector<Element> ValuesAt(const tile::Store& store, int64_t index);
  void Store(const tile::Store& store, const Dims& domain, size_t inner, int64_t index,
             const std::vector<Element>& values);

  // --- Reductions (reduce.cc) ---
  // The values of a reduction over elements [first, first + count) of its inputs.
  std::vector<Element> ReduceRun(const tile::Reduce& reduce, int64_t first,
                                 int64_t count);
  Element ReduceSum(const tile::Reduce& reduce, int64_t first, int64_t count);
  Element ReduceProduct(const tile::Reduce& reduce, int64_t first, int64_t count);
  // One step, in the types of the accumulators.
  std::vector<Element> Step(const tile::Reduce& reduce,
                            const std::vector<ElementType>& types,
                            const std::vector<Element>& accumulators, int64_t index);

  struct Cell {
    Element value;
    uint64_t time = 0;  // when it was computed; 0: never
  };
  // What a statement computes is known for the point at hand.
  void SetResults(int id, std::vector<Element> values) {
    results_[id] = std::move(values);
    Changed();
  }

  const tile::Program& program_;
  const absl::Span<Array> arrays_;
  absl::Status status_;
  std::vector<std::vector<Element>> memory_;     // by ref; windows have none
  std::vector<Dims> window_start_;               // by ref
  std::map<int, std::vector<Element>> results_;  // by name, then by number
  std::map<int64_t, int64_t> counters_;
  const std::vector<Element>* parameters_ = nullptr;

  std::vector<std::vector<Cell>> cells_;        // by expression
  std::vector<bool> on_state_, on_parameters_;  // what an expression depends on
  std::vector<bool> is_written_;                // refs
  uint64_t time_ = 1, state_changed_ = 0, parameters_changed_ = 0;
};

}  // namespace tilewright::reference
