#include "tile/verify/verify.h"

#include <algorithm>

#include "ir/size/prove.h"
#include "support/saturate.h"
#include "tile/report.h"
#include "tile/sizes.h"
#include "tile/verify/checker.h"
#include "tile/visit.h"

namespace tilewright::tile {
namespace {

using ir::Dims;

void CheckWindow(Checker& c, RefId r) {
  const Ref& ref = c.ref(r);
  const Window& window = *ref.window;
  if (!c.IsRef(window.array) || c.ref(window.array).memory != Memory::kHbm ||
      ref.memory == Memory::kHbm || ref.pieces != 1) {
    return c.Fail("r", r, ": a window of what is no array");
  }
  const Ref& array = c.ref(window.array);
  if (!ref.type.shape.is_static()) {
    return c.Fail("r", r, ": a window of sizes that are no numbers");
  }
  const auto rank = static_cast<size_t>(array.type.rank());
  Dims seen;
  for (int64_t d : window.kept) {
    if (d < 0 || static_cast<size_t>(d) >= window.block.size()) {
      return c.Fail("r", r, ": its window keeps dimension ", d);
    }
    seen.push_back(window.block[d]);
  }
  int64_t elements = 1;
  for (int64_t size : window.block) elements = SaturatingMultiply(elements, size);
  if (window.block.size() != rank || window.start.size() != rank ||
      ref.type.dims() != seen || ref.type.element != array.type.element ||
      !AreWithin(window.block, 1, kMaxElements) || elements != ref.type.num_elements() ||
      !std::is_sorted(window.kept.begin(), window.kept.end()) ||
      !AreDimensions(window.kept, rank)) {
    return c.Fail("r", r, ", ", ir::ToString(ref.type), ": its window of ",
                  ir::ToString(array.type), " has a block of [", ir::Join(window.block),
                  "] at ", window.start.size(), " places");
  }
  if (ref.is_output && !array.is_output) {
    c.Fail("r", r, ": a window that is written, of an array that is not");
  }
  if (window.copied && (window.inside || !c.program().debug)) {
    c.Fail("r", r, ": a window that is copied, without checks");
  }
  for (ExprId start : window.start) {
    if (!c.IsI32(start)) c.Fail("r", r, ": its window's place is no index");
  }
  if (window.padding != kNoExpr &&
      (!c.IsExpr(window.padding) || !c.expr(window.padding).Is<Constant>() ||
       c.type(window.padding) != ir::Scalar(array.type.element))) {
    c.Fail("r", r, ": its window's padding is no constant of its element type");
  }
}

void CheckRef(Checker& c, RefId r, int64_t* bytes) {
  const Ref& ref = c.ref(r);
  if (!c.IsArray(ref.type)) {
    return c.Fail("r", r, ": no array is a ", ir::ToString(ref.type));
  }
  // Of symbols, whoever has their values sees to it.
  if (ref.type.shape.is_static()) *bytes = SaturatingAdd(*bytes, ref.type.byte_size());
  if (*bytes > kMaxElements) c.Fail("r", r, ": all refs together are too large");
  const bool in_pieces = ref.pieces != 1;
  if (in_pieces &&
      (!ref.type.shape.is_static() || ref.pieces < 1 || ref.memory != Memory::kVmem ||
       ref.type.num_elements() % ref.pieces != 0 || ref.type.num_elements() == 0)) {
    c.Fail("r", r, ": ", ref.pieces, " pieces of ", ir::ToString(ref.type));
  }
  if (ref.is_updated && !ref.is_output) c.Fail("r", r, ": is updated and not written");
  if (ref.window.has_value()) CheckWindow(c, r);
  if (ref.before == -1) return;
  const bool fits = c.IsRef(ref.before) && ref.memory == Memory::kHbm && !ref.is_output &&
                    c.ref(ref.before).memory == Memory::kHbm &&
                    c.ref(ref.before).is_updated && c.ref(ref.before).type == ref.type;
  if (!fits) c.Fail("r", r, ": is no array that r", ref.before, " may have been");
}

// A point of a grid is of numbers, but for the arrays that its copies are parts of.
bool HasPointOfNumbers(const Checker& c, const Grid& grid) {
  bool numbers = true;
  ForEachStatement(grid.body, [&](const Statement& s) {
    ForEachExpr(s, [&](ExprId e) {
      numbers = numbers && (!c.IsExpr(e) || c.type(e).shape.is_static());
    });
    if (const auto* const nest = s.As<LoopNest>()) {
      numbers = numbers && nest->outer.is_static();
      for (const Pass& pass : nest->passes) numbers = numbers && pass.inner.is_static();
    }
    if (const auto* const matmul = s.As<Matmul>()) {
      numbers = numbers && matmul->domain().is_static();
    }
    ForEachStore(s, [&](const Store& store) {
      numbers = numbers && store.shape.is_static() && store.offset.is_static();
    });
  });
  return numbers;
}

// An input has the symbols' values, where there are any.
void CheckSymbols(Checker& c) {
  const Program& program = c.program();
  const int64_t count = program.symbols.count();
  if ((program.sizes >= 0) != (count > 0)) {
    return c.Fail("sizes of symbols without their values, or values without symbols");
  }
  if (count == 0) {
    if (HasSymbols(program)) c.Fail("sizes of symbols of which nothing is known");
    return;
  }
  const bool is_input = c.IsRef(program.sizes) &&
                        c.ref(program.sizes).memory == Memory::kHbm &&
                        !c.ref(program.sizes).is_output;
  if (!is_input ||
      c.ref(program.sizes).type != ir::TensorType{ir::ElementType::kI64, {count}}) {
    c.Fail("r", program.sizes, ": is not what has the values of ", count, " symbols");
  }
  // What is there for other programs takes numbers alone.
  if (program.debug) c.Fail("a program with checks has symbols");
  for (const Ref& ref : program.refs) {
    const bool may = ref.memory == Memory::kHbm ||
                     (ref.memory == Memory::kVmem && !ref.window.has_value());
    if (!may && !ref.type.shape.is_static()) {
      c.Fail("windows or registers of sizes that are no numbers");
    }
  }
  for (const Statement& s : program.statements) {
    std::vector<ir::Shape> domains;
    if (const auto* const nest = s.As<LoopNest>()) {
      for (const Pass& pass : nest->passes) {
        domains.push_back(ir::Joined(nest->outer, pass.inner));
      }
    } else if (const auto* const matmul = s.As<Matmul>()) {
      domains.push_back(matmul->domain());
    } else if (const auto* const scan = s.As<Scan>()) {
      for (const ExprId input : scan->reduce.inputs) {
        if (c.IsExpr(input)) domains.push_back(c.type(input).shape);
      }
    } else if (const auto* const scatter = s.As<Scatter>()) {
      for (const ExprId update : scatter->updates) {
        if (c.IsExpr(update)) domains.push_back(c.type(update).shape);
      }
    } else if (const auto* const grid = s.As<Grid>()) {
      domains.push_back(grid->sizes);
      if (!HasPointOfNumbers(c, *grid)) {
        return c.Fail("a grid's point of sizes that are no numbers");
      }
    } else {
      return c.Fail("a statement of a kind that takes no symbols");
    }
    bool known = c.IsKnown(s.grid_steps) && !domains.empty();
    for (const ir::Shape& domain : domains) {
      for (int d = 0; d < domain.rank(); ++d) known = known && c.IsKnown(domain[d]);
    }
    if (!known) c.Fail("sizes of symbols that are not there");
  }
}

// With checks, the last ref takes the report.
void CheckReport(Checker& c) {
  const Program& program = c.program();
  if (!program.debug || !c.ok()) return;
  const RefId last = static_cast<RefId>(program.refs.size()) - 1;
  const bool is_array =
      last >= 0 && c.ref(last).memory == Memory::kHbm && c.ref(last).is_output;
  const auto words = [&] {
    return ir::TensorType{ir::ElementType::kI64, {ReportWriters(program, last)}};
  };
  if (!is_array || c.ref(last).type != words()) {
    return c.Fail("a program with checks has no report");
  }
  if (program.statements.size() != 1 || !program.statements[0].Is<Grid>()) {
    c.Fail("a program with checks has no grid");
  }
}

}  // namespace

// Kernels divide without asking.
bool Checker::IsKnown(const ir::Size& size) const {
  bool known = !size.refused();
  ir::ForEachSymbol(size, [&](ir::SymbolId id) {
    known = known && id >= 0 && id < program_.symbols.count();
  });
  if (!known) return false;
  ir::ForEachDivisor(size, [&](const ir::Size& divisor) {
    known = known && ir::ProveAtLeast(divisor, 1, program_.symbols) == ir::Proof::kYes;
  });
  return known;
}

bool Checker::IsArray(const ir::TensorType& type) const {
  bool known = true;
  for (int d = 0; d < type.rank(); ++d) known = known && IsKnown(type.shape[d]);
  return known && type.element != ir::ElementType::kToken && IsBounded(type.shape);
}

bool IsBounded(const Dims& dims) {
  if (dims.size() > kMaxRank) return false;
  int64_t elements = 1;
  for (int64_t d : dims) {
    if (d < 0) return false;
    elements = SaturatingMultiply(elements, std::max<int64_t>(d, 1));
    if (elements > kMaxElements) return false;
  }
  return true;
}

bool IsBounded(const ir::Shape& shape) {
  return shape.is_static() ? IsBounded(shape.numbers())
                           : shape.rank() <= kMaxRank && shape.status().ok() &&
                                 NumElements(shape).status().ok();
}

bool AreWithin(const Dims& list, int64_t low, int64_t high) {
  return std::all_of(list.begin(), list.end(),
                     [&](int64_t x) { return x >= low && x <= high; });
}

bool AreDimensions(const Dims& list, size_t rank) {
  Dims sorted = list;
  std::sort(sorted.begin(), sorted.end());
  return AreWithin(list, 0, static_cast<int64_t>(rank) - 1) &&
         std::adjacent_find(sorted.begin(), sorted.end()) == sorted.end();
}

bool IsPermutation(const Dims& order, size_t rank) {
  return order.size() == rank && AreDimensions(order, rank);
}

absl::Status Verify(const Program& program) {
  Checker c(program);
  int64_t bytes = 0;
  for (size_t r = 0; r < program.refs.size() && c.ok(); ++r) {
    CheckRef(c, static_cast<RefId>(r), &bytes);
  }
  CheckSymbols(c);
  CheckReport(c);
  CheckExprs(c);
  if (c.ok()) CheckStatements(c);
  if (c.ok()) CheckScopes(c);
  return c.status();
}

}  // namespace tilewright::tile
