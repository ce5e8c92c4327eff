// Statements: what is in each other, steps of grids, and control.
#include <variant>

#include "ir/size/text.h"
#include "support/overloaded.h"
#include "support/saturate.h"
#include "tile/statements.h"
#include "tile/verify/checker.h"
#include "tile/verify/verify.h"
#include "tile/visit.h"

namespace tilewright::tile {
namespace {

using ir::ElementType;

void CheckSemaphore(Checker& c, RefId number, ExprId slot) {
  const Ref& semaphore = c.ref(number);
  if (semaphore.memory == Memory::kHbm || semaphore.window.has_value() ||
      semaphore.type.element != ElementType::kI32 || semaphore.type.num_elements() < 1) {
    c.Fail("a semaphore is r", number, ", ", ir::ToString(semaphore.type));
  }
  if (!c.IsI32(slot)) c.Fail("a semaphore has no number");
}

void CheckDma(Checker& c, const Dma& dma) {
  if (dma.copy.values.size() != 1) {
    return c.Fail("a copy of ", dma.copy.values.size(), " values");
  }
  CheckStore(c, dma.copy, c.type(dma.copy.value()).dims());
  CheckSemaphore(c, dma.semaphore, dma.slot);
}

class StatementChecker {
 public:
  explicit StatementChecker(Checker& c) : c_(c) {}

  void CheckAll(const std::vector<Statement>& statements, int depth) {
    if (depth > kMaxStatementDepth) {
      return c_.Fail("more than ", kMaxStatementDepth, " statements in each other");
    }
    for (const Statement& s : statements) {
      if (!c_.ok()) return;
      Check(s, depth);
    }
  }

 private:
  // The steps of the statement's grid, where they are not free to choose.
  static ir::Size StepsWanted(const Statement& s) {
    return std::visit(
        Overloaded{[&](const Is<LoopNest, Scan, Sort, Scatter, Chain> auto&) {
                     return s.grid_steps;
                   },
                   [](const Matmul& matmul) { return BlocksOf(matmul); },
                   [](const Grid& grid) { return StepsOf(grid); },
                   [](const Is<SelectAndScatter, While, For, If, Dma, Signal> auto&) {
                     return ir::Size(1);
                   }},
        s.node);
  }

  void Check(const Statement& s, int depth) {
    ForEachExpr(s, [&](ExprId e) {
      if (!c_.IsExpr(e)) c_.Fail("a statement evaluates expression ", e);
    });
    ForEachRef(s, [&](RefId ref) {
      if (!c_.IsRef(ref)) c_.Fail("a statement names r", ref);
    });
    if (!c_.ok()) return;
    CheckOwn(s, depth);
    if (!c_.ok()) return;
    const ir::Size& steps = s.grid_steps;
    const bool bounded =
        steps.is_number() ? steps.number() <= kMaxElements : !steps.refused();
    // A product has one block and more in each direction, since it is of something.
    const bool any = s.Is<Matmul>() || c_.IsAtLeast(steps, 1);
    if (!bounded || !any || !(steps == StepsWanted(s))) {
      c_.Fail("a statement of ", ir::NamedText(steps, c_.program().symbols), " steps");
    }
    ForEachBody(s,
                [&](const std::vector<Statement>& body) { CheckAll(body, depth + 1); });
  }

  void CheckOwn(const Statement& s, int depth) {
    std::visit(
        Overloaded{
            [&](const LoopNest& nest) { CheckLoopNest(c_, nest); },
            [&](const Matmul& matmul) { CheckMatmul(c_, matmul); },
            [&](const Scan& scan) { CheckScan(c_, scan); },
            [&](const Sort& sort) { CheckSort(c_, sort); },
            [&](const Scatter& scatter) { CheckScatter(c_, scatter); },
            [&](const SelectAndScatter& scatter) { CheckSelectAndScatter(c_, scatter); },
            [&](const While& loop) { CheckWhile(loop); },
            [&](const Chain& chain) { CheckChain(chain, s.grid_steps, depth); },
            [&](const Grid& grid) { CheckGrid(grid, depth); },
            [&](const For& loop) {
              if (!c_.IsI32(loop.begin) || !c_.IsI32(loop.end)) {
                c_.Fail("a loop's bounds are no indices");
              }
            },
            [&](const If& branch) {
              if (c_.type(branch.predicate) != ir::Scalar(ElementType::kI1)) {
                c_.Fail("a branch on ", ir::ToString(c_.type(branch.predicate)));
              }
            },
            [&](const Dma& dma) { CheckDma(c_, dma); },
            [&](const Signal& signal) {
              CheckSemaphore(c_, signal.semaphore, signal.slot);
              if (!c_.IsI32(signal.amount)) c_.Fail("a signal of no number");
            },
        },
        s.node);
  }

