// What a tile program does, counted from the program alone.
#include <set>
#include <vector>

#include "tile/program.h"

namespace tilewright::tile {
namespace {

int64_t Elements(const ir::Dims& dims) {
  int64_t n = 1;
  for (int64_t d : dims) n *= d;
  return n;
}

bool IsTranscendental(ir::OpKind op) {
  using enum ir::OpKind;
  static const std::set<ir::OpKind> kOps = {
      kCbrt,   kCosine,     kExponential, kExponentialMinusOne,
      kLog,    kLogPlusOne, kLogistic,    kRsqrt,
      kSine,   kSqrt,       kTan,         kTanh,
      kPower,  kAtan2,      kErf,         kErfc,
      kErfInv, kLgamma,     kDigamma};
  return kOps.count(op) > 0;
}

class Meter {
 public:
  explicit Meter(const Program& program) : program_(program) {}

  Work Run() {
    Count(program_.statements);
    for (const Ref& ref : program_.refs) {
      if (ref.memory != Memory::kHbm) continue;
      (ref.is_output ? work_.bytes_written : work_.bytes_read) += ref.type.byte_size();
    }
    return work_;
  }

 private:
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
