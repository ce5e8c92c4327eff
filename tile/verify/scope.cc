// Where things are known: a region's parameters in the region, a reduction's results in
// later passes of its loop nest, a product's in its stores, counters in their loops.
#include <algorithm>
#include <map>
#include <variant>

#include "ir/size/text.h"
#include "support/overloaded.h"
#include "tile/arrange.h"
#include "tile/verify/checker.h"

namespace tilewright::tile {
namespace {

using ir::ElementType;

// Results that are known, by name.
struct Known {
  std::vector<ElementType> types;
  ir::Size elements = 1;
};
using Results = std::map<int64_t, Known>;

class ScopeChecker {
 public:
  explicit ScopeChecker(Checker& c) : c_(c) {}

  void CheckAll(const std::vector<Statement>& statements) {
    for (const Statement& s : statements) {
      if (c_.ok()) Check(s);
    }
  }

 private:
  void Check(const Statement& s) {
    std::visit(
        Overloaded{
            [&](const LoopNest& nest) { CheckLoopNest(nest); },
            [&](const Matmul& matmul) { CheckMatmul(matmul); },
            [&](const Scan& scan) { CheckReduce(scan.reduce, {}); },
            [&](const Sort& sort) {
              CheckRoots(sort.inputs, {});
              CheckCounters(sort.region);
            },
            [&](const Scatter& scatter) {
              CheckRoot(scatter.indices, {});
              CheckRoots(scatter.updates, {});
              CheckCounters(scatter.region);
            },
            [&](const SelectAndScatter& scatter) {
              CheckRoots({scatter.operand, scatter.source}, {});
              CheckCounters(scatter.select);
              CheckCounters(scatter.scatter);
            },
            [&](const While& loop) {
              CheckAll(loop.condition);
              CheckAll(loop.body);
            },
            [&](const Chain& chain) {
              for (const ExprId limit : {chain.first, chain.last}) {
                if (limit != kNoExpr) CheckRoot(limit, {});
              }
              CheckAll(chain.stages);
            },
            [&](const Grid& grid) { CheckGrid(grid); },
            [&](const For& loop) { CheckFor(loop); },
            [&](const If& branch) {
              CheckRoot(branch.predicate, {});
              CheckAll(branch.then);
              CheckAll(branch.otherwise);
            },
            [&](const Dma& dma) {
              CheckStores({dma.copy}, {});
              CheckRoot(dma.slot, {});
            },
            [&](const Signal& signal) { CheckRoots({signal.slot, signal.amount}, {}); },
        },
        s.node);
  }

  void CheckLoopNest(const LoopNest& nest) {
    Results results;
    for (const Pass& pass : nest.passes) {
      CheckStores(pass.stores, results);
      for (const Reduce& reduce : pass.reduces) CheckReduce(reduce, results);
      for (const Reduce& reduce : pass.reduces) {
        Known known = {{}, NumElements(nest.outer)};
        for (ExprId init : reduce.inits) known.types.push_back(c_.type(init).element);
        results[reduce.id] = std::move(known);
      }
    }
  }

  void CheckMatmul(const Matmul& m) {
    CheckRoot(m.lhs, {});
    CheckRoot(m.rhs, {});
    CheckStores(m.stores, {{m.id, {{m.accumulator}, m.batch * m.m * m.n}}});
  }

  void CheckStores(const std::vector<Store>& stores, const Results& results) {
    for (const Store& store : stores) {
      CheckRoots(store.values, results);
      CheckRoots(store.dynamic_offset, results);
    }
  }

  void CheckReduce(const Reduce& reduce, const Results& results) {
    CheckRoots(reduce.inputs, results);
    CheckRoots(reduce.inits, results);
    CheckCounters(reduce.region);
  }

  void CheckGrid(const Grid& grid) {
    for (int d = 0; d < grid.sizes.rank(); ++d) counters_.push_back(d);
    // Windows are placed in order, each by what those before it show.
    const std::vector<Ref>& refs = c_.program().refs;
    for (size_t r = 0; r < refs.size(); ++r) {
      if (!refs[r].window.has_value()) continue;
      for (ExprId start : refs[r].window->start) {
        CheckRoot(start, {});
        c_.ForEachReader(start, kWindows, [&](ExprId id) {
          const RefId seen = c_.expr(id).As<Load>()->ref;
          if (seen < static_cast<RefId>(r) && c_.ref(seen).window->inside) return;
          c_.FailExpr(id, "is where the window of r", r, " is, and reads r", seen);
        });
      }
    }
    CheckAll(grid.body);
    counters_.clear();
  }