  void CheckWhile(const While& loop) {
    CheckWhole(c_, loop.predicate);
    if (c_.ref(loop.predicate).type != ir::Scalar(ElementType::kI1)) {
      c_.Fail("a loop on ", ir::ToString(c_.ref(loop.predicate).type));
    }
  }

  bool IsAlone(int depth) const {
    return depth == 0 && c_.program().statements.size() == 1;
  }

  void CheckGrid(const Grid& grid, int depth) {
    if (!IsAlone(depth)) c_.Fail("a grid is not all of its program");
    const std::vector<ir::Size> sizes = grid.sizes.sizes();
    int64_t points = 1;  // of the dimensions that are numbers
    bool fits = sizes.size() == grid.sequential.size() && sizes.size() <= kMaxRank;
    for (const ir::Size& size : sizes) {
      fits = fits && c_.IsKnown(size) && c_.IsAtLeast(size, 1);
      if (size.is_number()) points = SaturatingMultiply(points, size.number());
    }
    if (!fits || points > kMaxElements) {
      c_.Fail("a grid of [", ir::Join(grid.sizes, &c_.program().symbols), "] and ",
              grid.sequential.size(), " semantics");
    }
  }

  void CheckChain(const Chain& chain, const ir::Size& steps, int depth) {
    if (!IsAlone(depth)) c_.Fail("a chain is not all of its program");
    for (const Statement& stage : chain.stages) {
      const bool fits = stage.Is<LoopNest>() || stage.Is<Matmul>();
      if (!fits || !steps.is_number() || !(stage.grid_steps == steps)) {
        c_.Fail("a chain of ", ir::NamedText(steps, {}), " steps has a stage of ",
                ir::NamedText(stage.grid_steps, {}));
      }
    }
    if (chain.has_limits()) CheckLimits(chain);
  }

  // What limits leave out is counted in numbers, by blocks of whole rows.
  void CheckLimits(const Chain& chain) {
    const size_t count = chain.stages.size();
    const auto* const product = count < 2 ? nullptr : chain.stages.back().As<Matmul>();
    const auto* const nest = count < 2 ? nullptr : chain.stages[count - 2].As<LoopNest>();
    if (product == nullptr || nest == nullptr || !HasWholeRows(*product) ||
        !(NumElements(nest->outer) == product->batch * product->m)) {
      return c_.Fail("a chain has limits, and no product of rows");
    }
    for (size_t s = 0; s + 2 < count; ++s) {
      const auto* const rows = chain.stages[s].As<Matmul>();
      if (rows == nullptr || !HasWholeRows(*rows) || !(rows->n == product->k) ||
          rows->block_m != product->block_m) {
        return c_.Fail("stage ", s, " of a chain with limits makes no such rows");
      }
    }
    for (const Pass& pass : nest->passes) {
      if (pass.inner.rank() > 0 && !(NumElements(pass.inner) == product->k)) {
        return c_.Fail("a chain with limits has rows of another length");
      }
    }
    for (const ExprId limit : {chain.first, chain.last}) {
      if (limit == kNoExpr) continue;
      const ir::TensorType& type = c_.type(limit);
      if (type.element != ElementType::kI32 || type.rank() < 1 ||
          !(type.shape[type.rank() - 1] == product->k) ||
          !(NumElements(type.shape) == product->batch * product->m * product->k)) {
        c_.Fail("a chain's rows are limited by ", ir::ToString(type));
      }
    }
  }
  static bool HasWholeRows(const Matmul& m) {
    return m.batch.is_number() && m.m.is_number() && m.n.is_number() && m.k.is_number() &&
           m.k.number() > 0 && m.m.number() % m.block_m == 0 && m.n.number() <= m.block_n;
  }

  Checker& c_;
};

// Pieces are those of a chain's steps, windows those of a grid's points.
void CheckUses(Checker& c) {
  const std::vector<Statement>& statements = c.program().statements;
  const bool alone = statements.size() == 1;
  const bool chain = alone && statements[0].Is<Chain>();
  const bool grid = alone && statements[0].Is<Grid>();
  for (size_t r = 0; r < c.program().refs.size(); ++r) {
    const Ref& ref = c.program().refs[r];
    if (ref.pieces != 1 && !(chain && statements[0].grid_steps == ref.pieces)) {
      c.Fail("r", r, ": ", ref.pieces, " pieces, which are no chain's");
    }
    if (ref.window.has_value() && !grid) c.Fail("r", r, ": a window without a grid");
  }
  int64_t steps = 0;
  for (const Statement& s : statements) {
    if (s.grid_steps.is_number()) steps = SaturatingAdd(steps, s.grid_steps.number());
  }
  if (steps > kMaxElements) c.Fail("a grid of ", steps, " steps");
}

}  // namespace

void CheckStatements(Checker& c) {
  StatementChecker(c).CheckAll(c.program().statements, 0);
  if (c.ok()) CheckUses(c);
}

}  // namespace tilewright::tile
