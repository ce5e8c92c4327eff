// What a tile program does, counted from the program alone.
#include <algorithm>
#include <cstdint>
#include <set>
#include <vector>

#include "tile/cost.h"
#include "tile/program.h"

namespace tilewright::tile {
namespace {

int64_t Elements(const ir::Dims& dims) {
  int64_t n = 1;
  for (int64_t d : dims) n *= d;
  return n;
}

// Counts of huge grids stay at the largest number.
int64_t Sum(int64_t x, int64_t y) {
  int64_t sum = 0;
  return __builtin_add_overflow(x, y, &sum) ? INT64_MAX : sum;
}

int64_t Product(int64_t x, int64_t y) {
  int64_t product = 0;
  return __builtin_mul_overflow(x, y, &product) ? INT64_MAX : product;
}

class Meter {
 public:
  explicit Meter(const Program& program) : program_(program) {}

  Work Run() {
    Count(program_.statements);
    if (!program_.statements.empty() &&
        program_.statements[0].kind == StatementKind::kGrid) {
      return work_;
    }
    for (const Ref& ref : program_.refs) {
      if (ref.memory != Memory::kHbm) continue;
      (ref.is_output ? work_.bytes_written : work_.bytes_read) += ref.type.byte_size();
    }
    return work_;
  }

 private:
  void Multiply(const Work& before, int64_t times) {
    const auto scale = [times](int64_t& now, int64_t then) {
      now = Sum(then, Product(now - then, times));
    };
    scale(work_.flops, before.flops);
    scale(work_.transcendentals, before.transcendentals);
    scale(work_.bytes_read, before.bytes_read);
    scale(work_.bytes_written, before.bytes_written);
    scale(work_.dmas, before.dmas);
    scale(work_.dma_bytes, before.dma_bytes);
  }

  void CountTimes(const std::vector<Statement>& statements, int64_t times) {
    const Work before = work_;
    Count(statements);
    Multiply(before, times);
  }

  // One, where the bounds are not constants.
  int64_t Turns(const For& loop) const {
    const Expr& begin = program_.exprs[loop.begin];
    const Expr& end = program_.exprs[loop.end];
    if (begin.kind != ExprKind::kConstant || end.kind != ExprKind::kConstant) return 1;
    return std::max<int64_t>(end.literal.IntegerAt(0) - begin.literal.IntegerAt(0), 0);
  }

  // Counters that a window's place depends on.
  std::set<int64_t> CountersOf(const Window& window) const {
    std::set<int64_t> counters;
    std::vector<ExprId> stack = window.start;
    while (!stack.empty()) {
      const Expr& e = program_.exprs[stack.back()];
      stack.pop_back();
      if (e.kind == ExprKind::kCounter) counters.insert(e.a[0]);
      // What is read from memory may differ at every point.
      if (e.kind == ExprKind::kLoad) counters.insert(INT64_MAX);
      stack.insert(stack.end(), e.operands.begin(), e.operands.end());
    }
    return counters;
  }

  // A window is fetched, or flushed, when it moves: not while the dimensions that
  // it depends on stay, which is so inside the innermost of them.
  void CountGrid(const Grid& grid) {
    CountTimes(grid.body, Elements(grid.sizes));
    for (const Ref& ref : program_.refs) {
      if (!ref.window.has_value()) continue;
      const std::set<int64_t> counters = CountersOf(*ref.window);
      const int64_t rank = static_cast<int64_t>(grid.sizes.size());
      int64_t moves = 1;
      if (!counters.empty()) {
        for (int64_t d = 0; d <= std::min(*counters.rbegin(), rank - 1); ++d) {
          moves *= grid.sizes[d];
        }
      }
      const int64_t bytes = Product(moves, ref.type.byte_size());
      int64_t& hbm = ref.is_output ? work_.bytes_written : work_.bytes_read;
      work_.dmas = Sum(work_.dmas, moves);
      work_.dma_bytes = Sum(work_.dma_bytes, bytes);
      hbm = Sum(hbm, bytes);
    }
  }

  void CountDma(const Dma& dma) {
    if (dma.wait) return;
    const int64_t bytes = program_.exprs[dma.copy.value].type.byte_size();
    ++work_.dmas;
    work_.dma_bytes += bytes;
    if (program_.refs[dma.source].memory == Memory::kHbm) work_.bytes_read += bytes;
    if (program_.refs[dma.copy.ref].memory == Memory::kHbm) work_.bytes_written += bytes;
  }

  // Every elementwise operation under `root` once per element of its shape.
  void CountExpr(ExprId root) {
    std::vector<ExprId> stack = {root};
    while (!stack.empty()) {
      const ExprId id = stack.back();
      stack.pop_back();
      if (!seen_.insert(id).second) continue;
      const Expr& e = program_.exprs[id];
      if (e.kind == ExprKind::kScalar) {
        (IsTranscendental(e.op) ? work_.transcendentals : work_.flops) +=
            e.type.num_elements();
      }
      stack.insert(stack.end(), e.operands.begin(), e.operands.end());
    }
  }

  void Count(const std::vector<Statement>& statements) {
    for (const Statement& s : statements) {
      switch (s.kind) {
        case StatementKind::kNest:
          for (const Phase& phase : s.nest.phases) {
            const int64_t points = Elements(s.nest.outer) * Elements(phase.inner);
            for (const Store& store : phase.stores) CountExpr(store.value);
            for (const Reduce& reduce : phase.reduces) {
              for (ExprId input : reduce.inputs) CountExpr(input);
              work_.flops += points;
            }
          }
          break;
        case StatementKind::kMatmul:
          CountExpr(s.matmul.lhs);
          CountExpr(s.matmul.rhs);
          work_.flops += 2 * s.matmul.batch * s.matmul.m * s.matmul.n * s.matmul.k;
          for (const Store& store : s.matmul.stores) CountExpr(store.value);
          break;
        case StatementKind::kScan:
          for (ExprId input : s.scan.reduce.inputs) {
            CountExpr(input);
            work_.flops += program_.exprs[input].type.num_elements();
          }
          break;
        case StatementKind::kSort:
          for (ExprId input : s.sort.inputs) CountExpr(input);
          break;
        case StatementKind::kScatter:
          for (ExprId update : s.scatter.updates) {
            CountExpr(update);
            work_.flops += program_.exprs[update].type.num_elements();
          }
          break;
        case StatementKind::kSelectAndScatter:
          work_.flops += program_.exprs[s.select_and_scatter.source].type.num_elements() *
                         Elements(s.select_and_scatter.window);
          break;
        case StatementKind::kWhile:
          // The number of turns is not known: one is counted.
          Count(s.loop.condition);
          Count(s.loop.body);
          break;
        case StatementKind::kChain:
          Count(s.chain.stages);
          break;
        case StatementKind::kGrid:
          CountGrid(s.grid);
          break;
        case StatementKind::kFor:
          CountTimes(s.counted.body, Turns(s.counted));
          break;
        case StatementKind::kIf:
          Count(s.branch.then);
          Count(s.branch.otherwise);
          break;
        case StatementKind::kDma:
          CountDma(s.dma);
          break;
      }
    }
  }

  const Program& program_;
  Work work_;
  std::set<ExprId> seen_;
};

}  // namespace

Work MeasureWork(const Program& program) { return Meter(program).Run(); }

}  // namespace tilewright::tile