  void CheckFor(const For& loop) {
    CheckRoot(loop.begin, {});
    CheckRoot(loop.end, {});
    if (IsCounter(loop.counter)) c_.Fail("two loops count ", loop.counter);
    counters_.push_back(loop.counter);
    CheckAll(loop.body);
    counters_.pop_back();
  }

  bool IsCounter(int64_t number) const {
    return std::find(counters_.begin(), counters_.end(), number) != counters_.end();
  }

  void CheckRoots(const std::vector<ExprId>& roots, const Results& results) {
    for (ExprId root : roots) CheckRoot(root, results);
  }

  void CheckRoot(ExprId root, const Results& results) {
    c_.ForEachReader(root, kParameters | kResults, [&](ExprId id) {
      const Expr& e = c_.expr(id);
      const auto* const result = e.As<ResultOf>();
      if (result == nullptr) {
        return c_.FailExpr(id, "a parameter is read outside of its region");
      }
      const auto known = results.find(result->id);
      if (known == results.end() ||
          result->number >= static_cast<int>(known->second.types.size())) {
        return c_.FailExpr(id, "there is no reduction or product ", result->id,
                           " with value ", result->number, " here");
      }
      const ElementType element = known->second.types[result->number];
      if (element != e.type.element ||
          !(known->second.elements == NumElements(e.type.shape))) {
        c_.FailExpr(id, "is ",
                    ir::NamedText(known->second.elements, c_.program().symbols),
                    " results of ", ir::Name(element));
      }
    });
    CheckCounters(root);
  }

  void CheckCounters(const Region& region) {
    for (ExprId result : region.results) CheckCounters(result);
  }

  void CheckCounters(ExprId root) {
    c_.ForEachReader(root, kCounters, [&](ExprId id) {
      if (IsCounter(c_.expr(id).As<Counter>()->number)) return;
      c_.FailExpr(id, "no loop around it counts this");
    });
  }

  Checker& c_;
  std::vector<int64_t> counters_;
};

}  // namespace

int Checker::OwnReads(const Expr& e) const {
  if (e.Is<Parameter>()) return kParameters;
  if (e.Is<ResultOf>()) return kResults;
  if (e.Is<Counter>()) return kCounters;
  const auto* const load = e.As<Load>();
  return load != nullptr && ref(load->ref).window.has_value() ? kWindows : 0;
}

void Checker::NoteReads(ExprId id) {
  int reads = OwnReads(expr(id));
  for (ExprId operand : expr(id).operands) reads |= reads_[operand];
  reads_[id] = static_cast<uint8_t>(reads);
}

void CheckRegion(Checker& c, const Region& region,
                 const std::vector<ElementType>& parameters,
                 const std::vector<ElementType>& results) {
  if (region.num_parameters != static_cast<int>(parameters.size()) ||
      region.results.size() != results.size()) {
    return c.Fail("a region of ", region.num_parameters, " parameters and ",
                  region.results.size(), " results, for ", parameters.size(), " and ",
                  results.size());
  }
  for (size_t i = 0; i < results.size(); ++i) {
    const ir::TensorType want = ir::Scalar(results[i]);
    const ir::TensorType& type = c.type(region.results[i]);
    if (type == want) continue;
    return c.Fail("a region that gives ", ir::ToString(type), " for ",
                  ir::ToString(want));
  }
  for (ExprId result : region.results) {
    c.ForEachReader(result, kParameters | kResults, [&](ExprId id) {
      const Expr& e = c.expr(id);
      const auto* const parameter = e.As<Parameter>();
      const bool known = parameter != nullptr &&
                         parameter->number < static_cast<int64_t>(parameters.size()) &&
                         e.type.element == parameters[parameter->number];
      if (!known) c.FailExpr(id, "is no parameter of the region that reads it");
    });
  }
}

void CheckScopes(Checker& c) { ScopeChecker(c).CheckAll(c.program().statements); }

}  // namespace tilewright::tile
