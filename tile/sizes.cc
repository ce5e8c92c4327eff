#include "tile/sizes.h"

#include <algorithm>
#include <numeric>
#include <utility>
#include <variant>
#include <vector>

#include "ir/size/facts.h"
#include "support/check.h"
#include "support/overloaded.h"
#include "tile/visit.h"

namespace tilewright::tile {
namespace {

// Calls `visit` with shapes and with single sizes.
void ForEachSizeIn(Is<Statement> auto& s, const auto& visit) {
  visit(s.grid_steps);
  if (auto* const nest = std::get_if<LoopNest>(&s.node)) {
    visit(nest->outer);
    for (auto& pass : nest->passes) visit(pass.inner);
  }
  if (auto* const grid = std::get_if<Grid>(&s.node)) visit(grid->sizes);
  if (auto* const matmul = std::get_if<Matmul>(&s.node)) {
    for (auto* const size : {&matmul->batch, &matmul->m, &matmul->n, &matmul->k})
      visit(*size);
  }
  ForEachStore(s, [&](auto& store) {
    visit(store.shape);
    visit(store.offset);
  });
  ForEachBody(s, [&](auto& body) {
    for (auto& inner : body) ForEachSizeIn(inner, visit);
  });
}

// `program` and what `visit` gets are const together.
void ForEachSize(Is<Program> auto& program, const auto& visit) {
  for (auto& ref : program.refs) visit(ref.type.shape);
  for (auto& expr : program.exprs) visit(expr.type.shape);
  for (auto& statement : program.statements) ForEachSizeIn(statement, visit);
}

// Each size that is no number becomes what `of` makes of it.
void Replace(Program* program, absl::FunctionRef<ir::Size(const ir::Size&)> of) {
  const auto in_shape = [&](ir::Shape& shape) {
    if (shape.is_static()) return;
    std::vector<ir::Size> sizes = shape.sizes();
    for (ir::Size& size : sizes) size = of(size);
    shape = ir::Shape(std::move(sizes));
  };
  ForEachSize(*program, Overloaded{in_shape, [&](ir::Size& size) { size = of(size); }});
}

}  // namespace

bool HasSymbols(const Program& program) {
  bool any = false;
  ForEachSize(program,
              Overloaded{[&](const ir::Shape& x) { any = any || !x.is_static(); },
                         [&](const ir::Size& x) { any = any || !x.is_number(); }});
  return any;
}

namespace {

// Gives symbols the numbers that they have in `order`, which has those that are used.
// What was bound as number i of a list is bound so now.
std::vector<ir::SymbolId> Renumber(Program* program,
                                   const std::vector<ir::SymbolId>& order,
                                   const std::vector<ir::SymbolId>& bound) {
  const ir::SymbolList symbols = std::exchange(program->symbols, {});
  std::vector<ir::SymbolId> number(symbols.count(), -1), now;
  for (ir::SymbolId id : order) {
    number[id] = program->symbols.Add(symbols[id].name, symbols[id].facts);
    now.push_back(bound[id]);
  }
  Replace(program, [&](const ir::Size& size) {
    return ir::Substitute(
        size, [&](ir::SymbolId id) { return ir::Size::OfSymbol(number[id]); });
  });
  return now;
}

}  // namespace

std::vector<ir::SymbolId> BindSymbols(Program* program) {
  if (!HasSymbols(*program)) {
    program->symbols = {};
    return {};
  }
  // By new numbers terms of a size may come in another order, and symbols that look alike
  // with them: until the numbers are those of the text, which is what a kernel is known
  // by.
  constexpr int kMostRounds = 16;
  std::vector<ir::SymbolId> bound(program->symbols.count());
  std::iota(bound.begin(), bound.end(), 0);
  for (int round = 0; round < kMostRounds; ++round) {
    const std::vector<ir::SymbolId> order = SymbolsInOrder(*program);
    if (std::is_sorted(order.begin(), order.end()) &&
        static_cast<int>(order.size()) == program->symbols.count()) {
      break;
    }
    bound = Renumber(program, order, bound);
  }
  program->sizes =
      program->AddRef({Memory::kHbm,
                       {ir::ElementType::kI64, {static_cast<int64_t>(bound.size())}},
                       /*is_output=*/false});
  return bound;
}

Program WithSizes(const Program& program, const std::vector<ir::Size>& values,
                  const ir::SymbolList& symbols) {
  Program sized = program;
  TW_CHECK(program.sizes + 1 == static_cast<RefId>(program.refs.size()));
  sized.refs.pop_back();
  Replace(&sized, [&](const ir::Size& size) {
    return ir::Substitute(size, [&](ir::SymbolId id) { return values[id]; });
  });
  sized.symbols = symbols;
  sized.sizes = -1;
  return sized;
}

Program AtSizes(const Program& program, absl::Span<const int64_t> values) {
  Program sized = program;
  Replace(&sized, [&](const ir::Size& size) {
    return ir::Substitute(size, [&](ir::SymbolId id) { return ir::Size(values[id]); });
  });
  sized.symbols = {};
  sized.sizes = -1;
  return sized;
}

}  // namespace tilewright::tile
